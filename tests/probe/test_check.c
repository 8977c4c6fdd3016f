/* The check finds the reading of a product from what was computed, and counts wrong cells. */
#include "kernels.h"
#include "probe/checks/check.h"
#include "probe/products/blocked.h"
#include "probe/products/freivalds.h"
#include "test.h"

#include <math.h>
#include <string.h>

typedef struct Checked {
    Kernel kernel;
    Memory *memory;
    CheckResult result;
} Checked;

static void check_run(Checked *checked)
{
    const char *reason = NULL;
    checked->memory = memory_new(checked->kernel.launch, &reason);
    Probe *probe = kernel_run(&checked->kernel, PROBE_COUNT, checked->memory);
    checked->result = check_result(checked->kernel.arena, checked->kernel.program,
                                   checked->kernel.launch, checked->memory, probe_report(probe));
}

static Checked check(const KernelOptions *options)
{
    Checked checked = {.kernel = kernel_make(options)};
    check_run(&checked);
    return checked;
}

static void end(Checked *checked)
{
    memory_free(checked->memory);
    kernel_free(&checked->kernel);
}

TEST(correct_products)
{
    const KernelOptions options[] = {
        {.kind = KERNEL_NAIVE, .j = 4, .k = 4, .l = 4, .tile = 2},
        {.kind = KERNEL_NAIVE, .j = 3, .k = 7, .l = 5, .tile = 4},
        {.kind = KERNEL_SWAPPED, .j = 9, .k = 3, .l = 5, .tile = 4},
        {.kind = KERNEL_TILED, .j = 33, .k = 17, .l = 50, .tile = 8},
        {.kind = KERNEL_NAIVE, .j = 6, .k = 5, .l = 1, .tile = 4},
    };
    for (size_t i = 0; i < sizeof options / sizeof *options; ++i) {
        Checked checked = check(&options[i]);
        assert_int_equal(checked.result.reference, REFERENCE_MATMUL);
        assert_int_equal(checked.result.total, options[i].j * options[i].l);
        assert_int_equal(checked.result.wrong, 0);
        assert_true(checked.result.max_abs_error == 0);
        assert_int_equal(checked.result.output, 2);
        assert_int_equal(checked.result.m, options[i].j);
        assert_int_equal(checked.result.k, options[i].k);
        assert_int_equal(checked.result.n, options[i].l);
        end(&checked);
    }
}

TEST(column_major_is_recognised)
{
    const KernelOptions options[] = {
        {.kind = KERNEL_COLMAJOR, .j = 8, .k = 4, .l = 12, .tile = 4, .without_guards = true},
        {.kind = KERNEL_TURN, .j = 8, .k = 8, .l = 8, .tile = 4, .without_guards = true},
    };
    for (size_t i = 0; i < 2; ++i) {
        Checked checked = check(&options[i]);
        assert_int_equal(checked.result.wrong, 0);
        assert_non_null(strstr(checked.result.reading, "column major"));
        assert_non_null(strstr(checked.result.reading, "P = M x N"));
        end(&checked);
    }
}

TEST(random_values_are_compared_with_a_tolerance)
{
    KernelOptions options = {.kind = KERNEL_TILED, .j = 20, .k = 30, .l = 10, .tile = 8};
    Checked checked = {.kernel = kernel_make(&options)};
    for (int i = 0; i < 3; ++i)
        checked.kernel.launch->buffers[i].fill = FILL_RANDOM;
    check_run(&checked);
    assert_int_equal(checked.result.reference, REFERENCE_MATMUL);
    assert_int_equal(checked.result.wrong, 0);
    assert_true(checked.result.max_abs_error < 1e-4);
    end(&checked);
}

/* Without guards the tiles read their neighbours: still a product, but a wrong one. */
TEST(broken_products_stay_products)
{
    KernelOptions options = {
        .kind = KERNEL_TILED, .j = 3, .k = 3, .l = 3, .tile = 2, .without_guards = true};
    Checked checked = check(&options);
    assert_int_equal(checked.result.reference, REFERENCE_MATMUL);
    assert_int_equal(checked.result.total, 9);
    assert_true(checked.result.wrong > 0);
    uint64_t marked = 0;
    for (int i = 0; i < 9; ++i)
        marked += checked.result.wrong_cells[i];
    assert_int_equal(marked, checked.result.wrong);
    assert_true(checked.result.max_abs_error > 0);
    end(&checked);
}

TEST(other_kernels_are_none)
{
    const KernelOptions options[] = {
        {.kind = KERNEL_STRIDES, .j = 64, .k = 2, .l = 1, .tile = 16},
        {.kind = KERNEL_BANKS, .j = 32, .k = 1, .l = 0, .tile = 32},
    };
    for (size_t i = 0; i < 2; ++i) {
        Checked checked = check(&options[i]);
        assert_int_equal(checked.result.reference, REFERENCE_NONE);
        assert_int_equal(checked.result.total, 0);
        end(&checked);
    }
}

typedef enum Move { MOVE_TRANSPOSE, MOVE_COPY, MOVE_BROKEN } Move;

/* out[x * rows + y] = in[y * cols + x], one block of cols x rows threads; a copy; or a transpose
 * that leaves its last column out by one. */
static Checked check_move(Move move, uint32_t rows, uint32_t cols)
{
    Checked checked = {.kernel.arena = arena_new()};
    Build *build = build_new(checked.kernel.arena);
    Operand in = build_pointer(build, "in", false), out = build_pointer(build, "out", true);
    Operand at = build_register(build, SCALAR_I32), to = build_register(build, SCALAR_I32);
    Operand value = build_register(build, SCALAR_F32);
    build_emit(build, OP_FMA, SCALAR_I32, at, SLOT_THREAD_Y, build_int(build, (int)cols),
               SLOT_THREAD_X);
    build_emit(build, OP_FMA, SCALAR_I32, to, SLOT_THREAD_X, build_int(build, (int)rows),
               SLOT_THREAD_Y);
    if (move == MOVE_BROKEN)
        build_emit(build, OP_MIN, SCALAR_I32, to, to, build_int(build, (int)(rows * cols - 3)),
                   OPERAND_NONE);
    build_load(build, SCALAR_F32, SPACE_GLOBAL, value, in, at);
    build_store(build, SCALAR_F32, SPACE_GLOBAL, out, move == MOVE_COPY ? at : to, value);
    checked.kernel.program = build_program(build);
    checked.kernel.launch =
        build_launch(checked.kernel.arena, checked.kernel.program, (Dim3){1, 1, 1},
                     (Dim3){cols, rows, 1}, 2, SCALAR_F32, rows * cols, FILL_INTS);
    checked.kernel.launch->buffers[0].rows = rows;
    checked.kernel.launch->buffers[0].cols = cols;
    check_run(&checked);
    return checked;
}

TEST(transposes)
{
    Checked checked = check_move(MOVE_TRANSPOSE, 4, 6);
    assert_int_equal(checked.result.reference, REFERENCE_TRANSPOSE);
    assert_int_equal(checked.result.total, 24);
    assert_int_equal(checked.result.wrong, 0);
    end(&checked);
    checked = check_move(MOVE_COPY, 5, 5);
    assert_int_equal(checked.result.reference, REFERENCE_NONE);
    end(&checked);
    checked = check_move(MOVE_BROKEN, 6, 4);
    assert_int_equal(checked.result.reference, REFERENCE_TRANSPOSE);
    assert_int_equal(checked.result.wrong, 2);
    end(&checked);
}

/* The second of three scalars of a type, whose first and third bytes are all set: what lies beside
 * a value is no part of it. */
static double value_of_bits(ScalarType type, uint64_t bits)
{
    uint8_t bytes[3 * 8];
    Values values = {type, 3, bytes};
    uint32_t size = scalar_size_bytes(type);
    memset(bytes, 0xff, sizeof bytes);
    memcpy(bytes + size, &bits, size);
    return value_at(&values, 1);
}

TEST(values_of_every_type)
{
    assert_true(value_of_bits(SCALAR_BOOL, 1) == 1);
    assert_true(value_of_bits(SCALAR_I8, 0x80) == -128 && value_of_bits(SCALAR_U8, 0x80) == 128);
    assert_true(value_of_bits(SCALAR_I16, 0x8000) == -32768);
    assert_true(value_of_bits(SCALAR_U16, 0x8000) == 32768);
    assert_true(value_of_bits(SCALAR_I32, 0x80000000) == -0x1p31);
    assert_true(value_of_bits(SCALAR_U32, 0x80000000) == 0x1p31);
    assert_true(value_of_bits(SCALAR_I64, UINT64_MAX) == -1);
    assert_true(value_of_bits(SCALAR_U64, UINT64_MAX) == 0x1p64);
    assert_true(value_of_bits(SCALAR_F32, 0xc0200000) == -2.5);
    assert_true(value_of_bits(SCALAR_F64, UINT64_C(0xc004000000000000)) == -2.5);
    assert_true(value_of_bits(SCALAR_F16, 0xc100) == -2.5);
    assert_true(value_of_bits(SCALAR_F16, 0x0001) == 0x1p-24);
    assert_true(value_of_bits(SCALAR_F16, 0x7bff) == 65504);
    assert_true(value_of_bits(SCALAR_BF16, 0xc020) == -2.5);
}

/* A product of sizes that are no multiple of anything. */
enum { ROWS = 29, INNER = 53, COLS = 19 };
typedef struct Plain {
    float left[ROWS * INNER], right[INNER * COLS], result[ROWS * COLS];
} Plain;

static Plain plain_product(double scale)
{
    Plain plain;
    for (int i = 0; i < ROWS * INNER; ++i)
        plain.left[i] = (float)((i * 37 % 19 - 9) * scale);
    for (int i = 0; i < INNER * COLS; ++i)
        plain.right[i] = (float)((i * 53 % 23 - 11) * scale);
    for (int row = 0; row < ROWS; ++row)
        for (int col = 0; col < COLS; ++col) {
            double sum = 0;
            for (int i = 0; i < INNER; ++i)
                sum += (double)plain.left[row * INNER + i] * (double)plain.right[i * COLS + col];
            plain.result[row * COLS + col] = (float)sum;
        }
    return plain;
}

static Values floats(float *from, uint64_t count)
{
    return (Values){SCALAR_F32, count, (uint8_t *)from};
}

TEST(products_in_blocks_add_in_order)
{
    Plain plain = plain_product(0.1);
    Values left = floats(plain.left, ROWS * INNER), right = floats(plain.right, INNER * COLS);
    Blocked blocked;
    assert_true(blocked_make(&blocked, &right, INNER, COLS));
    const uint64_t rows[] = {3, 28, 0, 11, 12, 13, 27};
    blocked_multiply(&blocked, &left, rows, 7);
    for (int i = 0; i < 7; ++i)
        for (int col = 0; col < COLS; ++col)
            assert_true((float)blocked_row(&blocked, (uint64_t)i)[col] ==
                        plain.result[rows[i] * COLS + (uint64_t)col]);
    blocked_free(&blocked);
}

/* The number of the row that the test refuses; -1: none, -2: it tells nothing. */
static int row_refused(Plain *plain, bool is_exact)
{
    Product product = {
        .in = {floats(plain->left, ROWS * INNER), floats(plain->right, INNER * COLS)},
        .out = floats(plain->result, ROWS * COLS),
        .is_exact = is_exact};
    Reading reading = {.alpha = 1, .sizes = {ROWS, INNER, COLS}};
    uint8_t holds[ROWS];
    int refused = -1;
    if (is_exact) {
        assert_true(values_are_integers(&product.in[0], &product.largest[0]));
        assert_true(values_are_integers(&product.in[1], &product.largest[1]));
    }
    if (!freivalds_rows(&product, &reading, &product.in[0], &product.in[1], holds))
        return -2;
    for (int row = 0; row < ROWS; ++row)
        refused = holds[row] ? refused : row;
    return refused;
}

TEST(wrong_cells_are_found_without_the_product)
{
    Plain plain = plain_product(1);
    assert_int_equal(row_refused(&plain, true), -1);
    assert_int_equal(row_refused(&plain, false), -2);
    plain.result[5 * COLS + 7] += 65536;
    assert_int_equal(row_refused(&plain, true), 5);
    plain.result[5 * COLS + 8] -= 65536;
    assert_int_equal(row_refused(&plain, true), 5);
    plain = plain_product(1);
    plain.result[9 * COLS] += 0.5f;
    assert_int_equal(row_refused(&plain, true), 9);
    plain.result[9 * COLS] = NAN;
    assert_int_equal(row_refused(&plain, true), 9);
    plain.result[9 * COLS] = 0x1p80f;
    assert_int_equal(row_refused(&plain, true), 9);
    plain.result[9 * COLS] = 0x1p31f;
    assert_int_equal(row_refused(&plain, true), 9);
}

TEST(whole_numbers_are_told_wherever_they_lie)
{
    enum { COUNT = 3001 };
    static float numbers[COUNT];
    double largest;
    Values values = floats(numbers, COUNT);
    assert_true(values_are_integers(&values, &largest) && largest == 0);
    for (uint64_t at = 0; at < COUNT; at += 750) {
        const float bad[] = {0.5f,    -4194304.5f, 8388607.5f, -0x1.000002p24f,
                             0x1p32f, INFINITY,    NAN};
        for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
            numbers[at] = bad[i];
            assert_false(values_are_integers(&values, &largest));
        }
        numbers[at] = -0x1p24f;
        assert_true(values_are_integers(&values, &largest) && largest == 0x1p24);
        numbers[at] = 0;
    }
}

/* Every word of odd and even sizes is compared, also in squares that the edge cuts off. */
TEST(turned_matrices_are_compared_whole)
{
    enum { SIDE = 37, OTHER = 32 };
    static float in[SIDE * OTHER], out[SIDE * OTHER];
    for (int i = 0; i < SIDE * OTHER; ++i)
        out[i % OTHER * SIDE + i / OTHER] = in[i] = (float)(i + 1);
    Values from = floats(in, SIDE * OTHER), to = floats(out, SIDE * OTHER);
    assert_true(values_are_transposed(&from, &to, SIDE, OTHER));
    for (int i = 0; i < SIDE * OTHER; ++i) {
        float right = out[i];
        out[i] = -right;
        assert_false(values_are_transposed(&from, &to, SIDE, OTHER));
        out[i] = right;
    }
    in[OTHER] = out[1] = NAN;
    assert_false(values_are_transposed(&from, &to, SIDE, OTHER));
}
