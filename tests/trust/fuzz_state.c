/* Any bytes as what a stranger sends: the text of a saved window, or what stands in a code. Nothing
 * may crash, hang or leak; nothing is opened but the one file that was picked; and what was opened
 * is written and read back as it is. */
#include "base/packing/letters.h"
#include "fuzz_desk.h"
#include "session/saved/launch_image.h"
#include "session/saved/share.h"
#include "session/saved/state.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { IMAGE = 0xff }; /* the first byte of what stands in the image of a launch */

static const char *image_text(Arena *arena, const void *bytes, size_t length)
{
    return arena_printf(arena,
                        STATE_FIRST_LINE "\nrun 0\nfile %s\n" LAUNCH_IMAGE_WORD " %s\nfront 0\n",
                        fuzz_path(), letters_write(arena, bytes, length));
}

static void check_files(const Session *session)
{
    for (int i = 0; i < session->run_count; ++i)
        assert(strcmp(session->runs[i].run->path, fuzz_path()) == 0 ||
               strstr(session->runs[i].run->path, "/kernels/") ||
               strstr(session->runs[i].run->path, "/lessons/"));
}

/* Written and read again it says the same. */
static void check_return(const Session *session, Arena *arena)
{
    Session *other = fuzz_session(false);
    const char *reason, *text = state_write(session, arena);
    if (!state_read(other, arena, text, &reason))
        assert(!"what was written is read");
    assert(strcmp(state_write(other, arena), text) == 0);
    session_free(other);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena *arena = arena_new();
    Session *session = fuzz_session(false);
    const char *path = fuzz_path(), *reason = NULL, *warning, *lines = (const char *)data + 1;
    size_t length = size ? size - 1 : 0;
    const char *argument = size && *data == IMAGE ? image_text(arena, lines, length)
                           : size && *data % 2
                               ? share_code(arena, lines, length)
                               : arena_printf(arena, STATE_FIRST_LINE "\n%.*s", (int)length, lines);
    if (share_open(session, arena, argument, &path, 1, &reason, &warning)) {
        check_files(session);
        check_return(session, arena);
        fuzz_look(session);
    } else {
        assert(reason && *reason && !session->run_count);
    }
    session_free(session);
    arena_free(arena);
    return 0;
}
