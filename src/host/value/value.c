/* A HostValue carries two things through arithmetic besides its number: what it depends on (roots),
 * and the factors of a product. */
#include "host/value/value.h"

#include <math.h>

HostValue host_unknown(const Phrase *reason, uint64_t roots)
{
    return (HostValue){
        .kind = HOST_UNKNOWN, .reason = reason, .roots = roots, .var = -1, .component = -1};
}

static int64_t wrap_integer(int64_t value, ScalarType type)
{
    switch (type) {
    case SCALAR_BOOL: return value != 0;
    case SCALAR_I8: return (int8_t)value;
    case SCALAR_U8: return (uint8_t)value;
    case SCALAR_I16: return (int16_t)value;
    case SCALAR_U16: return (uint16_t)value;
    case SCALAR_I32: return (int32_t)value;
    case SCALAR_U32: return (uint32_t)value;
    default: return value;
    }
}

HostValue host_integer(int64_t value, ScalarType type)
{
    HostValue result = host_unknown(NULL, 0);
    result.kind = HOST_NUMBER;
    result.type = type;
    result.integer = wrap_integer(value, type);
    return result;
}

HostValue host_real(double value, ScalarType type)
{
    HostValue result = host_integer(0, type);
    result.real = type == SCALAR_F32 ? (double)(float)value : value;
    return result;
}

bool host_is_known(const HostValue *value)
{
    return value->kind == HOST_NUMBER;
}

HostNumber host_number(const HostValue *value)
{
    return (HostNumber){value->type, value->integer, value->real};
}

static double real_of(HostNumber number)
{
    if (scalar_is_float(number.type))
        return number.real;
    return number.type == SCALAR_U64 ? (double)(uint64_t)number.integer : (double)number.integer;
}

double host_double(const HostValue *value)
{
    return real_of(host_number(value));
}

bool host_is_true(const HostValue *value)
{
    return host_is_known(value) && host_double(value) != 0;
}

static bool fits_integer(double value, ScalarType type)
{
    return type == SCALAR_U64 ? value > -1 && value < 0x1p64 : value >= -0x1p63 && value < 0x1p63;
}

const Phrase *host_number_convert(HostNumber *number, ScalarType type)
{
    HostNumber from = *number;
    if (from.type == type)
        return NULL;
    number->type = type;
    if (scalar_is_float(type)) {
        double real = real_of(from);
        number->real = type == SCALAR_F32 ? (double)(float)real : real;
        number->integer = 0;
    } else if (!scalar_is_float(from.type)) {
        number->integer = wrap_integer(from.integer, type);
    } else if (type == SCALAR_BOOL) {
        number->integer = from.real != 0;
    } else if (!fits_integer(from.real, type)) {
        return PHRASE_LITERAL("a float too large for an integer");
    } else {
        number->integer = from.real < 0x1p63 ? wrap_integer((int64_t)from.real, type)
                                             : (int64_t)(uint64_t)from.real;
    }
    return NULL;
}

static void set_number(HostValue *value, HostNumber number)
{
    value->type = number.type;
    value->integer = number.integer;
    value->real = number.real;
}

HostValue host_convert(HostValue value, ScalarType type)
{
    if (value.kind != HOST_NUMBER || value.type == type)
        return value;
    HostNumber number = host_number(&value);
    const Phrase *reason = host_number_convert(&number, type);
    if (reason)
        return host_unknown(reason, value.roots);
    set_number(&value, number);
    return value;
}

HostValue host_null(void)
{
    HostValue value = host_unknown(PHRASE_LITERAL("a null pointer"), 0);
    value.kind = HOST_NULL;
    return value;
}

HostValue host_dim3(HostValue x, HostValue y, HostValue z)
{
    const HostValue parts[3] = {x, y, z};
    HostValue result = host_integer(0, SCALAR_U32);
    result.kind = HOST_DIM3;
    for (int i = 0; i < 3; ++i) {
        HostValue part = host_convert(parts[i], SCALAR_I64);
        if (!host_is_known(&part))
            return host_unknown(part.reason, x.roots | y.roots | z.roots);
        result.dim[i] = part.integer;
        result.roots |= part.roots;
    }
    return result;
}

/* dim3 from the list in its brackets. */
HostValue host_dim3_of(const HostValue *values, int count)
{
    HostValue one = host_integer(1, SCALAR_I32);
    if (count == 1 && values[0].kind == HOST_DIM3)
        return values[0];
    return host_dim3(count > 0 ? values[0] : one, count > 1 ? values[1] : one,
                     count > 2 ? values[2] : one);
}

/* A computed value is no variable any more. */
HostValue host_loose(HostValue value)
{
    value.var = -1;
    value.component = -1;
    if (value.is_element) {
        value.is_element = false;
        value.memory = 0;
    }
    return value;
}

int64_t host_element_bytes(const HostElement *element)
{
    int64_t bytes = element->size_bytes;
    for (int i = 0; i < element->inner_count; ++i)
        if (__builtin_mul_overflow(bytes, element->inner[i], &bytes) || bytes < 0)
            return 0;
    return bytes;
}

/* Joins the factors of a product; see HostValue. */
static void join_factors(HostValue *result, const HostValue *a, const HostValue *b)
{
    if (!a->factors || !b->factors) {
        const HostValue *from = a->factors ? a : b;
        result->factors = from->factors;
        result->rows = from->rows;
        result->columns = from->columns;
        return;
    }
    result->factors = 2;
    int64_t rows = a->factors == 2 ? a->rows : 1;
    bool over = __builtin_mul_overflow(rows, a->columns, &rows);
    over |= b->factors == 2 && __builtin_mul_overflow(rows, b->rows, &rows);
    result->rows = over ? 0 : rows;
    result->columns = b->columns;
}

static bool compare_reals(BinaryOperator op, double a, double b)
{
    switch (op) {
    case BINARY_EQ: return a == b;
    case BINARY_NE: return a != b;
    case BINARY_LT: return a < b;
    case BINARY_LE: return a <= b;
    case BINARY_GT: return a > b;
    default: return a >= b;
    }
}

static const Phrase *float_binary(BinaryOperator op, double a, double b, ScalarType type,
                                  HostNumber *out)
{
    double result = 0;
    if (binary_is_comparison(op)) {
        *out = (HostNumber){SCALAR_BOOL, compare_reals(op, a, b), 0};
        return NULL;
    }
    switch (op) {
    case BINARY_ADD: result = a + b; break;
    case BINARY_SUB: result = a - b; break;
    case BINARY_MUL: result = a * b; break;
    case BINARY_DIV: result = a / b; break;
    default: return PHRASE_LITERAL("an operation that floats do not have");
    }
    *out = (HostNumber){type, 0, type == SCALAR_F32 ? (double)(float)result : result};
    return NULL;
}

/* Of integers that were converted to their common type. */
static const Phrase *whole_binary(BinaryOperator op, int64_t a, int64_t b, ScalarType type,
                                  HostNumber *out)
{
    uint64_t result;
    if (!binary_whole(op, type == SCALAR_U64, (uint64_t)a, (uint64_t)b, &result))
        return PHRASE_LITERAL("a division by zero");
    type = binary_is_comparison(op) ? SCALAR_BOOL : type;
    *out = (HostNumber){type, wrap_integer((int64_t)result, type), 0};
    return NULL;
}

/* A shift has the type of its left operand alone. */
static const Phrase *shift_integer(BinaryOperator op, HostNumber a, HostNumber b, HostNumber *out)
{
    ScalarType type = a.type < SCALAR_I32 ? SCALAR_I32 : a.type;
    int64_t width = scalar_size_bytes(type) * 8;
    if (scalar_is_float(type) || scalar_is_float(b.type))
        return PHRASE_LITERAL("a shift of a float");
    if (b.integer < 0 || b.integer >= width)
        return PHRASE_LITERAL("a shift by more than the number of bits");
    return whole_binary(op, a.integer, b.integer, type, out);
}

const Phrase *host_number_binary(BinaryOperator op, HostNumber a, HostNumber b, HostNumber *out)
{
    if (op == BINARY_SHL || op == BINARY_SHR)
        return shift_integer(op, a, b, out);
    ScalarType type = a.type > b.type ? a.type : b.type;
    type = type < SCALAR_I32 ? SCALAR_I32 : type;
    const Phrase *reason = host_number_convert(&a, type);
    if (!reason)
        reason = host_number_convert(&b, type);
    if (reason)
        return reason;
    return scalar_is_float(type) ? float_binary(op, a.real, b.real, type, out)
                                 : whole_binary(op, a.integer, b.integer, type, out);
}

/* && and || may be decided by one side. */
static HostValue logical_value(BinaryOperator op, const HostValue *a, const HostValue *b)
{
    bool decides = op == BINARY_OR;
    const HostValue *sides[] = {a, b};
    for (int i = 0; i < 2; ++i)
        if (host_is_known(sides[i]) && host_is_true(sides[i]) == decides)
            return host_integer(decides, SCALAR_BOOL);
    if (!host_is_known(a) || !host_is_known(b))
        return host_unknown(host_is_known(a) ? b->reason : a->reason, 0);
    return host_integer(!decides, SCALAR_BOOL);
}

HostValue host_pointer_as(HostValue value, HostElement element)
{
    int64_t before = host_element_bytes(&value.element), after = host_element_bytes(&element);
    int64_t at = 0;
    bool is_moved = value.kind == HOST_DEVICE && value.offset && before > 0 && after > 0;
    if (is_moved && (__builtin_mul_overflow(value.offset, before, &at) || at % after))
        return value;
    if (is_moved)
        value.offset = at / after;
    value.element = element;
    return value;
}

/* Device pointer plus or minus a number of elements. */
static HostValue move_pointer(BinaryOperator op, HostValue pointer, const HostValue *by)
{
    pointer.var = -1;
    uint64_t offset = (uint64_t)pointer.offset, step = (uint64_t)by->integer;
    pointer.offset = (int64_t)(op == BINARY_ADD ? offset + step : offset - step);
    return pointer;
}

/* Host pointer plus or minus a number of elements. */
static bool move_memory(BinaryOperator op, const HostValue *pointer, const HostValue *by,
                        HostValue *out)
{
    int64_t step;
    bool is_pointer = pointer->memory && !pointer->is_element &&
                      (pointer->kind == HOST_UNKNOWN || pointer->kind == HOST_ARRAY);
    if (!is_pointer || !host_is_known(by) || scalar_is_float(by->type) ||
        (op != BINARY_ADD && op != BINARY_SUB) ||
        __builtin_mul_overflow(by->integer, host_element_bytes(&pointer->element), &step))
        return false;
    *out = host_unknown(pointer->reason, 0);
    out->memory = pointer->memory;
    out->element = pointer->element;
    return !(op == BINARY_ADD ? __builtin_add_overflow(pointer->memory_at, step, &out->memory_at)
                              : __builtin_sub_overflow(pointer->memory_at, step, &out->memory_at));
}

static HostValue number_binary(BinaryOperator op, const HostValue *a, const HostValue *b)
{
    HostNumber number;
    const Phrase *reason = host_number_binary(op, host_number(a), host_number(b), &number);
    if (reason)
        return host_unknown(reason, 0);
    HostValue result = host_integer(0, number.type);
    set_number(&result, number);
    if (op == BINARY_MUL && !scalar_is_float(number.type))
        join_factors(&result, a, b);
    return result;
}

HostValue host_binary(BinaryOperator op, HostValue a, HostValue b)
{
    HostValue result;
    if (op <= BINARY_AND)
        result = logical_value(op, &a, &b);
    else if (a.kind == HOST_DEVICE && host_is_known(&b) && (op == BINARY_ADD || op == BINARY_SUB))
        return move_pointer(op, a, &b);
    else if (b.kind == HOST_DEVICE && host_is_known(&a) && op == BINARY_ADD)
        return move_pointer(op, b, &a);
    else if (move_memory(op, &a, &b, &result) ||
             (op == BINARY_ADD && move_memory(op, &b, &a, &result)))
        return result;
    else if (!host_is_known(&a) || !host_is_known(&b))
        result = host_unknown(host_is_known(&a) ? b.reason : a.reason, 0);
    else
        result = number_binary(op, &a, &b);
    if (op == BINARY_ADD || op == BINARY_SUB || op == BINARY_DIV || op == BINARY_REM)
        if (host_is_known(&result) && (a.factors || b.factors) && !scalar_is_float(result.type)) {
            result.factors = 1;
            result.columns = result.integer;
        }
    result.roots = a.roots | b.roots;
    return result;
}

HostValue host_negate(HostValue value)
{
    HostValue zero = host_integer(0, SCALAR_I32);
    if (host_is_known(&value) && scalar_is_float(value.type)) {
        value.real = -value.real;
        value.var = -1;
        return value;
    }
    return host_binary(BINARY_SUB, zero, value);
}

HostValue host_complement(HostValue value)
{
    return host_binary(BINARY_BIT_XOR, value, host_integer(-1, SCALAR_I32));
}
