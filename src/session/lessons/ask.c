/* Every kind of answer becomes a number, and is judged at one place. */
#include "session/lessons/ask.h"

#include "session/lessons/exercise.h"

#include "lesson/expression.h"
#include "session/commands/line_edit.h"
#include "session/figures/answers.h"
#include "session/figures/figures.h"
#include "session/figures/record.h"
#include "session/lessons/progress.h"
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

/* ---- the ways in which an answer is given ---- */

typedef struct AskWay {
    /* How far an answer may be from what it means; NULL: not at all. */
    double (*slack)(const LessonStand *stand);
    /* The command of a key; false if it has none. NULL: none has. */
    bool (*key)(const LessonStand *stand, const char *key, Command *command);
    /* To another option, or so many steps of a bar; NULL: there are none. */
    void (*move)(LessonStand *stand, int64_t by);
    /* What Enter sends, false if there is nothing; NULL: Enter sends nothing. */
    bool (*sent)(const LessonStand *stand, double *given);
} AskWay;
#define ASK_WAY(slack, key, move, sent)                                                            \
    {                                                                                              \
        slack, key, move, sent                                                                     \
    } /* none is left out */

/* ---- a number that is typed ---- */

/* Half of the last digit that was typed, if there are enough of them to mean a number near it. */
static double typed_slack(const LessonStand *stand)
{
    const char *typed = stand->typed, *point = strchr(typed, '.');
    if (strchr(typed, '/'))
        return 0;
    int digits = 0;
    for (const char *at = typed; *at; ++at)
        digits += *at >= (digits ? '0' : '1') && *at <= '9';
    if (digits < DIGITS_ENOUGH || !point)
        return 0;
    return 0.5 * pow(10, -(double)strlen(point + 1)) * (1 + 1e-9);
}

static bool typed_key(const LessonStand *stand, const char *key, Command *command)
{
    (void)stand;
    bool is_letter = key[0] && !key[1] && strchr("0123456789-./", key[0]);
    int64_t letter = is_letter                       ? key[0]
                     : strcmp(key, "Shift+7") == 0   ? '/' /* where a keyboard has it there */
                     : strcmp(key, ",") == 0         ? '.'
                     : strcmp(key, "Backspace") == 0 ? 8
                                                     : 0;
    *command = (Command){.name = COMMAND_ANSWER_TYPE, .number = letter};
    return letter != 0;
}

static bool typed_sent(const LessonStand *stand, double *given)
{
    char *end, *past;
    double value = strtod(stand->typed, &end), divisor = 1;
    bool is_number = end != stand->typed;
    if (is_number && *end == '/') {
        divisor = strtod(end + 1, &past);
        is_number = past != end + 1 && divisor != 0;
    }
    if (is_number)
        *given = value / divisor;
    return is_number;
}

static const AskWay typed = ASK_WAY(typed_slack, typed_key, NULL, typed_sent);

/* ---- an option that is chosen ---- */

/* 1, 2 ... or A, B ...; the arrows go from one to the next. */
static bool chosen_key(const LessonStand *stand, const char *key, Command *command)
{
    int count = stand->text.option_count, option = -1;
    if (key[0] && !key[1])
        option = key[0] >= 'A' ? key[0] - 'A' : key[0] - '1';
    *command = (Command){.name = COMMAND_ANSWER_PICK, .number = option};
    if (option >= 0 && option < count)
        return true;
    *command = (Command){.name = COMMAND_ANSWER_MOVE, .number = strcmp(key, "Up") == 0 ? -1 : 1};
    return strcmp(key, "Up") == 0 || strcmp(key, "Down") == 0;
}

static void chosen_move(LessonStand *stand, int64_t by)
{
    int count = stand->text.option_count;
    int from = stand->chosen < 0 && by < 0 ? 0 : stand->chosen;
    if (count)
        stand->chosen = (int)(((from + by) % count + count) % count);
}

static bool chosen_sent(const LessonStand *stand, double *given)
{
    *given = stand->chosen;
    return stand->chosen >= 0 && stand->chosen < stand->text.option_count;
}

static const AskWay chosen = ASK_WAY(NULL, chosen_key, chosen_move, chosen_sent);

/* ---- a bar that is drawn ---- */

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

static double drawn_slack(const LessonStand *stand)
{
    return ask_bar_step(stand->text.most) / 2 * (1 + 1e-9);
}

static bool drawn_key(const LessonStand *stand, const char *key, Command *command)
{
    (void)stand;
    static const SheetKey keys[] = {{"Left", COMMAND_ANSWER_MOVE, -1},
                                    {"Right", COMMAND_ANSWER_MOVE, 1},
                                    {"Shift+Left", COMMAND_ANSWER_MOVE, -10},
                                    {"Shift+Right", COMMAND_ANSWER_MOVE, 10}};
    return command_for_sheet_key(keys, sizeof keys / sizeof *keys, key, command);
}

static void draw_bar(LessonStand *stand, int64_t steps)
{
    int most = ask_bar_steps(stand->text.most);
    stand->bar = ask_bar_step(stand->text.most) * (double)(steps < 0      ? 0
                                                           : steps > most ? most
                                                                          : steps);
}

static void drawn_move(LessonStand *stand, int64_t by)
{
    draw_bar(stand, (int64_t)round(stand->bar / ask_bar_step(stand->text.most)) + by);
}

static bool drawn_sent(const LessonStand *stand, double *given)
{
    *given = stand->bar;
    return true;
}

static const AskWay drawn = ASK_WAY(drawn_slack, drawn_key, drawn_move, drawn_sent);

/* ---- all of them ---- */

static const AskWay pointed = ASK_WAY(NULL, NULL, NULL, NULL);

static const AskWay *const ways[ASK_KINDS] = {
#define ASK(kind, name, way, ...) &way,
#include "lesson/ask.def"
};

/* The way in which the question that waits wants its answer; NULL: none waits. */
static const AskWay *open_way(const Session *session)
{
    const Ask *ask = ask_open(session);
    return ask ? ways[ask->kind] : NULL;
}

/* ---- judging ---- */

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

/* Whether an answer is right, and which listed wrong one it is. Of a choice it is an option. */
static bool is_right(Session *session, const Ask *ask, double *given, int *wrong)
{
    const StageText *text = &session->lesson.text;
    HeldRecord held;
    Arena *arena = arena_new();
    const Phrase *problem;
    double value = *given;
    record_hold(session, lesson_stage(session), &held);
    if (ask->right) {
        int option = text->option_wrong[(int)*given];
        const char *is = option < 0 ? ask->answer : ask->wrong[option].is;
        if (!figures_value(arena, &held.figures, is, &value, &problem))
            value = NAN;
    } else {
        const AskWay *way = ways[ask->kind];
        double slack = way->slack ? way->slack(&session->lesson) : 0;
        value = *given = meant(arena, &held.figures, ask, value, slack);
    }
    bool right = figures_answer(arena, &held.figures, ask, value, wrong);
    if (ask->right)
        *wrong = text->option_wrong[(int)*given];
    record_release(&held);
    arena_free(arena);
    return right;
}

/* What was predicted, before anything was told. */
static void note_first(Session *session, const Ask *ask, double given)
{
    LessonStand *stand = &session->lesson;
    double answer = ask->right ? stand->text.option_wrong[(int)given] : given;
    progress_answer(&stand->progress, stand->lesson->name, lesson_stage(session)->name, answer);
}

static void judge(Session *session, const Ask *ask, double given)
{
    LessonStand *stand = &session->lesson;
    StageStand *stage = lesson_stand(session);
    bool right = is_right(session, ask, &given, &stage->wrong);
    note_first(session, ask, given);
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
    char *digits = session->lesson.typed, *bar = strchr(digits, '/');
    bool has_place = (letter >= '0' && letter <= '9') || (letter == '-' && !*digits) ||
                     (letter == '.' && !strchr(bar ? bar : digits, '.')) ||
                     (letter == '/' && !bar && strpbrk(digits, "0123456789"));
    if (open_way(session) == &typed && (has_place || letter == LINE_RUBOUT))
        line_edit(digits, LESSON_TYPED, NULL, letter);
}

void ask_move(Session *session, int64_t by)
{
    const AskWay *way = open_way(session);
    if (way && way->move)
        way->move(&session->lesson, by);
}

void ask_bar(Session *session, int64_t steps)
{
    if (open_way(session) == &drawn)
        draw_bar(&session->lesson, steps);
}

void ask_pick(Session *session, int64_t option)
{
    if (open_way(session) != &chosen || option < 0 || option >= session->lesson.text.option_count)
        return;
    session->lesson.chosen = (int)option;
    ask_send(session);
}

void ask_send(Session *session)
{
    const AskWay *way = open_way(session);
    double given;
    if (way && way->sent && way->sent(&session->lesson, &given))
        give(session, ask_open(session), given);
}

/* ---- pointing ---- */

/* The question that waits, if a target is an answer to it: *value. Only the first run is asked
 * about. */
static const Ask *pointed_ask(const Session *session, Target target, double *value)
{
    const Ask *ask = ask_open(session);
    const SessionRun *run = session_front(session);
    bool is_first = run && run == &session->runs[0];
    return ask && is_first && answer_at(run->run, ask, target, value) ? ask : NULL;
}

bool ask_takes(const Session *session, Target target, Command *command)
{
    double value;
    if (!pointed_ask(session, target, &value))
        return false;
    *command = (Command){.name = COMMAND_ANSWER_AT, .target = target};
    return true;
}

void ask_point(Session *session, Target target)
{
    double value;
    const Ask *ask = pointed_ask(session, target, &value);
    if (!ask)
        return;
    session->selection.answered = target;
    give(session, ask, value);
}

/* ---- keys ---- */

bool ask_command_for_key(const Session *session, const char *key, Command *command)
{
    const ScenePlan *plan = lesson_stage(session);
    const AskWay *way = open_way(session);
    if (way && way->key && way->key(&session->lesson, key, command))
        return true;
    bool goes_on = (plan && !way && !lesson_is_asked(session)) || exercise_is_open(session);
    bool is_sent = way && way->sent;
    *command = (Command){.name = is_sent ? COMMAND_ANSWER_SEND : COMMAND_GO_ON};
    return strcmp(key, "Return") == 0 && (is_sent || goes_on);
}
