#!/bin/sh
# The whole GPU proof on a machine with an NVIDIA GPU, in under eight minutes.
#
#   run_on_gpu.sh FOLDER OUT [PART...]
#
# FOLDER is a build folder, or what bundle.sh made on another machine. OUT gets two files, a summary
# and an archive of dated records; names of both end in the parts. Parts: unit faulty structs pictures
# counters switched-off sanitizer agreement timing planted.
set -u
if [ $# -lt 2 ]; then
    sed -n '2,9s/^# \{0,1\}//p' "$0"
    exit 2
fi
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
PATH=$PATH:/usr/local/cuda/bin
export PATH
exec timeout -k 10 480 python3 "$here/proof/proof.py" "$@"
