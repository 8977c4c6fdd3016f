/* Scalars are of a floating type if the matrices are; else integers that are no sizes. */
#include "probe/products/scale.h"

#include "probe/results/values.h"
#include "vm/machine.h"

#include <math.h>

static bool is_one_of(const uint64_t sizes[3], double value)
{
    return value == (double)sizes[0] || value == (double)sizes[1] || value == (double)sizes[2];
}

static void add_scale(ProductScales *scales, double alpha, double beta)
{
    if (scales->count == SCALE_LIMIT || alpha == 0)
        return;
    scales->alpha[scales->count] = alpha;
    scales->beta[scales->count++] = beta;
}

/* The next scalar after *last, in the order of parameters and members. */
static const Uniform *next_scalar(const Program *program, bool is_float, const Uniform *last)
{
    const Uniform *next = NULL;
    int64_t after = last ? (int64_t)last->index << 16 | last->part : -1;
    for (int i = 0; i < program->uniform_count; ++i) {
        const Uniform *uniform = &program->uniforms[i];
        int64_t place = (int64_t)uniform->index << 16 | uniform->part;
        if (uniform->kind == UNIFORM_PARAMETER && place > after &&
            scalar_is_float(uniform->type) == is_float &&
            (!next || place < ((int64_t)next->index << 16 | next->part)))
            next = uniform;
    }
    return next;
}

static double uniform_number(const Launch *launch, const Uniform *uniform)
{
    uint64_t bits = machine_uniform_value(launch, uniform, (Dim3){0});
    Values one = {uniform->type, 1, (uint8_t *)&bits};
    return value_at(&one, 0);
}

enum { LITERAL_LIMIT = 4 };

/* Numbers in the kernel's code, of which there may be many that are something else: the first ones;
 * returns how many. */
static int find_literals(const Program *program, const Launch *launch,
                         double literals[LITERAL_LIMIT])
{
    int count = 0;
    for (int i = 0; i < program->uniform_count && count < LITERAL_LIMIT; ++i) {
        const Uniform *uniform = &program->uniforms[i];
        if (uniform->kind != UNIFORM_CONSTANT || !scalar_is_float(uniform->type))
            continue;
        double value = uniform_number(launch, uniform);
        if (isfinite(value) && value != 0 && fabs(value) != 1)
            literals[count++] = value;
    }
    return count;
}

/* Numbers in the code, beside each other and beside the scalars. */
static void add_literal_sums(const double *literals, int literal_count, const double *scalars,
                             int scalar_count, ProductScales *scales)
{
    for (int i = 0; i < literal_count; ++i) {
        add_scale(scales, literals[i], 1);
        add_scale(scales, 1, literals[i]);
        for (int j = 0; j < literal_count; ++j)
            add_scale(scales, literals[i], literals[j]);
        for (int j = 0; j < scalar_count; ++j) {
            add_scale(scales, literals[i], scalars[j]);
            add_scale(scales, scalars[j], literals[i]);
        }
    }
}

/* What a result that was loaded may have been added to. */
static void add_sums(const double *scalars, int count, ProductScales *scales)
{
    add_scale(scales, 1, 1);
    add_scale(scales, -1, 1);
    for (int i = 0; i < count; ++i) {
        add_scale(scales, scalars[i], 1);
        add_scale(scales, 1, scalars[i]);
    }
}

ProductScales product_scales(const Program *program, const Launch *launch, ScalarType type,
                             bool is_loaded, const uint64_t sizes[3])
{
    bool is_float = scalar_is_float(type);
    const Uniform *uniform = next_scalar(program, is_float, NULL);
    double scalars[2] = {0};
    int count = 0;
    for (; uniform && count < 2; uniform = next_scalar(program, is_float, uniform)) {
        double value = uniform_number(launch, uniform);
        if (is_float || !is_one_of(sizes, value))
            scalars[count++] = value;
    }
    ProductScales scales = {.count = 0};
    add_scale(&scales, 1, 0);
    for (int i = 0; i < 2 && count == 2 && is_loaded; ++i)
        add_scale(&scales, scalars[i], scalars[!i]);
    for (int i = 0; i < count; ++i)
        add_scale(&scales, scalars[i], 0);
    if (is_loaded)
        add_sums(scalars, count, &scales);
    if (!is_float)
        return scales;
    double literals[LITERAL_LIMIT];
    int literal_count = find_literals(program, launch, literals);
    add_scale(&scales, 1 / sqrt((double)sizes[1]), 0);
    for (int i = 0; i < literal_count; ++i)
        add_scale(&scales, literals[i], 0);
    if (is_loaded)
        add_literal_sums(literals, literal_count, scalars, count, &scales);
    return scales;
}
