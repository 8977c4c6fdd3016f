/* Every allocation of the program is a buffer of every launch, under the same number, so that
 * addresses in the program's own structures lead where they should. */
#include "exec/launcher.h"
#include "exec/process.h"
#include "program/address.h"
#include "vm/lanes/lanes.h"
#include "vm/page.h"

#include <string.h>

/* A whole program is not stopped by a limit of steps: it ends when it ends. */
#define MANY_STEPS ((uint64_t)1 << 40)

typedef struct Launcher {
    ExecProcess *process;
    Arena *arena;
    const ExecKernel *kernel;
    const Program *program;
    Launch launch;
    Buffer *buffers;
    uint64_t caller;
    uint64_t *arguments;
    int64_t *start_bytes;
    const void **structs;
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
    for (int i = 0; i < process->kernels.count; ++i) {
        ExecKernel *kernel = &process->kernels.items[i];
        const Program *program =
            kernel->unit == variable->unit ? kernels_program(&process->kernels, kernel) : NULL;
        for (int g = 0; program && g < program->global_count; ++g) {
            const GlobalVariable *global = &program->globals[g];
            if (strcmp(global->name, variable->name) != 0 ||
                global->type->size_bytes != variable->bytes)
                continue;
            if (global->initial)
                memcpy(memory->bytes + memory->items[variable->allocation].place, global->initial,
                       variable->bytes);
            return variable->allocation;
        }
    }
    return variable->allocation;
}

/* ---- buffers ---- */

static void make_buffer(Launcher *l, int number)
{
    Allocation *item = &l->process->memory.items[number];
    Buffer *buffer = &l->buffers[number];
    const Type *element = item->element;
    *buffer = (Buffer){.name = item->name ? item->name
                                          : arena_printf(l->arena, "allocation %d", number + 1),
                       .fill = FILL_BYTES,
                       .bytes = l->process->memory.bytes + item->place,
                       .byte_count = item->bytes,
                       .role = ROLE_IN_OUT,
                       .parameter = -1,
                       .global = -1};
    if (!element || !element->size_bytes || item->bytes % element->size_bytes)
        element = type_scalar(item->bytes % 4 ? SCALAR_U8 : SCALAR_U32);
    buffer_set_element(buffer, element);
    buffer->count = item->is_freed ? 0 : item->bytes / buffer->element_bytes;
    buffer->piece_count =
        device_memory_pieces(&l->process->memory, number, l->arena, &buffer->pieces);
}

static bool make_globals(Launcher *l)
{
    for (int i = 0; i < l->program->global_count; ++i) {
        const GlobalVariable *global = &l->program->globals[i];
        int variable = kernels_variable(&l->process->kernels, l->kernel->unit, global);
        int number = launcher_variable(l->process, variable);
        if (number < 0)
            return false;
        const Type *inner = global->type;
        while (inner->kind == TYPE_ARRAY)
            inner = inner->element;
        l->process->memory.items[number].element = inner;
    }
    return true;
}

static void mark_globals(Launcher *l)
{
    for (int i = 0; i < l->program->global_count; ++i) {
        const GlobalVariable *global = &l->program->globals[i];
        int variable = kernels_variable(&l->process->kernels, l->kernel->unit, global);
        Buffer *buffer = &l->buffers[l->process->kernels.variables[variable].allocation];
        buffer->global = i;
        buffer->is_constant = global->is_constant;
        buffer->role = global->is_constant ? ROLE_INPUT : ROLE_IN_OUT;
    }
}

/* ---- arguments ---- */

/* A pointer as the emulator has it: memory that both sides see is known to the program by an
 * address of its own. */
static uint64_t device_pointer(const Launcher *l, uint64_t pointer)
{
    int64_t offset;
    int number = device_memory_find(&l->process->memory, pointer, &offset);
    return number < 0 ? pointer : address_make(SPACE_GLOBAL, (unsigned)number, offset);
}

static void translate_pointers(const Launcher *l, const Type *type, uint8_t *bytes)
{
    if (type->kind == TYPE_POINTER) {
        uint64_t pointer;
        memcpy(&pointer, bytes, sizeof pointer);
        pointer = device_pointer(l, pointer);
        memcpy(bytes, &pointer, sizeof pointer);
    }
    for (uint32_t i = 0; type->kind == TYPE_ARRAY && i < type->length; ++i)
        translate_pointers(l, type->element, bytes + i * type->element->size_bytes);
    for (int i = 0; type->kind == TYPE_STRUCT && !type->is_union && i < type->field_count; ++i)
        translate_pointers(l, type->fields[i].type, bytes + type->fields[i].offset_bytes);
}

/* A pointer that leads to nothing of the device. */
static void tell_host_pointer(Launcher *l, const Parameter *parameter, uint64_t pointer)
{
    Arena *arena = l->process->arena;
    if (pointer)
        host_finding_add(&l->process->findings,
                         (HostFinding){.kind = HOST_DEVICE_READS_HOST,
                                       .caller = l->caller,
                                       .message = phrase_new(
                                           arena,
                                           "%s is given memory of the host for %s, which a GPU "
                                           "does not reach; allocate with cudaMalloc and copy "
                                           "with cudaMemcpy",
                                           l->program->name, parameter->name)});
}

static void take_pointer(Launcher *l, int index, uint64_t pointer)
{
    const Parameter *parameter = &l->program->parameters[index];
    int64_t offset = 0;
    int number = device_memory_find(&l->process->memory, pointer, &offset);
    l->arguments[index] = number < 0 ? LAUNCH_NO_BUFFER : (uint64_t)number;
    l->start_bytes[index] = number < 0 ? 0 : offset;
    if (number < 0) {
        tell_host_pointer(l, parameter, pointer);
        return;
    }
    Allocation *item = &l->process->memory.items[number];
    const Type *element = parameter->type->element;
    while (element->kind == TYPE_ARRAY && element->length)
        element = element->element;
    if (item->kind != EXEC_MEMORY_VARIABLE) {
        item->name = parameter->name;
        item->element = element;
    }
}

static bool take_argument(Launcher *l, int index, const uint8_t *bytes)
{
    const Type *type = l->program->parameters[index].type;
    Lanes lanes;
    uint64_t word = 0;
    if (type->kind == TYPE_STRUCT) {
        uint8_t *copy = arena_alloc(l->arena, type->size_bytes + 8);
        memcpy(copy, bytes, type->size_bytes);
        translate_pointers(l, type, copy);
        l->structs[index] = copy;
        return true;
    }
    memcpy(&word, bytes, type->size_bytes < 8 ? type->size_bytes : 8);
    if (type->kind == TYPE_POINTER) {
        take_pointer(l, index, word);
        return true;
    }
    memset(&lanes, 0, sizeof lanes);
    memcpy(&lanes, &word, sizeof word);
    lanes_narrow(type->scalar, &lanes);
    l->arguments[index] = register_words(type->scalar) == 2 ? lanes.u64[0] : lanes.u32[0];
    return true;
}

/* What a parameter does with its buffer; of several all. */
static void mark_roles(Launcher *l)
{
    for (int i = 0; i < l->program->parameter_count; ++i) {
        const Parameter *parameter = &l->program->parameters[i];
        if (parameter->type->kind != TYPE_POINTER || l->arguments[i] == LAUNCH_NO_BUFFER)
            continue;
        Buffer *buffer = &l->buffers[l->arguments[i]];
        BufferRole role = !parameter->is_written ? ROLE_INPUT
                          : parameter->is_read   ? ROLE_IN_OUT
                                                 : ROLE_OUTPUT;
        bool is_first = buffer->parameter < 0;
        buffer->role = is_first || buffer->role == role ? role : ROLE_IN_OUT;
        if (is_first || parameter->is_written)
            buffer->parameter = i;
    }
}

static bool take_arguments(Launcher *l, const uint8_t *bytes, uint32_t size)
{
    const Program *program = l->program;
    uint32_t at = 0;
    l->arguments = ARENA_ARRAY(l->arena, uint64_t, program->parameter_count + 1);
    l->start_bytes = ARENA_ARRAY(l->arena, int64_t, program->parameter_count + 1);
    l->structs = ARENA_ARRAY(l->arena, const void *, program->parameter_count + 1);
    for (int i = 0; i < program->parameter_count; ++i) {
        uint32_t bytes_of = program->parameters[i].type->size_bytes;
        if (bytes_of > size - at || !take_argument(l, i, bytes + at))
            return false;
        at += bytes_of;
    }
    return true;
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
    const uint64_t *w = request->words;
    if (!make_globals(l) || !take_arguments(l, arguments, bytes))
        return false;
    int count = l->process->memory.count;
    l->buffers = ARENA_ARRAY(l->arena, Buffer, count + 1);
    for (int i = 0; i < count; ++i)
        make_buffer(l, i);
    mark_roles(l);
    mark_globals(l);
    l->launch = (Launch){.grid = grid_of(w),
                         .block = block_of(w),
                         .dynamic_shared_bytes = (uint32_t)w[4],
                         .arguments = l->arguments,
                         .start_bytes = l->start_bytes,
                         .struct_arguments = l->structs,
                         .argument_count = l->program->parameter_count,
                         .buffers = l->buffers,
                         .buffer_count = count,
                         .max_steps = MANY_STEPS};
    launch_layout(&l->launch);
    return true;
}

/* ---- running ---- */

static bool progress(void *context, uint64_t done, uint64_t total)
{
    ExecProcess *process = context;
    const ExecOptions *options = process->options;
    process->is_cancelled |= options->progress && !options->progress(options->context, done, total);
    return !process->is_cancelled;
}

/* Does an access outside leave what a GPU has mapped? cudaMalloc maps 2 MiB at a time, a block has
 * its shared memory in pieces of 128 bytes. */
static bool is_unmapped(const Launcher *l, const Finding *finding)
{
    enum { MAPPED = 2 << 20, SHARED_PIECE = 128 };
    if (finding->space == SPACE_SHARED)
        return true;
    if (finding->buffer < 0 || finding->buffer >= l->launch.buffer_count)
        return true;
    const Buffer *buffer = &l->launch.buffers[finding->buffer];
    int64_t at = finding->element * (int64_t)scalar_size_bytes(buffer->type);
    return at < -(int64_t)MAPPED || at > (int64_t)buffer_bytes(buffer) + MAPPED;
}

/* What CUDA would say of a launch that went wrong beyond remedy. */
static ExecError error_of(const Launcher *l, const Report *report)
{
    for (int i = 0; i < report->finding_count; ++i) {
        const Finding *finding = &report_findings((Report *)(uintptr_t)report)[i];
        switch (finding->kind) {
        case FINDING_ASSERT: return EXEC_ERROR_ASSERT;
        case FINDING_MISALIGNED: return EXEC_ERROR_MISALIGNED;
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

static const char *printed(Launcher *l)
{
    Printout out = print_collect_all(l->arena, l->program, &l->launch);
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
    GridOptions grid = {.progress = progress, .context = l->process, .skips_races = true};
    bool is_done = memory && grid_count(l->program, &l->launch, memory, &grid, report) == GRID_DONE;
    page_free_aligned(report);
    if (is_done)
        return memory;
    memory_free(memory);
    return NULL;
}

static ExecError run(Launcher *l, uint64_t caller, const char **text, uint64_t written[4])
{
    ExecProcess *process = l->process;
    const char *reason;
    Memory *memory = memory_new(&l->launch, &reason);
    if (!memory)
        return EXEC_ERROR_MEMORY;
    Report *report = page_alloc_aligned(report_size(l->program, &l->launch));
    GridOptions grid = {.progress = progress, .context = process};
    ExecError error = EXEC_ERROR_FAILURE;
    if (grid_count(l->program, &l->launch, memory, &grid, report) == GRID_DONE) {
        Run run = *l->kernel->unit->run;
        run.program = (Program *)(uintptr_t)l->program;
        run.launch = l->launch;
        ExecLaunch launch = {++process->launches, &run, l->kernel->shown, report, memory, caller};
        if (process->options->told)
            process->options->told(process->options->context, &launch);
        Memory *zeros = has_read_unset(report) ? run_with_zeros(l) : NULL;
        *text = printed(l);
        device_memory_commit(&process->memory, &l->launch, zeros ? zeros : memory,
                             zeros ? memory : NULL, written);
        memory_free(zeros);
        error = error_of(l, report);
    }
    page_free_aligned(report);
    memory_free(memory);
    return error;
}

ExecError launcher_run(ExecProcess *process, const ExecRequest *request, const uint8_t *arguments,
                       uint32_t bytes, Arena *arena, const char **text, uint64_t written[4])
{
    Launcher l = {.process = process,
                  .arena = arena,
                  .caller = request->words[5],
                  .kernel = &process->kernels.items[request->words[0]]};
    l.program = l.kernel->program;
    if (!l.program || !make_launch(&l, request, arguments, bytes))
        return EXEC_ERROR_FUNCTION;
    if (launch_check(arena, &l.launch, l.program)) {
        bool is_block = dim3_count(l.launch.block) > LAUNCH_BLOCK_THREADS_LIMIT;
        return is_block ? EXEC_ERROR_VALUE : EXEC_ERROR_CONFIGURATION; /* as CUDA 13 has it */
    }
    return run(&l, request->words[5], text, written);
}

void launcher_refuse(ExecProcess *process, const ExecRequest *request)
{
    const ExecOptions *options = process->options;
    const uint64_t *words = request->words;
    if (words[0] >= (uint64_t)process->kernels.count)
        return;
    const ExecKernel *kernel = &process->kernels.items[words[0]];
    ++process->launches;
    if (options->refused)
        options->refused(options->context, &(ExecRefused){.number = process->launches,
                                                          .unit = kernel->unit->run,
                                                          .kernel = kernel->shown,
                                                          .grid = grid_of(words),
                                                          .block = block_of(words),
                                                          .caller = words[5]});
}
