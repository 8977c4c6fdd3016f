/* clang prints each record that it has laid out, members of members indented below them:
 *
 *   *** Dumping AST Record Layout
 *            0 | struct ns::Particle
 *            0 |   struct float3 position
 *            0 |     float x
 *           16 |   double mass
 *              | [sizeof=24, dsize=24, align=8,
 *
 * What counts are the leaves of that tree, by their offsets and the names on the way to them. A
 * type that is a struct to one side may be a scalar to the other, as __half is. */
#include "exec/layout/layouts.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_LIMIT = 15 }; /* members of members that are looked at */

static const char head[] = "*** Dumping AST Record Layout";

/* A member without members. */
typedef struct Leaf {
    uint64_t offset;
    const char *path; /* ".position.x"; members without a name add nothing */
} Leaf;

typedef struct Layout {
    const char *name; /* the last part of it, without blanks: "Particle", "V<int>" */
    uint64_t size;
    Leaf *leaves;
    int count, capacity;
} Layout;

struct Layouts {
    Layout *items;
    int count, capacity;
};

/* ---- reading ---- */

/* The end of a line, which is the NUL or the newline. */
static const char *line_end(const char *at)
{
    return at + strcspn(at, "\n");
}

static const char *next_line(const char *at)
{
    at = line_end(at);
    return *at ? at + 1 : at;
}

/* "struct ns::V<int, 4>" as "V<int,4>": neither what it is, nor where, nor blanks. */
static const char *short_name(Arena *arena, const char *name, size_t length)
{
    static const char *const kinds[] = {"struct ", "class ", "union "};
    char *out = arena_alloc(arena, length + 1), *at = out;
    for (int i = 0; i < 3; ++i)
        if (length > strlen(kinds[i]) && strncmp(name, kinds[i], strlen(kinds[i])) == 0) {
            length -= strlen(kinds[i]);
            name += strlen(kinds[i]);
        }
    int depth = 0;
    for (size_t i = 0; i < length; ++i) {
        depth += name[i] == '<' || name[i] == '(';
        depth -= name[i] == '>' || name[i] == ')';
        if (depth == 0 && name[i] == ':' && i + 1 < length && name[i + 1] == ':') {
            at = out;
            ++i;
        } else if (name[i] != ' ') {
            *at++ = name[i];
        }
    }
    *at = '\0';
    return out;
}

/* Where what is laid out stands in a line, and how deep it is; NULL: the line tells of no
 * member. */
static const char *member_of(const char *line, int *depth)
{
    const char *bar = memchr(line, '|', (size_t)(line_end(line) - line));
    if (!bar || strspn(line, " ") == (size_t)(bar - line))
        return NULL;
    const char *text = bar + 1 + strspn(bar + 1, " ");
    *depth = (int)(text - bar - 2) / 2;
    return text;
}

static const char *last_word(Arena *arena, const char *text)
{
    const char *end = line_end(text), *begin = end;
    while (begin > text && (isalnum((unsigned char)begin[-1]) || begin[-1] == '_'))
        --begin;
    return arena_text(arena, begin, (size_t)(end - begin));
}

static const char *joined(Arena *arena, const char *path, const char *name)
{
    return *name ? arena_printf(arena, "%s.%s", path, name) : path;
}

static const char *read_layout(Arena *arena, const char *at, Layout *layout)
{
    const char *paths[DEPTH_LIMIT + 1] = {""};
    int depth, next;
    const char *text = member_of(at, &depth);
    if (!text)
        return at;
    layout->name = short_name(arena, text, (size_t)(line_end(text) - text));
    for (at = next_line(at); (text = member_of(at, &depth)); at = next_line(at)) {
        if (depth < 1 || depth > DEPTH_LIMIT)
            continue;
        paths[depth] = joined(arena, paths[depth - 1], last_word(arena, text));
        if (!member_of(next_line(at), &next) || next <= depth)
            *ARENA_PUSH(arena, layout->leaves, layout->count, layout->capacity) =
                (Leaf){strtoull(at, NULL, 10), paths[depth]};
    }
    const char *size = strstr(at, "sizeof=");
    layout->size = size ? strtoull(size + strlen("sizeof="), NULL, 10) : 0;
    return at;
}

const Layouts *layouts_read(Arena *arena, const char *text)
{
    Layouts *layouts = ARENA_NEW(arena, Layouts);
    while ((text = strstr(text, head))) {
        Layout layout = {0};
        text = read_layout(arena, next_line(text), &layout);
        if (layout.name)
            *ARENA_PUSH(arena, layouts->items, layouts->count, layouts->capacity) = layout;
    }
    return layouts;
}

/* It is of the compiler's libraries, or of what the C library has for itself. */
static bool is_of_library(const char *line)
{
    static const char *const names[] = {" std::", " __gnu", " _", " __"};
    const char *bar = strchr(line, '|'), *end = line_end(line);
    for (size_t i = 0; bar && i < sizeof names / sizeof *names; ++i) {
        const char *found = strstr(bar, names[i]), *open = strpbrk(bar, "<(");
        if (found && found < end && (!open || found < open))
            return true;
    }
    return !bar || bar > end;
}

const char *layouts_filter(Arena *arena, const char *dump)
{
    char *out = arena_alloc(arena, strlen(dump) + 1), *to = out;
    while ((dump = strstr(dump, head))) {
        const char *from = dump, *end = next_line(from);
        int depth;
        bool is_wanted = !is_of_library(end);
        while (member_of(end, &depth))
            end = next_line(end);
        end = next_line(end);
        if (is_wanted)
            to = mempcpy(to, from, (size_t)(end - from));
        dump = end;
    }
    *to = '\0';
    return out;
}

/* ---- comparing ---- */

static void add_leaves(Arena *arena, const Type *type, uint64_t offset, const char *path,
                       Layout *layout)
{
    if (type->kind != TYPE_STRUCT || type->field_count == 0) {
        *ARENA_PUSH(arena, layout->leaves, layout->count, layout->capacity) = (Leaf){offset, path};
        return;
    }
    for (int i = 0; i < type->field_count; ++i) {
        const Field *field = &type->fields[i];
        add_leaves(arena, field->type, offset + field->offset_bytes,
                   joined(arena, path, field->name ? field->name : ""), layout);
    }
}

static bool begins_like(const char *path, const char *outer)
{
    size_t length = strlen(outer);
    return strncmp(path, outer, length) == 0 && (path[length] == '\0' || path[length] == '.');
}

/* One is the other, or a member of it. */
static bool are_kin(const Leaf *a, const Leaf *b)
{
    return begins_like(a->path, b->path) || begins_like(b->path, a->path);
}

/* What a lambda captures has no names to one side. */
static bool is_lambda(const char *name)
{
    return strncmp(name, "(lambda", strlen("(lambda")) == 0;
}

/* Every leaf of one has its like in the other. */
static bool has_all(const Layout *a, const Layout *b)
{
    bool is_unnamed = is_lambda(a->name) || is_lambda(b->name);
    for (int i = 0; i < b->count; ++i) {
        bool has = false;
        for (int k = 0; k < a->count && !has; ++k)
            has = a->leaves[k].offset == b->leaves[i].offset &&
                  (is_unnamed || are_kin(&a->leaves[k], &b->leaves[i]));
        for (int k = 0; k < a->count && !has; ++k) /* within a scalar of the other side */
            has = a->leaves[k].offset < b->leaves[i].offset &&
                  strlen(a->leaves[k].path) < strlen(b->leaves[i].path) &&
                  begins_like(b->leaves[i].path, a->leaves[k].path);
        if (!has)
            return false;
    }
    return true;
}

static bool are_equal(const Layout *a, const Layout *b)
{
    return a->size == b->size && has_all(a, b) && has_all(b, a);
}

/* "16 bytes, a at 0, d at 8" */
static const char *layout_text(Arena *arena, const Layout *layout)
{
    const char *text = arena_printf(arena, "%llu bytes", (unsigned long long)layout->size);
    for (int i = 0; i < layout->count; ++i)
        text = arena_printf(arena, "%s, %s at %llu", text, layout->leaves[i].path + 1,
                            (unsigned long long)layout->leaves[i].offset);
    return text;
}

/* A name of the compiler for a type of ours: lambdas have none, and are told by their values. */
static bool is_named(const char *name, const char *own)
{
    const char *number = strncmp(own, "lambda", strlen("lambda")) ? "" : own + strlen("lambda");
    bool is_own_lambda = *number && number[strspn(number, "0123456789")] == '\0';
    return is_own_lambda ? is_lambda(name) : strcmp(name, own) == 0;
}

/* The layout of that name that is another one; NULL if one is the same, or none has the name. */
static const Layout *find_other(const Layouts *layouts, const Layout *own)
{
    const Layout *other = NULL;
    for (int i = 0; i < layouts->count; ++i) {
        if (!is_named(layouts->items[i].name, own->name))
            continue;
        if (are_equal(&layouts->items[i], own))
            return NULL;
        other = &layouts->items[i];
    }
    return other;
}

static bool compare_struct(const Layouts *layouts, const Program *program,
                           const Parameter *parameter, const char *text, size_t length,
                           Diags *diags)
{
    Arena *arena = diags->arena;
    const Type *type = parameter->type;
    const char *name = type->name ? type->name : arena_text(arena, text, length);
    Layout own = {.name = short_name(arena, name, strlen(name)), .size = type->size_bytes};
    if (type->field_count > 0)
        add_leaves(arena, type, 0, "", &own);
    const Layout *other = find_other(layouts, &own);
    if (!other)
        return true;
    diag_error(diags, parameter->span,
               "give host and device the same members: __CUDA_ARCH__ must not change a type",
               "%s of %s is a %s, which has another layout in the host part (%s) than in the "
               "kernel (%s)",
               parameter->name, program->name, name, layout_text(arena, other),
               layout_text(arena, &own));
    return false;
}

/* ---- scalars, by the name that the linker has ---- */

typedef struct NamedScalar {
    const char *name;
    ScalarType type;
} NamedScalar;

static const NamedScalar scalars[] = {
    {"bool", SCALAR_BOOL},         {"char", SCALAR_I8},          {"signed char", SCALAR_I8},
    {"unsigned char", SCALAR_U8},  {"short", SCALAR_I16},        {"unsigned short", SCALAR_U16},
    {"int", SCALAR_I32},           {"unsigned int", SCALAR_U32}, {"long", SCALAR_I64},
    {"unsigned long", SCALAR_U64}, {"long long", SCALAR_I64},    {"unsigned long long", SCALAR_U64},
    {"float", SCALAR_F32},         {"double", SCALAR_F64},
};

/* The parameter that begins at text, up to the comma behind it. */
static size_t parameter_length(const char *text)
{
    int depth = 0;
    const char *at = text;
    for (; *at && (depth > 0 || *at != ','); ++at)
        depth +=
            (*at == '<' || *at == '(' || *at == '{') - (*at == '>' || *at == ')' || *at == '}');
    return (size_t)(at - text);
}

static bool compare_scalar(const Program *program, const Parameter *parameter, const char *text,
                           size_t length, Diags *diags)
{
    for (size_t i = 0; i < sizeof scalars / sizeof *scalars; ++i) {
        bool is_named =
            strlen(scalars[i].name) == length && !strncmp(scalars[i].name, text, length);
        if (!is_named || parameter->type->kind != TYPE_SCALAR ||
            parameter->type->scalar == scalars[i].type)
            continue;
        diag_error(diags, parameter->span,
                   "give host and device the same types: __CUDA_ARCH__ must not change a type",
                   "%s of %s is a %s in the host part and a %s in the kernel", parameter->name,
                   program->name, scalars[i].name, scalar_name(parameter->type->scalar));
        return false;
    }
    return true;
}

bool layouts_agree(const Layouts *layouts, const Program *program, const PlainName *name,
                   Diags *diags)
{
    const char *text = name->parameters ? name->parameters : "";
    bool agree = true;
    for (int i = 0; i < program->parameter_count && agree; ++i) {
        const Parameter *parameter = &program->parameters[i];
        size_t length = parameter_length(text);
        if (parameter->type->kind == TYPE_STRUCT)
            agree = compare_struct(layouts, program, parameter, text, length, diags);
        else
            agree = compare_scalar(program, parameter, text, length, diags);
        text += length;
        text += strspn(text, ", ");
    }
    return agree;
}
