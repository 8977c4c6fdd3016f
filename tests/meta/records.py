"""The times in assets/devices.txt are those of the newest record of that day: every kernel of its
widest product, and the library, with elements of float and of half. usage: records.py ROOT"""
import csv, pathlib, re, sys

root = pathlib.Path(sys.argv[1])
bad = 0


def fail(text):
    global bad
    bad = 1
    print("FAILED:", text)


text = (root / "assets/devices.txt").read_text()
date, library = re.search(r"^measured (\S+) (.*)$", text, re.M).groups()
shown = {}
for row in re.findall(r"^time (.*)$", text, re.M):
    kernel, width, tile, ms, intensity = row.split()[:5]
    shown[kernel, int(tile)] = int(width), float(ms), float(intensity)

folder = sorted((root / "tests/gpu/records").glob(date + "*"))[-1]
lines = (folder / "timing.csv").read_text().splitlines()
if date not in lines[0]:
    fail(f"{folder} is not of {date}")
rows = list(csv.DictReader(lines[1:]))
ladder = (folder / "ladder.csv").read_text().splitlines()
if date not in ladder[0]:
    fail(f"{folder}/ladder.csv is not of {date}")
rows += csv.DictReader(ladder[1:])
widest = max(int(row["W"]) for row in rows)
near = lambda a, b: abs(a - b) <= 1e-3 * abs(b)
found = set()
for row in rows:
    if int(row["W"]) != widest:
        continue
    key = row["kernel"], int(row["T"])
    found.add(key)
    if key not in shown:
        fail(f"{key} is not shown")
        continue
    width, ms, intensity = shown[key]
    if width != widest or not near(ms, float(row["median ms"])):
        fail(f"{key}: {width} {ms} instead of {row['W']} {row['median ms']}")
    roof = float(row["roof of DRAM by the model, GFLOP/s"])
    naive = next(r for r in rows if r["kernel"] == "01_naive" and r["W"] == row["W"])
    per_byte = float(naive["roof of DRAM by the model, GFLOP/s"]) / 0.25
    if not near(intensity, roof / per_byte):
        fail(f"{key}: intensity {intensity} instead of {roof / per_byte}")
    if row["library"] != library:
        fail(f"{library} instead of {row['library']}")
for name, is_half in (("library", False), ("library_half", True)):
    times = [float(row["cuBLAS ms"]) for row in rows if int(row["W"]) == widest and
             is_half == (row.get("elements of factors, sums") == "__half, float")]
    if not min(times) * 0.999 <= shown[name, 0][1] <= max(times) * 1.001:
        fail(f"the time of {name} is none of the record")
for key in set(shown) - found - {("library", 0), ("library_half", 0)}:
    fail(f"{key} is in no record")
sys.exit(bad)
