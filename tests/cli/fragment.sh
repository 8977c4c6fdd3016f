#!/bin/sh
# A file that another includes is opened through that one, which has its names and its launch; alone
# it still says what it lacks.
# fragment.sh TILESTEP
set -u
tilestep=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAIL $*"; exit 1; }
mkdir -p "$work/app/kernels"

cat >"$work/app/kernels/add.cu" <<'EOF'
__global__ void add(Number *sums, const Number *values, int n)
{
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i < n) sums[i] += values[i];
}
EOF
cat >"$work/app/main.cu" <<'EOF'
#define THREADS 32
typedef float Number;
#include "kernels/add.cu"
int main()
{
    const int n = 72;
    Number *sums, *values;
    cudaMalloc(&sums, n * sizeof(Number));
    cudaMalloc(&values, n * sizeof(Number));
    cudaMemset(sums, 0, n * sizeof(Number));
    cudaMemset(values, 0, n * sizeof(Number));
    add<<<(n + THREADS - 1) / THREADS, THREADS>>>(sums, values, n);
}
EOF
cp "$work/app/kernels/add.cu" "$work/alone.cu"
echo '// #include "alone.cu" says a comment' >"$work/other.cu"

said=$("$tilestep" run "$work/app/kernels/add.cu" --json 2>&1)
status=$?
[ $status -eq 0 ] || fail "status $status: $said"
echo "$said" | tr -d ' \n' | grep -q '"grid":\[3,1,1\],"block":\[32,1,1\]' ||
    fail "it is not the launch of main.cu: $said"
"$tilestep" run "$work/app/kernels/add.cu" | grep -q 'add.cu is a part of .*main.cu, which is opened' ||
    fail "nobody says what was opened"
(cd "$work/app" && "$tilestep" run kernels/add.cu >/dev/null) || fail "not by a path from here"
(cd "$work/app/kernels" && "$tilestep" run add.cu >/dev/null) || fail "not by its bare name"
"$tilestep" run "$work/alone.cu" 2>"$work/said" && fail "a fragment that nobody includes was opened"
grep -q "alone.cu:1:.*Number" "$work/said" || fail "alone it says: $(cat "$work/said")"
exit 0
