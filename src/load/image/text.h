/* A LaunchImage as a line of letters, for saved states and codes. */
#pragma once

#include "load/image/image.h"

/* Memory beyond this is not written; what is read never has more. */
#define IMAGE_TEXT_BYTES ((uint64_t)16 << 20)

/* Without its path, in the arena; NULL if its buffers have more than IMAGE_TEXT_BYTES. Words that
 * are repeated take no room. */
const char *image_write(Arena *arena, const LaunchImage *image);

/* Back, with one holder, whoever has written it; NULL if that is no image. */
const LaunchImage *image_read(const char *path, const char *text);

/* Bytes of all its buffers. */
uint64_t image_bytes(const LaunchImage *image);
