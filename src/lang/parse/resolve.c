/* What a name of the file means. A declaration is read when it is first used, all of its names at
 * once; a file's order of declarations does not matter. */
#include "lang/parse/expression.h"
#include "lang/parse/function.h"
#include "lang/parse/type.h"

#include <string.h>

static Resolved *start_resolving(Parser *p, int outline, Span use)
{
    Resolved *resolved = &p->compiler->resolved[outline];
    if (resolved->is_resolving && !resolved->is_done) {
        parse_error(p, use, NULL, "'%s' is declared by means of itself",
                    p->compiler->outlines->items[outline].name);
        return NULL;
    }
    resolved->is_resolving = true;
    return resolved;
}

/* Gives every outline of the same declaration what the parser now knows under its name. */
static void keep_names(Parser *inner, int begin)
{
    Compiler *compiler = inner->compiler;
    for (int i = 0; i < compiler->outlines->count; ++i) {
        const Outline *outline = &compiler->outlines->items[i];
        Resolved *resolved = &compiler->resolved[i];
        if (outline->begin != begin || resolved->is_done)
            continue;
        Symbol *symbol = scope_find(inner, outline->name, (uint32_t)strlen(outline->name));
        if (!symbol)
            continue;
        resolved->is_done = true;
        resolved->decl = symbol->decl;
        resolved->type = symbol->type;
        resolved->constant = symbol->constant;
    }
}

static void read_type(Parser *inner)
{
    if (parse_at(inner, "typedef") || parse_at(inner, "using")) {
        parse_typedef(inner);
        return;
    }
    parse_specifiers(inner);
}

static void read_declaration(Parser *p, const Outline *outline)
{
    Parser *inner = parser_new(p->compiler, outline->begin, outline->end);
    Diags *diags = p->compiler->diags;
    p->compiler->diags = p->compiler->loud;
    if (outline->kind == OUTLINE_VARIABLE)
        parse_declaration(inner);
    else
        read_type(inner);
    p->compiler->diags = diags;
    if (inner->is_broken)
        p->is_broken = true;
    keep_names(inner, outline->begin);
}

static Resolved *resolve_outline(Parser *p, int index, Span use)
{
    const Outline *outline = &p->compiler->outlines->items[index];
    Resolved *resolved = &p->compiler->resolved[index];
    if (resolved->is_done)
        return resolved;
    if (outline->is_template) {
        parse_error(p, use, NULL, "the template '%s' needs its arguments in <>", outline->name);
        return NULL;
    }
    if (!start_resolving(p, index, use) || !parse_nest(p))
        return NULL;
    read_declaration(p, outline);
    parse_unnest(p);
    resolved->is_done = true;
    return resolved;
}

Decl *resolve_variable(Parser *p, int outline, Span use)
{
    Resolved *resolved = resolve_outline(p, outline, use);
    return resolved ? resolved->decl : NULL;
}

const Type *resolve_type(Parser *p, int outline, Span use)
{
    Resolved *resolved = resolve_outline(p, outline, use);
    return resolved ? resolved->type : NULL;
}

Node *resolve_enumerator(Parser *p, int outline, Span use)
{
    Resolved *resolved = resolve_outline(p, outline, use);
    if (!resolved || !resolved->constant)
        return NULL;
    Node *node = arena_copy(p->arena, resolved->constant, sizeof *node);
    node->span = node->mark = use;
    return node;
}
