/* A launch that is too long to be run so often is run in part: some blocks from all over the grid.
 * What these read and write is noted in the first run; the other elements and cells tell nothing
 * then. */
#include "probe/products/rerun.h"

#include "probe/results/whole.h"
#include "vm/lanes/half.h"

#include <stdlib.h>
#include <string.h>

#define STEPS_LIMIT ((uint64_t)1 << 23)

/* ---- numbers ---- */

bool rerun_tells(const Rerun *rerun)
{
    ScalarType type = rerun->launch.buffers[rerun->output].type;
    return scalar_size_bytes(type) >= 4;
}

int rerun_number(const Rerun *rerun, int input, uint64_t element)
{
    static const int primes[] = {17, 19, 23, 29, 31};
    int which = (int)((2 * element + (uint64_t)input + 1) * 0x9e3779b97f4a7c15u >> 40) % 5;
    return rerun_tells(rerun) ? primes[which] : which + 1;
}

static void put_number(uint8_t *at, ScalarType type, int number)
{
    float as_float = (float)number;
    double as_double = number;
    uint32_t as_half = half_from_double(number), as_bfloat = bfloat_from_double(number);
    switch (type) {
    case SCALAR_F16: memcpy(at, &as_half, 2); break;
    case SCALAR_BF16: memcpy(at, &as_bfloat, 2); break;
    case SCALAR_F32: memcpy(at, &as_float, sizeof as_float); break;
    case SCALAR_F64: memcpy(at, &as_double, sizeof as_double); break;
    default: memset(at, 0, scalar_size_bytes(type)); *at = (uint8_t)number;
    }
}

/* Elements before the one that the kernel's pointer points at. */
static uint64_t first_element(const Rerun *rerun, int buffer)
{
    const Buffer *of = &rerun->launch.buffers[buffer];
    return buffer_bytes(of) / scalar_size_bytes(of->type) - values_count(&rerun->launch, of);
}

void rerun_set(Rerun *rerun, int input, uint64_t element, int number)
{
    int buffer = rerun->input[input];
    ScalarType type = rerun->launch.buffers[buffer].type;
    uint64_t at = (first_element(rerun, buffer) + element) * scalar_size_bytes(type);
    put_number(rerun->bytes[input] + at, type, number);
}

void rerun_scale(Rerun *rerun, int input, int factor)
{
    const Buffer *buffer = &rerun->launch.buffers[rerun->input[input]];
    for (uint64_t i = 0; i < values_count(&rerun->launch, buffer); ++i)
        rerun_set(rerun, input, i, factor * rerun_number(rerun, input, i));
}

static bool make_input(Rerun *rerun, int input)
{
    Buffer *to = &rerun->launch.buffers[rerun->input[input]];
    rerun->bytes[input] = calloc(buffer_bytes(to) + 8, 1);
    if (!rerun->bytes[input])
        return false;
    to->fill = FILL_BYTES;
    to->bytes = rerun->bytes[input];
    to->byte_count = buffer_bytes(to);
    to->piece_count = 0;
    rerun_scale(rerun, input, 1);
    return true;
}

/* ---- what the first run touches ---- */

/* A byte for each scalar of the three buffers: it was touched. */
typedef struct TouchedScalars {
    uint8_t *of[3];
    uint64_t count[3];
} TouchedScalars;

static void note_lane(const Rerun *rerun, TouchedScalars *touched, const Step *step, int lane)
{
    int buffers[3] = {rerun->input[0], rerun->input[1], rerun->output};
    int64_t offset = address_offset_bytes(step->address[lane]);
    for (int i = 0; i < 3; ++i) {
        const Buffer *buffer = &rerun->launch.buffers[buffers[i]];
        uint32_t size = scalar_size_bytes(buffer->type);
        bool is_store = step->instr->op == OP_STORE;
        if (address_object(step->address[lane]) != (unsigned)buffers[i] || offset < 0 ||
            is_store != (i == 2))
            continue;
        uint64_t first = first_element(rerun, buffers[i]), at = (uint64_t)offset / size;
        for (uint64_t n = 0; n < step->access_bytes / size; ++n, ++at)
            if (at >= first && at - first < touched->count[i])
                touched->of[i][at - first] = 1;
    }
}

static void note_step(const Rerun *rerun, TouchedScalars *touched, const Step *step)
{
    if (opcode_info[step->instr->op].class != CLASS_MEMORY || step->space != SPACE_GLOBAL)
        return;
    for (uint32_t left = step->active & ~step->fault_lanes; left; left &= left - 1)
        note_lane(rerun, touched, step, __builtin_ctz(left));
}

static uint64_t *list_touched(const uint8_t *touched, uint64_t count, uint64_t *out)
{
    uint64_t *list = malloc((count + 1) * sizeof *list);
    *out = 0;
    for (uint64_t i = 0; list && i < count; ++i)
        if (touched[i])
            list[(*out)++] = i;
    return list;
}

/* ---- running ---- */

/* In the first run, as many blocks as may be run `runs` times; false if the steps do not suffice.
 * touched: NULL in all others. */
static bool run_blocks(Rerun *rerun, Walk *walk, TouchedScalars *touched, int runs)
{
    uint64_t all = walk->count, before = rerun->steps_left;
    Step step;
    walk_over(walk, 0, whole_stride(all), touched ? all : rerun->blocks);
    walk->steps_left = before;
    while (walk_next(walk, &step)) {
        uint64_t done = walk->done;
        if (touched && walk->event == WALK_STEP)
            note_step(rerun, touched, &step);
        if (touched && walk->event == WALK_BEGIN && done &&
            walk->steps / done * (done + 1) * (uint64_t)runs > before)
            break;
    }
    rerun->steps_left = walk->steps_left;
    if (touched && !walk->is_cut) {
        rerun->blocks = walk->done;
        rerun->is_part = walk->done < all;
        rerun->steps = walk->steps;
    }
    return !walk->is_cut;
}

static Values result_of(Rerun *rerun, TouchedScalars *touched, int runs)
{
    const char *reason;
    Values values = {0};
    Walk walk;
    if (walk_open(&walk, rerun->program, &rerun->launch, &reason) &&
        run_blocks(rerun, &walk, touched, runs))
        values = values_final(&rerun->launch, walk.memory, rerun->output, UINT64_MAX);
    walk_close(&walk);
    return values;
}

Values rerun_result(Rerun *rerun)
{
    return result_of(rerun, NULL, 0);
}

static bool run_first(Rerun *rerun, int runs)
{
    TouchedScalars touched;
    bool is_good = true;
    for (int i = 0; i < 3; ++i) {
        int buffer = i < 2 ? rerun->input[i] : rerun->output;
        touched.count[i] = values_count(&rerun->launch, &rerun->launch.buffers[buffer]);
        touched.of[i] = calloc(touched.count[i] + 1, 1);
        is_good &= touched.of[i] != NULL;
    }
    if (is_good)
        rerun->plain = result_of(rerun, &touched, runs);
    is_good = is_good && rerun->plain.bytes;
    for (int i = 0; i < 2 && is_good; ++i)
        rerun->elements[i] =
            list_touched(touched.of[i], touched.count[i], &rerun->element_count[i]);
    if (is_good)
        rerun->cells = list_touched(touched.of[2], touched.count[2], &rerun->cell_count);
    for (int i = 0; i < 3; ++i)
        free(touched.of[i]);
    return is_good && rerun->elements[0] && rerun->elements[1] && rerun->cells;
}

bool rerun_start(Rerun *rerun, const Program *program, const Launch *launch, const int input[2],
                 const int zeros[2], int runs)
{
    *rerun = (Rerun){.program = program,
                     .launch = *launch,
                     .input = {input[0], input[1]},
                     .output = zeros[0],
                     .steps_left = STEPS_LIMIT};
    size_t size = (size_t)launch->buffer_count * sizeof(Buffer);
    Buffer *copy = malloc(size);
    if (!copy)
        return false;
    rerun->launch.buffers = memcpy(copy, launch->buffers, size);
    for (int i = 0; i < 2; ++i)
        if (zeros[i] >= 0) {
            copy[zeros[i]].fill = FILL_ZEROS;
            copy[zeros[i]].piece_count = 0;
        }
    return make_input(rerun, 0) && make_input(rerun, 1) && run_first(rerun, runs);
}

void rerun_end(Rerun *rerun, const Launch *launch)
{
    values_free(&rerun->plain);
    free(rerun->cells);
    for (int i = 0; i < 2; ++i) {
        free(rerun->bytes[i]);
        free(rerun->elements[i]);
    }
    if (rerun->launch.buffers != launch->buffers)
        free(rerun->launch.buffers);
}
