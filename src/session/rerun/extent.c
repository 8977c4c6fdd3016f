/* Known from the count of the whole grid, which notes how far accesses reach into each buffer. That
 * a grid is too small is a mistake to be seen, not memory to spare: so the kernel's arguments and
 * the check of the result are asked, too, before anything is called idle. */
#include "session/rerun/extent.h"

#include "session/data/buffer.h"

#include <string.h>

enum { IDLE_ROWS_LEAST = 8, IDLE_ELEMENTS_LEAST = 64 };

static bool has_rows(const Buffer *buffer)
{
    return buffer->rows > 0 && buffer->cols > 0;
}

int64_t extent_allocated(const Buffer *buffer)
{
    return has_rows(buffer) ? (int64_t)buffer->rows : buffer_scalars(buffer);
}

/* A whole number among the arguments; 0 for those that are none. */
static int64_t argument_number(const SessionRun *run, int parameter)
{
    const Type *type = run->run->program->parameters[parameter].type;
    if (type->kind != TYPE_SCALAR || scalar_is_float(type->scalar))
        return 0;
    return (int32_t)(uint32_t)run->run->launch.arguments[parameter];
}

static bool struct_tells(const SessionRun *run, int parameter, int64_t rows)
{
    const Launch *launch = &run->run->launch;
    const Type *type = run->run->program->parameters[parameter].type;
    const char *bytes = launch->struct_arguments ? launch->struct_arguments[parameter] : NULL;
    for (uint32_t at = 0; bytes && at + 4 <= type->size_bytes; at += 4) {
        int32_t word;
        memcpy(&word, bytes + at, 4);
        if (word == rows)
            return true;
    }
    return false;
}

/* An argument, or the product of two, is the number of all rows. */
static bool arguments_tell(const SessionRun *run, int64_t rows)
{
    int count = run->run->program->parameter_count;
    for (int i = 0; i < count; ++i) {
        int64_t number = argument_number(run, i);
        if (number == rows || struct_tells(run, i, rows))
            return true;
        for (int j = 0; j < i && number > 0; ++j)
            if (number * argument_number(run, j) == rows)
                return true;
    }
    return false;
}

static bool is_result_missing(const SessionRun *run, int buffer, uint64_t from)
{
    const CheckResult *check = run->check;
    return check && check->wrong_cells && check->output == buffer && from < check->total &&
           memchr(check->wrong_cells + from, 1, check->total - from);
}

int64_t extent_of(const SessionRun *run, int buffer)
{
    const Buffer *source = &run->run->launch.buffers[buffer];
    int64_t all = extent_allocated(source), row = has_rows(source) ? (int64_t)source->cols : 1;
    if (!run->total || source->is_transposed)
        return all;
    int64_t bytes = (int64_t)report_buffers(run->total)[buffer].reach_bytes;
    int64_t scalar = (int64_t)buffer_scalar_bytes(source);
    int64_t used = (bytes + row * scalar - 1) / (row * scalar), idle = all - used;
    int64_t least = has_rows(source) ? IDLE_ROWS_LEAST : IDLE_ELEMENTS_LEAST;
    if (!used || idle < least || idle < used || arguments_tell(run, all) ||
        is_result_missing(run, buffer, (uint64_t)(used * row)))
        return all;
    return used;
}

void extent_shape(const SessionRun *run, int buffer, bool is_whole, int64_t *rows, int64_t *columns)
{
    const Buffer *source = &run->run->launch.buffers[buffer];
    buffer_shape(source, rows, columns);
    if (!is_whole)
        *(has_rows(source) ? rows : columns) = extent_of(run, buffer);
}

bool extent_is_less(const SessionRun *run)
{
    const Launch *launch = &run->run->launch;
    for (int i = 0; i < launch->buffer_count; ++i)
        if (extent_of(run, i) < extent_allocated(&launch->buffers[i]))
            return true;
    return false;
}
