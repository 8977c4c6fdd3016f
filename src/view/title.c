/* Which kernels are open, which is in front, and how it was launched. */
#include "session/data/session_data.h"
#include "session/edits/form.h"
#include "session/programs/console.h"
#include "session/rerun/coverage.h"
#include "session/scenes/veil.h"
#include "view/frame.h"
#include "view/panels/argument.h"
#include "view/values/verdict.h"

#include <math.h>
#include <string.h>

static const float FLAT_MOST = 60, STACKED_LEAST = 34, TWO_LINES = 30; /* units high */
static const float NAME_LEAST = 11; /* smaller letters are for names that cannot be cut in two */

static const char *run_name(View *view, int slot)
{
    const Session *session = view->session;
    const Run *run = session->runs[slot].run;
    if (session->run_count > 1 && session->runs[0].run->program && session->runs[1].run->program)
        return argument_name(view->arena, view->language, session, slot);
    return run->program ? run->program->name : run->path;
}

/* Pixels that a run's name and mark ask for. */
static float run_width(View *view, int slot)
{
    return view_text_width(view, FONT_UI, TEXT_LARGE, run_name(view, slot)) + view_units(view, 32);
}

/* The run's part of the width: half, unless one name needs more and the other less. */
static float share_of(View *view, int slot, float width)
{
    int count = view->session->run_count;
    if (count < 2)
        return width;
    float own = run_width(view, slot), other = run_width(view, 1 - slot), half = width / 2;
    if (own <= half && other <= half)
        return half;
    if (own + other > width)
        return width * own / (own + other);
    return own > half ? own : width - fmaxf(other, half);
}

/* Where a name is cut in two: behind the underscore next to its middle; 0: it has none. */
static size_t middle_of(const char *name)
{
    size_t length = strlen(name), best = 0;
    for (size_t i = 1; i < length; ++i) {
        size_t away = 2 * i > length ? 2 * i - length : length - 2 * i;
        size_t least = 2 * best > length ? 2 * best - length : length - 2 * best;
        if (name[i - 1] == '_' && away < least)
            best = i;
    }
    return best;
}

/* In one line as large as it fits; a long name in two, where these have room. */
static void build_name(View *view, Rect line, const char *name, float units, Colour ink)
{
    size_t middle = middle_of(name);
    bool is_long = view_text_width(view, FONT_UI, NAME_LEAST, name) > line.w;
    if (!is_long || !middle || line.h < view_units(view, TWO_LINES)) {
        view_label_fitted(view, FONT_UI, units, 8, line, -1, ink, name);
        return;
    }
    Rect first = rect_cut_top(&line, line.h / 2);
    const char *head = arena_text(view->arena, name, middle);
    units = view_fitting_units(view, FONT_UI, TEXT_BODY, 8, line.w, head);
    units = view_fitting_units(view, FONT_UI, units, 8, line.w, name + middle);
    view_label_fitted(view, FONT_UI, units, 8, first, -1, ink, head);
    view_label_fitted(view, FONT_UI, units, 8, line, -1, ink, name + middle);
}

static void build_title_run(View *view, Rect line, int slot)
{
    const Theme *theme = view->theme;
    bool is_front = slot == view->session->front;
    scene_box(view->scene, line, view_units(view, 5), is_front ? theme->accent_tint : 0, 0, 0,
              target_tag(TARGET_RUN, (uint32_t)slot, 0));
    rect_cut_left(&line, view_units(view, 7));
    Rect mark = rect_cut_left(&line, view_units(view, 12));
    view_run_mark(view, mark, slot, 4.5f);
    rect_cut_left(&line, view_units(view, 6));
    rect_cut_right(&line, view_units(view, 4));
    float units = fminf(is_front ? TEXT_LARGE : TEXT_BODY, line.h / view->unit * 0.72f);
    build_name(view, line, run_name(view, slot), units, is_front ? theme->text : theme->muted);
}

/* As many as the panel lists; NULL as long as none of them has come. At the end all have, those
 * between blocks too, which no single step shows. */
static const char *findings_text(View *view)
{
    int reached = session_found(view->slot), count;
    session_findings(view->slot, &count);
    bool is_over = view->slot->covers_grid && session_is_at_end(view->slot);
    if (!count || (!reached && !is_over) || veil_hides(view->session, VEIL_FINDINGS))
        return NULL;
    return count == 1 ? view_text(view, STRING_FINDINGS_ONE)
                      : view_format(view, STRING_FINDINGS, count);
}

/* Ways to say the same, the longest first; the last is NULL. */
enum { WORDINGS = 4 };
typedef struct Wordings {
    const char *texts[WORDINGS];
} Wordings;

static float small_width(const View *view, const char *text)
{
    return view_text_width(view, FONT_UI, TEXT_SMALL, text);
}

/* The longest that has room, or the shortest. */
static const char *fitting(const View *view, const Wordings *wordings, float width)
{
    int i = 0;
    while (wordings->texts[i + 1] && small_width(view, wordings->texts[i]) > width)
        ++i;
    return wordings->texts[i];
}

/* What is switched off in the front run: "off: barrier of line 33, bounds check of line 40", "off:
 * 33, 40", "2 off"; none if nothing is. */
static Wordings switched_off(View *view)
{
    static const StringKey kinds[] = {STRING_OFF_BARRIER, STRING_OFF_LINE, STRING_OFF_CHECK};
    const CompileOptions *compile = &view->slot->run->compile;
    const char *list = "", *lines = "";
    for (int i = 0; i < compile->without_count; ++i) {
        const Without *without = &compile->withouts[i];
        const char *comma = i ? ", " : "";
        list = arena_printf(view->arena, "%s%s%s", list, comma,
                            view_fill(view, kinds[without->kind],
                                      arena_printf(view->arena, "%d", without->line), NULL));
        lines = arena_printf(view->arena, "%s%s%d", lines, comma, without->line);
    }
    if (!*list)
        return (Wordings){{NULL}};
    return (Wordings){{view_format(view, STRING_SWITCHED_OFF, list),
                       view_format(view, STRING_SWITCHED_OFF, lines),
                       view_format(view, STRING_SWITCHED_OFF_COUNT, compile->without_count)}};
}

/* Pixels that are kept for what is switched off: for its line numbers, where they take no more than
 * half of the width, else for how many there are. */
static float off_width(const View *view, const Wordings *off, float width)
{
    if (!off->texts[0])
        return 0;
    float gap = view_units(view, 8);
    return small_width(
               view, fitting(view, &(Wordings){{off->texts[1], off->texts[2]}}, width / 2 - gap)) +
           gap;
}

/* "× 8/9 · 2 findings" if there is room; the stage says it, too. */
static const char *with_verdict(View *view, const char *text, float room)
{
    const char *verdict =
        verdict_fitting(view, room - small_width(view, arena_printf(view->arena, " · %s", text)));
    return verdict ? arena_printf(view->arena, "%s · %s", verdict, text) : text;
}

/* "out: 1024 of 2048 reached", where the blocks leave out part of the output. That tells how much
 * of the result is missing. The tip of the launch says more. */
static const char *coverage_text(View *view)
{
    Coverage coverage = coverage_find(view->launch, view->slot->tiles, view->slot->last);
    if (coverage.kind != COVERAGE_SHORT || veil_hides(view->session, VEIL_RESULTS))
        return NULL;
    int64_t rows = coverage.reached_rows, columns = coverage.reached_columns;
    rows = rows < coverage.rows ? rows : coverage.rows;
    columns = columns < coverage.columns ? columns : coverage.columns;
    return view_format(view, STRING_COVER_PART, view->launch->buffers[coverage.buffer].name,
                       (long long)(rows * columns), (long long)(coverage.rows * coverage.columns));
}

static const char *extent_brief(View *view, Dim3 extent)
{
    const char *x = arena_printf(view->arena, "%u", extent.x);
    if (extent.y > 1 || extent.z > 1)
        x = arena_printf(view->arena, "%s×%u", x, extent.y);
    return extent.z > 1 ? arena_printf(view->arena, "%s×%u", x, extent.z) : x;
}

/* "<<<dim3(2, 2), dim3(2, 2), 0>>>", "<<<2×2, 2×2, 0>>>", "2×2 · 2×2"; of a program that ran
 * "launch 3 of the program · <<<2×2, 2×2>>>", "launch 3 · <<<2×2, 2×2>>>", "launch 3" */
static Wordings launch_wordings(View *view)
{
    const Launch *launch = view->launch;
    const char *grid = extent_brief(view, launch->grid), *block = extent_brief(view, launch->block);
    int number = console_launch_open(view->session);
    if (number) {
        const char *brief = view_format(view, STRING_CONSOLE_OF_SHORT, number);
        return (Wordings){{arena_printf(view->arena, "%s · <<<%s, %s>>>",
                                        view_format(view, STRING_CONSOLE_OF, number), grid, block),
                           arena_printf(view->arena, "%s · <<<%s, %s>>>", brief, grid, block),
                           brief}};
    }
    return (Wordings){
        {strstr(form_launch_text(view->arena, view->slot->run), "<<<"),
         arena_printf(view->arena, "<<<%s, %s, %u>>>", grid, block, launch->dynamic_shared_bytes),
         arena_printf(view->arena, "%s · %s", grid, block)}};
}

static float launch_width(View *view)
{
    return small_width(view, launch_wordings(view).texts[2]) + view_units(view, 12);
}

/* In fewer words where the launch would be cut otherwise. */
static const char *verdict_beside_launch(View *view, const Wordings *off, float room)
{
    const char *verdict = off->texts[0] ? NULL : verdict_fitting(view, room - launch_width(view));
    return verdict ? verdict : verdict_fitting(view, room);
}

/* Whether the result is wrong and how many different things have been found so far, at the right;
 * returns the width it took. */
static float build_findings(View *view, Rect line, const Wordings *off)
{
    const char *text = findings_text(view);
    float room = line.w - off_width(view, off, line.w);
    text = text ? with_verdict(view, text, room) : verdict_beside_launch(view, off, room);
    bool is_bad = text != NULL;
    if (!is_bad)
        text = coverage_text(view);
    if (!text)
        return 0;
    float width = small_width(view, text) + 1;
    if (!is_bad) /* the launch is seen, too */
        width = fminf(
            width, fmaxf(line.w - launch_width(view), view_text_width(view, FONT_UI, 8, text) + 1));
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, rect_cut_right(&line, width), 1,
                      is_bad ? view->theme->danger : view->theme->warning, text);
    return width + view_units(view, 8);
}

/* A press opens it as a form. */
static void build_title_launch(View *view, Rect line)
{
    const Theme *theme = view->theme;
    bool is_hovered = view_is_hovered(view, TARGET_BUTTON, COMMAND_LAUNCH, 0);
    Wordings wordings = launch_wordings(view);
    Rect box = {line.x - view_units(view, 4), line.y, line.w + view_units(view, 4), line.h};
    scene_box(view->scene, box, view_units(view, 4), is_hovered ? theme->accent_tint : 0,
              is_hovered ? theme->accent : 0, is_hovered ? 1 : 0,
              target_tag(TARGET_BUTTON, COMMAND_LAUNCH, 0));
    view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, line, -1, theme->muted,
                      fitting(view, &wordings, line.w));
}

/* Side by side; below each other where that cuts one of them. */
static void build_names(View *view, Rect room)
{
    int count = view->session->run_count;
    bool is_stacked = count > 1 && run_width(view, 0) + run_width(view, 1) > room.w &&
                      room.h >= view_units(view, STACKED_LEAST);
    float width = room.w, height = room.h;
    for (int i = 0; i < count; ++i)
        build_title_run(view,
                        is_stacked ? rect_cut_top(&room, height / 2)
                                   : rect_cut_left(&room, share_of(view, i, width)),
                        i);
}

/* What is off and whether the result is wrong; the launch where nothing is off, in lecture mode
 * only if it has room beside the names. */
static void build_state(View *view, Rect line, const Wordings *off)
{
    line.w -= build_findings(view, line, off);
    if (off->texts[0])
        view_label_fitted(view, FONT_UI, TEXT_SMALL, 8, line, -1, view->theme->danger,
                          fitting(view, off, line.w));
    else if (!view->look->lecture || launch_width(view) <= line.w)
        build_title_launch(view, line);
}

/* Pixels of how many things were found; 0 if nothing was. */
static float findings_width(View *view)
{
    const char *text = findings_text(view);
    return text ? small_width(view, text) + view_units(view, 12) : 0;
}

/* In lecture mode all of it stands in one line. What is off is told once: where the name of the run
 * says it, there. */
static void build_flat(View *view, Rect inside, const Wordings *off)
{
    static const Wordings none = {{NULL}};
    float names = view_units(view, 4);
    for (int i = 0; i < view->session->run_count; ++i)
        names += run_width(view, i);
    if (off->texts[0] && strstr(run_name(view, view->session->front), off->texts[0]))
        off = &none;
    names = fminf(names, inside.w - off_width(view, off, inside.w) - findings_width(view));
    build_names(view, rect_cut_left(&inside, names));
    rect_cut_left(&inside, view_units(view, 10));
    build_state(view, inside, off);
}

void title_build(View *view)
{
    const Theme *theme = view->theme;
    Rect rect = view->layout.title;
    scene_box(view->scene, rect, view_units(view, 8), theme->panel, theme->edge,
              fmaxf(1, roundf(view_units(view, theme->line))), (PickTag){0});
    Wordings off = switched_off(view);
    if (view->look->lecture && rect.h < view_units(view, FLAT_MOST)) {
        build_flat(view, rect_inset(rect, view_units(view, 3)), &off);
        return;
    }
    Rect inside = rect_inset(rect, view_units(view, rect.h < view_units(view, FLAT_MOST) ? 4 : 8));
    build_names(view, rect_cut_top(&inside, inside.h * 0.58f));
    rect_cut_left(&inside, view_units(view, 7));
    build_state(view, inside, &off);
}
