#!/bin/bash
# all.sh LESSON FOLDER OUT: judges every .cu file below FOLDER, as many at once as there are cores, by GNU
# parallel, and writes OUT/grades.csv and OUT/grades.json. What is in OUT already is not judged again.
set -euo pipefail
lesson=$1 folder=$2 out=$3
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$out"
find "$folder" -name '*.cu' -type f -print0 | sort -z |
    nice parallel --null --no-notice --jobs "${JOBS:-100%}" "$here/one.sh" "$lesson" "$out" {}
python3 "$here/summary.py" "$out"
