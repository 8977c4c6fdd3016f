/* Random kernels: threads of a block write their own elements of shared arrays, wait, and read
 * each other's; barriers stand at the top, or in loops that all threads go round equally often. */
#include "generate.h"
#include "kernel.h"

enum { PHASE_LIMIT = 3, NEST = 2, SHARED_ARRAYS = 3, CHANCE_RETURN = 4, CONSTANT_WORDS = 16 };

typedef struct SharedArray {
    const char *name;
    ScalarType type;
    bool is_flat;
} SharedArray;

static void put_prologue(Generator *g, const KernelShape *shape)
{
    generate_put(g, "%s#undef THREAD", kernel_prologue);
    generate_put(g, "#define BLOCK %u", shape->block_x * shape->block_y);
    generate_put(g, "#define LOCAL (threadIdx.x + blockDim.x * threadIdx.y)");
    generate_put(g, "#define THREAD (LOCAL + blockIdx.x * BLOCK)");
    generate_put(g, "__constant__ short words[%d] = {3, 1, 4, 1, 5, 9, 2, 6, -5, 3, 5, -8};",
                 CONSTANT_WORDS);
    generate_put(g, "__constant__ double pairs[%d] = {0.5, 3, -7, 1e9};", CONSTANT_WORDS);
}

static void declare_shared(Generator *g, const KernelShape *shape, SharedArray *arrays)
{
    for (int i = 0; i < SHARED_ARRAYS; ++i) {
        arrays[i] = (SharedArray){arena_printf(g->arena, "s%d", i), pick_type(g), pick(g, 2)};
        if (arrays[i].is_flat)
            generate_put(g, "__shared__ %s %s[BLOCK];", type_word(arrays[i].type), arrays[i].name);
        else
            generate_put(g, "__shared__ %s %s[%u][%u];", type_word(arrays[i].type), arrays[i].name,
                         shape->block_y, shape->block_x + pick(g, 2));
    }
}

static void write_shared(Generator *g, const SharedArray *array)
{
    generate_begin(g);
    const char *value = generate_value(g, 3, array->type);
    generate_put(g, "%s%s = %s;", array->name,
                 array->is_flat ? "[LOCAL]" : "[threadIdx.y][threadIdx.x]", value);
}

/* Each thread reads another one's element into a new variable. */
static void read_shared(Generator *g, const SharedArray *array)
{
    const char *name = arena_printf(g->arena, "r%d", g->name_count++);
    if (array->is_flat)
        generate_put(g, "%s %s = %s[(LOCAL + %u) %% BLOCK];", type_word(array->type), name,
                     array->name, pick(g, 40));
    else
        generate_put(g,
                     "%s %s = %s[(threadIdx.y + %u) %% blockDim.y][blockDim.x - 1 - threadIdx.x];",
                     type_word(array->type), name, array->name, pick(g, 3));
    generate_place(g, name, array->type, g->object_count++);
}

/* Through the constant cache, or through a pointer that may lead to either array. */
static void read_constant(Generator *g)
{
    static const char *const forms[] = {"words[%s & %d]", "(pairs + 3)[%s & 7 & %d]",
                                        "*(LOCAL & 1 ? words : words + 1 + (%s & 7 & %d))"};
    const char *name = arena_printf(g->arena, "c%d", g->name_count++);
    uint32_t form = pick(g, 3);
    ScalarType type = form == 1 ? SCALAR_F64 : SCALAR_I16;
    generate_begin(g);
    const char *index = pick(g, 3) ? generate_integer(g, 2).text : "LOCAL";
    const char *text =
        text_fill(g->arena, forms[form], index, arena_printf(g->arena, "%d", CONSTANT_WORDS - 1));
    generate_put(g, "%s %s = %s;", type_word(type), name, text);
    generate_place(g, name, type, g->object_count++);
}

static void count_bins(Generator *g)
{
    static const char *const functions[] = {"atomicAdd", "atomicMax", "atomicOr", "atomicXor"};
    generate_begin(g);
    uint32_t kind = pick(g, 4); /* each bin has one operation, so that order does not matter */
    generate_put(g, "if (%s) %s(&bins[%u + (%s & 7)], 1u + LOCAL);", generate_expression(g, 2).text,
                 functions[kind], 8 * kind, generate_integer(g, 2).text);
}

/* Own element, barrier, another's element, barrier. */
static void phase(Generator *g, const SharedArray *arrays)
{
    const SharedArray *array = &arrays[pick(g, SHARED_ARRAYS)];
    generate_statements(g, 1 + (int)pick(g, 3), NEST);
    write_shared(g, array);
    generate_put(g, "__syncthreads();");
    read_shared(g, array);
    generate_statements(g, 1 + (int)pick(g, 3), NEST);
    if (pick(g, 3) == 0)
        count_bins(g);
    generate_put(g, "__syncthreads();");
}

static void phase_loop(Generator *g, const SharedArray *arrays)
{
    int places = g->place_count;
    const char *name = arena_printf(g->arena, "ph%d", g->name_count++);
    generate_put(g, "for (int %s = 0; %s < %u; ++%s) {", name, name, 1 + pick(g, 3), name);
    generate_place(g, name, SCALAR_I32, g->object_count++)->is_fixed = true;
    g->indent++;
    phase(g, arrays);
    g->indent--;
    g->place_count = places;
    generate_put(g, "}");
}

static void early_return(Generator *g)
{
    generate_begin(g);
    const char *value = generate_value(g, 2, SCALAR_I64);
    generate_put(g, "if (%s) {", generate_expression(g, 2).text);
    generate_put(g, "  iout[THREAD * %d + %d] = %s;", CASE_OUTPUTS, CASE_OUTPUTS - 1, value);
    generate_put(g, "  return;");
    generate_put(g, "}");
}

const char *generate_kernel(Arena *arena, uint64_t seed, const KernelShape *shape)
{
    Generator *g = ARENA_NEW(arena, Generator);
    SharedArray arrays[SHARED_ARRAYS];
    *g = (Generator){.arena = arena, .state = seed, .reserved = -1};
    put_prologue(g, shape);
    for (uint32_t i = pick(g, 3); i > 0; --i)
        generate_helper(g);
    generate_put(g, "__global__ void k(const long long *iin, const double *fin, long long *iout, "
                    "double *fout, unsigned *bins) {");
    g->indent = 1;
    declare_shared(g, shape, arrays);
    generate_read_inputs(g);
    for (uint32_t i = pick(g, 3); i > 0; --i)
        read_constant(g);
    for (uint32_t i = pick(g, PHASE_LIMIT + 1); i > 0; --i)
        pick(g, 2) ? phase(g, arrays) : phase_loop(g, arrays);
    if (pick(g, CHANCE_RETURN) == 0)
        early_return(g);
    generate_statements(g, 2 + (int)pick(g, 4), NEST + 1);
    generate_write_outputs(g);
    g->indent = 0;
    generate_put(g, "}");
    return g->text;
}
