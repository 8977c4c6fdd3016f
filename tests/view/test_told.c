/* What a scene's file tells beside its answer: every element, array and thread that an answer names
 * stands undimmed in the picture, arrows and labels are there, and what was found is counted in one
 * way wherever it is told. */
#include "picture.h"
#include "session/lessons/take.h"
#include "session/scenes/show.h"
#include "test.h"
#include "view/draw/layout.h"
#include "view/draw/signs.h"
#include "view/draw/theme.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A scene at its point, with its answer. */
static void show(Picture *picture, int scene)
{
    assert_true(scene_open(picture->session, scene, true));
    session_finish_work(picture->session);
    lesson_follow(picture->session);
    draw(picture);
}

/* Whether something pale is laid over the middle of a rectangle. */
static bool is_dimmed(const Picture *picture, Rect rect)
{
    Point middle = {rect.x + rect.w / 2, rect.y + rect.h / 2};
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        uint32_t alpha = shape->fill >> 24;
        if (shape->kind == SHAPE_RECT && alpha > 0x70 && alpha < 0xa0 && !shape->tag.kind &&
            rect_holds(shape->rect, middle))
            return true;
    }
    return false;
}

typedef struct Cells {
    int seen, lit;
} Cells;

/* The cells of a kind in the picture: of all elements, or of the one that b tells. */
static Cells cells_of(const Picture *picture, TargetKind kind, uint32_t a, int64_t b)
{
    Cells cells = {0, 0};
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        if (shape->tag.kind != kind || shape->tag.a != a || shape->kind != SHAPE_RECT ||
            (b >= 0 && shape->tag.b != (uint32_t)b))
            continue;
        ++cells.seen;
        cells.lit += !is_dimmed(picture, shape->rect);
    }
    return cells;
}

/* The array that stands at the beginning of a text, and its subscripts, from *at on. */
static bool takes_name(const char **at, const char *name)
{
    size_t length = strlen(name);
    if (strncmp(*at, name, length) != 0 || isalnum((unsigned char)(*at)[length]) ||
        (*at)[length] == '_')
        return false;
    *at += length;
    return true;
}

static int64_t element_of(const char *at, uint64_t columns, bool is_turned)
{
    long long row, column;
    if (sscanf(at, "[%lld][%lld]", &row, &column) != 2)
        return -1;
    return is_turned ? column * (int64_t)columns + row : row * (int64_t)columns + column;
}

/* A name alone has to have a capital: "in" is a word. */
static bool is_named(const char *name, const char *behind)
{
    return *behind == '[' || isupper((unsigned char)*name) || strchr(name, '_');
}

static int check_name(const Picture *picture, const char *scene, const char *at)
{
    const SessionRun *front = session_front(picture->session);
    const Launch *launch = &front->run->launch;
    Cells cells = {0, 0};
    for (int i = 0; i < launch->buffer_count; ++i) {
        const Buffer *buffer = &launch->buffers[i];
        const char *behind = at;
        if (takes_name(&behind, buffer->name) && is_named(buffer->name, behind))
            cells = cells_of(picture, TARGET_CELL, (uint32_t)i,
                             element_of(behind, buffer->cols, buffer->is_transposed));
    }
    for (int i = 0; i < front->run->program->shared_count; ++i) {
        const char *behind = at, *name = front->run->program->shared[i].name;
        if (takes_name(&behind, name) && is_named(name, behind))
            cells = cells_of(picture, TARGET_SHARED, (uint32_t)i, -1);
    }
    if (cells.seen && !cells.lit)
        fail_msg("%s: what its answer names is dimmed: %s", scene, at);
    return cells.seen > 0;
}

static void test_what_an_answer_names_is_lit(void **state)
{
    (void)state;
    Scenes *scenes;
    Picture picture = open_lecture(&scenes);
    int names = 0;
    for (int scene = 0; scene < scenes->count; ++scene) {
        show(&picture, scene);
        for (int language = 0; language < LANGUAGE_COUNT; ++language)
            if (!scenes->plans[scene].note.in[language])
                fail_msg("%s has no note for the speaker", scenes->plans[scene].name);
        const char *said = picture.session->lesson.text.answer_said;
        assert_non_null(said);
        for (const char *at = said; *at; ++at)
            if (at == said || !isalnum((unsigned char)at[-1]))
                names += check_name(&picture, scenes->plans[scene].name, at);
    }
    assert_true(names > 30);
    close_picture(&picture);
}

static int signs_of(const Picture *picture, ShapeKind kind)
{
    int count = 0;
    for (int i = 0; i < picture->scene->count; ++i)
        count +=
            picture->scene->shapes[i].sign == SIGN_TOLD && picture->scene->shapes[i].kind == kind;
    return count;
}

/* Pairs of labels of which one lies on the other. */
static int covered_labels(const Picture *picture)
{
    const Scene *scene = picture->scene;
    int count = 0;
    for (int i = 0; i < scene->count; ++i)
        for (int k = 0; k < i; ++k) {
            const Shape *a = &scene->shapes[i], *b = &scene->shapes[k];
            if (a->sign != SIGN_TOLD || b->sign != SIGN_TOLD || a->kind != SHAPE_RECT ||
                b->kind != SHAPE_RECT)
                continue;
            Rect both = rect_intersect(a->rect, b->rect);
            count += both.w > 1 && both.h > 1;
        }
    return count;
}

/* All arrows and labels of the file have their places in the picture; none stands there before the
 * answer does. */
static void test_arrows_and_labels_are_there(void **state)
{
    (void)state;
    Scenes *scenes;
    Picture picture = open_lecture(&scenes);
    for (int scene = 0; scene < scenes->count; ++scene) {
        const ScenePlan *plan = &scenes->plans[scene];
        show(&picture, scene);
        int arrows = signs_of(&picture, SHAPE_ARROW), labels = signs_of(&picture, SHAPE_RECT);
        if (arrows < (int)plan->arrow_count || labels != plan->label_count)
            fail_msg("%s: %d arrows, %d labels", plan->name, arrows, labels);
        if (covered_labels(&picture))
            fail_msg("%s: labels lie on each other", plan->name);
        picture.session->scene.is_revealed = false;
        draw(&picture);
        assert_int_equal(signs_of(&picture, SHAPE_ARROW) + signs_of(&picture, SHAPE_RECT), 0);
    }
    close_picture(&picture);
}

/* The number before a word in any text of the picture; 0: there is none. */
static int number_before(const Picture *picture, const char *word)
{
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        const char *found = shape->kind == SHAPE_TEXT ? strstr(shape->text, word) : NULL;
        const char *at = found;
        while (at && at > shape->text && (isdigit((unsigned char)at[-1])))
            --at;
        if (found && at < found)
            return atoi(at);
    }
    return 0;
}

static int findings_listed(const Picture *picture)
{
    uint32_t seen = 0;
    for (int i = 0; i < picture->scene->count; ++i)
        if (picture->scene->shapes[i].tag.kind == TARGET_FINDING)
            seen |= 1u << picture->scene->shapes[i].tag.a;
    return __builtin_popcount(seen);
}

/* The title says as many as stand in the list and are said to be left out of it. */
static void test_findings_add_up(void **state)
{
    (void)state;
    Scenes *scenes;
    Picture picture = open_lecture(&scenes);
    int told = 0;
    for (int scene = 0; scene < scenes->count; ++scene) {
        show(&picture, scene);
        if (picture.session->look.panel != PANEL_FINDINGS)
            continue;
        int all = number_before(&picture, " findings"),
            more = number_before(&picture, " more finding");
        if (!all)
            continue;
        ++told;
        if (findings_listed(&picture) + more != all)
            fail_msg("%s: %d findings, %d listed, %d more", scenes->plans[scene].name, all,
                     findings_listed(&picture), more);
    }
    assert_true(told >= 3);
    close_picture(&picture);
}

/* Whether a frame's side goes through a text. */
static bool is_struck(const Scene *scene, const Shape *text)
{
    float left = text->rect.x + 1, right = text->rect.x + text->rect.w - 1,
          middle = text->rect.y - 0.3f * (float)text->font_px;
    for (int i = 0; i < scene->count; ++i) {
        const Shape *frame = &scene->shapes[i];
        if (frame->kind != SHAPE_RECT || frame->stroke_width <= 0 || middle < frame->rect.y ||
            middle > frame->rect.y + frame->rect.h)
            continue;
        float sides[] = {frame->rect.x, frame->rect.x + frame->rect.w};
        for (int k = 0; k < 2; ++k)
            if (sides[k] > left && sides[k] < right)
                return true;
    }
    return false;
}

/* Below the row of lanes no number lies on the frame of a sector or between two words: each stands
 * in its word or before its sector. */
static void test_numbers_of_lanes_are_off_the_frames(void **state)
{
    static const char *const names[] = {"swapped", "strides", "transpose_direct"};
    (void)state;
    Scenes *scenes;
    Picture picture = open_lecture(&scenes);
    for (int i = 0; i < 3; ++i) {
        int numbers = 0;
        show(&picture, scenes_find(scenes, names[i]));
        Layout layout = layout_shown(1280, 720, picture.session);
        float top = layout.panel.y + layout.panel.h / 2;
        for (int k = 0; k < picture.scene->count; ++k) {
            const Shape *shape = &picture.scene->shapes[k];
            if (shape->kind != SHAPE_TEXT || strchr(shape->text, ' ') ||
                !isdigit((unsigned char)*shape->text) || shape->rect.y < top ||
                !rect_holds(layout.panel, (Point){shape->rect.x, top}))
                continue;
            ++numbers;
            if (is_struck(picture.scene, shape))
                fail_msg("%s: %s lies on a frame", names[i], shape->text);
        }
        assert_true(numbers >= 16);
    }
    close_picture(&picture);
}

static int labels_in(const Picture *picture, Rect room)
{
    int count = 0;
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        count += shape->sign == SIGN_TOLD && shape->kind == SHAPE_RECT &&
                 rect_holds(room, rect_centre(shape->rect));
    }
    return count;
}

/* A line of the source has its label in the pane, and what is said of the other run stands in its
 * picture, which has the block alone where the scene is about no buffer. */
static void test_labels_stand_where_their_places_are(void **state)
{
    (void)state;
    Scenes *scenes;
    Picture picture = open_lecture(&scenes);
    show(&picture, scenes_find(scenes, "which_coalesce"));
    assert_int_equal(labels_in(&picture, layout_shown(1280, 720, picture.session).source), 5);
    show(&picture, scenes_find(scenes, "reduction_interleaved"));
    Layout layout = layout_shown(1280, 720, picture.session);
    assert_int_equal(labels_in(&picture, layout.panel), 1);
    for (int i = 0; i < picture.scene->count; ++i) {
        const Shape *shape = &picture.scene->shapes[i];
        if (shape->kind == SHAPE_TEXT && strcmp(shape->text, "Global memory") == 0)
            assert_false(rect_holds(layout.panel, (Point){shape->rect.x, shape->rect.y}));
    }
    close_picture(&picture);
}

/* How often the first thread's cell has a text. */
static int texts_in_thread(const Picture *picture, const char *text)
{
    Rect cell = {0};
    int count = 0;
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        if (shape->tag.kind == TARGET_THREAD && !shape->tag.a && shape->kind == SHAPE_RECT)
            cell = shape->rect;
    }
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        count += shape->kind == SHAPE_TEXT && strcmp(shape->text, text) == 0 &&
                 rect_holds(cell, (Point){shape->rect.x, shape->rect.y});
    }
    return count;
}

/* What a thread has just loaded is what the step did. */
static void test_values_in_hand_are_hidden_with_the_step(void **state)
{
    (void)state;
    Scenes *scenes;
    Picture picture = open_lecture(&scenes);
    show(&picture, scenes_find(scenes, "next_tiles"));
    assert_true(texts_in_thread(&picture, "9") > 0);
    picture.session->scene.is_revealed = false;
    draw(&picture);
    assert_int_equal(texts_in_thread(&picture, "9"), 0);
    close_picture(&picture);
}

static bool has_part(const Picture *picture, const char *text)
{
    for (int i = 0; i < picture->scene->count; ++i)
        if (picture->scene->shapes[i].kind == SHAPE_TEXT &&
            strstr(picture->scene->shapes[i].text, text))
            return true;
    return false;
}

/* A pipeline is filled before its phase 0 is computed; a loop that has ended counts no phase. */
static void test_the_heading_has_the_loops_own_counter(void **state)
{
    (void)state;
    Scenes *scenes;
    Picture picture = open_lecture(&scenes);
    show(&picture, scenes_find(scenes, "pipeline"));
    assert_true(has_part(&picture, "ph = 0 · iteration 3 of 6"));
    assert_false(has_part(&picture, "Phase 2"));
    show(&picture, scenes_find(scenes, "phases_floor"));
    assert_false(has_part(&picture, "ph = "));
    close_picture(&picture);
}

/* Cells of the shades that lanes served together have, in the right half of the panel: eight to a
 * shade, and no two of one shade in the same banks. */
static void check_shade(const Picture *picture, Rect panel, Colour shade)
{
    float columns[8] = {0};
    int count = 0;
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        if (shape->kind != SHAPE_RECT || shape->fill != shade ||
            shape->rect.x < panel.x + panel.w / 2 || shape->rect.w < 20)
            continue;
        for (int k = 0; k < count && k < 8; ++k)
            assert_true(columns[k] != shape->rect.x);
        assert_true(count < 8);
        columns[count++] = shape->rect.x;
    }
    assert_int_equal(count, 8);
}

/* The four matrices of ldmatrix are told apart, lines that it touches are seen whole, and what the
 * picked lane has is framed in both pictures. */
static void test_matrices_are_told_apart(void **state)
{
    static const float shades[] = {1, 0.5f, 0.26f, 0.08f};
    (void)state;
    Scenes *scenes;
    Picture picture = open_lecture(&scenes);
    show(&picture, scenes_find(scenes, "swizzled_rows"));
    const Theme *theme = theme_get(picture.session->look.theme);
    Rect panel = layout_shown(1280, 720, picture.session).panel;
    for (int i = 0; i < 4; ++i)
        check_shade(&picture, panel, colour_mix(theme->panel, theme->good, shades[i]));
    assert_true(has_part(&picture, "a matrix each: lanes"));
    assert_true(has_part(&picture, "framed: lane 3"));
    assert_true(has_part(&picture, "lines 0–15 of 64"));
    assert_true(has_part(&picture, "wavefronts 32, 8 a matrix"));
    assert_true(has_part(&picture, "wavefronts 4, 1 a matrix"));
    int frames = 0;
    for (int i = 0; i < picture.scene->count; ++i) {
        const Shape *shape = &picture.scene->shapes[i];
        frames += shape->kind == SHAPE_RECT && !shape->fill && shape->stroke == theme->text &&
                  rect_holds(panel, rect_centre(shape->rect));
    }
    assert_int_equal(frames, 2);
    close_picture(&picture);
}

/* The store in the panel of tiles is one of the picked thread's warp, also where another warp has
 * made the last one. */
static void test_the_store_is_the_picked_warps(void **state)
{
    (void)state;
    Scenes *scenes;
    Picture picture = open_lecture(&scenes);
    show(&picture, scenes_find(scenes, "warp_tiles"));
    const Theme *theme = theme_get(picture.session->look.theme);
    Rect panel = layout_shown(1280, 720, picture.session).panel, lane = {0};
    float left = panel.x + panel.w;
    int framed = 0;
    for (int i = 0; i < picture.scene->count; ++i) {
        const Shape *shape = &picture.scene->shapes[i];
        bool is_inside = shape->kind == SHAPE_RECT && rect_holds(panel, rect_centre(shape->rect));
        if (is_inside && !shape->fill && shape->stroke == theme->text) {
            left = fminf(left, shape->rect.x);
            ++framed;
        } else if (is_inside && shape->fill == theme->accent && lane.w <= 0) {
            lane = shape->rect; /* what the picked thread writes first */
        }
    }
    assert_int_equal(framed, 32);
    assert_true(lane.w > 0 && fabsf(left - lane.x) < 1);
    close_picture(&picture);
}

/* Without a barrier a warp is a phase ahead of the other: the heading says whose phase it tells. */
static void test_a_phase_is_told_with_its_warp(void **state)
{
    (void)state;
    Scenes *scenes;
    Picture picture = open_lecture(&scenes);
    show(&picture, scenes_find(scenes, "second_barrier"));
    assert_true(has_part(&picture, "W1 · Phase 0"));
    show(&picture, scenes_find(scenes, "next_tiles"));
    assert_true(has_part(&picture, "Phase 1"));
    assert_false(has_part(&picture, " · Phase 1"));
    close_picture(&picture);
}

/* The load of what "+=" changes is told as that, not as the sum. */
static void test_a_load_is_not_told_as_the_sum(void **state)
{
    (void)state;
    Scenes *scenes;
    Picture picture = open_lecture(&scenes);
    show(&picture, scenes_find(scenes, "reduction"));
    uint64_t begun = timeline_position(session_front(picture.session)->timeline);
    bool is_told = false;
    for (uint64_t moment = begun + 1; moment < begun + 9; ++moment) {
        seek(picture.session, moment);
        draw(&picture);
        is_told |= has_part(&picture, "part[t]  →  part[0]  →  6");
        assert_false(has_part(&picture, "part[t + half]  →  6"));
    }
    assert_true(is_told);
    close_picture(&picture);
}

/* Of two percentages that say the same one is told: "9.1 % more", not "8.3 % fewer" as well. */
static void test_a_percentage_has_one_base(void **state)
{
    (void)state;
    Scenes *scenes;
    Picture picture = open_lecture(&scenes);
    show(&picture, scenes_find(scenes, "divergence"));
    assert_true(has_part(&picture, "9.1 % more warp instructions"));
    assert_false(has_part(&picture, "8.3 %"));
    close_picture(&picture);
}

/* A diagonal over all banks is seen to its end. */
static void test_a_diagonal_ends_in_the_last_bank(void **state)
{
    (void)state;
    Scenes *scenes;
    Picture picture = open_lecture(&scenes);
    show(&picture, scenes_find(scenes, "swizzle"));
    const Theme *theme = theme_get(picture.session->look.theme);
    Rect panel = layout_shown(1280, 720, picture.session).panel;
    int words = 0;
    for (int i = 0; i < picture.scene->count; ++i) {
        const Shape *shape = &picture.scene->shapes[i];
        words += shape->kind == SHAPE_RECT && shape->fill == theme->good &&
                 shape->rect.x > panel.x + panel.w / 2;
    }
    assert_int_equal(words, 32);
    close_picture(&picture);
}

/* Warps that follow one another and stand on the same line are told as one range. */
static void test_warps_on_a_line_are_a_range(void **state)
{
    (void)state;
    Scenes *scenes;
    Picture picture = open_lecture(&scenes);
    show(&picture, scenes_find(scenes, "transpose"));
    assert_true(has_part(&picture, "W1–W31"));
    assert_false(has_part(&picture, "W1 W2 W3"));
    close_picture(&picture);
}

/* Digits that stand beside each other do not touch, and are no higher than their cell. */
static void check_digits_apart(const Picture *picture, Rect panel, int least)
{
    int count = 0;
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        if (shape->kind != SHAPE_TEXT ||
            !rect_holds(panel, (Point){shape->rect.x, shape->rect.y}) ||
            !isdigit((unsigned char)shape->text[0]) || strlen(shape->text) > 2)
            continue;
        ++count;
        for (int other = 0; other < i; ++other) {
            const Shape *before = &picture->scene->shapes[other];
            if (before->kind == SHAPE_TEXT && isdigit((unsigned char)before->text[0]) &&
                rect_holds(panel, (Point){before->rect.x, before->rect.y}) &&
                fabsf(before->rect.x - shape->rect.x) < 1 && before->rect.y < shape->rect.y)
                assert_true(shape->rect.y - before->rect.y >= 0.75f * (float)shape->font_px);
        }
    }
    assert_true(count >= least);
}

/* An answer about one operand has the room of all of them: each of its elements has its lane, its
 * rows and columns have numbers, and digits of neighbouring rows stand apart; the source has given
 * up its height. So do the lanes of a swizzled matrix. */
static void test_lanes_that_answer_can_be_read(void **state)
{
    (void)state;
    Scenes *scenes;
    Picture picture = open_lecture(&scenes);
    static const struct {
        const char *scene;
        int digits;
    } shown[] = {{"fragments", 16 * 16 + 2 * 16}, {"swizzled_rows", 2 * 32 + 2 * 16}};
    for (int i = 0; i < 4; ++i) {
        picture.session->look.lecture = i % 2;
        show(&picture, scenes_find(scenes, shown[i / 2].scene));
        draw_sized(&picture, i % 2 ? 1920 : 1280, i % 2 ? 1080 : 720);
        Layout layout = layout_shown(i % 2 ? 1920 : 1280, i % 2 ? 1080 : 720, picture.session);
        assert_true(layout.source.w <= 0);
        assert_true(layout.panel.w >= (i % 2 ? 0.43f * 1920 : 0.27f * 1280));
        check_digits_apart(&picture, layout.panel, shown[i / 2].digits);
    }
    assert_true(has_part(&picture, "bank"));
    close_picture(&picture);
}

/* A row of an operand of the tensor core is framed where the panel has it; no lane is filled, and
 * the sentence tells what the line is for. */
static void test_a_row_of_an_operand_is_framed(void **state)
{
    (void)state;
    Scenes *scenes;
    Picture picture = open_lecture(&scenes);
    show(&picture, scenes_find(scenes, "fragments"));
    const Theme *theme = theme_get(picture.session->look.theme);
    Rect panel = layout_shown(1280, 720, picture.session).panel;
    int framed = 0, filled = 0, small = 0;
    for (int i = 0; i < picture.scene->count; ++i) {
        const Shape *shape = &picture.scene->shapes[i];
        if (!rect_holds(panel, (Point){shape->rect.x, shape->rect.y}))
            continue;
        framed += shape->sign == SIGN_DECIDES && shape->rect.w > 100 && shape->rect.h < 26;
        filled += shape->kind == SHAPE_RECT && shape->fill == theme->accent;
        small += shape->kind == SHAPE_RECT && shape->tag.kind == TARGET_THREAD && shape->rect.h < 9;
    }
    assert_int_equal(framed, 2);
    assert_int_equal(filled, 0);
    assert_int_equal(small, 0);
    assert_true(has_part(&picture, "by 2 instructions m16n8k16.f32.f16"));
    show(&picture, scenes_find(scenes, "tensor_cores"));
    assert_false(has_part(&picture, "sum.x["));
    close_picture(&picture);
}

/* Of a race the read is dashed and the write is not. */
static void test_a_read_is_told_from_a_write(void **state)
{
    (void)state;
    Scenes *scenes;
    Picture picture = open_lecture(&scenes);
    show(&picture, scenes_find(scenes, "second_barrier"));
    int dashed = 0, solid = 0;
    for (int i = 0; i < picture.scene->count; ++i) {
        const Shape *shape = &picture.scene->shapes[i];
        bool is_way =
            shape->sign == SIGN_HAZARD && (shape->kind == SHAPE_LINE || shape->kind == SHAPE_ARROW);
        dashed += is_way && shape->dashed;
        solid += is_way && !shape->dashed;
    }
    assert_true(dashed >= 1 && solid >= 2);
    close_picture(&picture);
}

static int ways_of(const Picture *picture, Sign sign, ShapeKind kind)
{
    int count = 0;
    for (int i = 0; i < picture->scene->count; ++i)
        count += picture->scene->shapes[i].sign == sign && picture->scene->shapes[i].kind == kind;
    return count;
}

/* What happens is told by one way: of a race by those that collide, of rows that are missed by that
 * of the picked thread, of words that are never read by the label. */
static void test_one_way_tells_it(void **state)
{
    static const char *const rows[] = {"edge_of_m", "edge_of_n"};
    (void)state;
    Scenes *scenes;
    Picture picture = open_lecture(&scenes);
    show(&picture, scenes_find(scenes, "second_barrier"));
    assert_int_equal(ways_of(&picture, SIGN_FLIGHT, SHAPE_ARROW), 0);
    assert_int_equal(ways_of(&picture, SIGN_HAZARD, SHAPE_ARROW), 2);
    for (int i = 0; i < 2; ++i) {
        show(&picture, scenes_find(scenes, rows[i]));
        assert_int_equal(ways_of(&picture, SIGN_WRONG_ROW, SHAPE_ARROW), 1);
        assert_int_equal(ways_of(&picture, SIGN_FLIGHT, SHAPE_ARROW), 1);
    }
    show(&picture, scenes_find(scenes, "phases_floor"));
    for (int i = 0; i < picture.scene->count; ++i)
        assert_false(picture.scene->shapes[i].kind == SHAPE_TEXT &&
                     strcmp(picture.scene->shapes[i].text, "never read") == 0);
    close_picture(&picture);
}

/* Before the answer, too: where many ways would lie over words, that of the picked thread is drawn
 * alone once it is at rest. */
static void test_no_fan_lies_over_words(void **state)
{
    static const char *const names[] = {"strides", "pitch", "constant"};
    (void)state;
    Scenes *scenes;
    Picture picture = open_lecture(&scenes);
    for (int i = 0; i < 3; ++i) {
        show(&picture, scenes_find(scenes, names[i]));
        picture.session->scene.is_revealed = false;
        draw(&picture);
        assert_int_equal(ways_of(&picture, SIGN_FLIGHT, SHAPE_ARROW), 1);
        assert_true(ways_of(&picture, SIGN_FLIGHT, SHAPE_LINE) < 6); /* the legs of one way */
    }
    close_picture(&picture);
}

/* The launch is told whole beside a verdict, and coordinates are in one line. */
static void test_neither_launch_nor_coordinates_are_cut(void **state)
{
    (void)state;
    Scenes *scenes;
    Picture picture = open_lecture(&scenes);
    show(&picture, scenes_find(scenes, "phases_floor"));
    assert_true(has_part(&picture, "2×2 · 2×2") && has_part(&picture, "9 of 9 wrong"));
    show(&picture, scenes_find(scenes, "edge_of_p"));
    assert_true(has_part(&picture, "block (0, 1) stores"));
    close_picture(&picture);
}

/* A label may speak of what a matrix does not have, where that is drawn. */
static void test_what_hangs_over_the_edge_has_a_place(void **state)
{
    (void)state;
    Scenes *scenes;
    Picture picture = open_lecture(&scenes);
    show(&picture, scenes_find(scenes, "edge_of_n"));
    assert_true(has_part(&picture, "P has no column 5"));
    show(&picture, scenes_find(scenes, "edge_of_m"));
    assert_true(has_part(&picture, "no row 3:"));
    close_picture(&picture);
}

/* Numbers that are compared are written in one way. */
static void test_numbers_that_are_compared_have_all_their_digits(void **state)
{
    (void)state;
    Scenes *scenes;
    Picture picture = open_lecture(&scenes);
    show(&picture, scenes_find(scenes, "roofline"));
    assert_true(has_part(&picture, "32768") && has_part(&picture, "524288"));
    close_picture(&picture);
}

/* A line from a label to its place goes through no other place that is spoken of, and ends off the
 * corners of its own. */
static void test_no_line_goes_through_another_place(void **state)
{
    (void)state;
    Scenes *scenes;
    Picture picture = open_lecture(&scenes);
    show(&picture, scenes_find(scenes, "edge_of_p"));
    const Shape *lost = NULL, *led = NULL;
    for (int i = 0; i < picture.scene->count; ++i) {
        const Shape *shape = &picture.scene->shapes[i];
        if (shape->tag.kind == TARGET_CELL && shape->tag.a == 2 && shape->tag.b == 3)
            lost = lost ? lost : shape; /* P[1][0] */
        if (shape->sign == SIGN_TOLD && shape->kind == SHAPE_LINE)
            led = shape;
    }
    assert_non_null(lost);
    assert_non_null(led);
    float end = led->rect.x + led->rect.w;
    assert_true(fminf(led->rect.y, led->rect.y + led->rect.h) > lost->rect.y + lost->rect.h);
    float foot = led->rect.y + led->rect.h, own = lost->rect.y + lost->rect.h; /* P[2][0] */
    bool is_off_sides = end > lost->rect.x + 2 && end < lost->rect.x + lost->rect.w - 2;
    assert_true(is_off_sides || (foot > own + 2 && foot < own + lost->rect.h - 2));
    close_picture(&picture);
}

/* What a file says of itself at its head is not told before the answer. */
static void test_the_head_of_a_file_comes_after_the_answer(void **state)
{
    static const char *const names[] = {"barrier_in_if", "phases_floor", "pitch"};
    static const char *const said[] = {"nobody has written", "never read", "needs 4 of them"};
    (void)state;
    Scenes *scenes;
    Picture picture = open_lecture(&scenes);
    for (int i = 0; i < 3; ++i) {
        show(&picture, scenes_find(scenes, names[i]));
        picture.session->look.panel = PANEL_NONE;
        picture.session->selection.source_scroll = -1000;
        draw_sized(&picture, 1920, 1080);
        assert_true(has_part(&picture, said[i]));
        picture.session->scene.is_revealed = false;
        draw_sized(&picture, 1920, 1080);
        assert_true(has_part(&picture, "what the file says of itself"));
        assert_false(has_part(&picture, said[i]));
    }
    close_picture(&picture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_an_answer_names_is_lit),
        cmocka_unit_test(test_arrows_and_labels_are_there),
        cmocka_unit_test(test_findings_add_up),
        cmocka_unit_test(test_values_in_hand_are_hidden_with_the_step),
        cmocka_unit_test(test_labels_stand_where_their_places_are),
        cmocka_unit_test(test_the_heading_has_the_loops_own_counter),
        cmocka_unit_test(test_numbers_of_lanes_are_off_the_frames),
        cmocka_unit_test(test_matrices_are_told_apart),
        cmocka_unit_test(test_a_diagonal_ends_in_the_last_bank),
        cmocka_unit_test(test_a_row_of_an_operand_is_framed),
        cmocka_unit_test(test_lanes_that_answer_can_be_read),
        cmocka_unit_test(test_warps_on_a_line_are_a_range),
        cmocka_unit_test(test_a_read_is_told_from_a_write),
        cmocka_unit_test(test_no_line_goes_through_another_place),
        cmocka_unit_test(test_one_way_tells_it),
        cmocka_unit_test(test_no_fan_lies_over_words),
        cmocka_unit_test(test_neither_launch_nor_coordinates_are_cut),
        cmocka_unit_test(test_what_hangs_over_the_edge_has_a_place),
        cmocka_unit_test(test_numbers_that_are_compared_have_all_their_digits),
        cmocka_unit_test(test_the_store_is_the_picked_warps),
        cmocka_unit_test(test_a_phase_is_told_with_its_warp),
        cmocka_unit_test(test_a_load_is_not_told_as_the_sum),
        cmocka_unit_test(test_a_percentage_has_one_base),
        cmocka_unit_test(test_the_head_of_a_file_comes_after_the_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
