/* What options say of buffers: --arg fills one, --shape lays it out. The option decides, whatever
 * the host code does with its allocation: it copies no less and clears nothing. Pointers into one
 * allocation stay pointers into one buffer, so that the kernel is not another one; an option that
 * would tear them apart is an error. */
#include "base/file.h"
#include "load/contents/contents.h"
#include "load/state/number.h"

#include <math.h>
#include <string.h>

enum { COUNT_LIMIT_BITS = 40 };

/* ---- --arg NAME=... for a buffer ---- */

/* Of a file with the contents of a buffer. */
#define FILE_BYTES_MOST                                                                            \
    (SIZE_MAX >> 1 < (uint64_t)1 << 32 ? SIZE_MAX >> 1 : (size_t)((uint64_t)1 << 32))

static bool fill_from_file(Loader *loader, const char *name, const char *path, Buffer *buffer)
{
    char *text;
    size_t length;
    const Phrase *reason;
    if (!file_read(loader->arena, path, FILE_BYTES_MOST, &text, &length, &reason)) {
        diag_error_plain(loader->diags, NULL, "--arg %s=@%s: %p", name, path, reason);
        return false;
    }
    if (!length || length % buffer->element_bytes) {
        diag_error_plain(loader->diags, NULL,
                         "--arg %s=@%s: the file has %zu bytes; an element of %s has %u", name,
                         path, length, name, buffer->element_bytes);
        return false;
    }
    buffer->fill = FILL_BYTES;
    buffer->bytes = text;
    buffer->byte_count = length;
    buffer->count = length / buffer->element_bytes;
    return true;
}

/* "ints:16", "random:7:16"; false if it is not of that form. */
static bool read_fill(Loader *loader, const char *text, Buffer *buffer, int64_t *count)
{
    static const char *const names[] = {"zeros", "poison", "ints", "random"};
    static const FillKind kinds[] = {FILL_ZEROS, FILL_POISON, FILL_INTS, FILL_RANDOM};
    const char *colon = strchr(text, ':');
    int64_t seed;
    for (int i = 0; colon && i < 4; ++i) {
        size_t length = strlen(names[i]);
        if ((size_t)(colon - text) != length || memcmp(text, names[i], length) != 0)
            continue;
        buffer->fill = kinds[i];
        const char *second = strchr(colon + 1, ':');
        if (!second)
            return load_integer(colon + 1, INT64_MIN, INT64_MAX, count);
        const char *first = arena_text(loader->arena, colon + 1, (size_t)(second - colon - 1));
        if (kinds[i] != FILL_RANDOM || !load_integer(first, 0, INT64_MAX, &seed))
            return false;
        buffer->seed = (uint64_t)seed;
        return load_integer(second + 1, INT64_MIN, INT64_MAX, count);
    }
    return false;
}

static void report_fill(Loader *loader, const char *name, const char *text)
{
    diag_error_plain(loader->diags, NULL, "--arg %s=%s: %s is a buffer, and this does not fill one",
                     name, text, name);
    const char *option =
        diag_option(loader->diags, arena_printf(loader->arena, "--arg %s=ints:16", name));
    diag_hint(loader->diags,
              phrase_new(loader->arena,
                         "write --arg %s=FILL:COUNT or --arg %s=@FILE; FILL is zeros, "
                         "poison, ints or random[:SEED], as in %s",
                         name, name, option));
}

static bool fill(Loader *loader, const char *name, const char *text, Buffer *buffer)
{
    int64_t count;
    if (*text == '@')
        return fill_from_file(loader, name, text + 1, buffer);
    if (!read_fill(loader, text, buffer, &count))
        report_fill(loader, name, text);
    else if (count < 1)
        diag_error_plain(loader->diags, NULL, "--arg %s=%s: a buffer has at least one element",
                         name, text);
    else if (count >= (int64_t)1 << COUNT_LIMIT_BITS)
        diag_error_plain(loader->diags, NULL, "--arg %s=%s: the buffer is too large", name, text);
    else {
        buffer->count = (uint64_t)count;
        return true;
    }
    return false;
}

bool load_give(Loader *loader, int index, const char *name)
{
    const char *text = load_argument_text(loader, name);
    Buffer *buffer = &loader->buffers[index];
    BufferPlan *plan = &loader->plans[index];
    if (!text || !fill(loader, name, text, buffer))
        return false;
    plan->given = name;
    plan->is_unsized = plan->is_open = plan->is_stretched = false;
    buffer->piece_count = 0;
    return true;
}

void load_give_shared(Loader *loader, const Pointer *pointer, int index, int64_t start_bytes)
{
    const char *text = load_argument_text(loader, pointer->name);
    const Buffer *buffer = &loader->buffers[index];
    const char *given = loader->plans[index].given, *name = pointer->name;
    if (!text)
        return;
    if (start_bytes || pointer->element->size_bytes != buffer->element_bytes) {
        diag_error_plain(loader->diags, NULL, "--arg %s=%s: %s points into %s", name, text, name,
                         buffer->name);
        diag_hint(loader->diags,
                  phrase_new(loader->arena, "write --arg %s=... for all of it", buffer->name));
    } else if (given) {
        diag_error_plain(loader->diags, NULL, "--arg %s=%s: %s is the buffer that --arg %s fills",
                         name, text, name, given);
        diag_hint(loader->diags, phrase_new(loader->arena, "leave out --arg %s", given));
    } else if (load_give(loader, index, name)) {
        load_set_layout(loader, index);
    }
}

/* ---- --shape ---- */

static bool read_shape(Loader *loader, const char *name, int64_t *rows, int64_t *columns)
{
    const LoadOptions *options = &loader->run->options;
    const char *text = load_pair(options->shapes, options->shape_count, name);
    const char *comma = text ? strchr(text, ',') : NULL;
    int64_t limit = (int64_t)1 << COUNT_LIMIT_BITS;
    return comma &&
           load_integer(arena_text(loader->arena, text, (size_t)(comma - text)), 1, limit, rows) &&
           load_integer(comma + 1, 1, limit, columns);
}

bool load_shape(Loader *loader, Buffer *buffer)
{
    const LoadOptions *options = &loader->run->options;
    const char *text = load_pair(options->shapes, options->shape_count, buffer->name);
    int64_t rows, columns;
    if (!text)
        return false;
    if (!read_shape(loader, buffer->name, &rows, &columns)) {
        diag_error_plain(loader->diags, NULL,
                         "--shape %s=%s: a shape is two whole numbers of at least 1", buffer->name,
                         text);
        diag_hint(loader->diags,
                  phrase_new(loader->arena, "write --shape %s=ROWS,COLUMNS, as in --shape %s=4,4",
                             buffer->name, buffer->name));
        return true;
    }
    if ((uint64_t)rows > buffer->count / (uint64_t)columns) {
        diag_error_plain(loader->diags, NULL, "--shape %s=%s: %s has %llu elements", buffer->name,
                         text, buffer->name, (unsigned long long)buffer->count);
        if (buffer->global < 0 && rows <= ((int64_t)1 << COUNT_LIMIT_BITS) / columns)
            load_hint_option(loader, arena_printf(loader->arena, "--arg %s=ints:%lld", buffer->name,
                                                  (long long)(rows * columns)));
    }
    buffer->rows = (uint64_t)rows;
    buffer->cols = (uint64_t)columns;
    buffer->has_sure_rows = true;
    return true;
}

uint64_t load_shape_count(Loader *loader, const char *name)
{
    int64_t rows, columns;
    bool is_count = read_shape(loader, name, &rows, &columns) &&
                    rows < ((int64_t)1 << COUNT_LIMIT_BITS) / columns;
    return is_count ? (uint64_t)(rows * columns) : 0;
}

/* ---- what the pointers of the file make of it ---- */

/* The elements that the file allocates, where it gives the kernel a pointer to a part of them; else
 * 0. */
static uint64_t parted_count(const Loader *loader, const PointerUse *use)
{
    const LoadOptions *options = &loader->run->options;
    const HostArgument *host = loader->plans[use->buffer].host;
    bool is_part = use->start_bytes > 0 && host && host->has_count &&
                   !load_pair(options->offsets, options->offset_count, use->name);
    return is_part ? (uint64_t)host->count_bytes / loader->buffers[use->buffer].element_bytes : 0;
}

/* False, and an error: what --arg gives ends before the part that the pointer is for. */
static bool reaches_part(Loader *loader, const PointerUse *use)
{
    const Buffer *buffer = &loader->buffers[use->buffer];
    const char *given = loader->plans[use->buffer].given;
    uint64_t whole = parted_count(loader, use), bytes = buffer_bytes(buffer);
    long long start = use->start_bytes / buffer->element_bytes;
    bool is_behind = use->start_bytes > 0 && (uint64_t)use->start_bytes >= bytes;
    if (!given || !(is_behind || buffer->count < whole))
        return true;
    diag_error_plain(
        loader->diags, NULL, "--arg %s=%s: %s begins %lld elements in, and there are %llu", given,
        load_argument_text(loader, given), use->name, start, (unsigned long long)buffer->count);
    diag_hint(loader->diags,
              phrase_new(loader->arena, "give it %lld elements, or add --offset %s=0",
                         whole > (uint64_t)start ? (long long)whole : start + 1, use->name));
    return false;
}

/* Does the size of an allocation hang on the number? */
static bool relates(const RaisedNumber *number, const HostArgument *size, uint64_t element_bytes)
{
    double count = size->count_bytes / (double)element_bytes, value = number->host->value;
    return (value > 1 && fmod(count, value) == 0) || (number->host->roots & size->roots);
}

const RaisedNumber *load_raised(const Loader *loader, const HostArgument *size,
                                uint64_t element_bytes)
{
    for (int i = 0; i < loader->raised_count; ++i)
        if (relates(&loader->raised[i], size, element_bytes))
            return &loader->raised[i];
    return NULL;
}

/* False, and an error: the parts of a buffer would overlap, since the file parts it by a number
 * that --arg makes larger. */
static bool keeps_parts(Loader *loader, const PointerUse *use)
{
    const Buffer *buffer = &loader->buffers[use->buffer];
    const RaisedNumber *raised =
        parted_count(loader, use)
            ? load_raised(loader, loader->plans[use->buffer].host, buffer->element_bytes)
            : NULL;
    if (!raised)
        return true;
    const char *text = load_argument_text(loader, raised->name);
    diag_error_plain(loader->diags, NULL,
                     "--arg %s=%s: %s would still begin %lld elements into %s, as with the file's "
                     "%lld",
                     raised->name, text, use->name,
                     (long long)(use->start_bytes / buffer->element_bytes), buffer->name,
                     (long long)raised->host->value);
    load_hint_option(loader, arena_printf(loader->arena, "--set %s=%s", raised->host->text, text));
    return false;
}

void load_check_given(Loader *loader)
{
    for (int i = 0; i < loader->use_count; ++i)
        if (!reaches_part(loader, &loader->uses[i]) || !keeps_parts(loader, &loader->uses[i]))
            return;
}
