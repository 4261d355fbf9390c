# Sourced by tools/ritz, tools/test and tools/check: installs what is missing, configures and builds.
# After sourcing, $root is the top folder of the house.

root=$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/.." && pwd -P)

packages=(g++ cmake ninja-build libsundials-dev libeigen3-dev libfmt-dev libspdlog-dev nlohmann-json3-dev doctest-dev
    libcli11-dev pkg-config libopenblas-dev liblapacke-dev libsuitesparse-dev libhdf5-dev libmd-dev)
optional_packages=()  # installed where the system offers them; what needs them says when it goes without

# What the program is made of, and what the tests add. Folders count too: a file that vanished changes its folder.
program_sources=(CMakeLists.txt CMakePresets.json core bodies reduction engine integrators scenes/loader
    tools/CMakeLists.txt tools/*.cpp tools/*.hpp tools/report)

say() { printf '%s\n' "$*" >&2; }

# The packages that dpkg does not know as installed, one a line; nothing on systems without dpkg.
list_missing_packages() {
    command -v dpkg-query >/dev/null || return 0
    local package
    for package in "$@"; do
        [[ $(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || printf '%s\n' "$package"
    done
}

# Runs apt-get as root, or fails if there is no way to be root without a password.
as_root() {
    if [[ $EUID -eq 0 ]]; then
        env DEBIAN_FRONTEND=noninteractive "$@"
    else
        sudo -n env DEBIAN_FRONTEND=noninteractive "$@"
    fi
}

ask_for_packages() {
    say "These packages are missing, and could not be installed from here:"
    say "    $*"
    say "Please install them, or ask whoever looks after this machine to run:"
    say "    apt-get install --no-install-recommends $*"
    exit 2
}

install_missing_packages() {
    local missing log
    mapfile -t missing < <(list_missing_packages "${packages[@]}")
    ((${#missing[@]})) || return 0
    may_install || ask_for_packages "${missing[@]}"
    say "installing ${missing[*]}"
    log=$(mktemp)
    # The lists of packages are only fetched where they are absent or out of date.
    if ! as_root apt-get install -y --no-install-recommends "${missing[@]}" >"$log" 2>&1; then
        if ! { as_root apt-get update && as_root apt-get install -y --no-install-recommends "${missing[@]}"; } \
            >>"$log" 2>&1; then
            cat -- "$log" >&2
            rm -f -- "$log"
            ask_for_packages "${missing[@]}"
        fi
    fi
    rm -f -- "$log"
}

may_install() { command -v apt-get >/dev/null && { [[ $EUID -eq 0 ]] || sudo -n true 2>/dev/null; }; }

install_optional_packages() {
    local package offer
    while read -r package; do
        offer=$(apt-cache policy "$package" 2>/dev/null) || continue
        [[ $offer =~ Candidate:\ [^\(] ]] || continue
        may_install || continue
        say "installing $package"
        as_root apt-get install -y --no-install-recommends "$package" >/dev/null 2>&1 || say "$package could not be installed"
    done < <(list_missing_packages "${optional_packages[@]}")
}

# The folder of a preset, as CMakePresets.json has it.
build_folder() {
    case $1 in
        release) printf '%s\n' "$root/build" ;;
        developer) printf '%s\n' "$root/build-developer" ;;
        debug) printf '%s\n' "$root/build-debug" ;;
        asan-ubsan) printf '%s\n' "$root/build-asan" ;;
        *)
            say "no preset \"$1\"; known: release, developer, debug, asan-ubsan"
            exit 2
            ;;
    esac
}

# is_up_to_date STAMP SOURCE...: whether no source is newer than the stamp. Sources that do not exist count as old.
is_up_to_date() {
    local stamp=$1 source
    shift
    [[ -e $stamp ]] || return 1
    local existing=()
    for source in "$@"; do [[ -e $root/$source ]] && existing+=("$root/$source"); done
    [[ -z $(find "${existing[@]}" -newer "$stamp" -print -quit) ]]
}

# CMake refuses a build folder that was made for sources elsewhere: a copied or renamed house starts afresh.
forget_moved_configuration() {
    local build=$1 home
    [[ -e $build/CMakeCache.txt ]] || return 0
    home=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$build/CMakeCache.txt")
    [[ $home == "$root" ]] || rm -rf -- "$build/CMakeCache.txt" "$build/CMakeFiles"
}

configure() {
    local preset=$1 build
    build=$(build_folder "$preset")
    forget_moved_configuration "$build"
    (cd -- "$root" && cmake --preset "$preset")
}

# build PRESET STAMP TARGET...: installs, configures and builds; touches the stamp with the time at which it began, so
# that a source saved meanwhile counts as newer. Output goes to a log, shown only on failure.
build() {
    local preset=$1 stamp=$2 folder log begin
    shift 2
    folder=$(build_folder "$preset")
    mkdir -p -- "$folder"
    install_missing_packages
    install_optional_packages
    say "building $* ($preset) ..."
    log=$folder/build.log
    begin=$(mktemp)
    if ! { configure "$preset" && cmake --build "$folder" --target "$@"; } >"$log" 2>&1; then
        rm -f -- "$begin"
        cat -- "$log" >&2
        say "the build failed; its output is also in $log"
        return 1
    fi
    touch -r "$begin" -- "$stamp"
    rm -f -- "$begin"
}
