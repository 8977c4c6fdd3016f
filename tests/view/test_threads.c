/* What threads do: who wrote and reads a word, the fan of reuse, their numbers in formulas, waiting
 * at a barrier, the two accesses of a race. */
#include "picture.h"
#include "probe/sentences/sentence.h"

#include "test.h"
#include "view/draw/theme.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void explain(Picture *picture, Target target)
{
    if (memcmp(&picture->session->selection.pin, &target, sizeof target) != 0)
        session_apply(picture->session, (Command){COMMAND_PIN, 0, target});
    draw(picture);
}

/* Naive, 4x4, blocks of 2x2: M[0][0] is read by two threads at once, P[0][0] written by one. */
static void test_a_cell_tells_who_wrote_and_reads_it(void **state)
{
    Picture picture = open_sized("01_naive.cu", 4, 2);
    Session *session = picture.session;
    explain(&picture, (Target){TARGET_CELL, 0, 0, 0});
    assert_non_null(find_text(&picture, "not what the host sets: --arg M=@FILE"));
    const char *next = strstr(find_text(&picture, "next read by 2 threads"), "step ");
    uint64_t moment = strtoull(next + 5, NULL, 10);
    seek(session, moment);
    const Step *step = session_step(session_front(session));
    assert_int_equal(step->instr->op, OP_LOAD);
    assert_int_equal(step->space, SPACE_GLOBAL);
    explain(&picture, (Target){TARGET_CELL, 0, 0, 0});
    assert_non_null(find_text(&picture, "last read by 2 threads"));
    assert_non_null(find_text(&picture, "this block does not read it again"));
    seek(session, session_place(session_front(session)).length);
    seek(session, position(session) - 1);
    explain(&picture, (Target){TARGET_CELL, 2, 1, 0});
    assert_non_null(find_text(&picture, "written by thread (1, 0)"));
    for (int i = picture.scene->count - 1; i >= 0; --i) {
        const Shape *shape = &picture.scene->shapes[i];
        Command command;
        if (shape->tag.kind != TARGET_MOMENT)
            continue;
        assert_true(view_press(session, picture.scene, middle(shape->rect), &command));
        session_apply(session, command);
        assert_int_equal(session_step(session_front(session))->instr->op, OP_STORE);
        close_picture(&picture);
        return;
    }
    fail_msg("no line leads to a step");
}

/* Mds[0][1] is read by the two threads of its row in a phase. */
static void test_a_shared_word_fans_out(void **state)
{
    Picture picture = open_sized("02_tiled.cu", 4, 2);
    seek(picture.session, find_step(picture.session, 1, OP_BARRIER, SPACE_GENERIC));
    draw(&picture);
    int before = 0, after = 0;
    for (int i = 0; i < picture.scene->count; ++i)
        before += picture.scene->shapes[i].dashed;
    explain(&picture, (Target){TARGET_SHARED, 0, 4, 0});
    for (int i = 0; i < picture.scene->count; ++i)
        after += picture.scene->shapes[i].dashed;
    assert_int_equal(after - before, 2);
    assert_non_null(find_text(&picture, "in this phase: 2 reads by 2 threads"));
    close_picture(&picture);
}

static void test_formulas_have_the_numbers_of_the_thread(void **state)
{
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    session_open(picture.session, 0, run_load(KERNELS_FOLDER "/14_transpose.cu", &(LoadOptions){0}),
                 true);
    bool has_row = false, has_comparison = false;
    for (uint64_t at = 1; at < 12; ++at) {
        seek(picture.session, at);
        send_line(picture.session, "pick-thread 3");
        draw(&picture);
        has_row |= find_text(&picture, "= 0 * 2 + 1 = 1") != NULL;
        has_comparison |= find_text(&picture, "1 < 4") != NULL;
    }
    assert_true(has_row && has_comparison);
    close_picture(&picture);
    picture = open_sized("02_tiled.cu", 4, 2);
    bool has_macro = false, has_subscript = false;
    for (uint64_t at = 1; at < 90; ++at) {
        seek(picture.session, at);
        draw(&picture);
        has_macro |= find_text(&picture, "1 < 2  →  true") != NULL;
        assert_null(find_text(&picture, "= 0 = 0"));
        const char *subscript = find_text(&picture, "Row * k + ph * TILE_WIDTH + tx  →");
        has_subscript |= subscript && strstr(subscript, "0 * 4 + 0 * 2 + 0  →  0");
    }
    assert_true(has_macro && has_subscript);
    close_picture(&picture);
}

/* Lines across the cell of a thread in the colour of faults. */
static int crosses(const Picture *picture, uint32_t thread)
{
    const Shape *cell = NULL;
    int lines = 0;
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        if (shape->tag.kind == TARGET_THREAD && shape->tag.a == thread && !cell)
            cell = shape;
        Point centre = {shape->rect.x + shape->rect.w / 2, shape->rect.y + shape->rect.h / 2};
        lines += cell && shape->kind == SHAPE_LINE && rect_holds(cell->rect, centre) &&
                 shape->stroke == theme_get(THEME_LIGHT)->danger;
    }
    return lines;
}

/* Threads (1, 0) and (1, 1) of block (1, 0) skip what has the barriers in it. */
static void test_who_never_came_to_the_barrier_is_told(void **state)
{
    Picture picture = {.arena = arena_new(), .session = session_new()};
    Session *session = picture.session;
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    session_open(session, 0, run_load(KERNELS_FOLDER "/24_barrier_in_if.cu", &(LoadOptions){0}),
                 true);
    session_finish_work(session);
    send_line(session, "pick-block 1");
    draw(&picture);
    assert_int_equal(crosses(&picture, 1), 0); /* not before it has opened */
    for (const Step *step = NULL; !step || step->block < 1 || !step->is_release;
         step = session_step(session_front(session)))
        seek(session, position(session) + 1);
    seek(session, position(session) + 3);
    draw(&picture);
    assert_int_equal(crosses(&picture, 0), 0);
    assert_int_equal(crosses(&picture, 1), 2);
    assert_int_equal(crosses(&picture, 3), 2);
    assert_non_null(find_text(&picture, "Threads that never came to the barrier: 2."));
    assert_non_null(find_text(&picture, "never came"));
    int count;
    const Finding *findings = session_findings(session_front(session), &count);
    assert_int_equal(findings[0].kind, FINDING_BARRIER_DIVERGENCE); /* before what follows */
    assert_int_equal(findings[count - 1].kind, FINDING_UNINITIALIZED_READ);
    close_picture(&picture);
}

/* Of two warps one makes the step; the other could. */
static void test_other_warps_are_ready(void **state)
{
    Picture picture = open_sized("02_tiled.cu", 16, 8);
    seek(picture.session, 5);
    draw(&picture);
    assert_non_null(find_text(&picture, "ready"));
    close_picture(&picture);
    picture = open_sized("02_tiled.cu", 4, 2);
    seek(picture.session, 5);
    draw(&picture);
    assert_null(find_text(&picture, "ready"));
    close_picture(&picture);
}

static bool has_ring(const Picture *picture, uint32_t thread)
{
    const Shape *cell = NULL;
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        if (shape->tag.kind == TARGET_THREAD && shape->tag.a == thread)
            cell = shape;
        else if (cell && shape->kind == SHAPE_CIRCLE && rect_holds(cell->rect, middle(shape->rect)))
            return !shape->fill && shape->stroke == theme_get(THEME_LIGHT)->inactive;
    }
    fail_msg("thread %u has no token", thread);
    return false;
}

/* In the first round of the sum by halves four of eight threads add. */
static void test_a_thread_that_the_step_leaves_out_is_inactive(void **state)
{
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    session_open(picture.session, 0, run_load(KERNELS_FOLDER "/17_reduction.cu", &(LoadOptions){0}),
                 true);
    uint64_t at = find_step(picture.session, 1, OP_LOAD, SPACE_SHARED);
    seek(picture.session, at);
    draw(&picture);
    const Step *step = session_step(session_front(picture.session));
    assert_int_equal(step->active, 0xf);
    for (uint32_t thread = 0; thread < 8; ++thread)
        assert_int_equal(has_ring(&picture, thread), thread >= 4);
    explain(&picture, (Target){TARGET_THREAD, 5, 0, 0});
    assert_non_null(find_text(&picture, "inactive"));
    seek(picture.session, find_step(picture.session, at, OP_BARRIER, SPACE_GENERIC));
    draw(&picture);
    for (uint32_t thread = 0; thread < 8; ++thread)
        assert_false(has_ring(&picture, thread));
    close_picture(&picture);
}

/* Beyond the edge two of four threads store an element and then the others a zero: each time it is
 * those that store whose tokens are full, though the warp goes on with the others. */
static void test_threads_that_make_the_step_are_running(void **state)
{
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    NamedText sides[] = {{"j", "3"}, {"k", "3"}, {"l", "3"}};
    session_open(picture.session, 0,
                 run_load(KERNELS_FOLDER "/02_tiled.cu",
                          &(LoadOptions){.settings = sides, .setting_count = 3}),
                 true);
    int halves = 0;
    for (uint64_t at = 0; halves < 4;) {
        at = find_step(picture.session, at + 1, OP_STORE, SPACE_SHARED);
        seek(picture.session, at);
        draw(&picture);
        uint32_t active = session_step(session_front(picture.session))->active;
        halves += active != 0xf;
        for (uint32_t thread = 0; thread < 4; ++thread)
            assert_int_equal(has_ring(&picture, thread), !(active >> thread & 1));
    }
    close_picture(&picture);
}

static bool line_meets(const Shape *line, Rect rect)
{
    enum { POINTS = 200 };
    for (int i = 0; i <= POINTS; ++i) {
        float share = (float)i / POINTS;
        Point at = {line->rect.x + line->rect.w * share, line->rect.y + line->rect.h * share};
        if (rect_holds(rect, at))
            return true;
    }
    return false;
}

/* Between shared memory and the threads below it the heading does not stand. */
static void test_no_way_leads_across_the_heading(void **state)
{
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    session_open(picture.session, 0, run_load(KERNELS_FOLDER "/16_stencil.cu", &(LoadOptions){0}),
                 true);
    picture.session->look.reduced_motion = true;
    int ways = 0;
    for (uint64_t at = 1; at < 120; ++at) {
        Rect heading = {0};
        seek(picture.session, at);
        const Step *step = session_step(session_front(picture.session));
        if (!step || step->space != SPACE_SHARED)
            continue;
        draw(&picture);
        for (int i = 0; i < picture.scene->count; ++i) {
            const Shape *shape = &picture.scene->shapes[i];
            float px = (float)shape->font_px;
            if (shape->kind == SHAPE_TEXT && strstr(shape->text, "Threads of"))
                heading = (Rect){shape->rect.x, shape->rect.y - px, 8 * px, 1.2f * px};
        }
        assert_true(heading.w > 0);
        for (int i = 0; i < picture.scene->count; ++i) {
            const Shape *shape = &picture.scene->shapes[i];
            if (shape->kind != SHAPE_ARROW)
                continue;
            ++ways;
            assert_false(line_meets(shape, heading));
        }
    }
    assert_true(ways > 20);
    close_picture(&picture);
}

/* Of 32x32 threads, half of them at the barrier: every cell has its state's colour, and what is
 * drawn over the cells leaves it to be seen. */
static void test_many_threads_show_their_states(void **state)
{
    const Theme *theme = theme_get(THEME_LIGHT);
    Picture picture = open_sized("02_tiled.cu", 64, 32);
    picture.session->look.banks = true; /* the threads have a panel of their own */
    uint64_t barrier = find_step(picture.session, 1, OP_BARRIER, SPACE_GENERIC);
    seek(picture.session, barrier + 15);
    draw(&picture);
    int running = 0, waiting = 0;
    float covered = 0, all = 0;
    bool in_map = false; /* of all threads, below the part that is shown large */
    for (int i = 0; i < picture.scene->count; ++i) {
        const Shape *shape = &picture.scene->shapes[i];
        float area = shape->rect.w * shape->rect.h;
        bool is_thread = shape->tag.kind == TARGET_THREAD;
        in_map = is_thread ? shape->tag.b > 0 : in_map;
        bool is_small = shape->kind == SHAPE_RECT && !shape->tag.kind && in_map && area < 100;
        running += is_small && shape->fill == theme->running;
        waiting += is_small && shape->fill == theme->waiting;
        all += is_thread ? area : 0;
        if (is_small && shape->rect.w > 20 && shape->fill == theme->text)
            covered += area;
    }
    assert_true(running >= 14 * WARP_LANES && waiting >= 14 * WARP_LANES);
    assert_true(running + waiting <= 1024 + 8);
    assert_true(covered < all / 10);
    close_picture(&picture);
}

/* Cells of all threads, small below the part that is shown large, that are filled with a colour. */
static int count_states(const Picture *picture, Colour colour)
{
    int count = 0;
    Rect cell = {0};
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        if (shape->tag.kind == TARGET_THREAD)
            cell = shape->tag.b ? shape->rect : (Rect){0};
        else if (cell.w > 0 && shape->fill == colour && rect_holds(cell, middle(shape->rect)))
            ++count, cell = (Rect){0};
    }
    return count;
}

/* Stepping over a barrier: the warps gather one after another, the last one opens it for all, which
 * is seen in full however fast the way there was. */
static void test_threads_gather_and_are_released_together(void **state)
{
    const Theme *theme = theme_get(THEME_LIGHT);
    Picture picture = open_sized("02_tiled.cu", 64, 16);
    Session *session = picture.session;
    session->look.banks = true;
    send_line(session, "barrier-next");
    int waited = 0, in_release = 0, most_waiting = 0;
    for (; session_is_moving(session); session_tick(session, 16)) {
        draw(&picture);
        int waiting = count_states(&picture, theme->waiting);
        const Step *step = session_step(session_front(session));
        waited += waiting >= WARP_LANES && waiting < 256;
        in_release += step->instr->op == OP_BARRIER && step->is_release;
        most_waiting = waiting > most_waiting ? waiting : most_waiting;
        assert_true(waiting % WARP_LANES == 0);
    }
    assert_true(waited >= 1 && in_release >= 480 / 16 && most_waiting == 256);
    draw(&picture);
    assert_int_equal(count_states(&picture, theme->waiting), 0);
    assert_true(count_states(&picture, theme->running) >= 250);
    close_picture(&picture);
}

static int count_arrows(const Picture *picture, Colour colour)
{
    int count = 0;
    for (int i = 0; i < picture->scene->count; ++i)
        count += picture->scene->shapes[i].kind == SHAPE_ARROW &&
                 picture->scene->shapes[i].stroke == colour;
    return count;
}

static void check_race(Run *run)
{
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    session_open(picture.session, 0, run, true);
    send_line(picture.session, "go-end");
    send_line(picture.session, "finding-next");
    session_settle(picture.session);
    draw(&picture);
    assert_int_equal(count_arrows(&picture, theme_get(THEME_LIGHT)->danger), 2);
    assert_non_null(find_text(&picture, "writes"));
    assert_non_null(find_text(&picture, "reads"));
    close_picture(&picture);
}

static Picture open_racing(const char *tile)
{
    Define define = {"TILE_WIDTH", tile};
    const char *without = "barrier:33";
    LoadOptions options = {
        .defines = &define, .define_count = 1, .withouts = &without, .without_count = 1};
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    session_open(picture.session, 0, run_load(KERNELS_FOLDER "/02_tiled.cu", &options), true);
    session_finish_work(picture.session);
    return picture;
}

/* Of all races that the moment shows one is told and drawn, and all are counted; at later moments
 * of the same finding, too. */
static void test_one_race_of_a_moment_is_drawn(void **state)
{
    Picture picture = open_racing("2");
    send_line(picture.session, "panel-findings");
    send_line(picture.session, "finding-go 0");
    session_settle(picture.session);
    draw(&picture);
    assert_int_equal(count_arrows(&picture, theme_get(THEME_LIGHT)->danger), 2);
    assert_int_equal(count_arrows(&picture, colour_alpha(theme_get(THEME_LIGHT)->danger, 0.6f)), 0);
    assert_non_null(find_text(&picture, "32 pairs of threads in the grid · in this step: 2"));
    uint64_t first = timeline_position(session_front(picture.session)->timeline), at = first;
    const RacesNow *now = NULL;
    for (bool is_later = false; !is_later;) {
        seek(picture.session, ++at);
        now = probe_races(timeline_probe(session_front(picture.session)->timeline));
        is_later = now->count && now->pairs[0].line == 26;
    }
    session_apply(picture.session,
                  (Command){.name = COMMAND_PICK_THREAD, .number = now->pairs[1].other_thread});
    draw(&picture);
    assert_int_equal(count_arrows(&picture, theme_get(THEME_LIGHT)->danger), 2);
    assert_non_null(find_text(&picture, "(1, 1) (line 26) writes Mds[1][1] and thread (0, 1) "));
    picture.session->look.language = LANGUAGE_ZH;
    draw(&picture);
    assert_non_null(find_text(&picture, "共 32 对线程 · 本步 2 对"));
    close_picture(&picture);
}

static void test_more_races_than_can_be_told_are_counted(void **state)
{
    static const char text[] = "__global__ void k(float *out) { __shared__ float all;\n"
                               "all = threadIdx.x; out[threadIdx.x] = all; }\n"
                               "int main() { float *o; cudaMalloc(&o, 128); k<<<1, 32>>>(o); }\n";
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    session_open(picture.session, 0, run_load_text("one.cu", text, strlen(text), &(LoadOptions){0}),
                 true);
    session_finish_work(picture.session);
    send_line(picture.session, "panel-findings");
    send_line(picture.session, "finding-go 0");
    session_settle(picture.session);
    draw(&picture);
    assert_non_null(find_text(&picture, "in this step: 992"));
    close_picture(&picture);
}

static void test_a_race_shows_both_accesses(void **state)
{
    static const char *const tiles[] = {"2", "16"};
    const char *without = "barrier:33";
    for (int i = 0; i < 2; ++i) {
        Define tile = {"TILE_WIDTH", tiles[i]};
        check_race(run_load(KERNELS_FOLDER "/02_tiled.cu", &(LoadOptions){.defines = &tile,
                                                                          .define_count = 1,
                                                                          .withouts = &without,
                                                                          .without_count = 1}));
    }
    check_race(run_load(KERNELS_FOLDER "/../tests/kernels/broken/in_place.cu", &(LoadOptions){0}));
}

/* A race between blocks: the first press goes to the one access, the next to the other. Each shows
 * the word, its own access, and what the other block does. */
static void test_a_race_between_blocks_shows_both(void **state)
{
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    session_open(
        picture.session, 0,
        run_load(KERNELS_FOLDER "/../tests/kernels/broken/blocks_transpose.cu", &(LoadOptions){0}),
        true);
    session_finish_work(picture.session);
    send_line(picture.session, "finding-next");
    session_settle(picture.session);
    draw(&picture);
    assert_int_equal(session_step(session_front(picture.session))->block, 4);
    assert_int_equal(count_arrows(&picture, theme_get(THEME_LIGHT)->danger), 1);
    assert_non_null(find_text(&picture, "reads"));
    assert_non_null(find_text(&picture, "block (1, 0) writes it"));
    assert_non_null(find_text(&picture, "698 of 1024"));
    send_line(picture.session, "finding-next");
    session_settle(picture.session);
    picture.session->look.language = LANGUAGE_ZH;
    draw(&picture);
    assert_int_equal(session_step(session_front(picture.session))->block, 1);
    assert_non_null(find_text(&picture, "写入"));
    assert_non_null(find_text(&picture, "线程块 (0, 1) 也读取它"));
    assert_non_null(find_text(&picture, "线程块按相反顺序"));
    close_picture(&picture);
}

/* The shape whose text that is. */
static const Shape *need_text_shape(const Picture *picture, const char *text)
{
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        if (shape->text && strcmp(shape->text, text) == 0)
            return shape;
    }
    fail_msg("no \"%s\"", text);
    return NULL;
}

/* The label of the other block stays in the pane, whose first shape it is, and off the word. */
static void test_the_other_block_is_told_beside_the_word(void **state)
{
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    session_open(
        picture.session, 0,
        run_load(KERNELS_FOLDER "/../tests/faults/last_block_without_fence.cu", &(LoadOptions){0}),
        true);
    session_finish_work(picture.session);
    send_line(picture.session, "lecture");
    send_line(picture.session, "finding-next");
    session_settle(picture.session);
    draw_sized(&picture, 1920, 1080);
    Rect pane = picture.scene->shapes[0].rect, cell = need_cell(&picture, 1, 0)->rect;
    const Shape *label = need_text_shape(&picture, "block 7 reads it too");
    assert_true(pane.w > 300 && pane.w < 960);
    assert_true(label->rect.x >= pane.x);
    assert_true(label->rect.x + label->rect.w <= pane.x + pane.w);
    assert_true(label->rect.y >= cell.y + cell.h || label->rect.y + label->rect.h <= cell.y);
    close_picture(&picture);
}

/* However long the picked finding is: all of it stands in its box, and below it what is left. */
static void test_a_long_finding_leaves_room_for_the_rest(void **state)
{
    static const int sizes[][2] = {{1920, 1080}, {1280, 720}};
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    session_open(picture.session, 0,
                 run_load(KERNELS_FOLDER "/../tests/faults/stencil_in_place.cu", &(LoadOptions){0}),
                 true);
    session_finish_work(picture.session);
    send_line(picture.session, "panel-findings");
    send_line(picture.session, "lecture");
    send_line(picture.session, "go-end");
    for (int i = 0; i < 2; ++i) {
        const Shape *box = NULL, *below = NULL, *last = NULL;
        draw_sized(&picture, sizes[i][0], sizes[i][1]);
        for (int j = 0; j < picture.scene->count; ++j) {
            const Shape *shape = &picture.scene->shapes[j];
            bool is_finding = shape->tag.kind == TARGET_FINDING;
            below = is_finding && box && !below ? shape : below; /* the other one in a line */
            box = is_finding && !box ? shape : box;
            if (shape->text && strcmp(shape->text, "and 1 more finding") == 0)
                below = shape;
            if (shape->text && box && !below && shape->rect.x > box->rect.x)
                last = shape;
        }
        assert_true(box && below && last);
        assert_true(last->rect.y + last->rect.h <= box->rect.y + box->rect.h);
        assert_true(below->rect.y >= box->rect.y + box->rect.h);
    }
    close_picture(&picture);
}

/* No step shows a race between blocks: at the end it is counted all the same. Both of its places
 * are in one line, which is named once. */
static void test_at_the_end_all_findings_are_counted(void **state)
{
    static const char text[] = "__global__ void k(int *sum) { *sum = blockIdx.x; }\n"
                               "int main() { int *s; cudaMalloc(&s, 4); k<<<2, 1>>>(s); }\n";
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    session_open(picture.session, 0, run_load_text("k.cu", text, strlen(text), &(LoadOptions){0}),
                 true);
    session_finish_work(picture.session);
    draw(&picture);
    assert_null(find_text(&picture, "1 finding"));
    send_line(picture.session, "go-end");
    draw(&picture);
    assert_non_null(find_text(&picture, "1 finding"));
    const Run *run = session_front(picture.session)->run;
    int count;
    const Finding *findings = session_findings(session_front(picture.session), &count);
    assert_int_equal(count, 1);
    assert_string_equal(
        sentence_finding_brief(picture.arena, LANGUAGE_EN, run->program, &run->launch, findings),
        "Line 1: blocks race for sum");
    close_picture(&picture);
}

/* Of the words at both sides: who wrote what others read, who read what others overwrite; a
 * thread's own count for nothing. */
static void test_a_barrier_says_what_it_protects(void **state)
{
    static const char text[] =
        "__global__ void k(float *out) { __shared__ float a[8], b[8]; int t = threadIdx.x;\n"
        "a[t] = t; b[t] = t; __syncthreads();\n"
        "out[t] = a[7 - t]; if (t < 2) out[t] += b[t + 2]; __syncthreads();\n"
        "a[t] = 0; __syncthreads();\n"
        "out[t] += b[t]; }\n"
        "int main() { float *o; cudaMalloc(&o, 32); k<<<1, 8>>>(o); }";
    static const char *const said[][2] = {
        {"It protects a and b: after it, values that others wrote before it are read by 8 threads.",
         "它保护 a 和 b：在它之后，8 个线程读取其他线程在它之前写入的值。"},
        {"It protects a: after it, values that others read before it are overwritten by 8 threads.",
         "它保护 a：在它之后，8 个线程覆盖其他线程在它之前读取的值。"},
        {"Nothing needs it here", "此处不需要它"},
    };
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    Run *run = run_load_text("k.cu", text, strlen(text), &(LoadOptions){0});
    assert_non_null(run->program);
    session_open(picture.session, 0, run, true);
    session_finish_work(picture.session);
    for (int i = 0; i < 3; ++i) {
        send_line(picture.session, "barrier-next");
        session_settle(picture.session);
        for (int language = 0; language < LANGUAGE_COUNT; ++language) {
            picture.session->look.language = (Language)language;
            draw(&picture);
            assert_non_null(find_text(&picture, said[i][language == LANGUAGE_ZH]));
        }
    }
    send_line(picture.session, "step-back");
    session_settle(picture.session);
    draw(&picture);
    assert_null(find_text(&picture, "此处不需要它"));
    close_picture(&picture);
}

/* A warp has 32 lanes, of which a block of four threads uses four; one of a whole warp says nothing
 * of it. */
static void test_lanes_without_a_thread_are_told(void **state)
{
    Picture picture = open_sized("02_tiled.cu", 4, 2);
    draw_sized(&picture, 1280, 720);
    assert_non_null(find_text(&picture, "4 of 32 lanes"));
    close_picture(&picture);
    picture = open_sized("01_naive.cu", 4, 2);
    draw_sized(&picture, 1280, 720);
    assert_non_null(find_text(&picture, "4 of 32 lanes"));
    close_picture(&picture);
    picture = open_sized("02_tiled.cu", 16, 8);
    draw_sized(&picture, 1280, 720);
    assert_null(find_text(&picture, "of 32 lanes"));
    close_picture(&picture);
}

/* A block of three dimensions stands as planes, which are told. */
static void test_planes_are_told(void **state)
{
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    session_open(picture.session, 0,
                 run_load(KERNELS_FOLDER "/../tests/view/kernels/volume.cu", &(LoadOptions){0}),
                 true);
    draw(&picture);
    assert_non_null(find_text(&picture, "z = 0"));
    assert_non_null(find_text(&picture, "z = 2"));
    assert_null(find_text(&picture, "z = 3"));
    int dashed = 0;
    for (int i = 0; i < picture.scene->count; ++i)
        dashed += picture.scene->shapes[i].dashed;
    assert_int_equal(dashed, 2);
    close_picture(&picture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_cell_tells_who_wrote_and_reads_it),
        cmocka_unit_test(test_a_shared_word_fans_out),
        cmocka_unit_test(test_formulas_have_the_numbers_of_the_thread),
        cmocka_unit_test(test_who_never_came_to_the_barrier_is_told),
        cmocka_unit_test(test_other_warps_are_ready),
        cmocka_unit_test(test_a_thread_that_the_step_leaves_out_is_inactive),
        cmocka_unit_test(test_threads_that_make_the_step_are_running),
        cmocka_unit_test(test_no_way_leads_across_the_heading),
        cmocka_unit_test(test_many_threads_show_their_states),
        cmocka_unit_test(test_threads_gather_and_are_released_together),
        cmocka_unit_test(test_a_race_shows_both_accesses),
        cmocka_unit_test(test_a_race_between_blocks_shows_both),
        cmocka_unit_test(test_a_long_finding_leaves_room_for_the_rest),
        cmocka_unit_test(test_the_other_block_is_told_beside_the_word),
        cmocka_unit_test(test_at_the_end_all_findings_are_counted),
        cmocka_unit_test(test_one_race_of_a_moment_is_drawn),
        cmocka_unit_test(test_more_races_than_can_be_told_are_counted),
        cmocka_unit_test(test_a_barrier_says_what_it_protects),
        cmocka_unit_test(test_lanes_without_a_thread_are_told),
        cmocka_unit_test(test_planes_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
