/* Any bytes as a share code, damaged or not, as it is pasted. Nothing may crash, hang or leak, and
 * what has no right checksum is refused with a reason. */
#include "fuzz_desk.h"
#include "session/saved/share.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Session *session;
    if (!session)
        session = fuzz_session(true);
    Arena *arena = arena_new();
    const char *text = arena_text(arena, (const char *)data, size), *reason = NULL, *warning = NULL;
    const char *code = strncmp(text, "ts", 2) ? arena_printf(arena, "ts1.%s", text) : text;
    const char *before = session_front(session)->run->path;
    bool good = share_is_one(code) && share_open(session, arena, code, NULL, 0, &reason, &warning);
    assert(good || session_front(session)->run->path == before);
    assert(good || !share_is_one(code) || reason);
    arena_free(arena);
    return 0;
}
