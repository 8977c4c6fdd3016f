/* tilestep trace: every Step as one JSON object a line, block after block, or in
 * the order in which blocks take turns. Fields are those of the
 * man page; what does not apply to a step is left out. Lanes are bit sets, lane 0 lowest. */
#include "cli/report/result.h"
#include "cli/terminal/progress.h"
#include "probe/time/runner.h"

#include <string.h>

typedef struct Tracer {
    Cli *cli;
    const Run *run;
    Runner runner;
} Tracer;

static const char *const fault_names[] = {
    [FAULT_DIVIDE_BY_ZERO] = "divide-by-zero",
    [FAULT_SHIFT] = "shift-range",
    [FAULT_CONVERSION] = "conversion-range",
    [FAULT_MISALIGNED] = "misaligned",
    [FAULT_ASSERT] = "assert",
    [FAULT_SCOPE] = "dangling-pointer",
    [FAULT_LIMIT] = "member-bounds",
    [FAULT_RETURN] = "missing-return",
    [FAULT_STEP_LIMIT] = "step-limit",
    [FAULT_SPACE] = "space",
    [FAULT_BARRIER] = "barrier",
};

static const char *const space_names[] = {[SPACE_GENERIC] = "generic",
                                          [SPACE_GLOBAL] = "global",
                                          [SPACE_SHARED] = "shared",
                                          [SPACE_LOCAL] = "local"};

static json_t *lane_set(uint32_t lanes)
{
    char text[12];
    snprintf(text, sizeof text, "%08x", lanes);
    return json_string(text);
}

/* The scalars of one lane's access, as many as it moves. */
static json_t *lane_values(const Instr *instr, const uint32_t words[][WARP_LANES], int lane)
{
    uint32_t size = scalar_size_bytes((ScalarType)instr->type);
    uint8_t bytes[sizeof(uint32_t) * STEP_VALUE_WORDS];
    for (int i = 0; i < STEP_VALUE_WORDS; ++i)
        memcpy(bytes + 4 * i, &words[i][lane], 4);
    json_t *array = json_array();
    for (uint32_t i = 0; i < (instr->width ? instr->width : 1u); ++i) {
        uint64_t bits = 0;
        memcpy(&bits, bytes + i * size, size);
        json_array_append_new(array, json_value((ScalarType)instr->type, bits));
    }
    return array;
}

/* The array an address was meant for, by name. */
static const char *object_name(const Run *run, uint64_t address)
{
    unsigned object = address_object(address);
    switch (address_space(address)) {
    case SPACE_GLOBAL:
        return object < (unsigned)run->launch.buffer_count ? run->launch.buffers[object].name
                                                           : NULL;
    case SPACE_SHARED:
        return object < (unsigned)run->program->shared_count ? run->program->shared[object].name
                                                             : NULL;
    case SPACE_LOCAL:
        return object < (unsigned)run->program->local_count ? run->program->locals[object].name
                                                            : NULL;
    case SPACE_GENERIC: break;
    }
    return NULL;
}

static json_t *lane_access(const Tracer *tracer, int lane)
{
    const Step *step = &tracer->runner.state->step;
    uint64_t address = step->address[lane];
    json_t *access =
        json_pack("{sisIsI}", "lane", lane, "byte", (json_int_t)address_offset_bytes(address), "at",
                  (json_int_t)step->arena[lane]);
    const char *name = object_name(tracer->run, address);
    if (name)
        json_object_set_new(access, "in", json_string(name));
    if (step->outside & 1u << lane)
        json_object_set_new(access, "outside", json_true());
    json_object_set_new(access, "before", lane_values(step->instr, step->before, lane));
    json_object_set_new(access, "after", lane_values(step->instr, step->after, lane));
    return access;
}

static void put_memory(const Tracer *tracer, json_t *object)
{
    const Step *step = &tracer->runner.state->step;
    json_object_set_new(object, "space", json_string(space_names[step->space]));
    json_object_set_new(object, "bytes", json_integer(step->access_bytes));
    json_t *lanes = json_array();
    for (int lane = 0; lane < WARP_LANES; ++lane)
        if (step->active & 1u << lane)
            json_array_append_new(lanes, lane_access(tracer, lane));
    json_object_set_new(object, "lanes", lanes);
}

static void put_branch(const Step *step, json_t *object)
{
    json_object_set_new(object, "taken", lane_set(step->taken));
    json_object_set_new(object, "divergent", json_boolean(step->is_divergent));
}

static void put_class(const Tracer *tracer, json_t *object)
{
    const Step *step = &tracer->runner.state->step;
    OpcodeClass class = opcode_info[step->instr->op].class;
    if (class == CLASS_MEMORY)
        put_memory(tracer, object);
    if (class == CLASS_BRANCH)
        put_branch(step, object);
    if (step->is_release)
        json_object_set_new(object, "release", json_true());
    if (step->absent)
        json_object_set_new(object, "absent", lane_set(step->absent));
    if (step->fault != FAULT_NONE) {
        json_object_set_new(object, "fault", json_string(fault_names[step->fault]));
        json_object_set_new(object, "fault_lanes", lane_set(step->fault_lanes));
    }
}

/* Counted from 0, as the window does; null before the first. */
static json_t *phase_number(uint32_t begun)
{
    return begun ? json_integer((json_int_t)begun - 1) : json_null();
}

static json_t *step_object(const Tracer *tracer)
{
    const Step *step = &tracer->runner.state->step;
    Dim3 block = dim3_from_linear(step->block, tracer->run->launch.grid);
    json_t *object = json_pack(
        "{sIsosIsosIsIsosssssoso}", "step", (json_int_t)(tracer->runner.state->position - 1),
        "block", json_dim3(block), "warp", (json_int_t)step->warp, "phase",
        phase_number(step->phase), "interval", (json_int_t)step->interval, "pc",
        (json_int_t)step->pc, "line", json_line(tracer->run, step->instr->own_line), "op",
        opcode_info[step->instr->op].mnemonic, "text",
        program_instr_text(tracer->cli->arena, tracer->run->program, step->pc), "active",
        lane_set(step->active), "live", lane_set(step->live));
    json_put_file(object, "file", tracer->run, step->instr->own_line);
    put_class(tracer, object);
    return object;
}

static bool print_step(const Tracer *tracer)
{
    json_t *object = step_object(tracer);
    int failed = json_dumpf(object, stdout, JSON_COMPACT | JSON_PRESERVE_ORDER);
    json_decref(object);
    return failed == 0 && putchar('\n') != EOF && !progress_is_cancelled();
}

/* Ends when the output can no longer be written, after Ctrl+C, or at the step limit. */
static int trace_blocks(Tracer *tracer)
{
    Runner *runner = &tracer->runner;
    Progress progress;
    progress_start(&progress);
    do
        runner_step(runner);
    while (print_step(tracer) && !runner->state->is_ended);
    if (progress_is_cancelled()) {
        cli_error("cancelled: the trace ends here and is not complete");
        return EXIT_CANCELLED;
    }
    return probe_report(runner->probe)->finding_count > 0 ? EXIT_FOUND : EXIT_CLEAN;
}

int command_trace(Cli *cli)
{
    LoadOptions load = options_load(cli->arena, cli->options);
    Run *run = result_load(cli->options->operands.items[0], &load);
    if (!run)
        return EXIT_UNUSABLE;
    const char *reason;
    Tracer tracer = {.cli = cli, .run = run};
    bool is_open = runner_open(&tracer.runner, run->program, &run->launch, 0,
                               (uint32_t)launch_block_count(&run->launch), &reason);
    int status = is_open ? trace_blocks(&tracer) : cli_error("%p", PHRASE_KEY(reason));
    runner_close(&tracer.runner);
    run_free(run);
    return status;
}
