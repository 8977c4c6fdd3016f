/* Executes host statements as the program would run without arguments: argc is 1, known conditions
 * choose a branch, and a branch that is not taken is still looked through for launches, its effects
 * undone. Loops that launch something are passed once; short ones without are run to their end,
 * also those that allocate and copy. */
#include "host/run/eval.h"

#include <string.h>

static int run_statement(HostScan *scan, int at, int end);

static bool is_stopped(HostScan *scan)
{
    return scan->frame->flow != FLOW_ON || scan->steps > HOST_STEP_LIMIT ||
           scan->work > HOST_LAST_WORK || scan->loop_steps_left == 0 || host_is_full(scan);
}

/* ---- scopes and branches ---- */

static void hide_from(HostScan *scan, int first)
{
    for (int i = first; i < scan->var_count; ++i)
        scan->vars[i].is_hidden |= !scan->vars[i].is_path;
}

/* Runs the lambdas made in the block that ends which nothing has called: they were handed to what
 * is not known here, and what they launch counts. */
static void run_left_lambdas(HostScan *scan, int first)
{
    HostValue result;
    for (int i = first; i < scan->function_count && scan->steps <= HOST_STEP_LIMIT; ++i) {
        const HostFunction *lambda = &scan->functions[i];
        if (lambda->begin >= 0 || !lambda->is_interesting || lambda->was_run ||
            lambda->frame_id != scan->frame->id)
            continue;
        HostSaved saved = host_variables_save(scan);
        scan->frame->flow = FLOW_ON;
        scan->speculation++;
        scan->uncertain++;
        host_function_run(scan, i, NULL, 0, &result);
        scan->uncertain--;
        scan->speculation--;
        host_variables_restore(scan, &saved, false);
        host_variables_forget(scan, &saved);
    }
}

void host_block(HostScan *scan, int at, int end)
{
    int first = scan->var_count, lambdas = scan->function_count, begin = at;
    while (at < end && !is_stopped(scan)) {
        at = run_statement(scan, at, end);
        host_jump(scan, begin, end, &at);
    }
    run_left_lambdas(scan, lambdas);
    hide_from(scan, first);
}

static void run_speculatively(HostScan *scan, int at, int end, bool keep_new)
{
    if (at >= end || (!keep_new && !host_range_is_interesting(scan, at, end)))
        return;
    HostSaved saved = host_variables_save(scan);
    scan->speculation++;
    scan->dead += !keep_new;
    scan->uncertain += keep_new;
    host_block(scan, at, end);
    scan->uncertain -= keep_new;
    scan->dead -= !keep_new;
    scan->speculation--;
    host_variables_restore(scan, &saved, keep_new);
    host_variables_forget(scan, &saved);
}

/* ---- if and switch ---- */

static int run_if(HostScan *scan, int at, int end)
{
    int open = at + 1 + host_is_at(scan, at + 1, "constexpr");
    int after = host_after_bracket(scan, open, end), first = scan->var_count;
    int condition = open + 1, semicolon = host_find(scan, open + 1, after - 1, ";");
    if (semicolon < after - 1) {
        host_simple(scan, condition, semicolon);
        condition = semicolon + 1;
    }
    HostValue value = host_evaluate(scan, condition, after - 1);
    int then_end = host_skip_statement(scan, after, end, 0), other = then_end, other_end = then_end;
    if (then_end < end && host_is_at(scan, then_end, "else")) {
        other = then_end + 1;
        other_end = host_skip_statement(scan, other, end, 0);
    }
    if (!host_is_known(&value)) {
        run_speculatively(scan, after, then_end, true);
        run_speculatively(scan, other, other_end, true);
    } else if (host_is_true(&value)) {
        run_speculatively(scan, other, other_end, false);
        host_block(scan, after, then_end);
    } else {
        run_speculatively(scan, after, then_end, false);
        host_block(scan, other, other_end);
    }
    hide_from(scan, first);
    return other_end;
}

/* What stands between the braces of a switch: from the matching case to its break for real, the
 * rest, and all if the value is unknown, speculatively. */
static void run_switch_body(HostScan *scan, int at, int end, const HostValue *value)
{
    bool taken = false, open = host_is_known(value);
    while (at < end && !is_stopped(scan)) {
        bool is_default = host_is_at(scan, at, "default");
        if (is_default || host_is_at(scan, at, "case")) {
            int colon = host_find(scan, at, end, ":");
            HostValue label = host_evaluate(scan, at + 1, colon);
            HostValue same = host_binary(BINARY_EQ, label, *value);
            taken |= open && (is_default || host_is_true(&same));
            at = colon + 1;
            continue;
        }
        int next = host_skip_statement(scan, at, end, 0);
        if (taken)
            run_statement(scan, at, end);
        else
            run_speculatively(scan, at, next, !host_is_known(value));
        if (scan->frame->flow == FLOW_BREAK) {
            scan->frame->flow = FLOW_ON;
            taken = open = false;
        }
        at = next > at ? next : at + 1;
    }
}

static int run_switch(HostScan *scan, int at, int end)
{
    int after = host_after_bracket(scan, at + 1, end), first = scan->var_count;
    HostValue value = host_evaluate(scan, at + 2, after - 1);
    int close = host_skip_statement(scan, after, end, 0);
    if (host_is_at(scan, after, "{"))
        run_switch_body(scan, after + 1, close - 1, &value);
    hide_from(scan, first);
    return close;
}

/* ---- loops ---- */

static bool loop_goes_on(HostScan *scan, const HostLoop *loop, HostValue *value)
{
    if (scan->frame->flow == FLOW_CONTINUE)
        scan->frame->flow = FLOW_ON;
    if (scan->frame->flow != FLOW_ON)
        return false;
    *value = host_integer(1, SCALAR_BOOL);
    if (loop->condition < loop->condition_end)
        *value = host_evaluate(scan, loop->condition, loop->condition_end);
    return host_is_true(value);
}

/* Whether a loop is do { } while (0), as macros make it. */
static bool is_no_loop(const HostScan *scan, const HostLoop *loop)
{
    return loop->tests_last && loop->condition_end == loop->condition + 1 &&
           (host_is_at(scan, loop->condition, "0") || host_is_at(scan, loop->condition, "false"));
}

/* Runs the first pass of a loop alone: what it launches there is what the file shows. */
static void pass_once(HostScan *scan, const HostLoop *loop)
{
    HostValue value = host_integer(1, SCALAR_BOOL);
    if (!loop->tests_last)
        loop_goes_on(scan, loop, &value);
    if (host_is_known(&value) && !host_is_true(&value))
        run_speculatively(scan, loop->body, loop->body_end, false);
    else
        host_block(scan, loop->body, loop->body_end);
}

/* Looks at the passes of a loop behind its first, without their effects, as long as they launch
 * what was not launched before: a kernel that is launched with other places or numbers computes a
 * part (HostLaunch.is_part), and a table of kernels is gone through. */
static void look_at_next_passes(HostScan *scan, const HostLoop *loop)
{
    HostValue value;
    if (scan->dead)
        return;
    HostSaved saved = host_variables_save(scan);
    scan->speculation++;
    scan->dead++;
    scan->next_passes++;
    for (int pass = 0, before = -1; pass < HOST_NEXT_PASSES && before != scan->site_count; ++pass) {
        before = scan->site_count;
        host_evaluate(scan, loop->step, loop->step_end);
        if (!loop_goes_on(scan, loop, &value))
            break;
        host_block(scan, loop->body, loop->body_end);
    }
    scan->next_passes--;
    scan->dead--;
    scan->speculation--;
    host_variables_restore(scan, &saved, false);
    host_variables_forget(scan, &saved);
}

/* Is it given a value there that is no literal, as a flag gets? */
static bool is_computed(const HostScan *scan, int at)
{
    return host_is_at(scan, at, "=") && scan->tokens[at + 1].kind == TOKEN_NAME &&
           !host_is_at(scan, at + 1, "true") && !host_is_at(scan, at + 1, "false");
}

/* Behind a loop that was not run, what it counts up from 0, or gives a computed value instead, is
 * not known, nor what it multiplies up from 1: lines of a file, say, the elements of a shape, or a
 * number from the command line. */
static void doubt_counts(HostScan *scan, const HostLoop *loop)
{
    for (int i = loop->body; i < loop->body_end; ++i) {
        const Token *name = &scan->tokens[i];
        bool is_counted = host_is_at(scan, i + 1, "++") || host_is_at(scan, i - 1, "++") ||
                          host_is_at(scan, i + 1, "+=") || is_computed(scan, i + 1);
        bool is_product = host_is_at(scan, i + 1, "*=");
        int var =
            (is_counted || is_product) && name->kind == TOKEN_NAME && !host_is_at(scan, i - 1, ".")
                ? host_var_find(scan, name->text, name->length)
                : -1;
        if (var >= 0)
            host_var_doubt(scan, var, is_product, "the loop that counts it");
    }
}

/* What a loop that was not run may have done. */
static void give_up(HostScan *scan, const HostLoop *loop)
{
    host_memory_spoil_named(scan, loop->body, loop->body_end, true);
    doubt_counts(scan, loop);
}

/* The passes of a loop so far. */
typedef struct Passes {
    int count, stores_left; /* since the last store, and what was left at it */
    int steps, doubts;      /* as of the scan, before the first one */
    bool is_first;
} Passes;

/* Has the loop shown by its first passes that it will be given up? Then the loops around it are
 * charged what it would have taken. */
static bool is_in_vain(HostScan *scan, const HostLoop *loop, const Passes *passes)
{
    HostPassed passed = passes->doubts != scan->doubts ? HOST_PASSED_IN_DOUBT : HOST_PASSED;
    if (passes->stores_left != scan->stores_left)
        return false;
    if (passes->is_first && host_loop_is_too_long(scan, loop, passed)) {
        scan->loop_steps_left = 0;
        return true;
    }
    if (passes->count + 1 != HOST_IDLE_PASSES || !host_loop_is_idle(scan, loop))
        return false;
    int others = (scan->steps - passes->steps) * (HOST_LOOP_PASSES / HOST_IDLE_PASSES - 1);
    scan->loop_steps_left -= others < scan->loop_steps_left ? others : scan->loop_steps_left;
    return true;
}

/* Passes of a loop until it ends, or is left; false if it is to be given up. */
static bool pass_all(HostScan *scan, const HostLoop *loop)
{
    HostValue value = host_integer(1, SCALAR_BOOL);
    Passes passes = {0, scan->stores_left, scan->steps, scan->doubts, true};
    bool go_on = loop->tests_last || loop_goes_on(scan, loop, &value);
    for (; go_on && passes.count < HOST_LOOP_PASSES && scan->loop_steps_left; ++passes.count) {
        if (passes.stores_left != scan->stores_left)
            passes.count = 0; /* the loop fills an array, so passes are not limited */
        passes.stores_left = scan->stores_left;
        host_block(scan, loop->body, loop->body_end);
        if (scan->frame->flow == FLOW_CONTINUE)
            scan->frame->flow = FLOW_ON;
        if (scan->frame->flow == FLOW_ON)
            host_evaluate(scan, loop->step, loop->step_end);
        go_on = loop_goes_on(scan, loop, &value);
        if (go_on && is_in_vain(scan, loop, &passes))
            return false;
        passes.is_first = false;
    }
    return !go_on && host_is_known(&value) && scan->loop_steps_left;
}

/* Runs the loop to its end; false, and not at all, if that takes too long or cannot be known. */
static bool run_whole(HostScan *scan, const HostLoop *loop)
{
    bool outermost = scan->loop_steps_left < 0, ended = false;
    if (outermost)
        scan->loop_steps_left = HOST_LOOP_STEPS;
    if (host_loop_is_too_long(scan, loop, HOST_NOT_BEGUN)) {
        scan->loop_steps_left = 0; /* nor do the loops around it come to their end */
        give_up(scan, loop);
    } else {
        HostSaved saved = host_variables_save(scan);
        ended = pass_all(scan, loop);
        if (!ended) {
            host_variables_restore(scan, &saved, false);
            give_up(scan, loop);
        }
        host_variables_forget(scan, &saved);
    }
    if (outermost)
        scan->loop_steps_left = -1;
    return ended;
}

static void run_loop(HostScan *scan, const HostLoop *loop)
{
    bool is_interesting = host_range_is_interesting(scan, loop->body, loop->body_end);
    bool is_whole = !is_interesting || (!host_range_launches(scan, loop->body, loop->body_end, 0) &&
                                        !is_no_loop(scan, loop));
    if (is_whole && !is_interesting && host_fill_loop(scan, loop))
        return;
    bool ended = is_whole && run_whole(scan, loop);
    if (is_interesting && !ended) {
        pass_once(scan, loop);
        look_at_next_passes(scan, loop);
        if (!is_no_loop(scan, loop))
            host_memory_spoil_named(scan, loop->body, loop->body_end, false);
    }
    if (scan->frame->flow < FLOW_GOTO)
        scan->frame->flow = FLOW_ON;
}

/* A loop for (T x : list). */
typedef struct RangeLoop {
    int name, colon, close; /* tokens: behind the ( and at the ) */
    int body, body_end;
} RangeLoop;

/* The elements of the list, as far as they are known: one at least. */
static int range_elements(HostScan *scan, const RangeLoop *loop, HostValue *out)
{
    int count = 0;
    if (host_is_at(scan, loop->colon + 1, "{"))
        count = host_arguments(scan, loop->colon + 1, out);
    HostValue list = count ? out[0] : host_evaluate(scan, loop->colon + 1, loop->close);
    for (; list.var >= 0 && count < HOST_ARGUMENT_LIMIT; ++count) {
        const char *path = arena_printf(scan->arena, "%s[%d]", scan->vars[list.var].name, count);
        int var = host_var_find(scan, path, (uint32_t)strlen(path));
        if (var < 0)
            break;
        out[count] = host_struct_taken(scan, host_var_read(scan, var));
    }
    if (!count)
        out[count++] = list.var >= 0 ? host_unknown(NULL, 0) : list;
    return count;
}

/* for (auto [a, b] : list): the names become the members, in their order. */
static void bind_names_in_brackets(HostScan *scan, const RangeLoop *loop, HostValue value)
{
    int open = host_find(scan, loop->name, loop->colon, "["), index = 0;
    for (int at = open + 1; at < loop->colon; at += 2, ++index) {
        const HostObject *object = value.kind == HOST_STRUCT ? &scan->objects[value.object] : NULL;
        const Token *name = &scan->tokens[at];
        if (name->kind != TOKEN_NAME)
            return;
        bool is_member = object && index < object->count;
        HostValue member = is_member ? object->members[index].value : host_unknown(NULL, 0);
        HostVar *var = host_var_new(scan, name->text, name->length, name->span);
        var->type.is_auto = true;
        host_var_define(scan, scan->var_count - 1, member, NULL);
    }
}

static void pass_range(HostScan *scan, const RangeLoop *loop, HostValue value)
{
    int before = scan->var_count;
    if (host_is_at(scan, loop->colon - 1, "]"))
        bind_names_in_brackets(scan, loop, value);
    else
        host_declare(scan, loop->name, loop->colon);
    if (scan->var_count > before && !host_is_at(scan, loop->colon - 1, "]"))
        host_assign(scan, before, -1, value, host_text(scan, loop->colon + 1, loop->close));
    host_block(scan, loop->body, loop->body_end);
    if (scan->frame->flow < FLOW_GOTO)
        scan->frame->flow = FLOW_ON;
}

/* for (T &x : list), but not for const ones. */
static bool changes_elements(const HostScan *scan, const RangeLoop *loop)
{
    bool is_reference = false;
    for (int at = loop->name; at < loop->colon; ++at) {
        if (host_is_at(scan, at, "const"))
            return false;
        is_reference |= host_is_at(scan, at, "&") || host_is_at(scan, at, "&&");
    }
    return is_reference;
}

/* Runs the body with the first element, and looks at it with the others as look_at_next_passes
 * does. */
static void run_range_for(HostScan *scan, const RangeLoop *loop)
{
    HostValue values[HOST_ARGUMENT_LIMIT];
    int count = range_elements(scan, loop, values);
    pass_range(scan, loop, values[0]);
    for (int i = 1, before = -1;
         i < count && !scan->dead && before != scan->site_count && scan->frame->flow == FLOW_ON;
         ++i) {
        HostSaved saved = host_variables_save(scan);
        before = scan->site_count;
        scan->speculation++;
        scan->dead++;
        scan->next_passes++;
        pass_range(scan, loop, values[i]);
        scan->next_passes--;
        scan->dead--;
        scan->speculation--;
        host_variables_restore(scan, &saved, false);
        host_variables_forget(scan, &saved);
    }
    if (changes_elements(scan, loop))
        host_memory_spoil_named(scan, loop->colon + 1, loop->close, true);
    host_memory_spoil_named(scan, loop->body, loop->body_end, false);
}

static int run_for(HostScan *scan, int at, int end)
{
    HostLoop loop;
    int first = scan->var_count, last = host_after_bracket(scan, at + 1, end) - 1;
    bool is_counted = host_for_read(scan, at, end, &loop);
    int colon = host_find(scan, loop.init, last, ":");
    if (is_counted) {
        host_simple(scan, loop.init, loop.condition - 1);
        run_loop(scan, &loop);
    } else if (colon < last) {
        run_range_for(scan, &(RangeLoop){loop.init, colon, last, loop.body, loop.body_end});
    }
    hide_from(scan, first);
    return loop.body_end;
}

static int run_while(HostScan *scan, int at, int end)
{
    int after = host_after_bracket(scan, at + 1, end);
    HostLoop loop = {.condition = at + 2,
                     .condition_end = after - 1,
                     .body = after,
                     .body_end = host_skip_statement(scan, after, end, 0)};
    run_loop(scan, &loop);
    return loop.body_end;
}

/* Runs a do loop, also do { ... } while (0) as macros like CHECK(...) make it. */
static int run_do(HostScan *scan, int at, int end)
{
    HostLoop loop = {
        .body = at + 1, .body_end = host_skip_statement(scan, at + 1, end, 0), .tests_last = true};
    int after = loop.body_end;
    if (host_is_at(scan, after, "while")) {
        loop.condition = after + 2;
        after = host_after_bracket(scan, after + 1, end);
        loop.condition_end = after - 1;
    }
    run_loop(scan, &loop);
    return after < end && host_is_at(scan, after, ";") ? after + 1 : after;
}

/* ---- statements ---- */

static void run_return(HostScan *scan, int at, int end)
{
    HostFrame *frame = scan->frame;
    HostType type;
    bool is_list = host_is_at(scan, at + 1, "{") && frame->function &&
                   host_result_type(scan, frame->function, &type) && type.structure &&
                   !type.pointers;
    HostValue value = is_list ? host_struct_list(scan, &type, at + 1)
                              : host_struct_taken(scan, host_evaluate(scan, at + 1, end));
    bool is_main = frame->function && strcmp(frame->function->name, "main") == 0;
    scan->doubts += scan->uncertain > frame->uncertain;
    if (scan->speculation > frame->speculation || is_main)
        return;
    frame->result = value;
    frame->has_result = true;
    frame->flow = FLOW_RETURN;
}

void host_simple(HostScan *scan, int at, int end)
{
    if (at >= end)
        return;
    if (host_is_at(scan, at, "return"))
        run_return(scan, at, end);
    else if (host_is_at(scan, at, "goto"))
        host_goto(scan, at);
    else if (host_is_at(scan, at, "break") || host_is_at(scan, at, "continue")) {
        scan->doubts += scan->uncertain > 0;
        scan->frame->flow = host_is_at(scan, at, "break") ? FLOW_BREAK : FLOW_CONTINUE;
    } else if (host_is_at(scan, at, "using") || host_is_at(scan, at, "typedef"))
        host_typedef(scan, at, end);
    else if (host_is_at(scan, at, "enum"))
        host_enum(scan, at, end);
    else if ((host_is_at(scan, at, "struct") || host_is_at(scan, at, "class")) &&
             host_find(scan, at, end, "{") < end && host_find(scan, at, end, "=") == end)
        host_struct(scan, at, end);
    else if (!host_declare(scan, at, end))
        host_evaluate(scan, at, end);
}

/* Runs the first block of try { } catch (...) { }; handlers are passed over. */
static int run_try(HostScan *scan, int at, int end)
{
    int after = host_after_bracket(scan, at + 1, end);
    host_block(scan, at + 2, after - 1);
    while (after < end && host_is_at(scan, after, "catch"))
        after = host_after_bracket(scan, host_after_bracket(scan, after + 1, end), end);
    return after;
}

static int run_kind_of_statement(HostScan *scan, int at, int end)
{
    if (host_is_at(scan, at, "{")) {
        int after = host_after_bracket(scan, at, end);
        host_block(scan, at + 1,
                   after > at + 1 && host_is_at(scan, after - 1, "}") ? after - 1 : after);
        return after;
    }
    if (host_is_at(scan, at, "if"))
        return run_if(scan, at, end);
    if (host_is_at(scan, at, "for"))
        return run_for(scan, at, end);
    if (host_is_at(scan, at, "while"))
        return run_while(scan, at, end);
    if (host_is_at(scan, at, "do"))
        return run_do(scan, at, end);
    if (host_is_at(scan, at, "switch"))
        return run_switch(scan, at, end);
    if (host_is_at(scan, at, "try"))
        return run_try(scan, at, end);
    if (host_is_label(scan, at))
        return at + 2;
    int semicolon = host_find(scan, at, end, ";");
    host_simple(scan, at, semicolon);
    return semicolon + 1;
}

/* Executes the statement at `at` and returns the place behind it. */
static int run_statement(HostScan *scan, int at, int end)
{
    scan->steps++;
    if (scan->loop_steps_left > 0)
        scan->loop_steps_left--;
    if (scan->depth >= HOST_DEPTH_LIMIT)
        return end;
    scan->depth++;
    int after = run_kind_of_statement(scan, at, end);
    scan->depth--;
    return after > at ? (after < end ? after : end) : at + 1;
}
