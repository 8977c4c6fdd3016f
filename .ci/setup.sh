# What ./run and ./check share: packages of Debian 12, and a build folder. Sourced by bash.
# shellcheck shell=bash disable=SC2034

SETUP_BUILD=(gcc libc6-dev meson ninja-build pkg-config libsdl2-dev libsdl2-ttf-dev
    libfontconfig-dev libpng-dev libjansson-dev libyaml-dev fonts-dejavu-core
    "fonts-noto-cjk|fonts-wqy-microhei" fonts-jetbrains-mono)
SETUP_PROGRAMS=(clang)
SETUP_PAGE=(clang-14 lld-14 llvm-14 wasi-libc libclang-rt-14-dev-wasm32 libjs-codemirror esbuild zopfli)
SETUP_PACKAGES=(binutils dpkg-dev patchelf)
SETUP_BROWSERS=(chromium firefox-esr webkit2gtk-driver nodejs)
SETUP_TEST=(libcmocka-dev clang clang-format imagemagick openbox parallel python3-yaml shellcheck
    xdotool xvfb)
SETUP_PYPI=(wasmtime mypy) # what the wheel runs in, and what reads its types

setup_fail() {
    echo "tilestep: $*" >&2
    exit 2
}

setup_is_installed() {
    dpkg-query -W -f='${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed
}

# The packages among the arguments that are missing; of "a|b" either will do.
setup_missing() {
    local package choice found
    for package in "$@"; do
        found=no
        for choice in ${package//|/ }; do
            if setup_is_installed "$choice"; then found=yes; fi
        done
        [ $found = yes ] || echo "${package%%|*}"
    done
}

# setup_ask QUESTION: true without asking in CI, where nobody could answer.
setup_ask() {
    local answer
    if [ ! -t 0 ]; then
        [ "${CI:-}" = true ] || setup_fail "not at a terminal: run it again with --yes to install"
        return 0
    fi
    read -r -p "$1 [Y/n] " answer
    case $answer in '' | [yY]*) return 0 ;; *) return 1 ;; esac
}

# setup_packages YES PACKAGE...: installs what is missing, asking first unless YES is yes.
setup_packages() {
    local yes=$1 missing
    shift
    if ! command -v dpkg-query >/dev/null; then
        echo "tilestep: not a Debian system, so nothing is installed; needed are: $*" >&2
        return 0
    fi
    mapfile -t missing < <(setup_missing "$@")
    [ ${#missing[@]} -gt 0 ] || return 0
    echo "Missing packages: ${missing[*]}"
    [ "$yes" = yes ] || setup_ask "Install them with apt-get?" ||
        setup_fail "not installed; nothing was done"
    setup_install "${missing[@]}"
}

# setup_optional YES WITHOUT WHAT PACKAGE...: the same of packages that something asks for which many do
# without. What is not installed is noted in the file WITHOUT, and not asked for again while that is there.
setup_optional() {
    local yes=$1 without=$2 what=$3 missing
    shift 3
    command -v dpkg-query >/dev/null || return 0
    mapfile -t missing < <(setup_missing "$@")
    if [ ${#missing[@]} -eq 0 ] || { [ "$yes" != yes ] && [ -f "$without" ]; }; then return 0; fi
    echo "Not installed: ${missing[*]}, which only $what needs" >&2
    if [ "$yes" = yes ] || { [ -t 0 ] && setup_ask "Install it with apt-get?"; }; then
        (setup_install "${missing[@]}") && return 0
    fi
    echo "Everything else works without it; later: apt-get install ${missing[*]}" >&2
    setup_without=$without
}

# setup_pypi FOLDER PACKAGE...: of PyPI, into a folder for PYTHONPATH; without a network there is no such folder.
setup_pypi() {
    local folder=$1
    shift
    [ -f "$folder/state" ] && [ "$(cat "$folder/state")" = "$*" ] && return 0
    rm -rf "$folder"
    if python3 -m pip install --quiet --disable-pip-version-check --root-user-action=ignore --no-warn-conflicts \
        --retries 1 --timeout 15 --target "$folder" "$@" >/dev/null 2>&1; then
        echo "$*" >"$folder/state"
    else
        rm -rf "$folder"
        return 1
    fi
}

setup_install() {
    local root=()
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null ||
            setup_fail "no sudo here, and not root; as root run: apt-get install $*"
        root=(sudo)
    fi
    local apt=("${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -y -q)
    local install=("${apt[@]}" install --no-install-recommends "$@")
    # The package lists of a fresh machine are empty or old: fetched when that shows, not before.
    "${install[@]}" 2>/dev/null && return 0
    "${apt[@]}" update || setup_fail "apt-get update failed (see above)"
    "${install[@]}" || setup_fail "apt-get could not install $* (see above): is there a network?"
}

# setup_state [MESON OPTION...]: what a build folder hangs on, one thing a line: the options, where the
# checkout stands, the options that it has, which meson reads them, what there is to be found.
setup_state() {
    printf '%s\n' "$@" "$PWD" "$(cksum meson_options.txt)"
    stat -L -c '%n %Y' "$(command -v meson)" || true
    { dpkg-query -W || true; pkg-config --list-all || true; } 2>/dev/null | cksum
}

# setup_configure FOLDER [MESON OPTION...]: when it is not there, and again when what it hangs on has
# changed. One that meson cannot bring up to date is made anew.
setup_configure() {
    local folder=$1 log
    shift
    if [ -f "$folder/build.ninja" ] && [ -f "$folder/state" ] &&
        [ -z "$(setup_state "$@" | grep -vxFf "$folder/state")" ]; then
        return 0
    fi
    if [ ! -f "$folder/build.ninja" ] || ! setup_again "$folder" "$@" >/dev/null 2>&1; then
        rm -rf "$folder"
        log=$(meson setup "$folder" "$@" 2>&1) || setup_fail "meson could not configure $folder:
$log"
    fi
    setup_state "$@" >"$folder/state"
}

# What meson remembers of libraries is thrown away, since they may have gone.
setup_again() {
    meson configure "$1" --clearcache && meson setup --reconfigure "$@"
}

# setup_build FOLDER [TARGET...]
setup_build() {
    ninja -C "$1" --quiet "${@:2}" >&2 || setup_fail "the build in $1 failed (see above)"
}

# setup_page TARGET...: the page, one HTML file, built beside the program.
setup_page() {
    setup_configure build-web -Doptimization=2 -Ddebug=false -Db_ndebug=true --cross-file src/web/wasm.ini
    setup_build build-web "$@"
}

# The time that packages say they are of: that of the commit, whenever they are made.
setup_epoch() {
    echo "${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md)}"
}

setup_version() {
    sed -n "s/^  version: '\(.*\)',$/\1/p" meson.build
}

# setup_package deb | tarball: from the program as it is installed, in build-package. The page goes in.
setup_package() {
    local staged=$PWD/build-package/staged version out
    setup_page src/web/tilestep.html
    setup_configure build-package --buildtype=release --prefix=/usr --libdir=lib -Dpackage=true \
        -Dwindow=enabled -Dgpu=disabled -Dtests=disabled
    setup_build build-package
    rm -rf "$staged"
    DESTDIR=$staged meson install -C build-package --no-rebuild --strip --quiet >&2
    version=$(setup_version)
    case $1 in
    deb) out=tilestep_${version}_$(dpkg --print-architecture).deb ;;
    tarball) out=tilestep-$version-linux-$(uname -m).tar.gz ;;
    esac
    python3 -B "src/packages/$1.py" "$staged" "$PWD" "$version" "$(setup_epoch)" "$PWD/build-package/$out" ||
        setup_fail "no $1 was made (see above)"
    echo "$PWD/build-package/$out"
}

# All that is handed out, with notes and checksums, in build-package/out.
setup_packages_out() {
    local out=$PWD/build-package/out deb tarball
    deb=$(setup_package deb)
    tarball=$(setup_package tarball)
    setup_page wheel extension
    python3 -B src/packages/notes.py "$PWD" "$(setup_version)" "$(setup_epoch)" "$out" build-web/src/web/tilestep.html \
        build-web/src/python/tilestep-*.whl build-web/src/vscode/tilestep-*.vsix "$deb" "$tarball" || setup_fail "there are no notes (see above)"
    ls "$out"/*
}

setup_has_page() {
    [ -z "$(setup_missing "${SETUP_PAGE[@]}")" ] || return 1
    command -v clang-14 wasm-ld-14 llvm-ar-14 esbuild zopfli >/dev/null
}
