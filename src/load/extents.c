/* Grid, block and dynamic shared memory: what options say, else what the host code says, else a
 * default that is noted; of a launch that was run, what it had. */
#include "load/fit.h"
#include "load/sizes/assume.h"
#include "load/sizes/remedy.h"
#include "load/state/number.h"

#include <string.h>

static bool read_extents_text(Loader *loader, const char *option, const char *text, int64_t out[3])
{
    char *copy = arena_text(loader->arena, text, strlen(text)), *at = copy;
    int count = 0;
    bool good = true;
    out[0] = out[1] = out[2] = 1;
    while (good && at) {
        char *comma = strchr(at, ',');
        if (comma)
            *comma++ = '\0';
        good = count < 3 && load_integer(at, 1, UINT32_MAX, &out[count]);
        count++;
        at = comma;
    }
    if (good)
        return true;
    diag_error_plain(loader->diags, NULL,
                     "--%s %s: it takes one to three whole numbers of at least 1", option, text);
    const char *example =
        diag_option(loader->diags, arena_printf(loader->arena, "--%s 16,16", option));
    diag_hint(loader->diags,
              phrase_new(loader->arena, "write --%s X, X,Y or X,Y,Z, as in %s", option, example));
    return false;
}

static void set_extent(Loader *loader, const char *what, const int64_t from[3], Dim3 *out)
{
    const HostLaunch *host = loader->run->host;
    bool good = true;
    for (int i = 0; i < 3; ++i)
        good &= from[i] >= 0 && from[i] <= UINT32_MAX;
    *out = (Dim3){(uint32_t)from[0], (uint32_t)from[1], (uint32_t)from[2]};
    if (good)
        return;
    diag_error(loader->diags, host ? host->span : loader->run->program->span, NULL,
               "the %p of this launch comes to %lld x %lld x %lld", PHRASE_KEY(what),
               (long long)from[0], (long long)from[1], (long long)from[2]);
    if (!host || !load_hint_behind(loader, host->roots))
        diag_hint(
            loader->diags,
            phrase_new(loader->arena, "look at the sizes it is made of, or pass --%s X,Y", what));
}

/* An extent from its option, else the host code, else the default that is in out already. */
static void choose_extent(Loader *loader, const char *what, const char *option, bool has_host,
                          const int64_t *host, int64_t out[3])
{
    if (option) {
        read_extents_text(loader, what, option, out);
        return;
    }
    if (has_host) {
        memcpy(out, host, 3 * sizeof *out);
        return;
    }
    const HostLaunch *launch = loader->run->host;
    if (!launch || loader->run->options.assume) {
        load_assume(loader, what, what,
                    arena_printf(loader->arena, "%lld,%lld,%lld", (long long)out[0],
                                 (long long)out[1], (long long)out[2]));
        return;
    }
    diag_error(loader->diags, launch->span, NULL, "the %p of this launch cannot be read: %p",
               PHRASE_KEY(what), launch->missing);
    diag_hint(loader->diags, phrase_new(loader->arena, "pass --%s X[,Y[,Z]]", what));
}

static bool needs_dynamic_shared(const Program *program)
{
    for (int i = 0; i < program->shared_count; ++i)
        if (program->shared[i].is_extern)
            return true;
    return false;
}

static void set_shared_bytes(Loader *loader)
{
    Run *run = loader->run;
    const HostLaunch *host = run->host;
    const char *text = run->options.shared_bytes;
    int64_t bytes = 0;
    if (text) {
        if (!load_integer(text, 0, UINT32_MAX, &bytes)) {
            diag_error_plain(loader->diags, NULL, "--shared %s: it takes a number of bytes", text);
            load_hint_option(loader, "--shared 2048");
        }
    } else if (host && host->has_shared) {
        bytes = host->shared_bytes;
        if (bytes < 0 || bytes > UINT32_MAX)
            diag_error(loader->diags, host->span, "pass --shared BYTES",
                       "the dynamic shared memory comes to %lld bytes", (long long)bytes);
    } else if (needs_dynamic_shared(run->program) && run->options.assume) {
        bytes = load_assume_shared(run);
        run->is_shared_assumed = true; /* more is known after a dry run: unsized.c */
    } else if (needs_dynamic_shared(run->program) && host) {
        diag_error(loader->diags, host->span, "pass --shared BYTES",
                   "the kernel has an extern __shared__ array, and its size is not known: %p",
                   host->missing);
    } else if (needs_dynamic_shared(run->program)) {
        diag_error(loader->diags, run->program->span, "pass --shared BYTES",
                   "the kernel has an extern __shared__ array, and its size is not known");
    }
    run->launch.dynamic_shared_bytes = (uint32_t)bytes;
}

/* Those of a launch that was run, but for what options say. */
static void take_image(Loader *loader)
{
    const LoadOptions *options = &loader->run->options;
    const LaunchImage *image = options->image;
    Launch *launch = &loader->run->launch;
    int64_t grid[] = {image->grid.x, image->grid.y, image->grid.z};
    int64_t block[] = {image->block.x, image->block.y, image->block.z};
    if (options->block)
        read_extents_text(loader, "block", options->block, block);
    if (options->grid)
        read_extents_text(loader, "grid", options->grid, grid);
    set_extent(loader, "block", block, &launch->block);
    set_extent(loader, "grid", grid, &launch->grid);
    launch->dynamic_shared_bytes = image->shared_bytes;
    if (options->shared_bytes)
        set_shared_bytes(loader);
}

void load_extents_all(Loader *loader)
{
    Run *run = loader->run;
    const HostLaunch *host = run->host;
    int64_t block[3] = {1, 1, 1}, grid[3] = {1, 1, 1};
    if (run->options.image) {
        take_image(loader);
        return;
    }
    load_assume_block(run, block);
    choose_extent(loader, "block", run->options.block, host && host->has_block,
                  host ? host->block : NULL, block);
    bool is_chosen = run->options.grid || (host && host->has_grid);
    bool covers =
        is_chosen || block[0] <= 0 || block[1] <= 0 || load_assume_grid(loader, block, grid);
    choose_extent(loader, "grid", run->options.grid, host && host->has_grid,
                  host ? host->grid : NULL, grid);
    if (loader->diags->error_count)
        return;
    if (host && host->is_gap && !(run->options.block && run->options.grid))
        diag_warning(
            loader->diags, host->span, "write both into it, or pass --grid and --block",
            "<<< >>> is left to be filled in, so nvcc refuses the file; its grid and block "
            "are assumed");
    set_extent(loader, "block", block, &run->launch.block);
    run->launch.is_part = (host && host->is_part) || !covers || load_is_grid_cut(run);
    set_extent(loader, "grid", grid, &run->launch.grid);
    set_shared_bytes(loader);
}
