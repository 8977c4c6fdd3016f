/* Sliders of the occupancy panel: what a slider's pick tag holds, and the Command of a place or a
 * value on it. The Scene is all that mouse and keyboard have, so the tag tells everything about a
 * slider. */
#pragma once

#include "scene/scene.h"
#include "session/data/selection.h"
#include "session/data/session_type.h"

/* (TARGET_SLIDER, knob, most, value): the slider goes from 0 to most and stands at value, counted
 * in what the knob is: threads, bytes of shared memory or registers. */
PickTag slider_tag(Knob knob, int most, int value);
/* The Command that gives it a value, kept within 0 .. most. */
Command slider_set(Target slider, int64_t value);
/* The least change that is worth a key or a pixel: a warp of threads, 256 bytes, 8 registers. */
int slider_grain(Target slider);
/* The Command of a press at a point of its track, in whole grains; beside the track its end
 * counts. */
Command slider_at(Target slider, Rect track, Point at);
