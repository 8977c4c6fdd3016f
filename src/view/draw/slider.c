/* The knobs that are set by sliders, a row each: the command that sets one, and the step that is
 * worth a key or a pixel. */
#include "view/draw/slider.h"

static const struct {
    CommandName command;
    int grain;
} sliders[KNOB_COUNT] = {
    [KNOB_THREADS] = {COMMAND_SET_THREADS, 32},
    [KNOB_SHARED] = {COMMAND_SET_SHARED, 256},
    [KNOB_REGISTERS] = {COMMAND_SET_REGISTERS, 8},
};

PickTag slider_tag(Knob knob, int most, int value)
{
    return (PickTag){TARGET_SLIDER, knob, (uint32_t)most, (uint32_t)value};
}

int slider_grain(Target slider)
{
    return sliders[slider.a % KNOB_COUNT].grain;
}

Command slider_set(Target slider, int64_t value)
{
    value = value > slider.b ? slider.b : value < 0 ? 0 : value;
    return (Command){.name = sliders[slider.a % KNOB_COUNT].command, .number = value};
}

Command slider_at(Target slider, Rect track, Point at)
{
    double share = track.w > 0 ? (at.x - track.x) / track.w : 0;
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    int grain = slider_grain(slider);
    return slider_set(slider, (int64_t)(share * slider.b / grain + 0.5) * grain);
}
