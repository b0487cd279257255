#!/usr/bin/env bash
# Installs, updates, rolls back and uninstalls Hule for real, inside a Debian folder without network.
#   sudo tests/pi/test-install.sh [trixie|bookworm]      exit status 77: skipped
set -euo pipefail
# shellcheck source=tests/pi/chroot.sh
. "$(dirname "$(readlink -f "$0")")/chroot.sh"
SUITE=${1:-trixie}
case $SUITE in bookworm | trixie) ;; *) echo "$SUITE is neither bookworm nor trixie" >&2 && exit 2 ;; esac
apart install "$(readlink -f "$0")" "$SUITE"
cd "$(dirname "$(readlink -f "$0")")/../.."
unshare -n true 2>/dev/null || skip "this machine allows no network namespace"
BASE=$(base_root "$SUITE" "$(packages_for "$SUITE")")
ROOT=$(copy_of "$BASE" install-test)
trap 'shut_down; throw_away "$ROOT"' EXIT
enter "$ROOT"

# The source as a newcomer gets it, and the same with other version numbers and with faults.
for name in src src-better src-broken src-late; do source_into "$ROOT/$name"; done
sed -i 's/^version = .*/version = "0.9.1"/' "$ROOT/src-better/pyproject.toml"
sed -i 's/^version = .*/version = "0.9.2"/' "$ROOT/src-broken/pyproject.toml"
echo 'raise SystemExit("a fault that shows at once")' >>"$ROOT/src-broken/webui/serve.py"
sed -i 's/^version = .*/version = "0.9.3"/' "$ROOT/src-late/pyproject.toml"
cat >>"$ROOT/src-late/webui/serve.py" <<'PYTHON'
if os.environ.get("HULE_DATA"):
    raise SystemExit("a fault that shows only in the service")
PYTHON

# Wheels are fetched with network, once for this set of requirements; everything after that has none.
WHEELS=$(wheels_for "$SUITE" "$ROOT")
inside "$ROOT" python3 -m venv /tmp/pip
mkdir -p "$ROOT/fetched"
mount --bind "$WHEELS" "$ROOT/fetched"
inside "$ROOT" /tmp/pip/bin/pip install --quiet --upgrade --no-index --find-links /fetched setuptools wheel
for name in src src-better src-broken src-late; do
    folder=$ROOT/wheels${name#src}
    mkdir -p "$folder"
    ln "$WHEELS"/*.whl "$folder" 2>/dev/null || cp "$WHEELS"/*.whl "$folder"
    inside "$ROOT" /tmp/pip/bin/pip wheel --quiet --no-deps --no-build-isolation --no-index \
        --wheel-dir "/wheels${name#src}" "/$name"
done
umount "$ROOT/fetched"
rm -rf "$ROOT/tmp/pip"
if boot "$ROOT"; then
    echo "under a real systemd: $(within systemctl --version | head -n1)"
    within env SYSTEMD=real bash /src/tests/pi/inside-install.sh
    exit
fi
shut_down
echo "no systemd can be started here (no second cgroup tree?): played by tests/pi/systemctl"
cp tests/pi/systemctl "$ROOT/usr/local/bin/systemctl"
mkdir -p "$ROOT/run/systemd/system"
unshare -n chroot "$ROOT" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    HOME=/root LANG=en_GB.UTF-8 LC_ALL=C.UTF-8 SYSTEMD=played bash /src/tests/pi/inside-install.sh
