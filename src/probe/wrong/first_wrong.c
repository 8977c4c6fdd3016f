/* Which element is wrong, and what is right for it: by a recognised result, or by another run. */
#include "probe/wrong/first_wrong.h"

#include "probe/results/values.h"
#include "probe/wrong/compare.h"

#include <math.h>

const char *const first_wrong_names[FIRST_WRONG_KINDS] = {
    "unknown", "unwritten", "term",  "extra", "set",  "load",
    "missing", "store",     "place", "over",  "order"};

bool first_wrong_has_step(const FirstWrong *wrong)
{
    return wrong->kind != FIRST_WRONG_UNKNOWN && wrong->kind != FIRST_WRONG_UNWRITTEN &&
           wrong->kind != FIRST_WRONG_ORDER;
}

static void say_unknown(FirstWrong *out, const char *note)
{
    out->kind = FIRST_WRONG_UNKNOWN;
    out->note = note;
}

/* What the element went through; false with a note where that is not known, or it was not
 * written. */
static bool trace_wrong(Arena *arena, const Accumulators *accumulators, const Launch *launch,
                        FirstWrong *out, Trace *trace)
{
    ScalarType type = launch->buffers[out->buffer].type;
    if (!trace_element(arena, accumulators, launch, out->at, type, NULL, trace))
        say_unknown(out, "the run is too long to be gone through again");
    else if (trace->is_cut)
        say_unknown(out, "the sum has too many terms");
    else if (trace->is_alone)
        say_unknown(out, "it hangs on what other blocks have left");
    else if (!trace->has_writer)
        out->kind = FIRST_WRONG_UNWRITTEN;
    else
        return true;
    return false;
}

/* ---- a recognised product or transpose ---- */

static FirstWrong element_of(const Launch *launch, int index, uint64_t scalar, double found,
                             double right)
{
    const Buffer *buffer = &launch->buffers[index];
    uint32_t size = scalar_size_bytes(buffer->type);
    uint64_t at = values_start(launch, buffer) + scalar * size;
    return (FirstWrong){.buffer = index,
                        .at = at,
                        .scalar = (at - buffer->offset_bytes) / size,
                        .found = found,
                        .right = right,
                        .right_from = {FIRST_WRONG_NOWHERE, FIRST_WRONG_NOWHERE}};
}

static void check_element(Arena *arena, const Program *program, const Launch *launch,
                          const CheckResult *check, const WrongCell *cell, FirstWrong *out)
{
    Trace trace;
    *out = element_of(launch, check->output, cell->at, cell->found, cell->expected);
    const Accumulators accumulators = accumulators_of(arena, program);
    if (!trace_wrong(arena, &accumulators, launch, out, &trace))
        return;
    RightValue only = {.value = cell->expected, .from = {FIRST_WRONG_NOWHERE, FIRST_WRONG_NOWHERE}};
    Right right = {.values = &only, .count = 1, .final = cell->expected, .check = check};
    uint64_t cols = check->reference == REFERENCE_MATMUL ? (uint64_t)check->n : 1;
    if (check->reference == REFERENCE_MATMUL &&
        !right_of_product(arena, launch, check, cell->at / cols, cell->at % cols, &right)) {
        say_unknown(out, "the sum has too many terms");
        return;
    }
    if (check->reference == REFERENCE_MATMUL &&
        fabs(right.final - cell->expected) > right.tolerance) { /* scaled, or added to something */
        say_unknown(out, "what is right is not the sum of its terms alone");
        return;
    }
    right.final = cell->expected;
    wrong_compare(arena, &accumulators, launch, &trace, &right, out);
}

/* The first wrong cell that does not hold what the first one holds, which nothing has written. */
static const WrongCell *next_cell(const CheckResult *check)
{
    for (int i = 1; i < check->list_count; ++i)
        if (check->list[i].found != check->list[0].found)
            return &check->list[i];
    return NULL;
}

bool first_wrong_of_check(Arena *arena, const Program *program, const Launch *launch,
                          const CheckResult *check, FirstWrong *out)
{
    FirstWrong next;
    if (check->reference == REFERENCE_NONE || check->list_count == 0)
        return false;
    check_element(arena, program, launch, check, &check->list[0], out);
    const WrongCell *other = out->kind == FIRST_WRONG_UNWRITTEN ? next_cell(check) : NULL;
    if (other) { /* its sum may have been stored there */
        check_element(arena, program, launch, check, other, &next);
        if (next.kind == FIRST_WRONG_PLACE)
            *out = next;
    }
    return true;
}

/* ---- another run ---- */

static bool begin_alike(const Buffer *a, const Buffer *b)
{
    return a->fill == FILL_BYTES && b->fill == FILL_BYTES && a->bytes == b->bytes &&
           a->byte_count == b->byte_count && a->pieces == b->pieces;
}

static bool are_alike(Arena *arena, const Launch *a, const Launch *b)
{
    enum { PIECE = 1 << 16 };
    uint8_t *here = arena_alloc(arena, PIECE), *there = arena_alloc(arena, PIECE);
    if (a->buffer_count != b->buffer_count)
        return false;
    for (int i = 0; i < a->buffer_count; ++i) {
        const Buffer *from = &a->buffers[i], *to = &b->buffers[i];
        if (buffer_bytes(from) != buffer_bytes(to) || from->type != to->type)
            return false;
        for (uint64_t at = 0; at < buffer_bytes(from) && !begin_alike(from, to); at += PIECE) {
            uint64_t left = buffer_bytes(from) - at;
            size_t size = left < PIECE ? (size_t)left : PIECE;
            launch_fill(a, from->offset_bytes + at, here, size);
            launch_fill(b, to->offset_bytes + at, there, size);
            if (memcmp(here, there, size))
                return false;
        }
    }
    return true;
}

/* Further apart than a few roundings of the last step. */
static bool differ(ScalarType type, double a, double b)
{
    double allowed = 16 * value_epsilon(type) * fmax(fabs(a), fabs(b));
    return !(a == b || fabs(a - b) <= allowed || (isnan(a) && isnan(b)));
}

/* The first scalar that differs in a buffer, from where its pointer points, or the one that differs
 * most; false if none does. */
static bool find_different(const Launch *launch, Memory *memory, const RightRun *right, int buffer,
                           bool is_most, FirstWrong *out)
{
    Values here = values_borrow_final(launch, memory, buffer, UINT64_MAX);
    Values there = values_borrow_final(right->launch, right->memory, buffer, UINT64_MAX);
    uint64_t count = here.count < there.count ? here.count : there.count, found = count;
    uint32_t size = scalar_size_bytes(here.type);
    double most = -1;
    bool is_good = here.bytes && there.bytes;
    for (uint64_t at = 0; is_good && at < count && (is_most || found == count); ++at) {
        double a = value_at(&here, at), b = value_at(&there, at), apart = fabs(a - b);
        if (memcmp(here.bytes + at * size, there.bytes + at * size, size) != 0 &&
            differ(here.type, a, b) && !(apart <= most)) {
            most = apart;
            found = at;
        }
    }
    is_good = is_good && found < count;
    if (is_good)
        *out = element_of(launch, buffer, found, value_at(&here, found), value_at(&there, found));
    values_free(&here);
    values_free(&there);
    return is_good;
}

static void compare_beside(Arena *arena, const Program *program, const Launch *launch,
                           const RightRun *right, FirstWrong *out)
{
    Trace trace, beside;
    const Buffer *buffer = &launch->buffers[out->buffer];
    const Buffer *other = &right->launch->buffers[out->buffer];
    const Accumulators accumulators = accumulators_of(arena, program);
    const Accumulators others = accumulators_of(arena, right->program);
    if (!trace_wrong(arena, &accumulators, launch, out, &trace))
        return;
    FirstWrong ignored = *out;
    ignored.at = out->at - buffer->offset_bytes + other->offset_bytes;
    if (!trace_wrong(arena, &others, right->launch, &ignored, &beside)) {
        say_unknown(out, ignored.note ? ignored.note : "the right version does not store it");
        return;
    }
    Right values = right_of_trace(arena, right->program, &beside, right->launch, launch);
    wrong_compare(arena, &accumulators, launch, &trace, &values, out);
}

bool first_wrong_beside(Arena *arena, const Program *program, const Launch *launch, Memory *memory,
                        const RightRun *right, bool *comparable, FirstWrong *out)
{
    bool is_rounded = false;
    *comparable = are_alike(arena, launch, right->launch);
    for (int i = 0; *comparable && i < launch->buffer_count; ++i) {
        const BufferCount *count = &report_buffers(right->report)[i];
        if (!(count->stores || count->atomics) ||
            !find_different(launch, memory, right, i, false, out))
            continue;
        compare_beside(arena, program, launch, right, out);
        if (out->kind == FIRST_WRONG_ORDER &&
            find_different(launch, memory, right, i, true, out)) /* is that all? */
            compare_beside(arena, program, launch, right, out);
        if (out->kind != FIRST_WRONG_ORDER)
            return true;
        is_rounded = true;
    }
    return is_rounded;
}
