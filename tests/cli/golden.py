"""Figures that must come out, through the built program and its JSON: the worked examples of the
book and the hardware's own counters.

golden.py TILESTEP SOURCE_ROOT
"""
import csv
import json
import os
import subprocess
import sys
import tempfile

tilestep, root = sys.argv[1:3]
kernels = {"histogram": root + "/kernels/12_histogram.cu",
           "private": root + "/kernels/13_histogram_private.cu",
           "naive": root + "/kernels/01_naive.cu", "tiled": root + "/kernels/02_tiled.cu"}
failures = 0


def expect(what, found, wanted):
    global failures
    if found != wanted:
        print(f"FAIL {what}: {found}, not {wanted}")
        failures += 1


def launch(j, k, l, tile):
    return ["--set", f"j={j}", "--set", f"k={k}", "--set", f"l={l}", "-D", f"TILE_WIDTH={tile}"]


def call(*words, status=0):
    done = subprocess.run([tilestep, *words], capture_output=True, text=True)
    expect("status of " + " ".join(words), done.returncode, status)
    if done.stderr:
        print(done.stderr)
    return done.stdout


def run(kernel, *words, status=0):
    return json.loads(call("run", kernels[kernel], *words, "--json", status=status))


def check_contract(result):
    groups = {
        "global_load": {"accesses", "bytes", "requests", "sectors", "lines"},
        "global_store": {"accesses", "bytes", "requests", "sectors", "lines"},
        "shared_load": {"accesses", "bytes", "requests", "wavefronts", "bank_conflicts",
                        "broadcasts"},
        "shared_store": {"accesses", "bytes", "requests", "wavefronts", "bank_conflicts",
                         "zero_fills"},
        "constant_load": {"accesses", "bytes", "requests", "words"},
        "async_copy": {"accesses", "bytes", "requests", "wavefronts", "bank_conflicts"},
    }
    counters = result["counters"]
    for name, parts in groups.items():
        expect("parts of " + name, set(counters[name]), parts)
    for name in ("blocks", "warps", "threads", "flops", "useful_flops", "instructions", "barriers",
                 "branches", "divergent_branches", "atomics", "atomics_global", "atomics_shared",
                 "bulk_bytes"):
        expect(name + " is a number", type(counters.get(name)), int)
    for name in ("kernel", "file", "launch", "buffers", "lines", "findings", "notes", "check",
                 "gpu"):
        expect(name + " is there", name in result, True)
    expect("extents", [len(result["launch"][name]) for name in ("grid", "block")], [3, 3])


def check_sums(result):
    counters = result["counters"]
    for group in ("global_load", "global_store", "shared_load", "shared_store", "constant_load",
                  "async_copy"):
        for part in ("accesses", "bytes", "requests", "sectors", "lines"):
            if part not in counters[group]:
                continue
            lines = sum(line.get(group, {}).get(part, 0) for line in result["lines"])
            expect(f"lines add up to {group} {part}", lines, counters[group][part])
    for part in ("zero_fills", "wavefronts"):
        lines = sum(line.get("shared_store", {}).get(part, 0) for line in result["lines"])
        expect(f"lines add up to {part}", lines, counters["shared_store"][part])
    for part, group in (("loads", "global_load"), ("stores", "global_store"),
                        ("constant_loads", "constant_load")):
        buffers = sum(buffer[part] for buffer in result["buffers"].values())
        expect(f"buffers add up to {group}", buffers, counters[group]["accesses"])


def memory(result):
    counters = result["counters"]
    return [counters[group]["accesses"]
            for group in ("global_load", "global_store", "shared_store", "shared_load")]


def check_book():
    naive, tiled = run("naive", *launch(4, 4, 4, 2)), run("tiled", *launch(4, 4, 4, 2))
    expect("4x4 naive", memory(naive), [128, 16, 0, 0])
    expect("4x4 tiled", memory(tiled), [64, 16, 64, 128])
    expect("broadcasts", [tiled["counters"]["shared_load"]["broadcasts"]] +
           [line["shared_load"]["broadcasts"] for line in tiled["lines"] if "shared_load" in line],
           [64, 64])
    for name in ("M", "N"):
        for result, reads in ((naive, 4), (tiled, 2)):
            per_element = result["buffers"][name]["reads_per_element"]
            expect(f"reads of each element of {name}",
                   [per_element["fewest"], per_element["most"]], [reads, reads])
    check_contract(naive)
    check_contract(tiled)
    expect("launch", [tiled["launch"]["grid"], tiled["launch"]["block"],
                      tiled["launch"]["shared_bytes"], tiled["launch"]["args"]["k"]],
           [[2, 2, 1], [2, 2, 1], 32, 4])
    for result in (naive, tiled):
        expect("check", [result["check"][name] for name in ("reference", "total", "wrong")],
               ["matmul", 16, 0])
        expect("findings", result["findings"], [])
        expect("flops", [result["counters"][name] for name in ("flops", "useful_flops")],
               [128, 128])
    naive, tiled = run("naive", *launch(3, 3, 3, 2)), run("tiled", *launch(3, 3, 3, 2))
    expect("3x3 naive", memory(naive)[:2], [54, 9])
    expect("3x3 tiled", memory(tiled)[:2] + [tiled["counters"]["shared_store"]["zero_fills"]],
           [36, 9, 28])
    expect("zero fills of lines 28 and 32",
           [line["shared_store"]["zero_fills"] for line in tiled["lines"]
            if line["line"] in (28, 32)], [14, 14])
    expect("3x3 flops, those on padding too",
           [tiled["counters"][name] for name in ("flops", "useful_flops")], [128, 54])
    check_sums(tiled)


def check_atomics():
    """An atomic reads what it changes: mean, fewest and most count it alike."""
    histogram = run("histogram")
    bins = histogram["buffers"]["bins"]
    reads, elements = bins["reads_per_element"], histogram["launch"]["args"]["bins"]["elements"]
    expect("all atomics are of the bins", bins["atomics"], histogram["counters"]["atomics"])
    expect("mean of the reads of bins", reads["mean"] * elements, bins["loads"] + bins["atomics"])
    expect("mean between the others", reads["fewest"] <= reads["mean"] <= reads["most"], True)
    for kernel, wanted in (("histogram", [64, 64, 0]), ("private", [76, 12, 64])):
        counters = run(kernel)["counters"]
        expect(f"atomics of {kernel}, all, on global and on shared memory",
               [counters[name] for name in ("atomics", "atomics_global", "atomics_shared")], wanted)
    expect("a histogram has no padding", histogram["counters"]["useful_flops"],
           histogram["counters"]["flops"])


def check_types():
    """A buffer's type is that of its elements, and so is its size."""
    with tempfile.TemporaryDirectory() as folder:
        kernels["types"] = os.path.join(folder, "types.cu")
        with open(kernels["types"], "w", encoding="utf-8") as file:
            file.write("struct Point { float x; char tag; double weight; };\n"
                       "__global__ void k(Point *a, float4 *b, short *c, float **d) { a->tag = 1;"
                       " b->x = 2; *c = 3; d[0][threadIdx.x] = 4; }\n"
                       "int main() { Point *a; float4 *b; short *c; float **d, *row;\n"
                       "cudaMalloc(&a, 8 * sizeof *a); cudaMalloc(&b, 16); cudaMalloc(&c, 2);\n"
                       "cudaMalloc(&row, 32); cudaMalloc(&d, 8);\n"
                       "cudaMemcpy(d, &row, 8, cudaMemcpyHostToDevice); k<<<1, 8>>>(a, b, c, d); }")
        result = json.loads(call("run", kernels["types"], "--json", status=0))
    wanted = {"a": ["Point", 16], "b": ["float4", 16], "c": ["short", 2], "d": ["float *", 8],
              "d[0]": ["float", 4]}
    for name, values in wanted.items():
        for place in (result["buffers"][name], result["launch"]["args"].get(name)):
            expect(f"type of {name}", place and [place["type"], place["element_bytes"]],
                   place and values)


def check_lines():
    """Distinct 128-byte lines of each request, from the trace."""
    for kernel, size in (("naive", (5, 70, 40, 4)), ("tiled", (33, 20, 45, 8))):
        lines = {"load": 0, "store": 0}
        for text in call("trace", kernels[kernel], *launch(*size)).splitlines():
            step = json.loads(text)
            if step["op"] in lines and step["space"] == "global":
                lines[step["op"]] += len({lane["at"] // 128
                                          for lane in step["lanes"]})
        counters = run(kernel, *launch(*size))["counters"]
        expect(f"lines of {kernel}", [counters["global_" + op]["lines"] for op in lines],
               list(lines.values()))


def check_hardware():
    with open(root + "/tests/cli/h200.csv", encoding="utf-8") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    expect("rows", len(rows), 14)
    for row in rows:
        size = [int(row[name]) for name in ("j", "k", "l", "tile")]
        result = run(row["kernel"], *launch(*size))
        counters = result["counters"]
        found = [counters["global_load"]["requests"], counters["global_load"]["sectors"],
                 counters["global_store"]["requests"], counters["global_store"]["sectors"],
                 counters["shared_load"]["wavefronts"], counters["shared_load"]["bank_conflicts"]]
        wanted = [int(row[name]) for name in ("load_requests", "load_sectors", "store_requests",
                                              "store_sectors", "wavefronts", "conflicts")]
        expect(f"{row['kernel']} {size}", found, wanted)
        expect(f"{row['kernel']} {size} is right", result["check"]["wrong"], 0)
        check_sums(result)


def check_compare():
    words = ["compare", kernels["naive"], kernels["tiled"], *launch(4, 4, 4, 2)]
    result = json.loads(call(*words, "--json"))
    expect("ratio of reads", result["ratios"]["global_load"]["accesses"], 2)
    expect("ratio of reads of an element", result["ratios"]["reads_per_element"]["M"], 2)
    expect("sides", [result[side]["kernel"] for side in "ab"], ["naive", "tiled"])
    lines = [line.split() for line in call(*words, "--lang", "en").splitlines()]
    expect("the line with 128, 64 and 2", ["global", "loads", "128", "64", "2"] in lines, True)
    expect("the verdict", " ".join(lines[-1]),
           "tiled makes half as many global loads as naive; both are right.")
    words = ["run", kernels["tiled"], *launch(64, 64, 64, 16), "--device", "A100"]
    expect("% of peak", "at most 6220 GFLOP/s, 31.9 % of its peak, if every load went to DRAM; it is memory "
           "bound" in call(*words, "--lang", "en"),
           True)
    expect("% of peak in JSON", round(json.loads(call(*words, "--json"))["roofline"]
                                      ["peak_fraction"], 3), 0.319)


def check_one_sided():
    """A size or macro that only one file knows applies to that one."""
    source = ("__global__ void fill(float *out, int n) {\n"
              "  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = 1.0f; }\n"
              "int main() { int count = 64; float *d; cudaMalloc(&d, count * sizeof(float));\n"
              "  fill<<<(count + 31) / 32, 32>>>(d, count); }\n")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "fill.cu")
        with open(path, "w", encoding="utf-8") as file:
            file.write(source)
        text = call("compare", kernels["tiled"], path, "--set", "j=2", "--set", "count=96", "--json")
        result = json.loads(text)
    expect("the other file's size", result["b"]["launch"]["args"]["n"], 96)
    expect("this file's size", result["a"]["launch"]["args"]["j"], 2)


def check_one_sided_lines():
    """What is to be switched off, and a kernel, apply to the file that has them."""
    words = [kernels["tiled"], "--without", "barrier:33", "--set", "j=2"]
    result = json.loads(call("compare", kernels["naive"], *words, "--json", status=1))
    expect("findings", [bool(result[side]["findings"]) for side in "ab"], [False, True])
    result = json.loads(call("compare", kernels["naive"], *words, "--kernel", "tiled", "--json",
                             status=1))
    expect("kernels", [result[side]["kernel"] for side in "ab"], ["naive", "tiled"])
    with tempfile.TemporaryDirectory() as folder:
        picture = os.path.join(folder, "a.svg")
        call("render", kernels["naive"], "--compare", *words, "-o", picture)
        expect("a picture", os.path.getsize(picture) > 1000, True)
    call("compare", kernels["naive"], kernels["tiled"], "--without", "barrier:2", status=2)


def check_trace():
    steps = [json.loads(line) for line in call("trace", kernels["tiled"]).splitlines()]
    expect("steps are numbered", [step["step"] for step in steps], list(range(len(steps))))
    counters = run("tiled")["counters"]
    expect("every instruction is a step", len(steps), counters["instructions"])
    loads = [lane for step in steps if step["op"] == "load" and step["space"] == "global"
             for lane in step["lanes"]]
    expect("loads in the trace", len(loads), counters["global_load"]["accesses"])
    phases = [step["phase"] for step in steps if step["block"] == [0, 0, 0]]
    expect("phases count from 0, as the window's do", [phases[0], phases[42], max(
        phase for phase in phases if phase is not None)], [None, 0, 1])
    expect("arrays in the trace", {lane["in"] for lane in loads}, {"M", "N"})


def check_places_of_options():
    """Options may stand before or after the file."""
    before = call("run", *launch(3, 5, 4, 2), "--json", kernels["tiled"])
    after = call("run", kernels["tiled"], "--json", *launch(3, 5, 4, 2))
    expect("the same either way", before, after)


def check_findings():
    result = run("tiled", "--without", "barrier:33", status=1)
    findings = result["findings"]
    expect("kinds", {finding["kind"] for finding in findings}, {"race-raw"})
    expect("count", sum(finding["count"] for finding in findings), 64)
    for finding in findings:
        expect("where", [finding["where"], finding["buffer"] in ("Mds", "Nds")], ["shared", True])
        expect("message", len(finding["first"]["message"]) > 20, True)
    text = call("run", kernels["tiled"], "--without", "barrier:33", "--lang", "en", status=1)
    step = findings[0]["first"]["step"]
    expect("the step", f"32 times, first in step {step} of its block: In block" in text, True)
    result = run("tiled", "--without", "barrier:37", status=1)
    expect("the second barrier", sum(finding["count"] for finding in result["findings"]), 32)
    result = run("tiled", *launch(3, 3, 3, 2), "--without", "check:25", "--without", "check:29",
                 "--without", "check:40", status=1)
    counts = {}
    for finding in result["findings"]:
        counts[finding["kind"]] = counts.get(finding["kind"], 0) + finding["count"]
    expect("no checks", counts, {"wrong-row-read": 8, "out-of-bounds-read": 20,
                                 "wrong-row-write": 2, "out-of-bounds-write": 5, "race-waw": 2})


def check_blocks():
    """Races between blocks name both blocks; equal values are notes."""
    folder = os.path.join(root, "tests/kernels")
    file = os.path.join(folder, "broken/blocks_overlap.cu")
    result = json.loads(call("run", file, "--json", status=1))
    race = result["findings"][0]
    expect("a race", [race["kind"], race["scope"], race["count"]], ["race-waw", "grid", 24])
    expect("the blocks", [race["first"]["block"], race["first"]["other_block"]],
           [[0, 0, 0], [1, 0, 0]])
    expect("the order", result["block_orders"],
           {"tried": 1, "order": "reverse", "buffer": "b", "different": 24})
    text = call("run", file, "--lang", "en", status=1)
    expect("in words", "race-waw, 24 times, between blocks: Thread 24 of block 0 (line 7)" in text
           and "blocks in reverse order: 24 of 104 elements of b differ" in text, True)
    result = json.loads(call("run", os.path.join(folder, "features/blocks_equal_values.cu"),
                             "--json"))
    expect("notes", {(note["rule"], note["scope"]) for note in result["notes"]},
           {("equal-values", "grid")})


for test in (check_book, check_atomics, check_types, check_lines, check_hardware, check_compare,
             check_one_sided, check_one_sided_lines, check_trace, check_places_of_options,
             check_findings, check_blocks):
    test()
sys.exit(failures > 0)
