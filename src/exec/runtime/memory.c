/* Memory: what CUDA's functions of allocation, copying and setting mean. Where a device pointer
 * leads is tilestep's to say; bytes go straight between the program and the memory's file. */
#include "exec/runtime/talk.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PITCH_BYTES = 512, HOST_FLAGS = 7, MAPPED = 2 };

/* ---- allocations ---- */

/* Memory that both sides see: a piece of the memory's file, mapped. */
static int map_piece(const ExecAnswer *answer, void **pointer)
{
    void *at = mmap(NULL, (size_t)answer->words[2], PROT_READ | PROT_WRITE, MAP_SHARED,
                    tilestep_memory_file(), (off_t)answer->words[1]);
    if (at == MAP_FAILED)
        return tilestep_fail(cudaErrorMemoryAllocation);
    *pointer = at;
    tilestep_watch(at, (size_t)answer->words[2], (unsigned)answer->words[3]);
    return tilestep_ask(EXEC_MAPPED,
                        (uint64_t[EXEC_WORDS]){answer->words[0], (uint64_t)(uintptr_t)at}, NULL, 0,
                        NULL);
}

static int allocate(void **pointer, size_t size, ExecMemoryKind kind, uint64_t caller)
{
    ExecAnswer answer;
    if (!pointer || tilestep_fail(cudaSuccess))
        return tilestep_fail(cudaErrorInvalidValue);
    *pointer = NULL;
    if (!size)
        return cudaSuccess;
    int error =
        tilestep_ask(EXEC_ALLOCATE, (uint64_t[EXEC_WORDS]){size, kind, caller}, NULL, 0, &answer);
    if (error)
        return tilestep_fail(error);
    if (kind != EXEC_MEMORY_DEVICE)
        return map_piece(&answer, pointer);
    *pointer = (void *)(uintptr_t)answer.words[0];
    return tilestep_fail(cudaSuccess);
}

int cudaMalloc(void **pointer, size_t size)
{
    return allocate(pointer, size, EXEC_MEMORY_DEVICE, CALLER);
}

int cudaMallocAsync(void **pointer, size_t size, void *stream)
{
    (void)stream;
    return allocate(pointer, size, EXEC_MEMORY_DEVICE, CALLER);
}

int cudaMallocFromPoolAsync(void **pointer, size_t size, void *pool, void *stream)
{
    (void)stream;
    return pool ? allocate(pointer, size, EXEC_MEMORY_DEVICE, CALLER)
                : tilestep_fail(cudaErrorInvalidValue);
}

int cudaMallocManaged(void **pointer, size_t size, unsigned flags)
{
    if (flags != 1 && flags != 2) /* cudaMemAttachGlobal, cudaMemAttachHost */
        return tilestep_fail(cudaErrorInvalidValue);
    return allocate(pointer, size, EXEC_MEMORY_MANAGED, CALLER);
}

int cudaMallocHost(void **pointer, size_t size, unsigned flags)
{
    (void)flags;
    return allocate(pointer, size, EXEC_MEMORY_PINNED, CALLER);
}

int cudaHostAlloc(void **pointer, size_t size, unsigned flags)
{
    if (flags > HOST_FLAGS)
        return tilestep_fail(cudaErrorInvalidValue);
    return allocate(pointer, size, EXEC_MEMORY_PINNED, CALLER);
}

static size_t pitch_of(size_t width)
{
    return (width + PITCH_BYTES - 1) / PITCH_BYTES * PITCH_BYTES;
}

int cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height)
{
    *pitch = pitch_of(width);
    return allocate(pointer, *pitch * height, EXEC_MEMORY_DEVICE, CALLER);
}

typedef struct Extent {
    size_t width, height, depth;
} Extent;
typedef struct Pitched {
    void *pointer;
    size_t pitch, width, height;
} Pitched;

int cudaMalloc3D(Pitched *out, Extent extent)
{
    *out = (Pitched){NULL, pitch_of(extent.width), extent.width, extent.height};
    return allocate(&out->pointer, out->pitch * extent.height * extent.depth, EXEC_MEMORY_DEVICE,
                    CALLER);
}

/* The words of EXEC_WHAT's answer; the kind is 0 where the pointer is not known. */
static ExecAnswer what(const void *pointer)
{
    ExecAnswer answer = {0};
    tilestep_ask(EXEC_WHAT, (uint64_t[EXEC_WORDS]){(uint64_t)(uintptr_t)pointer}, NULL, 0, &answer);
    return answer;
}

static int give_back(void *pointer, ExecMemoryKind kind, uint64_t caller)
{
    if (!pointer)
        return cudaSuccess;
    tilestep_synchronize();
    ExecAnswer known = what(pointer);
    if (kind == EXEC_MEMORY_DEVICE && known.words[0] == EXEC_MEMORY_PINNED)
        return tilestep_fail(cudaErrorInvalidValue); /* that is cudaFreeHost's to free */
    int error =
        tilestep_ask(EXEC_FREE, (uint64_t[EXEC_WORDS]){(uint64_t)(uintptr_t)pointer, kind, caller},
                     NULL, 0, NULL);
    if (!error && known.words[3]) {
        tilestep_unwatch(pointer);
        munmap((void *)(uintptr_t)known.words[3], (size_t)known.words[2]);
    }
    return tilestep_fail(error);
}

int cudaFree(void *pointer)
{
    return give_back(pointer, EXEC_MEMORY_DEVICE, CALLER);
}

int cudaFreeAsync(void *pointer, void *stream)
{
    (void)stream;
    return give_back(pointer, EXEC_MEMORY_DEVICE, CALLER);
}

int cudaFreeHost(void *pointer)
{
    return give_back(pointer, EXEC_MEMORY_PINNED, CALLER);
}

int cudaHostGetDevicePointer(void **device, void *host, unsigned flags)
{
    (void)flags;
    *device = host;
    return what(host).words[0] ? cudaSuccess : tilestep_fail(cudaErrorInvalidValue);
}

int cudaHostGetFlags(unsigned *flags, void *host)
{
    *flags = MAPPED;
    return what(host).words[0] ? cudaSuccess : tilestep_fail(cudaErrorInvalidValue);
}

/* Advice and prefetches change nothing of what a program computes, and are for managed memory. */
int tilestepCheckManaged(const void *memory)
{
    return what(memory).words[0] == EXEC_MEMORY_MANAGED ? cudaSuccess
                                                        : tilestep_fail(cudaErrorInvalidValue);
}

typedef struct Attributes {
    int type, device;
    void *device_pointer, *host_pointer;
} Attributes;

int cudaPointerGetAttributes(Attributes *out, const void *pointer)
{
    static const int types[] = {0, 2, 3, 1, 2, 1}; /* [ExecMemoryKind] cudaMemoryType */
    ExecAnswer answer = what(pointer);
    int kind = (int)answer.words[0];
    void *there = (void *)(uintptr_t)pointer;
    *out = (Attributes){types[kind], kind ? 0 : -2, kind ? there : NULL,
                        tilestep_is_device(pointer) ? NULL : there};
    return cudaSuccess;
}

int cudaMemGetInfo(size_t *free_bytes, size_t *total)
{
    ExecDevice device;
    ExecAnswer answer;
    int error = tilestep_ask_text(EXEC_DEVICE, NULL, NULL, 0, &answer, &device, sizeof device);
    *total = (size_t)device.memory_bytes;
    *free_bytes = (size_t)(device.memory_bytes - answer.words[0]);
    return tilestep_fail(error);
}

/* ---- bytes in and out ---- */

/* All bytes between a place of the file and the program's memory. */
static int transfer(bool is_write, void *bytes, size_t size, uint64_t place)
{
    int file = tilestep_memory_file();
    for (size_t done = 0; done < size;) {
        ssize_t part = is_write
                           ? pwrite(file, (char *)bytes + done, size - done, (off_t)(place + done))
                           : pread(file, (char *)bytes + done, size - done, (off_t)(place + done));
        if (part <= 0)
            return cudaErrorInvalidValue;
        done += (size_t)part;
    }
    return cudaSuccess;
}

/* What nobody has set is most often zero on a GPU. */
static void zero_unset(char *bytes, size_t size, uint64_t place)
{
    uint32_t unset = EXEC_UNSET_WORD;
    for (size_t i = (size_t)(-place & 3); i + sizeof unset <= size; i += sizeof unset)
        if (memcmp(bytes + i, &unset, sizeof unset) == 0)
            memset(bytes + i, 0, sizeof unset);
}

static int copy_out_or_in(const TilestepCopy *copy, bool is_write, uint64_t caller)
{
    ExecAnswer answer;
    uint64_t device = (uint64_t)(uintptr_t)(is_write ? copy->to : copy->from);
    int error = tilestep_ask(is_write ? EXEC_WRITE : EXEC_READ,
                             (uint64_t[EXEC_WORDS]){device, copy->size, caller}, NULL, 0, &answer);
    void *host = is_write ? (void *)(uintptr_t)copy->from : copy->to;
    error = error ? error : transfer(is_write, host, copy->size, answer.words[0]);
    if (!error && !is_write && answer.words[1])
        zero_unset(host, copy->size, answer.words[0]);
    return error;
}

/* Is that a direction for these two pointers? Memory that both sides see goes with either word. */
static bool is_direction(const TilestepCopy *copy)
{
    bool to = tilestep_is_device(copy->to), from = tilestep_is_device(copy->from);
    bool wants_to = copy->kind == HOST_TO_DEVICE || copy->kind == DEVICE_TO_DEVICE;
    bool wants_from = copy->kind == DEVICE_TO_HOST || copy->kind == DEVICE_TO_DEVICE;
    if (copy->kind == ANY_DIRECTION)
        return true;
    return (to == wants_to || (!to && what(copy->to).words[0])) &&
           (from == wants_from || (!from && what(copy->from).words[0]));
}

static uint64_t direction_of(const TilestepCopy *copy)
{
    bool to = tilestep_is_device(copy->to), from = tilestep_is_device(copy->from);
    return to && from ? DEVICE_TO_DEVICE
           : to       ? HOST_TO_DEVICE
           : from     ? DEVICE_TO_HOST
                      : HOST_TO_HOST;
}

static int set(const TilestepCopy *copy, uint64_t caller)
{
    if (tilestep_is_device(copy->to))
        return tilestep_ask(EXEC_SET,
                            (uint64_t[EXEC_WORDS]){(uint64_t)(uintptr_t)copy->to,
                                                   (uint64_t)copy->value, copy->size, caller},
                            NULL, 0, NULL);
    if (!what(copy->to).words[0])
        return cudaErrorInvalidValue;
    memset(copy->to, copy->value, copy->size);
    return cudaSuccess;
}

int tilestep_copy(const TilestepCopy *copy, void *caller_address)
{
    uint64_t caller = (uint64_t)(uintptr_t)caller_address;
    if (!copy->size)
        return cudaSuccess;
    if (copy->kind < 0)
        return set(copy, caller);
    if (copy->kind > ANY_DIRECTION)
        return cudaErrorInvalidMemcpyDirection;
    if (!copy->to || !copy->from)
        return cudaErrorInvalidValue;
    if (!is_direction(copy)) {
        tilestep_ask(EXEC_TELL,
                     (uint64_t[EXEC_WORDS]){EXEC_TOLD_WRONG_KIND, caller, (uint64_t)copy->kind,
                                            direction_of(copy)},
                     NULL, 0, NULL);
        return cudaErrorInvalidValue;
    }
    bool to = tilestep_is_device(copy->to), from = tilestep_is_device(copy->from);
    if (to && from)
        return tilestep_ask(EXEC_COPY,
                            (uint64_t[EXEC_WORDS]){(uint64_t)(uintptr_t)copy->to,
                                                   (uint64_t)(uintptr_t)copy->from, copy->size,
                                                   caller},
                            NULL, 0, NULL);
    if (to || from)
        return copy_out_or_in(copy, to, caller);
    memmove(copy->to, copy->from, copy->size);
    return cudaSuccess;
}

/* Does it now, or notes it where the stream is captured. */
static int copy_on(TilestepCopy copy, void *stream, void *caller)
{
    if (tilestep_capture_copy(&copy, stream))
        return cudaSuccess;
    tilestep_set_stream(stream);
    tilestep_synchronize();
    int broken = tilestep_fail(cudaSuccess);
    return broken ? broken : tilestep_fail(tilestep_copy(&copy, caller));
}

/* The same for a copy that the program has to wait for before it looks at what comes. */
static int copy_later(TilestepCopy copy, void *stream, void *caller)
{
    int error = copy_on(copy, stream, caller);
    if (!error && tilestep_is_device(copy.from) && !tilestep_is_device(copy.to))
        tilestep_close_at(copy.to);
    return error;
}

int cudaMemcpy(void *to, const void *from, size_t size, int kind)
{
    return copy_on((TilestepCopy){to, from, size, kind, 0}, NULL, CALLER_ADDRESS);
}

int cudaMemcpyAsync(void *to, const void *from, size_t size, int kind, void *stream)
{
    return copy_later((TilestepCopy){to, from, size, kind, 0}, stream, CALLER_ADDRESS);
}

int cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device, size_t size)
{
    (void)to_device;
    (void)from_device;
    return copy_on((TilestepCopy){to, from, size, ANY_DIRECTION, 0}, NULL, CALLER_ADDRESS);
}

int cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device, size_t size,
                        void *stream)
{
    (void)to_device;
    (void)from_device;
    return copy_on((TilestepCopy){to, from, size, ANY_DIRECTION, 0}, stream, CALLER_ADDRESS);
}

/* Rows of width bytes; the caller is that of the CUDA function. */
static int copy_rows(Pitched to, Pitched from, size_t width, size_t height, int kind, void *stream,
                     void *caller)
{
    if (width > to.pitch || width > from.pitch)
        return tilestep_fail(cudaErrorInvalidPitchValue);
    for (size_t row = 0; row < height; ++row) {
        TilestepCopy copy = {(char *)to.pointer + row * to.pitch,
                             (char *)from.pointer + row * from.pitch, width, kind, 0};
        int error = copy_on(copy, stream, caller);
        if (error)
            return error;
    }
    return cudaSuccess;
}

int cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                 size_t height, int kind)
{
    return copy_rows((Pitched){to, to_pitch, 0, 0},
                     (Pitched){(void *)(uintptr_t)from, from_pitch, 0, 0}, width, height, kind,
                     NULL, CALLER_ADDRESS);
}

int cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                      size_t height, int kind, void *stream)
{
    return copy_rows((Pitched){to, to_pitch, 0, 0},
                     (Pitched){(void *)(uintptr_t)from, from_pitch, 0, 0}, width, height, kind,
                     stream, CALLER_ADDRESS);
}

typedef struct Position {
    size_t x, y, z;
} Position;
typedef struct Copy3D {
    void *from_array;
    Position from_at;
    Pitched from;
    void *to_array;
    Position to_at;
    Pitched to;
    Extent extent;
    int kind;
} Copy3D;

static Pitched slice(Pitched piece, Position at, size_t z)
{
    piece.pointer = (char *)piece.pointer + ((at.z + z) * piece.height + at.y) * piece.pitch + at.x;
    return piece;
}

static int copy_boxes(const Copy3D *copy, void *stream, void *caller)
{
    if (copy->from_array || copy->to_array)
        return tilestep_fail(cudaErrorNotSupported);
    for (size_t z = 0; z < copy->extent.depth; ++z) {
        int error = copy_rows(slice(copy->to, copy->to_at, z), slice(copy->from, copy->from_at, z),
                              copy->extent.width, copy->extent.height, copy->kind, stream, caller);
        if (error)
            return error;
    }
    return cudaSuccess;
}

int cudaMemcpy3D(const Copy3D *copy)
{
    return copy_boxes(copy, NULL, CALLER_ADDRESS);
}

int cudaMemcpy3DAsync(const Copy3D *copy, void *stream)
{
    return copy_boxes(copy, stream, CALLER_ADDRESS);
}

int cudaMemset(void *pointer, int value, size_t size)
{
    return copy_on((TilestepCopy){pointer, NULL, size, -1, value}, NULL, CALLER_ADDRESS);
}

int cudaMemsetAsync(void *pointer, int value, size_t size, void *stream)
{
    return copy_on((TilestepCopy){pointer, NULL, size, -1, value}, stream, CALLER_ADDRESS);
}

static int set_rows(void *pointer, size_t pitch, int value, size_t width, size_t height,
                    void *stream, void *caller)
{
    for (size_t row = 0; row < height; ++row) {
        int error = copy_on((TilestepCopy){(char *)pointer + row * pitch, NULL, width, -1, value},
                            stream, caller);
        if (error)
            return error;
    }
    return cudaSuccess;
}

int cudaMemset2D(void *pointer, size_t pitch, int value, size_t width, size_t height)
{
    return set_rows(pointer, pitch, value, width, height, NULL, CALLER_ADDRESS);
}

int cudaMemset2DAsync(void *pointer, size_t pitch, int value, size_t width, size_t height,
                      void *stream)
{
    return set_rows(pointer, pitch, value, width, height, stream, CALLER_ADDRESS);
}

static int set_boxes(Pitched piece, int value, Extent extent, void *stream, void *caller)
{
    for (size_t z = 0; z < extent.depth; ++z) {
        int error = set_rows(slice(piece, (Position){0, 0, 0}, z).pointer, piece.pitch, value,
                             extent.width, extent.height, stream, caller);
        if (error)
            return error;
    }
    return cudaSuccess;
}

int cudaMemset3D(Pitched piece, int value, Extent extent)
{
    return set_boxes(piece, value, extent, NULL, CALLER_ADDRESS);
}

int cudaMemset3DAsync(Pitched piece, int value, Extent extent, void *stream)
{
    return set_boxes(piece, value, extent, stream, CALLER_ADDRESS);
}
