/* Random expressions with their types. The types are followed by rules of their own here, written
 * for this and not taken from the compiler, since they decide what must be kept in range. */
#include "generate.h"
#include "kernel.h"

enum { CHANCE_LEAF = 4 };

uint32_t pick(Generator *g, uint32_t below)
{
    return trust_random(&g->state, below);
}

const char *type_word(ScalarType type)
{
    static const char *const words[SCALAR_COUNT] = {
        "bool",  "schar",  "uchar", "short",    "ushort", "int",   "uint",
        "llong", "ullong", "half",  "bfloat16", "float",  "double"};
    return words[type];
}

ScalarType pick_type(Generator *g)
{
    static const ScalarType types[] = {SCALAR_BOOL, SCALAR_I8,  SCALAR_U8,  SCALAR_I16, SCALAR_U16,
                                       SCALAR_I32,  SCALAR_I32, SCALAR_I32, SCALAR_U32, SCALAR_U32,
                                       SCALAR_I64,  SCALAR_U64, SCALAR_F32, SCALAR_F32, SCALAR_F64};
    return types[pick(g, sizeof types / sizeof *types)];
}

static ScalarType promote(ScalarType type)
{
    return type < SCALAR_I32 ? SCALAR_I32 : type;
}

static bool is_wide(ScalarType type)
{
    return type == SCALAR_I64 || type == SCALAR_U64;
}

/* The order of ScalarType is that of C's ranks, and every unsigned type stands after its signed
 * one; so of two promoted types the later is the common one. */
static ScalarType common(ScalarType a, ScalarType b)
{
    return a > b ? a : b;
}

static Expression made(Generator *g, ScalarType type, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    Expression e = {arena_vprintf(g->arena, format, args), promote(type)};
    va_end(args);
    return e;
}

/* ---- leaves ---- */

static Expression literal(Generator *g)
{
    static const struct {
        const char *text;
        ScalarType type;
    } rows[] = {{"0", SCALAR_I32},
                {"1", SCALAR_I32},
                {"2", SCALAR_I32},
                {"-1", SCALAR_I32},
                {"7", SCALAR_I32},
                {"100", SCALAR_I32},
                {"255", SCALAR_I32},
                {"0x7fff", SCALAR_I32},
                {"65536", SCALAR_I32},
                {"2147483647", SCALAR_I32},
                {"-2147483648", SCALAR_I64},
                {"0x80000000", SCALAR_U32},
                {"0xffffffff", SCALAR_U32},
                {"4294967295", SCALAR_I64},
                {"4294967296", SCALAR_I64},
                {"3u", SCALAR_U32},
                {"12345678901ll", SCALAR_I64},
                {"5ull", SCALAR_U64},
                {"0xffffffffffffffff", SCALAR_U64},
                {"017", SCALAR_I32},
                {"'A'", SCALAR_I32},
                {"'\\n'", SCALAR_I32},
                {"true", SCALAR_I32},
                {"false", SCALAR_I32},
                {"sizeof(double)", SCALAR_U64},
                {"0.5f", SCALAR_F32},
                {"1.0f", SCALAR_F32},
                {"-3.f", SCALAR_F32},
                {"1e30f", SCALAR_F32},
                {"1e-40f", SCALAR_F32},
                {"16777217.0f", SCALAR_F32},
                {"0.1", SCALAR_F64},
                {"2.0", SCALAR_F64},
                {".25", SCALAR_F64},
                {"-0.0", SCALAR_F64},
                {"1e300", SCALAR_F64},
                {"0x1p-3f", SCALAR_F32}};
    uint32_t row = pick(g, sizeof rows / sizeof *rows);
    bool negative = rows[row].text[0] == '-';
    return made(g, rows[row].type, negative ? "(%s)" : "%s", rows[row].text);
}

static bool is_readable(const Generator *g, const Place *place)
{
    return !place->is_hidden && place->object != g->reserved;
}

/* A readable place, or NULL. */
static const Place *pick_place(Generator *g)
{
    for (int tries = 0; tries < 10 && g->place_count; ++tries) {
        const Place *place = &g->places[pick(g, (uint32_t)g->place_count)];
        if (is_readable(g, place))
            return place;
    }
    return NULL;
}

static const char *place_text(Generator *g, const Place *place, int depth)
{
    if (!place->length)
        return place->text;
    if (pick(g, 2) || depth <= 0)
        return arena_printf(g->arena, "%s[%u]", place->text, pick(g, (uint32_t)place->length));
    return arena_printf(g->arena, "%s[%s & %d]", place->text, generate_integer(g, depth - 1).text,
                        place->length - 1);
}

/* A byte of an integer variable. */
static Expression byte_of(Generator *g, const Place *place)
{
    return made(g, SCALAR_U8, "((const uchar *)&%s)[%u]", place->text,
                pick(g, scalar_size_bytes(place->type)));
}

static Expression leaf(Generator *g, int depth)
{
    const Place *place = pick(g, CHANCE_LEAF) ? pick_place(g) : NULL;
    if (!place)
        return literal(g);
    if (pick(g, 30) == 0 && !place->length && !scalar_is_float(place->type))
        return byte_of(g, place);
    return made(g, place->type, "%s", place_text(g, place, depth));
}

/* ---- operators ---- */

static Expression arithmetic(Generator *g, int depth)
{
    Expression a = generate_expression(g, depth), b = generate_expression(g, depth);
    return made(g, common(a.type, b.type), "(%s %c %s)", a.text, "+-*"[pick(g, 3)], b.text);
}

/* Not 0, 1 or -1 whatever b is: gcc makes -(a / 1) into a / -1, which traps for the least a. */
static const char *divisor(Generator *g, Expression b)
{
    switch (pick(g, 4)) {
    case 0: return arena_printf(g->arena, "((%s & 15) + 2)", b.text);
    case 1: return arena_printf(g->arena, "((%s & 0xffff) | 2)", b.text);
    case 2: return arena_printf(g->arena, "(-(%s & 7) - 2)", b.text);
    default: return arena_printf(g->arena, "%u", 2 + pick(g, 40));
    }
}

static Expression division(Generator *g, int depth)
{
    Expression a = generate_expression(g, depth), b = generate_expression(g, depth);
    if (scalar_is_float(a.type) || scalar_is_float(b.type))
        return made(g, common(a.type, b.type), "(%s / %s)", a.text, b.text);
    b = (Expression){divisor(g, b), b.type};
    if (b.text[0] != '(')
        b.type = SCALAR_I32;
    return made(g, common(a.type, b.type), "(%s %c %s)", a.text, "/%"[pick(g, 2)], b.text);
}

static Expression bits(Generator *g, int depth)
{
    Expression a = generate_integer(g, depth), b = generate_integer(g, depth);
    return made(g, common(a.type, b.type), "(%s %c %s)", a.text, "&|^"[pick(g, 3)], b.text);
}

static Expression shift(Generator *g, int depth)
{
    Expression a = generate_integer(g, depth), b = generate_integer(g, depth);
    return made(g, a.type, "(%s %s (%s & %d))", a.text, pick(g, 2) ? "<<" : ">>", b.text,
                is_wide(a.type) ? 63 : 31);
}

static Expression comparison(Generator *g, int depth)
{
    static const char *const operators[] = {"<", "<=", ">", ">=", "==", "!="};
    Expression a = generate_expression(g, depth), b = generate_expression(g, depth);
    return made(g, SCALAR_I32, "(%s %s %s)", a.text, operators[pick(g, 6)], b.text);
}

static Expression logical(Generator *g, int depth)
{
    Expression a = generate_expression(g, depth), b = generate_expression(g, depth);
    return made(g, SCALAR_I32, "(%s %s %s)", a.text, pick(g, 2) ? "&&" : "||", b.text);
}

static Expression unary(Generator *g, int depth)
{
    Expression a = pick(g, 2) ? generate_integer(g, depth) : generate_expression(g, depth);
    char op = "-+!~"[pick(g, scalar_is_float(a.type) ? 3 : 4)];
    return made(g, op == '!' ? SCALAR_I32 : a.type, "(%c%s)", op, a.text);
}

static Expression conditional(Generator *g, int depth)
{
    Expression a = generate_expression(g, depth), b = generate_expression(g, depth);
    Expression c = generate_expression(g, depth);
    return made(g, common(b.type, c.type), "(%s ? %s : %s)", a.text, b.text, c.text);
}

static Expression cast(Generator *g, int depth)
{
    ScalarType type = pick_type(g);
    const char *value = generate_value(g, depth, type), *word = type_word(type);
    switch (pick(g, 3)) {
    case 0: return made(g, type, "((%s)%s)", word, value);
    case 1: return made(g, type, "CAST(%s, %s)", word, value);
    default: return made(g, type, "MAKE(%s, %s)", word, value);
    }
}

static Expression function(Generator *g, int depth)
{
    static const char *const single[] = {"fabsf", "sqrtf", "floorf", "ceilf", "truncf", "rintf"};
    static const char *const bit_counts[] = {"__popc", "__ffs", "__clz"};
    static const char *const full[] = {"fabs", "sqrt", "floor", "ceil", "trunc", "rint"};
    if (pick(g, 3) == 0) {
        Expression a = generate_integer(g, depth), b = generate_integer(g, depth);
        return made(g, common(a.type, b.type), "%s(%s, %s)", pick(g, 2) ? "min" : "max", a.text,
                    b.text);
    }
    if (pick(g, 6) == 0) {
        uint32_t which = pick(g, 3); /* __popc takes an unsigned number */
        const char *bits = generate_value(g, depth, which ? SCALAR_I32 : SCALAR_U32);
        return made(g, SCALAR_I32, "%s(%s)", bit_counts[which], bits);
    }
    const char *a = generate_value(g, depth, SCALAR_F32);
    if (pick(g, 3) == 0)
        return made(g, SCALAR_F32, "fmaf(%s, %s, %s)", a, generate_value(g, depth, SCALAR_F32),
                    generate_value(g, depth, SCALAR_F32));
    if (pick(g, 2))
        return made(g, SCALAR_F32, "%s(%s)", single[pick(g, 6)], a);
    return made(g, SCALAR_F64, "%s((double)%s)", full[pick(g, 6)],
                generate_value(g, depth, SCALAR_F64));
}

static Expression call(Generator *g, int depth)
{
    if (!g->helper_count || g->calls_left <= 0)
        return leaf(g, depth);
    const Helper *helper = &g->helpers[pick(g, (uint32_t)g->helper_count)];
    if (helper->is_changing)
        return leaf(g, depth);
    g->calls_left--;
    const char *arguments[3];
    for (int i = 0; i < 3; ++i)
        arguments[i] = generate_value(g, depth, helper->parameters[i]);
    return made(g, helper->result, "%s(%s, %s, %s)", helper->name, arguments[0], arguments[1],
                arguments[2]);
}

/* The one change of the reserved object that a statement may hold in its depths. */
static Expression side_effect(Generator *g, int depth)
{
    if (g->reserved < 0 || g->is_spent)
        return leaf(g, depth);
    for (int i = 0; i < g->place_count; ++i) {
        const Place *place = &g->places[i];
        if (place->object != g->reserved || place->is_hidden || place->is_fixed || place->length)
            continue;
        g->is_spent = true;
        switch (place->type == SCALAR_BOOL ? 2 : pick(g, 4)) {
        case 0: return made(g, place->type, "%s++", place->text);
        case 1: return made(g, place->type, "(--%s)", place->text);
        case 2: {
            const char *value = generate_value(g, depth, place->type);
            return made(g, place->type, "(%s = %s)", place->text, value);
        }
        default: {
            const char *by = generate_integer(g, depth).text;
            return made(g, place->type, "(%s += %s & 15)", place->text, by);
        }
        }
    }
    return leaf(g, depth);
}

static Expression comma(Generator *g, int depth)
{
    const Place *place = pick_place(g); /* gcc breaks over (bool)(7, 0) */
    Expression b = generate_expression(g, depth);
    return place ? made(g, b.type, "(%s, %s)", place_text(g, place, 0), b.text) : b;
}

/* ---- the doors ---- */

Expression generate_expression(Generator *g, int depth)
{
    typedef Expression Make(Generator * g, int depth);
    static Make *const makers[] = {arithmetic,  arithmetic, arithmetic, division, bits,
                                   bits,        shift,      comparison, logical,  unary,
                                   conditional, cast,       cast,       function, call,
                                   side_effect, comma};
    if (depth <= 0 || pick(g, 7) == 0)
        return leaf(g, depth);
    return makers[pick(g, sizeof makers / sizeof *makers)](g, depth - 1);
}

const char *generate_cut(Generator *g, Expression from, ScalarType type)
{
    static const char *const bounds[SCALAR_COUNT] = {
        [SCALAR_I8] = "-100.%s, 100.%s",   [SCALAR_U8] = "0.%s, 200.%s",
        [SCALAR_I16] = "-30000.%s, 3e4%s", [SCALAR_U16] = "0.%s, 6e4%s",
        [SCALAR_I32] = "-2e9%s, 2e9%s",    [SCALAR_U32] = "0.%s, 4e9%s",
        [SCALAR_I64] = "-9e18%s, 9e18%s",  [SCALAR_U64] = "0.%s, 1.8e19%s"};
    if (!scalar_is_float(from.type) || !bounds[type])
        return from.text;
    bool is_single = from.type == SCALAR_F32;
    const char *suffix = is_single ? "f" : "";
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    const char *range = arena_printf(g->arena, bounds[type], suffix, suffix);
#pragma GCC diagnostic pop
    return arena_printf(g->arena, "CUT%s(%s, %s)", is_single ? "F" : "", from.text, range);
}

const char *generate_value(Generator *g, int depth, ScalarType type)
{
    return generate_cut(g, generate_expression(g, depth), type);
}

Expression generate_integer(Generator *g, int depth)
{
    Expression e = generate_expression(g, depth);
    if (!scalar_is_float(e.type))
        return e;
    static const ScalarType types[] = {SCALAR_I32, SCALAR_U32, SCALAR_I64, SCALAR_I16};
    ScalarType type = types[pick(g, 4)];
    return made(g, type, "((%s)%s)", type_word(type), generate_cut(g, e, type));
}

const Place *generate_target(Generator *g, const char **text)
{
    for (int tries = 0; tries < 10 && g->place_count; ++tries) {
        const Place *place = &g->places[pick(g, (uint32_t)g->place_count)];
        if (place->is_hidden || place->is_fixed)
            continue;
        g->reserved = place->object;
        g->is_spent = true;
        *text = place_text(g, place, 1);
        return place;
    }
    return NULL;
}
