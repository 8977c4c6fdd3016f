#!/bin/sh
# Which module may include which, as in src/README.md. The table is the rule; a file that includes
# across it fails. SDL headers belong to app, CUDA headers to gpu, and nobody else.
set -eu
cd "$1/src"
failures=0

allowed() {
    case $1 in
    base) echo "base" ;;
    program) echo "base program" ;;
    lang) echo "base program lang" ;;
    vm) echo "base program vm" ;;
    probe) echo "base program vm probe" ;;
    count) echo "base program vm probe count" ;;
    lesson) echo "base program vm probe lesson" ;;
    session) echo "base program lang vm probe count lesson session" ;;
    scene) echo "base scene" ;;
    view) echo "base program vm probe lesson session scene view" ;;
    gpu) echo "base program gpu vm/launch.h" ;;
    cli) echo "base program lang vm probe count lesson session scene view gpu cli" ;;
    app) echo "base program lang vm probe count lesson session scene view gpu app" ;;
    esac
}

complain() {
    echo "src/$1: $2"
    failures=$((failures + 1))
}

check_include() { # file, module, included header
    for prefix in $(allowed "$2"); do
        case $3 in "$prefix" | "$prefix"/*) return ;; esac
    done
    complain "$1" "$2 may not include \"$3\""
}

check_system() { # file, module, included header
    case $3 in
    SDL*) [ "$2" = app ] || complain "$1" "SDL headers are for app only: <$3>" ;;
    cuda* | nvrtc* | cublas*) [ "$2" = gpu ] || complain "$1" "CUDA headers are for gpu only: <$3>" ;;
    esac
}

for file in */*.c */*.h */*.def; do
    module=${file%%/*}
    if [ -z "$(allowed "$module")" ]; then
        complain "$file" "the module $module has no row in the table of includes"
        continue
    fi
    for header in $(sed -n 's/^ *# *include *"\([^"]*\)".*/\1/p' "$file"); do
        check_include "$file" "$module" "$header"
    done
    for header in $(sed -n 's/^ *# *include *<\([^>]*\)>.*/\1/p' "$file"); do
        check_system "$file" "$module" "$header"
    done
done
[ "$failures" -eq 0 ] || { echo "$failures includes against the map"; exit 1; }
