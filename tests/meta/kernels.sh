#!/bin/sh
# Every kernel that is shipped is a complete CUDA program: nvcc builds it, for the oldest devices that
# have what they use (m16n8k16 came with compute capability 8.0). Skipped (77) without nvcc.
# Those that include the usual three headers and no others are built as one program, each in a
# namespace of its own, in a tenth of the time.
# kernels.sh SOURCE_ROOT WORK_FOLDER
set -eu
if ! command -v nvcc >/dev/null 2>&1; then
    echo "nvcc is not here"
    exit 77
fi
mkdir -p "$2"
usual=$(printf '#include <%s>\n' cstdio cstdlib cuda_runtime.h)
together=0
echo "$usual" >"$2/all.cu"
for kernel in "$1"/kernels/*.cu; do
    if [ "$(grep '^ *# *include' "$kernel" | sort)" = "$usual" ]; then
        together=$((together + 1))
        {
            printf 'namespace kernel_%d {\n#include "%s"\n}\n' "$together" "$kernel"
            sed -nE 's/^ *# *define +([A-Za-z_0-9]+).*/#undef \1/p' "$kernel"
        } >>"$2/all.cu"
    else
        echo "$kernel"
        nvcc -arch=sm_80 -o "$2/kernel" "$kernel"
    fi
done
echo 'int main() { return 0; }' >>"$2/all.cu"
echo "$together kernels in $2/all.cu"
[ "$together" -gt 20 ]
nvcc -arch=sm_80 -o "$2/kernel" "$2/all.cu"
rm -f "$2/kernel"
