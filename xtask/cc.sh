#!/bin/sh
# The linker driver of this workspace's Rust code (`.cargo/config.toml` names it): plain `cc`.
#
# A machine with rustup and nothing else has no `cc`, and then cargo cannot even link `cargo xtask setup`,
# which would install one. So the first link installs it here, and the README's two commands need rustup alone.
set -eu

say() {
    # rustc swallows what a successful linker prints.
    { printf 'fz: %s\n' "$*" >/dev/tty; } 2>/dev/null || printf 'fz: %s\n' "$*" >&2
}

install_cc() {
    packages='gcc libc6-dev'
    command -v apt-get >/dev/null 2>&1 || { say "no C compiler: install one that answers to 'cc'"; exit 1; }
    if [ "$(id -u)" = 0 ]; then
        as_root='env'
    elif command -v sudo >/dev/null 2>&1; then
        as_root='sudo env'
    else
        say "no C compiler, and no sudo: as root, run: apt-get update && apt-get install -y $packages"
        exit 1
    fi
    say "no C compiler yet, installing: $packages"
    $as_root DEBIAN_FRONTEND=noninteractive apt-get update -qq
    # shellcheck disable=SC2086 # a list of words
    $as_root DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages
}

if ! command -v cc >/dev/null 2>&1; then
    exec 9<"$0"
    flock 9
    command -v cc >/dev/null 2>&1 || install_cc >&2
    exec 9<&-
fi
exec cc "$@"
