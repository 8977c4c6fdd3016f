/* Files are named after the kernel and the step, and numbered where these have been taken
 * before. */
#include "app/files/save.h"
#include "session/data/session_data.h"

#include "app/files/folder.h"
#include "app/files/free_name.h"
#include "base/file.h"
#include "view/panels/counter_lines.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const endings[] = {".png", ".svg", ".csv", NULL};

static bool save_png(Arena *arena, const Scene *scene, GlyphSource *glyphs, const char *path,
                     const Phrase **reason)
{
    int width = scene->width, height = scene->height;
    uint32_t *pixels = malloc(sizeof *pixels * (size_t)width * (size_t)height);
    *reason = PHRASE_LITERAL("out of memory");
    if (!pixels)
        return false;
    Canvas canvas = {.pixels = pixels, .width = width, .height = height, .stride = width};
    canvas_paint(&canvas, scene, glyphs, 1);
    bool good = canvas_write_png(arena, &canvas, path, reason);
    free(pixels);
    return good;
}

static const char *name_of(Arena *arena, const Session *session, const Phrase **reason)
{
    const SessionRun *front = session_front(session);
    const char *name = front ? arena_printf(arena, "%s-%05llu", front->run->program->name,
                                            (unsigned long long)timeline_position(front->timeline))
                             : "tilestep";
    return free_name(arena, name, endings, reason);
}

static bool save_all(Arena *arena, Session *session, const Scene *scene, GlyphSource *glyphs,
                     const char *name, const Phrase **reason)
{
    size_t length;
    char *svg = scene_svg(arena, scene, &length);
    if (!file_write(arena, arena_printf(arena, "%s.svg", name), svg, length, reason))
        return false;
    char *csv = view_counters_csv(arena, session, &length);
    return file_write(arena, arena_printf(arena, "%s.csv", name), csv, length, reason) &&
           save_png(arena, scene, glyphs, arena_printf(arena, "%s.png", name), reason);
}

/* Takes away what was written: there shall be all of the files or none. */
static void drop_all(Arena *arena, const char *name)
{
    for (int i = 0; endings[i]; ++i)
        remove(arena_printf(arena, "%s%s", name, endings[i]));
}

void save_picture(Session *session, const Scene *scene, GlyphSource *glyphs)
{
    Arena *arena = arena_new();
    const Phrase *reason = NULL;
    const char *name = name_of(arena, session, &reason);
    bool good = name && save_all(arena, session, scene, glyphs, name, &reason);
    if (!good && name)
        drop_all(arena, name);
    if (good)
        session_say(session, STRING_EXPORTED,
                    arena_printf(arena, "%s/%s",
                                 folder_shown(arena, working_folder(arena), getenv("HOME")), name));
    else
        session_say(session, STRING_NOT_SAVED, phrase_in(arena, session->look.language, reason));
    session->wanted.picture = false;
    arena_free(arena);
}
