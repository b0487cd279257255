#!/usr/bin/env bash
# https beside http, with a certificate made here. Phones warn once, since nobody vouches for it: the page /https
# explains that. It lets a phone's browser show its camera on the page and keep the last state while away.
#   sudo deploy/https.sh on    sudo deploy/https.sh off
set -euo pipefail
# shellcheck source=deploy/lib.sh
. "$(dirname "$(readlink -f "$0")")/lib.sh"
FOLDER=/etc/hule/https
SETTINGS=/etc/stunnel/hule.conf
DAYS=820 # phones refuse certificates that hold longer

# Every name and address that phones may type.
names() {
    local list address
    list="DNS:$(setting HULE_NAME | grep . || echo hule).local,DNS:$(hostname).local,DNS:localhost,IP:10.42.0.1"
    for address in $(hostname -I 2>/dev/null | tr ' ' '\n' | grep -E '^[0-9]+\.' || true); do
        list+=",IP:$address"
    done
    echo "$list"
}

make_certificate() {
    install -d -m 0750 "$FOLDER"
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days "$DAYS" -subj "/CN=Hule" \
        -addext "subjectAltName=$(names)" -addext "extendedKeyUsage=serverAuth" \
        -keyout "$FOLDER/key.pem" -out "$FOLDER/certificate.pem" 2>/dev/null
    chmod 0600 "$FOLDER/key.pem"
}

turn_on() {
    [ -f "$CONFIG" ] || fail "请先运行 deploy/install.sh" "run deploy/install.sh first"
    if ! command -v stunnel >/dev/null; then
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends stunnel4 openssl >/dev/null ||
            fail "装不上 stunnel4：请连上互联网再试" "stunnel4 cannot be installed: go online and try again"
    fi
    make_certificate
    cat >"$SETTINGS" <<TEXT
; Made by deploy/https.sh
[hule]
accept = :::443
connect = 127.0.0.1:$(setting HULE_PORT)
cert = $FOLDER/certificate.pem
key = $FOLDER/key.pem
sslVersionMin = TLSv1.2
TIMEOUTidle = 43200
TEXT
    if systemd_runs; then systemctl enable --quiet --now stunnel4 2>/dev/null || systemctl restart stunnel4; fi
    if systemd_runs; then systemctl restart stunnel4; fi
    say "https 已开。换了网络地址后请再运行一次。说明页：/https" \
        "https is on. Run this again after the address changed. The page /https explains the warning."
    openssl x509 -in "$FOLDER/certificate.pem" -noout -fingerprint -sha256
}

[ "$(id -u)" = 0 ] || fail "请用 sudo 运行：sudo $0 $*" "run this with sudo: sudo $0 $*"
case ${1:-} in
on) turn_on ;;
off)
    rm -rf "$SETTINGS" "$FOLDER"
    if systemd_runs; then systemctl restart stunnel4 2>/dev/null || true; fi
    say "https 已关" "https is off"
    ;;
*) sed -n '4s/^# *//p' "$0" >&2 && exit 2 ;;
esac
