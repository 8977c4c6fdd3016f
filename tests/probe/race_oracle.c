/* All pairs, by words: the touches of a word are chained, the names of races are in a hash
 * table. */
#include "race_oracle.h"

#include "base/hash.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum {
    TOUCH_LIMIT = 1 << 15,
    NAME_LIMIT = 1 << 18,
    WORD_LIMIT = 1024,
    THREAD_LIMIT = 256,
    LOOP_LIMIT = 8,
    FINDING_LIMIT = 256
};

typedef struct Loop {
    uint32_t start, test, end;
} Loop;

typedef struct Touch {
    uint32_t thread, word, bytes, pc, line, interval;
    uint32_t syncs[WARP_LANES];  /* what the thread knows of each lane's, at that time */
    uint32_t passes[LOOP_LIMIT]; /* 0: not in that loop */
    uint64_t at, end;            /* bytes of the access */
    uint64_t value;              /* STORE: what this thread stores, as a hash */
    uint64_t step;
    Space space;
    Opcode op;
    int next;         /* of the word */
    uint64_t spoiled; /* spoiling_step; 0 if it was not asked for yet */
} Touch;

struct Oracle {
    Loop loops[LOOP_LIMIT];
    int loop_count;
    uint32_t passes[THREAD_LIMIT][LOOP_LIMIT];
    /* A clock for each thread: how many __syncwarps of each lane of its warp are before it. */
    uint32_t syncs[THREAD_LIMIT][WARP_LANES];
    Touch touches[TOUCH_LIMIT];
    int touch_count, first[WORD_LIMIT];
    uint64_t names[NAME_LIMIT];
    int name_count;
    OracleFinding findings[FINDING_LIMIT];
    int finding_count;
};

Oracle *oracle_new(void)
{
    return calloc(1, sizeof(Oracle));
}

void oracle_free(Oracle *oracle)
{
    free(oracle);
}

static void find_loops(Oracle *oracle, const Program *program)
{
    int open[LOOP_LIMIT], depth = 0;
    for (uint32_t pc = 0; pc < program->code_count; ++pc) {
        Opcode op = program->code[pc].op;
        if (op == OP_LOOP) {
            assert_true(oracle->loop_count < LOOP_LIMIT);
            open[depth++] = oracle->loop_count;
            oracle->loops[oracle->loop_count++].start = pc;
        } else if (op == OP_LOOP_TEST)
            oracle->loops[open[depth - 1]].test = pc;
        else if (op == OP_LOOP_END)
            oracle->loops[open[--depth]].end = pc;
    }
}

void oracle_start(Oracle *oracle, const Program *program)
{
    oracle->loop_count = oracle->touch_count = 0;
    memset(oracle->passes, 0, sizeof oracle->passes);
    memset(oracle->syncs, 0, sizeof oracle->syncs);
    memset(oracle->first, 0xff, sizeof oracle->first);
    if (oracle->name_count)
        memset(oracle->names, 0, sizeof oracle->names);
    oracle->name_count = oracle->finding_count = 0;
    find_loops(oracle, program);
}

static void count_passes(Oracle *oracle, uint32_t thread, uint32_t pc)
{
    for (int i = 0; i < oracle->loop_count; ++i) {
        const Loop *loop = &oracle->loops[i];
        uint32_t *passes = &oracle->passes[thread][i];
        if (pc < loop->start || pc > loop->end)
            *passes = 0;
        *passes += pc == loop->test;
    }
}

/* What a thread stores, whatever memory holds afterwards. */
static uint64_t stored(const Machine *machine, const Step *step, uint32_t thread)
{
    const Instr *instr = step->instr;
    uint64_t hash = HASH_START, bits = scalar_size_bytes(instr->type) * 8;
    for (uint32_t i = 0; step->instr->op == OP_STORE && i < instr->width; ++i)
        hash = hash_u64(hash, machine_value(machine, (Operand)(instr->c + i), instr->type, thread) &
                                  (((uint64_t)1 << bits) - 1));
    return hash;
}

static void touch(Oracle *oracle, const Machine *machine, const Step *step, uint32_t thread,
                  uint64_t at, uint64_t end)
{
    for (uint64_t word = at / 4; word <= (end - 1) / 4; ++word) {
        Touch *touch = &oracle->touches[oracle->touch_count];
        assert_true(oracle->touch_count < TOUCH_LIMIT);
        *touch = (Touch){.thread = thread,
                         .word = (uint32_t)word,
                         .pc = step->pc,
                         .line = step->instr->line,
                         .interval = step->interval,
                         .step = step->index,
                         .space = step->space,
                         .op = step->instr->op,
                         .at = at,
                         .end = end,
                         .value = stored(machine, step, thread),
                         .next = oracle->first[word % WORD_LIMIT]};
        for (uint64_t byte = at; byte < end; ++byte)
            touch->bytes |= (uint32_t)(byte / 4 == word) << byte % 4;
        memcpy(touch->passes, oracle->passes[thread], sizeof touch->passes);
        memcpy(touch->syncs, oracle->syncs[thread], sizeof touch->syncs);
        oracle->first[word % WORD_LIMIT] = oracle->touch_count++;
    }
}

/* Each of the lanes counts one more, and then knows all that one of them knows. */
static void meet(Oracle *oracle, uint32_t warp, uint32_t lanes)
{
    uint32_t most[WARP_LANES] = {0};
    for (uint32_t i = 0; i < WARP_LANES; ++i) {
        uint32_t *clock = oracle->syncs[warp * WARP_LANES + i];
        clock[i] += lanes >> i & 1;
        for (uint32_t j = 0; j < WARP_LANES; ++j)
            if (lanes >> i & 1 && clock[j] > most[j])
                most[j] = clock[j];
    }
    for (uint32_t i = 0; i < WARP_LANES; ++i)
        if (lanes >> i & 1)
            memcpy(oracle->syncs[warp * WARP_LANES + i], most, sizeof most);
}

/* With the last lanes that there are, those that have ended count as met, too. */
static void sync_lanes(Oracle *oracle, const Step *step)
{
    for (uint32_t left = step->active, lanes; left; left &= ~lanes) {
        uint32_t lane = (uint32_t)__builtin_ctz(left), mask = step->masks[lane];
        lanes = 0;
        for (uint32_t i = 0; i < WARP_LANES; ++i)
            if (step->active >> i & 1 && step->masks[i] == mask && mask >> i & 1)
                lanes |= 1u << i;
        if (lanes)
            meet(oracle, step->warp, lanes == step->live ? UINT32_MAX : lanes);
        lanes |= 1u << lane;
    }
}

void oracle_note(Oracle *oracle, const Machine *machine, const Step *step)
{
    bool is_memory = opcode_info[step->instr->op].class == CLASS_MEMORY;
    if (step->instr->op == OP_WARP_SYNC)
        sync_lanes(oracle, step);
    for (uint32_t lanes = step->active; lanes; lanes &= lanes - 1) {
        int lane = __builtin_ctz(lanes);
        uint32_t thread = step->warp * WARP_LANES + (uint32_t)lane;
        count_passes(oracle, thread, step->pc);
        if (is_memory)
            touch(oracle, machine, step, thread, step->arena[lane],
                  step->arena[lane] + step->access_bytes);
    }
}

static bool is_race(const Touch *a, const Touch *b)
{
    if (a->word != b->word || a->space != b->space || !(a->bytes & b->bytes))
        return false;
    if (a->interval != b->interval || a->thread == b->thread)
        return false;
    if ((a->op == OP_LOAD && b->op == OP_LOAD) || (a->op == OP_ATOMIC && b->op == OP_ATOMIC))
        return false;
    uint32_t lane_a = a->thread % WARP_LANES, lane_b = b->thread % WARP_LANES;
    return a->thread / WARP_LANES != b->thread / WARP_LANES ||
           (b->syncs[lane_a] <= a->syncs[lane_a] && a->syncs[lane_b] <= b->syncs[lane_b]);
}

/* Neither after nor, of the same instruction in the same pass, at once. */
static bool comes_first(const Oracle *oracle, const Touch *a, const Touch *b)
{
    for (int i = 0; i < oracle->loop_count; ++i) {
        const Loop *loop = &oracle->loops[i];
        bool both =
            loop->start < a->pc && a->pc < loop->end && loop->start < b->pc && b->pc < loop->end;
        if (both && a->passes[i] != b->passes[i])
            return a->passes[i] < b->passes[i];
    }
    return a->pc <= b->pc;
}

static FindingKind kind_of(const Touch *first, const Touch *second)
{
    if (first->op == OP_LOAD)
        return FINDING_RACE_WAR;
    return second->op == OP_LOAD ? FINDING_RACE_RAW : FINDING_RACE_WAW;
}

/* The write goes to some of the bytes of another one, in the same interval. */
static bool is_beside(const Touch *write, const Touch *of)
{
    return write->space == of->space && write->interval == of->interval && write->op != OP_LOAD &&
           write->at < of->end && of->at < write->end;
}

static bool is_alike(const Touch *a, const Touch *b)
{
    return a->op == OP_STORE && b->op == OP_STORE && a->at == b->at && a->end == b->end &&
           a->value == b->value;
}

/* The first write to some of the bytes of a store; not like: of those that are not like it. */
static const Touch *first_beside(const Oracle *oracle, const Touch *of, const Touch *not_like)
{
    const Touch *first = NULL;
    for (uint64_t word = of->at / 4; word <= (of->end - 1) / 4; ++word)
        for (int i = oracle->first[word % WORD_LIMIT]; i >= 0; i = oracle->touches[i].next) {
            const Touch *write = &oracle->touches[i];
            bool is_wanted = is_beside(write, of) && !(not_like && is_alike(write, not_like));
            if (is_wanted && (!first || write->step < first->step))
                first = write;
        }
    return first;
}

/* The first step by which the bytes of a store have got different values in an interval, or were
 * written otherwise than whole; UINT64_MAX: none has. */
static uint64_t spoiling_step(const Oracle *oracle, Touch *of)
{
    if (!of->spoiled) {
        const Touch *spoiling = first_beside(oracle, of, first_beside(oracle, of, NULL));
        of->spoiled = spoiling ? spoiling->step : UINT64_MAX;
    }
    return of->spoiled;
}

/* Two stores that are allowed as long as the word is not spoiled. */
static bool may_be_equal(const Touch *a, const Touch *b)
{
    return a->op == OP_STORE && b->op == OP_STORE && a->at == b->at && a->end == b->end;
}

static bool is_new(Oracle *oracle, uint64_t name)
{
    uint32_t at = (uint32_t)(name >> 32) % NAME_LIMIT;
    name |= 1;
    for (; oracle->names[at]; at = (at + 1) % NAME_LIMIT)
        if (oracle->names[at] == name)
            return false;
    oracle->names[at] = name;
    assert_true(++oracle->name_count < NAME_LIMIT / 2);
    return true;
}

/* Two writes of one line have no first and second thread. */
static bool is_transposed(const Touch *first, const Touch *second)
{
    return kind_of(first, second) == FINDING_RACE_WAW && first->line == second->line &&
           first->thread > second->thread;
}

/* A race by what makes it another one. */
static uint64_t name_of(const Touch *first, const Touch *second, FindingKind kind)
{
    uint32_t a = first->thread, b = second->thread;
    uint64_t name = hash_u64(HASH_START, (uint64_t)first->line << 32 | second->line);
    name = hash_u64(name, (uint64_t)first->interval << 32 | first->word);
    name = hash_u64(name, (uint64_t)a << 32 | b);
    return hash_u64(name, (uint64_t)kind << 32 | first->space);
}

static bool is_one_finding(const OracleFinding *a, const OracleFinding *b)
{
    return a->kind == b->kind && a->space == b->space && a->line == b->line &&
           a->other_line == b->other_line;
}

static bool is_earlier(const OracleFinding *a, const OracleFinding *b)
{
    if (a->step != b->step)
        return a->step < b->step;
    if (a->thread != b->thread)
        return a->thread < b->thread;
    if (a->other_thread != b->other_thread)
        return a->other_thread < b->other_thread;
    return a->word < b->word;
}

static void add_to(OracleFinding *known, const OracleFinding *race)
{
    uint64_t count = known->count + race->count;
    if (is_earlier(race, known))
        *known = *race;
    known->count = count;
}

static void add(Oracle *oracle, Touch *first, Touch *second)
{
    if (is_transposed(first, second)) {
        Touch *third = first;
        first = second;
        second = third;
    }
    FindingKind kind = kind_of(first, second);
    uint64_t step = first->step > second->step ? first->step : second->step;
    if (may_be_equal(first, second)) {
        uint64_t spoiled = spoiling_step(oracle, first);
        if (spoiled == UINT64_MAX)
            kind = NOTE_EQUAL_VALUES;
        else if (spoiled > step)
            step = spoiled;
    }
    OracleFinding race = {.kind = kind,
                          .space = first->space,
                          .line = first->line,
                          .other_line = second->line,
                          .count = is_new(oracle, name_of(first, second, kind)),
                          .step = step,
                          .thread = first->thread,
                          .other_thread = second->thread,
                          .word = first->word};
    int i = 0;
    while (i < oracle->finding_count && !is_one_finding(&oracle->findings[i], &race))
        ++i;
    assert_true(i < FINDING_LIMIT);
    if (i == oracle->finding_count) {
        oracle->findings[oracle->finding_count++] = race;
        return;
    }
    add_to(&oracle->findings[i], &race);
}

int oracle_finish(Oracle *oracle)
{
    for (int word = 0; word < WORD_LIMIT; ++word)
        for (int i = oracle->first[word]; i >= 0; i = oracle->touches[i].next)
            for (int j = oracle->first[word]; j >= 0; j = oracle->touches[j].next) {
                Touch *a = &oracle->touches[i], *b = &oracle->touches[j];
                if (is_race(a, b) && comes_first(oracle, a, b))
                    add(oracle, a, b);
            }
    return oracle->finding_count;
}

const OracleFinding *oracle_finding(const Oracle *oracle, int number)
{
    return &oracle->findings[number];
}
