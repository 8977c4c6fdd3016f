#!/bin/sh
# The window's libraries are loaded when a window or fonts are wanted, and by nothing else; where its
# part is missing or spoiled, commands go on without it, and the window says why.
# test_part.sh TILESTEP SOURCE_ROOT
set -u
kernel=$2/kernels/02_tiled.cu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAIL $*"; exit 1; }

# What the loader brings in, one library a line, is told by the loader itself.
libraries() { LD_DEBUG=files LD_DEBUG_OUTPUT=$work/loaded "$@" >/dev/null 2>&1; cat "$work"/loaded.*; }
libraries "$1" run "$kernel" --json >"$work/run" || true
grep -q 'libc\.so' "$work/run" || fail "the loader says nothing"
grep -E 'libSDL2|libfontconfig' "$work/run" && fail "counting loads what only the window needs"

cp "$1" "$work/tilestep"
echo "no shared object" >"$work/tilestep-window.so"
said=$("$work/tilestep" "$kernel" 2>&1 </dev/null)
[ $? -eq 2 ] || fail "a spoiled part has status $?"
case $said in
*"tilestep-window.so"*) ;;
*) fail "a spoiled part says: $said" ;;
esac
said=$("$work/tilestep" render "$kernel" --at 42 -o "$work/picture.png" 2>&1) ||
    fail "no picture without the part"
[ -s "$work/picture.png" ] || fail "no picture was written"
case $said in
*"tilestep-window.so"*) ;;
*) fail "a picture in built-in letters says: $said" ;;
esac
