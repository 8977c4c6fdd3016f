/* Xlib gives no other way than a handler that may not return. It is called inside SDL, never while
 * the session changes, so the session can be written out; SDL itself is left as it is. SDL has
 * loaded Xlib, so it is only asked for its handlers. */
#include "app/lost.h"
#include "session/data/session_data.h"

#include "app/files/state_file.h"
#include "session/texts/strings.h"

#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

static Session *watched;

static int on_lost(void *display)
{
    (void)display;
    char path[4096];
    bool good = state_file_keep(watched, "lost", path, sizeof path);
    StringKey key = good ? STRING_DISPLAY_LOST : STRING_DISPLAY_LOST_UNSAVED;
    fputs("tilestep: ", stderr);
    fputs(string_fill(arena_new(), key, watched->look.language, path, NULL), stderr);
    fputc('\n', stderr);
    _exit(2);
}

typedef int Handler(void *display);
typedef int ErrorHandler(void *display, void *error);
static ErrorHandler *usual;
static bool is_leaving;

/* SDL wakes the window through a connection of its own; where that comes after the window has gone
 * it is an error of no meaning, for which Xlib would end the program. */
static int on_error(void *display, void *error)
{
    return is_leaving || !usual ? 0 : usual(display, error);
}

/* A function of Xlib by its name, for *function; nothing if it is not there. */
static void ask(const char *name, void *function)
{
    void *library = dlopen("libX11.so.6", RTLD_LAZY | RTLD_NOLOAD);
    if (!library)
        return;
    *(void **)function = dlsym(library, name);
    dlclose(library);
}

void lost_prepare(void)
{
    ErrorHandler *(*set_handler)(ErrorHandler *) = NULL;
    is_leaving = false;
    ask("XSetErrorHandler", &set_handler);
    if (set_handler)
        usual = set_handler(on_error);
}

void lost_watch(Session *session)
{
    Handler *(*set_handler)(Handler *) = NULL;
    watched = session;
    ask("XSetIOErrorHandler", &set_handler);
    if (set_handler)
        set_handler(on_lost);
}

void lost_leave(void)
{
    is_leaving = true;
}
