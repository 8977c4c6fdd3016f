/* A file cut into items: one declaration, definition or #define each. Private to device. */
#ifndef TILESTEP_DEVICE_ITEMS_H
#define TILESTEP_DEVICE_ITEMS_H

#include "device/name_set.h"
#include "device/text.h"

typedef struct Item {
    int file, first, last; /* tokens, inclusive */
    const char *scope;     /* "ns::", or "" */
    bool is_macro;         /* a #define: always stays in the text */
    bool is_using;         /* using namespace */
    bool is_function, is_needed;
    bool is_device; /* marked for the device, or by a macro that marks so */
    bool can_be_needed;
    bool is_kernel, is_operator;
    Name *names;
    int name_count, name_capacity;
} Item;

/* All files, and what was found in them. */
typedef struct Finder {
    Arena *arena;
    DeviceText *texts;
    int file_count;
    Item *items;
    int count, capacity;
    NameSet wanted, namespaces, markers; /* markers: macros that stand for __device__ */
    NameSet kernel_markers;
} Finder;

/* A token of the file that the item stands in. */
static inline const Token *finder_token(const Finder *finder, const Item *item, int at)
{
    return &finder->texts[item->file].tokens[at];
}

/* Finds the #defines of a file, and the macros that stand for __device__ or __global__. Those of
 * all files come before the items of any. */
void items_of_directives(Finder *finder, int file);

/* Finds the items of a file. */
void items_of_file(Finder *finder, int file);

/* Last token of the directive whose # is at `at`. */
int directive_end(const DeviceText *text, int at);

#endif
