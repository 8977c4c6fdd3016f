/* What a lecturer has beside the window: the overview of all scenes, where a path through them is
 * chosen (sheets/overview.h), and the window with notes and the next scene, which the rim opens and
 * the view draws (view/presenter.h). */
#pragma once

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

struct Scene;

enum { OVERVIEW_SCENES = 200, OVERVIEW_COLUMNS = 5 };

typedef struct Overview {
    bool is_open;
    bool is_wanted; /* the path is to be kept in a file: the rim does it and sets this back */
    int row;        /* index of the scene that is picked, of all */
    int chosen[OVERVIEW_SCENES]; /* [count] indices of scenes, in the order of the path */
    int count;
    const struct Scene *pictures[OVERVIEW_SCENES]; /* how each scene opens, the rim's; NULL: not
                                                      drawn yet */
    Arena
        *arena; /* of the paths that were opened, which live as long as the session; may be NULL */
} Overview;

typedef struct Presenter {
    bool is_open;
    bool is_restarted;        /* its clock begins anew: the rim sets this back */
    int64_t seconds;          /* since it began, by the rim's clock */
    const struct Scene *next; /* how the scene after this one opens, the rim's; or NULL */
} Presenter;
