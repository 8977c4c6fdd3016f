/* Every scene and every stage of a lesson at twelve sizes, three scales, in lecture mode and not:
 * what the moment needs is there and can be read. That is shared memory with the origin of its
 * words, the threads with their numbers, the sentence, global memory, and the part that answers
 * the question; in lecture mode large enough for the last row. Prints a table of how many pictures
 * have each; ARRANGEMENT_ALL=1 prints all that lack something, ARRANGEMENT_ONLY=NAME looks at one
 * scene. And no text or cell of a scene reaches out of the part that it belongs to. */
#include "app/app.h"
#include "picture.h"
#include "probe/record/shown.h"
#include "session/lessons/take.h"
#include "session/scenes/show.h"
#include "session/scenes/veil.h"
#include "test.h"
#include "view/draw/layout.h"
#include "view/draw/signs.h"
#include "view/values/values.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const int sizes[][2] = {{640, 480},   {800, 600},   {960, 540},   {1024, 768},
                               {960, 1080},  {1280, 720},  {1366, 768},  {1600, 900},
                               {1920, 1080}, {2560, 1440}, {3840, 2160}, {1080, 1920}};
static const float scales[] = {1, 1.25f, 2};
enum {
    SIZES = sizeof sizes / sizeof *sizes,
    SCALES = sizeof scales / sizeof *scales,
    MODES = 2,
    WHOLE_MOST = 64, /* words of an array, threads of a block that are shown one and all */
    PART_LEAST = 16, /* of a larger one */
    LINE_MOST = 16   /* words and threads of one dimension that stand in one row */
};

/* What is looked for; a row of the table each. */
#define NEEDS(NEED)                                                                                \
    NEED(CAPTION, "the sentence")                                                                  \
    NEED(STAGE, "global memory")                                                                   \
    NEED(WORDS, "words of shared memory")                                                          \
    NEED(ORIGIN, "where these came from")                                                          \
    NEED(THREADS, "threads with their numbers")                                                    \
    NEED(PART, "a part is said to be one")                                                         \
    NEED(ROW, "one dimension is one row")                                                          \
    NEED(ANSWER, "what answers the question")                                                      \
    NEED(HALF, "half of the picture in lecture mode")                                              \
    NEED(SCALE, "a scale is brought down, and told")
typedef enum Need {
#define NEED(NAME, words) NEED_##NAME,
    NEEDS(NEED)
#undef NEED
        NEED_COUNT
} Need;
static const char *const need_words[] = {
#define NEED(NAME, words) words,
    NEEDS(NEED)
#undef NEED
};

/* So many of a thousand pictures have all, in a window and in lecture mode: more are wanted, and
 * none is to be lost. */
static const int whole_of_1000[MODES] = {996, 990};

typedef struct Desk {
    Picture picture;
    Arena *frame;
    Fonts *fonts;
    Scenes *scenes;
    Lessons lessons;
    /* Of the picture that is looked at: */
    const char *name;
    Layout layout;
    Need missing[NEED_COUNT];
    int missing_count;
    /* Of all: */
    int failed[NEED_COUNT][MODES], failed_sizes[SIZES][MODES], pictures[MODES], whole[MODES], told;
} Desk;

static int open_desk(void **state)
{
    Desk *desk = calloc(1, sizeof *desk);
    Diags *diags;
    const char *note;
    assert_non_null(desk);
    desk->picture = open_sized("02_tiled.cu", 4, 2);
    desk->frame = arena_new();
    desk->fonts = fonts_open(NULL, LANGUAGE_EN, &note);
    if (!note)
        desk->picture.metrics = glyph_metrics(desk->picture.arena, fonts_glyphs(desk->fonts));
    desk->scenes = scenes_read_shipped(desk->picture.arena, &diags);
    desk->lessons = lessons_read_shipped(desk->picture.arena);
    session_use_devices(desk->picture.session, session_load_devices(desk->picture.arena));
    session_use_scenes(desk->picture.session, desk->scenes);
    session_use_lessons(desk->picture.session, &desk->lessons);
    desk->picture.session->look.reduced_motion = true;
    *state = desk;
    return 0;
}

static int close_desk(void **state)
{
    Desk *desk = *state;
    close_picture(&desk->picture);
    arena_free(desk->frame);
    fonts_close(desk->fonts);
    free(desk);
    return 0;
}

static void miss(Desk *desk, Need need)
{
    for (int i = 0; i < desk->missing_count; ++i)
        if (desk->missing[i] == need)
            return;
    desk->missing[desk->missing_count++] = need;
}

/* ---- what is in the picture ---- */

static bool is_lecture(const Desk *desk)
{
    return desk->picture.session->look.lecture;
}

/* Of the picture, which may be higher than wide. */
static float side(const Desk *desk)
{
    const Scene *scene = desk->picture.scene;
    return fminf((float)scene->width, (float)scene->height);
}

/* Letters that can be read, and digits before an audience, in pixels. */
static float least_px(const Desk *desk)
{
    return fmaxf(8, floorf(side(desk) / 90));
}

static float digits_px(const Desk *desk)
{
    float hall = floorf(side(desk) / 40);
    return is_lecture(desk) ? hall : least_px(desk);
}

static bool is_inside(const Shape *text, Rect rect)
{
    Point at = {text->rect.x + text->rect.w / 2, text->rect.y - (float)text->font_px * 0.3f};
    return text->kind == SHAPE_TEXT && rect_holds(rect, at);
}

/* The text in a part of the picture that has a letter of accept. */
static const Shape *text_in(const Desk *desk, Rect rect, bool (*accept)(const char *text))
{
    const Scene *scene = desk->picture.scene;
    for (int i = 0; i < scene->count; ++i)
        if (is_inside(&scene->shapes[i], rect) && accept(scene->shapes[i].text))
            return &scene->shapes[i];
    return NULL;
}

static bool is_number(const char *text)
{
    return text[strspn(text, "-+.0123456789eainfkMG")] == '\0' && strpbrk(text, "0123456789ni");
}

static bool is_words(const char *text)
{
    return strlen(text) > 3;
}

/* "M[0][1]", or the range of several: "M[0..1][0..1]". */
static bool is_place(const char *text)
{
    return strchr(text, '[') && strpbrk(text, "0123456789");
}

/* ---- the needs ---- */

static void check_caption(Desk *desk)
{
    const Scene *scene = desk->picture.scene;
    float least = is_lecture(desk) ? floorf(side(desk) / 30) : least_px(desk);
    for (int i = 0; i < scene->count; ++i)
        if (is_inside(&scene->shapes[i], desk->layout.caption) && is_words(scene->shapes[i].text) &&
            (float)scene->shapes[i].font_px >= least)
            return;
    miss(desk, NEED_CAPTION);
}

static void check_stage(Desk *desk)
{
    const Scene *scene = desk->picture.scene;
    const Launch *launch = &session_front(desk->picture.session)->run->launch;
    int cells = 0;
    for (int i = 0; i < scene->count; ++i)
        cells += scene->shapes[i].tag.kind == TARGET_CELL;
    if (launch->buffer_count > 0 && (!cells || desk->layout.stage.w <= 0))
        miss(desk, NEED_STAGE);
}

static bool says_part(const Desk *desk, Rect room)
{
    const Scene *scene = desk->picture.scene;
    for (int i = 0; i < scene->count; ++i)
        if (is_inside(&scene->shapes[i], room) && strstr(scene->shapes[i].text, " of "))
            return true;
    return false;
}

/* The cells of one array or of the threads, told by their tags. */
typedef struct Cells {
    const Shape *list[4096];
    int count, lines; /* rows that they stand in */
} Cells;

static void find_cells(const Desk *desk, TargetKind kind, uint32_t a, Cells *cells)
{
    const Scene *scene = desk->picture.scene;
    cells->count = cells->lines = 0;
    for (int i = 0; i < scene->count && cells->count < 4096; ++i) {
        const Shape *shape = &scene->shapes[i];
        bool is_in_map = (kind == TARGET_THREAD && shape->tag.b > 0) ||
                         rect_holds(desk->layout.panel, rect_centre(shape->rect));
        if (shape->tag.kind != (uint32_t)kind || (kind == TARGET_SHARED && shape->tag.a != a) ||
            is_in_map)
            continue;
        bool is_new =
            !cells->count || fabsf(cells->list[cells->count - 1]->rect.y - shape->rect.y) > 1;
        cells->lines += is_new;
        cells->list[cells->count++] = shape;
    }
}

static Rect block_room(const Desk *desk, bool is_threads)
{
    const Layout *layout = &desk->layout;
    return layout->block.w > 0 ? layout->block : is_threads ? layout->threads : layout->shared;
}

static bool is_set(const Desk *desk, const Shape *cell)
{
    const SessionRun *front = session_front(desk->picture.session);
    return machine_shared_set(timeline_machine(front->timeline))[cell->tag.b];
}

static bool needs_origin(const Desk *desk, const Shape *cell)
{
    const SessionRun *front = session_front(desk->picture.session);
    return is_set(desk, cell) &&
           probe_shared_origin(timeline_probe(front->timeline), cell->tag.b).kind == ORIGIN_GLOBAL;
}

static void check_array(Desk *desk, int variable, const SharedVariable *shared)
{
    static Cells cells;
    find_cells(desk, TARGET_SHARED, (uint32_t)variable, &cells);
    const Run *run = session_front(desk->picture.session)->run;
    uint32_t bytes = shared->is_extern
                         ? launch_shared_bytes(&run->launch, run->program) - shared->offset_bytes
                         : shared->type->size_bytes;
    int all = (int)(bytes / scalar_size_bytes(shared_scalar(shared)));
    bool is_origin_told = text_in(desk, block_room(desk, false), is_place) != NULL;
    int numbers = 0, set = 0;
    for (int i = 0; i < cells.count; ++i) {
        const Shape *text = NULL;
        if (!is_set(desk, cells.list[i]))
            continue;
        ++set;
        text = text_in(desk, cells.list[i]->rect, is_number);
        numbers += text && (float)text->font_px >= digits_px(desk);
        if (needs_origin(desk, cells.list[i]) && !is_origin_told)
            miss(desk, NEED_ORIGIN);
    }
    bool is_whole = cells.count >= all;
    if (all <= WHOLE_MOST ? !is_whole : cells.count < PART_LEAST)
        miss(desk, NEED_WORDS);
    if (numbers < set)
        miss(desk, NEED_WORDS);
    if (!is_whole && all > WHOLE_MOST && !says_part(desk, block_room(desk, false)))
        miss(desk, NEED_PART);
    bool is_line = shared->type->kind == TYPE_ARRAY && shared->type->element->kind != TYPE_ARRAY;
    if (is_line && all <= LINE_MOST && cells.lines > 1)
        miss(desk, NEED_ROW);
}

static void check_shared(Desk *desk)
{
    const Session *session = desk->picture.session;
    const Program *program = session_front(session)->run->program;
    for (int i = 0; i < program->shared_count; ++i)
        if (!session->look.banks)
            check_array(desk, i, &program->shared[i]);
        else if (desk->layout.shared.w <= 0)
            miss(desk, NEED_WORDS);
}

static bool has_name(const Desk *desk, const Shape *cell, Dim3 block)
{
    Dim3 at = dim3_from_linear(cell->tag.a, block);
    char name[40];
    snprintf(name, sizeof name,
             block.z > 1   ? "%u,%u,%u"
             : block.y > 1 ? "%u,%u"
                           : "%u",
             at.x, at.y, at.z);
    const Scene *scene = desk->picture.scene;
    for (int i = 0; i < scene->count; ++i)
        if (is_inside(&scene->shapes[i], cell->rect) && !strcmp(scene->shapes[i].text, name) &&
            (float)scene->shapes[i].font_px >= least_px(desk))
            return true; /* a value that flies to it may read the same */
    return false;
}

static void check_threads(Desk *desk)
{
    static Cells cells;
    const Launch *launch = &session_front(desk->picture.session)->run->launch;
    int all = (int)dim3_count(launch->block), named = 0;
    find_cells(desk, TARGET_THREAD, 0, &cells);
    for (int i = 0; i < cells.count; ++i)
        named += has_name(desk, cells.list[i], launch->block);
    bool is_whole = cells.count >= all;
    if (named < cells.count || (all <= WHOLE_MOST ? !is_whole : cells.count < PART_LEAST))
        miss(desk, NEED_THREADS);
    if (!is_whole && all > WHOLE_MOST && !says_part(desk, block_room(desk, true)))
        miss(desk, NEED_PART);
    if (launch->block.y * launch->block.z == 1 && all <= LINE_MOST && cells.lines > 1)
        miss(desk, NEED_ROW);
}

static bool has_tag(const Desk *desk, TargetKind kind, uint32_t a)
{
    const Scene *scene = desk->picture.scene;
    for (int i = 0; i < scene->count; ++i)
        if (scene->shapes[i].tag.kind == (uint32_t)kind && scene->shapes[i].tag.a == a)
            return true;
    return false;
}

static void check_answer(Desk *desk, const ScenePlan *plan)
{
    const Session *session = desk->picture.session;
    const Layout *layout = &desk->layout;
    bool is_question = layout->scene.w > 0 && text_in(desk, layout->scene, is_words);
    bool is_stage = lesson_stage(session) && !is_lecture(desk);
    if (!is_question ||
        (is_stage && (layout->lesson.w <= 0 || !text_in(desk, layout->lesson, is_words))))
        miss(desk, NEED_ANSWER);
    PanelName panel = session->look.panel;
    bool is_veiled = layout->panel.w <= 0 && (is_lecture(desk) ? veil_hides_panel(session, panel)
                                                               : is_stage && layout->lesson.w > 0);
    if (panel != PANEL_NONE && panel != PANEL_LESSON && !is_veiled &&
        (layout->panel.w <= 0 || !text_in(desk, layout->panel, is_words)))
        miss(desk, NEED_ANSWER);
    for (int i = 0; plan->counter && i < COUNTER_CARDS; ++i)
        if (!strcmp(counter_card_names[i], plan->counter) &&
            !has_tag(desk, TARGET_COUNTER, (uint32_t)i))
            miss(desk, NEED_ANSWER);
}

static float area(Rect rect)
{
    return fmaxf(0, rect.w) * fmaxf(0, rect.h);
}

/* Tiles and threads; with them the part that answers, and global memory where no tiles are or the
 * picked thread's are shown large in it. */
static void check_half(Desk *desk)
{
    const Session *session = desk->picture.session;
    const Layout *layout = &desk->layout;
    const Scene *scene = desk->picture.scene;
    float block = area(layout->block) + area(layout->shared) + area(layout->threads);
    bool has_shared = session_front(session)->run->program->shared_count > 0;
    if (!has_shared || session->look.panel == PANEL_BOTH || session->look.enlarged)
        block += area(layout->stage);
    if (!is_lecture(desk))
        return;
    float share = layout->panel.w > 0 ? 0.4f : 0.5f;
    if (block + area(layout->panel) < share * (float)scene->width * (float)scene->height)
        miss(desk, NEED_HALF);
}

static void check_scale(Desk *desk)
{
    const Scene *scene = desk->picture.scene;
    const Look *look = &desk->picture.session->look;
    float unit = desk->layout.unit;
    float most = fminf((float)scene->width / 640, (float)scene->height / 360);
    float wanted = fmaxf(fminf((float)scene->width / 1280, (float)scene->height / 720), 0.8f);
    bool is_told = false;
    if (scene->height >= 1.25f * (float)scene->width)
        wanted = (float)scene->width / 900;
    for (int i = 0; i < scene->count; ++i)
        is_told |=
            scene->shapes[i].kind == SHAPE_TEXT && strstr(scene->shapes[i].text, "scale ") != NULL;
    bool is_less = wanted * look->scale > most * 1.01f;
    if (unit > most * 1.01f || (is_less && !is_told))
        miss(desk, NEED_SCALE);
}

/* ---- all of them ---- */

static void tell(Desk *desk, float scale)
{
    char needs[400] = "";
    for (int i = 0; i < desk->missing_count; ++i) {
        strcat(needs, i ? ", " : "");
        strcat(needs, need_words[desk->missing[i]]);
    }
    if (desk->told++ < 20 || getenv("ARRANGEMENT_ALL"))
        print_error("%s, %d x %d, scale %g%s: no %s\n", desk->name, desk->picture.scene->width,
                    desk->picture.scene->height, (double)scale, is_lecture(desk) ? ", lecture" : "",
                    needs);
}

static void check(Desk *desk, const ScenePlan *plan, int size, float scale)
{
    Session *session = desk->picture.session;
    arena_reset(desk->frame);
    session->look.scale = scale;
    desk->missing_count = 0;
    desk->picture.scene =
        view_build(session, desk->frame, sizes[size][0], sizes[size][1], desk->picture.metrics);
    desk->layout = layout_shown(sizes[size][0], sizes[size][1], session);
    check_caption(desk);
    check_stage(desk);
    check_shared(desk);
    check_threads(desk);
    check_answer(desk, plan);
    check_half(desk);
    check_scale(desk);
    int mode = session->look.lecture;
    ++desk->pictures[mode];
    desk->whole[mode] += !desk->missing_count;
    desk->failed_sizes[size][mode] += desk->missing_count > 0;
    for (int i = 0; i < desk->missing_count; ++i)
        ++desk->failed[desk->missing[i]][mode];
    if (desk->missing_count)
        tell(desk, scale);
}

static void check_looks(Desk *desk, const ScenePlan *plan, const char *name)
{
    desk->name = name;
    for (int mode = 0; mode < MODES; ++mode) {
        desk->picture.session->look.lecture = mode == 1;
        for (int size = 0; size < SIZES; ++size)
            for (int scale = 0; scale < SCALES; ++scale)
                check(desk, plan, size, scales[scale]);
    }
    desk->picture.session->look.lecture = false;
    desk->picture.session->look.scale = 1;
}

static bool is_wanted(const char *name)
{
    const char *only = getenv("ARRANGEMENT_ONLY");
    return !only || !strcmp(only, name);
}

static void print_table(const Desk *desk)
{
    print_message("%-40s %8s %8s\n", "pictures that have ...", "window", "lecture");
    for (int i = 0; i < NEED_COUNT; ++i)
        print_message("%-40s %8d %8d\n", need_words[i], desk->pictures[0] - desk->failed[i][0],
                      desk->pictures[1] - desk->failed[i][1]);
    for (int i = 0; i < SIZES; ++i)
        print_message("all of that at %4d x %4d %15s %8d %8d\n", sizes[i][0], sizes[i][1], "",
                      desk->pictures[0] / SIZES - desk->failed_sizes[i][0],
                      desk->pictures[1] / SIZES - desk->failed_sizes[i][1]);
    print_message("%-40s %8d %8d\n", "all of that", desk->whole[0], desk->whole[1]);
    print_message("%-40s %8d %8d\n", "of", desk->pictures[0], desk->pictures[1]);
}

static void settle(Session *session)
{
    session_finish_work(session);
    session_tick(session, 0);
}

static void test_what_a_moment_needs_is_there(void **state)
{
    Desk *desk = *state;
    Session *session = desk->picture.session;
    for (int i = 0; i < desk->scenes->count; ++i) {
        if (!is_wanted(desk->scenes->plans[i].name))
            continue;
        assert_true(scene_open(session, i, true));
        settle(session);
        check_looks(desk, &desk->scenes->plans[i], desk->scenes->plans[i].name);
    }
    for (int i = 0; i < desk->lessons.count; ++i)
        for (int j = 0; j < desk->lessons.items[i]->stages->count; ++j) {
            const ScenePlan *plan = &desk->lessons.items[i]->stages->plans[j];
            if (!is_wanted(plan->name))
                continue;
            assert_true(lesson_open(session, desk->lessons.items[i]->name, j));
            settle(session);
            check_looks(desk, plan, plan->name);
        }
    print_table(desk);
    if (getenv("ARRANGEMENT_ONLY"))
        return;
    for (int mode = 0; mode < MODES; ++mode)
        assert_true(1000 * desk->whole[mode] >= whole_of_1000[mode] * desk->pictures[mode]);
}

static Layout layout_of_scene(Desk *desk, const char *name, int width, int height)
{
    int index = 0;
    while (strcmp(desk->scenes->plans[index].name, name))
        ++index;
    assert_true(scene_open(desk->picture.session, index, true));
    settle(desk->picture.session);
    return layout_shown(width, height, desk->picture.session);
}

/* In a window that is higher than wide three columns would have narrow cells and lines; and a stage
 * of few lines does not keep the height that its cells cannot use. */
static void test_a_high_window_has_the_stage_above(void **state)
{
    Desk *desk = *state;
    Layout tiles = layout_of_scene(desk, "use_tiles", 960, 1080);
    assert_true(tiles.stage.w > 900 && tiles.block.y > tiles.stage.y + tiles.stage.h);
    assert_true(tiles.source.w > 500 && tiles.registers.w > 0);
    Layout banks = layout_of_scene(desk, "banks", 1080, 1920);
    assert_true(banks.stage.w > 1000 && banks.stage.h < 0.3f * 1920);
    assert_true(banks.shared.y > banks.stage.y + banks.stage.h);
}

/* Pixels by which a shape, of a text what stands on its line, reaches out of the part that has its
 * middle. */
static float overhang(Rect part, const Shape *shape)
{
    Rect own = shape->rect;
    float high = 0.75f * (float)shape->font_px;
    if (shape->kind == SHAPE_TEXT)
        own = (Rect){own.x, own.y - high, own.w, high};
    if (part.w <= 0 || !rect_holds(part, rect_centre(own)))
        return 0;
    return fmaxf(fmaxf(part.x - own.x, own.x + own.w - part.x - part.w),
                 fmaxf(part.y - own.y, own.y + own.h - part.y - part.h));
}

/* Values that fly and what an answer writes stand across the parts. */
static bool is_of_a_part(const Shape *shape)
{
    bool is_cell = shape->tag.kind == TARGET_CELL || shape->tag.kind == TARGET_SHARED ||
                   shape->tag.kind == TARGET_THREAD;
    return (shape->kind == SHAPE_TEXT || is_cell) && shape->sign != SIGN_FLIGHT &&
           shape->sign != SIGN_TOLD;
}

static void check_overhang(const Desk *desk)
{
    const Scene *scene = desk->picture.scene;
    const Layout *at = &desk->layout;
    const Rect parts[] = {at->scene,     at->title,   at->counters, at->stage, at->shared,
                          at->threads,   at->block,   at->source,   at->panel, at->lesson,
                          at->registers, at->caption, at->transport};
    int clips = 0;
    for (int i = 0; i < scene->count; ++i) {
        const Shape *shape = &scene->shapes[i];
        clips += (shape->kind == SHAPE_CLIP) - (shape->kind == SHAPE_UNCLIP);
        for (size_t j = 0; j < sizeof parts / sizeof *parts; ++j)
            if (!clips && is_of_a_part(shape) && overhang(parts[j], shape) > 0.5f)
                fail_msg("%s, %d x %d: \"%s\" at (%g, %g) reaches out of its part", desk->name,
                         scene->width, scene->height, shape->text ? shape->text : "a cell",
                         (double)shape->rect.x, (double)shape->rect.y);
    }
}

static void test_nothing_reaches_out_of_its_part(void **state)
{
    static const int looked_at[][2] = {{1280, 720}, {1920, 1080}, {1024, 768}, {960, 1080}};
    Desk *desk = *state;
    Session *session = desk->picture.session;
    for (int i = 0; i < 2 * desk->scenes->count; ++i) {
        assert_true(scene_open(session, i / 2, i % 2));
        settle(session);
        desk->name = desk->scenes->plans[i / 2].name;
        for (int j = 0; j < 8; ++j) {
            const int *size = looked_at[j / 2];
            session->look.lecture = j % 2;
            arena_reset(desk->frame);
            desk->picture.scene =
                view_build(session, desk->frame, size[0], size[1], desk->picture.metrics);
            desk->layout = layout_shown(size[0], size[1], session);
            check_overhang(desk);
        }
        session->look.lecture = false;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_nothing_reaches_out_of_its_part, open_desk,
                                        close_desk),
        cmocka_unit_test_setup_teardown(test_a_high_window_has_the_stage_above, open_desk,
                                        close_desk),
        cmocka_unit_test_setup_teardown(test_what_a_moment_needs_is_there, open_desk, close_desk),
    };
    return cmocka_run_group_tests_name("arrangement", tests, NULL, NULL);
}
