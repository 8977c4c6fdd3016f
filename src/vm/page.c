/* Page copies with a count of holders. */
#include "vm/page.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *page_alloc(size_t size)
{
    void *bytes = calloc(1, size ? size : 1);
    if (!bytes) {
        fputs("tilestep: out of memory\n", stderr);
        exit(2);
    }
    return bytes;
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
