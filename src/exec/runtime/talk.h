/* The runtime's end of the conversation with tilestep, and what its parts share. Private to the
 * runtime, which is linked into programs: every name but CUDA's begins with tilestep or is
 * static. */
#pragma once

#include "exec/runtime/protocol.h"

#include <stdbool.h>
#include <stddef.h>

/* cudaError_t, by the names that programs know. */
enum {
#define ERROR(name, number, text) name = number,
#include <error.def>
#undef ERROR
};

/* cudaMemcpyKind */
enum { HOST_TO_HOST, HOST_TO_DEVICE, DEVICE_TO_HOST, DEVICE_TO_DEVICE, ANY_DIRECTION };

typedef struct Dim3 {
    unsigned x, y, z;
} Dim3;

/* Where the program has called the function of CUDA that this stands in. */
#define CALLER_ADDRESS __builtin_return_address(0)
#define CALLER         ((uint64_t)(uintptr_t)CALLER_ADDRESS)

/* Asks, with the text behind the request (NULL: none), and waits for the answer, whose words go to
 * *answer (NULL: not wanted). Returns the answer's error. The program ends if nobody answers. Of
 * several threads one asks at a time. */
int tilestep_ask(ExecRequestKind kind, const uint64_t words[EXEC_WORDS], const void *text,
                 uint32_t text_bytes, ExecAnswer *answer);

/* The same; up to capacity bytes of the answer's text go to out. */
int tilestep_ask_text(ExecRequestKind kind, const uint64_t words[EXEC_WORDS], const void *text,
                      uint32_t text_bytes, ExecAnswer *answer, void *out, uint32_t capacity);

/* What this thread asks for next is work of that stream. A stream is a number; the default ones are
 * small addresses. */
void tilestep_set_stream(const void *stream);
static inline bool tilestep_is_default(const void *stream)
{
    return (uintptr_t)stream < 16;
}

/* Remembers an error for cudaGetLastError, and returns it; once the device has broken down, the
 * error of that instead of any other. */
int tilestep_fail(int error);

/* The device breaks down with this error, of which the program hears when it next waits for it. */
void tilestep_break(int error);

/* The memory's file. */
int tilestep_memory_file(void);

/* What the device is. */
ExecDevice tilestep_device(void);

/* Is it an address that only the device has? */
static inline bool tilestep_is_device(const void *pointer)
{
    return (uintptr_t)pointer >> 47 != 0;
}

/* Tells that a function or a part of it is not here, by its name; returns its error. */
int tilestep_refuse(const char *name, ExecLibrary library, void *caller);

/* watch.c: memory that both sides see, by its mapping and the number of its allocation. It is
 * closed to the program from a launch or a copy that writes it (a bit an allocation, an address in
 * it) until the program waits. */
void tilestep_watch(void *start, size_t bytes, unsigned number);
void tilestep_unwatch(void *start);
void tilestep_close(const uint8_t *written, size_t bytes);
void tilestep_close_at(const void *address);
void tilestep_open(void);

/* Is an allocation in the bit set of those that a launch has written? */
static inline bool tilestep_has_written(const uint8_t *written, size_t bytes, unsigned number)
{
    return number / 8 < bytes && (written[number / 8] >> number % 8 & 1);
}

/* registered.c: before a launch with these arguments, and after it. */
void tilestep_give_registered(const void *arguments, uint32_t bytes);
void tilestep_take_registered(const uint8_t *written, size_t bytes);

/* A launch has failed, and whether anybody asks is to be seen. */
void tilestep_note_failed_launch(int error, uint64_t caller);

/* Adds what a kernel has printed. */
void tilestep_print(const char *text, size_t length, uint64_t caller);

/* The program waits for the device: what kernels have printed goes to stdout, as the program's own
 * prints do, and memory that both see is open again. */
void tilestep_synchronize(void);

/* Is a stream being captured: work of that kind is to be noted, not done? Then notes a launch. */
bool tilestep_capture_launch(const uint64_t words[EXEC_WORDS], const void *arguments,
                             uint32_t bytes, void *stream);
typedef struct TilestepCopy {
    void *to;
    const void *from;
    size_t size;
    int kind;  /* cudaMemcpyKind; -1: a set */
    int value; /* of a set */
} TilestepCopy;
bool tilestep_capture_copy(const TilestepCopy *copy, void *stream);
bool tilestep_capture_host(void (*function)(void *), void *data, void *stream);

/* The number of the capture that a stream is in, 0: none; a stream that waits for an event of it
 * comes into it. */
unsigned tilestep_capture_number(const void *stream);
void tilestep_capture_join(unsigned number, void *stream);

/* The error of what may not be done to a stream that is captured, which spoils the capture; 0: it
 * is not captured. */
int tilestep_capture_forbids(const void *stream);

int tilestep_copy(const TilestepCopy *copy, void *caller);
int tilestep_launch(const uint64_t words[EXEC_WORDS], const void *arguments, uint32_t bytes);
