/* The block as the blackboard has a product: where its arrays and threads stand, what a thread's
 * cell says, the picture of a multiply-add, sums on the output. */
#include "picture.h"

#include "probe/results/values.h"
#include "test.h"
#include "view/draw/theme.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const Shape *find_shape(const Picture *picture, uint32_t kind, uint32_t a, uint32_t b)
{
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        if (shape->tag.kind == kind && shape->tag.a == a && shape->tag.b == b)
            return shape;
    }
    fail_msg("no shape %u %u %u", kind, a, b);
    return NULL;
}

static Point word(const Picture *picture, uint32_t variable, uint32_t offset_bytes)
{
    return middle(find_shape(picture, TARGET_SHARED, variable, offset_bytes)->rect);
}

static Point thread(const Picture *picture, uint32_t number)
{
    return middle(find_shape(picture, TARGET_THREAD, number, 0)->rect);
}

static void seek_product(Session *session)
{
    SessionRun *run = (SessionRun *)session_front(session);
    for (uint64_t at = 1; at < timeline_length(run->timeline); ++at) {
        seek(session, at);
        if (accumulation_at(&run->accumulators.accumulations, session_step(run)->pc))
            return;
    }
    fail_msg("no product");
}

static void test_a_thread_stands_where_row_and_column_meet(void **state)
{
    Picture picture = open_sized("02_tiled.cu", 4, 2);
    session_finish_work(picture.session);
    draw(&picture);
    for (uint32_t y = 0; y < 2; ++y)
        for (uint32_t x = 0; x < 2; ++x) {
            Point at = thread(&picture, y * 2 + x);
            for (uint32_t i = 0; i < 2; ++i) {
                Point left = word(&picture, 0, (y * 2 + i) * 4);
                Point above = word(&picture, 1, 16 + (i * 2 + x) * 4);
                assert_true(fabsf(left.y - at.y) < 1 && left.x < at.x);
                assert_true(fabsf(above.x - at.x) < 1 && above.y < at.y);
            }
        }
    close_picture(&picture);
}

/* Kernels that multiply nothing in shared memory keep their panes. */
static void test_other_kernels_have_panes(void **state)
{
    static const char *const kernels[] = {"01_naive.cu", "03_tiled_dynamic.cu"};
    for (int i = 0; i < 2; ++i) {
        Picture picture = open_sized(kernels[i], 16, 4);
        draw(&picture);
        assert_non_null(find_text(&picture, "Threads of"));
        assert_int_equal(session_front(picture.session)->corner.left, -1);
        close_picture(&picture);
    }
}

static int texts_within(const Picture *picture, Rect rect, const char *text)
{
    int count = 0;
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        count += shape->kind == SHAPE_TEXT && strcmp(shape->text, text) == 0 &&
                 rect_holds(rect, middle(shape->rect));
    }
    return count;
}

/* What thread 3 loads is the only value of its kind in the block. From its load until it lies in
 * shared memory it is in one place, frame by frame: on its way, in hand, on its way, in its
 * word. */
static void follow_value(Run *run, const char *text, uint32_t offset_bytes)
{
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    session_open(picture.session, 0, run, true);
    session_finish_work(picture.session);
    for (int beat = 0; beat < 2; ++beat) {
        send_line(picture.session, "access-next");
        int frames = 0;
        for (; session_is_moving(picture.session); session_tick(picture.session, 25)) {
            draw(&picture);
            Rect hand = find_shape(&picture, TARGET_THREAD, 3, 0)->rect;
            Rect own = find_shape(&picture, TARGET_SHARED, 0, offset_bytes)->rect;
            double progress = picture.session->time.motion.progress;
            int in_hand = texts_within(&picture, hand, text);
            assert_true(beat == 1 || progress > 0.7 || in_hand == 0);
            assert_true(beat == 0 || progress < 0.7 || in_hand == 0);
            assert_false(in_hand && texts_within(&picture, own, text));
            ++frames;
        }
        assert_true(frames > 10);
        draw(&picture);
        Rect hand = find_shape(&picture, TARGET_THREAD, 3, 0)->rect;
        Rect own = find_shape(&picture, TARGET_SHARED, 0, offset_bytes)->rect;
        assert_int_equal(texts_within(&picture, hand, text) > 0, beat == 0);
        assert_int_equal(texts_within(&picture, own, text) > 0, beat == 1);
    }
    close_picture(&picture);
}

/* Where cells are small, cells fly: one to each thread that is shown, and the picked thread's with
 * its number. */
static void test_small_cells_fly_as_they_are(void **state)
{
    Picture picture = open_sized("02_tiled.cu", 32, 16);
    session_finish_work(picture.session);
    draw(&picture);
    float side = find_shape(&picture, TARGET_THREAD, 0, 0)->rect.h;
    send_line(picture.session, "access-next");
    session_tick(picture.session, 250);
    draw(&picture);
    const Theme *theme = theme_get(THEME_LIGHT);
    int cells = 0, chips = 0, shown = 0;
    for (int i = 0; i < picture.scene->count; ++i) {
        const Shape *shape = &picture.scene->shapes[i];
        shown += shape->tag.kind == TARGET_THREAD && shape->tag.a < 32 && !shape->tag.b;
        bool flies = shape->fill == theme->parts[PART_LEFT].hot &&
                     shape->stroke == theme->parts[PART_LEFT].strong && !shape->tag.kind;
        cells += flies && shape->rect.h <= side + 2;
        chips += flies && shape->rect.h > side + 2;
    }
    assert_true(shown >= 8);
    assert_int_equal(cells, shown - 1);
    assert_int_equal(chips, 1);
    close_picture(&picture);
}

static void test_a_loaded_value_is_in_one_place(void **state)
{
    static const char text[] =
        "__global__ void k(const float *in, float *out) {\n"
        "    __shared__ float s[2][3];\n"
        "    int x = threadIdx.x, y = threadIdx.y;\n"
        "    s[y][x] = in[2 * y + x];\n"
        "    __syncthreads();\n"
        "    out[2 * x + y] = s[x][y];\n"
        "}\n"
        "void sketch() { float *i, *o; cudaMalloc(&i, 16); cudaMalloc(&o, 16);\n"
        "    k<<<1, dim3(2, 2)>>>(i, o); }\n";
    Run *panes = run_load_text("k.cu", text, strlen(text), &(LoadOptions){0});
    assert_non_null(panes->program);
    follow_value(open_kernel("02_tiled.cu", 4, 2, NULL), "5", 12);
    follow_value(panes, "5", 16);
}

/* Until its factors have come, a sum is what it was, in the thread's cell and on the output. */
static void test_a_sum_waits_for_its_factors(void **state)
{
    Picture picture = open_sized("02_tiled.cu", 4, 2);
    session_finish_work(picture.session);
    send_line(picture.session, "seek 35");
    send_line(picture.session, "access-next");
    session_tick(picture.session, 250);
    draw(&picture);
    Rect own = find_shape(&picture, TARGET_THREAD, 0, 0)->rect;
    assert_null(find_text(&picture, "32+"));
    assert_non_null(find_text(&picture, "0+"));
    assert_int_equal(texts_within(&picture, own, "32"), 0);
    Rect left = find_shape(&picture, TARGET_SHARED, 0, 0)->rect;
    Rect gap = {left.x + left.w / 2 + 4, left.y, own.x - left.x - left.w / 2, left.h};
    assert_true(texts_within(&picture, gap, "4") > 0); /* on its way */
    session_settle(picture.session);
    draw(&picture);
    assert_non_null(find_text(&picture, "32+"));
    assert_int_equal(texts_within(&picture, own, "32"), 1);
    close_picture(&picture);
}

static void test_a_product_has_its_picture(void **state)
{
    Picture picture = open_sized("02_tiled.cu", 4, 2);
    session_finish_work(picture.session);
    seek_product(picture.session);
    draw_sized(&picture, 1920, 1080);
    assert_non_null(find_text(&picture, "0 + 4 \u00b7 8 = 32"));
    assert_non_null(find_text(&picture, "0 + 7 \u00b7 6"));
    static const char *const sums[] = {"32+", "24+", "56+", "42+"};
    static const uint32_t elements[] = {0, 1, 4, 5};
    for (int i = 0; i < 4; ++i) {
        const char *found = find_text(&picture, sums[i]);
        assert_non_null(found);
        bool is_in_its_cell = false;
        for (int s = 0; s < picture.scene->count; ++s)
            is_in_its_cell |= picture.scene->shapes[s].text == found &&
                              rect_holds(need_cell(&picture, 2, elements[i])->rect,
                                         middle(picture.scene->shapes[s].rect));
        assert_true(is_in_its_cell);
    }
    assert_non_null(find_text(&picture, string_get(STRING_LEGEND_SUM, LANGUAGE_EN)));
    close_picture(&picture);
}

static int dashes_within(const Picture *picture, Rect rect)
{
    int count = 0;
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        Point at = {shape->rect.x + shape->rect.w / 2, shape->rect.y + shape->rect.h / 2};
        count += shape->kind == SHAPE_LINE && shape->dashed && rect_holds(rect, at);
    }
    return count;
}

/* What is not in memory yet has a dashed outline there, which its store takes away. At the first
 * one the caption says what that is, and at no other. */
static void test_a_sum_is_a_ghost_until_its_store(void **state)
{
    static const char *const said[] = {
        "Dashed, with +: the sum is in the thread's register; its store writes it to P.",
        "虚线框和 +：和还在线程的寄存器里，存储之后才写到 P。"};
    Picture picture = open_sized("02_tiled.cu", 4, 2);
    Session *session = picture.session;
    session_finish_work(session);
    session->look.reduced_motion = true;
    draw(&picture);
    assert_int_equal(dashes_within(&picture, need_cell(&picture, 2, 0)->rect), 0);
    seek_product(session);
    for (int language = 0; language < 2; ++language) {
        session->look.language = (Language)language;
        draw(&picture);
        assert_non_null(find_text(&picture, said[language]));
    }
    session->look.language = LANGUAGE_EN;
    assert_int_equal(dashes_within(&picture, need_cell(&picture, 2, 0)->rect), 4);
    assert_int_equal(dashes_within(&picture, need_cell(&picture, 2, 2)->rect), 0);
    int told = 0;
    for (int i = 0; i < 60; ++i) {
        send_line(session, "step-next");
        draw(&picture);
        told += find_text(&picture, said[0]) != NULL;
    }
    send_line(session, "block-next");
    draw(&picture);
    assert_int_equal(told, 0);
    assert_int_equal(dashes_within(&picture, need_cell(&picture, 2, 0)->rect), 0);
    close_picture(&picture);
}

/* The kernel without tiles: both factors are in hand from their loads until the product is shown,
 * 4 of M and 8 of N, and then the sum has grown. */
static void test_factors_of_global_memory_are_in_hand(void **state)
{
    Picture picture = open_sized("01_naive.cu", 4, 2);
    session_finish_work(picture.session);
    picture.session->look.reduced_motion = true;
    for (int load = 0; load < 2; ++load) {
        send_line(picture.session, "access-next");
        draw(&picture);
        Rect cell = find_shape(&picture, TARGET_THREAD, 0, 0)->rect;
        assert_true(texts_within(&picture, cell, "4") > 0); /* again, if a way crosses it */
        assert_int_equal(texts_within(&picture, cell, "8") > 0, load);
    }
    picture.session->look.reduced_motion = false;
    send_line(picture.session, "access-next");
    session_tick(picture.session, 50);
    draw(&picture);
    Rect cell = find_shape(&picture, TARGET_THREAD, 0, 0)->rect;
    assert_int_equal(texts_within(&picture, cell, "4") + texts_within(&picture, cell, "8"), 2);
    assert_non_null(find_text(&picture, "0+"));
    session_settle(picture.session);
    draw(&picture);
    assert_int_equal(texts_within(&picture, cell, "4") + texts_within(&picture, cell, "8"), 0);
    assert_non_null(find_text(&picture, "32+"));
    close_picture(&picture);
}

/* The register and the sentence have the result of a product when its factors have come; what a
 * load brings is not there before. */
static void test_registers_wait_for_what_flies(void **state)
{
    Picture picture = open_sized("02_tiled.cu", 4, 2);
    session_finish_work(picture.session);
    seek_product(picture.session);
    session_settle(picture.session);
    send_line(picture.session, "access-back");
    session_settle(picture.session);
    send_line(picture.session, "access-next");
    session_tick(picture.session, 100);
    draw(&picture);
    Rect window = {0, 0, 1280, 720};
    int before = texts_within(&picture, window, "32"); /* numbers of lines */
    assert_non_null(find_text(&picture, "0 + 4 · 8 = …"));
    session_settle(picture.session);
    draw(&picture);
    assert_non_null(find_text(&picture, "0 + 4 · 8 = 32"));
    assert_int_equal(texts_within(&picture, window, "32"), before + 2); /* register, sum */
    close_picture(&picture);
}

static Picture open_as_it_is(const char *kernel)
{
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    session_open(
        picture.session, 0,
        run_load(arena_printf(picture.arena, KERNELS_FOLDER "/%s", kernel), &(LoadOptions){0}),
        true);
    session_finish_work(picture.session);
    picture.session->look.reduced_motion = true;
    return picture;
}

/* The sum on P[0][column]; -1: none. */
static int sum_on_output(const Picture *picture, uint32_t column)
{
    Rect cell = need_cell(picture, 2, column)->rect;
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        size_t length = shape->kind == SHAPE_TEXT ? strlen(shape->text) : 0;
        if (length > 1 && shape->text[length - 1] == '+' && rect_holds(cell, middle(shape->rect)))
            return atoi(shape->text);
    }
    return -1;
}

/* Sums in an array of the thread's own: each product adds to what stands on P, up to
 * P[0][0] = 112 and P[0][3] = 131. */
static void test_sums_of_an_own_array_grow_on_the_output(void **state)
{
    static const char *const kernels[] = {"11_coarsened.cu", "27_register_tiles.cu",
                                          "28_vector_loads.cu"};
    for (int i = 0; i < 3; ++i) {
        Picture picture = open_as_it_is(kernels[i]);
        int before[4] = {-1, -1, -1, -1}, grown[4] = {0};
        const Accumulations *all = &session_front(picture.session)->accumulators.accumulations;
        uint64_t length = session_place(session_front(picture.session)).length;
        for (uint64_t at = 1; at < length; ++at) {
            seek(picture.session, at);
            const Step *step = session_step(session_front(picture.session));
            if (!accumulation_at(all, step->pc))
                continue;
            draw(&picture);
            for (uint32_t column = 0; column < 4; ++column) {
                int now = sum_on_output(&picture, column);
                assert_true(now >= before[column]);
                grown[column] += now > before[column];
                before[column] = now;
            }
        }
        assert_int_equal(before[0], 112);
        assert_int_equal(before[3], 131);
        for (int column = 0; column < 4; ++column)
            assert_true(grown[column] >= 4);
        assert_non_null(find_text(&picture, "partial sum"));
        close_picture(&picture);
    }
}

/* The number in the cell of P[0][0]; -1: none. */
static int number_on_output(const Picture *picture)
{
    const Shape *cell = NULL, *end = picture->scene->shapes + picture->scene->count;
    for (const Shape *shape = picture->scene->shapes; shape < end; ++shape)
        if (shape->tag.kind == TARGET_CELL && shape->tag.a == 2 && !shape->tag.b && !shape->tag.c)
            cell = shape; /* the last one: the map has others */
    assert_non_null(cell);
    for (const Shape *shape = picture->scene->shapes; shape < end; ++shape)
        if (shape->kind == SHAPE_TEXT && rect_holds(cell->rect, middle(shape->rect)))
            return atoi(shape->text);
    return -1;
}

/* The first `depth` terms of P[0][0]. */
static int sum_of_terms(const Launch *launch, uint64_t columns, uint64_t depth)
{
    double sum = 0;
    Values M = values_initial(launch, 0, depth), N = values_initial(launch, 1, depth * columns);
    for (uint64_t i = 0; i < depth; ++i)
        sum += value_at(&M, i) * value_at(&N, i * columns);
    values_free(&M);
    values_free(&N);
    return (int)sum;
}

/* What the fragments of a warp hold stands where it will be stored, through shared memory as well
 * as at once, from the first product of a tensor core to the store. */
static void test_sums_of_a_tensor_core_stand_where_they_will_be_stored(void **state)
{
    static const struct {
        const char *kernel;
        int columns, first; /* of P; the first of so many products of a step in depth has P[0][0] */
    } cases[] = {{"31_wmma.cu", 32, 2}, {"32_mma_swizzled.cu", 64, 8}};
    for (int i = 0; i < 2; ++i) {
        Picture picture = open_as_it_is(cases[i].kernel);
        const SessionRun *run = session_front(picture.session);
        int products = 0, sum = -1;
        uint64_t at = 0;
        for (bool is_stored = false; !is_stored;) {
            seek(picture.session, ++at);
            const Step *step = session_step(run);
            is_stored = step->instr->op == OP_STORE && step->space == SPACE_GLOBAL;
            if (step->instr->op != OP_MMA && !is_stored)
                continue;
            draw(&picture);
            if (step->instr->op == OP_MMA && products++ % cases[i].first == 0)
                sum = sum_of_terms(&run->run->launch, (uint64_t)cases[i].columns,
                                   16 * (uint64_t)((products - 1) / cases[i].first + 1));
            assert_int_equal(number_on_output(&picture), sum);
            if (products == 1)
                assert_non_null(find_text(&picture, "a later store writes them to P"));
        }
        assert_true(products > cases[i].first);
        seek(picture.session, 5);
        draw(&picture);
        assert_int_equal(number_on_output(&picture), -1);
        close_picture(&picture);
    }
}

/* What is stored is alpha times the sum, not the sum: nothing is drawn. */
static void test_sums_that_are_stored_as_something_else_are_not_drawn(void **state)
{
    static const char text[] =
        "#include <mma.h>\nusing namespace nvcuda;\n"
        "__global__ void k(const half *A, const half *B, float *C, float alpha)\n{\n"
        "    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;\n"
        "    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;\n"
        "    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;\n"
        "    wmma::fill_fragment(c, 0.0f);\n"
        "    wmma::load_matrix_sync(a, A, 16);\n    wmma::load_matrix_sync(b, B, 16);\n"
        "    wmma::mma_sync(c, a, b, c);\n"
        "    for (int i = 0; i < c.num_elements; ++i) c.x[i] *= alpha;\n"
        "    wmma::store_matrix_sync(C, c, 16, wmma::mem_row_major);\n}\n"
        "void sketch() { half *A, *B; float *C; cudaMalloc(&A, 512); cudaMalloc(&B, 512);\n"
        "cudaMalloc(&C, 1024); k<<<1, 32>>>(A, B, C, 2.0f); }\n";
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    LoadOptions options = {0};
    session_open(picture.session, 0, run_load_text("k.cu", text, strlen(text), &options), true);
    session_finish_work(picture.session);
    for (uint64_t at = 1, products = 0; products < 2; ++at) {
        seek(picture.session, at);
        products += session_step(session_front(picture.session))->instr->op == OP_MMA;
    }
    draw(&picture);
    assert_int_equal(number_on_output(&picture), -1);
    close_picture(&picture);
}

/* With two digits in cells that have room for two alone, all sums stand there, not only those of
 * one digit: the sign is in their corner. */
static void test_all_sums_stand_on_the_output_before_an_audience(void **state)
{
    Picture picture = open_sized("02_tiled.cu", 8, 4);
    session_finish_work(picture.session);
    picture.session->look.reduced_motion = picture.session->look.lecture = true;
    seek(picture.session, 60);
    draw_sized(&picture, 1920, 1080);
    int sums = 0, px = 0;
    for (uint32_t element = 0; element < 64; ++element) {
        Rect cell = need_cell(&picture, 2, element)->rect;
        for (int i = 0; i < picture.scene->count; ++i) {
            const Shape *shape = &picture.scene->shapes[i];
            if (shape->kind != SHAPE_TEXT || !rect_holds(cell, middle(shape->rect)))
                continue;
            assert_true(!px || px == shape->font_px);
            px = shape->font_px;
            ++sums;
        }
    }
    assert_int_equal(sums, 16);
    close_picture(&picture);
}

/* A thread that has left out the branch has no sum, no variables of it, and will store nothing. */
static void test_a_thread_that_waits_elsewhere_has_no_sum(void **state)
{
    Picture picture = open_sized("24_barrier_in_if.cu", 3, 2);
    SessionRun *run = (SessionRun *)session_front(picture.session);
    const Machine *machine = timeline_machine(run->timeline);
    session_finish_work(picture.session);
    uint64_t at = 1;
    for (seek_product(picture.session); machine->block != 1; seek(picture.session, ++at))
        assert_true(at < timeline_length(run->timeline));
    while (!accumulation_at(&run->accumulators.accumulations, session_step(run)->pc))
        seek(picture.session, ++at);
    static const char *const sums[] = {"12", "0", "21", "0"};
    draw_sized(&picture, 1920, 1080);
    for (uint32_t lane = 0; lane < 4; ++lane) {
        Rect cell = find_shape(&picture, TARGET_THREAD, lane, 0)->rect;
        assert_int_equal(texts_within(&picture, cell, sums[lane]), lane % 2 == 0);
    }
    assert_null(find_text(&picture, "0+"));
    send_line(picture.session, "pick-thread 0");
    draw_sized(&picture, 1920, 1080);
    assert_true(texts_within(&picture, (Rect){0, 0, 1920, 1080}, "Pvalue"));
    send_line(picture.session, "pick-thread 1");
    draw_sized(&picture, 1920, 1080);
    assert_false(texts_within(&picture, (Rect){0, 0, 1920, 1080}, "Pvalue"));
    assert_true(texts_within(&picture, (Rect){0, 0, 1920, 1080}, "Col"));
    close_picture(&picture);
}

/* What has been written is no sum that still grows. */
static void test_written_elements_have_no_sums(void **state)
{
    Picture picture = open_sized("02_tiled.cu", 4, 2);
    session_finish_work(picture.session);
    send_line(picture.session, "go-end");
    session_settle(picture.session);
    draw(&picture);
    for (int i = 0; i < picture.scene->count; ++i) {
        const char *text = picture.scene->shapes[i].text;
        size_t length = text ? strlen(text) : 0;
        if (length > 1 && text[length - 1] == '+' && strspn(text, "0123456789") == length - 1)
            fail_msg("%s", text);
    }
    close_picture(&picture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_thread_stands_where_row_and_column_meet),
        cmocka_unit_test(test_other_kernels_have_panes),
        cmocka_unit_test(test_a_loaded_value_is_in_one_place),
        cmocka_unit_test(test_small_cells_fly_as_they_are),
        cmocka_unit_test(test_a_sum_waits_for_its_factors),
        cmocka_unit_test(test_a_product_has_its_picture),
        cmocka_unit_test(test_a_sum_is_a_ghost_until_its_store),
        cmocka_unit_test(test_factors_of_global_memory_are_in_hand),
        cmocka_unit_test(test_registers_wait_for_what_flies),
        cmocka_unit_test(test_sums_of_an_own_array_grow_on_the_output),
        cmocka_unit_test(test_sums_of_a_tensor_core_stand_where_they_will_be_stored),
        cmocka_unit_test(test_sums_that_are_stored_as_something_else_are_not_drawn),
        cmocka_unit_test(test_all_sums_stand_on_the_output_before_an_audience),
        cmocka_unit_test(test_a_thread_that_waits_elsewhere_has_no_sum),
        cmocka_unit_test(test_written_elements_have_no_sums),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
