"""Results: with checks on, with checks off, without barriers, and faulty launches."""
import os

from cases import (FRAGMENTS, PRODUCTS, REGISTERS, agreement_cases, output_of, product, registers,
                   shared_cells, two_phases, unchecked_cases)
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


def unchecked_launches(tool):
    for kernel in tool.kernels:
        stem = stem_of(kernel)
        lines = tool.switchable_lines(kernel, "check")
        if not lines:
            continue
        for words in unchecked_cases(stem, 11):
            for off in [lines] + ([[line] for line in lines] if len(lines) > 1 else []):
                yield kernel, words, off


def without(kind, lines):
    return [word for line in lines for word in ("--without", f"{kind}:{line}")]


def allowed_to_differ(stem, words, result):
    """Why the two engines may differ here, or None: a word that several threads write has no one
    right value, nor has shared memory that nobody wrote or that is not the kernel's own: of a thread
    that leaves its arrays the hardware stops some and hands others what lies there."""
    findings, gpu = result.get("findings", []), gpu_of(result)
    outside = any(f["where"] == "shared" and f["kind"].startswith("out-of-bounds")
                  for f in findings)
    if not gpu["available"]:
        return "stopped by the hardware outside shared memory" if outside else None
    if outside:
        return "equal but for what lies outside shared memory"
    if any(f["kind"] == "uninitialized-read" for f in findings):
        return "equal but for what unset shared memory held"
    shape = output_of(stem, words)
    if not shape:
        return None
    cells = shared_cells(*shape)
    listed = [v["index"] for d in gpu["differences"] for v in d["first"]]
    return ("equal but for cells that several threads write"
            if all(index in cells for index in listed) else None)


def unchecked(tool):
    items = list(unchecked_launches(tool))

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
                     " ".join(f"{kind}={count}" for kind, count in kinds.items()), ""])
    tool.conclude("unchecked kernels, equal wrong results", good, len(rows))
    return rows


def racy_cases(tool):
    """Each barrier off, in blocks of several warps; of the products also in blocks of one."""
    for kernel in tool.kernels:
        stem = stem_of(kernel)
        for line in tool.switchable_lines(kernel, "barrier"):
            if stem in PRODUCTS:
                for tile in (32, 16, 4):
                    yield kernel, product(stem, 64, 128, 64, tile), line
            elif stem in FRAGMENTS:
                yield kernel, two_phases(stem), line
            elif stem in REGISTERS:
                for tile in (64, 32, 16):
                    yield kernel, registers(64, 64, 64, tile, 8, 4), line
            else:
                yield kernel, agreement_cases(stem, 5)[0], line


def barriers(tool):
    """Each barrier off: the emulator proves the race, the GPU may or may not get wrong values. The
    program launches five times from the same bytes and says what each launch left."""
    items = list(racy_cases(tool))

    def work(item):
        kernel, words, line = item
        return tool.run(kernel, [*words, *without("barrier", [line]), "--gpu-repeats", "0"])

    rows, good, seen = [], 0, 0
    for (kernel, words, line), result in zip(items, tool.in_parallel(work, items)):
        if result is None:
            continue
        gpu = gpu_of(result)
        races = {f["kind"]: f["count"] for f in result.get("findings", [])
                 if f["kind"].startswith("race")}
        launches = gpu.get("launches", [])
        counts = [launch.get("wrong", launch["different"]) for launch in launches]
        seen += any(counts)
        good += bool(races) and gpu["available"] and len(launches) == 5
        word = "wrong" if launches and "wrong" in launches[0] else "different"
        rows.append([stem_of(kernel), " ".join(words), f"barrier {line}",
                     f"{word} in 5 launches: " + " ".join(map(str, counts)),
                     " ".join(str(launch["different"]) for launch in launches), "",
                     gpu.get("guard_words_changed", ""),
                     " ".join(f"{kind}={count}" for kind, count in races.items()),
                     gpu.get("launches_sentence", gpu.get("reason", ""))])
    tool.conclude("missing barriers, race proved and five launches", good, len(rows),
                  f"wrong values seen for {seen}")
    return rows


def switched_off(tool):
    rows = unchecked(tool) + barriers(tool)
    tool.write_csv("switched_off.csv",
                   ["kernel", "launch", "without", "GPU", "different from the emulator",
                    "guard words changed by the emulator", "by the GPU", "findings",
                    "said of the launches"], rows)


STRUCTS = (("scale_part", ["--block", "64", "--grid", "3", "--arg", "part.n=150", "--arg",
                           "part.factor=2.5", "--arg", "part.a=random:5:150"]),
           ("nested", ["--block", "32", "--grid", "4", "--arg", "pair.left.n=100", "--arg",
                       "pair.left.a=random:6:100", "--arg", "pair.right.n=90", "--arg",
                       "pair.right.a=random:7:100", "--arg", "pair.weight=0.5", "--arg",
                       "pair.left.kind=1", "--arg", "pair.right.kind=2", "--arg",
                       "out=zeros:100"]),
           ("counting", ["--block", "32", "--grid", "4", "--arg", "a=zeros:128"]))


def structs(tool):
    """Structs by value with pointers and structs inside, and variables of the file, over three
    launches: every launch starts from the same bytes."""
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "structs.cu")
    rows, good = [], 0
    for name, words in STRUCTS:
        result = tool.run(source, ["--kernel", name, *words, "--fmad", "off", "--launches", "3"])
        gpu = gpu_of(result)
        launches = gpu.get("launches", [])
        is_good = verdict_of(gpu) == "equal" and [l["different"] for l in launches] == [0, 0, 0]
        good += is_good
        rows.append([name, " ".join(words), verdict_of(gpu),
                     " ".join(str(launch["different"]) for launch in launches),
                     gpu.get("timed_launches", "")])
    tool.write_csv("structs.csv", ["kernel", "launch", "verdict", "different, a launch", "timed"],
                   rows)
    tool.conclude("structs by value and variables, three launches each", good, len(rows))


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
