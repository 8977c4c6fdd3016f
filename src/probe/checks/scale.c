/* alpha and beta: none, or the first one or two scalars that the kernel uses, of a floating type if
 * the matrices are; else integers that are no sizes. */
#include "probe/checks/scale.h"

#include "probe/checks/values.h"
#include "vm/machine.h"

static bool is_one_of(const uint64_t sizes[3], double value)
{
    return value == (double)sizes[0] || value == (double)sizes[1] || value == (double)sizes[2];
}

static void add_scale(ProductScales *scales, double alpha, double beta)
{
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

ProductScales product_scales(const Program *program, const Launch *launch, ScalarType type,
                             const uint64_t sizes[3])
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
    if (count == 2)
        add_scale(&scales, scalars[0], scalars[1]);
    if (count >= 1)
        add_scale(&scales, scalars[0], 0);
    return scales;
}
