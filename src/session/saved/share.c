/* Codes. A checksum comes before the text, so that a code that was cut short, mistyped or merged
 * with other words is told from one that only names a file that is not here. */
#include "session/saved/share.h"

#include "base/assets.h"
#include "base/file.h"
#include "base/hash.h"
#include "session/saved/state.h"
#include "session/time/motion.h"
#include "session/words/strings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHARE_START "ts1."

enum { SHARE_LIMIT = 1 << 16, SHARE_FILE_LIMIT = 1 << 20, CHECK_BYTES = 4, CANDIDATES = 64 };

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/* ---- bytes to letters and back ---- */

static const char *to_letters(Arena *arena, const unsigned char *bytes, size_t length)
{
    char *out = arena_alloc(arena, length * 4 / 3 + 4), *at = out;
    uint32_t bits = 0;
    int held = 0;
    for (size_t i = 0; i < length; ++i) {
        bits = bits << 8 | bytes[i];
        for (held += 8; held >= 6; held -= 6)
            *at++ = digits[bits >> (held - 6) & 63];
    }
    if (held > 0)
        *at = digits[bits << (6 - held) & 63];
    return out;
}

/* Blanks, such as a mail puts at the ends of lines, are passed over. */
static bool from_letters(Arena *arena, const char *text, unsigned char **bytes, size_t *length)
{
    size_t size = strlen(text);
    uint32_t bits = 0;
    int held = 0;
    *bytes = arena_alloc(arena, size + 1);
    *length = 0;
    for (; *text; ++text) {
        if (strchr(" \t\r\n", *text))
            continue;
        const char *digit = strchr(digits, *text);
        if (!digit || size > SHARE_LIMIT)
            return false;
        bits = bits << 6 | (uint32_t)(digit - digits);
        held += 6;
        if (held >= 8) {
            held -= 8;
            (*bytes)[(*length)++] = (unsigned char)(bits >> held);
        }
    }
    return true;
}

static void put_check(unsigned char check[CHECK_BYTES], const void *text, size_t length)
{
    uint64_t hash = hash_bytes(HASH_START, text, length);
    for (int i = 0; i < CHECK_BYTES; ++i)
        check[i] = (unsigned char)(hash >> 8 * i);
}

/* ---- the text in it ---- */

static uint64_t content_hash(const Run *run)
{
    const SourceFile *file = &run->sources->files[0];
    return run->sources->count ? hash_bytes(HASH_START, file->text, file->length) : 0;
}

/* "file NAME HASH"; the hash has no blank in it and comes last. */
static const char *file_line(Arena *arena, const Run *run)
{
    return arena_printf(arena, "file %s %016llx\n", file_name(run->path),
                        (unsigned long long)content_hash(run));
}

/* The lines of a state; each line of a file is put in anew by change, which may be told no. */
typedef const char *ChangeFile(void *context, Arena *arena, int run, const char *value);

static const char *change_files(Arena *arena, const char *text, ChangeFile *change, void *context)
{
    char *bytes;
    size_t size;
    FILE *out = open_memstream(&bytes, &size);
    bool good = out != NULL;
    for (int run = -1; good && *text;) {
        size_t length = strcspn(text, "\n");
        const char *line = arena_text(arena, text, length), *changed = NULL;
        run += strncmp(line, "run ", 4) == 0;
        bool is_file = strncmp(line, "file ", 5) == 0 && run >= 0 && run < SESSION_RUNS;
        if (is_file)
            changed = change(context, arena, run, line + 5);
        good = !is_file || changed;
        fputs(changed ? changed : arena_printf(arena, "%s\n", line), out);
        text += length + (text[length] == '\n');
    }
    if (!out)
        return NULL;
    fclose(out);
    const char *kept = good ? arena_text(arena, bytes, size) : NULL;
    free(bytes);
    return kept;
}

static const char *name_only(void *context, Arena *arena, int run, const char *value)
{
    const Session *session = context;
    (void)value;
    return file_line(arena, session->runs[run].run);
}

const char *share_write(const Session *session, Arena *arena)
{
    const char *text = state_write(session, arena) + sizeof STATE_FIRST_LINE;
    text = change_files(arena, text, name_only, (void *)session);
    size_t length = strlen(text);
    unsigned char *bytes = arena_alloc(arena, length + CHECK_BYTES);
    put_check(bytes, text, length);
    memcpy(bytes + CHECK_BYTES, text, length);
    return arena_printf(arena, SHARE_START "%s", to_letters(arena, bytes, length + CHECK_BYTES));
}

void share_want(Session *session)
{
    motion_arrive(session);
    session->copy_wanted = true;
}

/* ---- finding the files ---- */

typedef struct Search {
    const char *paths[CANDIDATES];
    int count;
    uint64_t hashes[SESSION_RUNS]; /* of the contents that the code was made for */
    const char *missing;           /* name of a file that is nowhere */
} Search;

static void add_path(Search *search, const char *path)
{
    if (path && search->count < CANDIDATES)
        search->paths[search->count++] = path;
}

static void add_beside(Search *search, Arena *arena, const char *path, const char *name)
{
    add_path(search, path ? file_beside(arena, path, name) : NULL);
}

static bool read_hash(Arena *arena, const char *path, uint64_t *hash)
{
    char *text;
    size_t length;
    const Phrase *reason;
    if (!file_read(arena, path, FILE_SOURCE_LIMIT_BYTES, &text, &length, &reason))
        return false;
    *hash = hash_bytes(HASH_START, text, length);
    return true;
}

/* The best path for a name: that with the content, else the first with the name. */
static const char *find_file(const Search *search, Arena *arena, const char *name, uint64_t hash)
{
    const char *first = NULL;
    for (int i = 0; i < search->count; ++i) {
        uint64_t here;
        const char *path = search->paths[i];
        if (strcmp(file_name(path), name) != 0 || !read_hash(arena, path, &here))
            continue;
        if (here == hash)
            return path;
        first = first ? first : path;
    }
    return first;
}

static const char *find_path(void *context, Arena *arena, int run, const char *value)
{
    Search *search = context;
    const char *blank = strrchr(value, ' ');
    size_t length = blank ? (size_t)(blank - value) : strlen(value);
    const char *name = file_name(arena_text(arena, value, length));
    Search all = *search;
    for (int i = 0; i < search->count; ++i)
        add_beside(&all, arena, search->paths[i], name);
    add_path(&all, name);
    add_path(&all, asset_find(arena, arena_printf(arena, "kernels/%s", name)));
    search->hashes[run] = blank ? strtoull(blank + 1, NULL, 16) : 0;
    const char *path = find_file(&all, arena, name, search->hashes[run]);
    if (!path)
        search->missing = name;
    return path ? arena_printf(arena, "file %s\n", path) : NULL;
}

/* ---- reading ---- */

static const char *share_words(const Session *session, Arena *arena, StringKey key,
                               const char *what)
{
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    return arena_printf(arena, string_get(key, session->look.language), what);
#pragma GCC diagnostic pop
}

bool share_is_one(const char *text)
{
    text += strspn(text, " \t\r\n");
    size_t version = strncmp(text, "ts", 2) == 0 ? strspn(text + 2, "0123456789") : 0;
    return version > 0 && text[2 + version] == '.';
}

/* The text in a code; NULL with a reason. */
static const char *read_code(const Session *session, Arena *arena, const char *code,
                             const char **reason)
{
    unsigned char *bytes, check[CHECK_BYTES];
    size_t length;
    code += strspn(code, " \t\r\n");
    if (strncmp(code, SHARE_START, sizeof SHARE_START - 1) != 0) {
        *reason = share_words(session, arena, STRING_CODE_NEWER, SHARE_START);
        return NULL;
    }
    *reason = share_words(session, arena, STRING_CODE_DAMAGED, "");
    if (!from_letters(arena, code + sizeof SHARE_START - 1, &bytes, &length) ||
        length < CHECK_BYTES)
        return NULL;
    const char *text = arena_text(arena, (const char *)bytes + CHECK_BYTES, length - CHECK_BYTES);
    put_check(check, text, length - CHECK_BYTES);
    return memcmp(check, bytes, CHECK_BYTES) == 0 ? text : NULL;
}

bool share_read(Session *session, Arena *arena, const char *code, const char *const *paths,
                int path_count, const char **reason, const char **warning)
{
    Search search = {.count = 0};
    *warning = NULL;
    const char *text = read_code(session, arena, code, reason);
    if (!text)
        return false;
    for (int i = 0; i < path_count && i < CANDIDATES / 4; ++i)
        add_path(&search, paths[i]);
    for (int i = 0; i < session->run_count; ++i)
        add_path(&search, arena_printf(arena, "%s", session->runs[i].run->path));
    text = change_files(arena, text, find_path, &search);
    if (!text) {
        *reason = share_words(session, arena, STRING_CODE_NO_FILE, search.missing);
        return false;
    }
    Language own = session->look.language; /* the reader's, not the writer's */
    if (!state_read(session, arena, arena_printf(arena, STATE_FIRST_LINE "\n%s", text), reason))
        return false;
    session->look.language = own;
    for (int i = 0; i < session->run_count; ++i)
        if (content_hash(session->runs[i].run) != search.hashes[i])
            *warning = share_words(session, arena, STRING_CODE_OTHER_CONTENT,
                                   file_name(session->runs[i].run->path));
    return true;
}

bool share_is_file(const char *path)
{
    Arena *arena = arena_new();
    char *text;
    size_t length;
    const Phrase *reason;
    bool is_one =
        file_read(arena, path, SHARE_FILE_LIMIT, &text, &length, &reason) && state_is_one(text);
    arena_free(arena);
    return is_one;
}

bool share_open(Session *session, Arena *arena, const char *argument, const char *const *paths,
                int path_count, const char **reason, const char **warning)
{
    char *text;
    size_t length;
    const Phrase *unread;
    *warning = NULL;
    if (share_is_one(argument))
        return share_read(session, arena, argument, paths, path_count, reason, warning);
    if (!file_read(arena, argument, SHARE_FILE_LIMIT, &text, &length, &unread)) {
        *reason = phrase_in(arena, session->look.language, unread);
        return false;
    }
    *reason = share_words(session, arena, STRING_STATE_NONE, argument);
    return state_is_one(text) && state_read(session, arena, text, reason);
}
