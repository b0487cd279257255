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

bytes() {
    printf %s "$1" | wc -c
}

check_words() {
    [ "$(bytes "$NAME")" -le 32 ] || fail "名称太长：最多 32 字节（约 10 个汉字）" "the name is too long: at most 32 letters"
    if [ "$(bytes "$PASSWORD")" -lt 8 ] || [ "$(bytes "$PASSWORD")" -gt 63 ]; then
        fail "密码要 8 到 63 位" "the password needs 8 to 63 characters"
    fi
    case $PASSWORD in *[!\ -~]*) fail "密码只能用英文字母、数字和符号" "the password may hold plain letters, digits and signs only" ;; esac
}

# With WPA2 as `nmcli device wifi hotspot` sets it up. Without protected management frames: the firmware of a Pi's
# Wi-Fi refuses their key, and the hotspot of trixie would not start.
add_hotspot() {
    nmcli connection add type wifi ifname "$1" con-name "$CONNECTION" autoconnect yes ssid "$NAME" \
        802-11-wireless.mode ap 802-11-wireless.band bg ipv4.method shared ipv6.method disabled \
        wifi-sec.key-mgmt wpa-psk wifi-sec.psk "$PASSWORD" wifi-sec.proto rsn wifi-sec.pairwise ccmp \
        wifi-sec.group ccmp wifi-sec.pmf disable >/dev/null
}

turn_on() {
    local device page
    device=$(wifi_device)
    [ -n "$device" ] || fail "没有找到无线网卡" "there is no Wi-Fi device"
    # A new Pi keeps its Wi-Fi off until it knows in which country it is.
    [ "$(nmcli radio wifi)" = enabled ] || fail "Wi-Fi 关着：先设国家（sudo raspi-config nonint do_wifi_country CN），或运行 nmcli radio wifi on" \
        "Wi-Fi is off: set its country (sudo raspi-config nonint do_wifi_country DE), or run nmcli radio wifi on"
    if [ -z "$PASSWORD" ]; then PASSWORD=$(new_password); fi
    check_words
    say "热点会代替 $device 现在的 Wi-Fi 连接；通过它的 SSH 会断开。" \
        "The hotspot takes the place of the Wi-Fi that $device is on; an SSH session over it ends."
    if exists; then nmcli connection delete "$CONNECTION" >/dev/null; fi
    add_hotspot "$device"
    if ! nmcli connection up "$CONNECTION" >/dev/null; then
        nmcli connection delete "$CONNECTION" >/dev/null # else the Pi would try it at every start
        fail "热点没有开起来：journalctl -u NetworkManager" "the hotspot did not start: journalctl -u NetworkManager"
    fi
    page=http://10.42.0.1:$(setting HULE_PORT | grep . || echo 80)/
    page=${page/:80\//\/}
    say "热点：$NAME  密码：$PASSWORD  页面：$page" "hotspot: $NAME  password: $PASSWORD  page: $page"
    show_code
}

command -v nmcli >/dev/null || fail "没有 NetworkManager：sudo apt install network-manager" \
    "NetworkManager is missing: sudo apt install network-manager"
case $ACTION in
on | off) need_root "$@" ;;
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
