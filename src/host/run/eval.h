/* Running host code: statements, expressions and calls. [at, end) are tokens of the file. Functions
 * that read "at the cursor" begin at the token HostScan.at, read no further than HostScan.end, and
 * leave the cursor behind what they have read. */
#pragma once

#include "host/scan.h"
#include "host/value/object.h"

/* ---- run.c: statements ---- */

void host_block(HostScan *scan, int at, int end);
void host_simple(HostScan *scan, int at, int end); /* a statement without its ; */

/* ---- saved.c ---- */

typedef struct HostSaved {
    HostVar *vars;
    int count;
    HostFlow flow;
} HostSaved;

HostSaved host_variables_save(HostScan *scan);
void host_variables_forget(HostScan *scan, HostSaved *saved);

/* Gives variables back the values that were saved; with keep_new, those that were unknown then keep
 * what they got since, and so do members that were cleared. */
void host_variables_restore(HostScan *scan, const HostSaved *saved, bool keep_new);

/* ---- jump.c ---- */

bool host_is_label(const HostScan *scan, int at); /* label: */

/* The statement at `at`; and behind one, in the block [begin, end): true if it goes on at a label
 * there, which *at gets. */
void host_goto(HostScan *scan, int at);
bool host_jump(HostScan *scan, int begin, int end, int *at);

/* ---- loop.c: loops before their first pass ---- */

/* The place behind the statement at `at`, which is not run. depth: 0 to begin with. */
int host_skip_statement(HostScan *scan, int at, int end, int depth);

/* The parts of the for at `at`; false if it has not three of them, then only init and the body are
 * told. */
bool host_for_read(HostScan *scan, int at, int end, HostLoop *out);

/* What i < n and ++i say of a loop before its first pass, if both are whole and not negative. */
typedef struct HostCount {
    int name; /* token of i */
    HostValue from;
    int64_t to;
} HostCount;

bool host_loop_count(HostScan *scan, const HostLoop *loop, HostCount *out);

/* What is known of a loop's first pass. */
typedef enum HostPassed {
    HOST_NOT_BEGUN,
    HOST_PASSED,         /* it has stored nothing */
    HOST_PASSED_IN_DOUBT /* nor could be known whether it was to leave the loop */
} HostPassed;

/* Is the loop as good as certain to be given up, since it takes more statements than are left?
 * False also if that cannot be told. */
bool host_loop_is_too_long(HostScan *scan, const HostLoop *loop, HostPassed passed);

/* The same of a loop of which some passes have stored nothing: as it has too many of them. */
bool host_loop_is_idle(HostScan *scan, const HostLoop *loop);

/* ---- eval.c ---- */

/* Evaluates [at, end) for its value and effects, commas included. */
HostValue host_evaluate(HostScan *scan, int at, int end);

/* The arguments between the brackets (open at `at`), at most HOST_ARGUMENT_LIMIT. */
int host_arguments(HostScan *scan, int at, HostValue *out);

/* The same for [at, end) without brackets; starts (may be NULL) gets each one's first token. */
int host_list(HostScan *scan, int at, int end, HostValue *out, int *starts);

/* At the cursor (HostScan.at), up to HostScan.end: an operand with what stands before and behind
 * it. */
HostValue host_unary(HostScan *scan);

/* ---- primary.c, at the cursor ---- */

HostValue host_primary(HostScan *scan);   /* what an operand begins with */
HostValue host_bracketed(HostScan *scan); /* ( expression ), [ expression ] */
HostValue host_cast_to(const HostType *type, HostValue value);

/* The variable called by a path, made when it is first met. */
HostValue host_path(HostScan *scan, const char *name, Span span, HostType type);

/* ---- operator.c ---- */

HostValue host_assignment(HostScan *scan); /* at the cursor: all but commas */

/* ---- call.c ---- */

/* name(arguments), the bracket at `open`. */
HostValue host_call(HostScan *scan, int name, int open);

/* The function of the file or the kernel called so, as a value, with the template arguments at
 * HostScan.template_at; unknown if there is none. */
HostValue host_function_named(HostScan *scan, const Token *name);

/* Notes that a value may be another function, if both are functions: a branch decides which. */
void host_choice_add(HostScan *scan, HostValue *before, const HostValue *now);

/* Calls a HOST_FUNCTION, and what it may be instead; *result is unknown if it is a kernel. */
void host_function_call(HostScan *scan, const HostValue *function, const HostValue *arguments,
                        int count, HostValue *result);

/* ---- function.c: a function of the file runs ---- */

/* With HostScan.receiver and its template arguments set. *result is unknown where calls are nested
 * too deep; then it may have written to whatever it is given. */
void host_function_run(HostScan *scan, int function, const HostValue *arguments, int count,
                       HostValue *result);

/* Gives the variable, or the element of an array, that an argument was read from a value. */
void host_return_to(HostScan *scan, const HostValue *argument, const HostValue *value);

/* A frame for what is called now, behind the variables that there are; entered and left around it.
 * Its variables end with it. */
HostFrame host_frame_new(HostScan *scan, const HostFunction *function);
void host_frame_enter(HostScan *scan, HostFrame *frame);
void host_frame_leave(HostScan *scan);

/* The types of a function's parameter (from 0) and of what it returns; false if there is none. */
bool host_parameter_type(HostScan *scan, const HostFunction *function, int index, HostType *out);
bool host_result_type(HostScan *scan, const HostFunction *function, HostType *out);

/* ---- template.c ---- */

/* Evaluates template arguments, [at, end) with their brackets, where the call stands. */
void host_templates_read(HostScan *scan, int at, int end, HostTemplates *out);

/* Adds the types that follow from what a function is called with (function.c). */
void host_templates_deduce(HostScan *scan, const HostFunction *function, const HostValue *values,
                           int count, HostTemplates *out);

/* Makes variables of the template parameters whose < is at `templates`. */
void host_templates_bind(HostScan *scan, int templates, const HostTemplates *arguments);

/* ---- math.c ---- */

/* min, max, abs, ceil and their kin; false: it is none of them, and *result stays. */
bool host_math_call(const Token *name, const HostValue *arguments, int count, HostValue *result);

/* All that the arguments depend on. */
uint64_t host_roots_of(const HostValue *arguments, int count);
