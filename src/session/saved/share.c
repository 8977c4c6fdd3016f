/* Codes. A checksum comes before the text, so that a code that was cut short, mistyped or merged
 * with other words is told from one that only names a file that is not here. */
#include "session/saved/share.h"
#include "session/data/session_data.h"
#include "session/saved/launch_image.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/state_folder.h"
#include "load/image/letters.h"
#include "session/saved/state.h"
#include "session/texts/strings.h"
#include "session/time/motion.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define SHARE_START "ts1."

/* Letters of a code; bytes of a state, without the memory of launches and with it. */
enum { SHARE_LIMIT = 1 << 19, LINES_LIMIT = 1 << 20, SHARE_FILE_LIMIT = 1 << 26, CHECK_BYTES = 4 };

static void put_check(unsigned char check[CHECK_BYTES], const void *text, size_t length)
{
    uint64_t hash = hash_bytes(HASH_START, text, length);
    for (int i = 0; i < CHECK_BYTES; ++i)
        check[i] = (unsigned char)(hash >> 8 * i);
}

const char *share_code(Arena *arena, const char *text, size_t length)
{
    unsigned char *bytes = arena_alloc(arena, length + CHECK_BYTES);
    put_check(bytes, text, length);
    memcpy(bytes + CHECK_BYTES, text, length);
    return arena_printf(arena, SHARE_START "%s", letters_write(arena, bytes, length + CHECK_BYTES));
}

const char *share_write(const Session *session, Arena *arena)
{
    const char *text = state_write_named(session, arena) + sizeof STATE_FIRST_LINE;
    return share_code(arena, text, strlen(text));
}

bool share_is_whole(const Session *session)
{
    Arena *arena = arena_new();
    bool is_whole = true;
    for (int i = 0; i < session->run_count; ++i) {
        const Run *run = session->runs[i].run;
        is_whole &= !run->options.image || *launch_image_write(run, arena, LAUNCH_IMAGE_CODE);
    }
    arena_free(arena);
    return is_whole;
}

void share_want(Session *session)
{
    motion_arrive(session);
    session->wanted.copy = true;
}

/* ---- reading ---- */

bool share_is_one(const char *text)
{
    text += strspn(text, " \t\r\n");
    size_t version = strncmp(text, "ts", 2) == 0 ? strspn(text + 2, "0123456789") : 0;
    return version > 0 && text[2 + version] == '.';
}

/* The text in a code, as a state; NULL with a reason. */
static const char *read_code(const Session *session, Arena *arena, const char *code,
                             const char **reason)
{
    unsigned char *bytes, check[CHECK_BYTES];
    size_t length;
    code += strspn(code, " \t\r\n");
    if (strncmp(code, SHARE_START, sizeof SHARE_START - 1) != 0) {
        *reason = string_fill(arena, STRING_CODE_NEWER, session->look.language, SHARE_START, NULL);
        return NULL;
    }
    *reason = string_fill(arena, STRING_CODE_DAMAGED, session->look.language, "", NULL);
    if (strlen(code) > SHARE_LIMIT ||
        !letters_read(arena, code + sizeof SHARE_START - 1, &bytes, &length) ||
        length < CHECK_BYTES)
        return NULL;
    const char *text = (const char *)bytes + CHECK_BYTES;
    length -= CHECK_BYTES;
    put_check(check, text, length);
    if (memcmp(check, bytes, CHECK_BYTES) != 0 || memchr(text, '\0', length))
        return NULL;
    return arena_printf(arena, STATE_FIRST_LINE "\n%.*s", (int)length, text);
}

/* Whether a text is not too long to be a state. */
static bool is_short(const char *text)
{
    size_t lines = 0, whole = 0;
    while (*text && lines <= LINES_LIMIT && whole <= SHARE_FILE_LIMIT) {
        size_t length = strcspn(text, "\n") + 1;
        bool is_image = strncmp(text, LAUNCH_IMAGE_WORD " ", sizeof LAUNCH_IMAGE_WORD) == 0;
        lines += is_image ? 0 : length;
        whole += length;
        text += text[length - 1] ? length : length - 1;
    }
    return lines <= LINES_LIMIT && whole <= SHARE_FILE_LIMIT;
}

/* Opens the text of a state, whoever wrote it. */
static bool open_text(Session *session, Arena *arena, const char *text, bool is_own,
                      const char *const *paths, int path_count, const char **reason,
                      const char **warning)
{
    Picks picks = {.is_own = is_own};
    for (int i = 0; i < path_count; ++i)
        picks_add(&picks, paths[i]);
    picks_add_session(&picks, arena, session);
    return state_read_from(session, arena, text, &picks, reason, warning);
}

bool share_is_file(const char *path)
{
    char text[sizeof STATE_FIRST_LINE + 1] = "";
    struct stat info;
    bool is_regular = stat(path, &info) == 0 && S_ISREG(info.st_mode);
    FILE *file = is_regular ? fopen(path, "r") : NULL;
    size_t length = file ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file)
        fclose(file);
    return length && state_is_one(text);
}

/* A file that this program has written for this reader: it lies in the state folder, or the window
 * hands it, open, to the process that makes its film. */
static bool is_own_file(Arena *arena, const char *path)
{
    const char *folder = state_folder(arena);
    char *own = folder ? realpath(folder, NULL) : NULL;
    char *here = realpath(file_folder(arena, path), NULL);
    bool is_own =
        strncmp(path, "/proc/self/fd/", 14) == 0 || (own && here && strcmp(own, here) == 0);
    free(own);
    free(here);
    return is_own;
}

/* The state in a file; NULL with a reason. */
static const char *read_state(const Session *session, Arena *arena, const char *path,
                              const char **reason)
{
    char *text;
    size_t length;
    const Phrase *unread;
    if (!file_read(arena, path, SHARE_FILE_LIMIT, &text, &length, &unread)) {
        *reason = phrase_in(arena, session->look.language, unread);
        return NULL;
    }
    *reason = string_fill(arena, STRING_STATE_NONE, session->look.language, path, NULL);
    return state_is_one(text) && strlen(text) == length && is_short(text) ? text : NULL;
}

bool share_open(Session *session, Arena *arena, const char *argument, const char *const *paths,
                int path_count, const char **reason, const char **warning)
{
    const char *text;
    Language language = session->look.language; /* the reader's; only a file brings its own */
    bool is_text = share_is_one(argument) || state_is_one(argument);
    *warning = NULL;
    *reason = string_fill(arena, STRING_CODE_DAMAGED, session->look.language, "", NULL);
    if (share_is_one(argument))
        text = read_code(session, arena, argument, reason);
    else if (is_text)
        text = is_short(argument) ? argument : NULL;
    else
        text = read_state(session, arena, argument, reason);
    bool is_own = !is_text && is_own_file(arena, argument);
    bool good = text && open_text(session, arena, text, is_own, paths, path_count, reason, warning);
    if (is_text)
        session->look.language = language;
    return good;
}
