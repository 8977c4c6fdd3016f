/* Host expressions between operands: binary operators by precedence climbing, ?: and assignment.
 * A ?: whose condition is unknown has the value that both sides agree on. */
#include "host/eval.h"

typedef struct Operator {
    const char *text;
    HostOperator operation;
    int precedence;
} Operator;

static const Operator operators[] = {
    {"||", HOST_OR, 1},     {"&&", HOST_AND, 2}, {"|", HOST_BIT_OR, 3}, {"^", HOST_BIT_XOR, 4},
    {"&", HOST_BIT_AND, 5}, {"==", HOST_EQ, 6},  {"!=", HOST_NE, 6},    {"<=", HOST_LE, 7},
    {">=", HOST_GE, 7},     {"<", HOST_LT, 7},   {">", HOST_GT, 7},     {"<<", HOST_SHL, 8},
    {">>", HOST_SHR, 8},    {"+", HOST_ADD, 9},  {"-", HOST_SUB, 9},    {"*", HOST_MUL, 10},
    {"/", HOST_DIV, 10},    {"%", HOST_REM, 10},
};

/* The operator at the cursor, and how many tokens it has. */
static const Operator *next_operator(const HostScan *scan, int *length)
{
    bool shift = scan->at + 1 < scan->end && token_is_shift_right(&scan->tokens[scan->at]);
    *length = 1 + shift;
    for (size_t i = 0; i < sizeof operators / sizeof *operators; ++i)
        if (shift ? operators[i].operation == HOST_SHR : host_sees(scan, operators[i].text))
            return &operators[i];
    return NULL;
}

static HostValue binary_operators(HostScan *scan, int lowest)
{
    HostValue left = host_unary(scan);
    const Operator *op;
    int length;
    while ((op = next_operator(scan, &length)) && op->precedence >= lowest) {
        scan->at += length;
        HostValue right = binary_operators(scan, op->precedence + 1);
        left = host_loose(host_binary(op->operation, left, right));
    }
    return left;
}

static HostValue chosen_value(const HostValue *condition, HostValue yes, HostValue no)
{
    HostValue value = host_is_true(condition) ? yes : no, same = host_binary(HOST_EQ, yes, no);
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
    HostValue yes = host_assignment(scan);
    host_accept(scan, ":");
    return chosen_value(&condition, yes, host_assignment(scan));
}

/* Behind the left side: = or op=, or nothing. */
static HostValue assign_rest(HostScan *scan, HostValue left)
{
    static const Operator compound[] = {
        {"+=", HOST_ADD, 0},     {"-=", HOST_SUB, 0},     {"*=", HOST_MUL, 0},
        {"/=", HOST_DIV, 0},     {"%=", HOST_REM, 0},     {"<<=", HOST_SHL, 0},
        {">>=", HOST_SHR, 0},    {"&=", HOST_BIT_AND, 0}, {"|=", HOST_BIT_OR, 0},
        {"^=", HOST_BIT_XOR, 0},
    };
    const Operator *op = NULL;
    for (size_t i = 0; i < sizeof compound / sizeof *compound; ++i)
        if (host_sees(scan, compound[i].text))
            op = &compound[i];
    if (!op && !host_sees(scan, "="))
        return left;
    int start = ++scan->at;
    HostValue right = host_assignment(scan);
    if (op)
        right = host_binary(op->operation, left, right);
    if (left.is_element)
        host_memory_store(scan, &left, &right);
    else if (left.memory && left.place < 0)
        host_memory_spoil(scan, &left); /* a piece that is no scalar */
    if (left.place >= 0)
        host_assign(scan, left.place, left.component, right, host_text(scan, start, scan->at));
    return right;
}

HostValue host_assignment(HostScan *scan)
{
    if (scan->depth >= HOST_DEPTH_LIMIT) {
        scan->at = scan->end;
        return host_unknown("an expression nested too deep", 0);
    }
    scan->depth++;
    HostValue left = conditional(scan);
    HostValue value = assign_rest(scan, left);
    scan->depth--;
    return value;
}
