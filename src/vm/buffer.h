/* Buffer: one piece of global memory, with what it holds when a launch begins. A plain value, which
 * owns nothing that it points to. */
#pragma once

#include "program/type.h"

/* The word of memory nobody has filled: -8888.0f. */
#define LAUNCH_POISON_WORD 0xc60ae000u

/* What a buffer holds at first: zeros; the poison; whole numbers 1 to 9; numbers spread evenly over
 * a small range; or bytes that are given. */
typedef enum FillKind { FILL_ZEROS, FILL_POISON, FILL_INTS, FILL_RANDOM, FILL_BYTES } FillKind;

/* What the kernel does with a buffer, by its instructions: reads, writes, or both. */
typedef enum BufferRole { ROLE_INPUT, ROLE_OUTPUT, ROLE_IN_OUT } BufferRole;

/* A part of a buffer that holds something else than its fill says: one byte again and again; the
 * poison, since nothing was written there; or what an earlier launch has left, where a scalar that
 * holds the poison is one that nothing has written. */
typedef enum PieceKind { PIECE_BYTE, PIECE_UNSET, PIECE_LEFT } PieceKind;

typedef struct BufferPiece {
    uint64_t from, to; /* bytes of the buffer */
    PieceKind kind;
    uint8_t byte;
} BufferPiece;

/* How the kernel finds where to write in a buffer. If all its writes there go by contents that are
 * made up, nobody knows whether they meet. OF_BLOCKS: by a number that a block shares; the reads go
 * by it as well, so that a block has a part of its own. OF_THREADS: each thread by a number of its
 * own, and nothing reads the buffer. */
typedef enum Places { PLACES_KNOWN, PLACES_OF_BLOCKS, PLACES_OF_THREADS } Places;

/* One piece of global memory: what a cudaMalloc, a __device__ or a __constant__ variable gives. */
typedef struct Buffer {
    const char *name; /* the parameter's, struct member's ("A.cells") or __device__ variable's */
    ScalarType type;  /* of the scalars it is made of (float4 *: F32, four per element) */
    uint32_t element_bytes;
    const Type *element; /* what an element is declared as; NULL: nothing but scalars of the type */
    bool is_mixed;  /* the element is a struct whose members are of several types; type is then the
                       first one's */
    uint64_t count; /* elements */
    bool is_count_assumed; /* nothing says how many there are: what lies behind them is no fault */
    uint64_t rows, cols;   /* row major, in scalars; rows == 0: one-dimensional */
    bool has_sure_rows;    /* the shape was given, or is the type's: not taken from an index */
    bool is_transposed;    /* subscripts are told column first: it is known to hold the columns of a
                              matrix as its rows. Nothing but names follows from it */
    uint64_t offset_bytes; /* in the arena; set by launch_layout */
    FillKind fill;
    uint64_t seed;     /* FILL_RANDOM, FILL_INTS */
    const void *bytes; /* FILL_BYTES: byte_count bytes; the rest is zeros */
    uint64_t byte_count;
    uint32_t unset_word; /* what each of its words holds that nobody has filled; 0: the poison of
                            its type */
    const BufferPiece *pieces; /* in their order, apart from each other */
    int piece_count;
    BufferRole role;
    bool holds_addresses; /* of other buffers, as the emulator has them: in bytes */
    bool is_constant;     /* __constant__ */
    Places places;        /* how the kernel finds where to write in it; unless KNOWN */
    int places_from;      /* by the made-up contents of that buffer, */
    uint32_t places_line; /* first on that line (Instr.own_line) */
    int parameter; /* a pointer parameter that points into it, one that is written if any; or -1 */
    int global;    /* index of the __device__ variable, else -1 */
} Buffer;

/* Bytes of the buffer itself, without rounding. */
static inline uint64_t buffer_bytes(const Buffer *buffer)
{
    return buffer->count * buffer->element_bytes;
}

/* The index of the first piece that ends behind a byte of the buffer; piece_count if none does. */
int buffer_piece_at(const Buffer *buffer, uint64_t at);

/* Is there a part of it that nothing has filled, or that an earlier launch may not have? */
static inline bool buffer_has_unset(const Buffer *buffer)
{
    bool has = buffer->fill == FILL_POISON;
    for (int i = 0; i < buffer->piece_count && !has; ++i)
        has = buffer->pieces[i].kind != PIECE_BYTE && buffer->pieces[i].from < buffer_bytes(buffer);
    return has;
}

/* Sets what follows from what its elements are declared as: element, type, element_bytes,
 * is_mixed. */
void buffer_set_element(Buffer *buffer, const Type *element);
