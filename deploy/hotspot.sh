#!/usr/bin/env bash
# A Wi-Fi of Hule's own, for clubs without one. Needs NetworkManager (Raspberry Pi OS bookworm and newer have it).
#   sudo deploy/hotspot.sh on [NAME [PASSWORD]]    sudo deploy/hotspot.sh off    deploy/hotspot.sh status
set -euo pipefail
# shellcheck source=deploy/lib.sh
. "$(dirname "$(readlink -f "$0")")/lib.sh"
CONNECTION=hule-hotspot
ACTION=${1:-status}
NAME=${2:-Hule}
PASSWORD=${3:-}

wifi_device() {
    nmcli -t -f DEVICE,TYPE device | sed -n 's/^\(.*\):wifi$/\1/p' | head -n1
}

exists() {
    nmcli -t -f NAME connection show | grep -qx "$CONNECTION"
}

# Letters that are not mistaken for each other when read aloud.
new_password() {
    python3 -c 'import secrets; print("".join(secrets.choice("23456789abcdefghjkmnpqrstuvwxyz") for _ in range(10)))'
}

show_code() {
    [ -x "$CURRENT/bin/python" ] || return 0
    "$CURRENT/bin/python" - "$NAME" "$PASSWORD" <<'PYTHON'
import sys
from segno.helpers import make_wifi
make_wifi(ssid=sys.argv[1], password=sys.argv[2], security="WPA").terminal(compact=True)
PYTHON
}

turn_on() {
    local device
    device=$(wifi_device)
    [ -n "$device" ] || fail "没有找到无线网卡" "there is no Wi-Fi device"
    if [ -z "$PASSWORD" ]; then PASSWORD=$(new_password); fi
    [ "${#PASSWORD}" -ge 8 ] || fail "密码至少 8 位" "the password needs at least 8 characters"
    say "热点会代替 $device 现在的 Wi-Fi 连接；通过它的 SSH 会断开。" \
        "The hotspot takes the place of the Wi-Fi that $device is on; an SSH session over it ends."
    if exists; then nmcli connection delete "$CONNECTION" >/dev/null; fi
    nmcli connection add type wifi ifname "$device" con-name "$CONNECTION" autoconnect yes ssid "$NAME" \
        802-11-wireless.mode ap 802-11-wireless.band bg ipv4.method shared ipv6.method disabled \
        wifi-sec.key-mgmt wpa-psk wifi-sec.psk "$PASSWORD" >/dev/null
    nmcli connection up "$CONNECTION" >/dev/null
    say "热点：$NAME  密码：$PASSWORD  页面：http://10.42.0.1/" "hotspot: $NAME  password: $PASSWORD  page: http://10.42.0.1/"
    show_code
}

command -v nmcli >/dev/null || fail "没有 NetworkManager：sudo apt install network-manager" \
    "NetworkManager is missing: sudo apt install network-manager"
case $ACTION in
on | off) [ "$(id -u)" = 0 ] || fail "请用 sudo 运行：sudo $0 $*" "run this with sudo: sudo $0 $*" ;;
esac
case $ACTION in
on) turn_on ;;
off)
    if ! exists; then fail "没有开热点" "the hotspot is not on"; fi
    nmcli connection delete "$CONNECTION" >/dev/null
    say "热点已关" "the hotspot is off"
    ;;
status) if exists; then nmcli connection show --active; else say "没有开热点" "the hotspot is not on"; fi ;;
*) sed -n '2,3s/^# *//p' "$0" >&2 && exit 2 ;;
esac
