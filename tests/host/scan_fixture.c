/* One scan, and its launches as text. */
#include "scan_fixture.h"

#include "base/file.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

int scan_setup(void **state)
{
    Fixture *f = calloc(1, sizeof *f);
    f->arena = arena_new();
    *state = f;
    return 0;
}

int scan_teardown(void **state)
{
    Fixture *f = *state;
    arena_free(f->arena);
    free(f);
    return 0;
}

void scan_text(Fixture *f, const char *text, size_t length)
{
    f->sources = source_set_new(f->arena);
    f->diags = diags_new(f->arena);
    uint32_t file = source_add(f->sources, "t.cu", text, length);
    const Unit *unit = unit_open(f->arena, f->sources, file, &(CompileOptions){0}, f->diags);
    f->scan = launch_scan(f->arena, unit, f->diags);
    if (f->setting_count)
        f->scan =
            launch_scan_with(f->arena, unit, f->scan, f->settings, f->setting_count, f->diags);
}

const char *argument_text(Arena *arena, const HostArgument *a)
{
    if (a->is_known)
        return arena_printf(arena, "%g", a->value);
    if (!a->buffer)
        return "?";
    const char *text = a->buffer;
    if (a->has_count)
        text = arena_printf(arena, "%s:%g", text, a->count_bytes);
    if (a->has_shape)
        text = arena_printf(arena, "%s[%g x %g]", text, a->rows, a->columns);
    text = arena_printf(arena, "%s%s%s%s", text, a->is_uploaded ? "u" : "",
                        a->is_downloaded ? "d" : "", a->is_zeroed ? "z" : "");
    return a->offset_elements ? arena_printf(arena, "%s%+g", text, a->offset_elements) : text;
}

static const char *extents(Arena *arena, bool known, const int64_t *e)
{
    if (!known)
        return "?";
    if (e[1] == 1 && e[2] == 1)
        return arena_printf(arena, "%d", (int)e[0]);
    if (e[2] == 1)
        return arena_printf(arena, "%d,%d", (int)e[0], (int)e[1]);
    return arena_printf(arena, "%d,%d,%d", (int)e[0], (int)e[1], (int)e[2]);
}

static const char *launch_text(Arena *arena, const HostLaunch *l)
{
    const char *text = arena_printf(
        arena, "%s%s%s%s%s %s %s", l->is_reached ? "" : "~", l->kernel, l->template_args ? "<" : "",
        l->template_args ? l->template_args : "", l->template_args ? ">" : "",
        extents(arena, l->has_grid, l->grid), extents(arena, l->has_block, l->block));
    if (!l->has_shared || l->shared_bytes)
        text = l->has_shared ? arena_printf(arena, "%s %d", text, (int)l->shared_bytes)
                             : arena_printf(arena, "%s ?", text);
    text = arena_printf(arena, "%s (", text);
    for (int i = 0; i < l->argument_count; ++i)
        text = arena_printf(arena, "%s%s%s", text, i ? ", " : "",
                            argument_text(arena, &l->arguments[i]));
    return arena_printf(arena, "%s)", text);
}

const char *scan(Fixture *f, const char *text)
{
    scan_text(f, text, strlen(text));
    const char *out = "";
    for (int i = 0; i < f->scan->launch_count; ++i)
        out = arena_printf(f->arena, "%s%s%s", out, i ? "; " : "",
                           launch_text(f->arena, &f->scan->launches[i]));
    return out;
}

void set(Fixture *f, const char *name, double value)
{
    f->settings[f->setting_count++] =
        (HostSetting){name, value, (double)(int64_t)value == value, (int64_t)value};
}

const char *in_main(Fixture *f, const char *body)
{
    return scan(f, arena_printf(f->arena,
                                "__global__ void k(int n) { n = n; }\n"
                                "int main(int argc, char **argv) { %s }",
                                body));
}

const HostVariable *variable(Fixture *f, const char *name)
{
    for (int i = 0; i < f->scan->variable_count; ++i)
        if (strcmp(f->scan->variables[i].name, name) == 0)
            return &f->scan->variables[i];
    return NULL;
}

const char *project_kernel(Fixture *f, const char *name)
{
    char *text;
    size_t length;
    const Phrase *reason;
    const char *path = arena_printf(f->arena, "%s/kernels/%s", SOURCE_ROOT, name);
    assert_true(file_read(f->arena, path, FILE_SOURCE_LIMIT_BYTES, &text, &length, &reason));
    return text;
}
