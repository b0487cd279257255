#!/usr/bin/env bash
# Runs the real picamera2 over libcamera's virtual camera, which shows the sample photograph, inside a Debian trixie
# folder, and lets unmodified product code photograph, read and score it.
#   sudo tests/pi/test-camera.sh [PHOTO]      exit status 77: skipped
#   sudo tests/pi/test-camera.sh --bench      measures the service with it instead
set -euo pipefail
# shellcheck source=tests/pi/chroot.sh
. "$(dirname "$(readlink -f "$0")")/chroot.sh"
BENCH=''
if [ "${1:-}" = --bench ]; then
    BENCH=--bench
    shift
fi
apart camera "$(readlink -f "$0")" $BENCH ${1:+"$(readlink -f "$1")"}
cd "$(dirname "$(readlink -f "$0")")/../.."
PHOTO=${1:-examples/photos/hand.jpg}
BASE=$(base_root trixie "$(packages_for trixie)")
ROOT=$(copy_of "$BASE" camera-test)
trap 'throw_away "$ROOT"' EXIT
enter "$ROOT"
source_into "$ROOT/src"
WHEELS=$(wheels_for trixie "$ROOT")
mkdir -p "$ROOT/wheels" "$ROOT/venv" "$CHROOTS/venv-trixie"
mount --bind "$WHEELS" "$ROOT/wheels"
mount --bind "$CHROOTS/venv-trixie" "$ROOT/venv"
if [ "$(cat "$ROOT/venv/.complete" 2>/dev/null)" != "$WHEELS, vision and web" ]; then
    inside "$ROOT" python3 -m venv --clear --system-site-packages /venv
    inside "$ROOT" python3 -c 'import tomllib
wanted = tomllib.load(open("/src/pyproject.toml", "rb"))["project"]["optional-dependencies"]
print(*wanted["vision"], *wanted["web"], sep="\n")' >"$ROOT/wanted"
    inside "$ROOT" /venv/bin/pip install --quiet --no-index --find-links /wheels picamera2 pytest -r /wanted
    echo "$WHEELS, vision and web" >"$ROOT/venv/.complete"
fi

mkdir -p "$ROOT/cam" "$ROOT/usr/share/libcamera/pipeline/virtual"
cp "$PHOTO" "$ROOT/cam/hand.jpg"
read -r WIDTH HEIGHT < <(inside "$ROOT" /venv/bin/python -c \
    'from PIL import Image; print(*Image.open("/cam/hand.jpg").size)')
cat >"$ROOT/usr/share/libcamera/pipeline/virtual/virtual.yaml" <<YAML
%YAML 1.1
---
"Virtual0":
  supported_formats:
  - width: $WIDTH
    height: $HEIGHT
    frame_rates: [10, 30]
  - width: 640
    height: $((640 * HEIGHT / WIDTH / 2 * 2))
    frame_rates: [10, 30]
  frames:
    path: "/cam/hand.jpg"
  location: "CameraLocationBack"
  model: "virtual-hand"
YAML
# A camera that hangs must not hang the test.
if [ -n "$BENCH" ]; then
    inside "$ROOT" timeout 600 bash -c 'cd /src && LIBCAMERA_LOG_LEVELS=*:ERROR /venv/bin/python -m bench.box \
        --seconds 60 --camera picamera2 --program tests.pi.virtual_hule'
    exit
fi
inside "$ROOT" timeout 300 bash -c 'cd /src && LIBCAMERA_LOG_LEVELS=*:ERROR \
    /venv/bin/python -m pytest -q -s -p no:cacheprovider tests/pi/check_picamera2.py'
