#!/usr/bin/env bash
# Installs what the tests need of the system, as far as it is missing. Asks for root only where it has to.
#   tests/system-packages.sh [PYTHON]
set -euo pipefail
PYTHON=${1:-python3}
ROOT=''
[ "$(id -u)" != 0 ] || ROOT=1
MISSING=()

# need PACKAGE COMMAND…: the package is wanted unless the command succeeds.
need() {
    local package=$1
    shift
    "$@" >/dev/null 2>&1 || MISSING+=("$package")
}

chinese() { fc-list :lang=zh | grep -q .; }
headers() { "$PYTHON" -c 'import pathlib, sysconfig as s; (pathlib.Path(s.get_path("include")) / "Python.h").stat()'; }

need chromium command -v chromium
need fontconfig command -v fc-list
need fonts-noto-cjk chinese
need g++ command -v g++
need python3-dev headers
need python3-venv "$PYTHON" -c 'import ensurepip, venv'
NEEDED=("${MISSING[@]}") MISSING=()
# Without these their tests are skipped. Debian folders to try things in can only be made by root.
if [ "$ROOT" ]; then
    need shellcheck command -v shellcheck
    need mmdebstrap command -v mmdebstrap
    need stunnel4 command -v stunnel4
fi
WISHED=("${MISSING[@]}")
[ ${#NEEDED[@]} != 0 ] || [ ${#WISHED[@]} != 0 ] || exit 0

if ! command -v apt-get >/dev/null; then
    [ ${#NEEDED[@]} != 0 ] || exit 0
    echo "Please install what Debian calls ${NEEDED[*]}." >&2
    exit 1
fi
SUDO=()
[ "$ROOT" ] || SUDO=(sudo)
install() {
    echo "installing $*"
    "${SUDO[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}
"${SUDO[@]}" apt-get update -qq
[ ${#NEEDED[@]} = 0 ] || install "${NEEDED[@]}"
[ ${#WISHED[@]} = 0 ] || install "${WISHED[@]}" || echo "without ${WISHED[*]} some tests are skipped" >&2
