/* Each mistake is told once for an operation, a warp and a block: the first time it happens. What
 * is waited for is a short list for each warp; an operation that finds it full waits for nobody,
 * since others are waiting for these lanes already. */
#include "probe/warps/members.h"

#include "vm/page.h"

#include <string.h>

enum { AWAITED_LIMIT = 8 };

/* An operation that names lanes which were elsewhere. */
typedef struct Awaited {
    uint64_t step;
    uint32_t pc, mask;
    uint32_t came;    /* lanes that came to it */
    uint32_t missing; /* lanes that it names and that have neither come nor ended */
    bool is_passed;   /* some of them have accessed memory, or printed, since */
} Awaited;

typedef struct WarpAwaits {
    uint32_t count;
    Awaited awaited[AWAITED_LIMIT];
} WarpAwaits;

/* For an operation: bit sets of the warps of which it was told. */
typedef struct Told {
    uint32_t callers, masks, missing, widths;
    uint32_t met; /* no mistake: halves that came to this and to another one like it */
} Told;

struct MembersTable {
    uint32_t code_count, warp_count; /* code_count 0: the program has no operation of a warp */
    uint32_t has_told;               /* something may have been told or waited for in the block */
    uint64_t told_at, awaits_at;
};

/* An operation of a warp that says who takes part. */
static bool has_members(const Instr *instr)
{
    return opcode_is_of_warp(instr->op) && !(instr->flags & INSTR_REMOVED) &&
           (instr->tile || instr->mask != OPERAND_NONE);
}

static uint64_t lay_out_members(MembersTable *table, const Program *program, uint32_t warp_count)
{
    table->code_count = 0;
    table->warp_count = warp_count;
    for (uint32_t pc = 0; pc < program->code_count; ++pc)
        if (has_members(&program->code[pc]) || program->code[pc].op == OP_SHUFFLE)
            table->code_count = program->code_count;
    if (!table->code_count)
        return page_rounded(sizeof *table);
    table->told_at = page_rounded(sizeof *table);
    table->awaits_at = table->told_at + page_rounded(sizeof(Told) * table->code_count);
    return table->awaits_at + page_rounded(sizeof(WarpAwaits) * warp_count);
}

uint64_t members_size(const Program *program, uint32_t warp_count)
{
    MembersTable table;
    return lay_out_members(&table, program, warp_count);
}

void members_start(MembersTable *table, const Program *program, uint32_t warp_count)
{
    lay_out_members(table, program, warp_count);
}

static Told *told_of(const MembersTable *table)
{
    return (Told *)((char *)table + table->told_at);
}

static WarpAwaits *awaits_of(const MembersTable *table)
{
    return (WarpAwaits *)((char *)table + table->awaits_at);
}

void members_begin_block(MembersTable *table)
{
    if (!table->has_told)
        return;
    table->has_told = false;
    memset(told_of(table), 0, sizeof(Told) * table->code_count);
    memset(awaits_of(table), 0, sizeof(WarpAwaits) * table->warp_count);
}

/* ---- findings ---- */

/* Returns whether it is the first time, and notes it. */
static bool is_first(uint32_t *warps, const Step *step)
{
    uint32_t bit = 1u << step->warp;
    bool is_new = !(*warps & bit);
    *warps |= bit;
    return is_new;
}

/* About the first of the lanes; the finding is of the step. */
static Finding make_finding(const Fold *fold, WarpReason reason, uint32_t lanes, uint32_t mask)
{
    Finding finding = fold_finding(fold, FINDING_WARP_SYNC, lanes);
    finding.warp = (FindingWarp){.reason = reason, .mask = mask, .lanes = lanes};
    return finding;
}

/* Lanes that do not name themselves. */
static void find_callers(const MembersTable *table, const Fold *fold)
{
    const Step *step = fold->step;
    uint32_t lanes = 0;
    for (uint32_t left = step->active; left; left &= left - 1)
        if (!(step->masks[__builtin_ctz(left)] & (left & -left)))
            lanes |= left & -left;
    if (!lanes || !is_first(&told_of(table)[step->pc].callers, step))
        return;
    uint32_t mask = step->masks[__builtin_ctz(lanes)];
    Finding finding = make_finding(fold, WARP_CALLER_UNNAMED, lanes, mask);
    report_find(fold->report, &finding);
}

static void find_widths(MembersTable *table, const Fold *fold)
{
    const Step *step = fold->step;
    table->has_told = true;
    if (!is_first(&told_of(table)[step->pc].widths, step))
        return;
    Finding finding = make_finding(fold, WARP_ODD_WIDTH, step->odd_widths, step->odd_width);
    report_find(fold->report, &finding);
}

/* A lane that names another, which has come with another mask. */
static void find_masks(const MembersTable *table, const Fold *fold)
{
    const Step *step = fold->step;
    for (uint32_t left = step->active; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left), mask = step->masks[lane];
        for (uint32_t named = mask & step->active; named; named &= named - 1) {
            uint32_t other = (uint32_t)__builtin_ctz(named), others = step->masks[other];
            if (others == mask || !(mask >> lane & 1) || !(others >> other & 1))
                continue;
            if (!is_first(&told_of(table)[step->pc].masks, step))
                return;
            Finding finding = make_finding(fold, WARP_MASKS_DIFFER, 1u << lane, mask);
            finding.other_thread = fold_thread(step, (int)other);
            finding.warp.lanes = others;
            report_find(fold->report, &finding);
            return;
        }
    }
}

/* What is told of an operation that waited in vain, or for lanes that came to another one. */
static void find_missing(const MembersTable *table, const Fold *fold, const Awaited *awaited,
                         WarpReason reason)
{
    if (!is_first(&told_of(table)[awaited->pc].missing, fold->step))
        return;
    Finding finding = make_finding(fold, reason, awaited->came, awaited->mask);
    finding.line = fold->program->code[awaited->pc].own_line;
    finding.step = awaited->step;
    finding.warp.lanes = awaited->missing;
    if (reason == WARP_LANES_PARTED)
        finding.other_line = fold->step->instr->own_line;
    report_find(fold->report, &finding);
}

/* ---- waiting ---- */

static bool is_like(const Instr *a, const Instr *b)
{
    return a->op == b->op && a->imm == b->imm && a->tile == b->tile;
}

/* What lanes that are waited for do with a step, as far as the wait is concerned. */
typedef enum Move {
    MOVE_ON,     /* compute and jump: they may still come */
    MOVE_ACCESS, /* do something that is seen outside, and may still come */
    MOVE_MEET,   /* come to one like it */
    MOVE_LEAVE,  /* come to another operation of the warp or block */
    MOVE_END
} Move;

static Move move_of(const Fold *fold, const Awaited *awaited, uint32_t here)
{
    const Step *step = fold->step;
    const Instr *instr = step->instr, *waiting = &fold->program->code[awaited->pc];
    OpcodeClass class = opcode_info[instr->op].class;
    if (instr->op == OP_EXIT)
        return MOVE_END;
    if (class == CLASS_VALUE || class == CLASS_BRANCH)
        return MOVE_ON;
    if (has_members(instr) && is_like(instr, waiting) && here == step->active &&
        step->masks[__builtin_ctz(here)] == awaited->mask && step->pc != awaited->pc)
        return MOVE_MEET;
    return has_members(instr) || instr->op == OP_BARRIER ? MOVE_LEAVE : MOVE_ACCESS;
}

/* Whether the operation still waits after a step of the lanes. It counts as done when the last of
 * them ends, and that they went by is told if they did something on the way. */
static bool still_waits(const MembersTable *table, const Fold *fold, Awaited *awaited, Move move,
                        uint32_t here)
{
    awaited->is_passed |= move == MOVE_ACCESS;
    if (move == MOVE_ON || move == MOVE_ACCESS)
        return true;
    if (move == MOVE_MEET) {
        Told *told = told_of(table);
        (void)is_first(&told[fold->step->pc].missing, fold->step);
        (void)is_first(&told[fold->step->pc].met, fold->step);
        (void)is_first(&told[awaited->pc].met, fold->step);
        find_missing(table, fold, awaited, WARP_LANES_PARTED);
    } else if (move == MOVE_LEAVE || awaited->is_passed)
        find_missing(table, fold, awaited, WARP_LANES_MISSING);
    else
        awaited->missing &= ~here;
    return move == MOVE_END && awaited->missing && !awaited->is_passed;
}

/* An operation meets the first that waits for one like it. */
static void watch_awaited(const MembersTable *table, const Fold *fold, WarpAwaits *awaits)
{
    uint32_t kept = 0;
    bool has_met = false;
    for (uint32_t i = 0; i < awaits->count; ++i) {
        Awaited *awaited = &awaits->awaited[i];
        uint32_t here = awaited->missing & fold->step->active;
        Move move = here ? move_of(fold, awaited, here) : MOVE_ON;
        if ((move == MOVE_MEET && has_met) || still_waits(table, fold, awaited, move, here))
            awaits->awaited[kept++] = *awaited;
        has_met |= move == MOVE_MEET;
    }
    awaits->count = kept;
}

static bool is_awaiting(const WarpAwaits *awaits, uint32_t pc)
{
    for (uint32_t i = 0; i < awaits->count; ++i)
        if (awaits->awaited[i].pc == pc)
            return true;
    return false;
}

/* Lanes that are named and live on elsewhere. */
static void await(const MembersTable *table, const Step *step, WarpAwaits *awaits)
{
    uint32_t missing = 0, first = 0, came = 0;
    for (uint32_t left = step->active; left; left &= left - 1) {
        uint32_t mask = step->masks[__builtin_ctz(left)];
        if (!(mask & step->live & ~step->active))
            continue;
        first = missing ? first : mask;
        missing |= mask & step->live & ~step->active;
        came |= left & -left;
    }
    bool is_told = told_of(table)[step->pc].missing >> step->warp & 1;
    if (!missing || is_told || awaits->count == AWAITED_LIMIT || is_awaiting(awaits, step->pc))
        return;
    awaits->awaited[awaits->count++] =
        (Awaited){step->index, step->pc, first, came, missing, false};
}

/* All lanes that have not ended come, and name each other with one mask: as it nearly always is. */
static bool is_plain(const Step *step)
{
    uint32_t differs = 0, mask = step->masks[__builtin_ctz(step->active)];
    for (uint32_t i = 0; i < WARP_LANES; ++i)
        differs |= (step->masks[i] ^ mask) & -(step->active >> i & 1);
    return !differs && !(step->active & ~mask) && !(mask & step->live & ~step->active);
}

void members_fold(MembersTable *table, const Fold *fold)
{
    if (!table->code_count)
        return;
    WarpAwaits *awaits = &awaits_of(table)[fold->step->warp];
    if (awaits->count)
        watch_awaited(table, fold, awaits);
    if (fold->step->instr->op == OP_SHUFFLE && fold->step->odd_widths)
        find_widths(table, fold);
    if (!has_members(fold->step->instr) || is_plain(fold->step))
        return;
    table->has_told = true;
    find_callers(table, fold);
    find_masks(table, fold);
    await(table, fold->step, awaits);
}

WarpMeeting members_meeting(const MembersTable *table, uint32_t warp, uint32_t pc)
{
    if (!table->code_count)
        return MEETING_NONE;
    if (told_of(table)[pc].met >> warp & 1)
        return MEETING_DONE;
    return is_awaiting(&awaits_of(table)[warp], pc) ? MEETING_AWAITED : MEETING_NONE;
}
