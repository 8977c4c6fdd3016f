/* What a lecturer has beside the window: all scenes as pictures with their places in a path, and
 * the notes with the time and the next scene. */
#include "picture.h"
#include "session/scenes/show.h"
#include "test.h"
#include "view/presenter.h"
#include "view/preview.h"

#include <stdlib.h>
#include <string.h>

typedef struct Desk {
    Picture picture;
    Previews *previews;
    const Scenes *scenes;
} Desk;

static Desk open_desk(const char *word)
{
    Desk desk = {.picture = open_sized("02_tiled.cu", 4, 2), .previews = previews_new()};
    Diags *diags;
    int index;
    Session *session = desk.picture.session;
    session_use_devices(session, session_load_devices(desk.picture.arena));
    desk.scenes = scenes_of_word(desk.picture.arena, word, &index, &diags);
    assert_non_null(desk.scenes);
    session_use_scenes(session, desk.scenes);
    scene_open(session, index, false);
    session_finish_work(session);
    session_tick(session, 0);
    return desk;
}

static void close_desk(Desk *desk)
{
    close_picture(&desk->picture);
    previews_free(desk->previews);
}

static void send(Desk *desk, CommandName name)
{
    session_apply(desk->picture.session, (Command){.name = name});
}

static Rect picture_of(const Scene *scene, uint32_t index)
{
    for (int i = 0; i < scene->count; ++i)
        if (scene->shapes[i].tag.kind == TARGET_OVERVIEW && scene->shapes[i].tag.a == index)
            return scene->shapes[i].rect;
    return (Rect){0};
}

TEST(test_scenes_as_pictures)
{
    Desk desk = open_desk("load_tiles");
    Picture *picture = &desk.picture;
    Session *session = picture->session;
    Command command;
    send(&desk, COMMAND_OVERVIEW);
    draw_sized(picture, 1280, 720);
    int empty = picture->scene->count;
    assert_true(previews_are_wanted(desk.previews, session));
    previews_follow(desk.previews, session, picture->metrics); /* the picked one first */
    assert_non_null(session->overview.pictures[session->overview.row]);
    previews_finish(desk.previews, session, picture->metrics);
    assert_false(previews_are_wanted(desk.previews, session));
    for (int i = 0; i < desk.scenes->count; ++i)
        assert_non_null(session->overview.pictures[i]);
    draw_sized(picture, 1280, 720);
    assert_true(picture->scene->count > 5 * empty);
    Rect first = picture_of(picture->scene, 0);
    assert_true(first.w >= 200 && first.h >= 110);
    assert_true(view_press(session, picture->scene, middle(first), &command));
    session_apply(session, command);
    assert_int_equal(session->overview.row, 0);
    send(&desk, COMMAND_OVERVIEW_CHOOSE);
    draw_sized(picture, 1280, 720);
    assert_non_null(find_text(picture, "1 in your path"));
    session->look.language = LANGUAGE_ZH; /* drawn anew */
    assert_true(previews_are_wanted(desk.previews, session));
    draw_sized(picture, 640, 400);
    assert_true(picture_of(picture->scene, 0).h > 20);
    close_desk(&desk);
}

/* Texts of a frame of the notes. */
static bool has_text(const Scene *scene, const char *part)
{
    for (int i = 0; i < scene->count; ++i)
        if (scene->shapes[i].text && strstr(scene->shapes[i].text, part))
            return true;
    return false;
}

static const Scene *notes_of(Desk *desk, int width, int height)
{
    Picture *picture = &desk->picture;
    previews_finish(desk->previews, picture->session, picture->metrics);
    return presenter_build(picture->session, picture->arena, width, height, picture->metrics);
}

TEST(test_notes)
{
    Desk desk = open_desk("45_minutes");
    Session *session = desk.picture.session;
    Command command;
    send(&desk, COMMAND_PRESENTER);
    session->presenter.seconds = 10 * 60 + 5;
    const Scene *scene = notes_of(&desk, 1024, 640);
    assert_non_null(session->presenter.next);
    assert_true(has_text(scene, "Scene 1 of 19"));
    assert_true(has_text(scene, "10:05"));
    assert_true(has_text(scene, "34:55 left"));
    assert_true(has_text(scene, "by the clock: 5 of 19"));
    assert_true(has_text(scene, "Say once that a thread")); /* the note */
    assert_true(has_text(scene, "32 times"));               /* the answer, still hidden there */
    assert_true(has_text(scene, "Next: The same element"));
    assert_true(view_press(session, scene, (Point){750, 300}, &command)); /* the next picture */
    assert_int_equal(command.name, COMMAND_SCENE_NEXT);
    session_apply(session, command);
    session->presenter.seconds = 46 * 60;
    scene = notes_of(&desk, 480, 360);
    assert_true(has_text(scene, "01:00 over"));
    send(&desk, COMMAND_PRESENTER_CLOCK);
    assert_true(session->presenter.is_restarted);
    session_apply(session, (Command){.name = COMMAND_SCENE, .number = 19});
    session->look.language = LANGUAGE_ZH;
    scene = notes_of(&desk, 1024, 640);
    assert_true(has_text(scene, "这是最后一个"));
    close_desk(&desk);
}
