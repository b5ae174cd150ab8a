# Sourced by every script: strict mode, the project's root as the working directory, and what they share.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# Some programs (npm is one) exit with status 0 on Ctrl-C; without this trap the script would then carry on.
trap 'trap - INT; kill -INT $$' INT

# Where ccache is installed, nothing is compiled twice, not even in another copy of this tree.
if command -v ccache >/dev/null; then
    export CMAKE_CXX_COMPILER_LAUNCHER=ccache CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1
    # For precompiled headers ccache has to ignore dates, and macros that the including file defines.
    export CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
fi

say() { printf '%s\n' "$@"; }
fail() {
    printf '%s: %s\n' "scripts/$(basename "$0")" "$*" >&2
    exit 1
}

# fail_over WHAT WORDS: fails with what to do about the cause that a program's words name.
fail_over() {
    local remedy
    remedy=$(remedy "$2")
    fail "$1${remedy:+: $remedy}"
}
remedy() {
    case $1 in
        *ENOSPC* | *"No space left on device"* | *"enough free space"*)
            say "the disk is full; free some space (a full build takes about 4 GB) and run this again" ;;
        *EROFS* | *"Read-only file system"*)
            say "the disk is read-only; copy the project to a folder that you can write to" ;;
        *EAI_AGAIN* | *ENOTFOUND* | *ECONNREFUSED* | *ECONNRESET* | *ENETUNREACH* | *ETIMEDOUT* | *SOCKET_TIMEOUT* | \
            *"Could not resolve"* | *"Temporary failure"* | *"Could not connect"* | *"Unable to connect"*)
            say "the network cannot be reached; connect, or configure your proxy, and run this again" ;;
        *SELF_SIGNED_CERT* | *UNABLE_TO_GET_ISSUER_CERT* | *"self-signed certificate"* | *"self signed certificate"*)
            say "this network uses a certificate of its own; set NODE_EXTRA_CA_CERTS to its file and run this again" ;;
        *EACCES* | *EPERM* | *"Permission denied"*)
            if [ -w "${HOME:-/nonexistent}" ]; then
                say "$(id -un) may not write there; run this as the owner of the project and of $HOME/.npm"
            else
                say "the home folder (${HOME:-HOME is not set}) is not writable; set HOME to one that is"
            fi ;;
        *"Could not get lock"*) say "another program is installing packages; run this again when it has finished" ;;
        *"Unable to locate package"* | *"no installation candidate"*)
            say "this system does not have them; Debian 12 and 13 and Ubuntu 24.04 (with universe enabled) do" ;;
    esac
}

# stale STAMP PATH...: STAMP is missing, or something in the paths is newer (a folder is, when a file leaves it).
stale() {
    local stamp=$1
    shift
    [ -e "$stamp" ] || return 0
    [ -n "$(find "$@" -name node_modules -prune -o -newer "$stamp" -print -quit)" ]
}

# npm_packages FOLDER [--omit=dev]: installs the packages of its lock file, unless they are there.
npm_packages() {
    local folder=$1 omit=${2-} said good=1
    if node scripts/lib/npm-installed.mjs "$folder" $omit; then return; fi
    say "npm packages of $folder/"
    # On a read-only disk npm complains only that a folder is missing.
    writable "$folder"
    # Not npm ci: npm 11 refuses a lock file that lacks another system's optional packages; this takes the same versions.
    rm -rf "$folder/node_modules"
    said=$(npm --prefix "$folder" install --no-save --no-audit --no-fund $omit 2>&1) || good=
    # On a full disk npm warns, and ends as if all were well.
    if [ -z "$good" ] || [[ $said == *ENOSPC* ]]; then
        grep -E '^npm (ERR!|error)' <<<"$said" | grep -v -e 'complete log' -e '^npm [a-zA-Z!]* *$' | head -n 12 >&2 || true
        rm -f "$folder/node_modules/.package-lock.json"
        fail_over "npm could not install the packages of $folder/" "$said"
    fi
}

# forget_if_moved BUILD [SOURCE]: a build folder contains the path of its source; if it was copied or moved, it is deleted.
forget_if_moved() {
    local cache=$1/CMakeCache.txt home
    [ -e "$cache" ] || return 0
    home=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$cache")
    if ! [ "$home" -ef "${2-.}" ]; then
        say "$1 was built for ${home:-another folder}; building it from scratch"
        rm -rf "$1"
    fi
}

# writable FOLDER: fails with the cause where a few megabytes cannot be written. A program that finds no room seldom says so:
# Ninja, for one, tries a hundred times.
writable() {
    local said
    if said=$({ mkdir -p "$1" && head -c 4M /dev/zero >"$1/probe"; } 2>&1); then
        rm "$1/probe"
    else
        rm -f "$1/probe"
        fail_over "$1/ cannot be written to" "$said"
    fi
}

# The wasm tree ends up in build/wasm, the others beside it; configuring again is quick when nothing changed.
cmake_build() {
    local preset=$1 log=build/$1.log
    shift
    writable build
    forget_if_moved "build/$preset"
    cmake --preset "$preset" >"$log" 2>&1 || {
        cat "$log" >&2
        writable build
        fail_over "cmake could not configure the preset $preset" "$(cat "$log")"
    }
    # On a full disk every later command would fail too: show the first failure only.
    cmake --build --preset "$preset" ${1+--target "$@"} 2>&1 | tee "$log" | sed -u '/No space left on device/,$d' || {
        writable build
        fail_over "the preset $preset does not compile" "$(cat "$log")"
    }
}
