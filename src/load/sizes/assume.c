/* What a kernel is launched with when nobody says: the names and sizes in the file are the only
 * clue. Every guess is noted by the one who asks for it. */
#include "load/sizes/assume.h"

#include "load/state/number.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { DEFAULT_TILE = 16, DEFAULT_LINE = 256, DEFAULT_THREAD_TILE = 4 };
enum { BLOCK_SIDE_LIMIT = 32 }; /* of a square of 1024 threads */
enum { CUT_LENGTH = 16 };       /* half of a tile as wide as a warp */

/* ---- the block ---- */

static bool uses_thread_y(const Program *program)
{
    for (uint32_t pc = 0; pc < program->code_count; ++pc) {
        const Instr *instr = &program->code[pc];
        if (instr->a == SLOT_THREAD_Y || instr->b == SLOT_THREAD_Y || instr->c == SLOT_THREAD_Y)
            return true;
    }
    return false;
}

/* The value of a constant of the file whose name says that it is the side of a block. */
static bool tile_constant(const Run *run, int64_t *out)
{
    static const char *const names[] = {"TILE_WIDTH",  "TILE_SIZE",        "TILE_DIM",
                                        "BLOCK_SIZE",  "BLOCKSIZE",        "BLOCK_DIM",
                                        "TILE",        "BLOCK_WIDTH",      "BLOCK",
                                        "BLOCKSIZE_X", "THREADS",          "NUM_THREADS",
                                        "NTHREADS",    "THREADBLOCK_SIZE", "THREADS_PER_BLOCK"};
    for (size_t n = 0; n < sizeof names / sizeof *names; ++n) {
        for (int i = 0; i < run->unit->text.macro_count; ++i)
            if (strcmp(run->unit->text.macros[i].name, names[n]) == 0 &&
                load_integer(run->unit->text.macros[i].value, 1, 1024, out))
                return true;
        for (int i = 0; i < run->scan->variable_count; ++i) {
            const HostVariable *variable = &run->scan->variables[i];
            if (strcmp(variable->name, names[n]) != 0 || !variable->is_known ||
                !variable->is_constant || variable->is_float || variable->value < 1 ||
                variable->value > 1024)
                continue;
            *out = variable->integer;
            return true;
        }
    }
    return false;
}

static bool shared_extents(const Program *program, int64_t *columns, int64_t *rows)
{
    for (int i = 0; i < program->shared_count; ++i) {
        const Type *type = program->shared[i].type;
        if (type->kind != TYPE_ARRAY || type->element->kind != TYPE_ARRAY ||
            type->element->element->kind == TYPE_ARRAY)
            continue;
        *rows = type->length;
        *columns = type->element->length;
        if (*columns == *rows + 1) /* padded against bank conflicts */
            *columns = *rows;
        return *rows * *columns <= LAUNCH_BLOCK_THREADS_LIMIT;
    }
    return false;
}

static const Uniform *uniform_of(const Program *program, Operand operand)
{
    bool is_uniform =
        OPERAND_IS_UNIFORM(operand) && OPERAND_INDEX(operand) < program->uniform_count;
    return is_uniform ? &program->uniforms[OPERAND_INDEX(operand)] : NULL;
}

/* The thread's number is divided by a constant: threads of one line stand for a square. */
static bool divides_thread(const Program *program, int64_t by)
{
    for (uint32_t pc = 0; pc < program->code_count; ++pc) {
        const Instr *instr = &program->code[pc];
        const Uniform *uniform = uniform_of(program, instr->b);
        if (instr->op == OP_DIV && instr->a == SLOT_THREAD_X && uniform &&
            uniform->kind == UNIFORM_CONSTANT && (int64_t)uniform->value == by)
            return true;
    }
    return false;
}

void load_assume_block(const Run *run, int64_t out[3])
{
    bool is_flat = !uses_thread_y(run->program);
    int64_t side = is_flat ? DEFAULT_LINE : DEFAULT_TILE;
    out[0] = side;
    out[1] = is_flat ? 1 : side;
    out[2] = 1;
    if (tile_constant(run, &side) && (is_flat || side <= 32)) {
        bool is_square = is_flat && side <= 32 && divides_thread(run->program, side);
        out[0] = is_square ? side * side : side;
        out[1] = is_flat ? 1 : side;
    } else if (!is_flat) {
        shared_extents(run->program, &out[0], &out[1]);
    }
    while (out[0] * out[1] > launch_thread_limit(run->program))
        out[out[1] >= out[0]] /= 2;
}

/* ---- the grid ---- */

static bool uses_block(const Program *program, int axis)
{
    for (int i = 0; i < program->uniform_count; ++i)
        if (program->uniforms[i].kind == UNIFORM_BLOCK_IDX && program->uniforms[i].index == axis)
            return true;
    return false;
}

/* What the block's number is multiplied by along an axis: so many elements a block has there. 0: it
 * is no constant. */
static int64_t block_stride(const Program *program, int axis, const int64_t block[3])
{
    for (uint32_t pc = 0; pc < program->code_count; ++pc) {
        const Instr *instr = &program->code[pc];
        const Uniform *a = uniform_of(program, instr->a), *b = uniform_of(program, instr->b);
        if ((instr->op != OP_MUL && instr->op != OP_FMA) || !a || !b)
            continue;
        bool is_first = a->kind == UNIFORM_BLOCK_IDX && a->index == axis;
        const Uniform *index = is_first ? a : b, *by = is_first ? b : a;
        if (index->kind != UNIFORM_BLOCK_IDX || index->index != axis)
            continue;
        if (by->kind == UNIFORM_BLOCK_DIM)
            return block[by->index];
        if (by->kind == UNIFORM_CONSTANT && by->value <= LAUNCH_BLOCK_THREADS_LIMIT)
            return (int64_t)by->value;
    }
    return 0;
}

bool load_assume_grid(const Loader *loader, const int64_t block[3], int64_t out[3])
{
    const Program *program = loader->run->program;
    int64_t size = load_largest_scalar(loader), stride[2] = {block[0], block[1]};
    out[0] = out[1] = out[2] = 1;
    if (!uses_block(program, 0) && !uses_block(program, 1) && !uses_block(program, 2))
        return true; /* all blocks would do the same */
    bool is_line = block[1] == 1 && uses_block(program, 1), is_known = true;
    for (int axis = 0; axis < 2 && is_line; ++axis) {
        int64_t its = block_stride(program, axis, block);
        is_known &= its > 0;
        stride[axis] = its > 0 ? its : stride[axis];
    }
    out[0] = size / stride[0] + (size % stride[0] > 0);
    bool is_wide = block[1] > 1 || (is_line && is_known);
    out[1] = is_wide ? size / stride[1] + (size % stride[1] > 0) : 1;
    return is_known;
}

int64_t load_assume_extent(const Run *run, const char *name)
{
    const HostLaunch *host = run->host;
    int64_t side = 0;
    bool is_line = load_name_has(name, "thread threads nthreads");
    bool is_of_block = is_line || load_name_has(name, "tile block blocksize width dim size");
    if (!run->scan || !is_of_block)
        return DEFAULT_TILE;
    if (host && host->has_block && host->block[0] > 0 && host->block[0] <= 1024)
        return host->block[0];
    return !is_line && tile_constant(run, &side) ? side : is_line ? DEFAULT_LINE : DEFAULT_TILE;
}

int64_t load_side_of_block(const Run *run, const int64_t block[3])
{
    int64_t side = block[0] > block[1] ? block[0] : block[1], tile;
    bool is_line = block[0] > 0 && block[1] == 1 && tile_constant(run, &tile);
    if (is_line && tile <= BLOCK_SIDE_LIMIT && tile * tile == block[0])
        return tile;
    return side < 1 ? 1 : side > LAUNCH_BLOCK_THREADS_LIMIT ? LAUNCH_BLOCK_THREADS_LIMIT : side;
}

int64_t load_block_constant(const Run *run)
{
    int64_t value;
    return tile_constant(run, &value) ? value : 0;
}

int64_t load_assume_side(const Run *run)
{
    const HostLaunch *host = run->host;
    int64_t block[3], given;
    load_assume_block(run, block);
    if (host && host->has_block)
        memcpy(block, host->block, sizeof block);
    if (run->options.block && sscanf(run->options.block, "%" SCNd64, &given) == 1)
        block[0] = given;
    return load_side_of_block(run, block);
}

GuessBase load_assume_base(const Loader *loader, int64_t side)
{
    GuessBase base = {.size = (loader->attempt.halves * side / 2) >> loader->attempt.shift,
                      .side = side};
    bool is_cut = loader->attempt.halves % 2 && base.size && base.size % (2 * CUT_LENGTH) == 0;
    if (loader->attempt.shift && is_cut) /* of a tile that the side tells nothing of */
        base.size += CUT_LENGTH;
    if (!loader->attempt.halves)
        base.size = 2;
    else if (base.size < 4)
        base.size = 4;
    if (loader->attempt.has_tail)
        base.tail = base.size < side ? base.size / 2 : side / 2;
    return base;
}

/* ---- template arguments ---- */

static bool is_called(const char *a, const char *b)
{
    while (*a && tolower((unsigned char)*a) == tolower((unsigned char)*b))
        ++a, ++b;
    return *a == *b;
}

/* The value of a constant of the file that is called so, whatever the case of its letters. */
static bool constant_called(const Run *run, const char *name, int64_t *out)
{
    for (int i = 0; i < run->unit->text.macro_count; ++i)
        if (is_called(run->unit->text.macros[i].name, name) &&
            load_integer(run->unit->text.macros[i].value, 0, INT32_MAX, out))
            return true;
    for (int i = 0; i < run->scan->variable_count; ++i) {
        const HostVariable *variable = &run->scan->variables[i];
        if (!is_called(variable->name, name) || !variable->is_known || variable->is_float)
            continue;
        *out = variable->integer;
        return true;
    }
    return false;
}

bool load_assume_named(const Run *run, const char *name, int64_t *out)
{
    const char *dot = strrchr(name, '.');
    name = dot ? dot + 1 : name;
    return strlen(name) > 2 && run->scan &&
           load_name_has(name, "radius kernel filter ksize mask window channels bins nbins "
                               "classes clusters heads") &&
           constant_called(run, name, out) && *out > 0;
}

/* The token behind the name of the kernel that is opened; the end of the text if there is none. */
static int behind_name(const Run *run)
{
    const Unit *unit = run->unit;
    const KernelInfo *kernel = NULL;
    for (int i = 0; i < unit->kernel_count && !kernel; ++i)
        if (!run->compile.kernel || strcmp(unit->kernels[i].name, run->compile.kernel) == 0)
            kernel = &unit->kernels[i];
    int at = 0;
    for (; kernel && at < unit->text.tokens.count; ++at) {
        Span span = unit->text.tokens.items[at].span;
        if (span.file == kernel->span.file && span.start == kernel->span.start)
            return at + 1;
    }
    return unit->text.tokens.count;
}

/* The index of the parameter of the kernel that is declared as a pointer to this type, or -1. */
static int parameter_of_type(const Run *run, const char *type)
{
    const TokenList *list = &run->unit->text.tokens;
    const Token *tokens = list->items;
    int at = behind_name(run), index = 0;
    for (++at; at + 1 < list->count && !token_is(&tokens[at], "{"); ++at) {
        if (token_is(&tokens[at], type) &&
            token_is(&tokens[at + 1 + token_is(&tokens[at + 1], "const")], "*"))
            return index;
        index += token_is(&tokens[at], ",");
    }
    return -1;
}

/* The type that a compiler would deduce from what the launch passes; NULL: none is known. */
static const char *deduced_type(const Run *run, const char *type)
{
    int index = run->host ? parameter_of_type(run, type) : -1;
    return index >= 0 && index < run->host->argument_count ? run->host->arguments[index].element
                                                           : NULL;
}

/* Does the kernel ask for the row of a thread in its block? */
static bool has_rows(const Run *run)
{
    const TokenList *list = &run->unit->text.tokens;
    const Token *tokens = list->items;
    int at = behind_name(run), depth = 0;
    while (at < list->count && !token_is(&tokens[at], "{"))
        ++at;
    for (; at + 2 < list->count; ++at) {
        depth += token_is(&tokens[at], "{") - token_is(&tokens[at], "}");
        if (token_is(&tokens[at], "threadIdx") && token_is(&tokens[at + 2], "y"))
            return true;
        if (!depth)
            return false;
    }
    return false;
}

/* A value for a template parameter: a type that the launch shows; TM and TN are taken for the
 * elements that a thread works on, everything else for the side of a tile. */
static const char *value_for(const Loader *loader, const TemplateParameter *parameter,
                             bool *is_assumed)
{
    int64_t value = DEFAULT_TILE;
    bool is_of_thread =
        toupper((unsigned char)parameter->name[0]) == 'T' && strlen(parameter->name) == 2;
    const char *type = parameter->is_type ? deduced_type(loader->run, parameter->name) : NULL;
    *is_assumed |= !type;
    if (parameter->is_type)
        return type ? type : "float";
    if (!constant_called(loader->run, parameter->name, &value) && is_of_thread)
        value = DEFAULT_THREAD_TILE;
    else if (value > BLOCK_SIDE_LIMIT && load_name_has(parameter->name, "block tile") &&
             has_rows(loader->run))
        value = DEFAULT_TILE;
    return arena_printf(loader->arena, "%lld", (long long)value);
}

const char *load_assume_template(Loader *loader)
{
    const Run *run = loader->run;
    const TemplateParameter *list;
    int count = unit_template_parameters(loader->arena, run->unit, run->compile.kernel, &list);
    const char *text = NULL;
    bool is_assumed = false;
    for (int i = 0; i < count && !list[i].has_default; ++i)
        text = arena_printf(loader->arena, "%s%s%s", text ? text : "", text ? "," : "",
                            value_for(loader, &list[i], &is_assumed));
    if (is_assumed)
        load_assume(loader, "template", "template", text);
    return text;
}

/* Bytes up to the comma that ends the first template argument of a text, or to the text's end. */
static size_t argument_length(const char *text)
{
    size_t length = 0;
    for (int depth = 0; text[length] && (depth || text[length] != ','); ++length)
        depth += (text[length] == '<' || text[length] == '(') -
                 (text[length] == '>' || text[length] == ')');
    return length;
}

const char *load_assume_rest(Loader *loader, const char *text)
{
    const Run *run = loader->run;
    const TemplateParameter *list;
    int count = unit_template_parameters(loader->arena, run->unit, run->compile.kernel, &list);
    bool is_assumed = false;
    int given = 0;
    for (const char *at = text; *at; ++given) {
        at += argument_length(at);
        at += *at == ',';
    }
    for (int i = given; i < count && !list[i].has_default; ++i) {
        const char *value = value_for(loader, &list[i], &is_assumed);
        text = arena_printf(loader->arena, "%s%s%s", text, i ? "," : "", value);
        load_assume(loader, "template", list[i].name, value);
    }
    return text;
}

/* Does the word stand in a text of so many bytes? */
static bool holds_word(const char *text, size_t length, const char *word)
{
    size_t size = strlen(word);
    for (size_t i = 0; i + size <= length; ++i) {
        bool begins = i == 0 || !(isalnum((unsigned char)text[i - 1]) || text[i - 1] == '_');
        bool ends = !(isalnum((unsigned char)text[i + size]) || text[i + size] == '_');
        if (begins && ends && strncmp(text + i, word, size) == 0)
            return true;
    }
    return false;
}

const char *load_assume_unknown(Loader *loader, const char *text, const char *name)
{
    const Run *run = loader->run;
    const TemplateParameter *list;
    int count = unit_template_parameters(loader->arena, run->unit, run->compile.kernel, &list);
    const char *out = "";
    bool is_assumed = false;
    for (int i = 0; i < count && *text; ++i) {
        size_t length = argument_length(text);
        const char *value = holds_word(text, length, name)
                                ? value_for(loader, &list[i], &is_assumed)
                                : arena_text(loader->arena, text, length);
        out = arena_printf(loader->arena, "%s%s%s", out, i ? "," : "", value);
        text += length + (text[length] == ',');
    }
    if (is_assumed)
        load_assume(loader, "template", name, out);
    return is_assumed ? out : NULL;
}

/* ---- dynamic shared memory ---- */

int64_t load_assume_shared(const Run *run)
{
    const Program *program = run->program;
    int64_t bytes = 0;
    for (int i = 0; i < program->shared_count; ++i) {
        const Type *element = program->shared[i].type;
        while (element->kind == TYPE_ARRAY)
            element = element->element;
        if (program->shared[i].is_extern && element->size_bytes > bytes)
            bytes = element->size_bytes < 4 ? 4 : element->size_bytes;
    }
    return (int64_t)((uint64_t)bytes * dim3_count(run->launch.block)); /* see launch_check */
}

uint32_t load_most_shared(const Run *run)
{
    uint32_t own = run->program->shared_bytes;
    return own < LAUNCH_SHARED_LIMIT_BYTES ? (LAUNCH_SHARED_LIMIT_BYTES - own) / 16 * 16 : 0;
}
