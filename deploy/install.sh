#!/usr/bin/env bash
# Installs Hule as a service on 64-bit Raspberry Pi OS or Debian (bookworm, trixie), or takes it away.
# Looks first, says what it will do, and may be run again: what is there already stays.
set -euo pipefail
# shellcheck source=deploy/lib.sh
. "$(dirname "$(readlink -f "$0")")/lib.sh"

usage() {
    cat <<'TEXT'
sudo deploy/install.sh [options]
  --wheels DIR     install from this folder, without internet (made by deploy/wheels.sh)
  --port N         port of the page (80)
  --camera C       auto, picamera2, usb, folder:DIR or none (auto)
  --button N       BCM number of the pin with a button to ground
  --lamp N         BCM number of the pin with a lamp
  --check          only look, and say what would be done
  --yes            do not ask
  --uninstall      take Hule away; asks what becomes of the data, or:
    --keep-data    leave /var/lib/hule
    --remove-data  delete the matches and photographs too
TEXT
}

GIVEN=("$@")
WHEELS='' PORT='' CAMERA='' BUTTON='' LAMP='' CHECK='' YES='' UNINSTALL='' FATE=''
while [ $# -gt 0 ]; do
    case $1 in
    --wheels | --port | --camera | --button | --lamp)
        [ $# -ge 2 ] || fail "$1 后面要有值" "$1 needs a value"
        declare "$(echo "${1#--}" | tr '[:lower:]' '[:upper:]')=$2"
        shift
        ;;
    --check) CHECK=1 ;;
    --yes) YES=1 ;;
    --uninstall) UNINSTALL=1 ;;
    --keep-data) FATE=keep ;;
    --remove-data) FATE=remove ;;
    --help | -h) usage && exit 0 ;;
    *) usage >&2 && fail "不认识 $1" "$1 is not known" ;;
    esac
    shift
done

check_system() {
    case $(uname -m) in
    aarch64 | x86_64) ;;
    *) fail "系统是 $(uname -m)：请安装 64 位 Raspberry Pi OS" \
        "this system is $(uname -m): install the 64-bit Raspberry Pi OS" ;;
    esac
    # A 64-bit kernel may run under a 32-bit system: that one has no wheels either.
    [ "$(getconf LONG_BIT)" = 64 ] || fail "系统是 32 位的：请安装 64 位 Raspberry Pi OS" \
        "this system is 32-bit: install the 64-bit Raspberry Pi OS"
    command -v systemctl >/dev/null || fail "没有 systemd：请用 Raspberry Pi OS 或 Debian" \
        "there is no systemd: use Raspberry Pi OS or Debian"
    command -v python3 >/dev/null || fail "没有 python3：sudo apt install python3 python3-venv" \
        "python3 is missing: sudo apt install python3 python3-venv"
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        fail "$(python3 -V) 太旧：请用 bookworm 或更新的系统" "$(python3 -V) is too old: use bookworm or newer"
}

check_port() {
    case $PORT in
    '' | *[!0-9]*) fail "$PORT 不是端口：1 到 65535" "$PORT is no port: 1 to 65535" ;;
    esac
    if [ "$PORT" -lt 1 ] || [ "$PORT" -gt 65535 ]; then
        fail "$PORT 不是端口：1 到 65535" "$PORT is no port: 1 to 65535"
    fi
    if systemd_runs && systemctl is-active --quiet hule.service && [ "$(setting HULE_PORT)" = "$PORT" ]; then return; fi
    if port_taken "$PORT"; then
        fail "端口 $PORT 已被占用：请用 --port 8080 之类的另一个端口" \
            "port $PORT is in use: choose another, such as --port 8080"
    fi
}

is_pi() {
    grep -q 'Raspberry Pi' /proc/device-tree/model 2>/dev/null
}

# Packages of the system that are wanted and not there yet.
missing_packages() {
    local wanted=(python3-venv) name
    if is_pi; then wanted+=(python3-picamera2 python3-lgpio); fi
    for name in "${wanted[@]}"; do
        dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || echo "$name"
    done
}

plan() {
    say "将要做的事：" "This is what will be done:"
    [ -z "$MISSING" ] || say "  安装系统软件包：$MISSING" "  install system packages: $MISSING"
    if [ -n "$SAME" ]; then
        say "  程序已是这个版本，不重装（$(current_release)）" "  the program is this version already ($(current_release))"
    else
        say "  把 Hule 装到 $PREFIX（约 500 MB）" "  install Hule to $PREFIX (about 500 MB)"
    fi
    say "  用户 hule（组 video、gpio），数据在 $DATA" "  user hule (groups video, gpio), data in $DATA"
    say "  设置 $CONFIG：端口 $PORT，摄像头 $CAMERA" "  settings in $CONFIG: port $PORT, camera $CAMERA"
    say "  服务 hule.service，开机启动" "  service hule.service, started with the machine"
}

install_packages() {
    [ -n "$MISSING" ] || return 0
    dpkg --configure -a >/dev/null || true # of an installation that was cut off
    apt-get update -qq || true
    # shellcheck disable=SC2086  # a list of names
    if DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $MISSING >/dev/null; then return; fi
    case " $MISSING " in
    *' python3-venv '*) fail "装不上 python3-venv：请连上互联网再试" "python3-venv cannot be installed: go online and try again" ;;
    esac
    say "装不上 $MISSING；Hule 照样能用，只是没有摄像头模块" "$MISSING cannot be installed; Hule works without the camera module"
}

make_user() {
    getent group video >/dev/null || groupadd --system video
    getent group gpio >/dev/null || groupadd --system gpio
    id hule >/dev/null 2>&1 || useradd --system --user-group --home-dir "$DATA" --no-create-home \
        --shell /usr/sbin/nologin --comment "Hule" hule
    usermod -a -G video,gpio hule
    install -d -o hule -g hule -m 0750 "$DATA" "$DATA/backups"
}

write_config() {
    mkdir -p "$(dirname "$CONFIG")"
    [ -f "$CONFIG" ] || cat >"$CONFIG" <<'TEXT'
# Settings of hule.service; after a change: sudo systemctl restart hule
# HULE_OPTIONS takes further options of `hule serve`, such as --button 17 --lamp 27
HULE_OPTIONS=
TEXT
    put_setting HULE_PORT "$PORT"
    put_setting HULE_CAMERA "$CAMERA"
    [ -z "$BUTTON$LAMP" ] || put_setting HULE_OPTIONS "${BUTTON:+--button $BUTTON}${BUTTON:+${LAMP:+ }}${LAMP:+--lamp $LAMP}"
}

install_program() {
    local release
    [ -z "$SAME" ] || return 0
    release=$(next_release)
    say "正在安装程序……" "Installing the program..."
    make_release "$release" || { rm -rf "$release"; fail "安装失败：请看上面的错误；没有互联网请用 --wheels" "the installation failed: see the error above; without internet use --wheels"; }
    say "正在试运行……" "Trying it..."
    if ! try_release "$release"; then
        rm -rf "$release"
        tail -n 20 "$PREFIX/trial.log" >&2
        fail "新程序不能启动，什么都没有改变" "the program does not start; nothing was changed"
    fi
    switch_to "$release"
}

finish() {
    local pin
    pin=$(first_pin)
    if ! systemd_runs; then
        say "装好了。重启后开始运行。" "Installed. It starts with the next boot."
        echo "$pin"
        return
    fi
    start_service || fail "服务没有启动：journalctl -u hule" "the service did not start: journalctl -u hule"
    say "装好了。手机打开：" "Installed. Phones open:"
    hostname -I | tr ' ' '\n' | { grep -E '^[0-9]+\.' || true; } | sed "s|.*|  http://&:$PORT/|; s|:80/|/|"
    echo "$pin"
}

uninstall() {
    if [ -z "$FATE" ]; then
        [ -t 0 ] || fail "请加 --keep-data 或 --remove-data" "add --keep-data or --remove-data"
        say "删除所有对局和照片（$DATA）吗？[y/N]" "Delete all matches and photographs in $DATA? [y/N]"
        local answer
        read -r answer
        case $answer in y* | Y*) FATE=remove ;; *) FATE=keep ;; esac
    fi
    if systemd_runs; then systemctl stop hule.service 2>/dev/null || true; fi
    systemctl disable --quiet hule.service 2>/dev/null || true
    remove_https
    rm -rf "$UNIT" /etc/udev/rules.d/99-hule-usb.rules /etc/hule "${PREFIX:?}"
    if systemd_runs; then systemctl daemon-reload; fi
    if [ "$FATE" = keep ]; then
        say "已卸载。数据还在 $DATA" "Uninstalled. The data is still in $DATA"
        return
    fi
    rm -rf "$DATA"
    userdel hule 2>/dev/null || true
    say "已卸载，数据也删除了" "Uninstalled, and the data is deleted"
}

need_root "${GIVEN[@]}"
alone "${GIVEN[@]}"
if [ -n "$UNINSTALL" ]; then
    uninstall
    exit 0
fi
PORT=${PORT:-$(setting HULE_PORT)}
PORT=${PORT:-80}
CAMERA=${CAMERA:-$(setting HULE_CAMERA)}
CAMERA=${CAMERA:-auto}
check_system
check_writable "$PREFIX" "$CONFIG" "$DATA" "$UNIT"
check_room "$PREFIX" 900 "$DATA" 200 /tmp 50
check_port
check_source
MISSING=$(missing_packages | xargs)
SAME=''
if [ -n "$(current_release)" ] && [ "$(source_id)" = "$(cat "$CURRENT/source-id" 2>/dev/null)" ]; then SAME=1; fi
plan
[ -z "$CHECK" ] || exit 0
if cut_off; then
    say "上一次更新没有做完：由 update.sh 做完" "the last update was cut off: update.sh finishes it"
    bash "$HERE/update.sh" --finish
fi
if [ -z "$SAME" ] && [ -n "$(current_release)" ]; then
    say "已经装有另一个版本：由 update.sh 备份并更新" "another version is installed: update.sh backs up and updates it"
    ask
    write_config
    exec bash "$HERE/update.sh" --yes ${WHEELS:+--wheels "$WHEELS"}
fi
ask
install_packages
make_user
write_config
install_program
keep_scripts
install_unit
tidy
finish
