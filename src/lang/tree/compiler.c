#include "lang/tree/compiler.h"

Decl *decl_new(Compiler *compiler, DeclKind kind, const char *name, Span span, const Type *type)
{
    Decl *decl = ARENA_NEW(compiler->arena, Decl);
    decl->kind = kind;
    decl->name = name;
    decl->span = span;
    decl->type = type;
    decl->number = compiler->decl_count++;
    return decl;
}

/* A type and its const form have the same fields. */
bool outline_is_prelude(const Compiler *compiler, const Outline *outline)
{
    return outline && !outline->owner && outline >= compiler->outlines->items &&
           outline - compiler->outlines->items < compiler->prelude_count;
}

const Members *struct_members(const Compiler *compiler, const Type *type)
{
    if (!type || type->kind != TYPE_STRUCT || !type->fields)
        return NULL;
    for (const Members *m = compiler->members; m; m = m->next)
        if (m->type->fields == type->fields)
            return m;
    return NULL;
}
