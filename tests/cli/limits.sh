#!/bin/bash
# What is too large: long runs say how long they take and can be cancelled, runs without end do not
# hold up a picture, and one that needs more memory than there is is refused before it starts.
# limits.sh TILESTEP SOURCE_ROOT
set -u
tilestep=$1
tiled=$2/kernels/02_tiled.cu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

fail() {
    echo "FAIL $*"
    sed 's/^/    /' "$work/err"
    failures=$((failures + 1))
}
says() { grep -q -e "$1" "$work/err" || fail "no '$1'"; }
silent() { [ ! -s "$work/err" ] || fail "said something: $*"; }

cat >"$work/endless.cu" <<'K'
__global__ void k(float *a, int n) { int i = 0; while (n > 0) { a[threadIdx.x] = i; i++; } }
int main() { float *a; cudaMalloc(&a, 4096); k<<<64, 32>>>(a, 3); }
K

# A picture of an early moment does not wait for an end that is far away; one of a short run has it.
# What never ends is stopped early, unless more is asked for.
"$tilestep" render "$work/endless.cu" --max-steps 16777216 --at 100 -o "$work/a.svg" 2>"$work/err" ||
    fail "endless: status $?"
says 'more than 524388 steps'
"$tilestep" render "$work/endless.cu" --from 3 --to 6 -o "$work/a.txt" 2>"$work/err" ||
    fail "endless film: status $?"
[ -s "$work/a.txt" ] || fail "an empty film"
"$tilestep" render "$tiled" --at 100 -o "$work/a.svg" 2>"$work/err" || fail "short: status $?"
silent "a moment inside the run"

# A moment beyond the end is told of, and the last one is shown.
"$tilestep" render "$tiled" --at 99999999 -o "$work/b.svg" 2>"$work/err" || fail "beyond: $?"
says '99999999 is beyond the end: step [0-9]*, the last, is shown'
"$tilestep" render "$tiled" --at end -o "$work/c.svg" 2>"$work/err" || fail "end: $?"
silent "--at end"
cmp -s "$work/b.svg" "$work/c.svg" || fail "beyond the end is not the end"

# Without a terminal a long run says once how long it takes; Ctrl+C ends it with status 130.
"$tilestep" run "$tiled" --grid 2147483647 >"$work/out" 2>"$work/err" &
run=$!
while kill -0 $run 2>/dev/null && ! grep -q 'are done' "$work/err"; do sleep 0.1; done
kill -INT $run
wait $run
status=$?
[ $status -eq 130 ] || fail "cancelled: status $status"
[ ! -s "$work/out" ] || fail "cancelled: something on stdout"
says 'of 2147483647 blocks are done, the rest takes about [0-9]* [mhdy]'
says 'cancelled after [0-9]* of 2147483647 blocks'
[ "$(grep -c 'are done' "$work/err")" -eq 1 ] || fail "said more than once"

# More different requests between two barriers than are remembered, of more kinds than are kept:
# counts are a lower bound and say so, and what is not listed is told of as occurrences.
{
    echo '__global__ void k(float *a, int n) { __shared__ float s[1];'
    for _ in $(seq 200); do echo 's[0] += n;'; done
    echo '}'
    echo 'int main() { float *a; cudaMalloc(&a, 4096); k<<<1, 64>>>(a, 3); }'
} >"$work/lines.cu"
"$tilestep" run "$work/lines.cu" >"$work/err"
[ $? -eq 1 ] || fail "200 lines on one word"
says 'race-raw, at least [0-9]* times'
says 'there may be more such races than are counted'
says '[0-9] times something of a kind that is not listed'
says 'not-compared: Line'
"$tilestep" run "$work/lines.cu" --lang zh >"$work/err"
says 'race-raw, 至少 [0-9]* 次'
says '次属于未列出的问题'
"$tilestep" run "$work/lines.cu" --json >"$work/err"
says '"at_least": true'
says '"uncompared_intervals": 1'
"$tilestep" run "$tiled" --without barrier:37 >"$work/err"
says "race-war, [0-9]* times"
! grep -q "at least\|compared" "$work/err" || fail "a short interval is compared wholly"

# Every word is written by all threads, more often than is compared: that is a finding.
cat >"$work/all.cu" <<'END'
__global__ void fill(int *table)
{
    for (int k = 0; k < 3000; ++k)
        table[k] = k * threadIdx.x;
}
int main() { int *t; cudaMalloc(&t, 12000); fill<<<1, 64>>>(t); }
END
"$tilestep" run "$work/all.cu" --lang zh >"$work/err"
says 'not-compared: 第 4 行：两个屏障之间的访问太多，没有全部比较'
"$tilestep" run "$work/all.cu" >"$work/err"
[ $? -eq 1 ] || fail "not all compared"
says 'not-compared: Line 4: too many accesses stand between two barriers'

# More memory than there is: need, what is there, and the remedy.
if (ulimit -v 500000 && "$tilestep" --version >/dev/null 2>&1); then
    (ulimit -v 500000 &&
        "$tilestep" run "$tiled" --set j=8000 --set k=8000 --set l=8000 >"$work/out" 2>"$work/err")
    status=$?
    [ $status -eq 2 ] || fail "no memory: status $status"
    says 'needs 0.[78][0-9] GiB of memory, this process may have 0.4[0-9] GiB left; smaller sizes'
    (ulimit -v 500000 && "$tilestep" run "$tiled" >"$work/out" 2>"$work/err") ||
        fail "a small run was refused"
fi

[ "$failures" -eq 0 ] && echo "all told"
