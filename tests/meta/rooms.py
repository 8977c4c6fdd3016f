"""Which room may use which, as src/rooms.txt says: by including a header and by using a name that
another room's object file defines. What it allows is used, every folder with sources has a line in
it and in the table of src/README.md, SDL's headers are for app and CUDA's for gpu, and no folder or
file outgrows what one can see through.

rooms.py SOURCE_ROOT BUILD_ROOT
"""
import os
import re
import subprocess
import sys
from collections import defaultdict

source, build = map(os.path.abspath, sys.argv[1:3])
FILES_IN_A_ROOM, LINES_OF_A_FILE, LINES_OF_A_HEADER = 30, 600, 200
SYSTEM = {"SDL": "app", "cuda": "gpu", "nvrtc": "gpu", "cublas": "gpu"}
bad = []

os.chdir(os.path.join(source, "src"))
allowed = {name: set(uses.split())
           for name, uses in re.findall(r"^([a-z/]+):(.*)$", open("rooms.txt").read(), re.M)}
unused = {(room, name) for room, names in allowed.items() for name in names}

files = sorted(os.path.join(folder, name)[2:] for folder, _, names in os.walk(".") for name in names
               if name.endswith((".c", ".h", ".def")) and folder != ".")
rooms = {os.path.dirname(path) for path in files}


def use(path, header, how):
    """Another module's name stands for all of its rooms."""
    room, other = os.path.dirname(path), os.path.dirname(header)
    if room == other or room not in allowed:
        return
    module = other.split("/")[0]
    names = {other} if module == room.split("/")[0] else {other, module}
    unused.difference_update((room, name) for name in names)
    if not names & allowed[room]:
        bad.append(f"src/{path}: {room} may not use {other}: {how}")


shown = set(re.findall(r"^\| `([a-z/]+)` \|", open("README.md").read(), re.M))
for file, rows in ("rooms.txt", set(allowed)), ("README.md", shown):
    bad += [f"src/{room} has no line in src/{file}" for room in sorted(rooms - rows)]
    bad += [f"src/{file} has a line for {room}, where nothing is" for room in sorted(rows - rooms)]

per_room = defaultdict(int)
for path in files:
    text = open(path, encoding="utf-8").read()
    per_room[os.path.dirname(path)] += 1
    for header in re.findall(r'^ *# *include *"([^"]*)"', text, re.M):
        use(path, header, f'"{header}"')
    for header in re.findall(r"^ *# *include *<([^>]*)>", text, re.M):
        for start, owner in SYSTEM.items():
            if header.startswith(start) and path.split("/")[0] != owner:
                bad.append(f"src/{path}: headers of {start} are for {owner} only: <{header}>")
    lines, most = text.count("\n"), LINES_OF_A_HEADER if path.endswith(".h") else LINES_OF_A_FILE
    if lines > most:
        bad.append(f"src/{path} has {lines} lines, {most} are the most")
for room, count in per_room.items():
    if count > FILES_IN_A_ROOM:
        bad.append(f"src/{room} has {count} files, {FILES_IN_A_ROOM} are the most")

# Symbols: what no include shows, a function declared by hand or a header that hands another one on.
objects = {}
for folder, _, names in os.walk(os.path.join(build, "src")):
    for name in names:
        if name.endswith(".c.o"):
            module = os.path.relpath(folder, os.path.join(build, "src")).split(os.sep)[0]
            objects[os.path.join(folder, name)] = module
by_object_name = {path.replace("/", "_") + ".o": path for path in files}
defined, wanted = {}, defaultdict(set)
owners = {path: by_object_name.get(module + "_" + os.path.basename(path))
          for path, module in objects.items()}
current = [path for path, own in owners.items() if own]  # others are of files that have gone since
for line in subprocess.run(["nm", "-A", *current], capture_output=True, text=True).stdout.splitlines():
    path, symbol_line = line.split(":", 1)
    kind, symbol = symbol_line.split()[-2:]
    if kind == "U":
        wanted[symbol].add(owners[path])
    elif kind in "TDBRC":
        defined[symbol] = owners[path]
if not defined:
    bad.append(f"{build}/src has no object files: the build comes before this test")
for symbol, owner in sorted(defined.items()):
    for path in sorted(wanted[symbol]):
        use(path, owner, f"{symbol} of {os.path.basename(owner)}")

bad += [f"src/rooms.txt: {room} does not use {name}" for room, name in sorted(unused)]
print("\n".join(bad))
print(len(files), "files,", len(allowed), "rooms,", len(defined), "symbols,", len(bad), "against the map")
sys.exit(bool(bad))
