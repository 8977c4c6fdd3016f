/* Which parts of a file a kernel needs. Items declare some names and mention others; from the
 * kernel's name the mentions are followed until nothing new is needed. Host functions are never
 * needed, whatever mentions them. */
#include "device/items.h"

#include <string.h>

/* ---- following mentions ---- */

static void want_mentions(Finder *finder, const Item *item)
{
    for (int i = item->first; i <= item->last; ++i)
        if (finder_token(finder, item, i)->kind == TOKEN_NAME)
            name_set_add(finder->arena, &finder->wanted,
                         name_of_token(finder_token(finder, item, i)));
}

static bool is_wanted(const Finder *finder, const Item *item)
{
    if (!item->can_be_needed || item->is_operator)
        return item->can_be_needed;
    for (int i = 0; i < item->name_count; ++i)
        if (name_set_has(&finder->wanted, item->names[i]))
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
        name_set_add(finder->arena, &finder->wanted, name_of_text(options->roots[i]));
    for (int i = 0; i < finder->count && !options->root_count; ++i)
        if (finder->items[i].is_kernel && finder->items[i].name_count)
            name_set_add(finder->arena, &finder->wanted, finder->items[i].names[0]);
}

/* using namespace stays if the compiler will know the namespace. */
static bool names_known_namespace(const Finder *finder, const Item *item)
{
    static const char *const known[] = {"std", "cooperative_groups", "nvcuda", NULL};
    const Token *name = finder_token(finder, item, item->last > item->first ? item->last - 1 : 0);
    return token_is_any(name, known) || name_set_has(&finder->namespaces, name_of_token(name));
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

/* ---- directives ---- */

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

/* Whether one of the files but the first can be included by that name: it ends a path. */
static bool is_file(const DeviceFile *files, int file_count, const char *name, size_t tail)
{
    for (int i = 1; i < file_count; ++i) {
        size_t length = strlen(files[i].name);
        if (length >= tail && !memcmp(files[i].name + length - tail, name, tail) &&
            (length == tail || files[i].name[length - tail - 1] == '/'))
            return true;
    }
    return false;
}

/* Whether the #include from `first` to `last` can be given to the compiler: a local file that was
 * read, also if it stands in <>, or a header made for device code. */
static bool is_device_include(const DeviceText *text, int first, int last, const DeviceFile *files,
                              int file_count)
{
    static const char *const known[] = {
        "cooperative_groups",       "cuda_fp16", "cuComplex", "mma", "cuda_bf16", "cuda_pipeline",
        "cuda_pipeline_primitives", NULL};
    const Token *what = &text->tokens[first + 2];
    if (last >= first + 3 && token_is(what, "<")) {
        const char *name = what->text + 1;
        bool is_of_library = token_is(what + 1, "cuda") && token_is(what + 2, "/");
        return is_of_library || token_is_any(what + 1, known) ||
               is_file(files, file_count, name, strcspn(name, ">\n"));
    }
    return what->kind == TOKEN_STRING && what->length > 2 &&
           is_file(files, file_count, what->text + 1, what->length - 2);
}

static void blank_directives(DeviceText *text, const DeviceFile *files, int file_count,
                             const DeviceTextOptions *options)
{
    for (int i = 0; i < text->count; ++i) {
        if (!text->is_directive[i])
            continue;
        int last = directive_end(text, i);
        bool is_include = device_text_is(text, i + 1, "include") && last >= i + 2;
        bool is_define = device_text_is(text, i + 1, "define") && last >= i + 2;
        if ((is_include && !is_device_include(text, i, last, files, file_count)) ||
            (is_define && is_overridden(&text->tokens[i + 2], options)))
            blank_directive(text, i, last);
        i = last;
    }
}

/* place: of the declaration that is meant, where several have the name; NULL: any. */
static const char *qualified_name(const Finder *finder, const char *name, const char *place)
{
    const char *any = NULL;
    for (int i = 0; i < finder->count; ++i) {
        const Item *item = &finder->items[i];
        for (int n = 0; n < item->name_count && item->is_device && !item->is_macro; ++n)
            if (item->names[n].length == strlen(name) &&
                !memcmp(item->names[n].text, name, item->names[n].length) &&
                (!any || item->names[n].text == place))
                any = arena_printf(finder->arena, "%s%s", item->scope, name);
    }
    return any ? any : name;
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
        items_of_directives(&finder, i);
    }
    for (int i = 0; i < file_count; ++i)
        items_of_file(&finder, i);
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
        qualified[i] = qualified_name(&finder, options->roots[i], i == 0 ? options->place : NULL);
}
