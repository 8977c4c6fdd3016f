/* The scene that a window is in (scenes/show.h). */
#pragma once

#include "lesson/scenes.h"
#include "session/data/look.h"

enum { SCENE_NONE = -1 };
#define SCENE_TOLD_NOTHING UINT64_MAX /* where a saved window begins */

/* All of it is changed by scenes/show.h and veil.h only. */
typedef struct SceneStand {
    const Scenes *scenes; /* those that the window knows, which must outlive it; NULL: none */
    int index;            /* of the one shown; SCENE_NONE */
    bool is_revealed;     /* its veil is lifted: what it hides is shown */
    uint64_t told;        /* the moment to which the lecture has led, of the scene's first run */
    PanelName panel;      /* and how it shows that: as in Look */
    bool enlarged, banks;
    uint64_t point;          /* the moment of its point, SCENE_TOLD_NOTHING: the run has none */
    const void *point_of[2]; /* the plan and the run that this is about */
} SceneStand;

/* What the file says of the scene shown, where the Scenes keep it; NULL: none is. */
static inline const ScenePlan *scene_stand_plan(const SceneStand *stand)
{
    bool is_one = stand->scenes && stand->index >= 0 && stand->index < stand->scenes->count;
    return is_one ? &stand->scenes->plans[stand->index] : NULL;
}
