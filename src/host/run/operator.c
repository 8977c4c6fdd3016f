/* Host expressions between operands: binary operators by precedence climbing, ?: and assignment.
 * A ?: whose condition is unknown has the value that both sides agree on. */
#include "host/run/eval.h"

/* The operator at the cursor, and how many tokens it has. */
static bool operator_here(const HostScan *scan, BinaryOperator *op, int *tokens)
{
    bool is_shift_right = scan->at + 1 < scan->end && token_is_shift_right(&scan->tokens[scan->at]);
    *tokens = 1 + is_shift_right;
    return binary_find(host_cursor_token(scan), is_shift_right, op);
}

static HostValue binary_operators(HostScan *scan, int lowest)
{
    HostValue left = host_unary(scan);
    BinaryOperator op;
    int tokens;
    while (operator_here(scan, &op, &tokens) && binary_precedence(op) >= lowest) {
        scan->at += tokens;
        HostValue right =
            host_pointer_read(scan, binary_operators(scan, binary_precedence(op) + 1));
        left = host_pointer_read(scan, left);
        left = host_loose(host_binary(op, left, right));
    }
    return left;
}

static HostValue chosen_value(const HostValue *condition, HostValue yes, HostValue no)
{
    HostValue value = host_is_true(condition) ? yes : no, same = host_binary(BINARY_EQ, yes, no);
    if (!host_is_known(condition)) {
        if (yes.kind == HOST_UNKNOWN || no.kind == HOST_UNKNOWN)
            value = yes.kind == HOST_UNKNOWN ? no : yes;
        else if (yes.kind != HOST_NUMBER || no.kind != HOST_NUMBER || !host_is_true(&same))
            value = host_unknown(condition->reason, 0);
    }
    value.roots |= condition->roots;
    return host_loose(value);
}

static HostValue conditional(HostScan *scan)
{
    HostValue condition = binary_operators(scan, 1);
    if (!host_accept(scan, "?"))
        return condition;
    condition = host_pointer_read(scan, condition);
    HostValue yes = host_value_read(scan, host_assignment(scan));
    host_accept(scan, ":");
    HostValue no = host_value_read(scan, host_assignment(scan));
    if (host_is_known(&condition) || yes.kind != HOST_FUNCTION || no.kind != HOST_FUNCTION)
        return chosen_value(&condition, yes, no);
    host_choice_add(scan, &yes, &no);
    return host_loose(yes);
}

/* Reads = or op= and the right side behind a left side, and assigns; or nothing, if neither stands
 * there. */
static HostValue assign_rest(HostScan *scan, HostValue left)
{
    BinaryOperator op;
    bool is_update = binary_find_update(host_cursor_token(scan), &op);
    if (!is_update && !host_sees(scan, "="))
        return left;
    int start = ++scan->at;
    HostValue right = host_value_read(scan, host_assignment(scan));
    if (is_update)
        right = host_binary(op, host_pointer_read(scan, left), right);
    bool is_member = left.var >= 0 && scan->vars[left.var].is_path;
    if (is_member || (left.is_element && left.element.structure && !left.element.pointers))
        right = host_struct_taken(scan, right);
    if (left.is_element)
        host_memory_store(scan, &left, &right);
    else if (left.memory && left.var < 0)
        host_memory_spoil(scan, &left); /* a part of an array that is no scalar */
    else if (left.var < 0)
        host_history_doubt(scan, &right); /* whoever has it there may write through it */
    if (left.var >= 0)
        host_assign(scan, left.var, left.component, right, host_text(scan, start, scan->at));
    return right;
}

HostValue host_assignment(HostScan *scan)
{
    if (scan->depth >= HOST_DEPTH_LIMIT) {
        scan->at = scan->end;
        return host_unknown(PHRASE_LITERAL("an expression nested too deep"), 0);
    }
    scan->depth++;
    HostValue left = conditional(scan);
    HostValue value = assign_rest(scan, left);
    scan->depth--;
    return value;
}
