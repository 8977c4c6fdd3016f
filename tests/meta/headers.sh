#!/bin/sh
# Every header compiles on its own: it includes what it needs. One that is the first thing that some
# source includes has shown that in the build, and is tried once more with those of its folder, for
# warnings. Headers of the GPU module need the CUDA toolkit's; without them only its door, gpu.h, is
# tried.
# headers.sh SOURCE_ROOT COMPILER...
set -eu
cd "$1/src"
shift
flags=$(pkg-config --cflags jansson sdl2 SDL2_ttf fontconfig 2>/dev/null || true)
alone=$(mktemp -d)
trap 'rm -rf "$alone"' EXIT

# compile COMPILER... FILE...
# shellcheck disable=SC2086  # flags are words
compile() {
    "$@" $flags -D_GNU_SOURCE -std=c11 -Wall -Wextra -Wno-unused-function -Werror -I. -I../assets/cuda -fsyntax-only
}

count=0 has_cuda=yes
echo '#include <cuda.h>' >"$alone/cuda.c"
compile "$@" "$alone/cuda.c" 2>/dev/null || has_cuda=no
rm "$alone/cuda.c"
find . -name '*.c' -exec awk 'FNR == 1 { is_first = 1 }
    /^#/ && is_first { is_first = 0; if (/^#include "/) { gsub(/^#include "|"$/, ""); print } }' {} + >"$alone/first"
for header in $(find . -path ./web/system -prune -o -name '*.h' -print | sed 's|^\./||'); do
    case $has_cuda,$header in
    no,gpu/gpu.h) ;;
    no,gpu/*) continue ;;
    esac
    if grep -qxF "$header" "$alone/first"; then
        echo "#include \"$header\"" >>"$alone/of_$(dirname "$header" | tr / _).c"
    else
        count=$((count + 1))
        echo "#include \"$header\"" >"$alone/$count.c"
    fi
done
# One call for all: each is a file of its own to the compiler, which names it in its messages.
compile "$@" "$alone"/*.c
