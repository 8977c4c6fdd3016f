/* The line is found by its word; what stands in it is looked at by load/image. */
#include "session/saved/launch_image.h"
#include "load/image/text.h"
#include "session/edits/run_text.h"
#include "session/saved/state.h"

#include <string.h>

const char *launch_image_write(const Run *run, Arena *arena, size_t most)
{
    const LaunchImage *image = run->options.image;
    bool may_fit = image && image_bytes(image) / 512 <= most; /* words that are repeated shrink */
    const char *letters = may_fit ? image_write(arena, image, IMAGE_TEXT_BYTES) : NULL;
    bool fits = letters && strlen(letters) <= most;
    return fits ? arena_printf(arena, LAUNCH_IMAGE_WORD " %s\n", letters) : "";
}

const LaunchImage *launch_image_read(Arena *arena, const char *lines, const char *path,
                                     uint64_t most_bytes, bool *is_missing)
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
                path, arena_text(arena, lines + sizeof word - 1, length - (sizeof word - 1)),
                most_bytes);
        lines += length + (lines[length] == '\n');
    }
    *is_missing &= !image;
    return image;
}

const char *launch_image_state(Arena *arena, const LaunchImage *image, const LoadOptions *load)
{
    LoadOptions options = {.defines = load->defines,
                           .define_count = load->define_count,
                           .fmad = load->fmad,
                           .image = image};
    const char *letters = image_write(arena, image, IMAGE_FILE_BYTES);
    const char *run = run_text_write(arena, picks_name(arena, image->path), &options);
    return letters ? arena_printf(arena, STATE_FIRST_LINE "\nrun 0\n%s" LAUNCH_IMAGE_WORD " %s\n",
                                  run, letters)
                   : NULL;
}
