#!/usr/bin/env bash
# Fills a folder with everything that install.sh and update.sh need without internet.
#   deploy/wheels.sh DIR                 for this machine
#   deploy/wheels.sh DIR --pi 3.11       on any machine, for a Pi with bookworm (3.13: trixie)
set -euo pipefail
[ $# -ge 1 ] || { sed -n '2,4s/^# //p' "$0" >&2; exit 2; }
DIR=$1
SOURCE=$(dirname "$(cd "$(dirname "$0")" && pwd)")
read -r -a PIP <<<"${HULE_PIP:-python3 -m pip}"
mkdir -p "$DIR"
"${PIP[@]}" wheel --quiet --no-deps --wheel-dir "$DIR" "$SOURCE"
WHEEL=$(find "$DIR" -name 'hule-*.whl' -printf '%T@ %p\n' | sort -rn | head -n1 | cut -d' ' -f2-)
if [ "${2:-}" = --pi ]; then
    version=${3:?which Python: 3.11 (bookworm) or 3.13 (trixie)}
    "${PIP[@]}" download --quiet --dest "$DIR" --only-binary=:all: --python-version "$version" \
        --implementation cp --platform manylinux_2_17_aarch64 --platform manylinux2014_aarch64 \
        --platform manylinux_2_28_aarch64 --platform manylinux_2_34_aarch64 --platform linux_aarch64 \
        "$WHEEL"'[vision,web,pi]' simplejpeg
else
    "${PIP[@]}" wheel --quiet --wheel-dir "$DIR" "$WHEEL"'[vision,web,pi]'
fi
echo "$DIR: $(find "$DIR" -name '*.whl' | wc -l) wheels, $(du -sm "$DIR" | cut -f1) MB"
