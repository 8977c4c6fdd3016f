/* One table of what can be hidden, one flag for whether it is. */
#include "session/scenes/veil.h"

#include "session/scenes/show.h"
#include "session/selection/panel.h"

bool veil_hides(const Session *session, VeilPart part)
{
    const ScenePlan *plan = scene_shown(session);
    return plan && !session->scene.is_revealed && plan->hides[part];
}

bool veil_hides_panel(const Session *session, PanelName panel)
{
    static const VeilPart parts[PANEL_COUNT] = {
        VEIL_COUNT,
#define PANEL(NAME, name, key, tab_en, tab_zh, en, zh, veil, does, there, named) VEIL_##veil,
#include "session/commands/panel.def"
    };
    return parts[panel] != VEIL_COUNT &&
           (veil_hides(session, VEIL_PANEL) || veil_hides(session, parts[panel]));
}

static bool hides_anything(const ScenePlan *plan)
{
    bool hides = plan && plan->answer.in[LANGUAGE_EN];
    for (int i = 0; plan && i < VEIL_COUNT; ++i)
        hides |= plan->hides[i];
    return hides;
}

bool veil_is_down(const Session *session)
{
    return !session->scene.is_revealed && hides_anything(scene_shown(session));
}

void veil_switch(Session *session)
{
    if (!hides_anything(scene_shown(session)))
        return;
    if (session->scene.is_revealed)
        veil_drop(session);
    else
        veil_lift(session);
}

void veil_lift(Session *session)
{
    session->scene.is_revealed = true;
    panel_pick_finding_here(session);
}

void veil_drop(Session *session)
{
    session->scene.is_revealed = false;
}
