/* Session: what a learner is looking at, as plain data. Up to two Runs on one clock, the moment,
 * what is picked, the look, the sheets. Whoever draws or saves it reads it here; what changes it
 * stands in the rooms above. It is made and freed by session/session.h, and one thread at a time
 * uses it.
 *
 * A moment is a number of steps done on the front run's Timeline. While a beat of a move is shown
 * forward, the moment already counts all of its steps, and motion.progress goes from 0 to 1. Shown
 * backward, the moment still counts them and progress goes from 1 to 0; then they are taken back.
 * At rest, and always with reduced motion, progress is 1.
 *
 * The rim (app or cli) does what the core cannot: fields called wanted ask it to, and it sets them
 * back when it has.
 */
#pragma once

#include "session/data/cards.h"
#include "session/data/classroom.h"
#include "session/data/console.h"
#include "session/data/exercise_stand.h"
#include "session/data/gpu.h"
#include "session/data/lesson_stand.h"
#include "session/data/look.h"
#include "session/data/overview.h"
#include "session/data/reason.h"
#include "session/data/run.h"
#include "session/data/scene_stand.h"
#include "session/data/selection.h"
#include "session/data/sheets.h"
#include "session/data/stage_view.h"
#include "session/data/wanted.h"

/* The commands done last, for lecture mode. */
enum { RECENT_COMMANDS = 4 };
typedef struct Recents {
    CommandName names[RECENT_COMMANDS]; /* [count], latest first */
    int count;
} Recents;

struct Session {
    SessionRun runs[SESSION_RUNS]; /* [run_count]; the index of one is its slot */
    int run_count;
    int front;           /* the run that the keys move and the stage shows */
    Edits *edits;        /* what was changed about the runs, and the way back */
    TimeStand time;      /* the move under way, stops, bookmarks */
    Look look;           /* how it is shown */
    Selection selection; /* what of it is picked */
    StageView stage;     /* which part of global memory */
    DeviceChoice model;  /* by which device */
    Reason reason;       /* of what is explained */
    Lens lens;           /* kept while its panel is open */
    SceneStand scene;
    LessonStand lesson;
    ExerciseStand exercise;
    Cards cards;
    Classroom classroom;  /* what students have handed in */
    HandingIn handing_in; /* and handing in oneself */
    const Run *opened;    /* a file that was opened and not counted yet (edits/open.h); or NULL */
    Sheets sheets;        /* the other sheets that lie over it */
    Overview overview;    /* of all scenes */
    Presenter presenter;  /* its window */
    Recents recents;      /* commands done last */
    char notice[256];     /* shown until the next command; "": none */
    GpuView gpu;          /* the work beside it, on a GPU */
    Console console;      /* the program beside it */
    Wishes wanted;        /* of the rim */
    bool lacks_chinese;   /* the rim's fonts have no letters for it */
    bool has_editor;      /* the rim has one beside the picture, which runs what is typed */
};

/* The run in front, NULL if there is none that can run. It may be changed by whoever may change the
 * session, though a const one gives it, too. */
SessionRun *session_front(const Session *session);

/* The device model chosen; NULL if assets/devices.txt was not found. Lives with the session. */
const DeviceModel *session_device(const Session *session);

/* A notice in the reader's language, shown until the next command; what takes the place of its
 * %s. */
void session_say(Session *session, StringKey key, const char *what);
/* The same, in the reader's language already. */
void session_say_text(Session *session, const char *text);
