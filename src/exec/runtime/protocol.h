/* What the host part of a program and tilestep say to each other: the runtime that the program is
 * linked with asks, tilestep answers, one after the other, over a socket that the program inherits.
 *
 * Device memory is one file without a name, which both have open. tilestep owns what lies where in
 * it; the runtime reads and writes the pieces that an answer names, and maps none of it but memory
 * that CUDA shows to both sides (managed and pinned), so that a wild store of the program spoils
 * nothing. A device pointer is what the emulator uses (program/address.h): no address of a
 * processor, so that a program which follows one is stopped there.
 */
#pragma once

#include <stdint.h>

/* Names of environment variables with the numbers of the socket and of the memory's file. */
#define EXEC_SOCKET_NAME "TILESTEP_EXEC_SOCKET"
#define EXEC_MEMORY_NAME "TILESTEP_EXEC_MEMORY"
/* And of one that is there where somebody reads along: what the program prints comes by lines. */
#define EXEC_LINES_NAME "TILESTEP_EXEC_LINES"

/* Requests, what stands in ExecRequest.words and behind the request (text), and the answer's
 * words. A place is an offset in the memory's file. */
typedef enum ExecRequestKind {
    EXEC_REGISTER_KERNEL,   /* text: file, mangled name, plain name, each with its NUL -> number */
    EXEC_REGISTER_VARIABLE, /* bytes, is constant; text: file, plain name -> number */
    EXEC_KERNEL_SIZES,      /* kernel -> parameters; text: a uint32_t each, bytes */
    EXEC_KERNEL_FACTS,      /* kernel -> static shared, constant, local bytes, most threads */
    EXEC_LAUNCH,   /* kernel, grid x | y << 32, grid z | block x << 32, block y | z << 32, shared
                      | EXEC_COOPERATIVE, caller; text: the arguments, one behind the other -> bytes
                      of a bit set of the allocations that it has written; text: those, then what
                      it prints */
    EXEC_ALLOCATE, /* bytes, ExecMemoryKind, caller -> device pointer, place, bytes of the place,
                      number */
    EXEC_MAPPED,   /* device pointer, where the program has mapped it */
    EXEC_FREE,     /* device pointer, ExecMemoryKind, caller */
    EXEC_READ,     /* device pointer, bytes, caller -> place, whether some were never set */
    EXEC_WRITE,    /* device pointer, bytes, caller -> place */
    EXEC_COPY,     /* to, from, bytes, caller: both device pointers */
    EXEC_SET,      /* device pointer, byte, bytes, caller */
    EXEC_SYMBOL,   /* variable -> device pointer, bytes */
    EXEC_WHAT,   /* device pointer -> ExecMemoryKind (0: not known), first byte, bytes, mapped at */
    EXEC_TELL,   /* ExecTold, caller, and what belongs to it */
    EXEC_DEVICE, /* -> text: ExecDevice */
    EXEC_OCCUPANCY /* kernel, threads, dynamic shared bytes -> blocks of a multiprocessor */
} ExecRequestKind;

typedef enum ExecMemoryKind {
    EXEC_MEMORY_UNKNOWN,
    EXEC_MEMORY_DEVICE,
    EXEC_MEMORY_MANAGED,
    EXEC_MEMORY_PINNED,
    EXEC_MEMORY_VARIABLE,
    EXEC_MEMORY_REGISTERED /* the program's own; its address, not its bytes */
} ExecMemoryKind;

/* What the runtime itself sees of a program's mistakes. */
typedef enum ExecTold {
    EXEC_TOLD_WRONG_KIND, /* the kind that was given, the one that is right */
    EXEC_TOLD_UNCHECKED,  /* the error */
    EXEC_TOLD_HOST_READS, /* the pointer */
    EXEC_TOLD_EARLY,
    EXEC_TOLD_UNPRINTED, /* what kernels print is lost at the end */
    EXEC_TOLD_REFUSED,   /* ExecLibrary; text: the function's name */
    EXEC_TOLD_CRASH      /* the address that was to be accessed, the stack pointer; or 0 */
} ExecTold;

/* What a function belongs to that tilestep does not have. */
typedef enum ExecLibrary {
    EXEC_LIBRARY_CURAND,
    EXEC_LIBRARY_DRIVER,
    EXEC_LIBRARY_TEXTURES,
    EXEC_LIBRARY_RUNTIME,
    EXEC_LIBRARIES
} ExecLibrary;

/* What memory holds that nobody has set, at whole words of the device: a number that no program
 * names, as it might -8888 (LAUNCH_POISON_WORD), of moderate size as a float and as a double. */
#define EXEC_UNSET_WORD 0xc0b5a973u

/* In the shared bytes of a launch whose blocks all come at once. */
#define EXEC_COOPERATIVE ((uint64_t)1 << 63)

/* In every device pointer that is not astray, as is 1 in the highest byte: ADDRESS_BIAS. */
#define EXEC_DEVICE_BIT ((uint64_t)1 << 41)

enum { EXEC_WORDS = 6, EXEC_TEXT_LIMIT = 1 << 24 };

typedef struct ExecRequest {
    uint32_t kind;       /* ExecRequestKind */
    uint32_t text_bytes; /* that follow */
    uint64_t stream;     /* 0: the default one; others count from 1 */
    uint64_t words[EXEC_WORDS];
} ExecRequest;

typedef struct ExecAnswer {
    int32_t error; /* as cudaError_t */
    uint32_t text_bytes;
    uint64_t words[EXEC_WORDS];
} ExecAnswer;

/* The device that programs see. Bytes, kHz, and numbers. */
typedef struct ExecDevice {
    char name[64];
    uint64_t memory_bytes;
    int32_t major, minor, multiprocessors, threads_per_multiprocessor, blocks_per_multiprocessor;
    int32_t registers_per_block, registers_per_multiprocessor;
    int32_t shared_per_block_bytes, shared_optin_bytes, shared_per_multiprocessor_bytes;
    int32_t shared_reserved_bytes, clock_khz, memory_clock_khz, memory_bus_bits;
} ExecDevice;
