/* Instructions of PTX as CUDA C: those that compute, and which there are. */
#include "lang/ptx/ptx.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- values ---- */

static void unary(const Ptx *x, const char *before, const char *behind)
{
    ptx_put(x, PTX_TEXT("(%s%s%s)", before, ptx_typed(x, 1), behind));
}

static void move(const Ptx *x)
{
    const char *words[PTX_ELEMENTS];
    bool is_pair = x->w->arg_count == 2 && (x->w->args[0][0] == '{' || x->w->args[1][0] == '{');
    bool is_long = strcmp(x->type, "b64") == 0;
    if (!is_pair) {
        ptx_put(x, ptx_typed(x, 1));
        return;
    }
    const char *half = is_long ? "unsigned" : "unsigned short";
    int into = x->w->args[0][0] == '{' ? 0 : 1;
    if ((!is_long && strcmp(x->type, "b32") != 0) || ptx_elements(x, into, words) != 2) {
        ptx_refuse(x);
        return;
    }
    const char *whole = is_long ? "unsigned long long" : "unsigned";
    if (into == 0) {
        const char *from = ptx_value(x, 1, whole);
        ptx_assign_word(x, words[0], PTX_TEXT("((%s)%s)", half, from), half);
        ptx_assign_word(x, words[1], PTX_TEXT("((%s)(%s >> %d))", half, from, is_long ? 32 : 16),
                        half);
    } else
        ptx_put(x, PTX_TEXT("((%s)%s | (%s)%s << %d)", whole, ptx_word(x, words[0], half), whole,
                            ptx_word(x, words[1], half), is_long ? 32 : 16));
}

static void convert_address(const Ptx *x)
{
    bool is_back = !ptx_has(x, "to");
    if (ptx_has(x, "global"))
        ptx_assign(x, 0, ptx_value(x, 1, "unsigned long long"), "unsigned long long");
    else if (!ptx_is_shared(x))
        ptx_refuse(x);
    else if (is_back)
        ptx_assign(x, 0,
                   PTX_TEXT("((unsigned long long)__cvta_shared_to_generic(%s))",
                            ptx_value(x, 1, "unsigned")),
                   "unsigned long long");
    else if (x->w->arg_count == 2) {
        const char *type = "", *from = ptx_operand(x->w, x->w->args[1], &type);
        if (from)
            ptx_assign(x, 0, PTX_TEXT("__cvta_generic_to_shared((const void *)%s)", from),
                       "unsigned long long");
    } else
        ptx_refuse(x);
}

/* cvt.rn.f16x2.f32 d, a, b: a comes into the upper half. */
static void convert(const Ptx *x)
{
    const PtxType *to = NULL, *from = NULL;
    for (int i = 1; i < x->count; ++i)
        if (ptx_type(x->parts[i])) {
            to = from;
            from = ptx_type(x->parts[i]);
        }
    if (!to && ptx_has(x, "bf16x2") && from)
        ptx_assign(x, 0,
                   PTX_TEXT("((unsigned)__bfloat16_as_ushort(__float2bfloat16_rn(%s)) << 16 | "
                            "__bfloat16_as_ushort(__float2bfloat16_rn(%s)))",
                            ptx_value(x, 1, "float"), ptx_value(x, 2, "float")),
                   "unsigned");
    else if (!to || !from)
        ptx_refuse(x);
    else if (strcmp(to->name, "f16x2") == 0)
        ptx_assign(x, 0,
                   PTX_TEXT("((unsigned)__half_as_ushort(__float2half_rn(%s)) << 16 | "
                            "__half_as_ushort(__float2half_rn(%s)))",
                            ptx_value(x, 1, "float"), ptx_value(x, 2, "float")),
                   "unsigned");
    else if (strcmp(to->name, "tf32") == 0) /* to nearest, ties away from zero */
        ptx_assign(
            x, 0,
            PTX_TEXT("((__float_as_uint(%s) + 0x1000u) & 0xffffe000u)", ptx_value(x, 1, "float")),
            "unsigned");
    else if (ptx_has(x, "rz") || ptx_has(x, "rm") || ptx_has(x, "rp") || ptx_has(x, "sat") ||
             ptx_has(x, "relu"))
        ptx_refuse(x);
    else {
        const char *what = ptx_value(x, 1, from->value);
        if (ptx_has(x, "rni"))
            what = PTX_TEXT("rint(%s)", what);
        ptx_assign(x, 0, PTX_TEXT("((%s)%s)", to->value, what), to->value);
    }
}

static void set_predicate(const Ptx *x)
{
    static const char *const names[][2] = {{"eq", "=="}, {"ne", "!="}, {"lt", "<"}, {"le", "<="},
                                           {"gt", ">"},  {"ge", ">="}, {"lo", "<"}, {"ls", "<="},
                                           {"hi", ">"},  {"hs", ">="}};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (x->count == 3 && strcmp(x->parts[1], names[i][0]) == 0 && x->w->arg_count == 3) {
            ptx_assign(x, 0, PTX_TEXT("(%s %s %s)", ptx_typed(x, 1), names[i][1], ptx_typed(x, 2)),
                       "bool");
            return;
        }
    ptx_refuse(x);
}

static void select_value(const Ptx *x)
{
    ptx_put(x,
            PTX_TEXT("(%s ? %s : %s)", ptx_value(x, 3, "bool"), ptx_typed(x, 1), ptx_typed(x, 2)));
}

static void multiply(const Ptx *x)
{
    bool is_wide = ptx_has(x, "wide"), is_add = strcmp(x->parts[0], "mad") == 0;
    bool is_signed = x->type[0] == 's';
    const char *wide = is_signed ? "long long" : "unsigned long long";
    if (ptx_has(x, "hi") || ptx_has(x, "cc") || ptx_has(x, "rz") || ptx_has(x, "sat")) {
        ptx_refuse(x);
        return;
    }
    const char *product =
        PTX_TEXT("(%s%s%s * %s)", is_wide ? "(" : "", is_wide ? wide : "",
                 PTX_TEXT("%s%s", is_wide ? ")" : "", ptx_typed(x, 1)), ptx_typed(x, 2));
    if (!is_wide)
        ptx_put(x, is_add ? PTX_TEXT("(%s + %s)", product, ptx_typed(x, 3)) : product);
    else
        ptx_assign(x, 0, is_add ? PTX_TEXT("(%s + %s)", product, ptx_value(x, 3, wide)) : product,
                   wide);
}

static void multiply_add(const Ptx *x)
{
    const char *name = strcmp(x->type, "f64") == 0   ? "fma"
                       : strcmp(x->type, "f32") == 0 ? "fmaf"
                       : strcmp(x->type, "f16") == 0 ? "__hfma"
                                                     : NULL;
    if (!name)
        ptx_refuse(x);
    else
        ptx_put(
            x, PTX_TEXT("%s(%s, %s, %s)", name, ptx_typed(x, 1), ptx_typed(x, 2), ptx_typed(x, 3)));
}

static void shift(const Ptx *x)
{
    bool is_left = strcmp(x->parts[0], "shl") == 0;
    ptx_put(x, PTX_TEXT("(%s %s %s)", ptx_typed(x, 1), is_left ? "<<" : ">>",
                        ptx_value(x, 2, "unsigned")));
}

static void nothing(const Ptx *x)
{
    (void)x;
}

/* ---- all of them ---- */

static void approximate(const Ptx *x)
{
    static const char *const names[][3] = {{"ex2", "exp2f(", ")"},    {"lg2", "log2f(", ")"},
                                           {"rcp", "(1.0f / ", ")"},  {"sqrt", "sqrtf(", ")"},
                                           {"rsqrt", "rsqrtf(", ")"}, {"sin", "__sinf(", ")"},
                                           {"cos", "__cosf(", ")"},   {"tanh", "tanhf(", ")"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (strcmp(names[i][0], x->parts[0]) == 0 && strcmp(x->type, "f32") == 0) {
            unary(x, names[i][1], names[i][2]);
            return;
        }
    ptx_refuse(x);
}

static void plain(const Ptx *x)
{
    static const char *const names[][2] = {{"add", "|+"}, {"sub", "|-"},      {"and", "|&"},
                                           {"or", "||"},  {"xor", "|^"},      {"div", "|/"},
                                           {"rem", "|%"}, {"min", "min(|, "}, {"max", "max(|, "}};
    bool is_float = x->type[0] == 'f';
    if (ptx_has(x, "cc") || ptx_has(x, "sat") || ptx_has(x, "rz")) {
        ptx_refuse(x);
        return;
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (strcmp(names[i][0], x->parts[0]) == 0) {
            bool is_call = names[i][1][0] != '|';
            const char *op = names[i][1] + (is_call ? 0 : 1);
            const char *left = ptx_typed(x, 1), *right = ptx_typed(x, 2);
            if (strcmp(x->type, "pred") == 0)
                ptx_put(x, PTX_TEXT("((bool)(%s %s %s))", left, op, right));
            else if (is_call)
                ptx_put(x, PTX_TEXT("%s%s(%s, %s)", is_float ? "f" : "", x->parts[0], left, right));
            else
                ptx_put(x, PTX_TEXT("(%s %s %s)", left, op, right));
            return;
        }
    ptx_refuse(x);
}

static void sign(const Ptx *x)
{
    const char *name = x->parts[0];
    if (strcmp(name, "abs") == 0)
        unary(x, x->type[0] == 'f' ? "fabs(" : "abs(", ")");
    else if (strcmp(name, "neg") == 0)
        unary(x, "-", "");
    else
        unary(x, strcmp(x->type, "pred") == 0 ? "!" : "~", "");
}

static void ask_active(const Ptx *x)
{
    ptx_assign(x, 0, "__activemask()", "unsigned");
}

static const struct {
    const char *name;
    PtxWriter *write;
} writers[] = {{"mov", move},
               {"ld", ptx_move_memory},
               {"st", ptx_move_memory},
               {"ldu", ptx_move_memory},
               {"ldmatrix", ptx_load_matrix},
               {"stmatrix", ptx_store_matrix},
               {"mma", ptx_multiply_matrices},
               {"movmatrix", ptx_move_matrix},
               {"cp", ptx_copy_async},
               {"cvta", convert_address},
               {"cvt", convert},
               {"setp", set_predicate},
               {"selp", select_value},
               {"mul", multiply},
               {"mad", multiply},
               {"fma", multiply_add},
               {"shl", shift},
               {"shr", shift},
               {"mbarrier", ptx_mbarrier},
               {"bar", ptx_barrier},
               {"barrier", ptx_barrier},
               {"membar", ptx_fence},
               {"fence", ptx_fence},
               {"shfl", ptx_shuffle},
               {"atom", ptx_atomic},
               {"red", ptx_atomic},
               {"prefetch", nothing},
               {"prefetchu", nothing},
               {"nanosleep", nothing},
               {"griddepcontrol", nothing},
               {"discard", nothing},
               {"applypriority", nothing},
               {"ex2", approximate},
               {"lg2", approximate},
               {"rcp", approximate},
               {"sqrt", approximate},
               {"rsqrt", approximate},
               {"sin", approximate},
               {"cos", approximate},
               {"tanh", approximate},
               {"add", plain},
               {"sub", plain},
               {"and", plain},
               {"or", plain},
               {"xor", plain},
               {"div", plain},
               {"rem", plain},
               {"min", plain},
               {"max", plain},
               {"abs", sign},
               {"neg", sign},
               {"not", sign},
               {"activemask", ask_active}};

/* Parts between dots, of which the last type counts. */
static Ptx take_apart(AsmWriter *w)
{
    Ptx x = {.w = w, .type = ""};
    for (const char *at = w->name; *at && x.count < PTX_PARTS;) {
        size_t length = strcspn(at, ".");
        const char *part = arena_text(w->parser->arena, at, length);
        x.parts[x.count++] = part;
        if (x.count > 1 && ptx_type(part))
            x.type = part;
        at += length + (at[length] == '.');
    }
    return x;
}

void ptx_write_instruction(AsmWriter *w)
{
    static const char *const hopper[] = {"cp.async.bulk", "barrier.cluster", "fence.proxy", NULL};
    Ptx x = take_apart(w);
    for (const char *const *name = hopper; *name; ++name)
        if (strncmp(w->name, *name, strlen(*name)) == 0) {
            ptx_refuse(&x);
            return;
        }
    for (size_t i = 0; i < sizeof writers / sizeof *writers; ++i)
        if (strcmp(writers[i].name, x.parts[0]) == 0) {
            writers[i].write(&x);
            return;
        }
    ptx_refuse(&x);
}
