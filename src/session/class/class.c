/* A text is searched for hand-ins from its first byte to its last; nothing of it is trusted. */
#include "session/class/class.h"

#include "base/file.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FOLDERS_DEEP = 4, FOLDER_FILES = 10000, CODE_LETTERS = 16 };

Class *class_new(void)
{
    Arena *arena = arena_new();
    Class *class = ARENA_NEW(arena, Class);
    class->arena = arena;
    return class;
}

void class_free(Class *class)
{
    if (class)
        arena_free(class->arena);
}

static void tell(Class *class, const char *from, const Phrase *problem)
{
    char shown[HAND_IN_NAME];
    ++class->changes;
    if (class->problem_count++ >= CLASS_PROBLEMS)
        return;
    hand_in_clean_name(shown, from, strlen(from));
    *ARENA_PUSH(class->arena, class->problems, class->problem_kept, class->problem_capacity) =
        phrase_copy(class->arena, phrase_new(class->arena, "%s: %p", shown, (const void *)problem));
}

/* ---- people ---- */

/* The place of a name among the people; *is_there: somebody has it. */
static int place_of(const Class *class, const char *name, bool *is_there)
{
    int low = 0, high = class->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (strcmp(class->people[middle].hand_in.name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    *is_there = low < class->count && strcmp(class->people[low].hand_in.name, name) == 0;
    return low;
}

static HandIn keep(Class *class, const HandIn *hand_in)
{
    HandIn kept = *hand_in;
    kept.marks =
        arena_copy(class->arena, hand_in->marks, (size_t)hand_in->count * sizeof *hand_in->marks);
    return kept;
}

static void add_person(Class *class, const char *from, const HandIn *hand_in)
{
    bool is_there;
    int at = place_of(class, hand_in->name, &is_there);
    ++class->changes;
    if (is_there) {
        ClassPerson *person = &class->people[at];
        ++person->times;
        if (hand_in->handed >= person->hand_in.handed)
            person->hand_in = keep(class, hand_in);
    } else if (class->count == CLASS_PEOPLE) {
        tell(class, from, PHRASE_LITERAL("there are more people than a class can have"));
    } else {
        (void)ARENA_PUSH(class->arena, class->people, class->count, class->capacity);
        ClassPerson *person = &class->people[at];
        memmove(person + 1, person, (size_t)(class->count - 1 - at) * sizeof *person);
        *person = (ClassPerson){.hand_in = keep(class, hand_in), .times = 1};
    }
}

static void take(Class *class, const char *from, bool is_read, const HandIn *hand_in,
                 const Phrase *problem)
{
    if (is_read)
        add_person(class, from, hand_in);
    else
        tell(class, from, problem);
}

/* ---- texts ---- */

static bool is_letter_of_code(char letter)
{
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           (letter >= '0' && letter <= '9') || letter == '-' || letter == '_';
}

/* How many letters of a code stand there. */
static size_t letters_at(const char *text)
{
    size_t count = 0;
    while (is_letter_of_code(text[count]))
        ++count;
    return count;
}

/* The next code of any version, "ta1." and so many letters that it is no name of a program: its t.
 * NULL: there is none. */
static const char *next_code(const char *text, const char *at)
{
    for (; (at = strstr(at, "ta")); ++at) {
        size_t digits = strspn(at + 2, "0123456789");
        bool is_apart = at == text || !is_letter_of_code(at[-1]);
        if (is_apart && digits && at[2 + digits] == '.' &&
            letters_at(at + 3 + digits) >= CODE_LETTERS)
            return at;
    }
    return NULL;
}

static bool add_codes(Class *class, const char *from, const char *text)
{
    bool is_any = false;
    for (const char *at = text; (at = next_code(text, at)); is_any = true) {
        Arena *arena = arena_new();
        HandIn hand_in;
        const Phrase *problem = PHRASE_LITERAL("this code is of a newer tilestep");
        const char *letters = strchr(at, '.') + 1, *end = letters + letters_at(letters);
        bool is_known = strncmp(at, HAND_IN_CODE, sizeof HAND_IN_CODE - 1) == 0;
        bool is_read = is_known && hand_in_read_code(arena, letters, (size_t)(end - letters),
                                                     &hand_in, &problem);
        take(class, from, is_read, &hand_in, problem);
        arena_free(arena);
        at = end;
    }
    return is_any;
}

static const char START[] = "tilestep answers ";

/* The next line that a hand-in begins with, from a line on; NULL: there is none. */
static const char *next_start(const char *line)
{
    while (line && strncmp(line, START, sizeof START - 1) != 0) {
        line = strchr(line, '\n');
        line = line ? line + 1 : NULL;
    }
    return line;
}

static bool add_texts(Class *class, const char *from, const char *text)
{
    const char *at = next_start(text);
    bool is_any = at;
    while (at) {
        Arena *arena = arena_new();
        HandIn hand_in;
        const Phrase *problem;
        const char *behind = next_start(at + 1);
        size_t length = behind ? (size_t)(behind - at) : strlen(at);
        bool is_read = hand_in_read(arena, at, length, &hand_in, &problem);
        take(class, from, is_read, &hand_in, problem);
        arena_free(arena);
        at = behind;
    }
    return is_any;
}

static const char *without_mark(const char *text)
{
    return strncmp(text, "\xef\xbb\xbf", 3) == 0 ? text + 3 : text; /* some editors put it there */
}

bool class_is_one(const char *text)
{
    return next_start(without_mark(text)) || next_code(text, text);
}

static bool add_all(Class *class, Arena *arena, const char *from, const char *text, size_t length)
{
    const char *whole = arena_text(arena, text, length);
    bool has_texts = add_texts(class, from, without_mark(whole));
    bool has_codes = add_codes(class, from, whole);
    return has_texts || has_codes;
}

bool class_add_text(Class *class, const char *from, const char *text, size_t length)
{
    Arena *arena = arena_new();
    const Phrase *problem = PHRASE_LITERAL("there are no answers of lessons in it");
    if (length > CLASS_FILE_BYTES)
        problem = PHRASE_LITERAL("it is longer than answers of lessons are");
    else if (!memchr(text, '\0', length) && add_all(class, arena, from, text, length))
        problem = NULL;
    if (problem)
        tell(class, from, problem);
    arena_free(arena);
    return !problem;
}

/* ---- files ---- */

static bool add_file(Class *class, const char *path)
{
    Arena *arena = arena_new();
    char *text;
    size_t length;
    const Phrase *reason;
    bool is_good = file_read(arena, path, CLASS_FILE_BYTES, &text, &length, &reason);
    if (is_good)
        is_good = class_add_text(class, file_name(path), text, length);
    else
        tell(class, file_name(path), reason);
    arena_free(arena);
    return is_good;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The names in a folder, in their order; hidden ones are left out. */
static int names_of(Arena *arena, const char *path, const char ***names)
{
    int count = 0, capacity = 0;
    DIR *folder = opendir(path);
    *names = NULL;
    for (struct dirent *entry; folder && count < FOLDER_FILES && (entry = readdir(folder));)
        if (entry->d_name[0] != '.')
            *ARENA_PUSH(arena, *names, count, capacity) =
                arena_printf(arena, "%s/%s", path, entry->d_name);
    if (folder)
        closedir(folder);
    if (count)
        qsort(*names, (size_t)count, sizeof **names, by_name);
    return count;
}

static bool is_folder(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

static bool add_folder(Class *class, const char *path, int deep)
{
    Arena *arena = arena_new();
    const char **names;
    int count = names_of(arena, path, &names);
    bool is_any = false;
    for (int i = 0; i < count; ++i) {
        if (!is_folder(names[i]))
            is_any |= add_file(class, names[i]);
        else if (deep < FOLDERS_DEEP)
            is_any |= add_folder(class, names[i], deep + 1);
    }
    if (!count)
        tell(class, path, PHRASE_LITERAL("nothing is in this folder"));
    arena_free(arena);
    return is_any;
}

bool class_add_path(Class *class, const char *path)
{
    return is_folder(path) ? add_folder(class, path, 1) : add_file(class, path);
}

const LessonMark *class_mark(const ClassPerson *person, const char *lesson, const char *stage)
{
    for (int i = 0; i < person->hand_in.count; ++i) {
        const LessonMark *mark = &person->hand_in.marks[i];
        if (strcmp(mark->lesson, lesson) == 0 && strcmp(mark->stage, stage) == 0)
            return mark;
    }
    return NULL;
}
