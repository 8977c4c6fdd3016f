/* Variables as they were before a branch that may not be taken, or a loop that is given up. */
#include "host/run/eval.h"

#include <stdlib.h>
#include <string.h>

/* Branches are saved by the thousand, so what is saved of one is given back with it. */
HostSaved host_variables_save(HostScan *scan)
{
    size_t size = sizeof(HostVar) * (size_t)scan->var_count;
    HostSaved saved = {malloc(size + 1), scan->var_count, scan->frame->flow};
    if (!saved.vars)
        abort();
    if (size)
        memcpy(saved.vars, scan->vars, size);
    scan->saved_bytes += size;
    scan->work += scan->var_count / HOST_SAVED_PER_WORK;
    return saved;
}

void host_variables_forget(HostScan *scan, HostSaved *saved)
{
    scan->saved_bytes -= sizeof(HostVar) * (size_t)saved->count;
    free(saved->vars);
}

/* Was a member cleared to 0, and has a number now? Structs are cleared before they are filled. */
static bool is_filled(const HostVar *before, const HostVar *now)
{
    return before->is_path && host_is_known(&before->value) && host_is_known(&now->value) &&
           !scalar_is_float(before->value.type) && before->value.type != SCALAR_BOOL &&
           !before->value.integer;
}

/* Does a pointer lead to another buffer, or another place of it, than before? */
static bool leads_elsewhere(const HostValue *before, const HostValue *now)
{
    bool is_pointer = before->kind == HOST_DEVICE || now->kind == HOST_DEVICE;
    return is_pointer && (before->kind != now->kind || before->object != now->object ||
                          before->offset != now->offset);
}

void host_variables_restore(HostScan *scan, const HostSaved *saved, bool keep_new)
{
    for (int i = 0; i < saved->count; ++i) {
        const HostValue *now = &scan->vars[i].value;
        bool was_known = saved->vars[i].value.kind != HOST_UNKNOWN;
        was_known &= saved->vars[i].value.kind != HOST_NULL || now->kind != HOST_FUNCTION;
        if (keep_new)
            host_choice_add(scan, &saved->vars[i].value, now);
        was_known &= !is_filled(&saved->vars[i], &scan->vars[i]);
        if (keep_new && leads_elsewhere(&saved->vars[i].value, now)) {
            host_history_doubt(scan, &saved->vars[i].value);
            host_history_doubt(scan, now);
        }
        if (!keep_new || was_known || saved->vars[i].is_hidden)
            scan->vars[i] = saved->vars[i];
    }
    scan->var_count = saved->count;
    scan->frame->flow = saved->flow;
}
