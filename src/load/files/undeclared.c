/* Macros that the file uses and nobody defines: its makefile gave them with -D, or the file that
 * included it had them. nvcc refuses such a file by itself; here the extents that they stand for
 * are assumed like others, and that is said. */
#include "load/files/files.h"
#include "load/sizes/assume.h"

#include <ctype.h>
#include <string.h>

enum { UNDECLARED_MOST = 6 }; /* macros of one file */

static bool is_macro_name(const char *name)
{
    for (const char *c = name; *c; ++c)
        if (!isupper((unsigned char)*c) && !isdigit((unsigned char)*c) && *c != '_')
            return false;
    return isupper((unsigned char)*name);
}

/* One letter more, less or other, or two that changed places. */
static bool is_near(const char *a, const char *b)
{
    size_t one = strlen(a), two = strlen(b), from = 0, tail = 0;
    while (a[from] && a[from] == b[from])
        from++;
    while (tail < one - from && tail < two - from && a[one - 1 - tail] == b[two - 1 - tail])
        tail++;
    size_t odd_one = one - from - tail, odd_two = two - from - tail;
    bool are_swapped =
        odd_one == 2 && odd_two == 2 && a[from] == b[from + 1] && a[from + 1] == b[from];
    return one > 2 && two > 2 && ((odd_one <= 1 && odd_two <= 1) || are_swapped);
}

/* Is another macro of the file spelled nearly so? Then it is a slip. */
static bool is_slip(const Loader *loader, const char *name)
{
    const Preprocessed *text = &loader->run->unit->text;
    for (int i = 0; i < text->macro_count; ++i)
        if (is_near(text->macros[i].name, name))
            return true;
    return false;
}

/* A header that was not found may define it: then nothing is assumed, for it is to be found. */
static bool lacks_header(const Loader *loader)
{
    for (int i = 0; i < loader->diags->count; ++i)
        if (preprocess_lost_header(&loader->diags->items[i]))
            return true;
    return false;
}

static int token_at(const TokenList *list, Span span)
{
    for (int i = 0; i < list->count; ++i)
        if (list->items[i].span.file == span.file && list->items[i].span.start == span.start)
            return i;
    return -1;
}

/* Is it used as an extent: as the length of an array, beside what is compared, or with the number
 * of a thread or block in one expression? */
static bool is_extent(const Loader *loader, Span span)
{
    static const char *const ends[] = {";", "{", "}", "=", NULL};
    static const char *const compared[] = {"[", "]", "<", "<=", ">", ">=", "%", NULL};
    static const char *const numbers[] = {"threadIdx", "blockIdx", "blockDim", "gridDim", NULL};
    const TokenList *list = &loader->run->unit->text.tokens;
    int at = token_at(list, span);
    if (at < 1)
        return false;
    if (token_is_any(&list->items[at - 1], compared) ||
        token_is_any(&list->items[at + 1], compared))
        return true;
    for (int way = -1; way <= 1; way += 2)
        for (int i = at; i > 0 && i < list->count && !token_is_any(&list->items[i], ends); i += way)
            if (token_is_any(&list->items[i], numbers))
                return true;
    return false;
}

/* The name in a first error that says "X is not declared"; *span where. NULL: it says otherwise. */
static const char *undeclared_name(const Loader *loader, Span *span)
{
    const Diag *diag = NULL;
    for (int i = 0; !diag && i < loader->diags->count; ++i)
        if (loader->diags->items[i].severity == DIAG_ERROR)
            diag = &loader->diags->items[i];
    if (!diag || !diag->has_place || strcmp(diag->message->text, "'%s' is not declared") != 0)
        return NULL;
    *span = diag->span;
    return diag->message->parts[0].text;
}

static bool is_argument(const Loader *loader, Span span)
{
    return span.file && !loader->run->sources->files[span.file].is_included;
}

/* Leaves the warnings. */
static void drop_errors(Diags *diags)
{
    int kept = 0;
    for (int i = 0; i < diags->count; ++i)
        if (diags->items[i].severity != DIAG_ERROR)
            diags->items[kept++] = diags->items[i];
    diags->count = kept;
    diags->error_count = 0;
    diags->last = NULL;
}

bool load_assume_argument(Loader *loader)
{
    Span span;
    CompileOptions *compile = &loader->run->compile;
    const LoadOptions *options = &loader->run->options;
    const char *name = undeclared_name(loader, &span), *text = compile->template_args;
    if (!name || !is_argument(loader, span) || !options->assume || options->template_args)
        return false;
    text = load_assume_unknown(loader, text, name);
    if (!text)
        return false;
    compile->template_args = text;
    drop_errors(loader->diags);
    return true;
}

static void add_define(Loader *loader, const char *name, const char *value)
{
    CompileOptions *compile = &loader->run->compile;
    Define *defines = ARENA_ARRAY(loader->arena, Define, compile->define_count + 1);
    for (int i = 0; i < compile->define_count; ++i)
        defines[i + 1] = compile->defines[i];
    defines[0] = (Define){name, value};
    compile->defines = defines;
    compile->define_count++;
}

bool load_define_undeclared(Loader *loader)
{
    Span span;
    const char *name = undeclared_name(loader, &span);
    if (!name || !loader->run->options.assume || loader->undeclared_count == UNDECLARED_MOST)
        return false;
    if (is_argument(loader, span) || !is_macro_name(name) || is_slip(loader, name) ||
        lacks_header(loader) || !is_extent(loader, span))
        return false;
    Undeclared *made = &loader->undeclared[loader->undeclared_count++];
    *made = (Undeclared){.name = name,
                         .value = arena_printf(loader->arena, "%lld",
                                               (long long)load_assume_extent(loader->run, name)),
                         .span = span};
    add_define(loader, name, made->value);
    return true;
}

void load_tell_undeclared(Loader *loader)
{
    for (int i = 0; i < loader->undeclared_count; ++i) {
        const Undeclared *made = &loader->undeclared[i];
        load_assume(loader, "define", made->name, made->value);
        diag_warning(loader->diags, made->span, "write a #define for it",
                     "nothing defines '%s', so nvcc refuses the file; %s is taken for it",
                     made->name, made->value);
    }
}
