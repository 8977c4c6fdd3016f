#!/bin/bash
# Every picture to be looked at before a release: each panel, the sheets and lecture mode, in both
# languages, three themes and three sizes, without a display; then contact sheets of them, to look at
# first. Needs ImageMagick's montage for the sheets.
#
# usage: gallery.sh BUILD OUT [PATTERN]    (BUILD holds tilestep; PATTERN: only names that match it)
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
tilestep=$(realpath "$1")/tilestep
mkdir -p "$2"
out=$(realpath "$2") pattern=${3:-.}
cd "$root"

# NAME|OPTIONS|COMMANDS
scenes="
start|kernels/02_tiled.cu --compare kernels/01_naive.cu|
load|kernels/02_tiled.cu --compare kernels/01_naive.cu|seek 20
findings|kernels/02_tiled.cu --set j=3 --set k=3 --set l=3 --without check:29|go-end;panel-findings;finding-next
memory|kernels/02_tiled.cu --compare kernels/01_naive.cu|seek 20;panel-memory
reuse|kernels/02_tiled.cu --compare kernels/01_naive.cu|go-end;panel-reuse
counters|kernels/02_tiled.cu --compare kernels/01_naive.cu|go-end;panel-counters
occupancy|kernels/02_tiled.cu -D TILE_WIDTH=16 --set j=64 --set k=64 --set l=64|panel-occupancy
roofline|kernels/02_tiled.cu --compare kernels/01_naive.cu|go-end;panel-roofline
gpu|kernels/02_tiled.cu|panel-gpu
both|kernels/02_tiled.cu --compare kernels/01_naive.cu|seek 60;panel-both
help|kernels/02_tiled.cu|help
controls|kernels/02_tiled.cu|controls
open|kernels/02_tiled.cu|open
race|kernels/02_tiled.cu --without barrier:33|go-end;finding-next;panel-findings
wide|kernels/02_tiled.cu -D TILE_WIDTH=16 --set j=64 --set k=64 --set l=64|seek 400
histogram|kernels/12_histogram.cu|seek 40
transpose|kernels/15_transpose_tiled.cu --compare kernels/14_transpose.cu|seek 30;panel-memory
reduction|kernels/17_reduction.cu|barrier-next;barrier-next
lecture|kernels/02_tiled.cu --compare kernels/01_naive.cu|lecture;barrier-next
lecture_memory|kernels/02_tiled.cu|lecture;seek 20;panel-memory
stencil|kernels/16_stencil.cu|seek 45
audit|kernels/06_audit.cu|seek 45
column_major|kernels/07_column_major.cu|seek 45
structs|tests/view/kernels/structs.cu|go-end
volume|tests/view/kernels/volume.cu|go-end
rows|tests/view/kernels/rows.cu|go-end
many|tests/view/kernels/many.cu|go-end;panel-reuse
long_names|tests/view/kernels/a_rather_long_file_name_as_students_give_them_v3.cu|go-end
"

draw() { # NAME OPTIONS COMMANDS LANGUAGE THEME SIZE
    local path="$out/$1-$4-$5-$6.png" options
    [[ $1-$4-$5-$6 =~ $pattern ]] || return 0
    read -r -a options <<<"$2"
    "$tilestep" render "${options[@]}" --do "$3" --lang "$4" --theme "$5" --size "$6" -o "$path"
}

while IFS='|' read -r name options commands; do
    [ -n "$name" ] || continue
    for language in en zh; do
        for theme in light dark contrast; do
            for size in 1280x720 1920x1080 3840x2160; do
                draw "$name" "$options" "$commands" $language $theme $size </dev/null
            done
        done
    done
done <<<"$scenes"

command -v montage >/dev/null || exit 0
for language in en zh; do
    for theme in light dark contrast; do
        for size in 1280x720 1920x1080 3840x2160; do
            mapfile -t pictures < <(compgen -G "$out/*-$language-$theme-$size.png")
            [ ${#pictures[@]} -gt 0 ] || continue
            montage -label '%t' "${pictures[@]/%/[620x349]}" -tile 3x -geometry 620x349+4+4 \
                "$out/sheet_${language}_${theme}_$size.png"
        done
    done
done
