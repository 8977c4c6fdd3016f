/* From the .cu files of the project to a Kernel as the hand-made ones are. */
#include "compiled.h"
#include "base/file.h"
#include "lang/compile.h"
#include "test.h"
#include "verify.h"

#include <string.h>

static const Program *compile(Arena *arena, const char *name, int tile)
{
    char *text;
    size_t length;
    const Phrase *reason;
    const char *path = arena_printf(arena, SOURCE_ROOT "/kernels/%s", name);
    if (!file_read(arena, path, FILE_SOURCE_LIMIT_BYTES, &text, &length, &reason))
        fail_msg("%s", phrase_in(arena, LANGUAGE_EN, reason));
    SourceSet *sources = source_set_new(arena);
    Diags *diags = diags_new(arena);
    Define width = {"TILE_WIDTH", arena_printf(arena, "%d", tile)};
    CompileOptions options = {.defines = &width, .define_count = 1, .fmad = true};
    Unit *unit =
        unit_open(arena, sources, source_add(sources, name, text, length), &options, diags);
    Program *program = unit_compile(arena, unit, &options, diags);
    if (!program)
        fail_msg("%s: %s", name,
                 diags->count ? diag_format(arena, sources, &diags->items[0]) : "no program");
    assert_null(program_verify(arena, program));
    return program;
}

static void set_shape(Buffer *buffer, int rows, int cols)
{
    buffer->rows = (uint64_t)rows;
    buffer->cols = (uint64_t)cols;
    buffer->count = buffer->rows * buffer->cols;
}

Kernel kernel_compile(const KernelOptions *options)
{
    bool is_tiled = options->kind == KERNEL_TILED;
    uint32_t tile = (uint32_t)options->tile;
    Dim3 grid = {((uint32_t)options->l + tile - 1) / tile, ((uint32_t)options->j + tile - 1) / tile,
                 1};
    Arena *arena = arena_new();
    const Program *program =
        compile(arena, is_tiled ? "02_tiled.cu" : "01_naive.cu", options->tile);
    Launch *launch =
        build_launch(arena, program, grid, (Dim3){tile, tile, 1}, 3, SCALAR_F32, 1, FILL_INTS);
    const uint64_t arguments[] = {
        0, 1, 2, (uint64_t)options->j, (uint64_t)options->k, (uint64_t)options->l};
    launch->arguments = arena_copy(arena, arguments, sizeof arguments);
    launch->argument_count = 6;
    set_shape(&launch->buffers[0], options->j, options->k);
    set_shape(&launch->buffers[1], options->k, options->l);
    set_shape(&launch->buffers[2], options->j, options->l);
    launch->buffers[2].fill = FILL_POISON;
    launch_layout(launch);
    return (Kernel){arena, program, launch};
}
