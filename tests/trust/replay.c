/* The main of a fuzz target without a fuzzer: gives it every file named, and every file in the
 * folders named, once. What a fuzzer found some day stays found in every build with sanitizers. */
#include <assert.h>
#include <ftw.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { FOLDERS_OPEN = 8 };

static int given;

static int give(const char *path, const struct stat *status, int kind, struct FTW *at)
{
    (void)at;
    if (kind != FTW_F)
        return 0;
    FILE *file = fopen(path, "rb");
    size_t size = (size_t)status->st_size;
    uint8_t *data = malloc(size); /* of its own, so that a byte behind it is an error */
    if (!file || fread(data, 1, size, file) != size)
        return -1;
    fprintf(stderr, "%s\n", path); /* the last one is whose fault it is */
    LLVMFuzzerTestOneInput(data, size);
    fclose(file);
    free(data);
    given++;
    return 0;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; ++i)
        if (nftw(argv[i], give, FOLDERS_OPEN, FTW_PHYS) != 0) {
            perror(argv[i]);
            return 2;
        }
    printf("%d files\n", given);
    return given == 0;
}
