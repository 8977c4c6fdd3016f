#!/bin/bash
# tilestep grade: a right kernel passes; one that is slow, racy, out of bounds, endless or empty does
# not, and is told why; what is no kernel cannot be judged.
# usage: grade.sh TILESTEP ROOT EXERCISES
set -u
tilestep=$1 root=$2 exercises=$3 bad=0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() {
    echo "FAILED: $*"
    bad=1
}

# judged NAME STATUS TEXT [LESSON]: $folder/NAME.cu gets this status, and the text is said.
judged() {
    "$tilestep" grade "$folder/$1.cu" --lesson "${4:-memory_wall}" >"$folder/out" 2>&1
    local status=$?
    [ $status = "$2" ] || fail "$1: status $status instead of $2"
    grep -qE "$3" "$folder/out" || fail "$1: no '$3' in: $(head -5 "$folder/out")"
}

cp "$exercises/01_memory_wall_solution.cu" "$folder/right.cu"
judged right 0 '^passed: 24 of 24 tests are passed$'
sed 's/(l + 2 \* TILE_WIDTH - 1) \/ (2 \* TILE_WIDTH)/(l + TILE_WIDTH - 1) \/ TILE_WIDTH/' "$folder/right.cu" >"$folder/idle.cu"
judged idle 1 'FAIL .* limit 3: 16 threads are launched; 8 have something to compute'
cp "$exercises/01_memory_wall.cu" "$folder/slow.cu"
judged slow 1 'FAIL .* limit 2: Global memory is read 128 times; 96 are enough'
sed '0,/__syncthreads/s/__syncthreads();//' "$root/kernels/02_tiled.cu" >"$folder/racy.cu"
judged racy 1 'FAIL .* findings: .*[Rr]ace|FAIL .* findings: .*barrier'
judged racy 1 'ok .*hidden size 1: result'
sed 's/if (Row < j && Col < l)/if (Row < j)/' "$folder/right.cu" >"$folder/outside.cu"
judged outside 1 'FAIL .* findings: '
sed 's/i < k; ++i/i < k; i += 0/' "$folder/right.cu" >"$folder/endless.cu"
judged endless 1 'FAIL .* findings: .*(step|never ends)'
sed 's/Pvalue += m/Pvalue -= m/' "$folder/right.cu" >"$folder/wrong.cu"
judged wrong 1 'FAIL .* result: [0-9]+ of 16 elements of the result are wrong|FAIL .* result: the result'
sed 's/i \* l + Col\]/(i + 1) * l + Col]/' "$folder/right.cu" >"$folder/row.cu"
judged row 1 'FAIL .*hidden size 1: result: .* It goes wrong at step [0-9]+ of block .*, line [0-9]+\. Thread \(0, 0\) adds .* instead of N\[0\]\[0\]'
cp "$root/kernels/25_phases_floor.cu" "$folder/floor.cu"
judged floor 1 'FAIL .*hidden size 2: findings: .*is never read'
python3 - "$folder" <<'PYTHON'
import re, sys
folder = sys.argv[1]
text = open(folder + "/right.cu").read()
body = re.sub(r"(int l\)\n)\{.*?\n\}\n", r"\1{\n}\n", text, count=1, flags=re.S)
assert body != text
open(folder + "/empty.cu", "w").write(body)
PYTHON
judged empty 1 'FAIL .* result: the result cannot be recognised'
sed 's/float Pvalue/flat Pvalue/' "$folder/right.cu" >"$folder/broken.cu"
judged broken 2 'this cannot be judged: .*broken.cu:[0-9]+:[0-9]+: error: '
sed 's/int j = 4/int rows = 4/' "$folder/right.cu" >"$folder/other.cu"
judged other 2 'this cannot be judged: '
# What is handed in reads nothing that lies elsewhere, by no way.
mkdir "$folder/deeper" "$folder/deeper/below"
echo 'secret here' >"$folder/secret.h"
echo '#define NOTHING' >"$folder/deeper/below/own.h"
ln -s ../secret.h "$folder/deeper/link.h"
for name in "$folder/secret.h" ../secret.h link.h below/../../secret.h; do
    { echo "#include \"$name\"" && cat "$folder/right.cu"; } >"$folder/deeper/reads.cu"
    "$tilestep" grade "$folder/deeper/reads.cu" --lesson memory_wall >"$folder/out" 2>&1
    grep -q secret\ here\\\|\'here\'\\\|\'secret\' "$folder/out" && fail "$name is read: $(head -3 "$folder/out")"
done
{ echo '#include "below/own.h"' && cat "$folder/right.cu"; } >"$folder/deeper/reads.cu"
judged deeper/reads 0 '^passed: '
# No reference fits this one: it is compared with what the solution leaves.
cp "$exercises/11_audit_solution.cu" "$folder/scaled.cu"
judged scaled 0 '^passed: 15 of 15 tests are passed$' audit
sed 's/2.0f \* in\[i\] + 1.0f;/3.0f * in[i];/' "$folder/scaled.cu" >"$folder/thrice.cu"
judged thrice 1 'FAIL .*hidden size 3: result: [0-9]+ of 77 elements of the result are wrong: out\[0\] is .* It goes wrong at' audit
sed 's/in\[i\] +/in[i \/ 2] +/' "$folder/scaled.cu" >"$folder/halved.cu"
judged halved 1 'FAIL .*: out\[1\] is .* thread 1 reads in\[0\], which the right version never reads' audit
sed 's/cudaMalloc(&d_out, n/cudaMalloc(\&d_out, 2 * n/' "$folder/scaled.cu" >"$folder/longer.cu"
judged longer 1 'FAIL .* result: the result cannot be recognised' audit
sed 's/#define TILE_WIDTH 2/#define TILE_WIDTH 33/' "$folder/right.cu" >"$folder/large.cu"
judged large 1 'FAIL .* launch: .*1089 threads is over the limit of 1024'
judged nowhere 2 'this cannot be judged: '
printf '' >"$folder/nothing.cu"
judged nothing 2 'this cannot be judged: '

"$tilestep" grade "$folder/slow.cu" --lesson memory_wall --json --results "$folder/results.json" >"$folder/out"
[ $? = 1 ] || fail 'status with --json'
python3 - "$folder" <<'PYTHON' || fail 'JSON'
import json, sys
folder = sys.argv[1]
grade, results = json.load(open(folder + "/out")), json.load(open(folder + "/results.json"))
assert grade["lesson"] == "memory_wall" and grade["verdict"] == "fail"
assert set(grade) == {"lesson", "verdict", "tests"}
assert all(set(test) == {"name", "status", "message"} for test in grade["tests"])
assert {test["status"] for test in grade["tests"]} == {"pass", "fail"}
assert results["version"] == 2 and results["status"] == "fail" and results["tests"] == grade["tests"]
PYTHON
"$tilestep" grade "$folder/broken.cu" --lesson memory_wall --json --results "$folder/results.json" >"$folder/out"
[ $? = 2 ] || fail 'status of an error with --json'
python3 - "$folder" <<'PYTHON' || fail 'JSON of an error'
import json, sys
folder = sys.argv[1]
grade, results = json.load(open(folder + "/out")), json.load(open(folder + "/results.json"))
assert grade["verdict"] == "error" and grade["message"] and not grade["tests"]
assert results["status"] == "error" and results["message"] == grade["message"] and not results["tests"]
PYTHON
"$tilestep" grade "$folder/slow.cu" --lesson memory_wall --lang zh | grep -q '未通过' || fail 'Chinese'
"$tilestep" grade "$folder/slow.cu" --lesson memory_wall | grep -q -e '--set' && fail 'a size is not hidden'
"$tilestep" grade "$folder/slow.cu" --lesson memory_wall --show-sizes |
    grep -q '^  FAIL  --set j=4 --set k=4 --set l=4: limit 2: ' || fail '--show-sizes'
"$tilestep" grade "$folder/slow.cu" --lesson nowhere 2>/dev/null
[ $? = 2 ] || fail 'no such lesson'
"$tilestep" grade "$folder/slow.cu" 2>/dev/null
[ $? = 2 ] || fail 'no lesson'
"$tilestep" grade "$folder/right.cu" --lesson memory_wall --results "$folder/none/x.json" >/dev/null 2>&1
[ $? = 2 ] || fail 'results that cannot be written'
exit $bad
