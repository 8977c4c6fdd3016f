/* Which file an #include means. A project keeps its headers where its build file says; that file is
 * not read, so they are looked for where projects keep them: beside the file, and in the folders
 * for headers there and further up. */
#include "base/file.h"
#include "lang/text/library.h"
#include "lang/text/preprocess.h"

#include <string.h>

enum { FOLDERS_UP = 4 }; /* so far up from file 0 headers are looked for */

/* Folders that headers are kept in, beside the file or further up; "": beside it. */
static const char *const HEADER_FOLDERS[] = {
    "",      "include/", "inc/", "common/", "common/inc/", "utils/",
    "util/", "headers/", "src/", "Common/", "Utils/"};

static bool starts_with_any(const char *name, const char *const *prefixes, size_t count)
{
    for (size_t i = 0; i < count; ++i)
        if (strncmp(name, prefixes[i], strlen(prefixes[i])) == 0)
            return true;
    return false;
}

/* Is this a header of the CUDA toolkit? What those declare is known without reading them. */
static bool is_toolkit_header(const char *name)
{
    static const char *const prefixes[] = {"cuda",   "device_", "cooperative_groups",
                                           "math_",  "vector_", "sm_",
                                           "curand", "cublas",  "helper_"};
    return starts_with_any(name, prefixes, sizeof prefixes / sizeof *prefixes);
}

/* Of the C library, or another that comes with a system? */
static bool is_system_header(const char *name)
{
    static const char *const headers[] = {
        "assert.h", "complex.h", "ctype.h",  "errno.h",   "fcntl.h",   "fenv.h",   "float.h",
        "getopt.h", "limits.h",  "locale.h", "malloc.h",  "math.h",    "memory.h", "omp.h",
        "mpi.h",    "setjmp.h",  "signal.h", "stdarg.h",  "stdbool.h", "stddef.h", "stdint.h",
        "stdio.h",  "stdlib.h",  "string.h", "strings.h", "time.h",    "unistd.h", "wchar.h"};
    static const char *const folders[] = {"sys/", "GL/", "thrust/", "cub/", "nv/", "cooperative_"};
    for (size_t i = 0; i < sizeof headers / sizeof *headers; ++i)
        if (strcmp(name, headers[i]) == 0)
            return true;
    return starts_with_any(name, folders, sizeof folders / sizeof *folders);
}

static bool is_being_read(const Preprocessor *pp, const char *name)
{
    for (int i = 1; i < pp->level_count; ++i)
        if (strcmp(pp->levels[i].name, name) == 0)
            return true;
    for (int i = 0; i < pp->once_count; ++i)
        if (strcmp(pp->once[i], name) == 0)
            return true;
    return false;
}

void include_push(Preprocessor *pp, uint32_t file, const char *name)
{
    int left = SOURCE_TOKEN_LIMIT - pp->token_count;
    FileLevel level = {lex_file(pp->arena, pp->sources, file, left), 0, name, pp->condition_count};
    const TokenList *list = &level.tokens;
    *ARENA_PUSH(pp->arena, pp->levels, pp->level_count, pp->level_capacity) = level;
    pp->token_count += list->count;
    if (list->count < left || pp->is_exhausted)
        return;
    pp->is_exhausted = true;
    diag_error(pp->diags, list->items[list->count ? list->count - 1 : 0].span,
               "move what no kernel needs, such as tables of numbers, to a file of its own",
               "the file and what it includes have more than %d tokens by here; what follows is "
               "not read",
               SOURCE_TOKEN_LIMIT);
}

/* The name without "folder/../" in it, so that a file has one name however it is reached. */
static const char *plain_name(Arena *arena, const char *name)
{
    char *plain = arena_text(arena, name, strlen(name));
    for (char *up = strstr(plain, "/../"); up; up = strstr(up, "/../")) {
        char *start = up;
        while (start > plain && start[-1] != '/')
            start--;
        if (start == up || (up - start == 2 && start[0] == '.' && start[1] == '.')) {
            up++;
            continue;
        }
        memmove(start, up + 4, strlen(up + 4) + 1);
        up = start > plain ? start - 1 : start;
    }
    return plain;
}

/* Looks for an included file under this name; true if it was found, or need not be read again. */
static bool include_file(Preprocessor *pp, const char *given, Span span)
{
    const char *text, *name = plain_name(pp->arena, given);
    size_t length;
    if (is_being_read(pp, name))
        return true;
    if (!pp->reader || !pp->reader->read(pp->reader->context, pp->arena, name, &text, &length))
        return false;
    uint32_t file = source_add(pp->sources, name, text, length);
    pp->include_bytes += length;
    pp->sources->files[file].is_included = true;
    pp->sources->files[file].included_from = span;
    include_push(pp, file, name);
    return true;
}

static bool include_from_folders(Preprocessor *pp, const char *name, Span span)
{
    const char *up = "";
    for (int i = 0; i <= FOLDERS_UP; ++i) {
        for (size_t k = 0; k < sizeof HEADER_FOLDERS / sizeof *HEADER_FOLDERS; ++k) {
            const char *path = arena_printf(pp->arena, "%s%s%s", up, HEADER_FOLDERS[k], name);
            if (include_file(pp, path, span))
                return true;
        }
        up = arena_printf(pp->arena, "../%s", up);
    }
    return false;
}

static bool has_room(Preprocessor *pp, Span span)
{
    if (pp->level_count <= INCLUDE_DEPTH_LIMIT && ++pp->include_count <= INCLUDE_COUNT_LIMIT &&
        pp->include_bytes <= INCLUDE_BYTES_LIMIT)
        return true;
    if (!pp->is_exhausted)
        diag_error(pp->diags, span, NULL,
                   "includes are nested too deep, or there are over %d, or they have more than "
                   "%d MiB together",
                   INCLUDE_COUNT_LIMIT, INCLUDE_BYTES_LIMIT >> 20);
    pp->is_exhausted = true;
    return false;
}

/* Headers of a library that is known by heart are one text, which is read once; false for
 * others. */
static bool include_library(Preprocessor *pp, const char *header, Span span)
{
    const char *name, *text = library_text(header, &name);
    if (!text || is_being_read(pp, name))
        return text != NULL;
    uint32_t file = source_add(pp->sources, name, text, strlen(text));
    pp->sources->files[file].is_included = true;
    pp->sources->files[file].included_from = span;
    *ARENA_PUSH(pp->arena, pp->once, pp->once_count, pp->once_capacity) = name;
    include_push(pp, file, name);
    return true;
}

static const char lost_header[] = "\"%s\" was not found and is skipped";

const char *preprocess_lost_header(const Diag *diag)
{
    return strcmp(diag->message->text, lost_header) == 0 ? diag->message->parts[0].text : NULL;
}

/* A header of CUDA or C is read only if it lies beside the file that names it in quotes. */
static void include_local(Preprocessor *pp, const char *name, bool is_quoted, Span span)
{
    bool is_known = is_toolkit_header(name) || is_system_header(name);
    const char *beside = file_beside(pp->arena, top_level(pp)->name, name);
    if (!has_room(pp, span) || (is_quoted && include_file(pp, beside, span)) ||
        (is_quoted && include_file(pp, name, span)) || is_known ||
        include_from_folders(pp, name, span))
        return;
    if (!include_library(pp, name, span) && is_quoted)
        diag_warning(pp->diags, span, "put it beside the .cu file if the kernel needs it",
                     lost_header, name);
}

/* The name between < and >, or NULL if there is no such thing. */
static const char *angle_name(Preprocessor *pp, const TokenList *list)
{
    if (list->count < 3 || !token_is(&list->items[0], "<") ||
        !token_is(&list->items[list->count - 1], ">"))
        return NULL;
    return macro_tokens_text(pp->arena, list->items + 1, list->count - 2);
}

void include_obey(Preprocessor *pp, const Token *tokens, int count, Span line)
{
    TokenList list = {(Token *)tokens, count};
    if (list.count && list.items[0].kind == TOKEN_NAME)
        list = macro_expand_list(pp, tokens, count);
    if (list.count && list.items[0].kind == TOKEN_STRING && list.items[0].length > 2) {
        const Token *name = &list.items[0];
        include_local(pp, arena_text(pp->arena, name->text + 1, name->length - 2), true,
                      span_join(line, name->span));
        return;
    }
    const char *name = angle_name(pp, &list);
    if (name && strchr(name, '.'))
        include_local(pp, name, false, span_join(line, list.items[list.count - 1].span));
    else if (!list.count || !token_is(&list.items[0], "<"))
        diag_error(pp->diags, line, "write #include <name> or #include \"name\"",
                   "#include needs the name of a file");
}
