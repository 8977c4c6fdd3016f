/* Pictures of the lecture's example: golden dumps of key moments, in English all shapes, in Chinese
 * the texts with their places, each as what it has other than the one before it (of panels, than
 * the first panel); texts that fit, and what the mouse means. TILESTEP_UPDATE_GOLDEN=1 writes the
 * dumps anew; look at the difference before you keep them. */
#include "base/file.h"
#include "console_fixture.h"
#include "scene/paint/canvas.h"
#include "sessions.h"
#include "test.h"
#include "view/draw/layout.h"
#include "view/draw/theme.h"
#include "view/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Picture {
    Arena *arena;
    TextMetrics *metrics;
    Session *session;
    Scene *scene;
} Picture;

static int open_picture(void **state)
{
    Picture *picture = calloc(1, sizeof *picture);
    picture->arena = arena_new();
    picture->metrics = glyph_metrics(picture->arena, glyph_builtin(picture->arena));
    picture->session = open_pair(4, 2);
    *state = picture;
    return 0;
}

static int close_picture(void **state)
{
    Picture *picture = *state;
    session_free(picture->session);
    arena_free(picture->arena);
    free(picture);
    return 0;
}

static void draw(Picture *picture, int width, int height)
{
    picture->scene = view_build(picture->session, picture->arena, width, height, picture->metrics);
}

static char *dump_in(Picture *picture, Language language)
{
    picture->session->look.language = language;
    draw(picture, 1280, 720);
    return scene_dump(picture->arena, picture->scene);
}

/* How many texts there are in a dump, and those that the other one does not have at their place. */
static char *texts_beside(Arena *arena, char *dump, const char *other)
{
    char *texts = "";
    int count = 0;
    for (char *line = strtok(dump, "\n"); line; line = strtok(NULL, "\n")) {
        if (strncmp(line, "text ", 5) != 0)
            continue;
        ++count;
        if (!strstr(other, arena_printf(arena, "\n%s\n", line)))
            texts = arena_printf(arena, "%s%s\n", texts, line);
    }
    return arena_printf(arena, "%d texts; not in English:\n%s", count, texts);
}

static const char *skip_lines(const char *text, int count)
{
    for (; *text && count > 0; --count)
        text += strcspn(text, "\n") + 1;
    return text;
}

/* The dump that a golden file tells: its lines, among which "= 5" stands for the next five lines of
 * the dump before and "- 5" leaves five of these out. */
static char *read_golden(Arena *arena, const char *path, const char *before)
{
    const Phrase *reason = NULL;
    char *golden, *dump;
    size_t length;
    if (!file_read(arena, path, (size_t)1 << 24, &golden, &length, &reason))
        fail_msg("%s: %s", path, phrase_in(arena, LANGUAGE_EN, reason));
    FILE *out = open_memstream(&dump, &length);
    for (const char *line = golden; *line; line = skip_lines(line, 1)) {
        bool is_own = *line != '=' && *line != '-';
        const char *from = is_own ? line : before;
        const char *end = skip_lines(from, is_own ? 1 : atoi(line + 2));
        fwrite(from, 1, *line == '-' ? 0 : (size_t)(end - from), out);
        before = is_own ? before : end;
    }
    fclose(out);
    char *copy = arena_text(arena, dump, length);
    free(dump);
    return copy;
}

static void write_golden(Arena *arena, const char *path, const char *dump, const char *before)
{
    const Phrase *reason = NULL;
    char *other = arena_printf(arena, "%s.before", path);
    assert_true(file_write(arena, path, dump, strlen(dump), &reason));
    if (!before)
        return;
    assert_true(file_write(arena, other, before, strlen(before), &reason));
    assert_int_equal(
        system(arena_printf(
            arena,
            "diff --minimal --old-group-format='- %%dn\n' --unchanged-group-format='= %%dn\n' "
            "--new-group-format='%%>' --changed-group-format='- %%dn\n%%>' '%s' '%s' > '%s.after'; "
            "rm '%s' && mv '%s.after' '%s'",
            other, path, path, other, path, path)),
        0);
}

/* The picture's dump, held against its golden file, which tells it after the dump before. */
static char *compare_golden(Picture *picture, const char *moment, Language language,
                            const char *before)
{
    Arena *arena = picture->arena;
    char *path = arena_printf(arena, "%s/%s_%s.txt", GOLDEN_FOLDER, moment,
                              language == LANGUAGE_ZH ? "zh" : "en");
    char *dump = dump_in(picture, LANGUAGE_EN);
    if (language != LANGUAGE_EN)
        dump = texts_beside(arena, dump_in(picture, language), dump);
    if (getenv("TILESTEP_UPDATE_GOLDEN")) {
        write_golden(arena, path, dump, before);
        return dump;
    }
    const char *golden = read_golden(arena, path, before);
    int line = 1;
    for (size_t i = 0; dump[i] || golden[i]; ++i) {
        if (dump[i] != golden[i])
            fail_msg("%s differs from the picture in its line %d: %.*s", path, line,
                     (int)strcspn(skip_lines(dump, line - 1), "\n"), skip_lines(dump, line - 1));
        line += dump[i] == '\n';
    }
    return dump;
}

static void seek(Session *session, uint64_t moment, double progress)
{
    session_apply(session, (Command){.name = COMMAND_SEEK, .number = (int64_t)moment});
    session->time.motion.progress = progress;
}

static void golden_moments(Picture *picture, Language language)
{
    Session *session = picture->session;
    uint64_t load = find_step(session, 1, OP_LOAD, SPACE_GLOBAL);
    uint64_t store = find_step(session, 1, OP_STORE, SPACE_SHARED);
    uint64_t barrier = find_step(session, 1, OP_BARRIER, SPACE_GENERIC);
    const struct {
        const char *name;
        uint64_t moment;
        double progress;
    } moments[] = {{"start", 0, 1},
                   {"load", load, 0.5},
                   {"store", store, 1},
                   {"barrier", barrier, 0.5},
                   {"end", UINT32_MAX, 1}};
    const char *before = NULL;
    for (int i = 0; i < 5; ++i) {
        seek(session, moments[i].moment, moments[i].progress);
        before = compare_golden(picture, moments[i].name, language, before);
    }
}

static void test_golden_english(void **state)
{
    golden_moments(*state, LANGUAGE_EN);
}

static void test_golden_chinese(void **state)
{
    golden_moments(*state, LANGUAGE_ZH);
}

static void test_the_picture_only_reads(void **state)
{
    Picture *picture = *state;
    seek(picture->session, 40, 1);
    uint64_t hash = timeline_hash(session_front(picture->session)->timeline);
    draw(picture, 1280, 720);
    char *first = scene_dump(picture->arena, picture->scene);
    draw(picture, 1280, 720);
    assert_string_equal(first, scene_dump(picture->arena, picture->scene));
    assert_int_equal(hash, timeline_hash(session_front(picture->session)->timeline));
}

static int count_cuts(Picture *picture, int width, int height)
{
    ViewCuts cuts = {0};
    view_build_checked(picture->session, picture->arena, width, height, picture->metrics, &cuts);
    for (int i = 0; i < cuts.count; ++i)
        print_error("cut at %dx%d: %s\n", width, height, cuts.texts[i]);
    return cuts.count;
}

static void test_no_text_is_cut(void **state)
{
    Picture *picture = *state;
    Session *session = picture->session;
    uint64_t length = timeline_length(session_front(session)->timeline);
    int cuts = 0;
    for (int language = 0; language < LANGUAGE_COUNT; ++language) {
        session->look.language = (Language)language;
        for (int run = 0; run < 2; ++run) {
            session_apply(session, (Command){.name = COMMAND_SHOW_RUN, .number = run});
            for (uint64_t at = 0; at <= length; at += 3) {
                seek(session, at, 1);
                cuts += count_cuts(picture, 1280, 720);
            }
            cuts += count_cuts(picture, 1920, 1080);
        }
        session->look.show_help = true;
        cuts += count_cuts(picture, 1280, 720);
        session->look.show_help = false;
    }
    assert_int_equal(cuts, 0);
}

/* Every panel with its golden picture, and no text cut in either language or in lecture mode. */
static void test_panels(void **state)
{
    static const char *const panels[] = {"findings", "memory", "reuse", "counters", "occupancy",
                                         "roofline", "gpu",    "both",  "latency"};
    Picture *picture = *state;
    Session *session = picture->session;
    int cuts = 0;
    const char *first[LANGUAGE_COUNT] = {NULL};
    session_use_devices(session, session_load_devices(picture->arena));
    assert_true(session->model.devices.count > 0);
    seek(session, find_step(session, 1, OP_LOAD, SPACE_SHARED), 1);
    for (int i = 0; i < 2 * (PANEL_LESSON - 1); ++i) {
        session->look.panel = PANEL_NONE;
        char name[64];
        snprintf(name, sizeof name, "panel-%s", panels[i / 2]);
        send_line(session, name);
        name[5] = '_';
        Language language = i % 2 ? LANGUAGE_ZH : LANGUAGE_EN;
        char *dump = compare_golden(picture, name, language, first[language]);
        first[language] = first[language] ? first[language] : dump;
        cuts += count_cuts(picture, 1280, 720) + count_cuts(picture, 1920, 1080);
        session->look.lecture = true;
        cuts += count_cuts(picture, 1920, 1080);
        session->look.lecture = false;
    }
    assert_int_equal(cuts, 0);
}

/* The program beside the window: a golden picture, and nothing cut where it is narrow, wide or in
 * lecture mode. */
static void test_console(void **state)
{
    static const int sizes[][2] = {{640, 480}, {1280, 720}, {1920, 1080}, {3840, 2160}};
    Picture *picture = *state;
    Session *session = picture->session;
    int cuts = 0;
    console_fixture_open(session);
    compare_golden(picture, "console", LANGUAGE_EN, NULL);
    compare_golden(picture, "console", LANGUAGE_ZH, NULL);
    for (int i = 0; i < 16; ++i) {
        session->look.language = (Language)(i % 2);
        session->look.lecture = i / 2 % 2;
        session->console.row = i % session->console.facts.row_count;
        cuts += count_cuts(picture, sizes[i / 4][0], sizes[i / 4][1]);
    }
    assert_int_equal(cuts, 0);
}

/* Texts of numbers alone inside of a place, added up by their values. */
static int sum_numbers(const Scene *scene, Rect place, int *count)
{
    int sum = 0;
    *count = 0;
    for (int i = 0; i < scene->count; ++i) {
        const Shape *shape = &scene->shapes[i];
        bool is_inside = shape->rect.x >= place.x && shape->rect.x < place.x + place.w &&
                         shape->rect.y >= place.y && shape->rect.y < place.y + place.h;
        bool is_growing = shape->fill == theme_ghost(theme_get(THEME_LIGHT));
        if (shape->kind != SHAPE_TEXT || !is_inside || is_growing || /* signed in two ways */
            strspn(shape->text, "0123456789") != strlen(shape->text))
            continue;
        sum += atoi(shape->text);
        ++*count;
    }
    return sum;
}

static bool is_said(const Scene *scene, const char *text)
{
    for (int i = 0; i < scene->count; ++i)
        if (scene->shapes[i].kind == SHAPE_TEXT && strstr(scene->shapes[i].text, text))
            return true;
    return false;
}

/* The kernel beside is drawn at its own moment as it is when it comes to the front; nothing of it
 * is taken for the one in front, and its name brings it there. */
static void test_both(void **state)
{
    Picture *picture = *state;
    Session *session = picture->session;
    send_line(session, "panel-both");
    for (int step = 5; step < 90; step += 31) {
        seek(session, find_step(session, 0, OP_LOAD, SPACE_GLOBAL) + (uint64_t)step, 1);
        send_line(session, "pick-thread 3");
        draw(picture, 1920, 1080);
        const SessionRun *behind = &session->runs[1 - session->front];
        Place place = session_place(behind);
        char at[64];
        snprintf(at, sizeof at, "step %d of %d in", (int)place.step, (int)place.length);
        assert_true(is_said(picture->scene, at));
        float left = 0, right = 0;
        int targets = 0, count, count_in_front;
        for (int i = 0; i < picture->scene->count; ++i) {
            const Shape *shape = &picture->scene->shapes[i];
            if (shape->kind == SHAPE_TEXT && strncmp(shape->text, "Threads", 7) == 0)
                right = shape->rect.x;
            if (shape->tag.kind != TARGET_RUN || shape->rect.y < 100)
                continue;
            left = shape->rect.x;
            assert_int_equal(shape->tag.a, 1 - session->front);
            ++targets;
        }
        assert_int_equal(targets, 1);
        for (int i = 0; i < picture->scene->count; ++i) {
            const Shape *shape = &picture->scene->shapes[i];
            bool is_cell = shape->tag.kind == TARGET_CELL || shape->tag.kind == TARGET_THREAD;
            assert_false(is_cell && shape->rect.x >= left);
        }
        Rect stage = layout_shown(1920, 1080, session).stage;
        Rect beside = {left, stage.y, right - left, layout_shown(1920, 1080, session).panel.h};
        int sum = sum_numbers(picture->scene, beside, &count);
        uint64_t moment = timeline_position(behind->timeline);
        send_line(session, "switch-run");
        assert_int_equal(timeline_position(session_front(session)->timeline), moment);
        draw(picture, 1920, 1080);
        stage = layout_shown(1920, 1080, session).stage;
        assert_int_equal(sum_numbers(picture->scene, stage, &count_in_front), sum);
        assert_int_equal(count, count_in_front);
        assert_true(count > 32);
        send_line(session, "switch-run");
    }
    for (int is_lecture = 0; is_lecture < 2; ++is_lecture) { /* numbers, however small the window */
        int width = is_lecture ? 1280 : 640, height = is_lecture ? 720 : 400, count;
        session->look.lecture = is_lecture;
        draw(picture, width, height);
        sum_numbers(picture->scene, layout_shown(width, height, session).panel, &count);
        assert_true(count >= 2 * 16);
    }
    session->look.lecture = false;
    send_line(session, "alone");
    draw(picture, 1280, 720);
    assert_true(is_said(picture->scene, "One kernel is open"));
}

static void test_findings_are_jumps(void **state)
{
    Picture *picture = *state;
    Session *session = session_new();
    session_open(session, 0, open_kernel("02_tiled.cu", 3, 2, "check:40"), true);
    session_finish_work(session);
    session_free(picture->session);
    picture->session = session;
    send_line(session, "panel-findings");
    draw(picture, 1280, 720);
    Command command;
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        if (shape->tag.kind != TARGET_FINDING)
            continue;
        Point at = {shape->rect.x + 4, shape->rect.y + 4};
        assert_true(view_press(session, picture->scene, at, &command));
        session_apply(session, command);
        const Finding *finding = &session_findings(session_front(session), &(int){0})[shape->tag.a];
        const Step *step = session_step(session_front(session));
        assert_int_equal(step->index, finding->step);
        assert_int_equal(step->block, finding->block);
        return;
    }
    fail_msg("no finding in the picture");
}

/* Everything that is to be read has letters of 28 pixels; digits of cells may be smaller where they
 * are only the surroundings. */
static void check_lecture_letters(const Scene *scene, int digits_least)
{
    for (int i = 0; i < scene->count; ++i) {
        const Shape *shape = &scene->shapes[i];
        if (shape->kind != SHAPE_TEXT)
            continue;
        bool is_number = strspn(shape->text, "0123456789.-") == strlen(shape->text);
        if (shape->font_px < (is_number ? digits_least : 28))
            fail_msg("%s has letters of %d pixels", shape->text, shape->font_px);
    }
}

static void test_lecture_mode(void **state)
{
    Picture *picture = *state;
    Session *session = picture->session;
    int cuts = 0;
    send_line(session, "lecture");
    for (int language = 0; language < LANGUAGE_COUNT; ++language) {
        session->look.language = (Language)language;
        send_line(session, "go-start");
        for (int i = 0; i < 40; ++i) {
            send_line(session, "barrier-next");
            session_settle(session);
            cuts += count_cuts(picture, 1920, 1080);
        }
    }
    assert_int_equal(cuts, 0);
    draw(picture, 1920, 1080);
    check_lecture_letters(picture->scene, 16);
    send_line(session, "blank");
    draw(picture, 1920, 1080);
    assert_int_equal(picture->scene->count, 1);
    send_line(session, "barrier-back");
    draw(picture, 1920, 1080);
    assert_true(picture->scene->count > 100);
    send_line(session, "close");
    assert_false(session->look.lecture);
}

static bool has_text(const Scene *scene, const char *part)
{
    for (int i = 0; i < scene->count; ++i)
        if (scene->shapes[i].kind == SHAPE_TEXT && strstr(scene->shapes[i].text, part))
            return true;
    return false;
}

static int count_shapes(const Scene *scene, ShapeKind kind, Colour fill)
{
    int count = 0;
    for (int i = 0; i < scene->count; ++i)
        count += scene->shapes[i].kind == kind && (!fill || scene->shapes[i].fill == fill);
    return count;
}

/* What is explained in a lecture can be seen in lecture mode: ways to threads, and these at a
 * barrier. */
static void test_lecture_mode_shows_what_moves(void **state)
{
    Picture *picture = *state;
    Session *session = picture->session;
    send_line(session, "lecture");
    draw(picture, 1920, 1080);
    assert_in_range(count_shapes(picture->scene, SHAPE_ARROW, 0), 0, 1); /* beside the source */
    seek(session, find_step(session, 1, OP_LOAD, SPACE_GLOBAL), 1);
    draw(picture, 1920, 1080);
    assert_in_range(count_shapes(picture->scene, SHAPE_ARROW, 0), 4, 5);
    seek(session, find_step(session, 1, OP_STORE, SPACE_SHARED), 1);
    draw(picture, 1920, 1080);
    assert_in_range(count_shapes(picture->scene, SHAPE_ARROW, 0), 4, 5);
    uint64_t barrier = find_step(session, 1, OP_BARRIER, SPACE_GENERIC);
    Colour waiting = theme_get(session->look.theme)->waiting;
    seek(session, barrier, 1);
    draw(picture, 1920, 1080);
    int others = count_shapes(picture->scene, SHAPE_CIRCLE, waiting);
    seek(session, barrier, 0.5f);
    draw(picture, 1920, 1080);
    assert_int_equal(count_shapes(picture->scene, SHAPE_CIRCLE, waiting), others + 4);
}

/* Where nothing is shared, the threads have that room. */
static void test_lecture_mode_without_shared_memory(void **state)
{
    Picture *picture = *state;
    Session *session = picture->session;
    send_line(session, "lecture");
    draw(picture, 1920, 1080);
    assert_true(has_text(picture->scene, "Mds"));
    session_apply(session, (Command){.name = COMMAND_SHOW_RUN, .number = 1});
    draw(picture, 1920, 1080);
    assert_false(has_text(picture->scene, "Mds"));
    assert_false(has_text(picture->scene, "Shared memory"));
}

/* An access under the lens that is not the step's own is called what it is. */
static void test_the_lens_says_when(void **state)
{
    Picture *picture = *state;
    Session *session = picture->session;
    send_line(session, "panel-memory");
    uint64_t load = find_step(session, 1, OP_LOAD, SPACE_GLOBAL);
    static const char *const says[] = {"Next access: Global", "Global", "Last access: Global"};
    for (int i = 0; i < 3; ++i) {
        seek(session, load + (uint64_t)i - 1, 1);
        draw(picture, 1280, 720);
        assert_true(has_text(picture->scene, says[i]));
        assert_int_equal(has_text(picture->scene, "access: "), i != 1);
    }
}

static const Shape *find_shape(const Scene *scene, TargetKind kind, uint32_t a)
{
    for (int i = 0; i < scene->count; ++i)
        if (scene->shapes[i].tag.kind == (uint32_t)kind && scene->shapes[i].tag.a == a)
            return &scene->shapes[i];
    fail_msg("nothing of kind %d, %u in the picture", kind, a);
    return NULL;
}

static Point middle(Rect rect)
{
    return (Point){rect.x + rect.w / 2, rect.y + rect.h / 2};
}

static void press(Picture *picture, Point at)
{
    Command command;
    assert_true(view_press(picture->session, picture->scene, at, &command));
    session_apply(picture->session, command);
    draw(picture, 1280, 720);
}

static void test_the_mouse_picks(void **state)
{
    Picture *picture = *state;
    Session *session = picture->session;
    draw(picture, 1280, 720);
    press(picture, middle(find_shape(picture->scene, TARGET_THREAD, 2)->rect));
    assert_int_equal(session->selection.thread, 2);
    press(picture, middle(find_shape(picture->scene, TARGET_BLOCK, 3)->rect));
    assert_int_equal(session_place(session_front(session)).block, 3);
    press(picture, middle(find_shape(picture->scene, TARGET_RUN, 1)->rect));
    assert_int_equal(session->front, 1);
    press(picture, middle(find_shape(picture->scene, TARGET_BUTTON, COMMAND_LANGUAGE)->rect));
    assert_int_equal(session->look.language, LANGUAGE_ZH);
    Command command;
    assert_false(view_press(session, picture->scene, (Point){2, 2}, &command));
}

static void test_controls_and_gutter_by_mouse(void **state)
{
    Picture *picture = *state;
    Session *session = picture->session;
    int cuts = 0;
    draw(picture, 1280, 720);
    press(picture, middle(find_shape(picture->scene, TARGET_BUTTON, COMMAND_CONTROLS)->rect));
    assert_true(session->look.show_controls);
    for (int language = 0; language < LANGUAGE_COUNT; ++language) {
        session->look.language = (Language)language;
        cuts += count_cuts(picture, 1280, 720);
    }
    assert_int_equal(cuts, 0);
    uint32_t before = session_front(session)->run->launch.block.x;
    for (int i = 0; i < picture->scene->count; ++i) {
        PickTag tag = picture->scene->shapes[i].tag;
        if (tag.kind != TARGET_CONTROL || tag.a != 0 || tag.b != 1)
            continue;
        press(picture, middle(picture->scene->shapes[i].rect));
        break;
    }
    assert_int_equal(session_front(session)->run->launch.block.x, before + 1);
    send_line(session, "undo");
    session->look.show_controls = false;
    draw(picture, 1280, 720);
    Point at = middle(find_shape(picture->scene, TARGET_GUTTER, 25)->rect);
    Command command;
    assert_true(view_press_shift(session, picture->scene, at, &command));
    assert_int_equal(command.name, COMMAND_BREAK_LINE);
    press(picture, at);
    assert_int_equal(session_front(session)->run->compile.without_count, 1);
    send_line(session, "open");
    draw(picture, 1280, 720);
    press(picture, middle(find_shape(picture->scene, TARGET_FILE, 0)->rect));
    assert_false(session->sheets.opener.is_open);
}

/* The button of a row puts its file beside, as a click on the row with Shift does; another takes
 * the file away that is not in front. */
static void test_a_file_is_put_beside_by_the_mouse(void **state)
{
    Picture *picture = *state;
    Session *session = picture->session;
    send_line(session, "hover 7 1"); /* the tips of the names tell the ways */
    draw(picture, 1280, 720);
    assert_true(has_text(picture->scene, "Bring naive to the front") &&
                has_text(picture->scene, "(Shift+O)"));
    send_line(session, "alone");
    send_line(session, "hover 7 0");
    draw(picture, 1280, 720);
    assert_true(has_text(picture->scene, "(Ctrl+Shift+O)"));
    assert_false(has_text(picture->scene, "to the front"));
    send_line(session, "hover 0");
    for (int shift = 0; shift < 2; ++shift) {
        send_line(session, "open");
        draw(picture, 1280, 720);
        const Shape *row = find_shape(picture->scene, TARGET_FILE, 3), *button = row;
        while (button->tag.kind != TARGET_FILE || !button->tag.b)
            ++button;
        Command command;
        assert_int_equal(button->tag.a, 3);
        assert_true((shift ? view_press_shift : view_press)(
            session, picture->scene, middle(shift ? row->rect : button->rect), &command));
        session_apply(session, command);
        assert_false(session->sheets.opener.is_open);
        assert_int_equal(session->run_count, 2);
        assert_int_equal(session->front, 0);
        send_line(session, "open");
        draw(picture, 1280, 720);
        press(picture, middle(find_shape(picture->scene, TARGET_BUTTON, COMMAND_ALONE)->rect));
        assert_false(session->sheets.opener.is_open);
        assert_int_equal(session->run_count, 1);
    }
}

static void test_the_scrubber_is_dragged(void **state)
{
    Picture *picture = *state;
    Session *session = picture->session;
    draw(picture, 1280, 720);
    Rect track = find_shape(picture->scene, TARGET_SCRUBBER, 0)->rect;
    uint64_t length = timeline_length(session_front(session)->timeline);
    assert_true(view_can_drag(picture->scene, middle(track)));
    press(picture, middle(track));
    uint64_t half = position(session);
    assert_true(half >= length / 2 - 1 && half <= length / 2 + 1);
    Command command;
    assert_true(view_drag(session, picture->scene, (Point){5000, -50}, &command));
    assert_int_equal(command.number, length);
    assert_true(view_drag(session, picture->scene, (Point){0, 900}, &command));
    assert_int_equal(command.number, 0);
    assert_true(view_wheel(session, picture->scene, middle(track), -1, false, &command));
    assert_int_equal(command.number, half + 1);
    assert_true(view_wheel(session, picture->scene, middle(track), 1, true, &command));
    assert_int_equal(command.name, COMMAND_ZOOM_IN);
}

static void test_sliders_are_dragged(void **state)
{
    Picture *picture = *state;
    Session *session = picture->session;
    session_use_devices(session, session_load_devices(picture->arena));
    send_line(session, "panel-occupancy");
    draw(picture, 1280, 720);
    Rect track = find_shape(picture->scene, TARGET_SLIDER, KNOB_THREADS)->rect;
    assert_true(view_can_drag(picture->scene, middle(track)));
    press(picture, middle(track));
    assert_int_equal(session->model.knobs[KNOB_THREADS], 512);
    session_apply(session, view_hover(picture->scene, middle(track)));
    Command command;
    assert_true(view_drag(session, picture->scene, (Point){5000, 0}, &command));
    session_apply(session, command);
    assert_int_equal(session->model.knobs[KNOB_THREADS], 1024);
    draw(picture, 1280, 720);
    send_line(session, "set-back");
    assert_int_equal(session->model.knobs[KNOB_THREADS], -1);
}

static void test_hovering_tells_where_a_value_came_from(void **state)
{
    Picture *picture = *state;
    Session *session = picture->session;
    seek(session, find_step(session, 1, OP_BARRIER, SPACE_GENERIC), 1);
    draw(picture, 1280, 720);
    assert_false(has_text(picture->scene, "loaded from"));
    Point at = middle(find_shape(picture->scene, TARGET_SHARED, 0)->rect);
    session_apply(session, view_hover(picture->scene, at));
    draw(picture, 1280, 720);
    assert_true(has_text(picture->scene, "loaded from M[0][0]"));
    assert_true(has_text(picture->scene, "by thread (0, 0); read"));
    press(picture, at);
    session_apply(session, (Command){.name = COMMAND_HOVER});
    draw(picture, 1280, 720);
    press(picture, middle(find_shape(picture->scene, TARGET_MOMENT, 0)->rect));
    const Step *step = session_step(session_front(session));
    assert_int_equal(step->instr->op, OP_STORE);
    assert_int_equal(step->space, SPACE_SHARED);
}

static void test_totals_are_side_by_side(void **state)
{
    Picture *picture = *state;
    send_line(picture->session, "go-end");
    draw(picture, 1280, 720);
    assert_true(has_text(picture->scene, "64"));
    assert_true(has_text(picture->scene, "128"));
    assert_true(has_text(picture->scene, "half"));
}

/* Any command, any size, any theme: a picture comes out. */
static void test_random_driving(void **state)
{
    Picture *picture = *state;
    uint32_t seed = 12345;
    for (int i = 0; i < 1500; ++i) {
        seed = seed * 1664525 + 1013904223;
        CommandName name = (CommandName)((seed >> 16) % COMMAND_COUNT);
        Command command = {.name = name, .number = (seed >> 8) % 300};
        command.target = (Target){seed >> 28, (seed >> 20) % 8, (seed >> 12) % 40, 0};
        session_apply(picture->session, command);
        session_tick(picture->session, (seed >> 24) * 4);
        if (i % 5)
            continue;
        Arena *arena = arena_new();
        int width = 200 + (int)((seed >> 10) % 2000), height = 150 + (int)((seed >> 7) % 1400);
        Scene *scene = view_build(picture->session, arena, width, height, picture->metrics);
        assert_true(scene->count > 0);
        assert_int_equal(scene->clip_depth, 0);
        arena_free(arena);
    }
}

#define PICTURE(test) cmocka_unit_test_setup_teardown(test, open_picture, close_picture)

int main(void)
{
    const struct CMUnitTest tests[] = {
        PICTURE(test_golden_english),
        PICTURE(test_golden_chinese),
        PICTURE(test_the_picture_only_reads),
        PICTURE(test_no_text_is_cut),
        PICTURE(test_the_mouse_picks),
        PICTURE(test_controls_and_gutter_by_mouse),
        PICTURE(test_a_file_is_put_beside_by_the_mouse),
        PICTURE(test_the_scrubber_is_dragged),
        PICTURE(test_hovering_tells_where_a_value_came_from),
        PICTURE(test_totals_are_side_by_side),
        PICTURE(test_panels),
        PICTURE(test_console),
        PICTURE(test_both),
        PICTURE(test_findings_are_jumps),
        PICTURE(test_sliders_are_dragged),
        PICTURE(test_lecture_mode),
        PICTURE(test_the_lens_says_when),
        PICTURE(test_lecture_mode_shows_what_moves),
        PICTURE(test_lecture_mode_without_shared_memory),
        PICTURE(test_random_driving),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
