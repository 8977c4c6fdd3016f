/* What a learner changes about the runs: lines switched off, sizes, patterns; the way back; a file
 * that is saved while the window shows it. */
#include "base/file.h"
#include "session/edits/control.h"
#include "session/edits/edit.h"
#include "session/edits/open.h"
#include "session/saved/state.h"
#include "session/sheets/opener.h"
#include "session/sheets/sheet.h"
#include "sessions.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int open_lecture(void **state)
{
    *state = open_pair(3, 2);
    return 0;
}

static int close_lecture(void **state)
{
    session_free(*state);
    return 0;
}

/* Findings of the whole grid. */
static int found(const Session *session)
{
    int count;
    session_findings(session_front(session), &count);
    return count;
}

static bool finds(const Session *session, FindingKind kind)
{
    int count;
    const Finding *findings = session_findings(session_front(session), &count);
    for (int i = 0; i < count; ++i)
        if (findings[i].kind == kind)
            return true;
    return false;
}

static int line_of(const Session *session, WithoutKind kind)
{
    const SessionRun *front = session_front(session);
    for (int i = 0; i < front->switchable_count; ++i)
        if (front->switchables[i].kind == kind)
            return front->switchables[i].line;
    fail_msg("nothing of kind %d can be switched", kind);
    return 0;
}

static void toggle(Session *session, int line)
{
    session_apply(session, (Command){.name = COMMAND_TOGGLE, .number = line});
    session_finish_work(session);
}

static void test_a_barrier_is_switched_off_and_back(void **state)
{
    Session *session = *state;
    WithoutKind kind;
    int line = line_of(session, WITHOUT_BARRIER);
    assert_false(session_is_edited(session));
    assert_false(finds(session, FINDING_RACE_RAW));
    send_line(session, "pick-block 2");
    toggle(session, line);
    assert_null(session_trouble(session));
    assert_true(session_is_off(session_front(session), line, &kind));
    assert_int_equal(kind, WITHOUT_BARRIER);
    assert_true(finds(session, FINDING_RACE_RAW));
    assert_true(session_is_edited(session));
    assert_int_equal(session_place(session_front(session)).block, 2);
    assert_int_equal(session_place(&session->runs[1]).block, 2);
    toggle(session, line);
    assert_false(session_is_off(session_front(session), line, &kind));
    assert_false(finds(session, FINDING_RACE_RAW));
    assert_false(session_is_edited(session));
}

static void test_undo_and_redo(void **state)
{
    Session *session = *state;
    WithoutKind kind;
    int barrier = line_of(session, WITHOUT_BARRIER), check = line_of(session, WITHOUT_CHECK);
    send_line(session, "undo");
    assert_false(session_can_undo(session));
    toggle(session, barrier);
    toggle(session, check);
    assert_true(found(session) > 0);
    send_line(session, "undo");
    assert_true(session_is_off(session_front(session), barrier, &kind));
    assert_false(session_is_off(session_front(session), check, &kind));
    send_line(session, "undo");
    assert_false(session_is_edited(session));
    send_line(session, "redo");
    send_line(session, "redo");
    assert_true(session_is_off(session_front(session), check, &kind));
    assert_false(session_can_redo(session));
    send_line(session, "restore");
    assert_false(session_is_edited(session));
    send_line(session, "undo");
    assert_true(session_is_off(session_front(session), check, &kind));
    toggle(session, check);
    assert_false(session_can_redo(session));
}

static void test_the_current_line_is_meant(void **state)
{
    Session *session = *state;
    WithoutKind kind;
    uint64_t barrier = find_step(session, 1, OP_BARRIER, SPACE_GENERIC);
    session_apply(session, (Command){.name = COMMAND_SEEK, .number = (int64_t)barrier});
    int line = session_line(session);
    assert_int_equal(line, line_of(session, WITHOUT_BARRIER));
    send_line(session, "toggle 0");
    assert_true(session_is_off(session_front(session), line, &kind));
    toggle(session, 1);
    assert_true(session_is_off(session_front(session), line, &kind));
}

static uint32_t row_of(const Session *session, ControlKind kind, const char *name, int choice,
                       Control *out)
{
    Arena *arena = arena_new();
    const Control *list;
    int count = session_controls(session, arena, &list), at = 0;
    while (at < count && (list[at].kind != kind || list[at].choice != choice ||
                          (name && strcmp(list[at].name, name) != 0)))
        ++at;
    assert_true(at < count);
    *out = list[at];
    out->name = NULL;
    arena_free(arena);
    return (uint32_t)at;
}

static void adjust(Session *session, ControlKind kind, const char *name, int choice, AdjustWay way)
{
    Control control;
    uint32_t row = row_of(session, kind, name, choice, &control);
    session_apply(session, (Command){COMMAND_ADJUST, 0, {TARGET_CONTROL, row, way, 0}});
    session_finish_work(session);
}

static void test_controls_change_both_runs(void **state)
{
    Session *session = *state;
    Control control;
    adjust(session, CONTROL_SIZE, "j", 0, ADJUST_UP);
    row_of(session, CONTROL_SIZE, "j", 0, &control);
    assert_int_equal(control.value, 4);
    assert_true(control.is_changed);
    for (int i = 0; i < 2; ++i)
        assert_int_equal(session->runs[i].run->launch.buffers[0].rows, 4);
    adjust(session, CONTROL_MACRO, "TILE_WIDTH", 0, ADJUST_DOUBLE);
    assert_int_equal(session_front(session)->run->launch.block.x, 4);
    adjust(session, CONTROL_ORDER, NULL, 0, ADJUST_DOWN);
    assert_int_equal(session_front(session)->run->launch.order, ORDER_RANDOM);
    adjust(session, CONTROL_SEED, NULL, 0, ADJUST_UP);
    assert_int_equal(session_front(session)->run->launch.order_seed, 2);
    adjust(session, CONTROL_DATA, NULL, 0, ADJUST_DOWN);
    assert_int_equal(session_front(session)->run->launch.buffers[0].fill, FILL_ZEROS);
    adjust(session, CONTROL_FMAD, NULL, 0, ADJUST_UP);
    assert_false(session_front(session)->run->compile.fmad);
    send_line(session, "restore");
    assert_int_equal(session_front(session)->run->launch.buffers[0].rows, 3);
    send_line(session, "undo");
    assert_int_equal(session_front(session)->run->launch.order_seed, 2);
}

static void test_a_size_that_cannot_run_changes_nothing(void **state)
{
    Session *session = *state;
    for (int i = 0; i < 6; ++i)
        adjust(session, CONTROL_MACRO, "TILE_WIDTH", 0, ADJUST_DOUBLE);
    assert_non_null(session_trouble(session));
    assert_int_equal(session_front(session)->run->launch.block.x, 32);
    assert_null(session->runs[0].problem);
    adjust(session, CONTROL_MACRO, "TILE_WIDTH", 0, ADJUST_HALVE);
    assert_null(session_trouble(session));
}

static void send_key(Session *session, const char *key)
{
    Command command;
    assert_true(session_command_for_key(session, key, &command));
    session_apply(session, command);
}

static void test_controls_have_keys(void **state)
{
    Session *session = *state;
    uint64_t before = position(session);
    Control control;
    send_key(session, "C");
    assert_true(session->look.show_controls);
    uint32_t row = row_of(session, CONTROL_SIZE, "k", 0, &control);
    while ((uint32_t)session->selection.control != row)
        send_key(session, "Tab");
    send_key(session, "Shift+Right");
    row_of(session, CONTROL_SIZE, "k", 0, &control);
    assert_int_equal(control.value, 6);
    assert_int_equal(position(session), before);
    send_key(session, "Up");
    assert_int_equal(session->selection.control, row - 1);
    send_key(session, "Escape");
    assert_false(session->look.show_controls);
    send_key(session, "F11"); /* keys are time again */
    assert_int_equal(position(session), 1);
}

static void test_running_stops_at_a_line(void **state)
{
    Session *session = *state;
    int line = line_of(session, WITHOUT_BARRIER);
    session->look.reduced_motion = true;
    session_apply(session, (Command){.name = COMMAND_BREAK_LINE, .number = line});
    uint64_t stops[64];
    int count = 0;
    uint64_t length = timeline_length(session_front(session)->timeline);
    for (; position(session) < length && count < 64; ++count) {
        send_line(session, "run");
        stops[count] = position(session);
        if (stops[count] < length)
            assert_int_equal(session_step(session_front(session))->instr->line, line);
    }
    assert_true(count > 3);
    assert_int_equal(session->time.breaks.mark_count, count - 1);
    for (int i = count - 2; i >= 0; --i) {
        send_line(session, "run-back");
        assert_int_equal(position(session), stops[i]);
        assert_int_equal(session->time.breaks.marks[i], stops[i]);
    }
    send_line(session, "run-back");
    assert_int_equal(position(session), 0);
    session_apply(session, (Command){.name = COMMAND_BREAK_LINE, .number = line});
    assert_int_equal(session->time.breaks.mark_count, 0);
    send_line(session, "run");
    assert_int_equal(position(session), length);
}

static void test_running_stops_at_the_first_finding(void **state)
{
    Session *session = *state;
    session->look.reduced_motion = true;
    adjust(session, CONTROL_BREAK, NULL, BREAK_OUTSIDE, ADJUST_UP);
    send_line(session, "run");
    assert_int_equal(position(session), timeline_length(session_front(session)->timeline));
    send_line(session, "go-start");
    toggle(session, line_of(session, WITHOUT_CHECK));
    toggle(session, session_front(session)->run->compile.withouts[0].line + 4);
    send_line(session, "break-on 1");
    send_line(session, "break-on 0");
    send_line(session, "run");
    assert_true(position(session) < timeline_length(session_front(session)->timeline));
    assert_int_equal(probe_report(timeline_probe(session_front(session)->timeline))->finding_count,
                     1);
}

static void write_text(const char *path, const char *text)
{
    Arena *arena = arena_new();
    const Phrase *reason;
    assert_true(file_write(arena, path, text, strlen(text), &reason));
    arena_free(arena);
}

static const char twice[] = "__global__ void twice(float *a, int n)\n"
                            "{\n"
                            "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                            "    if (i < n)\n"
                            "        a[i] = a[i] * 2.0f;\n"
                            "}\n"
                            "int main()\n"
                            "{\n"
                            "    int n = 10;\n"
                            "    float *d;\n"
                            "    cudaMalloc(&d, n * sizeof(float));\n"
                            "    twice<<<2, 8>>>(d, n);\n"
                            "}\n";

static void test_a_saved_file_is_taken_up(void **state)
{
    char path[] = "/tmp/tilestep_edit_XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    write_text(path, twice);
    LoadOptions none = {0};
    Session *session = session_new();
    session_open(session, 0, run_load(path, &none), true);
    session_finish_work(session);
    send_line(session, "seek 5");
    const Run *good = session_front(session)->run;
    write_text(path, "__global__ void twice(float *a) { a[0] = ; }\n");
    session_reload(session, (const bool[SESSION_RUNS]){true, true});
    assert_non_null(session_trouble(session));
    assert_non_null(strstr(session_trouble(session), "error"));
    assert_false(session_trouble_is_elsewhere(session));
    send_key(session, "Escape"); /* the file shown is wrong until it is mended */
    assert_non_null(session_trouble(session));
    assert_ptr_equal(session_front(session)->run, good);
    assert_int_equal(position(session), 5);
    write_text(path, twice);
    session_reload(session, (const bool[SESSION_RUNS]){true, true});
    assert_null(session_trouble(session));
    assert_int_equal(position(session), 5);
    assert_false(session->time.motion.playing);
    send_line(session, "play");
    session_reload(session, (const bool[SESSION_RUNS]){true, true});
    assert_true(session->time.motion.playing);
    assert_in_range(position(session), 5, 7);
    session_tick(session, 2000);
    assert_in_range(position(session), 8, 20);
    send_line(session, "go-end");
    session_reload(session, (const bool[SESSION_RUNS]){true, true});
    assert_false(session->time.motion.playing);
    unlink(path);
    session_reload(session, (const bool[SESSION_RUNS]){true, true});
    assert_non_null(session_trouble(session));
    session_free(session);
}

static void type_path(Session *session, const char *text)
{
    send_key(session, "Ctrl+O");
    for (; *text; ++text)
        session_apply(session, (Command){.name = COMMAND_OPEN_TYPE, .number = *text});
}

/* Absolute, from HOME or relative, with folders to go into; what is not there is told by its name,
 * and the sheet stays. */
static void test_a_path_is_typed(void **state)
{
    Session *session = *state;
    Opener *opener = &session->sheets.opener;
    char folder[] = "/tmp/tilestep-Typed-XXXXXX", path[128], typed[128];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/Sub Folder", folder);
    assert_int_equal(mkdir(path, 0755), 0);
    snprintf(path, sizeof path, "%s/Sub Folder/My.cu", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "__global__ void mine(float *a)\n{\n    a[threadIdx.x] = 1;\n}\n"
                  "int main()\n{\n    float *a;\n    cudaMalloc(&a, 128);\n"
                  "    mine<<<1, 32>>>(a);\n}\n");
    fclose(file);
    snprintf(typed, sizeof typed, "%s/S", folder);
    type_path(session, typed);
    assert_int_equal(opener->found_count, 1);
    send_key(session, "Tab"); /* the folder's whole name */
    assert_true(opener_is_folder(opener->filter));
    send_key(session, "Return"); /* its only file */
    assert_false(opener->is_open);
    assert_string_equal(session_front(session)->run->path, path);
    const char *home = getenv("HOME");
    char *kept = home ? strdup(home) : NULL;
    setenv("HOME", folder, 1);
    send_line(session, "undo");
    type_path(session, "~/");
    send_key(session, "Return"); /* into the folder */
    assert_string_equal(opener->filter, "~/Sub Folder/");
    send_key(session, "Return");
    assert_string_equal(session_front(session)->run->path, path);
    type_path(session, "~/none.cu");
    send_key(session, "Return");
    assert_true(opener->is_open);
    assert_string_equal(session->notice, "There is no file ~/none.cu.");
    send_key(session, "Escape");
    type_path(session, "nowhere.txt");
    send_key(session, "Return");
    assert_string_equal(session->notice, "There is no file nowhere.txt.");
    if (kept)
        setenv("HOME", kept, 1);
    free(kept);
    remove(path);
    snprintf(path, sizeof path, "%s/Sub Folder", folder);
    rmdir(path);
    rmdir(folder);
}

/* Once the grid is counted, with the key that leads there; of a file without, nothing. */
static void test_a_file_with_findings_says_so(void **state)
{
    Session *session = *state;
    open_file(session, KERNELS_FOLDER "/../tests/kernels/broken/no_guards.cu");
    session_settle(session);
    session_tick(session, 1);
    assert_non_null(strstr(session->notice, "Line "));
    assert_non_null(strstr(session->notice, "J goes there"));
    send_key(session, "J");
    assert_int_equal(session->look.panel, PANEL_FINDINGS);
    assert_string_equal(session->notice, "");
    session_tick(session, 1);
    assert_string_equal(session->notice, "");
    open_file(session, KERNELS_FOLDER "/01_naive.cu");
    session->notice[0] = '\0';
    session_settle(session);
    session_tick(session, 1);
    assert_string_equal(session->notice, "");
}

static void test_another_file_is_opened(void **state)
{
    Session *session = *state;
    const char *paths[OPENER_FILES];
    send_line(session, "seek 30");
    send_key(session, "Ctrl+L");
    assert_true(session->sheets.form.is_open);
    send_key(session, "Ctrl+O");
    assert_true(session->sheets.opener.is_open);
    int all = opener_shown(&session->sheets.opener, paths, OPENER_FILES);
    assert_true(all > 2);
    const char *letters[] = {"0", "1", "Shift+-", "X", "Backspace", "N"};
    for (int i = 0; i < 6; ++i)
        send_key(session, letters[i]);
    assert_string_equal(session->sheets.opener.filter, "01_n");
    int some = opener_shown(&session->sheets.opener, paths, OPENER_FILES);
    assert_true(some >= 1 && some < all);
    send_key(session, "Down");
    send_key(session, "Up");
    send_key(session, "Return");
    assert_false(session->sheets.opener.is_open);
    assert_false(session->sheets.form.is_open); /* it was about the file before */
    assert_non_null(strstr(session_front(session)->run->path, "01_naive.cu"));
    assert_int_equal(position(session), 0);
    send_line(session, "undo");
    assert_non_null(strstr(session_front(session)->run->path, "02_tiled.cu"));
    send_key(session, "Ctrl+O");
    send_key(session, "Escape");
    assert_false(session->sheets.opener.is_open);
    open_file(session, "/nowhere.cu");
    assert_non_null(session_trouble(session));
    assert_true(session_trouble_is_elsewhere(session));
    send_key(session, "Escape");
    assert_null(session_trouble(session));
    assert_non_null(session_front(session));
}

/* Sizes, tile width, order and data that the new file knows; nothing that names the old file's
 * lines. */
static void test_choices_go_along_to_another_file(void **state)
{
    Session *session = *state;
    toggle(session, line_of(session, WITHOUT_CHECK));
    adjust(session, CONTROL_SIZE, "k", 0, ADJUST_UP);
    adjust(session, CONTROL_MACRO, "TILE_WIDTH", 0, ADJUST_UP);
    adjust(session, CONTROL_ORDER, NULL, 0, ADJUST_UP);
    const LoadOptions *before = &session_front(session)->run->options;
    assert_int_equal(before->without_count, 1);
    const char *order = strdup(before->order);
    open_file(session, KERNELS_FOLDER "/01_naive.cu");
    const Run *run = session_front(session)->run;
    assert_non_null(strstr(run->path, "01_naive.cu"));
    assert_null(session_trouble(session));
    assert_int_equal(run->options.without_count, 0);
    assert_string_equal(run->options.order, order);
    assert_non_null(strstr(session->notice, "k="));
    assert_non_null(strstr(session->notice, "order="));
    assert_non_null(strstr(session->notice, "TILE_WIDTH=3"));
    assert_true(session_is_edited(session));
    send_line(session, "restore");
    assert_null(session_front(session)->run->options.order);
    assert_int_equal(session_front(session)->run->options.setting_count, 0);
    send_line(session, "undo");
    send_line(session, "undo");
    assert_non_null(strstr(session_front(session)->run->path, "02_tiled.cu"));
    assert_int_equal(session_front(session)->run->options.without_count, 1);
    free((void *)order);
}

static void test_escape_closes_what_lies_on_top(void **state)
{
    Session *session = *state;
    session->wanted.film.state = FILM_RUNNING;
    send_line(session, "controls");
    send_line(session, "pin 1 0 3");
    send_key(session, "Escape");
    assert_false(session->look.show_controls);
    assert_false(session->wanted.film.is_cancelled);
    send_key(session, "Escape"); /* as the bar of the film says */
    assert_true(session->wanted.film.is_cancelled);
    assert_int_equal(session->selection.pin.kind, TARGET_CELL);
    send_key(session, "Escape");
    assert_int_equal(session->selection.pin.kind, TARGET_NONE);
    session->wanted.film.state = FILM_IDLE;
    send_line(session, "lecture");
    send_line(session, "panel-findings");
    send_key(session, "Escape");
    assert_int_equal(session->look.panel, PANEL_NONE);
    assert_true(session->look.lecture);
    send_key(session, "Escape");
    assert_false(session->look.lecture || session->look.full_screen);
    send_line(session, "jump");
    Command command;
    assert_false(session_command_for_key(session, "C", &command)); /* the sheet lies above all */
    assert_true(session_command_for_key(session, "F2", &command));
    send_key(session, "Escape");
    assert_false(session->sheets.jump.is_open);
    send_line(session, "launch");
    send_key(session, "F1");
    assert_true(session->sheets.form.is_open && session->look.show_help);
    send_key(session, "Escape"); /* the keys lie above the form */
    assert_true(session->sheets.form.is_open && !session->look.show_help);
    send_key(session, "Escape");
    assert_false(session->sheets.form.is_open);
}

static void test_help_gives_way_to_what_it_names(void **state)
{
    Session *session = *state;
    send_line(session, "help");
    send_line(session, "theme");
    assert_true(session->look.show_help);
    send_line(session, "open");
    assert_false(session->look.show_help);
    assert_true(session->sheets.opener.is_open);
}

static void test_a_file_is_saved_as_a_lecture(void **state)
{
    Session *session = *state, *other = session_new();
    Arena *arena = arena_new();
    const char *reason;
    send_line(session, "seek 3");
    send_line(session, "barrier-next");
    assert_true(session->time.motion.moving);
    uint64_t target = session->time.motion.target;
    send_line(session, "lecture");
    send_line(session, "save-state");
    assert_true(target > 4 && position(session) == target);
    assert_true(state_read(other, arena, state_write(session, arena), &reason));
    assert_false(other->look.lecture);
    assert_true(state_read(other, arena, state_write_file(session, arena), &reason));
    assert_true(other->look.lecture && other->look.full_screen);
    assert_int_equal(position(other), target);
    arena_free(arena);
    session_free(other);
}

/* A film is made by another process, from the saved window. */
static void test_what_is_shown_is_saved(void **state)
{
    Session *session = *state, *other = session_new();
    Arena *arena = arena_new();
    const char *reason;
    DeviceTable devices = session_load_devices(arena);
    session_use_devices(session, devices);
    session_use_devices(other, devices);
    const char *plain = state_write(session, arena);
    assert_null(strstr(plain, "\npin "));
    const char *lines[] = {"heat",        "heat",   "enlarge", "device-next", "set-registers 77",
                           "pin 1 1 3 0", "zoom-in"};
    for (int i = 0; i < 7; ++i)
        send_line(session, lines[i]);
    const char *text = state_write(session, arena);
    assert_true(state_read(other, arena, text, &reason));
    assert_int_equal(other->look.heat, HEAT_SECTORS);
    assert_true(other->look.enlarged);
    assert_int_equal(other->model.device, session->model.device);
    assert_int_equal(other->model.knobs[KNOB_REGISTERS], 77);
    assert_int_equal(other->model.knobs[KNOB_SHARED], -1);
    assert_true(session->look.scale > 1 && other->look.scale == session->look.scale);
    assert_memory_equal(&other->selection.pin, &session->selection.pin, sizeof(Target));
    assert_string_equal(state_write(other, arena), text);
    const char *odd = arena_printf(
        arena, "%sshown 99 7\nknobs 9\ndevice nothing\npin 3 1\nscale 99\nscale x\nscale -1\n",
        text);
    assert_true(state_read(other, arena, odd, &reason));
    assert_string_equal(state_write(other, arena), text);
    assert_true(state_read(other, arena, plain, &reason)); /* as a window opens */
    assert_string_equal(state_write(other, arena), plain);
    assert_true(other->look.scale == 1);
    send_line(other, "launch");
    assert_true(other->sheets.form.is_open && state_read(other, arena, text, &reason));
    assert_false(other->sheets.form.is_open);
    session_free(other);
    arena_free(arena);
}

/* The memory panel of a window that has just been opened shows the access of its moment. */
static void test_the_access_shown_is_there_again(void **state)
{
    Session *session = *state, *other = session_new();
    Arena *arena = arena_new();
    const char *reason;
    send_line(session, "seek 25");
    send_line(session, "panel-memory");
    assert_true(session->lens.has_step);
    assert_true(state_read(other, arena, state_write(session, arena), &reason));
    assert_true(other->lens.is_known && other->lens.has_step);
    assert_int_equal(other->lens.moment, session->lens.moment);
    arena_free(arena);
    session_free(other);
}

static void test_the_window_is_saved_and_reopened(void **state)
{
    Session *session = *state, *other = session_new();
    Arena *arena = arena_new();
    const char *reason;
    toggle(session, line_of(session, WITHOUT_CHECK));
    adjust(session, CONTROL_SIZE, "k", 0, ADJUST_UP);
    send_line(session, "break-line 33");
    send_line(session, "pick-block 2");
    send_line(session, "pick-thread 3");
    send_line(session, "language");
    session_settle(session);
    const char *text = state_write(session, arena);
    assert_true(state_is_one(text));
    assert_false(state_is_one("__global__"));
    assert_true(state_read(other, arena, text, &reason));
    assert_string_equal(state_write(other, arena), text);
    assert_int_equal(timeline_hash(session_front(other)->timeline),
                     timeline_hash(session_front(session)->timeline));
    const char *broken[] = {"", STATE_FIRST_LINE "\n", STATE_FIRST_LINE "\nrun 0\nkernel x\n",
                            STATE_FIRST_LINE "\nrun 0\nfile /nowhere.cu\n"};
    const char *says[] = {
        "没有可运行的内容", "没有可运行的内容", "保存的状态里没有文件",
        "错误: /nowhere.cu：没有这个文件或目录"}; /* its language is Chinese now */
    for (int i = 0; i < 4; ++i) {
        assert_false(state_read(other, arena, broken[i], &reason));
        assert_non_null(strstr(reason, says[i]));
    }
    assert_string_equal(state_write(other, arena), text);
    const char *odd = arena_printf(arena,
                                   "%sthread 99999\nplace -3 -9\nlook 9 9 9 9\nstop 7 -1\n"
                                   "stop-on 88\nfront 12\nplace 99999999 5\n",
                                   text);
    assert_true(state_read(other, arena, odd, &reason));
    session_free(other);
    arena_free(arena);
}

static void test_recipes_are_read_as_written(void **state)
{
    Arena *arena = arena_new();
    Define define = {"T", "a b"};
    NamedText settings[] = {{"n", "5"}, {"m", "7"}}, argument = {"a", "ints:4"};
    const char *withouts[] = {"barrier:3", "check:9"};
    LoadOptions options = {.kernel = "k",
                           .defines = &define,
                           .define_count = 1,
                           .settings = settings,
                           .setting_count = 2,
                           .arguments = &argument,
                           .argument_count = 1,
                           .withouts = withouts,
                           .without_count = 2,
                           .order = "random:7",
                           .data = "zeros"};
    const char *text = run_text_write(arena, "/tmp/a \\b\nc.cu", &options);
    RunRecipe recipe = run_text_read(arena, text);
    assert_string_equal(recipe.path, "/tmp/a \\b\nc.cu");
    assert_string_equal(recipe.options.settings[1].value, "7");
    assert_string_equal(run_text_write(arena, recipe.path, &recipe.options), text);
    recipe = run_text_read(arena, arena_printf(arena, "nonsense 3\n\n%sfile\nset", text));
    assert_string_equal(run_text_write(arena, recipe.path, &recipe.options), text);
    arena_free(arena);
}

#define LECTURE(test) cmocka_unit_test_setup_teardown(test, open_lecture, close_lecture)

int main(void)
{
    const struct CMUnitTest tests[] = {
        LECTURE(test_a_barrier_is_switched_off_and_back),
        LECTURE(test_undo_and_redo),
        LECTURE(test_the_current_line_is_meant),
        LECTURE(test_controls_change_both_runs),
        LECTURE(test_a_size_that_cannot_run_changes_nothing),
        LECTURE(test_controls_have_keys),
        LECTURE(test_running_stops_at_a_line),
        LECTURE(test_running_stops_at_the_first_finding),
        cmocka_unit_test(test_a_saved_file_is_taken_up),
        LECTURE(test_a_path_is_typed),
        LECTURE(test_a_file_with_findings_says_so),
        LECTURE(test_another_file_is_opened),
        LECTURE(test_choices_go_along_to_another_file),
        LECTURE(test_escape_closes_what_lies_on_top),
        LECTURE(test_a_file_is_saved_as_a_lecture),
        LECTURE(test_help_gives_way_to_what_it_names),
        LECTURE(test_what_is_shown_is_saved),
        LECTURE(test_the_access_shown_is_there_again),
        LECTURE(test_the_window_is_saved_and_reopened),
        cmocka_unit_test(test_recipes_are_read_as_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
