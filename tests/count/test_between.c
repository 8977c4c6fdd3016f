/* Races between blocks against all pairs of accesses, compared one by one: random kernels whose
 * threads load, store and count in few words of one buffer, on both engines and on one and two
 * threads of the host. What fences, locks and flags mean is tested with kernels as they are written
 * (tests/kernels). */
#include "count/grid.h"
#include "count/races/between.h"
#include "kernels.h"
#include "probe/races/role.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

enum { CASES = 600, ELEMENTS = 40, NOTES = 8192, KEYS = 512, LINES = 5 };

static uint32_t draw(uint64_t *random, uint32_t below)
{
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*random >> 33) % below;
}

/* ---- kernels ---- */

/* An element of a: threadIdx.x * a few + blockIdx.x * a few + some, modulo ELEMENTS. */
static Operand make_index(Build *build, Operand block, uint64_t *random)
{
    Operand index = build_register(build, SCALAR_U32);
    uint32_t by_thread = draw(random, 3), by_block = draw(random, 10);
    build_emit(build, OP_MUL, SCALAR_U32, index, SLOT_THREAD_X,
               build_constant(build, SCALAR_U32, by_thread), OPERAND_NONE);
    build_emit(build, OP_FMA, SCALAR_U32, index, block, build_constant(build, SCALAR_U32, by_block),
               index);
    build_emit(build, OP_ADD, SCALAR_U32, index, index,
               build_constant(build, SCALAR_U32, draw(random, 8)), OPERAND_NONE);
    build_emit(build, OP_REM, SCALAR_U32, index, index, build_constant(build, SCALAR_U32, ELEMENTS),
               OPERAND_NONE);
    return index;
}

static void make_access(Build *build, Operand a, Operand block, bool has_atomics, uint64_t *random)
{
    ScalarType type = draw(random, 4) ? SCALAR_U32 : SCALAR_U8;
    Operand index = make_index(build, block, random), value = build_register(build, SCALAR_U32);
    Operand stored = draw(random, 3) ? build_constant(build, SCALAR_U32, 7) : SLOT_THREAD_X;
    Instr *instr;
    switch (draw(random, has_atomics ? 4 : 3)) {
    case 0: instr = build_load(build, type, SPACE_GLOBAL, value, a, index); break;
    case 3:
        instr = build_emit(build, OP_ATOMIC, SCALAR_U32, value, a, index,
                           build_constant(build, SCALAR_U32, 1));
        instr->atomic = ATOMIC_ADD;
        instr->space = SPACE_GLOBAL;
        instr->type2 = SCALAR_U32;
        instr->scale_bytes = 4;
        break;
    default: instr = build_store(build, type, SPACE_GLOBAL, a, index, stored); break;
    }
    instr->line = 1 + draw(random, LINES);
    if (instr->op != OP_ATOMIC && draw(random, 6) == 0)
        instr->flags |= INSTR_VOLATILE;
}

static Kernel make_kernel(uint64_t *random)
{
    Arena *arena = arena_new();
    Build *build = build_new(arena);
    Operand a = build_pointer(build, "a", true);
    Operand block = build_uniform(build, UNIFORM_BLOCK_IDX, SCALAR_U32, 0);
    bool has_atomics = draw(random, 2);
    for (uint32_t left = 1 + draw(random, 4); left > 0; --left)
        make_access(build, a, block, has_atomics, random);
    build->program.line_count = LINES;
    const Program *program = build_program(build);
    Launch *launch =
        build_launch(arena, program, (Dim3){2 + draw(random, 4), 1, 1},
                     (Dim3){1 + draw(random, 40), 1, 1}, 1, SCALAR_U32, ELEMENTS, FILL_INTS);
    return (Kernel){arena, program, launch};
}

/* ---- all pairs ---- */

/* What a thread did to a word, once for each line, manner and bytes. */
typedef struct Note {
    uint64_t word;
    uint32_t block, thread, pc, line, value;
    uint8_t bytes;
    bool writes, is_strong, is_atomic;
    bool has_observed; /* the thread has read the word by a strong access */
    bool may_be_equal; /* so are all that are like it on the line */
} Note;

typedef struct Key {
    FindingKind kind;
    uint32_t line, other_line;
    uint64_t count;
} Key;

typedef struct Oracle {
    const Kernel *kernel;
    Note notes[NOTES];
    int note_count;
    Key keys[KEYS];
    int key_count;
    uint64_t before[KEYS]; /* counts of the way before */
    bool has_ordered;
    uint8_t roles[BUILD_LIMIT];
} Oracle;

static bool is_like(const Instr *a, const Instr *b)
{
    return a->op == b->op && a->line == b->line &&
           (a->flags & INSTR_VOLATILE) == (b->flags & INSTR_VOLATILE);
}

/* The first instruction of the line that does the same. */
static uint32_t site_of(const Program *program, const Instr *instr)
{
    uint32_t pc = 0;
    while (!is_like(&program->code[pc], instr))
        ++pc;
    return pc;
}

static bool may_be_equal(const Oracle *oracle, const Instr *instr)
{
    const Program *program = oracle->kernel->program;
    for (uint32_t pc = 0; pc < program->code_count; ++pc)
        if (is_like(&program->code[pc], instr) && oracle->roles[pc] != ROLE_EQUAL)
            return false;
    return true;
}

/* A thread that has read a word by an atomic or volatile access knows of all such writes of other
 * blocks before. */
static bool has_observed(const Oracle *oracle, const Note *note)
{
    for (int i = 0; i < oracle->note_count; ++i) {
        const Note *before = &oracle->notes[i];
        if (before->word == note->word && before->block == note->block &&
            before->thread == note->thread && before->bytes == 15 && before->is_strong &&
            (before->is_atomic || !before->writes))
            return true;
    }
    return false;
}

static void note_word(Oracle *oracle, const Step *step, uint32_t lane, uint64_t word, uint8_t bytes,
                      Memory *memory)
{
    Note note = {.word = word,
                 .block = step->block,
                 .thread = step->warp * WARP_LANES + lane,
                 .pc = site_of(oracle->kernel->program, step->instr),
                 .line = step->instr->line,
                 .bytes = bytes,
                 .writes = step->instr->op != OP_LOAD,
                 .is_atomic = step->instr->op == OP_ATOMIC,
                 .may_be_equal = may_be_equal(oracle, step->instr),
                 .is_strong = step->instr->op == OP_ATOMIC || step->instr->flags & INSTR_VOLATILE};
    memcpy(&note.value, memory_read(memory, word * 4, 4), 4);
    note.has_observed = has_observed(oracle, &note);
    assert_true(oracle->note_count < NOTES);
    oracle->notes[oracle->note_count++] = note;
}

static void note_step(Oracle *oracle, const Step *step, Memory *memory)
{
    if (opcode_info[step->instr->op].class != CLASS_MEMORY)
        return;
    for (uint32_t left = step->active; left; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        uint64_t at = step->arena[lane];
        uint8_t bytes = step->access_bytes == 1 ? (uint8_t)(1 << at % 4) : 15;
        note_word(oracle, step, lane, at / 4, bytes, memory);
    }
}

/* a came later. */
static bool is_observed(const Note *a, const Note *b)
{
    return a->has_observed && b->is_strong && b->writes && b->bytes == 15;
}

static bool meet(const Note *a, const Note *b)
{
    bool both_strong = a->is_strong && b->is_strong;
    bool both_volatile_writes = a->writes && b->writes && !a->is_atomic && !b->is_atomic;
    return a->word == b->word && a->block != b->block && a->bytes & b->bytes &&
           (a->writes || b->writes) && (!both_strong || both_volatile_writes);
}

static bool is_same(const Note *a, const Note *b)
{
    return a->word == b->word && a->block == b->block && a->thread == b->thread && a->pc == b->pc &&
           a->bytes == b->bytes;
}

/* All that store to the word store the same, each by itself, and nobody that races reads it. */
static bool is_harmless(const Oracle *oracle, uint64_t word)
{
    uint32_t value = 0;
    uint8_t known = 0;
    bool is_so = true;
    for (int i = 0; i < oracle->note_count; ++i) {
        const Note *a = &oracle->notes[i];
        if (a->word != word)
            continue;
        for (int byte = 0; byte < 4 && a->writes; ++byte) {
            uint32_t mask = (uint32_t)0xff << 8 * byte;
            if (!(a->bytes >> byte & 1))
                continue;
            is_so &= !(known >> byte & 1) || !((value ^ a->value) & mask);
            value = (value & ~mask) | (a->value & mask);
        }
        known |= a->writes ? a->bytes : 0;
        for (int k = 0; k < i; ++k) {
            const Note *b = &oracle->notes[k];
            if (meet(a, b) && !is_observed(a, b))
                is_so &= a->writes && b->writes && a->may_be_equal && b->may_be_equal &&
                         a->bytes == b->bytes;
        }
    }
    return is_so;
}

static void count_key(Oracle *oracle, const Note *a, const Note *b)
{
    const Note *first = a->pc <= b->pc ? a : b, *second = a->pc <= b->pc ? b : a;
    FindingKind kind = first->writes && second->writes ? FINDING_RACE_WAW
                       : first->writes                 ? FINDING_RACE_RAW
                                                       : FINDING_RACE_WAR;
    int i = 0;
    while (i < oracle->key_count &&
           (oracle->keys[i].kind != kind || oracle->keys[i].line != first->line ||
            oracle->keys[i].other_line != second->line))
        ++i;
    assert_true(i < KEYS);
    if (i == oracle->key_count)
        oracle->keys[oracle->key_count++] = (Key){kind, first->line, second->line, 0};
    oracle->keys[i].count++;
}

static void drop_repetitions(Oracle *oracle)
{
    int count = 0;
    for (int i = 0; i < oracle->note_count; ++i) {
        bool is_new = true;
        for (int k = 0; k < count && is_new; ++k)
            is_new = !is_same(&oracle->notes[i], &oracle->notes[k]);
        if (is_new)
            oracle->notes[count++] = oracle->notes[i];
    }
    oracle->note_count = count;
}

static void count_pairs(Oracle *oracle)
{
    uint64_t first = oracle->kernel->launch->buffers[0].offset_bytes / 4;
    bool harmless[ELEMENTS];
    for (uint64_t i = 0; i < ELEMENTS; ++i)
        harmless[i] = is_harmless(oracle, first + i);
    drop_repetitions(oracle);
    for (int i = 0; i < oracle->note_count; ++i)
        for (int k = 0; k < i; ++k) {
            bool is_pair = meet(&oracle->notes[i], &oracle->notes[k]);
            bool is_ordered = is_observed(&oracle->notes[i], &oracle->notes[k]);
            oracle->has_ordered |= is_pair && is_ordered;
            if (is_pair && !is_ordered && !harmless[oracle->notes[i].word - first])
                count_key(oracle, &oracle->notes[i], &oracle->notes[k]);
        }
}

static void run_blocks(Oracle *oracle, bool is_backwards)
{
    const Kernel *kernel = oracle->kernel;
    const char *reason = NULL;
    Memory *memory = memory_new(kernel->launch, &reason);
    uint32_t count = (uint32_t)launch_block_count(kernel->launch);
    Step step;
    oracle->note_count = 0;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t block = is_backwards ? count - 1 - i : i;
        Machine *machine = build_machine(kernel->arena, kernel->program, kernel->launch, block);
        while (machine_step(machine, kernel->program, kernel->launch, memory, &step))
            note_step(oracle, &step, memory);
    }
    count_pairs(oracle);
    memory_free(memory);
}

/* Where observing has kept two accesses apart, they are looked at backwards as well; of each race
 * the way counts that has more. */
static void run_oracle(Oracle *oracle, const Kernel *kernel)
{
    *oracle = (Oracle){.kernel = kernel};
    role_find(oracle->roles, kernel->program, kernel->launch);
    run_blocks(oracle, false);
    if (!oracle->has_ordered)
        return;
    for (int i = 0; i < oracle->key_count; ++i) {
        oracle->before[i] = oracle->keys[i].count;
        oracle->keys[i].count = 0;
    }
    run_blocks(oracle, true);
    for (int i = 0; i < oracle->key_count; ++i)
        if (oracle->before[i] > oracle->keys[i].count)
            oracle->keys[i].count = oracle->before[i];
}

/* ---- the comparison ---- */

static Report *count(const Kernel *kernel, int threads, bool is_stepwise)
{
    const char *reason = NULL;
    Memory *memory = memory_new(kernel->launch, &reason);
    GridOptions options = {.threads = threads, .is_stepwise = is_stepwise};
    Report *report = arena_alloc(kernel->arena, report_size(kernel->program, kernel->launch));
    assert_int_equal(grid_count(kernel->program, kernel->launch, memory, &options, report),
                     GRID_DONE);
    memory_free(memory);
    return report;
}

static const Key *key_of(const Oracle *oracle, const Finding *finding)
{
    for (int i = 0; i < oracle->key_count; ++i)
        if (oracle->keys[i].kind == finding->kind && oracle->keys[i].line == finding->line &&
            oracle->keys[i].other_line == finding->other_line)
            return &oracle->keys[i];
    return NULL;
}

static int check_findings(const Oracle *oracle, const Report *report)
{
    int races = 0;
    for (int i = 0; i < report->finding_count; ++i) {
        const Finding *finding = &report_findings(report)[i];
        if (finding->scope != SCOPE_GRID)
            continue;
        const Key *key = key_of(oracle, finding);
        assert_non_null(key);
        assert_int_equal(finding->count, key->count);
        assert_int_not_equal(finding->block, finding->other_block);
        assert_in_range(finding->element, 0, ELEMENTS - 1);
        ++races;
    }
    assert_int_equal(races, oracle->key_count);
    return races;
}

static void random_kernels(void **unused)
{
    (void)unused;
    static Oracle oracle;
    uint64_t random = 3;
    int racing = 0, ordered = 0;
    for (int i = 0; i < CASES; ++i) {
        Kernel kernel = make_kernel(&random);
        run_oracle(&oracle, &kernel);
        Report *report = count(&kernel, 1, true);
        racing += check_findings(&oracle, report) > 0;
        ordered += oracle.has_ordered;
        for (int way = 1; way < 4; ++way)
            assert_true(report_equal(report, count(&kernel, 1 + way % 2, way < 2)));
        kernel_free(&kernel);
    }
    assert_in_range(racing, CASES / 4, CASES * 9 / 10);
    assert_in_range(ordered, CASES / 40, CASES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_kernels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
