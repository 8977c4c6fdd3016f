"""Launches of the shipped kernels: four sizes each for the counters, more for agreement."""
import random

PRODUCTS = ("01_naive", "02_tiled", "03_tiled_dynamic", "04_naive_swapped", "07_column_major",
            "08_corner_turning", "10_corner_turning_padded", "11_coarsened", "18_strip_mined",
            "19_naive_column_major", "26_double_buffered", "30_pipelined")
REGISTERS = ("27_register_tiles", "28_vector_loads")  # products that want other macros
LINES = ("16_stencil", "17_reduction", "21_constant", "22_reduction_interleaved")
TRANSPOSES = ("14_transpose", "15_transpose_tiled")
FRAGMENTS = ("31_wmma", "32_mma_swizzled")  # products by tiles of 16 x 16 and 16 x 64
WARPS = ("33_warp_tiles",)  # products by tiles of 8 OWN_ROWS x 16 OWN_COLS
SWIZZLED = ("29_transpose_swizzled",)  # its tiles are powers of two wide
POWERS = (8, 16, 32, 64, 128, 256)


def matrices(j, k, l):
    return ["--set", f"j={j}", "--set", f"k={k}", "--set", f"l={l}"]


def product(stem, j, k, l, tile):
    sizes = matrices(j, k, l)
    if stem == "03_tiled_dynamic":
        return sizes + ["--set", f"tile={tile}"]
    return sizes + ["-D", f"TILE_WIDTH={tile}"]


def registers(j, k, l, tile, depth, own):
    """Sizes for both kernels: tile a multiple of own and of 4, l a multiple of 4."""
    return product("", j, k, l, tile) + ["-D", f"TILE_DEPTH={depth}", "-D", f"OWN={own}"]


def warps(j, k, l, depth, rows, columns):
    return matrices(j, k, l) + ["-D", f"TILE_DEPTH={depth}", "-D", f"OWN_ROWS={rows}", "-D",
                                f"OWN_COLS={columns}"]


def transpose(rows, cols, tile):
    return ["--set", f"rows={rows}", "--set", f"cols={cols}", "-D", f"TILE_WIDTH={tile}"]


def line(n, block):
    return ["--set", f"n={n}", "-D", f"BLOCK_SIZE={block}"]


def strides(n, block, stride, offset):
    return line(n, block) + ["--set", f"stride={stride}", "--set", f"offset={offset}"]


def pitch(rows, cols, apart, block):
    return ["--set", f"rows={rows}", "--set", f"cols={cols}", "--set", f"pitch={apart}", "-D",
            f"BLOCK_SIZE={block}"]


def divergence(n, block, group):
    return line(n, block) + ["--set", f"group={group}"]


def constants(name, n, block):
    return ["--kernel", name, "--block", str(block), "--grid", str(-(-n // block)), "--arg",
            f"in=ints:{n}", "--arg", f"out=zeros:{n}", "--arg", f"n={n}"]


def copied(name, blocks, threads):
    element = 4 if name in ("by_block", "by_warps", "not_promised") else 16
    return ["--kernel", name, "--block", str(threads), "--grid", str(blocks), "--arg",
            f"in=ints:{blocks * 2048 // element}", "--arg", f"out=zeros:{blocks * 512}"]


def counter_cases(stem):
    """Four launches, one of them odd and (where there are two sizes) rectangular. None for a kernel
    that is not known here."""
    if stem in PRODUCTS:
        sizes = [(4, 4, 4, 2), (64, 64, 64, 16), (128, 128, 128, 32), (33, 50, 17, 8)]
        return [product(stem, *size) for size in sizes]
    if stem in FRAGMENTS:
        return [matrices(*size) for size in ((16, 16, 16), (64, 64, 64), (128, 128, 128),
                                             (33, 50, 17))]
    if stem in REGISTERS:
        return [registers(*size) for size in ((4, 4, 4, 4, 2, 2), (64, 64, 64, 32, 8, 4),
                                              (128, 128, 128, 64, 8, 4), (33, 50, 20, 8, 5, 2))]
    if stem in WARPS:
        return [warps(*size) for size in ((16, 8, 32, 4, 2, 2), (64, 64, 64, 8, 4, 4),
                                          (128, 128, 128, 8, 8, 8), (33, 50, 17, 4, 2, 1))]
    if stem in TRANSPOSES:
        sizes = [(4, 6, 2), (64, 64, 16), (128, 128, 32), (33, 17, 8)]
        return [transpose(*size) for size in sizes]
    if stem in SWIZZLED:
        return [transpose(*size) for size in ((4, 8, 4), (64, 64, 16), (128, 128, 32), (33, 17, 8))]
    if stem == "05_strides":
        return [strides(*s) for s in ((512, 128, 1, 0), (512, 128, 8, 0), (512, 128, 1, 1),
                                      (333, 64, 3, 5))]
    if stem == "06_audit":
        return [["--set", f"blocks={blocks}"] for blocks in (1, 2, 5, 33)]
    if stem == "09_banks":
        return [["--set", f"stride={stride}"] for stride in (1, 2, 32, 33)]
    if stem in ("12_histogram", "13_histogram_private"):
        return [line(*s) for s in ((64, 32), (1000, 128), (4096, 256), (777, 32))]
    if stem == "constants":
        return [constants(name, *size) for name in ("convolution", "table", "either")
                for size in ((64, 32), (333, 128))]
    if stem == "bulk":
        return [copied(name, *size) for name in ("by_block", "by_type", "by_warps", "by_threads",
                                                 "not_promised", "by_pipeline")
                for size in ((1, 128), (3, 64))]
    if stem == "20_pitch":
        return [pitch(*size) for size in ((32, 32, 33, 32), (32, 32, 40, 32), (64, 100, 104, 64),
                                          (9, 77, 83, 128))]
    if stem == "23_divergence":
        return [divergence(*size) for size in ((64, 64, 1), (64, 64, 32), (4096, 256, 4),
                                               (777, 128, 5))]
    if stem in LINES:
        return [line(*s) for s in ((30, 8), (1024, 128), (4096, 256), (777, 32))]
    return None


def agreement_cases(stem, seed):
    """Random launches; the tile widths 1 to 32 all occur where there are tiles."""
    chance = random.Random(f"{stem} {seed}")
    size = lambda: chance.randint(1, 70)
    if stem in PRODUCTS:
        tiles = range(1, 33) if stem < "04" else chance.sample(range(1, 33), 6)
        return [product(stem, size(), size(), size(), tile) for tile in tiles]
    if stem in FRAGMENTS:
        return [matrices(size(), size(), size()) for _ in range(6)]
    if stem in REGISTERS:
        return [registers(size(), size(), 4 * chance.randint(1, 17), own * 4 * chance.randint(1, 3),
                          chance.randint(1, 9), own) for own in (1, 2, 3, 4, 5, 6)]
    if stem in WARPS:
        return [warps(size(), size(), size(), chance.choice((4, 8)), 2 * own, own)
                for own in (1, 2, 3, 4)]
    if stem == "20_pitch":
        return [pitch(size(), cols, cols + chance.randint(0, 9), chance.choice(POWERS))
                for cols in (size() for _ in range(6))]
    if stem == "23_divergence":
        return [divergence(chance.randint(1, 5000), chance.choice(POWERS), chance.randint(1, 70))
                for _ in range(6)]
    if stem in TRANSPOSES:
        return [transpose(size(), size(), tile) for tile in chance.sample(range(1, 33), 6)]
    if stem in SWIZZLED:
        return [transpose(size(), size(), tile) for tile in (32, 16, 8, 4, 2, 1)]
    if stem == "05_strides":
        return [strides(chance.randint(1, 999), chance.choice(POWERS), chance.randint(1, 9),
                        chance.randint(0, 9)) for _ in range(6)]
    if stem == "06_audit":
        return [["--set", f"blocks={chance.randint(1, 40)}"] for _ in range(4)]
    if stem == "09_banks":
        return [["--set", f"stride={chance.randint(0, 64)}"] for _ in range(4)]
    if stem in LINES or stem in ("12_histogram", "13_histogram_private"):
        return [line(chance.randint(1, 5000), chance.choice(POWERS)) for _ in range(6)]
    return [[]]


def two_phases(stem):
    """Sizes of a product by fragments of which even the widest tiles, 64, need two phases: without a
    second one the barrier at the end of a phase orders nothing."""
    assert stem in FRAGMENTS
    return matrices(64, 128, 64)


def whole_rows(chance):
    """Sizes for WARPS whose last tiles go past the last row, but not past the end of any other: even
    without the check of its store each cell is written by one thread."""
    own = chance.choice((1, 2, 4))
    return warps(chance.randint(1, 70), chance.randint(1, 70), 16 * own * chance.randint(1, 3),
                 chance.choice((4, 8)), 2 * own, own)


def unchecked_cases(stem, seed):
    """Launches for kernels without the checks of their loads and stores."""
    if stem in PRODUCTS:
        return [product(stem, *size) for size in ((3, 3, 3, 2), (33, 50, 17, 8), (65, 65, 65, 16))]
    if stem in WARPS:
        chance = random.Random(f"{stem} {seed}")
        return [[], whole_rows(chance), whole_rows(chance), agreement_cases(stem, seed)[0]]
    return [[]] + agreement_cases(stem, seed)[:2]


def tile_of(stem, given):
    """Rows and columns of the result that a block computes."""
    if stem in FRAGMENTS:
        return 16, 64 if stem == "32_mma_swizzled" else 16
    if stem in WARPS:
        return 8 * int(given.get("OWN_ROWS", 2)), 16 * int(given.get("OWN_COLS", 2))
    tile = int(given.get("TILE_WIDTH", given.get("tile", 0)))
    return tile, tile * (2 if stem == "11_coarsened" else 1)


def output_of(stem, words):
    """(rows, columns, rows of a tile, its columns) of the result, from the words of a launch; None
    where it is a vector."""
    given = dict(word.split("=") for word in words if "=" in word)
    if stem in PRODUCTS + REGISTERS + FRAGMENTS + WARPS and "j" in given:
        return int(given["j"]), int(given["l"]), *tile_of(stem, given)
    if stem in TRANSPOSES + SWIZZLED and "rows" in given:
        return int(given["cols"]), int(given["rows"]), *tile_of(stem, given)
    return None


def shared_cells(j, l, height, width):
    """Cells of the result that more than one thread writes once the check of the store is off: the
    last tiles go on into the next row."""
    rows, columns = -(-j // height) * height, -(-l // width) * width
    times = {}
    for row in range(rows):
        for column in range(columns):
            cell = row * l + column
            times[cell] = times.get(cell, 0) + 1
    return {cell for cell, count in times.items() if count > 1}
