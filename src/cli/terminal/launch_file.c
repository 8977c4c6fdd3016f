/* The file is a saved window; of that only the memory of its launch is taken, since the command
 * line says which file is run. */
#include "cli/terminal/launch_file.h"
#include "base/file.h"
#include "cli/terminal/output.h"
#include "load/image/text.h"
#include "session/saved/launch_image.h"
#include "session/saved/state.h"

#include <string.h>

enum { FILE_LIMIT = 1 << 28 };

bool launch_file_open(Arena *arena, CliOptions *options)
{
    const char *path = options->image_path;
    char *text;
    size_t length;
    const Phrase *reason;
    bool is_missing;
    if (!path)
        return true;
    if (!file_read(arena, path, FILE_LIMIT, &text, &length, &reason)) {
        cli_error("--image %s: %p", path, reason);
        return false;
    }
    const char *file = options->operands.count ? options->operands.items[0] : "";
    if (state_is_one(text) && strlen(text) == length)
        options->image = launch_image_read(arena, text, file, IMAGE_FILE_BYTES, &is_missing);
    if (!options->image)
        cli_error("--image %s: it holds no launch of a program, or one that another version has "
                  "written; tilestep exec --save-launch writes one",
                  path);
    return options->image != NULL;
}
