/* The signs of the picture: whatever is hatched, dashed, round or an arrow says which row of
 * sign.def it is, in every scene and panel; and the key labels those in sight. */
#include "picture.h"

#include "session/scenes/show.h"
#include "test.h"
#include "view/draw/signs.h"

#include <string.h>

/* Does it stand on a button, which says its own name? */
static bool is_on_button(const Scene *scene, const Shape *shape)
{
    Point at = {shape->rect.x + shape->rect.w / 2, shape->rect.y + shape->rect.h / 2};
    Rect rect;
    return scene_pick(scene, at, &rect).kind == TARGET_BUTTON;
}

static bool needs_a_sign(const Scene *scene, const Shape *shape)
{
    switch (shape->kind) {
    case SHAPE_HATCH:
    case SHAPE_ARROW: return true;
    case SHAPE_LINE: return shape->dashed;
    case SHAPE_CIRCLE: return !is_on_button(scene, shape);
    default: return false;
    }
}

static int count_bare(const Picture *picture, const char *name)
{
    int bare = 0;
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        if (shape->sign < 0 || shape->sign >= SIGN_COUNT ||
            (!shape->sign && needs_a_sign(picture->scene, shape))) {
            printf("%s: a shape of kind %d at %.0f, %.0f has no sign\n", name, (int)shape->kind,
                   (double)shape->rect.x, (double)shape->rect.y);
            ++bare;
        }
    }
    return bare;
}

static int has_sign(const Picture *picture, Sign sign)
{
    int count = 0;
    for (int i = 0; i < picture->scene->count; ++i)
        count += picture->scene->shapes[i].sign == (int)sign;
    return count;
}

static Picture open_scenes(Scenes **scenes)
{
    Diags *diags;
    Picture picture = open_sized("02_tiled.cu", 4, 2);
    session_use_devices(picture.session, session_load_devices(picture.arena));
    *scenes = scenes_read_shipped(picture.arena, &diags);
    session_use_scenes(picture.session, *scenes);
    return picture;
}

TEST(test_nothing_is_drawn_without_a_meaning)
{
    Scenes *scenes;
    Picture picture = open_scenes(&scenes);
    int bare = 0, seen[SIGN_COUNT] = {0};
    for (int i = 0; i < scenes->count; ++i)
        for (int is_revealed = 0; is_revealed < 2; ++is_revealed) {
            assert_true(scene_open(picture.session, i, true));
            session_finish_work(picture.session);
            if (is_revealed)
                send_line(picture.session, "reveal");
            draw(&picture);
            bare += count_bare(&picture, scenes->plans[i].name);
            for (int sign = 1; sign < SIGN_COUNT; ++sign)
                seen[sign] += has_sign(&picture, (Sign)sign) > 0;
        }
    for (int panel = 0; panel < PANEL_COUNT; ++panel) {
        picture.session->look.panel = (PanelName)panel;
        draw(&picture);
        bare += count_bare(&picture, "a panel");
    }
    assert_int_equal(bare, 0);
    assert_true(seen[SIGN_NO_ELEMENT] && seen[SIGN_WRONG] && seen[SIGN_HAZARD] && seen[SIGN_SUM]);
    close_picture(&picture);
}

/* Each has a number beside it and a sentence, in both languages; what is not in sight has none. */
TEST(test_the_key_labels_what_is_in_sight)
{
    Picture picture = open_sized("02_tiled.cu", 3, 2);
    send_line(picture.session, "seek 40");
    for (int language = 0; language < LANGUAGE_COUNT; ++language) {
        picture.session->look.language = (Language)language;
        picture.session->look.facts = FACTS_NONE;
        draw(&picture);
        int count[SIGN_COUNT];
        for (int sign = 1; sign < SIGN_COUNT; ++sign)
            count[sign] = has_sign(&picture, (Sign)sign);
        send_line(picture.session, "sheet-signs");
        draw(&picture);
        for (int sign = 1; sign < SIGN_COUNT; ++sign) {
            const char *text = sign_texts[sign][language];
            assert_int_equal(find_text(&picture, text) != NULL, count[sign] > 0);
        }
    }
    assert_non_null(find_text(&picture, sign_texts[SIGN_BARRIER][LANGUAGE_ZH]));
    close_picture(&picture);
}

/* Words, too: what a sector is where one is told of, and no ridge where there is none. */
TEST(test_the_key_explains_words)
{
    Picture picture = open_sized("02_tiled.cu", 4, 2);
    send_line(picture.session, "sheet-signs");
    draw(&picture);
    assert_non_null(find_text(&picture, "sector: 32 bytes"));
    assert_null(find_text(&picture, "ridge: from here"));
    picture.session->look.language = LANGUAGE_ZH;
    draw(&picture);
    assert_non_null(find_text(&picture, "扇区：全局内存中的 32 字节"));
    close_picture(&picture);
}
