/* The panels behind the tabs, and what several of them have. Each draws itself into the room it is
 * given, in pixels, and says in a sentence what is missing where it can show nothing. view->slot is
 * there. A function that takes Rect *room cuts off what it has used, from the top. */
#pragma once

#include "probe/models/occupancy.h"
#include "session/data/gpu.h"
#include "view/draw/context.h"

/* A note in one line. Before an audience it is left out where it would be too small to be read. */
void panel_note(View *view, Rect line, Colour colour, const char *text);

/* Those of panel.def, where it stands what they show. */
#define PANEL(NAME, name, key, tab_en, tab_zh, en, zh, veil, does, there, named)                   \
    void panel_##name##_build(View *view, Rect room);
#include "session/commands/panel.def"

/* What a multiprocessor of the device holds, by the launch and the sliders. */
Occupancy panel_occupancy_of(const View *view, const DeviceModel *device);

/* Bytes of shared memory that a block asks for, by the launch and the slider. */
int panel_shared_bytes(const View *view);

/* The exercise that is open: what is to be done, and the result of grading. */
void exercise_build(View *view, Rect room);
/* Pixels that all of it takes in that width, in smaller letters where it would take more than
 * most. */
float exercise_height(View *view, float width, float most);

/* Paragraphs of the lesson's panel; where they take more lines than there are, those that it is
 * scrolled to, with a bar beside them. Nothing if a line has no room. */
void lesson_prose_build(View *view, Rect room, float units, Colour colour, const char *text);

/* A paragraph of at most so many lines, in letters of units. */
void panel_text(View *view, Rect *room, float units, int lines, Colour colour, const char *text);

/* A button with its words and the command's key; left out where the room is too narrow, but its
 * line is cut off all the same. */
void panel_button(View *view, Rect *room, StringKey words, CommandName command);

/* A line with the device's name, which a click changes. Only if session_device is not NULL. */
void panel_device_line(View *view, Rect *room);

/* The device that a panel is about, with its line, if its limits are known; else NULL, and the
 * panel says so. */
const DeviceModel *panel_known_device(View *view, Rect *room);

/* What is known of the run in front on a real GPU, whatever its state; NULL if nobody has asked for
 * it, or the run has been replaced since. */
const GpuView *panel_gpu(const View *view);
