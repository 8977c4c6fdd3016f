#!/bin/sh
# Without a display the window says so, once, and what there is instead; exit status 2.
set -u
unset DISPLAY WAYLAND_DISPLAY SDL_VIDEODRIVER
message=$("$1" 2>&1 </dev/null)
status=$?
echo "$message"
[ "$status" -eq 2 ] || { echo "status $status, not 2"; exit 1; }
case $message in
*"without SDL2"* | *"no display"*) ;;
*) echo "the reason is missing"; exit 1 ;;
esac

# What is wrong with a saved window is said before, and names it once.
said=$("$1" --state "$0" 2>&1 </dev/null)
echo "$said"
[ "$(echo "$said" | grep -o "$0" | wc -l)" -le 1 ] || { echo "named twice"; exit 1; }
