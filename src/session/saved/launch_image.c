/* The line is found by its word; what stands in it is looked at by load/image. */
#include "session/saved/launch_image.h"
#include "load/image/text.h"

#include <string.h>

const char *launch_image_write(const Run *run, Arena *arena, size_t most)
{
    const LaunchImage *image = run->options.image;
    bool may_fit = image && image_bytes(image) / 512 <= most; /* words that are repeated shrink */
    const char *letters = may_fit ? image_write(arena, image) : NULL;
    bool fits = letters && strlen(letters) <= most;
    return fits ? arena_printf(arena, LAUNCH_IMAGE_WORD " %s\n", letters) : "";
}

const LaunchImage *launch_image_read(Arena *arena, const char *lines, const char *path,
                                     bool *is_missing)
{
    static const char word[] = LAUNCH_IMAGE_WORD " ", name[] = "image ";
    const LaunchImage *image = NULL;
    *is_missing = false;
    while (*lines) {
        size_t length = strcspn(lines, "\n");
        bool is_one = strncmp(lines, word, sizeof word - 1) == 0;
        *is_missing |= is_one || strncmp(lines, name, sizeof name - 1) == 0;
        if (!image && is_one)
            image = image_read(
                path, arena_text(arena, lines + sizeof word - 1, length - (sizeof word - 1)));
        lines += length + (lines[length] == '\n');
    }
    *is_missing &= !image;
    return image;
}
