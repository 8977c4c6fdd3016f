#!/bin/sh
# A lecture on the 4 x 4 example given with PageDown and PageUp alone, and the 3 x 3 example with each
# guard off: what every picture says, compared with the texts in lecture/. With
# TILESTEP_UPDATE_GOLDEN=1 they are written anew; look at the difference before you keep them.
# As pictures: tilestep render kernels/02_tiled.cu --keys 'PageDown*20,PageUp*20' -o frame-%02d.png
# lecture.sh TILESTEP SOURCE_ROOT
set -u
tilestep=$1
tiled=$2/kernels/02_tiled.cu
golden=$2/tests/cli/lecture
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

# lecture NAME OPTION...
lecture() {
    name=$1
    shift
    if ! "$tilestep" render "$tiled" "$@" -o "$work/$name.txt"; then
        echo "FAIL $name was not rendered"
        failures=$((failures + 1))
    elif [ -n "${TILESTEP_UPDATE_GOLDEN:-}" ]; then
        cp "$work/$name.txt" "$golden/$name.txt"
    elif ! diff -u "$golden/$name.txt" "$work/$name.txt"; then
        failures=$((failures + 1))
    fi
}

for lang in en zh; do
    lecture "paging_$lang" --lang $lang --keys 'PageDown*20,PageUp*20'
    for guard in 25 29 40; do
        lecture "guard_${guard}_$lang" --lang $lang --set j=3 --set k=3 --set l=3 \
            --without check:$guard --keys 'PageDown*20'
    done
done

# The way back shows what the way there has shown: the same moments, sentences and counts.
"$tilestep" render "$tiled" --lang en --keys 'PageDown*20,PageUp*20' -o "$work/both.txt"
awk '/^[0-9]/ { n = $1 + 0; next } { page[n] = page[n] $0 "\n" }
    END { for (i = 0; i < 20; ++i) if (page[i] != page[40 - i]) { print "picture", 40 - i; bad = 1 }
          exit bad }' "$work/both.txt" || failures=$((failures + 1))

# The same with pictures: one for every key and one before.
same() {
    cmp -s "$work/a/$1.png" "$work/a/$2.png"
}
"$tilestep" render "$tiled" --size 320x200 --keys 'PageDown*3,PageUp*3' -o "$work/a/%02d.png"
if ! same 00 06 || ! same 01 05 || same 00 01; then
    echo "FAIL the pictures of the way there and back"
    failures=$((failures + 1))
fi
[ "$failures" -eq 0 ]
