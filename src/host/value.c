/* A HostValue carries two things through arithmetic besides its number: what it depends on (roots),
 * and the factors of a product. */
#include "host/value.h"

#include <math.h>

HostValue host_unknown(const char *reason, uint64_t roots)
{
    return (HostValue){
        .kind = HOST_UNKNOWN, .reason = reason, .roots = roots, .place = -1, .component = -1};
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

double host_double(const HostValue *value)
{
    if (scalar_is_float(value->type))
        return value->real;
    return value->type == SCALAR_U64 ? (double)(uint64_t)value->integer : (double)value->integer;
}

bool host_is_true(const HostValue *value)
{
    return host_is_known(value) && host_double(value) != 0;
}

static bool fits_integer(double value, ScalarType type)
{
    return type == SCALAR_U64 ? value > -1 && value < 0x1p64 : value >= -0x1p63 && value < 0x1p63;
}

HostValue host_convert(HostValue value, ScalarType type)
{
    if (value.kind != HOST_NUMBER || value.type == type)
        return value;
    HostValue result = value;
    result.type = type;
    if (scalar_is_float(type)) {
        double real = host_double(&value);
        result.real = type == SCALAR_F32 ? (double)(float)real : real;
        result.integer = 0;
    } else if (scalar_is_float(value.type)) {
        if (type == SCALAR_BOOL)
            result.integer = value.real != 0;
        else if (!fits_integer(value.real, type))
            return host_unknown("a float too large for an integer", value.roots);
        else
            result.integer = value.real < 0x1p63 ? wrap_integer((int64_t)value.real, type)
                                                 : (int64_t)(uint64_t)value.real;
    } else {
        result.integer = wrap_integer(value.integer, type);
    }
    return result;
}

HostValue host_null(void)
{
    HostValue value = host_unknown("a null pointer", 0);
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
    value.place = -1;
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

static ScalarType common_type(const HostValue *a, const HostValue *b)
{
    ScalarType type = a->type > b->type ? a->type : b->type;
    return type < SCALAR_I32 ? SCALAR_I32 : type;
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

static HostValue compare_numbers(HostOperator op, const HostValue *a, const HostValue *b,
                                 ScalarType type)
{
    bool less, equal;
    if (scalar_is_float(type)) {
        less = a->real < b->real;
        equal = a->real == b->real;
    } else {
        less = type == SCALAR_U64 ? (uint64_t)a->integer < (uint64_t)b->integer
                                  : a->integer < b->integer;
        equal = a->integer == b->integer;
    }
    bool value = op == HOST_EQ   ? equal
                 : op == HOST_NE ? !equal
                 : op == HOST_LT ? less
                 : op == HOST_LE ? less || equal
                 : op == HOST_GT ? !less && !equal
                                 : !less;
    return host_integer(value, SCALAR_BOOL);
}

static HostValue float_binary(HostOperator op, double a, double b, ScalarType type)
{
    switch (op) {
    case HOST_ADD: return host_real(a + b, type);
    case HOST_SUB: return host_real(a - b, type);
    case HOST_MUL: return host_real(a * b, type);
    case HOST_DIV: return host_real(a / b, type);
    default: return host_unknown("an operation that floats do not have", 0);
    }
}

static HostValue divide_integers(HostOperator op, int64_t a, int64_t b, ScalarType type)
{
    if (b == 0)
        return host_unknown("a division by zero", 0);
    if (type == SCALAR_U64) {
        uint64_t x = (uint64_t)a, y = (uint64_t)b;
        return host_integer((int64_t)(op == HOST_DIV ? x / y : x % y), type);
    }
    if (b == -1)
        return host_integer(op == HOST_DIV ? (int64_t)(0 - (uint64_t)a) : 0, type);
    return host_integer(op == HOST_DIV ? a / b : a % b, type);
}

static HostValue shift_integer(HostOperator op, int64_t a, int64_t count, ScalarType type)
{
    int64_t width = scalar_size_bytes(type) * 8;
    if (count < 0 || count >= width)
        return host_unknown("a shift by more than the number of bits", 0);
    if (op == HOST_SHL)
        return host_integer((int64_t)((uint64_t)a << count), type);
    if (type == SCALAR_U64)
        return host_integer((int64_t)((uint64_t)a >> count), type);
    return host_integer(a >> count, type);
}

static HostValue integer_binary(HostOperator op, int64_t a, int64_t b, ScalarType type)
{
    uint64_t x = (uint64_t)a, y = (uint64_t)b;
    switch (op) {
    case HOST_BIT_OR: return host_integer(a | b, type);
    case HOST_BIT_XOR: return host_integer(a ^ b, type);
    case HOST_BIT_AND: return host_integer(a & b, type);
    case HOST_ADD: return host_integer((int64_t)(x + y), type);
    case HOST_SUB: return host_integer((int64_t)(x - y), type);
    case HOST_MUL: return host_integer((int64_t)(x * y), type);
    default: return divide_integers(op, a, b, type);
    }
}

/* && and || may be decided by one side. */
static HostValue logical_value(HostOperator op, const HostValue *a, const HostValue *b)
{
    bool decides = op == HOST_OR;
    const HostValue *sides[] = {a, b};
    for (int i = 0; i < 2; ++i)
        if (host_is_known(sides[i]) && host_is_true(sides[i]) == decides)
            return host_integer(decides, SCALAR_BOOL);
    if (!host_is_known(a) || !host_is_known(b))
        return host_unknown(host_is_known(a) ? b->reason : a->reason, 0);
    return host_integer(!decides, SCALAR_BOOL);
}

/* Device pointer plus or minus a number of elements. */
static HostValue move_pointer(HostOperator op, HostValue pointer, const HostValue *by)
{
    pointer.place = -1;
    uint64_t offset = (uint64_t)pointer.offset, step = (uint64_t)by->integer;
    pointer.offset = (int64_t)(op == HOST_ADD ? offset + step : offset - step);
    return pointer;
}

/* Host pointer plus or minus a number of elements. */
static bool move_memory(HostOperator op, const HostValue *pointer, const HostValue *by,
                        HostValue *out)
{
    int64_t step;
    bool is_pointer = pointer->memory && !pointer->is_element &&
                      (pointer->kind == HOST_UNKNOWN || pointer->kind == HOST_ARRAY);
    if (!is_pointer || !host_is_known(by) || scalar_is_float(by->type) ||
        (op != HOST_ADD && op != HOST_SUB) ||
        __builtin_mul_overflow(by->integer, host_element_bytes(&pointer->element), &step))
        return false;
    *out = host_unknown(pointer->reason, 0);
    out->memory = pointer->memory;
    out->element = pointer->element;
    return !(op == HOST_ADD ? __builtin_add_overflow(pointer->memory_at, step, &out->memory_at)
                            : __builtin_sub_overflow(pointer->memory_at, step, &out->memory_at));
}

static HostValue number_binary(HostOperator op, HostValue a, HostValue b)
{
    if (op == HOST_SHL || op == HOST_SHR) {
        ScalarType type = a.type < SCALAR_I32 ? SCALAR_I32 : a.type;
        if (scalar_is_float(type) || scalar_is_float(b.type))
            return host_unknown("a shift of a float", 0);
        return shift_integer(op, a.integer, b.integer, type);
    }
    ScalarType type = common_type(&a, &b);
    HostValue x = host_convert(a, type), y = host_convert(b, type);
    if (op >= HOST_EQ && op <= HOST_GE)
        return compare_numbers(op, &x, &y, type);
    if (scalar_is_float(type))
        return float_binary(op, x.real, y.real, type);
    HostValue result = integer_binary(op, x.integer, y.integer, type);
    if (op == HOST_MUL)
        join_factors(&result, &a, &b);
    return result;
}

HostValue host_binary(HostOperator op, HostValue a, HostValue b)
{
    HostValue result;
    if (op <= HOST_AND)
        result = logical_value(op, &a, &b);
    else if (a.kind == HOST_DEVICE && host_is_known(&b) && (op == HOST_ADD || op == HOST_SUB))
        return move_pointer(op, a, &b);
    else if (b.kind == HOST_DEVICE && host_is_known(&a) && op == HOST_ADD)
        return move_pointer(op, b, &a);
    else if (move_memory(op, &a, &b, &result) ||
             (op == HOST_ADD && move_memory(op, &b, &a, &result)))
        return result;
    else if (!host_is_known(&a) || !host_is_known(&b))
        result = host_unknown(host_is_known(&a) ? b.reason : a.reason, 0);
    else
        result = number_binary(op, a, b);
    if (op == HOST_ADD || op == HOST_SUB || op == HOST_DIV || op == HOST_REM)
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
        value.place = -1;
        return value;
    }
    return host_binary(HOST_SUB, zero, value);
}

HostValue host_complement(HostValue value)
{
    return host_binary(HOST_BIT_XOR, value, host_integer(-1, SCALAR_I32));
}
