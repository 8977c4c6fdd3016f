/* The conversation with a process, from tilestep's side: one request, one answer. What it sends is
 * data of a program that may be broken or hostile: every number is looked at before it is used. */
#include "exec/process.h"
#include "exec/launcher.h"
#include "probe/models/occupancy.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

enum { GUESSED_REGISTERS = 32 }; /* of a thread, which nobody knows without a compiler for GPUs */

static_assert(EXEC_DEVICE_BIT == ADDRESS_BIAS, "both sides know a pointer of the device");

/* What an answer is made of, besides its error. */
typedef struct Reply {
    ExecAnswer head;
    const void *text;
    Arena *arena; /* for as long as the answer takes */
} Reply;

typedef struct Question {
    ExecRequest head;
    const uint8_t *text; /* NUL terminated behind head.text_bytes */
} Question;

/* ---- kernels and variables ---- */

/* The next text of a question, after its NUL; NULL if there is none. */
static const char *next_text(const Question *q, const char **at)
{
    const char *end = (const char *)q->text + q->head.text_bytes, *text = *at;
    size_t left = (size_t)(end - text), length = strnlen(text, left);
    if (length == left)
        return NULL;
    *at = text + length + 1;
    return text;
}

static ExecError register_name(ExecProcess *process, const Question *q, Reply *reply)
{
    const char *at = (const char *)q->text;
    const char *file = next_text(q, &at), *mangled = file ? next_text(q, &at) : NULL;
    const char *plain = mangled ? next_text(q, &at) : NULL;
    if (!plain)
        return EXEC_ERROR_VALUE;
    reply->head.words[0] =
        (uint64_t)(q->head.kind == EXEC_REGISTER_KERNEL
                       ? kernels_add(&process->kernels, file, plain)
                       : kernels_add_variable(&process->kernels, file, plain, q->head.words[0],
                                              q->head.words[1] != 0));
    return EXEC_SUCCESS;
}

/* The kernel of that number, compiled; NULL with a message if it is refused. */
static const Program *program_of(ExecProcess *process, uint64_t number)
{
    if (number >= (uint64_t)process->kernels.count)
        return NULL;
    ExecKernel *kernel = &process->kernels.items[number];
    bool is_first = !kernel->is_tried;
    const Program *program = kernels_program(&process->kernels, kernel);
    const Run *run = kernel->unit->run;
    if (!program && is_first && run && !process->options->refused) {
        Diags news = kernels_news(kernel->unit);
        diags_print(stderr, run->sources, &news);
    }
    return program;
}

static ExecError kernel_sizes(ExecProcess *process, const Question *q, Reply *reply)
{
    const Program *program = program_of(process, q->head.words[0]);
    if (!program)
        return EXEC_ERROR_FUNCTION;
    uint32_t *sizes = ARENA_ARRAY(reply->arena, uint32_t, program->parameter_count + 1);
    for (int i = 0; i < program->parameter_count; ++i)
        sizes[i] = program->parameters[i].type->size_bytes;
    reply->head.words[0] = (uint64_t)program->parameter_count;
    reply->head.text_bytes = (uint32_t)((size_t)program->parameter_count * sizeof *sizes);
    reply->text = sizes;
    return EXEC_SUCCESS;
}

static ExecError kernel_facts(ExecProcess *process, const Question *q, Reply *reply)
{
    const Program *program = program_of(process, q->head.words[0]);
    if (!program)
        return EXEC_ERROR_FUNCTION;
    reply->head.words[0] = program->shared_bytes;
    reply->head.words[2] = program->local_bytes;
    reply->head.words[3] = launch_thread_limit(program);
    for (int i = 0; i < program->global_count; ++i)
        if (program->globals[i].is_constant)
            reply->head.words[1] += program->globals[i].type->size_bytes;
    return EXEC_SUCCESS;
}

static ExecError occupancy(ExecProcess *process, const Question *q, Reply *reply)
{
    const Program *program = program_of(process, q->head.words[0]);
    uint64_t threads = q->head.words[1], shared = q->head.words[2];
    if (!program)
        return EXEC_ERROR_FUNCTION;
    if (threads < 1 || threads > LAUNCH_BLOCK_THREADS_LIMIT || shared > LAUNCH_SHARED_LIMIT_BYTES)
        return EXEC_ERROR_VALUE;
    if (threads > launch_thread_limit(program))
        return EXEC_SUCCESS; /* no such block can run */
    Occupancy held = occupancy_compute(process->options->device, (int)threads,
                                       (int)(program->shared_bytes + shared), GUESSED_REGISTERS);
    reply->head.words[0] = (uint64_t)held.blocks_per_sm;
    return EXEC_SUCCESS;
}

static ExecError launch(ExecProcess *process, const Question *q, Reply *reply)
{
    LauncherAnswer out = {.printed = ""};
    if (!program_of(process, q->head.words[0])) {
        launcher_refuse(process, &q->head);
        return EXEC_ERROR_FUNCTION;
    }
    ExecError error =
        launcher_run(process, &q->head, q->text, q->head.text_bytes, reply->arena, &out);
    size_t length = strlen(out.printed), written = out.written_bytes;
    if (!error && out.has_stored)
        process->unread = (ExecUnread){process->launches, q->head.words[5]};
    process->is_read |= length > 0;
    char *text = arena_alloc(reply->arena, written + length + 1);
    if (written)
        memcpy(text, out.written, written);
    memcpy(text + written, out.printed, length);
    reply->head.words[0] = written;
    reply->head.text_bytes = (uint32_t)(written + length);
    reply->text = text;
    return error;
}

/* ---- memory ---- */

/* Adds a finding about an allocation, with how it is called in %p. */
static void tell_about(ExecProcess *process, HostFindingKind kind, uint64_t caller,
                       const Allocation *item, const Phrase *message)
{
    host_finding_add(&process->findings, (HostFinding){.kind = kind,
                                                       .caller = caller,
                                                       .about = item ? item->caller : 0,
                                                       .message = message});
}

/* The allocation that a pointer is meant for, freed or not, and the byte that it leads to; NULL if
 * it is meant for none. */
static const Allocation *allocation_of(const ExecProcess *process, uint64_t pointer,
                                       int64_t *offset)
{
    int number = device_memory_find(&process->memory, pointer, offset);
    return number < 0 ? NULL : &process->memory.items[number];
}

static const char *name_of(const Allocation *item)
{
    return item->name ? item->name : "the allocation";
}

/* What is wrong with a pointer, or with size bytes behind it. */
static void tell_piece(ExecProcess *process, uint64_t pointer, uint64_t size, uint64_t caller)
{
    int64_t offset;
    const Allocation *item = allocation_of(process, pointer, &offset);
    Arena *arena = process->arena;
    if (!item)
        return;
    if (item->is_freed)
        tell_about(process, HOST_USE_AFTER_FREE, caller, item,
                   phrase_new(arena,
                              "%s is used after cudaFree has given it back; free it after "
                              "its last use",
                              name_of(item)));
    else if (offset < 0)
        tell_about(process, HOST_COPY_OUT_OF_BOUNDS, caller, item,
                   phrase_new(arena,
                              "%llu bytes from %lld bytes before the start of %s on; look at "
                              "what is added to the pointer",
                              (unsigned long long)size, -(long long)offset, name_of(item)));
    else
        tell_about(process, HOST_COPY_OUT_OF_BOUNDS, caller, item,
                   phrase_new(arena,
                              "%llu bytes at byte %lld of %s, which has %llu; give as many "
                              "bytes as were allocated: count * sizeof the element",
                              (unsigned long long)size, (long long)offset, name_of(item),
                              (unsigned long long)item->bytes));
}

/* The allocation that size bytes behind a pointer lie in, and where in it; -1 if they do not. */
static int piece(ExecProcess *process, uint64_t pointer, uint64_t size, uint64_t *at)
{
    int64_t offset;
    int number = device_memory_find(&process->memory, pointer, &offset);
    const Allocation *item = number < 0 ? NULL : &process->memory.items[number];
    if (!item || item->is_freed || offset < 0 || (uint64_t)offset > item->bytes ||
        size > item->bytes - (uint64_t)offset)
        return -1;
    *at = (uint64_t)offset;
    return number;
}

static ExecError allocate(ExecProcess *process, const Question *q, Reply *reply)
{
    uint64_t kind = q->head.words[1];
    if (kind == EXEC_MEMORY_UNKNOWN || kind == EXEC_MEMORY_VARIABLE ||
        kind > EXEC_MEMORY_REGISTERED)
        return EXEC_ERROR_VALUE;
    int number = device_memory_add(&process->memory, (ExecMemoryKind)kind, q->head.words[0],
                                   q->head.words[2]);
    if (number < 0)
        return EXEC_ERROR_MEMORY;
    const Allocation *item = &process->memory.items[number];
    reply->head.words[0] = device_memory_pointer(&process->memory, number);
    reply->head.words[1] = item->place;
    reply->head.words[2] = item->place_bytes;
    reply->head.words[3] = (uint64_t)number;
    return EXEC_SUCCESS;
}

static ExecError note_mapped(ExecProcess *process, const Question *q, Reply *reply)
{
    uint64_t at;
    process->is_read = true; /* the host sees such memory without a copy */
    int number = piece(process, q->head.words[0], 0, &at);
    (void)reply;
    if (number < 0)
        return EXEC_ERROR_VALUE;
    process->memory.items[number].mapped_at = q->head.words[1];
    return EXEC_SUCCESS;
}

static void tell_free(ExecProcess *process, uint64_t pointer, uint64_t caller)
{
    int64_t offset;
    const Allocation *item = allocation_of(process, pointer, &offset);
    if (item && item->is_freed)
        tell_about(process, HOST_DOUBLE_FREE, caller, item,
                   phrase_new(process->arena,
                              "%s is freed a second time; free it once, or set the pointer to "
                              "nullptr after cudaFree",
                              name_of(item)));
}

static ExecError give_back(ExecProcess *process, const Question *q, Reply *reply)
{
    uint64_t at = 0;
    int number = piece(process, q->head.words[0], 0, &at);
    (void)reply;
    if (number < 0)
        tell_free(process, q->head.words[0], q->head.words[2]);
    if (number < 0 || at != 0 || process->memory.items[number].kind == EXEC_MEMORY_VARIABLE)
        return EXEC_ERROR_VALUE;
    device_memory_free(&process->memory, number, q->head.words[2]);
    return EXEC_SUCCESS;
}

/* Copies to the host what nobody has set? It holds that word still. Returns whether it does. */
static bool tell_unset(ExecProcess *process, int number, uint64_t at, uint64_t size,
                       uint64_t caller)
{
    const Allocation *item = &process->memory.items[number];
    const uint8_t *bytes = process->memory.bytes + item->place;
    uint32_t word = EXEC_UNSET_WORD;
    uint64_t unset = 0;
    if (item->kind != EXEC_MEMORY_DEVICE || !device_memory_has_unset(&process->memory, number))
        return false;
    for (uint64_t i = (at + 3) / 4 * 4; i + 4 <= at + size; i += 4)
        unset += memcmp(bytes + i, &word, sizeof word) == 0 ? sizeof word : 0;
    if (unset && caller) /* without one the runtime has asked for itself */
        tell_about(process, HOST_UNINITIALIZED_COPY, caller, item,
                   phrase_new(process->arena,
                              "%llu of the %llu bytes that are copied from %s were never set; let "
                              "the kernel write all of them, or copy less",
                              (unsigned long long)unset, (unsigned long long)size, name_of(item)));
    return unset > 0;
}

/* Tells that bytes have been moved; number is that of the allocation on the device. */
static void tell_move(ExecProcess *process, const Question *q, ExecMoveKind kind, int number,
                      uint64_t bytes, uint64_t caller)
{
    const ExecOptions *options = process->options;
    const char *name = process->memory.items[number].name;
    if (options->moved && bytes)
        options->moved(options->context, &(ExecMove){kind, name, bytes, caller, q->head.stream});
}

static ExecError read_or_write(ExecProcess *process, const Question *q, Reply *reply)
{
    uint64_t at, size = q->head.words[1];
    int number = piece(process, q->head.words[0], size, &at);
    if (number < 0) {
        tell_piece(process, q->head.words[0], size, q->head.words[2]);
        return EXEC_ERROR_VALUE;
    }
    if (q->head.kind == EXEC_WRITE) {
        device_memory_expect_write(&process->memory, number, at, size);
    } else {
        device_memory_expect_read(&process->memory, number, at, size);
        process->is_read |= process->unread.number > 0;
        reply->head.words[1] = tell_unset(process, number, at, size, q->head.words[2]);
    }
    reply->head.words[0] = process->memory.items[number].place + at;
    tell_move(process, q, q->head.kind == EXEC_WRITE ? EXEC_MOVE_TO_DEVICE : EXEC_MOVE_TO_HOST,
              number, size, q->head.words[2]);
    return EXEC_SUCCESS;
}

static ExecError copy(ExecProcess *process, const Question *q, Reply *reply)
{
    uint64_t to, from, size = q->head.words[2];
    DeviceMemory *memory = &process->memory;
    int to_number = piece(process, q->head.words[0], size, &to);
    int from_number = piece(process, q->head.words[1], size, &from);
    (void)reply;
    if (to_number < 0)
        tell_piece(process, q->head.words[0], size, q->head.words[3]);
    if (from_number < 0)
        tell_piece(process, q->head.words[1], size, q->head.words[3]);
    if (to_number < 0 || from_number < 0)
        return EXEC_ERROR_VALUE;
    device_memory_expect_read(memory, from_number, from, size);
    device_memory_expect_write(memory, to_number, to, size);
    memmove(memory->bytes + memory->items[to_number].place + to,
            memory->bytes + memory->items[from_number].place + from, size);
    device_memory_settle(memory, to_number, to, size);
    tell_move(process, q, EXEC_MOVE_INSIDE, to_number, size, q->head.words[3]);
    return EXEC_SUCCESS;
}

static ExecError set(ExecProcess *process, const Question *q, Reply *reply)
{
    uint64_t at, size = q->head.words[2];
    int number = piece(process, q->head.words[0], size, &at);
    (void)reply;
    if (number < 0) {
        tell_piece(process, q->head.words[0], size, q->head.words[3]);
        return EXEC_ERROR_VALUE;
    }
    device_memory_expect_write(&process->memory, number, at, size);
    memset(process->memory.bytes + process->memory.items[number].place + at,
           (int)(uint8_t)q->head.words[1], size);
    tell_move(process, q, EXEC_MOVE_SET, number, size, q->head.words[3]);
    return EXEC_SUCCESS;
}

static ExecError symbol(ExecProcess *process, const Question *q, Reply *reply)
{
    if (q->head.words[0] >= (uint64_t)process->kernels.variable_count)
        return EXEC_ERROR_SYMBOL;
    int variable = (int)q->head.words[0], number = launcher_variable(process, variable);
    if (number < 0)
        return EXEC_ERROR_MEMORY;
    reply->head.words[0] = device_memory_pointer(&process->memory, number);
    reply->head.words[1] = process->kernels.variables[variable].bytes;
    return EXEC_SUCCESS;
}

static ExecError what(ExecProcess *process, const Question *q, Reply *reply)
{
    uint64_t at;
    int number = piece(process, q->head.words[0], 0, &at);
    if (number < 0)
        return EXEC_SUCCESS;
    const Allocation *item = &process->memory.items[number];
    reply->head.words[0] = item->kind;
    reply->head.words[1] = device_memory_pointer(&process->memory, number);
    reply->head.words[2] = item->mapped_at ? item->place_bytes : item->bytes;
    reply->head.words[3] = item->mapped_at;
    return EXEC_SUCCESS;
}

/* A function that is not there, and what is used instead. */
static void tell_refused(ExecProcess *process, const Question *q)
{
    static const char *const remedies[EXEC_LIBRARIES] = {
        [EXEC_LIBRARY_CURAND] = "there is no cuRAND; make random numbers on the host (rand, "
                                "std::mt19937) and copy them",
        [EXEC_LIBRARY_DRIVER] = "there is no driver API; call the runtime (cudaMalloc, "
                                "cudaMemcpy, <<<>>>)",
        [EXEC_LIBRARY_TEXTURES] = "there are no textures, surfaces and CUDA arrays; keep the data "
                                  "in memory of cudaMalloc and read it by an index",
        [EXEC_LIBRARY_RUNTIME] = "this function of the runtime is not there; leave it out"};
    const char *at = (const char *)q->text, *name = next_text(q, &at);
    if (name && q->head.words[2] < EXEC_LIBRARIES)
        tell_about(process, HOST_NOT_SUPPORTED, q->head.words[1], NULL,
                   phrase_new(process->arena, "%s fails: %p", name,
                              PHRASE_KEY(remedies[q->head.words[2]])));
}

/* Why an access ends the program, as far as its address tells. */
static const Phrase *crash_of(uint64_t address, uint64_t stack)
{
    enum { NULL_END = 1 << 12, STACK_REACH = 1 << 16 };
    if (address >> 56 == 1 && address & EXEC_DEVICE_BIT) /* as the runtime knows them */
        return PHRASE_LITERAL("it follows a pointer of the device");
    if (address < NULL_END)
        return PHRASE_LITERAL("it follows a null pointer");
    if (address + STACK_REACH > stack && address < stack + STACK_REACH)
        return PHRASE_LITERAL("its stack is full; use std::vector, new or static for large arrays, "
                              "and look whether a recursion ends");
    return PHRASE_LITERAL("it accesses what is no memory; look at its pointers and indices");
}

static ExecError tell(ExecProcess *process, const Question *q, Reply *reply)
{
    static const char *const kinds[] = {"cudaMemcpyHostToHost", "cudaMemcpyHostToDevice",
                                        "cudaMemcpyDeviceToHost", "cudaMemcpyDeviceToDevice"};
    Arena *arena = process->arena;
    uint64_t caller = q->head.words[1], value = q->head.words[2];
    (void)reply;
    switch (q->head.words[0]) {
    case EXEC_TOLD_WRONG_KIND: {
        uint64_t right = q->head.words[3];
        if (value < 4 && right < 4)
            tell_about(process, HOST_COPY_WRONG_KIND, caller, NULL,
                       phrase_new(arena,
                                  "the copy says %s, but its pointers go the way of %s; say "
                                  "that, or exchange the pointers",
                                  kinds[value], kinds[right]));
        break;
    }
    case EXEC_TOLD_UNCHECKED:
        tell_about(process, HOST_UNCHECKED_ERROR, caller, NULL,
                   phrase_new(arena,
                              "the launch fails (error %d) and nobody asks; test "
                              "cudaGetLastError() after it",
                              (int)value));
        break;
    case EXEC_TOLD_HOST_READS: {
        int64_t offset;
        const Allocation *item = allocation_of(process, value, &offset);
        tell_about(process, HOST_HOST_READS_DEVICE, caller, item,
                   phrase_new(arena,
                              "the host follows a pointer into %s, memory of the device, and "
                              "is stopped there; copy with cudaMemcpy and read the copy",
                              item ? name_of(item) : "device memory"));
        break;
    }
    case EXEC_TOLD_EARLY:
        tell_about(process, HOST_READ_BEFORE_SYNCHRONIZE, caller, NULL,
                   phrase_new(arena,
                              "the host looks at memory that a kernel or a copy may still be "
                              "writing; call cudaDeviceSynchronize first"));
        break;
    case EXEC_TOLD_UNPRINTED:
        tell_about(process, HOST_READ_BEFORE_SYNCHRONIZE, caller, NULL,
                   phrase_new(arena,
                              "what this launch prints is lost: the program ends without waiting "
                              "for it; call cudaDeviceSynchronize before the end"));
        break;
    case EXEC_TOLD_REFUSED: tell_refused(process, q); break;
    case EXEC_TOLD_CRASH:
        process->crash = crash_of(value, q->head.words[3]);
        process->crash_at = caller;
        break;
    default: break;
    }
    return EXEC_SUCCESS;
}

static ExecError describe(ExecProcess *process, const Question *q, Reply *reply)
{
    const DeviceModel *d = process->options->device;
    ExecDevice *facts = ARENA_NEW(reply->arena, ExecDevice);
    (void)q;
    *facts = (ExecDevice){.memory_bytes = process->options->device_bytes,
                          .major = d->major,
                          .minor = d->minor,
                          .multiprocessors = d->sm_count,
                          .threads_per_multiprocessor = d->threads_per_sm,
                          .blocks_per_multiprocessor = d->blocks_per_sm ? d->blocks_per_sm : 32,
                          .registers_per_block = d->registers_per_block,
                          .registers_per_multiprocessor = d->registers_per_sm,
                          .shared_per_block_bytes = d->shared_per_block_bytes,
                          .shared_optin_bytes = d->shared_per_block_optin_bytes,
                          .shared_per_multiprocessor_bytes = d->shared_per_sm_bytes,
                          .shared_reserved_bytes = d->shared_reserved_per_block_bytes,
                          .clock_khz = (int32_t)(1000 * d->clock_mhz),
                          .memory_clock_khz = (int32_t)(1000 * d->memory_clock_mhz),
                          .memory_bus_bits = d->memory_bus_bits};
    snprintf(facts->name, sizeof facts->name, "%s", d->name);
    reply->head.words[0] = process->memory.used_bytes;
    reply->head.text_bytes = sizeof *facts;
    reply->text = facts;
    return EXEC_SUCCESS;
}

/* ---- the conversation ---- */

typedef ExecError Answer(ExecProcess *process, const Question *question, Reply *reply);

static Answer *const answers[] = {
    [EXEC_REGISTER_KERNEL] = register_name,
    [EXEC_REGISTER_VARIABLE] = register_name,
    [EXEC_KERNEL_SIZES] = kernel_sizes,
    [EXEC_KERNEL_FACTS] = kernel_facts,
    [EXEC_LAUNCH] = launch,
    [EXEC_ALLOCATE] = allocate,
    [EXEC_MAPPED] = note_mapped,
    [EXEC_FREE] = give_back,
    [EXEC_READ] = read_or_write,
    [EXEC_WRITE] = read_or_write,
    [EXEC_COPY] = copy,
    [EXEC_SET] = set,
    [EXEC_SYMBOL] = symbol,
    [EXEC_WHAT] = what,
    [EXEC_TELL] = tell,
    [EXEC_DEVICE] = describe,
    [EXEC_OCCUPANCY] = occupancy,
};

static void answer(ExecProcess *process, const Question *question, Reply *reply)
{
    bool is_known = question->head.kind < sizeof answers / sizeof *answers;
    ExecError error =
        is_known ? answers[question->head.kind](process, question, reply) : EXEC_ERROR_VALUE;
    reply->head.error = (int32_t)error;
}

/* Waits until the process can be read from (POLLIN) or written to (POLLOUT); false: it has ended,
 * or is to. */
static bool wait_until(ExecProcess *process, short what)
{
    const ExecApart *apart = process->options->apart;
    struct pollfd files[] = {{process->socket, what, 0},
                             {process->child_file, POLLIN, 0},
                             {apart ? apart->stop : -1, POLLIN, 0}};
    while (poll(files, 3, -1) < 0)
        if (errno != EINTR)
            return false;
    process->is_cancelled |= files[2].revents != 0;
    return !files[2].revents && files[0].revents & what;
}

/* All size bytes; false once the other end is gone. What a broken process does not send, or does
 * not take, keeps nobody from stopping it. */
static bool receive(ExecProcess *process, void *bytes, size_t size)
{
    for (char *at = bytes; size > 0;) {
        ssize_t got = recv(process->socket, at, size, MSG_DONTWAIT);
        if (got == 0 || (got < 0 && (errno != EAGAIN || !wait_until(process, POLLIN))))
            return false;
        at += got > 0 ? got : 0;
        size -= got > 0 ? (size_t)got : 0;
    }
    return true;
}

static bool send_all(ExecProcess *process, const void *bytes, size_t size)
{
    for (const char *at = bytes; size > 0;) {
        ssize_t sent = send(process->socket, at, size, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent < 0 && (errno != EAGAIN || !wait_until(process, POLLOUT)))
            return false;
        at += sent > 0 ? sent : 0;
        size -= sent > 0 ? (size_t)sent : 0;
    }
    return true;
}

static bool serve_one(ExecProcess *process)
{
    Question question;
    if (!receive(process, &question.head, sizeof question.head) ||
        question.head.text_bytes > EXEC_TEXT_LIMIT)
        return false;
    Arena *arena = arena_new();
    uint8_t *text = arena_alloc(arena, (uint64_t)question.head.text_bytes + 1);
    Reply reply = {.arena = arena};
    question.text = text;
    text[question.head.text_bytes] = 0;
    bool is_good = receive(process, text, question.head.text_bytes);
    if (is_good) {
        answer(process, &question, &reply);
        is_good = send_all(process, &reply.head, sizeof reply.head) &&
                  send_all(process, reply.text, reply.head.text_bytes);
    }
    arena_free(arena);
    return is_good;
}

void process_serve(ExecProcess *process)
{
    while (!process->is_cancelled && serve_one(process))
        continue;
}
