/* A file is a lesson if it has stages. */
#include "lesson/word.h"

#include "base/file.h"

#include <string.h>

static bool is_yaml(const char *word)
{
    return file_ends_with(word, ".yaml") || file_ends_with(word, ".yml");
}

/* Whether the file is meant to be a lesson, with mistakes or without. */
static bool has_stages(Arena *arena, const char *path)
{
    SourceSet *sources = source_set_new(arena);
    const Phrase *reason;
    char *text;
    size_t length;
    if (!file_read(arena, path, YAML_BYTES_MOST, &text, &length, &reason))
        return false;
    uint32_t file = source_add(sources, path, text, length);
    return yaml_field(yaml_tree_read(arena, sources, file, diags_new(arena)), "stages");
}

static void add_lesson(Arena *arena, Lessons *lessons, Lesson *lesson)
{
    for (int i = 0; i < lessons->count; ++i)
        if (strcmp(lessons->items[i]->name, lesson->name) == 0) {
            lessons->items[i] = lesson;
            return;
        }
    *ARENA_PUSH(arena, lessons->items, lessons->count, lessons->capacity) = lesson;
}

static bool take_lesson_file(Arena *arena, Lessons *lessons, const char *path, WordMeaning *meaning,
                             Diags **diags)
{
    Lesson *lesson = lesson_read(arena, path);
    *meaning = (WordMeaning){.lesson = lesson, .scenes = lesson->stages};
    *diags = lesson->diags;
    if (lesson->diags->error_count)
        return false;
    add_lesson(arena, lessons, lesson);
    return true;
}

bool word_find(Arena *arena, Lessons *lessons, const char *word, WordMeaning *meaning,
               Diags **diags)
{
    *diags = NULL;
    if (is_yaml(word) && has_stages(arena, word))
        return take_lesson_file(arena, lessons, word, meaning, diags);
    Lesson *lesson = lessons_find(lessons, word);
    *meaning = (WordMeaning){.lesson = lesson, .scenes = lesson ? lesson->stages : NULL};
    if (lesson)
        return true;
    meaning->scenes = scenes_of_word(arena, word, &meaning->index, diags);
    return meaning->scenes && meaning->scenes->count;
}

const char **word_names(Arena *arena, const Lessons *lessons, const Scenes *scenes, int more,
                        int *count)
{
    int scene_count = scenes ? scenes->count : 0;
    const char **names = ARENA_ARRAY(arena, const char *, lessons->count + scene_count + more + 1);
    *count = 0;
    for (int i = 0; i < lessons->count; ++i)
        names[(*count)++] = lessons->items[i]->name;
    for (int i = 0; i < scene_count; ++i)
        names[(*count)++] = scenes->plans[i].name;
    return names;
}
