/* What asynchronous copies cost, against an H200: ncu 2025.3, CUDA 13.0, 23 November 2026, one warp
 * a launch; sectors are l1tex__t_sectors_pipe_lsu_mem_global_op_ld, wavefronts
 * smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ldgsts. */
#include "probe/counting/async.h"
#include "test.h"

typedef enum Layout {
    DENSE,    /* lane after lane */
    PITCH,    /* lane i in row i of 128 bytes */
    SWIZZLED, /* 8 pieces of 16 bytes a row of 128, each at its number XOR the row's */
    STEP_16,  /* lane i at piece i of 16 bytes */
    BLOCKS,   /* 8 rows of 128 bytes, lane i in row i % 8, piece i / 8 */
    SHIFTED,  /* dense, one access further */
    EVERY_2ND,
    STRIDE_32,
    STRIDE_128,
    ROWS_1024, /* 8 lanes a row of 1024 bytes */
    SAME

} Layout;

static uint64_t place(Layout layout, uint64_t lane, uint64_t bytes)
{
    switch (layout) {
    case PITCH:
    case STRIDE_128: return lane * 128;
    case SWIZZLED: return lane / 8 * 128 + ((lane % 8) ^ (lane / 8 % 8)) * 16;
    case STEP_16: return lane * 16;
    case BLOCKS: return lane % 8 * 128 + lane / 8 * 16;
    case SHIFTED: return (lane + 1) * bytes;
    case EVERY_2ND: return 2 * lane * bytes;
    case STRIDE_32: return lane * 32;
    case ROWS_1024: return lane / 8 * 1024 + lane % 8 * bytes;
    case SAME: return 0;
    default: return lane * bytes;
    }
}

typedef struct Case {
    Layout from, to;
    uint32_t lanes, sectors, wavefronts;
} Case;

static void check_cases(uint32_t bytes, uint16_t flags, const Case *cases, size_t count)
{
    static Step step;
    Instr load = {.op = OP_LOAD, .flags = INSTR_ASYNC | flags};
    step.instr = &load;
    step.access_bytes = bytes;
    for (size_t i = 0; i < count; ++i) {
        for (uint64_t lane = 0; lane < WARP_LANES; ++lane) {
            step.arena[lane] = 4096 + place(cases[i].from, lane, bytes);
            step.beside[lane] = place(cases[i].to, lane, bytes);
        }
        if (async_sectors(&step, cases[i].lanes) != cases[i].sectors ||
            async_shared_cost(&step, cases[i].lanes).wavefronts != cases[i].wavefronts)
            fail_msg("%u bytes, case %zu: %u sectors, %u wavefronts", bytes, i,
                     (unsigned)async_sectors(&step, cases[i].lanes),
                     (unsigned)async_shared_cost(&step, cases[i].lanes).wavefronts);
    }
}

#define ALL          UINT32_MAX
#define CASES(cases) cases, sizeof cases / sizeof *cases

TEST(copies_of_4_bytes_through_l1)
{
    static const Case cases[] = {{DENSE, DENSE, ALL, 4, 1},        {DENSE, PITCH, ALL, 4, 32},
                                 {DENSE, SWIZZLED, ALL, 4, 4},     {DENSE, STEP_16, ALL, 4, 4},
                                 {DENSE, BLOCKS, ALL, 4, 8},       {SHIFTED, DENSE, ALL, 5, 1},
                                 {EVERY_2ND, DENSE, ALL, 8, 2},    {STRIDE_32, DENSE, ALL, 32, 8},
                                 {STRIDE_128, DENSE, ALL, 32, 32}, {ROWS_1024, DENSE, ALL, 4, 4},
                                 {SAME, DENSE, ALL, 1, 32},        {DENSE, DENSE, 0xffff, 2, 1}};
    check_cases(4, 0, CASES(cases));
}

TEST(copies_of_8_bytes_through_l1)
{
    static const Case cases[] = {{DENSE, DENSE, ALL, 8, 2},        {DENSE, PITCH, ALL, 8, 32},
                                 {DENSE, SWIZZLED, ALL, 8, 4},     {DENSE, STEP_16, ALL, 8, 4},
                                 {DENSE, BLOCKS, ALL, 8, 16},      {SHIFTED, DENSE, ALL, 9, 2},
                                 {EVERY_2ND, DENSE, ALL, 16, 4},   {STRIDE_32, DENSE, ALL, 32, 8},
                                 {STRIDE_128, DENSE, ALL, 32, 32}, {ROWS_1024, DENSE, ALL, 8, 4},
                                 {SAME, DENSE, ALL, 1, 32},        {DENSE, DENSE, 0xffff, 4, 1}};
    check_cases(8, 0, CASES(cases));
}

TEST(copies_of_16_bytes_through_l1)
{
    static const Case cases[] = {{DENSE, DENSE, ALL, 16, 4},       {DENSE, PITCH, ALL, 16, 32},
                                 {DENSE, SWIZZLED, ALL, 16, 4},    {DENSE, STEP_16, ALL, 16, 4},
                                 {DENSE, BLOCKS, ALL, 16, 32},     {SHIFTED, DENSE, ALL, 17, 4},
                                 {EVERY_2ND, DENSE, ALL, 32, 8},   {STRIDE_32, DENSE, ALL, 32, 8},
                                 {STRIDE_128, DENSE, ALL, 32, 32}, {ROWS_1024, DENSE, ALL, 16, 4},
                                 {SAME, DENSE, ALL, 1, 32},        {DENSE, DENSE, 0xffff, 8, 2}};
    check_cases(16, 0, CASES(cases));
}

TEST(copies_past_l1)
{
    static const Case cases[] = {{DENSE, DENSE, ALL, 16, 4},       {DENSE, PITCH, ALL, 32, 32},
                                 {DENSE, SWIZZLED, ALL, 16, 4},    {DENSE, STEP_16, ALL, 16, 4},
                                 {DENSE, BLOCKS, ALL, 32, 32},     {SHIFTED, DENSE, ALL, 20, 12},
                                 {EVERY_2ND, DENSE, ALL, 16, 32},  {STRIDE_32, DENSE, ALL, 16, 32},
                                 {STRIDE_128, DENSE, ALL, 32, 32}, {ROWS_1024, DENSE, ALL, 16, 4},
                                 {SAME, DENSE, ALL, 16, 32},       {DENSE, DENSE, 0xffff, 8, 2}};
    check_cases(16, INSTR_BYPASS, CASES(cases));
}

/* Sixteen rows of 128 bytes to a pitch of 144, and eight more: 108 sectors and 63 wavefronts in six
 * copies, of which four begin at rows that are multiples of eight. */
TEST(rows_that_are_padded)
{
    static Step step;
    Instr load = {.op = OP_LOAD, .flags = INSTR_ASYNC | INSTR_BYPASS};
    uint64_t sectors = 0, wavefronts = 0;
    step.instr = &load;
    step.access_bytes = 16;
    for (uint64_t first = 0; first < 24; first += 4) {
        for (uint64_t lane = 0; lane < WARP_LANES; ++lane) {
            uint64_t row = first + lane / 8;
            step.arena[lane] = 4096 + row * 128 + lane % 8 * 16;
            step.beside[lane] = row * 144 + lane % 8 * 16;
        }
        sectors += async_sectors(&step, ALL);
        wavefronts += async_shared_cost(&step, ALL).wavefronts;
    }
    assert_int_equal(sectors, 108);
    assert_int_equal(wavefronts, 63);
}
