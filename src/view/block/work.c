/* A value in hand is a load from a buffer whose next reader is a store to shared memory, or a sum:
 * the trace of the block says so before it has come to that. */
#include "view/block/work.h"
#include "session/rerun/footprint.h"
#include "session/scenes/veil.h"

#include "view/values/digits.h"
#include "view/values/spot.h"
#include "view/values/values.h"

#include "probe/sentences/accumulation.h"

#include <math.h>
#include <string.h>

enum { LOOK_BACK = 256 };

/* The accumulator that is told of a thread: that of the step shown, else the first that lives where
 * its warp stands; NULL if none does. */
static const Accumulation *accumulation_told(const View *view, uint32_t warp)
{
    const Accumulations *all = &view->slot->accumulators.accumulations;
    const Accumulation *now = view->step ? accumulation_at(all, view->step->pc) : NULL;
    uint32_t pc = machine_warps(view->machine)[warp].pc;
    if (now && view->step->warp == warp && now->variable >= 0)
        return now;
    for (int i = 0; i < all->count; ++i) {
        const Accumulation *item = &all->items[i];
        if (item->variable >= 0 && item->slot != OPERAND_NONE &&
            variable_is_alive(&view->program->variables[item->variable], pc))
            return item;
    }
    return NULL;
}

static void take_sums(const View *view, uint32_t warp, ThreadWork *work)
{
    const Accumulation *item = accumulation_told(view, warp);
    for (uint32_t lane = 0; item && lane < WARP_LANES; ++lane) {
        uint32_t thread = warp * WARP_LANES + lane;
        if (thread >= view->machine->thread_count)
            return;
        work[thread].has_sum =
            machine_lane_state(view->machine, warp, lane) != LANE_DONE &&
            !variable_is_left(view, &view->program->variables[item->variable], thread);
        work[thread].sum_type = item->type;
        work[thread].sum = machine_value(view->machine, item->slot, item->type, thread);
    }
}

/* Until the factors have come, the sum is what it was. */
static void take_product(const View *view, int lane, ThreadWork *work)
{
    bool is_adding = accumulated_in(&view->slot->accumulators, view->machine, view->probe,
                                    view->step, lane, &work->adding);
    work->is_adding = is_adding && !step_is_under_way(view);
    if (is_adding && step_is_under_way(view) && work->has_sum)
        work->sum = work->adding.old;
}

static void take_products(const View *view, ThreadWork *work)
{
    const Step *step = view->step;
    for (int lane = 0; step && lane < WARP_LANES; ++lane) {
        uint32_t thread = step->warp * WARP_LANES + (uint32_t)lane;
        if (thread < view->machine->thread_count)
            take_product(view, lane, &work[thread]);
    }
}

/* The step shown, in the trace, is on its way: nobody has in hand yet what it loads. */
static bool is_on_its_way(const View *view, int step)
{
    return step_is_under_way(view) && (uint64_t)step + 1 == view->machine->step_count;
}

/* The last load of a warp before the moment that some of its lanes took part in, in the trace; -1:
 * none that is near. */
static int last_load(const View *view, const StepTrace *trace, uint32_t warp, int moment)
{
    for (int i = moment - 1; i >= 0 && i > moment - LOOK_BACK; --i) {
        const Instr *instr = &view->program->code[trace->steps[i].pc];
        if (trace->steps[i].warp != warp)
            continue;
        if (instr->op == OP_LOAD && instr->width == 1)
            return i;
        if (opcode_info[instr->op].class == CLASS_MEMORY)
            return -1;
    }
    return -1;
}

static bool is_shared_store(const View *view, const Footprints *footprints, uint64_t step)
{
    const TraceStep *at = &footprints->trace->steps[step];
    int record = access_log_find(footprints->log, step);
    return view->program->code[at->pc].op == OP_STORE && record < footprints->log->count &&
           footprints->log->records[record].step == step &&
           footprints->log->records[record].space == SPACE_SHARED;
}

/* It was loaded from global memory straight into a sum. */
static bool goes_into_sum(const View *view, const Footprints *footprints, int load)
{
    int record = access_log_find(footprints->log, (uint64_t)load);
    return view->slot->accumulators.accumulations.feeds[footprints->trace->steps[load].pc] &&
           record < footprints->log->count &&
           footprints->log->records[record].step == (uint64_t)load &&
           footprints->log->records[record].space == SPACE_GLOBAL;
}

/* Whether the thread has what the register was loaded with, and is yet to use it. */
static bool is_in_hand(const View *view, int load, int moment, uint32_t thread)
{
    const Footprints *footprints = view->slot->footprints;
    const Instr *instr = &view->program->code[footprints->trace->steps[load].pc];
    RegisterUses uses =
        step_trace_register(footprints->trace, view->program, (uint32_t)instr->dst,
                            register_words((ScalarType)instr->type), thread, (uint64_t)moment);
    return uses.next_read.is_known && !uses.read.is_known &&
           (is_shared_store(view, footprints, uses.next_read.step) ||
            goes_into_sum(view, footprints, load));
}

static void take_loaded(const View *view, int load, int moment, ThreadWork *work)
{
    const TraceStep *step = &view->slot->footprints->trace->steps[load];
    const Instr *instr = &view->program->code[step->pc];
    for (uint32_t lane = 0; lane < WARP_LANES; ++lane) {
        uint32_t thread = step->warp * WARP_LANES + lane;
        if (!(step->active >> lane & 1) || thread >= view->machine->thread_count ||
            !is_in_hand(view, load, moment, thread))
            continue;
        Origin origin = probe_register_origin(view->probe, (uint32_t)instr->dst, thread);
        if (origin.kind == ORIGIN_GLOBAL)
            work[thread].hands[work[thread].hand_count++] = (HandValue){
                (ScalarType)instr->type,
                machine_value(view->machine, instr->dst, instr->type, thread),
                launch_buffer_at(view->launch, origin.at),
            };
    }
}

/* Factors stay in hand until their product has been shown. */
static bool is_multiplying(const View *view, uint32_t warp)
{
    return step_is_under_way(view) && view->step->warp == warp &&
           accumulation_at(&view->slot->accumulators.accumulations, view->step->pc);
}

static void take_hands(const View *view, uint32_t warp, ThreadWork *work)
{
    const StepTrace *trace = view->slot->footprints->trace;
    int moment = (int)view->machine->step_count - is_multiplying(view, warp);
    int loads[HANDS_MOST], count = 0;
    for (int at = moment; trace && moment <= trace->count && count < HANDS_MOST; ++count) {
        at = last_load(view, trace, warp, at);
        if (at < 0)
            break;
        loads[count] = at;
    }
    while (count-- > 0)
        if (!is_on_its_way(view, loads[count]))
            take_loaded(view, loads[count], moment, work);
}

ThreadWork *work_of_block(View *view)
{
    ThreadWork *work = ARENA_ARRAY(view->arena, ThreadWork, view->machine->thread_count + 1);
    memset(work, 0, sizeof *work * (view->machine->thread_count + 1));
    const Footprints *footprints = view->slot->footprints;
    bool is_seen = footprints->log && footprints->block == view->machine->block &&
                   !veil_hides(view->session, VEIL_STEP);
    for (uint32_t warp = 0; warp < view->machine->warp_count; ++warp) {
        take_sums(view, warp, work);
        if (is_seen)
            take_hands(view, warp, work);
    }
    take_products(view, work);
    return work;
}

/* Digits of at most so many units. */
static DigitStyle style_of(const View *view, float units)
{
    return (DigitStyle){true, view_font(view, units)};
}

/* "0 + 4 · 8" of "0 + 4 · 8 = 32". */
static const char *left_side(View *view, const Accumulated *adding)
{
    const char *text = accumulation_numbers(view->arena, view->launch, adding);
    const char *equal = strstr(text, " = ");
    return equal ? arena_text(view->arena, text, (size_t)(equal - text)) : text;
}

/* A chip in the colours of the buffer that it was loaded from. */
static void build_chip(View *view, const HandValue *hand, Rect room, bool is_small)
{
    const char *text = value_short(view->arena, hand->type, hand->bits);
    const PartColours *part =
        hand->buffer >= 0 ? view_part(view, hand->buffer) : &view->theme->parts[PART_OTHER];
    float width = view_text_width(view, FONT_CODE, TEXT_BODY, text) + view_units(view, 12);
    float height = fminf(room.h, view_units(view, 24));
    Rect chip = {room.x + (room.w - width) / 2, room.y + (room.h - height) / 2, width, height};
    if (is_small || chip.w > room.w)
        chip = room;
    scene_box(view->scene, chip, view_units(view, is_small ? 2 : 5), part->hot, part->strong,
              view_units(view, 1.5f), (PickTag){0});
    if (!is_small || digits_have_room(view, chip, strlen(text))) /* else its colour says enough */
        cell_value(view, chip, style_of(view, TEXT_BODY), hand->type, hand->bits);
}

/* Side by side, or the last one alone where there is no room. */
static void build_hand(View *view, const ThreadWork *work, Rect room, bool is_small)
{
    float each = room.w / (float)work->hand_count;
    int first = each < view_units(view, 20) ? work->hand_count - 1 : 0;
    for (int i = first; i < work->hand_count; ++i)
        build_chip(view, &work->hands[i],
                   first ? room : (Rect){room.x + (float)i * each, room.y, each, room.h}, is_small);
}

static void build_sum(View *view, const ThreadWork *work, Rect room, float units)
{
    cell_value_in(view, room, style_of(view, units), view->theme->parts[PART_OUTPUT].ink,
                  work->sum_type, work->sum);
}

static bool has_room(View *view, const ThreadWork *work, Rect cell)
{
    const char *text = value_short(view->arena, work->sum_type, work->sum);
    return digits_have_room(view, cell, strlen(text));
}

/* One thing has room: what is in hand, else the sum. */
static void build_small(View *view, const ThreadWork *work, Rect cell)
{
    if (work->hand_count)
        build_hand(view, work, cell, true);
    else if (work->has_sum && has_room(view, work, cell))
        build_sum(view, work, cell, TEXT_SMALL);
}

/* Before an audience numbers that only fit in small letters are left to the sentence. */
static bool has_formula(View *view, const ThreadWork *work, Rect cell)
{
    return work->is_adding &&
           (!view->look->lecture ||
            view_text_width(view, FONT_CODE, TEXT_SMALL, left_side(view, &work->adding)) <= cell.w);
}

void work_build(View *view, const ThreadWork *work, Rect cell, bool is_small)
{
    bool is_adding = has_formula(view, work, cell), has_upper = is_adding || work->hand_count > 0;
    if (is_small || cell.h < view_units(view, 32)) {
        build_small(view, work, cell);
        return;
    }
    Rect upper = has_upper && work->has_sum ? rect_cut_top(&cell, cell.h * 0.48f) : cell;
    if (is_adding)
        view_label_fitted(view, FONT_CODE, TEXT_SMALL, 7, upper, 0, view->theme->text,
                          left_side(view, &work->adding));
    else if (work->hand_count)
        build_hand(view, work, upper, false);
    if (work->has_sum)
        build_sum(view, work, cell, has_upper ? TEXT_BODY + 1 : TEXT_LARGE);
}

void work_hand_build(View *view, const ThreadWork *work, Rect cell)
{
    if (work->hand_count)
        build_hand(view, work, cell, false);
}
