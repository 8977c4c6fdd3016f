"""A long run shows a progress bar on a terminal, and Ctrl+C ends it: exit status 130, a message,
nothing on stdout.

cancel.py TILESTEP SOURCE_ROOT
"""
import os
import pty
import signal
import subprocess
import sys

tilestep, root = sys.argv[1:3]
size = [word for name in "jkl" for word in ("--set", f"{name}=8192")]
try:
    terminal, child_end = pty.openpty()
except OSError as error:
    print("skipped:", error)
    sys.exit(77)
run = subprocess.Popen(
    [tilestep, "run", root + "/kernels/02_tiled.cu", "-D", "TILE_WIDTH=16", "--json", *size],
    stdout=subprocess.PIPE, stderr=child_end)
os.close(child_end)

said = b""


def listen(until):
    """Collects what the run says until it says `until` or ends."""
    global said
    while until not in said:
        try:
            said += os.read(terminal, 4096)
        except OSError:
            return


listen(b"%")
run.send_signal(signal.SIGINT)
listen(b"cancelled")
out, _ = run.communicate()
good = run.returncode == 130 and b"%" in said and b"cancelled" in said and out == b""
print(run.returncode, said, out[:200])
sys.exit(not good)
