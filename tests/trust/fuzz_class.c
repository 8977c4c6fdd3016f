/* Any bytes as what somebody hands in: as a text, as a code, and as a name. Nothing may crash, hang
 * or leak; what is taken has a clean name, and what is written of it is read again as it is. */
#include "session/class/class.h"

#include <assert.h>
#include <math.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A clean name stays as it is. */
static void check_name(const char *name)
{
    char again[HAND_IN_NAME];
    assert(name[0] && strlen(name) < HAND_IN_NAME);
    hand_in_clean_name(again, name, strlen(name));
    assert(strcmp(again, name) == 0);
    for (const char *at = name; *at; ++at)
        assert((unsigned char)*at >= ' ' && *at != 127);
}

static void check_again(Arena *arena, const HandIn *hand_in)
{
    LessonProgress *progress = ARENA_NEW(arena, LessonProgress);
    HandIn again;
    const Phrase *problem;
    progress->handed = hand_in->handed;
    progress->count = hand_in->count;
    memcpy(progress->marks, hand_in->marks, (size_t)hand_in->count * sizeof *hand_in->marks);
    const char *text = hand_in_text(arena, progress, hand_in->name);
    assert(hand_in_read(arena, text, strlen(text), &again, &problem));
    assert(strcmp(again.name, hand_in->name) == 0 && again.handed == hand_in->handed);
    assert(again.count == hand_in->count);
    for (int i = 0; i < again.count; ++i) {
        assert(again.marks[i].mark == hand_in->marks[i].mark);
        assert(again.marks[i].has_answer == hand_in->marks[i].has_answer);
        assert(again.marks[i].answer == hand_in->marks[i].answer &&
               isfinite(again.marks[i].answer));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Class *class = class_new();
    Arena *arena = arena_new();
    const char *text = arena_text(arena, (const char *)data, size);
    class_add_text(class, "text", text, size);
    const char *behind = arena_printf(arena, "%s\n%s", HAND_IN_FIRST_LINE, text);
    class_add_text(class, "lines", behind, strlen(behind));
    const char *code = arena_printf(arena, "%s%s", HAND_IN_CODE, text);
    class_add_text(class, "code", code, strlen(code));
    for (int i = 0; i < class->count; ++i) {
        check_name(class->people[i].hand_in.name);
        check_again(arena, &class->people[i].hand_in);
        assert(!i || strcmp(class->people[i - 1].hand_in.name, class->people[i].hand_in.name) < 0);
    }
    arena_free(arena);
    class_free(class);
    return 0;
}
