/* What a file declares outside functions, one declaration after the other: functions are listed;
 * constants, enums and types are executed. */
#include "host/run/eval.h"

#include <string.h>

typedef struct Item {       /* one declaration of file scope */
    int begin, end;         /* end: behind its ; or } */
    int name, params, body; /* of a function, else -1 */
    int inner, inner_end;   /* of a namespace or struct, else -1 */
    int templates;
    bool is_kernel, is_device, is_host, is_record, has_value;
    bool has_list; /* a constructor's : member(value), ... */
} Item;

static void note_item_word(Item *item, const HostScan *scan, int at)
{
    item->is_kernel |= host_is_at(scan, at, "__global__");
    item->is_device |= host_is_at(scan, at, "__device__");
    item->is_host |= host_is_at(scan, at, "__host__");
    item->has_value |= host_is_at(scan, at, "=");
}

/* Takes note of a ( outside all others: the first one after a plain name is a parameter list.
 * Returns the place behind it. */
static int pass_round_bracket(Item *item, HostScan *scan, int at)
{
    static const char *const not_names[] = {
        "__launch_bounds__", "__cluster_dims__", "__maxnreg__", "__attribute__", "alignas",
        "decltype",          "__align__",        "noexcept",    "__declspec",    NULL};
    bool is_name = at > item->begin && scan->tokens[at - 1].kind == TOKEN_NAME &&
                   !token_is_any(&scan->tokens[at - 1], not_names) &&
                   !host_is_at(scan, at + 1, "*"); /* T (*name)(...) */
    if (is_name && item->params < 0 && !item->has_value) {
        item->params = at;
        item->name = at - 1;
    }
    return host_after_bracket(scan, at, scan->count);
}

/* Takes note of a { outside all brackets: a body, a scope to look into, or an initialiser. True:
 * the item ends with it. */
static bool pass_brace(Item *item, HostScan *scan, int at)
{
    int after = host_after_bracket(scan, at, scan->count);
    int word = item->begin + host_is_at(scan, item->begin, "inline");
    bool is_scope = host_is_at(scan, word, "namespace") || host_is_at(scan, word, "extern");
    item->end = after;
    if (item->params >= 0 && !item->has_value) {
        item->body = at;
        return true;
    }
    for (int i = item->begin; i < at && !item->has_value; ++i)
        item->is_record |= host_is_at(scan, i, "struct") || host_is_at(scan, i, "class");
    item->is_record &= !host_is_at(scan, item->begin, "enum");
    if (is_scope || item->is_record) {
        item->inner = at + 1;
        item->inner_end = after - 1 > at ? after - 1 : after;
    }
    return is_scope;
}

/* The place behind the template parameters whose < is at `at`. host_template_end does not do here:
 * parameters may have defaults. */
static int behind_parameters(const HostScan *scan, int at, int end)
{
    for (int depth = 0; at < end; ++at) {
        depth += host_is_at(scan, at, "<") - host_is_at(scan, at, ">");
        if (depth == 0)
            return at + 1;
        if (host_opens_bracket(scan, at))
            at = host_after_bracket(scan, at, end) - 1;
    }
    return end;
}

static Item read_item(HostScan *scan, int at, int end)
{
    Item item = {.begin = at, .name = -1, .params = -1, .body = -1, .inner = -1, .templates = -1};
    if (host_is_at(scan, at, "template") && host_is_at(scan, at + 1, "<")) {
        item.templates = at + 1;
        at = behind_parameters(scan, at + 1, end);
    }
    while (at < end) {
        note_item_word(&item, scan, at);
        if (host_is_at(scan, at, ";")) {
            item.end = at + 1;
            return item;
        }
        item.has_list |= item.params >= 0 && host_is_at(scan, at, ":");
        bool is_value =
            item.has_list && scan->tokens[at - 1].kind == TOKEN_NAME; /* a { as in member{value} */
        if (host_is_at(scan, at, "(")) {
            at = pass_round_bracket(&item, scan, at);
        } else if (host_is_at(scan, at, "{") && !is_value) {
            if (pass_brace(&item, scan, at))
                return item;
            at = item.end;
        } else {
            at = host_opens_bracket(scan, at) ? host_after_bracket(scan, at, end) : at + 1;
        }
    }
    item.end = end;
    return item;
}

/* The { of the class that the function is a member of, also of Class<T>::function. */
static int owner_of(const HostScan *scan, int name)
{
    if (scan->class_of[name] >= 0 || !host_is_at(scan, name - 1, "::"))
        return scan->class_of[name];
    int at = name - 2;
    for (int depth = host_is_at(scan, at, ">"); depth > 0 && at > 0;) {
        --at;
        depth += host_is_at(scan, at, ">") - host_is_at(scan, at, "<");
        if (depth == 0)
            --at;
    }
    const Token *of = &scan->tokens[at > 0 ? at : 0];
    for (int i = 0; i < scan->class_count; ++i)
        if (scan->classes[i].name->length == of->length &&
            memcmp(scan->classes[i].name->text, of->text, of->length) == 0)
            return scan->classes[i].open;
    return -1;
}

static void list_function(HostScan *scan, const Item *item)
{
    const Token *name = &scan->tokens[item->name];
    if (host_is_at(scan, item->name - 1, "~"))
        return;
    HostFunction function = {.name = arena_text(scan->arena, name->text, name->length),
                             .length = name->length,
                             .begin = item->begin,
                             .params = item->params,
                             .templates = item->templates,
                             .body = item->body,
                             .owner = owner_of(scan, item->name),
                             .is_device = item->is_kernel || (item->is_device && !item->is_host)};
    host_function_add(scan, function);
}

static void visit_items(HostScan *scan, int at, int end, bool run, int depth);

static void visit_item(HostScan *scan, const Item *item, bool run, int depth)
{
    if (item->body >= 0 && !run)
        list_function(scan, item);
    if (item->inner >= 0 && depth < HOST_DEPTH_LIMIT && !(run && item->is_record))
        visit_items(scan, item->inner, item->inner_end, run, depth + 1);
    bool is_scope = item->inner >= 0 && !item->is_record;
    bool is_value = item->params >= 0 && scan->tokens[item->params + 1].kind == TOKEN_NUMBER;
    if (!run || is_scope || item->body >= 0 || (item->params >= 0 && !is_value))
        return;
    bool closed = item->end > item->begin && host_is_at(scan, item->end - 1, ";");
    int begin = item->begin;
    if (item->is_record && item->templates >= 0) /* of a struct template the struct alone is read */
        begin = host_template_end(scan, item->templates, scan->count);
    if (begin >= 0)
        host_simple(scan, begin, item->end - closed);
}

static void visit_items(HostScan *scan, int at, int end, bool run, int depth)
{
    while (at < end) {
        if ((host_is_at(scan, at, "public") || host_is_at(scan, at, "private") ||
             host_is_at(scan, at, "protected")) &&
            host_is_at(scan, at + 1, ":")) {
            at += 2;
            continue;
        }
        Item item = read_item(scan, at, end);
        visit_item(scan, &item, run, depth);
        at = item.end > at ? item.end : at + 1;
    }
}

bool host_next_field(HostScan *scan, int *at, int end, int *begin, int *finish)
{
    while (*at < end) {
        if (host_is_at(scan, *at + 1, ":")) { /* public: */
            *at += 2;
            continue;
        }
        Item item = read_item(scan, *at, end);
        bool is_field =
            item.params < 0 && !host_is_at(scan, item.begin, "friend") && item.templates < 0;
        *at = item.end > *at ? item.end : *at + 1;
        *begin = item.begin;
        *finish = item.end - host_is_at(scan, item.end - 1, ";");
        if (is_field && *finish > *begin)
            return true;
    }
    return false;
}

void host_index(HostScan *scan)
{
    memset(scan->buckets, -1, sizeof scan->buckets);
    host_match_brackets(scan);
    host_note_classes(scan);
    visit_items(scan, 0, scan->count, false, 0);
    host_mark_interesting(scan);
}

void host_run_file_scope(HostScan *scan)
{
    visit_items(scan, 0, scan->count, true, 0);
    scan->global_count = scan->var_count;
}
