/* What was timed on a real GPU some day (probe/models/times.h), where this machine has not timed
 * the run itself: always shown with the device and the date. */
#pragma once

#include "probe/models/device.h"
#include "probe/models/times.h"
#include "view/draw/context.h"

/* The device of the record; NULL if there is none. */
const DeviceModel *record_device(const View *view);

/* What was timed of a run's kernel, with its own tiles if they were among them; NULL if nothing
 * was, or if something of the kernel is switched off. */
const DeviceTime *record_of_run(const View *view, int slot);

/* Of a kernel in front that was timed: where and when, cut off the top of the room; and a bar for
 * all that was timed beside it, and for the library. */
void record_head_build(View *view, Rect *room);
void record_build(View *view, Rect *room);
