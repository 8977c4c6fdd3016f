/* What students hand in: written, read again, cleaned, refused; a class of them, the newest of a
 * name; the bars of a question; both sheets. */
#include "session/class/class_sheet.h"
#include "session/class/hand_in_sheet.h"
#include "session/lessons/progress.h"
#include "session/lessons/take.h"
#include "session/session.h"
#include "session/sheets/sheet.h"
#include "sessions.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static Arena *arena;

static int open_arena(void **state)
{
    (void)state;
    arena = arena_new();
    return 0;
}

static int close_arena(void **state)
{
    (void)state;
    arena_free(arena);
    return 0;
}

static const char *clean(const char *name)
{
    char *cleaned = arena_alloc(arena, HAND_IN_NAME);
    hand_in_clean_name(cleaned, name, strlen(name));
    return cleaned;
}

static void test_names_are_cleaned(void **state)
{
    (void)state;
    assert_string_equal(clean("  Ada \t Lovelace "), "Ada Lovelace");
    assert_string_equal(clean("李雷　Émile"), "李雷 Émile");
    assert_string_equal(clean("\x1b[31mEve\a\r"), "[31mEve");
    assert_string_equal(clean("a\xe2\x80\xae"
                              "b\xe2\x81\xa6"
                              "c\xe2\x80\x8b\xef\xbb\xbf"),
                        "abc");
    assert_string_equal(clean("\xff\xc0\xaf\xed\xa0\x80\xf4\x90\x80\x80"), "");
    assert_string_equal(clean("half \xe6\x9d"), "half");
    const char *sixty = "123456789 123456789 123456789 123456789 123456789 123456789 12李";
    assert_string_equal(clean(sixty),
                        "123456789 123456789 123456789 123456789 123456789 123456789 12");
}

static LessonProgress *some_progress(int handed)
{
    LessonProgress *progress = ARENA_NEW(arena, LessonProgress);
    progress->handed = handed;
    progress_answer(progress, "memory_wall", "reads_of_all", 64);
    progress_answer(progress, "memory_wall", "reads_of_all", 128); /* the first one stays */
    progress_mark(progress, "memory_wall", "reads_of_all", STAGE_DONE);
    progress_answer(progress, "memory_wall", "flop_per_byte", 0.25);
    return progress;
}

static void expect_handed(const HandIn *hand_in, const char *name, int handed)
{
    assert_string_equal(hand_in->name, name);
    assert_int_equal(hand_in->handed, handed);
    assert_int_equal(hand_in->count, 2);
    assert_true(hand_in->marks[0].has_answer && hand_in->marks[0].answer == 64);
    assert_int_equal(hand_in->marks[0].mark, STAGE_DONE);
    assert_true(hand_in->marks[1].answer == 0.25 && hand_in->marks[1].mark == STAGE_OPEN);
}

static void test_what_is_handed_in_is_read_again(void **state)
{
    (void)state;
    HandIn hand_in;
    const Phrase *problem;
    const char *text = hand_in_text(arena, some_progress(3), "Ada");
    assert_string_equal(text, HAND_IN_FIRST_LINE "\nname Ada\nhanded 3\n"
                                                 "memory_wall reads_of_all done 64\n"
                                                 "memory_wall flop_per_byte open 0.25\n");
    assert_true(hand_in_read(arena, text, strlen(text), &hand_in, &problem));
    expect_handed(&hand_in, "Ada", 3);
    const char *code = hand_in_code(arena, some_progress(3), "Ada");
    size_t start = strlen(HAND_IN_CODE);
    assert_true(hand_in_read_code(arena, code + start, strlen(code) - start, &hand_in, &problem));
    expect_handed(&hand_in, "Ada", 3);
}

/* Every damaged text is refused with a reason, or read as less. */
static void test_damaged_ones_are_refused(void **state)
{
    (void)state;
    HandIn hand_in;
    const Phrase *problem;
    const char *code = hand_in_code(arena, some_progress(3), "Ada") + strlen(HAND_IN_CODE);
    size_t length = strlen(code);
    for (size_t i = 0; i < length; ++i) {
        char *other = arena_text(arena, code, length);
        other[i] = other[i] == 'A' ? 'B' : 'A';
        assert_false(hand_in_read_code(arena, code, i, &hand_in, &problem));
        bool is_read = hand_in_read_code(arena, other, length, &hand_in, &problem);
        assert_true(!is_read || i == length - 1); /* of the last letter not all bits count */
    }
    static const char *const texts[] = {
        "", "tilestep answers 2\nname Ada\n", "tilestep answers 12\nname Ada\n",
        "tilestep answers 1\nhanded 1\n", "tilestep answers 1\nname \x1b\x07\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i)
        assert_false(hand_in_read(arena, texts[i], strlen(texts[i]), &hand_in, &problem));
    const char *odd =
        "tilestep answers 1\r\nname Ada\r\nhanded -9\r\na b done nan\r\na c done 1e999\r\n"
        "a d\r\ne f sung 1\r\nhanded 7\r\n";
    assert_true(hand_in_read(arena, odd, strlen(odd), &hand_in, &problem));
    assert_int_equal(hand_in.handed, 7); /* below 0 is none */
    assert_int_equal(hand_in.count, 2);
    assert_false(hand_in.marks[0].has_answer || hand_in.marks[1].has_answer);
    char *large = arena_alloc(arena, HAND_IN_BYTES + 2);
    memset(large, 'x', HAND_IN_BYTES + 1);
    memcpy(large, HAND_IN_FIRST_LINE "\nname Ada\n", 28);
    assert_false(hand_in_read(arena, large, HAND_IN_BYTES + 1, &hand_in, &problem));
}

static const char *hand_in(const char *name, int handed, double answer)
{
    LessonProgress *progress = ARENA_NEW(arena, LessonProgress);
    progress->handed = handed;
    progress_answer(progress, "memory_wall", "reads_of_all", answer);
    progress_mark(progress, "memory_wall", "reads_of_all", STAGE_DONE);
    return hand_in_text(arena, progress, name);
}

static void add(Class *class, const char *from, const char *text)
{
    class_add_text(class, from, text, strlen(text));
}

static const char *problem_of(const Class *class, int index)
{
    return phrase_in(arena, LANGUAGE_EN, class->problems[index]);
}

static void test_the_newest_of_a_name_counts(void **state)
{
    (void)state;
    Class *class = class_new();
    add(class, "a.txt", hand_in("Ada", 2, 64));
    add(class, "b.txt", hand_in("Ada", 1, 32));
    add(class, "c.txt", hand_in("Bo", 1, 128));
    assert_int_equal(class->count, 2);
    assert_int_equal(class->people[0].times, 2);
    assert_true(class_mark(&class->people[0], "memory_wall", "reads_of_all")->answer == 64);
    add(class, "d.txt", hand_in("Ada", 2, 16)); /* as new, and came later */
    assert_true(class_mark(&class->people[0], "memory_wall", "reads_of_all")->answer == 16);
    assert_null(class_mark(&class->people[1], "memory_wall", "no_stage"));
    class_free(class);
}

static void test_texts_with_many(void **state)
{
    (void)state;
    Class *class = class_new();
    const char *code = hand_in_code(arena, some_progress(1), "Chen");
    const char *other = hand_in_code(arena, some_progress(1), "Dina");
    add(class, "all.txt",
        arena_printf(arena, "\xef\xbb\xbf%s\n%s", hand_in("Ada", 1, 64), hand_in("Bo", 1, 64)));
    add(class, "mail",
        arena_printf(arena, "here: https://a.b/c.html#%s, and\n<%s> ta1.short", code, other));
    assert_int_equal(class->count, 4);
    assert_int_equal(class->problem_count, 0);
    add(class, "cut", arena_printf(arena, "%.40s", code));
    add(class, "new", "ta2.AAAAAAAAAAAAAAAAAAAAAAAA");
    add(class, "essay \x1b[1m.txt", "I like it");
    assert_false(class_add_text(class, "zeros", "a\0b", 3));
    assert_int_equal(class->problem_count, 4);
    assert_string_equal(problem_of(class, 0), "cut: the code is damaged: copy all of it");
    assert_string_equal(problem_of(class, 1), "new: this code is of a newer tilestep");
    assert_string_equal(problem_of(class, 2),
                        "essay [1m.txt: there are no answers of lessons in it");
    for (int i = 0; i < 2 * CLASS_PROBLEMS; ++i)
        add(class, "x", "y");
    assert_int_equal(class->problem_kept, CLASS_PROBLEMS);
    for (int i = 0; i < CLASS_PEOPLE + 5; ++i)
        add(class, "crowd", hand_in(arena_printf(arena, "n%d", i), 1, 1));
    assert_int_equal(class->count, CLASS_PEOPLE);
    assert_true(class_is_one(code) && class_is_one(hand_in("A", 1, 1)));
    assert_false(class_is_one("int data1.x = ta1.y + ta1.length; ") || class_is_one(""));
    class_free(class);
}

/* ---- bars ---- */

static void test_bars_of_a_question(void **state)
{
    (void)state;
    const Lessons lessons = lessons_read_shipped(arena);
    DeviceTable devices = session_load_devices(arena);
    Class *class = class_new();
    static const double given[] = {64, 64, 128, 1e308, 32};
    for (int i = 0; i < 5; ++i)
        add(class, "x", hand_in(arena_printf(arena, "p%d", i), 1, given[i]));
    ClassQuestion *questions;
    Tally tally;
    assert_int_equal(class_questions(arena, class, &lessons, &questions), 1);
    tally_make(arena, &tally, class, questions, &devices, LANGUAGE_EN);
    assert_int_equal(tally.count, 4);
    assert_string_equal(tally.bars[0].words, "64");
    assert_int_equal(tally.bars[0].count, 2);
    assert_string_equal(tally_names(arena, class, &tally.bars[0], 9), "p0, p1");
    assert_string_equal(tally_names(arena, class, &tally.bars[0], 1), "p0 … +1");
    for (int i = 0; i < tally.count; ++i)
        assert_int_equal(tally.bars[i].is_right, tally.bars[i].answer == 128);
    assert_int_equal(tally.answered, 5);
    assert_int_equal(tally.right, 1);
    assert_int_equal(tally.later, 4);
    for (int i = 0; i < 30;
         ++i) /* more answers than bars: all are counted, the right one is there */
        for (int n = 0; n < 2; ++n)
            add(class, "x", hand_in(arena_printf(arena, "q%d %d", i, n), 1, 1000 + i));
    tally_make(arena, &tally, class, questions, &devices, LANGUAGE_EN);
    assert_int_equal(tally.count, TALLY_BARS);
    assert_null(tally.bars[TALLY_BARS - 1].words);
    int people = 0, rights = 0;
    for (int i = 0; i < tally.count; ++i) {
        people += tally.bars[i].count;
        rights += tally.bars[i].is_right;
    }
    assert_int_equal(people, 65);
    assert_int_equal(rights, 1);
    class_free(class);
}

/* ---- the sheets ---- */

typedef struct Desk {
    Session *session;
    Lessons lessons;
} Desk;

static Desk open_desk(void)
{
    Desk desk = {.session = session_new(), .lessons = lessons_read_shipped(arena)};
    Lessons *lessons = arena_copy(arena, &desk.lessons, sizeof desk.lessons);
    session_use_devices(desk.session, session_load_devices(arena));
    session_use_lessons(desk.session, lessons);
    desk.session->look.reduced_motion = true;
    return desk;
}

static bool send_key(Session *session, const char *key)
{
    Command command;
    bool is_any = session_command_for_key(session, key, &command);
    if (is_any)
        session_apply(session, command);
    return is_any;
}

static void test_a_class_is_looked_at(void **state)
{
    (void)state;
    Desk desk = open_desk();
    Session *session = desk.session;
    assert_true(send_key(session, "Ctrl+Shift+A")); /* nobody yet */
    assert_true(session->classroom.is_open && !class_tally(session));
    static const char *const keys[] = {"Right", "Down", "V", "Return"};
    for (size_t i = 0; i < 4; ++i)
        assert_true(send_key(session, keys[i]));
    send_key(session, "Escape");
    assert_false(class_take_text(session, "I like it"));
    assert_true(class_take_text(session, hand_in("Ada", 1, 64)));
    assert_true(session->classroom.is_open);
    assert_string_equal(session->notice, "1 more, 1 in all. ");
    assert_true(class_take_text(session, hand_in("Bo", 1, 32)));
    assert_true(class_take_text(session, hand_in_text(arena, some_progress(1), "Chen")));
    assert_int_equal(class_question_count(session), 2);
    assert_int_equal(class_tally(session)->count, 3); /* the right one was said by nobody: */
    assert_int_equal(class_bars(session), 2);
    assert_false(class_is_revealed(session));
    send_key(session, "V");
    assert_true(class_is_revealed(session));
    assert_int_equal(class_bars(session), 3);
    assert_true(class_tally(session)->bars[2].is_right);
    send_key(session, "Up");
    assert_int_equal(session->classroom.row, 2);
    send_key(session, "V"); /* it hides the row that was picked */
    assert_int_equal(session->classroom.row, 0);
    send_key(session, "Right");
    assert_string_equal(class_question_shown(session)
                            ->lesson->stages->plans[class_question_shown(session)->stage]
                            .name,
                        "flop_per_byte");
    send_key(session, "V");
    send_key(session, "Left");
    assert_false(class_is_revealed(session)); /* each by itself */
    send_key(session, "Left");
    assert_true(class_is_revealed(session));
    session->look.language = LANGUAGE_ZH;
    assert_true(class_follow(session));
    send_key(session, "Return");
    assert_false(session->classroom.is_open);
    assert_string_equal(lesson_shown(session)->name, "memory_wall");
    assert_string_equal(lesson_stage(session)->name, "flop_per_byte");
    session_free(session);
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void test_files_and_folders_are_taken(void **state)
{
    (void)state;
    Desk desk = open_desk();
    char folder[] = "/tmp/tilestep-class-XXXXXX";
    assert_non_null(mkdtemp(folder));
    const char *deeper = arena_printf(arena, "%s/deeper", folder);
    const char *ada = arena_printf(arena, "%s/ada.txt", folder),
               *bo = arena_printf(arena, "%s/bo.txt", deeper),
               *essay = arena_printf(arena, "%s/essay.txt", folder);
    assert_int_equal(mkdir(deeper, 0700), 0);
    write_file(essay, "I like it");
    assert_false(class_take_path(desk.session, folder)); /* nobody's answers are in it */
    assert_false(class_take_path(desk.session, essay));
    write_file(ada, hand_in("Ada", 1, 64));
    write_file(bo, hand_in("Bo", 1, 64));
    assert_true(class_take_path(desk.session, folder));
    assert_int_equal(class_people(desk.session)->count, 2);
    assert_string_equal(desk.session->notice,
                        "2 more, 2 in all. essay.txt: there are no answers of lessons in it");
    assert_true(class_take_path(desk.session, essay)); /* while the sheet is open it is told */
    const char *const made[] = {ada, bo, essay};
    for (int i = 0; i < 3; ++i)
        unlink(made[i]);
    rmdir(deeper);
    rmdir(folder);
    session_free(desk.session);
}

static void test_handing_in(void **state)
{
    (void)state;
    Desk desk = open_desk();
    Session *session = desk.session;
    send_key(session, "Ctrl+A");
    assert_false(session->handing_in.is_open); /* nothing was answered yet */
    const Lesson *lesson = lessons_find(&desk.lessons, "memory_wall");
    assert_true(lesson_open(session, "memory_wall", scenes_find(lesson->stages, "reads_of_all")));
    session_finish_work(session);
    session_tick(session, 0);
    static const char *const wrong[] = {"6", "4", "Return"}, *const right[] = {"1", "2", "8",
                                                                               "Return"};
    for (int i = 0; i < 3; ++i)
        assert_true(send_key(session, wrong[i]));
    for (int i = 0; i < 4; ++i)
        assert_true(send_key(session, right[i]));
    send_key(session, "Ctrl+A");
    assert_true(session->handing_in.is_open);
    assert_int_equal(handing_count(session), 1);
    send_key(session, "Return"); /* without a name nothing goes out */
    assert_false(session->handing_in.is_wanted);
    static const int letters[] = {'A', 0x1b, 0x202e, 0x674e, 'x', ' '};
    for (int i = 0; i < 6; ++i)
        handing_type(session, letters[i]);
    assert_string_equal(session->handing_in.name, "A李x ");
    send_key(session, "Backspace");
    send_key(session, "Backspace");
    send_key(session, "Return");
    assert_true(session->handing_in.is_wanted && session->wanted.copy);
    assert_false(session->handing_in.is_open);
    assert_string_equal(handing_text(session, arena), HAND_IN_FIRST_LINE
                        "\nname A李\nhanded 1\nmemory_wall reads_of_all done 64\n");
    assert_true(class_is_one(handing_code(session, arena)));
    session_free(session);
}

#define CLASS(test) cmocka_unit_test_setup_teardown(test, open_arena, close_arena)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CLASS(test_names_are_cleaned),
        CLASS(test_what_is_handed_in_is_read_again),
        CLASS(test_damaged_ones_are_refused),
        CLASS(test_the_newest_of_a_name_counts),
        CLASS(test_texts_with_many),
        CLASS(test_bars_of_a_question),
        CLASS(test_a_class_is_looked_at),
        CLASS(test_files_and_folders_are_taken),
        CLASS(test_handing_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
