/* Finding NVRTC and asking it what it can compile for. */
#include "gpu/nvrtc_library.h"

#include "base/file.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Edition {
    int major;
    const char *soname;
} Edition;

static const Edition editions[] = {
    {13, "libnvrtc.so.13"},   {12, "libnvrtc.so.12"},   {11, "libnvrtc.so.11.2"},
    {11, "libnvrtc.so.11.1"}, {11, "libnvrtc.so.11.0"}, {0, "libnvrtc.so"},
};

enum { EDITION_COUNT = sizeof editions / sizeof editions[0], PATH_BYTES = 1024 };

static bool load_functions(Nvrtc *nvrtc)
{
    bool is_whole = true;
#define OPTIONAL(name, symbol, parameters) *(void **)&nvrtc->name = dlsym(nvrtc->library, symbol);
#define NVRTC_FUNCTION(name, symbol, parameters)                                                   \
    OPTIONAL(name, symbol, parameters)                                                             \
    is_whole = is_whole && nvrtc->name;
#include "gpu/compiler.def"
    return is_whole && nvrtc->version(&nvrtc->major, &nvrtc->minor) == NVRTC_SUCCESS;
}

static bool open_path(Nvrtc *nvrtc, const char *path)
{
    nvrtc->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!nvrtc->library)
        return false;
    if (load_functions(nvrtc))
        return true;
    dlclose(nvrtc->library);
    memset(nvrtc, 0, sizeof *nvrtc);
    return false;
}

/* Opens an edition by name: where the system's loader searches, then in the toolkit's folders. */
static bool open_edition(Nvrtc *nvrtc, const Edition *edition)
{
    const char *roots[] = {getenv("CUDA_PATH"), getenv("CUDA_HOME"), "/usr/local/cuda",
                           "/opt/cuda"};
    static const char *const folders[] = {"lib64", "lib", "targets/x86_64-linux/lib"};
    if (open_path(nvrtc, edition->soname))
        return true;
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 3 && roots[i]; ++j) {
            char path[PATH_BYTES];
            snprintf(path, sizeof path, "%s/%s/%s", roots[i], folders[j], edition->soname);
            if (access(path, R_OK) == 0 && open_path(nvrtc, path))
                return true;
        }
    return false;
}

bool nvrtc_open(Nvrtc *nvrtc, int driver_cuda)
{
    const char *only = getenv("TILESTEP_NVRTC");
    memset(nvrtc, 0, sizeof *nvrtc);
    if (only && *only)
        return open_path(nvrtc, only);
    for (int newer = 0; newer <= 1; ++newer)
        for (int i = 0; i < EDITION_COUNT; ++i)
            if ((editions[i].major > driver_cuda / 1000) == newer &&
                open_edition(nvrtc, &editions[i]))
                return true;
    return false;
}

static bool has_headers(const char *folder)
{
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/cuda_fp16.h", folder);
    return access(path, R_OK) == 0;
}

const char *nvrtc_include_path(Arena *arena, const Nvrtc *nvrtc)
{
    Dl_info info;
    char *real = NULL;
    if (dladdr(*(void **)&nvrtc->version, &info) && info.dli_fname)
        real = realpath(info.dli_fname, NULL);
    const char *beside = real ? arena_printf(arena, "%s/../include", file_folder(arena, real)) : "";
    free(real);
    const char *cuda_path = getenv("CUDA_PATH"), *cuda_home = getenv("CUDA_HOME");
    const char *places[] = {beside,
                            cuda_path ? arena_printf(arena, "%s/include", cuda_path) : "",
                            cuda_home ? arena_printf(arena, "%s/include", cuda_home) : "",
                            "/usr/local/cuda/include",
                            "/opt/cuda/include",
                            "/usr/include"};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; ++i)
        if (places[i][0] && has_headers(places[i]))
            return places[i];
    return NULL;
}

/* Makes candidate the best architecture if it is better than that and the device can run it. Real
 * code runs on devices of its own major version and the same or a newer minor one (CUDA C++
 * Programming Guide, "Binary Compatibility"). */
static void consider(Architecture *best, int candidate, int device)
{
    bool is_real = candidate / 10 == device / 10;
    if (!best->oldest || candidate < best->oldest)
        best->oldest = candidate;
    if (candidate <= device && candidate > best->number) {
        best->number = candidate;
        best->is_real = is_real;
    }
}

Architecture nvrtc_architecture(const Nvrtc *nvrtc, int major, int minor)
{
    Architecture best = {0};
    int count = 0, device = 10 * major + minor;
    if (!nvrtc->arch_count || !nvrtc->archs || nvrtc->arch_count(&count) != NVRTC_SUCCESS ||
        count <= 0)
        return (Architecture){device, nvrtc->cubin != NULL, 0};
    int *archs = calloc((size_t)count, sizeof *archs);
    if (archs && nvrtc->archs(archs) == NVRTC_SUCCESS)
        for (int i = 0; i < count; ++i)
            consider(&best, archs[i], device);
    free(archs);
    best.is_real = best.is_real && nvrtc->cubin && nvrtc->cubin_size;
    return best;
}
