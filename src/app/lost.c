/* Xlib gives no other way than a handler that may not return. It is called inside SDL, never while the
 * session changes, so the session can be written out; SDL itself is left as it is. SDL has loaded
 * Xlib, so it is only asked for its handler. */
#include "app/lost.h"

#include "app/state_file.h"
#include "session/strings.h"

#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

static Session *watched;

static int on_lost(void *display)
{
    (void)display;
    char path[4096];
    const char *reason;
    bool good = state_file_keep(watched, "lost", path, sizeof path, &reason);
    StringKey key = good ? STRING_DISPLAY_LOST : STRING_DISPLAY_LOST_UNSAVED;
    fputs("tilestep: ", stderr);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    fprintf(stderr, string_get(key, watched->look.language), good ? path : reason);
#pragma GCC diagnostic pop
    fputc('\n', stderr);
    _exit(2);
}

void lost_watch(Session *session)
{
    typedef int Handler(void *display);
    void *library = dlopen("libX11.so.6", RTLD_LAZY | RTLD_NOLOAD);
    if (!library)
        return;
    Handler *(*set_handler)(Handler *) = NULL;
    *(void **)&set_handler = dlsym(library, "XSetIOErrorHandler");
    watched = session;
    if (set_handler)
        set_handler(on_lost);
    dlclose(library);
}
