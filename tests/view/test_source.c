/* The source pane: values of names for every thread, where the branches of a warp stand, counts
 * beside the lines, and that all of it can be pointed at. */
#include "sessions.h"
#include "view/source/columns.h"
#include "view/values/name.h"
#include "view/values/stands.h"
#include "view/view.h"

#include "scene/paint/canvas.h"
#include "test.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct Pane {
    Session *session;
    Arena *arena;
    TextMetrics *metrics;
    Scene *scene;
    View view;
} Pane;

/* As view_build gathers it. */
static void look(Pane *pane)
{
    SessionRun *slot = session_front(pane->session);
    pane->view = (View){.session = pane->session,
                        .slot = slot,
                        .program = slot->run->program,
                        .launch = &slot->run->launch,
                        .machine = timeline_machine(slot->timeline),
                        .probe = timeline_probe(slot->timeline),
                        .memory = timeline_memory(slot->timeline),
                        .arena = pane->arena};
    pane->scene = view_build(pane->session, pane->arena, 1280, 720, pane->metrics);
}

static Pane open_pane(Run *run)
{
    Pane pane = {.session = session_new(), .arena = arena_new()};
    pane.metrics = glyph_metrics(pane.arena, glyph_builtin(pane.arena));
    session_open(pane.session, 0, run, true);
    session_finish_work(pane.session);
    look(&pane);
    return pane;
}

static void close_pane(Pane *pane)
{
    session_free(pane->session);
    arena_free(pane->arena);
}

static void go_to(Pane *pane, uint64_t moment)
{
    session_apply(pane->session, (Command){.name = COMMAND_SEEK, .number = (int64_t)moment});
    look(pane);
}

/* Where a piece of text begins in the file. */
static uint32_t place_of(const Pane *pane, const char *text)
{
    const SourceFile *file = &pane->view.program->sources->files[0];
    const char *found = strstr(file->text, text);
    if (!found)
        fail_msg("the source has no '%s'", text);
    return (uint32_t)(found - file->text);
}

static NameValue value_of(const Pane *pane, const char *text, uint32_t thread)
{
    return name_value(&pane->view, place_of(pane, text), thread);
}

static float as_float(NameValue value)
{
    float number;
    uint32_t word = (uint32_t)value.bits;
    assert_int_equal(value.state, NAME_KNOWN);
    memcpy(&number, &word, sizeof number);
    return number;
}

static void test_names_have_the_values_of_their_threads(void **state)
{
    Pane pane = open_pane(open_kernel("02_tiled.cu", 4, 2, NULL));
    go_to(&pane, find_step(pane.session, 1, OP_STORE, SPACE_SHARED));
    assert_int_equal(value_of(&pane, "Row < j", 3).bits, 1);
    assert_int_equal(value_of(&pane, "Row < j", 1).bits, 0);
    assert_int_equal(value_of(&pane, "threadIdx.x", 3).bits, 1);
    assert_int_equal(value_of(&pane, "blockIdx.y", 3).bits, 0);
    assert_int_equal(value_of(&pane, "k + TILE_WIDTH - 1", 0).bits, 4);
    assert_int_equal(name_at(&pane.view, place_of(&pane, "TILE_WIDTH + tx")), 0);
    assert_int_equal(name_at(&pane.view, place_of(&pane, "for (int ph")), 0);
    close_pane(&pane);
}

static void test_subscripts_give_elements(void **state)
{
    Pane pane = open_pane(open_kernel("02_tiled.cu", 4, 2, NULL));
    uint64_t store = find_step(pane.session, 1, OP_STORE, SPACE_SHARED);
    go_to(&pane, store - 1);
    assert_int_equal(value_of(&pane, "Mds[ty][tx] = M", 0).state, NAME_UNSET);
    go_to(&pane, store);
    const Step *step = session_step(session_front(pane.session));
    assert_int_equal(step->active, 15);
    for (uint32_t thread = 0; thread < 4; ++thread) {
        NameValue here = value_of(&pane, "Mds[ty][tx] = M", thread);
        NameValue from = value_of(&pane, "M[Row * k + ph", thread);
        assert_int_equal(here.index_count, 2);
        assert_int_equal(here.indices[0], thread / 2);
        assert_int_equal(here.indices[1], thread % 2);
        assert_int_equal(from.indices[0], thread / 2 * 4 + thread % 2);
        assert_true(as_float(here) == as_float(from));
        assert_int_equal(here.bits, step->after[0][thread]);
    }
    assert_int_equal(value_of(&pane, "P[Row * l + Col]", 0).state, NAME_UNSET);
    close_pane(&pane);
}

static void test_elements_outside_are_told(void **state)
{
    Pane pane = open_pane(open_kernel("02_tiled.cu", 3, 2, NULL));
    const SessionRun *front = session_front(pane.session);
    session_apply(pane.session, (Command){.name = COMMAND_PICK_BLOCK, .number = 3});
    uint64_t start = session_moment(front, (Place){.block = 3});
    go_to(&pane, find_step(pane.session, start + 1, OP_STORE, SPACE_SHARED));
    assert_int_equal(value_of(&pane, "Row < j", 0).bits, 2);
    assert_int_equal(value_of(&pane, "P[Row * l + Col]", 3).state, NAME_OUTSIDE);
    assert_int_equal(value_of(&pane, "P[Row * l + Col]", 3).indices[0], 12);
    close_pane(&pane);
}

static void test_a_name_can_be_pointed_at_and_pinned(void **state)
{
    Pane pane = open_pane(open_kernel("02_tiled.cu", 4, 2, NULL));
    go_to(&pane, 30);
    uint32_t offset = place_of(&pane, "Mds[ty][tx] = M");
    const Shape *name = NULL;
    for (int i = 0; i < pane.scene->count; ++i)
        if (pane.scene->shapes[i].tag.kind == TARGET_NAME && pane.scene->shapes[i].tag.a == offset)
            name = &pane.scene->shapes[i];
    assert_non_null(name);
    Point at = {name->rect.x + name->rect.w / 2, name->rect.y + name->rect.h / 2};
    Command command = view_hover(pane.scene, at);
    assert_int_equal(command.target.kind, TARGET_NAME);
    int before = pane.scene->count;
    session_apply(pane.session, command);
    look(&pane);
    assert_true(pane.scene->count > before);
    assert_true(view_press(pane.session, pane.scene, at, &command));
    session_apply(pane.session, command);
    assert_int_equal(pane.session->selection.pin.kind, TARGET_NAME);
    session_apply(pane.session, (Command){.name = COMMAND_HOVER});
    look(&pane);
    assert_true(pane.scene->count > before);
    send_line(pane.session, "close");
    assert_int_equal(pane.session->selection.pin.kind, TARGET_NONE);
    close_pane(&pane);
}

static Run *open_structs(void)
{
    static const char text[] = "struct Span { int first; double scale; int last; };\n"
                               "__global__ void spans(const float4 *in, float *out, Span all)\n"
                               "{\n"
                               "    int i = threadIdx.x;\n"
                               "    float4 v = in[i];\n"
                               "    Span s;\n"
                               "    s.first = i + 1;\n"
                               "    s.scale = 0.5;\n"
                               "    s.last = s.first * all.last;\n"
                               "    out[s.last - s.first] = v.x + v.w + s.scale;\n"
                               "}\n"
                               "void sketch()\n"
                               "{\n"
                               "    float4 *in; float *out;\n"
                               "    cudaMalloc(&in, 32 * sizeof(float4));\n"
                               "    cudaMalloc(&out, 64 * sizeof(float));\n"
                               "    Span all;\n"
                               "    all.first = 5; all.scale = 2; all.last = 2;\n"
                               "    spans<<<1, 32>>>(in, out, all);\n"
                               "}\n";
    Run *run = run_load_text("spans.cu", text, strlen(text), &(LoadOptions){0});
    assert_non_null(run->program);
    return run;
}

static void test_members_of_structs_are_told(void **state)
{
    Pane pane = open_pane(open_structs());
    uint64_t store = find_step(pane.session, 0, OP_STORE, SPACE_GLOBAL);
    go_to(&pane, store);
    assert_int_equal(value_of(&pane, "s.first * all", 3).bits, 4);
    assert_int_equal(value_of(&pane, "all.last;\n    out", 3).bits, 2);
    assert_int_equal(value_of(&pane, "s.last - s", 3).bits, 8);
    assert_true(as_float(value_of(&pane, "v.w", 0)) != as_float(value_of(&pane, "v.w", 1)));
    assert_string_equal(value_of(&pane, "s;\n", 3).members, "{first = 4, scale = 0.5, last = 8}");
    assert_string_equal(value_of(&pane, "all)\n{", 0).members, "{first = 5, scale = 2, last = 2}");
    assert_int_equal(value_of(&pane, "out[s.last - s.first]", 3).indices[0], 4);
    assert_int_equal(name_at(&pane.view, place_of(&pane, "s.last - s")), 6);
    assert_int_equal(name_at(&pane.view, place_of(&pane, "v = in")), 1);
    session_apply(pane.session, (Command){.name = COMMAND_HOVER,
                                          .target = {TARGET_NAME, place_of(&pane, "s;\n"), 0}});
    look(&pane);
    bool is_told = false;
    for (int i = 0; i < pane.scene->count; ++i)
        is_told |= pane.scene->shapes[i].text &&
                   strstr(pane.scene->shapes[i].text, "{first = 1, scale = 0.5, last = 2}");
    assert_true(is_told);
    close_pane(&pane);
}

static Run *open_pointers(void)
{
    static const char text[] =
        "struct P { float x; float v[4]; int n; };\n"
        "__global__ void k(const P *a, float *out)\n"
        "{\n"
        "    __shared__ P s[32];\n"
        "    int i = threadIdx.x;\n"
        "    float loc[4];\n"
        "    loc[i % 4] = i;\n"
        "    s[i].x = 2 * i;\n"
        "    s[i].v[i % 4] = i + 0.5f;\n"
        "    s[i].n = i;\n"
        "    __syncthreads();\n"
        "    P *q = &s[31 - i];\n"
        "    const P *p = a + i;\n"
        "    out[i] = p->x + (*q).x + q->v[q->n % 4] + s[i].n + loc[i % 4];\n"
        "}\n"
        "void sketch()\n"
        "{\n"
        "    P *a; float *out;\n"
        "    cudaMalloc(&a, 32 * sizeof(P));\n"
        "    cudaMalloc(&out, 32 * sizeof(float));\n"
        "    k<<<1, 32>>>(a, out);\n"
        "}\n";
    Run *run = run_load_text("pointers.cu", text, strlen(text), &(LoadOptions){0});
    assert_non_null(run->program);
    return run;
}

/* A word of the first buffer, as the launch fills it. */
static uint32_t initial_word(const Pane *pane, uint32_t index)
{
    uint32_t word;
    const Launch *launch = pane->view.launch;
    launch_fill(launch, launch->buffers[0].offset_bytes + index * 4, &word, sizeof word);
    return word;
}

/* The member that a piece of text ends with. */
static NameValue member_at(const Pane *pane, const char *text, int from, uint32_t thread)
{
    return name_value(&pane->view, place_of(pane, text) + (uint32_t)from, thread);
}

static bool is_told(const Pane *pane, const char *part)
{
    for (int i = 0; i < pane->scene->count; ++i)
        if (pane->scene->shapes[i].text && strstr(pane->scene->shapes[i].text, part))
            return true;
    return false;
}

static void test_what_pointers_lead_to_is_told(void **state)
{
    Pane pane = open_pane(open_pointers());
    uint64_t store = find_step(pane.session, 0, OP_STORE, SPACE_GLOBAL);
    go_to(&pane, store - 1);
    assert_int_equal(name_at(&pane.view, place_of(&pane, "p->x + ")), 4);
    assert_int_equal(name_at(&pane.view, place_of(&pane, "x + q->v")), 1);
    for (uint32_t thread = 0; thread < 32; thread += 5) {
        assert_true(as_float(member_at(&pane, "(*q).x", 5, thread)) == 2 * (31 - (float)thread));
        assert_true(as_float(value_of(&pane, "q->v[", thread)) == 31.5f - (float)thread);
        assert_int_equal(value_of(&pane, "q->n %", thread).bits, 31 - thread);
        assert_int_equal(member_at(&pane, "s[i].n + loc", 5, thread).bits, thread);
        assert_true(as_float(value_of(&pane, "loc[i % 4];", thread)) == (float)thread);
        uint64_t here = value_of(&pane, "p->x", thread).bits;
        assert_int_equal(here, initial_word(&pane, thread * 6));
    }
    assert_string_equal(name_path(&pane.view, place_of(&pane, "n + loc"),
                                  &(NameValue){.index_count = 1, .indices = {7}}),
                        "s[7].n");
    session_apply(pane.session, (Command){.name = COMMAND_HOVER,
                                          .target = {TARGET_NAME, place_of(&pane, "x + q->v"), 0}});
    look(&pane);
    assert_true(is_told(&pane, "thread 0: (*q).x = 62"));
    assert_true(is_told(&pane, " by thread 31; read"));
    session_apply(pane.session, (Command){.name = COMMAND_HOVER,
                                          .target = {TARGET_NAME, place_of(&pane, "q->v[q"), 0}});
    look(&pane);
    assert_true(is_told(&pane, "thread 0: q->v[3] = 31.5"));
    session_apply(pane.session,
                  (Command){.name = COMMAND_HOVER,
                            .target = {TARGET_NAME, place_of(&pane, "loc[i % 4] ="), 0}});
    look(&pane);
    assert_true(is_told(&pane, "thread 0: loc[0] = 0"));
    assert_true(is_told(&pane, "written by thread 0 in step"));
    close_pane(&pane);
}

/* ---- what the compiler knows of a name ---- */

static Run *open_copies(void)
{
    static const char text[] =
        "#define AT(row, column) ((row) * width + (column))\n"
        "constexpr int LAST = 3;\n"
        "__device__ int grow(int by)\n"
        "{\n"
        "    int more = by * 2;\n"
        "    more += 1;\n"
        "    return more;\n"
        "}\n"
        "__global__ void k(const int *in, int *out, int width, unsigned low)\n"
        "{\n"
        "    __shared__ int s[2][4];\n"
        "    int i = threadIdx.x;\n"
        "    s[i >> 2][i & 3] = in[AT(1, i % width)] + in[LAST] + in[min(i, 2)];\n"
        "    int near = grow(i) + grow(i + 8);\n"
        "    if (LAST > 4)\n"
        "        out[low] = width;\n"
        "    out[i] = near + in[low - 1 + 1] + in[s[0][0] & 1] + (int)sizeof(near);\n"
        "}\n"
        "static int count(const int *in, int width) { return in[width]; }\n"
        "void sketch()\n"
        "{\n"
        "    int *in, *out, width = 4;\n"
        "    cudaMalloc(&in, 8 * sizeof(int));\n"
        "    cudaMalloc(&out, 8 * sizeof(int));\n"
        "    k<<<1, 8>>>(in, out, width, 0u);\n"
        "}\n";
    Run *run = run_load_text("copies.cu", text, strlen(text), &(LoadOptions){0});
    assert_non_null(run->program);
    return run;
}

static void test_subscripts_are_worked_out_as_the_machine_does(void **state)
{
    Pane pane = open_pane(open_copies());
    go_to(&pane, find_step(pane.session, 0, OP_STORE, SPACE_GLOBAL));
    for (uint32_t thread = 0; thread < 8; ++thread) {
        NameValue cell = value_of(&pane, "s[i >> 2]", thread);
        assert_int_equal(cell.indices[0], thread / 4);
        assert_int_equal(cell.indices[1], thread % 4);
        assert_int_equal(cell.state, NAME_KNOWN);
        assert_int_equal(value_of(&pane, "in[AT(", thread).indices[0], 4 + thread % 4);
        assert_int_equal(value_of(&pane, "in[LAST", thread).indices[0], 3);
        assert_int_equal(value_of(&pane, "in[min", thread).indices[0], thread < 2 ? thread : 2);
        assert_int_equal(value_of(&pane, "in[low", thread).indices[0], 0);
        NameValue shared = value_of(&pane, "s[0][0] &", thread);
        NameValue led = value_of(&pane, "in[s[0]", thread);
        assert_int_equal(led.indices[0], shared.bits & 1);
    }
    assert_string_equal(name_path(&pane.view, place_of(&pane, "in[AT("),
                                  &(NameValue){.index_count = 1, .indices = {5}}),
                        "in[5]");
    close_pane(&pane);
}

/* Pointed at while the one copy of the function runs, a name is not that of the other. */
static void test_a_name_is_that_of_the_copy_that_runs(void **state)
{
    Pane pane = open_pane(open_copies());
    uint64_t length = timeline_length(session_front(pane.session)->timeline);
    bool first = false, second = false;
    for (uint64_t at = 1; at <= length; ++at) {
        go_to(&pane, at);
        NameValue more = value_of(&pane, "more += 1", 3);
        first |= more.state == NAME_KNOWN && more.bits == 6;
        second |= more.state == NAME_KNOWN && more.bits == 22;
    }
    assert_true(first && second);
    close_pane(&pane);
}

static void test_names_that_are_not_the_kernels_cannot_be_asked(void **state)
{
    Pane pane = open_pane(open_copies());
    const View *view = &pane.view;
    assert_int_equal(name_at(view, place_of(&pane, "in, int width) { return")), 0);
    assert_int_equal(name_at(view, place_of(&pane, "width]; }")), 0);
    assert_int_equal(name_at(view, place_of(&pane, "width = 4;")), 0);
    assert_int_equal(name_at(view, place_of(&pane, "AT(1,")), 0);
    assert_int_equal(name_at(view, place_of(&pane, "LAST]")), 0);
    assert_int_equal(name_at(view, place_of(&pane, "i % width")), 1);
    assert_int_equal(name_at(view, place_of(&pane, "more = by")), 4);
    close_pane(&pane);
}

/* A declaration says how many elements there are: it is none of them. Of what is left out names can
 * be asked all the same. */
static void test_names_that_are_declared_or_left_out(void **state)
{
    Pane pane = open_pane(open_copies());
    go_to(&pane, find_step(pane.session, 0, OP_STORE, SPACE_GLOBAL));
    NameValue array = value_of(&pane, "s[2][4];", 0);
    assert_int_equal(array.index_count, 0);
    assert_int_equal(array.state, NAME_NONE);
    assert_int_equal(value_of(&pane, "width;\n    out[i]", 5).bits, 4);
    assert_int_equal(value_of(&pane, "out[low]", 5).indices[0], 0);
    close_pane(&pane);
}

/* A register says which line set it and which reads it next; pinned, its lines lead there. */
static void test_a_register_says_who_set_it(void **state)
{
    Pane pane = open_pane(open_pointers());
    uint64_t store = find_step(pane.session, 0, OP_STORE, SPACE_SHARED);
    go_to(&pane, store);
    Target name = {TARGET_NAME, place_of(&pane, "i % 4] = i;"), 0};
    session_apply(pane.session, (Command){.name = COMMAND_PIN, .target = name});
    look(&pane);
    assert_true(is_told(&pane, "set by line 5 in step"));
    assert_true(is_told(&pane, "next read by line 9 in step"));
    assert_true(is_told(&pane, "last read by line 8 in step"));
    const Shape *line = NULL;
    for (int i = 0; i < pane.scene->count && !line; ++i)
        if (pane.scene->shapes[i].tag.kind == TARGET_MOMENT)
            line = &pane.scene->shapes[i];
    assert_non_null(line);
    Command command;
    assert_true(view_press(pane.session, pane.scene,
                           (Point){line->rect.x + 2, line->rect.y + line->rect.h / 2}, &command));
    session_apply(pane.session, command);
    session_settle(pane.session);
    const Step *step = session_step(session_front(pane.session));
    assert_int_equal(step->instr->line, 5);
    close_pane(&pane);
}

/* ---- where lanes stand ---- */

static Run *open_branches(void)
{
    static const char text[] = "__global__ void odd(int *out, int n)\n"
                               "{\n"
                               "    int i = threadIdx.x;\n"
                               "    int s = 0;\n"
                               "    for (int k = 0; k < i % 3; ++k) {\n"
                               "        if (i % 2)\n"
                               "            s += k * 3;\n"
                               "        else\n"
                               "            s -= k + i;\n"
                               "    }\n"
                               "    out[i] = s;\n"
                               "}\n";
    LoadOptions options = {.grid = "1", .block = "32"};
    Run *run = run_load_text("odd.cu", text, strlen(text), &options);
    assert_non_null(run->program);
    return run;
}

static void test_every_lane_stands_somewhere(void **state)
{
    Pane pane = open_pane(open_branches());
    uint64_t length = timeline_length(session_front(pane.session)->timeline);
    bool seen_three = false;
    for (uint64_t at = 0; at < length; ++at) {
        go_to(&pane, at);
        const Stand *stands;
        int count = stands_find(&pane.view, &stands);
        uint32_t all = 0;
        for (int i = 0; i < count; ++i) {
            assert_int_equal(all & stands[i].lanes, 0);
            all |= stands[i].lanes;
        }
        assert_int_equal(all, UINT32_MAX);
        /* in the first pass: lanes of i % 3 == 0 wait behind the loop, the even ones for the odd */
        if (count == 3 && stands[0].line == 7 && !seen_three) {
            seen_three = true;
            assert_int_equal(__builtin_popcount(stands[0].lanes), 11);
            assert_int_equal(stands[1].line, 9);
            assert_int_equal(__builtin_popcount(stands[1].lanes), 10);
            assert_int_equal(stands[2].line, 11);
            assert_int_equal(__builtin_popcount(stands[2].lanes), 11);
            assert_true(stands[1].waits && stands[2].waits && !stands[0].waits);
        }
    }
    assert_true(seen_three);
    close_pane(&pane);
}

/* ---- folded lines ---- */

/* How far the band of the current line reaches, and the pane. */
static bool current_line_fits(const Pane *pane)
{
    float bottom = 0, pane_bottom = 0;
    for (int i = 0; i < pane->scene->count; ++i) {
        const Shape *shape = &pane->scene->shapes[i];
        if (shape->tag.kind == TARGET_SOURCE)
            pane_bottom = shape->rect.y + shape->rect.h;
        if (shape->tag.kind == TARGET_LINE && pane->view.step &&
            shape->tag.a == pane->view.step->instr->line)
            bottom = shape->rect.y + shape->rect.h;
    }
    return !pane->view.step || (bottom > 0 && bottom <= pane_bottom);
}

static void test_all_rows_of_the_current_line_are_seen(void **state)
{
    Pane pane = open_pane(open_kernel("02_tiled.cu", 4, 2, NULL));
    send_line(pane.session, "lecture");
    send_line(pane.session, "panel-memory");
    for (uint64_t moment = 1; moment <= 115; ++moment) {
        go_to(&pane, moment);
        pane.view.step = timeline_last_step(session_front(pane.session)->timeline);
        if (!current_line_fits(&pane))
            fail_msg("line %u at moment %d", (unsigned)pane.view.step->instr->line, (int)moment);
    }
    close_pane(&pane);
}

static bool sees_text(const Pane *pane, const char *text)
{
    for (int i = 0; i < pane->scene->count; ++i)
        if (pane->scene->shapes[i].kind == SHAPE_TEXT &&
            strcmp(pane->scene->shapes[i].text, text) == 0)
            return true;
    return false;
}

static bool has_edge(const Pane *pane)
{
    for (int i = 0; i < pane->scene->count; ++i)
        if (pane->scene->shapes[i].tag.kind == TARGET_EDGE)
            return true;
    return false;
}

/* Points at the arrow to a line out of sight, and presses it. Every line keeps its number. */
static void press_edge(Pane *pane, const char *tip)
{
    const Shape *edge = NULL;
    uint32_t beside = 0;
    for (int i = 0; i < pane->scene->count; ++i)
        if (pane->scene->shapes[i].tag.kind == TARGET_EDGE)
            edge = &pane->scene->shapes[i];
    assert_non_null(edge);
    for (int i = 0; i < pane->scene->count; ++i)
        if (pane->scene->shapes[i].tag.kind == TARGET_LINE &&
            pane->scene->shapes[i].rect.y == edge->rect.y)
            beside = pane->scene->shapes[i].tag.a;
    char number[16];
    snprintf(number, sizeof number, "%u", beside);
    assert_true(beside > 0 && sees_text(pane, number));
    Point at = {edge->rect.x + edge->rect.w / 2, edge->rect.y + edge->rect.h / 2};
    Command command;
    assert_true(view_press(pane->session, pane->scene, at, &command));
    session_apply(pane->session, view_hover(pane->scene, at));
    look(pane);
    assert_true(is_told(pane, tip));
    session_apply(pane->session, (Command){.name = COMMAND_HOVER});
    session_apply(pane->session, command);
    look(pane);
}

/* Where all warps stand is seen by arrows, or told at the edge beyond which it is. */
static void test_lines_beyond_the_edge_are_told(void **state)
{
    Pane pane = open_pane(open_kernel("02_tiled.cu", 4, 2, NULL));
    go_to(&pane, 20);
    assert_false(has_edge(&pane));
    for (int scroll = 12; scroll >= -18; scroll -= 30) {
        pane.session->selection.source_scroll = scroll;
        look(&pane);
        press_edge(&pane, "Threads stand on line 26");
        assert_false(has_edge(&pane));
        assert_true(sees_text(&pane, "26"));
    }
    close_pane(&pane);
}

static bool find_mark(const Pane *pane, uint32_t line, Rect *mark)
{
    for (int i = 0; i < pane->scene->count; ++i)
        if (pane->scene->shapes[i].tag.kind == TARGET_GUTTER &&
            pane->scene->shapes[i].tag.a == line) {
            *mark = pane->scene->shapes[i].rect;
            return true;
        }
    return false;
}

/* A second click in the same place puts back what the first one took away. */
static void test_a_mark_stays_under_the_pointer(void **state)
{
    static const uint32_t lines[] = {33, 37};
    for (int i = 0; i < 4; ++i) {
        Pane pane = open_pane(open_kernel("02_tiled.cu", 4, 2, NULL));
        pane.session->look.reduced_motion = true;
        send_line(pane.session, "barrier-next");
        if (i >= 2)
            send_line(pane.session, "barrier-next");
        send_line(pane.session, "panel-findings");
        uint32_t line = lines[i % 2];
        Rect mark = {0}, now = {0};
        look(&pane);
        for (int by = -20; by < 20 && !find_mark(&pane, line, &mark); ++by) {
            pane.session->selection.source_scroll = by;
            look(&pane);
        }
        Point at = {mark.x + mark.w - 10, mark.y + mark.h / 2};
        for (int click = 1; click <= 2; ++click) {
            Command command;
            assert_true(view_press(pane.session, pane.scene, at, &command));
            assert_int_equal(command.number, line);
            session_apply(pane.session, command);
            look(&pane);
            assert_int_equal(session_front(pane.session)->run->compile.without_count, click % 2);
            assert_true(find_mark(&pane, line, &now) && now.y == mark.y);
        }
        close_pane(&pane);
    }
}

/* ---- counts ---- */

static void test_counts_beside_the_lines(void **state)
{
    Pane pane = open_pane(open_kernel("02_tiled.cu", 4, 2, NULL));
    for (HeatName heat = 0; heat < HEAT_COUNT; ++heat) {
        assert_int_equal(pane.session->look.heat, heat);
        look(&pane);
        int strips = 0;
        for (int i = 0; i < pane.scene->count; ++i)
            strips += pane.scene->shapes[i].tag.kind == TARGET_HEAT;
        const int least[HEAT_COUNT] = {8, 1, 1, 1, 1, 0};
        assert_true(heat == HEAT_NONE ? strips == 0 : strips >= least[heat]);
        send_line(pane.session, "heat");
    }
    assert_int_equal(pane.session->look.heat, HEAT_EXECUTIONS);
    close_pane(&pane);
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

/* Whether a text stands in a row of the colour of the current line. */
static bool is_marked(const Pane *pane, const char *text)
{
    const Scene *scene = pane->scene;
    Colour mark = theme_get(THEME_LIGHT)->accent_tint;
    for (int i = 0; i < scene->count; ++i) {
        const Shape *band = &scene->shapes[i];
        if (band->kind != SHAPE_RECT || band->fill != mark || band->rect.w < 300)
            continue;
        for (int k = 0; k < scene->count; ++k) {
            const Shape *shape = &scene->shapes[k];
            float base = shape->rect.y - band->rect.y;
            if (shape->text && strstr(shape->text, text) && base > 0 && base < band->rect.h)
                return true;
        }
    }
    return false;
}

/* No line of the main file tells what the kernel does. */
static void test_a_kernel_of_a_header_shows_its_lines(void **state)
{
    char header[64], path[64], text[256];
    snprintf(header, sizeof header, "/tmp/tilestep_header_%d.cuh", (int)getpid());
    snprintf(path, sizeof path, "/tmp/tilestep_header_%d.cu", (int)getpid());
    write_file(header, "__global__ void count_up(int *counts)\n{\n"
                       "    int place = threadIdx.x;\n    counts[place] = 7;\n}\n");
    snprintf(text, sizeof text,
             "#include \"tilestep_header_%d.cuh\"\n"
             "int main() { int *c; cudaMalloc(&c, 128); count_up<<<1, 32>>>(c); }\n",
             (int)getpid());
    write_file(path, text);
    LoadOptions options = {0};
    Pane pane = open_pane(run_load(path, &options));
    go_to(&pane, 1);
    assert_true(is_marked(&pane, "place = "));
    assert_false(is_marked(&pane, "counts[place]"));
    go_to(&pane, 2);
    assert_true(is_marked(&pane, "counts[place]"));
    assert_false(is_marked(&pane, "place = "));
    close_pane(&pane);
    unlink(header);
    unlink(path);
}

/* A line is broken after a space, else within a word at one of its joints, but not in a number. */
static void test_words_are_broken_at_their_joints(void **state)
{
    static const struct {
        const char *text;
        int columns, bytes;
    } rows[] = {
        {"load_matrix_sync(a)", 10, 5}, {"wmma::mma_sync(sum);", 14, 10},
        {"x4.trans.shared", 12, 9},     {"a b c_ddddddddddd", 10, 6},
        {"threads in_a_row", 12, 8},    {"value = 3.1415926535", 14, 8},
        {"abcdefghijklmnop", 8, 8},     {"0.123456789", 6, 6},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        int length = (int)strlen(rows[i].text),
            bytes = text_row_bytes(rows[i].text, length, rows[i].columns);
        if (bytes != rows[i].bytes)
            fail_msg("%s in %d: %d", rows[i].text, rows[i].columns, bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names_have_the_values_of_their_threads),
        cmocka_unit_test(test_subscripts_give_elements),
        cmocka_unit_test(test_elements_outside_are_told),
        cmocka_unit_test(test_members_of_structs_are_told),
        cmocka_unit_test(test_what_pointers_lead_to_is_told),
        cmocka_unit_test(test_a_register_says_who_set_it),
        cmocka_unit_test(test_subscripts_are_worked_out_as_the_machine_does),
        cmocka_unit_test(test_a_name_is_that_of_the_copy_that_runs),
        cmocka_unit_test(test_names_that_are_not_the_kernels_cannot_be_asked),
        cmocka_unit_test(test_names_that_are_declared_or_left_out),
        cmocka_unit_test(test_a_name_can_be_pointed_at_and_pinned),
        cmocka_unit_test(test_every_lane_stands_somewhere),
        cmocka_unit_test(test_all_rows_of_the_current_line_are_seen),
        cmocka_unit_test(test_lines_beyond_the_edge_are_told),
        cmocka_unit_test(test_a_mark_stays_under_the_pointer),
        cmocka_unit_test(test_counts_beside_the_lines),
        cmocka_unit_test(test_a_kernel_of_a_header_shows_its_lines),
        cmocka_unit_test(test_words_are_broken_at_their_joints),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
