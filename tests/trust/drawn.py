#!/usr/bin/env python3
"""Is what is drawn what happened? Pictures of many moments of many kernels, as lists of shapes, against
a replay of the trace: values of cells, which cells are touched and tinted, where loads fly from and to,
states of threads, where warps stand, counters, bars beside the lines, formulas, sectors and turns,
reads of every element.

usage: drawn.py TILESTEP PRINT_SCENE SOURCE_ROOT [PART OF A KERNEL'S NAME]"""

import collections
import math
import os
import random
import re
import sys

sys.dont_write_bytecode = True
from record import CELL, GUTTER, HEAT, SHARED, STAGE, THREAD, Picture, Record, is_constant

HOT = {"ff9ad0f2", "fff6b98a", "ffebb3d2", "ffc3cad3"}
TINTED = HOT | {"ffe1eff8", "fffbe8da", "fff8e6f0", "ffe8ebef"}  # in this phase
USED = TINTED | {"fff1f7fb", "fffdf4ed", "fffcf3f8", "fff4f5f7"}  # by the block
TOKENS = {"ff00796b": "running", "ffb26a00": "waiting", "ff6b7480": "done"}
FEWER = "DRAWN_FEWER" in os.environ  # what is drawn is compared in full without sanitizers
SHIFTS = {"": 1, "k": 1e3, "M": 1e6}
OFF = ["--without", "check:25", "--without", "check:29", "--without", "check:40"]


def tiled(j, k, l, tile, *more):
    return ["kernels/02_tiled.cu", "--set", "j=%d" % j, "--set", "k=%d" % k, "--set", "l=%d" % l,
            "-D", "TILE_WIDTH=%d" % tile, *more]


CASES = [tiled(4, 4, 4, 2), tiled(3, 3, 3, 2), tiled(5, 7, 5, 4), tiled(1, 1, 1, 2),
         tiled(3, 3, 3, 4),
         tiled(9, 6, 11, 8), tiled(3, 3, 3, 2, *OFF),
         tiled(6, 6, 6, 4, "--order", "random:7", "--without", "barrier:33")]
CASES += [["kernels/%s.cu" % name] for name in (
    "01_naive", "03_tiled_dynamic", "05_strides", "08_corner_turning", "11_coarsened",
    "13_histogram_private", "15_transpose_tiled", "16_stencil", "17_reduction",
    "18_strip_mined", "19_naive_column_major", "20_pitch", "21_constant", "22_reduction_interleaved",
    "23_divergence", "24_barrier_in_if", "25_phases_floor", "26_double_buffered",
    "27_register_tiles", "28_vector_loads")]
CASES += [["tests/trust/drawn/%s.cu" % name] for name in (
    "before", "box", "bytes", "compact", "diverge", "far", "narrow", "past_end", "particles", "warp_sum")]
SCALARS = {"tests/trust/drawn/particles.cu": {"p": 39},  # 13 structs of three
           "kernels/21_constant.cu": {"F": 5}}


def number_of(text):
    """What a cell's text says, and how far the value may be from it."""
    found = re.fullmatch(r"(-?)(\d*\.?\d*)(?:e([-+]?\d+))?([kM]?)", text)
    if not found or not found[2]:
        return float("nan"), 0
    shift = SHIFTS[found[4]] * 10.0 ** int(found[3] or 0)
    digits = len(found[2].partition(".")[2])
    return float(found[1] + found[2]) * shift, 0.501 * 10.0 ** -digits * shift


def agrees(text, value):
    shown, slack = number_of(text)
    return value != value or (math.isfinite(shown) and abs(shown - value) <= slack)


class Check:
    """One moment of a run."""

    def __init__(self, record, moment, tools):
        self.record, self.moment, self.tools = record, moment, tools
        self.step, self.block = record.step_shown(moment), record.block_shown(moment)
        self.picture = self.draw()
        self.faults, self.count = [], 0

    def draw(self, *options):
        return Picture(self.tools[1], self.record.launch, self.moment, *options)

    def expect(self, good, fault, *values):
        self.count += 1
        if not good:
            self.faults.append("step %d: %s" % (self.moment, fault % values))

    def title(self):
        self.expect(self.picture.says("step %d of %d" % (self.moment, len(self.record.steps))), "title")

    def cells(self):
        record, now = self.record, self.record.written("global", self.moment)
        for index, shape in self.picture.tagged(CELL):
            buffer, element = shape.element()
            if buffer not in record.base or shape.h < 18:
                continue
            at, texts = record.base[buffer] + element * record.size[buffer], self.picture.texts_in(index)
            value = now.get(at, record.initial.get(at))
            if not texts:
                self.expect(at not in now, "%s[%d] is blank", record.names[buffer], element)
            elif value is not None:
                self.expect(agrees(texts[-1], value), "%s[%d] is %s, not %s", record.names[buffer],
                            element, value, texts)

    def shared_cells(self):
        now = self.record.written("shared", self.moment)
        for index, shape in self.picture.tagged(SHARED):
            texts, value = self.picture.texts_in(index), now.get(shape.tag[2])
            if shape.h >= 18:
                good = agrees(texts[-1], value) if texts and value is not None else not texts
                self.expect(good and (value is None) == (not texts), "shared byte %d is %s, not %s",
                            shape.tag[2], value, texts)

    def drawn_in(self, fills):
        return {shape.element() for _, shape in self.picture.tagged(CELL) if shape.fill in fills}

    def touched(self):
        """Where cells have numbers; smaller ones are told by another colour."""
        large = {shape.element() for _, shape in self.picture.tagged(CELL) if shape.h >= 18}
        elements = self.record.touched(self.step, "global") & large
        self.expect(self.drawn_in(HOT) == elements, "touched cells are %s, not %s", elements,
                    self.drawn_in(HOT))
        large = {shape.tag[2] for _, shape in self.picture.tagged(SHARED) if shape.h >= 18}
        hot = {shape.tag[2] for _, shape in self.picture.tagged(SHARED) if shape.fill in HOT}
        self.expect(hot == self.record.touched(self.step, "shared") & large, "touched shared %s", hot)

    def tints(self):
        """Cells tinted are those that the block in view has used or is going to use."""
        large = {shape.element() for _, shape in self.picture.tagged(CELL) if shape.h >= 18}
        used = set()
        for _, step in self.record.accesses("global", None, self.block):
            used |= self.record.touched(step, "global")
        self.expect(self.drawn_in(USED) == used & large, "used are %s more, %s less than drawn",
                    used & large - self.drawn_in(USED), self.drawn_in(USED) - used)

    def ways(self):
        """Every lane's access is a line from where it reads to where it writes."""
        step = self.step
        if not step or step["op"] not in ("load", "store") or step.get("space") == "local":
            return
        ways = list(self.picture.ways())
        cells = {shape.element(): shape for _, shape in reversed(self.picture.tagged(CELL))}
        shared = {shape.tag[2]: shape for _, shape in self.picture.tagged(SHARED)}
        threads = {shape.tag[1]: shape for _, shape in self.picture.tagged(THREAD)}
        for lane in step["lanes"]:
            thread = threads.get(step["warp"] * 32 + lane["lane"])
            is_shared = step["space"] == "shared"
            place = (shared.get(lane["at"]) if is_shared
                     else cells.get(self.record.element_at(lane["at"])))
            if not thread or not place or (is_shared and step["op"] == "store"):
                continue
            start, end = (place, thread) if step["op"] == "load" else (thread, place)
            self.expect(any(start.holds(*way[0]) and end.holds(*way[1]) for way in ways),
                        "no way of lane %d", lane["lane"])

    def outside(self):
        """A guard word that is hit stands beside its buffer, with its index and what it holds."""
        step, hits = self.step, {}
        for lane in step["lanes"] if step and step.get("space") == "global" else []:
            if self.record.element_at(lane["at"]) is None and len(lane["after"]) == 1:
                hits["[%d]" % (lane["byte"] // step["bytes"])] = lane["after"][0]
        for index, value in hits.items():
            places = [shape for shape in self.picture.shapes
                      if shape.text == index and shape.font == "code"]  # else it is a length
            self.expect(len({(place.x, place.y) for place in places}) == 1, "%s stands once", index)
            for place in places:
                values = [shape for shape in self.picture.shapes if shape.text and shape is not place and
                          abs(shape.x + shape.w / 2 - place.x - place.w / 2) < 4 and
                          0 < place.y - shape.y < 40]
                self.expect(values and agrees(values[-1].text, value), "%s holds %s", index, value)

    def coming(self):
        """The next step of every warp of the block in view."""
        coming = {}
        for step in self.record.steps[self.moment:]:
            if step["block"] != self.block:
                break
            coming.setdefault(step["warp"], step)
        return coming

    def at_barrier(self):
        """Warps that have come to a barrier that has not opened."""
        waiting, later = set(), set()
        for step in reversed(self.record.steps[:self.moment]):
            if step["block"] != self.block or (step["op"] == "barrier" and step.get("release")):
                break
            if step["op"] == "barrier" and step["warp"] not in later:
                waiting.add(step["warp"])
            later.add(step["warp"])
        return waiting

    def never_came(self, warp, lane):
        """Has a barrier opened without the thread, although it ran?"""
        return any(int(step["live"], 16) & ~int(step["active"], 16) & 1 << lane
                   for step in self.record.steps[:self.moment]
                   if step["block"] == self.block and step["warp"] == warp and step.get("release"))

    def told(self):
        """The step shown, if it is the one that tells which threads of its warp work: within the block, and
        no barrier, which is told by its gate."""
        step = self.record.steps[self.moment - 1] if self.moment else None
        return step if step and step["block"] == self.block and step["op"] != "barrier" else None

    def threads(self):
        if self.moment >= len(self.record.steps):
            return
        coming, waiting, told = self.coming(), self.at_barrier(), self.told()
        for index, shape in self.picture.tagged(THREAD):
            warp, lane = divmod(shape.tag[1], 32)
            step = coming.get(warp)
            is_live = step and int(step["live"], 16) >> lane & 1
            works = told if told and told["warp"] == warp else step
            is_active = works and int(works["active"], 16) >> lane & 1
            state = ("done" if not is_live else "waiting" if warp in waiting
                     else "running" if is_active else "inactive")
            if state in ("done", "inactive") and self.never_came(warp, lane):
                state = "never came"
            token = next(one for one in self.picture.shapes[index + 1:] if one.kind in ("circle", "line")
                         or one.kind == "rect" and one.fill and not one.stroke)
            drawn = "never came" if token.kind == "line" else TOKENS.get(token.fill, "inactive")
            self.expect(drawn == state, "thread %d is %s, not %s", shape.tag[1], state, drawn)

    def stands(self):
        """A warp that waits stands on its barrier: it is not told of here."""
        rows, waiting = {shape.tag[1]: shape for _, shape in self.picture.tagged(GUTTER)}, self.at_barrier()
        arrows = [shape for shape in self.picture.shapes if shape.kind == "arrow" and shape.h == 0
                  and shape.x < min((row.x + row.w for row in rows.values()), default=0)]
        for step in self.coming().values():
            row = rows.get(step["line"])
            if row and step["warp"] not in waiting:
                self.expect(any(row.holds(row.x, arrow.y) for arrow in arrows),
                            "warp %d stands on line %d", step["warp"], step["line"])

    def counters(self):
        for name, space, op, by_sector in (
                ("Global loads", "global", "load", False), ("Load sectors", "global", "load", True),
                ("Shared stores", "shared", "store", False), ("Shared loads", "shared", "load", False),
                ("Global stores", "global", "store", False)):
            heads = [shape for shape in self.picture.shapes if shape.text == name and shape.y < 160]
            if not heads:
                continue
            parts = [shape for shape in self.picture.shapes if shape.text and
                     0 < shape.y - heads[0].y < 60 and -5 <= shape.x - heads[0].x < 170]
            numbers = [part for part in parts if re.fullmatch("[0-9,./kM ]+", part.text)]
            shown = "".join(part.text for part in sorted(numbers, key=lambda part: part.x))
            so_far, in_all = (sum(self.cost(step, by_sector)
                                  for _, step in self.record.accesses(space, end)
                                  if step["op"] == op) for end in (self.moment, None))
            self.expect("%d/%d" % (so_far, in_all) == re.sub("[ ,]", "", shown), "%s: %d of %d, not %s",
                        name, so_far, in_all, shown)

    @staticmethod
    def cost(step, by_sector):
        if is_constant(step):
            return 0
        if not by_sector:
            return len(step["lanes"])
        return len({byte // 32 for lane in step["lanes"]
                    for byte in range(lane["at"], lane["at"] + step["bytes"])})

    def heat(self):
        so_far, in_all = (collections.Counter(step["line"] for step in self.record.steps[:end])
                          for end in (self.moment, None))
        most = max(in_all.values())
        for index, strip in self.picture.tagged(HEAT):
            line, (bar, tick) = strip.tag[1], self.picture.shapes[index + 1:index + 3]
            wide = max(1.5, so_far[line] * strip.w / most) if so_far[line] else 0
            self.expect(abs(bar.w - wide) < 0.1, "line %d ran %d times", line, so_far[line])
            at = strip.x + max(2, in_all[line] * strip.w / most) - 2
            self.expect(abs(tick.x - at) < 0.1, "line %d runs %d times", line, in_all[line])

    def formulas(self):
        for shape in self.picture.shapes:
            parts = shape.text.split("→") if shape.text else []
            if len(parts) != 3 or "…" in shape.text:
                continue
            numbers, value = parts[1].strip(), parts[2].strip()
            left = re.sub(r"\w+(?=[\[(])|\d[\w.]*|true|false", "", numbers)
            self.expect(not re.search("[A-Za-z]", left), "names are left in %s", shape.text)
            if re.search(r"[\[A-Za-z]", numbers) or not numbers:
                continue
            numbers = numbers.replace("&&", " and ").replace("||", " or ")
            worked_out = eval(re.sub("/(?=[^.]*$)", "//", numbers), {"__builtins__": {}})
            shown = {"true": True, "false": False}.get(value)
            if shown is None:
                shown = float(value)
            self.expect(abs(worked_out - shown) <= 1e-3 * abs(shown), "%s", shape.text)

    def overhang(self):
        """Hatching of the stage stays on it, also where there is little room."""
        picture = self.draw("--size", "1280x720")
        stage = picture.tagged(STAGE)[0][1]
        for shape in picture.shapes:
            if shape.kind == "hatch" and stage.holds(shape.x, shape.y):
                self.expect(stage.holds(shape.x + shape.w, shape.y + shape.h), "hatching beyond")

    def lens(self):
        step = self.step
        if not step or step.get("space") not in ("global", "shared") or is_constant(step):
            return
        picture = self.draw("--do", "panel-memory")
        if step["space"] == "global":
            self.expect(picture.says("Sectors of 32 bytes: %d" % self.cost(step, True)), "sectors %d",
                        self.cost(step, True))
        elif step["bytes"] <= 4:
            banks = collections.defaultdict(set)
            for lane in step["lanes"]:
                banks[lane["at"] // 4 % 32].add(lane["at"] // 4)
            turns = max(map(len, banks.values()))
            self.expect(picture.says("Wavefronts: %d" % turns), "wavefronts %d", turns)

    def reuse(self):
        """Buffer after buffer as they stand in the panel; one is left out where cells are too small."""
        counts = collections.Counter()
        for _, step in self.record.accesses("global", self.moment):
            for lane in step["lanes"] if step["op"] != "store" else []:
                places = (at for at, _ in self.record.words(step, lane, "after"))
                counts.update({self.record.element_at(at) for at in places})
        shown = self.numbers_below(self.draw("--do", "panel-reuse"))
        known = [[counts[buffer, element] for element in range(count)]
                 for buffer, count in enumerate(self.record.count)]
        self.expect(self.is_made_of(shown, known), "reads are %s, not %s", known, shown)

    @staticmethod
    def numbers_below(picture):
        numbers = []
        for cell, text in zip(picture.shapes, picture.shapes[1:]):
            if cell.kind == "rect" and cell.fill and cell.w == cell.h > 10 and not cell.tag and \
                    cell.y > 500 and cell.x > 1170 and text.text and text.text.isdigit():
                numbers.append(int(text.text))
        return numbers

    @staticmethod
    def is_made_of(shown, known):
        """A matrix stored column by column stands in the panel turned; those of the cases are square."""
        for numbers in known:
            side = math.isqrt(len(numbers))
            turned = [numbers[i % side * side + i // side] for i in range(side * side)]
            if shown[:len(numbers)] in (numbers, turned):
                shown = shown[len(numbers):]
        return not shown


CHECKS = [Check.title, Check.cells, Check.shared_cells, Check.touched, Check.tints, Check.ways,
          Check.outside,
          Check.threads, Check.stands, Check.counters, Check.heat, Check.formulas]
ONCE = [Check.lens, Check.reuse, Check.overhang]  # they draw a picture more


def moments_of(record):
    chance, last = random.Random(1), len(record.steps)
    memory = [number + 1 for number, step in enumerate(record.steps) if "lanes" in step]
    some = chance.sample(memory, min(4, len(memory))) + chance.sample(range(last), min(3, last))
    moments = sorted({0, 1, last, last // 2, *some})
    return moments[::3] if FEWER and len(moments) > 3 else moments


def judge(launch, tools):
    record = Record(tools[0], launch, SCALARS.get(launch[0], {}))
    count, faults, moments = 0, [], moments_of(record)
    for moment in moments:
        check = Check(record, moment, tools)
        for one in CHECKS + (ONCE if moment == moments[-2] else []):
            one(check)
        count += check.count
        faults += check.faults
    print("%s: %d steps, %d things compared, %d wrong" % (" ".join(launch), len(record.steps), count,
                                                        len(faults)))
    for fault in faults[:8]:
        print("  " + fault[:300])
    return not faults


def main():
    tools, part = [os.path.abspath(path) for path in sys.argv[1:3]], "".join(sys.argv[4:5])
    os.chdir(sys.argv[3])
    results = [judge(launch, tools) for launch in CASES if part in launch[0]]
    sys.exit(0 if results and all(results) else 1)


main()
