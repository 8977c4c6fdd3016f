/* Loops before their first pass: how often they run, and whether they can come to their end within
 * the limits at all. What a program does on the CPU to check a kernel takes far too long here, and
 * whoever knows that beforehand need not begin. Everything is told from the tokens and from values
 * that the loop keeps. */
#include "host/run/eval.h"

int host_skip_statement(HostScan *scan, int at, int end, int depth)
{
    if (depth > HOST_DEPTH_LIMIT)
        return end;
    for (;;) {
        if (host_is_at(scan, at, "{"))
            return host_after_bracket(scan, at, end);
        if (host_is_at(scan, at, "do")) {
            at = host_skip_statement(scan, at + 1, end, depth + 1);
            return host_find(scan, at, end, ";") < end ? host_find(scan, at, end, ";") + 1 : end;
        }
        bool is_if = host_is_at(scan, at, "if");
        if (!is_if && !host_is_at(scan, at, "for") && !host_is_at(scan, at, "while") &&
            !host_is_at(scan, at, "switch"))
            break;
        int open = at + 1 + (is_if && host_is_at(scan, at + 1, "constexpr"));
        at = host_after_bracket(scan, open, end);
        if (!is_if)
            continue;
        at = host_skip_statement(scan, at, end, depth + 1);
        if (!host_is_at(scan, at, "else") || at >= end)
            return at;
        at++;
    }
    int semicolon = host_find(scan, at, end, ";");
    return semicolon < end ? semicolon + 1 : end;
}

bool host_for_read(HostScan *scan, int at, int end, HostLoop *out)
{
    int open = at + 1, after = host_after_bracket(scan, open, end), last = after - 1;
    int one = host_find(scan, open + 1, last, ";");
    int two = one < last ? host_find(scan, one + 1, last, ";") : last;
    *out = (HostLoop){.init = open + 1,
                      .condition = one + 1,
                      .condition_end = two,
                      .step = two < last ? two + 1 : last,
                      .step_end = last,
                      .body = after,
                      .body_end = host_skip_statement(scan, after, end, 0)};
    return one < last;
}

/* ---- how often ---- */

/* Is [at, end) made of numbers, names and arithmetic alone? */
static bool is_plain(const HostScan *scan, int at, int end)
{
    static const char *const marks[] = {"+", "-", "*", "/", "%", "(", ")", ".", "->", "::", NULL};
    bool is_good = at < end;
    for (; is_good && at < end; ++at) {
        const Token *token = &scan->tokens[at];
        bool is_name = token->kind == TOKEN_NAME;
        is_good = is_name || token->kind == TOKEN_NUMBER || token_is_any(token, marks);
        if (is_name && host_is_at(scan, at + 1, "(")) /* but for v.size() */
            is_good = host_is_at(scan, at + 2, ")") && host_is_at(scan, at - 1, ".");
    }
    return is_good;
}

static bool is_whole(const HostValue *value)
{
    return host_is_known(value) && !scalar_is_float(value->type);
}

/* Is it i < n, or i <= n? */
static bool is_upwards(const HostScan *scan, const HostLoop *loop)
{
    return host_is_at(scan, loop->condition + 1, "<") ||
           host_is_at(scan, loop->condition + 1, "<=");
}

/* Does it count a variable up by one, towards what is plain? */
static bool is_counted(const HostScan *scan, const HostLoop *loop)
{
    return loop->condition + 2 < loop->condition_end &&
           scan->tokens[loop->condition].kind == TOKEN_NAME && is_upwards(scan, loop) &&
           is_plain(scan, loop->condition + 2, loop->condition_end) &&
           loop->step_end == loop->step + 2 &&
           (host_is_at(scan, loop->step, "++") || host_is_at(scan, loop->step + 1, "++"));
}

bool host_loop_count(HostScan *scan, const HostLoop *loop, HostCount *out)
{
    if (!is_counted(scan, loop))
        return false;
    out->name = loop->condition;
    out->from = host_evaluate(scan, loop->condition, loop->condition + 1);
    HostValue to = host_evaluate(scan, loop->condition + 2, loop->condition_end);
    out->to = to.integer + host_is_at(scan, loop->condition + 1, "<=");
    return is_whole(&out->from) && is_whole(&to) && out->from.integer >= 0 && to.integer >= 0 &&
           to.integer < INT64_MAX;
}

/* ---- what is kept ---- */

/* Is it = or += or ++ or the like? */
static bool writes(const Token *token)
{
    BinaryOperator op;
    return token_is(token, "=") || token_is(token, "++") || token_is(token, "--") ||
           binary_find_update(token, &op);
}

/* May the token give a variable of its name a value, or be where one is declared? */
static bool may_change(const HostScan *scan, int at)
{
    static const char *const before[] = {"++", "--", "&", NULL};
    bool is_declared = at > 0 && scan->tokens[at - 1].kind == TOKEN_NAME;
    bool is_read = at > 1 && token_is_shift_right(&scan->tokens[at - 2]); /* std::cin >> n */
    return writes(&scan->tokens[at + 1]) || is_declared || is_read ||
           (at > 0 && token_is_any(&scan->tokens[at - 1], before));
}

/* Does [at, end) leave alone all that [names, names_end) is made of? */
static bool keeps(const HostScan *scan, int at, int end, int names, int names_end)
{
    for (; at < end; ++at)
        for (int name = names; name < names_end; ++name)
            if (scan->tokens[name].kind == TOKEN_NAME &&
                token_is_same(&scan->tokens[at], &scan->tokens[name]) && may_change(scan, at))
                return false;
    return true;
}

/* Is it a token that writes, with something else on its left than the plain name of a variable? */
static bool writes_element(const HostScan *scan, int at)
{
    static const char *const marks[] = {".", "->", "*", NULL};
    return writes(&scan->tokens[at]) && at > 1 &&
           (scan->tokens[at - 1].kind != TOKEN_NAME || token_is_any(&scan->tokens[at - 2], marks));
}

/* May the loop write to arrays, itself or by what it calls? */
static bool may_store(HostScan *scan, const HostLoop *loop)
{
    static const char *const fills[] = {"fill",      "fill_n",       "iota", "sequence",
                                        "push_back", "emplace_back", NULL};
    for (int at = loop->body; at < loop->body_end; ++at) {
        const Token *token = &scan->tokens[at];
        bool is_call = token->kind == TOKEN_NAME &&
                       (host_is_at(scan, at + 1, "(") || host_is_at(scan, at + 1, "<"));
        if (writes_element(scan, at) ||
            (is_call &&
             (token_is_any(token, fills) || host_var_find(scan, token->text, token->length) >= 0 ||
              host_function_find(scan, token->text, token->length, -1))))
            return true;
    }
    return false;
}

/* ---- what it takes at least ---- */

enum { ENOUGH = 1 << 24 }; /* statements: more are not told apart */

/* Statements that running [at, end) takes at least, inside a loop whose tokens from `outer` on may
 * change what counts there. */
static int64_t least_steps(HostScan *scan, int at, int end, int outer, int depth);

/* May the loop be filled at once (fill.c), without running a statement? All of its body is array[i]
 * = expression, which calls nothing and reads no array. */
static bool may_be_filled(const HostScan *scan, const HostLoop *loop)
{
    bool is_block = host_is_at(scan, loop->body, "{");
    int end = loop->body_end - is_block;
    for (int at = loop->body + is_block; at < end; ++at) {
        int close = host_is_at(scan, at + 1, "[") ? scan->match[at + 1] : -1;
        if (close < 0 || !host_is_at(scan, close + 1, "="))
            return false;
        for (at = close + 1; at < end && !host_is_at(scan, at, ";"); ++at)
            if (host_is_at(scan, at, "[") ||
                (scan->tokens[at].kind == TOKEN_NAME && host_is_at(scan, at + 1, "(")))
                return false;
    }
    return true;
}

/* Passes that an inner loop makes at least, unless it is left in the first one. */
static int64_t inner_passes(HostScan *scan, const HostLoop *loop, int outer)
{
    int behind = loop->condition - 1, equals = host_find(scan, loop->init, behind, "=");
    bool is_known = is_counted(scan, loop) && equals < behind && equals > loop->init &&
                    is_plain(scan, equals + 1, behind) &&
                    token_is_same(&scan->tokens[equals - 1], &scan->tokens[loop->condition]) &&
                    keeps(scan, outer, loop->body_end, equals + 1, behind) &&
                    keeps(scan, outer, loop->body_end, loop->condition + 2, loop->condition_end) &&
                    keeps(scan, loop->body, loop->body_end, loop->condition, loop->condition + 1);
    if (!is_known || may_be_filled(scan, loop))
        return 0;
    HostValue from = host_evaluate(scan, equals + 1, behind);
    HostValue to = host_evaluate(scan, loop->condition + 2, loop->condition_end);
    if (!is_whole(&from) || !is_whole(&to) || from.integer < 0 || to.integer <= from.integer)
        return 0;
    int64_t most = may_store(scan, loop) ? ENOUGH : HOST_LOOP_PASSES;
    return to.integer - from.integer < most ? to.integer - from.integer : most;
}

static int64_t least_of_statement(HostScan *scan, int at, int end, int outer, int depth)
{
    HostLoop loop;
    if (host_is_at(scan, at, "{"))
        return 1 + least_steps(scan, at + 1, end - 1, outer, depth + 1);
    if (!host_is_at(scan, at, "for") || !host_for_read(scan, at, end, &loop))
        return 1;
    int64_t passes = inner_passes(scan, &loop, outer);
    return passes ? 1 + passes * least_steps(scan, loop.body, loop.body_end, outer, depth + 1) : 1;
}

static int64_t least_steps(HostScan *scan, int at, int end, int outer, int depth)
{
    int64_t sum = 0;
    while (at < end && sum < ENOUGH && depth < HOST_DEPTH_LIMIT) {
        int next = host_skip_statement(scan, at, end, 0);
        sum += least_of_statement(scan, at, next, outer, depth);
        at = next > at ? next : at + 1;
    }
    return sum < ENOUGH ? sum : ENOUGH;
}

/* Can a pass be left before its end, as far as the tokens tell? */
static bool may_be_left(const HostScan *scan, const HostLoop *loop)
{
    static const char *const words[] = {"break", "continue", "return", NULL};
    for (int at = loop->body; at < loop->body_end; ++at)
        if (scan->tokens[at].kind == TOKEN_NAME && token_is_any(&scan->tokens[at], words))
            return true;
    return false;
}

bool host_loop_is_too_long(HostScan *scan, const HostLoop *loop, HostPassed passed)
{
    HostCount count;
    int outer = loop->condition < loop->step ? loop->condition : loop->step;
    int64_t left = scan->loop_steps_left < 0 ? HOST_LOOP_STEPS : scan->loop_steps_left;
    bool is_left = passed != HOST_PASSED_IN_DOUBT && may_be_left(scan, loop);
    scan->work += (loop->body_end - loop->body) / HOST_SAVED_PER_WORK;
    if (loop->tests_last || is_left || !host_loop_count(scan, loop, &count) ||
        !keeps(scan, loop->body, loop->body_end, loop->condition, loop->condition_end))
        return false;
    int64_t least = least_steps(scan, loop->body, loop->body_end, outer, 0);
    if (passed == HOST_NOT_BEGUN &&
        may_store(scan, loop)) /* an inner loop gives up where nothing is stored */
        left += left + (int64_t)HOST_STORE_STEPS * scan->stores_left;
    return least > 0 && count.to - count.from.integer > left / least;
}

bool host_loop_is_idle(HostScan *scan, const HostLoop *loop)
{
    HostCount count;
    return host_loop_count(scan, loop, &count) && count.to - count.from.integer > HOST_LOOP_PASSES;
}
