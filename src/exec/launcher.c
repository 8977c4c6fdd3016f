/* Every allocation of the program is a buffer of every launch, under the same number, so that
 * addresses in the program's own structures lead where they should. */
#include "exec/launcher.h"
#include "base/hash.h"
#include "count/grid.h"
#include "exec/memory/pointers.h"
#include "exec/process.h"
#include "load/image/image.h"
#include "program/address.h"
#include "vm/page.h"
#include "vm/rounds.h"

#include <stdatomic.h>
#include <string.h>
#include <time.h>

/* A whole program is not stopped by a limit of steps: it ends when it ends. */
#define MANY_STEPS ((uint64_t)1 << 40)

typedef struct Launcher {
    ExecProcess *process;
    Arena *arena;
    ExecKernel *kernel;
    const Program *program;
    LaunchImage image; /* over the memory of the program */
    Launch launch;
    int *globals;       /* [variable of the program] its allocation */
    uint8_t *packed;    /* the arguments */
    uint32_t *pointers; /* where there are some in the arguments */
    int pointer_count, pointer_capacity;
    uint64_t caller, stream;
    bool only_runs;                /* it is not counted */
    uint64_t what;                 /* kernel, sizes and arguments, hashed */
    _Atomic uint64_t host_address; /* that ended it, where it is one of the host; else 0 */
    _Atomic uint32_t host_line;
    bool is_dead; /* ended by an access to what nothing is mapped to */
} Launcher;

/* ---- variables ---- */

int launcher_variable(ExecProcess *process, int number)
{
    ExecVariable *variable = &process->kernels.variables[number];
    DeviceMemory *memory = &process->memory;
    if (variable->allocation >= 0)
        return variable->allocation;
    variable->allocation = device_memory_add(memory, EXEC_MEMORY_VARIABLE, variable->bytes, 0);
    if (variable->allocation < 0)
        return -1;
    memory->items[variable->allocation].name = variable->name;
    const uint8_t *initial = kernels_initial(&process->kernels, number);
    if (initial)
        memcpy(memory->bytes + memory->items[variable->allocation].place, initial, variable->bytes);
    return variable->allocation;
}

/* ---- the launch as it is in device memory ---- */

static bool make_globals(Launcher *l)
{
    ExecKernels *kernels = &l->process->kernels;
    l->globals = ARENA_ARRAY(l->arena, int, l->program->global_count + 1);
    for (int i = 0; i < l->program->global_count; ++i) {
        const GlobalVariable *global = &l->program->globals[i];
        int variable = kernels_variable(kernels, l->kernel->unit, global);
        int number = l->globals[i] = launcher_variable(l->process, variable);
        if (number < 0)
            return false;
        const Type *inner = global->type;
        while (inner->kind == TYPE_ARRAY)
            inner = inner->element;
        l->process->memory.items[number].element = inner;
    }
    return true;
}

/* A pointer that leads to nothing of the device. */
static void tell_host_pointer(Launcher *l, const Parameter *parameter)
{
    Arena *arena = l->process->arena;
    host_finding_add(&l->process->findings,
                     (HostFinding){.kind = HOST_DEVICE_READS_HOST,
                                   .caller = l->caller,
                                   .message = phrase_new(
                                       arena,
                                       "%s is given memory of the host for %s, which a GPU does "
                                       "not reach; allocate with cudaMalloc and copy with "
                                       "cudaMemcpy",
                                       l->program->name, parameter->name)});
}

/* Makes a pointer what the emulator has: memory that both sides see is known to the program by an
 * address of its own. The last parameter that leads to memory names it; NULL: it is in a struct. */
static void translate_pointer(Launcher *l, const Parameter *parameter, const Type *element,
                              uint32_t at)
{
    uint64_t pointer;
    int64_t offset;
    memcpy(&pointer, l->packed + at, sizeof pointer);
    *ARENA_PUSH(l->arena, l->pointers, l->pointer_count, l->pointer_capacity) = at;
    int number = device_memory_find(&l->process->memory, pointer, &offset);
    if (number < 0 && parameter) {
        if (pointer)
            tell_host_pointer(l, parameter);
        pointer = 0;
    }
    if (number >= 0)
        pointer = address_make(SPACE_GLOBAL, (unsigned)number, offset);
    memcpy(l->packed + at, &pointer, sizeof pointer);
    Allocation *item = number < 0 ? NULL : &l->process->memory.items[number];
    if (!item || !parameter || item->kind == EXEC_MEMORY_VARIABLE)
        return;
    while (element->kind == TYPE_ARRAY && element->length)
        element = element->element;
    item->name = parameter->name;
    item->element = element;
}

static void translate(Launcher *l, const Parameter *parameter, const Type *type, uint32_t at)
{
    if (type->kind == TYPE_POINTER)
        translate_pointer(l, parameter, type->element, at);
    for (uint32_t i = 0; type->kind == TYPE_ARRAY && i < type->length; ++i)
        translate(l, NULL, type->element, at + i * type->element->size_bytes);
    for (int i = 0; type->kind == TYPE_STRUCT && !type->is_union && i < type->field_count; ++i)
        translate(l, NULL, type->fields[i].type, at + type->fields[i].offset_bytes);
    for (uint32_t i = 0; type->kind == TYPE_STRUCT && type->is_union && i + 8 <= type->size_bytes;
         i += 8) /* perhaps */
        *ARENA_PUSH(l->arena, l->pointers, l->pointer_count, l->pointer_capacity) = at + i;
}

static bool take_arguments(Launcher *l, const uint8_t *bytes, uint32_t size)
{
    const Program *program = l->program;
    uint32_t at = 0;
    l->packed = arena_copy(l->arena, bytes, size);
    for (int i = 0; i < program->parameter_count; ++i) {
        const Type *type = program->parameters[i].type;
        if (type->size_bytes > size - at)
            return false;
        translate(l, &program->parameters[i], type, at);
        at += type->size_bytes;
    }
    l->image.arguments = l->packed;
    l->image.argument_bytes = at;
    return true;
}

static void take_memory(Launcher *l)
{
    const DeviceMemory *memory = &l->process->memory;
    ImageBuffer *buffers = ARENA_ARRAY(l->arena, ImageBuffer, memory->count + 1);
    for (int i = 0; i < memory->count; ++i) {
        const Allocation *item = &memory->items[i];
        buffers[i] = (ImageBuffer){.name = item->name,
                                   .element = item->element,
                                   .bytes = item->is_freed ? 0 : item->bytes,
                                   .content = memory->bytes + item->place};
        buffers[i].piece_count = device_memory_pieces(memory, i, l->arena, &buffers[i].pieces);
    }
    for (int i = 0; i < l->program->global_count; ++i)
        buffers[l->globals[i]].is_variable = true;
    l->image.buffers = buffers;
    l->image.buffer_count = memory->count;
    l->image.unset_word = EXEC_UNSET_WORD;
}

static Dim3 grid_of(const uint64_t words[EXEC_WORDS])
{
    return (Dim3){(uint32_t)words[1], (uint32_t)(words[1] >> 32), (uint32_t)words[2]};
}

static Dim3 block_of(const uint64_t words[EXEC_WORDS])
{
    return (Dim3){(uint32_t)(words[2] >> 32), (uint32_t)words[3], (uint32_t)(words[3] >> 32)};
}

static bool make_launch(Launcher *l, const ExecRequest *request, const uint8_t *arguments,
                        uint32_t bytes)
{
    l->image = (LaunchImage){.path = l->kernel->unit->path,
                             .kernel = l->kernel->plain,
                             .number = l->process->launches + 1,
                             .grid = grid_of(request->words),
                             .block = block_of(request->words),
                             .shared_bytes = (uint32_t)request->words[4]};
    if (!make_globals(l) || !take_arguments(l, arguments, bytes))
        return false;
    take_memory(l);
    bool is_good = image_launch(l->arena, l->program, &l->image, l->globals, &l->launch);
    l->launch.max_steps = MANY_STEPS;
    return is_good;
}

/* ---- running ---- */

static bool progress(void *context, uint64_t done, uint64_t total)
{
    ExecProcess *process = ((Launcher *)context)->process;
    const ExecOptions *options = process->options;
    process->is_cancelled |= options->progress && !options->progress(options->context, done, total);
    return !process->is_cancelled;
}

/* Does a place outside a buffer leave what a GPU has mapped? cudaMalloc maps 2 MiB at a time. */
static bool is_far_outside(const Buffer *buffer, int64_t at)
{
    enum { MAPPED = 2 << 20 };
    return at < -(int64_t)MAPPED || at > (int64_t)buffer_bytes(buffer) + MAPPED;
}

static bool is_unmapped(const Launcher *l, const Finding *finding)
{
    if (finding->space == SPACE_SHARED)
        return true;
    if (finding->buffer < 0 || finding->buffer >= l->launch.buffer_count)
        return true;
    const Buffer *buffer = &l->launch.buffers[finding->buffer];
    return is_far_outside(buffer, finding->element * (int64_t)scalar_size_bytes(buffer->type));
}

/* What CUDA would say of a launch that went wrong beyond remedy. */
static ExecError error_of(const Launcher *l, const Report *report)
{
    if (l->is_dead)
        return EXEC_ERROR_ADDRESS;
    for (int i = 0; i < report->finding_count; ++i) {
        const Finding *finding = &report_findings((Report *)(uintptr_t)report)[i];
        switch (finding->kind) {
        case FINDING_ASSERT: return finding->past ? EXEC_ERROR_FAILURE : EXEC_ERROR_ASSERT;
        case FINDING_MISALIGNED: return EXEC_ERROR_MISALIGNED;
        case FINDING_BARRIER_DIVERGENCE:
            if (finding->scope == SCOPE_GRID) /* it would never end */
                return EXEC_ERROR_TIMEOUT;
            break;
        case FINDING_OUT_OF_BOUNDS_READ:
        case FINDING_OUT_OF_BOUNDS_WRITE:
            if (is_unmapped(l, finding))
                return EXEC_ERROR_ADDRESS;
            break;
        default: break;
        }
    }
    return EXEC_SUCCESS;
}

/* Notes a pointer that leads into the program's own memory. */
static void note_host(Launcher *l, const Step *step)
{
    enum { HOST_STARTS = 1 << 16 };
    for (uint32_t lanes = step->active; lanes; lanes &= lanes - 1) {
        uint64_t address = step->address[__builtin_ctz(lanes)];
        if (address_space(address) != SPACE_GENERIC || address < HOST_STARTS)
            continue;
        atomic_store(&l->host_address, address);
        atomic_store(&l->host_line, step->instr->line);
    }
}

/* Tells of such a pointer that was loaded from memory or a member; a parameter's is told before. */
static void tell_host(Launcher *l)
{
    Arena *arena = l->process->arena;
    bool is_freed = device_memory_was_mapped(&l->process->memory, l->host_address);
    const Phrase *message =
        is_freed
            ? phrase_new(arena,
                         "%s follows a pointer in line %u that leads to memory which was freed "
                         "before; free it when the last launch that needs it has ended",
                         l->program->name, l->host_line)
            : phrase_new(arena,
                         "%s follows a pointer in line %u that leads to memory of the host, "
                         "which a GPU does not reach; copy what it leads to, too, and store "
                         "the device's pointer in its place",
                         l->program->name, l->host_line);
    host_finding_add(&l->process->findings,
                     (HostFinding){.kind = is_freed ? HOST_USE_AFTER_FREE : HOST_DEVICE_READS_HOST,
                                   .caller = l->caller,
                                   .message = message});
}

/* A GPU ends a launch with the first such access, wherever its other threads are. */
static bool is_fatal(void *context, const Step *step)
{
    const Launch *launch = &((Launcher *)context)->launch;
    bool is_dead = step->fault == FAULT_SPACE || step->space == SPACE_SHARED;
    if (step->fault == FAULT_SPACE)
        note_host(context, step);
    for (uint32_t lanes = step->outside; lanes && !is_dead; lanes &= lanes - 1) {
        uint64_t address = step->address[__builtin_ctz(lanes)];
        unsigned number = address_object(address);
        is_dead = step->space == SPACE_GLOBAL &&
                  (number >= (unsigned)launch->buffer_count ||
                   is_far_outside(&launch->buffers[number], address_offset_bytes(address)));
    }
    return is_dead;
}

static GridOptions grid_options(Launcher *l)
{
    return (GridOptions){.progress = progress,
                         .is_fatal = is_fatal,
                         .context = l,
                         .is_dead = &l->is_dead,
                         .only_runs = l->only_runs,
                         .skips_races = l->only_runs};
}

static const char *printed(Launcher *l)
{
    Printout out = l->is_dead ? print_collect(l->arena, l->program, &l->launch)
                              : print_collect_all(l->arena, l->program, &l->launch);
    size_t length = 0;
    for (int i = 0; i < out.count; ++i)
        length += strlen(out.items[i].text);
    char *text = arena_alloc(l->arena, length + 1), *at = text;
    for (int i = 0; i < out.count; ++i)
        at = stpcpy(at, out.items[i].text);
    *at = '\0';
    return text;
}

static bool has_read_unset(const Report *report)
{
    for (int i = 0; i < report->finding_count; ++i)
        if (report_findings((Report *)(uintptr_t)report)[i].kind == FINDING_UNINITIALIZED_READ)
            return true;
    return false;
}

/* A launch that reads what nobody has set was run with the poison, which shows it. What a GPU finds
 * there is most often zero: runs it once more with that. NULL: cancelled, or there is no memory. */
static Memory *run_with_zeros(Launcher *l)
{
    const char *reason;
    l->launch.unset_is_zero = true;
    Memory *memory = memory_new(&l->launch, &reason);
    Report *report = page_alloc_aligned(report_size(l->program, &l->launch));
    GridOptions grid = grid_options(l);
    grid.skips_races = grid.only_runs = true;
    bool is_done = memory && grid_count(l->program, &l->launch, memory, &grid, report) == GRID_DONE;
    page_free_aligned(report);
    if (is_done)
        return memory;
    memory_free(memory);
    return NULL;
}

/* Tells that it is about to run; false: it is not to. */
static bool starts(Launcher *l)
{
    const ExecOptions *options = l->process->options;
    ExecStart start = {&l->image, l->pointers, l->pointer_count, &l->process->memory};
    l->process->is_cancelled |= options->starts && !options->starts(options->context, &start);
    return !l->process->is_cancelled;
}

static void tell(Launcher *l, const Repeat *repeat, Report *report, Memory *memory)
{
    const ExecOptions *options = l->process->options;
    Run run = *l->kernel->unit->run;
    run.program = (Program *)(uintptr_t)l->program;
    run.launch = l->launch;
    ExecLaunch launch = {.number = l->image.number,
                         .repeats = repeat ? repeat->number : 0,
                         .run = &run,
                         .kernel = l->kernel->shown,
                         .report = report,
                         .memory = memory,
                         .caller = l->caller,
                         .stream = l->stream};
    if (options->told && !l->only_runs)
        options->told(options->context, &launch);
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Runs it, or gives memory and report what the launch that was the same has left; false if it was
 * cancelled. */
static bool run_once(Launcher *l, const Repeat *repeat, Memory *memory, Report *report)
{
    GridOptions grid = grid_options(l);
    double start = seconds();
    if (repeat) {
        repeats_apply(repeat, &l->launch, memory);
        memcpy(report, repeat->report, report_size(l->program, &l->launch));
        return true;
    }
    bool is_done = grid_count(l->program, &l->launch, memory, &grid, report) == GRID_DONE;
    l->kernel->run_seconds = seconds() - start;
    return is_done;
}

/* Memory as the launch begins. That of the launch before serves again where it is as large: most
 * programs make the same launches over and over, and its pages are there already. */
static Memory *memory_of(Launcher *l)
{
    ExecProcess *process = l->process;
    const char *reason;
    bool fits = process->spare_memory && process->spare_launch.arena_bytes == l->launch.arena_bytes;
    if (!fits)
        memory_free(process->spare_memory);
    process->spare_launch = l->launch;
    if (!fits)
        process->spare_memory = memory_new(&process->spare_launch, &reason);
    return process->spare_memory;
}

static ExecError run(Launcher *l, LauncherAnswer *out)
{
    ExecProcess *process = l->process;
    Memory *memory = memory_of(l);
    if (!memory)
        return EXEC_ERROR_MEMORY;
    Report *report = page_alloc_aligned(report_size(l->program, &l->launch));
    bool has_pointers = pointers_to_device(&process->memory, l->program);
    uint64_t key =
        repeats_key(&process->repeats, l->what, &process->memory, l->kernel->run_seconds);
    const Repeat *repeat = repeats_find(&process->repeats, key);
    if (!repeat && key)
        repeat = repeats_find_left(&process->repeats, l->what, &process->memory);
    bool is_first = l->kernel->run_seconds == 0;
    Repeat *kept = NULL;
    ExecError error = EXEC_ERROR_FAILURE;
    if (starts(l) && run_once(l, repeat, memory, report)) {
        ++process->launches;
        if (!repeat && !key && is_first) /* now it is known how long it takes */
            key = repeats_key(&process->repeats, l->what, &process->memory, l->kernel->run_seconds);
        tell(l, repeat, report, memory);
        error = error_of(l, report);
        bool has_stored = report->counters.global_store.accesses || report->counters.atomics_global;
        if (l->is_dead && l->host_address)
            tell_host(l);
        Memory *zeros = has_read_unset(report) && !l->is_dead ? run_with_zeros(l) : NULL;
        const char *text =
            repeat ? arena_text(l->arena, repeat->text, strlen(repeat->text)) : printed(l);
        if (!repeat && !zeros && !l->is_dead)
            kept = repeats_keep(&process->repeats, key, l->image.number, &l->launch, memory, report,
                                report_size(l->program, &l->launch), text, error);
        size_t words = (size_t)l->launch.buffer_count / 64 + 1;
        uint64_t *written = ARENA_ARRAY(l->arena, uint64_t, words);
        *out = (LauncherAnswer){written, words * sizeof *written, text, has_stored};
        device_memory_commit(&process->memory, &l->launch, zeros ? zeros : memory,
                             zeros ? memory : NULL, written);
        if (kept && !l->only_runs)
            repeats_note_left(kept, l->what, &process->memory);
        memory_free(zeros);
    }
    if (has_pointers)
        pointers_to_program(&process->memory);
    page_free_aligned(report);
    memory_reset(memory);
    return error;
}

static bool is_only_run(const Launcher *l)
{
    const ExecOptions *options = l->process->options;
    return options->counts && !options->counts(options->context, l->image.number, l->program->name);
}

/* Of a launch that did not ask for all blocks at once a barrier of the grid makes an error. */
static bool lacks_blocks(const Launcher *l, const ExecRequest *request)
{
    Arena *arena = l->process->arena;
    if (request->words[4] & EXEC_COOPERATIVE || !rounds_are_wanted(l->program))
        return false;
    host_finding_add(
        &l->process->findings,
        (HostFinding){.kind = HOST_NOT_COOPERATIVE,
                      .caller = l->caller,
                      .message = phrase_new(arena,
                                            "%s has a barrier of the whole grid, and a launch by "
                                            "<<<>>> does not start all blocks at once; launch it "
                                            "with cudaLaunchCooperativeKernel",
                                            l->program->name)});
    return true;
}

ExecError launcher_run(ExecProcess *process, const ExecRequest *request, const uint8_t *arguments,
                       uint32_t bytes, Arena *arena, LauncherAnswer *out)
{
    Launcher l = {.process = process,
                  .arena = arena,
                  .caller = request->words[5],
                  .stream = request->stream,
                  .kernel = &process->kernels.items[request->words[0]]};
    l.program = l.kernel->program;
    if (!l.program || !make_launch(&l, request, arguments, bytes))
        return EXEC_ERROR_FUNCTION;
    if (launch_check(arena, &l.launch, l.program))
        return EXEC_ERROR_VALUE; /* as CUDA 13 has it, for grids, blocks and shared memory alike */
    if (lacks_blocks(&l, request))
        return EXEC_ERROR_FAILURE;
    l.only_runs = is_only_run(&l);
    l.what = hash_u64(HASH_START, l.only_runs);
    l.what = hash_bytes(l.what, request->words, 5 * sizeof *request->words);
    l.what = hash_bytes(l.what, arguments, bytes);
    return run(&l, out);
}

void launcher_refuse(ExecProcess *process, const ExecRequest *request)
{
    const ExecOptions *options = process->options;
    const uint64_t *words = request->words;
    if (words[0] >= (uint64_t)process->kernels.count)
        return;
    const ExecKernel *kernel = &process->kernels.items[words[0]];
    Arena *arena = process->arena;
    ++process->launches;
    host_finding_add(&process->findings,
                     (HostFinding){.kind = HOST_NOT_SUPPORTED,
                                   .caller = words[5],
                                   .message = phrase_new(
                                       arena, "%s cannot be run here, and this launch fails: %p",
                                       kernel->shown, kernel->refusal)});
    if (options->refused)
        options->refused(options->context, &(ExecRefused){.number = process->launches,
                                                          .unit = kernel->unit->run,
                                                          .kernel = kernel->shown,
                                                          .grid = grid_of(words),
                                                          .block = block_of(words),
                                                          .caller = words[5],
                                                          .stream = request->stream});
}
