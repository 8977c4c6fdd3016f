/* The scene that a window is in. */
#ifndef TILESTEP_SESSION_DATA_SCENE_STAND_H
#define TILESTEP_SESSION_DATA_SCENE_STAND_H

#include "lesson/scenes.h"

enum { SCENE_NONE = -1 };

typedef struct SceneStand {
    const Scenes *scenes; /* those that the window knows, which must outlive it; NULL: none */
    int index;            /* of the one shown; SCENE_NONE */
    bool is_revealed;     /* its veil is lifted */
} SceneStand;

/* The scene shown; NULL: none. */
static inline const ScenePlan *scene_stand_plan(const SceneStand *stand)
{
    bool is_one = stand->scenes && stand->index >= 0 && stand->index < stand->scenes->count;
    return is_one ? &stand->scenes->plans[stand->index] : NULL;
}

#endif
