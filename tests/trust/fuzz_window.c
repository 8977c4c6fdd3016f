/* Any bytes as what is done in a window: a byte picks a command, bytes behind it say how much, and
 * what follows a form that is open is typed into it. Nothing may crash, hang or leak, and the
 * window can be drawn and saved at the end. */
#include "fuzz_desk.h"
#include "session/edits/form.h"
#include "session/saved/state.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { COMMANDS_MOST = 60 };

typedef struct Bytes {
    const uint8_t *at, *end;
} Bytes;

static uint8_t next(Bytes *bytes)
{
    return bytes->at < bytes->end ? *bytes->at++ : 0;
}

/* Small numbers mostly; those at the ends of ranges by the last of the bytes. */
static int64_t number(Bytes *bytes)
{
    static const int64_t ends[] = {INT64_MAX, INT64_MIN, INT32_MAX, INT32_MIN, UINT32_MAX, -1};
    uint8_t byte = next(bytes);
    return byte >= 250 ? ends[byte - 250] : byte >= 200 ? (byte - 200) * 1000 : byte;
}

static bool touches_files(CommandName name)
{
    const char *script = command_info[name].script;
    return strstr(script, "exercise") || strstr(script, "hole");
}

static void send(Session *session, Bytes *bytes)
{
    Command command = {.name = (CommandName)(next(bytes) % COMMAND_COUNT)};
    if (command_info[command.name].argument == ARGUMENT_NUMBER)
        command.number = number(bytes);
    if (command_info[command.name].argument == ARGUMENT_TARGET)
        command.target = (Target){next(bytes), (uint32_t)number(bytes), (uint32_t)number(bytes),
                                  (uint32_t)number(bytes)};
    if (!touches_files(command.name))
        session_apply(session, command);
}

/* Up to the next newline. */
static void type(Session *session, Bytes *bytes)
{
    for (uint8_t letter; (letter = next(bytes)) != 0 && letter != '\n';)
        form_type(session, letter);
    form_send(session);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Session *session = fuzz_session(true);
    Bytes bytes = {data, data + size};
    for (int i = 0; i < COMMANDS_MOST && bytes.at < bytes.end && !session->wanted.end; ++i) {
        if (session->sheets.form.is_open && next(&bytes) % 2)
            type(session, &bytes);
        else
            send(session, &bytes);
        session_tick(session, 50);
    }
    fuzz_look(session);
    Arena *arena = arena_new();
    assert(state_is_one(state_write_file(session, arena)));
    arena_free(arena);
    session_free(session);
    return 0;
}
