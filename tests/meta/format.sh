#!/bin/sh
# The sources are formatted as .clang-format says. Versions differ in detail, so only the version
# of Debian 12 judges; elsewhere the test is skipped (77).
set -eu
cd "$1"
if ! clang-format --version 2>/dev/null | grep -q 'version 14\.'; then
    echo "clang-format 14 is not here"
    exit 77
fi
find src tests -name '*.[ch]' -exec clang-format --dry-run --Werror {} +
