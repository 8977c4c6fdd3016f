/* The record of a run: what is known once its grid has been counted, and every figure of it under a
 * name, as JSON in the shape that scripts rely on. The command line prints it, and the names of a
 * lesson's expressions are looked up in it, so the two cannot differ. Every object is new and the
 * caller's, who gives it up with json_decref. What is not known is null, never a magic number. */
#pragma once

#include "count/witness.h"
#include "probe/models/occupancy.h"
#include "probe/sentences/print.h"
#include "probe/time/timeline.h"
#include "probe/wrong/first_wrong.h"
#include "record/json.h"

/* What is known of one run; the pointers are the caller's, and all but timeline stay unchanged. */
typedef struct Record {
    const Run *run;
    const Report *report;     /* of the whole grid, findings sorted */
    const CheckResult *check; /* NULL: names of the check are not known */
    Timeline *timeline;       /* NULL: nor those of places and elements. It is left where it
                                 stands */
    bool is_one_block;        /* the timeline is not of the whole grid: none of elements */
    const Probe *words;       /* with the counts of every word when all blocks have ended; NULL: the
                                 timeline is asked */
    uint32_t thread;          /* in its block: the one that place.* is about */
    const Witness *witness;   /* of other schedules; NULL: none were tried */
    const Printout *printout; /* NULL: not asked for */
    const FirstWrong *wrong;  /* where the result goes wrong; NULL: it does not, or nobody asked */
    const char *beside;       /* path of the right version that it was compared with; or NULL */
    bool is_comparable;       /* that one has the same buffers, with the same contents */
} Record;

/* All of `run --json` but the GPU, of a record with a check. arena is for texts on the way. */
json_t *record_json(Arena *arena, const Record *record);

/* Parts of it. exactly: with fewest and most, if they can be known; a line is one of all files
 * (Instr.own_line), with_zeros: with the kinds of request that it does not make. */
json_t *record_launch(const Record *record);
json_t *record_counters(const Record *record);
json_t *record_buffer(const Record *record, int index, bool exactly);
json_t *record_line(const Record *record, uint32_t number, bool with_zeros);
json_t *record_findings(Arena *arena, const Record *record);
json_t *record_check(const Record *record);

/* The parts of requests of one kind. */
json_t *record_requests(RequestKind kind, const MemoryCount *count);

/* What a multiprocessor holds of a block, and the widest tile of two float matrices that a block
 * can hold. */
json_t *record_occupancy(const DeviceModel *device, const Occupancy *occupancy);

/* Puts elements, and rows and columns if it has any. */
void record_put_shape(json_t *object, const Buffer *buffer);

/* How often the elements of a buffer were read, by loads of both ways and by atomics, which read
 * what they change. */
typedef struct ReadsPerElement {
    double mean; /* reads divided by elements; 0 for an empty buffer */
    bool is_exact;
    uint32_t fewest, most; /* of any element, if is_exact: of short runs with a timeline only */
} ReadsPerElement;
ReadsPerElement record_reads(const Record *record, int buffer, bool exactly);

/* Up to so many warp instructions are run one after another for the counts of each element. */
enum { RECORD_READS_STEPS_MOST = 400000 };
