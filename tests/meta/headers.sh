#!/bin/sh
# Every header compiles on its own: it includes what it needs. Headers of the GPU module need the
# CUDA toolkit's; without them only its door, gpu.h, is tried.
# headers.sh SOURCE_ROOT COMPILER...
set -eu
cd "$1/src"
shift
failures=0
flags=$(pkg-config --cflags jansson sdl2 SDL2_ttf fontconfig 2>/dev/null || true)

compile() { # of standard input
    # shellcheck disable=SC2086  # flags are words
    "$COMPILER" "$@" $flags -D_GNU_SOURCE -std=c11 -Wall -Wextra -Wno-unused-function -Werror \
        -I. -fsyntax-only -x c -
}

COMPILER=$1
shift
has_cuda=yes
echo '#include <cuda.h>' | compile "$@" 2>/dev/null || has_cuda=no
for header in $(find . -name '*.h' | sed 's|^\./||' | sort); do
    case $has_cuda,$header in
    no,gpu/gpu.h) ;;
    no,gpu/*) continue ;;
    esac
    if ! printf '#include "%s"\n' "$header" | compile "$@"; then
        echo "src/$header does not compile alone"
        failures=$((failures + 1))
    fi
done
[ "$failures" -eq 0 ]
