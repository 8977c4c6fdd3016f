/* Lines of a hand-in are read by those who read the progress on the disk, so that what is a mark is
 * said in one place. */
#include "session/class/hand_in.h"

#include "base/packing/code.h"
#include "base/text/utf8.h"
#include "session/lessons/progress.h"

#include <string.h>

/* ---- names ---- */

/* Letters that are not shown: they steer terminals and the direction of text, or nobody sees
 * them. */
static bool is_hidden(uint32_t letter)
{
    static const struct {
        uint32_t first, last;
    } ranges[] = {{0, 0x1f},        {0x7f, 0x9f},     {0xad, 0xad},       {0x34f, 0x34f},
                  {0x61c, 0x61c},   {0x115f, 0x1160}, {0x17b4, 0x17b5},   {0x180b, 0x180e},
                  {0x200b, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x206f},   {0x3164, 0x3164},
                  {0xe000, 0xf8ff}, {0xfe00, 0xfe0f}, {0xfeff, 0xfeff},   {0xffa0, 0xffa0},
                  {0xfff0, 0xfffb}, {0xfffe, 0xffff}, {0x1d173, 0x1d17a}, {0xe0000, 0x10ffff}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; ++i)
        if (letter >= ranges[i].first && letter <= ranges[i].last)
            return true;
    return false;
}

static bool is_blank(uint32_t letter)
{
    return letter == ' ' || letter == '\t' || letter == 0xa0 || letter == 0x3000 ||
           (letter >= 0x2000 && letter <= 0x200a);
}

void hand_in_clean_name(char name[HAND_IN_NAME], const char *text, size_t length)
{
    size_t used = 0;
    bool is_apart = false;
    for (const char *at = text, *end = text + length, *letter_at = text; at < end; letter_at = at) {
        uint32_t letter = utf8_next(&at, end);
        size_t bytes = (size_t)(at - letter_at);
        bool is_bad = letter == UTF8_REPLACEMENT && bytes == 1; /* written, it has three */
        is_apart |= is_blank(letter);
        if (is_bad || is_blank(letter) || is_hidden(letter))
            continue;
        size_t blank = is_apart && used;
        if (used + blank + bytes >= HAND_IN_NAME)
            break;
        if (blank)
            name[used++] = ' ';
        memcpy(name + used, letter_at, bytes);
        used += bytes;
        is_apart = false;
    }
    name[used] = '\0';
}

/* ---- writing ---- */

const char *hand_in_text(Arena *arena, const LessonProgress *progress, const char *name)
{
    return arena_printf(arena, HAND_IN_FIRST_LINE "\nname %s\n%s", name,
                        progress_write(progress, arena));
}

const char *hand_in_code(Arena *arena, const LessonProgress *progress, const char *name)
{
    const char *text = hand_in_text(arena, progress, name) + sizeof HAND_IN_FIRST_LINE;
    return code_write(arena, HAND_IN_CODE, text, strlen(text), true);
}

/* ---- reading ---- */

/* What stands behind the word that a line begins with; NULL if none does. */
static const char *line_behind(const char *text, const char *word)
{
    size_t length = strlen(word);
    for (; text; text = strchr(text, '\n'), text = text ? text + 1 : NULL)
        if (strncmp(text, word, length) == 0)
            return text + length;
    return NULL;
}

/* The lines behind the first one. What stands before the name is none of them, nor is the name,
 * which may look like one. */
static bool read_lines(Arena *arena, const char *text, HandIn *hand_in, const Phrase **problem)
{
    const char *name = line_behind(text, "name ");
    LessonProgress *progress = ARENA_NEW(arena, LessonProgress);
    *hand_in = (HandIn){.count = 0};
    size_t length = name ? strcspn(name, "\r\n") : 0;
    hand_in_clean_name(hand_in->name, name ? name : "", length);
    *problem = PHRASE_LITERAL("there is no name in it");
    if (!hand_in->name[0])
        return false;
    progress_read(progress, name + length);
    hand_in->handed = progress->handed;
    hand_in->count = progress->count;
    hand_in->marks = progress->marks;
    return true;
}

bool hand_in_read(Arena *arena, const char *text, size_t length, HandIn *hand_in,
                  const Phrase **problem)
{
    const size_t head = sizeof HAND_IN_FIRST_LINE - 1;
    *problem = PHRASE_LITERAL("it is longer than answers of lessons are");
    if (length > HAND_IN_BYTES)
        return false;
    const char *lines = arena_text(arena, text, length);
    *problem = PHRASE_LITERAL("these are no answers of lessons, or of a newer tilestep");
    if (strncmp(lines, HAND_IN_FIRST_LINE, head) != 0 || !strchr("\r\n", lines[head]))
        return false;
    return read_lines(arena, lines + head, hand_in, problem);
}

bool hand_in_read_code(Arena *arena, const char *letters, size_t length, HandIn *hand_in,
                       const Phrase **problem)
{
    *problem = PHRASE_LITERAL("it is longer than answers of lessons are");
    if (length > HAND_IN_BYTES)
        return false;
    const char *text =
        code_read(arena, arena_text(arena, letters, length), true, HAND_IN_BYTES, &length);
    *problem = PHRASE_LITERAL("the code is damaged: copy all of it");
    return text && read_lines(arena, text, hand_in, problem);
}
