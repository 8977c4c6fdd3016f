/* The commands as a WebAssembly program of their own, for Python and for tests: what run, compare
 * and render answer there is held against the native program. */
#include "cli/terminal/cli.h"
#include "cli/terminal/output.h"

#include <stdio.h>

static GlyphSource *no_fonts(void *context, const char *font_dir, Language language,
                             const char **note)
{
    (void)context;
    (void)font_dir;
    (void)language;
    *note = NULL;
    return NULL;
}

int main(int argc, char **argv)
{
    Arena *arena = arena_new();
    const CliHost host = {.open_fonts = no_fonts};
    CliWindow window;
    int status = cli_main(arena, argc, argv, &host, &window);
    if (status < 0)
        status = cli_error("this is not in a page, nor in Python");
    arena_free(arena);
    return status;
}
