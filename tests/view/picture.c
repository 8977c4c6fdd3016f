/* A session and its picture; places and texts in it are looked up by what they stand for. */
#include "picture.h"

#include "session/scenes/show.h"
#include "test.h"

#include <string.h>

Picture open_sized(const char *kernel, int size, int tile)
{
    Picture picture = {.arena = arena_new(), .session = session_new()};
    picture.metrics = glyph_metrics(picture.arena, glyph_builtin(picture.arena));
    session_open(picture.session, 0, open_kernel(kernel, size, tile, NULL), true);
    return picture;
}

Picture open_lecture(Scenes **scenes)
{
    Diags *diags;
    Picture picture = open_sized("02_tiled.cu", 4, 2);
    *scenes = scenes_read_shipped(picture.arena, &diags);
    session_use_devices(picture.session, session_load_devices(picture.arena));
    session_use_scenes(picture.session, *scenes);
    picture.session->look.reduced_motion = true;
    return picture;
}

void close_picture(Picture *picture)
{
    session_free(picture->session);
    arena_free(picture->arena);
}

void draw(Picture *picture)
{
    picture->scene = view_build(picture->session, picture->arena, 1280, 720, picture->metrics);
}

void draw_sized(Picture *picture, int width, int height)
{
    picture->scene = view_build(picture->session, picture->arena, width, height, picture->metrics);
}

void seek(Session *session, uint64_t moment)
{
    session_apply(session, (Command){.name = COMMAND_SEEK, .number = (int64_t)moment});
}

/* The first cell of a buffer's element in the picture, NULL if it is not seen. */
const Shape *find_cell(const Picture *picture, uint32_t buffer, uint32_t element)
{
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        if (shape->tag.kind == TARGET_CELL && shape->tag.a == buffer && shape->tag.b == element)
            return shape;
    }
    return NULL;
}

const Shape *need_cell(const Picture *picture, uint32_t buffer, uint32_t element)
{
    const Shape *shape = find_cell(picture, buffer, element);
    if (!shape)
        fail_msg("element %u of buffer %u is not seen", element, buffer);
    return shape;
}

Point middle(Rect rect)
{
    return (Point){rect.x + rect.w / 2, rect.y + rect.h / 2};
}

const char *find_text(const Picture *picture, const char *part)
{
    for (int i = 0; i < picture->scene->count; ++i) {
        const Shape *shape = &picture->scene->shapes[i];
        if (shape->kind == SHAPE_TEXT && strstr(shape->text, part))
            return shape->text;
    }
    return NULL;
}
