# shellcheck shell=bash
# Debian folders to try things in, for the scripts beside this one: `source` it, do not run it.
#
# A folder is made once and kept under $HULE_CHROOTS (~/.cache/hule); what cannot be made here is skipped with exit
# status 77 and a sentence that says why. Everything runs in mount and process namespaces of its own: however a
# script ends, no mount and no process of it stays behind.

CHROOTS=${HULE_CHROOTS:-${XDG_CACHE_HOME:-$HOME/.cache}/hule}
MOST_MINUTES=20 # that another run may take before this one is skipped

skip() {
    echo "skipped: $*" >&2
    exit 77
}

# apart NAME SCRIPT ARGUMENT…: starts the script anew in namespaces of its own, one run of NAME at a time.
apart() {
    local name=$1
    shift
    [ -z "${HULE_APART:-}" ] || return 0
    [ "$(id -u)" = 0 ] || skip "this needs root: sudo $1"
    command -v mmdebstrap >/dev/null || skip "mmdebstrap is missing: apt-get install mmdebstrap"
    unshare --mount --pid --fork true 2>/dev/null || skip "this machine allows no namespaces (a container?)"
    mkdir -p "$CHROOTS"
    exec 8>"$CHROOTS/$name.lock"
    flock -w $((MOST_MINUTES * 60)) 8 || skip "another run of $name goes on for $MOST_MINUTES minutes already"
    HULE_APART=1 exec unshare --mount --pid --fork --kill-child --mount-proc "$@"
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
# With libcamera among the packages, that of backports: the virtual camera hangs in trixie's own.
base_root() {
    local suite=$1 packages=$2 folder mirror sources
    folder=$CHROOTS/$suite${3:+-$3}
    (
        flock 9
        [ "$(cat "$folder/.complete" 2>/dev/null)" != "$packages" ] || exit 0
        rm -rf --one-file-system "$folder"
        mirror=$(mirror) || exit $?
        sources=("$mirror")
        case $packages in *libcamera*) sources+=("deb $mirror $suite-backports main") ;; esac
        mmdebstrap --quiet ${3:+"--architectures=$3"} --variant=minbase --include="$packages" \
            --dpkgopt=force-unsafe-io --aptopt='APT::Install-Recommends "false"' \
            --setup-hook="printf '%s\n' 'Package: src:libcamera' 'Pin: release n=$suite-backports' 'Pin-Priority: 990' \
                >\"\$1/etc/apt/preferences.d/libcamera\"" \
            "$suite" "$folder" "${sources[@]}" >"$folder.log" 2>&1 ||
            { rm -rf --one-file-system "$folder"; skip "Debian $suite cannot be fetched (offline?), see $folder.log"; }
        # pip inside trusts what this machine trusts.
        mkdir -p "$folder/etc/ssl/certs"
        cp /etc/ssl/certs/ca-certificates.crt "$folder/etc/ssl/certs/ca-certificates.crt"
        cp /etc/resolv.conf "$folder/etc/resolv.conf"
        echo "$packages" >"$folder/.complete"
    ) 9>"$folder.lock" || exit $?
    echo "$folder"
}

# copy_of FOLDER NAME: prints a folder of that name beside it, a fresh copy.
copy_of() {
    rm -rf --one-file-system "${CHROOTS:?}/$2"
    cp -a --reflink=auto "$1" "$CHROOTS/$2"
    echo "$CHROOTS/$2"
}

# enter FOLDER: mounts what programs expect, for this script alone.
enter() {
    mkdir -p "$1/proc" "$1/dev"
    mount -t proc proc "$1/proc"
    mount --bind /dev "$1/dev"
}

# throw_away FOLDER: with whatever is mounted in it.
throw_away() {
    local place
    while read -r _ place _; do
        case $place in "$1"/*) umount -l "$place" ;; esac
    done < <(tac /proc/mounts)
    rm -rf --one-file-system "$1"
}

# inside FOLDER COMMAND…: runs it there with a clean environment.
inside() {
    local folder=$1
    shift
    chroot "$folder" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
}

# boot FOLDER: starts its systemd, for real; sets INIT to its process. Fails where this machine cannot.
boot() {
    local cgroups waited
    BOOTED_ROOT=$1
    cgroups=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts)
    [ -n "$cgroups" ] || return 1
    CGROUP=$cgroups/hule-$(cksum <<<"$1" | cut -d' ' -f1) # one for each folder
    remove_group # of a run that was killed
    mkdir "$CGROUP" 2>/dev/null || return 1
    # A group of its own, which systemd takes for the root of all.
    # shellcheck disable=SC2016  # for the inner shell
    bash -c 'echo $$ >"$1/cgroup.procs" && exec unshare --mount --pid --fork --kill-child --net --cgroup --uts --ipc "$2" "$3"' \
        - "$CGROUP" "$(dirname "${BASH_SOURCE[0]}")/boot.sh" "$1" >"$1/boot.log" 2>&1 &
    BOOTED=$!
    for waited in $(seq 180); do
        kill -0 $BOOTED 2>/dev/null || return 1
        INIT=$(pgrep -P $BOOTED || true)
        if [ -n "$INIT" ]; then
            case $(WITHIN_SECONDS=10 within systemctl is-system-running 2>/dev/null) in running | degraded) return 0 ;; esac
        fi
        sleep 1
    done
    echo "systemd did not come up in $waited tries" >&2
    return 1
}

# within COMMAND…: runs it beside the systemd that `boot` started, for half an hour at most ($WITHIN_SECONDS).
within() {
    timeout --kill-after=5 "${WITHIN_SECONDS:-1800}" nsenter --target "$INIT" --mount --pid --net --cgroup --uts --ipc chroot "$BOOTED_ROOT" /usr/bin/env -i \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=en_GB.UTF-8 LC_ALL=C.UTF-8 "$@"
}

# `unshare` blocks SIGTERM while it waits; killed, it takes its systemd along (--kill-child).
shut_down() {
    [ -z "${BOOTED:-}" ] || kill -KILL "$BOOTED" 2>/dev/null || true
    [ -z "${BOOTED:-}" ] || wait "$BOOTED" 2>/dev/null || true
    [ -z "${CGROUP:-}" ] || remove_group
}

# Empty once the last process in it is gone, which takes a moment.
remove_group() {
    local waited
    for waited in $(seq 50); do
        [ -d "$CGROUP" ] || return 0
        find "$CGROUP" -depth -type d -exec rmdir {} + 2>/dev/null || sleep 0.1
    done
    echo "$CGROUP is still there after $waited tries" >&2
}

# source_into FOLDER: this checkout, as a newcomer gets it.
source_into() {
    mkdir -p "$1"
    git ls-files -z --cached --others --exclude-standard | tar --null --ignore-failed-read -T - -c 2>/dev/null | tar -x -C "$1"
}

# What the scripts need of a Debian, the same for all, so that one folder serves them.
packages_for() {
    local wanted=ca-certificates,python3-venv,iproute2,systemd,curl,stunnel4,procps
    case $1 in
    trixie) echo "$wanted,python3-dev,gcc,libc6-dev,libcap-dev,python3-libcamera,libcamera-ipa" ;;
    *) echo "$wanted" ;;
    esac
}

# wheels_for SUITE ROOT: prints a folder with every wheel that the tests install there, fetched once for this set of
# requirements; it has to hold the source in /src.
wheels_for() {
    local suite=$1 root=$2 wanted folder more=(setuptools wheel)
    [ "$suite" != trixie ] || more+=(picamera2 pytest)
    wanted=$( { sed -n '/^dependencies/,/^train/p' pyproject.toml; cat deploy/wheels.sh; } | sha256sum | cut -c1-12)
    folder=$CHROOTS/wheels-$suite-$wanted
    (
        flock 9
        [ ! -e "$folder/.complete" ] || exit 0
        rm -rf --one-file-system "$CHROOTS/wheels-$suite-"*/
        mkdir -p "$folder" "$root/fetched"
        mount --bind "$folder" "$root/fetched"
        inside "$root" python3 -m venv /tmp/pip >&2
        inside "$root" env HULE_PIP=/tmp/pip/bin/pip bash /src/deploy/wheels.sh /fetched >&2 &&
            inside "$root" /tmp/pip/bin/pip wheel --quiet --wheel-dir /fetched "${more[@]}" >&2 ||
            skip "wheels cannot be fetched (offline?)"
        rm "$folder"/hule-*.whl
        rm -rf "$root/tmp/pip"
        umount "$root/fetched"
        touch "$folder/.complete"
    ) 9>"$CHROOTS/wheels-$suite.lock" || exit $?
    echo "$folder"
}
