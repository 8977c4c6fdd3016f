/* Sizes of tensors come from Python, so most of them nobody writes down. What is found here makes
 * the shapes fit each other, as those that a program hands over do. */
#include "load/arguments/tensor.h"

#include "load/state/number.h"

#include <string.h>

enum { USE_LIMIT = 256 };

int load_tensor_rank(const Type *type)
{
    bool is_view = type->kind == TYPE_STRUCT && type->field_count == 3 &&
                   strcmp(type->fields[0].name, "data_") == 0 &&
                   strcmp(type->fields[2].name, "strides_") == 0 &&
                   type->fields[2].type->kind == TYPE_ARRAY &&
                   type->fields[2].type->length <= TENSOR_RANK_LIMIT;
    return is_view ? (int)type->fields[2].type->length : 0;
}

/* The tokens of the file, from one on. */
typedef struct Reader {
    const Loader *loader;
    const Token *tokens;
    int count;
} Reader;

static Reader reader_of(const Loader *loader)
{
    const TokenList *list = &loader->run->unit->text.tokens;
    return (Reader){loader, list->items, list->count};
}

static bool stands(const Reader *r, int at, const char *text)
{
    return at >= 0 && at < r->count && token_is(&r->tokens[at], text);
}

/* Behind the bracket that closes the one at `at`. */
static int behind_bracket(const Reader *r, int at)
{
    int depth = 0;
    do {
        depth += stands(r, at, "(") || stands(r, at, "[") || stands(r, at, "{");
        depth -= stands(r, at, ")") || stands(r, at, "]") || stands(r, at, "}");
        at++;
    } while (depth > 0 && at < r->count);
    return at;
}

static const char *text_of(const Reader *r, int begin, int end)
{
    const char *text = "";
    for (int i = begin; i < end; ++i)
        text = arena_printf(r->loader->arena, "%s%.*s", text, (int)r->tokens[i].length,
                            r->tokens[i].text);
    return text;
}

/* ---- the host code ---- */

static int64_t value_of(const Reader *r, int begin, int end)
{
    const LaunchScan *scan = r->loader->run->scan;
    const char *text = text_of(r, begin, end);
    int64_t value = 0;
    if (load_constant(text, &value))
        return value;
    for (int i = 0; scan && i < scan->variable_count; ++i)
        if (strcmp(scan->variables[i].name, text) == 0 && scan->variables[i].is_known &&
            !scan->variables[i].is_float && scan->variables[i].integer > 0)
            return scan->variables[i].integer;
    return 0;
}

/* n = x.size(0) or x.sizes()[0]: the name of the tensor stands at `at`. */
static void read_size(const Reader *r, int at, TensorSizes *out)
{
    bool is_call = stands(r, at + 1, ".") && stands(r, at + 2, "size") && stands(r, at + 3, "(");
    bool is_list = stands(r, at + 1, ".") && stands(r, at + 2, "sizes") && stands(r, at + 3, "(") &&
                   stands(r, at + 5, "[");
    int number = is_call ? at + 4 : at + 6;
    int64_t dimension;
    if ((!is_call && !is_list) || !stands(r, at - 1, "=") || number >= r->count ||
        !load_integer(text_of(r, number, number + 1), 0, out->rank - 1, &dimension))
        return;
    int64_t value = value_of(r, at - 2, at - 1);
    if (value && !out->sizes[dimension])
        out->sizes[dimension] = value;
}

/* The { of x = torch::zeros({n, 3}), or -1. */
static int list_at(const Reader *r, int at)
{
    while (stands(r, at + 1, "::"))
        at += 2;
    return stands(r, at + 1, "(") && stands(r, at + 2, "{") ? at + 2 : -1;
}

static void read_list(const Reader *r, int open, TensorSizes *out)
{
    int end = behind_bracket(r, open) - 1, begin = open + 1;
    for (int i = begin, d = 0; i <= end && d < out->rank; ++i) {
        if (i < end && !stands(r, i, ","))
            continue;
        out->sizes[d] = out->sizes[d] ? out->sizes[d] : value_of(r, begin, i);
        begin = i + 1;
        d++;
    }
}

/* What the host code tells of the tensor of that name. */
static void read_host(const Reader *r, const char *tensor, TensorSizes *out)
{
    for (int i = 0; i < r->count; ++i) {
        if (!token_is(&r->tokens[i], tensor))
            continue;
        read_size(r, i, out);
        int open = stands(r, i + 1, "=") ? list_at(r, i + 2) : -1;
        if (open >= 0)
            read_list(r, open, out);
    }
}

/* The tensor that a view is made of: x of x.packed_accessor32<...>(), else what the parameter is
 * called. */
static const char *tensor_of(const Loader *loader, int parameter)
{
    const HostArgument *host = load_host_argument(loader, parameter);
    const char *text = host && host->text ? host->text : "";
    size_t length = strcspn(text, ".");
    if (text[length] && length)
        return arena_text(loader->arena, text, length);
    return loader->run->program->parameters[parameter].name;
}

/* ---- the subscripts of the kernel ---- */

/* One dimension of a parameter, indexed by a text. */
typedef struct Use {
    int parameter, dimension;
    const char *text;
} Use;

typedef struct Uses {
    Use items[USE_LIMIT];
    int count;
} Uses;

static int view_named(const Loader *loader, const Token *name)
{
    const Program *program = loader->run->program;
    for (int i = 0; i < program->parameter_count; ++i)
        if (token_is(name, program->parameters[i].name) &&
            load_tensor_rank(program->parameters[i].type))
            return i;
    return -1;
}

static void read_use(const Reader *r, int at, Uses *uses)
{
    int parameter = view_named(r->loader, &r->tokens[at]);
    for (int d = 0, i = at + 1; parameter >= 0 && stands(r, i, "["); ++d) {
        int end = behind_bracket(r, i);
        if (uses->count < USE_LIMIT)
            uses->items[uses->count++] = (Use){parameter, d, text_of(r, i + 1, end - 1)};
        i = end;
    }
}

/* The subscripts between the { and } of the kernel. */
static void read_uses(const Reader *r, Uses *uses)
{
    const Unit *unit = r->loader->run->unit;
    int at = 0;
    for (int i = 0; i < unit->kernel_count; ++i)
        if (strcmp(unit->kernels[i].name, r->loader->run->program->name) == 0)
            while (at < r->count && (r->tokens[at].span.file != unit->kernels[i].span.file ||
                                     r->tokens[at].span.start != unit->kernels[i].span.start))
                at++;
    while (at < r->count && !stands(r, at, "{"))
        at++;
    for (int end = behind_bracket(r, at); at < end && at < r->count; ++at)
        read_use(r, at, uses);
}

/* ---- together ---- */

static void raise(int64_t *size, int64_t least)
{
    *size = *size < least ? least : *size;
}

/* Sizes from equal subscripts, and from subscripts that are numbers. */
static void unite(const Uses *uses, TensorSizes *all)
{
    int64_t number;
    for (int i = 0; i < uses->count; ++i) {
        const Use *one = &uses->items[i];
        int64_t *size = &all[one->parameter].sizes[one->dimension];
        for (int k = 0; k < uses->count && !*size; ++k)
            if (strcmp(uses->items[k].text, one->text) == 0)
                *size = all[uses->items[k].parameter].sizes[uses->items[k].dimension];
    }
    Uses rest = *uses;
    for (int i = 0; i < rest.count; ++i) /* those that are known stay as they are */
        if (all[rest.items[i].parameter].sizes[rest.items[i].dimension])
            rest.items[i].text = "";
    for (int i = 0; i < rest.count; ++i)
        if (load_integer(rest.items[i].text, 0, INT32_MAX - 1, &number))
            raise(&all[rest.items[i].parameter].sizes[rest.items[i].dimension], number + 1);
}

TensorSizes load_tensor_sizes(const Loader *loader, int parameter)
{
    const Program *program = loader->run->program;
    Reader reader = reader_of(loader);
    Uses *uses = ARENA_NEW(loader->arena, Uses);
    TensorSizes *all = ARENA_ARRAY(loader->arena, TensorSizes, program->parameter_count + 1);
    for (int i = 0; i < program->parameter_count; ++i) {
        all[i].rank = load_tensor_rank(program->parameters[i].type);
        if (all[i].rank)
            read_host(&reader, tensor_of(loader, i), &all[i]);
    }
    read_uses(&reader, uses);
    unite(uses, all);
    return all[parameter];
}
