# Sourced by every script: strict mode, the project's root as the working directory, and what they share.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

say() { printf '%s\n' "$@"; }
fail() {
    printf '%s: %s\n' "scripts/$(basename "$0")" "$*" >&2
    exit 1
}

# stale STAMP PATH...: STAMP is missing, or something in the paths is newer (a folder is, when a file leaves it).
stale() {
    local stamp=$1
    shift
    [ -e "$stamp" ] || return 0
    [ -n "$(find "$@" -name node_modules -prune -o -newer "$stamp" -print -quit)" ]
}

# Installs a folder's npm packages exactly as its lock file says, unless that has been done.
npm_packages() {
    local folder=$1
    local stamp=$folder/node_modules/.installed-lock quiet=(--no-audit --no-fund --loglevel=error)
    if [ -e "$stamp" ] && cmp -s "$folder/package-lock.json" "$stamp"; then return; fi
    say "npm packages of $folder/"
    # npm 11 refuses a lock file that lacks another system's optional packages; install takes the same versions.
    (cd "$folder" && { npm ci "${quiet[@]}" 2>/dev/null || npm install --no-save "${quiet[@]}"; }) ||
        fail "npm could not install the packages of $folder/; is the network there?"
    cp "$folder/package-lock.json" "$stamp"
}

# The wasm tree ends up in build/wasm, the others beside it; configuring again is quick when nothing changed.
cmake_build() {
    local preset=$1 log=build/$1.configure.log
    shift
    mkdir -p build
    cmake --preset "$preset" >"$log" 2>&1 || {
        cat "$log" >&2
        fail "cmake could not configure the preset $preset"
    }
    cmake --build --preset "$preset" ${1+--target "$@"} || fail "the preset $preset does not compile"
}
