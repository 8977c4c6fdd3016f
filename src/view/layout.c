/* Three arrangements: full; without registers, the panels closer together; stage and source alone.
 * A strip of results above, the sentence and the time line below, columns between. */
#include "view/layout.h"

#include <math.h>

static const float UNIT_LEAST = 0.8f, UNIT_MOST = 6;

typedef struct Frame {
    float unit, width, height, gap;
} Frame;

static Rect place(const Frame *frame, float x, float y, float w, float h)
{
    float left = roundf(x * frame->unit), top = roundf(y * frame->unit);
    return (Rect){left, top, roundf((x + w) * frame->unit) - left,
                  roundf((y + h) * frame->unit) - top};
}

static void place_strip(Layout *layout, const Frame *frame, float height, float title_width)
{
    float gap = frame->gap, right = 132;
    layout->title = place(frame, gap, gap, title_width, height);
    layout->buttons = place(frame, frame->width - gap - right, gap, right, height);
    float x = gap + title_width + gap, w = frame->width - gap - right - gap - x;
    if (w >= 150)
        layout->counters = place(frame, x, gap, w, height);
}

static void place_bottom(Layout *layout, const Frame *frame, float caption, float transport)
{
    float gap = frame->gap, width = frame->width - 2 * gap;
    float y = frame->height - gap - transport;
    layout->transport = place(frame, gap, y, width, transport);
    layout->caption = place(frame, gap, y - gap - caption, width, caption);
}

static void place_full(Layout *layout, const Frame *frame)
{
    float gap = frame->gap, strip = 86, caption = 50, transport = 56;
    place_strip(layout, frame, strip, 236);
    place_bottom(layout, frame, caption, transport);
    float y = strip + 2 * gap;
    float h = frame->height - y - caption - transport - 3 * gap;
    float inner = frame->width - 4 * gap;
    float stage = inner * 0.37f, block = inner * 0.235f, source = inner - stage - block;
    float shared = (h - 2 * gap) * 0.39f, threads = (h - 2 * gap) * 0.32f;
    float x = gap;
    layout->stage = place(frame, x, y, stage, h);
    x += stage + gap;
    layout->shared = place(frame, x, y, block, shared);
    layout->threads = place(frame, x, y + shared + gap, block, threads);
    layout->registers =
        place(frame, x, y + shared + threads + 2 * gap, block, h - shared - threads - 2 * gap);
    x += block + gap;
    layout->source = place(frame, x, y, source, h);
}

static void place_medium(Layout *layout, const Frame *frame)
{
    float gap = frame->gap, strip = 86, caption = 52, transport = 56;
    place_strip(layout, frame, strip, 236);
    place_bottom(layout, frame, caption, transport);
    float y = strip + 2 * gap;
    float h = frame->height - y - caption - transport - 3 * gap;
    float inner = frame->width - 3 * gap, stage = inner * 0.46f, right = inner - stage;
    float lower = h * 0.46f, half = (right - gap) / 2;
    layout->stage = place(frame, gap, y, stage, h);
    float x = 2 * gap + stage;
    layout->source = place(frame, x, y, right, h - lower - gap);
    layout->shared = place(frame, x, y + h - lower, half, lower);
    layout->threads = place(frame, x + half + gap, y + h - lower, right - half - gap, lower);
}

static void place_small(Layout *layout, const Frame *frame)
{
    float gap = frame->gap, strip = 82, transport = 56, y = gap;
    if (frame->height >= 440 && frame->width >= 640) {
        place_strip(layout, frame, strip, 200);
        y += strip + gap;
    }
    float bottom = frame->height - gap - transport;
    layout->transport = place(frame, gap, bottom, frame->width - 2 * gap, transport);
    float h = bottom - gap - y;
    if (frame->width < 500) {
        layout->stage = place(frame, gap, y, frame->width - 2 * gap, h);
        return;
    }
    float inner = frame->width - 3 * gap;
    layout->stage = place(frame, gap, y, inner / 2, h);
    layout->source = place(frame, 2 * gap + inner / 2, y, inner / 2, h);
}

Layout layout_of(int width, int height, float scale)
{
    float unit = fminf((float)width / 1280, (float)height / 720);
    unit = fminf(fmaxf(unit, UNIT_LEAST), UNIT_MOST) * scale;
    Frame frame = {unit, (float)width / unit, (float)height / unit, 12};
    Layout layout = {.unit = unit};
    if (frame.width >= 1080 && frame.height >= 600) {
        place_full(&layout, &frame);
    } else if (frame.width >= 640 && frame.height >= 560) {
        frame.gap = 8;
        place_medium(&layout, &frame);
    } else {
        frame.gap = 6;
        place_small(&layout, &frame);
    }
    return layout;
}
