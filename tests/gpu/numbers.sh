#!/bin/sh
# Builds proof/numbers.cu with nvcc, linked with the emulator's lanes. LINK=-static takes the C library
# of this machine along, for numbers --library.
#
#   numbers.sh BUILD PROGRAM
set -eu
if [ $# -ne 2 ]; then
    sed -n '2,6s/^# \{0,1\}//p' "$0"
    exit 2
fi
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
gcc -O2 -std=c11 -D_GNU_SOURCE -I "$here/../../src" -c "$here/proof/numbers_lanes.c" -o "$2.lanes.o"
find "$1/src/vm" "$1/src/program" "$1/src/base" -name '*.o' -exec ld -r -o "$2.o" "$2.lanes.o" {} +
nvcc -O2 -std=c++17 -arch="${ARCH:-sm_90}" -cudart static \
    -Xcompiler "${LINK:--static-libstdc++}" \
    "$here/proof/numbers.cu" "$2.o" -lm -lpthread -o "$2"
rm "$2.o" "$2.lanes.o"
