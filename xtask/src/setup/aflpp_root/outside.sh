#!/bin/sh
# Runs the root's program of this name on this machine, with the root's own loader and libraries: this machine's may be older.
root=${0%/*}/..
lib=$root/usr/lib/x86_64-linux-gnu
exec "$lib/ld-linux-x86-64.so.2" --library-path "$lib" --argv0 "$0" "$root/usr/bin/${0##*/}" "$@"
