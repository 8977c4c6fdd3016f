/* No SDL2 when tilestep was built: the window answers with the reason. */
#include "app/app.h"

#include <stdio.h>

static const char reason_text[] =
    "this tilestep was built without SDL2 and SDL2_ttf, so it has no window; install "
    "libsdl2-dev and libsdl2-ttf-dev and build again, or use run, compare, trace and render";

int app_run(const AppOptions *options)
{
    (void)options;
    fprintf(stderr, "tilestep: %s\n", reason_text);
    return 2;
}
