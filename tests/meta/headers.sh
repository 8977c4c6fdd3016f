#!/bin/sh
# Every header compiles on its own: it includes what it needs.
# headers.sh SOURCE_ROOT COMPILER...
set -eu
cd "$1/src"
shift
failures=0
flags=$(pkg-config --cflags jansson sdl2 SDL2_ttf fontconfig 2>/dev/null || true)
have_cuda=$(printf '#include <cuda.h>\n#include <nvrtc.h>\n' |
    "$@" -fsyntax-only -x c - >/dev/null 2>&1 && echo yes || echo no)
for header in */*.h; do
    if [ "$have_cuda" = no ] && grep -q '^#include <\(cuda\|nvrtc\)\.h>' "$header"; then
        continue
    fi
    # shellcheck disable=SC2086  # flags are words
    if ! printf '#include "%s"\n' "$header" |
        "$@" $flags -D_GNU_SOURCE -std=c11 -Wall -Wextra -Wno-unused-function -Werror -I. \
            -fsyntax-only -x c -; then
        echo "src/$header does not compile alone"
        failures=$((failures + 1))
    fi
done
[ "$failures" -eq 0 ]
