/* Structs as they lie in memory, their pointers left out and what was behind them following: only
 * the same program reads it, which the sizes at the start tell. */
#include "session/saved/gpu_value.h"
#include "session/data/session_data.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LAUNCHES_MOST = 255 };

typedef struct Head {
    char sign[8];
    uint64_t view_bytes, launches_bytes, model_bytes;
} Head;

static const Head own = {"tsgpu 1", sizeof(GpuView), sizeof(Launches), sizeof(DeviceModel)};

/* ---- writing ---- */

static void put_bytes(FILE *out, const void *bytes, uint64_t length)
{
    fwrite(&length, sizeof length, 1, out);
    if (length)
        fwrite(bytes, 1, length, out);
}

static void put_string(FILE *out, const char *text)
{
    put_bytes(out, text, text ? strlen(text) + 1 : 0);
}

static void put_launches(FILE *out, const Launches *launches)
{
    Launches plain = *launches;
    plain.each = NULL;
    plain.times = NULL;
    plain.first.buffers = NULL;
    plain.check.reading = NULL;
    plain.check.wrong_cells = NULL;
    plain.check.list = NULL;
    plain.check.list_count = plain.check.list_capacity = 0;
    put_bytes(out, &plain, sizeof plain);
    put_bytes(out, launches->each, sizeof *launches->each * (uint64_t)launches->count);
    put_bytes(out, launches->times, launches->times ? launches->cells : 0);
}

static void put_model(FILE *out, const Session *session)
{
    const DeviceModel *model = session_device(session);
    DeviceModel plain = model ? *model : (DeviceModel){.name = NULL};
    const char *name = plain.name;
    plain.name = NULL;
    put_bytes(out, &plain, model ? sizeof plain : 0);
    put_string(out, name);
}

static void put_view(FILE *out, const Session *session)
{
    GpuView plain = session->gpu;
    const Launch *launch = &session->runs[plain.run].run->launch;
    plain.launch = plain.reason = plain.device = NULL;
    plain.arena = NULL;
    plain.comparison = NULL;
    plain.launches = NULL;
    put_bytes(out, &plain, sizeof plain);
    put_string(out, session->gpu.reason);
    put_string(out, session->gpu.device);
    put_bytes(out, session->gpu.arena, session->gpu.arena ? launch->arena_bytes : 0);
}

const uint8_t *gpu_value_write(const Session *session, Arena *arena, size_t *length)
{
    const GpuView *view = &session->gpu;
    bool is_known = (view->state == GPU_VIEW_DONE || view->state == GPU_VIEW_FAILED) &&
                    view->run < session->run_count;
    char *bytes;
    FILE *out = is_known ? open_memstream(&bytes, length) : NULL;
    if (!out)
        return NULL;
    fwrite(&own, sizeof own, 1, out);
    put_view(out, session);
    put_model(out, session);
    if (view->launches)
        put_launches(out, view->launches);
    fclose(out);
    const char *kept = arena_text(arena, bytes, *length);
    free(bytes);
    return (const uint8_t *)kept;
}

/* ---- reading ---- */

typedef struct Bytes {
    const uint8_t *at;
    size_t left;
    Arena *arena;
    bool is_good;
} Bytes;

static void skip_bytes(Bytes *bytes, uint64_t length)
{
    bytes->at += length;
    bytes->left -= length;
}

/* NULL and a length of 0 if there is nothing, or no more. */
static const void *take_bytes(Bytes *bytes, uint64_t *length)
{
    *length = 0;
    if (!bytes->is_good || bytes->left < sizeof *length) {
        bytes->is_good = false;
        return NULL;
    }
    memcpy(length, bytes->at, sizeof *length);
    skip_bytes(bytes, sizeof *length);
    bytes->is_good = *length <= bytes->left;
    if (!bytes->is_good)
        *length = 0;
    if (!*length)
        return NULL;
    char *copy = arena_alloc(bytes->arena, *length);
    memcpy(copy, bytes->at, *length);
    skip_bytes(bytes, *length);
    return copy;
}

/* The next piece, of the length wanted; NULL if it is empty. Any other length makes the bytes
 * bad. */
static const void *take_exactly(Bytes *bytes, uint64_t wanted)
{
    uint64_t length;
    const void *taken = take_bytes(bytes, &length);
    bytes->is_good &= !length || length == wanted;
    return bytes->is_good ? taken : NULL;
}

static const char *take_string(Bytes *bytes)
{
    uint64_t length;
    const char *text = take_bytes(bytes, &length);
    bytes->is_good &= !length || text[length - 1] == '\0';
    return bytes->is_good ? text : NULL;
}

static const Launches *take_launches(Bytes *bytes, const Launch *launch)
{
    const Launches *plain = take_exactly(bytes, sizeof *plain);
    if (!plain)
        return NULL;
    Launches *launches = (Launches *)plain;
    bool is_good = launches->count > 0 && launches->count <= LAUNCHES_MOST &&
                   launches->buffer < launch->buffer_count;
    launches->each =
        is_good ? take_exactly(bytes, sizeof *launches->each * (uint64_t)launches->count) : NULL;
    launches->times = is_good ? take_exactly(bytes, launches->cells) : NULL;
    bytes->is_good &= is_good && launches->each && (launches->times || !launches->bad_cells);
    return launches;
}

static void use_model(Session *session, Arena *arena, const DeviceModel *model, const char *name)
{
    if (!model || !name)
        return;
    DeviceModel named = *model;
    named.name = name;
    session->model.devices =
        device_table_with(arena, session->model.devices, &named, &session->model.device);
}

bool gpu_value_read(Session *session, Arena *arena, const void *bytes, size_t length)
{
    Bytes in = {bytes, length, arena, length >= sizeof own && memcmp(bytes, &own, sizeof own) == 0};
    if (!in.is_good)
        return false;
    in.at += sizeof own;
    in.left -= sizeof own;
    const GpuView *plain = take_exactly(&in, sizeof *plain);
    if (!plain || plain->run < 0 || plain->run >= session->run_count)
        return false;
    GpuView view = *plain;
    const Launch *launch = &session->runs[view.run].run->launch;
    view.launch = launch;
    view.reason = take_string(&in);
    view.device = take_string(&in);
    view.arena = take_exactly(&in, launch->arena_bytes);
    const DeviceModel *model = take_exactly(&in, sizeof *model);
    const char *name = take_string(&in);
    view.launches = in.left ? take_launches(&in, launch) : NULL;
    if (!in.is_good || !view.device)
        return false;
    session->gpu = view;
    use_model(session, arena, model, name);
    return true;
}
