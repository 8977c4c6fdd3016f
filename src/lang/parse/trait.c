/* What <type_traits> and <limits> say of types: is_same_v<A, B>, conditional_t<c, A, B>,
 * numeric_limits<T>::max(). They are tables here, for the headers say them by means of partial
 * specialisations. A name counts as one where < follows it and the file declares none of its
 * own. */
#include "lang/check/call.h"
#include "lang/parse/function.h"
#include "lang/parse/type.h"
#include "lang/tree/constant.h"
#include "lang/tree/kinds.h"

#include <math.h>
#include <string.h>

typedef bool Question(const Type *type);
typedef const Type *Change(Parser *p, const Type *type);

static bool is_word(const Type *type)
{
    return type->kind == TYPE_SCALAR && !scalar_is_half(type->scalar);
}

static bool is_integral(const Type *type)
{
    return type_is_integer(type);
}

static bool is_floating_point(const Type *type)
{
    return is_word(type) && type_is_float(type);
}

static bool is_arithmetic(const Type *type)
{
    return is_word(type);
}

static bool is_signed(const Type *type)
{
    return is_word(type) && scalar_is_signed(type->scalar);
}

static bool is_unsigned(const Type *type)
{
    return is_word(type) && !scalar_is_signed(type->scalar);
}

static bool is_pointer(const Type *type)
{
    return type->kind == TYPE_POINTER;
}

static bool is_array(const Type *type)
{
    return type->kind == TYPE_ARRAY;
}

static bool is_void(const Type *type)
{
    return type->kind == TYPE_VOID;
}

static bool is_const(const Type *type)
{
    return type->is_const;
}

static bool is_class(const Type *type)
{
    return type->kind == TYPE_STRUCT || (type->kind == TYPE_SCALAR && scalar_is_half(type->scalar));
}

/* const counts at every depth. */
static bool is_same(const Type *a, const Type *b)
{
    for (; a->is_const == b->is_const && a->kind == b->kind; a = a->element, b = b->element)
        if (!a->element || !b->element)
            return type_equal(a, b);
    return false;
}

static const Type *without_const(Parser *p, const Type *type)
{
    return type_with_const(p->arena, type, false);
}

static const Type *with_const(Parser *p, const Type *type)
{
    return type_with_const(p->arena, type, true);
}

static const Type *as_it_is(Parser *p, const Type *type) /* references are no types here */
{
    (void)p;
    return type;
}

static const Type *pointed_at(Parser *p, const Type *type)
{
    (void)p;
    return type->kind == TYPE_POINTER ? type->element : type;
}

static const Type *pointer_to(Parser *p, const Type *type)
{
    return type_pointer(p->arena, type);
}

static const Type *decayed(Parser *p, const Type *type)
{
    return type->kind == TYPE_ARRAY ? type_pointer(p->arena, type->element)
                                    : without_const(p, type);
}

/* The whole type of the same size that is signed, or is not. */
static const Type *other_sign(const Type *type, bool is_signed)
{
    static const ScalarType pairs[][2] = {{SCALAR_U8, SCALAR_I8},
                                          {SCALAR_U16, SCALAR_I16},
                                          {SCALAR_U32, SCALAR_I32},
                                          {SCALAR_U64, SCALAR_I64}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; ++i)
        if (type->kind == TYPE_SCALAR &&
            (type->scalar == pairs[i][0] || type->scalar == pairs[i][1]))
            return type_scalar(pairs[i][is_signed]);
    return type;
}

static const Type *made_signed(Parser *p, const Type *type)
{
    (void)p;
    return other_sign(type, true);
}

static const Type *made_unsigned(Parser *p, const Type *type)
{
    (void)p;
    return other_sign(type, false);
}

static const struct {
    const char *name;
    Question *ask; /* NULL: is_same, which is asked of two types */
} questions[] = {{"is_same", NULL},
                 {"is_integral", is_integral},
                 {"is_floating_point", is_floating_point},
                 {"is_arithmetic", is_arithmetic},
                 {"is_signed", is_signed},
                 {"is_unsigned", is_unsigned},
                 {"is_pointer", is_pointer},
                 {"is_array", is_array},
                 {"is_void", is_void},
                 {"is_const", is_const},
                 {"is_class", is_class}};

static const struct {
    const char *name;
    Change *change; /* NULL: conditional and enable_if, which begin with a condition */
} changes[] = {{"remove_const", without_const},
               {"remove_cv", without_const},
               {"remove_volatile", as_it_is},
               {"remove_reference", as_it_is},
               {"remove_cvref", without_const},
               {"type_identity", as_it_is},
               {"remove_pointer", pointed_at},
               {"add_pointer", pointer_to},
               {"add_const", with_const},
               {"decay", decayed},
               {"make_signed", made_signed},
               {"make_unsigned", made_unsigned},
               {"underlying_type", as_it_is},
               {"conditional", NULL},
               {"enable_if", NULL}};

enum {
    QUESTION_COUNT = sizeof questions / sizeof *questions,
    CHANGE_COUNT = sizeof changes / sizeof *changes
};

/* Is the token that name, or the name with its ending? *has_ending tells which. */
static bool is_named(const Token *token, const char *name, const char *ending, bool *has_ending)
{
    size_t length = strlen(name);
    if (token->kind != TOKEN_NAME || token->length < length ||
        memcmp(token->text, name, length) != 0)
        return false;
    *has_ending = token->length > length;
    return !*has_ending || (token->length == length + strlen(ending) &&
                            memcmp(token->text + length, ending, strlen(ending)) == 0);
}

static int find_question(const Token *token, bool *has_ending)
{
    for (int i = 0; i < QUESTION_COUNT; ++i)
        if (is_named(token, questions[i].name, "_v", has_ending))
            return i;
    return -1;
}

static int find_change(const Token *token, bool *has_ending)
{
    for (int i = 0; i < CHANGE_COUNT; ++i)
        if (is_named(token, changes[i].name, "_t", has_ending))
            return i;
    return -1;
}

/* The last part of a::b::c from here if < follows it and the file does not declare it; else
 * NULL. */
static const Token *trait_name(const Parser *p, int *ahead)
{
    *ahead = token_is(parse_peek(p), "::");
    while (parse_ahead(p, *ahead)->kind == TOKEN_NAME && token_is(parse_ahead(p, *ahead + 1), "::"))
        *ahead += 2;
    const Token *name = parse_ahead(p, *ahead);
    bool is_candidate = name->kind == TOKEN_NAME && token_is(parse_ahead(p, *ahead + 1), "<") &&
                        !scope_find(p, name->text, name->length) &&
                        outline_find(p->compiler->outlines, name->text, name->length) < 0;
    return is_candidate ? name : NULL;
}

bool parse_at_trait_type(const Parser *p)
{
    int ahead;
    bool has_ending;
    const Token *name = trait_name(p, &ahead);
    return name && find_change(name, &has_ending) >= 0;
}

bool parse_at_trait_value(const Parser *p)
{
    int ahead;
    bool has_ending;
    const Token *name = trait_name(p, &ahead);
    return name && (token_is(name, "numeric_limits") || find_question(name, &has_ending) >= 0);
}

static void missing_arguments(Parser *p, const Token *name)
{
    parse_error(p, name->span, NULL, "the template '%s' needs its arguments in <>",
                parse_token_text(p, name));
}

/* conditional_t<c, A, B>, enable_if_t<c, A>. */
static const Type *chosen_type(Parser *p, const Token *name, const TemplateArgument *arguments,
                               int count)
{
    Node *condition = count ? arguments[0].value : NULL;
    bool is_known = condition && condition->is_constant;
    bool is_choice = name->text[0] == 'c';
    if (!is_known || (is_choice && (count < 3 || !arguments[1].type || !arguments[2].type))) {
        missing_arguments(p, name);
        return NULL;
    }
    if (is_choice)
        return arguments[condition->value ? 1 : 2].type;
    if (!condition->value && !p->is_guessing)
        parse_error(p, name->span, NULL, "the condition of enable_if does not hold");
    return count > 1 && arguments[1].type ? arguments[1].type : type_void();
}

const Type *parse_trait_type(Parser *p)
{
    int ahead, count;
    bool has_ending;
    const Token *name = trait_name(p, &ahead);
    int change = find_change(name, &has_ending);
    p->at += ahead + 1;
    TemplateArgument *arguments = parse_template_arguments(p, &count);
    if (p->is_broken)
        return NULL;
    const Type *type = NULL;
    if (!changes[change].change)
        type = chosen_type(p, name, arguments, count);
    else if (count && arguments[0].type)
        type = changes[change].change(p, arguments[0].type);
    else
        missing_arguments(p, name);
    if (!has_ending && !p->is_broken) {
        parse_expect(p, "::", "after the template arguments");
        parse_expect(p, "type", "after the template arguments");
    }
    return p->is_broken ? NULL : type;
}

/* ---- numeric_limits ---- */

static Node *real_limit(Parser *p, ScalarType type, const Token *name, Span span)
{
    bool is_single = type == SCALAR_F32;
    double largest = is_single ? 0x1.fffffep127 : 0x1.fffffffffffffp1023, value;
    if (token_is(name, "max"))
        value = largest;
    else if (token_is(name, "lowest"))
        value = -largest;
    else if (token_is(name, "min"))
        value = is_single ? 0x1p-126 : 0x1p-1022;
    else if (token_is(name, "epsilon"))
        value = is_single ? 0x1p-23 : 0x1p-52;
    else if (token_is(name, "infinity"))
        value = (double)INFINITY;
    else if (token_is(name, "quiet_NaN"))
        value = (double)NAN;
    else if (token_is(name, "denorm_min"))
        value = is_single ? 0x1p-149 : 0x0.0000000000001p-1022;
    else
        return NULL;
    return node_constant(p, type, constant_from_real(type, value), span);
}

static Node *whole_limit(Parser *p, ScalarType type, const Token *name, Span span)
{
    int bits = type == SCALAR_BOOL ? 1 : 8 * (int)scalar_size_bytes(type);
    bool is_signed = scalar_is_signed(type);
    uint64_t most = UINT64_MAX >> (64 - bits) >> is_signed;
    if (token_is(name, "max"))
        return node_constant(p, type, most, span);
    static const char *const zeros[] = {"epsilon", "infinity", "quiet_NaN", "denorm_min", NULL};
    if (token_is_any(name, zeros))
        return node_constant(p, type, 0, span);
    if (!token_is(name, "min") && !token_is(name, "lowest"))
        return NULL;
    uint64_t least = is_signed ? ~most : 0;
    return node_constant(p, type, bits == 64 ? least : (uint32_t)least, span);
}

static Node *limit_property(Parser *p, ScalarType type, const Token *name, Span span)
{
    bool is_real = scalar_is_float(type);
    int digits = type == SCALAR_F32    ? 24
                 : type == SCALAR_F64  ? 53
                 : type == SCALAR_BOOL ? 1
                                       : 8 * (int)scalar_size_bytes(type) - scalar_is_signed(type);
    if (token_is(name, "digits"))
        return node_constant(p, SCALAR_I32, (uint32_t)digits, span);
    if (token_is(name, "digits10"))
        return node_constant(p, SCALAR_I32, (uint32_t)((digits - is_real) * 30103 / 100000), span);
    bool is_bool = token_is(name, "is_signed") || token_is(name, "is_integer") ||
                   token_is(name, "has_infinity") || token_is(name, "is_specialized");
    bool value = token_is(name, "is_signed")      ? scalar_is_signed(type)
                 : token_is(name, "is_integer")   ? !is_real
                 : token_is(name, "has_infinity") ? is_real
                                                  : true;
    return is_bool ? node_constant(p, SCALAR_BOOL, value, span) : NULL;
}

static Node *parse_limit(Parser *p, const Type *type, int begin)
{
    parse_expect(p, "::", "after the template arguments");
    const Token *name = parse_peek(p);
    if (p->is_broken)
        return NULL;
    p->at++;
    Node *node = limit_property(p, type->scalar, name, parse_span_from(p, begin));
    if (node)
        return node;
    parse_expect(p, "(", "after the function's name");
    parse_expect(p, ")", "after the arguments");
    Span span = parse_span_from(p, begin);
    node = scalar_is_float(type->scalar) ? real_limit(p, type->scalar, name, span)
                                         : whole_limit(p, type->scalar, name, span);
    return node ? node
                : check_error(p, name->span, NULL, "%s has no '%s' that could stand here",
                              "numeric_limits", parse_token_text(p, name));
}

Node *parse_trait_value(Parser *p)
{
    int ahead, count, begin = p->at;
    bool has_ending = false;
    const Token *name = trait_name(p, &ahead);
    int question = find_question(name, &has_ending);
    p->at += ahead + 1;
    TemplateArgument *arguments = parse_template_arguments(p, &count);
    int needed = question >= 0 && !questions[question].ask ? 2 : 1;
    bool has_types = count >= needed && arguments[0].type && arguments[needed - 1].type;
    if (!p->is_broken && (!has_types || (question < 0 && !is_word(arguments[0].type))))
        missing_arguments(p, name);
    if (p->is_broken)
        return NULL;
    if (question < 0)
        return parse_limit(p, arguments[0].type, begin);
    for (int i = 0; i < needed; ++i)
        p->is_guessing |= arguments[i].type->length == PLACEHOLDER_LENGTH &&
                          arguments[i].type->kind == TYPE_STRUCT;
    bool answer = needed == 2 ? is_same(arguments[0].type, arguments[1].type)
                              : questions[question].ask(arguments[0].type);
    if (has_ending)
        return node_constant(p, SCALAR_BOOL, answer, parse_span_from(p, begin));
    if (parse_accept(p, "::")) {
        parse_expect(p, "value", "after the template arguments");
    } else if (parse_accept(p, "{")) {
        parse_expect(p, "}", "after the template arguments");
    } else {
        parse_expect(p, "(", "after the template arguments");
        parse_expect(p, ")", "after the template arguments");
    }
    return node_constant(p, SCALAR_BOOL, answer, parse_span_from(p, begin));
}
