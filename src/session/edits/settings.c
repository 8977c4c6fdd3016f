/* Taking settings out of a session, putting them back, comparing them. */
#include "session/edits/settings.h"
#include "session/data/session_data.h"

#include "session/runs/runs.h"
#include "session/selection/panel.h"

#include <string.h>

void settings_take(const Session *session, Settings *out)
{
    const Look *look = &session->look;
    const Breaks *breaks = &session->time.breaks;
    *out = (Settings){.language = look->language,
                      .theme = look->theme,
                      .heat = look->heat,
                      .scale = look->scale,
                      .reduced_motion = look->reduced_motion,
                      .enlarged = look->enlarged,
                      .banks = look->banks,
                      .pin = session->selection.pin,
                      .stage = session->stage,
                      .device = session->model.device,
                      .scenes = session->scene.scenes,
                      .scene = session->scene.index,
                      .is_revealed = session->scene.is_revealed,
                      .told = session->scene.told,
                      .line_count = breaks->line_count,
                      .bookmark_count = session->time.bookmark_count};
    memcpy(out->knobs, session->model.knobs, sizeof out->knobs);
    memcpy(out->conditions, breaks->conditions, sizeof out->conditions);
    memcpy(out->lines, breaks->lines, sizeof out->lines);
    memcpy(out->bookmarks, session->time.bookmarks, sizeof out->bookmarks);
}

void settings_put(Session *session, const Settings *settings)
{
    Look *look = &session->look;
    Breaks *breaks = &session->time.breaks;
    look->language = settings->language;
    look->theme = settings->theme;
    look->heat = settings->heat;
    look->scale = settings->scale;
    look->reduced_motion = settings->reduced_motion;
    look->enlarged = settings->enlarged;
    look->banks = settings->banks;
    session->selection.pin = settings->pin;
    session->stage = settings->stage;
    session->model.device = settings->device < session->model.devices.count ? settings->device : 0;
    memcpy(session->model.knobs, settings->knobs, sizeof session->model.knobs);
    memcpy(breaks->conditions, settings->conditions, sizeof breaks->conditions);
    memcpy(breaks->lines, settings->lines, sizeof breaks->lines);
    breaks->line_count = settings->line_count;
    breaks->is_marked = false;
    memcpy(session->time.bookmarks, settings->bookmarks, sizeof session->time.bookmarks);
    session->time.bookmark_count = settings->bookmark_count;
    session->scene.scenes = settings->scenes;
    session->scene.index = settings->scene;
    session->scene.is_revealed = settings->is_revealed;
    session->scene.told = settings->told;
    session_keep_valid(session);
}

static bool has_same_marks(const Settings *a, const Settings *b)
{
    bool same = a->line_count == b->line_count && a->bookmark_count == b->bookmark_count &&
                memcmp(a->conditions, b->conditions, sizeof a->conditions) == 0;
    for (int i = 0; same && i < a->line_count; ++i)
        same = a->lines[i].slot == b->lines[i].slot && a->lines[i].line == b->lines[i].line;
    for (int i = 0; same && i < a->bookmark_count; ++i)
        same = a->bookmarks[i].block == b->bookmarks[i].block &&
               a->bookmarks[i].step == b->bookmarks[i].step &&
               a->bookmarks[i].length == b->bookmarks[i].length;
    return same;
}

static bool has_same_stage(const StageView *a, const StageView *b)
{
    Target one = stage_command(*a).target, other = stage_command(*b).target;
    return memcmp(&one, &other, sizeof one) == 0;
}

bool settings_are_equal(const Settings *a, const Settings *b)
{
    return a->language == b->language && a->theme == b->theme && a->heat == b->heat &&
           memcmp(&a->scale, &b->scale, sizeof a->scale) == 0 &&
           a->reduced_motion == b->reduced_motion && a->enlarged == b->enlarged &&
           a->banks == b->banks && memcmp(&a->pin, &b->pin, sizeof a->pin) == 0 &&
           has_same_stage(&a->stage, &b->stage) && a->device == b->device &&
           a->scenes == b->scenes && a->scene == b->scene && a->is_revealed == b->is_revealed &&
           memcmp(a->knobs, b->knobs, sizeof a->knobs) == 0 && has_same_marks(a, b);
}

void settings_restore(Session *session)
{
    memset(session->time.breaks.conditions, 0, sizeof session->time.breaks.conditions);
    session->time.breaks.is_marked = false;
    panel_start(session);
}

bool settings_are_usual(const Session *session)
{
    bool usual = true;
    for (int i = 0; i < BREAK_CONDITIONS; ++i)
        usual &= !session->time.breaks.conditions[i];
    for (int i = 0; i < KNOB_COUNT; ++i)
        usual &= session->model.knobs[i] < 0;
    return usual;
}
