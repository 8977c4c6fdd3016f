/* A launch of a program that was run: all is known, and options change parts of it. */
#include "load/arguments/arguments.h"
#include "load/arguments/member.h"
#include "load/contents/contents.h"

#include <string.h>

/* The buffer of a variable of that name; -1: the program had none. */
static int variable_of(const LaunchImage *image, const GlobalVariable *global)
{
    for (int i = 0; i < image->buffer_count; ++i)
        if (image->buffers[i].is_variable && image->buffers[i].name &&
            strcmp(image->buffers[i].name, global->name) == 0 &&
            image->buffers[i].bytes == global->type->size_bytes)
            return i;
    return -1;
}

/* A variable that the file has got since the program was run. */
static ImageBuffer new_variable(Arena *arena, const GlobalVariable *global)
{
    uint8_t *zeros = arena_alloc(arena, global->type->size_bytes + 1);
    return (ImageBuffer){.name = global->name,
                         .is_variable = true,
                         .bytes = global->type->size_bytes,
                         .content = global->initial ? global->initial : zeros};
}

/* What the loader's stages have for other launches. */
static void take_launch(Loader *loader)
{
    Launch *launch = &loader->run->launch;
    int parameters = launch->argument_count;
    loader->arguments = (uint64_t *)(uintptr_t)launch->arguments;
    loader->start_bytes = (int64_t *)(uintptr_t)launch->start_bytes;
    loader->struct_arguments = (const void **)(uintptr_t)launch->struct_arguments;
    loader->is_assumed = ARENA_ARRAY(loader->arena, bool, parameters + 1);
    loader->buffers = launch->buffers;
    loader->buffer_count = launch->buffer_count;
    loader->plans = ARENA_ARRAY(loader->arena, BufferPlan, launch->buffer_count + 1);
}

void load_image_launch(Loader *loader)
{
    const Program *program = loader->run->program;
    LaunchImage image = *loader->run->options.image;
    int *globals = ARENA_ARRAY(loader->arena, int, program->global_count + 1);
    ImageBuffer *buffers =
        ARENA_ARRAY(loader->arena, ImageBuffer, image.buffer_count + program->global_count + 1);
    memcpy(buffers, image.buffers, (size_t)image.buffer_count * sizeof *buffers);
    image.buffers = buffers;
    image.unset_word = LAUNCH_POISON_WORD;
    for (int i = 0; i < program->global_count; ++i) {
        globals[i] = variable_of(&image, &program->globals[i]);
        if (globals[i] < 0) {
            globals[i] = image.buffer_count;
            buffers[image.buffer_count++] = new_variable(loader->arena, &program->globals[i]);
        }
    }
    if (image_launch(loader->arena, program, &image, globals, &loader->run->launch))
        take_launch(loader);
    else
        diag_error(loader->diags, program->span, "run the program again",
                   "%s does not take the arguments that this launch was given", program->name);
}

/* ---- what options change ---- */

/* A number, or one in a struct, that --arg gives anew. */
static void give_number(Loader *loader, int parameter, const Member *member)
{
    const Parameter *of = &loader->run->program->parameters[parameter];
    Scalar scalar = {.name = member->name,
                     .type = member->type->scalar,
                     .span = of->span,
                     .functions = of->functions,
                     .function_count = of->function_count};
    if (!load_argument_text(loader, member->name) || !load_scalar(loader, &scalar))
        return;
    if (of->type->kind == TYPE_STRUCT)
        memcpy((uint8_t *)(uintptr_t)loader->struct_arguments[parameter] + member->offset_bytes,
               &scalar.bits, member->type->size_bytes);
    else
        loader->arguments[parameter] = scalar.bits;
}

static void give_numbers(Loader *loader)
{
    for (int i = 0; i < loader->run->program->parameter_count; ++i) {
        Members members = load_members(loader, i);
        for (int m = 0; m < members.count; ++m)
            if (members.items[m].type->kind == TYPE_SCALAR)
                give_number(loader, i, &members.items[m]);
    }
}

/* A pointer parameter: --arg fills what it leads to, --offset lets it begin elsewhere. */
static void give_pointer(Loader *loader, int index)
{
    const Parameter *parameter = &loader->run->program->parameters[index];
    const LoadOptions *options = &loader->run->options;
    uint64_t buffer = loader->arguments[index], row = 0;
    const Type *element = parameter->type->element;
    for (; element->kind == TYPE_ARRAY && element->length; element = element->element)
        row = element->length;
    Pointer pointer = {.name = parameter->name, .element = element, .parameter = index};
    bool has_offset = load_pair(options->offsets, options->offset_count, parameter->name) != NULL;
    if (buffer >= (uint64_t)loader->buffer_count) {
        if (has_offset || load_argument_text(loader, parameter->name))
            diag_error_plain(loader->diags, "leave the option out",
                             "%s is a null pointer in this launch: it points at no array",
                             parameter->name);
        return;
    }
    load_give_shared(loader, &pointer, (int)buffer, loader->start_bytes[index]);
    if (has_offset)
        loader->start_bytes[index] = load_start(loader, &pointer, &loader->buffers[buffer]);
    loader->plans[buffer].row_length = row;
    loader->plans[buffer].has_typed_rows = row > 0;
}

/* Variables, and what members of structs lead to. */
static void give_other(Loader *loader, int index)
{
    Buffer *buffer = &loader->buffers[index];
    uint64_t count = buffer->count;
    if (buffer->parameter >= 0 || !load_give(loader, index, buffer->name) || buffer->global < 0 ||
        buffer->count == count)
        return;
    diag_error_plain(loader->diags, NULL, "--arg %s: the file declares it with %llu elements",
                     buffer->name, (unsigned long long)count);
}

void load_image_given(Loader *loader)
{
    const Program *program = loader->run->program;
    give_numbers(loader);
    for (int i = 0; i < program->parameter_count; ++i)
        if (program->parameters[i].type->kind == TYPE_POINTER)
            give_pointer(loader, i);
    for (int i = 0; i < loader->buffer_count && !loader->diags->error_count; ++i) {
        give_other(loader, i);
        if (loader->buffers[i].global >= 0)
            load_set_global_layout(loader, i);
        else
            load_set_layout(loader, i);
    }
}
