/* The runs are made with small whole numbers in both inputs, none of them zero, so that no
 * influence is hidden behind a factor of zero or lost in rounding. A few elements of each input are
 * enough, since most of them have to tell the same; a wrong product may have some that do not. */
#include "probe/products/influence.h"

#include "probe/products/rerun.h"

#include <math.h>
#include <stdlib.h>

enum { SAMPLE_LIMIT = 24, SAMPLE_LEAST = 3, SCALED_RUNS = 2 * 4 + 2, RUNS = 40, ALPHA_LIMIT = 16 };

typedef struct Influence {
    Rerun rerun;
    uint64_t m, n; /* rows and columns of the result */
    const double *alphas;
    int alpha_count;
    int samples;   /* of each input */
    bool is_named; /* a product */
} Influence;

/* ---- linear in both factors ---- */

/* How the result grows with the numbers of one input. */
typedef struct Growth {
    int degree;  /* twice the numbers, 2^degree times the result; -1: none of 0, 1 and 2 */
    bool is_sum; /* what the numbers give together is the sum of what they give apart */
} Growth;

/* The inputs of the runs: all zeros, twice the numbers, some of the numbers, and the others. */
enum { NONE, TWICE, SOME, OTHERS, GROWTH_RUNS };

/* Of cells that something was found for, enough to leave the others to mistakes. */
static bool are_most(uint64_t some, uint64_t all)
{
    return some > 0 && 3 * some >= 2 * all;
}

static Growth growth_between(const Rerun *rerun, const Values of[GROWTH_RUNS])
{
    uint64_t all = 0, sums = 0, degrees[3] = {0};
    double epsilon = 16 * value_epsilon(rerun->plain.type);
    for (uint64_t i = 0; i < rerun->cell_count; ++i) {
        uint64_t cell = rerun->cells[i];
        double none = value_at(&of[NONE], cell), twice = value_at(&of[TWICE], cell);
        double some = value_at(&of[SOME], cell), others = value_at(&of[OTHERS], cell);
        double plain = value_at(&rerun->plain, cell);
        if (plain == 0 || !isfinite(plain + none + twice + some + others))
            continue;
        ++all;
        sums += fabs(some + others - none - plain) <=
                epsilon * (fabs(some) + fabs(others) + fabs(none) + fabs(plain));
        for (int degree = 0; degree < 3; ++degree)
            degrees[degree] += twice == ldexp(plain, degree);
    }
    Growth growth = {-1, are_most(sums, all)};
    for (int degree = 0; degree < 3; ++degree)
        if (are_most(degrees[degree], all))
            growth.degree = degree;
    return growth;
}

static void set_numbers(Rerun *rerun, int input, int run)
{
    const Buffer *buffer = &rerun->launch.buffers[rerun->input[input]];
    rerun_scale(rerun, input, run == NONE ? 0 : run == TWICE ? 2 : 1);
    for (uint64_t i = 0; run >= SOME && i < values_count(&rerun->launch, buffer); ++i)
        if ((i * 0x9e3779b97f4a7c15u >> 63) == (run == SOME))
            rerun_set(rerun, input, i, 0);
}

static bool find_growth(Rerun *rerun, int input, Growth *growth)
{
    Values of[GROWTH_RUNS];
    bool is_good = true;
    for (int run = 0; run < GROWTH_RUNS; ++run) {
        set_numbers(rerun, input, run);
        of[run] = rerun_result(rerun);
        is_good &= of[run].bytes != NULL;
    }
    rerun_scale(rerun, input, 1);
    if (is_good)
        *growth = growth_between(rerun, of);
    for (int run = 0; run < GROWTH_RUNS; ++run)
        values_free(&of[run]);
    return is_good;
}

/* One factor may be read beyond its end, where what stands there is added to the result, or go in
 * twice, in the place of the other one. */
static bool is_bilinear(const Growth growth[2])
{
    const Growth *a = &growth[0], *b = &growth[1];
    bool is_swapped = (a->degree == 2 && b->degree == 0) || (a->degree == 0 && b->degree == 2);
    bool is_grown = (a->degree == 1 && b->degree != 0) || (b->degree == 1 && a->degree != 0);
    return is_swapped || (is_grown && a->is_sum && b->is_sum);
}

/* ---- what one element tells ---- */

/* The lines of the result: its rows or columns, as m x n or as n x m. */
typedef enum Direction { ROWS, COLUMNS, OTHER_ROWS, OTHER_COLUMNS, DIRECTION_COUNT } Direction;

typedef struct Lines {
    uint64_t count, cells; /* in all, and in each */
    uint64_t written;      /* that the runs write something of */
    uint64_t touched;      /* that have a cell that changed */
    uint64_t first;        /* of these; count if there is none */
    bool are_whole;        /* all cells of a line that the runs write change, or none */
} Lines;

typedef struct Changed {
    uint64_t cells;
    uint64_t told[ALPHA_LIMIT]; /* of them, by what the other factor gives, with that alpha */
    Lines lines[DIRECTION_COUNT];
} Changed;

static Lines find_lines(const Influence *influence, const uint64_t *changed, uint64_t count,
                        Direction direction)
{
    uint64_t m = influence->m, n = influence->n;
    bool is_row = direction == ROWS || direction == OTHER_ROWS;
    uint64_t width = direction == ROWS || direction == COLUMNS ? n : m,
             lines = is_row ? m * n / width : width;
    Lines found = {.count = lines, .cells = m * n / lines, .first = lines, .are_whole = true};
    const Rerun *rerun = &influence->rerun;
    uint64_t *cells = calloc(2 * lines + 1, sizeof *cells), *written = cells + lines;
    for (uint64_t i = 0; cells && i < count; ++i)
        ++cells[is_row ? changed[i] / width : changed[i] % width];
    for (uint64_t i = 0; cells && i < rerun->cell_count; ++i)
        if (rerun->cells[i] < m * n)
            ++written[is_row ? rerun->cells[i] / width : rerun->cells[i] % width];
    for (uint64_t line = lines; cells && line-- > 0;) {
        if (!rerun->is_part) /* what all blocks together leave out is meant to be left out */
            written[line] = found.cells;
        found.written += written[line] > 0;
        found.touched += cells[line] > 0;
        found.first = cells[line] ? line : found.first;
        found.are_whole &= cells[line] == 0 || cells[line] == written[line];
    }
    free(cells);
    return found;
}

/* Is a difference what the numbers of an input give, times alpha? */
static bool is_told(const Influence *influence, int input, double difference, double size,
                    double alpha)
{
    double times = difference / alpha, whole = round(times);
    double unsure = 4 * value_epsilon(influence->rerun.plain.type) * size / fabs(alpha);
    if (!rerun_tells(&influence->rerun))
        return times > 0;
    if (!(fabs(times - whole) <= 0.01 + unsure) || whole < 1 || unsure > 0.25)
        return false;
    for (uint64_t i = 0; i < 64; ++i)
        if (fmod(whole, rerun_number(&influence->rerun, input, i)) == 0)
            return true;
    return false;
}

static bool compare(const Influence *influence, int input, const Values *other, Changed *changed)
{
    const Rerun *rerun = &influence->rerun;
    uint64_t *cells = malloc((rerun->cell_count + 1) * sizeof *cells);
    for (uint64_t i = 0; cells && i < rerun->cell_count; ++i) {
        uint64_t cell = rerun->cells[i];
        double before = value_at(&rerun->plain, cell), after = value_at(other, cell);
        if (before == after || cell >= influence->m * influence->n)
            continue;
        cells[changed->cells++] = cell;
        for (int alpha = 0; alpha < influence->alpha_count; ++alpha)
            changed->told[alpha] +=
                is_told(influence, !input, after - before, fabs(after), influence->alphas[alpha]);
    }
    for (int i = 0; cells && i < DIRECTION_COUNT; ++i)
        changed->lines[i] = find_lines(influence, cells, changed->cells, (Direction)i);
    free(cells);
    return cells != NULL;
}

static bool try_element(Influence *influence, int input, uint64_t element, Changed *changed)
{
    Rerun *rerun = &influence->rerun;
    int number = rerun_number(rerun, input, element);
    rerun_set(rerun, input, element, number + 1);
    Values other = rerun_result(rerun);
    rerun_set(rerun, input, element, number);
    bool is_good = other.bytes && compare(influence, input, &other, changed);
    values_free(&other);
    return is_good;
}

/* ---- what they tell together ---- */

/* What each input changes, in the four readings: it is the left or the right factor, and the result
 * is stored as it should be, or transposed by mistake. */
enum { READING_COUNT = 4 };
static const Direction directions[2][READING_COUNT] = {{ROWS, OTHER_COLUMNS, OTHER_ROWS, COLUMNS},
                                                       {COLUMNS, OTHER_ROWS, OTHER_COLUMNS, ROWS}};

typedef struct Votes {
    int asked, used;
    int everywhere; /* changes most of the result, as a weight of a filter does */
    int wide;       /* changes most cells of a result of any size */
    uint64_t end;   /* behind the last such element */
    bool asked_all; /* of the elements */
    int like[READING_COUNT];
    uint64_t line[READING_COUNT];      /* one more than the first that changed */
    bool varies[READING_COUNT];        /* not always the same line, or there is only one */
    uint64_t cells, told[ALPHA_LIMIT]; /* sums of those of Changed */
} Votes;

/* One line is what a product changes; several whole ones, if it reads beyond the end of its
 * rows. */
static bool is_like(const Changed *changed, const Lines *lines, bool is_transposed)
{
    bool is_one = lines->touched == 1 && (changed->cells > 1 || lines->cells == 1);
    if (is_transposed)
        return is_one && 2 * changed->cells >= lines->cells;
    return is_one || (lines->are_whole && 2 * lines->touched <= lines->written);
}

static void vote(const Influence *influence, int input, uint64_t element, const Changed *changed,
                 Votes *votes)
{
    uint64_t m = influence->m, n = influence->n, longest = m > n ? m : n;
    uint64_t all = influence->rerun.cell_count;
    votes->asked++;
    if (!changed->cells)
        return;
    votes->used++;
    votes->cells += changed->cells;
    for (int i = 0; i < influence->alpha_count; ++i)
        votes->told[i] += changed->told[i];
    votes->everywhere += 2 * changed->cells > all && changed->cells > 2 * longest;
    if (2 * changed->cells > all) {
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

static bool ask(Influence *influence, int input, Votes *votes)
{
    const Rerun *rerun = &influence->rerun;
    const Buffer *buffer = &rerun->launch.buffers[rerun->input[input]];
    uint64_t count =
        rerun->is_part ? rerun->element_count[input] : values_count(&rerun->launch, buffer);
    int samples = count < (uint64_t)influence->samples ? (int)count : influence->samples;
    votes->asked_all = count == (uint64_t)samples && !rerun->is_part;
    for (int i = 0; i < samples; ++i) {
        uint64_t element = element_tried(i, samples, count);
        Changed changed = {0};
        if (rerun->is_part)
            element = rerun->elements[input][element];
        if (!try_element(influence, input, element, &changed))
            return false;
        vote(influence, input, element, &changed, votes);
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

/* Does each input change lines of the result? One of the factors may be read wrongly. */
static bool are_lines(const Votes votes[2])
{
    bool is_like = false;
    for (int input = 0; input < 2; ++input) {
        const Votes *own = &votes[input];
        if (2 * own->everywhere > own->asked || is_filter(own))
            return false;
        is_like |= !own->used;
        for (int i = 0; i < READING_COUNT; ++i)
            is_like |= own->varies[i] && 2 * own->like[i] > own->used;
    }
    return is_like;
}

/* The alpha that most differences are told by; of an input that goes in twice they are not. */
static int find_alpha(const Influence *influence, const Growth growth[2], const Votes votes[2])
{
    int best = -1;
    uint64_t most = 0;
    for (int alpha = 0; alpha < influence->alpha_count; ++alpha) {
        uint64_t cells = 0, told = 0;
        for (int input = 0; input < 2; ++input)
            if (growth[input].degree != 2) {
                cells += votes[input].cells;
                told += votes[input].told[alpha];
            }
        if (told > most && 2 * told > cells) {
            best = alpha;
            most = told;
        }
    }
    bool is_twice = growth[0].degree == 2 || growth[1].degree == 2;
    return best < 0 && is_twice ? 0 : best;
}

static int find_product(Influence *influence)
{
    Growth growth[2];
    Votes votes[2] = {{0}, {0}};
    Rerun *rerun = &influence->rerun;
    uint64_t runs = rerun->steps ? rerun->steps_left / rerun->steps : 0;
    uint64_t samples = runs > SCALED_RUNS ? (runs - SCALED_RUNS) / 2 : 0;
    influence->samples = samples < SAMPLE_LIMIT ? (int)samples : SAMPLE_LIMIT;
    if (influence->samples < SAMPLE_LEAST || !find_growth(rerun, 0, &growth[0]) ||
        !find_growth(rerun, 1, &growth[1]) || (!is_bilinear(growth) && !influence->is_named))
        return -1;
    if (!ask(influence, 0, &votes[0]) || !ask(influence, 1, &votes[1]) || !are_lines(votes))
        return -1;
    int alpha = find_alpha(influence, growth, votes);
    return alpha < 0 && influence->is_named ? 0 : alpha;
}

int influence_of_product(const Program *program, const Launch *launch, const ProductShape *shape,
                         bool is_named, const double *alphas, int alpha_count)
{
    Influence influence = {.is_named = is_named,
                           .m = shape->m,
                           .n = shape->n,
                           .alphas = alphas,
                           .alpha_count = alpha_count < ALPHA_LIMIT ? alpha_count : ALPHA_LIMIT};
    int inputs[2] = {shape->left, shape->right};
    int zeros[2] = {shape->output, shape->added};
    bool is_ready = rerun_start(&influence.rerun, program, launch, inputs, zeros, RUNS);
    int alpha = is_ready ? find_product(&influence) : -1;
    rerun_end(&influence.rerun, launch);
    return alpha;
}
