#!/bin/sh
# The scripts are clean shell. Skipped (77) without shellcheck.
set -eu
cd "$1"
if ! command -v shellcheck >/dev/null 2>&1; then
    echo "shellcheck is not here"
    exit 77
fi
shellcheck -x --severity=warning run check .ci/* tests/*/*.sh assets/grading/*/*.sh \
    assets/grading/gradescope/run_autograder assets/grading/many/array.sbatch
