/* The state of the launch scan: an abstract interpreter of host code. Private to host.
 *
 * item.c lists what the file declares, run.c executes statements, but for loops of which loop.c
 * knows that they take too long, eval.c expressions, function.c the functions of the file, launch.c
 * notes each launch with what it is given. They call each other as the code does, which is why
 * these rooms are one circle. The headers of value tell what the state is made of.
 *
 * What is not understood is unknown, with a reason; nothing ever fails, and every loop has a
 * limit.
 */
#pragma once

#include "host/read/index.h"
#include "host/value/memory.h"
#include "host/value/object.h"
#include "host/value/var.h"
#include "lang/compile.h"

enum {
    HOST_BYTES_LIMIT = 128 << 20, /* that one scan takes of its arena and for what it saves */
    HOST_STEP_LIMIT = 100000,     /* statements of one scan */
    HOST_WORK_LIMIT = 300000,     /* operands of one scan */
    HOST_LAST_WORK = 4 * HOST_WORK_LIMIT, /* statements end, too */
    HOST_FOUND_PER_WORK = 1024, /* variables that a name is looked for among, for one operand */
    HOST_SAVED_PER_WORK = 64,   /* variables saved likewise */
    HOST_LOOP_STEPS = 2000,     /* statements of one loop that is run to its end */
    HOST_LOOP_PASSES = 64,      /* passes of such a loop, while it fills no array */
    HOST_IDLE_PASSES = 8,       /* likewise, if there are more than HOST_LOOP_PASSES to come */
    HOST_DEPTH_LIMIT = 200,     /* nested statements, brackets and calls */
    HOST_CALL_LIMIT = 16,       /* nested calls of functions of the file */
    HOST_ARGUMENT_LIMIT = 40,   /* arguments of one call; more are evaluated and dropped */
    HOST_NEXT_PASSES = 16,      /* of a loop, that are looked at as long as each launches anew */
    HOST_INSTANCE_LIMIT = 256,  /* functions with template arguments that are passed on */
    HOST_SITE_LIMIT = 256       /* launches; beyond them a place has no second one */
};

/* Template arguments in their order, each a type or a value. */
typedef struct HostTemplates {
    int count;
    bool is_given[HOST_ARGUMENT_LIMIT]; /* false: the default counts */
    bool is_type[HOST_ARGUMENT_LIMIT];
    HostType types[HOST_ARGUMENT_LIMIT];   /* where is_type */
    HostValue values[HOST_ARGUMENT_LIMIT]; /* where not */
} HostTemplates;

/* Template arguments that were written behind the name of a function which is not called there. */
typedef struct HostInstance {
    const HostTemplates *templates;
    const char *text; /* of a kernel, as a compiler wants them */
    const Phrase *missing;
} HostInstance;

/* Another function that a variable may hold, since nothing says which branch gave it its value. */
typedef struct HostChoice {
    HostValue function;
    int next; /* index plus 1, or 0 */
} HostChoice;

/* How a frame goes on after a statement: with the next one, or out of a loop, to its next pass, at
 * a label, or out of the function. */
typedef enum HostFlow { FLOW_ON, FLOW_BREAK, FLOW_CONTINUE, FLOW_GOTO, FLOW_RETURN } HostFlow;

/* A call that runs. */
typedef struct HostFrame {
    int id, base, end;        /* from 1; its first variable; behind its last one while it calls */
    struct HostFrame *caller; /* NULL: file scope */
    const struct HostFrame *outer; /* of a lambda called elsewhere: where it was written */
    const HostReceiver *receiver;  /* of a member function, else NULL */
    const HostFunction *function;  /* NULL: file scope */
    int speculation, uncertain;    /* those of the scan as it began */
    HostFlow flow;
    int label, jumps; /* token of the label that goto names; jumps so far */
    bool has_result;
    HostValue result;
} HostFrame;

/* A launch while the scan runs; its allocations are looked up at the end. */
typedef struct HostSite {
    HostLaunch launch;
    int at;    /* token of <<< */
    int order; /* counted as they are met */
} HostSite;

enum { HOST_BUCKETS = 1024 };
typedef enum HostNoType { HOST_NO_CAST = 1, HOST_NO_DECLARATION = 2 } HostNoType;

typedef struct HostConstant {
    int at; /* first token of an expression such as Packed<float>::size */
    HostValue value;
} HostConstant;

struct HostScan {
    Arena *arena;
    const Unit *unit;
    const Token *tokens; /* of the file, macros expanded; a TOKEN_END at count */
    int count;
    const SourceSet *sources;
    int *match;       /* [token] index of the closing bracket of ( [ {, else -1 */
    uint8_t *no_type; /* [token] HostNoType: what was seen not to begin there; loops ask again */
    int *class_of;    /* [token] the { of the innermost class it stands in, else -1 */
    HostFunction *functions; /* this list and those below move when they grow: keep indices */
    int function_count, function_capacity;
    HostClass *classes;
    int class_count, class_capacity;
    int buckets[HOST_BUCKETS]; /* functions by the hash of their names: index, or -1 */
    HostVar *vars;             /* those that live, file scope first, then frame by frame */
    int var_count, var_capacity;
    int global_count;       /* variables of file scope */
    HostFrame *frame;       /* the innermost one */
    int frame_count;        /* made so far */
    HostReceiver *receiver; /* of the call being made, or NULL */
    bool is_quiet;          /* members are declared: nobody can set them yet */
    HostStruct *structs;
    int struct_count, struct_capacity;
    int vector_structs[SCALAR_COUNT][5]; /* [type][members] of float4 and its like: index plus 1 */
    HostObject *objects;
    int object_count, object_capacity;
    HostAllocation *allocations;
    int allocation_count, allocation_capacity;
    struct HostArgument **pointees; /* [allocation] what pointers in memory lead to, or NULL */
    int pointee_count, pointee_capacity;
    HostMemory *memories;
    int memory_count, memory_capacity;
    HostSite *sites;
    int site_count, site_capacity;
    HostLaunch *visits; /* as in LaunchScan */
    int visit_count, visit_capacity;
    int roots;            /* functions that were run without a caller */
    HostVariable *listed; /* numbers that a person may be shown; the first 64 can be roots */
    int listed_count, listed_capacity;
    HostNames *names;        /* what is found by name */
    HostConstant *constants; /* that were asked for, so that loops ask once */
    int constant_count, constant_capacity;
    HostInstance *instances;
    HostChoice *choices;
    int instance_count, instance_capacity, choice_count, choice_capacity;
    const HostTemplates *given; /* of the function that is called next, if a value named it */
    HostSymbol *symbols;
    HostBadCopy *bad_copies; /* as in LaunchScan */
    int symbol_count, symbol_capacity, bad_copy_count, bad_copy_capacity;
    const HostSetting *settings;
    int setting_count;
    bool *setting_is_variable;     /* [setting] some variable that is no parameter is called so */
    bool *setting_bad;             /* [setting] reported already */
    Diags *diags;                  /* NULL without settings */
    int at, end;                   /* the cursor: the expression being read */
    int template_at, template_end; /* explicit template arguments of the call being made */
    int steps, work, depth, calls; /* done, of the limits above; nested */
    int loop_steps_left;           /* inside a loop that is run to its end; -1 outside */
    int speculation;               /* inside a branch that is not taken, or may not be */
    int dead;                      /* of these, inside branches that are known not to be taken */
    int uncertain;                 /* inside branches that may not be */
    int doubts;                    /* statements so far that leave a loop or a function there */
    int next_passes;               /* inside passes of loops but the first, which are looked at */
    int stores_left;               /* elements that are still kept, of all arrays together */
    int store_steps, store_work;   /* at the last one */
    size_t bytes_before;           /* that the arena had handed out when the scan began */
    int64_t contents_bytes;        /* kept of what arrays hold, of HOST_CONTENTS_LIMIT */
    bool was_full;                 /* the scan has ended because of HOST_BYTES_LIMIT */
    size_t saved_bytes;            /* of variables saved while a branch is looked through */
};

/* No more memory is to be taken: what comes now is not followed. */
static inline bool host_is_full(HostScan *scan)
{
    size_t taken = arena_used_bytes(scan->arena) - scan->bytes_before + scan->saved_bytes;
    scan->was_full |= taken > HOST_BYTES_LIMIT + (size_t)scan->contents_bytes;
    return scan->was_full;
}

/* Does that token stand there? */
static inline bool host_is_at(const HostScan *scan, int at, const char *text)
{
    return at >= 0 && at < scan->count && token_is(&scan->tokens[at], text);
}

/* The same inside the expression being read; at the cursor; and at the cursor, which moves behind
 * the token if it is there. */
static inline bool host_sees_at(const HostScan *scan, int at, const char *text)
{
    return at < scan->end && token_is(&scan->tokens[at], text);
}

static inline bool host_sees(const HostScan *scan, const char *text)
{
    return host_sees_at(scan, scan->at, text);
}

static inline bool host_accept(HostScan *scan, const char *text)
{
    bool is_here = host_sees(scan, text);
    scan->at += is_here;
    return is_here;
}

/* The token at the cursor; a TOKEN_END behind the expression. */
static inline const Token *host_cursor_token(const HostScan *scan)
{
    return &scan->tokens[scan->at < scan->end ? scan->at : scan->count];
}
