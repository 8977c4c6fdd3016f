#!/bin/bash
# What students hand in and tilestep class makes of it: files, a folder, links on stdin, many at once;
# what is none is told by its name, and its colours and directions do not reach the terminal.
# usage: class.sh TILESTEP
set -u
tilestep=$1 bad=0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export XDG_STATE_HOME=$folder/state

fail() {
    echo "FAILED: $*"
    bad=1
}

"$tilestep" lessons --hand-in Ada >/dev/null 2>"$folder/err"
[ $? = 2 ] && grep -q 'nothing of the lessons' "$folder/err" || fail "nothing to hand in: $(cat "$folder/err")"
mkdir -p "$folder/state/tilestep" "$folder/box/deeper"
printf 'tilestep lessons 1\nmemory_wall reads_of_all done 64\nmemory_wall bigger shown 0\n' \
    >"$folder/state/tilestep/lessons"
"$tilestep" lessons --hand-in 'Ada  Lovelace' -o "$folder/box/ada.txt" || fail 'a file'
printf 'tilestep answers 1\nname Ada Lovelace\nhanded 1\nmemory_wall reads_of_all done 64\nmemory_wall bigger shown 0\n' |
    cmp - "$folder/box/ada.txt" || fail 'what is in the file'
"$tilestep" lessons --hand-in $'\x1b' >/dev/null 2>&1
[ $? = 2 ] || fail 'a name of nothing'
code=$("$tilestep" lessons --hand-in Bo)
[[ $code == ta1.* ]] || fail "a code: $code"
printf 'tilestep answers 1\nname \x1b[31mEve\xe2\x80\xae\nmemory_wall reads_of_all done 128\n' >"$folder/box/deeper/eve"
echo 'I like it' >"$folder/box/essay.txt"
head -c 3000 /dev/urandom >"$folder/box/photo.png"
printf 'see https://example.org/t.html#%s\nand %s' "$code" "${code:0:50}" |
    "$tilestep" class "$folder/box" "$folder/box/ada.txt" - >"$folder/out" 2>"$folder/err"
[ $? = 1 ] || fail 'the status where something is none'
grep -q '^3 people, 2 questions$' "$folder/out" || fail "how many: $(head -1 "$folder/out")"
grep -qE '^  ✓ 128 +█+ 1  \[31mEve$' "$folder/out" || fail "the right answer: $(cat "$folder/out")"
grep -qE '^    64 +█+ 2  Ada Lovelace, Bo$' "$folder/out" || fail "another one: $(cat "$folder/out")"
grep -q 'Ada Lovelace: handed in 2 times; the newest counts' "$folder/err" || fail 'twice'
for name in essay.txt photo.png -; do
    grep -q "^tilestep: $name: " "$folder/err" || fail "$name is not told: $(cat "$folder/err")"
done
grep -qP '[\x1b]|\xe2\x80\xae' "$folder/out" "$folder/err" && fail 'what steers a terminal gets there'
"$tilestep" class "$folder/box" "$code" --json 2>/dev/null | python3 -c '
import json, sys
told = json.load(sys.stdin)
assert [one["name"] for one in told["people"]] == ["Ada Lovelace", "Bo", "[31mEve"], told
first = told["questions"][0]
assert (first["lesson"], first["stage"]) == ("memory_wall", "reads_of_all"), first
bars = {bar["answer"]: (bar["right"], bar["count"], bar["people"]) for bar in first["answers"]}
assert bars == {"64": (False, 2, ["Ada Lovelace", "Bo"]), "128": (True, 1, ["[31mEve"])}, bars
assert (first["answered"], first["right_at_first"], first["right_later"]) == (3, 1, 2), first
assert len(told["problems"]) == 2, told' || fail JSON
"$tilestep" class "$folder/box/essay.txt" >/dev/null 2>&1
[ $? = 2 ] || fail 'the status where nobody has handed in'
"$tilestep" class "$folder/box/ada.txt" --lang zh | grep -q '1 人' || fail Chinese
exit $bad
