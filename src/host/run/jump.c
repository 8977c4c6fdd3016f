/* Labels and goto. A jump is followed to a label of a block that the code stands in, from there or
 * from inside; any other leaves open what was done to buffers. */
#include "host/run/eval.h"

/* Does a label stand there? */
bool host_is_label(const HostScan *scan, int at)
{
    return scan->tokens[at].kind == TOKEN_NAME && host_is_at(scan, at + 1, ":") &&
           !host_is_at(scan, at, "default") &&
           (host_is_at(scan, at - 1, ";") || host_is_at(scan, at - 1, "{") ||
            host_is_at(scan, at - 1, "}") || host_is_at(scan, at - 1, ":"));
}

/* Goes on at the label, if it stands in the block itself, not in one inside it. */
bool host_jump(HostScan *scan, int begin, int end, int *at)
{
    HostFrame *frame = scan->frame;
    int i = begin;
    if (frame->flow != FLOW_GOTO)
        return false;
    while (i < frame->label && i < end)
        i = host_opens_bracket(scan, i) ? host_after_bracket(scan, i, end) : i + 1;
    if (i != frame->label || i >= end)
        return false;
    frame->flow = FLOW_ON;
    *at = i;
    return true;
}

/* goto: followed where the program certainly comes by, but not for ever. */
void host_goto(HostScan *scan, int at)
{
    HostFrame *frame = scan->frame;
    int body = frame->function ? frame->function->body : -1;
    int end = body > 0 ? scan->match[body] : -1;
    bool is_certain = scan->speculation == frame->speculation && frame->jumps < HOST_LOOP_PASSES;
    scan->doubts += scan->uncertain > frame->uncertain;
    for (int i = body + 1; is_certain && i < end; ++i)
        if (host_is_label(scan, i) && token_is_same(&scan->tokens[i], &scan->tokens[at + 1])) {
            frame->flow = FLOW_GOTO;
            frame->label = i;
            frame->jumps++;
            return;
        }
    host_history_doubt_all(scan);
}
