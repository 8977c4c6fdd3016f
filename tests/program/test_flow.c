/* Where control goes, and the solver, held against random programs: whoever makes one knows by
 * construction which instruction may follow which, and walks every way by brute force. */
#include "program/flow/flow.h"
#include "test.h"

#include <string.h>

enum { CODE = 240, SLOTS = 8, WORDS = (CODE + 63) / 64, DEEPEST = 5, PROGRAMS = 200 };

typedef struct Maker {
    uint32_t random;
    Instr code[CODE];
    bool edge[CODE][CODE]; /* from an instruction to one that may follow it */
    Program program;
    bool falls; /* the next instruction follows the last one */
    struct {
        uint8_t op;
        uint32_t leaves[CODE], continues[CODE];
        uint32_t leave_count, continue_count;
    } frames[DEEPEST + 1];
    int depth;
    uint64_t before[CODE][WORDS]; /* forwards: which definitions come to an instruction */
    uint64_t live[CODE];          /* backwards: slots that are live before it */
} Maker;

static uint32_t some(Maker *maker, uint32_t count)
{
    maker->random = maker->random * 1664525 + 1013904223;
    return (maker->random >> 16) % count;
}

static uint32_t add(Maker *maker, Opcode op, int imm)
{
    uint32_t pc = maker->program.code_count++;
    maker->code[pc] = (Instr){
        .op = (uint8_t)op, .type = SCALAR_I32, .dst = OPERAND_NONE, .a = OPERAND_NONE, .imm = imm};
    bool is_value = op == OP_MOV;
    if (is_value)
        maker->code[pc].dst = (Operand)some(maker, SLOTS);
    if (is_value || op == OP_IF || op == OP_LOOP_TEST)
        maker->code[pc].a = (Operand)some(maker, SLOTS);
    return pc;
}

static void link_all(Maker *maker, const uint32_t *from, uint32_t count, uint32_t to)
{
    for (uint32_t i = 0; i < count; ++i)
        maker->edge[from[i]][to] = true;
}

static void make_body(Maker *maker);

/* Adds an instruction; the next one follows it, until somebody says that it does not. */
static uint32_t then(Maker *maker, Opcode op)
{
    uint32_t pc = add(maker, op, 0);
    if (pc > 0)
        maker->edge[pc - 1][pc] = maker->falls;
    maker->falls = true;
    return pc;
}

static void open_frame(Maker *maker, uint8_t op)
{
    ++maker->depth;
    maker->frames[maker->depth].op = op;
    maker->frames[maker->depth].leave_count = maker->frames[maker->depth].continue_count = 0;
}

static void close_frame(Maker *maker, uint32_t end)
{
    link_all(maker, maker->frames[maker->depth].leaves, maker->frames[maker->depth].leave_count,
             end);
    --maker->depth;
}

static void make_if(Maker *maker)
{
    bool has_else = some(maker, 2);
    uint32_t start = then(maker, OP_IF), other = start;
    open_frame(maker, OP_IF);
    make_body(maker);
    if (has_else) {
        other = then(maker, OP_ELSE);
        maker->edge[start][other + 1] = true;
        maker->falls = false;
        make_body(maker);
    }
    uint32_t end = then(maker, OP_ENDIF);
    maker->edge[other][end] = true;
    close_frame(maker, end);
}

static void make_loop(Maker *maker)
{
    bool has_test = some(maker, 3) > 0;
    uint32_t start = then(maker, OP_LOOP), test = 0;
    open_frame(maker, OP_LOOP);
    if (has_test)
        test = then(maker, OP_LOOP_TEST);
    make_body(maker);
    link_all(maker, maker->frames[maker->depth].continues,
             maker->frames[maker->depth].continue_count, then(maker, OP_LOOP_NEXT));
    maker->edge[then(maker, OP_LOOP_BACK)][start + 1] = true;
    maker->falls = false;
    uint32_t end = then(maker, OP_LOOP_END);
    if (has_test)
        maker->edge[test][end] = true;
    close_frame(maker, end);
}

static void make_scope(Maker *maker)
{
    then(maker, OP_SCOPE);
    open_frame(maker, OP_SCOPE);
    make_body(maker);
    close_frame(maker, then(maker, OP_SCOPE_END));
}

/* A jump to some frame that is open, if that is of the right kind. */
static void make_jump(Maker *maker)
{
    int at = maker->depth - (maker->depth ? (int)some(maker, (uint32_t)maker->depth) : 0);
    if (at == 0 || maker->frames[at].op == OP_IF)
        return;
    Opcode op = maker->frames[at].op == OP_SCOPE ? OP_LEAVE
                : some(maker, 2)                 ? OP_CONTINUE
                                                 : OP_BREAK;
    uint32_t pc = then(maker, op);
    maker->code[pc].imm = maker->depth - at;
    maker->falls = false;
    if (op == OP_CONTINUE)
        maker->frames[at].continues[maker->frames[at].continue_count++] = pc;
    else
        maker->frames[at].leaves[maker->frames[at].leave_count++] = pc;
}

static void make_exit(Maker *maker)
{
    then(maker, OP_EXIT);
    maker->falls = false;
}

/* Some statements, one at least; what follows a jump cannot be reached, and is there all the
 * same. */
static void make_body(Maker *maker)
{
    then(maker, OP_MOV);
    for (uint32_t count = 2 + some(maker, 6); count > 0; --count) {
        bool has_room = maker->depth < DEEPEST && maker->program.code_count < CODE - 100;
        uint32_t kind = some(maker, 10);
        if (kind < 3 && has_room)
            (kind == 0 ? make_if : kind == 1 ? make_loop : make_scope)(maker);
        else if (kind < 6)
            make_jump(maker);
        else if (kind == 6 && some(maker, 4) == 0)
            make_exit(maker);
        else
            then(maker, OP_MOV);
    }
}

static Maker *make(Arena *arena, uint32_t seed)
{
    Maker *maker = ARENA_NEW(arena, Maker);
    maker->random = seed;
    maker->program.code = maker->code;
    maker->program.slot_count = SLOTS;
    make_body(maker);
    make_exit(maker);
    return maker;
}

/* ---- by brute force ---- */

static bool reads(const Instr *instr, uint32_t slot)
{
    return instr->a == slot;
}

/* Marks what the value of a definition comes to. */
static void spread(const Maker *maker, uint32_t from, uint32_t slot, bool *is_reached)
{
    for (uint32_t to = 0; to < maker->program.code_count; ++to)
        if (maker->edge[from][to] && !is_reached[to]) {
            is_reached[to] = true;
            if (maker->code[to].dst != slot)
                spread(maker, to, slot, is_reached);
        }
}

static bool is_read_later(const Maker *maker, uint32_t pc, uint32_t slot, bool *is_seen)
{
    if (is_seen[pc])
        return false;
    is_seen[pc] = true;
    if (reads(&maker->code[pc], slot) || maker->code[pc].dst == slot)
        return reads(&maker->code[pc], slot);
    for (uint32_t to = 0; to < maker->program.code_count; ++to)
        if (maker->edge[pc][to] && is_read_later(maker, to, slot, is_seen))
            return true;
    return false;
}

/* ---- by the solver ---- */

static void reach(void *context, uint32_t pc, uint64_t *row)
{
    Maker *maker = context;
    for (int i = 0; i < WORDS; ++i)
        maker->before[pc][i] |= row[i];
    for (uint32_t at = 0; at < CODE && maker->code[pc].dst != OPERAND_NONE; ++at)
        if (at < maker->program.code_count && maker->code[at].dst == maker->code[pc].dst)
            row[at / 64] &= ~((uint64_t)1 << at % 64);
    if (maker->code[pc].dst != OPERAND_NONE)
        row[pc / 64] |= (uint64_t)1 << pc % 64;
}

static void live(void *context, uint32_t pc, uint64_t *row)
{
    Maker *maker = context;
    const Instr *instr = &maker->code[pc];
    if (instr->dst != OPERAND_NONE)
        *row &= ~((uint64_t)1 << instr->dst);
    if (instr->a != OPERAND_NONE)
        *row |= (uint64_t)1 << instr->a;
    maker->live[pc] |= *row;
}

/* ---- tests ---- */

TEST(test_control_goes_where_it_can)
{
    for (uint32_t seed = 0; seed < PROGRAMS; ++seed) {
        Arena *arena = arena_new();
        Maker *maker = make(arena, seed);
        Flow flow = flow_of(arena, &maker->program);
        for (uint32_t pc = 0; pc + 1 < maker->program.code_count; ++pc)
            for (uint32_t to = 0; to < maker->program.code_count; ++to) {
                bool goes = flow.jump[pc] == to || (to == pc + 1 && flow_falls_through(&flow, pc));
                assert_int_equal(goes, maker->edge[pc][to]);
            }
        arena_free(arena);
    }
}

TEST(test_definitions_reach_by_every_way)
{
    for (uint32_t seed = 0; seed < PROGRAMS; ++seed) {
        Arena *arena = arena_new();
        Maker *maker = make(arena, seed);
        Flow flow = flow_of(arena, &maker->program);
        FlowProblem problem = {false, WORDS, reach, maker};
        const uint64_t *rows = flow_solve(arena, &flow, &problem);
        for (uint32_t from = 0; from < maker->program.code_count; ++from) {
            bool is_reached[CODE] = {0};
            if (maker->code[from].dst != OPERAND_NONE)
                spread(maker, from, maker->code[from].dst, is_reached);
            for (uint32_t pc = 0; pc < maker->program.code_count; ++pc) {
                const uint64_t *kept =
                    flow.rows[pc] ? rows + (flow.rows[pc] - 1) * (size_t)WORDS : NULL;
                assert_int_equal(maker->before[pc][from / 64] >> from % 64 & 1, is_reached[pc]);
                if (kept)
                    assert_int_equal(kept[from / 64] >> from % 64 & 1, is_reached[pc]);
            }
        }
        arena_free(arena);
    }
}

TEST(test_what_is_read_later_is_live)
{
    for (uint32_t seed = 0; seed < PROGRAMS; ++seed) {
        Arena *arena = arena_new();
        Maker *maker = make(arena, seed);
        Flow flow = flow_of(arena, &maker->program);
        FlowProblem problem = {true, 1, live, maker};
        flow_solve(arena, &flow, &problem);
        for (uint32_t pc = 0; pc < maker->program.code_count; ++pc)
            for (uint32_t slot = 0; slot < SLOTS; ++slot) {
                bool is_seen[CODE] = {0};
                assert_int_equal(maker->live[pc] >> slot & 1,
                                 is_read_later(maker, pc, slot, is_seen));
            }
        arena_free(arena);
    }
}
