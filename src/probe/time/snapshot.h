/* Copies of a flat state that share the pages in which they do not differ. */
#ifndef TILESTEP_PROBE_TIME_SNAPSHOT_H
#define TILESTEP_PROBE_TIME_SNAPSHOT_H

#include <stddef.h>
#include <stdint.h>

typedef struct Snapshot Snapshot;

/* A copy of size bytes. Pages equal to those of like (of the same size, or NULL) are held once. */
Snapshot *snapshot_take(const void *bytes, uint64_t size, const Snapshot *like);

/* Writes the copy back; bytes has the size it was taken with. */
void snapshot_restore(const Snapshot *snapshot, void *bytes);

/* Bytes that freeing it now would give back. */
size_t snapshot_bytes(const Snapshot *snapshot);

void snapshot_free(Snapshot *snapshot);

#endif
