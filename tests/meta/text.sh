#!/bin/sh
# What must not stand in any text file of the project: paths of one machine, leftovers of work in
# progress, trailing blanks. And the version, which stands in two files, is one.
set -eu
cd "$1"
failures=0

refuse() { # what it is, grep options and patterns...
    what=$1
    shift
    if grep -rnI --exclude-dir=.git --exclude-dir='build*' --exclude-dir=.carry --exclude-dir=shared \
        --exclude-dir=corpus --exclude=.git --exclude=text.sh "$@" .; then
        echo "above: $what"
        failures=$((failures + 1))
    fi
}

refuse "a path of one machine" -e '/home/' -e '/root/' -e '/work/' -e '/Users/'
refuse "work left over" -w -e 'TODO' -e 'FIXME' -e 'XXX'
refuse "blanks at the end of a line" -e '[[:blank:]]$'
version=$(sed -n "s/^  version: '\(.*\)',$/\1/p" meson.build)
if ! grep -qx "version: $version" CITATION.cff; then
    echo "CITATION.cff is not of version $version"
    failures=$((failures + 1))
fi
[ "$failures" -eq 0 ]
