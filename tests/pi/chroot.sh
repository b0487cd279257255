# shellcheck shell=bash
# Debian folders to try things in, for the scripts beside this one: `source` it, do not run it.
#
# A folder is made once by debootstrap and kept under $HULE_CHROOTS (~/.cache/hule); what cannot be made here
# is skipped with exit status 77 and a sentence that says why.

CHROOTS=${HULE_CHROOTS:-${XDG_CACHE_HOME:-$HOME/.cache}/hule}
MOUNTED=()

skip() {
    echo "skipped: $*" >&2
    exit 77
}

need_root_and_debootstrap() {
    [ "$(id -u)" = 0 ] || skip "this needs root: sudo $0"
    command -v debootstrap >/dev/null || skip "debootstrap is missing: apt-get install debootstrap"
}

# The mirror that this machine's own apt uses.
mirror() {
    local found
    found=$(cat /etc/apt/sources.list.d/*.sources 2>/dev/null | sed -n 's/^URIs: *\([^ ]*\).*/\1/p' | head -n1)
    [ -n "$found" ] || found=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null |
        sed -n 's/^deb \(\[[^]]*\] \)\?\([^ ]*\) .*/\2/p' | head -n1)
    [ -n "$found" ] || skip "no Debian mirror among this machine's apt sources"
    echo "$found"
}

# base_root SUITE PACKAGES [ARCHITECTURE]: prints the folder of a fresh Debian, made now unless it is there.
base_root() {
    local suite=$1 packages=$2 folder=$CHROOTS/$1${3:+-$3}
    if [ ! -e "$folder/.complete" ]; then
        rm -rf "$folder"
        mkdir -p "$folder"
        debootstrap ${3:+"--arch=$3"} --variant=minbase --include="$packages" "$suite" "$folder" "$(mirror)" >"$folder.log" 2>&1 ||
            skip "debootstrap of $suite failed (offline?), see $folder.log"
        # pip inside trusts what this machine trusts.
        cp /etc/ssl/certs/ca-certificates.crt "$folder/etc/ssl/certs/ca-certificates.crt"
        rm -f "$folder"/var/cache/apt/archives/*.deb
        touch "$folder/.complete"
    fi
    echo "$folder"
}

# enter FOLDER: mounts what programs expect; undone at exit.
enter() {
    local place
    for place in proc dev; do
        mkdir -p "$1/$place"
        mountpoint -q "$1/$place" || mount --bind "/$place" "$1/$place"
        MOUNTED+=("$1/$place")
    done
    cp /etc/resolv.conf "$1/etc/resolv.conf"
    trap leave EXIT
}

leave() {
    local place
    for place in "${MOUNTED[@]}"; do umount -l "$place" 2>/dev/null || true; done
    MOUNTED=()
}

# inside FOLDER COMMAND…: runs it there with a clean environment.
inside() {
    local folder=$1
    shift
    chroot "$folder" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
}
