/* Loads, stores and atomics: every type and width, guard words, neighbours, misalignment, mixed
 * spaces, the order of lanes. */
#include "base/hash.h"
#include "build.h"
#include "test.h"

#include <string.h>

typedef struct Setup {
    Arena *arena;
    Build *build;
    Operand global, shared, local, index, value;
    const Program *program;
    Launch *launch;
    Machine *machine;
    Memory *memory;
    Step step;
} Setup;

enum { BUFFER_BYTES = 4096, SHARED_BYTES = 256, LOCAL_BYTES = 64 };

static void begin(Setup *s, ScalarType type, int values)
{
    *s = (Setup){.arena = arena_new()};
    s->build = build_new(s->arena);
    s->global = build_pointer(s->build, "data", true);
    s->shared = build_shared(s->build, SHARED_BYTES);
    s->local = build_local(s->build, LOCAL_BYTES);
    s->index = build_register(s->build, SCALAR_I32);
    s->value = build_registers(s->build, type, values);
}

static void ready(Setup *s, FillKind fill)
{
    const char *reason = NULL;
    s->program = build_program(s->build);
    s->launch = build_launch(s->arena, s->program, (Dim3){1, 1, 1}, (Dim3){32, 1, 1}, 2, SCALAR_U8,
                             BUFFER_BYTES, fill);
    s->machine = build_machine(s->arena, s->program, s->launch, 0);
    s->memory = memory_new(s->launch, &reason);
    for (int i = 0; i < WARP_LANES; ++i)
        machine_slot(s->machine, s->index, 0)[i] = (uint32_t)i;
}

static void step(Setup *s)
{
    assert_true(machine_step(s->machine, s->program, s->launch, s->memory, &s->step));
}

static void end(Setup *s)
{
    memory_free(s->memory);
    arena_free(s->arena);
}

static Operand base_of(const Setup *s, Space space)
{
    return space == SPACE_GLOBAL ? s->global : space == SPACE_SHARED ? s->shared : s->local;
}

/* Bytes of a lane's element in memory, widened as in a register. */
static uint64_t widened(ScalarType type, const uint8_t *at)
{
    int8_t i8;
    int16_t i16;
    uint64_t bits = 0;
    memcpy(&bits, at, scalar_size_bytes(type));
    memcpy(&i8, at, 1);
    memcpy(&i16, at, 2);
    return type == SCALAR_BOOL  ? bits != 0
           : type == SCALAR_I8  ? (uint32_t)i8
           : type == SCALAR_I16 ? (uint32_t)i16
                                : bits;
}

static uint64_t row_bits(uint32_t rows[][WARP_LANES], int element, uint32_t lane, ScalarType type)
{
    if (scalar_size_bytes(type) < 8)
        return rows[element][lane];
    return rows[2 * element][lane] | (uint64_t)rows[2 * element + 1][lane] << 32;
}

/* All lanes one behind the other in one object. */
static void check_extent(const Step *step)
{
    assert_true(step->is_one_object);
    assert_int_equal(step->is_one_piece, step->space != SPACE_LOCAL);
    assert_int_equal(step->low, step->arena[0]);
    assert_int_equal(step->high, step->arena[WARP_LANES - 1]);
}

/* Copies data[i] to data[i + 32] through registers, width elements a lane. */
static void check_copy(ScalarType type, Space space, int width)
{
    Setup s;
    uint32_t bytes = scalar_size_bytes(type) * (uint32_t)width;
    begin(&s, type, width);
    Instr *load = build_load(s.build, type, space, s.value, base_of(&s, space), s.index);
    Instr *store = build_store(s.build, type, space, base_of(&s, space), s.index, s.value);
    uint32_t span = space == SPACE_LOCAL ? 0 : bytes * 32; /* locals are each thread's own */
    load->width = store->width = (uint8_t)width;
    load->scale_bytes = store->scale_bytes = space == SPACE_LOCAL ? 0 : bytes;
    store->imm = (int32_t)(space == SPACE_LOCAL ? 32 : span);
    s.build->shared[0].offset_bytes = 0;
    s.build->program.shared_bytes = 2 * 16 * 32;
    ready(&s, FILL_RANDOM);
    for (uint32_t i = 0; i < LOCAL_BYTES * 32; ++i)
        machine_local(s.machine, 0)[i] = (uint8_t)hash_u64(i, 1);
    for (uint32_t i = 0; i < SHARED_BYTES; ++i)
        machine_shared(s.machine)[i] = (uint8_t)hash_u64(i, 2);
    uint8_t before[BUFFER_BYTES];
    memory_copy_out(s.memory, s.launch->buffers[0].offset_bytes, before, BUFFER_BYTES);
    step(&s);
    assert_int_equal(s.step.fault, FAULT_NONE);
    assert_int_equal(s.step.access_bytes, bytes);
    assert_int_equal(s.step.space, space);
    check_extent(&s.step);
    Step loaded = s.step;
    step(&s);
    check_extent(&s.step);
    for (uint32_t i = 0; i < WARP_LANES; ++i) {
        const uint8_t *from = space == SPACE_GLOBAL   ? before + i * bytes
                              : space == SPACE_SHARED ? machine_shared(s.machine) + i * bytes
                                                      : machine_local(s.machine, i);
        const uint8_t *to = space == SPACE_GLOBAL ? memory_read(s.memory, s.step.arena[i], bytes)
                                                  : from + (space == SPACE_LOCAL ? 32 : span);
        for (int e = 0; e < width; ++e) {
            uint32_t offset = scalar_size_bytes(type) * (uint32_t)e;
            uint64_t expected = widened(type, from + offset);
            Operand slot = (Operand)(s.value + (scalar_size_bytes(type) == 8 ? 2 : 1) * e);
            assert_int_equal(machine_value(s.machine, slot, type, i), expected);
            assert_int_equal(row_bits(loaded.after, e, i, type), expected);
            assert_int_equal(row_bits(s.step.after, e, i, type), expected);
            assert_int_equal(widened(type, to + offset), expected);
        }
        assert_int_equal(machine_shared_set(s.machine)[span + i], space == SPACE_SHARED);
    }
    end(&s);
}

static void test_copy(void **unused)
{
    (void)unused;
    for (int type = 0; type < SCALAR_COUNT; ++type)
        for (int width = 1; width <= 4; width *= 2)
            for (int space = SPACE_GLOBAL; space <= SPACE_LOCAL; ++space)
                if (scalar_size_bytes((ScalarType)type) * (uint32_t)width <= 16 &&
                    (space != SPACE_SHARED ||
                     scalar_size_bytes((ScalarType)type) * (uint32_t)width * 32 <= SHARED_BYTES))
                    check_copy((ScalarType)type, (Space)space, width);
}

/* Before the buffer: the guard. Past its end: padding, the guard, the next buffer. Far away: in no
 * memory at all, but the same word. */
static void test_outside(void **unused)
{
    (void)unused;
    static const int32_t indexes[] = {0, -1, 1023, 1024, 1024 + 4096 / 4, -1024, -1025, 1 << 30};
    Setup s;
    begin(&s, SCALAR_U32, 1);
    build_load(s.build, SCALAR_U32, SPACE_GLOBAL, s.value, s.global, s.index);
    build_emit(s.build, OP_MOV, SCALAR_U32, s.value, build_constant(s.build, SCALAR_U32, 77),
               OPERAND_NONE, OPERAND_NONE);
    build_store(s.build, SCALAR_U32, SPACE_GLOBAL, s.global, s.index, s.value);
    build_load(s.build, SCALAR_U32, SPACE_SHARED, s.value, s.shared, s.index);
    ready(&s, FILL_RANDOM);
    for (int i = 0; i < 8; ++i)
        machine_slot(s.machine, s.index, 0)[i] = (uint32_t)indexes[i];
    step(&s);
    const uint32_t *value = machine_slot(s.machine, s.value, 0);
    uint32_t first, neighbour;
    launch_fill(s.launch, s.launch->buffers[0].offset_bytes, &first, 4);
    launch_fill(s.launch, s.launch->buffers[1].offset_bytes, &neighbour, 4);
    assert_int_equal(value[0], first);
    assert_int_equal(value[1], LAUNCH_GUARD_WORD);
    assert_int_equal(value[3], LAUNCH_GUARD_WORD);
    assert_int_equal(value[4], neighbour);
    assert_int_equal(value[6], LAUNCH_GUARD_WORD);
    assert_int_equal(value[7], LAUNCH_GUARD_WORD);
    assert_int_equal(s.step.outside, 1u << 6 | 1u << 7);
    assert_int_equal(s.step.arena[6], (uint64_t)-4);
    assert_true(s.step.is_one_object && !s.step.is_one_piece);
    assert_int_equal(s.step.low, 0);
    assert_int_equal(s.step.high, (uint64_t)-4);
    assert_int_equal(s.step.fault, FAULT_NONE);
    step(&s);
    step(&s);
    assert_int_equal(s.step.outside, 1u << 6 | 1u << 7);
    assert_int_equal(s.step.after[0][1], 77);
    assert_int_equal(s.step.before[0][1], LAUNCH_GUARD_WORD);
    assert_int_equal(s.step.after[0][7], LAUNCH_GUARD_WORD);
    uint32_t corrupted;
    memory_copy_out(s.memory, s.launch->buffers[1].offset_bytes, &corrupted, 4);
    assert_int_equal(corrupted, 77);
    step(&s);
    assert_int_equal(s.step.outside & 0xff, 0xfe);
    assert_int_equal(value[0], LAUNCH_POISON_WORD);
    assert_int_equal(value[1], LAUNCH_GUARD_WORD);
    end(&s);
}

/* As far apart as one piece is, but two lanes have changed places, or one is not active. */
static void test_no_piece(void **unused)
{
    (void)unused;
    Setup s;
    begin(&s, SCALAR_U32, 1);
    build_load(s.build, SCALAR_U32, SPACE_GLOBAL, s.value, s.global, s.index);
    build_store(s.build, SCALAR_U32, SPACE_SHARED, s.shared, s.index, s.value);
    build_load(s.build, SCALAR_U32, SPACE_GLOBAL, s.value, s.global, s.index);
    ready(&s, FILL_RANDOM);
    uint32_t *index = machine_slot(s.machine, s.index, 0);
    index[3] = 5;
    index[5] = 3;
    step(&s);
    assert_true(s.step.is_one_object && !s.step.is_one_piece);
    step(&s);
    assert_false(s.step.is_one_piece);
    for (uint32_t i = 0; i < WARP_LANES; ++i)
        assert_int_equal(s.step.after[0][i], machine_slot(s.machine, s.value, 0)[i]);
    index[3] = 3;
    index[5] = 5;
    machine_warps(s.machine)[0].active &= ~(1u << 7);
    step(&s);
    assert_true(s.step.is_one_object && !s.step.is_one_piece);
    end(&s);
}

static void test_misaligned(void **unused)
{
    (void)unused;
    Setup s;
    begin(&s, SCALAR_F32, 4);
    Instr *load = build_load(s.build, SCALAR_F32, SPACE_GLOBAL, s.value, s.global, s.index);
    load->width = 4;
    ready(&s, FILL_RANDOM);
    step(&s);
    assert_int_equal(s.step.fault, FAULT_MISALIGNED);
    assert_int_equal(s.step.fault_lanes, 0xeeeeeeee);
    for (uint32_t i = 0; i < WARP_LANES; ++i)
        for (uint32_t e = 0; e < 4; ++e) {
            uint32_t expected;
            launch_fill(s.launch, s.launch->buffers[0].offset_bytes + 4 * (i + e), &expected, 4);
            assert_int_equal(machine_slot(s.machine, s.value + e, 0)[i], expected);
        }
    end(&s);
}

/* A generic access takes its space from the first lane; others and NULL are faults. */
static void test_spaces(void **unused)
{
    (void)unused;
    Setup s;
    begin(&s, SCALAR_U32, 1);
    Operand address = build_register(s.build, SCALAR_U64);
    build_load(s.build, SCALAR_U32, SPACE_GENERIC, s.value, address, OPERAND_NONE);
    build_load(s.build, SCALAR_U32, SPACE_GLOBAL, s.value, address, OPERAND_NONE);
    build_store(s.build, SCALAR_U32, SPACE_GLOBAL, address, OPERAND_NONE, s.value);
    ready(&s, FILL_RANDOM);
    uint64_t *lanes = (uint64_t *)machine_slot(s.machine, address, 0);
    for (uint32_t i = 0; i < WARP_LANES; ++i)
        lanes[i] = address_make(SPACE_SHARED, 0, 4 * i);
    lanes[3] = 0;
    lanes[4] = address_make(SPACE_GLOBAL, 0, 0);
    lanes[5] = address_make(SPACE_SHARED, 9, 0);
    step(&s);
    assert_int_equal(s.step.space, SPACE_SHARED);
    assert_int_equal(s.step.fault, FAULT_SPACE);
    assert_int_equal(s.step.fault_lanes, 0x38);
    assert_int_equal(s.step.outside, 0x38);
    assert_int_equal(machine_slot(s.machine, s.value, 0)[3], LAUNCH_GUARD_WORD);
    assert_int_equal(machine_slot(s.machine, s.value, 0)[6], LAUNCH_POISON_WORD);
    memset(lanes, 0, 8 * WARP_LANES);
    step(&s);
    assert_int_equal(s.step.fault_lanes, UINT32_MAX);
    step(&s);
    assert_int_equal(s.step.fault_lanes, UINT32_MAX);
    end(&s);
}

/* Every lane stores its number, in each element, to one place; an H200 kept that of `winner`. */
static void check_winner(ScalarType type, int width, uint32_t winner)
{
    Setup s;
    begin(&s, type, width);
    Instr *store = build_store(s.build, type, SPACE_SHARED, s.shared, s.index, s.value);
    store->scale_bytes = 0;
    store->width = (uint8_t)width;
    ready(&s, FILL_ZEROS);
    uint32_t words = register_words(type);
    for (uint32_t e = 0; e < (uint32_t)width; ++e) {
        void *lanes = machine_slot(s.machine, (uint32_t)s.value + e * words, 0);
        for (uint32_t i = 0; i < WARP_LANES; ++i)
            if (words == 2)
                ((uint64_t *)lanes)[i] = i;
            else
                ((uint32_t *)lanes)[i] = i;
    }
    step(&s);
    for (uint32_t i = 0; i < WARP_LANES; ++i)
        for (uint32_t e = 0; e < (uint32_t)width; ++e) {
            assert_int_equal(s.step.before[e * words][i], LAUNCH_POISON_WORD);
            assert_int_equal(s.step.after[e * words][i], winner);
        }
    end(&s);
}

static void test_store_order(void **unused)
{
    (void)unused;
    check_winner(SCALAR_U32, 1, 0);
    check_winner(SCALAR_U32, 2, 16);
    check_winner(SCALAR_U64, 1, 16);
    check_winner(SCALAR_U32, 4, 24);
}

typedef struct AtomicCase {
    AtomicOperation operation;
    ScalarType type;
    uint64_t start, by, after, last_old; /* by from every lane */
} AtomicCase;

static const AtomicCase atomic_cases[] = {
    {ATOMIC_ADD, SCALAR_I32, 5, (uint32_t)-2, (uint32_t)-59, (uint32_t)-57},
    {ATOMIC_ADD, SCALAR_U64, 0xffffffff, 1, 0x10000001f, 0x10000001e},
    {ATOMIC_ADD, SCALAR_F32, 0x3f800000, 0x3f000000, 0x41880000, 0x41840000}, /* 1 + 32 * 0.5 */
    {ATOMIC_ADD, SCALAR_F64, 0, 0x3ff0000000000000, 0x4040000000000000, 0x403f000000000000},
    {ATOMIC_SUB, SCALAR_U32, 1, 1, (uint32_t)-31, (uint32_t)-30},
    {ATOMIC_EXCHANGE, SCALAR_I32, 1, 9, 9, 9},
    {ATOMIC_MIN, SCALAR_I32, 1, (uint32_t)-9, (uint32_t)-9, (uint32_t)-9},
    {ATOMIC_MIN, SCALAR_U32, 1, (uint32_t)-9, 1, 1},
    {ATOMIC_MAX, SCALAR_I64, 1, (uint64_t)-9, 1, 1},
    {ATOMIC_MAX, SCALAR_F32, 0x3f800000, 0x40000000, 0x40000000, 0x40000000},
    {ATOMIC_INC, SCALAR_U32, 3, 5, 5, 4}, /* 3 4 5 0 1 2 ...: 35 modulo 6 */
    {ATOMIC_DEC, SCALAR_U32, 3, 5, 1, 2}, /* 3 2 1 0 5 4 ... */
    {ATOMIC_DEC, SCALAR_U32, 9, 5, 4, 5}, /* over the limit: to the limit */
    {ATOMIC_CAS, SCALAR_I32, 7, 7, 8, 8}, /* the new value is 8; only the first lane finds 7 */
    {ATOMIC_AND, SCALAR_U32, 0xff, 0x3c, 0x3c, 0x3c},
    {ATOMIC_OR, SCALAR_U32, 0xf0, 0x0c, 0xfc, 0xfc},
    {ATOMIC_XOR, SCALAR_U32, 0xf0, 0x0c, 0xf0, 0xfc},
};

static void check_atomic(const AtomicCase *row, Space space)
{
    Setup s;
    begin(&s, row->type, 1);
    Operand by = build_constant(s.build, row->type, row->by);
    build_constant(s.build, row->type, row->by + 1); /* CAS: the new value */
    Instr *atomic =
        build_emit(s.build, OP_ATOMIC, row->type, s.value, base_of(&s, space), OPERAND_NONE, by);
    atomic->atomic = (uint8_t)row->operation;
    atomic->space = (uint8_t)space;
    atomic->type2 = SCALAR_I32;
    ready(&s, FILL_ZEROS);
    uint32_t bytes = scalar_size_bytes(row->type);
    uint8_t *word = space == SPACE_SHARED
                        ? machine_shared(s.machine)
                        : memory_write(s.memory, s.launch->buffers[0].offset_bytes, bytes);
    memcpy(word, &row->start, bytes);
    step(&s);
    uint64_t after = 0;
    memcpy(&after, word, bytes);
    assert_int_equal(after, row->after);
    assert_int_equal(machine_value(s.machine, s.value, row->type, 0), row->start);
    assert_int_equal(machine_value(s.machine, s.value, row->type, 31), row->last_old);
    assert_int_equal(row_bits(s.step.before, 0, 31, row->type), row->last_old);
    assert_int_equal(row_bits(s.step.after, 0, 31, row->type), row->after);
    assert_int_equal(row_bits(s.step.after, 0, 0, row->type),
                     row_bits(s.step.before, 0, 1, row->type));
    end(&s);
}

static void test_atomics(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof atomic_cases / sizeof atomic_cases[0]; ++i) {
        check_atomic(&atomic_cases[i], SPACE_GLOBAL);
        check_atomic(&atomic_cases[i], SPACE_SHARED);
    }
}

static bool refuse(void *context, const Step *step)
{
    Setup *s = context;
    assert_int_equal(step->arena[0], s->launch->buffers[0].offset_bytes);
    assert_int_equal(step->access_bytes, 4);
    return false;
}

/* Two threads never touch a word at once, since the second one is told no before it does. */
static void test_what_is_not_allowed_is_not_touched(void **unused)
{
    (void)unused;
    const Opcode opcodes[] = {OP_STORE, OP_ATOMIC};
    for (int i = 0; i < 2; ++i) {
        Setup s;
        begin(&s, SCALAR_F32, 1);
        Operand by = build_constant(s.build, SCALAR_F32, 0x3f800000);
        Instr *instr = build_emit(s.build, opcodes[i], SCALAR_F32, i ? s.value : OPERAND_NONE,
                                  s.global, OPERAND_NONE, by);
        instr->atomic = ATOMIC_ADD;
        instr->space = SPACE_GLOBAL;
        instr->type2 = SCALAR_I32;
        ready(&s, FILL_ZEROS);
        float *word = (float *)memory_write(s.memory, s.launch->buffers[0].offset_bytes, 4);
        memory_watch(s.memory, refuse, &s);
        step(&s);
        assert_true(*word == 0);
        end(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_copy),     cmocka_unit_test(test_outside),
        cmocka_unit_test(test_no_piece), cmocka_unit_test(test_misaligned),
        cmocka_unit_test(test_spaces),   cmocka_unit_test(test_store_order),
        cmocka_unit_test(test_atomics),  cmocka_unit_test(test_what_is_not_allowed_is_not_touched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
