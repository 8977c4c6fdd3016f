#!/bin/sh
# Installed, and run from elsewhere: it has all that it brings along, and takes that from where it
# was installed and not from the source tree. Skipped (77) without meson on the PATH.
# installed.sh BUILD_ROOT
set -eu
command -v meson >/dev/null || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
DESTDIR=$work meson install -C "$1" --no-rebuild --quiet
tilestep=$(find "$work" -path '*/bin/tilestep')
share=$(find "$work" -path '*/share/tilestep')
unset DISPLAY WAYLAND_DISPLAY TILESTEP_DATA
cd /

sed 's/^device NVIDIA H200/device A chip of the installed list/' "$share/assets/devices.txt" >"$work/list"
mv "$work/list" "$share/assets/devices.txt"
"$tilestep" devices | grep -q "A chip of the installed list"
for kernel in "$share"/kernels/*.cu; do
    wrong=0 # what is wrong on purpose says so in its first line
    if head -n 1 "$kernel" | grep -q 'Wrong on purpose'; then wrong=1; fi
    status=0
    "$tilestep" run "$kernel" >/dev/null || status=$?
    [ "$status" = "$wrong" ] || { echo "FAIL $kernel" && exit 1; }
done
said=$("$tilestep" render "$share/kernels/02_tiled.cu" --at 42 -o "$work/picture.png" 2>&1)
case $said in *tilestep-window.so*) echo "FAIL the window is not found: $said" && exit 1 ;; esac
exercises=share/tilestep/lessons/exercises
"$tilestep" lessons --json | grep -q "\"skeleton\": \".*$exercises/01_memory_wall.cu\"" ||
    { echo "FAIL the exercises are elsewhere" && exit 1; }
if grep -l EXERCISE "${share%/share/tilestep}/$exercises"/*.cu; then
    echo "FAIL marks are left in what students read" && exit 1
fi
for file in man/man1/tilestep.1 applications/tilestep.desktop \
    icons/hicolor/scalable/apps/tilestep.svg; do
    [ -f "${share%/tilestep}/$file" ] || { echo "FAIL no $file" && exit 1; }
done
