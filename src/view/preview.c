/* A picture hangs on its scene, the language and the theme. What has been drawn in another language
 * is drawn anew as soon as it is wanted. */
#include "view/preview.h"

#include "session/lessons/take.h"
#include "session/scenes/show.h"
#include "session/session.h"
#include "session/sheets/overview.h"
#include "session/time/work.h"
#include "view/view.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 960, HEIGHT = 540 };

/* What pictures were drawn for. */
typedef struct Drawn {
    const Scenes *scenes;
    Language language;
    ThemeName theme;
    int index; /* of the next scene */
} Drawn;

struct Previews {
    Arena *all, *next; /* of the pictures */
    Drawn all_drawn, next_drawn;
};

Previews *previews_new(void)
{
    Previews *previews = calloc(1, sizeof *previews);
    if (!previews)
        abort();
    previews->all = arena_new();
    previews->next = arena_new();
    previews->next_drawn.index = -1;
    return previews;
}

void previews_free(Previews *previews)
{
    if (!previews)
        return;
    arena_free(previews->all);
    arena_free(previews->next);
    free(previews);
}

/* A picture of what a session shows, without the room that is left in its list. */
static const Scene *draw(const Session *session, Arena *arena, const TextMetrics *metrics)
{
    Arena *frame = arena_new();
    const Scene *drawn = view_build(session, frame, WIDTH, HEIGHT, metrics);
    Scene *kept = ARENA_NEW(arena, Scene);
    *kept = *drawn;
    kept->arena = arena;
    kept->shapes = ARENA_ARRAY(arena, Shape, drawn->count + 1);
    kept->capacity = drawn->count + 1;
    memcpy(kept->shapes, drawn->shapes, sizeof *kept->shapes * (size_t)drawn->count);
    for (int i = 0; i < kept->count; ++i)
        if (kept->shapes[i].text)
            kept->shapes[i].text =
                arena_text(arena, kept->shapes[i].text, strlen(kept->shapes[i].text));
    arena_free(frame);
    return kept;
}

/* The scene with this index as it opens before an audience; NULL if it cannot. */
static const Scene *draw_scene(const Session *session, const Scenes *scenes, int index,
                               Arena *arena, const TextMetrics *metrics)
{
    Session *other = session_new();
    other->look.language = session->look.language;
    other->look.theme = session->look.theme;
    other->look.lecture = other->look.paper = other->look.reduced_motion = true;
    other->model = session->model;
    session_use_lessons(other, session->lesson.lessons);
    const Scene *picture = NULL;
    if (scene_open_of(other, scenes, index, false)) {
        session_finish_work(other);
        session_tick(other, 0);
        picture = draw(other, arena, metrics);
    }
    session_free(other);
    return picture;
}

/* ---- all scenes ---- */

/* The nearest one to the picked one that is not drawn; -1: all are. */
static int wanted(const Overview *overview, int count)
{
    for (int far = 0; far < count; ++far) {
        int after = overview->row + far, before = overview->row - far;
        if (after < count && !overview->pictures[after])
            return after;
        if (before >= 0 && before < count && !overview->pictures[before])
            return before;
    }
    return -1;
}

static bool is_same(const Drawn *a, const Drawn *b)
{
    return a->scenes == b->scenes && a->language == b->language && a->theme == b->theme &&
           a->index == b->index;
}

static Drawn all_of(const Session *session)
{
    return (Drawn){overview_scenes(session), session->look.language, session->look.theme, 0};
}

static int scene_count(const Scenes *scenes)
{
    return scenes->count < OVERVIEW_SCENES ? scenes->count : OVERVIEW_SCENES;
}

static bool wants_all(const Previews *previews, const Session *session)
{
    Drawn now = all_of(session);
    return session->overview.is_open && now.scenes &&
           (!is_same(&previews->all_drawn, &now) ||
            wanted(&session->overview, scene_count(now.scenes)) >= 0);
}

static void draw_one_of_all(Previews *previews, Session *session, const TextMetrics *metrics)
{
    Overview *overview = &session->overview;
    Drawn now = all_of(session);
    if (!is_same(&previews->all_drawn, &now)) {
        memset(overview->pictures, 0, sizeof overview->pictures);
        arena_reset(previews->all);
        previews->all_drawn = now;
    }
    int index = wanted(overview, scene_count(now.scenes));
    if (index < 0)
        return;
    const Scene *picture = draw_scene(session, now.scenes, index, previews->all, metrics);
    if (!picture) /* an empty one, so that it is not tried again */
        picture = scene_new(previews->all, WIDTH, HEIGHT, 0, metrics);
    overview->pictures[index] = picture;
}

/* ---- the next one ---- */

static Drawn next_of(const Session *session)
{
    return (Drawn){session->scene.scenes, session->look.language, session->look.theme,
                   session->scene.index + 1};
}

static bool wants_next(const Previews *previews, const Session *session)
{
    Drawn now = next_of(session);
    return session->presenter.is_open && scene_shown(session) &&
           !is_same(&previews->next_drawn, &now);
}

static void draw_next(Previews *previews, Session *session, const TextMetrics *metrics)
{
    Drawn now = next_of(session);
    session->presenter.next = NULL;
    arena_reset(previews->next);
    if (now.index < now.scenes->count)
        session->presenter.next =
            draw_scene(session, now.scenes, now.index, previews->next, metrics);
    previews->next_drawn = now;
}

bool previews_are_wanted(const Previews *previews, const Session *session)
{
    return wants_next(previews, session) || wants_all(previews, session);
}

bool previews_follow(Previews *previews, Session *session, const TextMetrics *metrics)
{
    bool is_next = wants_next(previews, session);
    if (is_next)
        draw_next(previews, session, metrics);
    else if (wants_all(previews, session))
        draw_one_of_all(previews, session, metrics);
    else
        return false;
    return true;
}

void previews_finish(Previews *previews, Session *session, const TextMetrics *metrics)
{
    while (previews_follow(previews, session, metrics))
        ;
}
