/* What the sentence, the head, the registers and the source say: that it is true at the moment
 * shown, and that what has no room is told to be left out. */
#include "picture.h"

#include "test.h"
#include "view/draw/theme.h"

#include <string.h>

static Picture open_text(const char *text, const LoadOptions *options)
{
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    session_open(picture.session, 0, run_load_text("words.cu", text, strlen(text), options), true);
    session_finish_work(picture.session);
    assert_non_null(session_front(picture.session));
    return picture;
}

static void need_text(Picture *picture, const char *part)
{
    draw(picture);
    if (!find_text(picture, part))
        fail_msg("'%s' is not said", part);
}

static void test_what_has_ended_is_told(void **state)
{
    Picture picture = open_sized("02_tiled.cu", 4, 2);
    send_line(picture.session, "go-end");
    need_text(&picture, "All blocks have ended.");
    assert_null(find_text(&picture, " · block"));
    close_picture(&picture);
    picture = open_sized("02_tiled.cu", 128, 16);
    send_line(picture.session, "go-end");
    need_text(&picture, "Block (0, 0) has ended. ]: the next block");
    assert_non_null(find_text(&picture, " · block (0, 0) of 64"));
    send_line(picture.session, "pick-block 63");
    send_line(picture.session, "go-end");
    need_text(&picture, "Block (7, 7), the last one, has ended.");
    close_picture(&picture);
}

static void test_a_run_that_was_stopped_has_not_ended(void **state)
{
    LoadOptions options = {.grid = "2", .block = "64", .max_steps = "50"};
    NamedText argument = {"a", "zeros:8"};
    options.arguments = &argument;
    options.argument_count = 1;
    Picture picture = open_text("__global__ void spin(int *a) {\n"
                                "    while (a[0] == a[0]) a[1] += 1;\n"
                                "}\n",
                                &options);
    send_line(picture.session, "go-end");
    need_text(&picture, "Block 0 was stopped");
    assert_null(find_text(&picture, "All blocks"));
    close_picture(&picture);
}

/* Letters of a text that a stroke goes through. */
static const char *letters_under(Arena *arena, const Shape *text, Rect stroke)
{
    size_t length = strlen(text->text), first = length, count = 0;
    float width = text->rect.w / (float)length;
    for (size_t i = 0; i < length; ++i) {
        float middle = text->rect.x + width * ((float)i + 0.5f);
        if (middle < stroke.x || middle > stroke.x + stroke.w)
            continue;
        first = count++ ? first : i;
    }
    return arena_text(arena, text->text + first, count);
}

/* What of the source is struck through, row by row. */
static const char *struck(Picture *picture)
{
    Colour danger = theme_get(picture->session->look.theme)->danger;
    const char *all = "";
    draw(picture);
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        Rect line = shape->rect;
        if (shape->kind != SHAPE_RECT || shape->fill != danger || line.h > 3 || line.x < 840)
            continue;
        for (int j = 0; j < i; ++j) {
            const Shape *text = &picture->scene->shapes[j];
            float below = text->rect.y - line.y; /* of its baseline */
            if (text->kind == SHAPE_TEXT && below > 0 && below < 10)
                all = arena_printf(picture->arena, "%s%s", all,
                                   letters_under(picture->arena, text, line));
        }
        all = arena_printf(picture->arena, "%s|", all);
    }
    return all;
}

static void test_only_what_is_off_is_struck(void **state)
{
    static const char text[] = "__global__ void k(const int *a, int *b, int n) {\n"
                               "    int i = threadIdx.x;\n"
                               "    if (i < n) b[i] = a[i];\n"
                               "    b[i] = i < n ? a[i] : 0;\n"
                               "    __syncthreads(); b[0] = 1;\n"
                               "    b[1] = 2;\n"
                               "}\n"
                               "int main() { int n = 4, *a, *b; cudaMalloc(&a, 16);\n"
                               "    cudaMalloc(&b, 16); k<<<1, 4>>>(a, b, n); }\n";
    static const char *const withouts[] = {"check:3", "check:4", "barrier:5", "line:6"};
    static const char *const parts[] = {"if (i < n)|", "i < n|", "__syncthreads()|", "b[1] = 2;|"};
    for (int i = 0; i < 4; ++i) {
        LoadOptions options = {.withouts = &withouts[i], .without_count = 1};
        Picture picture = open_text(text, &options);
        assert_string_equal(struck(&picture), parts[i]);
        close_picture(&picture);
    }
}

static void test_a_result_is_of_the_end(void **state)
{
    Picture picture = open_sized("02_tiled.cu", 3, 2);
    send_line(picture.session, "toggle 25");
    send_line(picture.session, "toggle 29");
    send_line(picture.session, "toggle 40");
    send_line(picture.session, "seek 60");
    session_finish_work(picture.session);
    need_text(&picture, "end: 9");
    assert_non_null(find_text(&picture, "off: 25, 29, 40")); /* in the head */
    assert_null(find_text(&picture, "× 0"));
    send_line(picture.session, "language");
    need_text(&picture, "最终");
    send_line(picture.session, "go-end");
    need_text(&picture, "× 错误");
    close_picture(&picture);
}

/* Names of the registers shown: those of rows that lead to a variable. */
static int count_registers(Picture *picture)
{
    int count = 0;
    draw(picture);
    for (int i = 0; i < picture->scene->count; ++i)
        count += picture->scene->shapes[i].tag.kind == TARGET_VARIABLE;
    return count;
}

/* It alone, as the name of a register stands. */
static bool has_text(const Picture *picture, const char *text)
{
    for (int i = 0; i < picture->scene->count; ++i)
        if (picture->scene->shapes[i].kind == SHAPE_TEXT &&
            strcmp(picture->scene->shapes[i].text, text) == 0)
            return true;
    return false;
}

static void test_all_registers_are_seen_or_counted(void **state)
{
    Picture picture = open_sized("02_tiled.cu", 256, 16);
    send_line(picture.session, "go-end");
    assert_int_equal(count_registers(&picture), 10);
    assert_null(find_text(&picture, " of 10"));
    close_picture(&picture);
    const char *text = "__global__ void k(int *a) {\n    int s = 0";
    Arena *arena = arena_new();
    for (int i = 0; i < 24; ++i)
        text = arena_printf(arena, "%s, value_%d = threadIdx.x + %d", text, i, i);
    text = arena_printf(arena, "%s;\n    a[0] = s;\n}\n", text);
    LoadOptions options = {.grid = "1", .block = "4"};
    NamedText argument = {"a", "zeros:8"};
    options.arguments = &argument;
    options.argument_count = 1;
    picture = open_text(text, &options);
    arena_free(arena);
    send_line(picture.session, "go-end");
    send_line(picture.session, "step-back");
    session_settle(picture.session);
    int shown = count_registers(&picture);
    assert_in_range(shown, 8, 24);
    assert_non_null(find_text(&picture, "–"));
    assert_non_null(find_text(&picture, " of 25"));
    assert_true(has_text(&picture, "value_23")); /* the last one first, which others came before */
    assert_false(has_text(&picture, "value_0"));
    Command command;
    for (int i = 0; i < picture.scene->count; ++i)
        if (picture.scene->shapes[i].tag.kind == TARGET_VARIABLE)
            assert_true(view_wheel(picture.session, picture.scene,
                                   middle(picture.scene->shapes[i].rect), -20, false, &command));
    session_apply(picture.session, command);
    assert_int_equal(count_registers(&picture), shown);
    assert_true(has_text(&picture, "value_0"));
    assert_int_equal(picture.session->selection.register_scroll, 25 - shown);
    send_line(picture.session, "scroll-registers -1000");
    draw(&picture);
    for (int i = 0; i < picture.scene->count; ++i) {
        const Shape *shape = &picture.scene->shapes[i];
        if (shape->tag.kind == TARGET_VARIABLE)
            picture.session->selection.focus = (Target){TARGET_VARIABLE, shape->tag.a, 0, 0};
    }
    assert_true(view_command_for_key(picture.session, picture.scene, "Down", &command));
    assert_int_equal(command.name, COMMAND_SCROLL_REGISTERS);
    assert_int_equal(command.number, 1);
    close_picture(&picture);
}

static void test_names_of_registers_are_kept(void **state)
{
    static const char text[] = "__device__ int half_of(int n) {\n"
                               "    n = n / 2;\n"
                               "    return n + 1;\n"
                               "}\n"
                               "__global__ void k(int *out, int n) {\n"
                               "    __shared__ int room[64];\n"
                               "    int *place = room + 16;\n"
                               "    place[0] = half_of(n - 40);\n"
                               "    out[threadIdx.x] = place[0];\n"
                               "}\n"
                               "int main() { int n = 50, *o; cudaMalloc(&o, n * 4);\n"
                               "    k<<<1, 4>>>(o, n); }\n";
    Picture picture = open_text(text, &(LoadOptions){0});
    bool is_told = false;
    for (int i = 0; i < 12; ++i) {
        send_line(picture.session, "step-next");
        session_settle(picture.session);
        draw(&picture);
        is_told |= find_text(&picture, "half_of: n") != NULL;
    }
    assert_true(is_told);
    send_line(picture.session, "go-end");
    send_line(picture.session, "step-back");
    session_settle(picture.session);
    send_line(picture.session, "language");
    need_text(&picture, "room + 16");
    assert_true(has_text(&picture, "place"));
    close_picture(&picture);
}

static void test_arrays_of_a_thread_are_registers(void **state)
{
    static const char text[] = "__global__ void k(float *o) {\n"
                               "    float own[2][2];\n"
                               "    for (int i = 0; i < 3; ++i)\n"
                               "        own[i / 2][i % 2] = i + 0.5f;\n"
                               "    o[threadIdx.x] = own[threadIdx.x / 2][0];\n"
                               "}\n"
                               "int main() { float *o; cudaMalloc(&o, 8); k<<<1, 2>>>(o); }\n";
    Picture picture = open_text(text, &(LoadOptions){0});
    send_line(picture.session, "go-end");
    send_line(picture.session, "step-back");
    session_settle(picture.session);
    need_text(&picture, "{{0.5, 1.5}, {2.5, ?}}");
    assert_true(has_text(&picture, "own"));
    for (int i = 0; i < picture.scene->count; ++i)
        if (picture.scene->shapes[i].tag.kind == TARGET_VARIABLE)
            session_apply(picture.session,
                          view_hover(picture.scene, middle(picture.scene->shapes[i].rect)));
    need_text(&picture, "own = {{0.5");
    close_picture(&picture);
}

static void test_formulas_have_all_their_numbers(void **state)
{
    static const char text[] = "template <typename V, int T>\n"
                               "__global__ void k(const V *x, V *y, int n) {\n"
                               "    __shared__ V s[T][T];\n"
                               "    int i = threadIdx.x, c = 0;\n"
                               "    s[i / T][i % T] = x[i];\n"
                               "    if (s[i / T][i % T] > 10) c = i;\n"
                               "    if (x[i] + 1 < 100) c += (n + T) / T;\n"
                               "    y[i] = c;\n"
                               "}\n"
                               "int main() { int n = 9, *x, *y; cudaMalloc(&x, n * 4);\n"
                               "    cudaMalloc(&y, n * 4); k<int, 3><<<1, 9>>>(x, y, n); }\n";
    NamedText argument = {"x", "ints:9"};
    LoadOptions options = {.arguments = &argument, .argument_count = 1};
    Picture picture = open_text(text, &options);
    static const char *const parts[] = {"i / T  →  0 / 3  →  0", " > 10  →  4 > 10  →  false",
                                        "x[i] + 1  →  4 + 1  →  5", "(n + T)  →  (9 + 3)  →  12"};
    unsigned seen = 0;
    for (uint64_t at = 1; at <= timeline_length(session_front(picture.session)->timeline); ++at) {
        seek(picture.session, at);
        draw(&picture);
        for (int i = 0; i < 4; ++i)
            seen |= find_text(&picture, parts[i]) ? 1u << i : 0;
    }
    assert_int_equal(seen, 15);
    close_picture(&picture);
}

/* Numbers that only the compiler knows: of constants, whoever names them, of members of the object,
 * and of the copy of a function that runs; none where a name is no value. */
static void test_formulas_have_the_compilers_numbers(void **state)
{
    static const char text[] =
        "enum { STEP = 2 };\n"
        "constexpr int OUT = 16 / 2;\n"
        "struct P { int i; __device__ int sum(int k) const { return i + k; } };\n"
        "__global__ void k(int *y, P p) {\n"
        "    int i = threadIdx.x + 3, s = 0;\n"
        "    if (i < OUT) s += i * STEP;\n"
        "    s += p.sum(s) + y[i & 1];\n"
        "    y[i] = s + (int)sizeof(i);\n"
        "}\n"
        "int main() { int *y; P p; p.i = 40; cudaMalloc(&y, 64); k<<<1, 2>>>(y, p); }\n";
    NamedText argument = {"y", "ints:16"};
    LoadOptions options = {.arguments = &argument, .argument_count = 1};
    Picture picture = open_text(text, &options);
    static const char *const parts[] = {"i < OUT  →  3 < 8  →  true",
                                        "y[i & 1]  →  p.sum(6) + 3  →  49",
                                        "i + k  →  40 + 6  →  46", "s + (int)sizeof(i)  →  "};
    unsigned seen = 0;
    for (uint64_t at = 1; at <= timeline_length(session_front(picture.session)->timeline); ++at) {
        seek(picture.session, at);
        draw(&picture);
        for (int i = 0; i < 4; ++i)
            seen |= find_text(&picture, parts[i]) ? 1u << i : 0;
        assert_null(find_text(&picture, "sizeof(3)"));
    }
    assert_int_equal(seen, 15);
    close_picture(&picture);
}

/* Whether the sentence tells of the gap between buffers at any moment of a kernel. */
static bool tells_of_a_gap(const char *factor, int reads)
{
    Arena *arena = arena_new();
    const char *text = arena_printf(arena,
                                    "__global__ void k(float *o, const float *in) {\n"
                                    "    float sum = 0.0f;\n"
                                    "    for (int i = 0; i < %d; ++i)\n"
                                    "        sum += in[i] * %s;\n"
                                    "    o[threadIdx.x] = sum;\n"
                                    "}\n"
                                    "int main() { float *o, *in; cudaMalloc(&o, 4); "
                                    "cudaMalloc(&in, 16); k<<<1, 1>>>(o, in); }\n",
                                    reads, factor);
    Picture picture = open_text(text, &(LoadOptions){0});
    uint64_t end = timeline_length(session_front(picture.session)->timeline);
    bool is_told = false;
    for (uint64_t moment = 1; moment <= end; ++moment) {
        seek(picture.session, moment);
        draw(&picture);
        is_told |= find_text(&picture, "the gap between two buffers") != NULL;
    }
    close_picture(&picture);
    arena_free(arena);
    return is_told;
}

/* The number of the gaps is told to be that where it was read there, not where a kernel has it from
 * elsewhere. */
static void test_a_gap_is_told_where_it_is_read(void **state)
{
    assert_true(tells_of_a_gap("2.0f", 5));
    assert_false(tells_of_a_gap("-99.0f", 4));
}

/* Two things were found in one step: the sentence tells the one that is picked. */
static void test_the_finding_picked_is_told(void **state)
{
    static const char text[] = "__global__ void k(float *o) {\n"
                               "    __shared__ float s[8];\n"
                               "    float r = s[threadIdx.x - 1];\n"
                               "    o[threadIdx.x] = r;\n"
                               "}\n"
                               "int main() { float *o; cudaMalloc(&o, 32); k<<<1, 8>>>(o); }\n";
    Picture picture = open_text(text, &(LoadOptions){0});
    int count;
    const Finding *findings = session_findings(session_front(picture.session), &count);
    assert_true(count >= 2 && findings[0].step == findings[1].step);
    const char *told[2];
    for (int i = 0; i < 2; ++i) {
        send_line(picture.session, i ? "finding-go 1" : "finding-go 0");
        session_settle(picture.session);
        draw(&picture);
        told[i] = find_text(&picture, "Line 3: ");
        assert_non_null(told[i]);
    }
    assert_string_not_equal(told[0], told[1]);
    close_picture(&picture);
}

/* Texts that the names of the warps on a line would cover. */
static int count_covered(const Picture *picture, int *names)
{
    int covered = 0;
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *box = &picture->scene->shapes[i];
        if (box->tag.kind != TARGET_STANDS)
            continue;
        ++*names;
        for (int j = 0; j < i; ++j) {
            const Shape *text = &picture->scene->shapes[j];
            covered += text->kind == SHAPE_TEXT && text->rect.y > box->rect.y &&
                       text->rect.y < box->rect.y + box->rect.h &&
                       text->rect.x + text->rect.w > box->rect.x + 1;
        }
    }
    return covered;
}

static void test_warps_named_cover_no_code(void **state)
{
    Arena *arena = arena_new();
    const char *text = "__global__ void k(int *o) {\n    int t = threadIdx.x;\n";
    for (int i = 0; i < 24; ++i)
        text = arena_printf(arena, "%s    if (t < 7) o[t] = o[t] + %0*d;\n", text, i + 2, 1);
    text = arena_printf(arena, "%s}\n", text);
    NamedText argument = {"o", "zeros:8"};
    LoadOptions options = {.arguments = &argument, .argument_count = 1, .block = "8", .grid = "1"};
    Picture picture = open_text(text, &options);
    int names = 0;
    for (uint64_t at = 3; at <= timeline_length(session_front(picture.session)->timeline); ++at) {
        seek(picture.session, at);
        draw(&picture);
        if (count_covered(&picture, &names))
            fail_msg("code is covered at step %d", (int)at);
    }
    assert_true(names >= 24);
    arena_free(arena);
    close_picture(&picture);
}

static void test_warps_named_are_told(void **state)
{
    static const char text[] = "__global__ void k(int *o) {\n"
                               "    int t = threadIdx.x;\n"
                               "    if (t < 7)\n"
                               "        o[t] = 1;\n"
                               "    o[t] = 2;\n"
                               "}\n"
                               "int main() { int *o; cudaMalloc(&o, 32); k<<<1, 8>>>(o); }\n";
    Picture picture = open_text(text, &(LoadOptions){0});
    bool runs = false, waits = false;
    for (uint64_t at = 1; at <= timeline_length(session_front(picture.session)->timeline); ++at) {
        seek(picture.session, at);
        draw(&picture);
        for (int i = 0; i < picture.scene->count; ++i)
            if (picture.scene->shapes[i].tag.kind == TARGET_STANDS) {
                Point point = middle(picture.scene->shapes[i].rect);
                session_apply(picture.session, view_hover(picture.scene, point));
                draw(&picture);
                runs |= find_text(&picture, "going on here: 7 threads of warp 0") != NULL;
                waits |= find_text(&picture, "waiting here for the others: 1 thread of") != NULL;
            }
    }
    assert_true(runs && waits);
    close_picture(&picture);
}

static void test_tools_give_way_to_undo(void **state)
{
    Picture picture = open_sized("02_tiled.cu", 4, 2);
    send_line(picture.session, "heat");
    send_line(picture.session, "toggle 33");
    draw(&picture);
    static const CommandName tools[] = {COMMAND_CONTROLS, COMMAND_RESTORE, COMMAND_UNDO,
                                        COMMAND_HEAT};
    for (int i = 0; i < 4; ++i) {
        int count = 0;
        for (int j = 0; j < picture.scene->count; ++j) {
            PickTag tag = picture.scene->shapes[j].tag;
            count += tag.kind == TARGET_BUTTON && tag.a == tools[i];
        }
        if (!count)
            fail_msg("no button for '%s'", command_info[tools[i]].script);
    }
    close_picture(&picture);
}

static void test_tips_say_when_and_whether(void **state)
{
    Picture picture = open_sized("02_tiled.cu", 4, 2);
    send_line(picture.session, "go-end");
    send_line(picture.session, "previous-block");
    send_line(picture.session, "block-next");
    for (int i = 0; i < 3; ++i)
        send_line(picture.session, "step-back");
    session_settle(picture.session);
    Target cell = {TARGET_SHARED, 0, 0, 0};
    session_apply(picture.session, (Command){.name = COMMAND_HOVER, .target = cell});
    need_text(&picture, "written in step ");
    assert_non_null(find_text(&picture, " times since"));
    cell = (Target){TARGET_CELL, 2, 0, 0}; /* of the output, which nobody reads */
    session_apply(picture.session, (Command){.name = COMMAND_HOVER, .target = cell});
    need_text(&picture, "this block does not read it");
    assert_null(find_text(&picture, "read it again"));
    draw(&picture);
    for (int i = 0; i < picture.scene->count; ++i) {
        PickTag tag = picture.scene->shapes[i].tag;
        if (tag.kind == TARGET_VARIABLE &&
            strcmp("bx", session_front(picture.session)->run->program->variables[tag.a].name) == 0)
            cell = (Target){TARGET_VARIABLE, tag.a, 0, 0};
    }
    session_apply(picture.session, (Command){.name = COMMAND_HOVER, .target = cell});
    need_text(&picture, "bx = blockIdx.x");
    assert_null(find_text(&picture, "computed"));
    close_picture(&picture);
}

/* The counter tells what one steps by and the instructions; its tip says what counts. */
static void test_the_counter_tells_accesses_and_steps(void **state)
{
    Picture picture = open_sized("02_tiled.cu", 4, 2);
    session_finish_work(picture.session);
    send_line(picture.session, "seek 43");
    draw(&picture);
    assert_non_null(find_text(&picture, "access 6 of 68"));
    assert_non_null(find_text(&picture, "step 43"));
    send_line(picture.session, "go-end");
    draw(&picture);
    assert_non_null(find_text(&picture, "access 68 of 68"));
    picture.session->selection.hover = (Target){TARGET_BUTTON, COMMAND_JUMP, 0, 0};
    draw(&picture);
    assert_non_null(find_text(&picture, "loads, stores, atomics, barriers, products"));
    close_picture(&picture);
}

/* Of a block that is not looked through yet, as many phases as are known. */
static void test_phases_are_told_when_they_are_known(void **state)
{
    Picture picture = open_sized("02_tiled.cu", 1024, 16);
    send_line(picture.session, "pick-block 1000");
    send_line(picture.session, "phase-next");
    session_settle(picture.session);
    draw(&picture);
    assert_non_null(find_text(&picture, "Phase 0 · more than "));
    session_finish_work(picture.session);
    draw(&picture);
    assert_non_null(find_text(&picture, "Phase 0 · 64 in all"));
    close_picture(&picture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_phases_are_told_when_they_are_known),
        cmocka_unit_test(test_the_counter_tells_accesses_and_steps),
        cmocka_unit_test(test_what_has_ended_is_told),
        cmocka_unit_test(test_a_run_that_was_stopped_has_not_ended),
        cmocka_unit_test(test_only_what_is_off_is_struck),
        cmocka_unit_test(test_a_result_is_of_the_end),
        cmocka_unit_test(test_all_registers_are_seen_or_counted),
        cmocka_unit_test(test_names_of_registers_are_kept),
        cmocka_unit_test(test_arrays_of_a_thread_are_registers),
        cmocka_unit_test(test_formulas_have_all_their_numbers),
        cmocka_unit_test(test_formulas_have_the_compilers_numbers),
        cmocka_unit_test(test_a_gap_is_told_where_it_is_read),
        cmocka_unit_test(test_the_finding_picked_is_told),
        cmocka_unit_test(test_warps_named_cover_no_code),
        cmocka_unit_test(test_warps_named_are_told),
        cmocka_unit_test(test_tools_give_way_to_undo),
        cmocka_unit_test(test_tips_say_when_and_whether),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
