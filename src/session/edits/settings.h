/* Settings: what a learner has chosen about the window itself, besides the runs, and expects Undo
 * to take back: how it looks, what part of it is seen, the scene, stops, bookmarks, knobs. Where
 * one stands in time and which sheet is open are no settings: the way back there is a step or
 * Escape. */
#pragma once

#include "session/data/look.h"
#include "session/data/motion.h"
#include "session/data/scene_stand.h"
#include "session/data/selection.h"
#include "session/data/stage_view.h"

/* Each field is the one of that name in Session, or in what that holds. Plain data: a copy is a
 * copy. */
typedef struct Settings {
    Language language;
    ThemeName theme;
    HeatName heat;
    float scale;
    bool reduced_motion, enlarged, banks;
    Target pin; /* the explanation that stays */
    StageView stage;
    int device, knobs[KNOB_COUNT];
    bool conditions[BREAK_CONDITIONS];
    BreakLine lines[BREAK_LINES];
    int line_count;
    Place bookmarks[BOOKMARKS];
    int bookmark_count;
    const Scenes *scenes; /* those that the window knows: a lesson's, while one is taken */
    int scene;            /* index of the scene shown, or SCENE_NONE */
    bool is_revealed;     /* its veil is lifted */
    uint64_t told;        /* goes with the scene and is no setting of its own */
} Settings;

/* Copy them out of a session, and back; what there is not any more, such as a device, becomes the
 * first that there is. Nothing is loaded or moved: runs and time are for the caller. */
void settings_take(const Session *session, Settings *out);
void settings_put(Session *session, const Settings *settings);
/* Whether a window would look the same; room for bookmarks and stops that is not used does not
 * count. */
bool settings_are_equal(const Settings *a, const Settings *b);

/* Sets stops at conditions and knobs back to what they are when nothing was chosen; and whether
 * they are so. */
void settings_restore(Session *session);
bool settings_are_usual(const Session *session);
