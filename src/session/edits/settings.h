/* Settings: what a learner has chosen about the window itself, besides the runs, and expects Undo
 * to take back: how it looks, what part of it is seen, the scene, stops, bookmarks, knobs. Where
 * one stands in time and which sheet is open are no settings: the way back there is a step or
 * Escape. */
#ifndef TILESTEP_SESSION_EDITS_SETTINGS_H
#define TILESTEP_SESSION_EDITS_SETTINGS_H

#include "session/data/session_data.h"

typedef struct Settings {
    Language language;
    ThemeName theme;
    HeatName heat;
    float scale;
    bool reduced_motion, enlarged;
    Target pin;
    StageView stage;
    int device, knobs[KNOB_COUNT];
    bool conditions[BREAK_CONDITIONS];
    BreakLine lines[BREAK_LINES];
    int line_count;
    Place bookmarks[BOOKMARKS];
    int bookmark_count;
    int scene;
    bool is_revealed;
} Settings;

void settings_take(const Session *session, Settings *out);
void settings_put(Session *session, const Settings *settings);
bool settings_are_equal(const Settings *a, const Settings *b);

/* Stops at conditions and knobs as they are when nothing was chosen. */
void settings_restore(Session *session);
bool settings_are_usual(const Session *session);

#endif
