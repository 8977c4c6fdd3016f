/* What arrays of the host, and buffers of the device, hold, so that a buffer can begin with what
 * the program copies into it. Whatever is written and cannot be followed spoils the whole array:
 * it is unknown from then on, never wrong. */
#pragma once

#include "host/launch_scan.h"
#include "host/value/history.h"
#include "host/value/var.h"

enum {
    HOST_MEMORY_BYTES = 1 << 20,    /* of one array whose contents are kept */
    HOST_MEMORY_COUNT = 4096,       /* arrays */
    HOST_CONTENTS_LIMIT = 96 << 20, /* bytes that are kept of all arrays of one scan */
    HOST_STORE_LIMIT = 4096,        /* elements that are written one by one */
    HOST_STORE_STEPS = 32           /* statements that each of them gives back, at most */
};

/* A pointer in an array. */
typedef struct HostKept {
    int64_t at; /* bytes from the array's start */
    HostValue value;
} HostKept;

/* The contents of one array. Bytes beyond what was written are not known, or zeros. */
typedef struct HostMemory {
    int64_t size;           /* bytes; -1: unknown, or too many to keep */
    int64_t capacity;       /* of bytes and known */
    uint8_t *bytes, *known; /* NULL: nothing was written yet */
    const uint8_t *copy;    /* [copy_size] what was last handed out; NULL: nothing was */
    int64_t copy_size;
    HostKept *pointers; /* their bytes are known, as zeros */
    int pointer_count, pointer_capacity;
    int buffer;      /* index of the allocation whose memory it is, plus 1; 0: the host's */
    bool is_zeroed;  /* it began as zeros */
    bool is_listed;  /* see HostContents */
    bool is_spoiled; /* something unknown was written */
    bool is_pinned;  /* the device reaches it, too */
} HostMemory;

/* A buffer of the device. */
typedef struct HostAllocation {
    const char *name;                           /* of the pointer it was first given to */
    HostValue bytes;                            /* its size */
    bool is_uploaded, is_downloaded, is_zeroed; /* as in HostArgument */
    int memory;                                 /* index plus 1; 0: nothing is known of it yet */
    HostPiece *history; /* as in HostHistory; no pieces: cudaMalloc did not make it */
    int piece_count, piece_capacity, visit;
    bool is_plain; /* cudaMalloc made it, where the program certainly comes by */
    bool is_freed; /* by cudaFree, on the way that the program goes */
    int root;      /* HostScan.roots when it was made */
} HostAllocation;

/* A loop; begin and end of its parts are tokens. */
typedef struct HostLoop {
    int init;                     /* of a for alone: up to its first ; */
    int condition, condition_end; /* empty: always true */
    int step, step_end;
    int body, body_end;
    bool tests_last;
} HostLoop;

/* ---- memory.c ---- */

/* An array of that many bytes; its index in HostScan.memories plus 1, or 0 if there are too
 * many. */
int host_memory_new(HostScan *scan, const HostValue *bytes, bool is_zeroed);

/* The element or row `index` behind a pointer, of the host or the device: unknown where its
 * contents are, but always with its place, for a store. */
HostValue host_memory_index(HostScan *scan, HostValue pointer, int64_t index);

/* What stands at a place that is an element: a pointer, a struct. Anything else stays as it is. */
HostValue host_value_read(HostScan *scan, HostValue value);

/* The same of pointers alone. */
HostValue host_pointer_read(HostScan *scan, HostValue value);

/* A place in an array of the host or a buffer as one in HostScan.memories; false: not known. */
bool host_memory_place(HostScan *scan, const HostValue *value, HostValue *out);

/* Writes a value to the element at a place, as host_memory_index gives it. */
void host_memory_store(HostScan *scan, const HostValue *place, const HostValue *value);

/* The same for a number in an array of scalars; NULL: it is not known. */
void host_memory_put(HostScan *scan, const HostValue *array, int64_t index,
                     const HostNumber *number);

/* Writes the list whose { is at `open`; the number of elements that it has at least. */
int64_t host_memory_list(HostScan *scan, const HostValue *place, int open);

/* Elements of a list without its brackets, between commas. */
int64_t host_list_length(HostScan *scan, int at, int end);

/* memcpy and memset of that many bytes; the array written to is spoiled if that is not known. */

void host_memory_copy(HostScan *scan, const HostValue *to, const HostValue *from,
                      const HostValue *bytes);
void host_memory_set(HostScan *scan, const HostValue *to, const HostValue *byte,
                     const HostValue *bytes);

/* The array that the value is, or points into, is unknown from now on; nothing if it is neither. */
void host_memory_spoil(HostScan *scan, const HostValue *value);

/* The same of all arrays of the host, and of_device also of the device, that [at, end) names,
 * but for elements that are only read: something there could not be followed. */
void host_memory_spoil_named(HostScan *scan, int at, int end, bool of_device);

/* Of a list: another number of elements, new ones zero. False: it cannot have so many. */
bool host_memory_resize(HostScan *scan, const HostValue *list, const HostValue *count);

/* A copy of what the array behind a pointer holds now; bytes is NULL if it is unknown. */
HostContents host_memory_contents(HostScan *scan, const HostValue *value);

/* Adds the pointers to what the contents of an array are (launch.c). */
void host_pointers_told(HostScan *scan, const HostMemory *memory, HostContents *out);

/* ---- fill.c: malloc, memset, std::iota and their kin ---- */

/* False: it is no such call. */
bool host_fill_call(HostScan *scan, const Token *name, const HostValue *arguments, int count,
                    HostValue *result);

/* A call that nothing knows may write through every pointer that it is given. */
void host_fill_unknown_call(HostScan *scan, const Token *name, const HostValue *arguments,
                            int count);

/* A loop that does nothing but fill arrays: true if it was dealt with, all of it, or that it fills
 * more elements than are kept. False where something is not known, whatever was written. */
bool host_fill_loop(HostScan *scan, const HostLoop *loop);

/* `bytes` of equal elements. */
void host_fill_repeat(HostScan *scan, const HostValue *to, const HostValue *bytes,
                      const HostValue *value);

/* ---- vector.c ---- */

/* std::vector<T> v(n), v(n, value), v{a, b} (open: its {, else -1), device_vector<T> d(n), d =
 * h. */
HostValue host_vector_new(HostScan *scan, const HostVar *var, const HostValue *values, int count,
                          int open);

/* False: it is no method of a vector. */
bool host_vector_method(HostScan *scan, HostValue object, const Token *name,
                        const HostValue *arguments, int count, HostValue *result);

/* ---- new.c ---- */

/* What follows the word new at scan->at. */
HostValue host_new(HostScan *scan);
