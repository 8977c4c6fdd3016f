/* Variables of the kernel stand in its program, buffers in its launch. */
#include "probe/sentences/residents.h"

#include <string.h>

typedef struct Names {
    Arena *arena;
    const char *list;
} Names;

/* A variable of a loop that is declared twice is named once. */
static bool is_listed(const char *list, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = list; (at = strstr(at, name)); at += length)
        if ((at == list || at[-1] == ' ') && (!at[length] || at[length] == ','))
            return true;
    return false;
}

static void add(Names *names, const char *name)
{
    if (!is_listed(names->list, name))
        names->list =
            arena_printf(names->arena, "%s%s%s", names->list, *names->list ? ", " : "", name);
}

static void add_variables(Names *names, const Program *program, StorageKind storage)
{
    for (int i = 0; i < program->variable_count; ++i) {
        const Variable *variable = &program->variables[i];
        if (variable->storage == storage && !variable->inline_depth)
            add(names, variable->name);
    }
}

static void add_buffers(Names *names, const Launch *launch, bool is_constant)
{
    for (int i = 0; i < launch->buffer_count; ++i)
        if (launch->buffers[i].is_constant == is_constant)
            add(names, launch->buffers[i].name);
}

const char *residents_names(Arena *arena, const Program *program, const Launch *launch,
                            Residence residence)
{
    static const StorageKind storages[] = {[RESIDENCE_REGISTER] = STORAGE_REGISTER,
                                           [RESIDENCE_LOCAL] = STORAGE_LOCAL,
                                           [RESIDENCE_SHARED] = STORAGE_SHARED};
    Names names = {arena, ""};
    if (residence < RESIDENCE_CONSTANT)
        add_variables(&names, program, storages[residence]);
    else
        add_buffers(&names, launch, residence == RESIDENCE_CONSTANT);
    return names.list;
}

uint64_t residents_bytes(const Program *program, const Launch *launch, Residence residence)
{
    uint64_t bytes = 0;
    if (residence == RESIDENCE_LOCAL)
        return program->local_bytes;
    if (residence == RESIDENCE_SHARED)
        return launch_shared_bytes(launch, program);
    for (int i = 0; i < launch->buffer_count && residence != RESIDENCE_REGISTER; ++i)
        if (launch->buffers[i].is_constant == (residence == RESIDENCE_CONSTANT))
            bytes += launch->buffers[i].count * launch->buffers[i].element_bytes;
    return bytes;
}
