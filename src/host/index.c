/* What a file declares outside functions, by shape: brackets matched, functions listed, and the
 * constants, enums and types of file scope executed. */
#include "base/hash.h"
#include "host/host.h"

#include <string.h>

static bool is(const HostScan *scan, int at, const char *text)
{
    return at >= 0 && at < scan->count && token_is(&scan->tokens[at], text);
}

static void match_brackets(HostScan *scan)
{
    static const char *const pairs[] = {"()", "[]", "{}"};
    int *open = ARENA_ARRAY(scan->arena, int, scan->count + 1), depth = 0;
    scan->match = ARENA_ARRAY(scan->arena, int, scan->count + 1);
    scan->no_type = ARENA_ARRAY(scan->arena, uint8_t, scan->count + 1);
    for (int i = 0; i < scan->count; ++i) {
        const Token *token = &scan->tokens[i];
        scan->match[i] = -1;
        if (token->kind != TOKEN_PUNCTUATOR || token->length != 1)
            continue;
        for (int kind = 0; kind < 3; ++kind) {
            if (*token->text == pairs[kind][0])
                open[depth++] = i;
            /* A } closes whatever forgot its own bracket inside the block. */
            while (*token->text == pairs[kind][1] && depth && kind == 2 &&
                   *scan->tokens[open[depth - 1]].text != '{')
                depth--;
            if (*token->text == pairs[kind][1] && depth &&
                *scan->tokens[open[depth - 1]].text == pairs[kind][0])
                scan->match[open[--depth]] = i;
        }
    }
    scan->match[scan->count] = -1;
}

int host_after_bracket(const HostScan *scan, int at, int end)
{
    if (at >= end)
        return end;
    int close = scan->match[at];
    return close < 0 || close >= end ? end : close + 1;
}

static bool opens(const HostScan *scan, int at)
{
    const Token *token = &scan->tokens[at];
    return token->kind == TOKEN_PUNCTUATOR && token->length == 1 && strchr("([{", *token->text);
}

int host_find(const HostScan *scan, int at, int end, const char *text)
{
    while (at < end && !is(scan, at, text))
        at = opens(scan, at) ? host_after_bracket(scan, at, end) : at + 1;
    return at < end ? at : end;
}

int host_template_end(const HostScan *scan, int at, int end)
{
    static const char *const never[] = {";", "{", "}", "&&", "||", "<<<", "=", NULL};
    int depth = 0, limit = at + 200;
    for (; at < end && at < limit; ++at) {
        for (int i = 0; never[i]; ++i)
            if (is(scan, at, never[i]))
                return -1;
        if (is(scan, at, ")") || is(scan, at, "]"))
            return -1;
        depth += is(scan, at, "<");
        depth -= is(scan, at, ">");
        if (depth == 0)
            return at + 1;
        if (opens(scan, at)) {
            if (scan->match[at] < 0 || scan->match[at] >= end)
                return -1;
            at = scan->match[at];
        }
    }
    return -1;
}

const char *host_text(HostScan *scan, int at, int end)
{
    char text[60];
    size_t length = 0;
    for (int i = at; i < end; ++i) {
        const Token *t = &scan->tokens[i];
        bool space = i > at && t->space_before;
        if (length + t->length + space > sizeof text - 4) {
            memcpy(text + length, "...", 3);
            length += 3;
            break;
        }
        if (space)
            text[length++] = ' ';
        memcpy(text + length, t->text, t->length);
        length += t->length;
    }
    return arena_text(scan->arena, text, length);
}

/* ---- classes ---- */

/* Does this { open the body of a class or struct? */
static bool is_class_body(const HostScan *scan, int open)
{
    while (--open >= 0 && !is(scan, open, ";") && !is(scan, open, "}") && !is(scan, open, "{"))
        if (is(scan, open, "class") || is(scan, open, "struct"))
            return true;
        else if (is(scan, open, ")"))
            return false;
    return false;
}

/* Pointers are no sizes that could be given. */
static bool declares(const HostScan *scan, int open, const Token *name)
{
    for (int at = open + 1, left = HOST_CLASS_TOKENS; at < scan->match[open] && left > 0;
         ++at, --left) {
        const Token *token = &scan->tokens[at];
        if (token->kind == TOKEN_NAME && token->length == name->length &&
            memcmp(token->text, name->text, name->length) == 0)
            return !is(scan, at - 1, "*") && !is(scan, at - 1, "&");
        if (scan->match[at] > at)
            at = scan->match[at];
    }
    return false;
}

/* Of the class whose body opens there: what it is called, and its template parameters. */
static void note_class(HostScan *scan, int open)
{
    HostClass out = {.open = open, .templates = -1};
    int word = open, at;
    while (!is(scan, word, "class") && !is(scan, word, "struct"))
        word--;
    for (at = word + 1; at < open && !is(scan, at, ":"); ++at)
        if (scan->match[at] > at)
            at = scan->match[at];
        else if (scan->tokens[at].kind == TOKEN_NAME && !is(scan, at, "final"))
            out.name = &scan->tokens[at];
    at = word - 1;
    for (int depth = is(scan, at, ">"), left = 200; depth > 0 && at > 0 && left > 0; --left) {
        --at;
        depth += is(scan, at, ">") - is(scan, at, "<");
        if (depth == 0 && is(scan, at - 1, "template"))
            out.templates = at;
    }
    if (out.name && scan->class_count < HOST_CLASS_LIMIT)
        *ARENA_PUSH(scan->arena, scan->classes, scan->class_count, scan->class_capacity) = out;
}

const HostClass *host_class_at(const HostScan *scan, int open)
{
    for (int i = 0; i < scan->class_count; ++i)
        if (scan->classes[i].open == open)
            return &scan->classes[i];
    return NULL;
}

static void note_classes(HostScan *scan)
{
    int *ends = ARENA_ARRAY(scan->arena, int, scan->count + 1), depth = 0;
    int *opens = ARENA_ARRAY(scan->arena, int, scan->count + 1);
    scan->class_of = ARENA_ARRAY(scan->arena, int, scan->count + 1);
    for (int at = 0; at < scan->count; ++at) {
        while (depth > 0 && ends[depth - 1] <= at)
            depth--;
        scan->class_of[at] = depth > 0 ? opens[depth - 1] : -1;
        if (!is(scan, at, "{") || scan->match[at] < 0 || !is_class_body(scan, at))
            continue;
        ends[depth] = scan->match[at];
        opens[depth++] = at;
        note_class(scan, at);
    }
}

bool host_is_member(const HostScan *scan, int name)
{
    int open = scan->class_of[name];
    return open >= 0 && declares(scan, open, &scan->tokens[name]);
}

/* ---- functions ---- */

static int *bucket_of(HostScan *scan, const char *name, uint32_t length)
{
    return &scan->buckets[hash_bytes(HASH_START, name, length) % HOST_BUCKETS];
}

int host_parameter_count(HostScan *scan, const HostFunction *function)
{
    int at = function->params + 1, close = at > 0 ? scan->match[at - 1] : -1, count = 1;
    if (close < 0 || at >= close || (at + 1 == close && is(scan, at, "void")))
        return 0;
    while ((at = host_find(scan, at, close, ",")) < close) {
        at++;
        count++;
    }
    return count;
}

HostFunction *host_function_find(HostScan *scan, const char *name, uint32_t length, int arguments)
{
    HostFunction *best = NULL;
    for (int i = *bucket_of(scan, name, length); i >= 0; i = scan->functions[i].next) {
        HostFunction *function = &scan->functions[i];
        if (function->length != length || memcmp(function->name, name, length) != 0)
            continue;
        bool is_freer = best && best->owner >= 0 && function->owner < 0;
        if (best && best->owner < 0 && function->owner >= 0)
            continue;
        if (!best || is_freer ||
            (arguments >= 0 && host_parameter_count(scan, function) == arguments))
            best = function;
    }
    return best;
}

int host_method_find(HostScan *scan, int owner, const Token *name, int count)
{
    int best = -1, fewest = -1;
    for (int i = *bucket_of(scan, name->text, name->length); i >= 0; i = scan->functions[i].next) {
        const HostFunction *function = &scan->functions[i];
        if (function->owner != owner || function->is_device || !token_is(name, function->name))
            continue;
        int parameters = host_parameter_count(scan, function);
        if (parameters == count)
            return i;
        if (parameters > count && (best < 0 || parameters < fewest)) {
            best = i;
            fewest = parameters;
        }
    }
    return best;
}

int host_function_add(HostScan *scan, HostFunction function)
{
    int *bucket = bucket_of(scan, function.name, function.length);
    function.next = *bucket;
    *bucket = scan->function_count;
    *ARENA_PUSH(scan->arena, scan->functions, scan->function_count, scan->function_capacity) =
        function;
    return scan->function_count - 1;
}

bool host_range_is_interesting(HostScan *scan, int from, int to)
{
    for (int i = from; i < to; ++i) {
        const Token *token = &scan->tokens[i];
        if (token_is(token, "<<<") || host_cuda_is_name(token))
            return true;
        bool is_name = token->kind == TOKEN_NAME && i + 1 < scan->count;
        bool is_object = is_name && scan->tokens[i + 1].kind == TOKEN_NAME; /* Class object(...) */
        if (!is_name || !(is(scan, i + 1, "(") || is(scan, i + 1, "<") || is_object))
            continue;
        const HostFunction *called = host_function_find(scan, token->text, token->length, -1);
        if (called && called->is_interesting && (!is_object || called->owner >= 0))
            return true;
    }
    return false;
}

/* What calls something interesting is interesting: repeated until nothing changes, but not for
 * ever. */
static void mark_interesting(HostScan *scan)
{
    bool changed = true;
    for (int pass = 0; changed && pass < 8; ++pass) {
        changed = false;
        for (int i = 0; i < scan->function_count; ++i) {
            HostFunction *function = &scan->functions[i];
            if (function->is_device || function->is_interesting)
                continue;
            function->is_interesting = host_range_is_interesting(
                scan, function->body, host_after_bracket(scan, function->body, scan->count));
            changed |= function->is_interesting;
        }
    }
}

typedef struct Item {       /* one declaration of file scope */
    int begin, end;         /* end: behind its ; or } */
    int name, params, body; /* of a function, else -1 */
    int inner, inner_end;   /* of a namespace or struct, else -1 */
    int templates;
    bool is_kernel, is_device, is_host, is_record, has_value;
    bool has_list; /* a constructor's : member(value), ... */
} Item;

static void note_word(Item *item, const HostScan *scan, int at)
{
    item->is_kernel |= is(scan, at, "__global__");
    item->is_device |= is(scan, at, "__device__");
    item->is_host |= is(scan, at, "__host__");
    item->has_value |= is(scan, at, "=");
}

/* A bracket at depth 0: the first one after a plain name is a parameter list. */
static int pass_round_bracket(Item *item, HostScan *scan, int at)
{
    static const char *const not_names[] = {"__launch_bounds__", "__attribute__", "alignas",
                                            "decltype",          "__align__",     "noexcept",
                                            "__declspec"};
    bool is_name = at > item->begin && scan->tokens[at - 1].kind == TOKEN_NAME;
    for (size_t i = 0; i < sizeof not_names / sizeof *not_names; ++i)
        is_name &= !is(scan, at - 1, not_names[i]);
    if (is_name && item->params < 0 && !item->has_value) {
        item->params = at;
        item->name = at - 1;
    }
    return host_after_bracket(scan, at, scan->count);
}

/* A { at depth 0: a body, a scope to look into, or an initialiser. True: the item ends there. */
static bool pass_brace(Item *item, HostScan *scan, int at)
{
    int after = host_after_bracket(scan, at, scan->count);
    bool is_scope = is(scan, item->begin, "namespace") || is(scan, item->begin, "extern");
    item->end = after;
    if (item->params >= 0 && !item->has_value) {
        item->body = at;
        return true;
    }
    for (int i = item->begin; i < at && !item->has_value; ++i)
        item->is_record |= is(scan, i, "struct") || is(scan, i, "class");
    item->is_record &= !is(scan, item->begin, "enum");
    if (is_scope || item->is_record) {
        item->inner = at + 1;
        item->inner_end = after - 1 > at ? after - 1 : after;
    }
    return is_scope;
}

/* Behind the template parameters whose < is at `at`; unlike arguments, they may have defaults. */
static int behind_parameters(const HostScan *scan, int at, int end)
{
    for (int depth = 0; at < end; ++at) {
        depth += is(scan, at, "<") - is(scan, at, ">");
        if (depth == 0)
            return at + 1;
        if (opens(scan, at))
            at = host_after_bracket(scan, at, end) - 1;
    }
    return end;
}

static Item read_item(HostScan *scan, int at, int end)
{
    Item item = {.begin = at, .name = -1, .params = -1, .body = -1, .inner = -1, .templates = -1};
    if (is(scan, at, "template") && is(scan, at + 1, "<")) {
        item.templates = at + 1;
        at = behind_parameters(scan, at + 1, end);
    }
    while (at < end) {
        note_word(&item, scan, at);
        if (is(scan, at, ";")) {
            item.end = at + 1;
            return item;
        }
        item.has_list |= item.params >= 0 && is(scan, at, ":");
        bool is_value =
            item.has_list && scan->tokens[at - 1].kind == TOKEN_NAME; /* member{value} */
        if (is(scan, at, "(")) {
            at = pass_round_bracket(&item, scan, at);
        } else if (is(scan, at, "{") && !is_value) {
            if (pass_brace(&item, scan, at))
                return item;
            at = item.end;
        } else {
            at = opens(scan, at) ? host_after_bracket(scan, at, end) : at + 1;
        }
    }
    item.end = end;
    return item;
}

/* The { of the class that the function is a member of, also of Class<T>::function. */
static int owner_of(const HostScan *scan, int name)
{
    if (scan->class_of[name] >= 0 || !is(scan, name - 1, "::"))
        return scan->class_of[name];
    int at = name - 2;
    for (int depth = is(scan, at, ">"); depth > 0 && at > 0;) {
        --at;
        depth += is(scan, at, ">") - is(scan, at, "<");
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
    if (is(scan, item->name - 1, "~"))
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
    bool closed = item->end > item->begin && is(scan, item->end - 1, ";");
    int begin = item->begin;
    if (item->is_record && item->templates >= 0) /* its fields are enough to know */
        begin = host_template_end(scan, item->templates, scan->count);
    if (begin >= 0)
        host_simple(scan, begin, item->end - closed);
}

static void visit_items(HostScan *scan, int at, int end, bool run, int depth)
{
    while (at < end) {
        if ((is(scan, at, "public") || is(scan, at, "private") || is(scan, at, "protected")) &&
            is(scan, at + 1, ":")) {
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
        if (is(scan, *at + 1, ":")) { /* public: */
            *at += 2;
            continue;
        }
        Item item = read_item(scan, *at, end);
        bool is_field = item.params < 0 && !is(scan, item.begin, "friend") && item.templates < 0;
        *at = item.end > *at ? item.end : *at + 1;
        *begin = item.begin;
        *finish = item.end - is(scan, item.end - 1, ";");
        if (is_field && *finish > *begin)
            return true;
    }
    return false;
}

void host_index(HostScan *scan)
{
    memset(scan->buckets, -1, sizeof scan->buckets);
    match_brackets(scan);
    note_classes(scan);
    visit_items(scan, 0, scan->count, false, 0);
    mark_interesting(scan);
}

void host_run_file_scope(HostScan *scan)
{
    visit_items(scan, 0, scan->count, true, 0);
    scan->global_count = scan->var_count;
}
