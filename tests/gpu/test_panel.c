/* The GPU panel: no wrong cell is lost among small ones, every state says what it should in both
 * languages and fits, and the roofline tells the model's point from the measured one. */
#include "base/assets.h"
#include "load/load.h"
#include "session/saved/gpu_value.h"
#include "session/session.h"
#include "test.h"
#include "view/draw/theme.h"
#include "view/view.h"

#include <stdlib.h>
#include <string.h>

typedef struct Fixture {
    Arena *arena;
    Session *session;
    const Launch *launch;
    uint8_t *memory, *times;
    LaunchVerdict each[5];
    Launches launches;
    const Scene *scene;
} Fixture;

static float eight_wide(void *context, FontRole font, int font_px, const char *text, size_t length)
{
    (void)context, (void)font, (void)text;
    return 0.5f * (float)font_px * (float)length;
}

static const TextMetrics metrics = {NULL, eight_wide};

static Fixture open_file(const char *file, const LoadOptions *options)
{
    Fixture f = {.arena = arena_new(), .session = session_new()};
    Run *run = run_load(asset_find(f.arena, file), options);
    session_open(f.session, 0, run, true);
    session_finish_work(f.session);
    session_use_devices(f.session, session_load_devices(f.arena));
    f.launch = &run->launch;
    f.memory = calloc(1, f.launch->arena_bytes);
    f.session->gpu = (GpuView){.state = GPU_VIEW_DONE,
                               .launch = f.launch,
                               .device = "NVIDIA H200",
                               .registers = 24,
                               .compile_ms = 90,
                               .kernel_ms = 0.02,
                               .arena = f.memory};
    f.session->look.panel = PANEL_GPU;
    return f;
}

static Fixture open_fixture(const char *size, const char *tile, const char *without)
{
    const NamedText sizes[] = {{"j", size}, {"k", size}, {"l", size}};
    const Define define = {"TILE_WIDTH", tile};
    LoadOptions options = {.settings = sizes,
                           .setting_count = 3,
                           .defines = &define,
                           .define_count = 1,
                           .withouts = &without,
                           .without_count = without != NULL};
    return open_file("kernels/02_tiled.cu", &options);
}

static void close_fixture(Fixture *f)
{
    session_free(f->session);
    free(f->memory);
    free(f->times);
    arena_free(f->arena);
}

/* One cell of P was wrong in `times` of five launches; 0: none was. */
static void compare(Fixture *f, uint64_t cell, int times)
{
    int buffer = (int)(launch_buffer_named(f->launch, "P") - f->launch->buffers);
    uint64_t cells = f->launch->buffers[buffer].count;
    f->times = calloc(cells, 1);
    f->times[cell] = (uint8_t)times;
    for (int i = 0; i < times; ++i)
        f->each[i] = (LaunchVerdict){1, 1};
    f->launches = (Launches){.count = 5,
                             .each = f->each,
                             .check = {.reference = REFERENCE_MATMUL},
                             .buffer = buffer,
                             .cells = cells,
                             .times = times ? f->times : NULL,
                             .bad_cells = times > 0,
                             .worst = cell,
                             .bad_launches = times};
    f->session->gpu.comparing = GPU_COMPARED;
    f->session->gpu.launches = &f->launches;
}

static void draw(Fixture *f)
{
    f->scene = view_build(f->session, f->arena, 1280, 720, &metrics);
}

static bool shows(const Fixture *f, const char *words)
{
    for (int i = 0; i < f->scene->count; ++i)
        if (f->scene->shapes[i].text && strstr(f->scene->shapes[i].text, words))
            return true;
    return false;
}

static const Shape *need_text(const Fixture *f, const char *words)
{
    for (int i = 0; i < f->scene->count; ++i)
        if (f->scene->shapes[i].text && strcmp(f->scene->shapes[i].text, words) == 0)
            return &f->scene->shapes[i];
    fail_msg("%s is not there", words);
    return NULL;
}

static int marks(const Fixture *f, int times)
{
    const Theme *theme = theme_get(THEME_LIGHT);
    Colour colour = colour_mix(theme->panel, theme->danger, 0.5f + 0.5f * (float)times / 5);
    int count = 0;
    for (int i = 0; i < f->scene->count; ++i) {
        const Shape *shape = &f->scene->shapes[i];
        count += shape->kind == SHAPE_RECT && shape->fill == colour && shape->rect.w >= 1 &&
                 shape->rect.h >= 1;
    }
    return count;
}

/* Many cells share a drawn one; wherever the wrong one is, it is marked. */
TEST(no_wrong_cell_is_lost)
{
    static const uint64_t cells[] = {0, 255, 256 * 3 + 2, 256 * 256 - 1};
    for (size_t i = 0; i < sizeof cells / sizeof *cells; ++i) {
        Fixture f = open_fixture("256", "32", NULL);
        compare(&f, cells[i], 2);
        draw(&f);
        assert_int_equal(marks(&f, 2), 1);
        assert_int_equal(marks(&f, 5), 0);
        close_fixture(&f);
    }
}

TEST(a_large_cell_says_how_often)
{
    Fixture f = open_fixture("4", "2", "barrier:37");
    compare(&f, 5, 3);
    draw(&f);
    assert_true(shows(&f, "3/5"));
    assert_true(shows(&f, "P is wrong in 3 of 5"));
    assert_true(shows(&f, "launch 5"));
    assert_true(shows(&f, "In block (0, 0)")); /* the emulator's proof */
    close_fixture(&f);
}

/* Ten numbers stand in one line, as on the stage, and the longer ones are not smaller. */
TEST(numbers_of_a_strip_are_alike)
{
    static const char *const texts[] = {"609", "600", "611", "96", "70"};
    int32_t bins[10] = {609, 600, 611, 96, 70};
    Fixture f = open_file("kernels/12_histogram.cu", &(LoadOptions){0});
    memcpy(f.memory + launch_buffer_named(f.launch, "bins")->offset_bytes, bins, sizeof bins);
    for (int lecture = 0; lecture < 2; ++lecture) {
        f.session->look.lecture = lecture;
        f.scene = view_build(f.session, f.arena, 1920, 1080, &metrics);
        const Shape *first = need_text(&f, texts[0]);
        for (size_t i = 1; i < sizeof texts / sizeof *texts; ++i) {
            const Shape *shape = need_text(&f, texts[i]);
            assert_int_equal(shape->font_px, first->font_px);
            assert_true(shape->rect.y == first->rect.y);
        }
    }
    close_fixture(&f);
}

TEST(a_race_that_does_not_show_is_explained)
{
    Fixture f = open_fixture("4", "2", "barrier:37");
    compare(&f, 0, 0);
    draw(&f);
    assert_true(shows(&f, "None of 5 launches"));
    assert_true(shows(&f, "In block (0, 0)"));
    close_fixture(&f);
}

TEST(every_state_has_its_words)
{
    static const struct {
        GpuComparing comparing;
        const char *words[LANGUAGE_COUNT];
    } rows[] = {{GPU_COMPARING_WAITS, {"Comparing waits", "等整个网格"}},
                {GPU_COMPARING, {"Comparing with", "正在与模拟"}},
                {GPU_COMPARING_STOPPED, {"Comparing was", "比较已停止"}},
                {GPU_COMPARING_NEVER, {"too large", "网格太大"}}};
    Fixture f = open_fixture("4", "2", NULL);
    f.session->gpu.compared = 0.4;
    for (int language = 0; language < LANGUAGE_COUNT; ++language)
        for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
            f.session->look.language = (Language)language;
            f.session->gpu.comparing = rows[i].comparing;
            draw(&f);
            if (!shows(&f, rows[i].words[language]))
                fail_msg("%s is not there", rows[i].words[language]);
        }
    close_fixture(&f);
}

/* What a film is given shows what the window shows, and nothing else is taken for it. */
TEST(results_travel_as_bytes)
{
    Fixture f = open_fixture("4", "2", "barrier:37"), film = open_fixture("4", "2", "barrier:37");
    static const PanelName panels[] = {PANEL_GPU, PANEL_ROOFLINE, PANEL_OCCUPANCY};
    size_t length;
    compare(&f, 5, 3);
    f.session->model.device = 1;
    for (uint64_t i = 0; i < f.launch->arena_bytes; ++i)
        f.memory[i] = (uint8_t)(i * 37 % 64);
    film.session->gpu = (GpuView){.run = 0};
    assert_null(gpu_value_write(film.session, film.arena, &length));
    const uint8_t *bytes = gpu_value_write(f.session, f.arena, &length);
    for (size_t cut = 0; cut < length; cut += cut < 64 || cut + 64 > length ? 1 : 61)
        assert_false(gpu_value_read(film.session, film.arena, bytes, cut) &&
                     film.session->gpu.launches);
    assert_true(gpu_value_read(film.session, film.arena, bytes, length));
    assert_string_equal(film.session->model.devices.models[film.session->model.device].name,
                        f.session->model.devices.models[1].name);
    for (size_t i = 0; i < sizeof panels / sizeof *panels; ++i) {
        size_t shown, wanted;
        f.session->look.panel = film.session->look.panel = panels[i];
        draw(&f);
        draw(&film);
        const char *here = scene_svg(f.arena, f.scene, &wanted);
        const char *there = scene_svg(film.arena, film.scene, &shown);
        assert_int_equal(shown, wanted);
        assert_memory_equal(here, there, shown);
    }
    assert_true(shows(&f, "NVIDIA H200"));
    close_fixture(&f);
    close_fixture(&film);
}

/* G and Esc stop what goes on, and nothing else. */
TEST(keys_stop_it)
{
    Fixture f = open_fixture("4", "2", NULL);
    f.session->gpu.comparing = GPU_COMPARING_WAITS;
    session_apply(f.session, (Command){.name = COMMAND_CLOSE});
    assert_int_equal(f.session->gpu.comparing, GPU_COMPARING_STOPPED);
    assert_int_equal(f.session->look.panel, PANEL_GPU);
    session_apply(f.session, (Command){.name = COMMAND_GPU});
    assert_true(f.session->gpu.is_wanted);
    f.session->gpu.state = GPU_VIEW_RUNNING;
    session_apply(f.session, (Command){.name = COMMAND_GPU});
    assert_int_equal(f.session->gpu.state, GPU_VIEW_IDLE);
    assert_false(f.session->gpu.is_wanted);
    session_apply(f.session, (Command){.name = COMMAND_CLOSE});
    assert_int_equal(f.session->look.panel, PANEL_NONE);
    close_fixture(&f);
}

TEST(library_is_told_with_its_elements)
{
    Fixture f = open_fixture("16", "4", NULL);
    f.session->gpu.library = "cuBLAS 13.1";
    f.session->gpu.library_ms = 0.008;
    f.session->gpu.factor = SCALAR_F16;
    f.session->gpu.sum = SCALAR_F32;
    draw(&f);
    assert_true(
        shows(&f, "cuBLAS 13.1 (__half, float): 8.00 µs; this kernel takes 250 % of its time"));
    f.session->gpu.library_ms = 0;
    draw(&f);
    assert_false(shows(&f, "cuBLAS"));
    close_fixture(&f);
}

TEST(model_and_measured_stand_apart)
{
    Fixture f = open_fixture("64", "16", NULL);
    f.session->look.panel = PANEL_ROOFLINE;
    f.session->gpu.kernel_ms = 1e-5;
    draw(&f);
    assert_true(shows(&f, "model") && shows(&f, "measured on NVIDIA H200"));
    assert_true(shows(&f, "24 registers a thread"));
    assert_true(shows(&f, "Above the roof of DRAM"));
    f.session->gpu.kernel_ms = 1;
    draw(&f);
    assert_false(shows(&f, "Above the roof of DRAM"));
    f.session->gpu.device = "Another GPU";
    draw(&f);
    assert_true(shows(&f, "another device"));
    f.session->look.panel = PANEL_OCCUPANCY;
    draw(&f);
    assert_true(shows(&f, "24 registers a thread, as compiled for Another GPU"));
    f.session->gpu.state = GPU_VIEW_IDLE;
    draw(&f);
    assert_true(shows(&f, "32 assumed"));
    close_fixture(&f);
}
