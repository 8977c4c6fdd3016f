/* A layered drawing: columns by the longest way from a start, items sorted in each column by the
 * middle of their neighbours, then moved towards them as far as the others leave room. An item is a
 * lesson or the lane of an edge that goes past. Needs lead back in the course only, so no lesson
 * needs itself. */
#include "lesson/map.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SWEEPS = 8 };

typedef struct Item {
    int lesson, edge; /* one of the two, the other -1 */
    int before;       /* lanes of the same edge before this one */
    MapSpot *spot;
    double size;
} Item;

typedef struct Drawing {
    LessonMap *map;
    Item *items; /* [count], those of a column side by side */
    int count;
    int *first; /* [columns + 1], of each column in items */
} Drawing;

static int index_of(const Lessons *lessons, int before, const char *name)
{
    for (int i = 0; i < before; ++i)
        if (strcmp(lessons->items[i]->name, name) == 0)
            return i;
    return -1;
}

/* ---- edges and columns ---- */

/* needs[i * count + j]: lesson i needs lesson j, itself or through another. */
static bool *all_needs(Arena *arena, const Lessons *lessons)
{
    int count = lessons->count;
    bool *needs = ARENA_ARRAY(arena, bool, (size_t)count *(size_t)count + 1);
    for (int i = 0; i < count; ++i)
        for (uint32_t n = 0; n < lessons->items[i]->needs_count; ++n) {
            int j = index_of(lessons, i, lessons->items[i]->needs[n]);
            for (int k = 0; j >= 0 && k <= j; ++k)
                needs[i * count + k] |= k == j || needs[j * count + k];
        }
    return needs;
}

/* Lesson i needs j, and none that it needs does. */
static bool is_edge(const bool *needs, int count, int i, int j)
{
    bool is_told = false;
    for (int k = j + 1; k < i; ++k)
        is_told |= needs[i * count + k] && needs[k * count + j];
    return needs[i * count + j] && !is_told;
}

static void set_columns(LessonMap *map, const bool *needs)
{
    for (int i = 0; i < map->count; ++i) {
        for (int j = 0; j < i; ++j)
            if (needs[i * map->count + j] && map->spots[j].column >= map->spots[i].column)
                map->spots[i].column = map->spots[j].column + 1;
        if (map->spots[i].column >= map->columns)
            map->columns = map->spots[i].column + 1;
    }
}

static void set_edges(Arena *arena, LessonMap *map, const bool *needs)
{
    map->edges = ARENA_ARRAY(arena, MapEdge, (size_t)map->count * (size_t)map->count + 1);
    for (int i = 0; i < map->count; ++i)
        for (int j = 0; j < i; ++j) {
            if (!is_edge(needs, map->count, i, j))
                continue;
            int past = map->spots[i].column - map->spots[j].column - 1;
            MapEdge *edge = &map->edges[map->edge_count++];
            *edge = (MapEdge){j, i, ARENA_ARRAY(arena, MapSpot, past + 1), past};
            for (int lane = 0; lane < past; ++lane)
                edge->lanes[lane].column = map->spots[j].column + 1 + lane;
        }
}

/* ---- in a column ---- */

static Drawing gather(Arena *arena, LessonMap *map)
{
    int most = map->count;
    for (int i = 0; i < map->edge_count; ++i)
        most += map->edges[i].lane_count;
    Drawing d = {map, ARENA_ARRAY(arena, Item, most + 1), 0,
                 ARENA_ARRAY(arena, int, map->columns + 1)};
    for (int column = 0; column < map->columns; ++column) {
        d.first[column] = d.count;
        for (int i = 0; i < map->count; ++i)
            if (map->spots[i].column == column)
                d.items[d.count++] = (Item){i, -1, 0, &map->spots[i], 1};
        for (int i = 0; i < map->edge_count; ++i) {
            int lane = column - map->spots[map->edges[i].from].column - 1;
            if (lane >= 0 && lane < map->edges[i].lane_count)
                d.items[d.count++] = (Item){-1, i, lane, &map->edges[i].lanes[lane], MAP_LANE};
        }
    }
    d.first[map->columns] = d.count;
    return d;
}

/* Where an edge is in the column before or behind one of its spots. */
static double edge_beside(const LessonMap *map, const MapEdge *edge, int lane, int way)
{
    int at = lane + way;
    return at < 0                   ? map->spots[edge->from].y
           : at >= edge->lane_count ? map->spots[edge->to].y
                                    : edge->lanes[at].y;
}

/* The middle of an item's neighbours; where it is, if it has none. */
static double wanted_y(const LessonMap *map, const Item *item)
{
    double sum = 0;
    int count = 0;
    for (int i = 0; i < map->edge_count; ++i) {
        const MapEdge *edge = &map->edges[i];
        if (i == item->edge || edge->to == item->lesson) {
            sum += edge_beside(map, edge, i == item->edge ? item->before : edge->lane_count, -1);
            ++count;
        }
        if (i == item->edge || edge->from == item->lesson) {
            sum += edge_beside(map, edge, i == item->edge ? item->before : -1, 1);
            ++count;
        }
    }
    return count ? sum / count : item->spot->y;
}

static int compare_y(const void *a, const void *b)
{
    double difference = ((const Item *)a)->spot->y - ((const Item *)b)->spot->y;
    return (difference > 0) - (difference < 0);
}

/* One below the other without a gap, in the middle of the height. */
static void stack(const Drawing *d, int column)
{
    double all = 0;
    for (int i = d->first[column]; i < d->first[column + 1]; ++i)
        all += d->items[i].size;
    double y = (d->map->height - all) / 2;
    for (int i = d->first[column]; i < d->first[column + 1]; ++i) {
        d->items[i].spot->y = y + d->items[i].size / 2;
        y += d->items[i].size;
    }
}

/* In the order that its neighbours want. */
static void sort_column(const Drawing *d, int column)
{
    int first = d->first[column], count = d->first[column + 1] - first;
    for (int i = first; i < first + count; ++i)
        d->items[i].spot->y = wanted_y(d->map, &d->items[i]);
    qsort(d->items + first, (size_t)count, sizeof *d->items, compare_y);
    stack(d, column);
}

/* Each where it wants to be, as far as the others and the height let it: pushed down, then up. */
static void settle_column(const Drawing *d, int column)
{
    int first = d->first[column], end = d->first[column + 1];
    double edge = 0;
    for (int i = first; i < end; ++i) {
        double half = d->items[i].size / 2;
        d->items[i].spot->y = fmax(wanted_y(d->map, &d->items[i]), edge + half);
        edge = d->items[i].spot->y + half;
    }
    edge = d->map->height;
    for (int i = end - 1; i >= first; --i) {
        double half = d->items[i].size / 2;
        d->items[i].spot->y = fmin(d->items[i].spot->y, edge - half);
        edge = d->items[i].spot->y - half;
    }
}

static double height_needed(const Drawing *d)
{
    double height = 0;
    for (int column = 0; column < d->map->columns; ++column) {
        double all = 0;
        for (int i = d->first[column]; i < d->first[column + 1]; ++i)
            all += d->items[i].size;
        height = fmax(height, all);
    }
    return height;
}

LessonMap lesson_map(Arena *arena, const Lessons *lessons)
{
    int count = lessons->count;
    LessonMap map = {.spots = ARENA_ARRAY(arena, MapSpot, count + 1), .count = count};
    const bool *needs = all_needs(arena, lessons);
    set_columns(&map, needs);
    set_edges(arena, &map, needs);
    Drawing d = gather(arena, &map);
    map.height = height_needed(&d);
    for (int column = 0; column < map.columns; ++column)
        stack(&d, column);
    for (int sweep = 0; sweep < SWEEPS; ++sweep)
        for (int n = 0; n < map.columns; ++n)
            sort_column(&d, sweep % 2 ? map.columns - 1 - n : n);
    for (int sweep = 0; sweep < SWEEPS; ++sweep)
        for (int n = 0; n < map.columns; ++n)
            settle_column(&d, sweep % 2 ? map.columns - 1 - n : n);
    return map;
}
