#!/bin/sh
# Builds a fuzz target with clang and runs it for a while on one core, from the files that it has
# seeds in: every .cu file of the project, its lessons, or those of seeds/TARGET. What it finds stays in WORK_FOLDER/found, new inputs in WORK_FOLDER/corpus-TARGET.
# fuzz.sh SOURCE_ROOT WORK_FOLDER TARGET SECONDS [SEED]
#     TARGET: compile, launch, options, state, code, window or course (README.md)
# Exit status 77: clang or its fuzzer runtime is not here.
set -eu
root=$1 work=$2 target=$3 seconds=$4 seed=${5:-1}

skip() {
    echo "$1"
    exit 77
}

seeds=$work/seeds-$target
mkdir -p "$work/found" "$seeds" "$work/corpus-$target"
# All targets are made in one folder, by one at a time.
exec 9>"$work/lock"
flock 9
command -v clang >/dev/null 2>&1 || skip "clang is not here"
echo 'int LLVMFuzzerTestOneInput(const char *d, long n) { return d && n < 0; }' >"$work/probe.c"
clang -fsanitize=fuzzer,address,undefined -w -o "$work/probe" "$work/probe.c" 2>/dev/null ||
    skip "clang's fuzzer runtime is not here"

if [ ! -f "$work/build/build.ninja" ]; then
    CC=clang meson setup "$work/build" "$root" -Dfuzzers=true -Dwindow=disabled -Dgpu=disabled \
        -Db_sanitize=address,undefined -Db_lundef=false -Ddebug=false \
        -Dc_args='-g1 -fsanitize=fuzzer-no-link -fno-sanitize-coverage=trace-cmp -w -fno-sanitize-recover=undefined' >"$work/setup.log"
fi
ninja -C "$work/build" --quiet "tests/trust/fuzz_$target" 9>&-

dict=$root/tests/trust/words.dict longest=2000
case $target in
compile | launch)
    dict=$root/tests/trust/cuda.dict longest=6000
    find "$root/kernels" "$root/tests" -name '*.cu' | while read -r file; do
        cp "$file" "$seeds/$(echo "${file#"$root/"}" | tr / _)"
    done
    ;;
course)
    longest=40000
    cp "$root"/lessons/*.yaml "$root"/tests/trust/seeds/course/* "$seeds"
    ;;
*) cp "$root/tests/trust/seeds/$target/"* "$seeds" ;;
esac
exec 9>&-

exec "$work/build/tests/trust/fuzz_$target" -max_total_time="$seconds" -timeout=20 \
    -rss_limit_mb=2048 -max_len="$longest" -len_control=0 -seed="$seed" -print_final_stats=1 \
    -close_fd_mask=3 -dict="$dict" -artifact_prefix="$work/found/" "$work/corpus-$target" "$seeds"
