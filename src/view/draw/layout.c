/* What is needed is listed in a table, in the order in which it is given up where there is too
 * little room; what is left is arranged (view/draw/arrange.h) between the lines above and below. */
#include "view/draw/layout.h"

#include "session/lessons/exercise.h"
#include "session/lessons/take.h"
#include "session/runs/slot.h"
#include "session/scenes/show.h"
#include "session/scenes/veil.h"
#include "view/draw/arrange.h"

#include <math.h>

static const float UNIT_LEAST = 0.8f, UNIT_MOST = 6, LECTURE_SCALE = 1.6f, TALL_WIDTH = 900;
/* Units that a window has at least, whatever the zoom; wide: of a large one. */
static const float WIDE = 1080, POINTS_WIDE = 640, POINTS_HIGH = 360, POINTS_HIGH_HALL = 450;

/* What is given up where not all has room, the first first. */
typedef enum Yield {
    YIELD_NOTHING,
    YIELD_REGISTERS,
    YIELD_LAUNCH,   /* names, launch and counters have one line */
    YIELD_LABELS,   /* of the time line */
    YIELD_COUNTERS, /* but those that are asked about */
    YIELD_TABS,
    YIELD_SOURCE,
    YIELD_END
} Yield;

typedef struct Sheet {
    const Session *session;
    float unit, width, height, gap; /* width to gap in units */
    float side;                     /* the shorter one of the picture, in units */
    bool has_panel, is_both;        /* both: the panel has the place of the source, too */
    bool is_veiled;                 /* a line in place of the panel says so */
    bool is_panel_asked;            /* it, and no line, has the answer */
    bool is_panel_cells;            /* and that in many cells, in each of which is a number */
    bool has_lesson;                /* one is taken: its text and its question have room */
    bool has_keys, is_lecture;      /* the keys just pressed have a line */
    bool is_paper;                  /* nothing is pressed there */
    bool has_tabs, has_source, is_tall, is_asked; /* asked: of the counters */
    bool has_few; /* before an audience: elements whose numbers are to have room */
    Yield yield;
    float top; /* what lies above all that is placed: the line of a scene */
} Sheet;

static const float TABS = 30, SOURCE_SHARE = 0.4f, SOURCE_SHARE_ASKED = 0.27f,
                   LESSON_SOURCE = 0.34f, LESSON_SHARE = 0.52f;
static const float SCENE = 63, SCENE_HALL = 70, SCENE_LINE = 40, SCENE_LEAST = 24,
                   SCENE_WIDTH = 500, SCENE_SHARE = 0.115f;
static const float LECTURE_ASKED = 0.28f; /* of the height: three lines of the source */
static const float KEYS = 28, KEYS_HEIGHT = 320, KEYS_HEIGHT_LECTURE = 420, LECTURE_GAP = 6;
static const float STRIP = 86, STRIP_LEAST = 150, TITLE = 236, BUTTONS = 132, FLAT = 38;
static const float CAPTION = 50, CAPTION_LEAST = 40, TRANSPORT = 56, TRANSPORT_LEAST = 34,
                   CAPTION_LECTURE = 46, TRANSPORT_LECTURE = 44, TRANSPORT_LECTURE_LEAST = 30;
static const float CAPTION_HALL = 0.102f, /* of the picture's side: two lines */
    HEAD_NAMES = 24, HEAD_COUNTERS = 34;
static const float BESIDE_HEAD = 70, NUMBERS = 1.1f,  /* of cells that are only to be told apart */
    NOTHING = 0.05f;                                  /* of what is needed */
static const float HALF = 0.5f, HALF_BESIDE = 0.408f; /* of the picture; with a panel's answer */
static const float SOURCE_LEAST = 75, SOURCE_HALL = 80, SOURCE_WIDTH = 240, SOURCE_WIDTH_HALL = 205,
                   PANEL_WIDTH = 300, CELLS_WIDTH = 360, LESSON_WIDTH = 330, TEXT_ROOMY = 440,
                   PANEL_WIDTH_HALL = 446, PANEL_HALL = 235, PANEL_SHARE_HALL = 0.56f,
                   CELLS_SHARE_HALL = 0.46f, PANEL_HIGH = 0.5f, LESSON_LEAST = 190;
static const float VEILED_HIGH = 48, PANEL_LEAST = 225, PANEL_LOW = 190; /* below a lesson */

static Rect place_rounded(const Sheet *sheet, float x, float y, float w, float h)
{
    float left = roundf(x * sheet->unit), top = roundf((y + sheet->top) * sheet->unit);
    return (Rect){left, top, roundf((x + w) * sheet->unit) - left,
                  roundf((y + sheet->top + h) * sheet->unit) - top};
}

/* ---- above and below ---- */

/* In a scene, whose line takes height, they stand above the stage as those of one run. */
static bool has_pair(const Sheet *sheet)
{
    return sheet->session->run_count > 1 && (sheet->top <= 0 || sheet->is_both);
}

/* Of two runs before an audience: their names, which tell them apart, and counters. */
static float place_pair(Layout *layout, const Sheet *sheet)
{
    float gap = sheet->gap, half = (sheet->width - 3 * gap) / 2;
    layout->title = place_rounded(sheet, gap, gap, half, HEAD_COUNTERS);
    layout->counters = place_rounded(sheet, 2 * gap + half, gap, half, HEAD_COUNTERS);
    return 2 * gap + HEAD_COUNTERS;
}

/* Names with the launch, counters, buttons, as high as their numbers need; end is where they end at
 * the right. Returns where the room below begins. Before an audience they have no line of their
 * own. */
static float place_strip(Layout *layout, const Sheet *sheet, float end)
{
    float gap = sheet->gap, x = gap, height = STRIP;
    bool is_flat = sheet->yield >= YIELD_LAUNCH;
    if (sheet->is_lecture && has_pair(sheet))
        return place_pair(layout, sheet);
    if (sheet->is_lecture || (sheet->yield >= YIELD_COUNTERS && !sheet->is_asked))
        return gap;
    if (is_flat)
        height = FLAT;
    float title = is_flat ? (end - gap) * (sheet->is_asked ? 0.34f : 0.4f) : TITLE;
    title = fminf(title, TITLE + 100);
    layout->title = place_rounded(sheet, gap, gap, title, height);
    x += title + gap;
    if (!is_flat) {
        layout->buttons = place_rounded(sheet, end - BUTTONS, gap, BUTTONS, height);
        end -= BUTTONS + gap;
    }
    if (end - x >= STRIP_LEAST)
        layout->counters = place_rounded(sheet, x, gap, end - x, height);
    return 2 * gap + height;
}

/* Pixels above the stage for the same before an audience: names, if nothing else is given up, and
 * counters. */
static float head_height(const Sheet *sheet)
{
    bool has_counters = sheet->is_asked || sheet->yield < YIELD_COUNTERS;
    float names = sheet->yield < YIELD_LAUNCH ? HEAD_NAMES + sheet->gap : 0;
    bool is_enlarged = sheet->session->look.enlarged && !sheet->is_asked;
    if (!sheet->is_lecture || has_pair(sheet) || is_enlarged)
        return 0;
    return roundf((names + (has_counters ? HEAD_COUNTERS + sheet->gap : 0)) * sheet->unit);
}

static void place_head(Layout *layout, const Sheet *sheet)
{
    Rect *stage = &layout->stage;
    float height = head_height(sheet), gap = roundf(sheet->gap * sheet->unit);
    Rect head = {stage->x, stage->y, stage->w, height - gap};
    if (height <= 0 || stage->h <= height)
        return;
    stage->y += height;
    stage->h -= height;
    if (sheet->yield < YIELD_LAUNCH) {
        layout->title = head;
        layout->title.h = roundf(HEAD_NAMES * sheet->unit);
        head.y += layout->title.h + gap;
        head.h -= layout->title.h + gap;
    }
    layout->counters = head;
}

/* From below: the time line, but not on paper, the keys that were pressed, the sentence. Returns
 * where the room above ends. */
static float place_bottom(Layout *layout, const Sheet *sheet)
{
    float gap = sheet->gap, width = sheet->width - 2 * gap, y = sheet->height;
    bool is_low = sheet->yield >= YIELD_LABELS;
    float hall = fmaxf(CAPTION_LECTURE, CAPTION_HALL * sheet->side);
    float caption = sheet->is_lecture ? hall : is_low ? CAPTION_LEAST : CAPTION;
    float transport = sheet->is_lecture ? (is_low ? TRANSPORT_LECTURE_LEAST : TRANSPORT_LECTURE)
                      : is_low          ? TRANSPORT_LEAST
                                        : TRANSPORT;
    if (!sheet->is_paper)
        layout->transport = place_rounded(sheet, gap, y -= gap + transport, width, transport);
    if (sheet->has_keys)
        layout->keys = place_rounded(sheet, gap, y -= gap + KEYS, width, KEYS);
    layout->caption = place_rounded(sheet, gap, y -= gap + caption, width, caption);
    return y - gap;
}

/* ---- text ---- */

/* The source above, the tabs and what they open below it. */
static void place_text(Layout *layout, const Sheet *sheet, Rect room)
{
    float gap = roundf(sheet->gap * sheet->unit), tabs = roundf(TABS * sheet->unit);
    bool has_two = sheet->has_lesson && sheet->has_panel,
         is_alone = !sheet->has_lesson && !sheet->has_panel;
    Rect *upper = has_two ? &layout->lesson : &layout->source,
         *lower = sheet->has_panel ? &layout->panel : &layout->lesson;
    if (!sheet->has_tabs)
        tabs = 0;
    if (is_alone || sheet->is_both) {
        Rect *all = sheet->is_both ? &layout->panel : &layout->source;
        float below = tabs > 0 ? tabs + gap : 0;
        *all = (Rect){room.x, room.y, room.w, room.h - below};
        layout->tabs = (Rect){room.x, room.y + room.h - tabs, room.w, tabs};
        return;
    }
    float share = has_two                 ? LESSON_SHARE
                  : sheet->has_lesson     ? LESSON_SOURCE
                  : sheet->is_lecture     ? LECTURE_ASKED
                  : sheet->is_panel_asked ? SOURCE_SHARE_ASKED
                                          : SOURCE_SHARE;
    float height = has_two || sheet->has_source ? roundf(room.h * share) : 0;
    if (height > 0 && sheet->is_veiled)
        height = fmaxf(height, room.h - roundf(VEILED_HIGH * sheet->unit) - tabs - gap);
    if (height > 0)
        *upper = (Rect){room.x, room.y, room.w, height};
    float below = room.y + height + (height > 0 ? gap : 0);
    layout->tabs = (Rect){room.x, below, room.w, tabs};
    *lower = (Rect){room.x, below + tabs, room.w, room.y + room.h - below - tabs};
}

static Need need_of_text(const Sheet *sheet)
{
    bool has_source = sheet->has_source,
         is_any = has_source || sheet->has_panel || sheet->has_lesson;
    float source = sheet->is_lecture ? SOURCE_WIDTH_HALL : SOURCE_WIDTH;
    PanelName name = sheet->session->look.panel;
    bool is_words = name == PANEL_COUNTERS || name == PANEL_OCCUPANCY; /* long ones */
    float hall_share = is_words ? PANEL_SHARE_HALL : CELLS_SHARE_HALL;
    float hall = fminf(PANEL_WIDTH_HALL, hall_share * sheet->width);
    float panel = sheet->is_lecture ? hall : sheet->is_panel_cells ? CELLS_WIDTH : PANEL_WIDTH;
    float low = sheet->is_lecture  ? fminf(PANEL_HALL, PANEL_HIGH * sheet->side)
                : sheet->is_veiled ? VEILED_HIGH
                                   : PANEL_LEAST;
    float width = sheet->has_lesson ? LESSON_WIDTH : sheet->has_panel ? panel : source;
    float height = (sheet->has_lesson ? LESSON_LEAST : 0) + (sheet->has_panel ? low : 0);
    if (has_source && !(sheet->has_lesson && sheet->has_panel))
        height += (sheet->is_lecture ? SOURCE_HALL : SOURCE_LEAST) + sheet->gap;
    height += sheet->has_tabs ? TABS : 0;
    /* A source that is too narrow for its lines is rather given up. */
    bool is_panel = sheet->has_panel || sheet->has_lesson, is_hall = is_panel && sheet->is_lecture;
    float fixed = is_hall ? 0.9f : is_panel ? 0.8f : 0.85f, low_fixed = is_hall ? 0.95f : fixed;
    float w = width * sheet->unit, h = height * sheet->unit;
    return (Need){is_any, fixed * w, low_fixed * h, (1 - fixed) * w, (1 - low_fixed) * h, 0, 0};
}

/* What stands to the right of the block gives up room from its left side. */
static void give_from_left(Rect *rect, float width)
{
    if (rect->w <= 0)
        return;
    rect->x += width;
    rect->w -= width;
}

/* The block is to be about as wide as high: its neighbours give up what they have beyond a third of
 * the width. */
static void widen_block(Layout *layout, Rect *text)
{
    Rect *block = &layout->block;
    if (layout->stage.y != block->y || text->x <= block->x || layout->stage.x >= block->x)
        return;
    float third = (layout->stage.w + block->w + text->w) / 3;
    float wanted = fmaxf(0, block->h - block->w);
    float right = roundf(fminf(wanted, fmaxf(0, text->w - 1.02f * third)));
    float left = roundf(fminf(wanted - right, fmaxf(0, layout->stage.w - 0.98f * third)));
    layout->stage.w -= left;
    block->x -= left;
    block->w += left + right;
    layout->registers.x = block->x;
    layout->registers.w = block->w;
    give_from_left(text, right);
}

/* What the lesson can have before its neighbour in the column falls below its least height. */
float layout_lesson_most(const Layout *layout)
{
    bool has_panel = layout->panel.w > 0;
    float neighbour = has_panel ? layout->panel.h : layout->source.h;
    float least = (has_panel ? PANEL_LOW : SOURCE_LEAST) * layout->unit;
    return layout->lesson.h + fmaxf(0, neighbour - least);
}

/* The source above, if something of it is left, then the tabs and the lesson. */
static void stack_below_source(Layout *layout, Rect column, float gap, float height)
{
    Rect *tabs = &layout->tabs;
    float source = column.h - height - tabs->h - gap;
    bool has_source = source >= SOURCE_LEAST * layout->unit;
    float above = has_source ? source + gap : 0;
    layout->source = has_source ? (Rect){column.x, column.y, column.w, source} : (Rect){0};
    layout->panel = (Rect){0};
    tabs->y = column.y + above;
    float top = tabs->y + tabs->h;
    layout->lesson = (Rect){column.x, top, column.w, column.y + column.h - top};
}

void layout_fit_lesson(Layout *layout, float height)
{
    Rect *lesson = &layout->lesson, *panel = &layout->panel, *source = &layout->source;
    float more = roundf(height) - lesson->h, most = layout_lesson_most(layout);
    if (lesson->w <= 0 || layout->tabs.w <= 0 || (more <= 0 && panel->w <= 0))
        return;
    if (panel->w <= 0) {
        Rect column = rect_around(*source, *lesson);
        if (source->w > 0)
            stack_below_source(layout, column, layout->tabs.y - source->y - source->h,
                               floorf(fminf(height, most)));
    } else if (height > most) {
        float gap = layout->tabs.y - lesson->y - lesson->h;
        stack_below_source(layout, rect_around(*lesson, *panel), gap, roundf(height));
    } else {
        lesson->h += more;
        layout->tabs.y += more;
        panel->y += more;
        panel->h -= more;
    }
}

static bool is_tall(float width, float height)
{
    return height >= 1.25f * width;
}

/* A scene of two runs side by side; else somebody has put them there. */
static bool is_about_both(const Session *session)
{
    const char *panel = scene_shown(session)->panel;
    return panel && strcmp(panel, panel_names[PANEL_BOTH]) == 0;
}

/* Two lines of an answer have room, of smaller letters where two runs that no scene has side by
 * side need the height; a stage of a lesson has one. In lecture mode the rest has less height. */
static void place_scene(Layout *layout, Sheet *sheet, float unit)
{
    bool has_line = lesson_shown(sheet->session) ||
                    (sheet->is_lecture && sheet->is_both && !is_about_both(sheet->session));
    float units = has_line ? SCENE_LINE : sheet->is_lecture ? SCENE_HALL : SCENE;
    float gap = sheet->gap, most = SCENE_SHARE * sheet->height;
    float height = fmaxf(SCENE_LEAST, fminf(units * unit / sheet->unit, most));
    layout->scene = place_rounded(sheet, gap, gap, sheet->width - 2 * gap, height);
    sheet->top = gap + height;
    sheet->height -= sheet->top;
}

/* What stands beside the stage: whoever takes a lesson sees it unless no panel is open; one that is
 * hidden leaves its room to it. Before an audience there is the line above alone. */
static void set_beside(Sheet *sheet, const Session *session)
{
    const Look *look = &session->look;
    const ScenePlan *plan = scene_shown(session);
    sheet->is_asked = plan && plan->counter;
    sheet->has_lesson = (lesson_shown(session) || exercise_is_open(session)) && !look->lecture &&
                        !look->paper && look->panel != PANEL_NONE;
    bool is_any = look->panel != PANEL_NONE && look->panel != PANEL_LESSON,
         is_veiled = veil_hides_panel(session, look->panel);
    sheet->has_panel = is_any && !((sheet->has_lesson || look->lecture) && is_veiled);
    sheet->is_veiled = sheet->has_panel && is_veiled;
    sheet->is_panel_asked = scene_marks(session, MARK_PANEL) && !scene_marks(session, MARK_LINE);
    sheet->is_panel_cells = sheet->has_panel && sheet->is_panel_asked && needs_lanes(session);
}

/* ---- all of it ---- */

/* What the picture has to show now, with what has not been given up. */
static Moment moment_of(const Sheet *sheet, float width, float height)
{
    const Session *session = sheet->session;
    const Look *look = &session->look;
    Moment moment = {
        .run = needs_of_run(session_front(session), look, sheet->unit, fminf(width, height)),
        .is_tall = sheet->is_tall,
        .is_lecture = sheet->is_lecture,
        .is_pair = sheet->is_both,
        .half = sheet->is_lecture && !sheet->is_paper
                    ? (sheet->has_panel ? HALF_BESIDE : HALF) * width * height
                    : 0,
        .counts_text = !sheet->has_panel   ? 0
                       : sheet->has_source ? 1 - LECTURE_ASKED
                                           : 1,
        .head = head_height(sheet),
        .has_registers = !sheet->is_lecture && sheet->yield < YIELD_REGISTERS && !look->banks &&
                         (!sheet->is_tall || sheet->width >= TALL_WIDTH - 1),
        .gap = roundf(sheet->gap * sheet->unit),
    };
    moment.run.buffers.frame_h += moment.head;
    moment.is_enlarged = look->enlarged && look->lecture;
    if (moment.is_enlarged) /* it is what is looked at */
        moment.half = 0;
    moment.counts_stage = !moment.run.has_shared || sheet->is_both;
    if (!sheet->is_both)
        moment.text = need_of_text(sheet);
    if (!sheet->is_lecture && !sheet->is_tall && sheet->width >= WIDE)
        moment.roomy = TEXT_ROOMY * sheet->unit;
    return moment;
}

/* The other run has half of the room, which its panel fills. */
static Rect cut_half(Rect *room, float gap)
{
    Rect half = *room;
    if (room->w >= room->h) {
        room->w = roundf((room->w - gap) / 2);
        half = (Rect){room->x + room->w + gap, room->y, half.w - room->w - gap, room->h};
    } else {
        room->h = roundf((room->h - gap) / 2);
        half = (Rect){room->x, room->y + room->h + gap, room->w, half.h - room->h - gap};
    }
    return half;
}

/* How well the other run's global memory has its room in the panel that shows it beside: all that
 * it needs, with the numbers in its cells. */
static float share_beside(const Sheet *sheet, Rect text)
{
    const Session *session = sheet->session;
    if (session->run_count < 2 || sheet->is_lecture)
        return 1;
    Need need = needs_of_run(&session->runs[1 - session->front], &session->look, sheet->unit,
                             sheet->side * sheet->unit)
                    .buffers;
    float head = (BESIDE_HEAD + (sheet->has_tabs ? TABS + sheet->gap : 0)) * sheet->unit;
    float wide = (text.w - need.frame_w) / need.cells_w,
          high = (text.h - head - need.frame_h) / need.cells_h;
    return fmaxf(0, fminf(1, fminf(wide, high) / NUMBERS));
}

/* A lesson has the height of the strip, too, where it stands at the right: there is much to read.
 * Returns where the strip ends. */
static float raise_text(const Sheet *sheet, Rect room, Rect *text)
{
    bool is_right = text->w > 0 && text->y == room.y && text->h == room.h &&
                    text->x + text->w == room.x + room.w && text->x > room.x;
    if (!sheet->has_lesson || !is_right)
        return sheet->width - sheet->gap;
    float top = roundf((sheet->top + sheet->gap) * sheet->unit);
    text->h += text->y - top;
    text->y = top;
    return text->x / sheet->unit - sheet->gap;
}

/* The strip, and a lesson that is raised beside it unless a counter that is asked about would lose
 * its room. */
static void place_strip_beside(Layout *layout, const Sheet *sheet, Rect room, Rect *text)
{
    Rect kept = *text;
    layout->title = layout->counters = layout->buttons = (Rect){0};
    place_strip(layout, sheet, raise_text(sheet, room, text));
    if (!sheet->is_asked || layout->counters.w > 0)
        return;
    *text = kept;
    place_strip(layout, sheet, sheet->width - sheet->gap);
}

/* Arrangement all that has not been given up; returns how well it could, as arrange. */
static float place_all(Layout *layout, Sheet *sheet, float width, float height)
{
    sheet->has_tabs = !sheet->is_lecture && sheet->yield < YIELD_TABS;
    sheet->has_source = sheet->yield < YIELD_SOURCE && !sheet->is_both && !sheet->is_paper &&
                        (!sheet->is_panel_cells || sheet->is_veiled);
    Moment moment = moment_of(sheet, width, height);
    sheet->has_few = sheet->is_lecture && !sheet->has_panel && moment.run.has_few;
    float top = place_strip(layout, sheet, sheet->width - sheet->gap),
          bottom = place_bottom(layout, sheet);
    Rect room = place_rounded(sheet, sheet->gap, top, sheet->width - 2 * sheet->gap, bottom - top);
    Arrangement places;
    Rect all = room, text = sheet->is_both ? cut_half(&room, moment.gap) : (Rect){0};
    float share = arrange(&moment, room, &places);
    if (sheet->is_both)
        share = (share + share_beside(sheet, text)) / 2;
    layout->stage = places.stage;
    layout->block = places.block;
    layout->shared = places.shared;
    layout->threads = places.threads;
    layout->registers = places.registers;
    text = sheet->is_both ? text : places.text;
    if (layout->block.w > 0 && layout->registers.w > 0 && text.w > 0 &&
        !sheet->session->look.enlarged)
        widen_block(layout, &text);
    place_strip_beside(layout, sheet, all, &text);
    place_head(layout, sheet);
    if (text.w > 0)
        place_text(layout, sheet, text);
    return share;
}

/* Too small for more than one thing: what is read, else global memory. */
static void place_one(Layout *layout, Sheet *sheet)
{
    float bottom = place_bottom(layout, sheet);
    layout->caption = (Rect){0};
    if (layout->transport.w > 0)
        bottom = layout->transport.y / sheet->unit - sheet->top - sheet->gap;
    Rect room = place_rounded(sheet, sheet->gap, sheet->gap, sheet->width - 2 * sheet->gap,
                              bottom - sheet->gap);
    sheet->has_source = sheet->has_tabs = false;
    sheet->has_lesson &= !sheet->has_panel;
    if (sheet->has_panel || sheet->has_lesson)
        place_text(layout, sheet, room);
    else
        layout->stage = room;
}

/* Nothing is given up that has room: the first try in which nobody lacks anything, else the
 * best. */
static float place_best(Layout *layout, Sheet *sheet, float width, float height)
{
    Layout bare = *layout;
    float best = -1;
    if (sheet->width < POINTS_WIDE - 1 || sheet->height + sheet->top < POINTS_HIGH - 1) {
        sheet->yield = YIELD_END;
        place_one(layout, sheet);
        return 1;
    }
    for (int yield = YIELD_NOTHING; yield < YIELD_END && best < 1; ++yield) {
        Layout tried = bare;
        sheet->yield = (Yield)yield;
        float share = place_all(&tried, sheet, width, height);
        /* What helps nobody may as well go; before an audience it leaves its room to global memory
         * where that is made smaller. */
        bool is_small = share < NOTHING || (sheet->has_few && share > best - 0.005f);
        if (share > best + 0.005f || is_small) {
            best = share;
            *layout = tried;
        }
    }
    return best;
}

static Sheet sheet_of(const Session *session, float unit, float width, float height)
{
    const Look *look = &session->look;
    Sheet sheet = {.session = session,
                   .unit = unit,
                   .width = width / unit,
                   .height = height / unit,
                   .side = fminf(width, height) / unit,
                   .is_both = look->panel == PANEL_BOTH,
                   .is_lecture = look->lecture,
                   .has_keys = look->show_keys,
                   .is_paper = look->paper,
                   .is_tall = is_tall(width, height)};
    bool is_wide = (sheet.width >= WIDE && sheet.height >= 600) || sheet.is_tall;
    sheet.gap = look->lecture ? LECTURE_GAP : is_wide ? 12 : 8;
    sheet.has_keys &= sheet.height >= (look->lecture ? KEYS_HEIGHT_LECTURE : KEYS_HEIGHT);
    set_beside(&sheet, session);
    return sheet;
}

/* Larger in lecture mode, but never so large that fewer points are left than a picture needs. */
static float unit_of(const Look *look, float width, float height, float *plain)
{
    float unit = fminf(width / 1280, height / 720),
          fits = fminf(width / POINTS_WIDE, height / POINTS_HIGH);
    if (is_tall(width, height))
        unit = width / TALL_WIDTH;
    unit = fminf(fmaxf(unit, UNIT_LEAST), UNIT_MOST);
    *plain = fminf(unit * look->scale, fmaxf(UNIT_LEAST, fits));
    if (!look->lecture)
        return *plain;
    /* With larger letters tiles and threads would not have their half. */
    fits = fmaxf(UNIT_LEAST, fminf(fits, height / POINTS_HIGH_HALL));
    *plain = fminf(*plain, fits);
    return fminf(*plain * LECTURE_SCALE, fits);
}

/* The layout in units of so many pixels; plain: those of the line of a scene. Returns how well
 * everything has its room, as arrange. */
static float lay_out(Layout *layout, const Session *session, float width, float height, float plain)
{
    Sheet sheet = sheet_of(session, layout->unit, width, height);
    if (scene_shown(session) && !session->look.paper && sheet.width >= SCENE_WIDTH &&
        sheet.height >= POINTS_HIGH - 1)
        place_scene(layout, &sheet, plain);
    return place_best(layout, &sheet, width, height);
}

/* A zoom that would leave the block or the answer without its room is brought down until they have
 * it, or are no better off. */
Layout layout_shown(int width, int height, const Session *session)
{
    static const float smaller = 0.92f;
    const Look *look = &session->look;
    float wide = (float)width, high = (float)height, plain;
    float unit = unit_of(look, wide, high, &plain),
          whole = unit_of(&(Look){.scale = 1}, wide, high, &(float){0});
    Layout best = {.unit = unit};
    float share = lay_out(&best, session, wide, high, plain), kept = plain;
    for (float tried = plain * smaller; share < 1 && !look->lecture && plain > whole * 1.01f;
         tried *= smaller) {
        Layout layout = {.unit = fmaxf(tried, whole)};
        float other = lay_out(&layout, session, wide, high, layout.unit);
        if (other > share + 0.005f) {
            best = layout;
            share = other;
            kept = layout.unit;
        }
        if (tried <= whole)
            break;
    }
    if (kept < whole * look->scale * 0.999f)
        best.scale = kept / whole;
    return best;
}

void layout_place_run(Layout *layout, const SessionRun *slot, const Look *look, Rect room,
                      float side)
{
    Moment moment = {.run = needs_of_run(slot, look, layout->unit, side),
                     .is_lecture = look->lecture,
                     .half = look->lecture ? 0.5f * room.w * room.h : 0,
                     .counts_stage = true,
                     .is_fixed = true,
                     .is_pair = true,
                     .gap = roundf(8 * layout->unit)};
    Arrangement places;
    arrange(&moment, room, &places);
    layout->stage = places.stage;
    layout->block = places.block;
    layout->shared = places.shared;
    layout->threads = places.threads;
}
