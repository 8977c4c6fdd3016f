/* Types of host declarations, casts and sizeof. Only what a size or a count can depend on is kept:
 * the scalar, the bytes, how many stars. */
#include "host/run/eval.h"

#include <string.h>

typedef struct NamedType {
    const char *name;
    bool is_scalar;
    ScalarType scalar;
    uint32_t size_bytes;
} NamedType;

static const NamedType named_types[] = {
    {"size_t", true, SCALAR_U64, 8},
    {"ssize_t", true, SCALAR_I64, 8},
    {"ptrdiff_t", true, SCALAR_I64, 8},
    {"int8_t", true, SCALAR_I8, 1},
    {"uint8_t", true, SCALAR_U8, 1},
    {"int16_t", true, SCALAR_I16, 2},
    {"uint16_t", true, SCALAR_U16, 2},
    {"int32_t", true, SCALAR_I32, 4},
    {"uint32_t", true, SCALAR_U32, 4},
    {"int64_t", true, SCALAR_I64, 8},
    {"uint64_t", true, SCALAR_U64, 8},
    {"uint", true, SCALAR_U32, 4},
    {"uchar", true, SCALAR_U8, 1},
    {"half", false, SCALAR_F16, 2},
    {"__half", false, SCALAR_F16, 2},
    {"nv_bfloat16", false, SCALAR_BF16, 2},
    {"__nv_bfloat16", false, SCALAR_BF16, 2},
    {"nv_bfloat162", false, SCALAR_BF16, 4},
    {"__nv_bfloat162", false, SCALAR_BF16, 4},
    {"half2", false, SCALAR_F16, 4},
    {"char2", false, SCALAR_I8, 2},
    {"uchar2", false, SCALAR_U8, 2},
    {"char3", false, SCALAR_I8, 3},
    {"uchar3", false, SCALAR_U8, 3},
    {"char4", false, SCALAR_I8, 4},
    {"uchar4", false, SCALAR_U8, 4},
    {"int2", false, SCALAR_I32, 8},
    {"uint2", false, SCALAR_U32, 8},
    {"int3", false, SCALAR_I32, 12},
    {"int4", false, SCALAR_I32, 16},
    {"uint4", false, SCALAR_U32, 16},
    {"float2", false, SCALAR_F32, 8},
    {"float3", false, SCALAR_F32, 12},
    {"float4", false, SCALAR_F32, 16},
    {"short2", false, SCALAR_I16, 4},
    {"ushort2", false, SCALAR_U16, 4},
    {"short4", false, SCALAR_I16, 8},
    {"ushort4", false, SCALAR_U16, 8},
    {"long2", false, SCALAR_I64, 16},
    {"ulong2", false, SCALAR_U64, 16},
    {"longlong2", false, SCALAR_I64, 16},
    {"ulonglong2", false, SCALAR_U64, 16},
    {"double2", false, SCALAR_F64, 16},
    {"double3", false, SCALAR_F64, 24},
    {"double4", false, SCALAR_F64, 32},
    {"cuComplex", false, SCALAR_F32, 8},
    {"cuFloatComplex", false, SCALAR_F32, 8},
    {"cufftComplex", false, SCALAR_F32, 8},
    {"cufftReal", true, SCALAR_F32, 4},
    {"cufftDoubleReal", true, SCALAR_F64, 8},
    {"cufftDoubleComplex", false, SCALAR_F64, 16},
    {"cuDoubleComplex", false, SCALAR_F64, 16},
};

/* How often each basic word was said. */
typedef struct Words {
    int count, unsigneds, signeds, longs, shorts, chars, ints, floats, doubles, bools, voids;
} Words;

static bool is_qualifier(const Token *token)
{
    static const char *const words[] = {
        "const",        "constexpr",   "static",          "volatile",    "register",
        "inline",       "extern",      "struct",          "class",       "typename",
        "__restrict__", "__managed__", "thread_local",    "mutable",     "enum",
        "__host__",     "__device__",  "__forceinline__", "__managed__", NULL};
    return token->kind == TOKEN_NAME && token_is_any(token, words);
}

static bool read_word(Words *words, const Token *token)
{
    static const char *const names[] = {"unsigned", "signed", "long",   "short", "char",
                                        "int",      "float",  "double", "bool",  "void"};
    int *counts = &words->unsigneds;
    for (int i = 0; i < 10; ++i)
        if (token_is(token, names[i])) {
            counts[i]++;
            words->count++;
            return true;
        }
    return false;
}

static ScalarType integer_type(ScalarType signed_type, bool is_unsigned)
{
    return is_unsigned ? signed_type + 1 : signed_type; /* ScalarType lists integers in pairs */
}

static void set_scalar(HostType *out, ScalarType scalar)
{
    out->is_scalar = true;
    out->scalar = scalar;
    out->size_bytes = scalar_size_bytes(scalar);
    out->name = scalar_name(scalar);
}

static void set_words(HostType *out, const Words *words)
{
    bool is_unsigned = words->unsigneds > 0;
    if (words->voids) {
        out->is_void = true;
        out->name = "void";
        out->size_bytes = 1;
    } else if (words->bools)
        set_scalar(out, SCALAR_BOOL);
    else if (words->floats)
        set_scalar(out, SCALAR_F32);
    else if (words->doubles)
        set_scalar(out, SCALAR_F64);
    else if (words->chars)
        set_scalar(out, integer_type(SCALAR_I8, is_unsigned));
    else if (words->shorts)
        set_scalar(out, integer_type(SCALAR_I16, is_unsigned));
    else if (words->longs)
        set_scalar(out, integer_type(SCALAR_I64, is_unsigned));
    else
        set_scalar(out, integer_type(SCALAR_I32, is_unsigned));
}

/* Joins a::b<c>, leaving *at behind it; *last is the last name. */
static void read_path(HostScan *scan, int *at, int *last, int *arguments)
{
    *arguments = -1;
    for (;;) {
        *last = (*at)++;
        int behind = host_is_at(scan, *at, "<") ? host_template_end(scan, *at, scan->count) : -1;
        if (behind > 0) {
            *arguments = *at;
            *at = behind;
        }
        if (!host_is_at(scan, *at, "::") || scan->tokens[*at + 1].kind != TOKEN_NAME)
            return;
        ++*at;
    }
}

static void set_vector(HostScan *scan, HostType *out, const Token *name, int arguments)
{
    static const char *const vectors[] = {"vector",     "host_vector", "array",
                                          "unique_ptr", "shared_ptr",  NULL};
    HostType element;
    int at = arguments + 1;
    out->is_device_vector = token_is(name, "device_vector");
    out->is_vector = out->is_device_vector || token_is_any(name, vectors);
    if (!out->is_vector || arguments < 0 || !host_type(scan, &at, &element))
        return;
    out->size_bytes = host_type_bytes(&element);
    out->has_scalars = element.is_scalar && !element.pointers && !element.inner_count;
    out->scalar = element.scalar;
    out->elements = element.pointers ? 0 : element.structure;
}

/* float4 and its like: a struct of x, y, z and w. */
static int vector_structure(HostScan *scan, const NamedType *type)
{
    static const char *const names[] = {"x", "y", "z", "w"};
    int count = (int)(type->size_bytes / scalar_size_bytes(type->scalar));
    int *known = &scan->vector_structs[type->scalar][count];
    HostStruct made = {0};
    if (type->is_scalar || scalar_is_half(type->scalar))
        return 0;
    for (int i = 0; i < count && !*known; ++i) {
        HostField field = {.name = names[i], .array_count = -1};
        set_scalar(&field.type, type->scalar);
        *ARENA_PUSH(scan->arena, made.fields, made.count, made.capacity) = field;
    }
    if (!*known) {
        *ARENA_PUSH(scan->arena, scan->structs, scan->struct_count, scan->struct_capacity) = made;
        *known = scan->struct_count;
    }
    return *known;
}

static void set_named(HostScan *scan, HostType *out, const Token *name, int arguments)
{
    out->name = arena_text(scan->arena, name->text, name->length);
    for (size_t i = 0; i < sizeof named_types / sizeof *named_types; ++i)
        if (token_is(name, named_types[i].name)) {
            out->is_scalar = named_types[i].is_scalar;
            out->scalar = named_types[i].scalar;
            out->size_bytes = named_types[i].size_bytes;
            out->structure = vector_structure(scan, &named_types[i]);
            return;
        }
    int known = host_var_find(scan, name->text, name->length);
    if (known >= 0 && scan->vars[known].is_type) {
        bool is_const = out->is_const;
        *out = scan->vars[known].type;
        out->is_const |= is_const;
        if (arguments > 0)
            out->class_arguments = arguments;
        return;
    }
    out->is_auto = token_is(name, "auto");
    out->is_dim3 = token_is(name, "dim3") || token_is(name, "uint3");
    out->is_class = !out->is_auto && !out->is_dim3;
    if (out->is_dim3)
        out->size_bytes = 12;
    set_vector(scan, out, name, arguments);
}

static void skip_qualifier(HostScan *scan, int *at, HostType *out)
{
    out->is_const |= host_is_at(scan, *at, "const") || host_is_at(scan, *at, "constexpr");
    ++*at;
}

bool host_base_type(HostScan *scan, int *at, HostType *out)
{
    Words words = {0};
    bool named = false;
    int last, arguments;
    *out = (HostType){0};
    for (int i = *at;; *at = i) {
        const Token *token = &scan->tokens[i];
        if (token->kind != TOKEN_NAME)
            break;
        if (is_qualifier(token)) {
            skip_qualifier(scan, &i, out);
        } else if (token_is(token, "alignas") || token_is(token, "__align__")) {
            i = host_after_bracket(scan, i + 1, scan->count);
        } else if (!named && read_word(&words, token)) {
            i++;
        } else if (!named && !words.count) {
            read_path(scan, &i, &last, &arguments);
            set_named(scan, out, &scan->tokens[last], arguments);
            named = true;
        } else {
            break;
        }
    }
    if (words.count)
        set_words(out, &words);
    return words.count || named;
}

void host_pointers(HostScan *scan, int *at, HostType *out)
{
    static const char *const words[] = {"const",    "__restrict__", "__restrict",
                                        "volatile", "restrict",     NULL};
    for (;; ++*at) {
        if (host_is_at(scan, *at, "*"))
            out->pointers++;
        else if (host_is_at(scan, *at, "&") || host_is_at(scan, *at, "&&"))
            out->is_reference = true;
        else if (*at >= scan->count || !token_is_any(&scan->tokens[*at], words))
            return;
    }
}

bool host_type(HostScan *scan, int *at, HostType *out)
{
    int start = *at;
    if (scan->tokens[*at].kind != TOKEN_NAME || !host_base_type(scan, at, out) || *at == start)
        return false;
    host_pointers(scan, at, out);
    if (host_is_at(scan, *at, "(") && host_is_at(scan, *at + 1, "*") &&
        host_is_at(scan, *at + 2, ")") && host_is_at(scan, *at + 3, "[")) { /* T (*)[n] */
        *at += 3;
        out->pointers++;
    }
    if (host_is_at(scan, *at, "[") && (!out->is_class || out->structure)) /* sizeof(T[n]) */
        host_lengths(scan, at, scan->count, out);
    return true;
}

bool host_vector_made(HostScan *scan, const Token *name, HostType *out)
{
    static const char make[] = "make_";
    Token type = *name;
    if (name->length < sizeof make || memcmp(name->text, make, sizeof make - 1) != 0)
        return false;
    type.text += sizeof make - 1;
    type.length -= sizeof make - 1;
    *out = (HostType){0};
    set_named(scan, out, &type, -1);
    return out->structure && !out->is_class;
}

/* ---- arrays ---- */

void host_lengths(HostScan *scan, int *at, int end, HostType *out)
{
    int64_t inner[HOST_INNER_LIMIT];
    int count = 0, known = out->inner_count;
    while (*at < end && host_is_at(scan, *at, "[")) {
        int after = host_after_bracket(scan, *at, end);
        HostValue length = host_evaluate(scan, *at + 1, after - 1);
        bool is_good =
            host_is_known(&length) && !scalar_is_float(length.type) && length.integer > 0;
        if (count + known < HOST_INNER_LIMIT)
            inner[count++] = is_good ? length.integer : 0;
        else if (count)
            inner[0] = 0; /* too many to keep: unknown */
        *at = after;
    }
    memmove(out->inner + count, out->inner, sizeof *inner * (size_t)known);
    memcpy(out->inner, inner, sizeof *inner * (size_t)count);
    out->inner_count = count + known;
}

int64_t host_inner_elements(const HostType *type)
{
    int64_t elements = 1;
    for (int i = 0; i < type->inner_count; ++i)
        if (__builtin_mul_overflow(elements, type->inner[i], &elements))
            return 0;
    return elements;
}

bool host_is_cast(HostScan *scan, int open, HostType *out)
{
    int at = open + 1, close = scan->match[open];
    if (close < 0 || at >= close || scan->no_type[open] & HOST_NO_CAST)
        return false;
    if (!host_type(scan, &at, out) || at != close) {
        scan->no_type[open] |= HOST_NO_CAST;
        return false;
    }
    return !out->is_class || out->pointers > 0;
}

uint32_t host_type_bytes(const HostType *type)
{
    int64_t elements = host_inner_elements(type), bytes;
    if (type->pointers)
        return 8;
    bool over = __builtin_mul_overflow(elements, (int64_t)type->size_bytes, &bytes);
    return over || bytes < 0 || bytes > UINT32_MAX ? 0 : (uint32_t)bytes;
}

HostElement host_element_of(const HostType *type)
{
    HostElement out = {.inner_count = type->inner_count};
    bool is_direct = type->is_scalar && type->pointers <= 1;
    memcpy(out.inner, type->inner, sizeof out.inner);
    out.pointers = type->pointers > 1 && !type->is_vector ? type->pointers - 1 : 0;
    out.structure = type->is_vector ? 0 : type->structure;
    out.is_base_scalar = type->is_scalar;
    out.pointee_bytes = type->size_bytes;
    out.is_scalar = type->is_vector ? type->has_scalars && !type->pointers : is_direct;
    out.scalar = type->scalar;
    out.size_bytes = type->is_vector || type->pointers <= 1 ? type->size_bytes : 8;
    return out;
}

bool host_is_record(const HostType *type)
{
    return type->structure || type->class_open;
}
