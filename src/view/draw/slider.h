/* Sliders: what a slider's pick tag holds, and the Command of a place or a value on it. */
#ifndef TILESTEP_VIEW_DRAW_SLIDER_H
#define TILESTEP_VIEW_DRAW_SLIDER_H

#include "scene/scene.h"
#include "session/session.h"

/* A slider's tag holds its Knob, its largest value and the one it has. */
PickTag slider_tag(Knob knob, int most, int value);
/* The Command that gives it a value, kept in its range; and the least change that is worth a key. */
Command slider_set(Target slider, int64_t value);
int slider_grain(Target slider);
/* The Command of a press at a point of its track. */
Command slider_at(Target slider, Rect track, Point at);

#endif
