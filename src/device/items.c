/* Items by shape: where one ends, which names it declares, and whether it is meant for the
 * device. */
#include "device/items.h"

#include <string.h>

static void declare_name(Finder *finder, Item *item, const Token *token)
{
    if (token->kind == TOKEN_NAME)
        *ARENA_PUSH(finder->arena, item->names, item->name_count, item->name_capacity) =
            name_of_token(token);
}

/* Whether a token is one of the words after which a ( opens no parameter list. */
static bool is_attribute_word(const Token *token)
{
    static const char *const words[] = {
        "__launch_bounds__", "__cluster_dims__", "__maxnreg__", "__align__",
        "alignas",           "__attribute__",    "decltype",    NULL};
    return token_is_any(token, words);
}

/* Index of the first ( at or after `from` that opens a parameter list before any = or {, or -1. A
 * number inside means a variable's initial value. */
static int parameter_list(const DeviceText *text, const Item *item, int from)
{
    int angle = 0;
    for (int i = from; i <= item->last; i = device_text_next(text, i)) {
        if (device_text_is(text, i, "operator")) {
            i = device_text_next(text, i);
            continue;
        }
        angle += device_text_is(text, i, "<") - device_text_is(text, i, ">");
        if (angle <= 0 && (device_text_is(text, i, "=") || device_text_is(text, i, "{")))
            return -1;
        if (!device_text_is(text, i, "("))
            continue;
        if (angle <= 0 && i > item->first && !is_attribute_word(&text->tokens[i - 1]) &&
            text->tokens[i + 1].kind != TOKEN_NUMBER)
            return i;
        if (text->partner[i] > i)
            i = text->partner[i];
    }
    return -1;
}

/* Name before a parameter list; of "k<float>(" it is k. */
static const Token *function_name(const DeviceText *text, const Item *item, int open)
{
    int at = open - 1, angle = 0;
    while (at > item->first && (device_text_is(text, at, ">") || angle > 0)) {
        angle += device_text_is(text, at, ">") - device_text_is(text, at, "<");
        --at;
    }
    return &text->tokens[at];
}

/* Declares all names that stand before a (, since a macro call without a semicolon may stand before
 * the function's own name. */
static void declare_function(Finder *finder, Item *item)
{
    const DeviceText *text = &finder->texts[item->file];
    for (int open = parameter_list(text, item, item->first); open >= 0;
         open = text->partner[open] > 0 ? parameter_list(text, item, text->partner[open]) : -1)
        declare_name(finder, item, function_name(text, item, open));
}

/* Variables, types, enumerators: a name is declared where a declarator ends after it, but not in
 * template arguments. */
static void declare_others(Finder *finder, Item *item)
{
    static const char *const ends[] = {"=", ";", ",", "[", "{", ":", "(", ")", "}", NULL};
    static const char *const tags[] = {"struct", "class", "union", "enum", NULL};
    const DeviceText *text = &finder->texts[item->file];
    bool is_enum = false, is_value = false;
    int angle = 0;
    for (int i = item->first; i < item->last; i = device_text_next(text, i)) {
        const Token *token = &text->tokens[i], *next = &text->tokens[device_text_next(text, i)];
        is_enum = is_enum || token_is(token, "enum");
        is_value = is_value || token_is(token, "=");
        angle += is_value ? -angle : device_text_is(text, i, "<") - device_text_is(text, i, ">");
        if (token_is_any(token, tags))
            declare_name(finder, item, next);
        else if (angle <= 0 && token_is_any(next, ends))
            declare_name(finder, item, token);
        if (device_text_is(text, i, "{") && !is_enum && text->partner[i] > i)
            i = text->partner[i];
    }
}

/* using name = ...; and using ns::name; */
static void declare_alias(Finder *finder, Item *item)
{
    const DeviceText *text = &finder->texts[item->file];
    int name = device_text_next(text, item->first);
    if (name >= item->last || !device_text_is(text, device_text_next(text, name), "="))
        name = item->last - 1;
    if (name > item->first) /* a file may end behind the word */
        declare_name(finder, item, &text->tokens[name]);
}

static bool mentions(const Finder *finder, const Item *item, const char *const *words,
                     const NameSet *macros)
{
    const DeviceText *text = &finder->texts[item->file];
    for (int i = item->first; i <= item->last; ++i)
        if (token_is_any(&text->tokens[i], words) ||
            name_set_has(macros, name_of_token(&text->tokens[i])))
            return true;
    return false;
}

static bool marks_device(const Finder *finder, const Item *item)
{
    static const char *const words[] = {
        "__device__", "__global__", "__constant__", "__shared__", "__managed__", "constexpr", NULL};
    return mentions(finder, item, words, &finder->markers);
}

/* Whether an item is one that device code may mention although it is not marked for the device: a
 * constant, a type, or another name for one. */
static bool is_shared_with_host(const Finder *finder, const Item *item)
{
    static const char *const words[] = {"const", "struct",   "class",   "union",     "enum",
                                        "using", "template", "typedef", "namespace", NULL};
    static const NameSet none = {0};
    return mentions(finder, item, words, &none);
}

static bool marks_kernel(const Finder *finder, const Item *item)
{
    static const char *const words[] = {"__global__", NULL};
    return mentions(finder, item, words, &finder->kernel_markers);
}

/* ---- cutting ---- */

/* Whether the { at `at` is a function's body: it follows a parameter list or what may stand after
 * one. */
static bool opens_body(const DeviceText *text, const Item *item, int at)
{
    static const char *const words[] = {")", "const", "noexcept", "override", NULL};
    if (at == item->first || !token_is_any(&text->tokens[at - 1], words))
        return false;
    return parameter_list(text, item, item->first) >= 0;
}

/* Last token of the item that begins at `first`; item->last is set on the way. */
static void find_end(const DeviceText *text, Item *item)
{
    for (int i = item->first; i < text->count; i = device_text_next(text, i)) {
        item->last = i;
        if (device_text_is(text, i, ";"))
            return;
        if (device_text_is(text, i, "{") && text->partner[i] > i) {
            bool body = opens_body(text, item, i);
            item->last = i = text->partner[i];
            if (body)
                return;
        } else if (text->partner[i] > i) {
            i = text->partner[i];
        }
    }
}

/* Whether a function is called by a sign, so that no name will mention it. */
static bool names_operator(const Finder *finder, const Item *item)
{
    const DeviceText *text = &finder->texts[item->file];
    int open = parameter_list(text, item, item->first);
    for (int i = item->first; i < open; ++i)
        if (device_text_is(text, i, "operator"))
            return true;
    return false;
}

static int add_item(Finder *finder, int file, int first, const char *scope)
{
    const DeviceText *text = &finder->texts[file];
    Item item = {.file = file, .first = first, .last = first, .scope = scope};
    find_end(text, &item);
    item.is_using = device_text_is(text, first, "using") &&
                    device_text_is(text, device_text_next(text, first), "namespace");
    bool is_alias = device_text_is(text, first, "using");
    item.is_function = !is_alias && !device_text_is(text, first, "typedef") &&
                       parameter_list(text, &item, first) >= 0;
    if (is_alias)
        declare_alias(finder, &item);
    else if (item.is_function)
        declare_function(finder, &item);
    else
        declare_others(finder, &item);
    item.is_operator = item.is_function && names_operator(finder, &item);
    item.is_device = marks_device(finder, &item);
    item.can_be_needed =
        item.is_device || (!item.is_function && is_shared_with_host(finder, &item));
    item.is_kernel = item.is_function && marks_kernel(finder, &item);
    *ARENA_PUSH(finder->arena, finder->items, finder->count, finder->capacity) = item;
    return item.last;
}

static void scan_scope(Finder *finder, int file, int first, int end, const char *scope);

/* If `namespace a::b {` stands at `at`, or the same with `inline`, scans inside and returns its
 * closing bracket; else -1. */
static int scan_namespace(Finder *finder, int file, int at, const char *scope)
{
    const DeviceText *text = &finder->texts[file];
    const char *inner = scope;
    int word = device_text_is(text, at, "inline") ? device_text_next(text, at) : at;
    if (!device_text_is(text, word, "namespace"))
        return -1;
    int i = device_text_next(text, word);
    for (; i < text->count && !device_text_is(text, i, "{"); i = device_text_next(text, i)) {
        const Token *token = &text->tokens[i];
        if (token->kind == TOKEN_NAME) {
            inner = arena_printf(finder->arena, "%s%.*s::", inner, (int)token->length, token->text);
            name_set_add(finder->arena, &finder->namespaces, name_of_token(token));
        } else if (!token_is(token, "::")) {
            return -1;
        }
    }
    if (i >= text->count || text->partner[i] < 0)
        return -1;
    scan_scope(finder, file, i + 1, text->partner[i], inner);
    return text->partner[i];
}

/* The same for `extern "C" {`. */
static int scan_linkage(Finder *finder, int file, int at, const char *scope)
{
    const DeviceText *text = &finder->texts[file];
    int word = device_text_next(text, at), open = device_text_next(text, word);
    if (word >= text->count || text->tokens[word].kind != TOKEN_STRING ||
        !device_text_is(text, open, "{") || text->partner[open] < 0)
        return -1;
    scan_scope(finder, file, open + 1, text->partner[open], scope);
    return text->partner[open];
}

static void scan_scope(Finder *finder, int file, int first, int end, const char *scope)
{
    const DeviceText *text = &finder->texts[file];
    for (int i = device_text_next(text, first - 1); i < end; i = device_text_next(text, i)) {
        int past = device_text_is(text, i, "extern") ? scan_linkage(finder, file, i, scope)
                                                     : scan_namespace(finder, file, i, scope);
        i = past >= 0 ? past : add_item(finder, file, i, scope);
    }
}

void items_of_file(Finder *finder, int file)
{
    scan_scope(finder, file, 0, finder->texts[file].count, "");
}

/* ---- directives ---- */

/* Last token of the directive whose # is at `at`. */
int directive_end(const DeviceText *text, int at)
{
    while (at + 1 < text->count && !text->tokens[at + 1].first_on_line)
        ++at;
    return at;
}

static void scan_define(Finder *finder, int file, int first, int last)
{
    if (last < first + 2)
        return;
    Item item = {.file = file,
                 .first = first + 3,
                 .last = last,
                 .scope = "",
                 .is_macro = true,
                 .can_be_needed = true};
    declare_name(finder, &item, finder_token(finder, &item, first + 2));
    if (marks_device(finder, &item) && item.name_count)
        name_set_add(finder->arena, &finder->markers, item.names[0]);
    if (marks_kernel(finder, &item) && item.name_count)
        name_set_add(finder->arena, &finder->kernel_markers, item.names[0]);
    *ARENA_PUSH(finder->arena, finder->items, finder->count, finder->capacity) = item;
}

void items_of_directives(Finder *finder, int file)
{
    const DeviceText *text = &finder->texts[file];
    for (int i = 0; i < text->count; ++i) {
        if (!text->is_directive[i])
            continue;
        int last = directive_end(text, i);
        if (device_text_is(text, i + 1, "define"))
            scan_define(finder, file, i, last);
        i = last;
    }
}
