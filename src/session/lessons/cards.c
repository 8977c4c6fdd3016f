/* What was counted once is kept: the lessons do not change while the window is open. */
#include "session/lessons/cards.h"

#include "session/lessons/cards_job.h"
#include "session/lessons/take.h"

/* -1 for no lesson. */
static int index_of(const Lessons *lessons, const Lesson *lesson)
{
    for (int i = 0; i < lessons->count; ++i)
        if (lessons->items[i] == lesson)
            return i;
    return -1;
}

void cards_open(Session *session, const Lesson *only)
{
    Cards *cards = &session->cards;
    const Lessons *lessons = session->lesson.lessons;
    if (!lessons || !lessons->count) {
        session_say(session, STRING_CARDS_NONE, "");
        return;
    }
    cards->is_open = true;
    cards->only = index_of(lessons, only);
    cards->row = 0;
    if (!cards->job)
        cards->job = cards_job_start(lessons, session->model.devices, cards->only);
    cards->seen = -1;
}

void cards_close(Session *session)
{
    session->cards.is_open = false;
}

int cards_count(const Session *session)
{
    return session->cards.only >= 0 ? 1 : session->lesson.lessons->count;
}

static int lesson_at(const Session *session, int row)
{
    return session->cards.only >= 0 ? session->cards.only : row;
}

const Lesson *cards_lesson(const Session *session, int row)
{
    return session->lesson.lessons->items[lesson_at(session, row)];
}

static const CardText *text_of(const Session *session, int row)
{
    const CardsJob *job = session->cards.job;
    return job ? cards_job_text(job, lesson_at(session, row)) : NULL;
}

const char *cards_says(const Session *session, int row)
{
    const CardText *text = text_of(session, row);
    return text ? text->says.in[session->look.language] : NULL;
}

const char *cards_but(const Session *session, int row)
{
    const CardText *text = text_of(session, row);
    return text ? text->but.in[session->look.language] : NULL;
}

void cards_move(Session *session, int64_t by)
{
    int count = session->cards.is_open ? cards_count(session) : 0;
    if (count)
        session->cards.row = (int)((session->cards.row + by % count + count) % count);
}

void cards_go(Session *session, int64_t row)
{
    if (session->cards.is_open && row < 0 && session->cards.only >= 0) {
        cards_close(session);
        lesson_finish(session, cards_lesson(session, 0));
        return;
    }
    row = row < 0 ? session->cards.row : row;
    if (!session->cards.is_open || row >= cards_count(session))
        return;
    const Lesson *lesson = cards_lesson(session, (int)row);
    cards_close(session);
    lesson_open(session, lesson->name, scenes_find(lesson->stages, lesson->misconception.stage));
}

bool cards_is_working(const Session *session)
{
    const CardsJob *job = session->cards.job;
    return session->cards.is_open && job && cards_job_done(job) < session->lesson.lessons->count;
}

bool cards_follow(Session *session)
{
    Cards *cards = &session->cards;
    int done = cards->is_open && cards->job ? cards_job_done(cards->job) : cards->seen;
    bool is_new = done != cards->seen;
    cards->seen = done;
    return is_new;
}

void cards_finish(Session *session)
{
    if (session->cards.is_open && session->cards.job)
        job_wait(session->cards.job);
}

void cards_free(Session *session)
{
    job_free(session->cards.job);
    session->cards = (Cards){.only = -1};
}

bool cards_command_for_key(const char *key, Command *command)
{
    static const SheetKey keys[] = {
        {"Down", COMMAND_CARDS_MOVE, 1},     {"Tab", COMMAND_CARDS_MOVE, 1},
        {"Up", COMMAND_CARDS_MOVE, -1},      {"Shift+Tab", COMMAND_CARDS_MOVE, -1},
        {"PageDown", COMMAND_CARDS_MOVE, 1}, {"PageUp", COMMAND_CARDS_MOVE, -1},
        {"Return", COMMAND_CARDS_GO, -1},    {"Escape", COMMAND_CLOSE, 0},
        {"Shift+M", COMMAND_CLOSE, 0}};
    return command_for_sheet_key(keys, sizeof keys / sizeof *keys, key, command) ||
           command_for_any_sheet(key, command);
}
