/* One table of what can be hidden, one flag for whether it is. */
#include "session/scenes/veil.h"

#include "session/scenes/show.h"
#include "session/selection/panel.h"

#include <string.h>

static bool is_same_run(const SceneRun *one, const SceneRun *other)
{
    const char *a = one->launch ? one->launch : "", *b = other->launch ? other->launch : "";
    return strcmp(one->kernel, other->kernel) == 0 && strcmp(a, b) == 0 &&
           !one->off_count == !other->off_count;
}

/* The next stage of a lesson asks about the totals of the same run. */
static bool is_asked_next(const Session *session, const ScenePlan *plan)
{
    const Scenes *stages = session->scene.scenes;
    int next = session->scene.index + 1;
    if (!plan->stage || next >= stages->count)
        return false;
    const ScenePlan *later = &stages->plans[next];
    return later->hides[VEIL_TOTALS] && later->stage->ask &&
           is_same_run(&plan->runs[0], &later->runs[0]);
}

bool veil_hides(const Session *session, VeilPart part)
{
    const ScenePlan *plan = scene_shown(session);
    if (!plan || !plan->hides[part])
        return false;
    bool is_count = part == VEIL_TOTALS || part == VEIL_RATIOS;
    return !session->scene.is_revealed || (is_count && is_asked_next(session, plan));
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
