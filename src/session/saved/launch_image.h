/* The launch of a program in a saved state: what device memory held stands there as one line, as
 * long as it is small enough to travel. */
#pragma once

#include "load/load.h"

/* The first word of the line. */
#define LAUNCH_IMAGE_WORD "launch-image"

/* Letters that a code has room for: 64 KiB of memory, or more where words are repeated. */
enum { LAUNCH_IMAGE_CODE = 1 << 17 };

/* The line of a run, in the arena; "" if it has no image, or one of more than `most` letters. */
const char *launch_image_write(const Run *run, Arena *arena, size_t most);

/* The image of at most so many bytes in the lines of a run of the file at path, to be released;
 * NULL if there is none. *is_missing: they name one. */
const LaunchImage *launch_image_read(Arena *arena, const char *lines, const char *path,
                                     uint64_t most_bytes, bool *is_missing);

/* The text of a state with nothing but a launch, compiled with these options, in the arena; NULL if
 * it has more than IMAGE_FILE_BYTES. */
const char *launch_image_state(Arena *arena, const LaunchImage *image, const LoadOptions *load);
