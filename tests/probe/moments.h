/* Hashes of all moments of a grid, by plain running without any timeline. */
#pragma once

#include "base/hash.h"
#include "probe/time/runner.h"
#include "test.h"

#include <stdlib.h>

/* [*length + 1], the caller's to free. */
static inline uint64_t *moments_hash_all(const Program *program, const Launch *launch,
                                         uint64_t *length)
{
    Runner runner;
    const char *reason = NULL;
    uint64_t count = 0, capacity = 1 << 16, *hashes = malloc(capacity * sizeof *hashes);
    assert_true(
        runner_open(&runner, program, launch, 0, (uint32_t)launch_block_count(launch), &reason));
    for (;; runner_step(&runner)) {
        const Report *report = probe_report(runner.probe);
        uint64_t hash = hash_u64(HASH_START, machine_hash(runner.machine));
        hash = hash_bytes(hash, report, report->size_bytes);
        assert_true(count < capacity);
        hashes[count++] = hash_u64(hash, memory_hash(runner.memory));
        if (runner.state->is_ended)
            break;
    }
    runner_close(&runner);
    *length = count - 1;
    return hashes;
}
