/* The blackboard order: the output in the corner, the input with its rows at the left, the one with
 * its columns above. Where all are square the first input stands at the left. */
#include "view/draw/placement.h"

#include "session/rerun/extent.h"

typedef struct Sides {
    int64_t rows, columns;
} Sides;

static bool is_matrix(const Buffer *buffer)
{
    return buffer->rows > 0 && buffer->cols > 0;
}

static int find_role(const Launch *launch, bool output, int after)
{
    for (int i = after + 1; i < launch->buffer_count; ++i)
        if ((launch->buffers[i].role != ROLE_INPUT) == output)
            return i;
    return -1;
}

static Sides shape_of(const SessionRun *run, bool is_whole, int buffer)
{
    Sides shape;
    extent_shape(run, buffer, is_whole, &shape.rows, &shape.columns);
    return shape;
}

static bool fits(Sides left, Sides above, Sides output)
{
    return left.rows == output.rows && above.columns == output.columns &&
           left.columns == above.rows;
}

static bool are_factors(const SessionRun *run, bool is_whole, const Placement *place)
{
    const Buffer *buffers = run->run->launch.buffers;
    return place->above != place->left && is_matrix(&buffers[place->left]) &&
           is_matrix(&buffers[place->above]) && is_matrix(&buffers[place->output]) &&
           fits(shape_of(run, is_whole, place->left), shape_of(run, is_whole, place->above),
                shape_of(run, is_whole, place->output));
}

static bool find_product(const SessionRun *run, bool is_whole, Placement *placement)
{
    const Launch *launch = &run->run->launch;
    Placement place = *placement;
    for (place.left = find_role(launch, false, -1); place.left >= 0;
         place.left = find_role(launch, false, place.left))
        for (place.above = find_role(launch, false, -1); place.above >= 0;
             place.above = find_role(launch, false, place.above))
            if (are_factors(run, is_whole, &place)) {
                *placement = place;
                return true;
            }
    return false;
}

static Placement find_placement(const SessionRun *run, bool is_whole)
{
    const Launch *launch = &run->run->launch;
    Placement placement = {.output = find_role(launch, true, -1)};
    if (placement.output >= 0 && find_product(run, is_whole, &placement)) {
        placement.is_corner = true;
        return placement;
    }
    placement.left = find_role(launch, false, -1);
    placement.above = placement.left >= 0 ? find_role(launch, false, placement.left) : -1;
    return placement;
}

Placement placement_of(const SessionRun *run, bool is_whole)
{
    const Buffer *buffers = run->run->launch.buffers;
    const CheckResult *check = run->check;
    if (!check || check->reference != REFERENCE_MATMUL)
        return find_placement(run, is_whole);
    Placement told = {
        .is_corner = true, .left = check->left, .above = check->right, .output = check->output};
    bool is_by_columns = buffers[check->left].is_transposed || buffers[check->right].is_transposed;
    return is_by_columns || are_factors(run, is_whole, &told) ? told
                                                              : find_placement(run, is_whole);
}

Part placement_part(const Placement *placement, int buffer)
{
    if (buffer == placement->left)
        return PART_LEFT;
    if (buffer == placement->above)
        return PART_ABOVE;
    return buffer == placement->output ? PART_OUTPUT : PART_OTHER;
}
