/* The map of a course: lessons stand behind what they need, nothing lies over anything else, and no
 * line says what others say already. */
#include "lesson/map.h"
#include "test.h"

#include <stdint.h>
#include <string.h>

enum { LESSONS_MOST = 20 };

/* "a", "b:a", "c:a b": lessons with what they need. */
static Lessons lessons_of(Arena *arena, const char *const *words, int count)
{
    Lessons lessons = {.count = 0};
    for (int i = 0; i < count; ++i) {
        Lesson *lesson = ARENA_NEW(arena, Lesson);
        char *name = arena_text(arena, words[i], strlen(words[i])), *at = strchr(name, ':');
        const char **needs = ARENA_ARRAY(arena, const char *, LESSONS_MOST);
        if (at)
            *at++ = '\0';
        for (char *word = at ? strtok(at, " ") : NULL; word; word = strtok(NULL, " "))
            needs[lesson->needs_count++] = word;
        lesson->name = name;
        lesson->needs = needs;
        *ARENA_PUSH(arena, lessons.items, lessons.count, lessons.capacity) = lesson;
    }
    return lessons;
}

typedef struct Taken {
    int column;
    double top, bottom;
} Taken;

static void take(const LessonMap *map, Taken *taken, int *count, const MapSpot *spot, double size)
{
    Taken here = {spot->column, spot->y - size / 2, spot->y + size / 2};
    assert_true(here.top > -1e-9 && here.bottom < map->height + 1e-9);
    assert_in_range(spot->column, 0, map->columns - 1);
    for (int i = 0; i < *count; ++i)
        if (taken[i].column == here.column)
            assert_true(here.top > taken[i].bottom - 1e-9 || here.bottom < taken[i].top + 1e-9);
    taken[(*count)++] = here;
}

static void check_map(const LessonMap *map)
{
    Taken taken[400];
    int count = 0;
    for (int i = 0; i < map->count; ++i)
        take(map, taken, &count, &map->spots[i], 1);
    for (int i = 0; i < map->edge_count; ++i) {
        const MapEdge *edge = &map->edges[i];
        assert_true(map->spots[edge->from].column < map->spots[edge->to].column);
        for (int lane = 0; lane < edge->lane_count; ++lane)
            take(map, taken, &count, &edge->lanes[lane], MAP_LANE);
    }
}

TEST(test_a_course)
{
    static const char *const words[] = {"a",   "b:a",   "c:b",   "d:b",    "e:b",   "f:e",
                                        "g:b", "h:g",   "i:h",   "j:a",    "k:j b", "l:j d",
                                        "m:g", "n:i j", "o:d l", "p:m l h"};
    Arena *arena = arena_new();
    Lessons lessons = lessons_of(arena, words, 16);
    LessonMap map = lesson_map(arena, &lessons);
    check_map(&map);
    assert_int_equal(map.columns, 6);
    assert_int_equal(map.spots[0].column, 0);
    assert_int_equal(map.spots[11].column, 3); /* behind d, though j stands further left */
    arena_free(arena);
}

TEST(test_edges_that_others_tell)
{
    static const char *const words[] = {"a", "b:a", "c:b a", "d:nowhere"};
    Arena *arena = arena_new();
    Lessons lessons = lessons_of(arena, words, 4);
    LessonMap map = lesson_map(arena, &lessons);
    check_map(&map);
    assert_int_equal(map.edge_count, 2);
    assert_int_equal(map.edges[1].from, 1);
    assert_int_equal(map.edges[1].to, 2);
    arena_free(arena);
}

TEST(test_a_chain_and_nothing)
{
    static const char *const words[] = {"a", "b:a", "c:b", "d:c", "e:d a"};
    Arena *arena = arena_new();
    Lessons lessons = lessons_of(arena, words, 5), none = {.count = 0};
    LessonMap map = lesson_map(arena, &lessons);
    check_map(&map);
    assert_int_equal(map.columns, 5);
    map = lesson_map(arena, &none);
    assert_int_equal(map.columns, 0);
    arena_free(arena);
}

TEST(test_a_line_past_a_lesson)
{
    static const char *const words[] = {"a", "b", "c:b", "d:c a"};
    Arena *arena = arena_new();
    Lessons lessons = lessons_of(arena, words, 4);
    LessonMap map = lesson_map(arena, &lessons);
    check_map(&map);
    int lanes = 0;
    for (int i = 0; i < map.edge_count; ++i)
        lanes += map.edges[i].lane_count;
    assert_int_equal(lanes, 1);
    arena_free(arena);
}
