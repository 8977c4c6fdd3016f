/* Everything by mouse and everything by key: from the window as it opens, whatever the one hand can
 * do is tried, and then whatever it can do where that led; in the end every command of the table
 * has been come to. What only makes sense for the other hand names the command that does the same
 * for this one. */
#include "console_fixture.h"
#include "picture.h"
#include "session/class/class_sheet.h"
#include "session/lessons/progress.h"
#include "session/lessons/take.h"
#include "session/scenes/show.h"
#include "session/sheets/palette.h"
#include "sessions.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS_MOST = 8, WAYS_MOST = 600 };

/* What leads from the start to a state of the window. */
typedef struct Way {
    Command steps[STEPS_MOST];
    int count;
    bool has_findings; /* where its last step begins */
    int stage;         /* of a lesson that it begins in; -1: it begins in no lesson */
} Way;

/* Stages that ask in every way, one that asks nothing, and one with more to read than has room. */
static const char *const stages[] = {"one_dot_product", "which_element", "reads_of_one",
                                     "again_and_again", "bigger"};
enum { STAGE_COUNT = sizeof stages / sizeof *stages };

typedef struct ReachWalk {
    Way ways[WAYS_MOST]; /* those before at have been tried */
    int count, at;
    bool is_come_to[COMMAND_COUNT];
    bool has_findings; /* here */
    TextMetrics *metrics;
    Lessons lessons; /* the first one */
    Scenes *scenes;
    DeviceTable devices;
    Picture here;
    Arena *frame; /* of the picture */
} ReachWalk;

typedef struct Instead {
    CommandName command, other;
} Instead;

/* ---- one hand's commands ---- */

static bool is_one_of_many(CommandName name)
{
    return name == COMMAND_TOGGLE || name == COMMAND_ADJUST || name == COMMAND_PALETTE_MOVE;
}

/* The same done where as much had been found; every line and every control is a thing of its
 * own. */
static bool is_known(const ReachWalk *walk, Command command)
{
    for (int i = 1 + STAGE_COUNT; i < walk->count; ++i) {
        const Way *way = &walk->ways[i];
        const Command *done = &way->steps[way->count - 1];
        if (done->name != command.name)
            continue;
        if (is_one_of_many(command.name)
                ? done->target.a == command.target.a && done->number == command.number
                : way->has_findings == walk->has_findings)
            return true;
    }
    return false;
}

static void note(ReachWalk *walk, Command command)
{
    walk->is_come_to[command.name] = true;
    Command shown[PALETTE_ROWS];
    int count = palette_shown(&walk->here.session->sheets.palette, shown);
    if (command.name == COMMAND_PALETTE_GO && command.number >= 0 && command.number < count)
        walk->is_come_to[shown[command.number].name] = true;
}

/* first: what has to be done before, NULL: nothing. */
static void take(ReachWalk *walk, const Command *first, Command command)
{
    const Way *from = &walk->ways[walk->at];
    note(walk, command);
    if (command.name == COMMAND_QUIT || command.name == COMMAND_HOVER ||
        command.name == COMMAND_FOCUS || is_known(walk, command) || walk->count == WAYS_MOST ||
        from->count + (first != NULL) >= STEPS_MOST)
        return;
    Way *way = &walk->ways[walk->count++];
    *way = *from;
    way->has_findings = walk->has_findings;
    if (first)
        way->steps[way->count++] = *first;
    way->steps[way->count++] = command;
}

static void by_mouse(ReachWalk *walk)
{
    Session *session = walk->here.session;
    const Scene *scene = walk->here.scene;
    for (int i = 0; i < scene->count; ++i) {
        const Shape *shape = &scene->shapes[i];
        if (!shape->tag.kind)
            continue;
        Point at = middle(shape->rect);
        PickTag seen = scene_pick(scene, at, NULL);
        if (memcmp(&seen, &shape->tag, sizeof seen) != 0)
            continue;
        Command command = view_hover(scene, at), hover = command;
        take(walk, NULL, command);
        if (view_press(session, scene, at, &command))
            take(walk, NULL, command);
        if (view_press_shift(session, scene, at, &command))
            take(walk, NULL, command);
        for (int way = 0; way < 4; ++way)
            if (view_wheel(session, scene, at, way & 1 ? 1 : -1, way & 2, &command))
                take(walk, NULL, command);
        session->selection.hover = hover.target;
        session->selection.pointer = (Point){at.x - 5, at.y};
        if (view_can_drag(scene, at) && view_drag(session, scene, at, &command))
            take(walk, NULL, command);
    }
}

static bool press_key(ReachWalk *walk, const Command *first, const char *key, Command *command)
{
    if (!view_command_for_key(walk->here.session, walk->here.scene, key, command))
        return false;
    take(walk, first, *command);
    return command->name == COMMAND_FOCUS;
}

/* Every key of the table. */
static void press_all(ReachWalk *walk)
{
    Command command;
    for (int i = 0; i < COMMAND_COUNT; ++i)
        for (const char *keys = command_info[i].keys; *keys;) {
            char key[32];
            size_t length = strcspn(keys, " ");
            snprintf(key, sizeof key, "%.*s", (int)length, keys);
            press_key(walk, NULL, key, &command);
            keys += length + (keys[length] == ' ');
        }
    press_key(walk, NULL, "Backspace", &command);
}

static bool is_seen(const Command *seen, int count, const Command *command)
{
    for (int i = 0; i < count; ++i)
        if (memcmp(&seen[i].target, &command->target, sizeof command->target) == 0)
            return true;
    return false;
}

/* Tab and the arrows lead to places; what can be pressed there is pressed. */
static void by_keys(ReachWalk *walk)
{
    enum { PLACES_MOST = 160 };
    static const char *const keys[] = {"Tab",    "Down",         "Right", "Up",
                                       "Return", "Shift+Return", "Left",  "End"};
    Command places[PLACES_MOST], command;
    int count = 0;
    press_all(walk);
    Target *focus = &walk->here.session->selection.focus, before = *focus;
    for (int at = -1; at < count; ++at)
        for (size_t i = 0; i < sizeof keys / sizeof *keys; ++i) {
            *focus = at < 0 ? before : places[at].target;
            if (press_key(walk, at < 0 ? NULL : &places[at], keys[i], &command) &&
                count < PLACES_MOST && !is_seen(places, count, &command))
                places[count++] = command;
        }
}

/* ---- the walk ---- */

static void go(ReachWalk *walk)
{
    walk->here = (Picture){.arena = arena_new(), .session = open_pair(4, 2)};
    Session *session = walk->here.session;
    session_use_devices(session, walk->devices);
    session_use_scenes(session, walk->scenes);
    session_use_lessons(session, &walk->lessons);
    console_fixture_open(session);
    session->console.is_open = false; /* it has run */
    progress_answer(&session->lesson.progress, "memory_wall", "bigger", 0);
    class_take_text(session, HAND_IN_FIRST_LINE "\nname Ada\nmemory_wall bigger done 1\n");
    class_close(session); /* until it is opened */
    const Way *way = &walk->ways[walk->at];
    if (way->stage >= 0)
        assert_true(lesson_open(
            session, "memory_wall",
            scenes_find(lessons_find(&walk->lessons, "memory_wall")->stages, stages[way->stage])));
    session_finish_work(session);
    session_tick(session, 0);
    walk->here.metrics = walk->metrics;
    for (int i = 0; i < way->count; ++i) {
        session_apply(session, way->steps[i]);
        session_settle(session);
    }
    walk->here.scene = view_build(session, walk->frame, 1280, 720, walk->here.metrics);
    int found;
    session_findings(session_front(session), &found);
    walk->has_findings = found > 0;
}

static void leave(ReachWalk *walk)
{
    close_picture(&walk->here);
    arena_reset(walk->frame);
}

static void expect_all(const ReachWalk *walk, const Instead *instead, size_t count,
                       const char *hand)
{
    int missing = 0;
    for (int i = 0; i < COMMAND_COUNT; ++i) {
        bool is_good = walk->is_come_to[i];
        for (size_t j = 0; j < count; ++j)
            if ((int)instead[j].command == i)
                is_good |= walk->is_come_to[instead[j].other];
        if (!is_good)
            print_error("%s never comes to %s\n", hand, command_info[i].script);
        missing += !is_good;
    }
    assert_int_equal(missing, 0);
}

static void walk_by(void (*hand)(ReachWalk *), const Instead *instead, size_t count,
                    const char *name)
{
    ReachWalk *walk = calloc(1, sizeof *walk);
    assert_non_null(walk);
    Arena *letters = arena_new();
    walk->frame = arena_new();
    walk->metrics = glyph_metrics(letters, glyph_builtin(letters));
    Diags *diags;
    walk->devices = session_load_devices(letters);
    walk->scenes = scenes_read_shipped(letters, &diags);
    walk->lessons = lessons_read_shipped(letters);
    walk->lessons.count = 1;
    walk->ways[0].stage = -1;
    for (walk->count = 1; walk->count <= STAGE_COUNT; ++walk->count)
        walk->ways[walk->count].stage = walk->count - 1;
    for (walk->at = 0; walk->at < walk->count; ++walk->at) {
        go(walk);
        hand(walk);
        leave(walk);
    }
    print_message("%s: %d states\n", name, walk->count);
    expect_all(walk, instead, count, name);
    arena_free(walk->frame);
    arena_free(letters);
    free(walk);
}

TEST(test_the_mouse_alone_comes_to_every_command)
{
    static const Instead instead[] = {
        {COMMAND_FOCUS, COMMAND_HOVER},
        {COMMAND_FOCUS_NEXT, COMMAND_HOVER},
        {COMMAND_FOCUS_BACK, COMMAND_HOVER},
        {COMMAND_PRESS, COMMAND_PIN},
        {COMMAND_OPEN_TYPE, COMMAND_OPEN_MOVE},
        {COMMAND_FORM_MOVE, COMMAND_FORM_PICK},
        {COMMAND_FORM_TYPE, COMMAND_FORM_ADJUST},
        {COMMAND_CONTROL_MOVE, COMMAND_ADJUST},
        {COMMAND_BREAK_ON, COMMAND_ADJUST},
        {COMMAND_PALETTE_TYPE, COMMAND_PALETTE_MOVE},
        {COMMAND_JUMP_TYPE, COMMAND_SEEK},
        {COMMAND_SCROLL_REGISTERS, COMMAND_HOVER}, /* few */
        {COMMAND_SCROLL_LESSON, COMMAND_HOVER},    /* the texts of these stages have room */
        {COMMAND_SCENE, COMMAND_OPEN_GO},
        {COMMAND_ANSWER_TYPE, COMMAND_REVEAL},
        {COMMAND_ANSWER_MOVE, COMMAND_ANSWER_PICK},
        {COMMAND_OPEN_PICK, COMMAND_OPEN_GO},
        {COMMAND_HOLE_TYPE, COMMAND_HOLE}, /* the first lesson's exercise has no line for it */
        {COMMAND_HOLE_SEND, COMMAND_HOLE},
        {COMMAND_LAUNCH_PICK, COMMAND_LAUNCH_NEXT}, /* these files have one launch */
        {COMMAND_SCROLL_LAUNCHES, COMMAND_LAUNCH_NEXT},
        {COMMAND_CONSOLE_MOVE, COMMAND_CONSOLE_WHEEL},
        {COMMAND_CONSOLE_TURN, COMMAND_CONSOLE_PICK},
        {COMMAND_CONSOLE_TYPE, COMMAND_CONSOLE_ASK}, /* no program can be started here */
        {COMMAND_HAND_IN_TYPE, COMMAND_HAND_IN},
    };
    walk_by(by_mouse, instead, sizeof instead / sizeof *instead, "the mouse");
}

TEST(test_keys_alone_come_to_every_command)
{
    static const Instead instead[] = {
        {COMMAND_SEEK, COMMAND_STEP_NEXT},
        {COMMAND_HOVER, COMMAND_FOCUS},
        {COMMAND_SCROLL_SOURCE, COMMAND_FOCUS},
        {COMMAND_STAGE_SET, COMMAND_STAGE_IN},
        {COMMAND_PIN_TO, COMMAND_PIN_ASIDE},
        {COMMAND_FORM_PICK, COMMAND_FORM_MOVE},
        {COMMAND_BREAK_ON, COMMAND_ADJUST},
        {COMMAND_SCROLL_REGISTERS, COMMAND_FOCUS}, /* there are few */
        {COMMAND_SCENE, COMMAND_OPEN_GO},
        {COMMAND_ANSWER_BAR, COMMAND_ANSWER_MOVE},
        {COMMAND_SCROLL_LESSON, COMMAND_FOCUS},
        {COMMAND_HOLE_TYPE, COMMAND_HOLE}, /* the first lesson's exercise has no line for it */
        {COMMAND_HOLE_SEND, COMMAND_HOLE},
        {COMMAND_LAUNCH_PICK, COMMAND_LAUNCH_NEXT}, /* these files have one launch */
        {COMMAND_SCROLL_LAUNCHES, COMMAND_LAUNCH_NEXT},
        {COMMAND_CONSOLE_WHEEL, COMMAND_CONSOLE_MOVE},
        {COMMAND_CONSOLE_PICK, COMMAND_CONSOLE_MOVE},
        {COMMAND_CONSOLE_TYPE, COMMAND_CONSOLE_ASK}, /* no program can be started here */
        {COMMAND_CLASS_PICK, COMMAND_CLASS_ROW},
        {COMMAND_OVERVIEW_PICK, COMMAND_OVERVIEW_MOVE},
        {COMMAND_OVERVIEW_CLEAR, COMMAND_OVERVIEW_CHOOSE},
    };
    walk_by(by_keys, instead, sizeof instead / sizeof *instead, "the keyboard");
}

/* ---- what says so ---- */

static void expect_said(Picture *picture, CommandName command, const char *where)
{
    const CommandInfo *info = &command_info[command];
    session_apply(picture->session,
                  (Command){.name = COMMAND_HOVER, .target = {TARGET_BUTTON, command, 0, 0}});
    draw(picture);
    for (int language = 0; language < LANGUAGE_COUNT; ++language) {
        picture->session->look.language = (Language)language;
        draw(picture);
        const char *tip =
            find_text(picture, arena_printf(picture->arena, "%s  (", info->help[language]));
        if (!tip || strstr(tip, "()"))
            fail_msg("%s: the button of %s does not say its key", where, info->script);
    }
    picture->session->look.language = LANGUAGE_EN;
}

/* Whatever can be pressed on the screen says by which key it is done, once the pointer rests on
 * it. */
TEST(test_buttons_say_their_keys)
{
    static const char *const looks[] = {"go-start",       "panel-findings", "panel-memory",
                                        "panel-reuse",    "panel-counters", "panel-occupancy",
                                        "panel-roofline", "panel-gpu",      "toggle 33",
                                        "undo",           "lecture"};
    Picture picture = {.arena = arena_new(), .session = open_pair(4, 2)};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    session_use_devices(picture.session, session_load_devices(picture.arena));
    int count = 0;
    for (size_t i = 0; i < sizeof looks / sizeof *looks; ++i) {
        bool is_button[COMMAND_COUNT] = {false};
        send_line(picture.session, looks[i]);
        session_settle(picture.session);
        session_apply(picture.session, (Command){.name = COMMAND_HOVER});
        draw(&picture);
        for (int j = 0; j < picture.scene->count; ++j)
            if (picture.scene->shapes[j].tag.kind == TARGET_BUTTON)
                is_button[picture.scene->shapes[j].tag.a] = true;
        for (int command = 0; command < COMMAND_COUNT; ++command)
            if (is_button[command] && ++count)
                expect_said(&picture, (CommandName)command, looks[i]);
    }
    assert_true(count > 150);
    close_picture(&picture);
}
