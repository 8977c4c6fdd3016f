/* Room: whether the memory that a run will fill is there, asked before the run. */
#ifndef TILESTEP_CLI_TERMINAL_ROOM_H
#define TILESTEP_CLI_TERMINAL_ROOM_H

#include "load/load.h"

/* Bytes that counting the whole grid fills at most: the buffers, what is kept about each of their
 * words, and the state of a block and its counters for every core. */
uint64_t room_needed_bytes(const Run *run);

/* What limits memory here, as of now; 0: unknown or without a limit. */
typedef struct Room {
    uint64_t available_bytes; /* the least of: */
    uint64_t machine_bytes;   /* MemAvailable of the kernel */
    uint64_t group_bytes;     /* of the control group, less what it uses */
    uint64_t process_bytes;   /* RLIMIT_AS (ulimit -v), less what the process has */
} Room;
Room room_read(void);

/* Whether there is room for a run that was loaded; false with a message if it needs more than there
 * is. Where no limit is known there is room. */
bool room_is_enough(const Run *run);

#endif
