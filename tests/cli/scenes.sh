#!/bin/bash
# tilestep scenes --check: the shipped lecture is whole, and whatever is broken in it is told where it
# stands. Each breakage is tried on a copy.
# usage: scenes.sh TILESTEP SCENES
set -u
tilestep=$1 scenes=$2 bad=0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() {
    echo "FAILED: $*"
    bad=1
}

"$tilestep" scenes --check >"$folder/out" 2>&1 || fail "the shipped scenes: $(cat "$folder/out")"
grep -qE '^[0-9]+ scenes, 0 mistakes$' "$folder/out" || fail "no count: $(cat "$folder/out")"
grep -q '^half_the_reads .*What the tiles save · 分块省下了什么$' "$folder/out" ||
    fail 'the check does not show a scene in both languages'
"$tilestep" scenes --check half_the_reads >/dev/null || fail 'one scene by its name'
"$tilestep" scenes | grep -q '^half_the_reads ' || fail 'no list'
"$tilestep" scenes --lang zh | grep -q '分块' || fail 'no Chinese list'
"$tilestep" scenes --json half_the_reads | python3 -c '
import json, sys
scene, = json.load(sys.stdin)
assert set(scene) == {"name", "title", "aim", "question", "kernels", "builds_on"}, scene
assert set(scene["title"]) == {"en", "zh"} and len(scene["kernels"]) == 2' || fail 'JSON of scenes'

# A name opens one thing: a scene that is called like a lesson could not be opened by it.
both=$({ "$tilestep" scenes; "$tilestep" lessons; } | awk '/^[a-z]/ { print $1 }' | sort | uniq -d)
[ -z "$both" ] || fail "a scene and a lesson are called alike: $both"

# broken NAME SED-EXPRESSION STATUS TEXT: the copy is refused, at a line, with these words.
broken() {
    sed "$2" "$scenes" >"$folder/$1.yaml"
    cmp -s "$scenes" "$folder/$1.yaml" && fail "$1: nothing was changed"
    "$tilestep" scenes --check "$folder/$1.yaml" >"$folder/out" 2>&1
    local status=$?
    [ $status = "$3" ] || fail "$1: status $status instead of $3"
    grep -qE "^$folder/$1.yaml:[0-9]+:[0-9]+: error: .*$4" "$folder/out" ||
        fail "$1: no '$4' in: $(head -3 "$folder/out")"
}
broken kernel 's|kernels/09_banks.cu|kernels/09_bank.cu|' 1 "there is no file 'kernels/09_bank.cu'"
broken size 's|TILE_WIDTH=8|TILE_WIDTH=64|' 1 'is over the limit of 1024'
broken setting 's|--set stride=4|--set strode=4|' 1 'cannot run so: .*strode'
broken option 's|--set stride=4|--sett stride=4|' 1 "'--sett' is no launch option"
broken line 's|line: "Pvalue += M\[Row|line: "Pvalue += M[Col|' 1 'this place is not there: no line has'
broken phase 's|at: {phase: 1}|at: {phase: 7}|' 1 'this place is not there: .* so no phase 7'
broken thread 's|thread: \[1, 0\]|thread: [5, 0]|' 1 'is not in a block of'
broken barrier 's|__syncthreads(); #2|__syncthreads(); #3|' 1 'no barrier can be switched off so: '
broken check 's|check: "if (Row < j \&\& Col < l)"|check: "P\[Row"|' \
    1 'no check can be switched off so: no line has'
broken order 's|to: {phase: 0, interval: 2}|to: {phase: 0, when: begins}|' 1 'the scene ends here before it begins'
broken panel 's|panel: roofline|panel: rooflines|' 1 "'rooflines' is not known here"
broken device 's|device: NVIDIA A100 40 GB|device: NVIDIA A7|' 1 "no device model is called 'NVIDIA A7'"
broken field 's|    aim:|    aims:|' 1 "there is no field 'aims'"
broken chinese 's|zh: 隔着读|zh: Reading with gaps|' 1 "this is not in the language 'zh'"
broken english 's|en: Reading with gaps|en: 隔着读|' 1 "this is not in the language 'en'"
broken missing '/zh: 隔着读/d' 1 "the field 'zh' is missing"
broken long 's|zh: 这次读取取来的数据，|zh: 这次读取取来的数据，这次读取取来的数据，这次读取取来的数据，这次读取取来的数据，|' \
    1 'columns, and 60 have room'
broken yaml 's|^scenes:|scenes: [|' 1 'this is no YAML'

printf 'title: {en: T, zh: 题}\nscenes: []\n' >"$folder/none.yaml"
"$tilestep" scenes --check "$folder/none.yaml" >/dev/null 2>&1
[ $? = 1 ] || fail 'no scenes at all'
"$tilestep" scenes --check "$folder/nowhere.yaml" 2>/dev/null
[ $? = 2 ] || fail 'no such file'
"$tilestep" scenes no_such_scene 2>/dev/null
[ $? = 2 ] || fail 'no such scene'
exit $bad
