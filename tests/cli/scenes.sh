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
assert set(scene) == {"name", "title", "aim", "question", "answer", "kernels", "builds_on"}, scene
assert set(scene["title"]) == {"en", "zh"} and len(scene["kernels"]) == 2' || fail 'JSON of scenes'

# All answers, computed from the runs of their scenes in both languages: a figure of an answer is one of
# those that the record has at this size, and another size is followed, or the answer does not apply.
"$tilestep" scenes --json >"$folder/answers" || fail 'an answer has no value'
python3 - "$folder/answers" "$scenes" <<'END' || fail 'answers'
import json, re, sys
scenes = json.load(open(sys.argv[1]))
assert len(scenes) == 46 and all(scene["answer"] for scene in scenes)
written = re.split(r"(?m)^  - name: ", open(sys.argv[2]).read())[1:]
for scene, text in zip(scenes, written):
    assert text.startswith(scene["name"]), scene["name"]
    answer = text[text.index("    answer:"):text.index("    runs:")]
    for language in ("en", "zh"):
        said = scene["answer"][language]
        assert said and "{" not in said and len(said) < 200, said
        assert re.search("[\u4e00-\u9fff]", said) if language == "zh" else said.isascii() or "×" in said
    figures = re.findall(r"\d+", scene["answer"]["en"])
    assert sorted(set(figures)) == sorted(set(re.findall(r"\d+", scene["answer"]["zh"]))), scene["answer"]
    assert not re.search(r"\d", re.sub(r"\{[^}]*\}", "", answer[:answer.find("    holds:")])), scene["name"]
said = {scene["name"]: scene["answer"]["en"] for scene in scenes}
assert said["dot_product"].startswith("32 times: each of its 4 threads loads 4 elements"), said["dot_product"]
assert said["helper"].startswith("It loads M[2][1] into Mds, and thread (0, 0)"), said["helper"]
assert said["first_barrier"].startswith("-8888, "), said["first_barrier"]
assert "has read the 8 there (WAR, write after read)" in said["second_barrier"], said["second_barrier"]
assert said["shared_size"].startswith("4 fit: a block takes 33 KB, 1 of them reserved"), said["shared_size"]
END

# other SCENE SED-EXPRESSION TEXT: with the scene's runs changed so, its answer says this, or that there is
# none.
other() {
    sed "/name: $1\$/,/^  - name: /$2" "$scenes" >"$folder/other.yaml"
    cmp -s "$scenes" "$folder/other.yaml" && fail "$1: nothing was changed"
    "$tilestep" scenes --json "$folder/other.yaml" 2>"$folder/err" |
        python3 -c 'import json, sys
for scene in json.load(sys.stdin):
    if scene["name"] == sys.argv[1]:
        print(scene["answer"] and scene["answer"]["en"])' "$1" >"$folder/out"
    cat "$folder/err" >>"$folder/out"
    grep -qF "$3" "$folder/out" || fail "$1 at another size: $(cat "$folder/out")"
}
larger='s|      - kernel: kernels/\(0[12]_[a-z]*\).cu|&\n        launch: -D TILE_WIDTH=3 --set j=6 --set k=9 --set l=6|'
other dot_product "$larger" '162 times: each of its 9 threads loads 9 elements of M and 9 of N itself.'
other half_the_reads "$larger" '2 times instead of 6: what one thread loads into a tile serves 3 threads.'
other use_tiles "$larger" '54 times: each of the 9 threads reads'
other shared_size 's|--shared 32768|--shared 49152|' '3 fit: a block takes 49 KB, 1 of them reserved'
other banks 's|stride=8|stride=16|' '16: with stride 16 the 32 words lie in only 2 banks'
other banks 's|stride=8|stride=1|' 'what the question asks about is not so in this run'
other lucky 's|off: \[.*|launch: -D TILE_WIDTH=2|' 'what the question asks about is not so in this run'
other edge 's|j=3 --set k=3 --set l=3|j=4 --set k=4 --set l=4|' 'this place is not there'

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
broken order 's|to: {phase: 1, line: "Mds|to: {phase: 0, line: "Mds|' 1 'the scene ends here before it begins'
broken panel 's|panel: roofline|panel: rooflines|' 1 "'rooflines' is not known here"
broken device 's|device: NVIDIA A100 40 GB|device: NVIDIA A7|' 1 "no device model is called 'NVIDIA A7'"
broken field 's|    aim:|    aims:|' 1 "there is no field 'aims'"
broken chinese 's|zh: 隔着读|zh: Reading with gaps|' 1 "this is not in the language 'zh'"
broken english 's|en: Reading with gaps|en: 隔着读|' 1 "this is not in the language 'en'"
broken missing '/zh: 隔着读/d' 1 "the field 'zh' is missing"
broken long 's|zh: 这次读取取来的数据，|zh: 这次读取取来的数据，这次读取取来的数据，这次读取取来的数据，这次读取取来的数据，|' \
    1 'columns, and 60 have room'
broken figure 's|{phase.shared_load.accesses} times|16 times|' 1 "a figure is typed here: '16 times"
broken expression 's|{phase.shared_load.accesses}|{phase.shared_load.access}|' 1 "the answer has no value: .*'access'"
broken mark 's|mark: \[access, line\]|mark: [access, Ods, line]|' 1 "'Ods' is no part of the picture"
broken place "s|- at: 'P\[0|- at: 'Q[0|" 1 "is no place of the picture"
broken arrow 's|M\[0\]\[\*\] -> P|M[0][*] to P|' 1 'does not lead from one place'
broken lit 's|lit: \[tile, in\]|lit: [tile, on]|' 1 "'on' is no part of the picture"
broken values 's|values\["N\[0\]|values["Q[0]|' 1 'no element of global memory is called so'
broken yaml 's|^scenes:|scenes: [|' 1 'this is no YAML'

printf 'title: {en: T, zh: 题}\nscenes: []\n' >"$folder/none.yaml"
"$tilestep" scenes --check "$folder/none.yaml" >/dev/null 2>&1
[ $? = 1 ] || fail 'no scenes at all'
"$tilestep" scenes --check "$folder/nowhere.yaml" 2>/dev/null
[ $? = 2 ] || fail 'no such file'
"$tilestep" scenes no_such_scene 2>/dev/null
[ $? = 2 ] || fail 'no such scene'
exit $bad
