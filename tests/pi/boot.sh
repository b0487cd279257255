#!/usr/bin/env bash
# Becomes the systemd of a Debian folder: process 1 of namespaces of its own, with no network but the loopback.
#   unshare --mount --pid --fork --kill-child --net --cgroup --uts --ipc tests/pi/boot.sh FOLDER
set -euo pipefail
ROOT=$1
mount --bind "$ROOT" "$ROOT" # a systemd whose root is no mount point ends within seconds
mount -t proc proc "$ROOT/proc"
mount -t sysfs -o ro sysfs "$ROOT/sys"
mount -t cgroup2 cgroup2 "$ROOT/sys/fs/cgroup"
mount -t tmpfs -o mode=755 tmpfs "$ROOT/run"
mount -t tmpfs -o mode=755 tmpfs "$ROOT/dev"
while read -r name major minor; do
    mknod -m 666 "$ROOT/dev/$name" c "$major" "$minor"
done <<'NODES'
null 1 3
zero 1 5
full 1 7
random 1 8
urandom 1 9
tty 5 0
NODES
mkdir "$ROOT/dev/shm" "$ROOT/dev/pts"
mount -t tmpfs -o mode=1777 tmpfs "$ROOT/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$ROOT/dev/pts"
ln -s pts/ptmx "$ROOT/dev/ptmx"
ln -s /proc/self/fd "$ROOT/dev/fd"
ip link set lo up
exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot "$ROOT" /usr/lib/systemd/systemd --show-status=0
