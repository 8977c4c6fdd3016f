/* Memory: the arena of global memory while a launch runs.
 *
 * Bytes come into being when they are first touched (the initial content is launch_fill), so a
 * 16384-squared problem opens at once. Several threads may run blocks over one Memory: reading,
 * writing and copying out are theirs, all else is for one thread while no block runs. Pages that
 * were written are known, so a checkpoint copies only those. Places are byte offsets in the arena
 * of the launch (launch.h), which launch_layout has laid out.
 */
#pragma once

#include "vm/launch.h"

typedef struct Memory Memory;

enum {
    MEMORY_PAGE_BYTES = 4096,
    /* For memory_trim: pages only read that the run of one block may keep. */
    MEMORY_READ_PAGES = 4096
};

/* The initial content of a launch, which must outlive it; freed with memory_free. NULL with
 * *reason, a literal and key of phrase.def, if the address space cannot be had. */
Memory *memory_new(const Launch *launch, const char **reason);

/* Says that nearly all of it will be touched soon, which takes fewer page faults then. */
void memory_expect_all(Memory *memory);

/* NULL is allowed. */
void memory_free(Memory *memory);

/* Back to the initial content. */
void memory_reset(Memory *memory);

/* size bytes at arena offset `at`, made present for reading or for writing; all of them must lie in
 * the arena, which is not checked. The pointer is valid until memory_reset, memory_trim or
 * memory_free. What is written without memory_write is lost to checkpoints and hashes. */
const uint8_t *memory_read(Memory *memory, uint64_t at, uint64_t size);
uint8_t *memory_write(Memory *memory, uint64_t at, uint64_t size);

/* memory_read for a run that looks at most of what is around, too: makes whole parts of 64 KiB
 * present, so that the next look is a quick one. */
const uint8_t *memory_read_parts(Memory *memory, uint64_t at, uint64_t size);

/* Who is asked before a step touches global memory: where it says no, nothing is read or written,
 * and the run is worth nothing from then on. step has its addresses already. Asked on the threads
 * that run blocks. watch NULL: nobody. */
typedef struct Step Step;
typedef bool MemoryWatch(void *context, const Step *step);
void memory_watch(Memory *memory, MemoryWatch *watch, void *context);
/* Asks. */
bool memory_allows(const Memory *memory, const Step *step);

/* Lets go of the pages that were only read if they are more than most_pages; they come again when
 * touched. A block that goes down a column of a large matrix touches a page a row, few of them
 * twice. Between steps. */
void memory_trim(Memory *memory, uint64_t most_pages);

/* The flat base address: byte `at` is base[at] once memory_read or memory_write covered it. */
uint8_t *memory_base(Memory *memory);

/* Whether size bytes at `at` are all present, so that they may be read at memory_base; and whether
 * they are present as the launch fills them, as no page of them was written. */
bool memory_is_present(const Memory *memory, uint64_t at, uint64_t size);
bool memory_is_unwritten(const Memory *memory, uint64_t at, uint64_t size);

/* Copies size bytes of the present content out, whether touched or not, and makes nothing
 * present. */
void memory_copy_out(Memory *memory, uint64_t at, void *out, uint64_t size);

/* Written pages only: what a checkpoint holds. Pages that did not change between two saves are held
 * once. memory_restore makes any Memory of the same launch equal to the state when saved, including
 * pages written since. Freed with memory_saved_free (NULL is allowed), before or after the
 * Memory. */
typedef struct MemorySaved MemorySaved;
MemorySaved *memory_save(Memory *memory);
void memory_restore(Memory *memory, const MemorySaved *saved);
void memory_saved_free(MemorySaved *saved);

/* Bytes that freeing it now would give back: what it holds and no other save does. */
size_t memory_saved_bytes(const MemorySaved *saved);

/* The numbers of the pages of MEMORY_PAGE_BYTES that were written, in the order of their first
 * write; valid until the next one is. */
const uint64_t *memory_written(const Memory *memory, uint64_t *count);

/* Hash of the content of one launch, equal for equal contents whatever was touched. Takes time in
 * proportion to the pages that were written. */
uint64_t memory_hash(const Memory *memory);
