/* A snapshot is an array of page copies; most of a machine and its probe stays as it was between
 * two checkpoints, so most pages are shared. */
#include "probe/time/snapshot.h"
#include "vm/page.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct Snapshot {
    uint64_t size, page_count;
    PageCopy *pages[];
};

static size_t page_size(const Snapshot *snapshot, uint64_t page)
{
    uint64_t rest = snapshot->size - page * PAGE_BYTES;
    return rest < PAGE_BYTES ? rest : PAGE_BYTES;
}

Snapshot *snapshot_take(const void *bytes, uint64_t size, const Snapshot *like)
{
    uint64_t page_count = (size + PAGE_BYTES - 1) / PAGE_BYTES;
    Snapshot *snapshot = page_alloc(sizeof *snapshot + page_count * sizeof snapshot->pages[0]);
    snapshot->size = size;
    snapshot->page_count = page_count;
    for (uint64_t i = 0; i < page_count; ++i) {
        const uint8_t *at = (const uint8_t *)bytes + i * PAGE_BYTES;
        size_t used = page_size(snapshot, i);
        bool is_same = like && memcmp(like->pages[i]->bytes, at, used) == 0;
        snapshot->pages[i] = page_copy_save(is_same ? like->pages[i] : page_copy_new(at, used));
    }
    return snapshot;
}

void snapshot_restore(const Snapshot *snapshot, void *bytes)
{
    for (uint64_t i = 0; i < snapshot->page_count; ++i)
        memcpy((uint8_t *)bytes + i * PAGE_BYTES, snapshot->pages[i]->bytes,
               page_size(snapshot, i));
}

size_t snapshot_bytes(const Snapshot *snapshot)
{
    size_t bytes = sizeof *snapshot + snapshot->page_count * sizeof snapshot->pages[0];
    for (uint64_t i = 0; i < snapshot->page_count; ++i)
        bytes += page_copy_own_bytes(snapshot->pages[i]);
    return bytes;
}

void snapshot_free(Snapshot *snapshot)
{
    if (!snapshot)
        return;
    for (uint64_t i = 0; i < snapshot->page_count; ++i)
        page_copy_unsave(snapshot->pages[i]);
    free(snapshot);
}
