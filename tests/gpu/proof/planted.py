"""The planted faults and their twins on a real GPU: word by word beside the emulator, and as programs
of their own under each tool of compute-sanitizer."""
import os
import re
import sys

from tool import gpu_of

CHECKS = ("memcheck", "racecheck", "initcheck", "synccheck")
SECONDS = 10  # for one program; a fault may never end
OWN, DANGEROUS = 12, 4  # at a time: programs that end, and those that may not

# The tool that looks for a kind of finding, or why there is none.
TOOL_OF = {"out-of-bounds-read": "memcheck", "out-of-bounds-write": "memcheck",
           "misaligned": "memcheck", "race": "racecheck", "uninitialized-read": "initcheck",
           "barrier-divergence": "synccheck", "arrivals-count": "synccheck", "assert": "memcheck",
           "device-reads-host-pointer": "memcheck", "use-after-free": "memcheck",
           "copy-wrong-kind": "memcheck", "copy-out-of-bounds": "memcheck"}
NO_TOOL = {"race/grid": "no tool compares blocks",
           "warp-sync": "synccheck looks at __syncwarp, not at shuffles and votes", "wrong-row-read": "inside the allocation",
           "wrong-row-write": "inside the allocation", "step-limit": "does not end",
           "never-read": "no tool knows what is meant",
           "divide-by-zero": "no tool looks at values", "shift-range": "no tool looks at values",
           "missing-return": "no tool looks at values",
           "dangling-pointer": "no tool looks at a thread's own memory",
           "arrivals-deadlock": "synccheck tells what led to it",
           "not-compared": "says what the emulator left out"}
# Of the tools that look at all, those that look at memory look at one kind of it.
WATCHES = {"racecheck": "shared", "initcheck": "global"}
# What else a tool says or leaves out, with the reason: {program: {tool: why}}.
ENDED = "the hardware takes threads that have ended as arrived"
FENCED = "it knows barriers, not what a lock or a flag with fences orders"
EXPLAINED = {
    "barrier_of_warps": {"memcheck": "the GPU ends the kernel: more arrive than the barrier can count"},
    "barrier_after_return": {"synccheck": ENDED},
    "barrier_in_loop": {"synccheck": ENDED},
    "syncwarp_without_caller": {
        "synccheck": "it does look at the masks of __syncwarp",
        "memcheck": "the GPU ends the kernel: an illegal instruction",
        "racecheck": "the GPU ends the kernel before the race"},
    "dangling_array": {
        "initcheck": "nvcc drops the stores of such values, and the host copies what was never set"},
    "last_block_clears": {
        "initcheck": "no block may have counted last, and the host copies what none wrote"},
    "list_without_end": {"initcheck": "what lies past the list was never set"},
    "list_without_end_right": {"memcheck": "the file with the list is not there",
                               "initcheck": "the file with the list is not there"},
    "copy_too_long": {"initcheck": "the copy is refused, and nothing else sets the buffer"},
    "memset_too_long": {"initcheck": "the memset is refused, and nothing else sets the buffer"},
    "counter_not_zeroed": {"memcheck": "fresh memory may hold zeros by luck"},
    "lock_in_block": {
        "initcheck": "entries are lost for want of the fence, and the host copies what none wrote"},
    "lock_in_shared_right": {"racecheck": FENCED},
    "flag_not_awaited_right": {"racecheck": FENCED},
    "flag_never_set_right": {"racecheck": FENCED},
    "histogram_clear": {"racecheck": "it does not tell of a plain store beside an atomic"}}


class Program:
    """One fault or its twin: what it is, then what became of it."""

    def __init__(self, faults, row, is_twin):
        self.row, self.is_twin = row, is_twin
        self.path = faults.path_of(row)
        self.name = row.name + ("_right" if is_twin else "")
        self.macros = ["-D", "RIGHT"] if is_twin else []
        self.is_incomparable = bool({"order", "addresses", "assumed"} & set(row.gpu.split()))
        self.is_dangerous = not is_twin and {"hangs", "traps"} & set(row.gpu.split())
        self.result, self.verdicts, self.binary = {}, {}, None
        with open(self.path, encoding="utf-8") as file:
            self.text = file.read()

    def wants(self, check):
        """Racecheck has nothing to look at without shared memory, nor synccheck without barriers."""
        pattern = {"racecheck": "__shared__", "synccheck": "_sync|__sync|tiled_partition"}.get(check, "")
        return re.search(pattern, self.text) is not None


def build(tool, program):
    binary = os.path.join(tool.out, "cache", program.name)
    status, out, err = tool.call(["nvcc", "-arch=native", "-lineinfo", "-DSTANDALONE",
                                  *program.macros, "-o", binary, program.path], 60)
    if status == 0:
        program.binary = binary
    else:
        tool.log_lines.append(f"$ nvcc {program.name}\n{out}{err}")


def compare(tool, program):
    program.result = tool.run(program.path, [*program.row.options, *program.macros, "--fmad", "off",
                                             "--gpu-repeats", "0", "--launches", "1",
                                             "--gpu-timeout", "5"], 40)


def sanitize(tool, item):
    """'' where the tool says nothing, else how often it says something, and what first."""
    program, check = item
    log = os.path.join(tool.out, "cache", f"{program.name}.{check}")
    status, _, err = tool.call(["compute-sanitizer", "--tool", check, "--print-limit", "20",
                                "--log-file", log, program.binary], SECONDS)
    text = ""
    if os.path.exists(log):
        with open(log, encoding="utf-8", errors="replace") as file:
            text = file.read()
    tool.log_lines.append(f"--- {check} {program.name}: status {status}\n{text[:1500]}")
    program.verdicts[check] = verdict(status, text or err)


def verdict(status, text):
    summary = re.search(r"ERROR SUMMARY: (\d+) error|RACECHECK SUMMARY: (\d+) hazard", text)
    if not summary:
        return f"no end in {SECONDS} s" if status is None else "did not run: " + text[-200:]
    count = int(summary.group(1) or summary.group(2))
    first = re.search(r"^========= (?!COMPUTE-SANITIZER|.*SUMMARY)(\S.*)$", text, re.M)
    lines = sorted(set(map(int, re.findall(r"\.cu:(\d+)", text))))
    return f"{count}: {first.group(1) if first else ''} {lines}" if count else ""


def kinds_of(faults, program):
    return {(faults.kind_of(f), f.get("where")) for f in program.result.get("findings", [])}


def judged(faults, program):
    """(whether all is as it should be, the tools that differ and why)"""
    expected, reasons, good = {}, [], True
    for kind, where in sorted(kinds_of(faults, program), key=str):
        check = TOOL_OF.get(kind)
        if check and WATCHES.get(check, where) == where and where != "local":
            expected[check] = kind
        elif check:
            reasons.append(f"{kind}: {check} does not watch {where} memory")
        else:
            reasons.append(f"{kind}: {NO_TOOL[kind]}")
    for check in CHECKS:
        said = program.verdicts.get(check, "")
        if said.startswith("no end") and "hangs" in program.row.gpu.split():
            continue
        if bool(said) == (check in expected):
            continue
        why = EXPLAINED.get(program.name, {}).get(check)
        reasons.append(f"{check} {'adds' if said else 'is silent'}: {why or 'NOT EXPLAINED'}")
        good &= why is not None
    return good, "; ".join(dict.fromkeys(reasons))


def row_of(faults, program):
    """A line of the table, whether the values are right, whether every difference is explained."""
    gpu = gpu_of(program.result)
    found = sorted({f"{faults.kind_of(f)}@{f['line']}" for f in program.result.get("findings", [])})
    noted = sorted({f"{n['rule']}@{n['line']}" for n in program.result.get("notes", [])})
    different = gpu.get("different", "") if gpu.get("available") else gpu.get("reason", "no result")
    is_equal = not program.is_twin or ((different == 0 or program.is_incomparable) and not found)
    good, reasons = judged(faults, program)
    row = [program.name, " ".join(found), " ".join(noted), different,
           *(program.verdicts.get(check, "-") for check in CHECKS),
           "ok" if good and is_equal else "LOOK", reasons]
    return row, is_equal, good


def run_together(tool, programs, workers):
    tool.in_parallel(lambda program: compare(tool, program), programs, workers)
    items = [(program, check) for program in programs for check in CHECKS
             if program.binary and program.wants(check)]
    tool.in_parallel(lambda item: sanitize(tool, item), items, workers)


def planted(tool):
    beside = os.path.join(tool.folder, "faults")
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../faults")
    sys.path.insert(0, beside if os.path.isdir(beside) else source)
    import faults
    programs = [Program(faults, row, is_twin) for row in faults.rows() for is_twin in (False, True)]
    os.makedirs(os.path.join(tool.out, "cache"), exist_ok=True)
    tool.log_lines.append(tool.call(["compute-sanitizer", "--help"], 20)[1])
    tool.in_parallel(lambda program: build(tool, program), programs, 16)
    run_together(tool, [program for program in programs if not program.is_dangerous], OWN)
    run_together(tool, [program for program in programs if program.is_dangerous], DANGEROUS)
    table = [row_of(faults, program) for program in programs]
    tool.write_csv("planted.csv", ["program", "found", "noted", "words that differ", *CHECKS,
                                   "verdict", "differences of the tools"],
                   [row for row, _, _ in table])
    twins = [is_equal for (_, is_equal, _), program in zip(table, programs) if program.is_twin]
    tool.conclude("programs built", sum(p.binary is not None for p in programs), len(programs))
    tool.conclude("twins leave the emulator's words", sum(twins), len(twins))
    tool.conclude("findings beside compute-sanitizer, all differences explained",
                  sum(good for _, _, good in table), len(table))
