/* A file opened, and one of its kernels compiled: what others call to compile. */
#include "lang/compile.h"
#include "lang/emit/emit.h"
#include "lang/parse/expression.h"
#include "lang/parse/function.h"
#include "lang/text/prelude.h"
#include "lang/tree/constant.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef struct Declarations {
    TokenList tokens; /* the prelude's, then the file's */
    Outlines *outlines;
    int prelude_count;                  /* outlines of the prelude, which come first */
    const KernelInfo **kernels_by_name; /* plain names in order; those alike as the file has them */
} Declarations;

static Declarations *declarations_of(Unit *unit, const char *template_args)
{
    Arena *arena = unit->arena;
    Declarations *d = ARENA_NEW(arena, Declarations);
    prelude_name_cuda(arena, &unit->text.tokens);
    const char *prelude = prelude_for(arena, &unit->text.tokens, template_args);
    uint32_t file = source_add(unit->sources, "CUDA", prelude, strlen(prelude));
    int count;
    d->tokens = lex_before(arena, unit->sources, file, &unit->text.tokens, &count);
    d->outlines = outline_scan(arena, &d->tokens);
    while (d->prelude_count < d->outlines->count &&
           d->outlines->items[d->prelude_count].begin < count)
        d->prelude_count++;
    return d;
}

static int compare_kernels(const void *a, const void *b)
{
    const KernelInfo *x = *(const KernelInfo *const *)a, *y = *(const KernelInfo *const *)b;
    int by = strcmp(x->plain, y->plain);
    return by ? by : x->outline - y->outline;
}

static int compare_names(const void *a, const void *b)
{
    const KernelInfo *x = *(const KernelInfo *const *)a, *y = *(const KernelInfo *const *)b;
    int by = strcmp(x->name, y->name);
    return by ? by : x->outline - y->outline;
}

/* Whether another of the kernels, which are in order of their plain names, has that of this one. */
static bool is_alike(const KernelInfo *const *sorted, int count, int at)
{
    const char *name = sorted[at]->plain;
    return (at && strcmp(sorted[at - 1]->plain, name) == 0) ||
           (at + 1 < count && strcmp(sorted[at + 1]->plain, name) == 0);
}

/* Those of one plain name are told apart by their lines, and those of one line by their order. */
static void name_kernels(Unit *unit, const KernelInfo **sorted, KernelInfo *kernels)
{
    int alike = 0;
    const KernelInfo **named = ARENA_ARRAY(unit->arena, const KernelInfo *, unit->kernel_count + 1);
    for (int i = 0; i < unit->kernel_count; ++i)
        if (is_alike(sorted, unit->kernel_count, i))
            named[alike++] = sorted[i];
    for (int i = 0; i < alike; ++i)
        kernels[named[i] - kernels].name = arena_printf(unit->arena, "%s:%d", named[i]->plain,
                                                        source_line(unit->sources, named[i]->span));
    qsort(named, (size_t)alike, sizeof *named, compare_names);
    for (int i = 1, nth = 1; i < alike; ++i) {
        nth = strcmp(named[i - nth]->name, named[i]->name) == 0 ? nth + 1 : 1;
        if (nth > 1)
            kernels[named[i] - kernels].name =
                arena_printf(unit->arena, "%s.%d", named[i]->name, nth);
    }
}

static void list_kernels(Unit *unit, Declarations *d)
{
    KernelInfo *kernels = NULL;
    int capacity = 0;
    for (int i = 0; i < d->outlines->count; ++i) {
        const Outline *outline = &d->outlines->items[i];
        if (outline->kind != OUTLINE_KERNEL || outline->body < 0 || outline->is_special)
            continue;
        *ARENA_PUSH(unit->arena, kernels, unit->kernel_count, capacity) =
            (KernelInfo){outline->name, outline->name, i, outline->name_span, outline->is_template};
    }
    d->kernels_by_name = ARENA_ARRAY(unit->arena, const KernelInfo *, unit->kernel_count + 1);
    for (int i = 0; i < unit->kernel_count; ++i)
        d->kernels_by_name[i] = &kernels[i];
    qsort(d->kernels_by_name, (size_t)unit->kernel_count, sizeof *d->kernels_by_name,
          compare_kernels);
    name_kernels(unit, d->kernels_by_name, kernels);
    unit->kernels = kernels;
}

/* An error at the first } that closes nothing. Outlines go round it, and would find a file behind
 * it that no compiler sees. */
static void check_braces(const TokenList *tokens, Diags *diags)
{
    int depth = 0;
    for (int i = 0; i < tokens->count; ++i) {
        const Token *token = &tokens->items[i];
        depth += token_is(token, "{") - token_is(token, "}");
        if (depth < 0) {
            diag_error(diags, token->span, "leave it out, or open the block that it is to close",
                       "this } closes nothing");
            return;
        }
    }
}

Unit *unit_open(Arena *arena, SourceSet *sources, uint32_t file, const CompileOptions *options,
                Diags *diags)
{
    Unit *unit = ARENA_NEW(arena, Unit);
    unit->arena = arena;
    unit->sources = sources;
    unit->text = preprocess(arena, sources, file, options->defines, options->define_count,
                            options->include_reader, diags);
    check_braces(&unit->text.tokens, diags);
    Declarations *d = declarations_of(unit, options->template_args);
    unit->declarations = d;
    list_kernels(unit, d);
    return unit;
}

/* The name before the first <<<, template arguments skipped. */
static const Token *first_launched(const Unit *unit)
{
    const Token *tokens = unit->text.tokens.items;
    for (int i = 1; i < unit->text.tokens.count; ++i) {
        if (!token_is(&tokens[i], "<<<"))
            continue;
        int at = i - 1, depth = token_is(&tokens[at], ">");
        while (depth > 0 && --at > 0)
            depth += token_is(&tokens[at], ">") - token_is(&tokens[at], "<");
        if (at > 0 && i - 1 != at)
            at--;
        if (tokens[at].kind == TOKEN_NAME)
            return &tokens[at];
    }
    return NULL;
}

static const char *kernel_names(Arena *arena, const Unit *unit)
{
    const char *names = "";
    for (int i = 0; i < unit->kernel_count && i < 20; ++i)
        names = arena_printf(arena, "%s%s%s", names, i ? ", " : "", unit->kernels[i].name);
    return names;
}

/* How many kernels have plain names before these letters in kernels_by_name. */
static int count_before(const Unit *unit, const char *plain, size_t length)
{
    const Declarations *d = unit->declarations;
    int low = 0, high = unit->kernel_count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (strncmp(d->kernels_by_name[middle]->plain, plain, length) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The kernel of that name, by its plain name, of which the first counts, or its whole one; NULL if
 * there is none. */
static const KernelInfo *find_kernel(const Unit *unit, const char *name)
{
    const Declarations *d = unit->declarations;
    const char *mark = strrchr(name, ':');
    int at = count_before(unit, name, strlen(name) + 1);
    if (at < unit->kernel_count && strcmp(d->kernels_by_name[at]->plain, name) == 0)
        return d->kernels_by_name[at];
    for (at = mark ? count_before(unit, name, (size_t)(mark - name)) : unit->kernel_count;
         at < unit->kernel_count &&
         strncmp(d->kernels_by_name[at]->plain, name, (size_t)(mark - name)) == 0;
         ++at)
        if (strcmp(d->kernels_by_name[at]->name, name) == 0)
            return d->kernels_by_name[at];
    return NULL;
}

const char *unit_kernel_name(const Unit *unit, const char *name)
{
    const KernelInfo *kernel = name ? find_kernel(unit, name) : NULL;
    return kernel ? kernel->name : name;
}

static const KernelInfo *choose_kernel(Arena *arena, const Unit *unit, const char *wanted,
                                       Diags *diags)
{
    const Token *launched = wanted ? NULL : first_launched(unit);
    if (!unit->kernel_count) {
        diag_error_plain(diags, "a kernel is declared: __global__ void name(...) { ... }",
                         "%s has no kernel", unit->sources->files[0].name);
        return NULL;
    }
    const char *name = wanted     ? wanted
                       : launched ? arena_text(arena, launched->text, launched->length)
                                  : "";
    const KernelInfo *found = find_kernel(unit, name);
    if (found || !wanted)
        return found ? found : &unit->kernels[0];
    diag_error_plain(diags, NULL, "%s has no kernel '%s'", unit->sources->files[0].name, wanted);
    diag_hint(diags, phrase_new(arena, "kernels: %s", kernel_names(arena, unit)));
    return NULL;
}

static Compiler *compiler_new(Arena *arena, const Unit *unit, const CompileOptions *options,
                              Diags *diags)
{
    const Declarations *d = unit->declarations;
    Compiler *compiler = ARENA_NEW(arena, Compiler);
    compiler->arena = arena;
    compiler->unit = unit;
    compiler->outlines = d->outlines;
    compiler->tokens = &d->tokens;
    compiler->prelude_count = d->prelude_count;
    compiler->options = options;
    compiler->diags = compiler->loud = diags;
    compiler->resolved = ARENA_ARRAY(arena, Resolved, d->outlines->count + 1);
    compiler->without_used = ARENA_ARRAY(arena, bool, options->without_count + 1);
    return compiler;
}

bool unit_constant(Arena *arena, const Unit *unit, int begin, int end, int64_t *value,
                   ScalarType *type)
{
    const Declarations *d = unit->declarations;
    int before = d->tokens.count - unit->text.tokens.count; /* tokens of the prelude */
    CompileOptions options = {0};
    Diags *quiet = diags_new(arena);
    Compiler *compiler = compiler_new(arena, unit, &options, quiet);
    Parser *p = parser_new(compiler, before + begin, before + end);
    const Node *node = parse_conditional(p);
    bool is_good = !p->is_broken && !quiet->error_count && p->at == p->end && node->is_constant &&
                   node->type->kind == TYPE_SCALAR && !scalar_is_float(node->type->scalar);
    if (is_good) {
        *type = node->type->scalar;
        *value = constant_int(*type, node->value);
    }
    return is_good;
}

const uint8_t *unit_variable(Arena *arena, const Unit *unit, const char *name, uint64_t bytes)
{
    const Declarations *d = unit->declarations;
    const Outlines *outlines = d->outlines;
    CompileOptions options = {0};
    Diags *quiet = diags_new(arena);
    Compiler *compiler = compiler_new(arena, unit, &options, quiet);
    Parser *p = parser_new(compiler, 0, 0);
    int outline = outline_find(outlines, name, (uint32_t)strlen(name));
    while (outline >= 0 && outlines->items[outline].kind != OUTLINE_VARIABLE)
        outline = outline_next(outlines, outline);
    if (outline < 0)
        return NULL;
    const Decl *decl = resolve_variable(p, outline, outlines->items[outline].name_span);
    return decl && !quiet->error_count && decl->type->size_bytes == bytes ? decl->bytes : NULL;
}

Program *unit_compile(Arena *arena, const Unit *unit, const CompileOptions *options, Diags *diags)
{
    int errors = diags->error_count;
    const KernelInfo *chosen = choose_kernel(arena, unit, options->kernel, diags);
    if (!chosen)
        return NULL;
    Compiler *compiler = compiler_new(arena, unit, options, diags);
    Function *kernel = function_kernel(compiler, &compiler->outlines->items[chosen->outline]);
    if (kernel && diags->error_count == errors)
        without_check_used(compiler);
    if (!kernel || diags->error_count > errors)
        return NULL;
    Program *program = emit_program(compiler, kernel);
    if (!program || diags->error_count > errors)
        return NULL;
    program->name = chosen->name;
    return program;
}

static int template_parameters(Arena *arena, const Declarations *d, int outline,
                               const TemplateParameter **out)
{
    const Outline *o = &d->outlines->items[outline];
    TemplateParameter *list = NULL, *last = NULL;
    int count = 0, capacity = 0;
    for (int i = o->template_begin, depth = 0; i < o->template_end; ++i) {
        const Token *token = &d->tokens.items[i];
        depth += token_is(token, "(") - token_is(token, ")");
        if (i == o->template_begin || (depth == 0 && token_is(token - 1, ","))) {
            last = ARENA_PUSH(arena, list, count, capacity);
            *last = (TemplateParameter){"", token_is(token, "typename") || token_is(token, "class"),
                                        false};
        }
        last->has_default |= token_is(token, "=");
        if (token->kind == TOKEN_NAME && !last->has_default)
            last->name = arena_text(arena, token->text, token->length);
    }
    *out = list;
    return count;
}

int unit_template_parameters(Arena *arena, const Unit *unit, const char *kernel,
                             const TemplateParameter **out)
{
    const Declarations *d = unit->declarations;
    const KernelInfo *chosen = choose_kernel(arena, unit, kernel, diags_new(arena));
    *out = NULL;
    return chosen ? template_parameters(arena, d, chosen->outline, out) : 0;
}

/* Template arguments that let most kernels be read. Only the lines of what is read are wanted, so
 * any argument will do that the kernel accepts. */
static const char *any_arguments(Arena *arena, const Unit *unit, int outline)
{
    const TemplateParameter *list;
    int count = template_parameters(arena, unit->declarations, outline, &list);
    const char *text = "";
    for (int i = 0; i < count && !list[i].has_default; ++i)
        text = arena_printf(arena, "%s%s%s", text, i ? "," : "", list[i].is_type ? "float" : "4");
    return text;
}

int unit_switchables(Arena *arena, const Unit *unit, const char *kernel, const char *template_args,
                     const Switchable **out)
{
    CompileOptions options = {.kernel = kernel, .template_args = template_args};
    Diags *quiet = diags_new(arena);
    const KernelInfo *chosen = choose_kernel(arena, unit, kernel, quiet);
    *out = NULL;
    if (!chosen)
        return 0;
    Compiler *compiler = compiler_new(arena, unit, &options, quiet);
    int outline = chosen->outline;
    if (compiler->outlines->items[outline].is_template && !template_args)
        options.template_args = any_arguments(arena, unit, outline);
    function_kernel(compiler, &compiler->outlines->items[outline]);
    *out = compiler->switchables;
    return compiler->switchable_count;
}
