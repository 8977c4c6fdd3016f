/* A session and the picture of it, for tests that look for what is in it. */
#pragma once

#include "scene/paint/canvas.h"
#include "sessions.h"
#include "view/view.h"

typedef struct Picture {
    Arena *arena;
    TextMetrics *metrics;
    Session *session;
    Scene *scene;
} Picture;

Picture open_sized(const char *kernel, int size, int tile);
/* The lecture's kernel with the devices and scenes that come along, in which nothing moves. */
Picture open_lecture(Scenes **scenes);
void close_picture(Picture *picture);
void draw(Picture *picture);
void draw_sized(Picture *picture, int width, int height);
void seek(Session *session, uint64_t moment);
/* The first cell of a buffer's element in the picture, NULL if it is not seen. */
const Shape *find_cell(const Picture *picture, uint32_t buffer, uint32_t element);
const Shape *need_cell(const Picture *picture, uint32_t buffer, uint32_t element);
Point middle(Rect rect);
const char *find_text(const Picture *picture, const char *part);
