/* The lessons as a map: a card for each, lines from what a lesson needs. Rectangles are pixels. */
#pragma once

#include "lesson/lesson.h"
#include "view/draw/context.h"

/* The height that the map would like to have in a room so wide and at most so high; 0 where its
 * cards would be too small to be read, or there are no lessons. */
float course_height(View *view, float width, float most);

/* Draws the map in a room of that height. rows: of the sheet, by lesson; -1 for one that does not
 * pass the filter. */
void course_build(View *view, Rect room, const int *rows);

/* "Next: 3 Two barriers · 20 min"; what is said where all lessons are done. */
const char *course_next_text(View *view);

/* What stands beside a lesson's title: done, begun or its minutes. */
const char *course_note(View *view, const Lesson *lesson);
