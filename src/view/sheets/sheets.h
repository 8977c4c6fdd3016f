/* The sheets that lie over the window, and the page in place of a window that can show nothing.
 * What they show is in the session (session/data/form.h and sheets.h); each is called only while
 * its sheet is open. */
#pragma once

#include "view/draw/context.h"

/* Why no run can start: the diagnostics, with the source around them. */
void problem_build(View *view);
/* Sizes and settings that can be adjusted (session_controls). */
void controls_build(View *view);
/* The launch as a form. */
void form_build(View *view);
/* Lessons, scenes and files to open. */
void opener_build(View *view);
/* The command that picks the row next to the picked one in a direction of the picture, x or y being
 * -1 or 1; false where the order of the rows says which one it is. */
bool opener_way(const Session *session, const Scene *scene, int x, int y, Command *command);
/* All scenes as pictures, and a path through them. */
void overview_build(View *view);
/* What a class has answered, and handing in oneself. */
void class_build(View *view);
void handing_build(View *view);
/* What many believe, and what is so instead. */
void cards_build(View *view);
/* How far the film being made is. */
void film_bar_build(View *view);
/* The number of a step to go to. */
void jump_build(View *view);
/* A line of an exercise to be filled in, among those around it. */
void hole_build(View *view);
/* The program beside the window: what it prints, its launches. */
void console_build(View *view);
/* Commands by their words. */
void palette_build(View *view);
/* Where each value lives, or what optimisations moved (Look.facts). */
void facts_build(View *view);
/* What the signs in sight mean: numbers beside them, sentences in a corner (FACTS_SIGNS). */
void signs_build(View *view);
/* All keys with what they do. */
void help_build(View *view);
