/* A script made short, and run. A row that was copied is read where it came from, what nobody reads
 * is not made, and what is made only to be copied is made where it is copied to. */
#include "count/blocks/script_state.h"

#include <string.h>

/* ---- making it short ---- */

typedef struct Shortening {
    Script *script;
    int32_t row_count;
    int32_t *source; /* [rows] a row that holds the same */
    int32_t *copies; /* [rows] how many rows name it so, without itself */
} Shortening;

static void write_row(Shortening *s, int32_t row)
{
    if (s->source[row] != row)
        s->copies[s->source[row]]--;
    s->source[row] = row;
    for (int32_t other = 0; s->copies[row] && other < s->row_count; ++other)
        if (other != row && s->source[other] == row) {
            s->source[other] = other;
            s->copies[row]--;
        }
}

/* An operation that is none of the script's own reads the registers that its instruction names. */
static void read_sources(Shortening *s)
{
    for (int i = 0; i < s->script->op_count; ++i) {
        ScriptOp *op = &s->script->ops[i];
        for (int k = 0; k < op->read_count && op->kind != SCRIPT_ANY; ++k)
            op->reads[k] = s->source[op->reads[k]];
        for (int k = 0; k < op->write_count; ++k)
            write_row(s, op->to + k);
        if (op->kind == SCRIPT_COPY && op->reads[0] != op->to) {
            s->source[op->to] = op->reads[0];
            s->copies[op->reads[0]]++;
        }
    }
}

static void keep_live(Script *script)
{
    int kept = 0;
    for (int i = 0; i < script->op_count; ++i)
        if (!script->ops[i].is_dead)
            script->ops[kept++] = script->ops[i];
    script->op_count = kept;
}

static void drop_dead(Script *script, bool *live)
{
    for (int i = script->op_count; i-- > 0;) {
        ScriptOp *op = &script->ops[i];
        op->is_dead = op->kind == SCRIPT_COPY && op->reads[0] == op->to;
        bool is_wanted = false;
        for (int k = 0; k < op->write_count; ++k)
            is_wanted |= live[op->to + k];
        op->is_dead |= !is_wanted;
        if (op->is_dead)
            continue;
        for (int k = 0; k < op->write_count; ++k)
            live[op->to + k] = false;
        for (int k = 0; k < op->read_count; ++k)
            live[op->reads[k]] = true;
    }
    keep_live(script);
}

static bool reads_row(const ScriptOp *op, int32_t row)
{
    bool reads = false;
    for (int k = 0; k < op->read_count; ++k)
        reads |= op->reads[k] == row;
    return reads;
}

static bool writes_row(const ScriptOp *op, int32_t row)
{
    return row >= op->to && row < op->to + op->write_count;
}

/* Whether a row is read behind an operation before it is written again. */
static bool is_read_behind(const Script *script, int at, int32_t row, bool at_end)
{
    for (int i = at + 1; i < script->op_count; ++i) {
        if (!script->ops[i].is_dead && reads_row(&script->ops[i], row))
            return true;
        if (!script->ops[i].is_dead && writes_row(&script->ops[i], row))
            return false;
    }
    return at_end;
}

/* The operation that makes what a copy copies, if it may as well make it where the copy goes; NULL
 * if not. */
static ScriptOp *maker_of(const Script *script, int at)
{
    const ScriptOp *copy = &script->ops[at];
    for (int i = at; i-- > 0;) {
        ScriptOp *op = &script->ops[i];
        if (op->is_dead)
            continue;
        if (writes_row(op, copy->reads[0]))
            return op->kind == SCRIPT_ANY ? NULL : op;
        if (reads_row(op, copy->reads[0]) || reads_row(op, copy->to) || writes_row(op, copy->to))
            return NULL;
    }
    return NULL;
}

static void drop_copies(Script *script, const bool *at_end)
{
    for (int i = 0; i < script->op_count; ++i) {
        ScriptOp *op = &script->ops[i];
        ScriptOp *maker = op->kind == SCRIPT_COPY &&
                                  !is_read_behind(script, i, op->reads[0], at_end[op->reads[0]])
                              ? maker_of(script, i)
                              : NULL;
        if (!maker)
            continue;
        maker->to = op->to;
        op->is_dead = true;
    }
    keep_live(script);
}

static uint32_t *row_at(const Wide *wide, const Script *script, int32_t row)
{
    int32_t slots = (int32_t)wide->program->slot_count;
    int32_t words = (int32_t)script_local_words(wide);
    if (row < slots)
        return wide_storage(wide, row);
    return row < slots + words ? wide->local + (size_t)(row - slots) * wide->lanes
                               : script->values[row - slots - words];
}

void script_shorten(Wide *wide, Script *script, bool *live)
{
    Shortening s = {.script = script};
    s.row_count =
        (int32_t)(wide->program->slot_count + script_local_words(wide)) + script->value_count;
    Arena *arena = wide->table_arena;
    bool *at_end = arena_copy(arena, live, (size_t)s.row_count * sizeof *live);
    s.source = ARENA_ARRAY(arena, int32_t, s.row_count + 1);
    s.copies = ARENA_ARRAY(arena, int32_t, s.row_count + 1);
    for (int32_t row = 0; row < s.row_count; ++row)
        s.source[row] = row;
    read_sources(&s);
    drop_dead(script, live);
    drop_copies(script, at_end);
    script_join_sums(script);
    for (int i = 0; i < script->op_count; ++i) {
        ScriptOp *op = &script->ops[i];
        op->row = row_at(wide, script, op->to);
        for (int k = 0; k < op->read_count && k < 3; ++k)
            op->from[k] = row_at(wide, script, op->reads[k]);
    }
}

/* ---- running it ---- */

static void fetch(Wide *wide, const ScriptOp *op)
{
    const Pattern *pattern = pattern_at(wide->table, op->pattern);
    const uint8_t *base = (const uint8_t *)wide->shared + op->start;
    wide->functions->gather(op->fresh, op->row, (const uint32_t *)(const void *)base, pattern->rel,
                            pattern->kind);
    for (uint32_t done = op->fresh, take; done < wide->lanes; done += take) {
        take = done < wide->lanes - done ? done : wide->lanes - done;
        memcpy(op->row + done, op->row, take * sizeof *op->row);
    }
}

static void sum(Wide *wide, const ScriptOp *op)
{
    LaneStream factors[2];
    for (int i = 0; i < 2; ++i) {
        const ScriptFactor *factor = &op->factors[i];
        const uint8_t *base = (const uint8_t *)wide->shared + factor->start;
        factors[i] = (LaneStream){(const uint32_t *)(const void *)base, factor->step / 4,
                                  pattern_at(wide->table, factor->pattern)};
    }
    wide->functions->sum_products(wide->lanes, op->steps, (float *)op->row,
                                  (const float *)op->from[2], &factors[0], &factors[1]);
}

static void run_any(Wide *wide, const ScriptOp *op)
{
    const int32_t indices[SCRIPT_OPERANDS] = {op->plan->a, op->plan->b, op->plan->c};
    for (int i = 0; i < SCRIPT_OPERANDS; ++i)
        if (indices[i] >= 0)
            wide->values[indices[i]] = op->operands[i];
    wide->operations[op->plan - wide->plan->code](wide, op->plan);
}

void script_run(Wide *wide, const Script *script)
{
    const LaneFunctions *functions = wide->functions;
    uint32_t n = wide->lanes;
    for (int i = 0; i < script->op_count; ++i) {
        const ScriptOp *op = &script->ops[i];
        const float *a = (const float *)op->from[0], *b = (const float *)op->from[1];
        float *to = (float *)op->row;
        switch ((ScriptKind)op->kind) {
        case SCRIPT_COPY: memcpy(op->row, op->from[0], n * sizeof *op->row); break;
        case SCRIPT_FMA: functions->fma(n, to, a, b, (const float *)op->from[2]); break;
        case SCRIPT_ADD: functions->add(n, to, a, b); break;
        case SCRIPT_SUB: functions->sub(n, to, a, b); break;
        case SCRIPT_MUL: functions->mul(n, to, a, b); break;
        case SCRIPT_FETCH: fetch(wide, op); break;
        case SCRIPT_SUM: sum(wide, op); break;
        case SCRIPT_ANY: run_any(wide, op);
        }
    }
}
