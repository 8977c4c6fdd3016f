/* A program runs beside a session: its launches are opened as they were, one that was not kept
 * after it has run again. Skipped where there is no clang. */
#include "base/file.h"
#include "session/edits/edit.h"
#include "session/programs/console.h"
#include "session/selection/panel.h"
#include "session/sheets/sheet.h"
#include "sessions.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Every run finds what the runs before have left in its folder. */
static const char text[] = "#include <cstdio>\n"
                           "__global__ void scale(int *x, int by) { x[threadIdx.x] *= by; }\n"
                           "int main()\n"
                           "{\n"
                           "    int x[32], *device, before = 0;\n"
                           "    if (FILE *ran = std::fopen(PATH, \"r\")) {\n"
                           "        while (std::fgetc(ran) != EOF)\n"
                           "            ++before;\n"
                           "        std::fclose(ran);\n"
                           "    }\n"
                           "    std::fclose(std::fopen(PATH, \"a\"));\n"
                           "    for (int i = 0; i < 32; ++i)\n"
                           "        x[i] = i + before;\n"
                           "    cudaMalloc(&device, sizeof x);\n"
                           "    cudaMemcpy(device, x, sizeof x, cudaMemcpyHostToDevice);\n"
                           "    scale<<<1, 32>>>(device, 2);\n"
                           "    scale<<<1, 32>>>(device, 3);\n"
                           "    cudaMemcpy(x, device, sizeof x, cudaMemcpyDeviceToHost);\n"
                           "    cudaFree(device);\n"
                           "    std::printf(\"x[1] = %d\\n\", x[1]);\n"
                           "    return x[1] == 6 ? 0 : 3;\n"
                           "}\n";

typedef struct Desk {
    Arena *arena;
    Session *session;
    char folder[64];
    const char *path, *notes;
} Desk;

static Desk open_desk(void)
{
    if (system("clang++ --version >/dev/null 2>&1") != 0)
        skip();
    Desk desk = {.arena = arena_new(), .session = session_new()};
    const Phrase *reason;
    strcpy(desk.folder, "/tmp/tilestep-program-XXXXXX");
    assert_non_null(mkdtemp(desk.folder));
    desk.path = arena_printf(desk.arena, "%s/scale.cu", desk.folder);
    desk.notes = arena_printf(desk.arena, "%s/notes", desk.folder);
    assert_true(file_write(desk.arena, desk.path, text, sizeof text - 1, &reason));
    Define define = {"PATH", arena_printf(desk.arena, "\"%s\"", desk.notes)};
    LoadOptions options = {.assume = true, .defines = &define, .define_count = 1};
    session_use_devices(desk.session, session_load_devices(desk.arena));
    session_open(desk.session, 0, run_load(desk.path, &options), true);
    assert_non_null(session_front(desk.session));
    desk.session->console.is_allowed = true;
    return desk;
}

static void close_desk(Desk *desk)
{
    session_free(desk->session);
    unlink(desk->path);
    unlink(desk->notes);
    rmdir(desk->folder);
    arena_free(desk->arena);
}

static void press(Session *session, const char *key)
{
    Command command;
    assert_true(session_command_for_key(session, key, &command));
    session_apply(session, command);
}

static void follow(Session *session)
{
    while (console_is_working(session)) {
        usleep(1000);
        console_follow(session, 1);
    }
}

static void run_program(Session *session)
{
    press(session, "Ctrl+R");
    press(session, "Return");
    assert_true(console_is_working(session));
    follow(session);
    if (session->console.facts.state == EXEC_JOB_FAILED)
        fail_msg("%s",
                 phrase_in(session->console.arena, LANGUAGE_EN, session->console.facts.reason));
    assert_int_equal(session->console.facts.launch_count, 2);
}

static void type(Session *session, const char *words)
{
    for (; *words; ++words)
        session_apply(session, (Command){.name = COMMAND_CONSOLE_TYPE, .number = *words});
}

/* What is typed reaches the program, also when it is asked for again; an input that is not there is
 * told. */
TEST(it_is_given_arguments_and_input)
{
    static const char reads[] = "#include <cstdio>\n"
                                "int main(int argc, char **argv)\n{\n"
                                "    char word[8] = \"none\";\n"
                                "    scanf(\"%7s\", word);\n"
                                "    std::printf(\"%d %s %s\\n\", argc, argv[argc - 1], word);\n"
                                "}\n";
    Desk desk = open_desk();
    Session *session = desk.session;
    const Phrase *reason;
    assert_true(file_write(desk.arena, desk.path, reads, sizeof reads - 1, &reason));
    assert_true(file_write(desk.arena, desk.notes, "hello\n", 6, &reason));
    session_open(session, 0, run_load(desk.path, &(LoadOptions){.assume = true}), true);
    press(session, "Ctrl+R");
    type(session, "7 'a b'");
    press(session, "Tab");
    type(session, desk.notes);
    press(session, "Return");
    follow(session);
    assert_string_equal(console_last_line(desk.arena, &session->console), "3 a b hello");
    press(session, "Ctrl+R");
    follow(session);
    assert_string_equal(console_last_line(desk.arena, &session->console), "3 a b hello");
    press(session, "Ctrl+Shift+R");
    press(session, "Tab");
    type(session, "absent");
    press(session, "Return");
    follow(session);
    assert_int_equal(session->console.facts.state, EXEC_JOB_FAILED);
    assert_non_null(strstr(phrase_in(desk.arena, LANGUAGE_EN, session->console.facts.reason),
                           "absent' cannot be read"));
    close_desk(&desk);
}

/* x[1] as the launch that is open finds it. */
static int found(const Session *session)
{
    const SessionRun *front = session_front(session);
    int values[2];
    assert_int_equal(timeline_position(front->timeline), 0);
    memory_copy_out(timeline_memory(front->timeline), buffer_named(front->run, "x")->offset_bytes,
                    values, sizeof values);
    return values[1];
}

TEST(a_launch_has_the_memory_of_its_moment)
{
    Desk desk = open_desk();
    Session *session = desk.session;
    run_program(session);
    assert_int_equal(session->console.facts.result->status, 0);
    assert_string_equal(console_last_line(desk.arena, &session->console), "x[1] = 6");
    send_line(session, "console-move 1"); /* behind the copy and launch 1 */
    press(session, "Return");
    assert_false(session->console.is_open);
    assert_int_equal(console_launch_open(session), 2);
    assert_int_equal(found(session), 2);
    press(session, "Ctrl+N"); /* round the end */
    assert_int_equal(console_launch_open(session), 1);
    assert_int_equal(found(session), 1);
    send_line(session, "undo");
    assert_int_equal(console_launch_open(session), 2);
    send_line(session, "undo");
    assert_int_equal(console_launch_open(session), 0);
    send_line(session, "redo");
    assert_int_equal(console_launch_open(session), 2);
    close_desk(&desk);
}

/* The third launch finds what the second one found; it is another one all the same. */
TEST(launches_that_are_alike_are_told_apart)
{
    Desk desk = open_desk();
    const Phrase *reason;
    Session *session = desk.session;
    static const char alike[] = "__global__ void fill(int *x) { x[threadIdx.x] = 7; }\n"
                                "int main()\n{\n"
                                "    int *device;\n"
                                "    cudaMalloc(&device, 128);\n"
                                "    for (int i = 0; i < 3; ++i)\n"
                                "        fill<<<1, 32>>>(device);\n"
                                "    cudaFree(device);\n"
                                "}\n";
    assert_true(file_write(desk.arena, desk.path, alike, sizeof alike - 1, &reason));
    assert_true(session_reload(session, (const bool[SESSION_RUNS]){true}));
    press(session, "Ctrl+R");
    press(session, "Return");
    follow(session);
    press(session, "Return");
    assert_int_equal(console_launch_open(session), 1);
    press(session, "Ctrl+N");
    press(session, "Ctrl+N");
    assert_int_equal(console_launch_open(session), 3);
    close_desk(&desk);
}

/* A student's product with a wrong index: Enter leads to the step that makes it wrong. */
TEST(a_wrong_launch_opens_where_it_goes_wrong)
{
    Desk desk = open_desk();
    char *right;
    size_t size;
    const Phrase *reason;
    Session *session = desk.session;
    assert_true(
        file_read(desk.arena, KERNELS_FOLDER "/02_tiled.cu", 1 << 20, &right, &size, &reason));
    const char *at = strstr(right, "Nds[ty][tx] = N");
    assert_non_null(at);
    const char *wrong = arena_printf(desk.arena, "%.*sNds[tx][ty] = N%s", (int)(at - right), right,
                                     at + strlen("Nds[ty][tx] = N"));
    assert_true(file_write(desk.arena, desk.path, wrong, strlen(wrong), &reason));
    assert_true(session_reload(session, (const bool[SESSION_RUNS]){true}));
    press(session, "Ctrl+R");
    press(session, "Return");
    follow(session);
    const ExecJobRow *row = &session->console.facts.rows[session->console.row];
    assert_true(row->is_wrong);
    assert_int_equal(row->findings, 1);
    assert_non_null(strstr(row->first_finding[LANGUAGE_EN], "It goes wrong at step 50"));
    assert_non_null(strstr(row->first_finding[LANGUAGE_ZH], "50"));
    press(session, "Return");
    follow(session);
    assert_int_equal(console_launch_open(session), 1);
    assert_non_null(session_step(session_front(session)));
    assert_int_equal(session_step(session_front(session))->index, 50);
    assert_int_equal(session->look.panel, PANEL_FINDINGS);
    close_desk(&desk);
}

/* A launch in which something was found opens there. */
TEST(a_finding_of_a_launch_is_gone_to)
{
    Desk desk = open_desk();
    const Phrase *reason;
    Session *session = desk.session;
    static const char past[] = "__global__ void fill(int *x, int n)\n{\n"
                               "    int i = threadIdx.x;\n"
                               "    if (i <= n)\n"
                               "        x[i] = 7;\n}\n"
                               "int main()\n{\n"
                               "    int *device;\n"
                               "    cudaMalloc(&device, 80);\n"
                               "    fill<<<1, 32>>>(device, 20);\n"
                               "    cudaFree(device);\n"
                               "}\n";
    assert_true(file_write(desk.arena, desk.path, past, sizeof past - 1, &reason));
    assert_true(session_reload(session, (const bool[SESSION_RUNS]){true}));
    press(session, "Ctrl+R");
    press(session, "Return");
    follow(session);
    press(session, "Return");
    follow(session);
    assert_int_equal(session->look.panel, PANEL_FINDINGS);
    assert_non_null(session_step(session_front(session)));
    assert_int_equal(session_step(session_front(session))->instr->own_line, 5);
    assert_int_equal(session->selection.thread, 20);
    close_desk(&desk);
}

TEST(one_that_was_not_kept_runs_again)
{
    Desk desk = open_desk();
    const Phrase *reason;
    Session *session = desk.session;
    session->console.kept_bytes = 1;
    run_program(session);
    assert_false(session->console.facts.rows[session->console.row].is_kept);
    press(session, "Return");
    assert_int_equal(session->console.ask, CONSOLE_ASKS_AGAIN);
    press(session, "Escape"); /* no */
    assert_true(session->console.is_open);
    assert_false(console_is_working(session));
    press(session, "Return");
    press(session, "Return");
    follow(session);
    assert_int_equal(console_launch_open(session), 1);
    assert_string_equal(session->notice, "");
    assert_true(file_write(desk.arena, desk.notes, "1234", 4, &reason));
    press(session, "Ctrl+R");
    press(session, "Return");
    press(session, "Return");
    follow(session);
    assert_int_equal(found(session), 5); /* the program read the file */
    assert_non_null(strstr(session->notice, "otherwise this time"));
    close_desk(&desk);
}

TEST(escape_ends_it_and_what_it_did_stays)
{
    Desk desk = open_desk();
    Session *session = desk.session;
    press(session, "Ctrl+R");
    press(session, "Return");
    press(session, "Escape");
    assert_true(session->console.is_open);
    follow(session);
    assert_true(session->console.is_stopped);
    press(session, "Escape");
    assert_false(session->console.is_open);
    close_desk(&desk);
}
