/* Any bytes as a share code, damaged or not, as it is pasted, and as what is deflated in one.
 * Nothing may crash, hang or leak, and what has no right checksum is refused with a reason. */
#include "base/packing/deflate.h"
#include "fuzz_desk.h"
#include "session/saved/share.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { INFLATED_MOST = 1 << 16 };

static void inflate_any(Arena *arena, const uint8_t *data, size_t size)
{
    size_t length, packed_length, again_length;
    const char *text = deflate_read(arena, data, size, INFLATED_MOST, &length);
    assert(!text || (length <= INFLATED_MOST && text[length] == '\0'));
    const void *packed = deflate_write(arena, data, size, &packed_length);
    const char *again = deflate_read(arena, packed, packed_length, size, &again_length);
    assert(again && again_length == size && memcmp(again, data, size) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Session *session;
    if (!session)
        session = fuzz_session(true);
    Arena *arena = arena_new();
    inflate_any(arena, data, size);
    const char *text = arena_text(arena, (const char *)data, size), *reason = NULL, *warning = NULL;
    const char *code = strncmp(text, "ts", 2) ? arena_printf(arena, "ts1.%s", text) : text;
    const char *before = session_front(session)->run->path;
    bool good = share_is_one(code) && share_open(session, arena, code, NULL, 0, &reason, &warning);
    assert(good || session_front(session)->run->path == before);
    assert(good || !share_is_one(code) || reason);
    arena_free(arena);
    return 0;
}
