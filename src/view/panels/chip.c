/* The chip: one SM with the blocks that it holds at once, and all SMs in the first and in the last
 * wave of the grid. All of it follows from the occupancy and from the number of blocks
 * (probe/models/waves.h), by a model that says so. */
#include "view/panels/panel.h"

#include "probe/models/waves.h"

#include <math.h>

static const float SM_SHARE = 0.36f, NUMBER_LEAST = 9, GAP = 14;

/* A block's place in the SM: with its number, or, where the grid has none for it, hollow. */
static void build_place(View *view, Rect box, const Waves *waves, int place)
{
    const Theme *theme = view->theme;
    bool is_held = place < waves_blocks_on(waves, 0, 0);
    scene_box(view->scene, box, view_units(view, 3), is_held ? theme->accent : theme->well,
              is_held ? theme->accent : theme->muted, view_hairline(view), (PickTag){0});
    const char *number =
        arena_printf(view->arena, "%llu", (unsigned long long)waves_block_at(waves, 0, 0, place));
    if (is_held && box.h >= view_units(view, NUMBER_LEAST + 3) &&
        view_text_width(view, FONT_CODE, NUMBER_LEAST, number) <= box.w - 4)
        view_label_fitted(view, FONT_CODE, TEXT_SMALL, NUMBER_LEAST, rect_inset(box, 2), 0,
                          theme->on_accent, number);
}

/* The SM that comes first, with a place for every block that it can hold. */
static void build_sm(View *view, Rect room, const Waves *waves)
{
    panel_note(view, rect_cut_top(&room, view_units(view, 19)), view->theme->text,
               view_format(view, STRING_CHIP_SM, waves->blocks_per_sm));
    int columns = (int)ceil(sqrt(waves->blocks_per_sm));
    int rows = (waves->blocks_per_sm + columns - 1) / columns;
    float gap = view_units(view, waves->blocks_per_sm > 8 ? 2 : 4);
    scene_box(view->scene, room, view_units(view, 4), 0, view->theme->text, view_units(view, 1.5f),
              (PickTag){0});
    Rect inside = rect_inset(room, gap + view_units(view, 2));
    float wide = (inside.w + gap) / (float)columns, high = (inside.h + gap) / (float)rows;
    for (int i = 0; i < waves->blocks_per_sm; ++i)
        build_place(view,
                    (Rect){inside.x + (float)(i % columns) * wide,
                           inside.y + (float)(i / columns) * high, wide - gap, high - gap},
                    waves, i);
}

/* Into how many columns so many squares go that they are as large as can be, and their side. */
static int columns_of(int count, Rect room, float *side)
{
    int best = 1;
    *side = 0;
    for (int columns = 1; columns <= count; ++columns) {
        int rows = (count + columns - 1) / columns;
        float fits = floorf(fminf(room.w / (float)columns, room.h / (float)rows));
        if (fits > *side)
            best = columns;
        *side = fmaxf(*side, fits);
    }
    return best;
}

/* All SMs of the device in a wave, each filled as far as it has blocks. */
static void build_wave(View *view, Rect room, const Waves *waves, uint64_t wave, const char *name)
{
    const Theme *theme = view->theme;
    panel_note(view, rect_cut_top(&room, view_units(view, 19)), theme->text, name);
    float side;
    int columns = columns_of(waves->sm_count, room, &side);
    float gap = side > 6 ? 2 : 1;
    for (int sm = 0; sm < waves->sm_count && side >= 3; ++sm) {
        Rect box = {room.x + (float)(sm % columns) * side, room.y + (float)(sm / columns) * side,
                    side - gap, side - gap};
        float share = (float)waves_blocks_on(waves, wave, sm) / (float)waves->blocks_per_sm;
        scene_box(view->scene, box, 0, theme->well, theme->muted, view_hairline(view),
                  (PickTag){0});
        float height = roundf(box.h * share);
        if (share > 0)
            scene_rect(view->scene,
                       (Rect){box.x, box.y + box.h - fmaxf(height, 1), box.w, fmaxf(height, 1)},
                       theme->accent, (PickTag){0});
    }
}

static const char *wave_text(View *view, const Waves *waves, uint64_t wave)
{
    unsigned long long blocks = waves_blocks(waves, wave), number = wave + 1;
    int idle = 0;
    for (int sm = 0; sm < waves->sm_count; ++sm)
        idle += !waves_blocks_on(waves, wave, sm);
    return idle ? view_format(view, STRING_CHIP_WAVE_IDLE, number, blocks, idle)
                : view_format(view, STRING_CHIP_WAVE, number, blocks);
}

/* All waves that are full, in one: "Waves 1 to 2: 432 blocks each". */
static const char *full_text(View *view, const Waves *waves, bool has_tail)
{
    unsigned long long full = waves->count - has_tail;
    return full > 1 ? view_format(view, STRING_CHIP_WAVES, full,
                                  (unsigned long long)waves_blocks(waves, 0))
                    : wave_text(view, waves, 0);
}

/* The full waves, and below them the last, where that is another one that is not full. */
static void build_waves(View *view, Rect room, const Waves *waves)
{
    bool has_tail = waves->count > 1 && waves->last < waves->at_once;
    float height = has_tail ? (room.h - view_units(view, 4)) / 2 : room.h;
    build_wave(view, rect_cut_top(&room, height), waves, 0, full_text(view, waves, has_tail));
    rect_cut_top(&room, view_units(view, 4));
    if (has_tail)
        build_wave(view, room, waves, waves->count - 1, wave_text(view, waves, waves->count - 1));
}

/* The shared memory of an SM in a line, with the blocks that it holds, and in red the next one,
 * which reaches over its end; behind what a block asks for stands what is reserved beside it. */
static void build_shared(View *view, Rect room, const DeviceModel *device, int blocks)
{
    const Theme *theme = view->theme;
    double asked = panel_shared_bytes(view), whole = device->shared_per_sm_bytes,
           reserved = device->shared_reserved_per_block_bytes, each = asked + reserved;
    const char *taken = arena_printf(view->arena, "%g + %g", asked / 1024, reserved / 1024);
    panel_note(view, rect_cut_top(&room, view_units(view, 17)), theme->text,
               view_format(view, STRING_CHIP_SHARED, whole / 1024, taken, blocks + 1,
                           each * (blocks + 1) / 1024));
    room = rect_inset(room, view_units(view, 2));
    float scale = room.w / (float)fmax(whole, each * (blocks + 1));
    for (int i = 0; i <= blocks; ++i) {
        bool fits = i < blocks;
        Rect box = {room.x + (float)(each * i) * scale, room.y, (float)each * scale, room.h};
        scene_box(view->scene, rect_inset(box, 1), 0, fits ? theme->accent : theme->panel,
                  fits ? theme->accent : theme->danger, view_units(view, 2), (PickTag){0});
        if (view_text_width(view, FONT_CODE, NUMBER_LEAST, taken) <= box.w - 6)
            view_label_fitted(view, FONT_CODE, TEXT_SMALL, NUMBER_LEAST, rect_inset(box, 3), 0,
                              fits ? theme->on_accent : theme->danger, taken);
    }
    scene_box(view->scene,
              (Rect){room.x, room.y - view_units(view, 2), (float)whole * scale,
                     room.h + view_units(view, 4)},
              0, 0, theme->text, view_units(view, 1.5f), (PickTag){0});
}

void panel_chip_build(View *view, Rect room)
{
    const DeviceModel *device = panel_known_device(view, &room);
    if (!device)
        return;
    Occupancy held = panel_occupancy_of(view, device);
    Waves waves =
        waves_compute(launch_block_count(view->launch), device->sm_count, held.blocks_per_sm);
    if (!waves.at_once) {
        panel_text(view, &room, TEXT_BODY, 3, view->theme->text, view_text(view, STRING_CHIP_NONE));
        return;
    }
    const char *text = view_format(
        view, STRING_CHIP_GRID, (unsigned long long)waves.blocks, waves.sm_count,
        waves.blocks_per_sm, (unsigned long long)waves.at_once, (unsigned long long)waves.count);
    view_label_fitted(view, FONT_UI, TEXT_BODY, 8, rect_cut_top(&room, view_units(view, 22)), -1,
                      view->theme->text, text);
    if (room.h > view_units(view, 90))
        panel_note(view, rect_cut_bottom(&room, view_units(view, 17)), view->theme->muted,
                   view_text(view, STRING_CHIP_MODEL));
    if (held.limiter == OCCUPANCY_SHARED && room.h > view_units(view, 100)) {
        build_shared(view, rect_cut_bottom(&room, view_units(view, 42)), device,
                     held.blocks_per_sm);
        rect_cut_bottom(&room, view_units(view, 5));
    }
    build_sm(view, rect_cut_left(&room, roundf(room.w * SM_SHARE)), &waves);
    rect_cut_left(&room, view_units(view, GAP));
    build_waves(view, room, &waves);
}
