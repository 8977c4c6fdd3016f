/* Which parts of a file a kernel needs. A file is cut into items (one declaration, definition or
 * #define each) that declare some names and mention others; from the kernel's name the mentions are
 * followed until nothing new is needed. Host functions are never needed, whatever mentions them. */
#include "device/source.h"
#include "device/text.h"

#include <string.h>

typedef struct Name {
    const char *text;
    uint32_t length;
} Name;

typedef struct Item {
    int file, first, last; /* tokens, inclusive */
    const char *scope;     /* "ns::", or "" */
    bool is_macro;         /* a #define: always stays in the text */
    bool is_using;         /* using namespace */
    bool is_function, is_needed;
    bool is_device; /* marked for the device, or by a macro that marks so */
    bool can_be_needed;
    bool is_kernel, is_operator;
    Name *names;
    int name_count, name_capacity;
} Item;

typedef struct NameSet {
    Name *slots; /* open addressing, a power of two */
    int count, capacity;
} NameSet;

typedef struct Finder {
    Arena *arena;
    DeviceText *texts;
    int file_count;
    Item *items;
    int count, capacity;
    NameSet wanted, namespaces, markers; /* markers: macros that stand for __device__ */
    NameSet kernel_markers;
} Finder;

/* Sets of names */

static uint32_t name_hash(Name name)
{
    uint32_t hash = 2166136261u;
    for (uint32_t i = 0; i < name.length; ++i)
        hash = (hash ^ (unsigned char)name.text[i]) * 16777619u;
    return hash;
}

static Name *set_slot(const NameSet *set, Name name)
{
    uint32_t mask = (uint32_t)set->capacity - 1, at = name_hash(name) & mask;
    while (set->slots[at].text && (set->slots[at].length != name.length ||
                                   memcmp(set->slots[at].text, name.text, name.length) != 0))
        at = (at + 1) & mask;
    return &set->slots[at];
}

static bool set_has(const NameSet *set, Name name)
{
    return set->count && set_slot(set, name)->text;
}

static void set_grow(Arena *arena, NameSet *set)
{
    NameSet larger = {NULL, set->count, set->capacity ? set->capacity * 2 : 64};
    larger.slots = ARENA_ARRAY(arena, Name, larger.capacity);
    for (int i = 0; i < set->capacity; ++i)
        if (set->slots[i].text)
            *set_slot(&larger, set->slots[i]) = set->slots[i];
    *set = larger;
}

static bool set_add(Arena *arena, NameSet *set, Name name)
{
    if (2 * set->count >= set->capacity)
        set_grow(arena, set);
    Name *slot = set_slot(set, name);
    if (slot->text)
        return false;
    *slot = name;
    ++set->count;
    return true;
}

static Name name_of(const char *text)
{
    return (Name){text, (uint32_t)strlen(text)};
}

static Name token_name(const Token *token)
{
    return (Name){token->text, token->length};
}

/* Tokens of an item */

static const Token *token_at(const Finder *finder, const Item *item, int at)
{
    return &finder->texts[item->file].tokens[at];
}

static bool is(const DeviceText *text, int at, const char *word)
{
    return at >= 0 && at < text->count && token_is(&text->tokens[at], word);
}

static bool is_one_of(const Token *token, const char *const *words)
{
    for (; *words; ++words)
        if (token_is(token, *words))
            return true;
    return false;
}

static void declare(Finder *finder, Item *item, const Token *token)
{
    if (token->kind == TOKEN_NAME)
        *ARENA_PUSH(finder->arena, item->names, item->name_count, item->name_capacity) =
            token_name(token);
}

/* A bracket after these words is no parameter list. */
static bool is_attribute(const Token *token)
{
    static const char *const words[] = {"__launch_bounds__", "__align__", "alignas",
                                        "__attribute__",     "decltype",  NULL};
    return is_one_of(token, words);
}

/* Index of the first ( at or after `from` that opens a parameter list before any = or {, or -1. A
 * number inside means a variable's initial value. */
static int parameter_list(const DeviceText *text, const Item *item, int from)
{
    int angle = 0;
    for (int i = from; i <= item->last; i = device_text_next(text, i)) {
        if (is(text, i, "operator")) {
            i = device_text_next(text, i);
            continue;
        }
        angle += is(text, i, "<") - is(text, i, ">");
        if (angle <= 0 && (is(text, i, "=") || is(text, i, "{")))
            return -1;
        if (!is(text, i, "("))
            continue;
        if (angle <= 0 && i > item->first && !is_attribute(&text->tokens[i - 1]) &&
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
    while (at > item->first && (is(text, at, ">") || angle > 0)) {
        angle += is(text, at, ">") - is(text, at, "<");
        --at;
    }
    return &text->tokens[at];
}

/* All names before brackets, since a macro call without a semicolon may stand before a function. */
static void declare_function(Finder *finder, Item *item)
{
    const DeviceText *text = &finder->texts[item->file];
    for (int open = parameter_list(text, item, item->first); open >= 0;
         open = text->partner[open] > 0 ? parameter_list(text, item, text->partner[open]) : -1)
        declare(finder, item, function_name(text, item, open));
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
        angle += is_value ? -angle : is(text, i, "<") - is(text, i, ">");
        if (is_one_of(token, tags))
            declare(finder, item, next);
        else if (angle <= 0 && is_one_of(next, ends))
            declare(finder, item, token);
        if (is(text, i, "{") && !is_enum && text->partner[i] > i)
            i = text->partner[i];
    }
}

/* using name = ...; and using ns::name; */
static void declare_alias(Finder *finder, Item *item)
{
    const DeviceText *text = &finder->texts[item->file];
    int name = device_text_next(text, item->first);
    if (!is(text, device_text_next(text, name), "="))
        name = item->last - 1;
    declare(finder, item, &text->tokens[name]);
}

static bool mentions(const Finder *finder, const Item *item, const char *const *words,
                     const NameSet *macros)
{
    const DeviceText *text = &finder->texts[item->file];
    for (int i = item->first; i <= item->last; ++i)
        if (is_one_of(&text->tokens[i], words) || set_has(macros, token_name(&text->tokens[i])))
            return true;
    return false;
}

static bool marks_device(const Finder *finder, const Item *item)
{
    static const char *const words[] = {
        "__device__", "__global__", "__constant__", "__shared__", "__managed__", "constexpr", NULL};
    return mentions(finder, item, words, &finder->markers);
}

/* What device code may mention without a mark: constants, types and other names for them. */
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

/* Cutting a file into items */

/* Whether the { at `at` is a function's body: it follows a parameter list or what may stand after
 * one. */
static bool opens_body(const DeviceText *text, const Item *item, int at)
{
    static const char *const words[] = {")", "const", "noexcept", "override", NULL};
    if (at == item->first || !is_one_of(&text->tokens[at - 1], words))
        return false;
    return parameter_list(text, item, item->first) >= 0;
}

/* Last token of the item that begins at `first`; item->last is set on the way. */
static void find_end(const DeviceText *text, Item *item)
{
    for (int i = item->first; i < text->count; i = device_text_next(text, i)) {
        item->last = i;
        if (is(text, i, ";"))
            return;
        if (is(text, i, "{") && text->partner[i] > i) {
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
        if (is(text, i, "operator"))
            return true;
    return false;
}

static int add_item(Finder *finder, int file, int first, const char *scope)
{
    const DeviceText *text = &finder->texts[file];
    Item item = {.file = file, .first = first, .last = first, .scope = scope};
    find_end(text, &item);
    item.is_using =
        is(text, first, "using") && is(text, device_text_next(text, first), "namespace");
    bool is_alias = is(text, first, "using");
    item.is_function =
        !is_alias && !is(text, first, "typedef") && parameter_list(text, &item, first) >= 0;
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

/* If `namespace a::b {` stands at `at`, scans inside and returns its closing bracket; else -1. */
static int scan_namespace(Finder *finder, int file, int at, const char *scope)
{
    const DeviceText *text = &finder->texts[file];
    const char *inner = scope;
    int i = device_text_next(text, at);
    for (; i < text->count && !is(text, i, "{"); i = device_text_next(text, i)) {
        const Token *token = &text->tokens[i];
        if (token->kind == TOKEN_NAME) {
            inner = arena_printf(finder->arena, "%s%.*s::", inner, (int)token->length, token->text);
            set_add(finder->arena, &finder->namespaces, token_name(token));
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
    if (word >= text->count || text->tokens[word].kind != TOKEN_STRING || !is(text, open, "{") ||
        text->partner[open] < 0)
        return -1;
    scan_scope(finder, file, open + 1, text->partner[open], scope);
    return text->partner[open];
}

static void scan_scope(Finder *finder, int file, int first, int end, const char *scope)
{
    const DeviceText *text = &finder->texts[file];
    for (int i = device_text_next(text, first - 1); i < end; i = device_text_next(text, i)) {
        int past = -1;
        if (is(text, i, "namespace"))
            past = scan_namespace(finder, file, i, scope);
        else if (is(text, i, "extern"))
            past = scan_linkage(finder, file, i, scope);
        i = past >= 0 ? past : add_item(finder, file, i, scope);
    }
}

/* Directives */

/* Last token of the directive whose # is at `at`. */
static int directive_end(const DeviceText *text, int at)
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
    declare(finder, &item, token_at(finder, &item, first + 2));
    if (marks_device(finder, &item) && item.name_count)
        set_add(finder->arena, &finder->markers, item.names[0]);
    if (marks_kernel(finder, &item) && item.name_count)
        set_add(finder->arena, &finder->kernel_markers, item.names[0]);
    *ARENA_PUSH(finder->arena, finder->items, finder->count, finder->capacity) = item;
}

static void scan_directives(Finder *finder, int file)
{
    const DeviceText *text = &finder->texts[file];
    for (int i = 0; i < text->count; ++i) {
        if (!text->is_directive[i])
            continue;
        int last = directive_end(text, i);
        if (is(text, i + 1, "define"))
            scan_define(finder, file, i, last);
        i = last;
    }
}

static void blank_directive(DeviceText *text, int first, int last)
{
    for (int i = first; i <= last; ++i)
        text->is_directive[i] = false;
    device_text_blank(text, first, last);
    for (int i = first; i <= last; ++i)
        text->is_directive[i] = true;
}

static bool is_overridden(const Token *name, const DeviceTextOptions *options)
{
    for (int i = 0; i < options->define_count; ++i)
        if (token_is(name, options->defines[i].name))
            return true;
    return false;
}

/* Whether the #include from `first` to `last` can be given to the compiler: a local file that was
 * read, or a header made for device code. */
static bool is_device_include(const DeviceText *text, int first, int last, const DeviceFile *files,
                              int file_count)
{
    static const char *const known[] = {"cooperative_groups", "cuda_fp16", "cuComplex", "mma",
                                        "cuda_bf16",          NULL};
    const Token *what = &text->tokens[first + 2];
    if (last >= first + 3 && token_is(what, "<"))
        return is_one_of(what + 1, known);
    if (what->kind != TOKEN_STRING || what->length < 3)
        return false;
    for (int i = 1; i < file_count; ++i) {
        size_t length = strlen(files[i].name), tail = what->length - 2;
        if (length >= tail && !memcmp(files[i].name + length - tail, what->text + 1, tail))
            return true;
    }
    return false;
}

static void blank_directives(DeviceText *text, const DeviceFile *files, int file_count,
                             const DeviceTextOptions *options)
{
    for (int i = 0; i < text->count; ++i) {
        if (!text->is_directive[i])
            continue;
        int last = directive_end(text, i);
        bool is_include = is(text, i + 1, "include") && last >= i + 2;
        bool is_define = is(text, i + 1, "define") && last >= i + 2;
        if ((is_include && !is_device_include(text, i, last, files, file_count)) ||
            (is_define && is_overridden(&text->tokens[i + 2], options)))
            blank_directive(text, i, last);
        i = last;
    }
}

/* Following mentions */

static void want_mentions(Finder *finder, const Item *item)
{
    for (int i = item->first; i <= item->last; ++i)
        if (token_at(finder, item, i)->kind == TOKEN_NAME)
            set_add(finder->arena, &finder->wanted, token_name(token_at(finder, item, i)));
}

static bool is_wanted(const Finder *finder, const Item *item)
{
    if (!item->can_be_needed || item->is_operator)
        return item->can_be_needed;
    for (int i = 0; i < item->name_count; ++i)
        if (set_has(&finder->wanted, item->names[i]))
            return true;
    return false;
}

static void follow_mentions(Finder *finder)
{
    bool changed = true;
    while (changed) {
        changed = false;
        for (int i = 0; i < finder->count; ++i) {
            Item *item = &finder->items[i];
            if (item->is_needed || !is_wanted(finder, item))
                continue;
            item->is_needed = changed = true;
            want_mentions(finder, item);
        }
    }
}

static void want_roots(Finder *finder, const DeviceTextOptions *options)
{
    for (int i = 0; i < options->root_count; ++i)
        set_add(finder->arena, &finder->wanted, name_of(options->roots[i]));
    for (int i = 0; i < finder->count && !options->root_count; ++i)
        if (finder->items[i].is_kernel && finder->items[i].name_count)
            set_add(finder->arena, &finder->wanted, finder->items[i].names[0]);
}

/* using namespace stays if the compiler will know the namespace. */
static bool names_known_namespace(const Finder *finder, const Item *item)
{
    static const char *const known[] = {"std", "cooperative_groups", NULL};
    const Token *name = token_at(finder, item, item->last > item->first ? item->last - 1 : 0);
    return is_one_of(name, known) || set_has(&finder->namespaces, token_name(name));
}

static void blank_items(Finder *finder)
{
    for (int i = 0; i < finder->count; ++i) {
        const Item *item = &finder->items[i];
        bool stays = item->is_macro || item->is_needed ||
                     (item->is_using && names_known_namespace(finder, item));
        if (!stays)
            device_text_blank(&finder->texts[item->file], item->first, item->last);
    }
}

static const char *qualified_name(const Finder *finder, const char *name)
{
    for (int i = 0; i < finder->count; ++i) {
        const Item *item = &finder->items[i];
        for (int n = 0; n < item->name_count && item->is_device && !item->is_macro; ++n)
            if (item->names[n].length == strlen(name) &&
                !memcmp(item->names[n].text, name, item->names[n].length))
                return arena_printf(finder->arena, "%s%s", item->scope, name);
    }
    return name;
}

void device_texts_make(Arena *arena, const DeviceFile *files, int file_count,
                       const DeviceTextOptions *options, char **texts, const char **qualified)
{
    Finder finder = {.arena = arena, .file_count = file_count};
    finder.texts = ARENA_ARRAY(arena, DeviceText, file_count);
    for (int i = 0; i < file_count; ++i) {
        LineMarks marks = {0};
        bool is_changed = i == 0 && options->without_count;
        DeviceFile file = is_changed ? device_text_expand(arena, &files[i], &marks) : files[i];
        finder.texts[i] = device_text_open(arena, &file, (uint32_t)i, &marks);
        scan_directives(&finder, i);
    }
    for (int i = 0; i < file_count; ++i)
        scan_scope(&finder, i, 0, finder.texts[i].count, "");
    want_roots(&finder, options);
    follow_mentions(&finder);
    blank_items(&finder);
    for (int i = 0; i < options->without_count; ++i)
        device_text_without(&finder.texts[0], &options->withouts[i]);
    for (int i = 0; i < file_count; ++i) {
        blank_directives(&finder.texts[i], files, file_count, options);
        texts[i] = finder.texts[i].out;
    }
    for (int i = 0; i < options->root_count && qualified; ++i)
        qualified[i] = qualified_name(&finder, options->roots[i]);
}
