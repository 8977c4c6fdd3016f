/* Host variables: declared, found by name or path, read and assigned. A variable is an index in
 * HostScan.vars, since the list moves when it grows. */
#pragma once

#include "host/launch_scan.h"
#include "host/value/type.h"

/* A variable, a member or element of one (a path), or the name of a type. */
typedef struct HostVar {
    const char *name; /* "n", or a path: "A.width", "sizes[0]" */
    uint32_t length;  /* bytes of name */
    HostType type;
    HostValue value;     /* what it holds now */
    int64_t array_count; /* elements of T name[n], else -1 */
    int alias;           /* a reference: the variable that it is, plus 1; 0: none */
    int listed;          /* index in HostScan.listed, or -1 */
    bool is_hidden;      /* its block has ended */
    bool is_type, is_path, is_parameter, is_overridden;
    bool is_member;  /* of the object whose function runs */
    bool is_managed; /* __managed__: kernels reach it, too */
    Span span;
} HostVar;

enum { HOST_LISTED_BUCKETS = 1024 };

/* What is found by name. */
typedef struct HostNames {
    struct HostMentions *mentions;   /* in the text (cuda/pointer.c); NULL: not asked for yet */
    int listed[HOST_LISTED_BUCKETS]; /* the last of HostScan.listed with that hash, plus 1 */
    int *listed_before;              /* [listed] the one before it there, plus 1 */
    int listed_before_capacity;
} HostNames;

/* ---- var.c ---- */

/* A new variable of the innermost frame, the last of HostScan.vars, unknown and without a type. The
 * pointer is stale when the next one is made. */
HostVar *host_var_new(HostScan *scan, const char *name, uint32_t length, Span span);

/* Index of the innermost variable of that name which the code that runs can see; -1: none. */
int host_var_find(HostScan *scan, const char *name, uint32_t length);

/* The first variable that can belong to the one at `place`. */
int host_first_beside(const HostScan *scan, int place);

/* Gives a new variable its first value, a setting if there is one. text says, where the value is
 * not known, what it was set by. */
void host_var_define(HostScan *scan, int var, HostValue value, const char *text);
void host_var_preset(HostScan *scan, int var); /* the setting of a variable nothing declares */

/* An assignment, which a variable with a setting ignores. component: of a dim3, else -1; text: as
 * above. */
void host_assign(HostScan *scan, int var, int component, HostValue value, const char *text);

/* Something that cannot be followed gives the variable its value, by the text: if it is what
 * that begins with so far, it is unknown from here on, as if it had never had one. */
void host_var_doubt(HostScan *scan, int var, double begin, const char *text);

/* A variable as an operand: its value, with itself as root if it has none. */
HostValue host_var_read(HostScan *scan, int var);

/* Copies what is known of the members of the struct `value` was read from into the variable, which
 * was given the whole of it. */
void host_copy_struct(HostScan *scan, int var, const HostValue *value);

/* Gives the struct called `to` the members of variable `from` that stand before `limit`. */
void host_copy_members(HostScan *scan, int from, int limit, const char *to);

/* ---- declare.c ---- */

bool host_declare(HostScan *scan, int at, int end); /* false: it is no declaration */

/* The variable's value from what stands behind the ( or { at `open`. */
HostValue host_initialise(HostScan *scan, int var, int open);

/* The table, a vector of structs, pairs or functions, gets one more element: from the arguments of
 * push_back or emplace_back, whose ( is at `open`. One of another kind is left alone. */
void host_table_add(HostScan *scan, int table, int open, const HostValue *values, int count);

/* Reads [N][M] behind a name; the product of the lengths, or -1 if there are none. The type becomes
 * that of an element of the first one. */
int64_t host_array_lengths(HostScan *scan, int *at, int end, HostType *type);

/* ---- define.c: names of types ---- */

void host_enum(HostScan *scan, int at, int end);
void host_typedef(HostScan *scan, int at, int end); /* typedef ... or using ... */
void host_struct(HostScan *scan, int at, int end);
