/* A LaunchImage as a line of letters, for saved states and codes. */
#pragma once

#include "load/image/image.h"

/* Memory that a saved window has room for, and a file of a launch alone. */
#define IMAGE_TEXT_BYTES ((uint64_t)16 << 20)
#define IMAGE_FILE_BYTES ((uint64_t)128 << 20)

/* Without its path, in the arena; NULL if its buffers have more than `most` bytes. Words that are
 * repeated take no room. */
const char *image_write(Arena *arena, const LaunchImage *image, uint64_t most);

/* Back, with one holder, whoever has written it; NULL if that is no image, or one with more than
 * `most` bytes. */
const LaunchImage *image_read(const char *path, const char *text, uint64_t most);

/* Bytes of all its buffers. */
uint64_t image_bytes(const LaunchImage *image);
