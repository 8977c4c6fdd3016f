#!/bin/bash
# tilestep lessons --check: the shipped lessons are whole, and a changed figure, kernel, place or
# translation turns the check red and is told where it stands. Each breakage is tried on a copy.
# usage: lessons.sh TILESTEP ROOT EXERCISES
set -u
tilestep=$1 root=$2 exercises=$3 bad=0
lesson=$root/lessons/01_memory_wall.yaml
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() {
    echo "FAILED: $*"
    bad=1
}

"$tilestep" lessons --check >"$folder/out" 2>&1 || fail "the shipped lessons: $(cat "$folder/out")"
grep -qE '^[0-9]+ lessons?, [0-9]+ stages, [0-9]+ questions, 0 mistakes$' "$folder/out" ||
    fail "no count: $(cat "$folder/out")"
grep -q '^which_element .*From an index to an element · 由下标找到元素$' "$folder/out" ||
    fail 'the stages are not shown in both languages'
"$tilestep" lessons --check memory_wall >/dev/null || fail 'one lesson by its name'
"$tilestep" lessons --check "$lesson" >/dev/null || fail 'one lesson as a file'
export XDG_STATE_HOME=$folder/state
"$tilestep" lessons | grep -q '^memory_wall  *15 min  *The memory wall$' || fail 'no list'
"$tilestep" lessons | grep -q '^two_phases .*Tiles and phases (needs memory_wall)$' || fail 'no needs'
"$tilestep" lessons --lang zh | grep -q '内存墙' || fail 'no Chinese list'
"$tilestep" lessons --json | python3 -c '
import json, sys
lessons = json.load(sys.stdin)
keys = {"name", "title", "minutes", "needs", "stages", "questions", "skeleton", "solution",
        "state", "marks", "explains"}
assert lessons and all(set(lesson) == keys for lesson in lessons), lessons
first = lessons[0]
assert first["name"] == "memory_wall" and first["minutes"] > 0 and first["questions"] >= 3, first
assert set(first["title"]) == {"en", "zh"}, first
assert open(first["skeleton"]) and open(first["solution"])' || fail 'JSON'

# What was done is kept in the state folder, told, and forgotten by name or in all.
kept=$folder/state/tilestep/lessons
mkdir -p "$folder/state/tilestep"
{
    echo 'tilestep lessons 1'
    for stage in one_dot_product which_element; do echo "memory_wall $stage done"; done
    echo 'two_phases watch_loads shown'
    echo 'no_lesson no_stage done'
    echo 'what is this'
} >"$kept"
"$tilestep" lessons | grep -qE '^memory_wall +15 min +2 of [0-9]+ +The' || fail "no progress: $("$tilestep" lessons)"
"$tilestep" lessons --json | python3 -c '
import json, sys
first = json.load(sys.stdin)[0]
assert first["state"] == "begun", first
assert first["marks"] == {"one_dot_product": "done", "which_element": "done"}, first' || fail 'progress in JSON'
"$tilestep" lessons --forget memory_wall || fail '--forget of one'
grep -q memory_wall "$kept" && fail 'it is not forgotten'
grep -q '^two_phases watch_loads shown$' "$kept" || fail 'another one is forgotten, too'
"$tilestep" lessons --forget no_such 2>/dev/null
[ $? = 2 ] || fail '--forget of no lesson'
"$tilestep" lessons --forget || fail '--forget of all'
[ "$(cat "$kept")" = 'tilestep lessons 1' ] || fail 'not all is forgotten'
echo 'a letter of somebody else' >"$kept"
"$tilestep" lessons >"$folder/out" 2>"$folder/err" || fail 'a foreign file stops it'
grep -q 'is no progress of lessons and is left as it is' "$folder/err" || fail 'a foreign file is not told'
grep -q '^memory_wall' "$folder/out" || fail 'no list beside a foreign file'
"$tilestep" lessons --forget 2>/dev/null
[ "$(cat "$kept")" = 'a letter of somebody else' ] || fail 'a foreign file is written over'
rm "$kept"

# what was timed some day stands in the window's prose, too, with its day
"$tilestep" render ladder --do 'scene 8' --lang en -o "$folder/ladder.svg" || fail 'a stage of the ladder'
grep -q '2026-11-28' "$folder/ladder.svg" || fail 'the record has no day'
grep -q '5\.347 TFLOP' "$folder/ladder.svg" || fail 'the record has no speed'

mkdir "$folder/exercises"
cp "$exercises"/*.cu "$folder/exercises"

# broken NAME SED-EXPRESSION TEXT: the copy is refused, at a line, with these words.
broken() {
    sed "$2" "$lesson" >"$folder/$1.yaml"
    cmp -s "$lesson" "$folder/$1.yaml" && fail "$1: nothing was changed"
    "$tilestep" lessons --check "$folder/$1.yaml" >"$folder/out" 2>&1
    local status=$?
    [ $status = 1 ] || fail "$1: status $status instead of 1"
    grep -qE "^$folder/$1.yaml:[0-9]+:[0-9]+: error: .*$3" "$folder/out" ||
        fail "$1: no '$3' in: $(head -3 "$folder/out")"
}
# figures
broken typed 's|P has {buffers.P.elements} elements|P has 16 elements|' "a figure is typed here: '16 elements"
broken typed_zh 's|P 有 {buffers.P.elements} 个|P 有 16 个|' 'a figure is typed here: '
broken wide_zh 's|P 有 {buffers.P.elements} 个|P 有 １６ 个|' 'a figure is typed here: '
# shellcheck disable=SC2016
broken quoted 's|P has {buffers.P.elements} elements|P has `16` elements|' 'a figure is typed here: '
broken counter 's|{counters.flops} operations|{counters.flop} operations|' \
    "no figure can be filled in here: .*the record has no 'flop' here, only .*flops"
broken group 's|answer: counters.global_load.accesses$|answer: counters.global_load|' \
    'this has no value: .*the name ends too early'
broken zero 's|answer: counters.flops / counters.global_load.bytes|answer: 1 / (counters.flops - counters.flops)|' \
    'this has no value: .*a division by zero'
broken syntax 's|answer: place.element|answer: place.element +|' 'a number or a name is expected at the end'
broken brace 's|{counters.blocks} blocks|{counters.blocks blocks|' 'no figure can be filled in here: '
broken right 's|is: launch.args.k$|is: 2 * launch.args.k|' 'this is listed as wrong, but it is right: both are 8'
# right at the second size alone, where l is 8
broken second 's|is: counters.global_load.bytes$|is: 64 * (launch.args.l - 5)|' \
    'but it is right: both are 192 .at the second size.'
broken range 's|is: place.names.Col . launch.args.l + place.names.i|is: buffers.N.elements|' \
    'cannot be answered to a question of kind cell'
broken bar 's|most: 2 . launch.args.l|most: 3|' 'is not on a bar of 3'
broken refuted 's|^  count: .*|  count: a.counters.flops == b.counters.flops|' 'this does not refute the sentence'
# kernels, sizes, places
broken kernel '0,/01_naive.cu/s||01_naiv.cu|' "there is no file 'kernels/01_naiv.cu'"
broken other '0,/01_naive.cu/s||02_tiled.cu|' 'this place is not there: no line has'
broken size 's|second: --set j=2 --set k=6|second: --set j=2 --set kk=6|' 'cannot run so: .*kk'
broken place 's|nth: 2}|nth: 9}|' 'this place is not there: '
broken why 's|why: {line: "Pvalue += M|why: {line: "Pvalue += Q|' 'this place is not there: no line has'
broken line '0,/to: {line: "P\[Row/s||to: {line: "P[Col|' 'this place is not there: no line has'
broken buffer 's|^      of: N|      of: Q|' "the kernel has no buffer 'Q'"
broken command 's|reveal: \[panel-reuse\]|reveal: [panel-reuses]|' "there is no command 'panel-reuses'"
broken explains 's|^explains: .*|explains: [race-raw, race-rew]|' "'race-rew' is not known here"
# translations
broken missing '/zh: 让线程共享/d; /zh: 猜一猜/d' "the field 'zh' is missing"
broken english 's|zh: 内存墙|zh: The memory wall|' "this is not in the language 'zh'"
broken hint 's|zh: 这是字节数。一个 float 占四个字节。|zh: These are bytes.|' "this is not in the language 'zh'"
broken long 's|en: "Place your bets: how many|en: "Place your bets, and say it before you look: how many, how many|' \
    'columns, and 60 have room'
# fields
broken field 's|^    say:|    says:|' "there is no field 'says'"
broken kind 's|kind: bar|kind: bars|' "'bars' is not known here"
broken few '/- is: place.names.i . launch/,+3d' 'items are expected'
broken choice 's|kind: choice|kind: number|' "a question of kind choice has the field 'right'"
broken stage 's|^  stage: bigger|  stage: smaller|' "the lesson has no stage 'smaller'"
broken noyaml 's|^stages:|stages: [|' 'this is no YAML'

# the exercise: a solution that is too slow, a skeleton that passes, a figure in its text
broken solution 's|^  solution: .*|  solution: exercises/01_memory_wall.cu|' \
    'this is to pass, but it gets fail: .*limit 2: Global memory is read 128 times; 96 are enough'
broken skeleton 's|^  skeleton: .*|  skeleton: exercises/01_memory_wall_solution.cu|' \
    'this is to fail, but it gets pass'
broken nofile 's|^  skeleton: .*|  skeleton: exercises/nowhere.cu|' "there is no file 'exercises/nowhere.cu'"
broken limit 's|check.total == launch.args.j|check.total == launch.args.w|' 'this is to fail, but it gets error'
broken task 's|{counters.global_load.accesses} times. Other|128 times. Other|' 'a figure is typed here: '

# goals: out of reach, and reached from the start
goal() {
    sed '/name: wall$/,$ {s|^    to: .*|    goal: {text: {en: Find a size, zh: 找一种大小}, is: '"$1"', reached: "--set k=8"}\n&|}' \
        "$lesson" >"$folder/goal.yaml"
    "$tilestep" lessons --check "$folder/goal.yaml" >"$folder/out" 2>&1
}
goal 'counters.global_load.accesses > 200' || fail "a goal: $(head -3 "$folder/out")"
goal 'counters.global_load.accesses > 300' && fail 'a goal out of reach'
grep -q 'the goal is not reached with this' "$folder/out" || fail 'a goal out of reach is not told'
goal 'counters.global_load.accesses > 100' && fail 'a goal reached from the start'
grep -q 'the goal is reached from the start' "$folder/out" || fail 'it is not told'
# ... and reached by what is off
switched() {
    sed '/name: carry$/,/hidden:/ {s|^    to: .*|    to: {when: over}|
        s|^    hidden: .*|&\n    goal: {text: {en: Break it, zh: 让它出错}, is: '"$1"'}|}' \
        "$root/lessons/02_two_phases.yaml" >"$folder/switched.yaml"
    "$tilestep" lessons --check "$folder/switched.yaml" >"$folder/out" 2>&1
}
raced="'findings[\"race-war\"].count > 0'"
switched "$raced"', off: [{barrier: "__syncthreads(); #2"}]' ||
    fail "a goal reached without a barrier: $(head -3 "$folder/out")"
switched "$raced, off: []" && fail 'a goal that all switched on does not reach'
grep -q 'the goal is not reached with this' "$folder/out" || fail 'all switched on: it is not told'
switched 'check.wrong > 0, off: [{barrier: "Pvalue = 0"}]' && fail 'a goal without a line that is no barrier'
grep -q 'no barrier can be switched off so' "$folder/out" || fail 'no barrier: it is not told'
switched 'check.wrong > 0' && fail 'a goal and no way to it'
grep -q "a goal needs the field 'reached' or 'off'" "$folder/out" || fail 'no way: it is not told'

# no lessons, a wrong name, no file
mkdir "$folder/none" "$folder/two" "$folder/none/lessons" "$folder/two/lessons"
cp -r "$root/assets" "$folder/none"
cp -r "$folder/exercises" "$folder/two/lessons"
cp "$root/lessons/scenes.yaml" "$folder/none/lessons"
cp "$root/lessons/scenes.yaml" "$folder/two/lessons"
TILESTEP_DATA=$folder/none "$tilestep" lessons --check >"$folder/out" 2>&1 && fail 'no lessons at all'
grep -q 'there are no lessons' "$folder/out" || fail "not told: $(cat "$folder/out")"
sed 's|^needs: .*|needs: [memory_walls]|' "$lesson" >"$folder/two/lessons/02_memory_wall.yaml"
TILESTEP_DATA=$folder/two "$tilestep" lessons --check >"$folder/out" 2>&1 && fail 'needs'
grep -q "no lesson before this one has the name 'memory_walls'" "$folder/out" || fail 'needs are not told'
mv "$folder/two/lessons/02_memory_wall.yaml" "$folder/two/lessons/02_wall.yaml"
TILESTEP_DATA=$folder/two "$tilestep" lessons --check 2>&1 | grep -q 'is called NN_memory_wall.yaml' ||
    fail 'the name of the file'
"$tilestep" lessons --check "$folder/nowhere.yaml" >/dev/null 2>&1
[ $? = 2 ] || fail 'no such file'
"$tilestep" lessons no_such_lesson 2>/dev/null
[ $? = 2 ] || fail 'no such lesson'
exit $bad
