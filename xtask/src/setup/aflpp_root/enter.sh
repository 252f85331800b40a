#!/bin/sh
# Runs the root's compiler of this name inside the root, which needs root rights. This machine's other folders are there
# as well, in a mount namespace that vanishes with the command. Programs linked with -static run outside, too.
set -eu
root=$(readlink -f "$0")
root=${root%/*/*}
exec unshare --mount --propagation private sh -euc '
root=$1 here=$2 program=$3
shift 3
for folder in /*; do
	case $folder in
	/bin | /boot | /etc | /lib* | /media | /mnt | /opt | /run | /sbin | /srv | /sys | /usr | /var) ;;
	*)
		if [ -d "$folder" ]; then
			mkdir -p "$root$folder"
			mount --rbind "$folder" "$root$folder"
		fi
		;;
	esac
done
exec chroot "$root" sh -euc "cd \"\$1\"; shift; exec \"\$@\"" sh "$here" "/usr/bin/$program" "$@"
' sh "$root" "$PWD" "${0##*/}" "$@"
