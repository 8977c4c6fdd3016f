/* --set on a constant of file scope, which device code may use as well as host code. Its value is
 * written into the text itself, of the file or of the one that it includes, so that the emulator, a
 * GPU's compiler and the source pane all see the same files. */
#include "load/files/files.h"

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

/* Where the initialiser begins, or 0 if the value does not stand behind the name. */
static size_t initialiser_start(const SourceFile *file, const HostVariable *variable)
{
    size_t at = (size_t)variable->span.start + variable->span.length;
    at += strspn(file->text + at, " \t");
    return file->text[at] && strchr("={(", file->text[at]) ? at + 1 : 0;
}

static bool find_initialiser(const Run *run, const HostVariable *variable, Edit *out)
{
    const SourceFile *file = &run->sources->files[variable->span.file];
    size_t start = initialiser_start(file, variable);
    *out = (Edit){start, initialiser_end(file, start), NULL};
    return start && !memchr(file->text + start, '\n', out->end - start);
}

static bool is_of_file(const HostVariable *variable)
{
    return variable->is_file_scope && variable->is_constant;
}

bool load_can_rewrite(const Run *run, const HostVariable *variable)
{
    Edit edit;
    return !is_of_file(variable) || find_initialiser(run, variable, &edit);
}

static bool make_edit(Loader *loader, const HostVariable *variable, Edit *out)
{
    const Run *run = loader->run;
    const char *text = run->sources->files[variable->span.file].text;
    if (!variable->is_overridden || !is_of_file(variable) || !find_initialiser(run, variable, out))
        return false;
    out->text = literal(loader->arena, variable);
    size_t length = out->end - out->start;
    return strlen(out->text) != length || memcmp(out->text, text + out->start, length) != 0;
}

/* The text of a file with its constants changed, or NULL if there is nothing to change. */
static const char *changed_text(Loader *loader, uint32_t file)
{
    const Run *run = loader->run;
    const char *text = NULL;
    for (int i = run->scan->variable_count - 1; i >= 0; --i) { /* the last place first */
        const HostVariable *variable = &run->scan->variables[i];
        Edit edit;
        if (variable->span.file != file || !make_edit(loader, variable, &edit))
            continue;
        text = text ? text : run->sources->files[file].text;
        text = arena_printf(loader->arena, "%.*s%s%s", (int)edit.start, text, edit.text,
                            text + edit.end);
    }
    return text;
}

/* ---- included files ---- */

typedef struct ChangedIncludes {
    const IncludeReader *reader; /* of those that are not changed; or NULL */
    const NamedText *texts;
    int count;
} ChangedIncludes;

static bool read_changed(void *context, Arena *arena, const char *name, const char **text,
                         size_t *length)
{
    const ChangedIncludes *changed = context;
    const char *found = load_pair(changed->texts, changed->count, name);
    if (!found)
        return changed->reader &&
               changed->reader->read(changed->reader->context, arena, name, text, length);
    *text = found;
    *length = strlen(found);
    return true;
}

static bool change_includes(Loader *loader)
{
    Run *run = loader->run;
    NamedText *texts = ARENA_ARRAY(loader->arena, NamedText, run->sources->count);
    int count = 0;
    for (int i = 1; i < run->sources->count; ++i) {
        const char *text = changed_text(loader, (uint32_t)i);
        if (text)
            texts[count++] = (NamedText){run->sources->files[i].name, text};
    }
    if (!count)
        return false;
    ChangedIncludes *changed = ARENA_NEW(loader->arena, ChangedIncludes);
    IncludeReader *reader = ARENA_NEW(loader->arena, IncludeReader);
    *changed = (ChangedIncludes){run->compile.include_reader, texts, count};
    *reader = (IncludeReader){read_changed, changed};
    run->compile.include_reader = reader;
    return true;
}

const char *load_rewrite_constants(Loader *loader)
{
    bool is_changed = change_includes(loader);
    const char *text = changed_text(loader, 0);
    return text || !is_changed ? text : loader->run->sources->files[0].text;
}
