/* Building one picture: gather what the panels share, let each draw itself in its place, then what
 * lies above them all. */
#include "view/view.h"
#include "session/data/session_data.h"
#include "session/sheets/sheet.h"
#include "view/arrows/deciding.h"
#include "view/arrows/flights.h"
#include "view/arrows/product.h"
#include "view/arrows/sums.h"
#include "view/arrows/told.h"
#include "view/block/block.h"
#include "view/draw/button.h"
#include "view/draw/context.h"
#include "view/draw/gather.h"
#include "view/focus.h"
#include "view/frame.h"
#include "view/panels/strip.h"
#include "view/panels/tabs.h"
#include "view/sheets/sheets.h"
#include "view/source/heat.h"
#include "view/source/source.h"
#include "view/stage/stage.h"
#include "view/tips/questions.h"

static const Colour BLANK = 0xff000000;

static void build_panels(View *view)
{
    static const struct {
        void (*build)(View *view);
        size_t rect_at;
        ViewPart part;
    } panels[] = {
        {scene_strip_build, offsetof(Layout, scene), VIEW_QUESTION},
        {stage_build, offsetof(Layout, stage)},
        {shared_build, offsetof(Layout, shared)},
        {threads_build, offsetof(Layout, threads)},
        {block_build, offsetof(Layout, block)},
        {registers_build, offsetof(Layout, registers)},
        {source_build, offsetof(Layout, source)},
        {tabs_build, offsetof(Layout, tabs)},
        {panel_build, offsetof(Layout, panel), VIEW_PANEL},
        {lesson_build, offsetof(Layout, lesson), VIEW_LESSON},
        {title_build, offsetof(Layout, title)},
        {counters_build, offsetof(Layout, counters), VIEW_COUNTERS},
        {buttons_build, offsetof(Layout, buttons)},
        {caption_build, offsetof(Layout, caption), VIEW_CAPTION},
        {transport_build, offsetof(Layout, transport)},
    };
    for (size_t i = 0; i < sizeof panels / sizeof *panels; ++i) {
        const Rect *rect = (const Rect *)((const char *)&view->layout + panels[i].rect_at);
        view->scene->part = panels[i].part;
        if (rect->w > 0 && rect->h > 0)
            panels[i].build(view);
    }
    view->scene->part = VIEW_PART_NONE;
}

/* The lowest first. */
static void build_sheets(View *view)
{
    enum { ALWAYS, WITH_RUN };
    static const struct {
        void (*build)(View *view);
        int draws;
    } sheets[] = {
#define SHEET(NAME, name, draws, open, close, takes, keys, wheel) {name##_build, draws},
#include "session/sheets/sheet.def"
    };
    for (int i = SHEET_COUNT - 1; i >= 0; --i)
        if (sheet_is_open(view->session, (SheetName)i) && (view->slot || sheets[i].draws == ALWAYS))
            sheets[i].build(view);
}

Scene *view_build_checked(const Session *session, Arena *arena, int width, int height,
                          const TextMetrics *metrics, ViewCuts *cuts)
{
    View view = {
        .session = session,
        .look = &session->look,
        .selection = &session->selection,
        .slot = session_front(session),
        .arena = arena,
        .theme = theme_get(session->look.theme),
        .language = session->look.language,
        .layout = layout_shown(width, height, session),
        .progress = (float)session->time.motion.progress,
        .cuts = cuts,
    };
    view.unit = view.layout.unit;
    view.scene = scene_new(arena, width, height, view.theme->background, metrics);
    if (session->look.blank) {
        scene_rect(view.scene, (Rect){0, 0, (float)width, (float)height}, BLANK, (PickTag){0});
        return view.scene;
    }
    view_gather(&view);
    if (view.slot) {
        lesson_make_room(&view);
        build_panels(&view);
        deciding_build(&view);
        sums_build(&view);
        product_build(&view);
        flights_build(&view);
        told_build(&view);
        view.scene->part = VIEW_TIP;
        hover_build(&view);
        names_build(&view);
        heat_tip_build(&view);
    } else {
        view.scene->part = VIEW_PROBLEM;
        problem_build(&view);
    }
    view.scene->part = VIEW_SHEET;
    focus_build(&view);
    build_sheets(&view);
    view.scene->part = VIEW_PART_NONE;
    if (session->wanted.film.state != FILM_IDLE)
        film_bar_build(&view);
    keys_build(&view);
    notice_build(&view);
    halo_build(&view);
    return view.scene;
}

Scene *view_build(const Session *session, Arena *arena, int width, int height,
                  const TextMetrics *metrics)
{
    return view_build_checked(session, arena, width, height, metrics, NULL);
}
