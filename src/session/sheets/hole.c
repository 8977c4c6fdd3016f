/* Only the code is typed: indentation and comment stay, so that a hole filled in wrongly can be
 * filled in again. */
#include "session/sheets/hole.h"

#include "base/file.h"
#include "session/commands/line_edit.h"
#include "session/lessons/exercise.h"

#include <stdio.h>
#include <string.h>

static const char MARK[] = "/* fill in */", BLANKS[] = " \t";
enum { MARK_LENGTH = sizeof MARK - 1 };

static int line_length(const char *line)
{
    return (int)strcspn(line, "\r\n");
}

/* NULL after the last one. */
static const char *line_after(const char *line)
{
    const char *end = strchr(line, '\n');
    return end && end[1] ? end + 1 : NULL;
}

static int without_blanks(const char *line, int length)
{
    while (length > 0 && strchr(BLANKS, line[length - 1]))
        --length;
    return length;
}

/* Where the comment of a hole begins; -1 if the line is none, or too long to be typed. */
static int mark_at(const char *line)
{
    int length = line_length(line), at = without_blanks(line, length) - MARK_LENGTH;
    return length < HOLE_TEXT && at >= 0 && memcmp(line + at, MARK, MARK_LENGTH) == 0 ? at : -1;
}

/* The number of the first hole behind a line, or else of the first one; 0: there is none. */
static int find_hole(const char *text, int behind)
{
    int first = 0, number = 1;
    for (const char *line = text; line; line = line_after(line), ++number) {
        if (mark_at(line) < 0)
            continue;
        if (number > behind)
            return number;
        first = first ? first : number;
    }
    return first;
}

static void read_rows(Hole *hole, const char *text)
{
    int number = 1;
    for (const char *line = text; line; line = line_after(line), ++number) {
        int row = number - hole->line + HOLE_ABOVE;
        if (row >= 0 && row < HOLE_ROWS)
            snprintf(hole->rows[row], HOLE_TEXT, "%.*s", line_length(line), line);
    }
}

static void open_at(Hole *hole, const char *text, int number)
{
    *hole = (Hole){.is_open = true, .line = number};
    read_rows(hole, text);
    const char *line = hole->rows[HOLE_ABOVE];
    int indent = (int)strspn(line, BLANKS), end = without_blanks(line, mark_at(line));
    if (end > indent)
        snprintf(hole->text, HOLE_TEXT, "%.*s", end - indent, line + indent);
    hole->caret = strlen(hole->text);
}

static bool is_in_front(const Session *session)
{
    const SessionRun *front = session_front(session);
    return front && exercise_is_open(session) &&
           strcmp(front->run->path, session->exercise.path) == 0;
}

bool hole_is_any(const Session *session)
{
    return is_in_front(session) &&
           find_hole(session_front(session)->run->sources->files[0].text, 0) > 0;
}

void hole_next(Session *session)
{
    ExerciseStand *stand = &session->exercise;
    if (stand->hole.is_open)
        return;
    if (!is_in_front(session)) {
        session_say(session, STRING_HOLE_NO_EXERCISE, "");
        return;
    }
    Arena *arena = arena_new();
    const Phrase *reason;
    char *text;
    size_t length;
    int number = 0;
    if (!file_read(arena, stand->path, FILE_SOURCE_LIMIT_BYTES, &text, &length, &reason))
        session_say(session, STRING_NOT_OPENED, phrase_in(arena, session->look.language, reason));
    else if (!(number = find_hole(text, stand->hole.line)))
        session_say(session, STRING_HOLE_NONE, stand->path);
    else
        open_at(&stand->hole, text, number);
    arena_free(arena);
}

/* The whole line has to have room. */
void hole_type(Session *session, int64_t letter)
{
    Hole *hole = &session->exercise.hole;
    size_t indent = strspn(hole->rows[HOLE_ABOVE], BLANKS);
    if (hole->is_open)
        line_edit(hole->text, HOLE_TEXT - 1 - MARK_LENGTH - indent, &hole->caret, letter);
}

void hole_send(Session *session)
{
    session->exercise.hole.is_wanted = session->exercise.hole.is_open;
}

const char *hole_fill(const Hole *hole, Arena *arena, const char *text)
{
    const char *line = text, *was = hole->rows[HOLE_ABOVE];
    for (int number = 1; line && number < hole->line; ++number)
        line = line_after(line);
    int length = line ? line_length(line) : 0;
    if (!line || (size_t)length != strlen(was) || memcmp(line, was, (size_t)length) != 0)
        return NULL;
    int typed = without_blanks(hole->text, (int)strlen(hole->text));
    return arena_printf(arena, "%.*s%.*s%.*s%s%s%s", (int)(line - text), text,
                        (int)strspn(was, BLANKS), was, typed, hole->text, typed ? " " : "", MARK,
                        line + length);
}

bool hole_command_for_key(const char *key, Command *command)
{
    static const SheetKey keys[] = {{"Return", COMMAND_HOLE_SEND, 0}};
    return command_for_sheet_key(keys, sizeof keys / sizeof *keys, key, command) ||
           line_command_for_key(COMMAND_HOLE_TYPE, key, command) ||
           command_for_any_sheet(key, command);
}
