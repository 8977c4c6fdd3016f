/* Every entry is a file: a header with the hash of the bytes, then the bytes. */
#include "base/cache.h"

#include "base/file.h"
#include "base/hash.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAGIC = 0x31475354 /* "TSG1" */ };
static const char suffix[] = ".gpucode";

typedef struct Header {
    uint32_t magic, zero;
    uint64_t size, hash;
} Header;

CacheKey cache_key_start(void)
{
    return (CacheKey){HASH_START, ~HASH_START};
}

void cache_key_add(CacheKey *key, const void *bytes, size_t size)
{
    key->first = hash_bytes(hash_u64(key->first, size), bytes, size);
    key->second = hash_bytes(hash_u64(key->second, ~size), bytes, size);
}

void cache_key_add_text(CacheKey *key, const char *text)
{
    cache_key_add(key, text, strlen(text) + 1);
}

/* The folder, made if need be; NULL if there is no place for one. */
static const char *folder(Arena *arena)
{
    const char *base = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (!base || base[0] != '/') {
        if (!home || home[0] != '/')
            return NULL;
        base = arena_printf(arena, "%s/.cache", home);
    }
    const char *path = arena_printf(arena, "%s/tilestep", base);
    if (mkdir(base, 0700) != 0 && errno != EEXIST)
        return NULL;
    return mkdir(path, 0700) == 0 || errno == EEXIST ? path : NULL;
}

static const char *entry_path(Arena *arena, const char *in, CacheKey key)
{
    return arena_printf(arena, "%s/%016llx%016llx%s", in, (unsigned long long)key.first,
                        (unsigned long long)key.second, suffix);
}

void *cache_read(Arena *arena, CacheKey key, size_t *size)
{
    const char *in = folder(arena);
    const Phrase *reason;
    char *bytes;
    size_t length;
    Header header;
    if (!in ||
        !file_read(arena, entry_path(arena, in, key), CACHE_LIMIT_BYTES, &bytes, &length, &reason))
        return NULL;
    if (length < sizeof header)
        return NULL;
    memcpy(&header, bytes, sizeof header);
    *size = length - sizeof header;
    bool is_whole = header.magic == MAGIC && header.size == *size &&
                    header.hash == hash_bytes(HASH_START, bytes + sizeof header, *size);
    return is_whole ? arena_copy(arena, bytes + sizeof header, *size) : NULL;
}

typedef struct Entry {
    char *path;
    uint64_t bytes;
    time_t written;
} Entry;

static int by_age(const void *a, const void *b)
{
    time_t x = ((const Entry *)a)->written, y = ((const Entry *)b)->written;
    return (x > y) - (x < y);
}

static Entry *list_entries(Arena *arena, const char *in, int *count, uint64_t *bytes)
{
    Entry *entries = NULL;
    int capacity = 0;
    DIR *files = opendir(in);
    *bytes = 0;
    *count = 0;
    for (struct dirent *file; files && (file = readdir(files));) {
        struct stat info;
        char *path = arena_printf(arena, "%s/%s", in, file->d_name);
        if (!strstr(file->d_name, suffix) || stat(path, &info) != 0)
            continue;
        *ARENA_PUSH(arena, entries, *count, capacity) =
            (Entry){path, (uint64_t)info.st_size, info.st_mtime};
        *bytes += (uint64_t)info.st_size;
    }
    if (files)
        closedir(files);
    return entries;
}

static void make_room(Arena *arena, const char *in, uint64_t needed)
{
    int count;
    uint64_t bytes;
    Entry *entries = list_entries(arena, in, &count, &bytes);
    if (count)
        qsort(entries, (size_t)count, sizeof *entries, by_age);
    for (int i = 0; i < count && bytes + needed > CACHE_LIMIT_BYTES; ++i) {
        bytes -= entries[i].bytes;
        unlink(entries[i].path);
    }
}

void cache_write(Arena *arena, CacheKey key, const void *bytes, size_t size)
{
    const char *in = folder(arena);
    const Phrase *reason;
    if (!in || size > CACHE_LIMIT_BYTES / 4)
        return;
    Header header = {MAGIC, 0, size, hash_bytes(HASH_START, bytes, size)};
    char *whole = arena_alloc(arena, sizeof header + size);
    memcpy(whole, &header, sizeof header);
    memcpy(whole + sizeof header, bytes, size);
    make_room(arena, in, sizeof header + size);
    file_write(arena, entry_path(arena, in, key), whole, sizeof header + size, &reason);
}
