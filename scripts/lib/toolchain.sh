# Sourced by scripts/build: the oldest tools that this is known to build with, as Debian 12 and Ubuntu 24.04 have them.

# needs TOOL VERSION FOUND: fails, and says what was found, where FOUND is older.
needs() {
    [[ $3 =~ ([0-9]+(\.[0-9]+)*) ]] || fail "the version of $1 is unknown; $2 or newer is needed"
    local found=${BASH_REMATCH[1]}
    [ "$(printf '%s\n' "$2" "$found" | sort -V | head -n 1)" = "$2" ] ||
        fail "$1 is $found; $2 or newer is needed"
}

check_toolchain() {
    needs em++ 3.1.6 "$(em++ -dumpversion)"
    needs g++ 12 "$(g++ -dumpfullversion)"
    needs cmake 3.25 "$(cmake --version)"
    needs node 18.19 "$(node --version)"
}
