/* The values of the wrong element's sum and those of the right one are gone through side by side. A
 * term may leave the sum as it is where the right one has a term of 0, or where what is beyond an
 * edge was filled with zeros; more such steps than that are held against the kernel once the sums
 * part. */
#include "probe/wrong/compare.h"

#include "probe/results/values.h"

#include <math.h>

enum { REORDERED_TERMS = 4096 }; /* of a sum in which terms are looked for one by one */

typedef struct Comparer {
    Arena *arena;
    const Accumulators *accumulators;
    const Launch *launch;
    const Trace *trace;
    const Right *right;
    int at; /* index of the right value that the sum has come to; -1: none yet */
    FirstWrong *out;
} Comparer;

static bool are_near(const Right *right, double a, double b)
{
    return a == b || fabs(a - b) <= right->tolerance || (isnan(a) && isnan(b));
}

/* ---- what is told ---- */

static void tell_step(FirstWrong *out, FirstWrongKind kind, const TraceValue *value)
{
    out->kind = kind;
    out->block = value->block;
    out->thread = value->thread;
    out->pc = value->pc;
    out->step = value->step;
    out->value = value->value;
    out->has_told = value->is_term;
    out->told = value->told;
}

static void tell_store(const Comparer *c, FirstWrongKind kind)
{
    const Trace *trace = c->trace;
    FirstWrong *out = c->out;
    out->kind = kind;
    out->block = trace->block;
    out->thread = trace->thread;
    out->pc = trace->pc;
    out->step = trace->step;
    out->value = trace->stored;
    out->right_value = c->right->final;
    out->has_told = out->has_right_term = out->factor.is_known = false;
}

static bool is_from(const Origin *origin, uint64_t at)
{
    return at != FIRST_WRONG_NOWHERE && origin->kind == ORIGIN_GLOBAL && origin->at == at;
}

static bool is_either(const Origin *origin, const uint64_t from[2])
{
    return is_from(origin, from[0]) || is_from(origin, from[1]);
}

/* The first factor that is not one of the right term's. */
static void tell_factor(const Comparer *c, const TraceValue *value, const RightValue *right)
{
    WrongFactor *factor = &c->out->factor;
    const Origin *origins[2] = {&value->told.x_from, &value->told.y_from};
    const uint64_t *from = right->from;
    int count = value->told.item->kind == ACCUMULATION_PRODUCT ? 2 : 1;
    for (int i = 0; i < count && !factor->is_known; ++i) {
        if (is_either(origins[i], from) || from[0] == FIRST_WRONG_NOWHERE)
            continue;
        bool is_second = count == 2 && is_from(origins[!i], from[0]);
        if (!is_second && !is_from(origins[!i], from[1]) && origins[i]->kind == ORIGIN_GLOBAL)
            is_second =
                from[1] != FIRST_WRONG_NOWHERE &&
                launch_buffer_at(c->launch, origins[i]->at) == launch_buffer_at(c->launch, from[1]);
        else if (!is_second && origins[i]->kind != ORIGIN_GLOBAL)
            is_second = i == 1 && !is_from(origins[0], from[1]);
        *factor = (WrongFactor){true, *origins[i], value->from[i], from[is_second]};
    }
}

static void tell_right_term(FirstWrong *out, const RightValue *right)
{
    out->right_line = right->line;
    out->has_right_term = right->is_term;
    out->right_term = right->term;
    out->right_from[0] = right->from[0];
    out->right_from[1] = right->from[1];
}

/* ---- in order ---- */

/* The index of the first right value behind `at` that is another one; count if there is none. */
static int next_other(const Right *right, int at)
{
    int next = at + 1;
    while (at >= 0 && next < right->count &&
           are_near(right, right->values[next].value, right->values[at].value))
        ++next;
    return next;
}

/* It adds a single term. Where the sum of a tile is added, or that of a block by an atomic, several
 * right terms may lie between two values; of atomics that is told by their number. */
static bool is_single(const Comparer *c, const TraceValue *value)
{
    const Accumulation *item = value->told.item;
    if (item->kind == ACCUMULATION_PRODUCT)
        return true;
    bool is_atomic = c->accumulators->program->code[item->pc].op == OP_ATOMIC;
    if (is_atomic || OPERAND_IS_UNIFORM(item->x.operand))
        return c->trace->value_count >= c->right->count;
    return item->x.load != NO_LOAD;
}

/* The index behind the last right value that this one may be. What is set, and not added to, is the
 * start, or with its first term; later the next value. */
static int end_of_search(const Comparer *c, const TraceValue *value)
{
    int next = next_other(c->right, c->at);
    if (!value->is_term)
        return value == c->trace->values ? 2 : next + 1;
    return is_single(c, value) ? next + 1 : c->right->count;
}

/* Where the right sum takes a value, from c->at on; -1: nowhere. */
static int find_value(const Comparer *c, const TraceValue *value)
{
    const Right *right = c->right;
    if (c->at >= 0 && are_near(right, value->value, right->values[c->at].value))
        return c->at;
    int end = end_of_search(c, value);
    for (int i = c->at + 1; i < end && i < right->count; ++i)
        if (are_near(right, value->value, right->values[i].value))
            return i;
    return c->at < 0 && value->value == 0 ? -2 : -1;
}

/* How many terms of the right values up to that one there are. */
static uint64_t terms_up_to(const Right *right, int at)
{
    uint64_t count = 0;
    for (int i = 0; i <= at && i < right->count; ++i)
        count += right->values[i].is_term;
    return count;
}

static void tell_difference(const Comparer *c, const TraceValue *value, int stays)
{
    const Right *right = c->right;
    FirstWrong *out = c->out;
    int next = next_other(right, c->at), wanted = c->at + 1 + stays;
    wanted = wanted < next ? wanted : next;
    if (!value->is_term && c->at == 0 && value == c->trace->values)
        wanted = 0; /* it begins with something else */
    bool is_over = wanted > 0 && next >= right->count;
    tell_step(out, is_over ? FIRST_WRONG_EXTRA : FIRST_WRONG_TERM, value);
    out->good = terms_up_to(right, wanted - 1);
    if (!value->is_term)
        out->kind = FIRST_WRONG_SET;
    out->right_value = is_over ? right->final : right->values[wanted].value;
    if (is_over)
        return;
    tell_right_term(out, &right->values[wanted]);
    if (out->has_told && out->has_right_term)
        tell_factor(c, value, &right->values[wanted]);
}

/* Goes through both sequences; true where the sums part, which is told. */
static bool compare_in_order(Comparer *c)
{
    const Trace *trace = c->trace;
    const Right *right = c->right;
    const TraceValue *held = NULL; /* the first that added nothing where something was due */
    bool has_start = right->count > 0 && !right->values[0].is_term;
    int stays = 0, zeros;
    c->at = has_start ? 0 : -1;
    zeros = has_start ? next_other(right, 0) - 1 : 0;
    for (int i = 0; i < trace->value_count; ++i) {
        const TraceValue *value = &trace->values[i];
        int found = find_value(c, value);
        if (found == -2)
            continue;
        if (found < 0) {
            tell_difference(c, held ? held : value, held ? zeros : stays);
            return true;
        }
        if (found != c->at) {
            c->at = found;
            stays = 0;
            zeros = next_other(right, found) - found - 1;
            held = NULL;
        } else if (value->is_term && ++stays > zeros && !held &&
                   next_other(right, found) < right->count) {
            held = value;
        }
    }
    if (held)
        tell_difference(c, held, zeros);
    return held != NULL;
}

/* All values were right. */
static void tell_end(const Comparer *c)
{
    const Right *right = c->right;
    int next = next_other(right, c->at);
    c->out->good = terms_up_to(right, c->at);
    if (next < right->count && c->trace->value_count > 0) {
        tell_store(c, FIRST_WRONG_MISSING);
        tell_right_term(c->out, &right->values[next]);
    } else {
        tell_store(c, FIRST_WRONG_STORE);
    }
}

/* ---- in another order ---- */

static int term_index(const Right *right, const Accumulated *told)
{
    for (int i = 0; i < right->count; ++i) {
        const uint64_t *from = right->values[i].from;
        if ((is_from(&told->x_from, from[0]) && is_from(&told->y_from, from[1])) ||
            (is_from(&told->x_from, from[1]) && is_from(&told->y_from, from[0])) ||
            (told->item->kind != ACCUMULATION_PRODUCT && from[1] == FIRST_WRONG_NOWHERE &&
             is_from(&told->x_from, from[0])))
            return i;
    }
    return -1;
}

static bool adds_nothing(const TraceValue *value)
{
    ScalarType type = value->told.item->type;
    return value_number(type, value->told.old) == value_number(type, value->told.now);
}

/* The terms, each at most once, are right ones but come in another order. indices gets the right
 * term of each value, or -1. */
static bool is_reordered(const Comparer *c, int *indices, bool *used)
{
    int terms = 0, known = 0, last = -1, descents = 0;
    for (int i = 0; i < c->trace->value_count; ++i) {
        const TraceValue *value = &c->trace->values[i];
        indices[i] = value->is_term ? term_index(c->right, &value->told) : -1;
        terms += value->is_term && !adds_nothing(value);
        if (indices[i] < 0)
            continue;
        if (used[indices[i]])
            return false;
        used[indices[i]] = true;
        descents += indices[i] < last;
        last = indices[i];
        ++known;
    }
    return descents > 0 && 2 * known > terms;
}

/* Looks for each term among the right ones; false if their order is not the matter. */
static bool compare_reordered(Comparer *c)
{
    const Trace *trace = c->trace;
    const Right *right = c->right;
    int *indices = ARENA_ARRAY(c->arena, int, trace->value_count + 1);
    bool *used = ARENA_ARRAY(c->arena, bool, right->count + 1);
    if (trace->value_count > REORDERED_TERMS || right->count > REORDERED_TERMS ||
        !is_reordered(c, indices, used))
        return false;
    FirstWrong *out = c->out;
    const FirstWrong before = *out;
    *out = (FirstWrong){.buffer = before.buffer,
                        .at = before.at,
                        .scalar = before.scalar,
                        .found = before.found,
                        .right = before.right,
                        .all = before.all,
                        .is_other_order = true};
    for (int i = 0; i < trace->value_count; ++i) {
        const TraceValue *value = &trace->values[i];
        if (value->is_term && indices[i] < 0 && !adds_nothing(value)) {
            tell_step(out, FIRST_WRONG_TERM, value);
            return true;
        }
        out->good += indices[i] >= 0;
    }
    for (int i = 0; i < right->count; ++i)
        if (right->values[i].is_term && !used[i] && right->values[i].term != 0) {
            tell_store(c, FIRST_WRONG_MISSING);
            tell_right_term(out, &right->values[i]);
            return true;
        }
    out->kind = FIRST_WRONG_ORDER;
    return true;
}

/* ---- the sum of another element ---- */

/* Row and column of a factor by where an origin lies; false if it is none of its elements. */
static bool factor_place(const Comparer *c, const Origin *origin, bool is_left, uint64_t *row,
                         uint64_t *col)
{
    const CheckResult *check = c->right->check;
    const Buffer *buffer = &c->launch->buffers[is_left ? check->left : check->right];
    uint64_t rows = (uint64_t)(is_left ? check->m : check->k);
    uint64_t cols = (uint64_t)(is_left ? check->k : check->n);
    uint64_t size = scalar_size_bytes(buffer->type);
    uint64_t start = values_start(c->launch, buffer);
    if (origin->kind != ORIGIN_GLOBAL || origin->at < start ||
        origin->at >= start + rows * cols * size)
        return false;
    uint64_t index = (origin->at - start) / size;
    bool is_transposed = is_left ? check->left_transposed : check->right_transposed;
    *row = is_transposed ? index % rows : index / cols;
    *col = is_transposed ? index / rows : index % cols;
    return true;
}

/* The thread that has stored it is, by its place in the grid, the one of that row and column: so
 * its loads went astray, not its store. */
static bool is_own_place(const Comparer *c, uint64_t row, uint64_t col)
{
    const Trace *trace = c->trace;
    Dim3 block = dim3_from_linear(trace->block, c->launch->grid);
    Dim3 thread = dim3_from_linear(trace->thread, c->launch->block);
    uint64_t x = (uint64_t)block.x * c->launch->block.x + thread.x;
    uint64_t y = (uint64_t)block.y * c->launch->block.y + thread.y;
    return (row == y && col == x) || (row == x && col == y);
}

/* What was stored is the whole right sum of another element of the product: the store went to the
 * wrong place, or the thread took another row and column than it stores to. */
static bool is_of_other_place(const Comparer *c, uint64_t *place)
{
    const CheckResult *check = c->right->check;
    uint64_t row, col, inner;
    Right other;
    FirstWrong ignored = {0};
    int first = 0;
    while (first < c->trace->value_count && !c->trace->values[first].is_term)
        ++first;
    if (!check || check->reference != REFERENCE_MATMUL || first == c->trace->value_count)
        return false;
    const Accumulated *told = &c->trace->values[first].told;
    const Origin *x = &told->x_from, *y = &told->y_from;
    bool is_known =
        (factor_place(c, x, true, &row, &inner) && factor_place(c, y, false, &inner, &col)) ||
        (factor_place(c, y, true, &row, &inner) && factor_place(c, x, false, &inner, &col));
    if (!is_known || !right_of_product(c->arena, c->launch, check, row, col, &other))
        return false;
    Comparer again = {c->arena, c->accumulators, c->launch, c->trace, &other, -1, &ignored};
    const Buffer *buffer = &c->launch->buffers[c->out->buffer];
    uint64_t skipped =
        (values_start(c->launch, buffer) - buffer->offset_bytes) / scalar_size_bytes(buffer->type);
    uint64_t stored = c->out->scalar - skipped;
    *place = skipped + row * (uint64_t)check->n + col;
    return !is_own_place(c, stored / (uint64_t)check->n, stored % (uint64_t)check->n) &&
           !compare_in_order(&again) && next_other(&other, again.at) >= other.count &&
           are_near(&other, c->trace->stored, other.final);
}

/* ---- what was stored before ---- */

/* Another store before has left the right value there. */
static bool was_right_before(const Comparer *c)
{
    Trace before;
    FirstWrong *out = c->out;
    if (c->trace->is_global ||
        !trace_element(c->arena, c->accumulators, c->launch, out->at, c->trace->type, c->trace,
                       &before) ||
        !before.has_writer || !are_near(c->right, before.stored, c->right->final))
        return false;
    out->other_block = before.block;
    out->other_thread = before.thread;
    return true;
}

/* ---- loads ---- */

static bool is_loaded(const Right *right, uint64_t at)
{
    for (int i = 0; i < right->load_count; ++i)
        if (right->loads[i].at == at)
            return true;
    return false;
}

/* The first load of what the right version never reads, not behind the step that is told. */
static void tell_load(const Comparer *c)
{
    FirstWrong *out = c->out;
    for (int i = 0; c->right->has_loads && i < c->trace->load_count; ++i) {
        const TraceLoad *load = &c->trace->loads[i];
        if (load->step > out->step || is_loaded(c->right, load->at))
            continue;
        out->kind = FIRST_WRONG_LOAD;
        out->block = c->trace->block;
        out->thread = c->trace->thread;
        out->pc = load->pc;
        out->step = load->step;
        out->loaded_at = load->at;
        return;
    }
}

/* ---- one element ---- */

static void compare(Comparer *c)
{
    FirstWrong *out = c->out;
    bool is_sum = terms_up_to(c->right, c->right->count) > 0;
    out->all = terms_up_to(c->right, c->right->count);
    if (!c->trace->has_source || c->trace->value_count == 0 ||
        (!is_sum &&
         are_near(c->right, c->trace->values[c->trace->value_count - 1].value, c->right->final))) {
        tell_store(c, FIRST_WRONG_STORE);
        tell_load(c);
        return;
    }
    if (!compare_in_order(c))
        tell_end(c);
    if (is_sum && c->trace->value_count > 1 && compare_reordered(c))
        return;
    if (out->kind == FIRST_WRONG_SET || out->kind == FIRST_WRONG_STORE)
        tell_load(c);
    if (out->good == 0 && was_right_before(c))
        tell_store(c, FIRST_WRONG_OVER);
    else if (out->kind == FIRST_WRONG_TERM && out->good == 0 && is_of_other_place(c, &out->place))
        tell_store(c, FIRST_WRONG_PLACE);
}

void wrong_compare(Arena *arena, const Accumulators *accumulators, const Launch *launch,
                   const Trace *trace, const Right *right, FirstWrong *out)
{
    Comparer comparer = {arena, accumulators, launch, trace, right, -1, out};
    compare(&comparer);
}
