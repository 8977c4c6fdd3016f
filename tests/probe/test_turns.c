/* Sectors of global requests and turns of the shared banks, on patterns whose answer is known. */
#include "base/hash.h"
#include "probe/counting/banks.h"
#include "probe/counting/cost.h"
#include "probe/counting/sectors.h"
#include "test.h"

static const uint32_t ALL = 0xffffffffu;

/* lane i at start + (i % width) * step + (i / width) * row */
static void spread(uint64_t address[32], uint64_t start, uint64_t width, uint64_t step,
                   uint64_t row)
{
    for (uint64_t i = 0; i < 32; ++i)
        address[i] = start + i % width * step + i / width * row;
}

TEST(strides_touch_4_8_16_32_sectors)
{
    uint64_t address[32];
    for (uint64_t stride = 1, sectors = 4; stride <= 64; stride *= 2) {
        spread(address, 512, 32, 4 * stride, 0);
        assert_int_equal(pieces_count(address, ALL, 4, SECTOR_BYTES), sectors);
        sectors = sectors < 32 ? sectors * 2 : 32;
    }
}

TEST(an_offset_costs_one_more_sector)
{
    uint64_t address[32];
    spread(address, 512 + 4, 32, 4, 0);
    assert_int_equal(pieces_count(address, ALL, 4, SECTOR_BYTES), 5);
    spread(address, 512, 16, 4, 256);
    assert_int_equal(pieces_count(address, ALL, 4, SECTOR_BYTES), 4);
    assert_int_equal(pieces_count(address, 0x000f000f, 4, SECTOR_BYTES), 2);
    assert_int_equal(pieces_count(address, 0, 4, SECTOR_BYTES), 0);
}

TEST(strides_touch_1_2_4_32_lines)
{
    uint64_t address[32];
    for (uint64_t stride = 1, lines = 1; stride <= 128; stride *= 2) {
        spread(address, 512, 32, 4 * stride, 0);
        uint64_t with_sectors;
        assert_int_equal(pieces_count(address, ALL, 4, LINE_BYTES), lines);
        sectors_count(address, ALL, 4, &with_sectors);
        assert_int_equal(with_sectors, lines);
        lines = lines < 32 ? lines * 2 : 32;
    }
    spread(address, 512 + 4, 32, 4, 0);
    assert_int_equal(pieces_count(address, ALL, 4, LINE_BYTES), 2);
    spread(address, 512, 16, 4, 64); /* rows of 16 floats: both are in one line */
    assert_int_equal(pieces_count(address, ALL, 4, LINE_BYTES), 1);
    assert_int_equal(pieces_count(address, ALL, 4, SECTOR_BYTES), 4);
}

TEST(lanes_in_any_order_and_astride)
{
    uint64_t address[32];
    for (uint64_t i = 0; i < 32; ++i)
        address[i] = 1024 + (i * 11 % 32) * 4;
    assert_int_equal(pieces_count(address, ALL, 4, SECTOR_BYTES), 4);
    for (uint64_t i = 0; i < 32; ++i)
        address[i] = i * 64 + 30;
    assert_int_equal(pieces_count(address, ALL, 4, SECTOR_BYTES), 64);
    address[0] = 28;
    address[1] = 31;
    assert_int_equal(pieces_count(address, 3, 4, SECTOR_BYTES), 2);
    spread(address, (uint64_t)-64, 32, 4, 0);
    assert_int_equal(pieces_count(address, ALL, 4, SECTOR_BYTES), 4);
}

static void check_banks(const uint64_t address[32], uint32_t active, uint32_t bytes,
                        uint32_t wavefronts, uint32_t conflicts)
{
    BankCount count = banks_count(address, active, bytes);
    assert_int_equal(count.wavefronts, wavefronts);
    assert_int_equal(count.conflicts, conflicts);
}

/* stmatrix against an H200: ncu 2025.3, CUDA 13.0, 23 November 2026, one warp a launch;
 * smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_stsm and the conflicts of op_st. Lane i
 * has the address of row i % rows at chunk i / rows of 16 bytes, which is swapped with another one:
 * XOR what the last two say of the row. */
TEST(rows_of_stored_matrices_take_the_wavefronts_of_an_h200)
{
    static const struct {
        uint32_t matrices, pitch, rows, shift, mask, wavefronts, conflicts;
    } cases[] = {{1, 64, 32, 0, 0, 4, 3},    {1, 128, 32, 0, 0, 8, 7},   {4, 16, 32, 0, 0, 4, 0},
                 {4, 32, 32, 0, 0, 8, 4},    {4, 48, 32, 0, 0, 4, 0},    {4, 64, 32, 0, 0, 16, 12},
                 {4, 80, 32, 0, 0, 4, 0},    {4, 128, 32, 0, 0, 32, 28}, {4, 144, 32, 0, 0, 4, 0},
                 {4, 256, 32, 0, 0, 32, 28}, {4, 272, 32, 0, 0, 4, 0},   {4, 64, 16, 0, 0, 16, 12},
                 {4, 128, 16, 0, 0, 32, 28}, {4, 144, 16, 0, 0, 4, 0},   {4, 128, 16, 0, 7, 4, 0},
                 {4, 64, 16, 1, 3, 4, 0},    {4, 64, 16, 0, 3, 8, 4},    {4, 128, 8, 0, 0, 32, 28},
                 {4, 0, 32, 0, 0, 4, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        uint64_t address[32];
        for (uint32_t lane = 0; lane < 32; ++lane) {
            uint32_t row = lane % cases[i].rows, chunk = lane / cases[i].rows;
            address[lane] =
                row * cases[i].pitch + (chunk ^ (row >> cases[i].shift & cases[i].mask)) * 16;
        }
        check_banks(address, ALL >> (32 - 8 * cases[i].matrices), 16, cases[i].wavefronts,
                    cases[i].conflicts);
    }
}

TEST(words_of_one_bank_take_turns)
{
    const uint32_t turns[][2] = {{0, 1}, {1, 1}, {2, 2}, {4, 4}, {32, 32}, {33, 1}};
    for (size_t i = 0; i < sizeof turns / sizeof *turns; ++i) {
        uint64_t address[32];
        spread(address, 64, 32, 4 * turns[i][0], 0);
        check_banks(address, ALL, 4, turns[i][1], turns[i][1] - 1);
    }
}

TEST(transposed_tile_and_its_padding)
{
    uint64_t address[32];
    spread(address, 0, 16, 16 * 4, 4);
    check_banks(address, ALL, 4, 8, 7);
    spread(address, 0, 16, 17 * 4, 4);
    check_banks(address, 0xffff, 4, 1, 0);
}

TEST(wide_accesses_are_served_in_parts)
{
    uint64_t address[32];
    spread(address, 0, 32, 8, 0);
    check_banks(address, ALL, 8, 2, 0);
    check_banks(address, 0xff, 8, 1, 0);
    spread(address, 0, 32, 16, 0);
    check_banks(address, ALL, 16, 4, 0);
    check_banks(address, 0x1, 16, 1, 0);
    spread(address, 0, 32, 128, 0);
    check_banks(address, ALL, 16, 32, 28);
    spread(address, 0, 32, 1, 0);
    check_banks(address, ALL, 1, 1, 0);
}

static uint64_t broadcasts(const uint64_t address[32], uint32_t active, uint32_t bytes)
{
    return cost_of_lanes(address, active, bytes, MEMORY_SHARED).broadcasts;
}

TEST(words_that_several_lanes_read_are_broadcasts)
{
    uint64_t address[32];
    spread(address, 64, 32, 0, 0); /* all lanes read one word */
    assert_int_equal(broadcasts(address, ALL, 4), 1);
    assert_int_equal(broadcasts(address, 0x10, 4), 0);
    spread(address, 64, 32, 4, 0); /* each lane its own */
    assert_int_equal(broadcasts(address, ALL, 4), 0);
    spread(address, 64, 2, 0, 4); /* two neighbours share each of 16 words */
    assert_int_equal(broadcasts(address, ALL, 4), 16);
    assert_int_equal(broadcasts(address, 0x55555555, 4), 0);
    assert_int_equal(broadcasts(address, 0x0000000f, 4), 2);
    spread(address, 64, 16, 4, 0); /* a row of 16 words, read by both halves */
    assert_int_equal(broadcasts(address, ALL, 4), 16);
    spread(address, 64, 32, 1, 0); /* the bytes of 8 words */
    assert_int_equal(broadcasts(address, ALL, 1), 8);
    spread(address, 64, 32, 4, 0); /* 8 bytes each, half of them the next lane's */
    assert_int_equal(broadcasts(address, ALL, 8), 31);
    assert_int_equal(cost_of_lanes(address, ALL, 8, MEMORY_GLOBAL).broadcasts, 0);
}

/* The quick ways of cost_of_lanes, for aligned places of any kind, against the slow ones. */
TEST(quick_costs_are_those_of_the_slow_way)
{
    for (uint64_t seed = 0; seed < 4000; ++seed) {
        uint64_t address[32], lines, bytes = (uint64_t)1 << seed % 5, hash = seed;
        for (int i = 0; i < 32; ++i) {
            hash = hash_u64(hash, (uint64_t)i);
            address[i] = 4096 + (hash >> 20) % ((uint64_t)8 << seed % 9) * bytes;
        }
        uint32_t active = seed % 3 ? ALL : (uint32_t)(hash >> 16);
        MemoryCount global = cost_of_lanes(address, active, (uint32_t)bytes, MEMORY_GLOBAL);
        MemoryCount shared = cost_of_lanes(address, active, (uint32_t)bytes, MEMORY_SHARED);
        uint32_t sectors = sectors_count(address, active, (uint32_t)bytes, &lines);
        uint32_t used = pieces_count(address, active, 1, (uint32_t)bytes) * (uint32_t)bytes;
        BankCount banks = banks_count(address, active, (uint32_t)bytes);
        assert_int_equal(global.sectors, sectors);
        assert_int_equal(global.lines, lines);
        assert_int_equal(global.used_bytes, used);
        assert_int_equal(shared.wavefronts, banks.wavefronts);
        assert_int_equal(shared.bank_conflicts, banks.conflicts);
    }
}

/* Lanes that go up, with gaps and steps back, near each other or far; some that are not active, and
 * distances that do not fit into 32 bits together. */
TEST(pieces_of_many_warps_are_those_of_each)
{
    static const int32_t spreads[] = {0, 2, 5, 17, 40, 200, 100000, INT32_MAX};
    for (uint64_t take = 0; take < 20000; ++take) {
        uint64_t hash = hash_u64(HASH_START, take), address[32];
        uint32_t bytes = 2u << hash % 4, scale = hash >> 8 & 1 ? bytes : bytes * 3;
        int32_t rel[64], spread = spreads[hash >> 16 & 7], step = (int32_t)(hash >> 20 & 3);
        uint32_t active[2] = {(uint32_t)(hash >> 32) | (uint32_t)hash, hash >> 24 & 1 ? ALL : 0};
        uint64_t start = ((uint64_t)1 << 40) + (hash >> 28) % 64 * bytes;
        Pieces sum = {0, 0, 0};
        for (uint32_t i = 0; i < 64; ++i) {
            uint32_t away = (uint32_t)(hash_u64(hash, i) >> 33) % ((uint32_t)spread + 1);
            rel[i] = (int32_t)(away - (uint32_t)spread / 2 + i * (uint32_t)step);
        }
        for (uint32_t warp = 0; warp < 2; ++warp) {
            for (uint32_t i = 0; i < 32; ++i)
                address[i] = start + (uint64_t)((int64_t)rel[warp * 32 + i] * scale);
            sum.lines += pieces_count(address, active[warp], bytes, LINE_BYTES);
            sum.sectors += pieces_count(address, active[warp], bytes, SECTOR_BYTES);
            sum.bytes += pieces_count(address, active[warp], bytes, bytes) * bytes;
        }
        Pieces all = pieces_of_warps(rel, scale, start, active, 2, bytes);
        assert_int_equal(all.lines, sum.lines);
        assert_int_equal(all.sectors, sum.sectors);
        assert_int_equal(all.bytes, sum.bytes);
    }
}
