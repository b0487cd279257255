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
UNFINISHED=$PREFIX/unfinished # while an update switches: the release and the backup of before
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

# What nobody thought of stops the script; it can be run again at any point.
stumble() {
    [ "$BASH_SUBSHELL" = 0 ] || return 0 # whoever asked for it goes on, or stumbles itself
    say "意外停在 $1 第 $2 行：请看上面的错误，改正后再运行一次" \
        "stopped at line $2 of $1: see the error above, mend it and run this again" >&2
}
set -E # in functions, too
trap 'stumble "${BASH_SOURCE[0]##*/}" "$LINENO"' ERR

need_root() {
    [ "$(id -u)" = 0 ] || fail "请用 sudo 运行：sudo $0 $*" "run this with sudo: sudo $0 $*"
}

# alone ARGUMENT…: starts the script anew, with a lock that ends with it: a second one would get in its way.
alone() {
    local status=0
    [ -z "${HULE_ALONE:-}" ] || return 0
    HULE_ALONE=1 flock --nonblock --conflict-exit-code 75 --close /run/lock/hule-install bash "$0" "$@" || status=$?
    [ $status != 75 ] || fail "另一个安装或更新正在进行：请等它结束" \
        "another installation or update is going on: wait for it to end"
    exit $status
}

# check_writable FOLDER…: before anything is changed.
check_writable() {
    local folder
    for folder in "$@"; do
        while [ ! -e "$folder" ]; do folder=$(dirname "$folder"); done
        [ -w "$folder" ] || fail "$folder 只能读：请关掉覆盖文件系统（sudo raspi-config），或换一张卡（看 dmesg）" \
            "$folder is read-only: turn the overlay file system off (sudo raspi-config), or the card is worn out (dmesg)"
    done
}

# check_room FOLDER MB…: before anything is changed.
check_room() {
    local folder free
    while [ $# -gt 0 ]; do
        folder=$1
        while [ ! -e "$folder" ]; do folder=$(dirname "$folder"); done
        free=$(df --output=avail -m "$folder" | tail -n1 | tr -d ' ')
        [ "$free" -ge "$2" ] || fail "$folder 只剩 $free MB，需要 $2 MB：请腾出空间" \
            "only $free MB are free in $folder, $2 are needed: make room"
        shift 2
    done
}

# Whole wheels of this Python and this machine, or the source.
check_source() {
    local wanted
    if [ -z "${WHEELS:-}" ]; then
        [ -f "$SOURCE/pyproject.toml" ] || fail "这里没有源代码：请在新版本的文件夹里运行，或用 --wheels 指出安装包文件夹" \
            "there is no source here: run this from a checkout, or name a wheel folder with --wheels"
        return
    fi
    [ -d "$WHEELS" ] || fail "没有文件夹 $WHEELS" "there is no folder $WHEELS"
    WHEELS=$(readlink -f "$WHEELS")
    compgen -G "$WHEELS/hule-*.whl" >/dev/null || fail "$WHEELS 里没有 hule-*.whl：先运行 deploy/wheels.sh" \
        "there is no hule-*.whl in $WHEELS: make it with deploy/wheels.sh"
    wanted=$(python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    compgen -G "$WHEELS/numpy-*-cp${wanted/./}-*$(uname -m).whl" >/dev/null ||
        fail "$WHEELS 不是给这台机器的（Python $wanted，$(uname -m)）：请重做，deploy/wheels.sh DIR --pi $wanted" \
            "$WHEELS is not for this machine (Python $wanted, $(uname -m)): make it anew, deploy/wheels.sh DIR --pi $wanted"
    wanted=$(python3 -c 'import sys, zipfile; print(*[f for f in sys.argv[1:] if not zipfile.is_zipfile(f)])' "$WHEELS"/*.whl)
    [ -z "$wanted" ] || fail "文件不完整：$wanted；请重新拷贝" "not whole: $wanted; copy it again"
}

# Written out where it is started in the background, so that $! is the program and not a shell around it.
AS_HULE=(setpriv --reuid=hule --regid=hule --init-groups env "HOME=$DATA" LANG=C.UTF-8)

as_hule() {
    "${AS_HULE[@]}" "$@"
}

# Whether an update was cut off between the switch and its end.
cut_off() {
    [ -f "$UNFINISHED" ]
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
    fresh=$(mktemp "$CONFIG.XXXXXX")
    grep -v "^$1=" "$CONFIG" >"$fresh" 2>/dev/null || true
    printf '%s=%s\n' "$1" "$2" >>"$fresh"
    chmod 0644 "$fresh"
    mv "$fresh" "$CONFIG" # at once: the power may go
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

# Unless --yes was given.
ask() {
    [ -z "${YES:-}" ] || return 0
    [ -t 0 ] || fail "没有终端可以确认：请加 --yes" "there is nobody to ask: add --yes"
    say "继续吗？[y/N]" "Go on? [y/N]"
    local answer
    read -r answer
    case $answer in y* | Y*) ;; *) exit 1 ;; esac
}

# A number for what would be installed: the same number, nothing to do.
source_id() {
    if [ -n "${WHEELS:-}" ]; then
        find "$WHEELS" -maxdepth 1 -name '*.whl' -printf '%f %s\n' | sort | sha256sum | cut -c1-16
        return
    fi
    find "$SOURCE/hule.py" "$SOURCE/pyproject.toml" "$SOURCE"/{scorer,vision,webui,terminal,models} \
        -type f -not -name '*.pyc' -print0 | sort -z | xargs -0 sha256sum | sha256sum | cut -c1-16
}

current_release() {
    if [ -L "$CURRENT" ]; then readlink "$CURRENT"; fi
}

next_release() {
    local last
    mkdir -p "$PREFIX/releases"
    last=$(find "$PREFIX/releases" -mindepth 1 -maxdepth 1 -name '[0-9]*' -printf '%f\n' | sort -n | tail -n1)
    echo "$PREFIX/releases/$((${last:-0} + 1))"
}

# Releases that were never finished: the power went.
unfinished_releases() {
    local folder
    for folder in "$PREFIX/releases"/*/; do
        folder=${folder%/}
        if [ -d "$folder" ] && [ ! -f "$folder/source-id" ] && [ "$folder" != "$(current_release)" ]; then echo "$folder"; fi
    done
}

# make_release FOLDER: a virtual environment with Hule in it, finished when its source-id is there.
make_release() {
    local folder=$1 from=()
    unfinished_releases | xargs -r rm -rf
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
    # A trial ends with the script, however that ends.
    "${AS_HULE[0]}" --pdeathsig=KILL "${AS_HULE[@]:1}" "$folder/bin/hule" serve --host 127.0.0.1 --port "$port" --camera none --data "$data" \
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
    unfinished_releases | xargs -r rm -rf
    find "$PREFIX/releases" -mindepth 1 -maxdepth 1 -name '[0-9]*' -printf '%f\n' | sort -rn |
        tail -n +$((KEPT_RELEASES + 1)) | while read -r old; do
        [ "$PREFIX/releases/$old" = "$used" ] || rm -rf "$PREFIX/releases/${old:?}"
    done
    [ ! -d "$DATA/backups" ] || find "$DATA/backups" -name 'before-*.tar' -printf '%f\n' | sort -V -r |
        tail -n +$((KEPT_BACKUPS + 1)) | while read -r old; do rm -f "$DATA/backups/$old"; done
}
