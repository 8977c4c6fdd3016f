#!/bin/bash
# ./run and ./check in either order, with stubs in place of Debian's packages and of meson: what is
# installed is seen by the next command, nothing is done twice, and nothing missing passes for good.
set -eu
cd "$1"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" "$work/home"
cp -r .ci run check meson_options.txt "$work/home"
touch "$work/packages"
export PACKAGES=$work/packages LOG=$work/log PATH="$work/bin:$PATH"
unset CI DISPLAY WAYLAND_DISPLAY

stub() {
    { echo '#!/bin/bash' && cat; } >"$work/bin/$1"
    chmod +x "$work/bin/$1"
}

stub dpkg-query <<'END'
[ $# -gt 1 ] || exec cat "$PACKAGES"
grep -qx "${@: -1}" "$PACKAGES" && echo installed
END
stub apt-get <<'END'
for word; do case $word in -*) ;; install) installs=yes ;; *) names+=("$word") ;; esac; done
[ "${installs:-}" != yes ] || printf '%s\n' "${names[@]}" >>"$PACKAGES"
END
stub sudo <<'END'
exec "$@"
END
stub pkg-config <<'END'
exit 0
END
# A build has as many tests as there were libraries when it was configured.
stub meson <<'END'
echo "meson $*" >>"$LOG"
case "$* " in
*" --reconfigure "*) [ ! -f build/spoilt ] || exit 1 ;;
"test -C "*) echo "Ok: $(cat "$3/build.ninja")" ;;
esac
[ "$1" = setup ] || exit 0
tests=2
if ! grep -qx libcmocka-dev "$PACKAGES"; then
    tests=1
    [[ $* != *-Dtests=enabled* ]] || { echo "missing packages: libcmocka-dev" && exit 1; }
fi
for folder; do
    case $folder in build*) mkdir -p $folder && echo $tests >$folder/build.ninja ;; esac
done
END
stub ninja <<'END'
printf '#!/bin/sh\necho the program: "$@"\n' >build/tilestep
chmod +x build/tilestep
END

cd "$work/home"
failures=0

expect() { # what it is, pattern in the output, how often meson was called for "build", command...
    local what=$1 pattern=$2 calls=$3 called
    shift 3
    : >"$LOG"
    "$@" >"$work/output" 2>&1 </dev/null || true
    called=$(grep -c '^meson setup.* build ' "$LOG" || true)
    if ! grep -q "$pattern" "$work/output" || [ "$called" != "$calls" ]; then
        echo "FAIL $what: no \"$pattern\", or build was configured $called times, not $calls"
        cat "$work/output" "$LOG"
        failures=$((failures + 1))
    fi
}

forget() {
    rm -rf build build-asan
    : >"$PACKAGES"
}

expect "nobody to ask" "run it again with --yes" 0 ./run
expect "run on a fresh machine" "the program: compare" 1 ./run --yes
expect "run again" "the program: --help" 0 ./run --help
sed -i '/^clang$/d' "$PACKAGES"
expect "without clang" "clang, which only running whole programs" 1 ./run --help
expect "it says so once" "^the program: --help" 0 ./run --help
! grep -q clang "$work/output" || { echo "FAIL it was said twice" && failures=$((failures + 1)); }
expect "clang is asked for" "the program: --help" 1 ./run --yes --help
grep -qx clang "$PACKAGES" || { echo "FAIL clang was not installed" && failures=$((failures + 1)); }
expect "check sees what it installs" "^4 passed, 0 failed" 1 ./check --yes
expect "check again" "^4 passed, 0 failed" 0 ./check
expect "run after check" "the program" 0 ./run

forget
expect "check on a fresh machine" "^4 passed, 0 failed" 1 ./check --yes
expect "run after it" "the program" 0 ./run

echo something-else >>"$PACKAGES"
expect "a package more" "the program" 1 ./run
echo "option('more', type: 'boolean')" >>meson_options.txt
expect "another option" "the program" 1 ./run
mv "$work/home" "$work/moved"
cd "$work/moved"
expect "moved" "the program" 1 ./run
touch -d yesterday "$work/bin/meson"
expect "another meson" "the program" 1 ./run
rm build/state && touch build/spoilt
expect "cannot be brought up to date" "the program" 2 ./run
[ ! -f build/spoilt ] || { echo "FAIL it was not made anew" && failures=$((failures + 1)); }

# Elsewhere nothing is installed, but a missing library is an error there as well.
forget
rm "$work/bin/dpkg-query"
for tool in bash cat cksum dirname env grep awk nproc stat rm mkdir tee mv chmod; do
    ln -sf "$(command -v $tool)" "$work/bin/$tool"
done
PATH=$work/bin
expect "run on another system" "the program" 1 ./run
expect "check names what is missing" "missing packages: libcmocka-dev" 2 ./check
[ "$failures" -eq 0 ]
