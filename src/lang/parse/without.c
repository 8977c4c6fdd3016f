/* --without: the places a learner can switch off, noted while the kernel is read, and which of the
 * given options met one. */
#include "lang/parse/parser.h"

#include <string.h>

static const char *const kind_names[] = {"barrier", "line", "check"};

/* One of the kind that begins there was noted before. */
static bool is_noted(Compiler *c, WithoutKind kind, Span span)
{
    uint64_t length = c->unit->sources->files[0].length + 1, at = kind * length + span.start;
    if (!c->switchable_starts)
        c->switchable_starts = ARENA_ARRAY(c->arena, uint64_t, 3 * length / 64 + 1);
    if (span.start >= length) /* of another file */
        return false;
    bool is_known = c->switchable_starts[at / 64] >> at % 64 & 1;
    c->switchable_starts[at / 64] |= (uint64_t)1 << at % 64;
    return is_known;
}

int parse_switchable(Parser *p, WithoutKind kind, Span place, Span span)
{
    Compiler *c = p->compiler;
    if (place.file != 0 || !p->function || p->left_out)
        return -1;
    int line = source_line(c->unit->sources, place);
    if (is_noted(c, kind, span))
        return -1;
    *ARENA_PUSH(c->arena, c->switchables, c->switchable_count, c->switchable_capacity) =
        (Switchable){kind, line, span};
    return c->switchable_count - 1;
}

bool parse_without(Parser *p, WithoutKind kind, Span span)
{
    Compiler *c = p->compiler;
    bool is_off = false;
    if (span.file != 0 || !p->function || p->left_out || !c->options->without_count)
        return false;
    int line = source_line(c->unit->sources, span);
    for (int i = 0; i < c->options->without_count; ++i)
        if (c->options->withouts[i].kind == kind && c->options->withouts[i].line == line)
            is_off = c->without_used[i] = true;
    return is_off;
}

static const char *lines_of(Compiler *c, WithoutKind kind)
{
    const char *text = "";
    int shown = 0, last = 0;
    for (int i = 0; i < c->switchable_count; ++i) {
        int line = c->switchables[i].line;
        if (c->switchables[i].kind != kind || line == last || shown++ >= 40)
            continue;
        text = arena_printf(c->arena, "%s%s%d", text, *text ? ", " : "", line);
        last = line;
    }
    return text;
}

void without_check_used(Compiler *c)
{
    for (int i = 0; i < c->options->without_count; ++i) {
        const Without *without = &c->options->withouts[i];
        const char *name = kind_names[without->kind], *lines = lines_of(c, without->kind);
        if (c->without_used[i])
            continue;
        diag_error_plain(c->diags, "the kernel has none at all",
                         "--without %s:%d: line %d of the kernel has no %p", name, without->line,
                         without->line,
                         PHRASE_KEY(without->kind == WITHOUT_LINE ? "statement" : name));
        if (*lines)
            diag_hint(c->diags, phrase_new(c->arena, "lines that have one: %s", lines));
    }
}
