/* What came out: right and wrong results, findings so far, barriers counted, bookmarks. */
#include "picture.h"
#include "session/edits/open.h"

#include "session/edits/edit.h"
#include "session/grid/counting.h"
#include "session/time/bookmark.h"
#include "session/time/motion.h"
#include "test.h"
#include "view/draw/theme.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Lines of the picture with the danger colour around a cell: a frame and two strokes. */
static int marks_of(const Picture *picture, Rect cell)
{
    int marks = 0;
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        Point at = {shape->rect.x, shape->rect.y};
        marks += shape->kind == SHAPE_LINE && rect_holds(cell, at);
    }
    return marks;
}

static void test_a_wrong_result_is_seen(void **state)
{
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    session_open(picture.session, 0, open_kernel("02_tiled.cu", 3, 2, "check:40"), true);
    draw(&picture);
    assert_non_null(find_text(&picture, "end: 1"));
    assert_int_equal(marks_of(&picture, need_cell(&picture, 2, 3)->rect), 0);
    seek(picture.session, timeline_length(session_front(picture.session)->timeline) / 4);
    draw(&picture);
    assert_int_equal(marks_of(&picture, need_cell(&picture, 2, 3)->rect), 0);
    send_line(picture.session, "go-end");
    send_line(picture.session, "panel-findings");
    session_settle(picture.session);
    draw(&picture);
    Rect cell = need_cell(&picture, 2, 3)->rect;
    assert_int_equal(marks_of(&picture, cell), 2);
    assert_non_null(find_text(&picture, "× 1 of 9 wrong"));
    assert_int_equal(marks_of(&picture, need_cell(&picture, 2, 4)->rect), 0);
    assert_non_null(find_text(&picture, "should be 79"));
    /* beyond P, in another row, and racing with the block that the row belongs to */
    assert_non_null(find_text(&picture, "3 findings"));
    session_apply(picture.session, view_hover(picture.scene, middle(cell)));
    draw(&picture);
    assert_non_null(find_text(&picture, "P[1][0] = 0, should be 79"));
    picture.session->look.language = LANGUAGE_ZH;
    draw(&picture);
    assert_non_null(find_text(&picture, "× 错误 1 / 9"));
    close_picture(&picture);
}

static Picture open_shaped(const char *text, const LoadOptions *options)
{
    Picture picture = {.arena = arena_new(), .session = session_new()};
    Run *run = run_load_text("k.cu", text, strlen(text), options);
    assert_non_null(run->program);
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    session_open(picture.session, 0, run, true);
    send_line(picture.session, "go-end");
    send_line(picture.session, "panel-findings");
    session_settle(picture.session);
    draw(&picture);
    return picture;
}

static Picture open_text(const char *text)
{
    return open_shaped(text, &(LoadOptions){0});
}

static void test_what_was_never_written_is_told(void **state)
{
    Picture picture = open_text(
        "__global__ void product(const float *A, const float *B, float *C, int m, int k, int n) {\n"
        "    int row = blockIdx.y * blockDim.y + threadIdx.y;\n"
        "    int col = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "    if (row < m && col < n) {\n"
        "        float sum = 0;\n"
        "        for (int i = 0; i < k; ++i) sum += A[row * k + i] * B[i * n + col];\n"
        "        C[row * n + col] = sum;\n"
        "    }\n"
        "}\n"
        "int main() {\n"
        "    int m = 5, k = 6, n = 17; float *A, *B, *C;\n"
        "    cudaMalloc(&A, m * k * 4); cudaMalloc(&B, k * n * 4); cudaMalloc(&C, m * n * 4);\n"
        "    product<<<dim3(2, 5), dim3(4, 4)>>>(A, B, C, m, k, n);\n"
        "}\n");
    assert_non_null(find_text(&picture, "45 never written"));
    assert_non_null(find_text(&picture, "5 × 2"));
    picture.session->look.language = LANGUAGE_ZH;
    draw(&picture);
    assert_non_null(find_text(&picture, "从未写入 45 个"));
    close_picture(&picture);
}

static void test_races_that_may_be_missed_are_told(void **state)
{
    Arena *arena = arena_new();
    const char *text = "__global__ void k(float *a, int n) { __shared__ float s[1];\n";
    for (int i = 0; i < 200; ++i)
        text = arena_printf(arena, "%ss[0] += n;\n", text);
    Picture picture = open_text(arena_printf(
        arena, "%s}\nint main() { float *a; cudaMalloc(&a, 4096); k<<<1, 64>>>(a, 3); }\n", text));
    assert_non_null(find_text(&picture, "+ Not all accesses were compared"));
    picture.session->look.language = LANGUAGE_ZH;
    draw(&picture);
    assert_non_null(find_text(&picture, "行的访问没有全部"));
    close_picture(&picture);
    arena_free(arena);
    picture = open_sized("02_tiled.cu", 4, 2);
    send_line(picture.session, "panel-findings");
    draw(&picture);
    assert_null(find_text(&picture, "Not all accesses"));
    close_picture(&picture);
}

/* The steps alone would say that the loop never ends. */
static void test_a_long_loop_is_not_accused_by_the_caption(void **state)
{
    static const char text[] =
        "__global__ void until(unsigned *out, unsigned seed, unsigned wanted) {\n"
        "    unsigned x = seed, count = 0;\n"
        "    while (x != wanted) { x = 1664525u * x + 1013904223u; ++count; }\n"
        "    out[threadIdx.x] = count;\n"
        "}\n"
        "int main() { unsigned *out; cudaMalloc(&out, 128); until<<<1, 32>>>(out, 7, 12345); }\n";
    static const char endless[] =
        "__global__ void spin(int *a) { while (a[0] == 0) ; a[1] = 1; }\n"
        "int main() { int *a; cudaMalloc(&a, 128); cudaMemset(a, 0, 128); spin<<<1, 1>>>(a); }\n";
    LoadOptions options = {.max_steps = "2000"};
    Picture picture = open_shaped(text, &options);
    assert_null(find_text(&picture, "never ends"));
    assert_null(find_text(&picture, "1 finding"));
    assert_non_null(find_text(&picture, "it may only be"));
    close_picture(&picture);
    picture = open_shaped(endless, &options);
    assert_non_null(find_text(&picture, "its block never ends"));
    assert_non_null(find_text(&picture, "1 finding"));
    close_picture(&picture);
}

/* As it is while the grid is being counted: all is known that the steps tell. */
static void forget_count(const Picture *picture)
{
    SessionRun *run = session_front(picture->session);
    run->total = NULL;
    run->is_judged = false;
    session_settle(picture->session);
}

/* The moment with which the steps show the first race. */
static void seek_race(const Picture *picture)
{
    Timeline *timeline = session_front(picture->session)->timeline;
    uint64_t end = timeline_length(timeline);
    for (uint64_t at = 1; at <= end; ++at) {
        timeline_seek(timeline, at);
        const RacesNow *races = probe_races(timeline_probe(timeline));
        if (races && races->count)
            return;
    }
    fail_msg("no race");
}

/* Only the count can tell a loop that never ends, and races that fences order. */
static void test_what_the_count_decides_is_no_accusation_before_it(void **state)
{
    static const char endless[] =
        "__global__ void spin(int *a) { while (a[0] == 0) ; a[1] = 1; }\n"
        "int main() { int *a; cudaMalloc(&a, 128); cudaMemset(a, 0, 128); spin<<<1, 1>>>(a); }\n";
    static const char lock[] =
        "__global__ void add(int *lock, int *sum) {\n"
        "    if (threadIdx.x % 32) return;\n"
        "    while (atomicCAS(lock, 0, 1)) ;\n"
        "    __threadfence();\n"
        "    sum[0] += 1;\n"
        "    __threadfence();\n"
        "    atomicExch(lock, 0);\n"
        "}\n"
        "int main() { int *l, *s; cudaMalloc(&l, 4); cudaMalloc(&s, 4); cudaMemset(l, 0, 4);\n"
        "  cudaMemset(s, 0, 4); add<<<1, 64>>>(l, s); }\n";
    Picture picture = open_shaped(endless, &(LoadOptions){.max_steps = "2000"});
    assert_non_null(find_text(&picture, "1 finding"));
    forget_count(&picture);
    draw(&picture);
    assert_null(find_text(&picture, "never ends"));
    assert_null(find_text(&picture, "1 finding"));
    assert_non_null(find_text(&picture, "Whether this is a mistake shows when the whole grid is"));
    assert_non_null(find_text(&picture, "○ Whether there are more (1) shows when"));
    close_picture(&picture);
    picture = open_text(lock);
    assert_non_null(find_text(&picture, "No race and no access outside"));
    seek_race(&picture);
    draw(&picture);
    assert_null(find_text(&picture, "with no barrier between"));
    forget_count(&picture);
    seek_race(&picture);
    draw(&picture);
    assert_null(find_text(&picture, "with no barrier between"));
    assert_null(find_text(&picture, "finding"));
    assert_non_null(find_text(&picture, "Whether this is a mistake shows when the whole grid is"));
    picture.session->look.language = LANGUAGE_ZH;
    draw(&picture);
    assert_non_null(find_text(&picture, "要等整个网格统计完才知道"));
    close_picture(&picture);
}

/* The colour of the panel's sentence that begins so. */
static Colour colour_of(const Picture *picture, const char *begins)
{
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        if (shape->kind == SHAPE_TEXT && strncmp(shape->text, begins, strlen(begins)) == 0)
            return shape->fill;
    }
    fail_msg("'%s' is not there", begins);
    return 0;
}

/* A reduction that leaves its last round out breaks no rule; nobody knows what it should give. */
static void test_green_is_only_what_was_proved(void **state)
{
    static const char halves[] =
        "__global__ void halves(const float *in, float *out) {\n"
        "    __shared__ float part[64];\n"
        "    part[threadIdx.x] = in[threadIdx.x];\n"
        "    for (int d = 32; d > 1; d /= 2) {\n"
        "        __syncthreads();\n"
        "        if (threadIdx.x < d) part[threadIdx.x] += part[threadIdx.x + d];\n"
        "    }\n"
        "    if (threadIdx.x == 0) out[0] = part[0];\n"
        "}\n"
        "void sketch() { float *i, *o; cudaMalloc(&i, 256); cudaMalloc(&o, 4);\n"
        "  halves<<<1, 64>>>(i, o); }\n";
    Picture picture = open_text(halves);
    const Theme *theme = theme_get(picture.session->look.theme);
    assert_int_equal(colour_of(&picture, "No race and no access outside"), theme->muted);
    picture.session->look.language = LANGUAGE_ZH;
    draw(&picture);
    assert_int_equal(colour_of(&picture, "整个网格没有发现竞争"), theme->muted);
    close_picture(&picture);
    picture = open_sized("02_tiled.cu", 4, 2);
    send_line(picture.session, "panel-findings");
    draw(&picture);
    assert_int_equal(colour_of(&picture, "Nothing was found wrong in the whole"), theme->good);
    forget_count(&picture);
    draw(&picture);
    assert_int_equal(colour_of(&picture, "Nothing was found wrong so far"), theme->muted);
    close_picture(&picture);
}

/* However long it is, what was found is told in letters that can be read. */
static void test_long_findings_are_not_told_in_tiny_letters(void **state)
{
    Picture picture = open_text(
        "__global__ void total(const float *in, float *partial, unsigned *done, float *out) {\n"
        "    partial[blockIdx.x] = in[blockIdx.x];\n"
        "    if (atomicInc(done, gridDim.x) == gridDim.x - 1) {\n"
        "        float sum = 0;\n"
        "        for (int i = 0; i < gridDim.x; ++i) sum += partial[i];\n"
        "        *out = sum;\n"
        "    }\n"
        "}\n"
        "int main() {\n"
        "    float *in, *partial, *out; unsigned *done;\n"
        "    cudaMalloc(&in, 32); cudaMemset(in, 0, 32); cudaMalloc(&partial, 32);\n"
        "    cudaMalloc(&out, 4); cudaMalloc(&done, 4); cudaMemset(done, 0, 4);\n"
        "    total<<<8, 1>>>(in, partial, done, out);\n"
        "}\n");
    send_line(picture.session, "finding-next");
    for (int language = 0; language < 2; ++language) {
        picture.session->look.language = (Language)language;
        draw(&picture);
        int told = 0;
        for (int i = 0; i < picture.scene->count; ++i) {
            const Shape *shape = &picture.scene->shapes[i];
            if (!shape->text || !strstr(shape->text, language ? "原子操作" : "__threadfence"))
                continue;
            assert_true(shape->font_px >= 10);
            ++told;
        }
        assert_true(told >= 2); /* in the panel and below the pictures */
    }
    close_picture(&picture);
}

static void test_stopped_counting_starts_again_by_a_click(void **state)
{
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    session_open(picture.session, 0, open_kernel("01_naive.cu", 1024, 16, NULL), true);
    while (!session_front(picture.session)->job)
        session_work(picture.session);
    counting_tick(picture.session, 1500);
    send_line(picture.session, "close");
    draw(&picture);
    assert_non_null(find_text(&picture, "Shift+C counts it again")); /* the notice */
    assert_non_null(find_text(&picture, "count it again"));
    const Shape *card = NULL;
    for (int i = 0; i < picture.scene->count; ++i)
        if (picture.scene->shapes[i].tag.kind == TARGET_BUTTON &&
            picture.scene->shapes[i].tag.a == COMMAND_COUNT_AGAIN)
            card = &picture.scene->shapes[i];
    assert_non_null(card);
    Command command;
    assert_true(view_press(picture.session, picture.scene, middle(card->rect), &command));
    for (const Shape *above = card + 1; above < picture.scene->shapes + picture.scene->count;
         ++above) /* the notice hides none of it */
        assert_true(above->kind != SHAPE_RECT || above->fill != theme_get(THEME_LIGHT)->text ||
                    rect_intersect(above->rect, card->rect).w <= 0 ||
                    rect_intersect(above->rect, card->rect).h <= 0);
    session_apply(picture.session, command);
    assert_true(session_is_working(picture.session));
    draw(&picture);
    assert_null(find_text(&picture, "count it again"));
    close_picture(&picture);
}

/* Narrow matrices stand so far apart that each heading has its room. */
static void test_headings_of_narrow_matrices_do_not_overlap(void **state)
{
    static const NamedText shapes[] = {{"a", "1024,64"}, {"b", "1024,64"}, {"c", "1024,64"}};
    Picture picture =
        open_shaped("__global__ void k(const float *a, const float *b, float *c) {\n"
                    "    c[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];\n"
                    "}\n"
                    "int main() {\n"
                    "    float *a, *b, *c;\n"
                    "    cudaMalloc(&a, 262144); cudaMalloc(&b, 262144); cudaMalloc(&c, 262144);\n"
                    "    k<<<1, 32>>>(a, b, c);\n"
                    "}\n",
                    &(LoadOptions){.shapes = shapes, .shape_count = 3});
    send_line(picture.session, "stage-fit"); /* all of it, though most is never touched */
    draw(&picture);
    int extents = 0;
    for (int i = 0; i < picture.scene->count; ++i) {
        const Shape *shape = &picture.scene->shapes[i];
        extents += shape->kind == SHAPE_TEXT && strcmp(shape->text, "1024×64") == 0;
    }
    assert_int_equal(extents, 3);
    close_picture(&picture);
}

static void test_a_right_result_says_nothing(void **state)
{
    Picture picture = open_sized("02_tiled.cu", 3, 2);
    assert_int_equal(session_front(picture.session)->check->wrong, 0);
    draw(&picture);
    assert_null(find_text(&picture, "right"));
    close_picture(&picture);
}

static void test_findings_are_those_of_the_grid(void **state)
{
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    session_open(picture.session, 0, open_kernel("02_tiled.cu", 4, 2, "barrier:33"), true);
    const Report *report = session_front(picture.session)->total;
    assert_true(report->finding_count > 1);
    const char *text = arena_printf(picture.arena, "%d findings", report->finding_count);
    bool is_seen = false;
    for (int i = 0; i < 200 && !is_seen; ++i) {
        send_line(picture.session, "step-next");
        session_settle(picture.session);
        draw(&picture);
        is_seen = find_text(&picture, text) != NULL;
    }
    assert_true(is_seen);
    close_picture(&picture);
}

static void test_one_barrier_is_one(void **state)
{
    Picture picture = open_sized("02_tiled.cu", 4, 2);
    draw(&picture);
    assert_non_null(find_text(&picture, "0 barriers passed"));
    send_line(picture.session, "barrier-next");
    session_settle(picture.session);
    draw(&picture);
    assert_non_null(find_text(&picture, "1 barrier passed"));
    close_picture(&picture);
}

static void test_bookmarks_are_set_found_and_taken_away(void **state)
{
    Picture picture = open_sized("02_tiled.cu", 4, 2);
    Session *session = picture.session;
    static const uint64_t places[] = {30, 200, 90};
    for (int i = 0; i < 3; ++i) {
        seek(session, places[i]);
        send_line(session, "bookmark");
    }
    send_line(session, "go-start");
    static const uint64_t order[] = {30, 90, 200, 30};
    for (int i = 0; i < 4; ++i) {
        send_line(session, "bookmark-next");
        assert_int_equal(position(session), order[i]);
    }
    send_line(session, "bookmark");
    assert_int_equal(session->time.bookmark_count, 2);
    send_line(session, "bookmark-back");
    assert_int_equal(position(session), 200);
    for (int i = 0; i < 2 * BOOKMARKS; ++i) {
        seek(session, (uint64_t)i);
        send_line(session, "bookmark");
    }
    assert_int_equal(session->time.bookmark_count, BOOKMARKS);
    close_picture(&picture);
}

static int count_plates(const Picture *picture, float *bottom)
{
    Colour danger = theme_get(THEME_LIGHT)->danger;
    int count = 0;
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        bool is_mark = shape->kind == SHAPE_RECT && shape->fill == danger && shape->rect.w == 8 &&
                       shape->rect.h == 8;
        count += is_mark;
        if (is_mark)
            *bottom = fmaxf(*bottom, shape->rect.y + 8);
    }
    return count;
}

/* Cells of one or two pixels: wrong results and accesses outside have marks that can be seen. */
static void test_marks_are_seen_where_cells_are_small(void **state)
{
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    session_open(picture.session, 0, open_kernel("02_tiled.cu", 50, 16, "check:40"), true);
    session_finish_work(picture.session);
    float bottom = 0;
    draw(&picture);
    assert_int_equal(count_plates(&picture, &bottom), 0);
    send_line(picture.session, "go-end");
    session_settle(picture.session);
    draw(&picture);
    assert_true(count_plates(&picture, &bottom) >= 20);
    bottom = 0;
    send_line(picture.session, "finding-next");
    session_settle(picture.session);
    draw(&picture);
    assert_true(count_plates(&picture, &bottom) >= 1);
    Rect last = need_cell(&picture, 2, 49 * 50)->rect;
    assert_true(bottom >= last.y + last.h + 8);
    close_picture(&picture);
}

/* Far more than are kept one by one: all of a matrix but the one tile that is computed. */
static void test_every_wrong_cell_is_marked(void **state)
{
    enum { SIDE = 2048, TILE = 16 };
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    NamedText sides[] = {{"j", "2048"}, {"k", "16"}, {"l", "2048"}};
    Define tile = {"TILE_WIDTH", "16"};
    LoadOptions options = {
        .settings = sides, .setting_count = 3, .defines = &tile, .define_count = 1, .grid = "1"};
    session_open(picture.session, 0, run_load(KERNELS_FOLDER "/02_tiled.cu", &options), true);
    session_finish_work(picture.session);
    const CheckResult *check = session_front(picture.session)->check;
    assert_int_equal(check->wrong, SIDE * SIDE - TILE * TILE);
    assert_true(check->list_count < (int)check->wrong);
    send_line(picture.session, "go-end");
    session_settle(picture.session);
    draw(&picture);
    const Shape *last = &picture.scene->shapes[0];
    for (int i = 0; i < picture.scene->count; ++i)
        if (picture.scene->shapes[i].tag.kind == TARGET_CELL && picture.scene->shapes[i].tag.a == 2)
            last = &picture.scene->shapes[i];
    session_apply(picture.session, view_hover(picture.scene, middle(last->rect)));
    draw(&picture);
    assert_non_null(find_text(&picture, "wrong elements under this mark"));
    uint64_t count = 0;
    assert_int_equal(sscanf(find_text(&picture, "wrong elements"), "%" SCNu64, &count), 1);
    assert_true(count > 256);
    close_picture(&picture);
}

static const Shape *find_beyond(const Picture *picture, uint32_t buffer, uint32_t row,
                                uint32_t column)
{
    for (int i = 0; i < picture->scene->count; ++i) {
        PickTag tag = picture->scene->shapes[i].tag;
        if (tag.kind == TARGET_BEYOND && tag.a == buffer && tag.b == row && tag.c == column)
            return &picture->scene->shapes[i];
    }
    fail_msg("nothing beyond the edge at %u, %u", row, column);
    return NULL;
}

static bool says(Picture *picture, Target target, const char *part)
{
    session_apply(picture->session, (Command){.name = COMMAND_HOVER, .target = target});
    draw(picture);
    return find_text(picture, part) != NULL;
}

/* Whatever is asked, something is known of where it came from. */
static void test_every_kind_of_memory_says_why(void **state)
{
    Picture picture = open_sized("02_tiled.cu", 4, 2);
    assert_true(says(&picture, (Target){TARGET_CELL, 0, 5, 0}, "not what the host sets"));
    assert_true(says(&picture, (Target){TARGET_CELL, 2, 0, 0}, "nobody has filled: -8888"));
    send_line(picture.session, "go-end");
    session_settle(picture.session);
    assert_true(
        says(&picture, (Target){TARGET_CELL, 2, 0, 0}, "thread (0, 0) of block (0, 0) in step"));
    assert_true(
        says(&picture, (Target){TARGET_CELL, 2, 15, 0}, "written by thread (1, 1) in step"));
    assert_true(says(&picture, (Target){TARGET_SHARED, 0, 0, 0}, "loaded from M["));
    session_open(picture.session, 0, run_load(KERNELS_FOLDER "/12_histogram.cu", &(LoadOptions){0}),
                 true);
    session_finish_work(picture.session);
    send_line(picture.session, "go-end");
    assert_true(says(&picture, (Target){TARGET_CELL, 1, 3, 0}, "copied from the host"));
    assert_true(says(&picture, (Target){TARGET_CELL, 1, 0, 0}, "threads at once in step"));
    close_picture(&picture);
}

/* A cell of a tile that hangs over the edge, and a guard word that is hit, say what they are. */
static void test_what_lies_beyond_the_edge_is_told(void **state)
{
    Picture picture = open_sized("02_tiled.cu", 3, 2);
    session_apply(picture.session, (Command){.name = COMMAND_PICK_BLOCK, .number = 3});
    const SessionRun *run = session_front(picture.session);
    uint64_t start = session_moment(run, (Place){.block = 3});
    seek(picture.session, find_step(picture.session, start + 1, OP_STORE, SPACE_SHARED));
    draw(&picture);
    Point at = middle(find_beyond(&picture, 0, 3, 0)->rect);
    session_apply(picture.session, view_hover(picture.scene, at));
    draw(&picture);
    assert_non_null(find_text(&picture, "row 3, column 0: M has no such cell"));
    assert_non_null(find_text(&picture, "M[9]: 1 past the end of M"));
    assert_non_null(
        find_text(&picture, "memory past the array: -99 here, on a GPU the next allocation"));
    at = middle(find_beyond(&picture, 1, 0, 3)->rect);
    session_apply(picture.session, view_hover(picture.scene, at));
    draw(&picture);
    assert_non_null(find_text(&picture, "lands on N[1][0] = "));
    picture.session->look.language = LANGUAGE_ZH;
    draw(&picture);
    assert_non_null(find_text(&picture, "没有这个元素"));
    Command press;
    assert_true(view_press(picture.session, picture.scene, at, &press));
    assert_int_equal(press.name, COMMAND_PIN);
    close_picture(&picture);
}

/* Words of constant memory under the lens: each a row, with the lanes that want it. */
static void test_constant_memory_is_words(void **state)
{
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    session_open(
        picture.session, 0,
        run_load(KERNELS_FOLDER "/../tests/kernels/features/constant_reads.cu", &(LoadOptions){0}),
        true);
    static const char *const verdicts[] = {"32 threads ask for 32 different words",
                                           "32 threads ask for 4 different words",
                                           "32 threads ask for 1 word of constant memory"};
    uint64_t moment = 0;
    send_line(picture.session, "panel-memory");
    for (int i = 0; i < 3; ++i) {
        moment = find_step(picture.session, moment + 1, OP_LOAD, SPACE_GLOBAL);
        if (i > 0) /* the other warp's */
            moment = find_step(picture.session, moment + 1, OP_LOAD, SPACE_GLOBAL);
        seek(picture.session, moment);
        draw(&picture);
        assert_non_null(find_text(&picture, verdicts[i]));
        assert_non_null(find_text(&picture, "from constant memory"));
        assert_null(find_text(&picture, "Sectors of 32 bytes"));
    }
    assert_non_null(find_text(&picture, "mask[2]"));
    assert_non_null(find_text(&picture, "0–31"));
    assert_non_null(find_text(&picture, "in constant memory")); /* beside its name on the stage */
    picture.session->look.language = LANGUAGE_ZH;
    draw(&picture);
    assert_non_null(find_text(&picture, "32 个线程请求常量内存中的同一个字"));
    assert_non_null(find_text(&picture, "从常量内存读取"));
    close_picture(&picture);
}

static void test_what_printf_wrote_is_told(void **state)
{
    Picture picture =
        open_text("__global__ void k(int *a)\n"
                  "{\n"
                  "    printf(\"square of %d is %d\\n\", threadIdx.x, a[threadIdx.x]);\n"
                  "}\n"
                  "int main(void)\n"
                  "{\n"
                  "    int h[4] = {0, 1, 4, 9};\n"
                  "    int *d;\n"
                  "    cudaMalloc(&d, sizeof(h));\n"
                  "    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);\n"
                  "    k<<<1, 4>>>(d);\n"
                  "}\n");
    bool is_told = false;
    send_line(picture.session, "go-start");
    send_line(picture.session, "pick-thread 3");
    for (int i = 0; i < 10 && !is_told; ++i) {
        send_line(picture.session, "step-next");
        session_settle(picture.session);
        draw(&picture);
        is_told = find_text(&picture, "thread 3 printed: square of 3 is 9") != NULL;
    }
    assert_true(is_told);
    close_picture(&picture);
}

static void test_keys_stand_below_headings(void **state)
{
    Picture picture = open_sized("02_tiled.cu", 4, 2);
    const char *words[] = {"Time", "Where to look", "Panels and findings", "What if", "Quit"};
    send_line(picture.session, "help");
    draw(&picture);
    for (int i = 0; i < 5; ++i)
        assert_non_null(find_text(&picture, words[i]));
    close_picture(&picture);
}

/* A learner's own file beside a kernel of another size: counts stand side by side, but make no
 * ratio. */
static void test_other_sizes_make_no_ratio(void **state)
{
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    session_open(picture.session, 0, open_kernel("02_tiled.cu", 6, 2, NULL), true);
    session_open(picture.session, 1, open_kernel("01_naive.cu", 6, 2, NULL), true);
    session_finish_work(picture.session);
    draw(&picture);
    assert_non_null(find_text(&picture, "half"));
    assert_null(find_text(&picture, "other size"));
    session_open(picture.session, 1, open_kernel("01_naive.cu", 4, 2, NULL), true);
    session_finish_work(picture.session);
    send_line(picture.session, "panel-counters");
    draw(&picture);
    assert_non_null(find_text(&picture, "other size"));
    assert_null(find_text(&picture, "fewer"));
    assert_null(find_text(&picture, "→ "));
    close_picture(&picture);
}

/* Whole lines of it, also where a panel leaves the source little room. */
static void trouble_is_not_cut(const Picture *picture)
{
    const Shape *shapes = picture->scene->shapes;
    int at = 0;
    while (at < picture->scene->count &&
           !(shapes[at].kind == SHAPE_TEXT && strstr(shapes[at].text, "a/folder")))
        ++at;
    assert_true(at < picture->scene->count);
    int clip = at;
    while (shapes[clip].kind != SHAPE_CLIP)
        --clip;
    Rect band = shapes[clip].rect;
    for (; shapes[at].kind == SHAPE_TEXT; ++at)
        assert_true(shapes[at].rect.y + 0.2f * (float)shapes[at].font_px <= band.y + band.h);
}

static void test_a_file_that_cannot_be_opened_is_told(void **state)
{
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    session_open(picture.session, 0, open_kernel("02_tiled.cu", 4, 2, NULL), true);
    open_file(picture.session, "/a/folder/with/a/name/that/is/long/and/longer/nowhere.cu");
    draw(&picture);
    trouble_is_not_cut(&picture);
    send_line(picture.session, "panel-findings");
    draw_sized(&picture, 800, 450);
    trouble_is_not_cut(&picture);
    send_line(picture.session, "panel-findings");
    draw(&picture);
    assert_non_null(find_text(&picture, "the one before is still shown"));
    assert_null(find_text(&picture, "the last version that could"));
    send_line(picture.session, "open");
    draw(&picture);
    assert_null(find_text(&picture, "Nothing here is called that"));
    for (int i = 0; i < 5; ++i)
        send_line(picture.session, "open-type 113");
    draw(&picture);
    assert_non_null(find_text(&picture, "Nothing here is called that"));
    close_picture(&picture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_other_sizes_make_no_ratio),
        cmocka_unit_test(test_what_printf_wrote_is_told),
        cmocka_unit_test(test_keys_stand_below_headings),
        cmocka_unit_test(test_a_file_that_cannot_be_opened_is_told),
        cmocka_unit_test(test_a_wrong_result_is_seen),
        cmocka_unit_test(test_a_right_result_says_nothing),
        cmocka_unit_test(test_what_was_never_written_is_told),
        cmocka_unit_test(test_races_that_may_be_missed_are_told),
        cmocka_unit_test(test_a_long_loop_is_not_accused_by_the_caption),
        cmocka_unit_test(test_what_the_count_decides_is_no_accusation_before_it),
        cmocka_unit_test(test_green_is_only_what_was_proved),
        cmocka_unit_test(test_long_findings_are_not_told_in_tiny_letters),
        cmocka_unit_test(test_stopped_counting_starts_again_by_a_click),
        cmocka_unit_test(test_headings_of_narrow_matrices_do_not_overlap),
        cmocka_unit_test(test_findings_are_those_of_the_grid),
        cmocka_unit_test(test_constant_memory_is_words),
        cmocka_unit_test(test_one_barrier_is_one),
        cmocka_unit_test(test_marks_are_seen_where_cells_are_small),
        cmocka_unit_test(test_every_wrong_cell_is_marked),
        cmocka_unit_test(test_what_lies_beyond_the_edge_is_told),
        cmocka_unit_test(test_every_kind_of_memory_says_why),
        cmocka_unit_test(test_bookmarks_are_set_found_and_taken_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
