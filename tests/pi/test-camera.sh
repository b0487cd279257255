#!/usr/bin/env bash
# Runs the real picamera2 over libcamera's virtual camera, which shows the sample photograph, inside a Debian trixie
# folder, and lets unmodified product code photograph, read and score it.
#   sudo tests/pi/test-camera.sh [PHOTO]      exit status 77: skipped
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."
# shellcheck source=tests/pi/chroot.sh
. tests/pi/chroot.sh
PHOTO=$(readlink -f "${1:-examples/photos/hand.jpg}")
need_root_and_debootstrap
ROOT=$(base_root trixie ca-certificates,python3-venv,python3-dev,gcc,libc6-dev,libcap-dev)
enter "$ROOT"

if [ ! -e "$ROOT/venv/.complete" ]; then
    # trixie's own libcamera hangs with the virtual camera; that of backports does not.
    echo "deb $(mirror) trixie-backports main" >"$ROOT/etc/apt/sources.list.d/backports.list"
    inside "$ROOT" apt-get update -qq || skip "apt does not reach its mirror"
    inside "$ROOT" apt-get install -y -qq --no-install-recommends -t trixie-backports \
        python3-libcamera libcamera-ipa >/dev/null || skip "python3-libcamera cannot be installed"
    inside "$ROOT" python3 -m venv --system-site-packages /venv
    inside "$ROOT" /venv/bin/pip install --quiet picamera2 pytest opencv-python-headless onnxruntime pillow \
        pillow-heif || skip "picamera2 cannot be fetched"
    touch "$ROOT/venv/.complete"
fi

rm -rf "$ROOT/src" "$ROOT/cam"
mkdir -p "$ROOT/src" "$ROOT/cam" "$ROOT/usr/share/libcamera/pipeline/virtual"
git ls-files -z --cached --others --exclude-standard | tar --null -T - -c | tar -x -C "$ROOT/src"
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
    frame_rates:
    - 10
    - 30
  frames:
    path: "/cam/hand.jpg"
  location: "CameraLocationBack"
  model: "virtual-hand"
YAML
# A camera that hangs must not hang the test.
inside "$ROOT" timeout 240 bash -c 'cd /src && LIBCAMERA_LOG_LEVELS=*:ERROR \
    /venv/bin/python -m pytest -q -s -p no:cacheprovider tests/pi/check_picamera2.py'
