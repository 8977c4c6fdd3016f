/* Buffers: how many elements, and what they begin with. Private to load. */
#pragma once

#include "load/contents/flow.h"

/* ---- buffer.c ---- */

/* A pointer: a parameter, or a member of one. */
typedef struct Pointer {
    const char *name;
    const Type *element;
    const HostArgument *host; /* as in Scalar */
    BufferRole role;
    int parameter;       /* its index; -1: a member of a struct */
    uint64_t row_length; /* as in BufferPlan */
} Pointer;

/* Index of the pointer's buffer: a new one, or the one of an earlier pointer into the same
 * allocation of the host; -1: it is a null pointer; from LAUNCH_BUFFER_LIMIT on: a lost one (as in
 * Launch.arguments). *start_bytes gets where in the buffer it points. */
int load_add_buffer(Loader *loader, const Pointer *pointer, int64_t *start_bytes);

/* Where in its buffer a pointer points, in bytes: the option, else what the host adds. */
int64_t load_start(Loader *loader, const Pointer *pointer, const Buffer *buffer);

/* Makes the buffer of a __device__ or __constant__ variable. */
void load_add_global(Loader *loader, int index);

/* Elements of a row of a buffer of the loader, from its plan or the kernel's indices; false if
 * neither tells. */
bool load_row_length(const Loader *loader, const Buffer *buffer, uint64_t *out);

/* Sets rows and columns of a buffer whose count is known. */
void load_set_layout(Loader *loader, int index);
void load_set_global_layout(Loader *loader, int index); /* the buffer of a variable */

/* Sets what a buffer of its role is filled with: what the host's memset and copies say; where they
 * say nothing, an output with the poison, all else with whole numbers. */
void load_set_default_fill(Loader *loader, int index);

/* Tells of which buffers the contents were generated, now that all are known (Run.made_up). */
void load_tell_made_up(Loader *loader);

/* ---- given.c ---- */

/* Fills a buffer with what --arg says for that name, which counts instead of all that the host code
 * does to it; false: there is no such option, or an error in it. */
bool load_give(Loader *loader, int index, const char *name);

/* The same for one more pointer into a buffer; an error where that would tear the two apart. */
void load_give_shared(Loader *loader, const Pointer *pointer, int index, int64_t start_bytes);

/* Rows and columns as --shape gives them; false: there is no such option. What is wrong with it is
 * an error. And how many elements they are; 0: there is no such option, or too many. */
bool load_shape(Loader *loader, Buffer *buffer);
uint64_t load_shape_count(Loader *loader, const char *name);

/* An error for a pointer to a part of a buffer that what options give leaves no room for. */
void load_check_given(Loader *loader);

/* The number, made larger by --arg, on which the size of an allocation hangs; NULL: none. */
const RaisedNumber *load_raised(const Loader *loader, const HostArgument *size,
                                uint64_t element_bytes);

/* ---- contents.c ---- */

/* What the host code puts into a buffer; NULL: nothing that is known. */
const HostContents *load_host_contents(const Loader *loader, int index);

/* What the host has copied to a variable of the device when it launches; NULL: nothing. */
const HostSymbol *load_symbol(const Run *run, const char *name);
bool load_symbol_is_late(const Run *run, const char *name); /* it does so only after the launch */

/* Contents that the host code gives the buffers. */
void load_contents(Loader *loader);

/* Gives a buffer that was made after load_contents what the host code puts into it, if that is
 * known. */
void load_take_contents(Loader *loader, int index);

/* Does some of the buffer hold what an earlier launch has left? And: gives buffers that, as far as
 * it is known (LoadAttempt.left). */
bool load_is_launched(const HostArgument *host);
void load_take_left(Loader *loader);

/* Generated contents that are indices are kept inside what they index. */
void load_indices(Loader *loader);

/* ---- order.c ---- */

/* Order in generated contents, where the kernel needs it: after load_contents it has the flow. */
void load_order(Loader *loader, const LoadFlow *flow);

/* The same of buffers that had no size then, now that they have. */
void load_order_sized(Loader *loader);

/* Makes the buffer's contents its generated numbers again, each less than limit (from 1); with an
 * order, in that order. numbers: [scalar] what they are else. */
void load_keep_below(Loader *loader, int index, const uint64_t *numbers, uint64_t limit);
