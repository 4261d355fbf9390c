#!/usr/bin/env bash
# install_test.sh BUILD COMPILER: installs the library of a build folder, and uses it as somebody else's project would.
#   - the installed headers compile without the sources (with RITZ_SLOW_TESTS, of tools/test --all, each by itself)
#   - docs/library.md names every public header
#   - the programs of docs/examples build against the package, run, and compute what they should
# They are compiled without our flags, for no particular processor: what the package says of itself has to be enough.
set -euo pipefail

build=$1 compiler=$2
source=$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/../.." && pwd -P)
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
fault() { echo "FAULT: $*" | tee -a "$work/faults" >&2; }  # a file: some of them are found in subshells

# Moved after it was installed: nothing in the package may remember where it was.
cmake --install "$build" --prefix "$work/first" >"$work/install.log" || { cat "$work/install.log" >&2; exit 1; }
mv -- "$work/first" "$work/prefix"
if grep -rIl -e "$source" -e "$work" "$work/prefix" >&2; then fault "these installed files name folders of the build"; fi

# The installed program runs, and has the version by which the package is found.
version=$(sed -n 's/^project(ritz VERSION \([0-9.]*\) .*/\1/p' "$source/CMakeLists.txt")
[[ $("$work/prefix/bin/ritz" --version) == *"$version"* ]] || fault "the installed program does not say that it is version $version"

mapfile -t public < <(sed -n 's/^  \([a-z_/0-9]*\.hpp\))\{0,1\}$/\1/p' "$source/tools/package/public_headers.cmake")
((${#public[@]} > 20)) || fault "only ${#public[@]} public headers were found in the list"
for header in "${public[@]}"; do
    [[ -e $work/prefix/include/ritz/$header ]] || fault "$header was not installed"
    grep -qF "ritz/$header" "$source/docs/library.md" || fault "docs/library.md does not name ritz/$header"
done

configure_log=$work/configure.log
# Eigen allocates in another way where sanitizers are on, so that programs need them where the library has them.
own_flags=-g0
if grep -q '^RITZ_SANITIZE:BOOL=ON' "$build/CMakeCache.txt"; then own_flags+=" -fsanitize=address,undefined"; fi
# Systems without make have what this tree is built with.
command -v ninja >/dev/null && export CMAKE_GENERATOR=${CMAKE_GENERATOR:-Ninja}
if ! cmake -S "$source/docs/examples" -B "$work/examples" -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_BUILD_TYPE=Debug \
    -DCMAKE_CXX_FLAGS="$own_flags" -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_CXX_COMPILER_LAUNCHER= \
    -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >"$configure_log" 2>&1; then
    cat "$configure_log" >&2
    exit 1
fi
cmake --build "$work/examples" -j2 >"$work/build.log" 2>&1 || { cat "$work/build.log" >&2; exit 1; }

# Flags of an example, for headers alone.
flags=$(sed -n 's/^ *"command": "[^ ]* \(.*\) -o .*/\1/p' "$work/examples/compile_commands.json" | head -n 1)
compile() {  # NAME, the source from stdin
    cat >"$work/$1.cpp"
    # shellcheck disable=SC2086
    "$compiler" $flags -fsyntax-only "$work/$1.cpp" 2>"$work/$1.log" || { head -n 20 "$work/$1.log" >&2; fault "$1 does not compile"; }
}
list_installed() { (cd "$work/prefix/include" && find ritz -name '*.hpp' | LC_ALL=C sort "$@"); }
# All of them in two orders: what a header forgets to include is missing in one of them, save in rare cases.
list_installed | sed 's/.*/#include <&>/' | compile all_headers &
list_installed -r | sed 's/.*/#include <&>/' | compile all_headers_backwards
wait
if [[ ${RITZ_SLOW_TESTS:-} ]]; then
    for header in $(list_installed); do echo "#include <$header>" | compile "$(tr / _ <<<"${header%.hpp}")_alone"; done
fi

expect() {  # PROGRAM LINE: what it prints
    local printed
    printed=$("$work/examples/$1" 2>"$work/$1.log") || { cat "$work/$1.log" >&2; fault "$1 failed"; }
    grep -qxF -- "$2" <<<"$printed" || fault "$1 printed \"$printed\", expected \"$2\""
}
# The published values at 10 s (tests/physics, from elliptic functions), mirrored: here it starts on the other side.
expect pendulum "10,0.275087,-0.961419"
# The tension is 3 m g sin θ = 40 N at θ = 0.747, after 0.37 s; the first step behind it stops the run.
printed=$("$work/examples/observer") || fault "observer failed"
[[ $printed == "the rope breaks at t = 0."[34]* ]] || fault "observer printed \"$printed\""

# Held upright by a torque that the program sets itself: nothing of the first deflection is left.
"$work/examples/controller" >/dev/null || fault "controller failed"

[[ ! -e $work/faults ]] || exit 1
echo "installed $(list_installed | wc -l) headers, built and ran the examples"
