#!/bin/sh
# Collects what run_on_gpu.sh needs from a build folder, for a machine where nothing can be built:
# the program, the GPU tests, every shared library but the C library's own, fonts, kernels and assets.
#
#   bundle.sh BUILD FOLDER
set -eu
if [ $# -ne 2 ]; then
    sed -n '2,6s/^# \{0,1\}//p' "$0"
    exit 2
fi
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
mkdir -p "$2/lib" "$2/gpu"
for program in "$1/tilestep" "$1/tilestep-window.so" "$1/tests/gpu/test_gpu"; do
    [ -x "$program" ] || continue
    strip -o "$2/$(basename "$program")" "$program"
    ldd "$program" | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' | sort -u |
        grep -Ev '/(libc|libm|libdl|libpthread|librt|libresolv|ld-linux[^/]*)\.so' |
        while read -r library; do
            cp -L "$library" "$2/lib/"
        done
done
mkdir -p "$2/fonts"
for font in 'DejaVu Sans:style=Book' 'DejaVu Sans Mono:style=Book' 'JetBrains Mono:style=Regular' \
    'Noto Sans CJK SC:style=Regular'; do
    file=$(fc-match -f '%{file}' "$font" 2>/dev/null) || continue
    [ ! -f "$file" ] || cp "$file" "$2/fonts/"
done
cp -R "$here/../../kernels" "$here/../../assets" "$2/"
cp -R "$here/../faults" "$2/"
cp -R "$here/proof" "$here/run_on_gpu.sh" "$2/gpu/"
echo "$2: run gpu/run_on_gpu.sh . OUT there"
