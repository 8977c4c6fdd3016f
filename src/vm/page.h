/* Copies of pages that several checkpoints share: a page that did not change is held once. Copies
 * are counted and freed one by one, so they are not in an arena; counting is for one thread. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { PAGE_BYTES = 4096 };

/* A copy never changes once it is held. */
typedef struct PageCopy {
    uint32_t holders; /* whoever may still read it: saves, and the state it equals */
    uint32_t saves;   /* the saves among them */
    uint8_t bytes[PAGE_BYTES];
} PageCopy;

/* A copy of size bytes (PAGE_BYTES at most, the rest zeros) that nobody holds yet: hold it, or it
 * is never freed. */
PageCopy *page_copy_new(const void *bytes, size_t size);

/* Hold, which returns the page, and release; the last release frees. NULL is allowed. */
PageCopy *page_copy_hold(PageCopy *page);
void page_copy_release(PageCopy *page);

/* The same for a save, which page_copy_own_bytes tells from other holders. NULL is not allowed. */
PageCopy *page_copy_save(PageCopy *page);
void page_copy_unsave(PageCopy *page);

/* Bytes given back when the one save that is asking lets go: 0 while another has it. */
static inline size_t page_copy_own_bytes(const PageCopy *page)
{
    return page->saves == 1 ? sizeof *page : 0;
}

/* calloc that, like an Arena, ends the program with one line when memory runs out; freed with
 * free. Sizes of buffers have 64 bits on every machine; one beyond its memory ends it, too. */
void *page_alloc(uint64_t size);

/* size rounded up to a multiple of 64 bytes: what aligned_alloc wants, and where the parts of a
 * flat block of memory begin, so that no two of them share a line of the processor's cache. */
static inline uint64_t page_rounded(uint64_t size)
{
    return (size + 63) / 64 * 64;
}

/* page_alloc, aligned to 64 bytes and as long as the next multiple of 64; much of it comes from the
 * system, so that what is never touched costs nothing. Freed with page_free_aligned; NULL is
 * allowed. */
void *page_alloc_aligned(uint64_t size);
void page_free_aligned(void *bytes);

/* Zeros that cost nothing until touched; NULL if there is no address space for them. Given back
 * with their size; NULL is allowed. */
void *page_reserve(uint64_t size);
void page_unreserve(void *bytes, uint64_t size);
