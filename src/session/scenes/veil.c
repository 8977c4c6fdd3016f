/* One table of what can be hidden, one flag for whether it is. */
#include "session/scenes/veil.h"

#include "session/pick/panel.h"
#include "session/scenes/show.h"

static const char *const names[VEIL_COUNT][LANGUAGE_COUNT] = {
#define VEIL(name, word, en, zh) {en, zh},
#include "lesson/veil.def"
#undef VEIL
};

bool veil_hides(const Session *session, VeilPart part)
{
    const ScenePlan *plan = scene_shown(session);
    return plan && !session->scene.is_revealed && plan->hides[part];
}

static bool hides_anything(const ScenePlan *plan)
{
    for (int i = 0; plan && i < VEIL_COUNT; ++i)
        if (plan->hides[i])
            return true;
    return false;
}

bool veil_is_down(const Session *session)
{
    return !session->scene.is_revealed && hides_anything(scene_shown(session));
}

void veil_switch(Session *session)
{
    if (!hides_anything(scene_shown(session)))
        return;
    session->scene.is_revealed = !session->scene.is_revealed;
    if (session->scene.is_revealed)
        panel_pick_finding_here(session);
}

const char *veil_part_name(VeilPart part, Language language)
{
    return names[part][language];
}
