#!/bin/sh
# What must not stand in any file of the project: paths of one machine, leftovers of work in
# progress, trailing blanks, tabs in C.
set -eu
cd "$1"
failures=0

refuse() { # what it is, grep options and pattern...
    what=$1
    shift
    if grep -rnI --include='*.[ch]' --include='*.def' --include='*.sh' --include='*.md' \
        --include='*.cu' --include='meson.build' --exclude='text.sh' "$@" \
        src tests kernels lessons assets README.md CHANGELOG.md meson.build run check; then
        echo "above: $what"
        failures=$((failures + 1))
    fi
}

refuse "a path of one machine" -e '/home/' -e '/root/' -e '/work/' -e '/Users/'
refuse "work left over" -w -e 'TODO' -e 'FIXME' -e 'XXX'
refuse "blanks at the end of a line" -e '[[:blank:]]$'
[ "$failures" -eq 0 ]
