#!/usr/bin/env bash
# https beside http, with a certificate made here. Phones warn once, since nobody vouches for it: the page /https
# explains that. It lets a phone's browser show its camera on the page and keep the last state while away.
#   sudo deploy/https.sh on    sudo deploy/https.sh off    deploy/https.sh files DIR LISTEN PORT
# `files` only writes the certificate and stunnel's settings into DIR, to serve port PORT as https on LISTEN.
set -euo pipefail
# shellcheck source=deploy/lib.sh
. "$(dirname "$(readlink -f "$0")")/lib.sh"
FOLDER=/etc/hule/https
HTTPS_UNIT=/etc/systemd/system/hule-https.service
DAYS=820 # phones refuse certificates that hold longer
AT_HOME='^(10|192\.168|172\.(1[6-9]|2[0-9]|3[01])|169\.254)\.'
# A phone that trusts this certificate trusts it for names and addresses of a home network, and for nothing else.
LIMITS='critical,permitted;DNS:local,permitted;DNS:localhost'
for range in 10.0.0.0/255.0.0.0 172.16.0.0/255.240.0.0 192.168.0.0/255.255.0.0 169.254.0.0/255.255.0.0 127.0.0.0/255.0.0.0; do
    LIMITS+=",permitted;IP:$range"
done

# Every name and address that phones may type.
names() {
    local list address
    list="DNS:$(setting HULE_NAME | grep . || echo hule).local,DNS:$(hostname | cut -d. -f1).local,DNS:localhost,IP:127.0.0.1,IP:10.42.0.1"
    for address in $(hostname -I 2>/dev/null | tr ' ' '\n' | grep -E "$AT_HOME" || true); do
        case ",$list," in *",IP:$address,"*) ;; *) list+=",IP:$address" ;; esac
    done
    echo "$list"
}

# write_files DIR LISTEN PORT
write_files() {
    install -d "$1"
    (
        umask 0077
        openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days "$DAYS" -subj "/CN=Hule" \
            -addext "subjectAltName=$(names)" -addext "extendedKeyUsage=serverAuth" -addext "nameConstraints=$LIMITS" \
            -keyout "$1/key.pem" -out "$1/certificate.pem" 2>/dev/null
    )
    chmod 0644 "$1/certificate.pem" # the page gives it to phones
    cat >"$1/stunnel.conf" <<TEXT
; Made by deploy/https.sh
foreground = yes
pid =
syslog = no
[hule]
accept = $2
connect = 127.0.0.1:$3
cert = $1/certificate.pem
key = $1/key.pem
sslVersionMin = TLSv1.2
TIMEOUTclose = 0
TIMEOUTidle = 43200
TEXT
}

turn_on() {
    [ -f "$CONFIG" ] || fail "请先运行 deploy/install.sh" "run deploy/install.sh first"
    if ! command -v stunnel4 >/dev/null || ! command -v openssl >/dev/null; then
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends stunnel4 openssl >/dev/null ||
            fail "装不上 stunnel4：请连上互联网再试" "stunnel4 cannot be installed: go online and try again"
    fi
    write_files "$FOLDER" 443 "$(setting HULE_PORT)"
    chown root:hule "$FOLDER/key.pem"
    chmod 0640 "$FOLDER/key.pem"
    install -m 0644 "$HERE/hule-https.service" "$HTTPS_UNIT"
    if systemd_runs; then systemctl daemon-reload; fi
    systemctl enable --quiet hule-https.service
    if systemd_runs; then systemctl restart hule-https.service; fi
    say "https 已开。换了网络地址后请再运行一次。说明页：/https" \
        "https is on. Run this again after the address changed. The page /https explains the warning."
    openssl x509 -in "$FOLDER/certificate.pem" -noout -fingerprint -sha256
}

case ${1:-} in
on)
    need_root on
    turn_on
    ;;
off)
    need_root off
    remove_https
    say "https 已关" "https is off"
    ;;
files)
    [ $# = 4 ] || { sed -n '4s/^# *//p' "$0" >&2 && exit 2; }
    write_files "$(readlink -m "$2")" "$3" "$4"
    ;;
*) sed -n '4s/^# *//p' "$0" >&2 && exit 2 ;;
esac
