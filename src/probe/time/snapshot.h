/* Copies of a flat state that share the pages in which they do not differ: vm/page.h counts who
 * holds a page. For one thread. */
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct Snapshot Snapshot;

/* A copy of size bytes, freed with snapshot_free. Pages equal to those of `like` (a snapshot of the
 * same size, or NULL) are held once; either may be freed first. */
Snapshot *snapshot_take(const void *bytes, uint64_t size, const Snapshot *like);

/* Writes the copy back; bytes has the size it was taken with. */
void snapshot_restore(const Snapshot *snapshot, void *bytes);

/* Bytes that freeing the snapshot now would give back: pages that no other one holds, and its
 * list. */
size_t snapshot_bytes(const Snapshot *snapshot);

/* NULL is allowed. */
void snapshot_free(Snapshot *snapshot);
