/* The panels behind the tabs: each draws itself into the room it is given. */
#ifndef TILESTEP_VIEW_PANELS_PANEL_H
#define TILESTEP_VIEW_PANELS_PANEL_H

#include "view/draw/context.h"

void panel_findings_build(View *view, Rect room);
void panel_memory_build(View *view, Rect room);
void panel_reuse_build(View *view, Rect room);
void panel_counters_build(View *view, Rect room);
void panel_occupancy_build(View *view, Rect room);
void panel_roofline_build(View *view, Rect room);
void panel_gpu_build(View *view, Rect room);
void panel_both_build(View *view, Rect room);

/* A paragraph at the top of room, of which it is cut off. */
void panel_text(View *view, Rect *room, float units, int lines, Colour colour, const char *text);

/* At the top of room, of which it is cut off: a button with its words and its key, if it has room. */
void panel_button(View *view, Rect *room, StringKey words, CommandName command);

/* The device model chosen; NULL if none is known. */
const DeviceModel *panel_device(const View *view);

/* A line with the device's name, which a click changes. */
void panel_device_line(View *view, Rect *room);

/* The GPU's result for the run in front; NULL if there is none. */
const GpuView *panel_gpu(const View *view);

/* Where the number of registers comes from: as compiled, or assumed. */
const char *panel_registers_note(const View *view);

#endif
