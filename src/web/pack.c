/* Packs YAML files: pack FILE OUT. Runs while the page is built. */
#include "base/file.h"
#include "lesson/packed.h"

#include <stdio.h>

enum { FILE_BYTES_MOST = 1 << 20 };

int main(int count, char **words)
{
    Arena *arena = arena_new();
    char *text = NULL;
    size_t length = 0, packed_length = 0;
    const Phrase *reason;
    if (count != 3 || !file_read(arena, words[1], FILE_BYTES_MOST, &text, &length, &reason)) {
        fprintf(stderr, "pack: FILE OUT are wanted, and the file has to be there\n");
        return 2;
    }
    const char *packed = packed_write(arena, words[1], text, length, &packed_length);
    FILE *out = packed ? fopen(words[2], "wb") : NULL;
    if (!out)
        return 1;
    fwrite(packed, 1, packed_length, out);
    int status = fclose(out) == 0 ? 0 : 1;
    arena_free(arena);
    return status;
}
