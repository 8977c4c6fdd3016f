/* LaunchImage: one launch of a program that was run as a whole, as it was when it began: the
 * kernel, its sizes, its arguments, and what device memory held. With LoadOptions.image run_load
 * makes the Run of just that launch, and reads no host code. */
#pragma once

#include "program/program.h"
#include "vm/launch.h"

/* An allocation that the launch can reach, or a variable of the device. */
typedef struct ImageBuffer {
    const char *name;       /* as last it was called by a parameter; or the variable's; or NULL */
    const Type *element;    /* what it is known to be made of; NULL: nothing is known */
    bool is_variable;       /* __device__ or __constant__ */
    uint64_t bytes;         /* how many it has; 0: it was freed */
    const uint8_t *content; /* [bytes] */
    const BufferPiece *pieces; /* what of them nothing has filled */
    int piece_count;
} ImageBuffer;

/* Pointers, in arguments and in contents, are addresses (program/address.h) whose object is the
 * index of a buffer. It never changes. */
typedef struct LaunchImage {
    const char *path;   /* of the file with the kernel */
    const char *kernel; /* "void scale<float>(float*, int)", as the compiler has it */
    int number;         /* of the launch, from 1 */
    Dim3 grid, block;
    uint32_t shared_bytes;    /* dynamic */
    const uint8_t *arguments; /* one behind the other, without gaps */
    uint32_t argument_bytes;
    const ImageBuffer *buffers;
    int buffer_count;
    uint32_t unset_word; /* as in Buffer, of all of them */
    uint64_t key;        /* a hash of all of it but path, number and unset_word */
} LaunchImage;

/* A copy of an image, with one holder; of its elements nothing is known. Buffers without content
 * get zeros, which may be written to before image_end computes the key. */
LaunchImage *image_start(const LaunchImage *image);
const LaunchImage *image_end(LaunchImage *image);

/* One holder more, and one less: any thread. The last one frees it. NULL is allowed. */
const LaunchImage *image_hold(const LaunchImage *image);
void image_release(const LaunchImage *image);

/* Its Launch of the kernel, laid out, in the arena; content and pieces stay where they are.
 * globals[i]: the buffer of variable i of the program. False if the arguments are not those of the
 * kernel. */
bool image_launch(Arena *arena, const Program *program, const LaunchImage *image,
                  const int *globals, Launch *launch);
