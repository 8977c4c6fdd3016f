/* --set on a constant of file scope, which device code may use as well as host code. Its value is
 * written into the text itself, so that the emulator, a GPU's compiler and the source pane all see
 * the same file. */
#include "load/parts.h"

#include <math.h>
#include <string.h>

typedef struct Edit {
    size_t start, end; /* bytes of the initialiser */
    const char *text;
} Edit;

/* Where an initialiser ends that starts at byte `at`: at its comma or semicolon. */
static size_t initialiser_end(const SourceFile *file, size_t at)
{
    for (int depth = 0; at < file->length; ++at) {
        char c = file->text[at];
        depth += (c == '(' || c == '{' || c == '[') - (c == ')' || c == '}' || c == ']');
        if (depth < 0 || (depth == 0 && (c == ';' || c == ',')))
            break;
    }
    return at;
}

static const char *literal(Arena *arena, const HostVariable *variable)
{
    double value = variable->value;
    if (!variable->is_float && value >= 0x1p63)
        return arena_printf(arena, " %lluu", (unsigned long long)variable->integer);
    if (!variable->is_float)
        return arena_printf(arena, " %lld", (long long)variable->integer);
    bool whole = value == floor(value) && fabs(value) < 1e18;
    return whole ? arena_printf(arena, " %lld", (long long)value)
                 : arena_printf(arena, " %.17g", value);
}

static bool make_edit(Loader *loader, const HostVariable *variable, Edit *out)
{
    const Run *run = loader->run;
    const SourceFile *file = &run->sources->files[0];
    size_t at = (size_t)variable->span.start + variable->span.length;
    if (!variable->is_overridden || !variable->is_file_scope || !variable->is_constant ||
        variable->span.file != 0)
        return false;
    at += strspn(file->text + at, " \t");
    if (file->text[at] != '=')
        return false;
    *out = (Edit){at + 1, initialiser_end(file, at + 1), NULL};
    if (memchr(file->text + out->start, '\n', out->end - out->start))
        return false;
    out->text = literal(loader->arena, variable);
    size_t length = out->end - out->start;
    return strlen(out->text) != length || memcmp(out->text, file->text + out->start, length) != 0;
}

static const char *apply_edit(Loader *loader, const char *text, const Edit *edit)
{
    return arena_printf(loader->arena, "%.*s%s%s", (int)edit->start, text, edit->text,
                        text + edit->end);
}

const char *load_rewrite_constants(Loader *loader)
{
    const Run *run = loader->run;
    const char *text = run->sources->files[0].text;
    bool changed = false;
    for (int i = run->scan->variable_count - 1; i >= 0; --i) { /* the last place first */
        Edit edit;
        if (!make_edit(loader, &run->scan->variables[i], &edit))
            continue;
        text = apply_edit(loader, text, &edit);
        changed = true;
    }
    return changed ? text : NULL;
}
