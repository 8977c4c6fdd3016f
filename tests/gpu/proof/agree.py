"""Results: with checks on, with checks off, without barriers, and faulty launches."""
import os

from cases import PRODUCTS, agreement_cases, output_of, product, shared_cells
from tool import gpu_of, stem_of

SEED = 7


def verdict_of(gpu):
    if not gpu["available"]:
        return "no result: " + gpu["reason"]
    same = gpu["different"] == 0 and gpu["guard_words_different"] == 0
    return "equal" if same else "DIFFERENT"


def largest(gpu):
    return max((d["largest_difference"] / (d["largest_value"] or 1)
                for d in gpu.get("differences", [])), default=0)


def agreement(tool):
    """fmad off: equal bits on random floats. fmad on: equal on whole numbers, and on random floats
    within k roundings of the largest value."""
    items = []
    for kernel in tool.kernels:
        for number, words in enumerate(agreement_cases(stem_of(kernel), SEED)):
            modes = ("off random", "on ints", "on random") if number % 3 == 0 else ("off random",)
            items += [(kernel, words, mode) for mode in modes]

    def work(item):
        kernel, words, mode = item
        inputs = tool.random_inputs(kernel, words, SEED) if mode.endswith("random") else []
        return tool.run(kernel, [*words, *inputs, "--fmad", mode.split()[0], "--gpu-repeats", "0"])

    rows, good = [], 0
    for (kernel, words, mode), result in zip(items, tool.in_parallel(work, items)):
        if result is None:
            continue
        gpu = gpu_of(result)
        verdict = verdict_of(gpu)
        if verdict == "DIFFERENT" and mode == "on random" and largest(gpu) < 70 * 2 ** -23:
            verdict = "within the bound"
        good += verdict in ("equal", "within the bound")
        rows.append([stem_of(kernel), " ".join(words), mode, verdict, gpu.get("different", ""),
                     f"{largest(gpu):.3g}", gpu.get("guard_words_changed", "")])
    tool.write_csv("agreement.csv", ["kernel", "launch", "fmad and values", "verdict", "different",
                                     "largest difference of largest value", "guard words changed"],
                   rows)
    tool.conclude("agreement", good, len(rows), f"{len(items) - len(rows)} not begun")


def unchecked_cases(tool):
    for kernel in tool.kernels:
        stem = stem_of(kernel)
        lines = tool.switchable_lines(kernel, "check")
        if not lines:
            continue
        if stem in PRODUCTS:
            sizes = [(3, 3, 3, 2), (33, 50, 17, 8), (65, 65, 65, 16)]
            launches = [product(stem, *size) for size in sizes]
        else:
            launches = [[]] + agreement_cases(stem, 11)[:2]
        for words in launches:
            for off in [lines] + ([[line] for line in lines] if len(lines) > 1 else []):
                yield kernel, words, off


def without(kind, lines):
    return [word for line in lines for word in ("--without", f"{kind}:{line}")]


def allowed_to_differ(stem, words, result):
    """Why the two engines may differ here, or None: a word that several threads write has no one
    right value, nor has shared memory that nobody wrote, and the hardware stops a thread that
    leaves shared memory."""
    findings, gpu = result.get("findings", []), gpu_of(result)
    if not gpu["available"]:
        outside = any(f["where"] == "shared" and f["kind"].startswith("out-of-bounds")
                      for f in findings)
        return "stopped by the hardware outside shared memory" if outside else None
    if any(f["kind"] == "uninitialized-read" for f in findings):
        return "equal but for what unset shared memory held"
    shape = output_of(stem, words)
    if not shape:
        return None
    cells = shared_cells(stem, *shape)
    listed = [v["index"] for d in gpu["differences"] for v in d["first"]]
    return ("equal but for cells that several threads write"
            if all(index in cells for index in listed) else None)


def unchecked(tool):
    items = list(unchecked_cases(tool))

    def work(item):
        kernel, words, off = item
        return tool.run(kernel, [*words, *without("check", off), "--fmad", "off",
                                 "--gpu-repeats", "0"])

    rows, good = [], 0
    for (kernel, words, off), result in zip(items, tool.in_parallel(work, items)):
        if result is None:
            continue
        gpu, stem = gpu_of(result), stem_of(kernel)
        verdict = verdict_of(gpu)
        allowed = None if verdict == "equal" else allowed_to_differ(stem, words, result)
        verdict = allowed or verdict
        kinds = {}
        for found in result.get("findings", []):
            kinds[found["kind"]] = kinds.get(found["kind"], 0) + found["count"]
        good += verdict == "equal" or allowed is not None
        rows.append([stem, " ".join(words), "check " + " ".join(map(str, off)), verdict,
                     gpu.get("different", ""), gpu.get("guard_words_changed_emulator", ""),
                     gpu.get("guard_words_changed", ""),
                     " ".join(f"{kind}={count}" for kind, count in kinds.items())])
    tool.conclude("unchecked kernels, equal wrong results", good, len(rows))
    return rows


def barriers(tool):
    """Each barrier off: the emulator proves the race, the GPU may or may not get wrong values."""
    items = []
    for kernel in tool.kernels:
        stem = stem_of(kernel)
        for line in tool.switchable_lines(kernel, "barrier"):
            if stem in PRODUCTS:
                    words = product(stem, 64, 64, 64, 16)
            else:
                words = agreement_cases(stem, 5)[0]
            items += [(kernel, words, line, launch) for launch in range(1, 6)]

    def work(item):
        kernel, words, line, _ = item
        return tool.run(kernel, [*words, *without("barrier", [line]), "--gpu-repeats", "0"])

    rows, good = [], 0
    for (kernel, words, line, launch), result in zip(items, tool.in_parallel(work, items)):
        if result is None:
            continue
        gpu = gpu_of(result)
        races = {f["kind"]: f["count"] for f in result.get("findings", [])
                 if f["kind"].startswith("race")}
        wrong = gpu.get("check", {}).get("wrong", "")
        good += bool(races) and gpu["available"]
        rows.append([stem_of(kernel), " ".join(words), f"barrier {line}, launch {launch}",
                     f"{wrong} wrong" if wrong != "" else verdict_of(gpu),
                     gpu.get("different", ""), "", gpu.get("guard_words_changed", ""),
                     " ".join(f"{kind}={count}" for kind, count in races.items())])
    tool.conclude("missing barriers, race proved and GPU run", good, len(rows))
    return rows


def switched_off(tool):
    rows = unchecked(tool) + barriers(tool)
    tool.write_csv("switched_off.csv",
                   ["kernel", "launch", "without", "GPU", "different from the emulator",
                    "guard words changed by the emulator", "by the GPU", "findings"], rows)


FAULTY = (("hang", "took longer"), ("trap", "assert"), ("wild_write", "does not exist"),
          ("wild_read", "does not exist"), ("misaligned", "multiple of the size"))


def faulty(tool):
    """Ten launches that hang, trap or write wildly, then one that must work."""
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "faulty.cu")
    rows, good = [], 0
    for number in range(10):
        name, expected = FAULTY[number % len(FAULTY)]
        result = tool.run(source, ["--kernel", name, "--block", "32", "--grid", "1", "--arg",
                                   "a=zeros:64", "--gpu-timeout", "3", "--gpu-repeats", "0",
                                   "--max-steps", "5000"])
        gpu = gpu_of(result)
        reason = gpu.get("reason", "")
        is_contained = not gpu["available"] and expected in reason
        good += is_contained
        rows.append([name, "contained" if is_contained else "NOT AS EXPECTED", reason])
    after = gpu_of(tool.run(tool.kernels[1], ["--gpu-repeats", "0"]))
    good += verdict_of(after) == "equal"
    rows.append(["02_tiled afterwards", verdict_of(after), ""])
    tool.write_csv("faulty.csv", ["kernel", "verdict", "reason"], rows)
    tool.conclude("faulty launches contained", good, len(rows))
