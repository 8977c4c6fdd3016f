/* The bars of the question shown are kept until something of them may be another one. */
#include "session/class/class_sheet.h"

#include "base/file.h"
#include "session/lessons/take.h"
#include "session/sheets/opener.h"

#include <string.h>
#include <sys/stat.h>

struct ClassWork {
    Class *class;
    Arena *arena; /* of all that follows, made anew when somebody is added */
    ClassQuestion *questions;
    int question_count;
    bool *is_revealed; /* [question_count] */
    Arena *tally_arena;
    Tally tally;
    struct {
        int changes, question, language;
    } made; /* that tally is of */
};

static ClassWork *work_of(Session *session)
{
    ClassWork **work = &session->classroom.work;
    if (*work)
        return *work;
    Class *class = class_new();
    *work = ARENA_NEW(class->arena, ClassWork);
    (*work)->class = class;
    (*work)->arena = arena_new();
    (*work)->tally_arena = arena_new();
    (*work)->made.changes = -1;
    return *work;
}

void class_sheet_free(Session *session)
{
    ClassWork *work = session->classroom.work;
    session->classroom.work = NULL;
    if (!work)
        return;
    arena_free(work->arena);
    arena_free(work->tally_arena);
    class_free(work->class);
}

void class_switch(Session *session)
{
    session->classroom.is_open = !session->classroom.is_open;
    class_follow(session);
}

void class_close(Session *session)
{
    session->classroom.is_open = false;
}

/* ---- what is shown ---- */

const Class *class_people(const Session *session)
{
    return session->classroom.work ? session->classroom.work->class : NULL;
}

int class_question_count(const Session *session)
{
    return session->classroom.work ? session->classroom.work->question_count : 0;
}

const ClassQuestion *class_question_shown(const Session *session)
{
    int count = class_question_count(session), at = session->classroom.question;
    return at < count ? &session->classroom.work->questions[at] : NULL;
}

const Tally *class_tally(const Session *session)
{
    return class_question_shown(session) ? &session->classroom.work->tally : NULL;
}

bool class_is_revealed(const Session *session)
{
    return class_question_shown(session) &&
           session->classroom.work->is_revealed[session->classroom.question];
}

static bool is_unsaid(const Tally *tally, int bar)
{
    return !tally->is_choice && tally->bars[bar].is_right && !tally->bars[bar].count;
}

int class_bars(const Session *session)
{
    const Tally *tally = class_tally(session);
    int count = tally ? tally->count : 0;
    bool is_hidden = count && !class_is_revealed(session) && is_unsaid(tally, count - 1);
    return count - is_hidden;
}

/* ---- following ---- */

/* Which question it is among the new ones; -1: none. */
static int question_among(const ClassQuestion *questions, int count, const ClassQuestion *old)
{
    for (int i = 0; i < count; ++i)
        if (questions[i].lesson == old->lesson && questions[i].stage == old->stage)
            return i;
    return -1;
}

/* What was revealed and shown before stays so. */
static void find_questions(Session *session, ClassWork *work)
{
    Arena *arena = arena_new();
    ClassQuestion *questions;
    const Lessons *lessons = session->lesson.lessons;
    int count = lessons ? class_questions(arena, work->class, lessons, &questions) : 0;
    bool *is_revealed = ARENA_ARRAY(arena, bool, count + 1);
    int shown = 0;
    for (int i = 0; i < work->question_count; ++i) {
        int at = question_among(questions, count, &work->questions[i]);
        if (at < 0)
            continue;
        is_revealed[at] = work->is_revealed[i];
        if (i == session->classroom.question)
            shown = at;
    }
    session->classroom.question = shown;
    arena_free(work->arena);
    work->arena = arena;
    work->questions = questions;
    work->question_count = count;
    work->is_revealed = is_revealed;
}

bool class_follow(Session *session)
{
    ClassWork *work = session->classroom.work;
    if (!session->classroom.is_open || !work)
        return false;
    if (work->made.changes != work->class->changes)
        find_questions(session, work);
    bool is_made = work->made.changes == work->class->changes &&
                   work->made.question == session->classroom.question &&
                   work->made.language == (int)session->look.language;
    if (is_made)
        return false;
    work->made.changes = work->class->changes;
    work->made.question = session->classroom.question;
    work->made.language = (int)session->look.language;
    const ClassQuestion *question = class_question_shown(session);
    arena_reset(work->tally_arena);
    if (question)
        tally_make(work->tally_arena, &work->tally, work->class, question, &session->model.devices,
                   session->look.language);
    return true;
}

/* ---- taking ---- */

static void say_taken(Session *session, int people, int problems)
{
    ClassWork *work = session->classroom.work;
    Arena *arena = arena_new();
    const char *more = "";
    int kept = work->class->problem_kept;
    if (work->class->problem_count > problems && kept)
        more = phrase_in(arena, session->look.language, work->class->problems[kept - 1]);
    session_say_text(
        session, language_printf(arena, session->look.language, STRING_FORMATS(STRING_CLASS_TAKEN),
                                 work->class->count - people, work->class->count, more));
    arena_free(arena);
}

/* Whether somebody's answers are in a folder. */
static bool has_handed_in(const char *folder)
{
    Class *class = class_new();
    class_add_path(class, folder);
    bool is_any = class->count > 0;
    class_free(class);
    return is_any;
}

/* A file that looks like something that was handed in, whole or not, or a folder with such. */
static bool is_handed_in(const char *path)
{
    struct stat info;
    char *text;
    size_t length;
    const Phrase *reason;
    if (stat(path, &info) == 0 && S_ISDIR(info.st_mode))
        return has_handed_in(path);
    Arena *arena = arena_new();
    bool is_one = file_read(arena, path, CLASS_FILE_BYTES, &text, &length, &reason) &&
                  strlen(text) == length && class_is_one(text);
    arena_free(arena);
    return is_one;
}

bool class_take_path(Session *session, const char *path)
{
    if (!session->classroom.is_open && !is_handed_in(path))
        return false;
    Class *class = work_of(session)->class;
    int people = class->count, problems = class->problem_count;
    class_add_path(class, path);
    session->classroom.is_open = true;
    class_follow(session);
    say_taken(session, people, problems);
    return true;
}

bool class_take_text(Session *session, const char *text)
{
    if (!class_is_one(text))
        return false;
    Class *class = work_of(session)->class;
    int people = class->count, problems = class->problem_count;
    class_add_text(class, string_get(STRING_CLASS_PASTED, session->look.language), text,
                   strlen(text));
    session->classroom.is_open = true;
    class_follow(session);
    say_taken(session, people, problems);
    return true;
}

/* ---- moving ---- */

void class_question(Session *session, int by)
{
    int count = class_question_count(session);
    if (!count || !session->classroom.is_open)
        return;
    session->classroom.question = ((session->classroom.question + by) % count + count) % count;
    session->classroom.row = 0;
    class_follow(session);
}

void class_row(Session *session, int64_t by)
{
    int count = class_bars(session);
    if (count && session->classroom.is_open)
        session->classroom.row =
            (int)(((session->classroom.row + by % count) % count + count) % count);
}

void class_pick(Session *session, int64_t row)
{
    if (session->classroom.is_open && row >= 0 && row < class_bars(session))
        session->classroom.row = (int)row;
}

void class_reveal(Session *session)
{
    if (!session->classroom.is_open || !class_question_shown(session))
        return;
    bool *is_revealed = &session->classroom.work->is_revealed[session->classroom.question];
    *is_revealed = !*is_revealed;
    if (session->classroom.row >= class_bars(session))
        session->classroom.row = 0;
}

void class_go(Session *session)
{
    const ClassQuestion *question = class_question_shown(session);
    if (!session->classroom.is_open || !question)
        return;
    class_close(session);
    opener_free(&session->sheets.opener);
    lesson_open(session, question->lesson->name, question->stage);
}

bool class_command_for_key(const char *key, Command *command)
{
    static const SheetKey keys[] = {
        {"Right", COMMAND_CLASS_NEXT, 0},    {"Left", COMMAND_CLASS_BACK, 0},
        {"PageDown", COMMAND_CLASS_NEXT, 0}, {"PageUp", COMMAND_CLASS_BACK, 0},
        {"Down", COMMAND_CLASS_ROW, 1},      {"Up", COMMAND_CLASS_ROW, -1},
        {"Tab", COMMAND_CLASS_ROW, 1},       {"Shift+Tab", COMMAND_CLASS_ROW, -1},
        {"V", COMMAND_CLASS_REVEAL, 0},      {"Space", COMMAND_CLASS_REVEAL, 0},
        {"Return", COMMAND_CLASS_GO, 0}};
    return command_for_sheet_key(keys, sizeof keys / sizeof *keys, key, command) ||
           command_for_any_sheet(key, command);
}
