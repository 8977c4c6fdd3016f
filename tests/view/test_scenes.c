/* Scenes as pictures: the question is there in letters for the last row, nothing of what a scene
 * hides can be seen or pointed at before it is asked for, and all of it afterwards. */
#include "app/app.h"
#include "picture.h"
#include "probe/record/shown.h"
#include "session/lessons/take.h"
#include "session/scenes/show.h"
#include "session/scenes/veil.h"
#include "test.h"
#include "view/draw/layout.h"
#include "view/draw/signs.h"
#include "view/draw/theme.h"
#include "view/panels/argument.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef struct Hall {
    Picture picture;
    Scenes *scenes;
} Hall;

static int open_hall(void **state)
{
    Hall *hall = calloc(1, sizeof *hall);
    Diags *diags;
    assert_non_null(hall);
    hall->picture = open_sized("02_tiled.cu", 4, 2);
    hall->scenes = scenes_read_shipped(hall->picture.arena, &diags);
    session_use_devices(hall->picture.session, session_load_devices(hall->picture.arena));
    session_use_scenes(hall->picture.session, hall->scenes);
    hall->picture.session->look.reduced_motion = true;
    *state = hall;
    return 0;
}

static int close_hall(void **state)
{
    Hall *hall = *state;
    close_picture(&hall->picture);
    free(hall);
    return 0;
}

/* A scene at its point, behind its veil or not. */
static void show(Hall *hall, int scene, bool is_revealed)
{
    Session *session = hall->picture.session;
    assert_true(scene_open(session, scene, true));
    session->scene.is_revealed = is_revealed;
    session_finish_work(session);
    lesson_follow(session);
    draw(&hall->picture);
}

static bool is_text_in(const Shape *shape, Rect rect)
{
    return shape->kind == SHAPE_TEXT &&
           rect_holds(rect, (Point){shape->rect.x + 1, shape->rect.y - 1});
}

/* The texts in a part of the picture, one behind the other. */
static const char *texts_in(Hall *hall, Rect rect)
{
    const Scene *scene = hall->picture.scene;
    const char *all = "";
    for (int i = 0; i < scene->count; ++i)
        if (is_text_in(&scene->shapes[i], rect))
            all = arena_printf(hall->picture.arena, "%s%s|", all, scene->shapes[i].text);
    return all;
}

static int tags_of(const Hall *hall, TargetKind kind)
{
    const Scene *scene = hall->picture.scene;
    int count = 0;
    for (int i = 0; i < scene->count; ++i)
        count += scene->shapes[i].tag.kind == kind;
    return count;
}

/* Numbers in the cells of outputs. */
static int results_seen(Hall *hall)
{
    const Scene *scene = hall->picture.scene;
    const Launch *launch = &session_front(hall->picture.session)->run->launch;
    int count = 0;
    for (int i = 0; i < scene->count; ++i) {
        PickTag tag = scene->shapes[i].tag;
        if (tag.kind == TARGET_CELL && launch->buffers[tag.a].role != ROLE_INPUT)
            count += *texts_in(hall, scene->shapes[i].rect) != '\0';
    }
    return count;
}

static bool has_digit(const char *text)
{
    return text[strcspn(text, "0123456789")] != '\0';
}

static bool has_text(const Hall *hall, const char *text)
{
    const Scene *scene = hall->picture.scene;
    for (int i = 0; i < scene->count; ++i)
        if (scene->shapes[i].kind == SHAPE_TEXT && strcmp(scene->shapes[i].text, text) == 0)
            return true;
    return false;
}

static int signs_of(const Hall *hall, Sign sign)
{
    const Scene *scene = hall->picture.scene;
    int count = 0;
    for (int i = 0; i < scene->count; ++i)
        count += scene->shapes[i].sign == (int)sign;
    return count;
}

/* How much of a part the picture gives away. */
static int seen_of(Hall *hall, VeilPart part)
{
    const Session *session = hall->picture.session;
    Layout layout = layout_shown(1280, 720, session);
    const char *cards = texts_in(hall, layout.counters), *title = texts_in(hall, layout.title);
    const char *veiled = "Hidden until"; /* the rest may be in another line */
    switch (part) {
    case VEIL_TOTALS: return has_digit(cards);
    case VEIL_RATIOS: return strstr(cards, "fewer") || strstr(cards, "equal");
    case VEIL_FINDINGS:
        return strstr(title, "finding") || strstr(texts_in(hall, layout.panel), "barrier between");
    case VEIL_MARKS:
        return has_text(hall, "writes") || strstr(texts_in(hall, layout.shared), "Wavefronts: ");
    case VEIL_HEAT: return tags_of(hall, TARGET_HEAT);
    case VEIL_RESULTS: return results_seen(hall) || strstr(title, "end:");
    case VEIL_CAPTION: return !strstr(texts_in(hall, layout.caption), "The question is open.");
    case VEIL_PANEL: return layout.panel.w > 0 && !strstr(texts_in(hall, layout.panel), veiled);
    case VEIL_STEP: return signs_of(hall, SIGN_FLIGHT) || signs_of(hall, SIGN_TOUCHED);
    case VEIL_FILLS: return strstr(texts_in(hall, layout.block), "zero fill") != NULL;
    default: return 0;
    }
}

static void test_what_is_hidden_is_not_seen(void **state)
{
    static const char *const parts[] = {
#define VEIL(name, word) word,
#include "lesson/veil.def"
#undef VEIL
    };
    Hall *hall = *state;
    int shown_after[VEIL_COUNT] = {0};
    for (int scene = 0; scene < hall->scenes->count; ++scene) {
        const ScenePlan *plan = &hall->scenes->plans[scene];
        show(hall, scene, false);
        for (int part = 0; part < VEIL_COUNT; ++part)
            if (plan->hides[part] && seen_of(hall, (VeilPart)part))
                fail_msg("%s gives away %s", plan->name, parts[part]);
        show(hall, scene, true);
        for (int part = 0; part < VEIL_COUNT; ++part)
            shown_after[part] += plan->hides[part] && seen_of(hall, (VeilPart)part);
    }
    for (int part = 0; part < VEIL_COUNT; ++part)
        if (!shown_after[part])
            fail_msg("%s is never seen after all", parts[part]);
}

static const char *tip_at(Hall *hall, Target target)
{
    Picture *picture = &hall->picture;
    session_apply(picture->session, (Command){.name = COMMAND_HOVER, .target = target});
    draw(picture);
    return texts_in(hall, (Rect){0, 0, 1280, 720});
}

/* Pointing at a cell tells neither its value nor how often it was read. */
static void test_pointing_gives_nothing_away(void **state)
{
    Hall *hall = *state;
    show(hall, scenes_find(hall->scenes, "edge_of_p"), false);
    Target cell = {TARGET_CELL, 2, 3, 0};
    assert_non_null(strstr(tip_at(hall, cell), "P[1][0]: hidden"));
    send_line(hall->picture.session, "reveal");
    assert_null(strstr(tip_at(hall, cell), "hidden"));
    assert_non_null(strstr(tip_at(hall, cell), "P[1][0] = 0"));
    show(hall, scenes_find(hall->scenes, "reads_of_all"), false);
    cell.a = 0;
    assert_null(strstr(tip_at(hall, cell), "ead 4 times"));
    send_line(hall->picture.session, "reveal");
    assert_non_null(strstr(tip_at(hall, cell), "4"));
}

static Colour ground_of(const Hall *hall, Target cell)
{
    const Scene *scene = hall->picture.scene;
    for (int i = 0; i < scene->count; ++i) {
        PickTag tag = scene->shapes[i].tag;
        if (tag.kind == cell.kind && tag.a == cell.a && tag.b == cell.b)
            return scene->shapes[i].fill;
    }
    fail_msg("the cell is not in the picture");
    return 0;
}

/* Nor do the tints of what the block touches, where that is in a wrong row. */
static void test_tints_give_nothing_away(void **state)
{
    Hall *hall = *state;
    const Target wrong = {TARGET_CELL, 2, 3, 0}, other = {TARGET_CELL, 2, 0, 0};
    assert_true(scene_open(hall->picture.session, scenes_find(hall->scenes, "edge_of_p"), false));
    session_finish_work(hall->picture.session);
    draw(&hall->picture);
    assert_int_equal(ground_of(hall, wrong), ground_of(hall, other));
    send_line(hall->picture.session, "reveal");
    draw(&hall->picture);
    assert_int_not_equal(ground_of(hall, wrong), ground_of(hall, other));
}

/* A scene says how many registers to assume; that is no change that somebody has made. */
static void test_registers_are_those_of_the_scene(void **state)
{
    static const char text[] = "title: {en: T, zh: 题}\n"
                               "scenes:\n"
                               "  - name: one\n"
                               "    title: {en: T, zh: 题}\n"
                               "    aim: {en: A, zh: 目}\n"
                               "    question: {en: Q, zh: 问}\n"
                               "    runs: [{kernel: kernels/02_tiled.cu}]\n"
                               "    panel: occupancy\n"
                               "    registers: 17\n";
    Hall *hall = *state;
    Arena *arena = hall->picture.arena;
    Scenes *own = scenes_read_text(arena, "own.yaml", text, sizeof text - 1, diags_new(arena));
    session_use_scenes(hall->picture.session, own);
    show(hall, 0, true);
    assert_non_null(find_text(&hall->picture, "17 assumed"));
    assert_false(session_is_edited(hall->picture.session));
    send_line(hall->picture.session, "set-registers 40");
    draw(&hall->picture);
    assert_null(find_text(&hall->picture, "17 assumed"));
    session_use_scenes(hall->picture.session, hall->scenes);
}

/* Away from the lecture, the strip has the way back to it. */
static void test_the_way_back_is_in_the_strip(void **state)
{
    Hall *hall = *state;
    Picture *picture = &hall->picture;
    const char *back = string_get(STRING_SCENE_LEFT, LANGUAGE_EN);
    show(hall, scenes_find(hall->scenes, "use_tiles"), false);
    assert_null(strstr(texts_in(hall, layout_shown(1280, 720, picture->session).scene), back));
    send_line(picture->session, "step-next");
    draw(picture);
    Rect strip = layout_shown(1280, 720, picture->session).scene;
    assert_non_null(strstr(texts_in(hall, strip), back));
    send_line(picture->session, "close");
    draw(picture);
    assert_null(strstr(texts_in(hall, strip), back));
}

/* In letters of 28 pixels and uncut, in the smallest window of a lecture and in both languages. */
static void test_the_question_is_for_the_last_row(void **state)
{
    Hall *hall = *state;
    Picture *picture = &hall->picture;
    const char *note;
    Fonts *fonts = fonts_open(NULL, LANGUAGE_EN, &note);
    if (note)
        skip();
    picture->metrics = glyph_metrics(picture->arena, fonts_glyphs(fonts));
    for (int scene = 0; scene < hall->scenes->count; ++scene)
        for (int look = 0; look < 4; ++look) {
            show(hall, scene, false);
            picture->session->look.language = look & 1 ? LANGUAGE_ZH : LANGUAGE_EN;
            picture->session->look.lecture = look & 2;
            draw(picture);
            const char *question = hall->scenes->plans[scene].question.in[look & 1];
            const Shape *found = NULL;
            for (int i = 0; i < picture->scene->count; ++i)
                if (picture->scene->shapes[i].kind == SHAPE_TEXT &&
                    strcmp(picture->scene->shapes[i].text, question) == 0)
                    found = &picture->scene->shapes[i];
            if (!found)
                fail_msg("'%s' is not seen", question);
            if (found->font_px < 28)
                fail_msg("'%s' has letters of %d pixels", question, found->font_px);
            picture->session->look.lecture = false;
            picture->session->look.language = LANGUAGE_EN;
        }
    fonts_close(fonts);
}

/* Whether a sentence stands in the strip, broken into lines or not; the least letters that it has
 * there go to *px. */
static bool strip_says(const Hall *hall, const char *sentence, int *px)
{
    const Scene *scene = hall->picture.scene;
    Rect strip = layout_shown(scene->width, scene->height, hall->picture.session).scene;
    *px = INT_MAX;
    for (int i = 0; i < scene->count && *sentence; ++i) {
        const Shape *shape = &scene->shapes[i];
        size_t length = shape->kind == SHAPE_TEXT ? strlen(shape->text) : 0;
        if (!length || !is_text_in(shape, strip) || strncmp(shape->text, sentence, length) != 0)
            continue;
        *px = shape->font_px < *px ? shape->font_px : *px;
        sentence += length + strspn(sentence + length, " ");
    }
    return !*sentence;
}

/* Where the question stood, whole, and before an audience a thirtieth of the height in letters. */
static void test_the_answer_comes_where_the_question_stood(void **state)
{
    Hall *hall = *state;
    Picture *picture = &hall->picture;
    const char *note;
    Fonts *fonts = fonts_open(NULL, LANGUAGE_EN, &note);
    if (note)
        skip();
    picture->metrics = glyph_metrics(picture->arena, fonts_glyphs(fonts));
    for (int scene = 0; scene < hall->scenes->count; ++scene)
        for (int look = 0; look < 4; ++look) {
            int px;
            picture->session->look.language = look & 1 ? LANGUAGE_ZH : LANGUAGE_EN;
            picture->session->look.lecture = look & 2;
            show(hall, scene, true);
            const char *answer = picture->session->lesson.text.answer_said;
            assert_non_null(answer);
            if (!strip_says(hall, answer, &px))
                fail_msg("'%s' is not seen", answer);
            if (px < (look & 2 ? 24 : 17))
                fail_msg("'%s' has letters of %d pixels", answer, px);
            show(hall, scene, false);
            assert_false(strip_says(hall, answer, &px));
        }
    picture->session->look.lecture = false;
    picture->session->look.language = LANGUAGE_EN;
    fonts_close(fonts);
}

/* Pixels of a colour that has been laid over the picture, as what is dimmed has. */
static double dimmed_share(const Hall *hall)
{
    const Scene *scene = hall->picture.scene;
    double dimmed = 0;
    for (int i = 0; i < scene->count; ++i) {
        const Shape *shape = &scene->shapes[i];
        uint32_t alpha = shape->fill >> 24;
        if (shape->kind == SHAPE_RECT && alpha > 0x70 && alpha < 0xa0 && !shape->tag.kind)
            dimmed += (double)shape->rect.w * (double)shape->rect.h;
    }
    return dimmed / (scene->width * scene->height);
}

/* The picture that explains stays, all but what decides is dimmed, and one way is drawn at most. */
static void test_what_decides_is_marked(void **state)
{
    Hall *hall = *state;
    Session *session = hall->picture.session;
    for (int scene = 0; scene < hall->scenes->count; ++scene) {
        show(hall, scene, false);
        assert_true(dimmed_share(hall) < 0.05);
        uint64_t stood = timeline_position(session->runs[0].timeline);
        session_apply(session, (Command){.name = COMMAND_FORWARD});
        session_settle(session);
        draw(&hall->picture);
        assert_int_equal(timeline_position(session->runs[0].timeline), stood);
        if (dimmed_share(hall) < 0.2)
            fail_msg("%s: nothing is marked", hall->scenes->plans[scene].name);
        session_apply(session, (Command){.name = COMMAND_ACCESS_BACK});
        session_settle(session);
        draw(&hall->picture);
        if (timeline_position(session->runs[0].timeline) != stood) /* it decides there alone */
            assert_true(dimmed_share(hall) < 0.05);
    }
}

/* How much of a rectangle something pale is laid over, as over what is dimmed. */
static double dimmed_part(const Hall *hall, Rect rect)
{
    const Scene *scene = hall->picture.scene;
    double dimmed = 0;
    for (int i = 0; i < scene->count; ++i) {
        const Shape *shape = &scene->shapes[i];
        uint32_t alpha = shape->fill >> 24;
        Rect both = rect_intersect(shape->rect, rect);
        if (shape->kind == SHAPE_RECT && alpha > 0x70 && alpha < 0xa0 && !shape->tag.kind &&
            both.w > 0 && both.h > 0)
            dimmed += (double)both.w * (double)both.h;
    }
    return dimmed / ((double)rect.w * (double)rect.h);
}

/* While a question is open, at a scene's beginning and at its point, the sentence says neither that
 * nothing has run nor that all has; where no step can be told it says where one is. */
static void test_the_sentence_is_about_the_question(void **state)
{
    static const StringKey mute[] = {STRING_AT_START, STRING_AT_END};
    Hall *hall = *state;
    Session *session = hall->picture.session;
    int starts = 0, ends = 0;
    for (int scene = 0; scene < 4 * hall->scenes->count; ++scene) {
        bool is_over = scene & 1;
        Language language = scene & 2 ? LANGUAGE_ZH : LANGUAGE_EN;
        session->look.language = language;
        assert_true(scene_open(session, scene / 4, is_over));
        session->scene.is_revealed = false;
        session_finish_work(session);
        lesson_follow(session);
        draw(&hall->picture);
        const char *said = texts_in(hall, layout_shown(1280, 720, session).caption);
        for (int i = 0; i < 2; ++i)
            if (strstr(said, string_get(mute[i], language)))
                fail_msg("%s: '%s'", hall->scenes->plans[scene / 4].name, said);
        starts += strstr(said, "before its first step: ") || strstr(said, "第一步之前：");
        ends += strstr(said, "has ended: all its") || strstr(said, "已结束：它的");
    }
    session->look.language = LANGUAGE_EN;
    assert_true(starts >= 4 && ends >= 8);
    show(hall, scenes_find(hall->scenes, "half_the_reads"), false);
    assert_true(has_text(hall, "tiled has ended: all its loads and stores are counted."));
    show(hall, scenes_find(hall->scenes, "half_the_reads"), true);
    assert_true(has_text(hall, string_get(STRING_AT_END, LANGUAGE_EN)));
}

/* What explains an answer is not dimmed beside what decides it. */
static void test_what_explains_stays_lit(void **state)
{
    static const char *const panels[] = {"turn_the_tile", "coarsening", "barrier_in_if"};
    Hall *hall = *state;
    for (int i = 0; i < 3; ++i) {
        show(hall, scenes_find(hall->scenes, panels[i]), true);
        Layout layout = layout_shown(1280, 720, hall->picture.session);
        assert_true(layout.panel.w > 0 && dimmed_part(hall, layout.panel) < 0.01);
        assert_true(dimmed_part(hall, layout.stage) > 0.1);
    }
}

/* Texts of a colour in the strip of counters. */
static int coloured_in_strip(const Hall *hall, Colour colour)
{
    const Scene *scene = hall->picture.scene;
    Rect strip = layout_shown(scene->width, scene->height, hall->picture.session).counters;
    int count = 0;
    for (int i = 0; i < scene->count; ++i)
        count += is_text_in(&scene->shapes[i], strip) && scene->shapes[i].fill == colour;
    return count;
}

/* Whether one of two kernels is wrong, or better, is not told before the veil is lifted. */
static void test_a_verdict_gives_nothing_away(void **state)
{
    static const VeilPart parts[] = {VEIL_TOTALS, VEIL_RATIOS, VEIL_FINDINGS, VEIL_RESULTS};
    Hall *hall = *state;
    Session *session = hall->picture.session;
    const Theme *theme = theme_get(session->look.theme);
    int hidden = 0;
    for (int scene = 0; scene < hall->scenes->count; ++scene) {
        bool hides = false;
        for (int part = 0; part < 4; ++part)
            hides |= hall->scenes->plans[scene].hides[parts[part]];
        show(hall, scene, false);
        if (!hides || session->run_count < 2)
            continue;
        ++hidden;
        assert_null(argument_verdict(hall->picture.arena, LANGUAGE_EN, session));
        assert_int_equal(coloured_in_strip(hall, theme->good), 0);
        assert_int_equal(coloured_in_strip(hall, theme->danger), 0);
        assert_null(strstr(texts_in(hall, layout_shown(1280, 720, session).counters), "ounting"));
        show(hall, scene, true);
        assert_non_null(argument_verdict(hall->picture.arena, LANGUAGE_EN, session));
    }
    assert_in_range(hidden, 3, 100);
}

/* How much of the result is missing, because the grid is too small, is part of the result. */
static void test_a_grid_that_is_too_small_gives_nothing_away(void **state)
{
    Hall *hall = *state;
    Session *session = hall->picture.session;
    show(hall, scenes_find(hall->scenes, "phases_floor"), false);
    const LoadOptions options = {.grid = "1,2"};
    session_open(session, 0,
                 run_load(session_front(session)->run->sources->files[0].name, &options), true);
    session->scene.is_revealed = false;
    session_finish_work(session);
    draw(&hall->picture);
    assert_true(has_text(hall, "1×2 · 2×2") || has_text(hall, "<<<1×2, 2×2, 0>>>"));
    assert_false(has_text(hall, "P: 6 of 9 reached"));
}

/* A scene that asks about a counter is answered about it, whatever else differs more. */
static void test_the_verdict_is_about_what_was_asked(void **state)
{
    Hall *hall = *state;
    int scene = scenes_find(hall->scenes, "strip_mining"), card;
    assert_in_range(scene, 0, hall->scenes->count - 1);
    show(hall, scene, true);
    assert_int_equal(argument_cards(hall->picture.session, &card, 1), 1);
    assert_string_equal(counter_card_names[card], "global_load.accesses");
    assert_string_equal(argument_verdict(hall->picture.arena, LANGUAGE_EN, hall->picture.session),
                        "Global loads: 128 in both; both are right.");
}

/* What is asked for by a card is answered in that card. */
static void test_cards_stay_when_the_veil_is_lifted(void **state)
{
    enum { MOST = 5 };
    Hall *hall = *state;
    for (int scene = 0; scene < hall->scenes->count; ++scene) {
        int asked[MOST], answered[MOST];
        show(hall, scene, false);
        int count = argument_cards(hall->picture.session, asked, MOST);
        show(hall, scene, true);
        assert_int_equal(argument_cards(hall->picture.session, answered, MOST), count);
        assert_memory_equal(asked, answered, (size_t)count * sizeof *asked);
    }
}

/* The strip's arrows and its button do what they say. */
static void test_the_strip_by_mouse(void **state)
{
    Hall *hall = *state;
    Picture *picture = &hall->picture;
    Command command;
    static const CommandName buttons[] = {COMMAND_REVEAL, COMMAND_SCENE_NEXT, COMMAND_SCENE_BACK};
    show(hall, scenes_find(hall->scenes, "use_tiles"), false);
    for (int i = 0; i < 3; ++i) {
        const Shape *found = NULL;
        for (int k = 0; k < picture->scene->count && !found; ++k) {
            PickTag tag = picture->scene->shapes[k].tag;
            if (tag.kind == TARGET_BUTTON && tag.a == buttons[i])
                found = &picture->scene->shapes[k];
        }
        assert_non_null(found);
        assert_true(view_press(picture->session, picture->scene, middle(found->rect), &command));
        assert_int_equal(command.name, buttons[i]);
        session_apply(picture->session, command);
        draw(picture);
    }
    assert_string_equal(scene_shown(picture->session)->name, "use_tiles");
}

/* Without a scene there is no strip, and the picture is what it was. */
static void test_without_a_scene(void **state)
{
    Hall *hall = *state;
    Layout layout = layout_shown(1280, 720, hall->picture.session);
    assert_true(layout.scene.h <= 0 && layout.title.y < 20);
    show(hall, 0, false);
    layout = layout_shown(1280, 720, hall->picture.session);
    assert_true(layout.scene.h > 0 && layout.title.y > layout.scene.y + layout.scene.h);
    assert_true(layout.transport.y + layout.transport.h <= 720);
}

/* Scenes come first in the sheet that opens things, with the words that narrow the list. */
/* Numbers beside the lines of the source, "4|4|16|4|32|". */
static const char *numbers_beside_lines(Hall *hall)
{
    const Scene *scene = hall->picture.scene;
    const char *all = "";
    for (int i = 0; i < scene->count; ++i)
        if (scene->shapes[i].tag.kind == TARGET_HEAT)
            all = arena_printf(hall->picture.arena, "%s%s", all,
                               texts_in(hall, scene->shapes[i].rect));
    return all;
}

/* What a scene is about can be read in its picture. */
static void test_answers_can_be_read(void **state)
{
    Hall *hall = *state;
    show(hall, scenes_find(hall->scenes, "first_barrier"), true);
    assert_non_null(find_text(&hall->picture, "Here it is -8888; a GPU may find any number."));
    show(hall, scenes_find(hall->scenes, "first_barrier"), false);
    assert_null(find_text(&hall->picture, "-8888"));
    show(hall, scenes_find(hall->scenes, "barrier_in_if"), true);
    assert_non_null(find_text(&hall->picture, "reads Mds[0][1],"));
    assert_non_null(find_text(&hall->picture, "not all threads reach the barrier"));
    show(hall, scenes_find(hall->scenes, "which_coalesce"), true);
    assert_string_equal(numbers_beside_lines(hall), "4|4|16|4|32|");
    show(hall, scenes_find(hall->scenes, "which_coalesce"), false);
    assert_string_equal(numbers_beside_lines(hall), "");
    show(hall, scenes_find(hall->scenes, "coarsening"), true);
    assert_non_null(find_text(&hall->picture, "M 1×, N 2×: "));
    show(hall, scenes_find(hall->scenes, "pitch"), true);
    assert_non_null(find_text(&hall->picture, "column_sums (pitch = 40)"));
    assert_non_null(find_text(&hall->picture, "column_sums (pitch = 33)"));
}

/* The source opens where the scene goes on, however little of it is seen. */
static void test_the_source_opens_where_it_goes_on(void **state)
{
    Hall *hall = *state;
    static const char *const lines[][2] = {{"edge_of_m", "Mds[ty][tx] = M[Row * k"},
                                           {"edge_of_p", "P[Row * l + Col] = Pvalue;"}};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; ++i) {
        assert_true(
            scene_open(hall->picture.session, scenes_find(hall->scenes, lines[i][0]), false));
        session_finish_work(hall->picture.session);
        draw(&hall->picture);
        Layout layout = layout_shown(1280, 720, hall->picture.session);
        if (!strstr(texts_in(hall, layout.source), lines[i][1]))
            fail_msg("%s", texts_in(hall, layout.source));
    }
}

static void test_the_list_of_scenes(void **state)
{
    Hall *hall = *state;
    Picture *picture = &hall->picture;
    send_line(picture->session, "open");
    draw(picture);
    const char *first = hall->scenes->plans[0].title.in[LANGUAGE_EN];
    assert_non_null(find_text(picture, first));
    for (const char *letter = "halo"; *letter; ++letter)
        session_apply(picture->session, (Command){.name = COMMAND_OPEN_TYPE, .number = *letter});
    draw(picture);
    assert_null(find_text(picture, first));
    assert_non_null(find_text(picture, "halo"));
    session_apply(picture->session, (Command){.name = COMMAND_OPEN_GO, .number = -1});
    assert_string_equal(scene_shown(picture->session)->name, "stencil");
}

/* What a card counts is what the question asks about, and of other cards it is said. */
static void test_a_card_has_the_scope_of_the_question(void **state)
{
    static const struct {
        const char *scene, *card;
        Language language;
    } cases[] = {
        {"dot_product", "|32|this block|", LANGUAGE_EN},
        {"use_tiles", "|16|this phase|", LANGUAGE_EN},
        {"banks", "|8|this access|", LANGUAGE_EN},
        {"constant", "|1|这次访问|", LANGUAGE_ZH},
        {"transpose", "|32|transpose|", LANGUAGE_EN}, /* not 0, as where it stands by then */
        {"transpose", "whole grid:|transpose_tiled", LANGUAGE_EN}, /* what is argued about */
    };
    Hall *hall = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        hall->picture.session->look.language = cases[i].language;
        show(hall, scenes_find(hall->scenes, cases[i].scene), true);
        const char *seen = texts_in(hall, layout_shown(1280, 720, hall->picture.session).counters);
        if (!strstr(seen, cases[i].card))
            fail_msg("%s: %s", cases[i].scene, seen);
    }
    hall->picture.session->look.language = LANGUAGE_EN;
    show(hall, scenes_find(hall->scenes, "dot_product"), true);
    draw_sized(&hall->picture, 1920, 1080);
    assert_non_null(find_text(&hall->picture, "so far / grid"));
}

/* The row that the question is about is the first that the panel shows. */
static void test_the_panel_opens_at_what_was_asked(void **state)
{
    Hall *hall = *state;
    show(hall, scenes_find(hall->scenes, "reduction_interleaved"), true);
    send_line(hall->picture.session, "panel-counters");
    draw(&hall->picture);
    const char *rows = texts_in(hall, layout_shown(1280, 720, hall->picture.session).panel);
    assert_non_null(strstr(rows, "warp instructions"));
    assert_null(strstr(rows, "global loads"));
}

#define HALL(test) cmocka_unit_test_setup_teardown(test, open_hall, close_hall)

/* What is hidden has a line; its room is the source's until it is asked for. */
static void test_what_is_hidden_takes_no_room(void **state)
{
    Hall *hall = *state;
    int scene = scenes_find(hall->scenes, "barrier_in_if");
    show(hall, scene, false);
    Layout hidden = layout_shown(1280, 720, hall->picture.session);
    assert_non_null(strstr(texts_in(hall, hidden.panel), "Hidden until"));
    show(hall, scene, true);
    Layout open = layout_shown(1280, 720, hall->picture.session);
    assert_null(strstr(texts_in(hall, open.panel), "Hidden until"));
    assert_true(hidden.panel.h > 0 && hidden.panel.h < 0.1f * 720 && open.panel.h > 0.2f * 720);
    assert_true(hidden.source.h > open.source.h + 0.15f * 720);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        HALL(test_the_verdict_is_about_what_was_asked),
        HALL(test_a_card_has_the_scope_of_the_question),
        HALL(test_the_panel_opens_at_what_was_asked),
        HALL(test_cards_stay_when_the_veil_is_lifted),
        HALL(test_what_is_hidden_is_not_seen),
        HALL(test_pointing_gives_nothing_away),
        HALL(test_tints_give_nothing_away),
        HALL(test_a_verdict_gives_nothing_away),
        HALL(test_a_grid_that_is_too_small_gives_nothing_away),
        HALL(test_registers_are_those_of_the_scene),
        HALL(test_the_way_back_is_in_the_strip),
        HALL(test_the_question_is_for_the_last_row),
        HALL(test_the_answer_comes_where_the_question_stood),
        HALL(test_what_decides_is_marked),
        HALL(test_the_sentence_is_about_the_question),
        HALL(test_what_explains_stays_lit),
        HALL(test_the_strip_by_mouse),
        HALL(test_without_a_scene),
        HALL(test_answers_can_be_read),
        HALL(test_the_source_opens_where_it_goes_on),
        HALL(test_the_list_of_scenes),
        HALL(test_what_is_hidden_takes_no_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
