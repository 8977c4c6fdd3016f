#!/bin/bash
# Runs fuzz targets, as many at once as there are cores, each from its kept corpus and from what is
# like its input in the project. New inputs gather in WORK_FOLDER/corpus-TARGET and are used by the
# next run; what is wrong stays in WORK_FOLDER/found, and the status is 1. By the environment:
# FUZZ_SECONDS for each target (60), FUZZ_SEED, and FUZZ_KEEP=yes: no run, but what the gathered
# inputs reach beyond the kept corpus is added to it.
# fuzz.sh SOURCE_ROOT WORK_FOLDER TARGET_PROGRAM...      called by: ninja -C build-fuzz fuzz
set -eu
if [ "${3:-}" != --one ]; then
    printf '%s\n' "${@:3}" | xargs -P "$(nproc)" -n 1 "$0" "$1" "$2" --one
    exit
fi
root=$1 work=$2 program=$4
target=${program##*/fuzz_}
kept=$root/tests/trust/corpus/$target own=$work/corpus-$target log=$work/$target.log
mkdir -p "$work/found" "$own"

dict=words longest=2000 seeds=()
case $target in
compile | launch) dict=cuda longest=6000 seeds=("$root"/kernels "$root"/tests/{kernels,faults}) ;;
course) longest=40000 seeds=("$root/lessons") ;;
esac
limits=(-max_len="$longest" -timeout=60 -rss_limit_mb=2048 -close_fd_mask=3)
if [ "${FUZZ_KEEP:-no}" = yes ]; then
    "$program" -merge=1 "${limits[@]}" "$kept" "$own" >"$log" 2>&1
elif ! "$program" "${limits[@]}" -max_total_time="${FUZZ_SECONDS:-60}" -len_control=0 \
    -seed="${FUZZ_SEED:-0}" -dict="$root/tests/trust/$dict.dict" -print_final_stats=1 \
    -artifact_prefix="$work/found/$target-" "$own" "$kept" "${seeds[@]}" >"$log" 2>&1; then
    tail -n 40 "$log"
    exit 1
fi
echo "$target: $(grep -c . <(find "$own" -type f)) inputs gathered; $(grep -h number_of_executed "$log" || true)"
