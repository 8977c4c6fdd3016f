/* Library calls that make arrays of the host or write whole pieces of them. A call that nothing
 * here knows may write through every pointer that it is given. A loop whose body is array[i] =
 * expression is such a call, too: the expression is read once, as steps on a stack, since loops
 * like this one are most of what reading host code takes. */
#include "host/run/eval.h"

#include <string.h>

static HostValue pointer_to(int memory)
{
    HostValue value = host_unknown(NULL, 0);
    value.memory = memory;
    return value;
}

/* Bytes from one iterator of an array to another. */
static HostValue bytes_between(const HostValue *from, const HostValue *to)
{
    bool is_device = from->kind == HOST_DEVICE && to->kind == HOST_DEVICE;
    int64_t bytes;
    bool over;
    if (is_device && from->object == to->object)
        over = __builtin_sub_overflow(to->offset, from->offset, &bytes) ||
               __builtin_mul_overflow(bytes, host_element_bytes(&from->element), &bytes);
    else if (from->memory && from->memory == to->memory)
        over = __builtin_sub_overflow(to->memory_at, from->memory_at, &bytes);
    else
        return host_unknown(NULL, 0);
    return over ? host_unknown(NULL, 0) : host_integer(bytes, SCALAR_I64);
}

/* Writes first, first + step, first + 2 * step, ... to the elements behind a pointer. */
static void write_series(HostScan *scan, const HostValue *to, const HostValue *bytes,
                         HostValue first, int step)
{
    int64_t size = host_element_bytes(&to->element);
    bool is_good = host_is_known(bytes) && size > 0 && bytes->integer >= 0 &&
                   bytes->integer / size <= scan->stores_left;
    if (!is_good) {
        host_memory_spoil(scan, to);
        return;
    }
    for (int64_t i = 0; i < bytes->integer / size; ++i) {
        HostValue place = host_memory_index(scan, *to, i);
        host_memory_store(scan, &place, &first);
        if (step)
            first = host_binary(BINARY_ADD, first, host_integer(step, SCALAR_I32));
    }
}

void host_fill_repeat(HostScan *scan, const HostValue *to, const HostValue *bytes,
                      const HostValue *value)
{
    write_series(scan, to, bytes, *value, 0);
}

static HostValue times_element(HostValue count, const HostValue *pointer)
{
    return host_binary(BINARY_MUL, count,
                       host_integer(host_element_bytes(&pointer->element), SCALAR_I64));
}

static bool allocates(HostScan *scan, const Token *name, const HostValue *a, int count,
                      HostValue *result)
{
    if (token_is(name, "malloc") && count == 1)
        *result = pointer_to(host_memory_new(scan, &a[0], false));
    else if (token_is(name, "calloc") && count == 2) {
        HostValue bytes = host_binary(BINARY_MUL, a[0], a[1]);
        *result = pointer_to(host_memory_new(scan, &bytes, true));
    } else
        return false;
    return true;
}

bool host_fill_call(HostScan *scan, const Token *name, const HostValue *a, int count,
                    HostValue *result)
{
    if (allocates(scan, name, a, count, result))
        return true;
    bool is_place = count > 0 && (a[0].memory || a[0].kind == HOST_DEVICE);
    if (!is_place)
        return false;
    HostValue bytes = count == 3 ? bytes_between(&a[0], &a[1]) : host_unknown(NULL, 0);
    if (token_is(name, "memset") && count == 3)
        host_memory_set(scan, &a[0], &a[1], &a[2]);
    else if (token_is(name, "memcpy") && count == 3)
        host_memory_copy(scan, &a[0], &a[1], &a[2]);
    else if (token_is(name, "iota") && count == 3)
        write_series(scan, &a[0], &bytes, a[2], 1);
    else if (token_is(name, "sequence") && count == 2) {
        bytes = bytes_between(&a[0], &a[1]);
        write_series(scan, &a[0], &bytes, host_integer(0, SCALAR_I32), 1);
    } else if (token_is(name, "fill") && count == 3)
        write_series(scan, &a[0], &bytes, a[2], 0);
    else if (token_is(name, "fill_n") && count == 3) {
        bytes = times_element(a[1], &a[0]);
        write_series(scan, &a[0], &bytes, a[2], 0);
    } else if (token_is(name, "copy") && count == 3)
        host_memory_copy(scan, &a[2], &a[0], &bytes);
    else
        return false;
    host_history_doubt(scan, &a[0]);
    host_history_doubt(scan, &a[count - 1]);
    return true;
}

/* A number whose address is handed over is there to be set: by fscanf, or by what loads an
 * image. */
static void doubt_number(HostScan *scan, const Token *name, const HostValue *address)
{
    if (address->kind == HOST_ADDRESS)
        host_var_doubt(scan, address->object, 0,
                       arena_printf(scan->arena, "%.*s(...)", (int)name->length, name->text));
}

/* What was given back may be another buffer behind the call. */
static void doubt_freed(HostScan *scan, const HostValue *argument)
{
    bool is_address = argument->kind == HOST_ADDRESS && argument->object < scan->var_count;
    HostValue *held = is_address ? &scan->vars[argument->object].value : NULL;
    if (held && held->kind == HOST_DEVICE && scan->allocations[held->object].is_freed)
        *held = host_unknown(NULL, 0);
    if (argument->kind == HOST_DEVICE)
        scan->allocations[argument->object].is_freed = false;
}

void host_fill_unknown_call(HostScan *scan, const Token *name, const HostValue *arguments,
                            int count)
{
    static const char *const readers[] = {
        "printf", "fprintf", "free", "cudaFree", "cudaFreeHost", "cudaHostUnregister",
        "puts",   "assert",  "move", NULL};
    if (token_is_any(name, readers))
        return;
    for (int i = 0; i < count; ++i) {
        host_memory_spoil(scan, &arguments[i]);
        doubt_number(scan, name, &arguments[i]);
        doubt_freed(scan, &arguments[i]);
    }
}

/* ---- loops ---- */

/* A step puts a number on the stack, or replaces what lies on its top. */
typedef struct FillStep {
    enum { FILL_NUMBER, FILL_INDEX, FILL_CONVERT, FILL_BINARY } kind;
    BinaryOperator op;
    ScalarType type;
    HostNumber number;
} FillStep;

enum { FILL_STEPS = 24 };

typedef struct FillCode {
    const Token *index; /* the loop's variable */
    FillStep steps[FILL_STEPS];
    int count;
} FillCode;

static bool add_step(FillCode *code, FillStep step)
{
    if (code->count == FILL_STEPS)
        return false;
    code->steps[code->count++] = step;
    return true;
}

static bool read_operators(HostScan *scan, FillCode *code, int *at, int end, int lowest);

/* A literal, the loop's variable, or one that has a number and keeps it. */
static bool read_leaf(HostScan *scan, FillCode *code, int *at)
{
    const Token *token = &scan->tokens[*at];
    FillStep step = {.kind = FILL_NUMBER};
    Number number;
    ++*at;
    if (token_is_same(token, code->index)) {
        step.kind = FILL_INDEX;
    } else if (token->kind == TOKEN_NAME) {
        int var = host_var_find(scan, token->text, token->length);
        if (var < 0 || !host_is_known(&scan->vars[var].value))
            return false;
        HostValue value = host_var_read(scan, var);
        step.number = host_number(&value);
    } else if (token->kind == TOKEN_NUMBER && token_number(token, &number)) {
        ScalarType whole = number.is_64_bit ? SCALAR_I64 : SCALAR_I32;
        HostValue value = number.is_float
                              ? host_real(number.real, number.is_single ? SCALAR_F32 : SCALAR_F64)
                              : host_integer((int64_t)number.integer, whole + number.is_unsigned);
        step.number = host_number(&value);
    } else {
        return false;
    }
    return add_step(code, step);
}

static bool read_operand(HostScan *scan, FillCode *code, int *at, int end)
{
    HostType type;
    int open = *at, close = host_is_at(scan, open, "(") ? scan->match[open] : -1;
    if (open >= end || close >= end)
        return false;
    if (close < 0)
        return read_leaf(scan, code, at);
    if (host_is_cast(scan, open, &type)) {
        *at = close + 1;
        return type.is_scalar && !type.pointers && read_operand(scan, code, at, end) &&
               add_step(code, (FillStep){.kind = FILL_CONVERT, .type = type.scalar});
    }
    *at = open + 1;
    bool is_good = read_operators(scan, code, at, close, 1) && *at == close;
    *at = close + 1;
    return is_good;
}

static bool read_operators(HostScan *scan, FillCode *code, int *at, int end, int lowest)
{
    BinaryOperator op;
    if (scan->depth >= HOST_DEPTH_LIMIT)
        return false;
    scan->depth++;
    bool is_good = read_operand(scan, code, at, end);
    while (is_good && *at < end) {
        bool is_shift = *at + 1 < end && token_is_shift_right(&scan->tokens[*at]);
        if (!binary_find(&scan->tokens[*at], is_shift, &op) || op <= BINARY_AND ||
            binary_precedence(op) < lowest)
            break;
        *at += 1 + is_shift;
        is_good = read_operators(scan, code, at, end, binary_precedence(op) + 1) &&
                  add_step(code, (FillStep){.kind = FILL_BINARY, .op = op});
    }
    scan->depth--;
    return is_good;
}

static bool read_all(HostScan *scan, FillCode *code, int at, int end)
{
    return read_operators(scan, code, &at, end, 1) && at == end;
}

/* False if it is not known, as after a division by zero. */
static bool number_at(const FillCode *code, HostNumber index, HostNumber *out)
{
    HostNumber stack[FILL_STEPS];
    const Phrase *reason = NULL;
    int top = -1;
    for (int i = 0; i < code->count && !reason; ++i) {
        const FillStep *step = &code->steps[i];
        if (step->kind == FILL_NUMBER) {
            stack[++top] = step->number;
        } else if (step->kind == FILL_INDEX) {
            stack[++top] = index;
        } else if (step->kind == FILL_CONVERT) {
            reason = host_number_convert(&stack[top], step->type);
        } else {
            top--;
            reason = host_number_binary(step->op, stack[top], stack[top + 1], &stack[top]);
        }
    }
    *out = stack[0];
    return !reason;
}

/* The array of scalars called so, if its elements are in memory alone. */
static bool array_called(HostScan *scan, const Token *name, HostValue *out)
{
    int var = name->kind == TOKEN_NAME ? host_var_find(scan, name->text, name->length) : -1;
    if (var < 0)
        return false;
    const char *first = arena_printf(scan->arena, "%s[0]", scan->vars[var].name);
    *out = host_var_read(scan, var);
    return out->memory && !out->is_element && out->kind != HOST_DEVICE && out->element.is_scalar &&
           !out->element.inner_count && host_var_find(scan, first, (uint32_t)strlen(first)) < 0;
}

/* array[index] = value; */
typedef struct Assignment {
    HostValue array;
    FillCode index, value;
} Assignment;

/* Reads the assignment at *at and moves behind its semicolon. */
static bool read_assignment(HostScan *scan, int name, int *at, int end, Assignment *out)
{
    int close = host_is_at(scan, *at + 1, "[") ? scan->match[*at + 1] : -1;
    int semicolon = host_find(scan, *at, end, ";"), begin = *at;
    out->index = out->value = (FillCode){.index = &scan->tokens[name]};
    *at = semicolon + 1;
    return close > 0 && semicolon < end && host_is_at(scan, close + 1, "=") &&
           array_called(scan, &scan->tokens[begin], &out->array) &&
           read_all(scan, &out->index, begin + 2, close) &&
           read_all(scan, &out->value, close + 2, semicolon);
}

static bool assign(HostScan *scan, const Assignment *assignment, HostNumber index)
{
    HostNumber at, number;
    if (!number_at(&assignment->index, index, &at))
        return false;
    bool is_known = number_at(&assignment->value, index, &number);
    host_memory_put(scan, &assignment->array, at.integer, is_known ? &number : NULL);
    return true;
}

static bool fill_arrays(HostScan *scan, int name, HostNumber from, int64_t to, int body,
                        int body_end)
{
    enum { ASSIGNMENTS = 4 };
    Assignment assignments[ASSIGNMENTS];
    int count = 0;
    bool is_block = host_is_at(scan, body, "{") && host_is_at(scan, body_end - 1, "}");
    for (int at = body + is_block; at < body_end - is_block; ++count)
        if (scan->dead || count == ASSIGNMENTS ||
            !read_assignment(scan, name, &at, body_end - is_block, &assignments[count]))
            return false;
    for (; from.integer < to && scan->stores_left > 0; ++from.integer)
        for (int i = 0; i < count; ++i)
            if (!assign(scan, &assignments[i], from))
                return false;
    return count && from.integer >= to;
}

/* Does the body do nothing but write elements, as far as its tokens tell: every pass is run, and no
 * function that is a value is called? */
static bool only_fills(HostScan *scan, const HostLoop *loop)
{
    static const char *const ends[] = {"break", "return", "goto", "throw", "exit", NULL};
    bool writes = false;
    for (int at = loop->body; at < loop->body_end; ++at) {
        const Token *token = &scan->tokens[at];
        bool is_name = token->kind == TOKEN_NAME;
        writes |= host_is_at(scan, at, "]") && host_is_at(scan, at + 1, "=");
        if (is_name && token_is_any(token, ends))
            return false;
        int var = is_name && host_is_at(scan, at + 1, "(")
                      ? host_var_find(scan, token->text, token->length)
                      : -1;
        if (var >= 0 && scan->vars[var].value.kind == HOST_FUNCTION)
            return false;
    }
    return writes;
}

bool host_fill_loop(HostScan *scan, const HostLoop *loop)
{
    HostCount count;
    if (!host_loop_count(scan, loop, &count) || !only_fills(scan, loop))
        return false;
    if (count.to - count.from.integer > scan->stores_left + HOST_LOOP_PASSES) {
        host_memory_spoil_named(scan, loop->body, loop->body_end, true);
        return true;
    }
    int var = count.from.var;
    if (var < 0 || !fill_arrays(scan, count.name, host_number(&count.from), count.to, loop->body,
                                loop->body_end))
        return false;
    HostValue end = host_convert(host_integer(count.to, SCALAR_I64), count.from.type);
    if (count.to > count.from.integer)
        host_assign(scan, var, -1, end, NULL);
    return true;
}
