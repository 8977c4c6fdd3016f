/* Operands of PTX as CUDA C. */
#include "lang/ptx/ptx.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const PtxType types[] = {{"b8", "unsigned", "unsigned char", "uchar"},
                                {"u8", "unsigned", "unsigned char", "uchar"},
                                {"s8", "int", "signed char", "char"},
                                {"b16", "unsigned short", "unsigned short", "ushort"},
                                {"u16", "unsigned short", "unsigned short", "ushort"},
                                {"s16", "short", "short", "short"},
                                {"f16", "half", "unsigned short", "ushort"},
                                {"bf16", "__nv_bfloat16", "unsigned short", "ushort"},
                                {"f16x2", "unsigned", "unsigned", "uint"},
                                {"b32", "unsigned", "unsigned", "uint"},
                                {"u32", "unsigned", "unsigned", "uint"},
                                {"s32", "int", "int", "int"},
                                {"f32", "float", "float", "float"},
                                {"tf32", "unsigned", "unsigned", "uint"},
                                {"b64", "unsigned long long", "unsigned long long", "ulonglong"},
                                {"u64", "unsigned long long", "unsigned long long", "ulonglong"},
                                {"s64", "long long", "long long", "longlong"},
                                {"f64", "double", "double", "double"},
                                {"pred", "bool", "bool", "bool"}};

const PtxType *ptx_type(const char *name)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; ++i)
        if (strcmp(types[i].name, name) == 0)
            return &types[i];
    return NULL;
}

bool ptx_has(const Ptx *x, const char *part)
{
    for (int i = 0; i < x->count; ++i)
        if (strcmp(x->parts[i], part) == 0)
            return true;
    return false;
}

const char *ptx_refuse(const Ptx *x)
{
    asm_refuse(x->w, x->w->name);
    return "0";
}

/* ---- operands ---- */

static bool is_float_type(const char *type)
{
    return strcmp(type, "float") == 0 || strcmp(type, "double") == 0;
}

/* A value of one C type as another one: registers of PTX have bits, and no more of a type than
 * their size. */
static const char *recast(const Ptx *x, const char *value, const char *from, const char *to)
{
    if (strcmp(from, to) == 0)
        return value;
    if (strcmp(to, "half") == 0)
        return PTX_TEXT("__ushort_as_half((unsigned short)(%s))", value);
    if (strcmp(to, "__nv_bfloat16") == 0)
        return PTX_TEXT("__ushort_as_bfloat16((unsigned short)(%s))", value);
    if (strcmp(from, "half") == 0)
        return recast(x, PTX_TEXT("__half_as_ushort(%s)", value), "unsigned short", to);
    if (strcmp(from, "__nv_bfloat16") == 0)
        return recast(x, PTX_TEXT("__bfloat16_as_ushort(%s)", value), "unsigned short", to);
    bool is_number =
        strcmp(from, "literal") == 0 ||
        (is_float_type(from) && strcmp(from, "double") == 0 && strcmp(to, "float") == 0);
    if (is_number)
        return PTX_TEXT("((%s)%s)", to, value);
    if (strcmp(to, "float") == 0)
        return PTX_TEXT("__uint_as_float((unsigned)%s)", value);
    if (strcmp(from, "float") == 0)
        return PTX_TEXT("((%s)__float_as_uint(%s))", to, value);
    if (strcmp(to, "double") == 0)
        return PTX_TEXT("__longlong_as_double((long long)%s)", value);
    if (strcmp(from, "double") == 0)
        return PTX_TEXT("((%s)__double_as_longlong(%s))", to, value);
    return PTX_TEXT("((%s)%s)", to, value);
}

/* A word as a value of a C type. */
const char *ptx_word(const Ptx *x, const char *word, const char *type)
{
    bool is_not = *word == '!';
    const char *from = "", *value = ptx_operand(x->w, word + is_not, &from);
    if (!value)
        return "0";
    value = recast(x, value, from, type);
    return is_not ? PTX_TEXT("(!%s)", value) : value;
}

const char *ptx_value(const Ptx *x, int arg, const char *type)
{
    return arg < x->w->arg_count ? ptx_word(x, x->w->args[arg], type) : ptx_refuse(x);
}

/* Operand arg as a value of the type that the instruction names. */
const char *ptx_typed(const Ptx *x, int arg)
{
    const PtxType *type = ptx_type(x->type);
    return type ? ptx_value(x, arg, type->value) : ptx_refuse(x);
}

/* word = what; what is of a C type. */
void ptx_assign_word(const Ptx *x, const char *word, const char *what, const char *type)
{
    const char *to = "", *place;
    if (strcmp(word, "_") == 0)
        return;
    place = ptx_operand(x->w, word, &to);
    if (place)
        asm_write(x->w, "%s = %s;", place, recast(x, what, type, to));
}

void ptx_assign(const Ptx *x, int arg, const char *what, const char *type)
{
    if (arg < x->w->arg_count)
        ptx_assign_word(x, x->w->args[arg], what, type);
    else
        ptx_refuse(x);
}

/* The words of {a, b, c}, or the one that stands alone. */
int ptx_elements(const Ptx *x, int arg, const char *words[PTX_ELEMENTS])
{
    if (arg >= x->w->arg_count) {
        ptx_refuse(x);
        return 0;
    }
    const char *at = x->w->args[arg];
    int count = 0;
    if (*at != '{') {
        words[0] = at;
        return 1;
    }
    for (++at; *at && *at != '}' && count < PTX_ELEMENTS; at += *at == ',') {
        size_t length = strcspn(at, ",}");
        words[count++] = arena_text(x->w->parser->arena, at, length);
        at += length;
    }
    return count;
}

/* [a + 16] as a pointer to type. */
const char *ptx_pointer(const Ptx *x, int arg, const char *type, bool is_shared)
{
    const char *word = arg < x->w->arg_count ? x->w->args[arg] : "";
    if (*word != '[')
        return ptx_refuse(x);
    size_t length = strcspn(word + 1, "]+-");
    const char *base = arena_text(x->w->parser->arena, word + 1, length), *from = "";
    const char *address = ptx_operand(x->w, base, &from), *rest = word + 1 + length;
    long offset = *rest == ']' || !*rest ? 0 : strtol(rest + (*rest == '+'), NULL, 0);
    if (!address)
        return "0";
    if (is_shared)
        address = PTX_TEXT("__cvta_shared_to_generic((unsigned)%s)", address);
    if (offset)
        address = PTX_TEXT("((char *)%s + %ld)", address, offset);
    return PTX_TEXT("((%s *)%s)", type, address);
}

bool ptx_is_shared(const Ptx *x)
{
    return ptx_has(x, "shared") || ptx_has(x, "shared::cta");
}

void ptx_put(const Ptx *x, const char *what)
{
    const PtxType *type = ptx_type(x->type);
    if (type)
        ptx_assign(x, 0, what, type->value);
    else
        ptx_refuse(x);
}
