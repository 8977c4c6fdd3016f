#!/bin/sh
# What ./run builds in a clean clone is all that the program opens, and links programs with, while it
# runs: the window is a shared object, the runtime of whole programs a library.
# usage: program.sh SOURCE_ROOT BUILD_ROOT
set -eu
target=$(sed -n 's/^setup_build build \(.*\)$/\1/p' "$1/run")
parts=$(ninja -C "$2" -t query "$target")
for part in tilestep tilestep-window.so libtilestep_cudart.a; do
    echo "$parts" | grep -qE "^[ |]+$part$" || { echo "./run does not build $part"; exit 1; }
done
