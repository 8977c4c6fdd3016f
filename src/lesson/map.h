/* The map of a course: where each lesson stands in a drawing of what builds on what. Lessons stand
 * in columns, each behind all that it needs; an edge that goes past a column has a lane in it, so
 * that no line runs behind a lesson. Heights are told in lessons: the first one of a column may
 * stand from 0 to 1. */
#pragma once

#include "lesson/lesson.h"

/* Room for a lane between lessons, in lessons. */
#define MAP_LANE 0.25

typedef struct MapSpot {
    int column;
    double y; /* of the middle */
} MapSpot;

/* A lesson and one that needs it; what a third one tells already is left out. */
typedef struct MapEdge {
    int from, to;   /* indices of lessons */
    MapSpot *lanes; /* [lane_count], from column to column */
    int lane_count;
} MapEdge;

typedef struct LessonMap {
    MapSpot *spots; /* [count], by lesson */
    MapEdge *edges; /* [edge_count] */
    int count, edge_count;
    int columns;
    double height; /* all spots and lanes lie in it */
} LessonMap;

/* Names that are needed and not there are left aside. All in arena. */
LessonMap lesson_map(Arena *arena, const Lessons *lessons);
