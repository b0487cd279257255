#!/usr/bin/env bash
# Brings an installed Hule to another version: backup, trial on a copy of the data, switch, and back again when
# the new version does not start. Run it from the new version's checkout, or with a wheel folder.
set -euo pipefail
# shellcheck source=deploy/lib.sh
. "$(dirname "$(readlink -f "$0")")/lib.sh"

usage() {
    cat <<'TEXT'
sudo deploy/update.sh [--wheels DIR] [--yes]
  --wheels DIR   update from this folder, without internet (made by deploy/wheels.sh)
  --yes          do not ask
TEXT
}

GIVEN=("$@")
WHEELS='' YES='' FINISH=''
while [ $# -gt 0 ]; do
    case $1 in
    --wheels)
        [ $# -ge 2 ] || fail "--wheels 后面要有文件夹" "--wheels needs a folder"
        WHEELS=$2
        shift
        ;;
    --yes) YES=1 ;;
    --finish) FINISH=1 ;; # only an update that was cut off
    --help | -h) usage && exit 0 ;;
    *) usage >&2 && fail "不认识 $1" "$1 is not known" ;;
    esac
    shift
done

need_root "${GIVEN[@]}"
alone "${GIVEN[@]}"
OLD=$(current_release)
[ -n "$OLD" ] || fail "还没有安装：请用 deploy/install.sh" "Hule is not installed yet: use deploy/install.sh"
NEW='' BACKUP=''

back_up() {
    BACKUP=$DATA/backups/before-$(basename "$NEW").tar
    if [ ! -f "$DATA/hule.sqlite3" ]; then
        BACKUP=''
        return
    fi
    as_hule rm -f "$BACKUP"
    as_hule "$OLD/bin/hule" backup "$BACKUP" --data "$DATA"
}

give_up() {
    rm -rf "$NEW"
    [ ! -f "$PREFIX/trial.log" ] || tail -n 20 "$PREFIX/trial.log" >&2
    fail "$1" "$2"
}

# The database may have been brought to a newer shape: the old program gets the old data back.
roll_back() {
    if systemd_runs; then systemctl stop hule.service || true; fi
    switch_to "$OLD"
    if [ -n "$BACKUP" ]; then as_hule "$OLD/bin/hule" restore "$BACKUP" --data "$DATA"; fi
    [ ! -f "$PREFIX/old.service" ] || install -m 0644 "$PREFIX/old.service" "$UNIT"
    rm -f "$UNFINISHED"
    if systemd_runs; then systemctl daemon-reload; fi
    start_service || say "旧版本也没有启动：journalctl -u hule" "the old version does not start either: journalctl -u hule" >&2
    rm -rf "$NEW"
    fail "新版本没有启动，已换回旧版本，数据没有丢失" \
        "the new version did not start; the old one is back, with its data"
}

# From the switch on; done again when it was cut off.
finish_update() {
    keep_scripts
    install_unit
    local pin
    pin=$(first_pin)
    start_service || roll_back
    rm -f "$PREFIX/old.service" "$UNFINISHED"
    tidy
    say "更新好了" "Updated"
    echo "$pin"
}

# An update that was cut off between the switch and its end: the service may run, or not even start.
if cut_off; then
    { read -r OLD && read -r BACKUP; } <"$UNFINISHED" || true
    NEW=$(current_release)
    if [ "$NEW" != "$OLD" ] && [ -d "$OLD" ]; then
        say "先做完上一次中断的更新……" "Finishing the update that was cut off..."
        finish_update
        OLD=$NEW
    fi
    rm -f "$UNFINISHED"
fi
[ -z "$FINISH" ] || exit 0
check_source
if [ "$(source_id)" = "$(cat "$CURRENT/source-id" 2>/dev/null)" ]; then
    say "已经是这个版本" "This version is installed already"
    exit 0
fi
check_writable "$PREFIX" "$DATA" "$UNIT"
check_room "$PREFIX" 700 "$DATA" 200 /tmp 50

say "将要做的事：备份到 $DATA/backups，安装新版本，用数据的副本试运行，然后切换；启动不了就换回来。" \
    "This is what will be done: back up to $DATA/backups, install the new version, try it on a copy of the data, switch; and switch back when it does not start."
ask

NEW=$(next_release)
back_up
say "正在安装新版本……" "Installing the new version..."
make_release "$NEW" || give_up "安装失败，旧版本照常运行" "the installation failed; the old version runs on"
say "正在用数据的副本试运行……" "Trying it on a copy of the data..."
try_release "$NEW" "$BACKUP" || give_up "新版本不能启动，旧版本照常运行" "the new version does not start; the old one runs on"

# A hand agreed during the trial must be in the backup that a rollback would put back.
if systemd_runs; then systemctl stop hule.service; fi
back_up
cp "$UNIT" "$PREFIX/old.service"
printf '%s\n' "$OLD" "$BACKUP" >"$UNFINISHED"
switch_to "$NEW"
finish_update
