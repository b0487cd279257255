#!/usr/bin/env bash
# Installs, updates, rolls back and uninstalls Hule for real, inside a Debian folder without network.
#   sudo tests/pi/test-install.sh [bookworm|trixie]      exit status 77: skipped
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."
# shellcheck source=tests/pi/chroot.sh
. tests/pi/chroot.sh
SUITE=${1:-bookworm}
need_root_and_debootstrap
unshare -n true 2>/dev/null || skip "this machine allows no network namespace"
BASE=$(base_root "$SUITE" ca-certificates,python3-venv,iproute2,systemd,curl)
ROOT=$CHROOTS/install-test
clean_up() {
    leave
    rm -rf "$ROOT"
}
rm -rf "$ROOT"
cp -a --reflink=auto "$BASE" "$ROOT"
enter "$ROOT"
trap clean_up EXIT

# The source as a newcomer gets it, and the same with other version numbers and with faults.
variant() {
    mkdir -p "$ROOT/$1"
    git ls-files -z --cached --others --exclude-standard | tar --null -T - -c | tar -x -C "$ROOT/$1"
}
variant src
variant src-better
sed -i 's/^version = .*/version = "0.9.1"/' "$ROOT/src-better/pyproject.toml"
variant src-broken
sed -i 's/^version = .*/version = "0.9.2"/' "$ROOT/src-broken/pyproject.toml"
echo 'raise SystemExit("a fault that shows at once")' >>"$ROOT/src-broken/webui/serve.py"
variant src-late
sed -i 's/^version = .*/version = "0.9.3"/' "$ROOT/src-late/pyproject.toml"
cat >>"$ROOT/src-late/webui/serve.py" <<'PYTHON'
if os.environ.get("HULE_DATA"):
    raise SystemExit("a fault that shows only in the service")
PYTHON

# Wheels are fetched with network, once for this set of requirements; everything after that has none.
WHEELS=$CHROOTS/wheels-$SUITE-$(sed -n '/^dependencies/,/^train/p' pyproject.toml | sha256sum | cut -c1-12)
mkdir -p "$WHEELS" "$ROOT/wheels"
inside "$ROOT" python3 -m venv /tmp/pip
if [ ! -e "$WHEELS/.complete" ]; then
    echo "fetching wheels"
    inside "$ROOT" env HULE_PIP=/tmp/pip/bin/pip bash /src/deploy/wheels.sh /wheels || skip "wheels cannot be fetched (offline?)"
    rm "$ROOT"/wheels/hule-*.whl
    cp "$ROOT"/wheels/*.whl "$WHEELS"
    touch "$WHEELS/.complete"
fi
for name in src src-better src-broken src-late; do
    folder=$ROOT/wheels${name#src}
    mkdir -p "$folder"
    cp "$WHEELS"/*.whl "$folder"
    inside "$ROOT" /tmp/pip/bin/pip wheel --quiet --no-deps --wheel-dir "/wheels${name#src}" "/$name"
done
rm -rf "$ROOT/tmp/pip"
cp tests/pi/systemctl "$ROOT/usr/local/bin/systemctl"
mkdir -p "$ROOT/run/systemd/system"
unshare -n chroot "$ROOT" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    HOME=/root LANG=en_GB.UTF-8 LC_ALL=C.UTF-8 bash /src/tests/pi/inside-install.sh
