/* The lecturer's picture, with the fonts of this machine: what is to be read is large enough for
 * the back row in every panel and on the whole way with PageDown and PageUp alone, and the picture
 * stays in order where the window is narrow, wide or scaled. Digits of cells may be smaller: T
 * enlarges them. LECTURE_ALL=1 prints all faults. */
#include "app/app.h"
#include "scene_check.h"
#include "session/edits/control.h"
#include "session/edits/edit.h"
#include "session/scenes/show.h"
#include "session/session.h"
#include "session/sheets/sheet.h"
#include "test.h"
#include "view/view.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Pixels of a picture 1080 high. */
enum { LETTERS_LEAST = 28, SOURCE_LEAST = 36, DIGITS_LEAST = 16, FULL_HEIGHT = 1080 };

typedef struct Hall {
    Arena *arena, *frame;
    Fonts *fonts;
    TextMetrics *metrics;
    DeviceTable devices;
    Session *session;
    const char *what;
    int faults, pictures;
} Hall;

static const char *const talks[] = {
    "file kernels/02_tiled.cu",
    "file kernels/02_tiled.cu\nset j 3\nset k 3\nset l 3\nwithout check:29",
    "file kernels/02_tiled.cu\nwithout barrier:33",
    "file kernels/02_tiled.cu\ndefine TILE_WIDTH 16\nset j 64\nset k 64\nset l 64",
    "file kernels/01_naive.cu",
    "file kernels/05_strides.cu",
    "file kernels/12_histogram.cu",
    "file kernels/15_transpose_tiled.cu",
    "file kernels/16_stencil.cu",
    "file kernels/17_reduction.cu",
};
static const char *const panels[] = {"findings",  "memory",   "reuse", "counters",
                                     "occupancy", "roofline", "gpu"};
enum { TALKS = sizeof talks / sizeof *talks, PANELS = sizeof panels / sizeof *panels };

static int open_hall(void **state)
{
    Hall *hall = calloc(1, sizeof *hall);
    const char *note;
    hall->arena = arena_new();
    hall->frame = arena_new();
    hall->fonts = fonts_open(NULL, LANGUAGE_EN, &note);
    hall->metrics = note ? NULL : glyph_metrics(hall->arena, fonts_glyphs(hall->fonts));
    if (chdir(SOURCE_ROOT) != 0)
        return -1;
    hall->devices = session_load_devices(hall->arena);
    *state = hall;
    return 0;
}

static int close_hall(void **state)
{
    Hall *hall = *state;
    session_free(hall->session);
    fonts_close(hall->fonts);
    arena_free(hall->frame);
    arena_free(hall->arena);
    free(hall);
    return 0;
}

static void send(Session *session, const char *line)
{
    Command command;
    if (!command_parse(line, &command))
        fail_msg("'%s' is no command", line);
    session_apply(session, command);
    session_settle(session);
}

static void press(Session *session, const char *key)
{
    Command command;
    if (!session_command_for_key(session, key, &command))
        fail_msg("%s does nothing", key);
    session_apply(session, command);
    session_settle(session);
}

static void begin(Hall *hall, const char *talk)
{
    RunRecipe recipe = run_text_read(hall->arena, talk);
    Run *run = run_load(recipe.path, &recipe.options);
    if (!run->program)
        fail_msg("%s cannot be opened", talk);
    session_free(hall->session);
    hall->session = session_new();
    session_open(hall->session, 0, run, true);
    session_finish_work(hall->session);
    session_use_devices(hall->session, hall->devices);
    hall->what = talk;
}

static void note_fault(Hall *hall, const Scene *scene, const char *reason)
{
    const Look *look = &hall->session->look;
    if (hall->faults++ < 40 || getenv("LECTURE_ALL"))
        print_error("%.*s: %s, panel %d, %s, %d x %d, scale %g: %s\n",
                    (int)strcspn(hall->what, "\n"), hall->what,
                    look->lecture ? "lecture" : "window", (int)look->panel,
                    look->language == LANGUAGE_ZH ? "zh" : "en", scene->width, scene->height,
                    look->scale, reason);
}

static bool is_digits(const char *text)
{
    return strspn(text, "0123456789.,-+()kMG ") == strlen(text) || strcmp(text, "\xc2\xb7") == 0;
}

/* The source and what is said of the step; FONT_CODE is used for digits and keys as well. */
static void check_letters(Hall *hall, const Scene *scene)
{
    char reason[300];
    for (int i = 0; i < scene->count; ++i) {
        const Shape *shape = &scene->shapes[i];
        if (shape->kind != SHAPE_TEXT || !shape->text[0])
            continue;
        int least = is_digits(shape->text) ? DIGITS_LEAST : LETTERS_LEAST;
        if (shape->font_px * FULL_HEIGHT >= least * scene->height)
            continue;
        snprintf(reason, sizeof reason, "'%s' has letters of %d pixels", shape->text,
                 shape->font_px);
        note_fault(hall, scene, reason);
    }
}

static const Scene *look(Hall *hall, int width, int height)
{
    char reason[400];
    arena_reset(hall->frame);
    ++hall->pictures;
    const Scene *scene = view_build(hall->session, hall->frame, width, height, hall->metrics);
    if (!scene_is_sound(scene, true, reason, sizeof reason) ||
        scene_find_clash(scene, 0, reason, sizeof reason) >= 0)
        note_fault(hall, scene, reason);
    return scene;
}

static void finish(const Hall *hall)
{
    print_message("%d pictures\n", hall->pictures);
    if (hall->faults)
        fail_msg("%d faults in %d pictures", hall->faults, hall->pictures);
}

static void test_letters_of_every_panel(void **state)
{
    Hall *hall = *state;
    if (!hall->metrics)
        skip();
    for (int talk = 0; talk < TALKS; ++talk) {
        begin(hall, talks[talk]);
        send(hall->session, "lecture");
        send(hall->session, "seek 24");
        for (int i = 0; i < 2 * PANELS; ++i) {
            char line[40];
            snprintf(line, sizeof line, "panel-%s", panels[i / 2]);
            hall->session->look.panel = PANEL_NONE;
            hall->session->look.language = i % 2 ? LANGUAGE_ZH : LANGUAGE_EN;
            send(hall->session, line);
            check_letters(hall, look(hall, 1920, 1080));
            check_letters(hall, look(hall, 3840, 2160));
        }
    }
    finish(hall);
}

/* The source lines are texts of the code font that are no digits; names of what is shared, the step
 * and its sentence are labels. */
static void check_labels(Hall *hall, const Scene *scene, const char *const *labels)
{
    char reason[300];
    for (; *labels; ++labels)
        for (int i = 0; i < scene->count; ++i) {
            const Shape *shape = &scene->shapes[i];
            if (shape->kind != SHAPE_TEXT || !strstr(shape->text, *labels) ||
                shape->font_px * FULL_HEIGHT >= SOURCE_LEAST * scene->height)
                continue;
            snprintf(reason, sizeof reason, "'%s' has %d pixels", shape->text, shape->font_px);
            note_fault(hall, scene, reason);
        }
}

/* The whole lecture on the 4 x 4 example, there and back: every page is fit to be read, says
 * something, and is the same on the way back. */
static void test_the_way_there_and_back(void **state)
{
    static const char *const labels[] = {"Pvalue", "__syncthreads", "Mds", "step ", "arrive", NULL};
    Hall *hall = *state;
    uint64_t moments[100];
    int pages = 0;
    if (!hall->metrics)
        skip();
    begin(hall, talks[0]);
    send(hall->session, "lecture");
    uint64_t end = timeline_length(session_front(hall->session)->timeline);
    do {
        moments[pages++] = timeline_position(session_front(hall->session)->timeline);
        const Scene *scene = look(hall, 1920, 1080);
        check_letters(hall, scene);
        check_labels(hall, scene, labels);
        press(hall->session, "PageDown");
    } while (moments[pages - 1] < end && pages < 100);
    assert_in_range(pages, 15, 40);
    while (--pages > 0) {
        press(hall->session, "PageUp");
        assert_int_equal(timeline_position(session_front(hall->session)->timeline),
                         moments[pages - 1]);
        check_letters(hall, look(hall, 1920, 1080));
    }
    finish(hall);
}

/* Windows as people have them, and letters as large or small as they can be set. */
static void test_windows_of_any_shape(void **state)
{
    static const int sizes[][2] = {{320, 200},   {480, 800},  {640, 480},   {800, 600},
                                   {1080, 1920}, {1440, 900}, {2560, 1080}, {3440, 1440}};
    static const float scales[] = {0.75f, 1, 1.5f, 2, 3};
    Hall *hall = *state;
    if (!hall->metrics)
        skip();
    for (int talk = 0; talk < TALKS; talk += 3) {
        begin(hall, talks[talk]);
        send(hall->session, "seek 24");
        for (int i = 0; i < 8 * 5 * 4; ++i) {
            Look *is = &hall->session->look;
            is->scale = scales[i % 5];
            is->lecture = i / 5 % 2;
            is->language = i / 10 % 2 ? LANGUAGE_ZH : LANGUAGE_EN;
            look(hall, sizes[i / 20][0], sizes[i / 20][1]);
        }
        for (int i = 0; i < 8 * 5; ++i) {
            char line[40];
            snprintf(line, sizeof line, "panel-%s", panels[i % PANELS]);
            hall->session->look = (Look){.scale = scales[i % 5]};
            send(hall->session, line);
            look(hall, sizes[i / 5][0], sizes[i / 5][1]);
        }
    }
    finish(hall);
}

static bool has_text(const Scene *scene, const char *part)
{
    for (int i = 0; i < scene->count; ++i)
        if (scene->shapes[i].kind == SHAPE_TEXT && strstr(scene->shapes[i].text, part))
            return true;
    return false;
}

static int count_tags(const Scene *scene, uint32_t kind)
{
    int count = 0;
    for (int i = 0; i < scene->count; ++i)
        count += scene->shapes[i].tag.kind == kind;
    return count;
}

/* A small projector: letters grow only as far as all that is needed stays; the smallest window has
 * its stage. */
static void test_small_halls(void **state)
{
    static const int sizes[][2] = {{640, 480}, {800, 600}, {1024, 768}, {1280, 720}, {1080, 1920}};
    Hall *hall = *state;
    if (!hall->metrics)
        skip();
    begin(hall, talks[0]);
    send(hall->session, "lecture");
    send(hall->session, "barrier-next");
    for (int i = 0; i < 5; ++i) {
        const Scene *scene = look(hall, sizes[i][0], sizes[i][1]);
        assert_true(has_text(scene, "__syncthreads"));
        assert_true(has_text(scene, "arrive at the barrier"));
        assert_int_equal(count_tags(scene, TARGET_THREAD), 4);
    }
    assert_true(has_text(look(hall, 320, 200), "4×4"));
    finish(hall);
}

static const int projectors[][2] = {{1280, 720}, {1920, 1080}};

/* A tiled kernel on matrices two tiles wide, a barrier off, the naive one beside it. */
static void begin_pair(Hall *hall, int tile)
{
    static const char *const kernels[] = {"02_tiled.cu", "01_naive.cu"};
    char talk[200];
    for (int i = 0; i < 2; ++i) {
        snprintf(talk, sizeof talk,
                 "file kernels/%s\ndefine TILE_WIDTH %d\nset j %d\nset k %d\nset l %d%s",
                 kernels[i], tile, 2 * tile, 2 * tile, 2 * tile, i ? "" : "\nwithout barrier:37");
        if (i == 0) {
            begin(hall, arena_printf(hall->arena, "%s", talk));
        } else {
            RunRecipe recipe = run_text_read(hall->arena, talk);
            session_open(hall->session, 1, run_load(recipe.path, &recipe.options), true);
            session_finish_work(hall->session);
        }
    }
    send(hall->session, "lecture");
    send(hall->session, "seek 24");
}

/* What is being shown and what is changed about it is never out of sight. */
static void test_names_counters_and_what_is_off(void **state)
{
    static const char *const words[][5] = {
        {"tiled", "naive", "off: barrier of line 37", "Global loads", "Warp instructions"},
        {"tiled", "naive", "已去掉：第 37 行的屏障", "全局内存读取次数", "线程束指令"}};
    Hall *hall = *state;
    if (!hall->metrics)
        skip();
    begin_pair(hall, 2);
    for (int panel = PANEL_NONE; panel < PANEL_LESSON; ++panel)
        for (int i = 0; i < 4; ++i) {
            hall->session->look.panel = (PanelName)panel;
            hall->session->look.language = i / 2 ? LANGUAGE_ZH : LANGUAGE_EN;
            const Scene *scene = look(hall, projectors[i % 2][0], projectors[i % 2][1]);
            check_letters(hall, scene);
            for (int word = 0; word < 5; ++word)
                if (!has_text(scene, words[i / 2][word]))
                    note_fault(hall, scene, words[i / 2][word]);
        }
    finish(hall);
}

static bool is_inside(const Shape *outer, const Shape *inner)
{
    Point at = {inner->rect.x + inner->rect.w / 2, inner->rect.y + inner->rect.h / 2};
    return rect_holds(outer->rect, at);
}

/* Of the digits in words of shared memory, the smallest; 0 if there are none. */
static int least_digits(const Scene *scene)
{
    int least = 0;
    for (int i = 0; i < scene->count; ++i)
        for (int j = i; scene->shapes[i].tag.kind == TARGET_SHARED && j < scene->count; ++j) {
            const Shape *text = &scene->shapes[j];
            if (text->kind == SHAPE_TEXT && is_digits(text->text) &&
                is_inside(&scene->shapes[i], text) && (!least || text->font_px < least))
                least = text->font_px;
        }
    return least;
}

/* Tiles of up to 8 x 8 have digits of 28 pixels in a window of 1280 x 720, too; beside another run
 * it is 28 of 1080 there. */
static void test_digits_of_tiles(void **state)
{
    Hall *hall = *state;
    if (!hall->metrics)
        skip();
    for (int tile = 2; tile <= 8; tile *= 2) {
        begin_pair(hall, tile);
        send(hall->session, "barrier-next");
        for (int i = 0; i < 2; ++i)
            assert_true(least_digits(look(hall, projectors[i][0], projectors[i][1])) >= 28);
        send(hall->session, "panel-both"); /* half of the width is left */
        for (int i = 0; i < 2; ++i) {
            int height = projectors[i][1], least = tile < 8 ? 28 : 28 * height / FULL_HEIGHT;
            assert_true(least_digits(look(hall, projectors[i][0], height)) >= least);
        }
    }
    finish(hall);
}

/* The outline of the halo around the pointer; 0 if there is none. */
static Colour halo_of(const Scene *scene, Point at)
{
    for (int i = scene->count - 1; i >= 0; --i) {
        const Shape *shape = &scene->shapes[i];
        Rect rect = shape->rect;
        if (shape->kind == SHAPE_CIRCLE && shape->stroke && fabsf(rect.x + rect.w / 2 - at.x) < 1 &&
            fabsf(rect.y + rect.h / 2 - at.y) < 1)
            return shape->stroke;
    }
    return 0;
}

/* A pointer that rests leaves the picture to what is shown. */
static void test_the_halo_goes(void **state)
{
    static const float rests[] = {0, HALO_STAYS_MS, HALO_STAYS_MS + HALO_GOES_MS / 2,
                                  HALO_STAYS_MS + HALO_GOES_MS};
    Hall *hall = *state;
    if (!hall->metrics)
        skip();
    begin(hall, talks[0]);
    send(hall->session, "lecture");
    Selection *selection = &hall->session->selection;
    selection->pointer = (Point){900, 500};
    selection->has_pointer = true;
    Colour colours[4];
    for (int i = 0; i < 4; ++i) {
        selection->pointer_rests_ms = rests[i];
        colours[i] = halo_of(look(hall, 1920, 1080), selection->pointer);
    }
    assert_true(colours[0] && colours[1] == colours[0]);
    assert_true(colours[2] && colours[2] >> 24 < colours[0] >> 24);
    assert_false(colours[3]);
    finish(hall);
}

/* Single digits of at least so many pixels. */
static int count_digits(const Scene *scene, int least)
{
    int count = 0;
    for (int i = 0; i < scene->count; ++i)
        count += scene->shapes[i].kind == SHAPE_TEXT && is_digits(scene->shapes[i].text) &&
                 strlen(scene->shapes[i].text) == 1 && scene->shapes[i].font_px >= least;
    return count;
}

/* Inside a scene, which takes a line of the window, both runs have them: two tiles of 64 each. */
static void test_digits_of_tiles_in_a_scene(void **state)
{
    Hall *hall = *state;
    Diags *diags;
    if (!hall->metrics)
        skip();
    begin(hall, talks[0]);
    Scenes *scenes = scenes_read_shipped(hall->arena, &diags);
    session_use_scenes(hall->session, scenes);
    assert_true(scene_open(hall->session, scenes_find(scenes, "second_barrier"), true));
    session_finish_work(hall->session);
    send(hall->session, "lecture");
    for (int both = 0; both < 2; ++both) {
        hall->session->look.panel = both ? PANEL_BOTH : PANEL_NONE;
        for (int i = 0; i < 2; ++i) {
            int height = projectors[i][1], least = both ? 28 * height / FULL_HEIGHT : 28;
            const Scene *scene = look(hall, projectors[i][0], height);
            assert_true(least_digits(scene) >= least);
            assert_true(count_digits(scene, least) >= 128 * (1 + both));
        }
    }
    finish(hall);
}

/* Beside the other kernel the one in front keeps what its block has, and both keep their
 * threads. */
static void test_two_kernels_keep_their_blocks(void **state)
{
    Hall *hall = *state;
    if (!hall->metrics)
        skip();
    begin_pair(hall, 2);
    send(hall->session, "panel-both");
    for (int i = 0; i < 2; ++i) {
        const Scene *scene = look(hall, projectors[i][0], projectors[i][1]);
        assert_int_equal(count_tags(scene, TARGET_SHARED), 8);
        assert_int_equal(count_tags(scene, TARGET_THREAD), 4);
        assert_true(has_text(scene, "Mds") && has_text(scene, "Threads"));
        send(hall->session, "switch-run"); /* the block of the other is in the panel */
        scene = look(hall, projectors[i][0], projectors[i][1]);
        assert_int_equal(count_tags(scene, TARGET_SHARED), 0);
        assert_int_equal(count_tags(scene, TARGET_THREAD), 4);
        assert_true(has_text(scene, "Mds"));
        send(hall->session, "switch-run");
    }
    finish(hall);
}

/* The keys that were pressed have a line of their own: nothing else stands there. */
static void test_keys_hide_nothing(void **state)
{
    Hall *hall = *state;
    if (!hall->metrics)
        skip();
    begin_pair(hall, 4);
    send(hall->session, "show-keys");
    send(hall->session, "barrier-next");
    for (int i = 0; i < 8; ++i) {
        hall->session->look.lecture = i / 2 % 2;
        hall->session->look.panel = i / 4 ? PANEL_BOTH : PANEL_NONE;
        const Scene *scene = look(hall, projectors[i % 2][0], projectors[i % 2][1]);
        const Shape *chip = NULL;
        for (int shape = 0; shape < scene->count; ++shape)
            if (scene->shapes[shape].kind == SHAPE_TEXT &&
                strcmp(scene->shapes[shape].text,
                       command_info[COMMAND_BARRIER_NEXT].help[LANGUAGE_EN]) == 0)
                chip = &scene->shapes[shape];
        assert_non_null(chip);
        for (int shape = 0; shape < scene->count; ++shape)
            if (scene->shapes[shape].tag.kind)
                assert_false(is_inside(&scene->shapes[shape], chip));
    }
    finish(hall);
}

#define HALL(test) cmocka_unit_test_setup_teardown(test, open_hall, close_hall)

int main(void)
{
    const struct CMUnitTest tests[] = {
        HALL(test_letters_of_every_panel),
        HALL(test_the_way_there_and_back),
        HALL(test_windows_of_any_shape),
        HALL(test_small_halls),
        HALL(test_names_counters_and_what_is_off),
        HALL(test_digits_of_tiles),
        HALL(test_the_halo_goes),
        HALL(test_digits_of_tiles_in_a_scene),
        HALL(test_two_kernels_keep_their_blocks),
        HALL(test_keys_hide_nothing),
    };
    return cmocka_run_group_tests_name("lecture", tests, NULL, NULL);
}
