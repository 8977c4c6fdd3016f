/* Divergence against a second opinion: random structured programs run on the machine and, thread
 * by thread, in a small interpreter that knows nothing of warps. Each thread must end with the
 * same number. */
#include "base/hash.h"
#include "build.h"
#include "test.h"
#include "verify.h"

#include <string.h>

typedef enum Kind { MIX, BRANCH, REPEAT, SCOPE, BREAK, CONTINUE, LEAVE, END, KIND_COUNT } Kind;

typedef struct Node Node;
struct Node {
    Kind kind;
    uint32_t key;    /* MIX: what is mixed in; BRANCH, REPEAT, jumps: what the condition tests */
    int frame;       /* BREAK, CONTINUE, LEAVE: loops or scopes to the outside, 0 the nearest */
    bool tests_last; /* REPEAT: a do-while */
    Node *body, *orelse, *next;
};

typedef struct Maker {
    Arena *arena;
    uint64_t random;
    int left;
} Maker;

static uint32_t draw(Maker *maker, uint32_t below)
{
    maker->random = hash_u64(maker->random, 0x1234567);
    return (uint32_t)(maker->random >> 20) % below;
}

/* loops, scopes: how many are open around. */
static Node *make_list(Maker *maker, int depth, int loops, int scopes)
{
    Node *first = NULL, **end = &first;
    for (int count = 1 + (int)draw(maker, 4); count > 0 && maker->left > 0; --count) {
        Node *node = ARENA_NEW(maker->arena, Node);
        node->kind = (Kind)draw(maker, KIND_COUNT);
        node->key = draw(maker, 1000);
        node->tests_last = draw(maker, 2);
        bool is_deep = depth >= 6 || maker->left < 2;
        if ((is_deep && node->kind <= SCOPE) || (node->kind >= BREAK && draw(maker, 2)) ||
            ((node->kind == BREAK || node->kind == CONTINUE) && !loops) ||
            (node->kind == LEAVE && !scopes) || (node->kind == END && draw(maker, 3)))
            node->kind = MIX;
        node->frame = node->kind == LEAVE ? (int)draw(maker, (uint32_t)scopes)
                      : loops             ? (int)draw(maker, (uint32_t)loops)
                                          : 0;
        maker->left--;
        if (node->kind >= BRANCH && node->kind <= SCOPE)
            node->body = make_list(maker, depth + 1, loops + (node->kind == REPEAT),
                                   scopes + (node->kind == SCOPE));
        if (node->kind == BRANCH && draw(maker, 2))
            node->orelse = make_list(maker, depth + 1, loops, scopes);
        *end = node;
        end = &node->next;
    }
    return first;
}

/* One thread, for the interpreter. ticks makes conditions change from pass to pass. */
typedef struct Thread {
    uint32_t id, value, ticks;
} Thread;

typedef enum Flow { FLOW_ON, FLOW_BREAK, FLOW_CONTINUE, FLOW_LEAVE, FLOW_END } Flow;

static bool decide(Thread *thread, uint32_t key)
{
    thread->ticks++;
    return ((thread->id * 7 + thread->ticks * 5 + key) >> 2) % 3 != 0;
}

static Flow think(const Node *node, Thread *thread, int *frame);

/* A jump that was meant for this frame is over; one for a frame outside goes on. */
static Flow leave_frame(Flow flow, Flow own, int *frame)
{
    if (flow != own)
        return flow;
    return (*frame)-- == 0 ? FLOW_ON : flow;
}

static Flow think_loop(const Node *node, Thread *thread, int *frame)
{
    for (int pass = 0;; ++pass) {
        if (!(node->tests_last && pass == 0) && (pass >= 5 || !decide(thread, node->key)))
            return FLOW_ON;
        Flow flow = think(node->body, thread, frame);
        if (flow == FLOW_BREAK || flow == FLOW_CONTINUE) {
            bool breaks = flow == FLOW_BREAK;
            if ((*frame)-- != 0)
                return flow;
            if (breaks)
                return FLOW_ON;
        } else if (flow != FLOW_ON) {
            return flow;
        }
    }
}

static Flow think(const Node *node, Thread *thread, int *frame)
{
    Flow flow = FLOW_ON;
    for (; node && flow == FLOW_ON; node = node->next)
        switch (node->kind) {
        case MIX: thread->value = thread->value * 31 + node->key; break;
        case BRANCH:
            flow = think(decide(thread, node->key) ? node->body : node->orelse, thread, frame);
            break;
        case REPEAT: flow = think_loop(node, thread, frame); break;
        case SCOPE: flow = leave_frame(think(node->body, thread, frame), FLOW_LEAVE, frame); break;
        default:
            if (!decide(thread, node->key))
                break;
            *frame = node->frame;
            flow = node->kind == BREAK      ? FLOW_BREAK
                   : node->kind == CONTINUE ? FLOW_CONTINUE
                   : node->kind == LEAVE    ? FLOW_LEAVE
                                            : FLOW_END;
            break;
        }
    return flow;
}

typedef struct Emitter {
    Build *build;
    Operand value, ticks, scratch, condition;
    Opcode frames[64];
    int depth;
} Emitter;

static void emit(Emitter *e, Opcode op, Operand dst, Operand a, Operand b)
{
    build_emit(e->build, op, SCALAR_U32, dst, a, b, OPERAND_NONE);
}

static Operand number(Emitter *e, uint32_t value)
{
    return build_constant(e->build, SCALAR_U32, value);
}

/* condition = decide(key) */
static void emit_decision(Emitter *e, uint32_t key)
{
    emit(e, OP_ADD, e->ticks, e->ticks, number(e, 1));
    build_emit(e->build, OP_FMA, SCALAR_U32, e->scratch, e->ticks, number(e, 5), number(e, key));
    build_emit(e->build, OP_FMA, SCALAR_U32, e->scratch, SLOT_THREAD_X, number(e, 7), e->scratch);
    emit(e, OP_SHR, e->scratch, e->scratch, number(e, 2));
    emit(e, OP_REM, e->scratch, e->scratch, number(e, 3));
    emit(e, OP_NE, e->condition, e->scratch, number(e, 0));
}

static void enter(Emitter *e, Opcode op)
{
    e->frames[e->depth++] = op;
    if (op == OP_IF)
        build_if(e->build, e->condition);
    else
        build_mark(e->build, op, 0);
}

static void leave(Emitter *e, Opcode end)
{
    e->depth--;
    build_mark(e->build, end, 0);
}

/* Frames above the one that is number frame of its kind from the inside. */
static int frames_above(const Emitter *e, Opcode kind, int frame)
{
    for (int above = 0; above < e->depth; ++above)
        if (e->frames[e->depth - 1 - above] == kind && frame-- == 0)
            return above;
    fail();
    return 0;
}

static void emit_list(Emitter *e, const Node *node);

static void emit_test(Emitter *e, Operand pass, uint32_t key)
{
    emit(e, OP_LT, e->condition, pass, number(e, 5));
    enter(e, OP_IF);
    emit_decision(e, key);
    leave(e, OP_ENDIF);
    build_loop_test(e->build, e->condition);
}

static void emit_loop(Emitter *e, const Node *node)
{
    Operand pass = build_register(e->build, SCALAR_U32);
    build_emit(e->build, OP_MOV, SCALAR_U32, pass, number(e, 0), OPERAND_NONE, OPERAND_NONE);
    enter(e, OP_LOOP);
    if (!node->tests_last)
        emit_test(e, pass, node->key);
    emit_list(e, node->body);
    build_mark(e->build, OP_LOOP_NEXT, 0);
    emit(e, OP_ADD, pass, pass, number(e, 1));
    if (node->tests_last)
        emit_test(e, pass, node->key);
    build_mark(e->build, OP_LOOP_BACK, 0);
    leave(e, OP_LOOP_END);
}

static void emit_jump(Emitter *e, const Node *node)
{
    emit_decision(e, node->key);
    enter(e, OP_IF);
    if (node->kind == END)
        build_mark(e->build, OP_EXIT, 0);
    else
        build_mark(e->build,
                   node->kind == BREAK      ? OP_BREAK
                   : node->kind == CONTINUE ? OP_CONTINUE
                                            : OP_LEAVE,
                   frames_above(e, node->kind == LEAVE ? OP_SCOPE : OP_LOOP, node->frame));
    leave(e, OP_ENDIF);
}

static void emit_list(Emitter *e, const Node *node)
{
    for (; node; node = node->next)
        switch (node->kind) {
        case MIX:
            build_emit(e->build, OP_FMA, SCALAR_U32, e->value, e->value, number(e, 31),
                       number(e, node->key));
            break;
        case BRANCH:
            emit_decision(e, node->key);
            enter(e, OP_IF);
            emit_list(e, node->body);
            if (node->orelse) {
                build_mark(e->build, OP_ELSE, 0);
                emit_list(e, node->orelse);
            }
            leave(e, OP_ENDIF);
            break;
        case REPEAT: emit_loop(e, node); break;
        case SCOPE:
            enter(e, OP_SCOPE);
            emit_list(e, node->body);
            leave(e, OP_SCOPE_END);
            break;
        default: emit_jump(e, node); break;
        }
}

static void check_random_program(uint64_t seed, uint32_t threads, Order order)
{
    Arena *arena = arena_new();
    Maker maker = {arena, hash_u64(HASH_START, seed), 24};
    Node *list = make_list(&maker, 0, 0, 0);
    Emitter e = {.build = build_new(arena)};
    e.value = build_register(e.build, SCALAR_U32);
    e.ticks = build_register(e.build, SCALAR_U32);
    e.scratch = build_register(e.build, SCALAR_U32);
    e.condition = build_register(e.build, SCALAR_BOOL);
    emit_list(&e, list);
    const Program *program = build_program(e.build);
    Launch *launch = build_launch(arena, program, (Dim3){1, 1, 1}, (Dim3){threads, 1, 1}, 0,
                                  SCALAR_I32, 0, FILL_ZEROS);
    launch->order = order;
    launch->order_seed = seed;
    launch->max_steps = 2000000;
    Machine *machine = build_machine(arena, program, launch, 0);
    build_run(machine, program, launch, NULL);
    for (uint32_t i = 0; i < threads; ++i) {
        Thread thread = {i, 0, 0};
        int frame = 0;
        think(list, &thread, &frame);
        if (machine_value(machine, e.value, SCALAR_U32, i) != thread.value ||
            machine_value(machine, e.ticks, SCALAR_U32, i) != thread.ticks)
            fail_msg("seed %llu, thread %u\n%s", (unsigned long long)seed, i,
                     program_text(arena, program));
    }
    for (uint32_t w = 0; w < machine->warp_count; ++w)
        assert_int_equal(machine_warps(machine)[w].status, WARP_DONE);
    arena_free(arena);
}

static void test_random_programs(void **unused)
{
    (void)unused;
    for (uint64_t seed = 0; seed < 3000; ++seed)
        check_random_program(seed, 33 + (uint32_t)(seed % 40), (Order)(seed % 4));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_programs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
