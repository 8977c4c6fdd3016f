/* What the arrows and lines of an answer lie on: no number and no word but where they begin and
 * end, in every scene, in a window and before an audience. */
#include "app/app.h"
#include "picture.h"
#include "session/lessons/take.h"
#include "session/scenes/show.h"
#include "test.h"
#include "view/draw/signs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LOOKS = 4, CLEAR = 8, POINTS = 400 };

/* What is written, without the rim of its letters. */
static Rect text_rect(const Shape *text)
{
    float px = (float)text->font_px;
    return (Rect){text->rect.x + 1, text->rect.y - 0.7f * px, text->rect.w - 2, 0.66f * px};
}

static bool is_line(const Shape *shape)
{
    bool is_told = shape->sign == SIGN_TOLD || shape->sign == SIGN_FLIGHT;
    return is_told && (shape->kind == SHAPE_LINE || shape->kind == SHAPE_ARROW) &&
           shape->stroke_width > 0;
}

static bool crosses(const Shape *line, Rect text)
{
    for (int p = 0; p <= POINTS; ++p) {
        float share = (float)p / POINTS;
        Point at = {line->rect.x + line->rect.w * share, line->rect.y + line->rect.h * share};
        if (at.x > text.x && at.x < text.x + text.w && at.y > text.y && at.y < text.y + text.h)
            return true;
    }
    return false;
}

/* A text over which a box was painted later, as a label is, is not seen. */
static bool is_covered(const Scene *scene, int text, int end)
{
    Point at = middle(text_rect(&scene->shapes[text]));
    for (int i = text + 1; i < end; ++i)
        if (scene->shapes[i].kind == SHAPE_RECT && scene->shapes[i].fill >> 24 == 0xff &&
            rect_holds(scene->shapes[i].rect, at))
            return true;
    return false;
}

static int crossed_in(const Picture *picture, const char *what)
{
    const Scene *scene = picture->scene;
    int crossed = 0, flights = 0;
    for (int i = 0; i < scene->count; ++i)
        flights += is_line(&scene->shapes[i]) && scene->shapes[i].sign == SIGN_FLIGHT;
    for (int i = 0; i < scene->count; ++i) {
        const Shape *line = &scene->shapes[i];
        if (!is_line(line) || (line->sign == SIGN_FLIGHT && flights > CLEAR))
            continue;
        for (int k = 0; k < i; ++k)
            if (scene->shapes[k].kind == SHAPE_TEXT && *scene->shapes[k].text &&
                crosses(line, text_rect(&scene->shapes[k])) && !is_covered(scene, k, i)) {
                ++crossed;
                print_message("%s: a %s through '%s'\n", what,
                              line->sign == SIGN_TOLD ? "told line" : "way", scene->shapes[k].text);
            }
    }
    return crossed;
}

static int crossed_by_scene(Picture *picture, const char *name)
{
    int crossed = 0;
    for (int look = 0; look < LOOKS; ++look) {
        char what[96];
        picture->session->look.lecture = look & 1;
        picture->session->look.language = look & 2 ? LANGUAGE_ZH : LANGUAGE_EN;
        draw_sized(picture, 1280, 720);
        snprintf(what, sizeof what, "%s%s%s", name, look & 1 ? ", lecture" : "",
                 look & 2 ? ", zh" : "");
        crossed += crossed_in(picture, what);
    }
    picture->session->look.lecture = false;
    picture->session->look.language = LANGUAGE_EN;
    return crossed;
}

TEST(test_arrows_keep_off_what_is_written)
{
    Scenes *scenes;
    const char *note;
    Fonts *fonts = fonts_open(NULL, LANGUAGE_EN, &note);
    if (note)
        skip();
    Picture picture = open_lecture(&scenes);
    picture.metrics = glyph_metrics(picture.arena, fonts_glyphs(fonts));
    int crossed = 0;
    for (int scene = 0; scene < scenes->count; ++scene) {
        assert_true(scene_open(picture.session, scene, true));
        picture.session->scene.is_revealed = true;
        session_finish_work(picture.session);
        lesson_follow(picture.session);
        crossed += crossed_by_scene(&picture, scenes->plans[scene].name);
    }
    fonts_close(fonts);
    close_picture(&picture);
    assert_int_equal(crossed, 0);
}
