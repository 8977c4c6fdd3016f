/* The blackboard order: the output in the corner, the input with its rows at the left, the one with
 * its columns above. Where all are square the first input stands at the left. */
#include "view/placement.h"

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

static bool fits(const Buffer *left, const Buffer *above, const Buffer *output)
{
    return is_matrix(left) && is_matrix(above) && is_matrix(output) && left->rows == output->rows &&
           above->cols == output->cols && left->cols == above->rows;
}

static bool find_product(const Launch *launch, Placement *placement)
{
    const Buffer *buffers = launch->buffers;
    int output = placement->output;
    for (int left = find_role(launch, false, -1); left >= 0; left = find_role(launch, false, left))
        for (int above = find_role(launch, false, -1); above >= 0;
             above = find_role(launch, false, above))
            if (above != left && fits(&buffers[left], &buffers[above], &buffers[output])) {
                placement->left = left;
                placement->above = above;
                return true;
            }
    return false;
}

Placement placement_find(const Launch *launch)
{
    Placement placement = {.output = find_role(launch, true, -1)};
    if (placement.output >= 0 && find_product(launch, &placement)) {
        placement.is_corner = true;
        return placement;
    }
    placement.left = find_role(launch, false, -1);
    placement.above = placement.left >= 0 ? find_role(launch, false, placement.left) : -1;
    return placement;
}

Placement placement_of(const Launch *launch, const CheckResult *check)
{
    const Buffer *buffers = launch->buffers;
    if (!check || check->reference != REFERENCE_MATMUL ||
        !(buffers[check->left].is_turned || buffers[check->right].is_turned))
        return placement_find(launch);
    return (Placement){
        .is_corner = true, .left = check->left, .above = check->right, .output = check->output};
}

Part placement_part(const Placement *placement, int buffer)
{
    if (buffer == placement->left)
        return PART_LEFT;
    if (buffer == placement->above)
        return PART_ABOVE;
    return buffer == placement->output ? PART_OUTPUT : PART_OTHER;
}
