/* The shipped lecture in a session: every scene opens where it says, PageDown alone leads through
 * all of them, what is hidden stays so until it is asked for, and the way back, saved windows and
 * codes keep the scene. */
#include "session/edits/open.h"
#include "session/saved/share.h"
#include "session/saved/state.h"
#include "session/scenes/recipe.h"
#include "session/scenes/show.h"
#include "session/scenes/veil.h"
#include "session/sheets/overview.h"
#include "session/sheets/sheet.h"
#include "sessions.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

typedef struct Hall {
    Session *session;
    Arena *arena;
    Scenes *scenes;
} Hall;

static int open_hall(void **state)
{
    Hall *hall = calloc(1, sizeof *hall);
    Diags *diags = NULL;
    assert_non_null(hall);
    hall->arena = arena_new();
    hall->scenes = scenes_read_shipped(hall->arena, &diags);
    assert_non_null(hall->scenes);
    assert_int_equal(diags->count, 0);
    hall->session = session_new();
    session_open(hall->session, 0,
                 run_load(KERNELS_FOLDER "/02_tiled.cu", &(LoadOptions){.assume = true}), true);
    session_use_devices(hall->session, session_load_devices(hall->arena));
    session_use_scenes(hall->session, hall->scenes);
    hall->session->look.reduced_motion = true;
    *state = hall;
    return 0;
}

static int close_hall(void **state)
{
    Hall *hall = *state;
    session_free(hall->session);
    arena_free(hall->arena);
    free(hall);
    return 0;
}

static void send_key(Session *session, const char *key)
{
    Command command;
    assert_true(session_command_for_key(session, key, &command));
    session_apply(session, command);
}

static const char *shown(const Session *session)
{
    const ScenePlan *plan = scene_shown(session);
    return plan ? plan->name : "none";
}

static uint64_t moment_of(Hall *hall, const Waypoint *waypoint)
{
    const SessionRun *run = &hall->session->runs[0];
    WaypointMissing missing;
    uint64_t moment = 0;
    if (!waypoint_find(hall->arena, run->timeline, run->run->program, &run->run->launch, waypoint,
                       &moment, &missing))
        fail_msg("%s: %s", shown(hall->session),
                 phrase_in(hall->arena, LANGUAGE_EN, missing.reason));
    return moment;
}

static void test_every_scene_opens_where_it_says(void **state)
{
    Hall *hall = *state;
    Session *session = hall->session;
    for (int i = 0; i < hall->scenes->count; ++i) {
        const ScenePlan *plan = &hall->scenes->plans[i];
        session_apply(session, (Command){.name = COMMAND_SCENE, .number = i + 1});
        assert_string_equal(shown(session), plan->name);
        assert_int_equal(session->run_count, plan->run_count);
        assert_int_equal(session->front, 0);
        assert_string_equal(session->notice, "");
        assert_int_equal(position(session), moment_of(hall, &plan->at));
        Dim3 thread =
            dim3_from_linear(session->selection.thread, session->runs[0].run->launch.block);
        assert_int_equal(thread.x, plan->at.thread.x);
        assert_int_equal(thread.y, plan->at.thread.y);
        assert_string_equal(panel_names[session->look.panel], plan->panel ? plan->panel : "none");
        assert_int_equal(session->look.banks, plan->banks);
        for (int part = 0; part < VEIL_COUNT; ++part)
            assert_int_equal(veil_hides(session, (VeilPart)part), plan->hides[part]);
        assert_false(session_is_edited(session));
        for (int run = 0; run < plan->run_count; ++run)
            assert_int_equal(session->runs[run].run->options.without_count,
                             plan->runs[run].off_count);
    }
}

/* On the way to a scene's point, and there without a picture between. */
static void test_what_settles_has_its_access(void **state)
{
    Hall *hall = *state;
    Session *session = hall->session;
    assert_true(scene_open(session, scenes_find(hall->scenes, "strides"), false));
    send_line(session, "go-start");
    motion_to(session, 4);
    session_settle(session);
    assert_int_equal(position(session), 4);
    assert_true(session->lens.is_known && session->lens.at == 4);
}

/* Every kernel that comes along opens by itself as some scene shows it. */
/* Whoever opens a scene, without a command as well, sees the access in its panel. */
static void test_a_scene_opens_with_its_access(void **state)
{
    Hall *hall = *state;
    Session *session = hall->session;
    int count = 0;
    for (int i = 0; i < hall->scenes->count; ++i) {
        const char *panel = hall->scenes->plans[i].panel;
        if (!panel || strcmp(panel, "memory") != 0)
            continue;
        assert_true(scene_open(session, i, false));
        assert_true(session->lens.has_step);
        ++count;
    }
    assert_true(count > 0);
}

static void test_every_kernel_has_a_scene(void **state)
{
    Hall *hall = *state;
    static const char *const kernels[] = {"01_naive",
                                          "02_tiled",
                                          "03_tiled_dynamic",
                                          "04_naive_swapped",
                                          "05_strides",
                                          "06_audit",
                                          "07_column_major",
                                          "08_corner_turning",
                                          "09_banks",
                                          "10_corner_turning_padded",
                                          "11_coarsened",
                                          "12_histogram",
                                          "13_histogram_private",
                                          "14_transpose",
                                          "15_transpose_tiled",
                                          "16_stencil",
                                          "17_reduction",
                                          "18_strip_mined",
                                          "19_naive_column_major",
                                          "20_pitch",
                                          "21_constant",
                                          "22_reduction_interleaved",
                                          "23_divergence",
                                          "24_barrier_in_if",
                                          "25_phases_floor",
                                          "26_double_buffered",
                                          "27_register_tiles",
                                          "28_vector_loads",
                                          "29_transpose_swizzled",
                                          "30_pipelined",
                                          "31_wmma",
                                          "32_mma_swizzled",
                                          "33_warp_tiles"};
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; ++i) {
        const char *path = arena_printf(hall->arena, "%s/%s.cu", KERNELS_FOLDER, kernels[i]);
        int slot, scene = scene_with_file(hall->session, path, &slot);
        if (scene == SCENE_NONE)
            fail_msg("no scene has %s", path);
        assert_non_null(strstr(hall->scenes->plans[scene].runs[slot].kernel, kernels[i]));
    }
    int slot;
    assert_int_equal(scene_with_file(hall->session, "/nowhere/02_tiled.cu", &slot), SCENE_NONE);
}

/* Through all scenes in their order, each from its first moment to its point; there the press that
 * shows the answer moves no time, and the next one opens the next scene. */
static void test_the_lecture_by_page_down_alone(void **state)
{
    Hall *hall = *state;
    Session *session = hall->session;
    session_apply(session, (Command){.name = COMMAND_SCENE, .number = 1});
    int presses = 0, at = 0;
    bool was_hidden = veil_is_down(session), was_at_point = false;
    for (; !session->notice[0] && presses < 400; ++presses) {
        const ScenePlan *plan = scene_shown(session);
        uint64_t before = position(session);
        was_at_point = before >= moment_of(hall, &plan->to);
        was_hidden = veil_is_down(session);
        send_key(session, "PageDown");
        if (scene_shown(session) == plan) {
            bool moved = position(session) > before, lifted = was_hidden && !veil_is_down(session);
            bool is_there = position(session) >= moment_of(hall, &plan->to);
            assert_true(session->notice[0] || moved || lifted);
            assert_true(!moved || !was_at_point);
            assert_true(!lifted || is_there);
            assert_true(session->notice[0] || lifted != moved);
            assert_true(session->notice[0] || scene_is_marked(session) == lifted);
            assert_true(position(session) <= moment_of(hall, &plan->to));
        } else {
            assert_true(was_at_point && !was_hidden);
            assert_int_equal(session->scene.index, ++at);
            assert_int_equal(position(session), moment_of(hall, &scene_shown(session)->at));
        }
    }
    assert_int_equal(at, hall->scenes->count - 1);
    assert_true(presses < 5 * hall->scenes->count);
}

/* And back: to the point of the scene before, where all is seen. */
static void test_the_way_back(void **state)
{
    Hall *hall = *state;
    Session *session = hall->session;
    session_apply(session, (Command){.name = COMMAND_SCENE, .number = 4});
    send_key(session, "PageUp");
    assert_string_equal(shown(session), hall->scenes->plans[2].name);
    assert_int_equal(position(session), moment_of(hall, &scene_shown(session)->to));
    assert_false(veil_is_down(session));
    send_key(session, "PageDown");
    assert_string_equal(shown(session), hall->scenes->plans[3].name);
    session_apply(session, (Command){.name = COMMAND_SCENE, .number = 1});
    send_key(session, "PageUp");
    assert_string_equal(shown(session), hall->scenes->plans[0].name);
    assert_true(session->notice[0]);
    send_key(session, "Ctrl+PageDown");
    assert_int_equal(session->scene.index, 1);
    send_key(session, "Ctrl+PageUp");
    assert_int_equal(session->scene.index, 0);
}

/* In the first block barriers are stops; from its end the way leads straight to the point. */
static void test_barriers_are_stops_in_one_block(void **state)
{
    Hall *hall = *state;
    Session *session = hall->session;
    int scene = scenes_find(hall->scenes, "reduction");
    session_apply(session, (Command){.name = COMMAND_SCENE, .number = scene + 1});
    send_line(session, "go-start");
    int presses = 0;
    while (position(session) < moment_of(hall, &scene_shown(session)->to)) {
        send_key(session, "PageDown");
        assert_true(++presses < 6);
    }
    assert_true(presses > 1);
}

/* Where a scene opens when all blocks have ended, the other run has ended, too, as soon as its end
 * is known. */
static void test_the_end_is_that_of_both(void **state)
{
    Hall *hall = *state;
    Session *session = hall->session;
    int scene = scenes_find(hall->scenes, "roofline");
    session_apply(session, (Command){.name = COMMAND_SCENE, .number = scene + 1});
    session_finish_work(session);
    for (int run = 0; run < session->run_count; ++run)
        assert_int_equal(timeline_position(session->runs[run].timeline),
                         timeline_length(session->runs[run].timeline));
}

/* What a kernel that was opened by itself has counted. */
typedef struct Effect {
    const char *opened, *beside; /* beside NULL: it stands alone */
    RequestKind kind;
    size_t at;    /* in MemoryCount */
    double share; /* of the one beside, at most, or at least where it is above 1; alone: at least */
} Effect;

static double counted(const SessionRun *run, const Effect *effect)
{
    return (double)counter_at(&run->total->counters.kinds[effect->kind], effect->at);
}

static void expect_effect(Hall *hall, const Effect *effect)
{
    Session *session = hall->session;
    const char *path = arena_printf(hall->arena, "%s/%s.cu", KERNELS_FOLDER, effect->opened);
    assert_true(scene_open_file(session, path));
    assert_string_equal(shown(session), "none");
    session_finish_work(session);
    const SessionRun *front = session_front(session), *beside = &session->runs[!session->front];
    assert_non_null(strstr(front->run->path, effect->opened));
    if (effect->beside)
        assert_non_null(strstr(beside->run->path, effect->beside));
    double limit = effect->share * (effect->beside ? counted(beside, effect) : 1);
    if (effect->share > 1 ? counted(front, effect) < limit : counted(front, effect) > limit)
        fail_msg("%s: %.0f, and %.0f is the limit", effect->opened, counted(front, effect), limit);
}

/* Opened by themselves, kernels open where their effect shows, beside what they are compared
 * with. */
static void test_kernels_open_where_their_effect_shows(void **state)
{
    static const Effect effects[] = {
        {"04_naive_swapped", "01_naive", REQUEST_GLOBAL_LOAD, offsetof(MemoryCount, sectors), 6},
        {"08_corner_turning", "07_column_major", REQUEST_GLOBAL_LOAD,
         offsetof(MemoryCount, sectors), 0.25},
        {"07_column_major", "08_corner_turning", REQUEST_GLOBAL_LOAD,
         offsetof(MemoryCount, sectors), 4},
        {"10_corner_turning_padded", "08_corner_turning", REQUEST_SHARED_STORE,
         offsetof(MemoryCount, wavefronts), 0.1},
        {"15_transpose_tiled", "14_transpose", REQUEST_GLOBAL_STORE, offsetof(MemoryCount, sectors),
         0.13},
        {"11_coarsened", "02_tiled", REQUEST_GLOBAL_LOAD, offsetof(MemoryCount, accesses), 0.75},
        {"09_banks", NULL, REQUEST_SHARED_LOAD, offsetof(MemoryCount, bank_conflicts), 7},
        {"05_strides", NULL, REQUEST_GLOBAL_LOAD, offsetof(MemoryCount, sectors), 32},
        {"18_strip_mined", "01_naive", REQUEST_GLOBAL_LOAD, offsetof(MemoryCount, accesses), 1},
        {"19_naive_column_major", "01_naive", REQUEST_GLOBAL_LOAD, offsetof(MemoryCount, sectors),
         6},
        {"20_pitch", "20_pitch", REQUEST_GLOBAL_LOAD, offsetof(MemoryCount, sectors), 1.2},
        {"21_constant", NULL, REQUEST_CONSTANT_LOAD, offsetof(MemoryCount, accesses), 314},
        {"22_reduction_interleaved", "17_reduction", REQUEST_SHARED_LOAD,
         offsetof(MemoryCount, requests), 1.5},
        {"27_register_tiles", "02_tiled", REQUEST_GLOBAL_LOAD, offsetof(MemoryCount, accesses),
         0.5},
        {"27_register_tiles", "02_tiled", REQUEST_SHARED_LOAD, offsetof(MemoryCount, accesses),
         0.5},
        {"28_vector_loads", "27_register_tiles", REQUEST_GLOBAL_LOAD,
         offsetof(MemoryCount, requests), 0.75},
    };
    for (size_t i = 0; i < sizeof effects / sizeof *effects; ++i)
        expect_effect(*state, &effects[i]);
}

static const Session *opened(Hall *hall, const char *kernel)
{
    assert_true(scene_open_file(hall->session,
                                arena_printf(hall->arena, "%s/%s.cu", KERNELS_FOLDER, kernel)));
    session_finish_work(hall->session);
    return hall->session;
}

/* Neighbours that part at an if beside warps that do, one barrier a phase beside two; and what is
 * wrong on purpose shows that it is. */
static void test_control_shows_its_effect(void **state)
{
    const SessionRun *runs = opened(*state, "23_divergence")->runs;
    assert_int_equal(runs[0].total->counters.divergent_branches, 2);
    assert_int_equal(runs[1].total->counters.divergent_branches, 0);
    runs = opened(*state, "26_double_buffered")->runs;
    assert_non_null(strstr(runs[1].run->path, "02_tiled"));
    assert_true(runs[0].total->counters.barriers < runs[1].total->counters.barriers);
    static const char *const wrong[] = {"24_barrier_in_if", "25_phases_floor"};
    static const FindingKind kinds[] = {FINDING_BARRIER_DIVERGENCE, FINDING_NEVER_READ};
    for (int i = 0; i < 2; ++i) {
        const SessionRun *run = session_front(opened(*state, wrong[i]));
        int found = 0;
        for (int k = 0; k < run->total->finding_count; ++k)
            found += report_findings(run->total)[k].kind == kinds[i];
        assert_int_equal(found, 2);
        assert_true(run->check->wrong > 0);
    }
}

/* A histogram of private copies has few atomics left on global memory; neighbours' halos are read
 * by two blocks. */
static void test_histogram_and_stencil_show_their_effect(void **state)
{
    Hall *hall = *state;
    Session *session = hall->session;
    assert_true(scene_open_file(session, KERNELS_FOLDER "/13_histogram_private.cu"));
    session_finish_work(session);
    assert_non_null(strstr(session->runs[1].run->path, "12_histogram"));
    assert_true(session->runs[1].total->counters.atomics_global >=
                10 * session->runs[0].total->counters.atomics_global);
    assert_true(scene_open_file(session, KERNELS_FOLDER "/16_stencil.cu"));
    session_finish_work(session);
    const Run *run = session_front(session)->run;
    assert_true(session_front(session)->total->counters.kinds[REQUEST_GLOBAL_LOAD].accesses >
                buffer_named(run, "in")->count);
}

/* From the sheet a kernel opens as by its path. */
static void test_the_sheet_opens_kernels_so(void **state)
{
    Hall *hall = *state;
    Session *session = hall->session;
    session_apply(session, (Command){.name = COMMAND_OPEN});
    for (const char *letter = "04_naive"; *letter; ++letter)
        session_apply(session, (Command){.name = COMMAND_OPEN_TYPE, .number = *letter});
    session_apply(session, (Command){.name = COMMAND_OPEN_GO, .number = -1});
    assert_false(session->sheets.opener.is_open);
    assert_string_equal(shown(session), "none");
    assert_int_equal(session->run_count, 2);
    assert_non_null(strstr(session->runs[0].run->path, "04_naive_swapped"));
    assert_int_equal(session->runs[0].run->launch.block.x, 32);
    send_line(session, "undo");
    assert_int_equal(session->run_count, 1);
}

static const char *text_of(const Hall *hall)
{
    return state_write(hall->session, hall->arena);
}

static void test_a_scene_is_undone(void **state)
{
    Hall *hall = *state;
    Session *session = hall->session;
    send_line(session, "seek 30");
    const char *before = text_of(hall);
    send_line(session, "scene 8");
    const char *opened = text_of(hall);
    send_line(session, "reveal");
    assert_false(veil_is_down(session));
    send_line(session, "undo");
    assert_true(veil_is_down(session));
    assert_string_equal(text_of(hall), opened);
    send_line(session, "undo");
    assert_string_equal(shown(session), "none");
    assert_int_equal(session->run_count, 1);
    assert_non_null(strstr(before, "run 0"));
    send_line(session, "redo");
    assert_string_equal(shown(session), hall->scenes->plans[7].name);
    assert_true(veil_is_down(session));
}

/* Whatever was changed in a scene, R opens it again as it was. */
static void test_a_scene_is_restored(void **state)
{
    Hall *hall = *state;
    Session *session = hall->session;
    send_line(session, "scene 8");
    const char *opened = text_of(hall);
    send_line(session, "reveal");
    send_line(session, "toggle 37");
    send_line(session, "go-end");
    send_line(session, "pick-thread 2");
    send_line(session, "panel-memory");
    assert_true(session_is_edited(session));
    send_line(session, "restore");
    assert_string_equal(text_of(hall), opened);
}

/* Without a barrier the few turns of a loop are played on the way to the point, in one press; a
 * second one completes it. */
static void test_turns_are_played(void **state)
{
    Hall *hall = *state;
    Session *session = hall->session;
    session->look.reduced_motion = false;
    session_apply(session, (Command){.name = COMMAND_SCENE, .number = 1});
    session_finish_work(session);
    uint64_t point = moment_of(hall, &scene_shown(session)->to);
    send_key(session, "PageDown");
    assert_true(session_is_moving(session) && motion_destination(session) == point);
    session_tick(session, 1000);
    assert_in_range(position(session), 1, point - 1);
    send_key(session, "PageDown");
    assert_int_equal(position(session), point);
    assert_string_equal(shown(session), "dot_product");
}

/* Where all blocks of one run have ended, those of the other have, too. */
static void test_both_runs_end_together(void **state)
{
    Hall *hall = *state;
    Session *session = hall->session;
    assert_true(scene_open(session, scenes_find(hall->scenes, "coarsening"), false));
    session_finish_work(session);
    send_line(session, "go-end");
    const Timeline *other = session->runs[1].timeline;
    assert_int_equal(timeline_position(other), timeline_length(other));
}

/* Whatever the reader does meanwhile, Escape leads back to where the lecture is, and no further. */
static void test_escape_leads_back(void **state)
{
    Hall *hall = *state;
    Session *session = hall->session;
    static const char *const away[] = {"step-next", "go-end",       "toggle 24",   "switch-run",
                                       "enlarge",   "panel-memory", "pick-block 2"};
    int scene = scenes_find(hall->scenes, "reduction");
    session_apply(session, (Command){.name = COMMAND_SCENE, .number = scene + 1});
    for (int presses = 0; presses < 2; ++presses) {
        assert_false(scene_is_left(session));
        const char *before = text_of(hall);
        uint64_t at = position(session);
        for (size_t i = 0; i < sizeof away / sizeof *away; ++i) {
            Command command;
            if (!command_parse(away[i], &command))
                fail_msg("%s", away[i]);
            session_apply(session, command);
            if (!scene_is_left(session))
                continue;
            session_finish_work(session); /* a search beside the window is what it leaves first */
            send_key(session, "Escape");
            assert_false(scene_is_left(session));
            assert_int_equal(position(session), at);
            assert_string_equal(text_of(hall), before);
        }
        send_key(session, "Escape"); /* nowhere to go back to */
        assert_string_equal(text_of(hall), before);
        send_key(session, "PageDown");
        assert_false(scene_is_left(session));
    }
    send_line(session, "go-start");
    send_key(session, "Escape");
    assert_false(veil_is_down(session));
    assert_string_equal(shown(session), "reduction");
}

static void test_saved_windows_keep_the_scene(void **state)
{
    Hall *hall = *state;
    Session *session = hall->session, *other = session_new();
    const char *reason = NULL, *warning;
    session_use_scenes(other, hall->scenes);
    for (int revealed = 0; revealed < 2; ++revealed) {
        session_apply(session, (Command){.name = COMMAND_SCENE, .number = 9});
        if (revealed)
            send_line(session, "reveal");
        const char *text = text_of(hall);
        if (!state_read(other, hall->arena, text, &reason))
            fail_msg("%s", reason);
        assert_string_equal(shown(other), hall->scenes->plans[8].name);
        assert_int_equal(veil_is_down(other), !revealed);
        assert_string_equal(state_write(other, hall->arena), text);
        const char *code = share_write(session, hall->arena);
        session_apply(other, (Command){.name = COMMAND_SCENE, .number = 1});
        if (!share_open(other, hall->arena, code, NULL, 0, &reason, &warning))
            fail_msg("%s", reason);
        assert_string_equal(shown(other), hall->scenes->plans[8].name);
        assert_int_equal(veil_is_down(other), !revealed);
    }
    const char *unknown =
        arena_printf(hall->arena, "%sscene 1 no_such_scene\nscene 1\nscene\n", text_of(hall));
    assert_true(state_read(other, hall->arena, unknown, &reason));
    assert_string_equal(shown(other), "none");
    session_free(other);
}

/* Another file ends the scene; what is changed in it does not. */
static void test_another_file_ends_the_scene(void **state)
{
    Hall *hall = *state;
    Session *session = hall->session;
    send_line(session, "scene 2");
    send_line(session, "adjust 15 0 1");
    assert_int_equal(session->scene.index, 1);
    open_file_beside(session, KERNELS_FOLDER "/02_tiled.cu");
    assert_int_equal(session->scene.index, 1);
    open_file(session, KERNELS_FOLDER "/16_stencil.cu");
    assert_string_equal(shown(session), "none");
    assert_false(veil_is_down(session));
    send_line(session, "reveal"); /* nothing to reveal */
    uint64_t at = position(session);
    send_key(session, "PageDown");
    assert_true(position(session) > at);
}

static void test_what_cannot_be_opened_changes_nothing(void **state)
{
    Hall *hall = *state;
    Session *session = hall->session;
    static const char text[] =
        "title: {en: T, zh: 题}\nscenes:\n  - name: one\n    title: {en: O, zh: 一}\n"
        "    aim: {en: A, zh: 目}\n    question: {en: Q, zh: 问}\n"
        "    runs: [{kernel: kernels/02_tiled.cu, off: [{barrier: 'Row'}]}]\n"
        "  - name: two\n    title: {en: O, zh: 一}\n"
        "    aim: {en: A, zh: 目}\n    question: {en: Q, zh: 问}\n"
        "    runs: [{kernel: kernels/nothing.cu}]\n";
    Diags *diags = diags_new(hall->arena);
    Scenes *scenes = scenes_read_text(hall->arena, "x.yaml", text, sizeof text - 1, diags);
    assert_int_equal(scenes->count, 2);
    session_use_scenes(session, scenes);
    const char *before = text_of(hall);
    for (int i = 1; i <= 2; ++i) {
        session_apply(session, (Command){.name = COMMAND_SCENE, .number = i});
        assert_string_equal(text_of(hall), before);
        assert_non_null(strstr(session->notice, i == 1 ? "x.yaml:7:" : "x.yaml:12:"));
    }
    session_apply(session, (Command){.name = COMMAND_SCENE, .number = 99});
    assert_string_equal(text_of(hall), before);
}

/* By keys alone: three scenes chosen, put in another order, opened and gone through. */
static void test_a_path_of_ones_own(void **state)
{
    Hall *hall = *state;
    Session *session = hall->session;
    scene_open(session, scenes_find(hall->scenes, "load_tiles"), false);
    send_key(session, "F8");
    send_key(session, "Space"); /* 1: load_tiles */
    send_key(session, "Right");
    send_key(session, "Space"); /* 2: use_tiles */
    send_key(session, "Down");
    send_key(session, "Space"); /* 3: five further on */
    const char *third = hall->scenes->plans[session->overview.row].name;
    send_key(session, "Shift+Left");
    send_key(session, "Shift+Left"); /* and now it is the first */
    send_key(session, "Ctrl+S");
    assert_true(session->overview.is_wanted);
    assert_non_null(strstr(overview_text(session, hall->arena), third));
    send_key(session, "Return");
    assert_false(session->overview.is_open);
    assert_string_equal(shown(session), third);
    assert_int_equal(session->scene.scenes->count, 3);
    send_key(session, "Ctrl+PageDown");
    assert_string_equal(shown(session), "load_tiles");
    send_key(session, "Ctrl+PageDown");
    assert_string_equal(shown(session), "use_tiles");
    send_key(session, "Ctrl+PageDown");
    assert_string_equal(shown(session), "use_tiles");
    send_key(session, "Ctrl+Z"); /* the way back leads through the path, too */
    assert_string_equal(shown(session), "load_tiles");
    send_key(session, "F8"); /* what is followed is what is chosen */
    assert_int_equal(session->overview.count, 3);
    send_key(session, "Delete");
    send_key(session, "Return");
    assert_string_equal(shown(session), "load_tiles");
    assert_ptr_equal(session->scene.scenes, hall->scenes);
}

/* The pointer picks, chooses and takes out. */
static void test_a_path_by_clicks(void **state)
{
    Session *session = ((Hall *)*state)->session;
    send_key(session, "F8");
    session_apply(session, (Command){.name = COMMAND_OVERVIEW_PICK, .number = 7});
    assert_int_equal(session->overview.row, 7);
    assert_int_equal(session->overview.count, 0);
    session_apply(session, (Command){.name = COMMAND_OVERVIEW_PICK, .number = 7});
    assert_int_equal(overview_place(session, 7), 0);
    session_apply(session, (Command){.name = COMMAND_OVERVIEW_PICK, .number = 7});
    assert_int_equal(overview_place(session, 7), -1);
    session_apply(session, (Command){.name = COMMAND_OVERVIEW_SAVE});
    assert_false(session->overview.is_wanted);
    assert_true(*session->notice);
    session_apply(session, (Command){.name = COMMAND_OVERVIEW_PICK, .number = 1000});
    session_apply(session, (Command){.name = COMMAND_OVERVIEW_MOVE, .number = -1000});
    assert_int_equal(session->overview.row, 7);
    send_key(session, "Escape");
    assert_false(session->overview.is_open);
}

#define HALL(test) cmocka_unit_test_setup_teardown(test, open_hall, close_hall)

int main(void)
{
    const struct CMUnitTest tests[] = {
        HALL(test_every_scene_opens_where_it_says),
        HALL(test_a_path_of_ones_own),
        HALL(test_a_path_by_clicks),
        HALL(test_a_scene_opens_with_its_access),
        HALL(test_what_settles_has_its_access),
        HALL(test_every_kernel_has_a_scene),
        HALL(test_the_lecture_by_page_down_alone),
        HALL(test_the_way_back),
        HALL(test_barriers_are_stops_in_one_block),
        HALL(test_the_end_is_that_of_both),
        HALL(test_kernels_open_where_their_effect_shows),
        HALL(test_control_shows_its_effect),
        HALL(test_histogram_and_stencil_show_their_effect),
        HALL(test_the_sheet_opens_kernels_so),
        HALL(test_turns_are_played),
        HALL(test_both_runs_end_together),
        HALL(test_escape_leads_back),
        HALL(test_a_scene_is_undone),
        HALL(test_a_scene_is_restored),
        HALL(test_saved_windows_keep_the_scene),
        HALL(test_another_file_ends_the_scene),
        HALL(test_what_cannot_be_opened_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
