# shellcheck shell=bash
# What install.sh and update.sh share: where things are, words, checks, releases, trials. Sourced, not run.
#
# /opt/hule/releases/N   one virtual environment each; /opt/hule/current points at the one in use
# /opt/hule/deploy       these scripts, for updates and for taking Hule away again
# /etc/hule/hule.conf    port, camera, options; kept through updates
# /var/lib/hule          matches and photographs; belongs to the user hule

PREFIX=/opt/hule
CURRENT=$PREFIX/current
CONFIG=/etc/hule/hule.conf
DATA=/var/lib/hule
UNIT=/etc/systemd/system/hule.service
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
SOURCE=$(dirname "$HERE")
KEPT_RELEASES=2
KEPT_BACKUPS=3
START_SECONDS=${HULE_START_SECONDS:-90} # a Pi 4 with a slow card needs a quarter of this

# say CHINESE ENGLISH: one line in the language of whoever types.
say() {
    case ${LC_ALL:-${LC_MESSAGES:-${LANG:-}}} in
    zh*) printf '%s\n' "$1" ;;
    *) printf '%s\n' "$2" ;;
    esac
}

fail() {
    say "$@" >&2
    exit 1
}

# Written out where it is started in the background, so that $! is the program and not a shell around it.
AS_HULE=(setpriv --reuid=hule --regid=hule --init-groups env "HOME=$DATA" LANG=C.UTF-8)

as_hule() {
    "${AS_HULE[@]}" "$@"
}

systemd_runs() {
    [ -d /run/systemd/system ]
}

setting() {
    { sed -n "s/^$1=//p" "$CONFIG" 2>/dev/null || true; } | tail -n1
}

# put_setting NAME VALUE: changes one line of the configuration, or adds it.
put_setting() {
    local fresh
    fresh=$(mktemp)
    grep -v "^$1=" "$CONFIG" >"$fresh" 2>/dev/null || true
    printf '%s=%s\n' "$1" "$2" >>"$fresh"
    install -m 0644 "$fresh" "$CONFIG"
    rm -f "$fresh"
}

# answers PORT: whether the page answers there.
answers() {
    python3 - "$1" <<'PYTHON' 2>/dev/null
import sys, urllib.request
sys.exit(urllib.request.urlopen(f"http://127.0.0.1:{sys.argv[1]}/api/v1/eye", timeout=5).status != 200)
PYTHON
}

port_taken() {
    python3 - "$1" <<'PYTHON'
import socket, sys
with socket.socket() as probe:
    probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        probe.bind(("0.0.0.0", int(sys.argv[1])))
    except PermissionError:
        pass
    except OSError:
        sys.exit(0)
sys.exit(1)
PYTHON
}

free_port() {
    python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# wait_for_page PORT [PID]: until the page answers; fails when the process ends or time is over.
wait_for_page() {
    local waited=0
    until answers "$1"; do
        if [ -n "${2:-}" ] && ! kill -0 "$2" 2>/dev/null; then return 1; fi
        waited=$((waited + 1))
        [ "$waited" -lt $((START_SECONDS * 2)) ] || return 1
        sleep 0.5
    done
}

# A number for what would be installed: the same number, nothing to do.
source_id() {
    if [ -n "${WHEELS:-}" ]; then
        find "$WHEELS" -maxdepth 1 -name '*.whl' -printf '%f %s\n' | sort | sha256sum | cut -c1-16
        return
    fi
    find "$SOURCE/hule.py" "$SOURCE/pyproject.toml" "$SOURCE/scorer" "$SOURCE/vision" "$SOURCE/webui" \
        "$SOURCE/models" -type f -not -name '*.pyc' -print0 | sort -z | xargs -0 sha256sum | sha256sum | cut -c1-16
}

current_release() {
    if [ -L "$CURRENT" ]; then readlink "$CURRENT"; fi
}

next_release() {
    local last
    last=$(find "$PREFIX/releases" -mindepth 1 -maxdepth 1 -name '[0-9]*' -printf '%f\n' 2>/dev/null | sort -n | tail -n1)
    echo "$PREFIX/releases/$((${last:-0} + 1))"
}

# make_release FOLDER: a virtual environment with Hule in it.
make_release() {
    local folder=$1 from=()
    mkdir -p "$PREFIX/releases"
    rm -rf "$folder"
    # The system's own packages are seen: picamera2 and libcamera come from apt, not from PyPI.
    python3 -m venv --system-site-packages "$folder" || return 1
    if [ -n "${WHEELS:-}" ]; then
        from=(--no-index --find-links "$WHEELS" 'hule[vision,web,pi]')
    else
        from=("${SOURCE}[vision,web,pi]")
    fi
    "$folder/bin/pip" install --quiet --disable-pip-version-check --no-warn-script-location "${from[@]}" || return 1
    mend_simplejpeg "$folder" || return 1
    source_id >"$folder/source-id"
}

# bookworm's simplejpeg was built for NumPy 1 and breaks picamera2 beside the NumPy 2 that OpenCV needs.
mend_simplejpeg() {
    local folder=$1 from=()
    "$folder/bin/python" -c 'import picamera2' 2>/dev/null && return
    "$folder/bin/python" -c 'import libcamera' 2>/dev/null || return 0
    [ -z "${WHEELS:-}" ] || from=(--no-index --find-links "$WHEELS")
    "$folder/bin/pip" install --quiet --disable-pip-version-check --ignore-installed "${from[@]}" simplejpeg ||
        say "picamera2 不可用；USB 摄像头和手机不受影响" "picamera2 cannot be used; USB cameras and phones can" >&2
    return 0
}

# try_release FOLDER [BACKUP]: starts it on a spare port with a copy of the data, as the service's user.
try_release() {
    local folder=$1 backup=${2:-} port data pid good=1
    port=$(free_port)
    data=$(as_hule mktemp -d /tmp/hule-trial.XXXXXX)
    if [ -n "$backup" ]; then
        as_hule "$folder/bin/hule" restore "$backup" --data "$data" >/dev/null || { rm -rf "$data"; return 1; }
    fi
    "${AS_HULE[@]}" "$folder/bin/hule" serve --host 127.0.0.1 --port "$port" --camera none --data "$data" \
        >"$PREFIX/trial.log" 2>&1 &
    pid=$!
    wait_for_page "$port" "$pid" && good=0
    kill "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
    rm -rf "$data"
    return $good
}

switch_to() {
    ln -sfn "$1" "$CURRENT.new"
    mv -T "$CURRENT.new" "$CURRENT"
}

install_unit() {
    install -D -m 0644 "$HERE/hule.service" "$UNIT"
    mkdir -p /media
    install -D -m 0644 "$HERE/99-hule-usb.rules" /etc/udev/rules.d/99-hule-usb.rules
    if systemd_runs; then
        systemctl daemon-reload
        udevadm control --reload 2>/dev/null || true
    fi
    systemctl enable --quiet hule.service
}

# Scripts and manual beside the program, so that they are at hand when the checkout is gone.
keep_scripts() {
    mkdir -p "$PREFIX/deploy" "$PREFIX/docs"
    if [ "$HERE" != "$PREFIX/deploy" ]; then
        cp "$HERE"/*.sh "$HERE"/*.service "$HERE"/*.rules "$PREFIX/deploy/"
        [ ! -f "$SOURCE/docs/pi.md" ] || cp "$SOURCE/docs/pi.md" "$PREFIX/docs/"
    fi
}

# Makes the PIN of the box and says it, unless somebody has decided about it; to be called before the service starts,
# which does the same in its log.
first_pin() {
    as_hule "$CURRENT/bin/hule" pin --first --data "$DATA" --lang "$(say zh en)" || true
}

start_service() {
    systemd_runs || return 0
    systemctl restart hule.service && wait_for_page "$(setting HULE_PORT)"
}

remove_https() {
    if systemd_runs; then systemctl stop hule-https.service 2>/dev/null || true; fi
    systemctl disable --quiet hule-https.service 2>/dev/null || true
    rm -rf /etc/systemd/system/hule-https.service /etc/hule/https
    if systemd_runs; then systemctl daemon-reload; fi
}

# Only the newest of what takes room, never the one in use.
tidy() {
    local old used
    used=$(current_release)
    find "$PREFIX/releases" -mindepth 1 -maxdepth 1 -name '[0-9]*' -printf '%f\n' | sort -rn |
        tail -n +$((KEPT_RELEASES + 1)) | while read -r old; do
        [ "$PREFIX/releases/$old" = "$used" ] || rm -rf "$PREFIX/releases/${old:?}"
    done
    find "$DATA/backups" -name 'before-*.tar' -printf '%f\n' 2>/dev/null | sort -V -r |
        tail -n +$((KEPT_BACKUPS + 1)) | while read -r old; do rm -f "$DATA/backups/$old"; done
}
