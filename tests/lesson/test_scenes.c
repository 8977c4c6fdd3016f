/* Files of scenes: what they say is read, what is wrong with them is told where it stands and with
 * what was expected, and no bytes at all do more than that. */
#include "base/file.h"
#include "base/hash.h"
#include "lesson/lesson.h"
#include "lesson/scenes.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

typedef struct Desk {
    Arena *arena;
    Diags *diags;
    Scenes *scenes;
} Desk;

static Desk read_bytes(const char *text, size_t length)
{
    Desk desk = {.arena = arena_new()};
    desk.diags = diags_new(desk.arena);
    desk.scenes = scenes_read_text(desk.arena, "lecture.yaml", text, length, desk.diags);
    assert_non_null(desk.scenes);
    return desk;
}

static Desk read_text(const char *text)
{
    return read_bytes(text, strlen(text));
}

static void end(Desk *desk)
{
    arena_free(desk->arena);
}

#define HEAD "title: {en: T, zh: 题}\nscenes:\n"
#define TEXTS                                                                                      \
    "    title: {en: One, zh: 一}\n    aim: {en: A, zh: 目}\n    question: {en: Q, zh: 问}\n"
#define RUNS  "    runs: [{kernel: a.cu}]\n"
#define SCENE "  - name: one\n" TEXTS RUNS /* lines 3 to 7; what is added begins in line 8 */

TEST(test_everything_that_is_said)
{
    Desk desk =
        read_text(HEAD "  - name: one_2\n" TEXTS "    runs:\n"
                       "      - kernel: kernels/02_tiled.cu\n"
                       "        launch: -D TILE_WIDTH=8 --set j=16\n"
                       "        off: [{barrier: '__syncthreads(); #1'}, {check: 'if (Row'}]\n"
                       "      - {kernel: kernels/01_naive.cu}\n"
                       "    at: {block: [1, 2], phase: last, thread: [3], line: 'M[', when: loads, "
                       "of: M, nth: 2}\n"
                       "    to: {interval: 3}\n"
                       "    panel: memory\n"
                       "    speed: 4\n"
                       "    registers: 16\n"
                       "    enlarged: true\n"
                       "    hidden: [totals, marks]\n"
                       "    note: {en: N, zh: 注}\n"
                       "  - name: two\n" TEXTS RUNS "    builds_on: [one_2]\n");
    assert_int_equal(desk.diags->count, 0);
    assert_int_equal(desk.scenes->count, 2);
    const ScenePlan *one = &desk.scenes->plans[0], *two = &desk.scenes->plans[1];
    assert_string_equal(one->title.in[LANGUAGE_ZH], "一");
    assert_string_equal(one->note.in[LANGUAGE_EN], "N");
    assert_null(two->note.in[LANGUAGE_EN]);
    assert_int_equal(one->run_count, 2);
    assert_string_equal(one->runs[0].launch, "-D TILE_WIDTH=8 --set j=16");
    assert_int_equal(one->runs[0].off_count, 2);
    assert_string_equal(one->runs[0].off[1].check, "if (Row");
    assert_null(one->runs[0].off[1].barrier);
    assert_int_equal(one->at.block.y, 2);
    assert_int_equal(one->at.phase, WAYPOINT_LAST);
    assert_int_equal(one->at.interval, WAYPOINT_ANY);
    assert_int_equal(one->at.thread.x, 3);
    assert_int_equal(one->at.when, WAYPOINT_LOADS);
    assert_int_equal(one->at.nth, 2);
    assert_int_equal(one->to.when, WAYPOINT_BEGINS);
    assert_int_equal(one->to.interval, 3);
    assert_int_equal(one->registers, 16);
    assert_int_equal(two->to.phase, WAYPOINT_ANY);
    assert_true(one->hides[VEIL_TOTALS] && one->hides[VEIL_MARKS] && !one->hides[VEIL_HEAT]);
    assert_string_equal(two->builds_on[0], "one_2");
    assert_int_equal(scenes_find(desk.scenes, "two"), 1);
    assert_int_equal(scenes_find(desk.scenes, "three"), -1);
    SourcePlace place = source_place(desk.scenes->sources, scene_span(one, "at.line"));
    assert_int_equal(place.line, 12);
    place = source_place(desk.scenes->sources, scene_span(one, "runs.0.off.1.check"));
    assert_int_equal(place.line, 10);
    end(&desk);
}

static const struct {
    const char *text, *says, *hint;
} wrongs[] = {
    {HEAD SCENE "    titel: {en: x}\n", "8:5: error: there is no field 'titel'",
     "the fields here are name, title, aim, question"},
    {HEAD "  - name: one\n" RUNS, "3:5: error: the field 'title' is missing", NULL},
    {HEAD "  - name: one\n" TEXTS, "the field 'runs' is missing", NULL},
    {"scenes: []\n", "1:1: error: the field 'title' is missing", NULL},
    {HEAD SCENE "    note: {en: x}\n", "8:5: error: the field 'zh' is missing", NULL},
    {HEAD SCENE "    panel: []\n", "8:12: error: here a text is expected, not a list", NULL},
    {HEAD SCENE "    hidden: totals\n", "8:13: error: here a list is expected, not a text", NULL},
    {HEAD SCENE "    at: phase\n", "8:9: error: here a set of fields is expected, not a text",
     NULL},
    {HEAD SCENE "    at: {when: later}\n", "8:16: error: 'later' is not known here",
     "it is one of begins, ends, loads, stores, over"},
    {HEAD SCENE "    hidden: [totals, marcs]\n", "8:22: error: 'marcs' is not known here",
     "totals, ratios, findings, marks, heat, results"},
    {HEAD SCENE "    at: {phase: two}\n", "8:17: error: a number from 0 on, or last, is expected",
     NULL},
    {HEAD SCENE "    at: {nth: 0, line: x}\n", "8:15: error: a number from 1 on", NULL},
    {HEAD SCENE "    at: {nth: 2}\n", "8:15: error: 'nth' counts how often a line", NULL},
    {HEAD SCENE "    at: {of: M, line: x}\n", "8:14: error: 'of' names what is loaded", NULL},
    {HEAD SCENE "    at: {block: [1, 2, 3, 4]}\n", "8:17: error: 1 to 3 items are expected, not 4",
     NULL},
    {HEAD SCENE "    at: {block: [-1]}\n", "8:18: error: a whole number is expected, not '-1'",
     NULL},
    {HEAD SCENE "    speed: fast\n", "8:12: error: a whole number is expected, not 'fast'", NULL},
    {HEAD SCENE "    speed: 99999999999\n", "a whole number is expected", NULL},
    {HEAD SCENE "    enlarged: maybe\n", "8:15: error: true or false is expected", NULL},
    {HEAD SCENE "    panel: memory\n    panel: reuse\n",
     "9:5: error: the field 'panel' is given twice", NULL},
    {HEAD SCENE SCENE, "8:11: error: another scene has the name 'one'", NULL},
    {HEAD SCENE "    builds_on: [two]\n",
     "8:17: error: no scene before this one has the name 'two'", NULL},
    {HEAD "  - name: One\n" TEXTS RUNS, "3:11: error: a name is made of a-z", NULL},
    {HEAD "  - name: one\n" TEXTS "    runs: [{kernel: a, off: [{check: x, line: y}]}]\n",
     "7:30: error: one of barrier, check and line is expected", NULL},
    {HEAD "  - name: one\n" TEXTS "    runs: [{kernel: a}, {kernel: b}, {kernel: c}]\n",
     "7:11: error: 1 to 2 items are expected, not 3", NULL},
    {HEAD SCENE "    panel: 'x\n", "this is no YAML: ", NULL},
    {HEAD SCENE "\tpanel: x\n", "8:1: error: this is no YAML: ", NULL},
    {"a: &x 1\nb: *x\n", "2:4: error: an alias (*name) is not read", "write it out again"},
    {HEAD SCENE "---\na: 1\n", "8:1: error: only one document (---) is read", NULL},
    {"? [a]\n: b\n", "1:3: error: the name of a field is a text", NULL},
    {"- a\n", "1:1: error: here a set of fields is expected, not a list", NULL},
    {"a: \"b\\0c\"\n", "1:4: error: a text cannot hold the character NUL", NULL},
    {"", "1:1: error: the field 'title' is missing", NULL},
};

TEST(test_what_is_wrong_is_told)
{
    for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; ++i) {
        Desk desk = read_text(wrongs[i].text);
        bool is_told = false;
        for (int k = 0; k < desk.diags->count; ++k) {
            const char *text = diag_format(desk.arena, desk.scenes->sources, &desk.diags->items[k]);
            is_told |= strstr(text, wrongs[i].says) &&
                       (!wrongs[i].hint || strstr(text, wrongs[i].hint)) &&
                       strncmp(text, "lecture.yaml:", 13) == 0;
        }
        if (!is_told)
            fail_msg("%zu: '%s' is not told, but %s", i, wrongs[i].says,
                     desk.diags->count
                         ? diag_format(desk.arena, desk.scenes->sources, &desk.diags->items[0])
                         : "nothing");
        end(&desk);
    }
}

/* What is wrong with one scene leaves the others. */
TEST(test_the_others_stay)
{
    Desk desk = read_text(HEAD "  - name: one\n" TEXTS RUNS "    at: {phase: x}\n"
                               "  - name: two\n" TEXTS RUNS);
    assert_int_equal(desk.diags->error_count, 1);
    assert_int_equal(desk.scenes->count, 1);
    assert_string_equal(desk.scenes->plans[0].name, "two");
    end(&desk);
}

static char *repeat(const char *piece, size_t count)
{
    size_t length = strlen(piece);
    char *text = malloc(length * count + 1);
    assert_non_null(text);
    for (size_t i = 0; i < count; ++i)
        memcpy(text + i * length, piece, length);
    text[length * count] = '\0';
    return text;
}

/* Deep, wide, long and broken: each is told of, and soon. */
TEST(test_hostile_files)
{
    static const char *const pieces[] = {"[",  "{a: ",   "- ",    "? ",   "a: &a [*a, *a]\n",
                                         "\"", "a: b\n", "- a\n", "\xff", "\xe4\xb8",
                                         "#",  "!!str ", "|\n",   "%"};
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; ++i) {
        char *text = repeat(pieces[i], YAML_BYTES_MOST / 2 / strlen(pieces[i]));
        Desk desk = read_text(text);
        assert_int_equal(desk.scenes->count, 0);
        assert_true(desk.diags->error_count > 0);
        end(&desk);
        free(text);
    }
    Desk desk = read_bytes("title: a\0b\n", 11);
    assert_true(desk.diags->error_count > 0);
    end(&desk);
}

/* The shipped file with bytes changed, left out, doubled and swapped for others of YAML's own. */
TEST(test_mutated_files)
{
    Arena *arena = arena_new();
    char *text;
    size_t length;
    const Phrase *reason;
    assert_true(file_read(arena, SCENES_FILE, YAML_BYTES_MOST, &text, &length, &reason));
    char *changed = malloc(2 * length);
    uint64_t random = 7;
    for (int round = 0; round < 1500; ++round) {
        size_t size = length;
        memcpy(changed, text, length);
        for (int i = 0; i < 1 + round % 6; ++i) {
            random = hash_u64(random, 13);
            size_t at = (random >> 8) % size, cut = (random >> 40) % 80;
            if (random % 3 == 0) {
                changed[at] = "[]{}:,-?*&!|>'\"%@\n\t #\\\xff"[(random >> 32) % 24];
            } else if (random % 3 == 1 && at + cut < size) {
                memmove(changed + at, changed + at + cut, size - at - cut);
                size -= cut;
            } else if (at + cut < size && size + cut < 2 * length) {
                memmove(changed + at + cut, changed + at, size - at);
                size += cut;
            }
        }
        Desk desk = read_bytes(changed, size);
        for (int i = 0; i < desk.diags->count; ++i)
            assert_non_null(diag_format(desk.arena, desk.scenes->sources, &desk.diags->items[i]));
        end(&desk);
    }
    free(changed);
    arena_free(arena);
}

/* A path takes scenes that come along in its own order, and what is written of it reads the
 * same. */
TEST(test_a_path)
{
    Desk desk = read_text("title: {en: 'Mine: it''s short', zh: 短}\nminutes: 10\n"
                          "path: [load_tiles, dot_product]\n");
    assert_int_equal(desk.diags->count, 0);
    assert_int_equal(desk.scenes->count, 2);
    assert_string_equal(desk.scenes->plans[0].name, "load_tiles");
    assert_int_equal(desk.scenes->minutes, 10);
    assert_true(scenes_all(desk.scenes)->count >= 40);
    const char *text = scenes_path_text(desk.arena, desk.scenes);
    Desk again = read_text(text);
    assert_int_equal(again.diags->count, 0);
    assert_string_equal(scenes_path_text(again.arena, again.scenes), text);
    assert_string_equal(again.scenes->title.in[LANGUAGE_EN], "Mine: it's short");
    end(&again);
    end(&desk);
}

TEST(test_a_path_of_what_is_not_there)
{
    Desk desk = read_text("title: {en: T, zh: 题}\npath: [load_tiles, load_tile]\n");
    assert_int_equal(desk.diags->error_count, 1);
    assert_int_equal(desk.scenes->count, 0);
    end(&desk);
    desk = read_text("title: {en: T, zh: 题}\n");
    assert_int_equal(desk.diags->error_count, 1);
    end(&desk);
}

TEST(test_the_path_that_comes_along)
{
    Arena *arena = arena_new();
    Diags *diags;
    int index;
    const Scenes *path = scenes_of_word(arena, "45_minutes", &index, &diags);
    assert_non_null(path);
    assert_int_equal(diags->count, 0);
    assert_int_equal(path->minutes, 45);
    assert_in_range(path->count, 15, 20);
    for (int i = 0; i < path->count; ++i) /* what a scene builds on comes before it */
        for (uint32_t j = 0; j < path->plans[i].builds_on_count; ++j) {
            int before = scenes_find(path, path->plans[i].builds_on[j]);
            assert_in_range(before, 0, i - 1);
        }
    arena_free(arena);
}

static void check_notes(const Scenes *scenes)
{
    for (int i = 0; i < scenes->count; ++i)
        for (int j = 0; j < LANGUAGE_COUNT; ++j)
            if (!scenes->plans[i].note.in[j] || strlen(scenes->plans[i].note.in[j]) < 30)
                fail_msg("%s has no notes", scenes->plans[i].name);
}

/* Whoever presents a scene or a lesson that comes along has words for it, in his language. */
TEST(test_every_scene_has_notes)
{
    Arena *arena = arena_new();
    Diags *diags;
    const Scenes *scenes = scenes_read_shipped(arena, &diags);
    const Lessons lessons = lessons_read_shipped(arena);
    assert_true(scenes->count >= 45 && lessons.count >= 20);
    check_notes(scenes);
    for (int i = 0; i < lessons.count; ++i)
        check_notes(lessons.items[i]->stages);
    arena_free(arena);
}

TEST(test_a_file_that_is_not_there)
{
    Arena *arena = arena_new();
    Diags *diags;
    assert_null(scenes_read(arena, "/nowhere/scenes.yaml", &diags));
    assert_int_equal(diags->error_count, 1);
    arena_free(arena);
}
