/* The whole grid touches all of its buffers: more than the machine has would only be found out
 * after hours, by the system's ending the process. What is there is the least of three limits, each
 * of which may be missing. */
#include "cli/terminal/room.h"
#include "cli/terminal/output.h"

#include "count/grid.h"
#include "count/races/crossing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#define OWN_BYTES    ((uint64_t)32 << 20) /* program, text, tables */
#define LITTLE_BYTES ((uint64_t)48 << 20) /* with them */

/* What limits memory here, as of now; 0: unknown or without a limit. */
typedef struct Room {
    uint64_t available_bytes; /* the least of: */
    uint64_t machine_bytes;   /* MemAvailable of the kernel */
    uint64_t group_bytes;     /* of the control group, less what it uses */
    uint64_t process_bytes;   /* RLIMIT_AS (ulimit -v), less what the process has */
} Room;

static uint64_t buffer_needs(const Run *run, const Buffer *buffer)
{
    uint64_t bytes = buffer_bytes(buffer);
    int index = buffer->parameter;
    if (index < 0 || index >= run->program->parameter_count)
        return bytes;
    return bytes + crossing_touched_bytes(&run->program->parameters[index], buffer);
}

/* Bytes that counting the whole grid fills at most: the buffers, what is kept about each of their
 * words, and the state of a block and its counters for every core. */
static uint64_t room_needed_bytes(const Run *run)
{
    const Launch *launch = &run->launch;
    uint64_t blocks = launch_block_count(launch), cores = (uint64_t)grid_core_count();
    uint64_t worker =
        machine_size(run->program, launch) + probe_size(run->program, launch, PROBE_COUNT);
    uint64_t bytes = OWN_BYTES + worker * (blocks < cores ? blocks : cores);
    for (int i = 0; i < launch->buffer_count; ++i)
        bytes += buffer_needs(run, &launch->buffers[i]);
    return bytes;
}

/* The number behind a name at the start of a line of a file, 0 if it is not there. */
static uint64_t read_number(const char *path, const char *name, uint64_t unit)
{
    char line[256];
    uint64_t number = 0;
    FILE *file = fopen(path, "r");
    while (file && !number && fgets(line, sizeof line, file))
        if (strncmp(line, name, strlen(name)) == 0)
            number =
                strtoull(line + strlen(name), NULL, 10) * unit; /* "max", no limit, is read as 0 */
    if (file)
        fclose(file);
    return number;
}

static uint64_t less(uint64_t limit, uint64_t used)
{
    return !limit ? 0 : limit > used ? limit - used : 1;
}

static uint64_t group_bytes(void)
{
    static const char *const files[][2] = {
        {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"},
        {"/sys/fs/cgroup/memory/memory.limit_in_bytes",
         "/sys/fs/cgroup/memory/memory.usage_in_bytes"}};
    for (size_t i = 0; i < sizeof files / sizeof *files; ++i) {
        uint64_t limit = read_number(files[i][0], "", 1);
        if (limit)
            return less(limit, read_number(files[i][1], "", 1));
    }
    return 0;
}

static uint64_t process_bytes(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return 0;
    return less(limit.rlim_cur, read_number("/proc/self/status", "VmSize:", 1024));
}

static void take_least(uint64_t *least, uint64_t limit)
{
    if (limit && (!*least || limit < *least))
        *least = limit;
}

/* Of a run that needs little the machine and the group are not asked: that takes as long as the
 * run. */
static Room room_read(uint64_t needed)
{
    Room room = {.process_bytes = process_bytes()};
    if (needed > LITTLE_BYTES) {
        room.machine_bytes = read_number("/proc/meminfo", "MemAvailable:", 1024);
        room.group_bytes = group_bytes();
    }
    take_least(&room.available_bytes, room.machine_bytes);
    take_least(&room.available_bytes, room.group_bytes);
    take_least(&room.available_bytes, room.process_bytes);
    return room;
}

bool room_is_enough(const Run *run)
{
    uint64_t needed = room_needed_bytes(run);
    Room room = room_read(needed);
    if (!room.available_bytes || needed <= room.available_bytes)
        return true;
    cli_error("%s: the run needs %.2f GiB of memory, %p %.2f GiB left; smaller sizes (--set, -D, "
              "--arg) need less",
              run->path, (double)needed / (1 << 30),
              PHRASE_KEY(room.available_bytes == room.process_bytes ? "this process may have"
                         : room.available_bytes == room.group_bytes ? "this control group has"
                                                                    : "this machine has"),
              (double)room.available_bytes / (1 << 30));
    return false;
}
