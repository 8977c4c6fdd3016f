/* "Why is this value here?" for words of memory: who wrote it, who read it, who will. It is asked
 * of the log of the block in view, so an answer costs the same however large the grid is. */
#include "session/data/buffer.h"
#include "session/rerun/footprint.h"
#include "session/scenes/veil.h"
#include "view/tips/tip.h"

#include "view/arrows/fan.h"
#include "view/arrows/sums.h"
#include "view/matrix/marks.h"
#include "view/values/filling.h"
#include "view/values/values.h"
#include "view/values/verdict.h"

#include "probe/sentences/accumulation.h"
#include "probe/sentences/place.h"
#include "probe/sentences/sentence.h"
#include "program/slots.h"
#include "session/time/why.h"

#include <string.h>

enum { SUM_TERMS_SHOWN = 9 };

void tip_add(Tip *tip, const char *line)
{
    if (line && *line && tip->count < TIP_LINES)
        tip->lines[tip->count++] = line;
}

/* The number that the time line has for a step of the block in view: all blocks, from 1. */
static unsigned long long step_number(const View *view, uint64_t step)
{
    return session_block_moment(view->slot, view->machine->block, step + 1);
}

/* Adds a line that leads to the moment after a step of the block in view. It does so in a pinned
 * tip only: the pointer cannot get at another without leaving what is explained. */
static void add_step(View *view, Tip *tip, const char *line, uint64_t step)
{
    if (view->is_pin && tip->count < TIP_LINES)
        tip->tags[tip->count] = target_tag(TARGET_MOMENT, 0, step_number(view, step));
    tip_add(tip, line);
}

/* Where a value of the type came from, as a line; "" if nobody knows. */
static const char *origin_line(View *view, Origin origin, ScalarType type)
{
    switch (origin.kind) {
    case ORIGIN_GLOBAL:
        return view_format(
            view, STRING_HOVER_FROM,
            sentence_global_place(view->arena, view->language, view->launch, origin.at));
    case ORIGIN_CONSTANT:
        return view_format(view, STRING_HOVER_CONSTANT, value_short(view->arena, type, origin.at));
    case ORIGIN_COMPUTED: return view_text(view, STRING_HOVER_COMPUTED);
    default: return "";
    }
}

static void add_use(View *view, Tip *tip, StringKey one, StringKey many, WordUse use)
{
    if (!use.is_known)
        return;
    const char *step = arena_printf(view->arena, "%llu", step_number(view, use.step));
    add_step(view, tip,
             use.threads > 1
                 ? view_fill(view, many, arena_printf(view->arena, "%u", use.threads), step)
                 : view_fill(view, one, view_thread_at(view, use.thread), step),
             use.step);
}

static WordUses uses_of(View *view, Space space, uint64_t at, uint32_t bytes)
{
    const AccessLog *log = view->slot->footprints->log;
    uint64_t moment = view->machine->step_count;
    return log && view->slot->footprints->block == view->machine->block
               ? access_log_word(log, space, at, bytes, moment)
               : (WordUses){.reads = 0};
}

static void add_next(View *view, Tip *tip, const WordUses *uses)
{
    const Footprints *footprints = view->slot->footprints;
    bool is_whole = footprints->log && !footprints->log->is_full && footprints->is_complete;
    if (uses->next_read.is_known)
        add_use(view, tip, STRING_WHY_NEXT, STRING_WHY_NEXT_MANY, uses->next_read);
    else if (is_whole)
        tip_add(tip, view_text(view,
                               uses->read.is_known ? STRING_WHY_NEXT_NONE : STRING_WHY_NEXT_NEVER));
    else
        tip_add(tip, view_text(view, STRING_WHY_PART));
}

void tip_add_hint(View *view, Tip *tip)
{
    bool leads = false;
    for (int i = 0; i < tip->count; ++i)
        leads |= tip->tags[i].kind != 0;
    if (!view->is_pin)
        tip_add(tip, view_text(view, STRING_WHY_PIN));
    else if (leads)
        tip_add(tip, view_text(view, STRING_WHY_GO));
}

/* Of a matrix stored column by column, the subscript in memory, which is not that of the source;
 * else NULL. */
static const char *turned_place(View *view, int buffer, int64_t scalar)
{
    const Buffer *source = &view->launch->buffers[buffer];
    return source->is_transposed
               ? view_format(view, STRING_WHY_TRANSPOSED, source->name, (long long)scalar)
               : NULL;
}

/* What a mark stands for, where cells are too small for marks of their own. */
static const char *marks_text(View *view, int buffer, int64_t scalar)
{
    int64_t first;
    uint64_t bits, count = marks_under(view, buffer, scalar, &first);
    if (!count)
        return NULL;
    const Buffer *source = &view->launch->buffers[buffer];
    const WrongCell *wrong = verdict_cell(view, buffer, first);
    uint64_t at = source->offset_bytes + (uint64_t)first * buffer_scalar_bytes(source);
    const char *value = buffer_value(view, buffer, first, &bits)
                            ? machine_value_text(view->arena, view->launch,
                                                 buffer_part(view, buffer, first).type, bits, false)
                            : view_text(view, STRING_NAME_UNSET);
    return view_format(view, STRING_MARKS_HERE, (unsigned long long)count,
                       sentence_global_place(view->arena, view->language, view->launch, at), value,
                       wrong ? verdict_expected(view, wrong) : "");
}

/* Accesses of the block may be missing in its log. */
static bool is_part_logged(const View *view)
{
    const Footprints *footprints = view->slot->footprints;
    return !footprints->log || footprints->log->is_full ||
           footprints->block != view->machine->block;
}

void tip_add_moment(View *view, Tip *tip, const char *line, uint32_t block, uint64_t step,
                    uint32_t thread)
{
    bool is_there = view->slot->covers_grid || block == view->slot->first_block;
    if (view->is_pin && tip->count < TIP_LINES && is_there)
        tip->tags[tip->count] = target_tag(TARGET_MOMENT, thread + 1,
                                           session_block_moment(view->slot, block, step + 1));
    tip_add(tip, line);
}

/* "4 · 8 + 3 · 3 + 9 · 4 + 5 · 7 = 112", which leads to the last of its terms. */
static void add_sum(View *view, Tip *tip, const SumResult *result)
{
    if (!result || !result->is_found || !result->sum.term_count)
        return;
    const SumTerm *last = &result->sum.terms[result->sum.term_count - 1];
    const char *text = sum_text(view->arena, view->launch, &result->sum, SUM_TERMS_SHOWN);
    if (!result->is_value && result->has_writer)
        text = view_format(view, STRING_WHY_FROM_SUM, text);
    tip_add_moment(view, tip, text, last->block, last->step, last->thread);
}

/* The thread that wrote it, of whichever block; false if the search does not know. */
static bool add_writer(View *view, Tip *tip, const SumResult *result)
{
    if (!result || !result->has_writer)
        return false;
    unsigned long long number = session_block_moment(view->slot, result->block, result->step + 1);
    bool is_there = view->slot->covers_grid || result->block == view->slot->first_block;
    const char *thread = view_thread_at(view, result->thread),
               *block = view_block_at(view, result->block), *line;
    if (result->block == view->machine->block)
        line = view_format(view, STRING_WHY_WRITTEN, thread, number);
    else if (is_there)
        line = view_format(view, STRING_WHY_BY, thread, block, number);
    else
        line = view_format(view, STRING_WHY_BY_BLOCK, thread, block);
    tip_add_moment(view, tip, line, result->block, result->step, result->thread);
    return true;
}

/* Where a value comes from that no thread has written: tilestep's own small numbers are not the
 * host's. */
static const char *given_text(const View *view, int buffer)
{
    bool is_made_up = buffer < 64 && view->slot->run->made_up >> buffer & 1;
    return is_made_up ? view_format(view, STRING_WHY_MADE_UP, view->launch->buffers[buffer].name)
                      : view_text(view, STRING_WHY_GIVEN);
}

/* Bytes of a buffer, which hold something if is_set: who wrote them, how often they are read, when
 * next. */
static void add_global(View *view, Tip *tip, int buffer, uint64_t at, uint32_t bytes, bool is_set,
                       const SumResult *result)
{
    const Buffer *source = &view->launch->buffers[buffer];
    uint32_t loads, stores;
    uint8_t now[8] = {0};
    uint32_t head = bytes < sizeof now ? bytes : (uint32_t)sizeof now;
    WordUses uses = uses_of(view, SPACE_GLOBAL, at, bytes);
    bool is_counted = probe_global_counts(view->probe, at, &loads, &stores);
    bool is_stored = is_counted && stores > 0;
    add_sum(view, tip, result);
    tip_add_trail(view, tip, result);
    bool is_told =
        (!uses.written.is_known || uses.written.threads == 1) && add_writer(view, tip, result);
    if (!is_told)
        add_use(view, tip, STRING_WHY_WRITTEN, STRING_WHY_WRITTEN_MANY, uses.written);
    memory_copy_out(view->memory, at, now, head);
    if (!is_told && !uses.written.is_known && launch_is_unset(view->launch, buffer, at, now, head))
        tip_add(tip,
                view_format(view, STRING_WHY_POISON,
                            value_short(view->arena, source->type, value_bits(source->type, now))));
    else if (!is_told && !uses.written.is_known && is_stored && !is_part_logged(view))
        tip_add(tip, view_text(view, STRING_WHY_OTHER));
    else if (!is_told && !uses.written.is_known && is_set &&
             (source->role == ROLE_INPUT || (is_counted && !is_stored)))
        tip_add(tip, given_text(view, buffer));
    bool has_totals = !veil_hides(view->session, VEIL_TOTALS);
    if (is_counted && has_totals)
        tip_add(tip, view_format(view, STRING_HOVER_READS, loads, stores));
    if (uses.reads && has_totals)
        tip_add(tip, view_format(view, STRING_WHY_READS, uses.reads));
    add_use(view, tip, STRING_WHY_LAST, STRING_WHY_LAST_MANY, uses.read);
    add_next(view, tip, &uses);
}

void tip_of_cell(View *view, Tip *tip, Target target)
{
    int buffer = (int)target.a;
    int64_t scalar = (int64_t)target_element(target);
    if (buffer < 0 || buffer >= view->launch->buffer_count || !view->buffers[buffer].is_shown)
        return;
    const Buffer *source = &view->launch->buffers[buffer];
    if (scalar < 0 || scalar >= buffer_scalars(source))
        return;
    CellPart part = buffer_part(view, buffer, scalar);
    uint32_t unit = buffer_scalar_bytes(source), bytes = scalar_size_bytes(part.type);
    uint64_t at = source->offset_bytes + (uint64_t)part.first * unit, bits;
    const char *place = sentence_global_place(view->arena, view->language, view->launch, at);
    tip->near = cells_seen_cell(&view->buffers[buffer], part.first);
    if (part.is_padding) {
        tip_add(tip, view_format(view, STRING_HOVER_PADDING, place));
        return;
    }
    if (source->role != ROLE_INPUT && veil_hides(view->session, VEIL_RESULTS)) {
        tip_add(tip, view_format(view, STRING_VEILED_CELL, place));
        return;
    }
    const WrongCell *wrong = verdict_cell(view, buffer, scalar);
    const char *should = wrong ? verdict_expected(view, wrong) : "";
    bool is_set = buffer_value(view, buffer, scalar, &bits);
    const char *value =
        is_set ? machine_value_text(view->arena, view->launch, part.type, bits, false) : NULL;
    tip_add(tip, arena_printf(view->arena, "%s%s",
                              is_set ? view_format(view, STRING_HOVER_CELL, place, value)
                                     : view_format(view, STRING_HOVER_EMPTY, place),
                              should));
    tip_add(tip, marks_text(view, buffer, scalar));
    tip_add(tip, turned_place(view, buffer, scalar));
    tip_add(tip, sums_partial_text(view, buffer, scalar));
    add_global(view, tip, buffer, at, bytes, is_set, session_reason(view->session, target));
    tip_add_hint(view, tip);
}

/* A word of shared memory: where it came from, who wrote it, who reads it and when next. */
static void add_shared(View *view, Tip *tip, uint32_t offset, ScalarType type)
{
    tip_add(tip, origin_line(view, probe_shared_origin(view->probe, offset), type));
    WordHistory history = probe_shared_history(view->probe, offset);
    if (history.writer != 0xffffffff) {
        add_step(view, tip,
                 view_format(view, STRING_HOVER_WRITER, step_number(view, history.writer_step),
                             view_thread_at(view, history.writer), history.reads),
                 history.writer_step);
    }
    Fan fan;
    if (fan_find(view, offset, &fan))
        tip_add(tip, view_either(view, view->program->has_phases, STRING_WHY_FAN,
                                 STRING_WHY_FAN_INTERVAL, fan.total, fan.threads));
    WordUses uses = uses_of(view, SPACE_SHARED, offset, scalar_size_bytes(type));
    add_next(view, tip, &uses);
}

void tip_of_shared(View *view, Tip *tip, Target target)
{
    uint32_t offset = target.b;
    int64_t scalar;
    int variable = shared_variable_at(view, offset, &scalar);
    if (variable < 0 || !view->shared[variable].is_shown)
        return;
    const char *place = sentence_shared_place(view->arena, view->program, view->launch, offset);
    tip->near = cells_seen_cell(&view->shared[variable], scalar);
    tip->is_beside = true;
    const SharedVariable *source = &view->program->shared[variable];
    ScalarType type = shared_part(source, offset - source->offset_bytes).type;
    bool is_padding = shared_part(source, offset - source->offset_bytes).is_padding;
    if (is_padding || !machine_shared_set(view->machine)[offset]) {
        tip_add(tip,
                view_either(view, is_padding, STRING_HOVER_PADDING, STRING_HOVER_UNSET, place));
        if (!is_padding)
            tip_add(tip, filling_unset_text(view, type));
        return;
    }
    if (tip_add_arrivals(view, tip, offset)) { /* what is in its bytes is nobody's business */
        tip_add_hint(view, tip);
        return;
    }
    uint64_t bits = value_bits(type, machine_shared(view->machine) + offset);
    tip_add(tip, view_format(view, STRING_HOVER_CELL, place,
                             machine_value_text(view->arena, view->launch, type, bits, false)));
    add_shared(view, tip, offset, type);
    tip_add_hint(view, tip);
}

/* Bytes of a thread's own memory. */
static void add_local(View *view, Tip *tip, uint64_t at, uint32_t bytes, uint32_t thread)
{
    const Footprints *footprints = view->slot->footprints;
    const AccessLog *log = footprints->local_log;
    if (!log || footprints->block != view->machine->block)
        return;
    uint64_t moment = view->machine->step_count;
    WordUses uses = access_log_local(log, thread, at, bytes, moment);
    add_use(view, tip, STRING_WHY_WRITTEN, STRING_WHY_WRITTEN_MANY, uses.written);
    add_use(view, tip, STRING_WHY_LAST, STRING_WHY_LAST_MANY, uses.read);
    add_use(view, tip, STRING_WHY_NEXT, STRING_WHY_NEXT_MANY, uses.next_read);
    if (!uses.next_read.is_known)
        tip_add(tip,
                view_text(view, log->is_full || !footprints->is_complete ? STRING_WHY_PART
                                                                         : STRING_WHY_USED_NOT));
}

static void add_register_use(View *view, Tip *tip, StringKey key, RegisterUse use)
{
    if (use.is_known)
        add_step(view, tip,
                 view_fill(view, key, arena_printf(view->arena, "%u", use.line),
                           arena_printf(view->arena, "%llu", step_number(view, use.step))),
                 use.step);
}

/* Which step set a register, which read it last, and which reads it next. */
static void add_register(View *view, Tip *tip, const Spot *spot, uint32_t thread)
{
    const Footprints *footprints = view->slot->footprints;
    const StepTrace *trace = footprints->trace;
    bool is_scalar = spot->type->kind == TYPE_SCALAR;
    uint32_t words = type_slots(spot->type);
    if (spot->type->kind != TYPE_STRUCT)
        tip_add(tip,
                origin_line(view, probe_register_origin(view->probe, spot->part.operand, thread),
                            is_scalar ? spot->type->scalar : SCALAR_U64));
    if (!trace || footprints->block != view->machine->block)
        return;
    uint64_t moment = view->machine->step_count;
    RegisterUses uses =
        step_trace_register(trace, view->program, spot->part.operand, words, thread, moment);
    add_register_use(view, tip, STRING_WHY_SET, uses.set);
    add_register_use(view, tip, STRING_WHY_USED_LAST, uses.read);
    add_register_use(view, tip, STRING_WHY_USED, uses.next_read);
    if (uses.next_read.is_known)
        return;
    if (!trace->is_full && footprints->is_complete)
        tip_add(tip, view_text(view, STRING_WHY_USED_NOT));
    else
        tip_add(tip, view_text(view, STRING_WHY_PART));
}

void tip_add_sum(View *view, Tip *tip, Target target)
{
    add_sum(view, tip, session_reason(view->session, target));
}

void tip_of_spot(View *view, Tip *tip, const Spot *spot, uint32_t thread)
{
    bool is_scalar = spot->type->kind == TYPE_SCALAR;
    uint32_t bytes = spot->type->size_bytes;
    if (spot->state != SPOT_KNOWN)
        return;
    switch (spot->space) {
    case SPACE_GLOBAL: add_global(view, tip, spot->object, spot_at(spot), bytes, true, NULL); break;
    case SPACE_SHARED:
        if (is_scalar)
            add_shared(view, tip, (uint32_t)spot_at(spot), spot->type->scalar);
        break;
    case SPACE_LOCAL: add_local(view, tip, spot_at(spot), bytes, thread); break;
    case SPACE_GENERIC:
        if (spot->part.variable->storage == STORAGE_UNIFORM)
            tip_add(tip, view_text(view, STRING_WHY_SAME));
        else if (spot->part.operand != OPERAND_NONE)
            add_register(view, tip, spot, thread);
        break;
    }
}

/* "M[9]: 1 past the end of M" */
static const char *away_text(View *view, int buffer, int64_t scalar)
{
    const Buffer *source = &view->launch->buffers[buffer];
    int64_t offset = scalar * (int64_t)buffer_scalar_bytes(source);
    int64_t index = place_index(view->program, view->launch, SPACE_GLOBAL, buffer, offset);
    int64_t count = (int64_t)place_elements(view->program, view->launch, SPACE_GLOBAL, buffer);
    return view_either(
        view, scalar < 0, STRING_WHY_BEYOND, STRING_WHY_BEHIND,
        place_text(view->arena, view->program, view->launch, SPACE_GLOBAL, buffer, offset, 0),
        (long long)(index < 0 ? -index : index - count + 1), source->name);
}

/* "row 3, column 4: M has no such cell"; an access there lands on a neighbour's cell or a guard. */
void tip_of_beyond(View *view, Tip *tip, Target target)
{
    int buffer = (int)target.a;
    if (buffer < 0 || buffer >= view->launch->buffer_count || !view->buffers[buffer].is_shown)
        return;
    const CellGrid *grid = &view->buffers[buffer];
    const Buffer *source = &view->launch->buffers[buffer];
    int64_t row = (int32_t)target.b, column = (int32_t)target.c;
    int64_t scalar = cells_at(grid, row, column), all = buffer_scalars(source);
    uint32_t size = buffer_scalar_bytes(source), word;
    uint64_t at = source->offset_bytes + (uint64_t)(scalar * (int64_t)size);
    uint8_t now[8] = {0};
    tip->near = cells_cell(grid, scalar);
    bool is_row = source->rows > 0 && column >= grid->columns;
    if (source->rows > 0 && row >= 0 && column >= 0) {
        tip->near = cells_drawn_cell(grid, row, column);
        tip_add(tip, view_format(view, STRING_WHY_PADDING, (int)row, (int)column, source->name));
    }
    if ((!is_row && scalar < 0) || scalar >= all)
        tip_add(tip, away_text(view, buffer, scalar));
    if (at >= view->launch->arena_bytes || size > view->launch->arena_bytes - at)
        return;
    memory_copy_out(view->memory, at, now, size);
    uint64_t bits = value_bits(source->type, now);
    const char *value = machine_value_text(view->arena, view->launch, source->type, bits, false);
    memcpy(&word, now, sizeof word);
    int lands_in = launch_buffer_at(view->launch, at);
    if (lands_in >= 0)
        tip_add(tip,
                view_format(view, STRING_WHY_PADDING_LANDS,
                            sentence_global_place(view->arena, view->language, view->launch, at),
                            value));
    else
        tip_add(tip, view_either(view, size == 4 && word != LAUNCH_GUARD_WORD,
                                 STRING_WHY_GUARD_LOST, STRING_WHY_GUARD, value));
    WordUses uses = uses_of(view, SPACE_GLOBAL, at, size);
    add_use(view, tip, STRING_WHY_WRITTEN, STRING_WHY_WRITTEN_MANY, uses.written);
    add_use(view, tip, STRING_WHY_LAST, STRING_WHY_LAST_MANY, uses.read);
    add_use(view, tip, STRING_WHY_NEXT, STRING_WHY_NEXT_MANY, uses.next_read);
    tip_add_hint(view, tip);
}
