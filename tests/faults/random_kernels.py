#!/usr/bin/env python3
"""Random kernels of several blocks, correct by construction: every word has one owner, or is changed by
commuting atomics, or is published behind a fence. They have to be clean under both engines and in every
order of warps. Each once more with one fault of a known kind, which has to be found.

usage: random_kernels.py BOTH [KERNELS [SEED]]     what goes wrong is kept in a folder that is named"""

import math
import os
import random
import shutil
import sys
import tempfile

import faults

STEPS = "100000"  # many times what they need: who waits for another block may wait for ever
ORDERS = ("round-robin", "one-by-one", "reverse", "random:7")


class Kernel:
    """A kernel in the making: `t` is the thread in its block, `b` the block, `i` both. Each part writes
    to buffers of its own. Of the parts one may be given a fault to plant, as a number."""

    def __init__(self, seed, has_fault):
        self.chance = random.Random(seed)
        self.shape = self.chance.choice(((32, 1), (64, 1), (96, 1), (8, 8), (16, 4), (32, 3)))
        self.threads = self.shape[0] * self.shape[1]
        self.grid = self.chance.choice(((2, 1), (3, 1), (5, 1), (2, 2), (3, 2)))
        self.blocks = self.grid[0] * self.grid[1]
        self.all = self.threads * self.blocks
        self.buffers, self.lines, self.is_noted, self.kinds = [("in", self.all)], [], False, None
        parts = self.chance.sample(PARTS, self.chance.randint(2, 4))
        faulty = self.chance.randrange(len(parts)) if has_fault else -1
        for number, part in enumerate(parts):
            self.number = number
            self.lines.append("    {")
            part(self, number == faulty)
            self.lines.append("    }")

    def buffer(self, count):
        name = f"o{len(self.buffers)}"
        self.buffers.append((name, count))
        return name

    def add(self, *lines):
        self.lines += ["        " + line for line in lines]

    def value(self):
        """Any value that a thread works out of what nobody writes."""
        at = self.chance.choice(("i", f"(i * {self.chance.randrange(1, 9)} + 3) % {self.all}",
                                 f"{self.all - 1} - i", "t", "b"))
        return self.chance.choice((f"in[{at}]", f"in[{at}] * {self.chance.randint(2, 9)} + t",
                                   f"(in[{at}] ^ {self.chance.randint(1, 99)})"))

    def plant(self, is_faulty, right, *choices):
        """The right lines, or one of the faults: (kinds of which one must be found, lines)."""
        if not is_faulty:
            return right
        self.kinds, lines = self.chance.choice(choices)
        return lines

    def text(self):
        names = ", ".join(f"int *{name}" for name, _ in self.buffers[1:])
        head = ["#include <cstdio>", "", f"__global__ void work(const int *in, {names})", "{",
                "    int t = threadIdx.y * blockDim.x + threadIdx.x;",
                "    int b = blockIdx.y * gridDim.x + blockIdx.x;",
                "    int i = b * blockDim.x * blockDim.y + t;"]
        host = ["}", "", "int main()", "{", f"    int h[{self.all}], *in;",
                f"    for (int k = 0; k < {self.all}; ++k)", "        h[k] = k * 7 % 11 + 1;",
                "    cudaMalloc(&in, sizeof h);",
                "    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);"]
        for name, count in self.buffers[1:]:
            host += [f"    int *{name};", f"    cudaMalloc(&{name}, {count} * sizeof(int));",
                     f"    cudaMemset({name}, 0, {count} * sizeof(int));"]
        arguments = ", ".join(name for name, _ in self.buffers)
        host += [f"    work<<<dim3{self.grid}, dim3{self.shape}>>>({arguments});",
                 "    cudaDeviceSynchronize();", "}"]
        return "\n".join(head + self.lines + host) + "\n"


# ---- parts: what students' kernels are made of ----

def owned(k, is_faulty):
    """Every thread owns one word, by some permutation."""
    o, odd = k.buffer(k.all), k.chance.choice([n for n in range(1, 30) if k.all % n or n == 1])
    while math.gcd(odd, k.all) > 1:
        odd -= 1
    own = k.chance.choice(("i", f"{k.all - 1} - i", f"(i * {odd}) % {k.all}", f"t * {k.blocks} + b"))
    more = k.chance.choice(("=", "+=", "^="))
    k.add(f"int own = {own};", *k.plant(
        is_faulty, [f"{o}[own] {more} {k.value()};", f"{o}[own] = {o}[own] * 3 + 1;"],
        (("race/grid",), [f"{o}[t] {more} {k.value()} + b;"]),
        (("race/grid", "race"), [f"{o}[own] = i;", f"{o}[(own + {k.threads // 2}) % {k.all}] = b + 99;"]),
        (("out-of-bounds-write",), [f"{o}[own + 1] = {k.value()};"]),
        (("divide-by-zero",), [f"{o}[own] = {k.value()} / (t % 2);"]),
        (("shift-range",), [f"{o}[own] = in[i] << (t % 3 * 16);"])))


def strided(k, is_faulty):
    """A grid-stride loop over several words a thread."""
    n = k.all * k.chance.randint(1, 3) - k.chance.randrange(k.threads)
    o = k.buffer(n)
    stride, bound = f"{k.all}", f"{n}"
    k.add(*k.plant(is_faulty, [f"for (int j = i; j < {bound}; j += {stride})"],
                   (("race/grid",), [f"for (int j = i; j < {bound}; j += {k.threads})"] if n > 2 * k.threads
                    else [f"for (int j = t; j < {bound}; j += {k.threads})"]),
                   (("out-of-bounds-write", "out-of-bounds-read"),
                    [f"for (int j = i; j <= {bound} + {k.all}; j += {stride})"])),
          f"    {o}[j] = {o}[j] * 2 + in[j % {k.all}] + b;")


def tile(k, is_faulty):
    """Into shared memory, a barrier, and out of another thread's place."""
    o, s, d = k.buffer(k.all), f"s{k.number}", k.chance.randrange(33, 33 + k.threads)
    store, read = f"{s}[t] = {k.value()};", f"{o}[i] = {s}[(t + {d}) % {k.threads}];"
    barrier = "__syncthreads();"
    half = k.threads // 2
    k.add(f"__shared__ int {s}[{k.threads}];", *k.plant(
        is_faulty, [store, barrier, read],
        (("race",), [store, read] if d % k.threads else [f"{s}[0] = t;", read]),
        (("uninitialized-read",), [f"if (t < {half})", "    " + store, barrier, read]),
        (("out-of-bounds-read",), [store, barrier, f"{o}[i] = {s}[t + 1];"]),
        (("barrier-divergence",), [store, f"if (t < {half})", "    " + barrier, f"{o}[i] = {s}[t];"])))


def tree(k, is_faulty):
    """A sum of the block; blocks add up by an atomic, or have a word each."""
    o, s = k.buffer(k.blocks), f"s{k.number}"
    is_one = k.chance.random() < 0.5
    last = f"atomicAdd(&{o}[0], {s}[0]);" if is_one else f"{o}[b] = {s}[0];"
    barrier = "    __syncthreads();"
    shift = f"int v = t + d < {k.threads} ? {s}[t + d] : 0;"
    body = ["    " + shift, barrier, f"    if (t % (2 * d) == 0)", f"        {s}[t] += v;", barrier]
    k.add(f"__shared__ int {s}[{k.threads}];", f"{s}[t] = {k.value()};", "__syncthreads();",
          f"for (int d = 1; d < {k.threads}; d *= 2) {{", *k.plant(
              is_faulty, [*body, "}", "if (t == 0)", "    " + last],
              (("race",), [*body[:1], *body[2:], "}", "if (t == 0)", "    " + last]),
              (("race",), [*body[:-1], "}", "if (t == 0)", "    " + last]),
              (("race/grid",), [*body, "}", "if (t == 0)", f"    {o}[0] += {s}[0] + b;"])))


def histogram(k, is_faulty):
    """One kind of atomic for each buffer, which commute."""
    bins = k.chance.randint(2, 20)
    o, op = k.buffer(bins), k.chance.choice(("Add", "Max", "Min", "Or", "And", "Xor"))
    right = f"atomic{op}(&{o}[in[i] % {bins}], {k.value()});"
    k.add(*k.plant(is_faulty, [right], (("race/grid",), [f"{o}[in[i] % {bins}] += t + b;"]),
                   (("race/grid",), [right, "if (t == 0)", f"    {o}[b % {bins}] = -b;"]),
                   (("out-of-bounds-write",), [f"atomicAdd(&{o}[in[i] % {bins} + t % 2 * {bins}], 1);"])))


def bytes_of_words(k, is_faulty):
    """Every thread owns one byte; threads of two blocks may own bytes of one word."""
    o = k.buffer(k.all // 4 + 1)
    k.add(f"unsigned char *bytes = (unsigned char *){o} + 1;", *k.plant(
        is_faulty, ["bytes[i] = in[i] + t;"], (("race/grid",), ["bytes[i] = t;", "if (t == 0)",
                           f"    bytes[(i + {k.threads}) % {k.all}] = b + 9;"]),
        (("out-of-bounds-write",), ["bytes[i + 4] = t;"])))


def published(k, is_faulty):
    """Block 0 leaves a word and raises a flag behind a fence; the others wait for it."""
    word, flag, o = k.buffer(1), k.buffer(1), k.buffer(k.blocks)
    fence = ["    __threadfence();"]
    k.add("if (t == 0 && b == 0) {", f"    {word}[0] = {k.value()};",
          *k.plant(is_faulty, fence, (("race/grid",), [])), f"    atomicExch({flag}, 1);", "}",
          "if (t == 0 && b > 0) {", f"    while (atomicAdd({flag}, 0) == 0)", "        ;", *fence,
          f"    {o}[b] = {word}[0];", "}")


def last_block(k, is_faulty):
    """The block that comes last adds up what the others have left."""
    partial, done, o, f = k.buffer(k.blocks), k.buffer(1), k.buffer(1), f"is_last{k.number}"
    fence = ["    __threadfence();"]
    k.add(f"__shared__ int {f};", "if (t == 0) {", f"    {partial}[b] = {k.value()};",
          *k.plant(is_faulty, fence, (("race/grid",), [])),
          f"    {f} = atomicAdd({done}, 1) == {k.blocks - 1};", "}", "__syncthreads();",
          f"if ({f} && t == 0) {{", *k.chance.choice((fence, [])),
          f"    for (int j = 0; j < {k.blocks}; ++j)", f"        {o}[0] += {partial}[j];", "}")


def lock(k, is_faulty):
    """One thread of each block in a critical section."""
    lock_word, o = k.buffer(1), k.buffer(2)
    fence = "    __threadfence();"
    inside = [f"    {o}[0] = {o}[0] + in[b];", f"    {o}[1] += b;"]
    k.add(f"if (t == {k.chance.randrange(k.threads)}) {{",
          f"    while (atomicCAS({lock_word}, 0, 1) != 0)", "        ;",
          *k.plant(is_faulty, [fence, *inside, fence], (("race/grid",), inside)),
          f"    atomicExch({lock_word}, 0);", "}")


def shuffle(k, is_faulty):
    """Whole warps exchange values."""
    o, d = k.buffer(k.all), k.chance.choice((1, 2, 4, 8, 16))
    name = k.chance.choice((f"__shfl_xor_sync(0xffffffff, v, {d})", f"__shfl_down_sync(0xffffffff, v, {d})",
                            f"__shfl_up_sync(0xffffffff, v, {d})", f"__shfl_sync(0xffffffff, v, {d})",
                            "(int)__popc(__ballot_sync(0xffffffff, v > 4))"))
    k.add(f"int v = {k.value()};", *k.plant(
        is_faulty, [f"v += {name};"],
        (("warp-sync",), ["if (t % 32 < 16)", f"    v += {name};", "__syncwarp();"]),
        (("warp-sync",), [f"v += __shfl_sync(0xffffffff >> (t % 32 < 8 ? 1 : 0), v, {d});"])),
          f"{o}[i] = v;")


def staged(k, is_faulty):
    """Through shared memory inside a warp."""
    o, s, d = k.buffer(k.all), f"s{k.number}", k.chance.choice((1, 3, 8, 21, 31))
    k.add(f"__shared__ int {s}[{k.threads}];", f"{s}[t] = {k.value()};",
          *k.plant(is_faulty, ["__syncwarp();"], (("race",), [])), f"{o}[i] = {s}[t ^ {d}];")


def own_tile(k, is_faulty):
    """A block turns round its own piece of a buffer, in place."""
    o, d = k.buffer(k.all), k.chance.randrange(1, k.threads)
    read, write = f"int v = {o}[b * {k.threads} + (t + {d}) % {k.threads}] + 1;", f"{o}[i] = v;"
    k.add(f"{o}[i] = {k.value()};", "__syncthreads();", *k.plant(
        is_faulty, [read, "__syncthreads();", write], (("race",), [read, write]),
        (("race/grid",), [f"int v = {o}[(i + {k.threads}) % {k.all}] + 1;", "__syncthreads();", write]),
        (("race/grid",), [read, "__syncthreads();", f"{o}[(i + {d}) % {k.all}] = v;"])))


def same_for_all(k, is_faulty):
    """All blocks store the same: a note, no finding."""
    o, v = k.buffer(1), k.chance.randint(1, 99)
    k.is_noted = k.is_noted or not is_faulty
    k.add("if (t == 0)", *k.plant(is_faulty, [f"    {o}[0] = {v};"],
                                  (("race/grid",), [f"    {o}[0] = {v} + b;"])))


def swapped(k, is_faulty):
    """The guide's loop of compare and swap."""
    o = k.buffer(1)
    k.is_noted = k.is_noted or not is_faulty
    k.add(f"int old = {o}[0], seen;", "do {", "    seen = old;", *k.plant(
        is_faulty, [f"    old = atomicCAS({o}, seen, seen + in[i]);"],
        (("race/grid", "race"), [f"    {o}[0] = seen + in[i];"])), "} while (old != seen);")


PARTS = (owned, strided, tile, tree, histogram, bytes_of_words, published, last_block, lock, shuffle,
         staged, own_tile, same_for_all, swapped)


# ---- judging ----

def wrong(kernel, object):
    """What is not as it should be in one run of a kernel, or None."""
    if object["engines"] != "agree":
        return f"engines: {object['engines']}"
    found = {faults.kind_of(finding) for finding in object["findings"]}
    if kernel.kinds:
        return None if found & set(kernel.kinds) else f"none of {kernel.kinds} is found, but {found}"
    if object["status"]:
        return "clean, but" + faults.told(object)
    if object.get("notes") and not kernel.is_noted:
        return f"notes {object['notes']}"
    return None


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 40
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    folder, cases, kernels = tempfile.mkdtemp(prefix="random-kernels-"), [], []
    for seed in range(first, first + count):
        for has_fault in (False, True):
            kernel = Kernel(seed, has_fault)
            kernel.path = os.path.join(folder, f"{seed}{'_fault' if has_fault else ''}.cu")
            with open(kernel.path, "w", encoding="utf-8") as file:
                file.write(kernel.text())
            for order in ORDERS[:1] if has_fault else ORDERS:
                cases.append(["--max-steps", STEPS, "--order", order, kernel.path])
                kernels.append(kernel)
    failures = 0
    for kernel, words, object in zip(kernels, cases, faults.run_all(sys.argv[1], cases)):
        what = wrong(kernel, object) if "findings" in object else "cannot be run"
        failures += what is not None
        if what:
            print(" ".join(words[3:]), what)
    print(f"{count} kernels in {len(ORDERS)} orders, as many with a fault: {failures} of {len(cases)} wrong")
    if not failures:
        shutil.rmtree(folder)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
