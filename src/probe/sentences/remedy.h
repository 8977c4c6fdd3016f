/* What to do about a race, and about an access outside: that depends on what the kernel was about
 * to do, which its instructions show. */
#ifndef TILESTEP_PROBE_SENTENCES_REMEDY_H
#define TILESTEP_PROBE_SENTENCES_REMEDY_H

#include "probe/sentences/words.h"

typedef enum RemedyPattern {
    REMEDY_UPDATE,   /* x = x + ...: a sum, a counter, a bin, a maximum */
    REMEDY_LOCK,     /* the same, in a kernel that has locks */
    REMEDY_IN_PLACE, /* an element is read that another block replaces: a stencil in place */
    REMEDY_PUBLISH,  /* a result of another block is read, and atomics or volatile tell of it */
    REMEDY_LATER,    /* a result of another block is read, and nothing tells that it is there */
    REMEDY_OVERLAP,  /* parts of an array that blocks write have elements in common */
    REMEDY_ONE_WORD, /* all blocks write the same element */
    /* inside a block: */
    REMEDY_ONE_STORE, /* several threads write one element in one line */
    REMEDY_SAID       /* a barrier between them, which the sentence says is not there */
} RemedyPattern;

/* finding: a race. */
RemedyPattern remedy_pattern(const Program *program, const Finding *finding);

/* What to do, without the full stop. */
const char *remedy_text(Language language, RemedyPattern pattern);

/* The end of the sentence on a finding outside of an array, or on a race inside a block, with "; "
 * before it; "" for other kinds. In the arena, or it lives for ever. */
const char *remedy_end(const Words *words);

#endif
