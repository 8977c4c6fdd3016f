/* A file cut into items: one declaration, definition or #define each. Private to device. Nothing is
 * parsed: items are told by the shape of their tokens, so any C++ of the host is passed over. */
#pragma once

#include "device/name_set.h"
#include "device/text.h"

typedef struct Item {
    int file, first, last; /* tokens, inclusive */
    const char *scope;     /* "ns::", or "" */
    bool is_macro;         /* a #define: always stays in the text */
    bool is_using;         /* using namespace */
    bool is_function;
    bool is_needed;     /* stays in the text: filled by needed.c */
    bool is_device;     /* marked for the device, or by a macro that marks so */
    bool can_be_needed; /* no host function: stays if something needed mentions its names */
    bool is_kernel;     /* __global__, or marked by a macro that stands for it */
    bool is_operator;   /* a function called by a sign, so that no name mentions it */
    Name *names;        /* what it declares, in the text of the file */
    int name_count, name_capacity;
} Item;

/* All files, and what was found in them. */
typedef struct Finder {
    Arena *arena;
    DeviceText *texts; /* [file_count] */
    int file_count;
    Item *items; /* of all files, in the order they were found; they move when one is added */
    int count, capacity;
    NameSet wanted;         /* names that something needed mentions */
    NameSet namespaces;     /* that the files open */
    NameSet markers;        /* macros that stand for __device__ */
    NameSet kernel_markers; /* macros that stand for __global__ */
} Finder;

/* A token of the file that the item stands in. */
static inline const Token *finder_token(const Finder *finder, const Item *item, int at)
{
    return &finder->texts[item->file].tokens[at];
}

/* Finds the #defines of a file, and the macros that stand for __device__ or __global__. Those of
 * all files come before the items of any. */
void items_of_directives(Finder *finder, int file);

/* Finds the items of a file (its index), with the markers of all files known. */
void items_of_file(Finder *finder, int file);

/* Index of the last token of the directive whose # is at index `at`. */
int directive_end(const DeviceText *text, int at);
