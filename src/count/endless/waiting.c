/* Every block that waits keeps its machine; the others are run to their end one after another. */
#include "count/endless/waiting.h"

#include "count/endless/endless.h"
#include "vm/page.h"

#include <stdlib.h>

enum {
    BLOCKS_WAITING = 256, /* at once */
    SLICE_STEPS = 1 << 14,
    STEPS_BETWEEN_LOOKS = 256,
    STEPS_MOST = 1 << 21 /* of all blocks */
};

typedef struct WaitingTrial {
    const Program *program;
    Launch launch;
    Memory *memory;
    Machine *machines[BLOCKS_WAITING]; /* of the blocks that have not ended */
    int count;
    Endless *endless;
    uint64_t steps;
    bool is_given_up;
    bool is_all_waiting; /* in this round */
    WaitingGoesOn *goes_on;
    void *context;
} WaitingTrial;

/* Runs a block until it ends, waits or has had its time slice. */
static void run_slice(WaitingTrial *trial, Machine *machine)
{
    Step step;
    Ending ending = ENDING_OPEN;
    endless_begin(trial->endless);
    for (int i = 1; i <= SLICE_STEPS && ending == ENDING_OPEN; ++i) {
        if (!machine_step(machine, trial->program, &trial->launch, trial->memory, &step))
            break;
        endless_fold(trial->endless, machine, &step);
        trial->steps++;
        if (i % STEPS_BETWEEN_LOOKS == 0)
            ending = endless_ending(trial->endless, machine, machine->warp_count);
    }
    trial->is_all_waiting &=
        ending != ENDING_OPEN && !endless_has_changed(trial->endless, SPACE_GLOBAL);
    trial->is_given_up |= machine->stopped_by || trial->steps > STEPS_MOST ||
                          (trial->goes_on && !trial->goes_on(trial->context));
}

/* Takes up the next block of the grid; false if it does not end and there is no room for it. */
static bool start_block(WaitingTrial *trial, uint32_t block)
{
    if (trial->count == BLOCKS_WAITING)
        return false;
    Machine *machine = page_alloc_aligned(machine_size(trial->program, &trial->launch));
    machine_start(machine, trial->program, &trial->launch, block);
    trial->machines[trial->count++] = machine;
    return true;
}

static void run_round(WaitingTrial *trial)
{
    int kept = 0, count = trial->count;
    trial->is_all_waiting = true;
    for (int i = 0; i < count; ++i) {
        Machine *machine = trial->machines[i];
        if (!trial->is_given_up)
            run_slice(trial, machine);
        if (machine_is_done(machine))
            page_free_aligned(machine);
        else
            trial->machines[kept++] = machine;
    }
    trial->count = kept;
}

static bool run_trial(WaitingTrial *trial)
{
    uint64_t blocks = launch_block_count(&trial->launch);
    for (uint64_t block = 0; block < blocks && !trial->is_given_up; ++block) {
        if (!start_block(trial, (uint32_t)block))
            return false;
        run_slice(trial, trial->machines[trial->count - 1]);
        if (machine_is_done(trial->machines[trial->count - 1]))
            page_free_aligned(trial->machines[--trial->count]);
    }
    while (trial->count && !trial->is_given_up) {
        run_round(trial);
        if (trial->count && trial->is_all_waiting && !trial->is_given_up)
            return true;
    }
    return false;
}

bool waiting_is_endless(const Program *program, const Launch *launch, WaitingGoesOn *goes_on,
                        void *context)
{
    const char *reason;
    WaitingTrial trial = {
        .program = program, .launch = *launch, .goes_on = goes_on, .context = context};
    trial.launch.max_steps = STEPS_MOST;
    trial.memory = memory_new(launch, &reason);
    if (!trial.memory)
        return false;
    trial.endless = endless_new(program, launch);
    bool is_endless = run_trial(&trial);
    for (int i = 0; i < trial.count; ++i)
        page_free_aligned(trial.machines[i]);
    endless_free(trial.endless);
    memory_free(trial.memory);
    return is_endless;
}
