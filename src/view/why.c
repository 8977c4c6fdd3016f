/* "Why is this value here?" for words of memory: who wrote it, who read it, who will. It is asked of
 * the log of the block in view, so an answer costs the same however large the grid is. */
#include "view/tip.h"

#include "view/fan.h"
#include "view/marks.h"
#include "view/values.h"
#include "view/verdict.h"

#include "probe/sentence.h"

void tip_add(Tip *tip, const char *line)
{
    if (line && *line && tip->count < TIP_LINES)
        tip->lines[tip->count++] = line;
}

static uint64_t block_start(const View *view)
{
    return session_moment(view->slot, (Place){.block = view->machine->block});
}

unsigned long long tip_step_number(const View *view, uint64_t step)
{
    return block_start(view) + step + 1;
}

void tip_add_step(View *view, Tip *tip, const char *line, uint64_t step)
{
    if (view->is_pin && tip->count < TIP_LINES)
        tip->tags[tip->count] = target_tag(TARGET_MOMENT, 0, tip_step_number(view, step));
    tip_add(tip, line);
}

const char *tip_origin(View *view, Origin origin, ScalarType type)
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
    unsigned long long number = tip_step_number(view, use.step);
    tip_add_step(view, tip,
                 use.threads > 1 ? view_format(view, many, use.threads, number)
                                 : view_format(view, one, view_thread_at(view, use.thread), number),
                 use.step);
}

static WordUses uses_of(View *view, Space space, uint64_t at, uint32_t bytes)
{
    const AccessLog *log = view->slot->footprints->log;
    uint64_t moment = timeline_position(view->slot->timeline) - block_start(view);
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
    else
        tip_add(tip, view_text(view, is_whole ? STRING_WHY_NEXT_NONE : STRING_WHY_PART));
}

static void add_hint(View *view, Tip *tip)
{
    bool leads = false;
    for (int i = 0; i < tip->count; ++i)
        leads |= tip->tags[i].kind != 0;
    if (!view->is_pin)
        tip_add(tip, view_text(view, STRING_WHY_PIN));
    else if (leads)
        tip_add(tip, view_text(view, STRING_WHY_GO));
}

/* Where the matrix's subscripts are not memory's. */
static const char *turned_place(View *view, int buffer, int64_t scalar)
{
    const Buffer *source = &view->launch->buffers[buffer];
    return source->is_turned ? view_format(view, STRING_WHY_TURNED, source->name, (long long)scalar)
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
    const char *value =
        buffer_value(view, buffer, first, &bits)
            ? machine_value_text(view->arena, view->launch, source->type, bits, false)
            : view_text(view, STRING_NAME_UNSET);
    return view_format(view, STRING_MARKS_HERE, (unsigned long long)count,
                       sentence_global_place(view->arena, view->language, view->launch, at), value,
                       wrong ? verdict_expected(view, wrong) : "");
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
    uint32_t bytes = buffer_scalar_bytes(source), loads, stores;
    uint64_t at = source->offset_bytes + (uint64_t)scalar * bytes, bits;
    const char *place = sentence_global_place(view->arena, view->language, view->launch, at);
    tip->near = cells_seen_cell(&view->buffers[buffer], scalar);
    const WrongCell *wrong = verdict_cell(view, buffer, scalar);
    const char *should = wrong ? verdict_expected(view, wrong) : "";
    bool is_set = buffer_value(view, buffer, scalar, &bits);
    const char *value = is_set
                            ? machine_value_text(view->arena, view->launch,
                                                 buffer_scalar(view, buffer, scalar), bits, false)
                            : NULL;
    tip_add(tip, arena_printf(view->arena, "%s%s",
                              is_set ? view_format(view, STRING_HOVER_CELL, place, value)
                                     : view_format(view, STRING_HOVER_EMPTY, place),
                              should));
    tip_add(tip, marks_text(view, buffer, scalar));
    tip_add(tip, turned_place(view, buffer, scalar));
    WordUses uses = uses_of(view, SPACE_GLOBAL, at, bytes);
    add_use(view, tip, STRING_WHY_WRITTEN, STRING_WHY_WRITTEN_MANY, uses.written);
    if (!uses.written.is_known && source->role == ROLE_INPUT)
        tip_add(tip, view_text(view, STRING_WHY_GIVEN));
    if (probe_global_counts(view->probe, at & ~(uint64_t)3, &loads, &stores))
        tip_add(tip, view_format(view, STRING_HOVER_READS, loads, stores));
    if (uses.reads)
        tip_add(tip, view_format(view, STRING_WHY_READS, uses.reads));
    add_use(view, tip, STRING_WHY_LAST, STRING_WHY_LAST_MANY, uses.read);
    add_next(view, tip, &uses);
    add_hint(view, tip);
}

void tip_of_shared(View *view, Tip *tip, Target target)
{
    uint32_t offset = target.b;
    int64_t scalar;
    int variable = shared_variable_at(view, offset, &scalar);
    if (variable < 0 || !view->shared[variable].is_shown)
        return;
    const char *place = sentence_shared_place(view->arena, view->program, view->launch, offset);
    tip->near = cells_cell(&view->shared[variable], scalar);
    tip->is_beside = true;
    if (!machine_shared_set(view->machine)[offset]) {
        tip_add(tip, view_format(view, STRING_HOVER_UNSET, place));
        return;
    }
    const SharedVariable *source = &view->program->shared[variable];
    ScalarType type = shared_scalar_at(source, offset - source->offset_bytes);
    uint64_t bits = value_bits(type, machine_shared(view->machine) + offset);
    tip_add(tip, view_format(view, STRING_HOVER_CELL, place,
                             machine_value_text(view->arena, view->launch, type, bits, false)));
    tip_add(tip, tip_origin(view, probe_shared_origin(view->probe, offset & ~3u), type));
    WordHistory history = probe_shared_history(view->probe, offset & ~3u);
    if (history.writer != 0xffffffff) {
        tip_add_step(view, tip,
                     view_format(view, STRING_HOVER_WRITER, view_thread_at(view, history.writer),
                                 history.reads, tip_step_number(view, history.writer_step)),
                     history.writer_step);
    }
    Fan fan;
    if (fan_find(view, offset, &fan))
        tip_add(tip, view_format(
                         view, view->program->has_phases ? STRING_WHY_FAN : STRING_WHY_FAN_INTERVAL,
                         fan.total, fan.threads));
    WordUses uses = uses_of(view, SPACE_SHARED, offset, scalar_size_bytes(type));
    add_next(view, tip, &uses);
    add_hint(view, tip);
}
