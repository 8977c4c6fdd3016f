/* Assembling them: small helpers that stand for C expressions, then one function a kernel. */
#include "kernels.h"
#include "test.h"

enum { BANKS_WORDS = 1056 };

typedef struct Maker {
    Build *build;
    const KernelOptions *options;
    uint32_t line;
    Operand bx, by, tx, ty, m, n, p, j, k, l, tile;
} Maker;

static Operand emit(Maker *maker, Opcode op, Operand a, Operand b, Operand c)
{
    Operand dst = build_register(maker->build, SCALAR_I32);
    build_emit(maker->build, op, SCALAR_I32, dst, a, b, c)->line = maker->line;
    return dst;
}

static Operand add(Maker *maker, Operand a, Operand b)
{
    return emit(maker, OP_ADD, a, b, OPERAND_NONE);
}

static Operand mul(Maker *maker, Operand a, Operand b)
{
    return emit(maker, OP_MUL, a, b, OPERAND_NONE);
}

/* a * b + c */
static Operand multiply_add(Maker *maker, Operand a, Operand b, Operand c)
{
    return emit(maker, OP_FMA, a, b, c);
}

static Operand less(Maker *maker, Operand a, Operand b)
{
    return emit(maker, OP_LT, a, b, OPERAND_NONE);
}

static Operand both(Maker *maker, Operand a, Operand b)
{
    Operand dst = build_register(maker->build, SCALAR_BOOL);
    build_emit(maker->build, OP_AND, SCALAR_BOOL, dst, a, b, OPERAND_NONE)->line = maker->line;
    return dst;
}

static void set(Maker *maker, ScalarType type, Operand dst, Operand value)
{
    build_emit(maker->build, OP_MOV, type, dst, value, OPERAND_NONE, OPERAND_NONE)->line =
        maker->line;
}

static void mark(Maker *maker, Opcode op)
{
    build_mark(maker->build, op, 0)->line = maker->line;
}

static Operand load(Maker *maker, Space space, Operand base, Operand index)
{
    Operand dst = build_register(maker->build, SCALAR_F32);
    build_load(maker->build, SCALAR_F32, space, dst, base, index)->line = maker->line;
    return dst;
}

static void store(Maker *maker, Space space, Operand base, Operand index, Operand value)
{
    build_store(maker->build, SCALAR_F32, space, base, index, value)->line = maker->line;
}

/* A guard that can be left out. */
static void open_guard(Maker *maker, Operand condition)
{
    if (!maker->options->without_guards)
        build_if(maker->build, condition)->line = maker->line;
}

static void close_guard(Maker *maker)
{
    if (!maker->options->without_guards)
        mark(maker, OP_ENDIF);
}

/* for (counter = 0; counter < limit; ++counter) { ... loop_end */
static Operand loop_begin(Maker *maker, Operand limit)
{
    Operand counter = build_register(maker->build, SCALAR_I32);
    set(maker, SCALAR_I32, counter, build_int(maker->build, 0));
    mark(maker, OP_LOOP);
    build_loop_test(maker->build, less(maker, counter, limit))->line = maker->line;
    return counter;
}

static void loop_end(Maker *maker, Operand counter)
{
    mark(maker, OP_LOOP_NEXT);
    build_emit(maker->build, OP_ADD, SCALAR_I32, counter, counter, build_int(maker->build, 1),
               OPERAND_NONE)
        ->line = maker->line;
    mark(maker, OP_LOOP_BACK);
    mark(maker, OP_LOOP_END);
}

static Operand parameter(Maker *maker, const char *name, ScalarType type)
{
    int index = maker->build->program.parameter_count++;
    maker->build->parameters[index] =
        (Parameter){.name = name, .type = type_scalar(type), .row_length = OPERAND_NONE};
    return build_uniform(maker->build, UNIFORM_PARAMETER, type, index);
}

static void begin(Maker *maker)
{
    Build *build = maker->build;
    maker->tx = SLOT_THREAD_X;
    maker->ty = SLOT_THREAD_Y;
    maker->bx = build_uniform(build, UNIFORM_BLOCK_IDX, SCALAR_U32, 0);
    maker->by = build_uniform(build, UNIFORM_BLOCK_IDX, SCALAR_U32, 1);
    maker->m = build_pointer(build, "M", false);
    maker->n = build_pointer(build, "N", false);
    maker->p = build_pointer(build, "P", true);
    maker->j = parameter(maker, "j", SCALAR_I32);
    maker->k = parameter(maker, "k", SCALAR_I32);
    maker->l = parameter(maker, "l", SCALAR_I32);
    maker->tile = build_int(build, maker->options->tile);
    build->parameters[0].row_length = maker->k;
    build->parameters[1].row_length = maker->l;
    build->parameters[2].row_length = maker->l;
    maker->line = 1;
}

static void accumulate(Maker *maker, Operand sum, Operand a, Operand b)
{
    build_emit(maker->build, OP_FMA, SCALAR_F32, sum, a, b, sum)->line = maker->line;
}

static void make_naive(Maker *maker)
{
    bool swapped = maker->options->kind == KERNEL_SWAPPED;
    Operand row = swapped ? multiply_add(maker, maker->bx, maker->tile, maker->tx)
                          : multiply_add(maker, maker->by, maker->tile, maker->ty);
    Operand col = swapped ? multiply_add(maker, maker->by, maker->tile, maker->ty)
                          : multiply_add(maker, maker->bx, maker->tile, maker->tx);
    open_guard(maker, both(maker, less(maker, row, maker->j), less(maker, col, maker->l)));
    Operand sum = build_register(maker->build, SCALAR_F32);
    set(maker, SCALAR_F32, sum, build_constant(maker->build, SCALAR_F32, 0));
    Operand i = loop_begin(maker, maker->k);
    maker->line = LINE_MULTIPLY;
    Operand a = load(maker, SPACE_GLOBAL, maker->m, multiply_add(maker, row, maker->k, i));
    accumulate(maker, sum, a,
               load(maker, SPACE_GLOBAL, maker->n, multiply_add(maker, i, maker->l, col)));
    loop_end(maker, i);
    maker->line = LINE_STORE_P;
    store(maker, SPACE_GLOBAL, maker->p, multiply_add(maker, row, maker->l, col), sum);
    close_guard(maker);
}

/* if (row < rows && col < cols) shared[at] = global[index]; else shared[at] = 0; the index is
 * computed inside the guard, as the source has it. */
static void load_tile(Maker *maker, uint32_t line, Operand inside, Operand shared, Operand at,
                      Operand global, Operand a, Operand b, Operand c)
{
    maker->line = line;
    open_guard(maker, inside);
    store(maker, SPACE_SHARED, shared, at,
          load(maker, SPACE_GLOBAL, global, multiply_add(maker, a, b, c)));
    if (!maker->options->without_guards) {
        mark(maker, OP_ELSE);
        maker->line = line + 1;
        store(maker, SPACE_SHARED, shared, at, build_constant(maker->build, SCALAR_F32, 0));
    }
    close_guard(maker);
}

static void load_tiles(Maker *maker, Operand mds, Operand nds, Operand row, Operand col, Operand ph)
{
    KernelKind kind = maker->options->kind;
    int pitch = maker->options->pitch ? maker->options->pitch : maker->options->tile;
    Operand n_pitch = build_int(maker->build, pitch);
    Operand m_col = multiply_add(maker, ph, maker->tile, maker->tx);
    Operand n_row = multiply_add(maker, ph, maker->tile, maker->ty);
    Operand m_at = multiply_add(maker, maker->ty, maker->tile, maker->tx);
    Operand n_at = multiply_add(maker, maker->ty, n_pitch, maker->tx);
    load_tile(maker, LINE_LOAD_M,
              both(maker, less(maker, row, maker->j), less(maker, m_col, maker->k)), mds, m_at,
              maker->m, row, maker->k, m_col);
    Operand inside = both(maker, less(maker, n_row, maker->k), less(maker, col, maker->l));
    if (kind == KERNEL_COLMAJOR)
        load_tile(maker, LINE_LOAD_N, inside, nds, n_at, maker->n, col, maker->k, n_row);
    else if (kind == KERNEL_TURN)
        load_tile(maker, LINE_LOAD_N, inside, nds,
                  multiply_add(maker, maker->tx, n_pitch, maker->ty), maker->n,
                  multiply_add(maker, maker->bx, maker->tile, maker->ty), maker->k, m_col);
    else
        load_tile(maker, LINE_LOAD_N, inside, nds, n_at, maker->n, n_row, maker->l, col);
}

static void multiply_tiles(Maker *maker, Operand mds, Operand nds, Operand sum)
{
    maker->line = LINE_MULTIPLY;
    int pitch = maker->options->pitch ? maker->options->pitch : maker->options->tile;
    Operand i = loop_begin(maker, maker->tile);
    Operand a = load(maker, SPACE_SHARED, mds, multiply_add(maker, maker->ty, maker->tile, i));
    Operand at = multiply_add(maker, i, build_int(maker->build, pitch), maker->tx);
    accumulate(maker, sum, a, load(maker, SPACE_SHARED, nds, at));
    loop_end(maker, i);
}

static void make_tiled(Maker *maker)
{
    const KernelOptions *options = maker->options;
    uint32_t tile = (uint32_t)options->tile;
    uint32_t pitch = options->pitch ? (uint32_t)options->pitch : tile;
    Operand mds = build_shared(maker->build, tile * tile * 4);
    Operand nds = build_shared(maker->build, tile * pitch * 4);
    maker->build->shared[0].name = "Mds";
    maker->build->shared[1].name = "Nds";
    Operand row = multiply_add(maker, maker->by, maker->tile, maker->ty);
    Operand col = multiply_add(maker, maker->bx, maker->tile, maker->tx);
    Operand sum = build_register(maker->build, SCALAR_F32);
    set(maker, SCALAR_F32, sum, build_constant(maker->build, SCALAR_F32, 0));
    int phases = (options->k + options->tile - 1) / options->tile;
    Operand ph = loop_begin(maker, build_int(maker->build, phases));
    maker->build->code[maker->build->program.code_count - 1].flags = INSTR_PHASE;
    load_tiles(maker, mds, nds, row, col, ph);
    maker->line = LINE_FIRST_BARRIER;
    if (!options->without_first_barrier)
        mark(maker, OP_BARRIER);
    multiply_tiles(maker, mds, nds, sum);
    maker->line = LINE_SECOND_BARRIER;
    if (!options->without_second_barrier)
        mark(maker, OP_BARRIER);
    loop_end(maker, ph);
    maker->line = LINE_STORE_P;
    open_guard(maker, both(maker, less(maker, row, maker->j), less(maker, col, maker->l)));
    store(maker, SPACE_GLOBAL, maker->p, multiply_add(maker, row, maker->l, col), sum);
    maker->line = LINE_GUARD_BARRIER;
    if (options->barrier_in_guard)
        mark(maker, OP_BARRIER);
    close_guard(maker);
}

static void make_strides(Maker *maker)
{
    Operand i =
        multiply_add(maker, maker->bx, build_int(maker->build, maker->options->j / 4), maker->tx);
    Operand value = load(maker, SPACE_GLOBAL, maker->m, multiply_add(maker, i, maker->k, maker->l));
    store(maker, SPACE_GLOBAL, maker->p, i, value);
}

static void make_banks(Maker *maker)
{
    Operand shared = build_shared(maker->build, BANKS_WORDS * 4);
    Operand i = loop_begin(maker, build_int(maker->build, BANKS_WORDS / 32));
    Operand at = multiply_add(maker, i, build_int(maker->build, 32), maker->tx);
    Operand value = build_register(maker->build, SCALAR_F32);
    build_emit(maker->build, OP_CONVERT, SCALAR_F32, value, at, OPERAND_NONE, OPERAND_NONE)->type2 =
        SCALAR_I32;
    store(maker, SPACE_SHARED, shared, at, value);
    loop_end(maker, i);
    mark(maker, OP_BARRIER);
    Operand index = emit(maker, OP_REM, mul(maker, maker->tx, maker->k),
                         build_int(maker->build, BANKS_WORDS), OPERAND_NONE);
    store(maker, SPACE_GLOBAL, maker->p, add(maker, maker->tx, build_int(maker->build, 0)),
          load(maker, SPACE_SHARED, shared, index));
}

static void make_program(Maker *maker)
{
    begin(maker);
    switch (maker->options->kind) {
    case KERNEL_NAIVE:
    case KERNEL_SWAPPED: make_naive(maker); break;
    case KERNEL_TILED:
    case KERNEL_COLMAJOR:
    case KERNEL_TURN: make_tiled(maker); break;
    case KERNEL_STRIDES: make_strides(maker); break;
    case KERNEL_BANKS: make_banks(maker); break;
    }
}

static void set_buffer(Buffer *buffer, int rows, int cols, bool is_matrix)
{
    buffer->count = (uint64_t)rows * (uint64_t)cols;
    buffer->rows = is_matrix ? (uint64_t)rows : 0;
    buffer->cols = is_matrix ? (uint64_t)cols : 0;
}

static void set_buffers(Launch *launch, const KernelOptions *options)
{
    int j = options->j, k = options->k, l = options->l;
    bool is_matrix = options->kind < KERNEL_STRIDES;
    bool is_transposed = options->kind == KERNEL_COLMAJOR || options->kind == KERNEL_TURN;
    if (!is_matrix) {
        set_buffer(&launch->buffers[0], j, k + l + 1, false);
        set_buffer(&launch->buffers[1], 1, 1, false);
        set_buffer(&launch->buffers[2], j, 1, false);
        return;
    }
    set_buffer(&launch->buffers[0], j, k, true);
    set_buffer(&launch->buffers[1], is_transposed ? l : k, is_transposed ? k : l, true);
    set_buffer(&launch->buffers[2], j, l, true);
    launch->buffers[2].role = ROLE_OUTPUT;
}

static Launch *make_launch(Arena *arena, const Program *program, const KernelOptions *options)
{
    uint32_t tile = (uint32_t)options->tile;
    Dim3 block = {tile, tile, 1};
    Dim3 grid = {((uint32_t)options->l + tile - 1) / tile, ((uint32_t)options->j + tile - 1) / tile,
                 1};
    if (options->kind == KERNEL_SWAPPED)
        grid = (Dim3){grid.y, grid.x, 1};
    if (options->kind == KERNEL_STRIDES)
        block = (Dim3){(uint32_t)options->j / 4, 1, 1}, grid = (Dim3){4, 1, 1};
    if (options->kind == KERNEL_BANKS)
        block = (Dim3){32, 1, 1}, grid = (Dim3){1, 1, 1};
    Launch *launch = build_launch(arena, program, grid, block, 3, SCALAR_F32, 1, FILL_INTS);
    set_buffers(launch, options);
    uint64_t *arguments = ARENA_ARRAY(arena, uint64_t, 6);
    const uint64_t values[] = {
        0, 1, 2, (uint64_t)options->j, (uint64_t)options->k, (uint64_t)options->l};
    for (int i = 0; i < 6; ++i)
        arguments[i] = values[i];
    launch->arguments = arguments;
    launch->argument_count = 6;
    launch_layout(launch);
    return launch;
}

Kernel kernel_make(const KernelOptions *options)
{
    Arena *arena = arena_new();
    Maker maker = {.build = build_new(arena), .options = options};
    make_program(&maker);
    const Program *program = build_program(maker.build);
    maker.build->code[program->code_count - 1].line = LINE_COUNT;
    maker.build->code[program->code_count - 1].own_line = LINE_COUNT;
    maker.build->program.line_count = LINE_COUNT;
    return (Kernel){arena, program, make_launch(arena, program, options)};
}

void kernel_free(Kernel *kernel)
{
    arena_free(kernel->arena);
}

static void run_block(const Kernel *kernel, Memory *memory, Probe *probe, Machine *machine,
                      uint32_t block)
{
    Step step;
    machine_start(machine, kernel->program, kernel->launch, block);
    probe_begin_block(probe, kernel->program, kernel->launch, machine);
    while (machine_step(machine, kernel->program, kernel->launch, memory, &step))
        probe_fold(probe, kernel->program, kernel->launch, machine, &step);
    probe_end_block(probe, kernel->program, kernel->launch, machine);
}

Probe *kernel_run(const Kernel *kernel, ProbeDetail detail, Memory *memory)
{
    const char *reason = NULL;
    Memory *own = memory ? memory : memory_new(kernel->launch, &reason);
    assert_non_null(own);
    Probe *probe = arena_alloc(kernel->arena, probe_size(kernel->program, kernel->launch, detail));
    probe_start(probe, kernel->program, kernel->launch, detail);
    Machine *machine = arena_alloc(kernel->arena, machine_size(kernel->program, kernel->launch));
    for (uint32_t block = 0; block < launch_block_count(kernel->launch); ++block)
        run_block(kernel, own, probe, machine, block);
    if (!memory)
        memory_free(own);
    return probe;
}

uint64_t finding_total(const Report *report, FindingKind kind)
{
    uint64_t total = 0;
    int count;
    const Finding *list = report_list(report, kind, &count);
    for (int i = 0; i < count; ++i)
        if (list[i].kind == kind)
            total += list[i].count;
    return total;
}

const Finding *finding_of(const Report *report, FindingKind kind, uint32_t line)
{
    for (int i = 0; i < report->finding_count; ++i) {
        const Finding *finding = &report_findings(report)[i];
        if (finding->kind == kind && finding->line == line)
            return finding;
    }
    return NULL;
}
