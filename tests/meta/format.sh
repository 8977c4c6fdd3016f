#!/bin/sh
# The sources are formatted as .clang-format says, and no line is longer than 100 columns; the tool
# leaves comments as they are. Its versions differ in detail, so only the version of Debian 12
# judges; elsewhere that part is skipped (77).
set -eu
cd "$1"
if LC_ALL=C.UTF-8 grep -rnE --include='*.[ch]' '^.{101,}$' src tests; then
    echo "above: lines of more than 100 columns"
    exit 1
fi
if ! clang-format --version 2>/dev/null | grep -q 'version 14\.'; then
    echo "clang-format 14 is not here"
    exit 77
fi
find src tests -name '*.[ch]' -exec clang-format --dry-run --Werror {} +
