/* Every kind of answer becomes a number, and is judged at one place. */
#include "session/lessons/ask.h"

#include "lesson/expression.h"
#include "session/figures/figures.h"
#include "session/figures/record.h"
#include "session/lessons/take.h"
#include "session/scenes/show.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A bar has no more steps; digits that a number needs to stand for one near it. */
enum { BAR_STEPS = 100, DIGITS_ENOUGH = 3, TRIES = 3 };

const Ask *ask_open(const Session *session)
{
    const ScenePlan *plan = lesson_stage(session);
    bool is_seen = !session->look.lecture && session->look.panel != PANEL_NONE;
    return plan && plan->stage->ask && is_seen && lesson_stand(session)->mark == STAGE_OPEN
               ? plan->stage->ask
               : NULL;
}

static const Ask *open_kind(const Session *session, AskKind kind)
{
    const Ask *ask = ask_open(session);
    return ask && ask->kind == kind ? ask : NULL;
}

/* ---- bars ---- */

/* 1, 2 or 5 with zeros, and a whole number where the bar is long. */
double ask_bar_step(double most)
{
    double least = most / BAR_STEPS, ten = pow(10, floor(log10(fmax(least, 1e-6))));
    double step = least <= ten       ? ten
                  : least <= 2 * ten ? 2 * ten
                  : least <= 5 * ten ? 5 * ten
                                     : 10 * ten;
    return most >= 10 ? fmax(1, step) : step;
}

int ask_bar_steps(double most)
{
    return most > 0 ? (int)ceil(most / ask_bar_step(most) - 1e-9) : 0;
}

/* ---- what an answer means ---- */

/* Half of the last digit that was typed, if there are enough of them to mean a number near it. */
static double typed_slack(const char *typed)
{
    const char *point = strchr(typed, '.');
    int digits = 0;
    for (const char *at = typed; *at; ++at)
        digits += *at >= (digits ? '0' : '1') && *at <= '9';
    return digits < DIGITS_ENOUGH || !point ? 0 : 0.5 * pow(10, -(double)strlen(point + 1));
}

/* How far an answer may be from what it means. */
static double slack(const Session *session, const Ask *ask)
{
    const LessonStand *stand = &session->lesson;
    if (ask->kind == ASK_NUMBER)
        return typed_slack(stand->typed) * (1 + 1e-9);
    return ask->kind == ASK_BAR ? ask_bar_step(stand->text.most) / 2 * (1 + 1e-9) : 0;
}

/* The right answer or the listed wrong one that an answer is near enough to; else itself. */
static double meant(Arena *arena, const Figures *figures, const Ask *ask, double given,
                    double slack)
{
    const Phrase *problem;
    double value;
    if (figures_value(arena, figures, ask->answer, &value, &problem) &&
        fabs(value - given) <= slack)
        return value;
    for (uint32_t i = 0; i < ask->wrong_count; ++i)
        if (figures_value(arena, figures, ask->wrong[i].is, &value, &problem) &&
            fabs(value - given) <= slack)
            return value;
    return given;
}

/* ---- judging ---- */

/* Whether an answer is right, and which listed wrong one it is. Of a choice it is an option. */
static bool is_right(Session *session, const Ask *ask, double *given, int *wrong)
{
    const StageText *text = &session->lesson.text;
    HeldRecord held;
    Arena *arena = arena_new();
    const Phrase *problem;
    double value = *given;
    record_hold(session, lesson_stage(session), &held);
    if (ask->kind == ASK_CHOICE) {
        int option = text->option_wrong[(int)*given];
        const char *is = option < 0 ? ask->answer : ask->wrong[option].is;
        if (!figures_value(arena, &held.figures, is, &value, &problem))
            value = NAN;
    } else {
        value = *given = meant(arena, &held.figures, ask, value, slack(session, ask));
    }
    bool right = figures_answer(arena, &held.figures, ask, value, wrong);
    if (ask->kind == ASK_CHOICE)
        *wrong = text->option_wrong[(int)*given];
    record_release(&held);
    arena_free(arena);
    return right;
}

static void judge(Session *session, const Ask *ask, double given)
{
    LessonStand *stand = &session->lesson;
    StageStand *stage = lesson_stand(session);
    bool right = is_right(session, ask, &given, &stage->wrong);
    stage->is_told = true;
    stage->given = given;
    stand->typed[0] = '\0';
    if (right)
        lesson_settle(session, STAGE_DONE);
    else if (++stage->tries >= TRIES)
        lesson_settle(session, STAGE_SHOWN);
    else if (stage->tries == TRIES - 1)
        scene_travel(session, &ask->why);
}

/* An answer is judged as soon as the grid is counted, and not at all where there is none. */
static void give(Session *session, const Ask *ask, double given)
{
    LessonStand *stand = &session->lesson;
    stand->is_waiting = record_state(session) == RECORD_COUNTING;
    stand->waiting = given;
    if (record_state(session) == RECORD_KNOWN && stand->text.words)
        judge(session, ask, given);
}

void ask_follow(Session *session)
{
    LessonStand *stand = &session->lesson;
    const Ask *ask = stand->is_waiting ? ask_open(session) : NULL;
    if (!ask || record_state(session) == RECORD_COUNTING)
        return;
    give(session, ask, stand->waiting);
}

/* ---- giving answers ---- */

void ask_type(Session *session, int64_t letter)
{
    char *typed = session->lesson.typed;
    size_t length = strlen(typed);
    if (!open_kind(session, ASK_NUMBER))
        return;
    if (letter == 8 && length)
        typed[length - 1] = '\0';
    bool is_digit = letter >= '0' && letter <= '9';
    bool has_place =
        is_digit || (letter == '-' && !length) || (letter == '.' && !strchr(typed, '.'));
    if (has_place && length + 1 < LESSON_TYPED) {
        typed[length] = (char)letter;
        typed[length + 1] = '\0';
    }
}

void ask_move(Session *session, int64_t by)
{
    LessonStand *stand = &session->lesson;
    int count = stand->text.option_count;
    if (open_kind(session, ASK_CHOICE) && count) {
        int from = stand->chosen < 0 && by < 0 ? 0 : stand->chosen;
        stand->chosen = (int)(((from + by) % count + count) % count);
    } else if (open_kind(session, ASK_BAR)) {
        double step = ask_bar_step(stand->text.most);
        ask_bar(session, (int64_t)round(stand->bar / step) + by);
    }
}

void ask_bar(Session *session, int64_t steps)
{
    LessonStand *stand = &session->lesson;
    int most = ask_bar_steps(stand->text.most);
    if (open_kind(session, ASK_BAR))
        stand->bar = ask_bar_step(stand->text.most) * (double)(steps < 0      ? 0
                                                               : steps > most ? most
                                                                              : steps);
}

void ask_pick(Session *session, int64_t option)
{
    const Ask *ask = open_kind(session, ASK_CHOICE);
    if (!ask || option < 0 || option >= session->lesson.text.option_count)
        return;
    session->lesson.chosen = (int)option;
    give(session, ask, (double)option);
}

void ask_send(Session *session)
{
    LessonStand *stand = &session->lesson;
    const Ask *ask = ask_open(session);
    char *end;
    if (!ask)
        return;
    double typed = strtod(stand->typed, &end);
    if (ask->kind == ASK_NUMBER && end != stand->typed)
        give(session, ask, typed);
    else if (ask->kind == ASK_CHOICE)
        ask_pick(session, stand->chosen);
    else if (ask->kind == ASK_BAR)
        give(session, ask, stand->bar);
}

/* ---- pointing ---- */

/* The line of the file that an offset is in. */
static int line_at(const SourceFile *file, uint32_t offset)
{
    int line = 1;
    for (uint32_t i = 0; i < offset && i < file->length; ++i)
        line += file->text[i] == '\n';
    return line;
}

static bool line_of(const SessionRun *run, Target target, double *value)
{
    switch (target.kind) {
    case TARGET_LINE:
    case TARGET_GUTTER:
    case TARGET_HEAT:
    case TARGET_STANDS: *value = target.a; return true;
    case TARGET_NAME: *value = line_at(&run->run->sources->files[0], target.a); return true;
    default: return false;
    }
}

/* The number that a target is as an answer; false if it is none. Only the first run is asked
 * about. */
static bool value_of(const Session *session, const Ask *ask, Target target, double *value)
{
    const SessionRun *run = session_front(session);
    if (!run || run != &session->runs[0])
        return false;
    const Launch *launch = &run->run->launch;
    const Buffer *buffer = ask->of ? launch_buffer_named(launch, ask->of) : NULL;
    switch (ask->kind) {
    case ASK_CELL:
        *value = (double)(target.b | (uint64_t)target.c << 32);
        return target.kind == TARGET_CELL && buffer && target.a == buffer - launch->buffers;
    case ASK_THREAD: *value = target.a; return target.kind == TARGET_THREAD;
    case ASK_LINE: return line_of(run, target, value);
    default: return false;
    }
}

bool ask_takes(const Session *session, Target target, Command *command)
{
    const Ask *ask = ask_open(session);
    double value;
    if (!ask || !value_of(session, ask, target, &value))
        return false;
    *command = (Command){.name = COMMAND_ANSWER_AT, .target = target};
    return true;
}

void ask_point(Session *session, Target target)
{
    const Ask *ask = ask_open(session);
    double value;
    if (ask && value_of(session, ask, target, &value))
        give(session, ask, value);
}

/* ---- keys ---- */

static bool number_key(const char *key, Command *command)
{
    bool is_letter = key[0] && !key[1] && strchr("0123456789-.", key[0]);
    int64_t letter = is_letter                       ? key[0]
                     : strcmp(key, ",") == 0         ? '.'
                     : strcmp(key, "Backspace") == 0 ? 8
                                                     : 0;
    *command = (Command){.name = COMMAND_ANSWER_TYPE, .number = letter};
    return letter != 0;
}

/* 1, 2 ... or A, B ...; the arrows go from one to the next. */
static bool choice_key(const Session *session, const char *key, Command *command)
{
    int count = session->lesson.text.option_count, option = -1;
    if (key[0] && !key[1])
        option = key[0] >= 'A' ? key[0] - 'A' : key[0] - '1';
    *command = (Command){.name = COMMAND_ANSWER_PICK, .number = option};
    if (option >= 0 && option < count)
        return true;
    *command = (Command){.name = COMMAND_ANSWER_MOVE, .number = strcmp(key, "Up") == 0 ? -1 : 1};
    return strcmp(key, "Up") == 0 || strcmp(key, "Down") == 0;
}

static bool bar_key(const char *key, Command *command)
{
    static const SheetKey keys[] = {{"Left", COMMAND_ANSWER_MOVE, -1},
                                    {"Right", COMMAND_ANSWER_MOVE, 1},
                                    {"Shift+Left", COMMAND_ANSWER_MOVE, -10},
                                    {"Shift+Right", COMMAND_ANSWER_MOVE, 10}};
    return command_for_sheet_key(keys, sizeof keys / sizeof *keys, key, command);
}

static bool answer_key(const Session *session, const Ask *ask, const char *key, Command *command)
{
    switch (ask->kind) {
    case ASK_NUMBER: return number_key(key, command);
    case ASK_CHOICE: return choice_key(session, key, command);
    case ASK_BAR: return bar_key(key, command);
    default: return false;
    }
}

bool ask_command_for_key(const Session *session, const char *key, Command *command)
{
    const ScenePlan *plan = lesson_stage(session);
    const Ask *ask = ask_open(session);
    if (ask && answer_key(session, ask, key, command))
        return true;
    bool is_sent = ask && ask->kind != ASK_CELL && ask->kind != ASK_THREAD && ask->kind != ASK_LINE;
    bool goes_on = plan && !ask && !lesson_is_asked(session);
    *command = (Command){.name = is_sent ? COMMAND_ANSWER_SEND : COMMAND_GO_ON};
    return strcmp(key, "Return") == 0 && (is_sent || goes_on);
}
