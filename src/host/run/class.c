/* Classes of the host. While a member function runs, the members of its object are variables of its
 * frame, declared as the class says; before and after, they are a HOST_STRUCT, so that an object
 * can come from a variable, from a pointer or from nowhere. */
#include "host/run/eval.h"

#include <string.h>

/* Operands that an object counts as, of HOST_WORK_LIMIT: classes can hold each other without
 * end. */
enum { CLASS_WORK = 150 };

static const HostTemplates *templates_of(HostScan *scan, const HostType *type)
{
    int at = type->class_arguments;
    int end = at > 0 ? host_template_end(scan, at, scan->count) : -1;
    if (end < 0)
        return NULL;
    HostTemplates *out = ARENA_NEW(scan->arena, HostTemplates);
    host_templates_read(scan, at, end, out);
    return out;
}

/* ---- members as variables ---- */

int host_member_find(HostScan *scan, const Token *name)
{
    for (int i = scan->frame->base; i < scan->var_count; ++i)
        if (scan->vars[i].is_member && token_is(name, scan->vars[i].name))
            return i;
    return -1;
}

static int token_line(const HostScan *scan, const Token *token)
{
    return source_line(scan->sources, token->span);
}

static const Phrase *without_value(HostScan *scan, const HostClass *of, const HostVar *var)
{
    return phrase_new(scan->arena, "%s of class %.*s (line %d), which gets no value here",
                      var->name, (int)of->name->length, of->name->text, token_line(scan, of->name));
}

static void declare_fields(HostScan *scan, const HostClass *of)
{
    int at = of->open + 1, end = scan->match[of->open], begin, finish;
    bool was_quiet = scan->is_quiet;
    int first = scan->var_count;
    scan->is_quiet = true;
    while (host_next_field(scan, &at, end, &begin, &finish))
        host_simple(scan, begin, finish);
    scan->is_quiet = was_quiet;
    for (int i = first; i < scan->var_count; ++i) {
        HostVar *var = &scan->vars[i];
        var->is_member = var->is_path = !var->is_type;
        if (var->value.kind == HOST_UNKNOWN && !var->value.memory)
            var->value.reason = without_value(scan, of, var);
    }
}

/* Of an object that was made elsewhere: a member that begins with null or 0 has been given
 * something since. */
static void forget_beginnings(HostScan *scan, const HostClass *of, int first)
{
    for (int i = first; i < scan->var_count; ++i) {
        HostVar *var = &scan->vars[i];
        bool is_number = var->value.kind == HOST_NUMBER && !host_is_true(&var->value) &&
                         var->value.type != SCALAR_BOOL;
        if (var->is_member && (is_number || var->value.kind == HOST_NULL))
            var->value = host_unknown(without_value(scan, of, var), 0);
    }
}

static void put_back(HostScan *scan, const HostMember *member, Span span)
{
    uint32_t length = (uint32_t)strlen(member->path);
    for (int i = scan->frame->base; i < scan->var_count; ++i)
        if (scan->vars[i].is_member && scan->vars[i].length == length &&
            memcmp(scan->vars[i].name, member->path, length) == 0) {
            scan->vars[i].value = member->value;
            return;
        }
    HostVar *made = host_var_new(scan, member->path, length, span);
    made->type = member->type;
    made->value = member->value;
    made->is_path = made->is_member = true;
}

static void put_all_back(HostScan *scan, const HostValue *from, Span span)
{
    const HostObject object = scan->objects[from->object];
    scan->work += object.count;
    for (int i = 0; i < object.count; ++i)
        put_back(scan, &object.members[i], span);
}

void host_class_enter(HostScan *scan, const HostReceiver *receiver)
{
    static const HostTemplates none;
    const HostClass *of = host_class_at(scan, receiver->owner);
    scan->work += CLASS_WORK;
    if (!of || scan->work > HOST_WORK_LIMIT || scan->match[of->open] < 0)
        return;
    host_templates_bind(scan, of->templates, receiver->templates ? receiver->templates : &none);
    int first = scan->var_count;
    declare_fields(scan, of);
    if (!receiver->is_made)
        forget_beginnings(scan, of, first);
    if (receiver->object.kind == HOST_STRUCT)
        put_all_back(scan, &receiver->object, of->name->span);
    for (int i = first; i < scan->var_count; ++i)
        if (scan->vars[i].is_member && scan->vars[i].value.kind == HOST_UNKNOWN)
            host_var_preset(scan, i);
}

/* Where a constructor's list begins with the class itself, another constructor runs first. */
static void delegate(HostScan *scan, const Token *name, int open)
{
    const HostReceiver *own = scan->frame->receiver;
    const HostClass *of = own ? host_class_at(scan, own->owner) : NULL;
    HostValue values[HOST_ARGUMENT_LIMIT], nothing;
    if (!of || !token_is_same(name, of->name))
        return;
    int count = host_arguments(scan, open, values);
    host_class_own_call(scan, name, values, count, &nothing);
}

/* Runs a constructor's list, ": member(value), member{value}", which stands before its body. */
void host_class_initialise(HostScan *scan, const HostFunction *function)
{
    int at = host_after_bracket(scan, function->params, function->body);
    while (at < function->body && !host_is_at(scan, at, ":"))
        at++;
    while (++at < function->body) {
        const Token *name = &scan->tokens[at];
        int open = at + 1, after;
        while (open < function->body && !host_is_at(scan, open, "(") &&
               !host_is_at(scan, open, "{"))
            open++;
        after = host_after_bracket(scan, open, function->body);
        int member = host_member_find(scan, name);
        if (member >= 0 && open < function->body) {
            HostValue value = host_initialise(scan, member, open);
            host_assign(scan, member, -1, value, host_text(scan, open + 1, after - 1));
        } else if (open == at + 1) {
            delegate(scan, name, open);
        }
        at = after;
    }
}

/* The variable is a part of a member: "size.x" and "size[2]" of the member "size", which is one of
 * the variables from `first` on. */
static bool is_part_of(const HostScan *scan, int var, int first)
{
    size_t length = strcspn(scan->vars[var].name, ".[");
    for (int i = first; scan->vars[var].is_path && i < var; ++i)
        if (scan->vars[i].is_member && scan->vars[i].length == length &&
            memcmp(scan->vars[i].name, scan->vars[var].name, length) == 0)
            return true;
    return false;
}

static HostValue collected_members(HostScan *scan, int owner)
{
    int first = scan->frame->base;
    HostType type = {.is_class = true, .class_open = owner + 1};
    HostValue object = host_object_new(scan, type);
    for (int i = first; i < scan->var_count; ++i) {
        const HostVar var = scan->vars[i];
        HostValue value = var.value;
        if (!var.is_member && !is_part_of(scan, i, first))
            continue;
        if (value.kind == HOST_ADDRESS && value.object >= first)
            value = host_unknown(NULL, 0);
        host_object_add(scan, &object, var.name, var.type, value);
    }
    return object;
}

void host_class_leave(HostScan *scan, HostReceiver *receiver)
{
    receiver->object = collected_members(scan, receiver->owner);
}

/* ---- calls ---- */

static void run_member(HostScan *scan, HostReceiver *receiver, int function,
                       const HostValue *arguments, int count, HostValue *result)
{
    scan->receiver = receiver;
    host_function_run(scan, function, arguments, count, result);
    scan->receiver = NULL;
}

/* Makes the receiver's object one whose members have the values that the class gives them. */
static void make_plain(HostScan *scan, HostReceiver *receiver)
{
    HostFrame frame = host_frame_new(scan, scan->frame->function);
    if (scan->calls >= HOST_CALL_LIMIT)
        return;
    host_frame_enter(scan, &frame);
    host_class_enter(scan, receiver);
    host_class_leave(scan, receiver);
    host_frame_leave(scan);
}

bool host_class_construct(HostScan *scan, const HostType *type, const HostValue *arguments,
                          int count, HostValue *out)
{
    const HostClass *of = type->class_open ? host_class_at(scan, type->class_open - 1) : NULL;
    int constructor = of ? host_method_find(scan, of->open, of->name, count) : -1;
    HostReceiver receiver = {.object = host_unknown(NULL, 0), .is_made = true};
    HostValue nothing;
    if (!of || (constructor < 0 && (count || type->structure)))
        return false;
    receiver.owner = of->open;
    receiver.templates = templates_of(scan, type);
    scan->template_at = scan->template_end = -1;
    if (constructor >= 0)
        run_member(scan, &receiver, constructor, arguments, count, &nothing);
    else
        make_plain(scan, &receiver);
    if (receiver.object.kind == HOST_STRUCT)
        scan->objects[receiver.object.object].type = *type;
    *out = receiver.object;
    return true;
}

/* The variable that an object stands in, or -1. */
static int variable_of_object(const HostScan *scan, const HostValue *object)
{
    int place = object->kind == HOST_ADDRESS ? object->object : object->var;
    return place >= 0 && place < scan->var_count ? place : -1;
}

static HostValue not_followed(HostScan *scan, const HostValue *object, const Token *name, int place)
{
    const HostVar *var = place >= 0 ? &scan->vars[place] : NULL;
    if (!var || !var->type.is_class || !var->type.name)
        return host_unknown(NULL, object->roots);
    const HostClass *of =
        var->type.class_open ? host_class_at(scan, var->type.class_open - 1) : NULL;
    int line = of ? token_line(scan, of->name) : (int)source_line(scan->sources, var->span);
    return host_unknown(phrase_new(scan->arena,
                                   "%.*s() of class %s (line %d), which cannot be followed here",
                                   (int)name->length, name->text, var->type.name, line),
                        object->roots);
}

bool host_class_method(HostScan *scan, const HostValue *object, const Token *name,
                       const HostValue *arguments, int count, HostValue *result)
{
    int place = variable_of_object(scan, object);
    HostType type = object->kind == HOST_STRUCT ? scan->objects[object->object].type
                    : place >= 0                ? scan->vars[place].type
                                                : (HostType){0};
    int function = type.class_open ? host_method_find(scan, type.class_open - 1, name, count) : -1;
    if (function < 0) {
        *result = not_followed(scan, object, name, place);
        return false;
    }
    HostReceiver receiver = {.owner = type.class_open - 1, .object = *object};
    receiver.templates = templates_of(scan, &type);
    if (object->kind != HOST_STRUCT)
        receiver.object = host_struct_of(scan, place, host_unknown(NULL, 0));
    scan->template_at = scan->template_end = -1;
    run_member(scan, &receiver, function, arguments, count, result);
    if (object->kind != HOST_STRUCT && receiver.object.kind == HOST_STRUCT)
        host_struct_give(scan, &receiver.object, scan->vars[place].name, scan->vars[place].span);
    return true;
}

bool host_class_own_call(HostScan *scan, const Token *name, const HostValue *arguments, int count,
                         HostValue *result)
{
    const HostReceiver *own = scan->frame->receiver;
    bool is_here = own && !scan->frame->outer;
    int function = is_here ? host_method_find(scan, own->owner, name, count) : -1;
    if (function < 0)
        return false;
    HostReceiver receiver = *own;
    receiver.is_made = false;
    receiver.object = collected_members(scan, own->owner);
    run_member(scan, &receiver, function, arguments, count, result);
    put_all_back(scan, &receiver.object, name->span);
    return true;
}
