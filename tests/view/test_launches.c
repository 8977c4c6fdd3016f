/* The list of launches and kernels above the source: its rows, what a press and the keys open, the
 * way back, saved states, and a file whose first kernel is refused. */
#include "session/edits/edit.h"
#include "session/edits/launches.h"
#include "session/saved/share.h"
#include "session/saved/state.h"
#include "sessions.h"
#include "view/view.h"

#include "scene/paint/canvas.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char several_text[] =
    "template <int B> __global__ void twice(float *a, int n)\n"
    "{ int i = blockIdx.x * B + threadIdx.x; if (i < n) a[i] *= 2; }\n"
    "__global__ void fill(float *a, int n)\n"
    "{ int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = i; }\n"
    "__global__ void alone(float *a, int n)\n"
    "{ int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = 1; }\n"
    "int main(int argc, char **argv) { int n = 100; float *a; cudaMalloc(&a, n * 4);\n"
    "  fill<<<dim3((n + 31) / 32, 1), 32>>>(a, n);\n"
    "  if (argc > 1) twice<64><<<2, 64>>>(a, n); }\n";

static const char refused_text[] =
    "__global__ void bad(float *a) { a[0] = unknown; }\n"
    "__global__ void good(float *a) { a[threadIdx.x] = 1; }\n"
    "int main() { float *a; cudaMalloc(&a, 128); bad<<<1, 32>>>(a); good<<<1, 32>>>(a); }\n";

typedef struct Window {
    char path[64];
    Session *session;
    Arena *arena;
    TextMetrics *metrics;
    Scene *scene;
} Window;

static void look(Window *window)
{
    window->scene = view_build(window->session, window->arena, 1280, 720, window->metrics);
}

static Window open_file(const char *text, const char *ending)
{
    Window window = {.session = session_new(), .arena = arena_new()};
    snprintf(window.path, sizeof window.path, "/tmp/tilestep_launches_%d.%s", (int)getpid(),
             ending);
    FILE *file = fopen(window.path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    LoadOptions options = {.assume = true, .fit = "on"};
    window.metrics = glyph_metrics(window.arena, glyph_builtin(window.arena));
    session_open(window.session, 0, run_load(window.path, &options), true);
    look(&window);
    return window;
}

static Window open_text(const char *text)
{
    return open_file(text, "cu");
}

static void close_window(Window *window)
{
    session_free(window->session);
    arena_free(window->arena);
    unlink(window->path);
}

static bool shows(const Window *window, const char *text)
{
    for (int i = 0; i < window->scene->count; ++i)
        if (window->scene->shapes[i].text && strstr(window->scene->shapes[i].text, text))
            return true;
    return false;
}

static const Shape *row_shape(const Window *window, uint32_t row)
{
    for (int i = 0; i < window->scene->count; ++i)
        if (window->scene->shapes[i].tag.kind == TARGET_LAUNCH &&
            window->scene->shapes[i].tag.a == row)
            return &window->scene->shapes[i];
    return NULL;
}

static void press_row(Window *window, uint32_t row)
{
    Command command;
    const Shape *shape = row_shape(window, row);
    assert_non_null(shape);
    Point at = {shape->rect.x + shape->rect.w / 2, shape->rect.y + shape->rect.h / 2};
    assert_true(view_press(window->session, window->scene, at, &command));
    session_apply(window->session, command);
    look(window);
}

static const char *open_name(const Window *window)
{
    const SessionRun *front = session_front(window->session);
    return front ? front->run->program->name : "none";
}

static void send(Window *window, const char *line)
{
    send_line(window->session, line);
    look(window);
}

static void the_list_stands_above_the_source(void **state)
{
    Window window = open_text(several_text);
    assert_true(shows(&window, "fill <<<4, 32>>>"));
    assert_true(shows(&window, "twice<64> <<<2, 64>>>"));
    assert_true(shows(&window, "alone"));
    assert_true(shows(&window, "not launched · line 5"));
    assert_true(shows(&window, "line 9"));
    assert_non_null(row_shape(&window, 2));
    assert_null(row_shape(&window, 3));
    send_line(window.session, "lecture");
    look(&window);
    assert_null(row_shape(&window, 0)); /* before an audience lines matter more */
    close_window(&window);
}

static void a_press_opens_a_row(void **state)
{
    Window window = open_text(several_text);
    assert_string_equal(open_name(&window), "fill");
    press_row(&window, 1);
    assert_string_equal(open_name(&window), "twice");
    assert_int_equal(session_front(window.session)->run->launch.block.x, 64);
    press_row(&window, 2);
    assert_string_equal(open_name(&window), "alone");
    assert_true(shows(&window, "Assumed (real: Ctrl+R): n = ")); /* nothing launches it */
    send(&window, "undo");
    assert_string_equal(open_name(&window), "twice");
    send(&window, "undo");
    assert_string_equal(open_name(&window), "fill");
    send(&window, "redo");
    assert_string_equal(open_name(&window), "twice");
    send(&window, "restore");
    assert_string_equal(open_name(&window), "fill");
    close_window(&window);
}

static void keys_go_round(void **state)
{
    static const char *const names[] = {"twice", "alone", "fill", "twice"};
    Window window = open_text(several_text);
    for (int i = 0; i < 4; ++i) {
        send(&window, "launch-next");
        assert_string_equal(open_name(&window), names[i]);
    }
    send(&window, "launch-back");
    assert_string_equal(open_name(&window), "fill");
    close_window(&window);
}

static void saved_states_know_the_launch(void **state)
{
    Window window = open_text(several_text);
    const char *reason = NULL;
    press_row(&window, 1);
    const char *text = state_write(window.session, window.arena);
    const char *code = share_write(window.session, window.arena);
    send(&window, "launch-pick 0");
    assert_string_equal(open_name(&window), "fill");
    assert_true(state_read(window.session, window.arena, text, &reason));
    assert_string_equal(open_name(&window), "twice");
    assert_non_null(strstr(text, "launch 2\n"));
    assert_true(share_is_one(code));
    close_window(&window);
}

static void press_text(Window *window, const char *text)
{
    Command command;
    const Shape *shape = NULL;
    for (int i = 0; i < window->scene->count && !shape; ++i)
        if (window->scene->shapes[i].text && strstr(window->scene->shapes[i].text, text))
            shape = &window->scene->shapes[i];
    assert_non_null(shape);
    Point at = {shape->rect.x + shape->rect.w / 2, shape->rect.y + shape->rect.h / 2};
    assert_true(view_press(window->session, window->scene, at, &command));
    session_apply(window->session, command);
    look(window);
}

static bool offers(const Window *window, CommandName command)
{
    for (int i = 0; i < window->scene->count; ++i)
        if (window->scene->shapes[i].tag.kind == TARGET_BUTTON &&
            window->scene->shapes[i].tag.a == command)
            return true;
    return false;
}

static const char shrunk_text[] = "#define N 16777216\n__global__ void all(float *a)\n"
                                  "{ float s = 0; for (int k = 0; k < N / 16; ++k) s += k;\n"
                                  "  a[blockIdx.x * 256 + threadIdx.x] = s; }\n"
                                  "int main() { float *a; cudaMalloc(&a, N * sizeof(float));\n"
                                  "  all<<<N / 256, 256>>>(a); }\n";

static void what_was_shrunk_is_turned_by_a_press(void **state)
{
    Window window = open_text(shrunk_text);
    assert_true(shows(&window, "Brought down: N = 16777216 → "));
    assert_true(shows(&window, "as in the file  Ctrl+Shift+L"));
    assert_int_equal(session_front(window.session)->run->shrunk_count, 1);
    press_text(&window, "Brought down");
    assert_int_equal(session_front(window.session)->run->launch.grid.x, 65536);
    assert_false(shows(&window, "Brought down:"));
    assert_false(offers(&window, COMMAND_FULL_SIZE)); /* they are the file's own */
    send(&window, "undo");
    assert_true(shows(&window, "Brought down: N = 16777216 → "));
    send(&window, "full-size");
    assert_int_equal(session_front(window.session)->run->launch.grid.x, 65536);
    send(&window, "full-size");
    assert_true(shows(&window, "Brought down: N = 16777216 → "));
    close_window(&window);
    window = open_text(several_text);
    assert_false(offers(&window, COMMAND_FULL_SIZE)); /* nothing was brought down */
    assert_false(shows(&window, "Assumed:"));
    close_window(&window);
}

/* As LeetCode for GPUs has it: the size is nobody's, until somebody says it. */
static void what_was_assumed_is_changed_by_a_press(void **state)
{
    Window window = open_text(
        "__global__ void add(const float *a, const float *b, float *c, int N)\n"
        "{ int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < N) c[i] = a[i] + b[i]; }\n"
        "extern \"C\" void solve(const float *a, const float *b, float *c, int N)\n"
        "{ add<<<(N + 255) / 256, 256>>>(a, b, c, N); }\n");
    unsigned before = session_front(window.session)->run->launch.grid.x;
    assert_true(before > 1);
    press_text(&window, "Assumed: N = ");
    const Form *form = &window.session->sheets.form;
    assert_true(form->is_open);
    assert_string_equal(form->fields[form->row].name, "N"); /* what is open to be said */
    send(&window, "form-type 49");
    send(&window, "form-type 48");
    send(&window, "form-type 48");
    send(&window, "form-send");
    assert_false(window.session->sheets.form.is_open);
    assert_int_equal(session_front(window.session)->run->launch.grid.x, 1);
    assert_false(shows(&window, "Assumed: N"));
    send(&window, "undo");
    assert_true(shows(&window, "Assumed: N = "));
    assert_int_equal(session_front(window.session)->run->launch.grid.x, before);
    send(&window, "redo");
    assert_int_equal(session_front(window.session)->run->launch.grid.x, 1);
    send(&window, "restore");
    assert_int_equal(session_front(window.session)->run->launch.grid.x, before);
    close_window(&window);
}

static void the_rest_of_a_refused_file_opens(void **state)
{
    Window window = open_text(refused_text);
    assert_string_equal(open_name(&window), "none");
    assert_true(shows(&window, "Line 1: 'unknown' is not declared"));
    assert_true(shows(&window, "Also in this file · Ctrl+N"));
    assert_true(shows(&window, "__global__ void good(float *a)")); /* the lines around */
    press_row(&window, 1);
    assert_string_equal(open_name(&window), "good");
    press_row(&window, 0); /* what is open stays, and the reason is told */
    assert_string_equal(open_name(&window), "good");
    assert_non_null(strstr(session_trouble(window.session), "'unknown' is not declared"));
    close_window(&window);
    window = open_text(refused_text);
    send(&window, "launch-next");
    assert_string_equal(open_name(&window), "good");
    close_window(&window);
}

/* A name of a header that is not there; the same mistake twice, and another kernel's. */
static void a_refused_file_says_what_to_do(void **state)
{
    Window window = open_text("#include \"lost/tools.h\"\n"
                              "__global__ void bad(float *a) {\n"
                              "  a[0] = __ldg_far(a);\n"
                              "  a[1] = twice_of(a);\n"
                              "  a[2] = twice_of(a);\n"
                              "}\n"
                              "int main() { float *a; cudaMalloc(&a, 128); bad<<<1, 32>>>(a); }\n");
    assert_true(shows(&window, "Line 3: no function '__ldg_far' is known here"));
    assert_true(shows(&window, "it may be in \"lost/tools.h\""));
    assert_true(shows(&window, "Line 4: no function 'twice_of'"));
    assert_false(shows(&window, "Line 5:"));
    assert_false(shows(&window, "Also in this file"));
    close_window(&window);
    window = open_text("__global__ void bad(float *a) {\n"
                       "  cuda::ptx::mbarrier_init(a, 1);\n"
                       "  cuda::ptx::mbarrier_init(a, 2);\n"
                       "  cuda::ptx::mbarrier_init(a, 3);\n"
                       "}\n");
    assert_true(shows(&window, "Line 2: the functions of cuda::ptx"));
    assert_true(shows(&window, "The same in lines 3, 4"));
    assert_true(shows(&window, "Ctrl+L"));
    close_window(&window);
    window = open_text("int main() { return 0; }\n");
    assert_true(shows(&window, "This file cannot be opened"));
    assert_true(shows(&window, "a kernel is declared: __global__ void name"));
    assert_false(shows(&window, "Ctrl+L")); /* there is nothing to launch */
    close_window(&window);
}

/* What the message proposes is one press away, by mouse and by key. */
static void the_remedy_of_a_message_is_pressed(void **state)
{
    static const char text[] =
        "__global__ void k(float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "  if (i < n) a[i] = 1; }\n"
        "int main() {\n"
        "  int n = 5000, size = 2048;\n"
        "  float *a; cudaMalloc(&a, n * 4);\n"
        "  dim3 block(size);\n"
        "  k<<<(n + size - 1) / size, block>>>(a, n);\n"
        "}\n";
    for (int key = 0; key < 2; ++key) {
        Window window = open_text(text);
        assert_string_equal(open_name(&window), "none");
        assert_true(shows(&window, "Line 7: this launch cannot run"));
        assert_true(offers(&window, COMMAND_REMEDY));
        if (key)
            send(&window, "remedy");
        else
            press_text(&window, "Open it with --set size=1024");
        assert_string_equal(open_name(&window), "k");
        assert_int_equal(session_front(window.session)->run->launch.block.x, 1024);
        assert_int_equal(session_front(window.session)->run->launch.grid.x, 5);
        assert_false(session_can_undo(window.session)); /* it would lead to what cannot run */
        send(&window, "remedy");                        /* there is nothing to mend any more */
        assert_int_equal(session_front(window.session)->run->launch.grid.x, 5);
        close_window(&window);
    }
    Window window = open_text("__global__ void k(float *a) { a[0] = lost; }\n"
                              "int main() { k<<<1, 32>>>(0); }\n");
    assert_false(offers(&window, COMMAND_REMEDY)); /* no option helps here */
    close_window(&window);
}

/* The keys pass over what cannot run; where nothing can, they show why, one after the other. */
static void keys_pass_over_what_cannot_run(void **state)
{
    Window window = open_text("__global__ void a(float *p) { p[0] = lost_a; }\n"
                              "__global__ void b(float *p) { p[0] = lost_b; }\n"
                              "__global__ void c(float *p) { p[0] = 1; }\n");
    send(&window, "launch-next");
    assert_string_equal(open_name(&window), "c");
    close_window(&window);
    window = open_text("__global__ void a(float *p) { p[0] = lost_a; }\n"
                       "__global__ void b(float *p) { p[0] = lost_b; }\n");
    assert_true(shows(&window, "Line 1: 'lost_a'"));
    send(&window, "launch-next");
    assert_true(shows(&window, "Line 2: 'lost_b'"));
    send(&window, "launch-next");
    assert_true(shows(&window, "Line 1: 'lost_a'"));
    close_window(&window);
}

/* However many kernels there are, in whatever size: no row runs over another or out of sight. */
static void rows_of_a_refused_file_have_room(void **state)
{
    char text[4096] = "";
    for (int i = 0; i < 14; ++i)
        snprintf(text + strlen(text), sizeof text - strlen(text),
                 "__global__ void k%d(float *a) { a[0] = missing_%d + other_%d; }\n", i, i, i);
    Window window = open_text(text);
    for (int lecture = 0; lecture < 2; ++lecture) {
        float bottom = 0;
        int rows = 0;
        for (uint32_t i = 0; i < 14; ++i) {
            const Shape *shape = row_shape(&window, i);
            if (!shape)
                continue;
            assert_true(shape->rect.y >= bottom && shape->rect.h > 12);
            bottom = shape->rect.y + shape->rect.h;
            rows++;
        }
        assert_true(rows > 1 && bottom < 680);
        send(&window, "lecture");
    }
    close_window(&window);
}

/* A notebook with a kernel in each of three cells. */
static void the_other_cells_of_a_notebook_open(void **state)
{
    static const char *const names[] = {"two", "three", "one"};
    char text[2048] = "{\"nbformat\": 4, \"metadata\": {}, \"cells\": [";
    for (int i = 0; i < 3; ++i) {
        size_t at = strlen(text);
        const char *name = names[(i + 2) % 3];
        snprintf(text + at, sizeof text - at,
                 "%s{\"cell_type\": \"code\", \"metadata\": {}, \"source\": [\"%%%%cu\\n\","
                 "\"__global__ void %s(float *a) { a[threadIdx.x] = 1; }\\n\","
                 "\"int main() { float *a; cudaMalloc(&a, 128); %s<<<1, 32>>>(a); }\"]}",
                 i ? ", " : "", name, name);
    }
    strcat(text, "]}");
    Window window = open_file(text, "ipynb");
    assert_string_equal(open_name(&window), "one");
    assert_true(shows(&window, "Cell 2: two"));
    assert_true(shows(&window, "Cell 3: three"));
    for (int i = 0; i < 3; ++i) {
        send(&window, "launch-next");
        assert_string_equal(open_name(&window), names[i]);
    }
    press_row(&window, 2);
    assert_string_equal(open_name(&window), "three");
    assert_true(shows(&window, "Cell 1: one")); /* in their order, above it */
    assert_true(row_shape(&window, 1)->rect.y < row_shape(&window, 2)->rect.y);
    press_row(&window, 0);
    assert_string_equal(open_name(&window), "one");
    send(&window, "undo");
    send(&window, "undo");
    assert_string_equal(open_name(&window), "one");
    close_window(&window);
}

/* Forty launches, of which six have room: the wheel over the list, and the arrow at its end. */
static void a_long_list_is_scrolled(void **state)
{
    char text[8192] = "__global__ void k(float *a) { a[threadIdx.x] = 1; }\n"
                      "int main() { float *a; cudaMalloc(&a, 4096);\n";
    for (int i = 0; i < 40; ++i)
        snprintf(text + strlen(text), sizeof text - strlen(text), "k<<<1, %d>>>(a);\n", i + 1);
    strcat(text, "}\n");
    Window window = open_text(text);
    Command command;
    assert_non_null(row_shape(&window, 5));
    assert_null(row_shape(&window, 6));
    for (int i = 0; i < 30; ++i) {
        Rect rect = row_shape(&window, 0) ? row_shape(&window, 0)->rect : (Rect){0};
        for (uint32_t row = 0; row < 40 && rect.w == 0; ++row)
            rect = row_shape(&window, row) ? row_shape(&window, row)->rect : rect;
        if (!view_wheel(window.session, window.scene, (Point){rect.x + 9, rect.y + 9}, -1, false,
                        &command))
            break;
        session_apply(window.session, command);
        look(&window);
    }
    assert_null(row_shape(&window, 33));
    press_row(&window, 39);
    assert_int_equal(session_front(window.session)->run->launch.block.x, 40);
    press_row(&window, 34);
    send(&window, "launch-next");
    assert_int_equal(session_front(window.session)->run->launch.block.x, 36);
    send(&window, "scroll-launches 0"); /* the open one may be out of sight */
    assert_non_null(row_shape(&window, 0));
    send(&window, "launch-next"); /* which is shown again */
    assert_null(row_shape(&window, 0));
    assert_non_null(row_shape(&window, 36));
    close_window(&window);
}

/* Names longer than the pane: their ends, by which they differ, and the extents are seen. */
static void long_names_keep_their_ends(void **state)
{
    Window window = open_text(
        "#define K sums_of_all_the_rows_and_of_all_the_columns_of_a_matrix_with_borders\n"
        "#define K2 sums_of_all_the_rows_and_of_all_the_columns_of_a_matrix_with_tiles\n"
        "__global__ void K(float *a) { a[threadIdx.x] = 1; }\n"
        "__global__ void K2(float *a) { a[threadIdx.x] = 1; }\n"
        "int main() { float *a; cudaMalloc(&a, 512); K<<<1, 128>>>(a); K2<<<2, 64>>>(a); }\n");
    assert_true(shows(&window, "with_borders <<<1, 128>>>"));
    assert_true(shows(&window, "with_tiles <<<2, 64>>>"));
    assert_true(shows(&window, "sums_of_all"));
    close_window(&window);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_list_stands_above_the_source),
        cmocka_unit_test(a_press_opens_a_row),
        cmocka_unit_test(keys_go_round),
        cmocka_unit_test(saved_states_know_the_launch),
        cmocka_unit_test(what_was_shrunk_is_turned_by_a_press),
        cmocka_unit_test(what_was_assumed_is_changed_by_a_press),
        cmocka_unit_test(the_rest_of_a_refused_file_opens),
        cmocka_unit_test(a_long_list_is_scrolled),
        cmocka_unit_test(long_names_keep_their_ends),
        cmocka_unit_test(a_refused_file_says_what_to_do),
        cmocka_unit_test(the_remedy_of_a_message_is_pressed),
        cmocka_unit_test(keys_pass_over_what_cannot_run),
        cmocka_unit_test(rows_of_a_refused_file_have_room),
        cmocka_unit_test(the_other_cells_of_a_notebook_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
