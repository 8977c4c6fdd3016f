/* Files are named after the kernel and the step, so that saving the same moment again gives the same
 * files. */
#include "app/save.h"

#include "base/file.h"
#include "session/strings.h"
#include "view/view.h"

#include <stdio.h>
#include <stdlib.h>

static bool save_png(Arena *arena, const Scene *scene, GlyphSource *glyphs, const char *path,
                     const char **reason)
{
    int width = scene->width, height = scene->height;
    uint32_t *pixels = malloc(sizeof *pixels * (size_t)width * (size_t)height);
    *reason = "out of memory";
    if (!pixels)
        return false;
    Canvas canvas = {.pixels = pixels, .width = width, .height = height, .stride = width};
    canvas_paint(&canvas, scene, glyphs, 1);
    bool good = canvas_write_png(arena, &canvas, path, reason);
    free(pixels);
    return good;
}

static bool save_all(Arena *arena, Session *session, const Scene *scene, GlyphSource *glyphs,
                     const char *name, const char **reason)
{
    size_t length;
    char *svg = scene_svg(arena, scene, &length);
    if (!file_write(arena, arena_printf(arena, "%s.svg", name), svg, length, reason))
        return false;
    char *csv = view_counters_csv(arena, session, &length);
    return file_write(arena, arena_printf(arena, "%s.csv", name), csv, length, reason) &&
           save_png(arena, scene, glyphs, arena_printf(arena, "%s.png", name), reason);
}

void save_picture(Session *session, const Scene *scene, GlyphSource *glyphs)
{
    const SessionRun *front = session_front(session);
    Arena *arena = arena_new();
    const char *reason = "";
    const char *name = front ? arena_printf(arena, "%s-%05llu", front->run->program->name,
                                            (unsigned long long)timeline_position(front->timeline))
                             : "tilestep";
    bool good = save_all(arena, session, scene, glyphs, name, &reason);
    const char *text = arena_printf(
        arena, string_get(good ? STRING_EXPORTED : STRING_NOT_SAVED, session->look.language),
        good ? name : reason);
    snprintf(session->notice, sizeof session->notice, "%s", text);
    session->export_wanted = false;
    arena_free(arena);
}
