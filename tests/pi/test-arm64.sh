#!/usr/bin/env bash
# A smoke test of the arm64 builds: Debian bookworm for arm64 under qemu, the wheels that a Pi would get, a photograph
# read and scored, the page served.
#   sudo tests/pi/test-arm64.sh      exit status 77: skipped; a quarter of an hour
set -euo pipefail
# shellcheck source=tests/pi/chroot.sh
. "$(dirname "$(readlink -f "$0")")/chroot.sh"
[ -n "${HULE_APART:-}" ] || [ -e /proc/sys/fs/binfmt_misc/qemu-aarch64 ] ||
    skip "qemu for arm64 is missing: apt-get install qemu-user-static binfmt-support"
apart arm64 "$(readlink -f "$0")"
cd "$(dirname "$(readlink -f "$0")")/../.."
read -r -a PIP <<<"${HULE_PIP:-python3 -m pip}"
ROOT=$(base_root bookworm python3,ca-certificates arm64)
enter "$ROOT"

# Unpacked from outside: pip itself takes minutes under qemu.
WHEELS=$(mktemp -d)
trap 'rm -rf "$WHEELS"' EXIT
"${PIP[@]}" wheel --quiet --no-deps --wheel-dir "$WHEELS" . || skip "the wheel cannot be built"
rm -rf "$ROOT/site"
"${PIP[@]}" install --quiet --target "$ROOT/site" --only-binary=:all: --python-version 3.11 --implementation cp \
    --platform manylinux_2_28_aarch64 --platform manylinux_2_27_aarch64 --platform manylinux_2_17_aarch64 \
    --platform manylinux2014_aarch64 --platform manylinux_2_34_aarch64 \
    "$(echo "$WHEELS"/hule-*.whl)[vision,web,pi]" lgpio || skip "the arm64 wheels cannot be fetched"
mkdir -p "$ROOT/cam"
cp examples/photos/hand.jpg "$ROOT/cam/"

run() {
    inside "$ROOT" env PYTHONPATH=/site timeout 1800 python3 "$@"
}

[ "$(run -c 'import platform; print(platform.machine())')" = aarch64 ]
run -m hule score "[123m][EEE]{2222s}4566m+6m|ae" --lang en
time run -m hule photo /cam/hand.jpg --lang en
run -c 'import lgpio, gpiozero, zeroconf; print("pins and names can be loaded")'
run -m hule bench --readings 1 --lang en
run -m hule doctor --camera none --data /tmp/none || true
# Not through `inside`: $! has to be the server itself.
chroot "$ROOT" /usr/bin/env -i PATH=/usr/bin:/bin HOME=/root LANG=C.UTF-8 PYTHONPATH=/site \
    python3 -m hule serve --host 127.0.0.1 --port 18080 --camera none --data /tmp/data >/dev/null &
SERVER=$!
for _ in $(seq 90); do
    if curl -fsS --max-time 5 http://127.0.0.1:18080/api/v1/eye 2>/dev/null; then
        kill $SERVER
        echo && echo "the page answers on arm64"
        exit 0
    fi
    sleep 2
done
kill $SERVER
echo "the page did not answer in three minutes" >&2
exit 1
