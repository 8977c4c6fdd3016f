/* Random statements, helper functions and whole cases. A case reads CASE_INPUTS integers and
 * floats, does something to variables of all types, and writes all of them out. */
#include "generate.h"
#include "kernel.h"

#include <stdarg.h>
#include <string.h>

enum { VALUE_DEPTH = 4, NEST_DEPTH = 3, LOOP_DEPTH = 2, CALL_LIMIT = 4 };

#define SHARED_PROLOGUE                                                                            \
    "typedef signed char schar;\n"                                                                 \
    "typedef unsigned char uchar;\n"                                                               \
    "typedef unsigned short ushort;\n"                                                             \
    "typedef unsigned int uint;\n"                                                                 \
    "typedef long long llong;\n"                                                                   \
    "typedef unsigned long long ullong;\n"                                                         \
    "#define CUT(x, lo, hi) fmin(fmax(x, lo), hi)\n"                                               \
    "#define CUTF(x, lo, hi) fminf(fmaxf(x, lo), hi)\n"                                            \
    "struct Mixed { short a; double b; uchar c; llong d[2]; float e; bool f; };\n"                 \
    "HELPER struct Mixed mixed(struct Mixed m, int x) {\n"                                         \
    "  m.a += x;\n"                                                                                \
    "  m.d[x & 1] = m.a;\n"                                                                        \
    "  if (x > 3) return m;\n"                                                                     \
    "  m.e = x;\n"                                                                                 \
    "  return m;\n"                                                                                \
    "}\n"

const char kernel_prologue[] =
    "#define HELPER __device__\n"
    "#define CAST(T, x) static_cast<T>(x)\n"
    "#define MAKE(T, x) T(x)\n"
    "#define REFERENCE(T, x) T &x\n"
    "#define REFERRED(x) x\n"
    "#define REFER(x) x\n"
    "#define CASE(name) __global__ void name(const long long *iin, "
    "const double *fin, long long *iout, double *fout)\n"
    "#define THREAD threadIdx.x\n"
    "struct Gauge {\n"
    "  int a; short b; float c;\n"
    "  HELPER void add(int x) { a += x; b = a; if (x & 1) return; c = x; }\n"
    "  HELPER int get(int x) const { return x > 0 ? a + x : b; }\n"
    "  HELPER int &at(int x) { return x & 1 ? x_() : a; }\n"
    "  HELPER int &x_() { return a; }\n"
    "  HELPER Gauge operator+(const Gauge &o) const {\n"
    "    Gauge r = *this; r.add(o.a); return r;\n"
    "  }\n"
    "  HELPER Gauge &operator+=(int x) { a += x; b += x; return *this; }\n"
    "};\n"
    "#define GAUGE_ADD(s, x) s.add(x)\n"
    "#define GAUGE_GET(s, x) s.get(x)\n"
    "#define GAUGE_AT(s, x) s.at(x)\n"
    "#define GAUGE_SUM(s, o) (s + o)\n"
    "#define GAUGE_MORE(s, x, y) ((s += x) += y)\n" SHARED_PROLOGUE;

const char host_prologue[] =
    "#include <math.h>\n"
    "#include <stdbool.h>\n"
    "#define HELPER static\n"
    "#define CAST(T, x) ((T)(x))\n"
    "#define MAKE(T, x) ((T)(x))\n"
    "#define REFERENCE(T, x) T *x\n"
    "#define REFERRED(x) (*x)\n"
    "#define REFER(x) (&(x))\n"
    "#define CASE(name) void name(const long long *iin, const double *fin, long long *iout, "
    "double *fout, unsigned thread)\n"
    "#define THREAD thread\n"
    "#define __popc(x) __builtin_popcount(x)\n"
    "#define __ffs(x) __builtin_ffs(x)\n"
    "#define __clz(x) ({ int x_ = (x); x_ ? __builtin_clz(x_) : 32; })\n"
    "typedef struct { float x, y, z, w; } float4;\n"
    "typedef struct { int x, y; } int2;\n"
    "#define make_float4(a, b, c, d) ((float4){a, b, c, d})\n"
    "#define make_int2(a, b) ((int2){a, b})\n"
    "typedef struct Gauge { int a; short b; float c; } Gauge;\n"
    "static void gauge_add(Gauge *s, int x) { s->a += x; s->b = s->a; if (x & 1) return; s->c = x; "
    "}\n"
    "static int gauge_get(const Gauge *s, int x) { return x > 0 ? s->a + x : s->b; }\n"
    "static Gauge gauge_sum(Gauge s, Gauge o) { gauge_add(&s, o.a); return s; }\n"
    "static void gauge_more(Gauge *s, int x) { s->a += x; s->b += x; }\n"
    "#define GAUGE_ADD(s, x) gauge_add(&s, x)\n"
    "#define GAUGE_GET(s, x) gauge_get(&s, x)\n"
    "#define GAUGE_AT(s, x) (*((void)(x), &s.a))\n"
    "#define GAUGE_SUM(s, o) gauge_sum(s, o)\n"
    "#define GAUGE_MORE(s, x, y) (gauge_more(&s, x), gauge_more(&s, y))\n"
    "#define min(a, b) ({ __typeof__((a) + (b)) x_ = (a), y_ = (b); x_ < y_ ? x_ : y_; })\n"
    "#define max(a, b) ({ __typeof__((a) + (b)) x_ = (a), y_ = (b); x_ > y_ ? x_ : y_; "
    "})\n" SHARED_PROLOGUE;

/* ---- text ---- */

void generate_put(Generator *g, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *line = arena_vprintf(g->arena, format, args);
    va_end(args);
    size_t length = strlen(line), need = g->length + length + (size_t)g->indent * 2 + 2;
    if (need > g->capacity) {
        char *larger = arena_alloc(g->arena, need * 2);
        if (g->length)
            memcpy(larger, g->text, g->length);
        g->text = larger;
        g->capacity = need * 2;
    }
    memset(g->text + g->length, ' ', (size_t)g->indent * 2);
    g->length += (size_t)g->indent * 2;
    memcpy(g->text + g->length, line, length);
    g->length += length;
    g->text[g->length++] = '\n';
    g->text[g->length] = '\0';
}

void generate_begin(Generator *g)
{
    g->reserved = -1;
    g->is_spent = true;
}

/* Lets the next expressions change one object, which they must not read otherwise. */
static void allow_side_effect(Generator *g)
{
    const char *text;
    if (pick(g, 3) == 0 && generate_target(g, &text))
        g->is_spent = false;
}

/* ---- declarations ---- */

Place *generate_place(Generator *g, const char *text, ScalarType type, int object)
{
    if (g->place_count == CASE_VARIABLES)
        return &g->places[CASE_VARIABLES - 1];
    Place *place = &g->places[g->place_count++];
    *place = (Place){.text = text, .type = type, .object = object};
    return place;
}

static const char *generate_name(Generator *g, const char *stem)
{
    return arena_printf(g->arena, "%s%d", stem, g->name_count++);
}

static void declare_scalar(Generator *g)
{
    ScalarType type = pick_type(g);
    const char *value = generate_value(g, VALUE_DEPTH, type), *name = generate_name(g, "v");
    bool is_const = pick(g, 8) == 0;
    generate_put(g, "%s%s %s = %s;", is_const ? "const " : "", type_word(type), name, value);
    generate_place(g, name, type, g->object_count++)->is_fixed = is_const;
}

static void declare_array(Generator *g)
{
    ScalarType type = pick_type(g);
    const char *name = generate_name(g, "a");
    int length = 2 << pick(g, 2);
    const char *first = generate_value(g, 2, type), *second = generate_value(g, 2, type);
    generate_put(g, "%s %s[%d] = {%s, %s};", type_word(type), name, length, first, second);
    generate_place(g, name, type, g->object_count++)->length = length;
}

/* Two rows, each an array of its own to the statements. */
static void declare_rows(Generator *g)
{
    ScalarType type = pick_type(g);
    const char *name = generate_name(g, "a");
    const char *first = generate_value(g, 2, type), *second = generate_value(g, 2, type);
    generate_put(g, "%s %s[2][4] = {{%s}, {%s, %s}};", type_word(type), name, first, second, first);
    for (int row = 0; row < 2; ++row)
        generate_place(g, arena_printf(g->arena, "%s[%d]", name, row), type, g->object_count)
            ->length = 4;
    g->object_count++;
}

static void declare_vector(Generator *g)
{
    const char *name = generate_name(g, "q");
    bool is_float = pick(g, 2);
    ScalarType type = is_float ? SCALAR_F32 : SCALAR_I32;
    const char *a = generate_value(g, 2, type), *b = generate_value(g, 2, type);
    if (is_float)
        generate_put(g, "float4 %s = make_float4(%s, %s, %s, 1);", name, a, b, b);
    else
        generate_put(g, "int2 %s = make_int2(%s, %s);", name, a, b);
    for (int i = 0; i < (is_float ? 4 : 2); ++i)
        generate_place(g, arena_printf(g->arena, "%s.%c", name, "xyzw"[i]), type, g->object_count);
    g->object_count++;
}

static void add_fields(Generator *g, const char *name)
{
    static const ScalarType types[] = {SCALAR_I16, SCALAR_F64, SCALAR_U8,
                                       SCALAR_I64, SCALAR_F32, SCALAR_BOOL};
    int object = g->object_count++;
    for (int i = 0; i < 6; ++i)
        generate_place(g, arena_printf(g->arena, "%s.%c", name, 'a' + i), types[i], object)
            ->length = i == 3 ? 2 : 0;
}

static void declare_struct(Generator *g)
{
    const char *name = generate_name(g, "s");
    const char *a = generate_value(g, 2, SCALAR_I16), *b = generate_value(g, 2, SCALAR_F64);
    generate_put(g, "struct Mixed %s = {%s, %s};", name, a, b);
    if (pick(g, 2)) {
        const char *copy = generate_name(g, "s");
        if (pick(g, 2))
            generate_put(g, "struct Mixed %s = %s;", copy, name);
        else
            generate_put(g, "struct Mixed %s = mixed(%s, %s);", copy, name,
                         generate_value(g, 2, SCALAR_I32));
        generate_put(g, "%s.c = %s;", name, generate_value(g, 2, SCALAR_U8));
        add_fields(g, copy);
    }
    add_fields(g, name);
}

/* A struct with functions, operators and a reference that one of them returns. */
static void declare_gauge(Generator *g)
{
    const char *name = generate_name(g, "g"), *sum = generate_name(g, "g");
    const char *from = generate_name(g, "v");
    generate_put(g, "struct Gauge %s = {%s};", name, generate_value(g, 2, SCALAR_I32));
    generate_put(g, "GAUGE_ADD(%s, %s);", name, generate_value(g, 2, SCALAR_I32));
    generate_put(g, "struct Gauge %s = GAUGE_SUM(%s, %s);", sum, name, name);
    generate_put(g, "GAUGE_AT(%s, %s) += %d;", name, generate_value(g, 1, SCALAR_I32),
                 1 + (int)pick(g, 9));
    generate_put(g, "GAUGE_MORE(%s, %d, %s);", sum, (int)pick(g, 9),
                 generate_value(g, 1, SCALAR_I32));
    generate_put(g, "int %s = GAUGE_GET(%s, %s) - GAUGE_GET(%s, 1);", from, name,
                 generate_value(g, 1, SCALAR_I32), sum);
    generate_place(g, from, SCALAR_I32, g->object_count++);
    int object = g->object_count++;
    generate_place(g, arena_printf(g->arena, "%s.b", sum), SCALAR_I16, object);
    generate_place(g, arena_printf(g->arena, "%s.c", sum), SCALAR_F32, object);
}

static void declare_pointer(Generator *g)
{
    const char *at, *name = generate_name(g, "p");
    const Place *target = generate_target(g, &at);
    if (!target)
        return;
    if (target->length > 1) {
        const char *by = generate_integer(g, 2).text;
        generate_put(g, "%s *%s = %s;", type_word(target->type), name, target->text);
        generate_put(g, "%s += %s & %d;", name, by, target->length / 2 - 1);
        generate_place(g, name, target->type, target->object)->length = target->length / 2;
        return;
    }
    generate_put(g, "%s *%s = &%s;", type_word(target->type), name, at);
    const char *text = arena_printf(g->arena, pick(g, 2) ? "(*%s)" : "%s[0]", name);
    generate_place(g, text, target->type, target->object);
}

/* ---- statements ---- */

static void assign(Generator *g)
{
    const char *to;
    const Place *target = generate_target(g, &to);
    if (!target)
        return;
    generate_put(g, "%s = %s;", to, generate_value(g, VALUE_DEPTH, target->type));
}

/* v op= float for an integer v: v is made small first. */
static void update_by_float(Generator *g, const Place *target, const char *to)
{
    Expression by = generate_expression(g, 2);
    if (target->type < SCALAR_I32) {
        generate_put(g, "%s += %s;", to, generate_integer(g, 2).text);
        return;
    }
    generate_put(g, "%s &= 1023;", to);
    generate_put(g, "%s %c= %s;", to, "+*"[pick(g, 2)], generate_cut(g, by, SCALAR_U8));
}

static void update_integer(Generator *g, const Place *target, const char *to)
{
    static const char *const operators[] = {"+", "-", "*", "&", "|", "^"};
    const char *by = generate_integer(g, VALUE_DEPTH - 1).text;
    if (pick(g, 4) == 0)
        update_by_float(g, target, to);
    else if (pick(g, 4) == 0)
        generate_put(g, "%s %s= (%s & 7);", to, pick(g, 2) ? "<<" : ">>", by);
    else if (pick(g, 4) == 0)
        generate_put(g, "%s %c= (%s & 15) + 2;", to, "/%"[pick(g, 2)], by);
    else
        generate_put(g, "%s %s= %s;", to, operators[pick(g, 6)], by);
}

static void update(Generator *g)
{
    const char *to;
    const Place *target = generate_target(g, &to);
    if (!target)
        return;
    if (scalar_is_float(target->type))
        generate_put(g, "%s %c= %s;", to, "+-*/"[pick(g, 4)], generate_expression(g, 3).text);
    else
        update_integer(g, target, to);
}

static void step(Generator *g)
{
    static const char *const forms[] = {"%s++;", "++%s;", "%s--;", "--%s;"};
    const char *to;
    const Place *target = generate_target(g, &to);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    if (target && target->type != SCALAR_BOOL)
        generate_put(g, forms[pick(g, 4)], to);
#pragma GCC diagnostic pop
}

static void close_block(Generator *g, int places)
{
    g->place_count = places;
    g->indent--;
    generate_put(g, "}");
}

static void nested(Generator *g, int nest)
{
    int places = g->place_count;
    g->indent++;
    generate_statements(g, 1 + (int)pick(g, 3), nest - 1);
    close_block(g, places);
}

static void condition(Generator *g, int nest)
{
    allow_side_effect(g);
    generate_put(g, "if (%s) {", generate_expression(g, 3).text);
    nested(g, nest);
    if (pick(g, 2)) {
        generate_put(g, "else {");
        nested(g, nest);
    }
}

static void leave_sometimes(Generator *g)
{
    generate_begin(g);
    if (pick(g, 2))
        generate_put(g, "if (%s) %s;", generate_expression(g, 2).text,
                     pick(g, 2) ? "break" : "continue");
}

static void count_loop(Generator *g, int nest)
{
    int places = g->place_count;
    const char *name = generate_name(g, "i");
    const char *bound = generate_integer(g, 2).text;
    generate_put(g, "for (int %s = 0; %s < (int)(%s & 7); %s) {", name, name, bound,
                 pick(g, 2) ? arena_printf(g->arena, "++%s", name)
                            : arena_printf(g->arena, "%s += 2", name));
    generate_place(g, name, SCALAR_I32, g->object_count++)->is_fixed = true;
    g->indent++;
    g->loops++;
    generate_statements(g, 1 + (int)pick(g, 3), nest - 1);
    leave_sometimes(g);
    generate_statements(g, 1, nest - 1);
    g->loops--;
    close_block(g, places);
}

static void test_loop(Generator *g, int nest)
{
    int places = g->place_count;
    bool is_do = pick(g, 2);
    const char *name = generate_name(g, "n"), *test = generate_expression(g, 3).text;
    generate_put(g, "int %s = 0;", name);
    generate_place(g, name, SCALAR_I32, g->object_count++)->is_fixed = true;
    if (is_do)
        generate_put(g, "do {");
    else
        generate_put(g, "while (%s++ < 6 && %s) {", name, test);
    g->indent++;
    g->loops++;
    generate_statements(g, 1 + (int)pick(g, 2), nest - 1);
    leave_sometimes(g);
    g->loops--;
    close_block(g, places + 1);
    if (is_do)
        generate_put(g, "while (%s++ < 4 && %s);", name, test);
}

static void choice(Generator *g, int nest)
{
    generate_put(g, "switch (%s & 3) {", generate_integer(g, 3).text);
    for (uint32_t i = 0; i < 3; ++i) {
        if (i == 2 && pick(g, 2))
            generate_put(g, "default: {");
        else
            generate_put(g, "case %u: {", i);
        nested(g, nest);
        if (pick(g, 3))
            generate_put(g, "break;");
    }
    generate_put(g, "}");
}

/* A new variable with the name of an old one. */
static void shadow(Generator *g, int nest)
{
    int places = g->place_count, chosen = (int)pick(g, (uint32_t)places + 1);
    if (chosen == places || g->places[chosen].length || g->places[chosen].is_hidden ||
        g->places[chosen].text[0] != 'v')
        return;
    ScalarType type = pick_type(g);
    g->reserved = g->places[chosen].object;
    const char *value = generate_value(g, 2, type);
    generate_put(g, "{");
    g->indent++;
    generate_put(g, "%s %s = %s;", type_word(type), g->places[chosen].text, value);
    g->places[chosen].is_hidden = true;
    generate_place(g, g->places[chosen].text, type, g->object_count++);
    generate_statements(g, 2, nest - 1);
    close_block(g, places);
    g->places[chosen].is_hidden = false;
}

static void call_changing(Generator *g)
{
    for (int i = 0; i < g->helper_count; ++i) {
        const Helper *helper = &g->helpers[i];
        const char *to;
        const Place *target = helper->is_changing ? generate_target(g, &to) : NULL;
        if (!target || target->type != helper->parameters[0])
            continue;
        const char *a = generate_value(g, 2, helper->parameters[1]);
        generate_put(g, "%s(REFER(%s), %s, %s);", helper->name, to, a,
                     generate_value(g, 2, helper->parameters[2]));
        return;
    }
}

static void statement(Generator *g, int nest)
{
    generate_begin(g);
    uint32_t kind = pick(g, nest > 0 ? 17 : 10);
    switch (kind) {
    case 0: declare_scalar(g); break;
    case 1:
        switch (pick(g, 4)) {
        case 0: declare_rows(g); break;
        case 1: declare_vector(g); break;
        default: declare_array(g);
        }
        break;
    case 2:
        switch (pick(g, 3)) {
        case 0: declare_struct(g); break;
        case 1: declare_gauge(g); break;
        default: declare_pointer(g);
        }
        break;
    case 3:
    case 4: assign(g); break;
    case 5:
    case 6:
    case 7: update(g); break;
    case 8: step(g); break;
    case 9: call_changing(g); break;
    case 10:
    case 11: condition(g, nest); break;
    case 12: g->loops < LOOP_DEPTH ? count_loop(g, nest) : condition(g, nest); break;
    case 13: g->loops < LOOP_DEPTH ? test_loop(g, nest) : condition(g, nest); break;
    case 14: choice(g, nest); break;
    case 15: shadow(g, nest); break;
    default:
        allow_side_effect(g);
        generate_put(g, "(%s);", generate_expression(g, VALUE_DEPTH).text);
    }
}

void generate_statements(Generator *g, int count, int nest)
{
    while (count-- > 0)
        statement(g, nest);
}

/* ---- functions ---- */

static void open_helper(Generator *g, const Helper *helper)
{
    const char *first = arena_printf(g->arena, helper->is_changing ? "REFERENCE(%s, x)" : "%s x",
                                     type_word(helper->parameters[0]));
    generate_put(g, "HELPER %s %s(%s, %s y, %s z) {", type_word(helper->result), helper->name,
                 first, type_word(helper->parameters[1]), type_word(helper->parameters[2]));
    g->place_count = 0;
    g->calls_left = CALL_LIMIT;
    generate_place(g, helper->is_changing ? "REFERRED(x)" : "x", helper->parameters[0],
                   g->object_count++);
    generate_place(g, "y", helper->parameters[1], g->object_count++);
    generate_place(g, "z", helper->parameters[2], g->object_count++);
}

void generate_helper(Generator *g)
{
    Helper made = {
        .name = generate_name(g, "h"), .result = pick_type(g), .is_changing = pick(g, 2)};
    for (int i = 0; i < 3; ++i)
        made.parameters[i] = pick_type(g);
    open_helper(g, &made);
    g->indent = 1;
    generate_statements(g, 2 + (int)pick(g, 3), 2);
    generate_begin(g);
    generate_put(g, "if (%s) return %s;", generate_expression(g, 2).text,
                 generate_value(g, 2, made.result));
    generate_statements(g, 1 + (int)pick(g, 2), 2);
    generate_begin(g);
    generate_put(g, "return %s;", generate_value(g, 3, made.result));
    g->indent = 0;
    generate_put(g, "}");
    g->helpers[g->helper_count++] = made;
}

void generate_read_inputs(Generator *g)
{
    g->place_count = 0;
    g->calls_left = CALL_LIMIT;
    for (int i = 0; i < CASE_INPUTS; ++i) {
        ScalarType type =
            i < 3 ? (ScalarType[]){SCALAR_I32, SCALAR_U32, SCALAR_F32}[i] : pick_type(g);
        const char *name = generate_name(g, "v");
        bool is_float = scalar_is_float(type);
        generate_put(g, "%s %s = (%s)%s[THREAD * %d + %d];", type_word(type), name, type_word(type),
                     is_float ? "fin" : "iin", CASE_INPUTS, i);
        generate_place(g, name, type, g->object_count++);
    }
}

void generate_write_outputs(Generator *g)
{
    for (int i = 0; i < CASE_OUTPUTS && i < g->place_count; ++i) {
        const Place *place = &g->places[i];
        const char *at = place->length ? "[1]" : "";
        generate_put(g, "%s[THREAD * %d + %d] = %s%s;",
                     scalar_is_float(place->type) ? "fout" : "iout", CASE_OUTPUTS, i, place->text,
                     at);
    }
}

const char *generate_case(Arena *arena, int number, uint64_t seed)
{
    Generator *g = ARENA_NEW(arena, Generator);
    *g = (Generator){.arena = arena, .state = seed, .reserved = -1};
    g->name_count = number * 1000;
    for (uint32_t i = pick(g, 3); i > 0; --i)
        generate_helper(g);
    generate_put(g, "CASE(case%d) {", number);
    g->indent = 1;
    generate_read_inputs(g);
    generate_statements(g, 4 + (int)pick(g, 8), NEST_DEPTH);
    generate_write_outputs(g);
    g->indent = 0;
    generate_put(g, "}");
    return g->text;
}
