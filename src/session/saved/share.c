/* Codes: which texts they are made of, and which files they name. */
#include "session/saved/share.h"
#include "session/data/session_data.h"
#include "session/saved/launch_image.h"

#include "base/file.h"
#include "base/packing/code.h"
#include "base/state_folder.h"
#include "session/saved/along.h"
#include "session/saved/state.h"
#include "session/texts/strings.h"
#include "session/time/motion.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define SHARE_START    "ts1."
#define SHARE_DEFLATED "ts2."

/* Letters of a code; bytes of a state, without the memory of launches and with it. */
enum { SHARE_LIMIT = 1 << 19, LINES_LIMIT = 1 << 20, SHARE_FILE_LIMIT = 1 << 26 };
enum { SHOWN_LETTERS = 40 }; /* of a code that was copied */

const char *share_code(Arena *arena, const char *text, size_t length)
{
    return code_write(arena, SHARE_START, text, length, false);
}

const char *share_code_deflated(Arena *arena, const char *text, size_t length)
{
    return code_write(arena, SHARE_DEFLATED, text, length, true);
}

/* The first run whose file does not come with the program; NULL if all do. */
static const Run *own_run(const Session *session, Arena *arena)
{
    for (int i = 0; i < session->run_count; ++i)
        if (!along_is_shipped(arena, session->runs[i].run))
            return session->runs[i].run;
    return NULL;
}

/* The code with sources, if it has not more than so many letters; else NULL. */
static const char *write_sources(const Session *session, Arena *arena, size_t most)
{
    const char *text = state_write_named(session, arena, true) + sizeof STATE_FIRST_LINE;
    size_t length = strlen(text);
    const char *code = length <= LINES_LIMIT ? share_code_deflated(arena, text, length) : NULL;
    return code && strlen(code) <= most ? code : NULL;
}

/* The code without sources. */
static const char *write_names(const Session *session, Arena *arena)
{
    const char *text = state_write_named(session, arena, false) + sizeof STATE_FIRST_LINE;
    return share_code(arena, text, strlen(text));
}

const char *share_write(const Session *session, Arena *arena)
{
    const char *code = own_run(session, arena) ? write_sources(session, arena, SHARE_MOST) : NULL;
    return code ? code : write_names(session, arena);
}

const char *share_write_whole(const Session *session, Arena *arena)
{
    return own_run(session, arena) ? write_sources(session, arena, SHARE_LIMIT)
                                   : write_names(session, arena);
}

bool share_has_source(const char *code)
{
    return strncmp(code, SHARE_DEFLATED, sizeof SHARE_DEFLATED - 1) == 0;
}

void share_say_copied(Session *session, Arena *arena, const char *code, bool is_link)
{
    const Run *own = own_run(session, arena);
    const char *name = own ? file_name(own->path) : "";
    bool is_long = strlen(code) > SHOWN_LETTERS;
    if (!share_is_whole(session))
        session_say(session, STRING_CODE_NO_IMAGE, command_info[COMMAND_SAVE_STATE].keys);
    else if (own && share_has_source(code))
        session_say(session, is_link ? STRING_LINK_WITH_SOURCE : STRING_CODE_WITH_SOURCE, name);
    else if (own)
        session_say(session, is_link ? STRING_LINK_WITHOUT_SOURCE : STRING_CODE_WITHOUT_SOURCE,
                    name);
    else if (is_link)
        session_say(session, STRING_LINK_COPIED, "");
    else
        session_say(session, STRING_CODE_COPIED,
                    is_long ? arena_printf(arena, "%.*s…", SHOWN_LETTERS, code) : code);
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

static bool begins_code(const char *text)
{
    size_t version = strncmp(text, "ts", 2) == 0 ? strspn(text + 2, "0123456789") : 0;
    return version > 0 && text[2 + version] == '.';
}

/* The code in a text, which may be a link whose last part it is; NULL if there is none. */
static const char *code_in(const char *text)
{
    static const char *const schemes[] = {"https://", "http://", "file://"};
    text += strspn(text, " \t\r\n");
    if (begins_code(text))
        return text;
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; ++i) {
        bool is_link = strncmp(text, schemes[i], strlen(schemes[i])) == 0;
        const char *mark = is_link ? text + strcspn(text, "# \t\r\n") : "";
        if (*mark == '#' && begins_code(mark + 1))
            return mark + 1;
    }
    return NULL;
}

bool share_is_one(const char *text)
{
    return code_in(text);
}

/* The text in a code, as a state; NULL with a reason. */
static const char *read_code(const Session *session, Arena *arena, const char *code,
                             const char **reason)
{
    size_t length;
    bool is_deflated = share_has_source(code);
    if (!is_deflated && strncmp(code, SHARE_START, sizeof SHARE_START - 1) != 0) {
        *reason = string_fill(arena, STRING_CODE_NEWER, session->look.language,
                              SHARE_START ", " SHARE_DEFLATED, NULL);
        return NULL;
    }
    *reason = string_fill(arena, STRING_CODE_DAMAGED, session->look.language, "", NULL);
    const char *text = strlen(code) > SHARE_LIMIT ? NULL
                                                  : code_read(arena, code + sizeof SHARE_START - 1,
                                                              is_deflated, LINES_LIMIT, &length);
    return text ? arena_printf(arena, STATE_FIRST_LINE "\n%s", text) : NULL;
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
        text = read_code(session, arena, code_in(argument), reason);
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
