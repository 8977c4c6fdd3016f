/* What serves one process of a program. Private to exec. */
#pragma once

#include "exec/exec.h"
#include "exec/host_finding.h"
#include "exec/kernels.h"
#include "exec/memory/device_memory.h"
#include "exec/repeats.h"
#include "exec/runtime/protocol.h"

struct ExecProcess {
    Arena *arena;
    const ExecOptions *options;
    int socket;
    int child_file; /* readable once the process has ended; -1: nothing tells */
    DeviceMemory memory;
    ExecKernels kernels;
    Repeats repeats;
    Memory *spare_memory; /* of the last launch, for the next one; NULL: none yet */
    Launch spare_launch;  /* which that one was */
    int launches;
    ExecUnread unread; /* the last launch that has left something */
    bool is_read;      /* of what launches have left something has reached the host, or may have */
    HostFindings findings;
    bool is_cancelled;
    const Phrase *crash; /* what it was ended by, and where in its code; NULL: nothing is known */
    uint64_t crash_at;
};

/* Answers what the process asks until it has closed its end. */
void process_serve(ExecProcess *process);
