/* Page copies with a count of holders. */
#include "vm/page.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Memory as large as this comes from the system itself. */
enum { RESERVED_LEAST = 128 << 10 };

static void *must_have(void *bytes)
{
    if (!bytes) {
        fputs("tilestep: out of memory\n", stderr);
        exit(2);
    }
    return bytes;
}

void *page_alloc(uint64_t size)
{
    bool is_possible = size <= SIZE_MAX / 2;
    return must_have(is_possible ? calloc(1, size ? (size_t)size : 1) : NULL);
}

void *page_reserve(uint64_t size)
{
    if (size > SIZE_MAX / 2)
        return NULL;
    void *bytes = mmap(NULL, (size_t)size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return bytes == MAP_FAILED ? NULL : bytes;
}

void page_unreserve(void *bytes, uint64_t size)
{
    if (bytes)
        munmap(bytes, (size_t)size);
}

/* Stands before memory of page_alloc_aligned. */
typedef union Head {
    uint64_t reserved; /* bytes from the system, with the head; 0: from the heap */
    uint8_t line[64];
} Head;

void *page_alloc_aligned(uint64_t size)
{
    uint64_t whole = sizeof(Head) + page_rounded(size);
    bool is_reserved = whole >= RESERVED_LEAST;
    Head *head = must_have(is_reserved ? page_reserve(whole) : aligned_alloc(64, (size_t)whole));
    if (!is_reserved)
        memset(head, 0, (size_t)whole);
    head->reserved = is_reserved ? whole : 0;
    return head + 1;
}

void page_free_aligned(void *bytes)
{
    Head *head = bytes ? (Head *)bytes - 1 : NULL;
    if (head && head->reserved)
        page_unreserve(head, head->reserved);
    else
        free(head);
}

PageCopy *page_copy_new(const void *bytes, size_t size)
{
    PageCopy *page = page_alloc(sizeof *page);
    memcpy(page->bytes, bytes, size);
    return page;
}

PageCopy *page_copy_hold(PageCopy *page)
{
    if (page)
        page->holders++;
    return page;
}

void page_copy_release(PageCopy *page)
{
    if (page && --page->holders == 0)
        free(page);
}

PageCopy *page_copy_save(PageCopy *page)
{
    page->saves++;
    return page_copy_hold(page);
}

void page_copy_unsave(PageCopy *page)
{
    page->saves--;
    page_copy_release(page);
}
