/* What lecturers once stumbled over, each as they saw it: in scenes and lessons that come along, by
 * the words and shapes of the picture. */
#include "picture.h"

#include "session/lessons/take.h"
#include "session/scenes/show.h"
#include "session/scenes/veil.h"
#include "test.h"
#include "view/draw/signs.h"

#include <string.h>

typedef struct Desk {
    Picture picture;
    Arena *kept;
    Scenes *scenes;
    Lessons lessons;
} Desk;

static void open_desk(Desk *desk)
{
    Diags *diags;
    *desk = (Desk){.picture = open_sized("02_tiled.cu", 4, 2), .kept = arena_new()};
    Session *session = desk->picture.session;
    session_use_devices(session, session_load_devices(desk->kept));
    desk->scenes = scenes_read_shipped(desk->kept, &diags);
    session_use_scenes(session, desk->scenes);
    desk->lessons = lessons_read_shipped(desk->kept);
    session_use_lessons(session, &desk->lessons);
    session->look.reduced_motion = true;
}

static void close_desk(Desk *desk)
{
    close_picture(&desk->picture);
    arena_free(desk->kept);
}

/* The scene, with its answer. */
static void show(Desk *desk, const char *scene)
{
    Session *session = desk->picture.session;
    assert_true(scene_open(session, scenes_find(desk->scenes, scene), true));
    session_finish_work(session);
    session_tick(session, 0);
    assert_false(veil_is_down(session));
    draw(&desk->picture);
}

static const Shape *need_text(const Picture *picture, const char *part)
{
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        if (shape->kind == SHAPE_TEXT && strstr(shape->text, part))
            return shape;
    }
    fail_msg("'%s' is nowhere", part);
    return NULL;
}

/* In lecture mode 32 sectors were solid bars beside "128 of 1024 bytes used". */
TEST(test_sectors_show_what_is_unused_in_the_hall)
{
    static const char *const scenes[] = {"swapped", "transpose_direct"};
    Desk desk;
    open_desk(&desk);
    send_line(desk.picture.session, "lecture");
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; ++i) {
        show(&desk, scenes[i]);
        float top = need_text(&desk.picture, "128 of 1024 bytes")->rect.y;
        int unused = 0;
        for (int k = 0; k < desk.picture.scene->count; ++k) {
            const Shape *shape = &desk.picture.scene->shapes[k];
            unused +=
                shape->kind == SHAPE_HATCH && shape->sign == SIGN_NO_ELEMENT && shape->rect.y > top;
        }
        if (unused < 32)
            fail_msg("%s: %d hatched parts of 32 sectors", scenes[i], unused);
    }
    close_desk(&desk);
}

/* "Is P right? Is the kernel?" has two verdicts, no smaller than the caption. */
TEST(test_lucky_has_two_verdicts)
{
    Desk desk;
    open_desk(&desk);
    for (int hall = 0; hall < 2; ++hall) {
        desk.picture.session->look.lecture = hall;
        show(&desk, "lucky");
        const Shape *verdict = need_text(&desk.picture, "P: yes. The kernel: no.");
        assert_true(verdict->font_px >= (hall ? 18 : 14));
    }
    close_desk(&desk);
}

/* The panel opens at the counter that is asked about, not at the first one. */
TEST(test_counters_open_at_what_is_asked)
{
    static const struct Asked {
        const char *scene, *row;
    } asked[] = {{"histogram", "atomics"}, {"column_store", "wavefronts"}, {"banks", "wavefronts"}};
    Desk desk;
    open_desk(&desk);
    for (size_t i = 0; i < sizeof asked / sizeof *asked; ++i) {
        show(&desk, asked[i].scene);
        send_line(desk.picture.session, "panel-counters");
        draw(&desk.picture);
        need_text(&desk.picture, asked[i].row);
        if (find_text(&desk.picture, "global loads"))
            fail_msg("%s: the panel begins with global loads", asked[i].scene);
    }
    close_desk(&desk);
}

/* The panel speaks of the load that is asked about, which collides at 32, not of the store. */
TEST(test_corner_turnings_panel_shows_the_load)
{
    Desk desk;
    open_desk(&desk);
    Session *session = desk.picture.session;
    const Scenes *stages = lessons_find(&desk.lessons, "corner_turning")->stages;
    assert_true(lesson_open(session, "corner_turning", scenes_find(stages, "one_more")));
    session_finish_work(session);
    session_tick(session, 0);
    send_line(session, "panel-memory");
    draw(&desk.picture);
    need_text(&desk.picture, "Wavefronts: 32");
    assert_null(find_text(&desk.picture, "No bank conflict"));
    close_desk(&desk);
}

static uint32_t first_line(const Picture *picture, Point *in_source)
{
    uint32_t first = UINT32_MAX;
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        if (shape->tag.kind == TARGET_LINE && shape->tag.a < first) {
            first = shape->tag.a;
            *in_source = middle(shape->rect);
        }
    }
    return first;
}

/* However far the wheel was turned up, turning it down moves the source at once. */
TEST(test_the_wheel_goes_back_at_once)
{
    Desk desk;
    open_desk(&desk);
    Picture *picture = &desk.picture;
    send_line(picture->session, "seek 40");
    for (int i = 0; i < 60; ++i) {
        Point at;
        Command command;
        draw(picture);
        uint32_t line = first_line(picture, &at);
        if (view_wheel(picture->session, picture->scene, at, 1, false, &command))
            session_apply(picture->session, command);
        else
            assert_int_equal(line, 1);
    }
    Point at;
    Command command;
    draw(picture);
    uint32_t before = first_line(picture, &at);
    assert_true(view_wheel(picture->session, picture->scene, at, -1, false, &command));
    session_apply(picture->session, command);
    draw(picture);
    assert_true(first_line(picture, &at) > before);
    close_desk(&desk);
}
