"""Counters against ncu, findings against compute-sanitizer, and times."""
import csv
import io
import os
import re
import shlex

from cases import counter_cases, product
from tool import gpu_of, parsed_json, stem_of

# What the emulator counts, and the hardware counter that must equal it.
METRICS = {
    ("global_load", "requests"): "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    ("global_load", "sectors"): "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    ("global_store", "requests"): "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
    ("global_store", "sectors"): "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    ("shared_load", "wavefronts"): "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    ("shared_load", "bank_conflicts"): "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
    ("shared_store", "wavefronts"): "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    ("shared_store", "bank_conflicts"): "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
    ("async_copy", "wavefronts"):
        "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ldgsts.sum",
    ("bulk_bytes",): "l1tex__m_xbar2l1tex_read_bytes_mem_global_op_tma_ld.sum",
}
# Loads of constant memory must be missing from both: no counter of ncu's is theirs alone. Code for
# debugging loads them as if they were global, so these kernels are optimised.
HERE = os.path.dirname(os.path.abspath(__file__))
CONSTANTS = os.path.join(HERE, "constants.cu")
BULK = os.path.join(HERE, "bulk.cu")  # optimised, too: libcu++ is many calls otherwise
OPTIMISED = ["--gpu-repeats", "0", "--gpu-timeout", "120"]
PLAIN = ["--gpu-unoptimised", *OPTIMISED]


def profiled(tool, kernel, launches, metrics):
    """Several launches of a kernel under one ncu: [(result of tilestep, {metric: value} or why
    there is none)]."""
    log = os.path.join(tool.out, "ncu.tmp")
    how = OPTIMISED if kernel in (CONSTANTS, BULK) else PLAIN
    outputs = [f"{log}.{number}" for number in range(len(launches))]
    script = "; ".join(
        shlex.join([*tool.program, "run", kernel, *words, *how, "--gpu", "--json"]) +
        " >" + shlex.quote(output) for words, output in zip(launches, outputs))
    _, out, err = tool.call(
        ["ncu", "--csv", "--page", "raw", "--print-units", "base", "--target-processes", "all",
         "--clock-control", "none", "--log-file", log, "-f", "--metrics", ",".join(metrics),
         "sh", "-c", script], 60 + 10 * len(launches))
    results = [parsed_json(taken(output)) or {"failed": "no JSON"} for output in outputs]
    text = taken(log)
    return list(zip(results, matched(results, text or out + err)))


def taken(path):
    """The text of a temporary file, which is removed; "" if there is none."""
    try:
        with open(path, errors="replace") as file:
            text = file.read()
        os.remove(path)
        return text
    except OSError:
        return ""


def matched(results, text):
    """One row of ncu's table for each result that ran, in order, checked by the grid; the library's
    own kernels are left out."""
    rows = table_rows(text)
    kernels = {result.get("kernel") for result in results}
    if not isinstance(rows, str):
        rows = [row for row in rows if kernel_name(row) in kernels]
    ran = [result for result in results if gpu_of(result)["available"]]
    if isinstance(rows, str) or len(rows) != len(ran):
        why = rows if isinstance(rows, str) else f"{len(rows)} launches profiled, not {len(ran)}"
        return [why] * len(results)
    rows = iter(rows)
    return [row_values(next(rows), result) if gpu_of(result)["available"]
            else gpu_of(result)["reason"] for result in results]


def table_rows(text):
    """Launches in ncu's raw CSV page."""
    lines = text.splitlines()
    start = next((i for i, line in enumerate(lines) if line.startswith('"ID"')), None)
    if start is None:
        return "no table from ncu: " + " ".join(lines)[-300:]
    return [row for row in csv.DictReader(io.StringIO("\n".join(lines[start:])))
            if (row.get("ID") or "").isdigit()]


def kernel_name(row):
    words = re.split(r"[<(]", row.get("Kernel Name", ""))[0].split()
    return words[-1].split("::")[-1] if words else ""


def row_values(row, result):
    grid = [int(number) for number in re.findall(r"\d+", row.get("Grid Size", ""))]
    if grid and grid != result["launch"]["grid"]:
        return f"ncu's grid {grid} is not {result['launch']['grid']}"
    values = {}
    for name, value in row.items():
        try:
            values[name] = round(float((value or "").replace(",", "")))
        except (AttributeError, ValueError):
            pass
    return values


def known_metrics(tool):
    """The metrics that this ncu and device have."""
    (_, values), = profiled(tool, tool.kernels[0], [[]], list(METRICS.values()))
    if isinstance(values, dict) and all(name in values for name in METRICS.values()):
        return METRICS
    tool.log(f"ncu with all metrics: {values}")
    known = {}
    for key, name in METRICS.items():
        (_, values), = profiled(tool, tool.kernels[0], [[]], [name])
        if isinstance(values, dict) and name in values:
            known[key] = name
        else:
            tool.log(f"ncu has no {name}: {values}")
    return known


def counted(counters, key):
    for name in key:
        counters = counters[name]
    return counters


def compare(ours, theirs, metrics):
    """Names of the counters that differ. Three things may: one branch's store of an if may wait for
    the other's; where code asks for a constant by an instruction of its own under a condition
    (LDC, not an operand), ncu's counters of global loads have that request, too, with one sector;
    and a bulk copy of 16 bytes, which are counted here, reads a whole sector of 32."""
    differing = []
    constants = ours.get("constant_load", {}).get("requests", 0)
    for key, name in metrics.items():
        here, there = counted(ours, key), theirs.get(name)
        is_later = key[0] == "shared_store" and there is not None and there > here
        has_constants = key[0] == "global_load" and there == here + constants
        has_half_sectors = key == ("bulk_bytes",) and there is not None and here < there <= 2 * here
        if here != there and not (is_later or has_constants or has_half_sectors):
            differing.append(f"{'.'.join(key)}: {here} against {there}")
    return differing


def counter_row(kernel, words, result, theirs, metrics):
    row = [stem_of(kernel), " ".join(words)]
    if isinstance(theirs, str):
        return row + [theirs]
    ours = result["counters"]
    row.append("; ".join(compare(ours, theirs, metrics)) or "equal")
    for key, name in metrics.items():
        row += [counted(ours, key), theirs.get(name, "")]
    return row


def counters(tool):
    metrics = known_metrics(tool)
    rows, total = [], 0
    for kernel in [*tool.kernels, CONSTANTS, BULK]:
        launches = counter_cases(stem_of(kernel))
        if launches is None:
            tool.log(f"{stem_of(kernel)}: no sizes in cases.py, run as it is")
            launches = [[]]
        total += len(launches)
        if tool.left_s() < 15 or not metrics:
            tool.log(f"no time or no metrics for the counters of {stem_of(kernel)}")
            continue
        for words, (result, theirs) in zip(launches, profiled(tool, kernel, launches,
                                                              list(metrics.values()))):
            rows.append(counter_row(kernel, words, result, theirs, metrics))
    header = ["kernel", "launch", "verdict"]
    for key in metrics:
        header += [".".join(key), "ncu"]
    tool.write_csv("counters.csv", header, rows)
    tool.conclude("counters equal ncu's", sum(row[2] == "equal" for row in rows), total)


def sanitized(tool, check, kernel, words):
    log = os.path.join(tool.out, "sanitizer.tmp")
    prefix = ["compute-sanitizer", "--tool", check, "--target-processes", "all",
              "--print-limit", "1000", "--log-file", log]
    if check == "racecheck":
        prefix += ["--racecheck-report", "all"]
    separate = ["--gpu-separate"] if check == "memcheck" else []
    result = tool.run(kernel, [*words, *separate, *PLAIN, "--launches", "1"], 120, prefix)
    return result, taken(log)


def memory_lines(text):
    """{(read or write, line)} of memcheck's reports."""
    pattern = r"Invalid __global__ (read|write) of size.*?\n.*?\.cu:(\d+)"
    return {(kind, int(line)) for kind, line in re.findall(pattern, text)}


def race_lines(text):
    """Pairs of lines of racecheck's reports, smaller first."""
    thread = r"(?:access|Thread \()[^\n]*?\.cu:(\d+)"
    pairs = re.findall(thread + r"[^\n]*\n[^\n]*?" + thread, text)
    return {tuple(sorted(map(int, pair))) for pair in pairs}


def sanitizer_cases(tool):
    tiled = next(k for k in tool.kernels if stem_of(k) == "02_tiled")
    naive = next(k for k in tool.kernels if stem_of(k) == "01_naive")
    for kernel in (naive, tiled):
        lines = tool.switchable_lines(kernel, "check")
        off = [word for line in lines for word in ("--without", f"check:{line}")]
        for size in ((3, 3, 3, 2), (33, 50, 17, 8)):
            yield "memcheck", kernel, product(stem_of(kernel), *size) + off
            yield "memcheck", kernel, product(stem_of(kernel), *size)
    for line in tool.switchable_lines(tiled, "barrier"):
        yield "racecheck", tiled, product("02_tiled", 64, 64, 64, 16) + ["--without",
                                                                        f"barrier:{line}"]
    yield "racecheck", tiled, product("02_tiled", 33, 50, 17, 8)


def our_lines(check, result):
    findings = result.get("findings", [])
    if check == "memcheck":
        return {(f["kind"].rsplit("-", 1)[1], f["line"]) for f in findings
                if f["kind"].startswith("out-of-bounds")}
    return {tuple(sorted((f["line"], f["other_line"]))) for f in findings
            if f["kind"].startswith("race")}


def sanitizer(tool):
    rows, good = [], 0
    for check, kernel, words in sanitizer_cases(tool):
        if tool.left_s() < 10:
            tool.log("no time left for compute-sanitizer")
            break
        result, text = sanitized(tool, check, kernel, words)
        theirs = (memory_lines if check == "memcheck" else race_lines)(text)
        ours = our_lines(check, result)
        ran = "ERROR SUMMARY" in text or "RACECHECK SUMMARY" in text
        is_good = ran and theirs <= ours and bool(theirs) == bool(ours)
        good += is_good
        rows.append([check, stem_of(kernel), " ".join(words),
                     "agrees" if is_good else "DIFFERS" if ran else "did not run",
                     sorted(ours), sorted(theirs), "" if ran else text[-300:]])
        tool.log_lines.append(f"--- {check} {stem_of(kernel)} {' '.join(words)}\n{text[:3000]}")
    tool.write_csv("sanitizer.csv", ["tool", "kernel", "launch", "verdict",
                                     "lines of the findings", "lines of compute-sanitizer", "note"],
                   rows)
    tool.conclude("compute-sanitizer agrees with the findings", good, len(rows))


TIMED = (("01_naive", 16, []), ("04_naive_swapped", 16, []), ("02_tiled", 8, []),
         ("02_tiled", 16, []), ("02_tiled", 32, []), ("07_column_major", 32, []),
         ("08_corner_turning", 32, []), ("10_corner_turning_padded", 32, []),
         ("11_coarsened", 32, ["-D", "COARSE_FACTOR=4"]), ("26_double_buffered", 32, []),
         ("27_register_tiles", 64, ["-D", "TILE_DEPTH=8", "-D", "OWN=4"]),
         ("28_vector_loads", 64, ["-D", "TILE_DEPTH=8", "-D", "OWN=4"]))


def timing(tool):
    kernels = {stem_of(kernel): kernel for kernel in tool.kernels}
    rows, good, total = [], 0, 0
    for width in (512, 1024, 2048, 4096):
        for stem, tile, more in TIMED:
            if tool.left_s() < 15 or stem not in kernels:
                continue
            total += 1
            words = product(stem, width, width, width, tile) + more
            gpu = gpu_of(tool.run(kernels[stem], words, 40))
            good += gpu["available"]
            roofline = gpu.get("roofline", {})
            rows.append([stem, width, tile, gpu.get("kernel_ms"), gpu.get("kernel_least_ms"),
                         gpu.get("kernel_most_ms"), gpu.get("gflops"), gpu.get("registers"),
                         gpu.get("library_ms"), gpu.get("library"),
                         roofline.get("memory_roof_gflops"), gpu.get("different"),
                         gpu.get("reason", "")])
    tool.write_csv("timing.csv", ["kernel", "W", "T", "median ms", "least ms", "most ms", "GFLOP/s",
                                  "registers", "cuBLAS ms", "library",
                                  "roof of DRAM by the model, GFLOP/s", "different", "reason"],
                   rows)
    tool.conclude("timed", good, total)
