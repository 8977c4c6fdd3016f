/* The shape of a file: brackets, classes, functions, and what else stands outside them. Places are
 * numbers of tokens; a range [at, end) leaves out its end. */
#pragma once

#include "host/value/type.h"
#include "lang/text/token.h"

/* A class or struct with a body. */
typedef struct HostClass {
    const Token *name;
    int open;      /* token of { */
    int templates; /* token of < after template, or -1 */
} HostClass;

/* A function with a body, or a lambda. */
typedef struct HostFunction {
    const char *name;    /* without a class or namespace before it */
    uint32_t length;     /* bytes of name */
    int begin;           /* first token of its declaration (return type); -1: a lambda */
    int params;          /* token of (, or -1: a lambda without */
    int templates;       /* token of < after template, or -1 */
    int body;            /* token of { */
    bool is_device;      /* __global__ or __device__ alone: never run here */
    bool is_interesting; /* allocates, copies or launches, itself or in what it calls */
    bool was_run;
    bool is_called;           /* by a function of the file, as far as its name tells */
    bool is_recursive;        /* has run inside itself */
    signed char sets_globals; /* file-scope variables, itself or in what it calls; 0: not asked */
    int owner;                /* token of the { of the class that it is a member of, or -1 */
    int frame_id;             /* a lambda: of the frame whose variables it sees */
    int next;                 /* of the same bucket, or -1 */
} HostFunction;

/* ---- bracket.c ---- */

void host_match_brackets(HostScan *scan); /* fills HostScan.match */

/* Does one of ( [ { stand there? */
bool host_opens_bracket(const HostScan *scan, int at);

/* The token after the bracket that opens at `at`; end if that is further, or never closed. */
int host_after_bracket(const HostScan *scan, int at, int end);

/* Index of the token `text` at depth 0 in [at, end), or end. */
int host_find(const HostScan *scan, int at, int end, const char *text);

/* If a template argument list starts with the < at `at`, the index behind its >, else -1. */
int host_template_end(const HostScan *scan, int at, int end);

/* [at, end) as text, cut after about 60 bytes. */
const char *host_text(HostScan *scan, int at, int end);

/* ---- index.c: classes and functions ---- */

void host_note_classes(HostScan *scan); /* fills HostScan.classes and class_of */

/* The class whose { stands at `open`, or NULL. */
const HostClass *host_class_at(const HostScan *scan, int open);

/* Does the token name a member, pointers apart, of the class whose function it stands in? */
bool host_is_member(const HostScan *scan, int name);

/* Adds a function to HostScan.functions, which may move, and returns its index. */
int host_function_add(HostScan *scan, HostFunction function);

/* Called so; one with that many parameters rather than another (-1: no matter), one that is no
 * member rather than one that is. NULL: none. */
HostFunction *host_function_find(HostScan *scan, const char *name, uint32_t length, int arguments);

/* Of a class: the one with that many parameters, else one with more, which have defaults; -1. */
int host_method_find(HostScan *scan, int owner, const Token *name, int count);
int host_parameter_count(HostScan *scan, const HostFunction *function);

/* Is something allocated, copied or launched there, or a function called that does? */
bool host_range_is_interesting(HostScan *scan, int from, int to);
void host_mark_interesting(HostScan *scan); /* all functions */

/* Is a kernel launched there, or in a function called from there? depth: 0 to begin with. */
bool host_range_launches(HostScan *scan, int from, int to, int depth);

/* ---- item.c: declarations of file scope ---- */

void host_index(HostScan *scan); /* all of the above, in order */

/* Runs what stands at file scope: constants, enums, types. */
void host_run_file_scope(HostScan *scan);

/* The next declaration in [*at, end) that is no function, and moves *at behind it; false: none. */
bool host_next_field(HostScan *scan, int *at, int end, int *begin, int *finish);
