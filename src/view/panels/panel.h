/* The panels behind the tabs, and what several of them have. Each draws itself into the room it is
 * given, in pixels, and says in a sentence what is missing where it can show nothing. view->slot is
 * there. A function that takes Rect *room cuts off what it has used, from the top. */
#ifndef TILESTEP_VIEW_PANELS_PANEL_H
#define TILESTEP_VIEW_PANELS_PANEL_H

#include "probe/models/occupancy.h"
#include "view/draw/context.h"

/* What has been found so far or in all, a row each; a press leads to the step. */
void panel_findings_build(View *view, Rect room);
/* Addresses of the last or next access of a warp, with the sectors or banks that it costs. */
void panel_memory_build(View *view, Rect room);
/* How often each element of the inputs has been read; of large ones, the mean of the whole grid. */
void panel_reuse_build(View *view, Rect room);
/* All counters, run beside run. */
void panel_counters_build(View *view, Rect room);
/* How many blocks an SM of the device holds, and what limits it; with sliders. */
void panel_occupancy_build(View *view, Rect room);
/* Operations a byte of the kernel under the roof of the device. */
void panel_roofline_build(View *view, Rect room);
/* The run on a real GPU and whether it gave the same. */
void panel_gpu_build(View *view, Rect room);
/* The stage and shared memory of the other run at the same moment. */
void panel_both_build(View *view, Rect room);

/* What hides the time that memory takes: a model of warps, banks and channels. */
void panel_latency_build(View *view, Rect room);

/* What a multiprocessor of the device holds, by the launch and the sliders. */
Occupancy panel_occupancy_of(const View *view, const DeviceModel *device);

/* The exercise that is open: what is to be done, and the result of grading. */
void exercise_build(View *view, Rect room);

/* A paragraph of at most so many lines, in letters of units. */
void panel_text(View *view, Rect *room, float units, int lines, Colour colour, const char *text);

/* A button with its words and the command's key; left out where the room is too narrow, but its
 * line is cut off all the same. */
void panel_button(View *view, Rect *room, StringKey words, CommandName command);

/* The device model chosen; NULL if assets/devices.txt was not found. Lives with the session. */
const DeviceModel *panel_device(const View *view);

/* A line with the device's name, which a click changes. Only if panel_device is not NULL. */
void panel_device_line(View *view, Rect *room);

/* The device that a panel is about, with its line, if its limits are known; else NULL, and the
 * panel says so. */
const DeviceModel *panel_known_device(View *view, Rect *room);

/* What is known of the run in front on a real GPU, whatever its state; NULL if nobody has asked for
 * it, or the run has been replaced since. */
const GpuView *panel_gpu(const View *view);

#endif
