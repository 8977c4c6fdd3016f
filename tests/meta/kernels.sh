#!/bin/sh
# Every kernel that is shipped is a complete CUDA program: nvcc builds it, for the oldest devices that
# have what they use (m16n8k16 came with compute capability 8.0). Skipped (77) without nvcc.
# kernels.sh SOURCE_ROOT WORK_FOLDER
set -eu
if ! command -v nvcc >/dev/null 2>&1; then
    echo "nvcc is not here"
    exit 77
fi
mkdir -p "$2"
for kernel in "$1"/kernels/*.cu; do
    echo "$kernel"
    nvcc -arch=sm_80 -o "$2/kernel" "$kernel"
    rm -f "$2/kernel"
done
