#!/bin/sh
# Help and version; output that cannot be written is a message and exit status 2, a closed pipe 141;
# an endless loop ends the launch.
# output.sh TILESTEP SOURCE_ROOT
set -u
tilestep=$1
tiled=$2/kernels/02_tiled.cu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

# expect STATUS WHAT: checks the status of the command before.
expect() {
    status=$?
    if [ $status -ne "$1" ]; then
        echo "FAIL $2: status $status, not $1"
        failures=$((failures + 1))
    fi
}

"$tilestep" --version | grep -q '^tilestep [0-9]'
expect 0 'version'
"$tilestep" --help | grep -q -e '--without'
expect 0 'help lists the launch options'
"$tilestep" lessons | grep -qv 'There are no lessons' || ! "$tilestep" --help | grep -q LESSON
expect 0 'help offers no lessons where there are none'
for command in run compare trace render lessons occupancy devices bench; do
    "$tilestep" $command --help | grep -q "^tilestep $command "
    expect 0 "help of $command"
done
python3 "$(dirname "$0")/../bench/against.py" "$tilestep" "$tilestep" naive:64:1 seek >"$work/out"
expect 0 'bench beside another build'
[ "$(grep -c 'times as fast' "$work/out")" = 2 ] && grep -q '^emulator naive 64 1 ' "$work/out"
expect 0 'a row for each case'
python3 "$(dirname "$0")/../bench/against.py" "$tilestep" /bin/true naive:64:1 2>/dev/null
expect 1 'bench beside what is no tilestep'
"$tilestep" bench --only frame:play:1920x1080:1 --json >"$work/out"
expect 0 'frames'
grep -q '"frame_ms":' "$work/out" && grep -q '"cpu_best":' "$work/out"
expect 0 'their CPU time'
"$tilestep" bench --only seek >"$work/out"
expect 0 'seeking alone'
grep -q 'seek in tiled 64 x 64: median [0-9.]* ms of CPU' "$work/out" && [ "$(wc -l <"$work/out")" = 2 ]
expect 0 'its CPU time and nothing else'
"$tilestep" bench --only naive:250 --json | grep -q '"n": 250'
expect 0 'a size that tiles do not divide'
for kernel in 03_tiled_dynamic 20_pitch 24_barrier_in_if; do
    "$tilestep" bench --only $kernel --json | grep -q "\"kernel\": \"$kernel\""
    expect 0 "a row for $kernel"
done
"$tilestep" bench --only ratio --json >"$work/out"
expect 0 'products that are held to a speed'
python3 - "$work/out" <<'EOF'
import json
import sys

asked = {"11_coarsened": "least_ratio", "18_strip_mined": "least_ratio", "register_tiles": "least_ratio",
         "28_vector_loads": "least_ratio", "31_wmma": "least_mmadds_per_cpu_s",
         "32_mma_swizzled": "least_mmadds_per_cpu_s"}
rows = json.load(open(sys.argv[1], encoding="utf-8"))["ratios"]
assert {row["kernel"] for row in rows} == set(asked), rows
for row in rows:
    bounds = {name for name in ("least_ratio", "least_mmadds_per_cpu_s") if row[name] is not None}
    assert bounds == {asked[row["kernel"]]}, row
    for name in bounds | {"ratio", "mmadds_per_cpu_s", "tiled_mmadds_per_cpu_s"}:
        assert row[name] > 0, row
    assert abs(row["mmadds_per_cpu_s"] / row["tiled_mmadds_per_cpu_s"] / row["ratio"] - 1) < 1e-6, row
EOF
expect 0 'each has its speed beside tiled, and its bound'
"$tilestep" bench --only ratio:11_coarsened >"$work/out"
grep -q '^ *beside tiled .* at least ' "$work/out" && grep -q '^ *11_coarsened  256 .* 0\.50 ' "$work/out"
expect 0 'they are a table, too'
"$tilestep" bench --only start --json | grep -q '"best_ms":'
expect 0 'what a start takes'
root=$(dirname "$0")/../..
for kernel in "$root"/kernels/*.cu; do
    grep -q "\"$(basename "$kernel" .cu)\"" "$root/src/cli/bench/bench_grid.c"
    expect 0 "a case for $kernel"
done
"$tilestep" bench --only tiled:63 2>/dev/null
expect 2 'bench of a case that there is not'
"$tilestep" occupancy --threads 256 --shared 8192 --registers 255 --lang en | grep -q 'limited by: registers'
expect 0 'occupancy with all the registers there are'
"$tilestep" occupancy --threads 256 --shared 8192 --registers 40 --lang zh >"$work/out"
expect 0 'occupancy in Chinese'
grep -q '受限于：' "$work/out"
expect 0 'its limit'
! sed '1s/[A-Z0-9][A-Za-z0-9 ]*//' "$work/out" | sed 's/float//' | grep -q '[a-z]'
expect 0 'no English in it'
"$tilestep" lessons >/dev/null
expect 0 'lessons'

for command in "run $tiled" "run $tiled --json" "trace $tiled" '--help' 'devices'; do
    # shellcheck disable=SC2086  # the words of a command
    "$tilestep" $command >/dev/full 2>"$work/err"
    expect 2 "a full disk: $command"
    grep -q '^tilestep: ' "$work/err"
    expect 0 "its message: $command"
done

{ "$tilestep" trace "$tiled" --set j=64 --set k=64 --set l=64 2>"$work/err"; echo $? >"$work/status"; } |
    head -n 1 >/dev/null
[ "$(cat "$work/status")" = 141 ] && [ ! -s "$work/err" ]
expect 0 'a closed pipe ends it quietly'

"$tilestep" run "$2/tests/kernels/broken/floor_phases.cu" --lang en >"$work/out"
expect 1 'a column that is never read'
grep -q '^  never-read: Line 19: column 2 of M is never read: ' "$work/out"
expect 0 'its sentence'
# What is found in an included file is told by its own line; two barriers of one line are of one block
# each.
printf '\n__device__ void put(float *s) {\n    s[threadIdx.x] = s[threadIdx.x + 1];\n}\n' >"$work/tiles.cuh"
printf '#include "tiles.cuh"\n__global__ void k(float *a) {\n    put(a);\n    if (threadIdx.x) { __syncthreads(); __syncthreads(); }\n}\n' >"$work/main.cu"
included="run $work/main.cu --block 4 --grid 2 --arg a=ints:4"
"$tilestep" $included --lang en >"$work/out"
expect 1 'a fault in an included file'
grep -q 'Line 3 of tiles.cuh: thread 3 of block 0 reads a\[4\]' "$work/out"
expect 0 'its line there'
grep -q 'without thread 0 of block 0 and 1 of block 1' "$work/out"
expect 0 'the blocks of two barriers'
"$tilestep" $included --lang zh | grep -q ' tiles.cuh 第 3 行：'
expect 0 'its line in Chinese'
"$tilestep" $included --json | grep -q '"file": "tiles.cuh"'
expect 0 'its file in the JSON'
"$tilestep" $included --json | tr -d ' \n' >"$work/out"
grep -q '"line":3,"file":"tiles.cuh","executions":4' "$work/out" && ! grep -q '"line":1,' "$work/out"
expect 0 'what its lines cost is told by them, not by that of the #include'
"$tilestep" trace ${included#run } | grep -q '"line":3,.*"file":"tiles.cuh"'
expect 0 'and so does the trace'
printf '#include "kernel.cuh"\n' >"$work/one.cu"
printf '__global__ void k(float *a) {\n    int i = threadIdx.x;\n    a[i] = i;\n    a[i + 1] = 0;\n}\n' >"$work/kernel.cuh"
"$tilestep" render "$work/one.cu" --block 4 --grid 1 --arg a=ints:8 --size 320x200 --lang en --to 4 --grain line -o "$work/said.txt" >/dev/null
grep -q 'line 3 of kernel.cuh' "$work/said.txt" && grep -q 'line 4 of kernel.cuh' "$work/said.txt"
expect 0 'a step by line stops at the lines of a header'

"$tilestep" run "$2/tests/kernels/broken/floor_phases.cu" --json >"$work/out"
expect 1 'the same as JSON'
tr -d ' \n' <"$work/out" | grep -q '"kind":"never-read","count":1,"where":"global","buffer":"N","line":23'
expect 0 'its kind, buffer and line'

"$tilestep" run "$tiled" --dump P="$work/p.bin" >/dev/null
expect 0 'dump'
[ "$(wc -c <"$work/p.bin")" -eq 64 ]
expect 0 'the 16 floats of P'
echo '__global__ void k(int *a) { for (;;) a[threadIdx.x] += 1; }' >"$work/full.cu"
echo '__global__ void k(int *a) { for (;;) ; }' >"$work/empty.cu"
for loop in full empty; do
    timeout 60 "$tilestep" run "$work/$loop.cu" --grid 100 --block 256 --arg a=zeros:256 --max-steps 5000 --json \
        >"$work/out"
    expect 1 "an endless loop: $loop"
    grep -q '"blocks": 1,' "$work/out"
    expect 0 "blocks after one at the step limit are not run: $loop"
done

"$tilestep" run "$tiled" --dump P=/dev/full >/dev/null 2>&1
expect 2 'a dump that does not fit'

# A limit of the size of files is met like a full disk.
tilestep_limited() (
    ulimit -f 0
    "$tilestep" "$@" 3>&1 >/dev/null 2>&3
)
for command in "run $tiled --dump P=$work/limited" "render $tiled --at 25 -o $work/limited.svg" \
    "render $tiled --at 25 -o $work/limited.png" "lessons --handout memory_wall -o $work/limited.html"; do
    # shellcheck disable=SC2086  # the words of a command
    tilestep_limited $command | grep -q '^tilestep: .*File too large'
    expect 0 "a file over the limit: $command"
done
# A word of a newer version in a saved window is told of and left aside.
printf 'tilestep state 1\nrun 0\nfile %s\nmystery 7\nthread 3\n' "$tiled" >"$work/newer"
"$tilestep" render --state "$work/newer" -o "$work/newer.svg" 2>"$work/err"
expect 0 'a state with a word that is not known'
grep -q "warning: .*does not know 'mystery'" "$work/err"
expect 0 'the word'
sed -i /mystery/d "$work/newer"
"$tilestep" render --state "$work/newer" -o "$work/newer.svg" 2>"$work/err" && [ ! -s "$work/err" ]
expect 0 'a state whose words are known'

"$tilestep" render "$tiled" --at 25 --lang zh -o "$work/at.svg" && grep -q '第 25 步' "$work/at.svg"
expect 0 'a moment is shown'
"$tilestep" render "$tiled" --at end --lang en -o "$work/at.svg" && grep -q 'step 464 of 464' "$work/at.svg"
expect 0 'the end is shown'
# A block other than the first, of more steps than are looked at before anybody asks.
set -- -D TILE_WIDTH=16 --set j=32 --set k=4096 --set l=32 --lang en --do 'pick-block 3; phase-next'
"$tilestep" render "$tiled" "$@" -o "$work/at.svg" && grep -q '· Phase 0 · 256 in all<' "$work/at.svg"
expect 0 'all phases of another block'
"$tilestep" render "$tiled" "$@" --to 1 -o "$work/at.txt" && grep -q 'step 0 of 327840' "$work/at.txt"
expect 0 'all steps of another block'
"$tilestep" render "$tiled" --do 'lecture; help' -o "$work/help.svg" && grep -q 'PageDown' "$work/help.svg"
expect 0 'every key has its name in lecture mode'

LANG=zh_CN.UTF-8 LC_ALL='' "$tilestep" run "$tiled" | grep -q '全局内存读'
expect 0 'Chinese from LANG'
"$tilestep" run "$tiled" --lang en | grep -q 'global loads'
expect 0 'English'

[ "$failures" -eq 0 ]
