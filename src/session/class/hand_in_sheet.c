/* The name is cleaned as those clean it who read it. */
#include "session/class/hand_in_sheet.h"

#include "session/class/hand_in.h"
#include "session/commands/line_edit.h"

#include <string.h>

_Static_assert((int)CLASSROOM_NAME == (int)HAND_IN_NAME, "a name has room");

int handing_count(const Session *session)
{
    const LessonProgress *progress = &session->lesson.progress;
    int count = 0;
    for (int i = 0; i < progress->count; ++i)
        count += progress->marks[i].has_answer;
    return count;
}

void handing_open(Session *session)
{
    session->handing_in.is_open = handing_count(session) > 0;
    if (!session->handing_in.is_open)
        session_say(session, STRING_HAND_IN_NOTHING, "");
}

/* The bytes of a letter in UTF-8. */
static size_t write_letter(char bytes[4], uint32_t letter)
{
    static const unsigned char heads[] = {0, 0, 0xc0, 0xe0, 0xf0};
    size_t count = letter < 0x80 ? 1 : letter < 0x800 ? 2 : letter < 0x10000 ? 3 : 4;
    for (size_t i = count; i-- > 0; letter >>= 6)
        bytes[i] = (char)(i ? 0x80 | (letter & 0x3f) : heads[count] | letter);
    return count;
}

/* A blank at the end stays, since more may follow. */
void handing_type(Session *session, int64_t letter)
{
    char *name = session->handing_in.name, bytes[4];
    size_t length = strlen(name);
    if (!session->handing_in.is_open)
        return;
    if (letter == LINE_RUBOUT) {
        line_edit(name, CLASSROOM_NAME, NULL, letter);
        return;
    }
    size_t count = letter >= ' ' && letter < 0x110000 ? write_letter(bytes, (uint32_t)letter) : 0;
    char cleaned[HAND_IN_NAME];
    hand_in_clean_name(cleaned, bytes, count);
    bool is_letter = cleaned[0] || letter == ' ';
    if (!is_letter || length + count >= CLASSROOM_NAME)
        return;
    memcpy(name + length, bytes, count);
    name[length + count] = '\0';
}

void handing_send(Session *session)
{
    HandingIn *handing = &session->handing_in;
    char cleaned[HAND_IN_NAME];
    hand_in_clean_name(cleaned, handing->name, strlen(handing->name));
    if (!handing->is_open || !cleaned[0])
        return;
    memcpy(handing->name, cleaned, sizeof cleaned);
    ++session->lesson.progress.handed;
    session->lesson.progress.is_new = true;
    handing->is_wanted = handing->is_copied = session->wanted.copy = true;
    handing->is_open = false;
}

const char *handing_text(const Session *session, Arena *arena)
{
    return hand_in_text(arena, &session->lesson.progress, session->handing_in.name);
}

const char *handing_code(const Session *session, Arena *arena)
{
    return session->handing_in.is_copied
               ? hand_in_code(arena, &session->lesson.progress, session->handing_in.name)
               : NULL;
}

bool handing_command_for_key(const char *key, Command *command)
{
    static const SheetKey keys[] = {{"Return", COMMAND_HAND_IN_SEND, 0},
                                    {"Backspace", COMMAND_HAND_IN_TYPE, LINE_RUBOUT}};
    return command_for_sheet_key(keys, sizeof keys / sizeof *keys, key, command) ||
           command_for_any_sheet(key, command);
}
