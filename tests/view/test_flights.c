/* Values fly round what they do not touch, and slowly enough for a hall. */
#include "picture.h"
#include "probe/record/object.h"
#include "session/scenes/show.h"
#include "session/time/motion.h"
#include "test.h"

#include <math.h>

enum { POINTS = 200 };

static bool is_way(const Shape *shape)
{
    bool is_line = shape->kind == SHAPE_LINE || shape->kind == SHAPE_ARROW;
    return is_line && fabsf(shape->rect.w) > 1 && fabsf(shape->rect.h) > 1;
}

static bool lies_in(Rect rect, Point at)
{
    return at.x > rect.x + 1 && at.x < rect.x + rect.w - 1 && at.y > rect.y + 1 &&
           at.y < rect.y + rect.h - 1;
}

/* The array of shared memory that the step shown touches; -1: none. */
static int touched_by(const Session *session)
{
    const SessionRun *front = session_front(session);
    const Step *step = timeline_last_step(front->timeline);
    const Run *run = front->run;
    for (int lane = 0; step && step->space == SPACE_SHARED && lane < WARP_LANES; ++lane)
        if ((step->active >> lane & 1) && step->arena[lane] != UINT64_MAX)
            return object_shared_at(run->program, &run->launch, step->arena[lane]);
    return -1;
}

/* How many points of the ways shown lie in cells of shared memory that they do not touch. */
static int inside_shared(const Picture *picture)
{
    const Scene *scene = picture->scene;
    int count = 0, touched = touched_by(picture->session);
    for (int i = 0; i < scene->count; ++i)
        for (int j = 0; scene->shapes[i].tag.kind == TARGET_SHARED &&
                        (int)scene->shapes[i].tag.a != touched && j < scene->count;
             ++j)
            for (int p = 0; is_way(&scene->shapes[j]) && p <= POINTS; ++p) {
                Rect way = scene->shapes[j].rect;
                float share = (float)p / POINTS;
                count += lies_in(scene->shapes[i].rect,
                                 (Point){way.x + way.w * share, way.y + way.h * share});
            }
    return count;
}

static int ways(const Picture *picture)
{
    int count = 0;
    for (int i = 0; i < picture->scene->count; ++i)
        count += is_way(&picture->scene->shapes[i]);
    return count;
}

TEST(test_loads_go_round_the_tiles)
{
    static const int sizes[][2] = {{1280, 720}, {1920, 1080}, {800, 1000}};
    Picture picture = open_sized("02_tiled.cu", 4, 2);
    Session *session = picture.session;
    int loads = 0;
    for (int i = 0; i < 60; ++i) {
        session_apply(session, (Command){.name = COMMAND_ACCESS_NEXT});
        session_settle(session);
        const Step *step = timeline_last_step(session_front(session)->timeline);
        for (int size = 0; step && step->space == SPACE_GLOBAL && size < 6; ++size) {
            session->look.lecture = size >= 3;
            draw_sized(&picture, sizes[size % 3][0], sizes[size % 3][1]);
            assert_int_equal(inside_shared(&picture), 0);
            loads += ways(&picture) > 0;
        }
    }
    assert_true(loads > 30);
    close_picture(&picture);
}

/* Whether flights are what is drawn of a step; in shared memory loads alone, since of products and
 * atomics both operands are. */
static bool flies(const Step *step)
{
    return step && (step->space == SPACE_GLOBAL ||
                    (step->space == SPACE_SHARED && step->instr->op == OP_LOAD));
}

/* Loads and stores in every scene, where it opens and at its point. */
TEST(test_those_of_the_scenes_do_so)
{
    static const int sizes[][2] = {{1280, 720}, {1920, 1080}};
    Picture picture = open_sized("02_tiled.cu", 4, 2);
    Session *session = picture.session;
    Diags *diags;
    const Scenes *scenes = scenes_read_shipped(picture.arena, &diags);
    session_use_scenes(session, scenes);
    int shown = 0;
    for (int i = 0; i < 2 * scenes->count; ++i) {
        assert_true(scene_open(session, i / 2, false));
        session_settle(session);
        if (i % 2)
            motion_jump(session, scene_moment(session, &scenes->plans[i / 2].to));
        const Step *step = timeline_last_step(session_front(session)->timeline);
        for (int size = 0; flies(step) && size < 4; ++size) {
            session->look.lecture = size >= 2;
            draw_sized(&picture, sizes[size % 2][0], sizes[size % 2][1]);
            if (inside_shared(&picture))
                fail_msg("%s: %d points of flights lie in tiles at %d x %d",
                         scenes->plans[i / 2].name, inside_shared(&picture), sizes[size % 2][0],
                         sizes[size % 2][1]);
            shown += ways(&picture) > 0;
        }
    }
    assert_true(shown > 10);
    close_picture(&picture);
}

TEST(test_a_flight_in_a_hall)
{
    Picture picture = open_sized("02_tiled.cu", 4, 2);
    Session *session = picture.session;
    double usual = session_speed(session->time.motion.speed);
    session_apply(session, (Command){.name = COMMAND_LECTURE});
    session_apply(session, (Command){.name = COMMAND_ACCESS_NEXT});
    assert_float_equal(motion_length_ms(session), 800, 1);
    session_settle(session);
    session_apply(session, (Command){.name = COMMAND_FASTER});
    session_apply(session, (Command){.name = COMMAND_ACCESS_NEXT});
    assert_true(motion_length_ms(session) < 800);
    session_settle(session);
    session_apply(session, (Command){.name = COMMAND_SLOWER});
    session_apply(session, (Command){.name = COMMAND_LECTURE});
    assert_float_equal(session_speed(session->time.motion.speed), usual, 0);
    close_picture(&picture);
}
