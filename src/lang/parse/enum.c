/* Enumerations: names for numbers of one integer type, which the name of the enumeration stands for
 * as well. */
#include "lang/check/check.h"
#include "lang/parse/expression.h"
#include "lang/parse/type.h"
#include "lang/tree/constant.h"
#include "lang/tree/kinds.h"

static void parse_enumerator(Parser *p, ScalarType type, int64_t *value)
{
    const Token *name = parse_peek(p);
    if (!parse_is_name(name)) {
        parse_error(p, name->span, NULL, "expected the name of a constant");
        return;
    }
    p->at++;
    if (parse_accept(p, "="))
        parse_constant_int(p, value, "the value of an enumeration constant");
    Symbol *symbol = scope_add(p, arena_text(p->arena, name->text, name->length), SYMBOL_CONSTANT);
    symbol->constant =
        node_constant(p, type, constant_convert(type, SCALAR_I64, (uint64_t)*value), name->span);
    *value = (int64_t)((uint64_t)*value + 1);
}

/* The type behind the : of an enumeration, in which its values are held; int without one. */
static const Type *parse_underlying(Parser *p)
{
    const Type *type = type_scalar(SCALAR_I32);
    if (!parse_accept(p, ":"))
        return type;
    Span span = parse_peek(p)->span;
    const Type *given = parse_type_name(p);
    if (p->is_broken)
        return type;
    if (type_is_integer(given))
        return type_scalar(given->scalar);
    check_error(p, span, "use an integer type", "the values of an enumeration cannot be of type %s",
                type_text(p->arena, given));
    return type;
}

const Type *parse_enum(Parser *p)
{
    int64_t value = 0;
    const char *name = NULL;
    parse_expect(p, "enum", "here");
    if (!parse_accept(p, "class"))
        parse_accept(p, "struct");
    if (parse_is_name(parse_peek(p))) {
        name = parse_token_text(p, parse_peek(p));
        p->at++;
    }
    const Type *type = parse_underlying(p);
    if (name)
        parse_add_type(p, name, type);
    if (!parse_accept(p, "{"))
        return type;
    while (!p->is_broken && !parse_at(p, "}")) {
        parse_enumerator(p, type->scalar, &value);
        if (!parse_accept(p, ","))
            break;
    }
    parse_expect(p, "}", "after the enumeration");
    return type;
}
