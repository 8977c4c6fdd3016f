/* The sheet of a film: two moments that are turned like any control, and rows of choices. */
#include "session/sheets/reel.h"

#include "session/data/session_data.h"
#include "session/edits/control.h"

#include <string.h>

enum { SIZES = 4, TIMES = 5, GRAINS = 6, RANGE_STRIDES = 16 };

static const char *const grains[GRAINS] = {"access",  "instruction", "line",
                                           "barrier", "phase",       "block"};
static const double times[TIMES] = {0.25, 0.5, 1, 2, 4};
static const int sizes[SIZES][2] = {{0, 0}, {1280, 720}, {1920, 1080}, {3840, 2160}};

/* A film that was cancelled may still be ending: the next one waits for that. */
static bool can_begin(const Reel *reel)
{
    return reel->state == REEL_IDLE || reel->is_cancelled;
}

void reel_open(Session *session)
{
    const SessionRun *front = session_front(session);
    Reel *reel = &session->reel;
    if (!front || !can_begin(reel))
        return;
    bool is_first = reel->choices[REEL_SECONDS] == 0 && reel->to == 0;
    Place place = session_place(front);
    uint64_t start = timeline_position(front->timeline) - place.step;
    reel->is_open = true;
    reel->is_typing = false;
    reel->row = REEL_FROM;
    reel->from = start;
    reel->to = start + place.length;
    if (is_first)
        reel->choices[REEL_SECONDS] = 2;
    if (!reel->has_encoder)
        reel->choices[REEL_FORMAT] = REEL_PNG;
}

/* Never the end before the start: the moment of row takes the other along. */
static void put_in_order(Reel *reel, int row)
{
    if (reel->from > reel->to)
        *(row == REEL_FROM ? &reel->to : &reel->from) = row == REEL_FROM ? reel->from : reel->to;
}

void reel_move(Session *session, int64_t by)
{
    Reel *reel = &session->reel;
    put_in_order(reel, reel->row);
    reel->is_typing = false;
    reel->row = (int)((reel->row + by % REEL_ROWS + REEL_ROWS) % REEL_ROWS);
}

static void turn_moment(const Session *session, uint64_t *moment, int way)
{
    const SessionRun *front = session_front(session);
    uint64_t length = front ? timeline_length(front->timeline) : 0;
    bool is_single = way == ADJUST_UP || way == ADJUST_DOWN;
    uint64_t stride = is_single ? 1 : 1 + length / RANGE_STRIDES;
    if (way == ADJUST_UP || way == ADJUST_DOUBLE)
        *moment = *moment + stride > length ? length : *moment + stride;
    else
        *moment = *moment < stride ? 0 : *moment - stride;
}

void reel_turn(Session *session, int64_t row, int way)
{
    static const int counts[REEL_ROWS] = {[REEL_GRAIN] = GRAINS,
                                          [REEL_FORMAT] = REEL_FORMATS,
                                          [REEL_SIZE] = SIZES,
                                          [REEL_SECONDS] = TIMES};
    Reel *reel = &session->reel;
    if (!reel->is_open || row < 0 || row >= REEL_ROWS)
        return;
    put_in_order(reel, reel->row);
    reel->row = (int)row;
    reel->is_typing = false;
    if (row == REEL_FROM)
        turn_moment(session, &reel->from, way);
    if (row == REEL_TO)
        turn_moment(session, &reel->to, way);
    put_in_order(reel, (int)row);
    int count = counts[row], by = way == ADJUST_UP || way == ADJUST_DOUBLE ? 1 : -1;
    if (count && (row != REEL_FORMAT || reel->has_encoder))
        reel->choices[row] = (reel->choices[row] + by + count) % count;
}

void reel_type(Session *session, int64_t digit)
{
    Reel *reel = &session->reel;
    const SessionRun *front = session_front(session);
    if (!reel->is_open || !front || reel->row > REEL_TO)
        return;
    uint64_t *moment = reel->row == REEL_FROM ? &reel->from : &reel->to;
    uint64_t length = timeline_length(front->timeline), kept = reel->is_typing ? *moment : 0;
    uint64_t typed = digit < 0 ? *moment / 10 : kept * 10 + (uint64_t)digit % 10;
    *moment = typed > length ? length : typed;
    reel->is_typing = true;
}

void reel_go(Session *session)
{
    Reel *reel = &session->reel;
    if (!reel->is_open || !can_begin(reel))
        return;
    put_in_order(reel, reel->row);
    reel->is_open = false;
    reel->state = REEL_WANTED;
    reel->is_cancelled = false;
    reel->done = reel->total = 0;
}

bool reel_close(Session *session)
{
    Reel *reel = &session->reel;
    if (reel->is_open) {
        reel->is_open = false;
        return true;
    }
    if (reel->state == REEL_IDLE || reel->is_cancelled)
        return false;
    reel->is_cancelled = true;
    return true;
}

const char *reel_grain(const Reel *reel)
{
    return grains[reel->choices[REEL_GRAIN] % GRAINS];
}

double reel_seconds(const Reel *reel)
{
    return times[reel->choices[REEL_SECONDS] % TIMES];
}

void reel_size(const Reel *reel, int *width, int *height)
{
    *width = sizes[reel->choices[REEL_SIZE] % SIZES][0];
    *height = sizes[reel->choices[REEL_SIZE] % SIZES][1];
}

const char *reel_path(const Session *session, Arena *arena)
{
    static const char *const endings[REEL_FORMATS] = {".gif", ".mp4", "/frame-%04d.png"};
    const SessionRun *front = session_front(session);
    const Reel *reel = &session->reel;
    if (!front)
        return NULL;
    return arena_printf(arena, "%s-%05llu-%05llu%s", front->run->program->name,
                        (unsigned long long)reel->from, (unsigned long long)reel->to,
                        endings[reel->choices[REEL_FORMAT] % REEL_FORMATS]);
}

bool reel_command_for_key(const Session *session, const char *key, Command *command)
{
    static const SheetKey keys[] = {{"Down", COMMAND_REEL_MOVE, 1},
                                    {"Tab", COMMAND_REEL_MOVE, 1},
                                    {"Up", COMMAND_REEL_MOVE, -1},
                                    {"Shift+Tab", COMMAND_REEL_MOVE, -1},
                                    {"Left", COMMAND_REEL_TURN, ADJUST_DOWN},
                                    {"Right", COMMAND_REEL_TURN, ADJUST_UP},
                                    {"Shift+Left", COMMAND_REEL_TURN, ADJUST_HALVE},
                                    {"Shift+Right", COMMAND_REEL_TURN, ADJUST_DOUBLE},
                                    {"Backspace", COMMAND_REEL_TYPE, -1},
                                    {"Return", COMMAND_REEL_GO, 0}};
    if (command_for_digit(COMMAND_REEL_TYPE, key, command))
        return true;
    if (!command_for_sheet_key(keys, sizeof keys / sizeof *keys, key, command))
        return command_for_any_sheet(key, command);
    command->target =
        (Target){TARGET_REEL, (uint32_t)session->reel.row, (uint32_t)command->number, 0};
    return true;
}
