/* Opening the course's kernels in sizes a test can follow by hand. */
#include "sessions.h"
#include "test.h"

#include <stdio.h>

Run *open_kernel(const char *file, int size, int tile, const char *without)
{
    char path[4096], sides[16], width[16];
    snprintf(path, sizeof path, "%s/%s", KERNELS_FOLDER, file);
    snprintf(sides, sizeof sides, "%d", size);
    snprintf(width, sizeof width, "%d", tile);
    NamedText settings[] = {{"j", sides}, {"k", sides}, {"l", sides}};
    Define define = {"TILE_WIDTH", width};
    LoadOptions options = {.settings = settings, .setting_count = 3};
    options.defines = &define;
    options.define_count = 1;
    options.withouts = &without;
    options.without_count = without != NULL;
    Run *run = run_load(path, &options);
    if (!run->program)
        run_print_diags(stderr, run);
    assert_non_null(run->program);
    return run;
}

Session *open_pair(int size, int tile)
{
    Session *session = session_new();
    session_open(session, 0, open_kernel("02_tiled.cu", size, tile, NULL), true);
    session_open(session, 1, open_kernel("01_naive.cu", size, tile, NULL), true);
    session_finish_work(session);
    assert_null(session->runs[0].problem);
    assert_null(session->runs[1].problem);
    return session;
}

const Buffer *buffer_named(const Run *run, const char *name)
{
    const Buffer *buffer = launch_buffer_named(&run->launch, name);
    if (!buffer)
        fail_msg("no buffer %s", name);
    return buffer;
}

void send_line(Session *session, const char *line)
{
    Command command;
    if (!command_parse(line, &command))
        fail_msg("'%s' is no command", line);
    session_apply(session, command);
}

uint64_t position(const Session *session)
{
    return timeline_position(session_front(session)->timeline);
}

uint64_t find_step(Session *session, uint64_t from, Opcode op, Space space)
{
    SessionRun *front = session_front(session);
    uint64_t length = timeline_length(front->timeline);
    for (uint64_t at = from > 0 ? from : 1; at <= length; ++at) {
        timeline_seek(front->timeline, at);
        const Step *step = session_step(front);
        bool in_space = opcode_info[op].class != CLASS_MEMORY || step->space == space;
        if (step->instr->op == op && in_space)
            return at;
    }
    return length;
}
