/* Calls: which function is meant, and its arguments as the parameters want them. */
#include "lang/check/call.h"
#include "lang/tree/kinds.h"

#include <string.h>

/* CLASS: to or from half or bfloat16, which are classes to C++. */
enum { SCORE_NONE = -1, SCORE_CLASS, SCORE_CONVERTED, SCORE_PROMOTED = 3, SCORE_EXACT };

/* How well the object fits as *this: a const function takes every object, another one only objects
 * that are not const. */
static int self_score(const Decl *self, const Node *object)
{
    if (object->type->is_const && !self->type->is_const)
        return SCORE_NONE;
    return object->type->is_const == self->type->is_const ? SCORE_EXACT : SCORE_PROMOTED;
}

static int argument_score(Parser *p, const Decl *parameter, Node *argument)
{
    const Type *to = parameter->type, *from = argument->type;
    if (parameter->is_reference && !to->is_const)
        return argument->is_lvalue && type_equal(from, to) ? SCORE_EXACT : SCORE_NONE;
    if (!check_converts(p, argument, to))
        return SCORE_NONE;
    if (type_equal(from, to) || (from->kind == TYPE_ARRAY && to->kind == TYPE_POINTER &&
                                 type_equal(from->element, to->element)))
        return SCORE_EXACT;
    bool both = type_is_arithmetic(from) && type_is_arithmetic(to);
    if (both && (scalar_is_half(from->scalar) || scalar_is_half(to->scalar)))
        return SCORE_CLASS;
    return both && type_is_float(from) == type_is_float(to) ? SCORE_PROMOTED : SCORE_CONVERTED;
}

static int call_score(Parser *p, const Function *function, const Call *call)
{
    int total = 0;
    for (int i = 0; i < call->count; ++i) {
        const Decl *parameter = function->parameters[i];
        int score = parameter == function->self ? self_score(parameter, call->arguments[i])
                                                : argument_score(p, parameter, call->arguments[i]);
        if (score == SCORE_NONE)
            return SCORE_NONE;
        total += score;
    }
    return total * 2 + (*function->bindings == '\0'); /* a plain function before a template */
}

static bool is_function(const Outline *outline)
{
    return outline->kind <= OUTLINE_HOST_FUNCTION;
}

typedef struct Choice {
    const Outline *best, *last;
    int score;      /* of best */
    int candidates; /* functions of that name, those of the prelude not counted */
} Choice;

static void consider_function(Parser *p, Choice *choice, const Outline *outline, const Call *call)
{
    bool of_prelude = outline_is_prelude(p->compiler, outline);
    if (outline->is_special) /* chosen by way of its template */
        return;
    choice->candidates += !of_prelude;
    if (!choice->last || (outline->body >= 0 && choice->last->body < 0))
        choice->last = outline;
    bool is_defined = outline->body >= 0 || function_special(p->compiler, outline, NULL);
    if (!is_defined ||
        (of_prelude && choice->best && !outline_is_prelude(p->compiler, choice->best)))
        return;
    const Function *function = function_signature(p->compiler, outline, call);
    int score = function ? call_score(p, function, call) : SCORE_NONE;
    if (score > choice->score) {
        choice->score = score;
        choice->best = outline;
    }
}

static Choice choose_function(Parser *p, const Token *name, const Call *call)
{
    const Outlines *outlines = p->compiler->outlines;
    Choice choice = {.score = SCORE_NONE};
    int i = outline_find(outlines, name->text, name->length);
    for (; i >= 0; i = outline_next(outlines, i))
        if (is_function(&outlines->items[i]))
            consider_function(p, &choice, &outlines->items[i], call);
    return choice;
}

static const Phrase *argument_name(Parser *p, const Function *function, const Decl *parameter)
{
    return phrase_new(p->arena, "argument '%s' of %s", parameter->name, function->name);
}

static Node *convert_argument(Parser *p, const Function *function, const Decl *parameter,
                              Node *argument)
{
    argument = check_value(p, argument);
    if (check_converts(p, argument, parameter->type))
        return check_convert(p, argument, parameter->type, "");
    return check_mismatch(p, argument, parameter->type, argument_name(p, function, parameter));
}

static Node *bind_argument(Parser *p, const Function *function, Decl *parameter, Node *argument)
{
    if (!parameter->is_reference || argument->kind == NODE_ERROR)
        return convert_argument(p, function, parameter, argument);
    bool fits = argument->is_lvalue && type_equal(argument->type, parameter->type);
    if (parameter == function->self && !fits) /* the object is a value that has no variable */
        return argument;
    if (!fits && parameter->type->is_const)
        return convert_argument(p, function, parameter, argument);
    if (!fits || (argument->type->is_const && !parameter->type->is_const)) {
        const Phrase *what = argument_name(p, function, parameter);
        return check_error(p, argument->span, NULL, "%p must be a variable of type %s", what,
                           type_text(p->arena, parameter->type));
    }
    if (!parameter->type->is_const)
        check_mark_written(argument);
    if (parameter->needs_address)
        check_mark_addressed(argument);
    return argument;
}

static Node *wrong_count(Parser *p, const Function *function, const Call *call)
{
    int self = function->parameter_count && function->parameters[0] == function->self;
    return check_error(p, call->span, NULL, "%s takes %d arguments, not %d", function->name,
                       function->parameter_count - self, call->count - self);
}

static Node *call_node(Parser *p, Function *function, const Call *call)
{
    if (call->count > function->parameter_count)
        return wrong_count(p, function, call);
    Node *node = node_new(p, NODE_CALL, function->result, call->span);
    node->function = function;
    node->is_lvalue = function->returns_reference;
    node->item_count = function->parameter_count;
    node->items = ARENA_ARRAY(p->arena, Node *, function->parameter_count + 1);
    for (int i = 0; i < function->parameter_count; ++i) {
        Decl *parameter = function->parameters[i];
        Node *argument = i < call->count ? call->arguments[i] : parameter->default_argument;
        if (!argument)
            return wrong_count(p, function, call);
        if (!parameter->is_reference && type_has_destructor(p->compiler, parameter->type))
            return check_error(p, argument->span, "pass it by reference",
                               "an object with a destructor cannot be passed by value here");
        node->items[i] = node_child(node, bind_argument(p, function, parameter, argument));
        if (node->items[i]->kind == NODE_ERROR)
            return node->items[i];
    }
    node = check_depth(p, node);
    if (function->is_constexpr && !function->is_parsing && node->kind == NODE_CALL)
        node = check_evaluate(p, node);
    if (function->is_recursive && !function->is_parsing && node->kind == NODE_CALL)
        return check_error(p, call->span, "use a loop",
                           "recursion is not supported: '%s' calls itself", function->name);
    return function->returns_pointer_to_it ? check_deref(p, node, call->span) : node;
}

static Node *check_callable(Parser *p, const Outline *outline, Span name)
{
    if (outline->kind == OUTLINE_KERNEL)
        return check_error(p, name, "make it a __device__ function",
                           "'%s' is a kernel; a kernel cannot be called like a function",
                           outline->name);
    if (outline->kind == OUTLINE_HOST_FUNCTION)
        return check_error(p, name, "write __device__ before it",
                           "'%s' is a host function; a kernel cannot call it", outline->name);
    return NULL;
}

static Node *unknown_function(Parser *p, const Token *name)
{
    const char *text = parse_token_text(p, name);
    if (refuse_name(p, name))
        return node_new(p, NODE_ERROR, type_scalar(SCALAR_I32), name->span);
    Node *error = check_error(p, name->span, NULL, "no function '%s' is known here", text);
    check_hint(p, scope_hint(p, text, false));
    return error;
}

static Node *call_outline(Parser *p, const Outline *outline, Span name, const Call *call)
{
    bool is_constexpr = outline_is_constexpr(outline, p->compiler->tokens->items);
    Node *wrong = is_constexpr ? NULL : check_callable(p, outline, name);
    if (wrong)
        return wrong;
    if (outline->body < 0 && !function_special(p->compiler, outline, NULL))
        return check_error(p, name,
                           outline->owner ? "write its body into the struct"
                                          : "write its body into this file",
                           "'%s' is declared but not defined in this file", outline->name);
    Function *function = function_instance(p, outline, call);
    if (!function)
        return node_new(p, NODE_ERROR, type_scalar(SCALAR_I32), call->span);
    return call_node(p, function, call);
}

Node *check_wrong_argument(const Call *call)
{
    for (int i = 0; i < call->count; ++i)
        if (call->arguments[i]->kind == NODE_ERROR)
            return call->arguments[i];
    return NULL;
}

static Node *call_choice(Parser *p, const Choice *choice, Span name, const Call *call)
{
    if (choice->best)
        return call_outline(p, choice->best, name, call);
    if (choice->candidates > 1)
        return check_error(p, call->span, "cast the arguments to the types of the one you mean",
                           "no '%s' of this file takes these arguments", choice->last->name);
    return call_outline(p, choice->last, name, call);
}

Node *check_candidates(Parser *p, const Outline **candidates, int count, const Call *call)
{
    Choice choice = {.score = SCORE_NONE};
    Node *wrong = check_wrong_argument(call);
    if (wrong)
        return wrong;
    for (int i = 0; i < count; ++i)
        consider_function(p, &choice, candidates[i], call);
    return call_choice(p, &choice, call->span, call);
}

Node *check_call(Parser *p, const Token *name, const Call *call)
{
    Node *wrong = check_wrong_argument(call);
    if (wrong)
        return wrong;
    Choice choice = choose_function(p, name, call);
    bool may_be_builtin =
        !choice.best && (builtin_exists(name->text, name->length) || !choice.last);
    Node *builtin = may_be_builtin ? check_builtin_call(p, name, call) : NULL;
    if (builtin)
        return builtin;
    return choice.last ? call_choice(p, &choice, name->span, call) : unknown_function(p, name);
}

Node *check_call_operator(Parser *p, const char *name, Node **arguments, int count, Span span)
{
    Token token = {
        .kind = TOKEN_NAME, .text = name, .length = (uint32_t)strlen(name), .span = span};
    Call call = {.arguments = arguments, .count = count, .span = span};
    Node *wrong = check_wrong_argument(&call);
    Choice choice = {0};
    if (!wrong)
        choice = choose_function(p, &token, &call);
    if (wrong || (!choice.best && !choice.candidates))
        return wrong;
    return call_choice(p, &choice, span, &call);
}

Node *check_call_named(Parser *p, const char *name, Node **arguments, int count, Span span)
{
    Token token = {
        .kind = TOKEN_NAME, .text = name, .length = (uint32_t)strlen(name), .span = span};
    Call call = {.arguments = arguments, .count = count, .span = span};
    return check_call(p, &token, &call);
}
