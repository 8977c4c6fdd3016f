/* Lanes that do not run are held by the warp's frames. Going on from where the warp is, the marks
 * that close those frames come by from the innermost to the outermost, and each lets its lanes go
 * on. */
#include "view/values/stands.h"

/* The line of the first instruction that does something, from a mark on. */
static uint32_t line_from(const Program *program, uint32_t pc)
{
    for (uint32_t passes = 0; passes < program->code_count && pc + 1 < program->code_count;
         ++passes) {
        const Instr *instr = &program->code[pc];
        bool is_mark = opcode_info[instr->op].class == CLASS_MARK;
        if (!is_mark && !(instr->flags & INSTR_REMOVED))
            break;
        pc = instr->op == OP_LOOP_BACK ? instr->target : pc + 1;
    }
    return program->code[pc].line;
}

typedef struct StandWalk {
    View *view;
    uint32_t warp, known; /* lanes that have been found */
    Stand *stands;
    int count, capacity;
} StandWalk;

static void add_lanes(StandWalk *walk, uint32_t lanes, uint32_t line, bool waits)
{
    lanes &= ~walk->known;
    walk->known |= lanes;
    if (!lanes)
        return;
    for (int i = 0; i < walk->count; ++i)
        if (walk->stands[i].warp == walk->warp && walk->stands[i].line == line &&
            walk->stands[i].waits == waits) {
            walk->stands[i].lanes |= lanes;
            return;
        }
    *ARENA_PUSH(walk->view->arena, walk->stands, walk->count, walk->capacity) =
        (Stand){walk->warp, line, lanes, waits};
}

/* What the mark at pc means for the frames; depth counts those opened on the way. */
static void pass_mark(StandWalk *walk, const Frame **top, uint32_t *depth, uint32_t pc,
                      uint32_t living)
{
    const Program *program = walk->view->program;
    switch (program->code[pc].op) {
    case OP_IF:
    case OP_LOOP:
    case OP_SCOPE: ++*depth; break;
    case OP_ELSE:
    case OP_LOOP_NEXT:
        if (!*depth)
            add_lanes(walk, (*top)->other & living, line_from(program, pc + 1), true);
        break;
    case OP_ENDIF:
    case OP_LOOP_END:
    case OP_SCOPE_END:
        if (*depth) {
            --*depth;
            break;
        }
        add_lanes(walk, ((*top)->saved | (*top)->other) & living, line_from(program, pc + 1), true);
        --*top;
        break;
    default: break;
    }
}

static void find_of_warp(StandWalk *walk)
{
    const View *view = walk->view;
    const Warp *warp = &machine_warps(view->machine)[walk->warp];
    uint32_t living = warp->lanes & ~warp->exited, depth = 0;
    if (warp->status == WARP_DONE)
        return;
    walk->known = 0;
    add_lanes(walk, warp->active, line_from(view->program, warp->pc), false);
    if (!warp->depth || !(living & ~walk->known))
        return;
    const Frame *frames = machine_frames(view->machine, walk->warp);
    const Frame *top = frames + warp->depth - 1;
    for (uint32_t pc = warp->pc; pc < view->program->code_count && top >= frames; ++pc)
        if (!(view->program->code[pc].flags & INSTR_REMOVED))
            pass_mark(walk, &top, &depth, pc, living);
}

int stands_find(View *view, const Stand **out)
{
    StandWalk walk = {.view = view};
    for (walk.warp = 0; walk.warp < view->machine->warp_count; ++walk.warp)
        find_of_warp(&walk);
    *out = walk.stands;
    return walk.count;
}

/* Warps from one to another, of each of which so many lanes stand on a line; 0: all that live. */
typedef struct WarpRun {
    uint32_t first, last;
    int lanes;
} WarpRun;

/* "W1", "W1 W2", "W1–W31", or of one that has parted "W1:16". */
static const char *run_text(Arena *arena, WarpRun run)
{
    if (run.lanes)
        return arena_printf(arena, "W%u:%d", run.first, run.lanes);
    if (run.last == run.first)
        return arena_printf(arena, "W%u", run.first);
    return arena_printf(arena, run.last == run.first + 1 ? "W%u W%u" : "W%u–W%u", run.first,
                        run.last);
}

const char *stands_names(View *view, const Stand *stands, int stand_count, int line, bool waits,
                         int most_named, bool *all)
{
    const Warp *warps = machine_warps(view->machine);
    WarpRun *runs = ARENA_ARRAY(view->arena, WarpRun, stand_count + 1);
    const char *names = "";
    int count = 0, standing = 0, living = 0;
    *all = true;
    for (uint32_t i = 0; i < view->machine->warp_count; ++i)
        living += warps[i].status != WARP_DONE;
    for (int i = 0; i < stand_count; ++i) {
        const Stand *stand = &stands[i];
        if ((int)stand->line != line || stand->waits != waits)
            continue;
        int lanes = __builtin_popcount(stand->lanes);
        int most = __builtin_popcount(warps[stand->warp].lanes & ~warps[stand->warp].exited);
        WarpRun *last = count ? &runs[count - 1] : NULL;
        *all &= lanes == most;
        ++standing;
        if (last && lanes == most && !last->lanes && last->last + 1 == stand->warp)
            last->last = stand->warp;
        else
            runs[count++] = (WarpRun){stand->warp, stand->warp, lanes < most ? lanes : 0};
    }
    *all &= standing == living;
    for (int i = 0; i < count && i < most_named; ++i)
        names = arena_printf(view->arena, "%s%s%s", names, i ? " " : "",
                             run_text(view->arena, runs[i]));
    if (count > most_named)
        names = arena_printf(view->arena, "%s…", names);
    return count ? names : NULL;
}
