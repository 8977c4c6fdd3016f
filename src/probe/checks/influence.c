/* The runs are made with small whole numbers in both inputs, none of them zero, so that no
 * influence is hidden behind a factor of zero or lost in rounding. A few elements of each input are
 * enough, since most of them have to tell the same; a wrong product may have some that do not. */
#include "probe/checks/influence.h"

#include "probe/checks/values.h"
#include "vm/half.h"
#include "vm/machine.h"
#include "vm/page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLE_LIMIT = 24, SAMPLE_LEAST = 3, STEP_LIMIT = 1 << 22 };

typedef struct Rerun {
    const Program *program;
    Launch launch;
    const ProductShape *shape;
    uint8_t *bytes[2]; /* of both inputs */
    Machine *machine;
    uint64_t steps_left;
    int samples; /* of each input */
    Values plain;
} Rerun;

/* ---- inputs ---- */

static void put_number(uint8_t *at, ScalarType type, int number)
{
    float as_float = (float)number;
    double as_double = number;
    uint32_t as_half = half_from_double(number);
    switch (type) {
    case SCALAR_F16: memcpy(at, &as_half, 2); break;
    case SCALAR_F32: memcpy(at, &as_float, sizeof as_float); break;
    case SCALAR_F64: memcpy(at, &as_double, sizeof as_double); break;
    default: memset(at, 0, scalar_size_bytes(type)); *at = (uint8_t)number;
    }
}

/* The inputs differ, else all distances between them would be zero. */
static int plain_number(int input, uint64_t index)
{
    return 1 + (int)((2 * index + (uint64_t)input + 1) * 0x9e3779b97f4a7c15u >> 40) % 5;
}

static bool make_input(Rerun *rerun, int input, int buffer)
{
    Buffer *to = &rerun->launch.buffers[buffer];
    uint32_t size = scalar_size_bytes(to->type);
    uint8_t *bytes = rerun->bytes[input] = malloc(buffer_bytes(to) + 8);
    if (!bytes)
        return false;
    for (uint64_t i = 0; i < buffer_bytes(to) / size; ++i)
        put_number(bytes + i * size, to->type, plain_number(input, i));
    to->fill = FILL_BYTES;
    to->bytes = bytes;
    to->byte_count = buffer_bytes(to);
    return true;
}

/* Makes element i of an input, counted from where its pointer points, larger by `more`. */
static void change(Rerun *rerun, int input, uint64_t i, int more)
{
    const Buffer *buffer = &rerun->launch.buffers[input ? rerun->shape->right : rerun->shape->left];
    uint32_t size = scalar_size_bytes(buffer->type);
    i += buffer_bytes(buffer) / size - values_count(&rerun->launch, buffer);
    put_number(rerun->bytes[input] + i * size, buffer->type, plain_number(input, i) + more);
}

/* ---- running ---- */

static bool run_blocks(Rerun *rerun, Memory *memory)
{
    Step step;
    for (uint64_t block = 0; block < launch_block_count(&rerun->launch); ++block) {
        machine_start(rerun->machine, rerun->program, &rerun->launch, (uint32_t)block);
        while (machine_step(rerun->machine, rerun->program, &rerun->launch, memory, &step))
            if (rerun->steps_left-- == 0)
                return false;
    }
    return true;
}

/* The result for the inputs as they are; no bytes if it cannot be had. */
static Values result_of(Rerun *rerun)
{
    const char *reason = NULL;
    Values values = {0};
    Memory *memory = memory_new(&rerun->launch, &reason);
    if (memory && run_blocks(rerun, memory))
        values = values_final(&rerun->launch, memory, rerun->shape->output);
    if (memory)
        memory_free(memory);
    return values;
}

static bool start(Rerun *rerun, const Report *report)
{
    const ProductShape *shape = rerun->shape;
    uint64_t once = report->counters.instructions + 1, runs = STEP_LIMIT / once;
    rerun->samples = runs / 4 < SAMPLE_LIMIT ? (int)(runs / 4) : SAMPLE_LIMIT;
    rerun->steps_left = 2 * (uint64_t)STEP_LIMIT;
    if (rerun->samples < SAMPLE_LEAST)
        return false;
    size_t size = (size_t)rerun->launch.buffer_count * sizeof(Buffer);
    Buffer *copy = malloc(size);
    if (!copy)
        return false;
    rerun->launch.buffers = memcpy(copy, rerun->launch.buffers, size);
    rerun->machine = aligned_alloc(64, page_rounded(machine_size(rerun->program, &rerun->launch)));
    return rerun->machine && make_input(rerun, 0, shape->left) &&
           make_input(rerun, 1, shape->right);
}

static void end(Rerun *rerun, const Launch *launch)
{
    values_free(&rerun->plain);
    free(rerun->machine);
    free(rerun->bytes[0]);
    free(rerun->bytes[1]);
    if (rerun->launch.buffers != launch->buffers)
        free(rerun->launch.buffers);
}

/* ---- what one element tells ---- */

/* The lines of the result: its rows or columns, as m x n or as n x m. */
typedef enum Direction { ROWS, COLUMNS, OTHER_ROWS, OTHER_COLUMNS, DIRECTION_COUNT } Direction;

typedef struct Lines {
    uint64_t count, cells; /* in all, and in each */
    uint64_t touched;      /* that have a cell that changed */
    uint64_t first;        /* of these; count if there is none */
    bool are_whole;        /* all cells of a line change, or none */
} Lines;

typedef struct Changed {
    uint64_t cells;
    Lines lines[DIRECTION_COUNT];
    bool is_linear;
} Changed;

static bool differs(const Rerun *rerun, const Values *other, uint64_t cell)
{
    return value_at(&rerun->plain, cell) != value_at(other, cell);
}

/* Lines begin `apart` cells from each other; the cells of one are `step` apart. */
static Lines find_lines(const Rerun *rerun, const Values *other, uint64_t lines, uint64_t apart,
                        uint64_t cells, uint64_t step)
{
    Lines found = {.count = lines, .cells = cells, .first = lines, .are_whole = true};
    for (uint64_t line = 0; line < lines; ++line) {
        uint64_t changed = 0;
        for (uint64_t i = 0; i < cells; ++i)
            changed += differs(rerun, other, line * apart + i * step);
        found.touched += changed > 0;
        if (changed && found.first == lines)
            found.first = line;
        found.are_whole &= changed == 0 || changed == cells;
    }
    return found;
}

static bool is_linear(const Rerun *rerun, const Values *once, const Values *twice)
{
    if (once->type == SCALAR_F16)
        return true;
    for (uint64_t i = 0; i < once->count; ++i) {
        double a = value_at(&rerun->plain, i), b = value_at(once, i), c = value_at(twice, i);
        if (fabs(a - 2 * b + c) > 0.001 * fabs(c - a) + 1e-5 * (fabs(a) + fabs(c)))
            return false;
    }
    return true;
}

static Changed compare(const Rerun *rerun, const Values *once, const Values *twice)
{
    uint64_t m = rerun->shape->m, n = rerun->shape->n;
    Changed changed = {
        .lines = {find_lines(rerun, once, m, n, n, 1), find_lines(rerun, once, n, 1, m, n),
                  find_lines(rerun, once, n, m, m, 1), find_lines(rerun, once, m, 1, n, m)},
        .is_linear = is_linear(rerun, once, twice)};
    for (uint64_t i = 0; i < once->count; ++i)
        changed.cells += differs(rerun, once, i);
    return changed;
}

static bool try_element(Rerun *rerun, int input, uint64_t element, Changed *changed)
{
    change(rerun, input, element, 1);
    Values once = result_of(rerun);
    change(rerun, input, element, 2);
    Values twice = result_of(rerun);
    change(rerun, input, element, 0);
    bool is_good = once.bytes && twice.bytes;
    if (is_good)
        *changed = compare(rerun, &once, &twice);
    values_free(&once);
    values_free(&twice);
    return is_good;
}

/* ---- what they tell together ---- */

/* What each input changes, in the four readings: it is the left or the right factor, and the result
 * is stored as it should be, or turned by mistake. */
enum { READING_COUNT = 4 };
static const Direction directions[2][READING_COUNT] = {{ROWS, OTHER_COLUMNS, OTHER_ROWS, COLUMNS},
                                                       {COLUMNS, OTHER_ROWS, OTHER_COLUMNS, ROWS}};

typedef struct Votes {
    int asked, used, linear;
    int everywhere; /* changes most of the result, as a weight of a filter does */
    int wide;       /* changes most cells of a result of any size */
    uint64_t end;   /* behind the last such element */
    bool asked_all; /* of the elements */
    int like[READING_COUNT];
    uint64_t line[READING_COUNT]; /* one more than the first that changed */
    bool varies[READING_COUNT];   /* not always the same line, or there is only one */
} Votes;

/* One line is what a product changes; several whole ones, if it reads beyond the end of its
 * rows. */
static bool is_like(const Changed *changed, const Lines *lines, bool is_turned)
{
    bool is_one = lines->touched == 1 && (changed->cells > 1 || lines->cells == 1);
    if (is_turned)
        return is_one && 2 * changed->cells >= lines->cells;
    return is_one || (lines->are_whole && 2 * lines->touched <= lines->count);
}

static void vote(const ProductShape *shape, int input, uint64_t element, const Changed *changed,
                 Votes *votes)
{
    uint64_t longest = shape->m > shape->n ? shape->m : shape->n;
    votes->asked++;
    if (!changed->cells)
        return;
    votes->used++;
    votes->linear += changed->is_linear;
    votes->everywhere += 2 * changed->cells > shape->m * shape->n && changed->cells > 2 * longest;
    if (2 * changed->cells > shape->m * shape->n) {
        votes->wide++;
        votes->end = element + 1;
    }
    for (int i = 0; i < READING_COUNT; ++i) {
        const Lines *lines = &changed->lines[directions[input][i]];
        votes->like[i] += is_like(changed, lines, i >= 2);
        votes->varies[i] |=
            lines->count == 1 || (votes->line[i] && votes->line[i] != lines->first + 1);
        votes->line[i] = lines->first + 1;
    }
}

/* Element number i of those that are tried: all if they are few, else some from everywhere at
 * uneven distances, since at even ones they might all be of one column. */
static uint64_t element_tried(int i, int samples, uint64_t count)
{
    uint64_t within = (uint64_t)i * 0x9e3779b97f4a7c15u >> 40;
    return ((uint64_t)i * count + within % count) / (uint64_t)samples;
}

static bool ask(Rerun *rerun, int input, Votes *votes)
{
    const Launch *launch = &rerun->launch;
    int buffer = input ? rerun->shape->right : rerun->shape->left;
    uint64_t count = values_count(launch, &launch->buffers[buffer]);
    int samples = count < (uint64_t)rerun->samples ? (int)count : rerun->samples;
    votes->asked_all = count == (uint64_t)samples;
    for (int i = 0; i < samples; ++i) {
        uint64_t element = element_tried(i, samples, count);
        Changed changed = {0};
        if (!try_element(rerun, input, element, &changed))
            return false;
        vote(rerun->shape, input, element, &changed, votes);
    }
    return true;
}

/* Weights of a filter in a buffer that has room for more: the first few, and each of them changes
 * most of the result. */
static bool is_filter(const Votes *votes)
{
    return votes->asked_all && votes->used < votes->asked && 2 * votes->wide > votes->used &&
           votes->end <= (uint64_t)votes->used;
}

/* One of the factors may be read wrongly, or go in squared. */
static bool is_product(const Votes votes[2])
{
    bool is_linear = false, is_like = false;
    for (int input = 0; input < 2; ++input) {
        const Votes *own = &votes[input];
        if (2 * own->everywhere > own->asked || is_filter(own))
            return false;
        is_linear |= 2 * own->linear >= own->used;
        is_like |= !own->used;
        for (int i = 0; i < READING_COUNT; ++i)
            is_like |= own->varies[i] && 2 * own->like[i] > own->used;
    }
    return is_linear && is_like;
}

bool influence_is_product(const Program *program, const Launch *launch, const Report *report,
                          const ProductShape *shape)
{
    Rerun rerun = {.program = program, .launch = *launch, .shape = shape};
    Votes votes[2] = {{0}, {0}};
    bool is_known = start(&rerun, report);
    if (is_known)
        rerun.plain = result_of(&rerun);
    is_known =
        is_known && rerun.plain.bytes && ask(&rerun, 0, &votes[0]) && ask(&rerun, 1, &votes[1]);
    end(&rerun, launch);
    return !is_known || is_product(votes);
}
