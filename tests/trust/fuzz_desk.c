/* Work is done in slices, as in a window: whoever sends a text of many steps has no right to all of
 * them. */
#include "fuzz_desk.h"

#include "base/file.h"
#include "scene/text/glyph.h"
#include "view/view.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TICKS = 1 };

const char fuzz_kernel[] =
    "#define T 2\n"
    "__device__ int sum;\n"
    "__global__ void k(const float *a, float *b, int n, float f) {\n"
    "    __shared__ float s[T][T];\n"
    "    int x = blockIdx.x * T + threadIdx.x, y = blockIdx.y * T + threadIdx.y;\n"
    "    float v = 0;\n"
    "    for (int i = 0; i < n; i += T) {\n"
    "        s[threadIdx.y][threadIdx.x] = a[y * n + x];\n"
    "        __syncthreads();\n"
    "        if (x < n) v += s[threadIdx.x][threadIdx.y] * f;\n"
    "        __syncthreads();\n"
    "    }\n"
    "    b[y * n + x] = v;\n"
    "    atomicAdd(&sum, x);\n"
    "}\n"
    "int main() {\n"
    "    int n = 4; float *a, *b;\n"
    "    cudaMalloc(&a, n * n * sizeof(float)); cudaMalloc(&b, n * n * sizeof(float));\n"
    "    k<<<dim3(n / T, n / T), dim3(T, T)>>>(a, b, n, 0.5f);\n"
    "}\n";

static char folder[] = "/tmp/tilestep-fuzz-XXXXXX";
static char path[sizeof folder + 16];

static void take_away(void)
{
    unlink(path);
    rmdir(folder);
}

const char *fuzz_path(void)
{
    if (*path)
        return path;
    Arena *arena = arena_new();
    const Phrase *reason;
    char *made = mkdtemp(folder);
    snprintf(path, sizeof path, "%s/fuzz.cu", folder);
    bool good = made && file_write(arena, path, fuzz_kernel, strlen(fuzz_kernel), &reason);
    arena_free(arena);
    if (!good)
        abort();
    atexit(take_away);
    return path;
}

Session *fuzz_session(bool is_open)
{
    static Arena *arena;
    static DeviceTable devices;
    if (!arena) {
        setenv("XDG_STATE_HOME", "/dev/null/none", 1); /* nothing is kept */
        arena = arena_new();
        devices = session_load_devices(arena);
    }
    Session *session = session_new();
    session_use_devices(session, devices);
    if (is_open)
        session_open(session, 0, run_load(fuzz_path(), &(LoadOptions){.assume = true}), true);
    return session;
}

void fuzz_look(Session *session)
{
    static Arena *kept;
    static GlyphSource *glyphs;
    if (!kept) {
        kept = arena_new();
        glyphs = glyph_builtin(kept);
    }
    const CommandName done[] = {COMMAND_STEP_NEXT, COMMAND_STEP_BACK};
    Arena *arena = arena_new();
    for (int i = 0; i < 2; ++i) {
        for (int tick = 0; tick < TICKS; ++tick)
            session_tick(session, 50);
        session_apply(session, (Command){.name = done[i]});
    }
    view_build(session, arena, 1280, 720, glyph_metrics(arena, glyphs));
    arena_free(arena);
}
