/* Every parameter of the kernel in turn, and every variable of the device: the numbers first, since
 * sizes of buffers depend on them. */
#include "load/arguments/arguments.h"
#include "load/arguments/member.h"
#include "load/contents/contents.h"

/* ---- numbers ---- */

static void add_number(Loader *loader, int index)
{
    const Parameter *parameter = &loader->run->program->parameters[index];
    Scalar scalar = {.name = parameter->name,
                     .type = parameter->type->scalar,
                     .span = parameter->span,
                     .standard = parameter->has_default ? &parameter->default_value : NULL,
                     .functions = parameter->functions,
                     .function_count = parameter->function_count,
                     .host = load_host_argument(loader, index)};
    if (load_scalar(loader, &scalar)) {
        loader->arguments[index] = scalar.bits;
        loader->is_assumed[index] = scalar.is_assumed;
    }
}

void load_scalars(Loader *loader)
{
    const Program *program = loader->run->program;
    size_t count = (size_t)program->parameter_count + 1;
    loader->arguments = ARENA_ARRAY(loader->arena, uint64_t, count);
    loader->start_bytes = ARENA_ARRAY(loader->arena, int64_t, count);
    loader->is_assumed = ARENA_ARRAY(loader->arena, bool, count);
    loader->struct_arguments = ARENA_ARRAY(loader->arena, const void *, count);
    for (int i = 0; i < program->parameter_count; ++i)
        if (program->parameters[i].type->kind == TYPE_SCALAR)
            add_number(loader, i);
        else if (program->parameters[i].type->kind != TYPE_POINTER)
            load_struct(loader, i);
}

/* ---- buffers ---- */

static BufferRole role_of(const Parameter *parameter)
{
    if (parameter->is_written)
        return parameter->is_read ? ROLE_IN_OUT : ROLE_OUTPUT;
    return ROLE_INPUT;
}

static void add_pointer(Loader *loader, int index)
{
    const Parameter *parameter = &loader->run->program->parameters[index];
    Pointer pointer = {.name = parameter->name,
                       .element = parameter->type->element,
                       .host = load_host_argument(loader, index),
                       .role = role_of(parameter),
                       .parameter = index};
    int buffer = load_add_buffer(loader, &pointer, &loader->start_bytes[index]);
    loader->arguments[index] = buffer >= 0 ? (uint64_t)buffer : LAUNCH_NO_BUFFER;
}

static int count_buffers(const Program *program)
{
    int count = program->global_count;
    for (int i = 0; i < program->parameter_count; ++i)
        count += load_count_members(program->parameters[i].type);
    return count;
}

void load_buffers(Loader *loader)
{
    const Program *program = loader->run->program;
    int most = count_buffers(program) + POINTEE_LIMIT; /* those behind pointers in buffers */
    loader->buffers = ARENA_ARRAY(loader->arena, Buffer, most + 1);
    loader->plans = ARENA_ARRAY(loader->arena, BufferPlan, most + 1);
    for (int i = 0; i < program->parameter_count && !loader->diags->error_count; ++i)
        if (program->parameters[i].type->kind == TYPE_POINTER)
            add_pointer(loader, i);
        else if (program->parameters[i].type->kind == TYPE_STRUCT)
            load_struct_buffers(loader, i);
    for (int i = 0; i < program->global_count && !loader->diags->error_count; ++i)
        load_add_global(loader, i);
    if (!loader->diags->error_count)
        load_check_given(loader);
    loader->run->launch.struct_arguments = loader->struct_arguments;
    loader->run->launch.start_bytes = loader->start_bytes;
}

void load_check_total(Loader *loader)
{
    uint64_t total = 0;
    for (int i = 0; i < loader->buffer_count; ++i) {
        uint64_t bytes;
        if (__builtin_mul_overflow(loader->buffers[i].count, loader->buffers[i].element_bytes,
                                   &bytes) ||
            __builtin_add_overflow(total, bytes, &total) || total > LOAD_BYTES_LIMIT) {
            diag_error_plain(loader->diags, "choose smaller sizes",
                             "the buffers of this launch have more than the %llu GiB that are "
                             "emulated",
                             (unsigned long long)(LOAD_BYTES_LIMIT >> 30));
            return;
        }
    }
}
