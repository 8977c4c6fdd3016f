/* Every panel in both languages, three themes and sizes from 320 x 200 to 7680 x 4320, on kernels
 * of several kinds: no text lies over another or reaches out of its place, no line runs through
 * one, every text can be read, and from 1280 x 720 on none is cut. With the fonts of this machine
 * where it has all that are needed, else with the built-in one. LAYOUT_ALL=1 prints all faults
 * instead of the first of each picture. */
#include "app/app.h"
#include "base/text/utf8.h"
#include "scene_check.h"
#include "session/edits/edit.h"
#include "session/session.h"
#include "session/texts/strings.h"
#include "test.h"
#include "view/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Bench {
    Arena *arena, *frame;
    Fonts *fonts;
    GlyphSource *glyphs;
    TextMetrics *metrics;
    DeviceTable devices;
    Session *session;
    const char *what; /* is being shown */
    int faults, pictures, asked;
    bool all, has_fonts, may_cut;
} Bench;

/* What is open: recipes as run_text.h has them (the second may be NULL), then commands. */
typedef struct Scenario {
    const char *name, *run, *beside, *script;
    bool may_cut; /* names are longer than there is room for */
} Scenario;
static const Scenario scenarios[] = {
    {"the example", "file kernels/02_tiled.cu", "file kernels/01_naive.cu", "seek 30"},
    {"the end", "file kernels/02_tiled.cu", "file kernels/01_naive.cu", "go-end"},
    {"a guard off",
     "file kernels/02_tiled.cu\nset j 3\nset k 3\nset l 3\nwithout check:29\nwithout check:40",
     NULL, "go-end"},
    {"no barrier", "file kernels/02_tiled.cu\nwithout barrier:33", NULL, "go-end;finding-next"},
    {"16 threads wide",
     "file kernels/02_tiled.cu\ndefine TILE_WIDTH 16\nset j 64\nset k 64\nset l 64",
     "file kernels/01_naive.cu\ndefine TILE_WIDTH 16\nset j 64\nset k 64\nset l 64", "seek 400"},
    {"strides", "file kernels/05_strides.cu", NULL, "seek 20"},
    {"histogram", "file kernels/12_histogram.cu", NULL, "seek 40"},
    {"transpose", "file kernels/15_transpose_tiled.cu", "file kernels/14_transpose.cu", "seek 30"},
    {"reduction", "file kernels/17_reduction.cu", NULL, "barrier-next;barrier-next"},
    {"stencil", "file kernels/16_stencil.cu", NULL, "seek 45"},
    {"audit", "file kernels/06_audit.cu", NULL, "seek 45"},
    {"structs", "file tests/view/kernels/structs.cu", NULL, "go-end"},
    {"volume", "file tests/view/kernels/volume.cu", NULL, "go-end"},
    {"rows", "file tests/view/kernels/rows.cu", NULL, "go-end"},
    {"many", "file tests/view/kernels/many.cu", NULL, "go-end"},
    {"long names", "file tests/view/kernels/a_rather_long_file_name_as_students_give_them_v3.cu",
     NULL, "go-end", true},
};
static const char *const panels[] = {"",
                                     "panel-findings",
                                     "panel-memory",
                                     "panel-reuse",
                                     "panel-counters",
                                     "panel-occupancy",
                                     "panel-roofline",
                                     "panel-gpu",
                                     "panel-both"};
static const int sizes[][2] = {{320, 200},   {640, 400},   {1024, 768},  {1280, 720},
                               {1920, 1080}, {3840, 2160}, {7680, 4320}, {1080, 1920}};
enum {
    SCENARIOS = sizeof scenarios / sizeof *scenarios,
    PANELS = sizeof panels / sizeof *panels,
    SIZES = sizeof sizes / sizeof *sizes
};

static int open_bench(void **state)
{
    Bench *bench = calloc(1, sizeof *bench);
    const char *note;
    bench->arena = arena_new();
    bench->frame = arena_new();
    bench->fonts = fonts_open(NULL, LANGUAGE_EN, &note);
    bench->has_fonts = !note;
    bench->glyphs = note ? glyph_builtin(bench->arena) : fonts_glyphs(bench->fonts);
    bench->metrics = glyph_metrics(bench->arena, bench->glyphs);
    bench->all = getenv("LAYOUT_ALL") != NULL;
    print_message("metrics of %s\n", note ? note : "this machine's fonts");
    if (chdir(SOURCE_ROOT) != 0)
        return -1;
    bench->devices = session_load_devices(bench->arena);
    *state = bench;
    return 0;
}

static int close_bench(void **state)
{
    Bench *bench = *state;
    session_free(bench->session);
    fonts_close(bench->fonts);
    arena_free(bench->frame);
    arena_free(bench->arena);
    free(bench);
    return 0;
}

static void send_lines(Session *session, const char *script)
{
    char line[100];
    while (*script) {
        Command command;
        size_t length = strcspn(script, ";");
        snprintf(line, sizeof line, "%.*s", (int)length, script);
        if (!command_parse(line, &command))
            fail_msg("'%s' is no command", line);
        session_apply(session, command);
        session_settle(session);
        script += length + (script[length] == ';');
    }
}

static void open_scenario(Bench *bench, const Scenario *scenario)
{
    const char *texts[] = {scenario->run, scenario->beside};
    session_free(bench->session);
    bench->session = session_new();
    for (int i = 0; i < 2 && texts[i]; ++i) {
        RunRecipe recipe = run_text_read(bench->arena, texts[i]);
        Run *run = run_load(recipe.path, &recipe.options);
        if (!run->program) {
            run_print_diags(stderr, run);
            fail_msg("%s cannot be opened", texts[i]);
        }
        session_open(bench->session, i, run, true);
    }
    session_finish_work(bench->session);
    session_use_devices(bench->session, bench->devices);
    send_lines(bench->session, scenario->script);
    bench->what = scenario->name;
    bench->may_cut = scenario->may_cut;
}

static void note_fault(Bench *bench, int width, int height, const char *reason)
{
    const Look *look = &bench->session->look;
    if (bench->faults++ < 60 || bench->all)
        print_error("%s, panel %d, %s, %s, %d x %d%s: %s\n", bench->what, (int)look->panel,
                    look->language == LANGUAGE_ZH ? "zh" : "en", theme_names[look->theme], width,
                    height, look->lecture ? ", lecture" : "", reason);
}

typedef int Finder(const Scene *scene, int from, char *reason, size_t size);

static int find_unreadable(const Scene *scene, int from, char *reason, size_t size)
{
    return scene_find_pale(scene, from, 4.5, reason, size);
}

static void note_all(Bench *bench, const Scene *scene, Finder *find)
{
    char reason[400];
    int at = -1;
    while ((at = find(scene, at + 1, reason, sizeof reason)) >= 0) {
        note_fault(bench, scene->width, scene->height, reason);
        if (!bench->all)
            return;
    }
}

/* A sanitizer looks at the program, not at the pictures: every seventh shows it all of that, each
 * panel at other sizes than the one before. */
#ifdef __SANITIZE_ADDRESS__
enum { EVERY = 7 };
#else
enum { EVERY = 1 };
#endif

static void check(Bench *bench, int width, int height)
{
    if (bench->asked++ % EVERY)
        return;
    ViewCuts cuts = {0};
    char reason[400];
    arena_reset(bench->frame);
    Scene *scene =
        view_build_checked(bench->session, bench->frame, width, height, bench->metrics, &cuts);
    ++bench->pictures;
    if (!scene_is_sound(scene, true, reason, sizeof reason))
        note_fault(bench, width, height, reason);
    const Look *look = &bench->session->look; /* letters for a hall in a stamp */
    bool is_crammed = look->lecture && height < 400;
    if (bench->session->look.theme == THEME_LIGHT && !is_crammed)
        note_all(bench, scene, scene_find_clash);
    if (bench->session->look.theme == THEME_LIGHT && width >= 1280)
        note_all(bench, scene, scene_find_crossed);
    if (width == 1280)
        note_all(bench, scene, find_unreadable);
    for (int i = 0; i < cuts.count && width >= 1280 && height >= 720 && !bench->may_cut; ++i) {
        snprintf(reason, sizeof reason, "cut: %s", cuts.texts[i]);
        note_fault(bench, width, height, reason);
    }
}

/* Themes change colours alone, so that one size is enough for the others. */
static void check_looks(Bench *bench)
{
    Look *look = &bench->session->look;
    for (int language = 0; language < LANGUAGE_COUNT; ++language) {
        look->language = (Language)language;
        look->theme = THEME_LIGHT;
        for (int size = 0; size < SIZES; ++size)
            check(bench, sizes[size][0], sizes[size][1]);
        for (int theme = 1; theme < THEME_COUNT; ++theme) {
            look->theme = (ThemeName)theme;
            check(bench, 1280, 720);
        }
    }
    look->language = LANGUAGE_EN;
    look->theme = THEME_LIGHT;
}

static void finish(const Bench *bench)
{
    print_message("%d pictures\n", bench->pictures);
    if (bench->faults)
        fail_msg("%d faults in %d pictures", bench->faults, bench->pictures);
}

static void test_panels(void **state)
{
    Bench *bench = *state;
    for (int i = 0; i < SCENARIOS; ++i) {
        open_scenario(bench, &scenarios[i]);
        for (int panel = 0; panel < PANELS; ++panel) {
            bench->session->look.panel = PANEL_NONE;
            send_lines(bench->session, panels[panel]);
            check_looks(bench);
        }
    }
    finish(bench);
}

static void test_lecture_mode(void **state)
{
    Bench *bench = *state;
    for (int i = 0; i < SCENARIOS; ++i) {
        open_scenario(bench, &scenarios[i]);
        send_lines(bench->session, "lecture;show-keys;step-next");
        check_looks(bench);
        send_lines(bench->session, "panel-memory");
        check_looks(bench);
    }
    finish(bench);
}

/* Accesses before a buffer's start stand clear of the numbers of its columns or rows. */
static void test_what_lies_before_a_buffer(void **state)
{
    static const char *const runs[] = {
        "file tests/trust/drawn/far.cu", "file tests/trust/drawn/before.cu\nset width 4",
        "file tests/trust/drawn/before.cu\nset width 6\ndefine TURNED",
        "file tests/view/kernels/parts.cu"};
    static const char *const scripts[][2] = {{"seek 3", "seek 11"},
                                             {"seek 9", "seek 12"},
                                             {"seek 9", "seek 12"},
                                             {"seek 16", "seek 11"}};
    Bench *bench = *state;
    for (size_t i = 0; i < sizeof runs / sizeof *runs; ++i) {
        open_scenario(bench, &(Scenario){runs[i], runs[i], NULL, "", true});
        for (int moment = 0; moment < 2; ++moment) {
            send_lines(bench->session, scripts[i][moment]);
            check_looks(bench);
        }
        send_lines(bench->session, "lecture");
        check_looks(bench);
    }
    finish(bench);
}

/* What lies above the rest. */
static void test_sheets(void **state)
{
    static const char *const sheets[] = {
        "help",    "controls", "open", "beside", "jump;jump-type 57", "show-keys;step-next",
        "palette", "launch"};
    Bench *bench = *state;
    for (int i = 0; i < 3; ++i)
        for (size_t sheet = 0; sheet < sizeof sheets / sizeof *sheets; ++sheet) {
            open_scenario(bench, &scenarios[i]);
            send_lines(bench->session, sheets[sheet]);
            check_looks(bench);
        }
    finish(bench);
}

/* The explanation of everything that can be pointed at. */
static void test_explanations(void **state)
{
    Bench *bench = *state;
    for (int i = 0; i < SCENARIOS; ++i) {
        open_scenario(bench, &scenarios[i]);
        for (int language = 0; language < LANGUAGE_COUNT; ++language) {
            bench->session->look.language = (Language)language;
            Scene *scene = view_build(bench->session, bench->arena, 1280, 720, bench->metrics);
            for (int shape = 0; shape < scene->count; shape += 7) {
                PickTag tag = scene->shapes[shape].tag;
                if (!tag.kind)
                    continue;
                bench->session->selection.hover = (Target){tag.kind, tag.a, tag.b, tag.c};
                check(bench, 1280, 720);
            }
        }
    }
    finish(bench);
}

/* A line through a word is found; one that a plate hides, and one that strikes it level, is not. */
static void test_a_line_through_a_word_is_found(void **state)
{
    Bench *bench = *state;
    char reason[400];
    Scene *scene = scene_new(bench->arena, 200, 100, 0xffffffff, bench->metrics);
    scene_text(scene, FONT_UI, 20, (Point){50, 50}, 0xff000000, "word");
    scene_line(scene, (Point){0, 45}, (Point){200, 45}, 0xff000000, 2);
    assert_int_equal(scene_find_crossed(scene, 0, reason, sizeof reason), -1);
    scene_arrow(scene, (Point){60, 0}, (Point){70, 100}, 0xff000000, 2);
    assert_int_equal(scene_find_crossed(scene, 0, reason, sizeof reason), 0);
    scene_rect(scene, (Rect){40, 30, 100, 30}, 0xffffffff, (PickTag){0});
    assert_int_equal(scene_find_crossed(scene, 0, reason, sizeof reason), -1);
}

static int count_missing(const Bench *bench, const char *text)
{
    int missing = 0;
    for (const char *at = text, *end = text + strlen(text); at < end;) {
        uint32_t code = utf8_next(&at, end);
        if (code < ' ' || bench->glyphs->has(bench->glyphs->context, FONT_UI, code))
            continue;
        print_error("no glyph for U+%04X in '%s'\n", code, text);
        ++missing;
    }
    return missing;
}

static void test_every_character_has_a_glyph(void **state)
{
    const Bench *bench = *state;
    int missing = 0;
    if (!bench->has_fonts)
        skip();
    for (int language = 0; language < LANGUAGE_COUNT; ++language) {
        for (int key = 0; key < STRING_COUNT; ++key)
            missing += count_missing(bench, string_get((StringKey)key, (Language)language));
        for (int command = 0; command < COMMAND_COUNT; ++command)
            missing += count_missing(bench, command_info[command].help[language]);
    }
    assert_int_equal(missing, 0);
}

#define BENCH(test) cmocka_unit_test_setup_teardown(test, open_bench, close_bench)

int main(void)
{
    const struct CMUnitTest tests[] = {
        BENCH(test_every_character_has_a_glyph),
        BENCH(test_a_line_through_a_word_is_found),
        BENCH(test_what_lies_before_a_buffer),
        BENCH(test_panels),
        BENCH(test_lecture_mode),
        BENCH(test_sheets),
        BENCH(test_explanations),
    };
    return cmocka_run_group_tests_name("layout", tests, NULL, NULL);
}
