/* The sheet of the program beside the window: the question, how it stands, and what the mouse means
 * there. */
#include "console_fixture.h"
#include "picture.h"
#include "session/edits/edit.h"
#include "session/runs/runs.h"
#include "test.h"

#include <string.h>

static Picture open_console(void)
{
    Picture picture = open_sized("02_tiled.cu", 4, 2);
    console_fixture_open(picture.session);
    draw(&picture);
    return picture;
}

TEST(it_asks_before_it_runs)
{
    Picture picture = open_sized("02_tiled.cu", 4, 2);
    picture.session->console.is_allowed = true;
    send_line(picture.session, "program");
    draw(&picture);
    assert_non_null(find_text(&picture, "Run 02_tiled.cu as a program?"));
    assert_non_null(find_text(&picture, "Run it  Enter"));
    assert_non_null(find_text(&picture, "Its arguments"));
    assert_non_null(find_text(&picture, "Its input, a file"));
    close_picture(&picture);
}

/* Only once it has run for so long that its blocks tell anything. */
TEST(what_is_left_of_a_launch_is_estimated)
{
    Picture picture = open_console();
    Console *console = &picture.session->console;
    console->facts.state = EXEC_JOB_RUNNING;
    console->facts.blocks_done = 100;
    console->facts.blocks = 400;
    console->ms = 11000;
    console->launch_ms = 10000;
    draw(&picture);
    assert_non_null(find_text(&picture, "launch 4, 100 of 400 blocks · 11 s"));
    console->launch_ms = 1000;
    draw(&picture);
    assert_non_null(find_text(&picture, "100 of 400 blocks, about 31 s left in it · 11 s"));
    close_picture(&picture);
}

TEST(kinds_of_faults_are_told_in_both_languages)
{
    Picture picture = open_console();
    Console *console = &picture.session->console;
    draw(&picture);
    const char *const *kind = console->facts.faults[0].kind;
    assert_non_null(find_text(&picture, kind[LANGUAGE_EN]));
    picture.session->look.language = LANGUAGE_ZH;
    draw(&picture);
    assert_null(find_text(&picture, kind[LANGUAGE_EN]));
    assert_non_null(find_text(&picture, kind[LANGUAGE_ZH]));
    close_picture(&picture);
}

TEST(the_state_is_one_sentence)
{
    Picture picture = open_console();
    ConsoleFacts *facts = &picture.session->console.facts;
    assert_non_null(find_text(&picture, "ended with status 1; its last line: “Test FAILED”"));
    assert_non_null(find_text(&picture, "3 launches · × 1 with findings · ! 1 refused"));
    facts->result = &(ExecResult){.signal = 11};
    draw(&picture);
    assert_non_null(find_text(&picture, "ended by signal 11 (SIGSEGV)"));
    facts->state = EXEC_JOB_FAILED;
    facts->reason = PHRASE_LITERAL("install clang");
    draw(&picture);
    assert_non_null(find_text(&picture, "install clang"));
    assert_non_null(find_text(&picture, "Without this all else works"));
    close_picture(&picture);
}

/* Green is for a program in which nothing was found. */
TEST(content_with_itself_is_not_right)
{
    Picture picture = open_console();
    ConsoleFacts *facts = &picture.session->console.facts;
    facts->result = &(ExecResult){.status = 0};
    draw(&picture);
    assert_null(find_text(&picture, "✓"));
    facts->fault_count = 0;
    facts->row_count = 2;
    draw(&picture);
    assert_non_null(find_text(&picture, "✓"));
    close_picture(&picture);
}

/* A press beside the sheet does not end what runs. */
TEST(a_press_beside_it_hides_what_runs)
{
    Picture picture = open_console();
    Command command;
    picture.session->console.facts.state = EXEC_JOB_RUNNING;
    draw(&picture);
    assert_non_null(find_text(&picture, "Stop  Esc"));
    assert_true(view_press(picture.session, picture.scene, (Point){2, 2}, &command));
    assert_int_equal(command.name, COMMAND_CONSOLE);
    close_picture(&picture);
}

/* Its box, and behind it what stands in it. */
static const Shape *row_of(const Picture *picture, uint32_t row)
{
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        if (shape->tag.kind == TARGET_CONSOLE && shape->tag.a == CONSOLE_LAUNCHES &&
            shape->tag.b == row)
            return shape;
    }
    fail_msg("no row %u", row);
    return NULL;
}

TEST(a_press_picks_a_row)
{
    Picture picture = open_console();
    Command command;
    assert_non_null(
        find_text(&picture, "Found in launch 2: Line 24: Mds[0][0] is read too early, and 1 more"));
    assert_true(
        view_press(picture.session, picture.scene, middle(row_of(&picture, 5)->rect), &command));
    session_apply(picture.session, command);
    draw(&picture);
    assert_int_equal(picture.session->console.row, 5);
    assert_non_null(find_text(&picture, "textures are not supported"));
    close_picture(&picture);
}

/* Where the disc of a launch stands in its row; 0: it has none. */
static float lane_of(const Picture *picture, uint32_t row)
{
    const Shape *first = row_of(picture, row),
                *end = picture->scene->shapes + picture->scene->count;
    Rect box = first->rect;
    for (const Shape *shape = first; shape < end; ++shape) {
        if (shape->kind == SHAPE_CIRCLE && shape->rect.y >= box.y &&
            shape->rect.y + shape->rect.h <= box.y + box.h)
            return shape->rect.x;
    }
    return 0;
}

TEST(each_stream_has_a_lane)
{
    Picture picture = open_console();
    Console *console = &picture.session->console;
    console->part = CONSOLE_OUTPUT;
    draw(&picture);
    assert_true(lane_of(&picture, 2) > 0);
    assert_true(lane_of(&picture, 4) < lane_of(&picture, 2)); /* the default stream comes first */
    for (int i = 0; i < console->facts.row_count; ++i)
        ((ExecJobRow *)console->facts.rows)[i].stream = 0;
    draw(&picture);
    assert_true(lane_of(&picture, 2) == 0);
    close_picture(&picture);
}

/* All that is printed is seen, folded, from the top where it has room. */
TEST(the_output_is_folded_and_scrolls)
{
    Picture picture = open_console();
    assert_non_null(find_text(&picture, "tiled, 32 x 32"));
    assert_non_null(find_text(&picture, "        thread  value"));
    assert_non_null(find_text(&picture, "矩阵 P：结果与参考不同"));
    const char *long_line = find_text(&picture, "a line that is so long");
    assert_non_null(long_line);
    assert_null(strstr(long_line, "however long its lines may be"));
    assert_non_null(find_text(&picture, "lines may be"));
    picture.session->console.lines_up = 2;
    draw(&picture);
    assert_non_null(find_text(&picture, "2 lines below"));
    close_picture(&picture);
}

/* A kernel whose result is compared with nothing is told by whom it may be. */
TEST(the_verdict_is_the_programs_own)
{
    static const char text[] = "#include <cstdio>\n"
                               "__global__ void k(float *a) { a[threadIdx.x] = 1; }\n"
                               "int main() { float *a; cudaMalloc(&a, 128); k<<<1, 32>>>(a); }\n";
    Picture picture = open_sized("02_tiled.cu", 4, 2);
    Session *session = picture.session;
    LoadOptions options = {.assume = true};
    session_open(session, 0, run_load_text("k.cu", text, strlen(text), &options), true);
    session_keep_only(session, 0);
    session_finish_work(session);
    send_line(session, "panel-findings");
    draw(&picture);
    assert_non_null(find_text(&picture, "Nothing compares this result here."));
    assert_non_null(find_text(&picture, "Ctrl+R"));
    console_fixture_open(session);
    session->console.is_open = false;
    draw(&picture);
    assert_non_null(find_text(&picture, "“Test FAILED”"));
    close_picture(&picture);
}

TEST(the_button_stands_where_there_is_a_program)
{
    Picture picture = open_sized("02_tiled.cu", 4, 2);
    draw(&picture);
    assert_non_null(find_text(&picture, "Program  Ctrl+R"));
    ((LaunchScan *)picture.session->runs[0].run->scan)->has_main = false;
    draw(&picture);
    assert_null(find_text(&picture, "Program  Ctrl+R"));
    close_picture(&picture);
}
