/* The launch as a form: filled in with what the file says or what can be assumed, corrected field
 * by field, sent as an edit. And what tells whether the launch fits: how far the blocks reach. */
#include "base/file.h"
#include "session/edits/control.h"
#include "session/edits/edit.h"
#include "session/edits/form.h"
#include "session/edits/open.h"
#include "session/sheets/sheet.h"
#include "sessions.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char template_text[] =
    "template <int TILE, typename T>\n"
    "__global__ void scale(T *out, const T *in, int rows, int cols)\n"
    "{\n"
    "    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;\n"
    "    if (x < cols && y < rows) out[y * cols + x] = 2 * in[y * cols + x];\n"
    "}\n";

static const char unread_text[] = "__global__ void add(float *out, const float *a, int n)\n"
                                  "{\n"
                                  "    extern __shared__ float s[];\n"
                                  "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                  "    s[threadIdx.x] = i < n ? a[i] : 0;\n"
                                  "    if (i < n) out[i] = s[threadIdx.x];\n"
                                  "}\n"
                                  "int main(int argc, char **argv)\n"
                                  "{\n"
                                  "    int n = atoi(argv[1]);\n"
                                  "    float *a, *c;\n"
                                  "    cudaMalloc(&a, n * 4);\n"
                                  "    cudaMalloc(&c, n * 4);\n"
                                  "    add<<<blocks(n), threads(), bytes()>>>(c, a, n);\n"
                                  "}\n";

static const char bare_text[] = "__global__ void twice(float *out, const float *in, int n)\n"
                                "{\n"
                                "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                "    if (i < n) out[i] = 2 * in[i];\n"
                                "}\n";

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

typedef struct Opened {
    char path[64];
    Session *session;
} Opened;

static void open_text(Opened *opened, const char *text)
{
    snprintf(opened->path, sizeof opened->path, "/tmp/tilestep_form_%d.cu", (int)getpid());
    write_text(opened->path, text);
    LoadOptions options = {.assume = true};
    opened->session = session_new();
    session_open(opened->session, 0, run_load(opened->path, &options), true);
    form_ask(opened->session);
}

static void close_text(Opened *opened)
{
    session_free(opened->session);
    unlink(opened->path);
}

static int row_of(const Form *form, FormKind kind, const char *name)
{
    for (int i = 0; i < form->count; ++i)
        if (form->fields[i].kind == kind && (!name || strcmp(form->fields[i].name, name) == 0))
            return i;
    fail_msg("the form has no field of kind %d", kind);
    return -1;
}

/* As a person does: click on the field, type over it. */
static void write_field(Session *session, FormKind kind, const char *name, const char *text)
{
    char line[64];
    snprintf(line, sizeof line, "form-pick %d", row_of(&session->sheets.form, kind, name));
    send_line(session, line);
    for (; *text; ++text) {
        snprintf(line, sizeof line, "form-type %d", *text);
        send_line(session, line);
    }
}

static const FormField *field_of(const Session *session, FormKind kind, const char *name)
{
    return &session->sheets.form.fields[row_of(&session->sheets.form, kind, name)];
}

static void press(Session *session, const char *key)
{
    Command command;
    if (!session_command_for_key(session, key, &command))
        fail_msg("the key %s does nothing here", key);
    session_apply(session, command);
}

/* ---- what is assumed ---- */

TEST(test_without_assuming_it_is_an_error)
{
    LoadOptions options = {0};
    Run *run = run_load_text("t.cu", template_text, strlen(template_text), &options);
    assert_null(run->program);
    run_free(run);
    run = run_load_text("u.cu", unread_text, strlen(unread_text), &options);
    assert_null(run->program);
    run_free(run);
}

TEST(test_a_template_without_values_is_filled_in)
{
    Opened opened;
    open_text(&opened, template_text);
    assert_true(opened.session->sheets.form.is_open);
    const FormField *field = field_of(opened.session, FORM_TEMPLATE, NULL);
    assert_string_equal(field->name, "TILE, T");
    assert_string_equal(field->text, "16,float");
    assert_true(field->is_assumed);
    assert_string_equal(field_of(opened.session, FORM_BLOCK, NULL)->text, "16,16,1");
    assert_string_equal(field_of(opened.session, FORM_GRID, NULL)->text, "3,3,1");
    assert_string_equal(field_of(opened.session, FORM_SCALAR, "rows")->text, "40");
    assert_string_equal(field_of(opened.session, FORM_BUFFER, "in")->text, "1600");
    close_text(&opened);
}

TEST(test_a_launch_that_cannot_be_read_is_filled_in)
{
    Opened opened;
    open_text(&opened, unread_text);
    assert_true(opened.session->sheets.form.is_open);
    assert_true(field_of(opened.session, FORM_GRID, NULL)->is_assumed);
    assert_string_equal(field_of(opened.session, FORM_BLOCK, NULL)->text, "256,1,1");
    assert_string_equal(field_of(opened.session, FORM_SHARED, NULL)->text, "1024");
    assert_string_equal(field_of(opened.session, FORM_SIZE, "n")->text, "160");
    assert_false(field_of(opened.session, FORM_SCALAR, "n")->is_assumed);
    close_text(&opened);
}

TEST(test_a_complete_file_asks_nothing)
{
    Session *session = open_pair(4, 2);
    form_ask(session);
    assert_false(session->sheets.form.is_open);
    send_line(session, "launch");
    assert_true(session->sheets.form.is_open);
    assert_string_equal(session->sheets.form.launch, "tiled<<<dim3(2, 2), dim3(2, 2), 0>>>");
    session_free(session);
}

/* ---- what was brought down ---- */

static const char long_text[] = "#define N (1 << 20)\n"
                                "__global__ void halve(float *a)\n"
                                "{\n"
                                "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                "    float s = 0;\n"
                                "    for (int k = 0; k < 3000 && i < N; ++k) s = s * 0.5f + a[i];\n"
                                "    if (i < N) a[i] = s;\n"
                                "}\n"
                                "int main()\n"
                                "{\n"
                                "    float *a;\n"
                                "    cudaMalloc(&a, N * sizeof(float));\n"
                                "    halve<<<N / 256, 256>>>(a);\n"
                                "}\n";

static unsigned blocks(const Session *session)
{
    return session_front(session)->run->launch.grid.x;
}

/* It is said, stays through an edit, and one key leads to the sizes of the file and back. */
TEST(test_sizes_brought_down_are_told_and_turned)
{
    char path[100], told[100];
    snprintf(path, sizeof path, "/tmp/tilestep_full_%d.cu", (int)getpid());
    write_text(path, long_text);
    LoadOptions options = {.assume = true, .fit = "on"};
    Session *session = session_new();
    session_open(session, 0, run_load(path, &options), true);
    form_ask(session);
    unsigned small = blocks(session);
    assert_in_range(small, 1, 1000);
    snprintf(told, sizeof told, "Brought down, to run in seconds: N = 1048576 → %u · Ctrl+Shift+L",
             small * 256);
    assert_non_null(strstr(session->notice, told));
    send_line(session, "toggle-line 7");
    assert_int_equal(session_front(session)->run->options.without_count, 1);
    assert_int_equal(blocks(session), small);
    press(session, "Ctrl+Shift+L");
    assert_int_equal(blocks(session), 4096);
    press(session, "Ctrl+Z");
    assert_int_equal(blocks(session), small);
    press(session, "Ctrl+Y");
    press(session, "Ctrl+Shift+L");
    assert_int_equal(blocks(session), small);
    assert_non_null(strstr(session->notice, told));
    session_free(session);
    unlink(path);
}

static const char notebook_text[] =
    "{\"cells\": ["
    "{\"cell_type\": \"code\", \"source\": [\"%%cu\\n\", \"__global__ void one(float *a)\\n\", "
    "\"{ a[threadIdx.x] = 1; }\\n\", \"int main() { float *a; cudaMalloc(&a, 256); "
    "one<<<1, 64>>>(a); }\"]},"
    "{\"cell_type\": \"markdown\", \"source\": [\"text\"]},"
    "{\"cell_type\": \"code\", \"source\": [\"%%cu\\n\", \"__global__ void two(float *a)\\n\", "
    "\"{ a[threadIdx.x] = 2; }\\n\", \"int main() { float *a; cudaMalloc(&a, 512); "
    "two<<<2, 64>>>(a); }\"]}],"
    "\"nbformat\": 4, \"nbformat_minor\": 5, \"metadata\": {}}";

/* The next cell with a kernel is one turn away, the undo and a saved state know which it was. */
TEST(test_a_notebook_turns_its_cells)
{
    char path[100];
    snprintf(path, sizeof path, "/tmp/tilestep_cells_%d.ipynb", (int)getpid());
    write_text(path, notebook_text);
    LoadOptions options = {.assume = true, .fit = "on"};
    Session *session = session_new();
    session_open(session, 0, run_load(path, &options), true);
    assert_string_equal(session_front(session)->run->program->name, "one");
    form_open(session);
    assert_int_equal(session->sheets.form.fields[0].kind, FORM_CELL);
    assert_string_equal(session->sheets.form.fields[0].text, "1");
    form_adjust(session, 0, 1);
    form_send(session);
    assert_false(session->sheets.form.is_open);
    assert_int_equal(session_front(session)->run->cell, 3);
    assert_string_equal(session_front(session)->run->program->name, "two");
    assert_int_equal(blocks(session), 2);
    press(session, "Ctrl+Z");
    assert_int_equal(session_front(session)->run->cell, 1);
    session_free(session);
    unlink(path);
}

/* ---- editing ---- */

TEST(test_what_is_not_written_follows)
{
    Opened opened;
    open_text(&opened, bare_text);
    Session *session = opened.session;
    assert_string_equal(field_of(session, FORM_GRID, NULL)->text, "3,1,1");
    write_field(session, FORM_SCALAR, "n", "1000");
    press(session, "Tab");
    assert_string_equal(field_of(session, FORM_GRID, NULL)->text, "4,1,1");
    assert_string_equal(field_of(session, FORM_BUFFER, "out")->text, "1000");
    write_field(session, FORM_GRID, NULL, "2");
    press(session, "Return");
    assert_false(session->sheets.form.is_open);
    const Run *run = session_front(session)->run;
    assert_int_equal(run->launch.grid.x, 2);
    assert_int_equal(run->launch.arguments[2], 1000);
    press(session, "Ctrl+Z");
    assert_int_equal(session_front(session)->run->launch.grid.x, 3);
    press(session, "Ctrl+Y");
    assert_int_equal(session_front(session)->run->launch.grid.x, 2);
    close_text(&opened);
}

TEST(test_mistakes_are_told_beside_the_field)
{
    Opened opened;
    open_text(&opened, bare_text);
    Session *session = opened.session;
    const Run *before = session_front(session)->run;
    write_field(session, FORM_GRID, NULL, "x");
    assert_int_equal(field_of(session, FORM_GRID, NULL)->wrong, STRING_FORM_WRONG_EXTENT);
    press(session, "Return");
    assert_true(session->sheets.form.is_open);
    write_field(session, FORM_GRID, NULL, "2");
    write_field(session, FORM_BLOCK, NULL, "2000");
    press(session, "Return");
    assert_true(session->sheets.form.is_open);
    assert_non_null(strstr(field_of(session, FORM_BLOCK, NULL)->error, "over the limit"));
    session->look.language = LANGUAGE_ZH;
    press(session, "Return");
    assert_non_null(strstr(field_of(session, FORM_BLOCK, NULL)->error, "2000 x 1 x 1"));
    assert_non_null(strstr(field_of(session, FORM_BLOCK, NULL)->error, "的上限"));
    assert_null(strstr(field_of(session, FORM_BLOCK, NULL)->error, "limit"));
    assert_true(field_of(session, FORM_GRID, NULL)->error[0] == '\0');
    assert_ptr_equal(session_front(session)->run, before);
    write_field(session, FORM_BLOCK, NULL, "64");
    press(session, "Return");
    assert_false(session->sheets.form.is_open);
    assert_int_equal(session_front(session)->run->launch.block.x, 64);
    close_text(&opened);
}

TEST(test_letters_go_where_the_caret_is)
{
    Opened opened;
    open_text(&opened, bare_text);
    Session *session = opened.session;
    write_field(session, FORM_BLOCK, NULL, "12");
    press(session, "Left");
    press(session, "8");
    press(session, "Delete");
    assert_string_equal(field_of(session, FORM_BLOCK, NULL)->text, "18");
    press(session, "Backspace");
    press(session, "End");
    press(session, "6");
    assert_string_equal(field_of(session, FORM_BLOCK, NULL)->text, "16");
    press(session, "PageUp");
    assert_string_equal(field_of(session, FORM_BLOCK, NULL)->text, "17");
    press(session, "Ctrl+R");
    assert_string_equal(field_of(session, FORM_BLOCK, NULL)->text, "256,1,1");
    press(session, "Escape");
    assert_false(session->sheets.form.is_open);
    close_text(&opened);
}

/* ---- a file that cannot be compiled ---- */

TEST(test_a_broken_file_is_watched_until_it_runs)
{
    Opened opened;
    open_text(&opened, "__global__ void k(float *p) { p[0] = ; }\n");
    Session *session = opened.session;
    assert_null(session_front(session));
    send_line(session, "launch");
    assert_false(session->sheets.form.is_open);
    write_text(opened.path, "__global__ void k(float *p) { q[0] = 1; }\n");
    session_reload(session, (const bool[SESSION_RUNS]){true, true});
    assert_null(session_front(session));
    const Run *run = session->runs[0].run;
    assert_non_null(strstr(diag_format(run->arena, run->sources, &run->diags->items[0]), "'q'"));
    write_text(opened.path, bare_text);
    session_reload(session, (const bool[SESSION_RUNS]){true, true});
    assert_non_null(session_front(session));
    const Run *good = session_front(session)->run;
    write_text(opened.path, "nothing\n");
    session_reload(session, (const bool[SESSION_RUNS]){true, true});
    assert_ptr_equal(session_front(session)->run, good);
    assert_non_null(session_trouble(session));
    close_text(&opened);
}

TEST(test_another_file_opens_from_a_broken_one)
{
    Opened opened;
    open_text(&opened, "__global__ void k(float *p) { p[0] = ; }\n");
    open_file(opened.session, KERNELS_FOLDER "/02_tiled.cu");
    assert_non_null(session_front(opened.session));
    close_text(&opened);
}

/* ---- how far the blocks reach ---- */

static Coverage cover_with(const char *file, const LoadOptions *options)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", KERNELS_FOLDER, file);
    Session *session = session_new();
    session_open(session, 0, run_load(path, options), true);
    session_finish_work(session);
    const SessionRun *front = session_front(session);
    assert_non_null(front);
    Coverage coverage = coverage_find(&front->run->launch, front->tiles, front->last);
    session_free(session);
    return coverage;
}

static Coverage cover(const char *file, const NamedText *settings, int count, const char *grid)
{
    return cover_with(file,
                      &(LoadOptions){.settings = settings, .setting_count = count, .grid = grid});
}

TEST(test_coverage)
{
    const NamedText five[] = {{"j", "5"}, {"k", "5"}, {"l", "5"}};
    const NamedText wide[] = {{"j", "2"}, {"k", "4"}, {"l", "6"}};
    assert_int_equal(cover("02_tiled.cu", NULL, 0, NULL).kind, COVERAGE_EXACT);
    Coverage more = cover("02_tiled.cu", five, 3, NULL);
    assert_int_equal(more.kind, COVERAGE_MORE);
    assert_int_equal(more.reached_rows, 6);
    assert_int_equal(more.columns, 5);
    Coverage less = cover("02_tiled.cu", five, 3, "2,3");
    assert_int_equal(less.kind, COVERAGE_SHORT);
    assert_int_equal(less.reached_rows, 6);
    assert_int_equal(less.reached_columns, 4);
    /* the grid of a launch whose x and y are the wrong way round for a matrix that is not square */
    assert_int_equal(cover("02_tiled.cu", wide, 3, "1,3").kind, COVERAGE_SHORT);
    assert_int_equal(cover("02_tiled.cu", five, 3, "1,1").kind, COVERAGE_SHORT);
    /* a single block, wider than the matrix */
    const Define wider = {"TILE_WIDTH", "5"}, fits = {"TILE_WIDTH", "4"};
    Coverage alone =
        cover_with("02_tiled.cu", &(LoadOptions){.defines = &wider, .define_count = 1});
    assert_int_equal(alone.kind, COVERAGE_MORE);
    assert_int_equal(alone.reached_columns, 5);
    assert_int_equal(
        cover_with("02_tiled.cu", &(LoadOptions){.defines = &fits, .define_count = 1}).kind,
        COVERAGE_EXACT);
    assert_int_not_equal(cover("17_reduction.cu", NULL, 0, NULL).kind, COVERAGE_SHORT);
    assert_int_not_equal(cover("11_coarsened.cu", NULL, 0, NULL).kind, COVERAGE_SHORT);
    assert_int_not_equal(cover("15_transpose_tiled.cu", NULL, 0, NULL).kind, COVERAGE_SHORT);
}

TEST(test_grid_and_block_are_controls)
{
    Session *session = open_pair(4, 2);
    Arena *arena = arena_new();
    const Control *list;
    int count = session_controls(session, arena, &list), row = 0;
    while (row < count && !(list[row].kind == CONTROL_GRID && list[row].choice == 1))
        ++row;
    assert_int_equal(list[row].value, 2);
    control_adjust(session, (uint32_t)row, ADJUST_UP);
    assert_int_equal(session_front(session)->run->launch.grid.y, 3);
    assert_int_equal(session->runs[1].run->launch.grid.y, 2);
    press(session, "Ctrl+Z");
    assert_int_equal(session_front(session)->run->launch.grid.y, 2);
    arena_free(arena);
    session_free(session);
}
