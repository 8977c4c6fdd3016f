#!/bin/sh
# Every kernel that is shipped is a complete CUDA program: nvcc builds it. Skipped (77) without nvcc.
# kernels.sh SOURCE_ROOT WORK_FOLDER
set -eu
if ! command -v nvcc >/dev/null 2>&1; then
    echo "nvcc is not here"
    exit 77
fi
mkdir -p "$2"
for kernel in "$1"/kernels/*.cu; do
    echo "$kernel"
    nvcc -o "$2/kernel" "$kernel"
    rm -f "$2/kernel"
done
