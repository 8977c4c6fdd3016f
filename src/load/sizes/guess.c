/* A table of words. A name is cut into its words (inputChannels and INPUT_CHANNELS are _input_ and
 * _channels_), and the first row counts of which a word, or several in a row, stands in it. */
#include "load/sizes/guess.h"

#include <ctype.h>
#include <string.h>

typedef enum GuessKind {
    GUESS_VALUE,
    GUESS_SIZE,
    GUESS_SIDE,
    GUESS_SLICE, /* the bytes of a slice, of as many rows as a row has elements */
    GUESS_PITCH  /* the bytes of a row, of elements of up to 16 */
} GuessKind;

typedef struct GuessRow {
    const char *words;
    GuessKind kind;
    double value;
} GuessRow;

enum { GUESS_NAME_LIMIT = 128 };

/* Behind each row: in how many of 1 000 public files it gives a value, and how many of these open,
 * or stay unaccused, or keep their verdict, only because of it. Rows of fewer than three files
 * have no place here beside those, but for pitches: rows that overlap would be called races. */
static const GuessRow whole_rows[] = {
    /* 3, 0 */ {"channel channels", GUESS_VALUE, 3},
    /* 17, 3 */ {"batch batches batchsize bs", GUESS_VALUE, 2},
    /* 4, 1 */ {"head_dim head_size headdim", GUESS_SIZE, 0},
    /* 5, 1 */ {"head heads nhead nheads", GUESS_VALUE, 2},
    /* 17, 4 */
    {"kernel kernels filter filters ksize kernelsize pool mask window mask_width kh kw",
     GUESS_VALUE, 3},
    /* 4, 2 */
    {"block_size blocksize block_dim tile_size tile_width threads num_threads", GUESS_SIDE, 0},
    /* 3, 0 */ {"bins nbins", GUESS_VALUE, 256},
    /* 12, 3 */
    {"alpha radius r dilation group groups incx incy inc order repeat iter iteration step border "
     "halo",
     GUESS_VALUE, 1},
    /* 8, 0 */
    {"pad padding beta offset shift start begin first lo low left axis index idx face rank level "
     "seed pass stage phase flag causal transpose transposed min min_val",
     GUESS_VALUE, 0},
    /* 0, 0 */ {"pitch_slice slice_pitch depth_pitch pitchslice slicepitch", GUESS_SLICE, 0},
    /* 0, 0 */ {"pitch", GUESS_PITCH, 0},
};

static const GuessRow real_rows[] = {
    /* 10, 1 */ {"beta mean mu bias offset", GUESS_VALUE, 0},
    /* 4, 0 */ {"min min_val lo low clip_min", GUESS_VALUE, -1},
};

/* ---- words of a name ---- */

static bool starts_word(const char *name, size_t at)
{
    bool is_upper = isupper((unsigned char)name[at]);
    return at > 0 && is_upper && !isupper((unsigned char)name[at - 1]);
}

/* "inputChannels" to "_input_channels_". Of a path only its last part counts. */
static void cut_name(const char *name, char out[GUESS_NAME_LIMIT])
{
    const char *dot = strrchr(name, '.');
    size_t length = 1;
    name = dot ? dot + 1 : name;
    out[0] = '_';
    for (size_t i = 0; name[i] && length + 3 < GUESS_NAME_LIMIT; ++i) {
        if (starts_word(name, i) && out[length - 1] != '_')
            out[length++] = '_';
        if (name[i] != '_' || out[length - 1] != '_')
            out[length++] = (char)tolower((unsigned char)name[i]);
    }
    if (out[length - 1] != '_')
        out[length++] = '_';
    out[length] = '\0';
}

static bool has_word(const char *cut, const char *words)
{
    char wanted[GUESS_NAME_LIMIT];
    for (size_t length; *words; words += length + (words[length] == ' ')) {
        length = strcspn(words, " ");
        wanted[0] = '_';
        memcpy(wanted + 1, words, length);
        memcpy(wanted + 1 + length, "_", 2);
        if (strstr(cut, wanted))
            return true;
    }
    return false;
}

static GuessRow row_for(const char *name, bool is_float)
{
    char cut[GUESS_NAME_LIMIT];
    const GuessRow *rows = is_float ? real_rows : whole_rows;
    size_t count =
        is_float ? sizeof real_rows / sizeof *real_rows : sizeof whole_rows / sizeof *whole_rows;
    cut_name(name, cut);
    for (size_t i = 0; i < count; ++i)
        if (has_word(cut, rows[i].words))
            return rows[i];
    return is_float ? (GuessRow){"", GUESS_VALUE, 1} : (GuessRow){"", GUESS_SIZE, 0};
}

/* ---- numbers ---- */

static WholeOrReal whole(int64_t value)
{
    return (WholeOrReal){.is_whole = true,
                         .is_negative = value < 0,
                         .integer = (uint64_t)value,
                         .real = (double)value};
}

WholeOrReal load_guess_number(const char *name, bool is_float, const GuessBase *base)
{
    GuessRow row = row_for(name, is_float);
    switch (row.kind) {
    case GUESS_SIZE: return whole(base->size);
    case GUESS_SIDE: return whole(base->side);
    case GUESS_SLICE: return whole(16 * base->size * base->size);
    case GUESS_PITCH: return whole(16 * base->size);
    default: return whole((int64_t)row.value);
    }
}

bool load_name_has(const char *name, const char *words)
{
    char cut[GUESS_NAME_LIMIT];
    cut_name(name, cut);
    return has_word(cut, words);
}

bool load_guess_is_size(const char *name, bool is_float)
{
    return row_for(name, is_float).kind != GUESS_VALUE;
}
