/* A barrier and a guard can be switched off alone; the whole line is what remains where there is
 * neither. */
#include "session/data/line.h"

/* Where the picked thread's warp goes on. */
static int line_ahead(const Session *session, const SessionRun *front)
{
    uint32_t warp = session->selection.thread / WARP_LANES;
    uint32_t pc = machine_warps(timeline_machine(front->timeline))[warp].pc;
    return (int)front->run->program->code[pc].line;
}

int session_line_decided(const Session *session)
{
    const SessionRun *front = session_front(session);
    const Step *step = front ? session_step(front) : NULL;
    return step && opcode_info[step->instr->op].class == CLASS_BRANCH ? line_ahead(session, front)
                                                                      : 0;
}

int session_line(const Session *session)
{
    const SessionRun *front = session_front(session);
    if (!front)
        return 0;
    const Machine *machine = timeline_machine(front->timeline);
    const Step *step = session_step(front);
    if (step && step->block == machine->block)
        return (int)step->instr->line;
    return line_ahead(session, front);
}

bool session_is_off_as(const SessionRun *run, int line, WithoutKind kind)
{
    const CompileOptions *compile = &run->run->compile;
    for (int i = 0; i < compile->without_count; ++i)
        if (compile->withouts[i].line == line && compile->withouts[i].kind == kind)
            return true;
    return false;
}

bool session_is_off(const SessionRun *run, int line, WithoutKind *kind)
{
    const CompileOptions *compile = &run->run->compile;
    for (int i = 0; i < compile->without_count; ++i)
        if (compile->withouts[i].line == line) {
            *kind = compile->withouts[i].kind;
            return true;
        }
    return false;
}

bool session_switchable(const SessionRun *run, int line, WithoutKind *kind)
{
    bool found = false;
    for (int i = 0; i < run->switchable_count; ++i) {
        const Switchable *here = &run->switchables[i];
        if (here->line != line || (found && here->kind == WITHOUT_LINE))
            continue;
        *kind = here->kind;
        found = true;
    }
    return found;
}
