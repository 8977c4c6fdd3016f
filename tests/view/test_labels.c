/* What the labels of an answer lie on: never a counter that is lit, nor any words outside of cells,
 * which are the names of arrays, warps and blocks, headings and the keys to the signs, nor the
 * signs of these; in a window and before an audience. */
#include "app/app.h"
#include "picture.h"
#include "session/lessons/take.h"
#include "session/scenes/show.h"
#include "test.h"
#include "view/draw/layout.h"
#include "view/draw/signs.h"
#include "view/draw/theme.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const struct {
    int width, height;
} SIZES[] = {{1280, 720}, {1920, 1080}};

enum { SIZE_COUNT = sizeof SIZES / sizeof *SIZES };

static bool has_letter(const char *text)
{
    for (; *text; ++text)
        if (isalpha((unsigned char)*text) || (unsigned char)*text >= 0xe3) /* or in Chinese */
            return true;
    return false;
}

/* What stands in a cell of an array, or in a thread, is one of many. */
static bool is_in_cell(const Scene *scene, Rect rect)
{
    for (int i = 0; i < scene->count; ++i) {
        const Shape *shape = &scene->shapes[i];
        uint32_t kind = shape->tag.kind;
        if ((kind == TARGET_CELL || kind == TARGET_SHARED || kind == TARGET_THREAD) &&
            rect_holds(shape->rect, middle(rect)))
            return true;
    }
    return false;
}

static Rect text_rect(const Shape *text)
{
    float px = (float)text->font_px;
    return (Rect){text->rect.x + 1, text->rect.y - 0.7f * px, text->rect.w - 2, 0.7f * px};
}

static bool is_dimmed(const Scene *scene, Rect rect)
{
    for (int i = 0; i < scene->count; ++i) {
        const Shape *shape = &scene->shapes[i];
        uint32_t alpha = shape->fill >> 24;
        if (shape->kind == SHAPE_RECT && alpha > 0x70 && alpha < 0xa0 && !shape->tag.kind &&
            rect_holds(shape->rect, middle(rect)))
            return true;
    }
    return false;
}

/* Of a thread, or beside its name in the key. */
static bool is_state(const Shape *shape)
{
    return (shape->kind == SHAPE_RECT || shape->kind == SHAPE_CIRCLE) &&
           shape->sign >= SIGN_RUNNING && shape->sign <= SIGN_NEVER_CAME;
}

/* What must not be covered, and its name; NULL of all else. */
static const char *kept_name(const Picture *picture, const Shape *shape, Rect *rect)
{
    if (shape->sign == SIGN_TOLD)
        return NULL;
    *rect = shape->rect;
    if (shape->kind == SHAPE_RECT && shape->tag.kind == TARGET_COUNTER)
        return is_dimmed(picture->scene, shape->rect) ? NULL : "a counter";
    if (is_state(shape))
        return is_in_cell(picture->scene, shape->rect) ? NULL : "the sign of a state in the key";
    if (shape->kind != SHAPE_TEXT)
        return NULL;
    *rect = text_rect(shape);
    return has_letter(shape->text) && !is_in_cell(picture->scene, *rect) ? shape->text : NULL;
}

static bool is_above(Rect label, Rect rect)
{
    Rect both = rect_intersect(label, rect);
    return both.w > 1 && both.h > 1;
}

/* How many things that must not be are covered by labels. */
static int covered_in(const Picture *picture, const char *what)
{
    const Scene *scene = picture->scene;
    int covered = 0;
    for (int i = 0; i < scene->count; ++i) {
        const Shape *label = &scene->shapes[i];
        Rect rect;
        const char *name;
        if (label->kind != SHAPE_RECT || label->sign != SIGN_TOLD)
            continue;
        for (int k = 0; k < i; ++k)
            if ((name = kept_name(picture, &scene->shapes[k], &rect)) &&
                is_above(label->rect, rect)) {
                ++covered;
                print_message("%s: a label on %s\n", what, name);
            }
    }
    return covered;
}

static int covered_by_scene(Picture *picture, const char *name)
{
    int covered = 0;
    for (int look = 0; look < 4 * SIZE_COUNT; ++look) {
        char what[96];
        int width = SIZES[look / 4].width;
        picture->session->look.lecture = look & 1;
        picture->session->look.language = look & 2 ? LANGUAGE_ZH : LANGUAGE_EN;
        draw_sized(picture, width, SIZES[look / 4].height);
        snprintf(what, sizeof what, "%s, %d%s%s", name, width, look & 1 ? ", lecture" : "",
                 look & 2 ? ", zh" : "");
        covered += covered_in(picture, what);
    }
    picture->session->look.lecture = false;
    picture->session->look.language = LANGUAGE_EN;
    return covered;
}

static void test_labels_cover_nothing_that_is_to_be_read(void **state)
{
    (void)state;
    Scenes *scenes;
    const char *note;
    Fonts *fonts = fonts_open(NULL, LANGUAGE_EN, &note);
    if (note)
        skip();
    Picture picture = open_lecture(&scenes);
    picture.metrics = glyph_metrics(picture.arena, fonts_glyphs(fonts));
    int covered = 0;
    for (int scene = 0; scene < scenes->count; ++scene)
        for (int is_answer = 0; is_answer < 2; ++is_answer) {
            assert_true(scene_open(picture.session, scene, true));
            picture.session->scene.is_revealed = is_answer;
            session_finish_work(picture.session);
            lesson_follow(picture.session);
            covered += covered_by_scene(&picture, scenes->plans[scene].name);
        }
    fonts_close(fonts);
    close_picture(&picture);
    assert_int_equal(covered, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_labels_cover_nothing_that_is_to_be_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
