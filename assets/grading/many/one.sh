#!/bin/bash
# one.sh LESSON OUT FILE: judges one submission, whatever is in it, and leaves in OUT what was said and a
# row for summary.py. The status is always 0: a submission that fails is no failure of the run.
# TILESTEP: the program. SECONDS_EACH: the longest that one may take.
set -u
lesson=$1 out=$2 file=$3
name=$(printf %s "$file" | sha256sum | cut -c1-16)
[ ! -s "$out/$name.row" ] || exit 0
ulimit -f 100000 # no output is longer than 100 MB
TIMEFORMAT='took %R %U %S'
took=$( (
    time timeout --kill-after=2 "${SECONDS_EACH:-300}" "${TILESTEP:-tilestep}" grade "$file" --lesson "$lesson" --json \
        </dev/null >"$out/$name.json" 2>"$out/$name.err"
    echo "status $?"
) 2>&1)
[[ $took =~ took\ ([0-9. ]+) ]] && times=${BASH_REMATCH[1]} # the shell may have said something of its own
[[ $took =~ status\ ([0-9]+) ]] && status=${BASH_REMATCH[1]}
printf '%s\0%s %s' "$file" "$times" "$status" >"$out/$name.part"
mv "$out/$name.part" "$out/$name.row"
