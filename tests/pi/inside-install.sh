#!/usr/bin/env bash
# The part of test-install.sh that runs inside the Debian folder, without network. SYSTEMD says whether systemd is
# real or played.
set -euo pipefail
ip link set lo up
export HULE_START_SECONDS=20
CHECKS=0
CURL="curl -fsS --max-time 10"

check() {
    local what=$1 began=$SECONDS
    shift
    if ! "$@"; then
        echo "FAILED: $what ($*)" >&2
        tail -n 20 /run/hule.log /opt/hule/trial.log 2>/dev/null >&2 || true
        [ "$SYSTEMD" != real ] || journalctl --no-pager -n 40 >&2 || true
        exit 1
    fi
    CHECKS=$((CHECKS + 1))
    echo "ok: $what ($((SECONDS - began)) s)"
}

not() { ! "$@"; }
says() { local text=$1 && shift && { "$@" 2>&1 || true; } | grep -q -- "$text"; }
page() { $CURL "http://127.0.0.1:$1/api/v1/eye" >/dev/null; }
tables() { $CURL "http://127.0.0.1:$1/api/v1/tables" | grep -o '"name":"[^"]*"' | sort | xargs; }
has_table() { [ "$(tables "$1")" = "name:evening" ]; }
main_process() {
    if [ "$SYSTEMD" = real ]; then systemctl show -P MainPID hule; else cat /run/hule.pid; fi
}
serves_as_hule() { [ "$(stat -c %U "/proc/$(main_process)")" = hule ]; }
is_version() { [ "$(/opt/hule/current/bin/python -I -c 'from importlib.metadata import version; print(version("hule"))')" = "$1" ]; }
exposure() { systemd-analyze security --offline=yes /etc/systemd/system/hule.service | sed -n 's/.*hule.service: \([0-9.]*\).*/\1/p'; }
safe_enough() { python3 -c "import sys; sys.exit(not 0 < float('$(exposure)') <= 3.0)"; }
unit_is_sound() { ! systemd-analyze verify /etc/systemd/system/hule.service 2>&1 | grep -i hule; }

https_unit_is_sound() { ! systemd-analyze verify /etc/systemd/system/hule-https.service 2>&1 | grep -i hule; }
# Trusting that certificate and nothing else; --retry: stunnel needs a moment.
padlock() { curl -fsS --max-time 10 --retry 10 --retry-connrefused --retry-delay 1 --cacert /etc/hule/https/certificate.pem "https://localhost/api/v1/eye" >/dev/null; }
https_is_off() { ! curl -ks --max-time 5 https://localhost/ >/dev/null; }
given_certificate() { $CURL "http://127.0.0.1:$1/https/hule.crt" | openssl x509 -inform der -noout -fingerprint -sha256; }
made_certificate() { openssl x509 -in /etc/hule/https/certificate.pem -noout -fingerprint -sha256; }

# What the service itself may write: looked up in its own view of the files.
sandbox_holds() {
    local view=(nsenter --target "$(main_process)" --mount --root --wd=/)
    "${view[@]}" setpriv --reuid=hule --regid=hule --clear-groups touch /var/lib/hule/mine || return 1
    rm /var/lib/hule/mine
    # Not even as root.
    ! "${view[@]}" touch /etc/theirs 2>/dev/null && ! "${view[@]}" touch /opt/hule/theirs 2>/dev/null &&
        ! "${view[@]}" touch /var/lib/theirs 2>/dev/null
}
restarted() { # restarted PID SECONDS: whether another process answers before the time is over
    local waited
    for waited in $(seq "$2"); do
        sleep 1
        if [ "$(main_process)" != "$1" ] && page 80 2>/dev/null; then return 0; fi
    done
    echo "still process $1 after $waited s" >&2
    return 1
}
comes_back() {
    local before
    before=$(main_process)
    kill -KILL "$before"
    restarted "$before" 40
}
# A minute is long for a test: systemd is told to lose patience sooner.
watchdog_bites() {
    local before
    mkdir -p /run/systemd/system/hule.service.d
    printf '[Service]\nWatchdogSec=6\n' >/run/systemd/system/hule.service.d/test.conf
    systemctl daemon-reload && systemctl restart hule
    before=$(main_process)
    kill -STOP "$before"
    restarted "$before" 60 || return 1
    rm -r /run/systemd/system/hule.service.d
    systemctl daemon-reload && systemctl restart hule
}

# refused ENGLISH CHINESE OPTION…: whether the installer says that, in both languages, and stops.
refused() {
    local english=$1 chinese=$2 program=(env "PATH=/tmp/pretended:$PATH" deploy/install.sh --yes)
    shift 2
    says "$english" "${program[@]}" "$@" && says "$chinese" env LC_ALL=zh_CN.UTF-8 "${program[@]}" "$@" && ! "${program[@]}" "$@" >/dev/null 2>&1
}
# pretend PROGRAM SCRIPT: the only program that is another one, from now on.
pretend() {
    rm -rf /tmp/pretended && mkdir /tmp/pretended
    printf '#!/bin/sh\n%s\n' "$2" >"/tmp/pretended/$1" && chmod +x "/tmp/pretended/$1"
}
wheels_like() { # wheels_like FILE: a folder with that wheel, and a hule that was cut in copying
    rm -rf /tmp/wheels-like && mkdir /tmp/wheels-like
    cp "/wheels/$1" /tmp/wheels-like/ 2>/dev/null || touch "/tmp/wheels-like/$1"
    head -c 1000 /wheels/hule-*.whl >"/tmp/wheels-like/$(basename /wheels/hule-*.whl)"
    echo /tmp/wheels-like
}
# cut_off_when CONDITION COMMAND…: as if the power went then: killed with all its children.
cut_off_when() {
    local condition=$1 group
    shift
    setsid env PIP_NO_COMPILE=no "$@" >/tmp/cut.log 2>&1 &
    group=$!
    until $condition >/dev/null; do
        kill -0 $group 2>/dev/null || { cat /tmp/cut.log >&2; return 1; }
        sleep 0.05
    done
    kill -KILL -- -$group
    wait $group 2>/dev/null || true
    if [ "$SYSTEMD" = real ]; then systemctl stop hule 2>/dev/null || true; fi
}

all_finished() {
    local release
    for release in /opt/hule/releases/*; do [ -f "$release/source-id" ] || return 1; done
}

# tells_pin COMMAND…: runs it; the PIN that it says is then in /tmp/pin.
tells_pin() { "$@" 2>&1 | tee /tmp/said /dev/stderr | sed -n 's/^PIN of the box: \([0-9]*\) .*/\1/p' >/tmp/pin && [ -s /tmp/pin ]; }
phone() { # phone PORT: a phone's cookies and token
    $CURL -c /tmp/jar "http://127.0.0.1:$1/api/v1/me" | sed 's/.*"csrf":"\([^"]*\)".*/\1/' >/tmp/token
}
posts() { # posts PORT PATH JSON
    phone "$1" && $CURL -b /tmp/jar -H "X-CSRFToken: $(cat /tmp/token)" -H 'Content-Type: application/json' \
        -d "$3" "http://127.0.0.1:$1/api/v1/$2" >/dev/null
}
open_table() { posts "$1" tables '{"name": "evening"}'; }
opens_box() { posts "$1" box/pin "{\"secret\": \"$2\"}" 2>/dev/null; }

cd /src
check "looking changes nothing" deploy/install.sh --wheels /wheels --check
check "nothing was installed by looking" not test -e /opt/hule
python3 -m http.server 80 >/dev/null 2>&1 &
other=$!
sleep 1
check "a taken port is said, with what to do" says "port 80 is in use: choose another" deploy/install.sh --wheels /wheels --yes
kill $other
check "nobody to ask is said" says "add --yes" deploy/install.sh --wheels /wheels
check "no number for a port is said" refused "is no port" "不是端口" --wheels /wheels --port many
check "a missing wheel folder is said" refused "there is no folder /nowhere/at/all" "没有文件夹" --wheels /nowhere/at/all
check "an empty wheel folder is said" refused "make it with deploy/wheels.sh" "先运行 deploy/wheels.sh" --wheels /tmp
check "wheels for another machine are said" refused "is not for this machine" "不是给这台机器的" --wheels "$(wheels_like numpy-2.0-cp39-cp39-linux_armv7l.whl)"
check "a cut wheel is said" refused "not whole: .*hule-" "文件不完整" --wheels "$(wheels_like "$(basename /wheels/numpy-*)")"
pretend uname 'echo armv7l'
check "a 32-bit kernel is said" refused "is armv7l: install the 64-bit" "64 位"
pretend getconf 'echo 32'
check "a 32-bit system is said" refused "is 32-bit: install the 64-bit" "32 位的"
# shellcheck disable=SC2016  # for the program
pretend python3 'if [ "$1" = -V ]; then echo Python 3.9.2; else exit 1; fi'
check "an old Python is said" refused "Python 3.9.2 is too old: use bookworm" "太旧"
rm -rf /tmp/pretended
mount -t tmpfs -o size=100m tmpfs /opt
check "a full card is said" refused "MB are free in /opt, 900 are needed" "请腾出空间" --wheels /wheels
mount -o remount,ro /opt
check "a read-only card is said" refused "/opt is read-only" "只能读" --wheels /wheels
umount /opt
check "who is not root is told" says "run this with sudo: sudo deploy/install.sh --yes" setpriv --reuid=65534 deploy/install.sh --yes
check "none of them changed anything" not ls -d /opt/hule /etc/hule /var/lib/hule 2>/dev/null

for moment in compgen\ -G\ "/opt/hule/releases/*/bin/pip" test\ -f\ /opt/hule/trial.log test\ -L\ /opt/hule/current; do
    check "the power goes as soon as: $moment" cut_off_when "$moment" deploy/install.sh --wheels /wheels --yes --camera none
done
check "nothing goes on without it" not pgrep -u hule
check "it installs without network, and says the PIN it made" tells_pin deploy/install.sh --wheels /wheels --yes --camera none
check "nothing unfinished is left" all_finished
check "nothing was stumbled over" not grep "stopped at line" /tmp/said
check "what nobody thought of is said with its line" says "stopped at line" env -u HULE_ALONE bash -c '. deploy/lib.sh; false'
check "the PIN is kept as a digest" not grep -q "$(cat /tmp/pin)" /var/lib/hule/box.json
check "it opens the box" opens_box 80 "$(cat /tmp/pin)"
check "another does not" not opens_box 80 000000
check "the page answers on port 80" page 80
check "the service runs as the user hule" serves_as_hule
check "the data belongs to hule alone" test "$(stat -c '%U %a' /var/lib/hule)" = "hule 750"
if [ "$SYSTEMD" = real ]; then
    check "systemd heard that it is ready" systemctl is-active --quiet hule
    check "and listens for its watchdog" test "$(systemctl show -P WatchdogUSec hule)" = 1min
    check "its log is in the journal" says "hule" journalctl --no-pager -u hule
    check "it cannot write outside its data" sandbox_holds
    check "killed, it comes back" comes_back
    check "hung, it is restarted by the watchdog" watchdog_bites
fi
check "it starts with the machine" test -L /etc/systemd/system/multi-user.target.wants/hule.service
check "systemd finds nothing wrong with the unit" unit_is_sound
check "its exposure is at most 3.0 ($(exposure))" safe_enough
check "a table can be opened" open_table 80

echo 'HULE_OPTIONS=--name club.example' >>/etc/hule/hule.conf
first=$(readlink /opt/hule/current)
check "it can be run again" deploy/install.sh --wheels /wheels --yes --port 8080
check "with the PIN of before" opens_box 8080 "$(cat /tmp/pin)"
check "and installs nothing twice" test "$(readlink /opt/hule/current)" = "$first"
check "the new port is used" page 8080
check "what was set by hand is kept" grep -q 'club.example' /etc/hule/hule.conf
check "the table is still there" has_table 8080

check "https can be turned on" deploy/https.sh on
check "systemd finds nothing wrong with its unit" https_unit_is_sound
check "the page answers over https, with the certificate made here" padlock
check "nobody else can read the key" test "$(stat -c '%U %G %a' /etc/hule/https/key.pem)" = "root hule 640"
check "the page hands out that certificate" test "$(given_certificate 8080)" = "$(made_certificate)"

# As many installations follow: without compiling (pip wants a false value for this), each is half as long.
export PIP_NO_COMPILE=no
check "the power goes in the middle of an update" cut_off_when "test -f /opt/hule/unfinished" deploy/update.sh --wheels /wheels-better --yes
check "it updates" says "Updated" deploy/update.sh --wheels /wheels-better --yes
check "and is finished" not test -e /opt/hule/unfinished
check "the new version runs" is_version 0.9.1
check "and answers" page 8080
check "with the table" has_table 8080
check "after a backup" compgen -G '/var/lib/hule/backups/before-*.tar'
check "the same again is nothing to do" says "installed already" deploy/update.sh --wheels /wheels-better --yes

check "a version that does not start is refused" says "the old one runs on" deploy/update.sh --wheels /wheels-broken --yes
check "the old one still answers" page 8080
check "a version that fails in service is rolled back" says "the old one is back" deploy/update.sh --wheels /wheels-late --yes
check "to the version before" is_version 0.9.1
check "which answers" page 8080
check "with the table, still" has_table 8080

check "doctor works as the service's user" setpriv --reuid=hule --regid=hule --init-groups \
    /opt/hule/current/bin/hule doctor --data /var/lib/hule --port 8080 --camera none
check "uninstalling without a word about the data is refused" says "add --keep-data or --remove-data" deploy/install.sh --uninstall
check "https can be turned off" /opt/hule/deploy/https.sh off
check "and is off" https_is_off
check "it uninstalls and keeps the data" deploy/install.sh --uninstall --keep-data
check "the program is gone" not test -e /opt/hule
check "the data is not" test -f /var/lib/hule/hule.sqlite3
check "it installs again" deploy/install.sh --wheels /wheels-better --yes --port 8080 --camera none
check "and finds the table" has_table 8080
check "it uninstalls with the data" /opt/hule/deploy/install.sh --uninstall --remove-data
check "nothing is left" not ls -d /opt/hule /var/lib/hule /etc/hule /etc/systemd/system/hule.service 2>/dev/null
check "nor the user" not id hule 2>/dev/null
echo "$CHECKS checks passed"
