/* The reader of device models. One table says which key fills which field, so that a missing key is
 * noticed by the same rows that read it. */
#include "probe/models/device.h"

#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef enum FieldKind { FIELD_INTEGER, FIELD_NUMBER } FieldKind;

typedef struct DeviceField {
    const char *key;
    FieldKind kind;
    size_t at;
    bool is_optional;
} DeviceField;

#define INTEGER(key, field, optional)                                                              \
    {                                                                                              \
        key, FIELD_INTEGER, offsetof(DeviceModel, field), optional                                 \
    }
#define NUMBER(key, field, optional)                                                               \
    {                                                                                              \
        key, FIELD_NUMBER, offsetof(DeviceModel, field), optional                                  \
    }

static const DeviceField fields[] = {
    INTEGER("multiprocessors", sm_count, false),
    INTEGER("threads_per_sm", threads_per_sm, false),
    INTEGER("threads_per_block", threads_per_block, false),
    INTEGER("blocks_per_sm", blocks_per_sm, true),
    INTEGER("registers_per_sm", registers_per_sm, false),
    INTEGER("registers_per_block", registers_per_block, false),
    INTEGER("shared_per_sm_bytes", shared_per_sm_bytes, false),
    INTEGER("shared_per_block_bytes", shared_per_block_bytes, false),
    INTEGER("shared_per_block_optin_bytes", shared_per_block_optin_bytes, true),
    INTEGER("shared_reserved_per_block_bytes", shared_reserved_per_block_bytes, true),
    NUMBER("clock_mhz", clock_mhz, true),
    NUMBER("latency_cycles", latency_cycles, true),
    NUMBER("memory_clock_mhz", memory_clock_mhz, true),
    INTEGER("memory_bus_bits", memory_bus_bits, true),
    NUMBER("peak_gflops", peak_gflops, true),
    NUMBER("bandwidth_gb_s", bandwidth_gb_s, true),
};

enum { FIELD_COUNT = sizeof fields / sizeof fields[0] };

const char *device_field(const DeviceModel *model, int index, double *value)
{
    if (index < 0 || index >= FIELD_COUNT)
        return NULL;
    const char *at = (const char *)model + fields[index].at;
    *value = fields[index].kind == FIELD_INTEGER ? *(const int32_t *)at : *(const double *)at;
    return fields[index].key;
}

typedef struct Reader {
    Arena *arena;
    DeviceModel *models;
    int count, capacity;
    uint32_t seen; /* bit per field of the model being read */
    bool has_capability;
    int line;
    const Phrase *problem;
} Reader;

static bool complain(Reader *reader, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool complain(Reader *reader, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const Phrase *what = phrase_newv(reader->arena, format, args);
    va_end(args);
    reader->problem = phrase_new(reader->arena, "line %d: %p", reader->line, what);
    return false;
}

/* Fills in what the text leaves out and what follows from the rest. */
static void complete_model(DeviceModel *model)
{
    if (!model->shared_per_block_optin_bytes)
        model->shared_per_block_optin_bytes = model->shared_per_block_bytes;
    if (model->peak_gflops <= 0)
        model->peak_gflops =
            device_peak_gflops(model->major, model->minor, model->sm_count, model->clock_mhz);
    if (model->bandwidth_gb_s <= 0)
        model->bandwidth_gb_s =
            device_bandwidth_gb_s(model->memory_clock_mhz, model->memory_bus_bits);
}

static bool close_model(Reader *reader)
{
    if (!reader->count)
        return true;
    DeviceModel *model = &reader->models[reader->count - 1];
    if (!reader->has_capability)
        return complain(reader, "the model before has no %s", "compute_capability");
    for (int i = 0; i < FIELD_COUNT; ++i)
        if (!fields[i].is_optional && !(reader->seen >> i & 1))
            return complain(reader, "the model before has no %s", fields[i].key);
    complete_model(model);
    if (model->peak_gflops <= 0)
        return complain(reader, "the model before has no %s nor %s", "peak_gflops", "clock_mhz");
    if (model->bandwidth_gb_s <= 0)
        return complain(reader, "the model before has no bandwidth_gb_s nor memory clock");
    return true;
}

static bool open_model(Reader *reader, const char *name)
{
    if (!close_model(reader))
        return false;
    if (!*name)
        return complain(reader, "a device needs a name");
    DeviceModel *model = ARENA_PUSH(reader->arena, reader->models, reader->count, reader->capacity);
    memset(model, 0, sizeof *model);
    model->name = name;
    reader->seen = 0;
    reader->has_capability = false;
    return true;
}

static bool read_capability(Reader *reader, DeviceModel *model, const char *value)
{
    char *end;
    model->major = (int32_t)strtol(value, &end, 10);
    if (end == value || *end != '.')
        return complain(reader, "no compute capability: %s", value);
    const char *minor = end + 1;
    model->minor = (int32_t)strtol(minor, &end, 10);
    reader->has_capability = true;
    return (end != minor && !*end) || complain(reader, "no compute capability: %s", value);
}

static bool read_field(Reader *reader, DeviceModel *model, int field, const char *value)
{
    char *end;
    double number = strtod(value, &end);
    if (end == value || *end || number < 0 || number > 2e9)
        return complain(reader, "not a usable number: %s", value);
    void *at = (char *)model + fields[field].at;
    if (fields[field].kind == FIELD_INTEGER)
        *(int32_t *)at = (int32_t)number;
    else
        *(double *)at = number;
    reader->seen |= 1u << field;
    return true;
}

static bool read_time(Reader *reader, DeviceModel *model, const char *key, const char *value)
{
    bool is_head = !strcmp(key, "measured");
    if (is_head && !model->times)
        model->times = ARENA_NEW(reader->arena, DeviceTimes);
    bool is_good = model->times && (is_head ? times_read_head(model->times, value)
                                            : times_read_row(reader->arena, model->times, value));
    return is_good || complain(reader, "this is not understood: %s", value);
}

static bool read_entry(Reader *reader, const char *key, const char *value)
{
    if (!strcmp(key, "device"))
        return open_model(reader, value);
    if (!reader->count)
        return complain(reader, "a model begins with \"device NAME\", not %s", key);
    DeviceModel *model = &reader->models[reader->count - 1];
    if (!strcmp(key, "compute_capability"))
        return read_capability(reader, model, value);
    if (!strcmp(key, "measured") || !strcmp(key, "time"))
        return read_time(reader, model, key, value);
    for (int i = 0; i < FIELD_COUNT; ++i)
        if (!strcmp(key, fields[i].key))
            return read_field(reader, model, i, value);
    return complain(reader, "unknown key %s", key);
}

/* Cuts blanks and a comment off both ends; text is changed. */
static char *trimmed(char *text)
{
    char *comment = strchr(text, '#');
    if (comment)
        *comment = '\0';
    while (isspace((unsigned char)*text))
        ++text;
    char *end = text + strlen(text);
    while (end > text && isspace((unsigned char)end[-1]))
        *--end = '\0';
    return text;
}

static bool read_line(Reader *reader, char *line)
{
    char *key = trimmed(line);
    if (!*key)
        return true;
    char *value = key;
    while (*value && !isspace((unsigned char)*value))
        ++value;
    if (*value)
        *value++ = '\0';
    return read_entry(reader, key, trimmed(value));
}

bool device_table_parse(Arena *arena, const char *text, size_t length, DeviceTable *table,
                        const Phrase **reason)
{
    Reader reader = {.arena = arena};
    bool good = true;
    for (char *line = arena_text(arena, text, length); good && line;) {
        char *next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        ++reader.line;
        good = read_line(&reader, line);
        line = next;
    }
    good = good && close_model(&reader);
    *table = (DeviceTable){reader.models, good ? reader.count : 0};
    *reason = reader.problem;
    return good;
}

/* Do the words stand in the name, whole, without regard to case? */
static bool has_words(const char *name, const char *words)
{
    size_t length = strlen(words);
    for (const char *at = name; length && (at = strcasestr(at, words)); ++at)
        if ((at == name || !isalnum((unsigned char)at[-1])) && !isalnum((unsigned char)at[length]))
            return true;
    return false;
}

const DeviceModel *device_find(const DeviceTable *table, const char *words)
{
    for (int i = 0; i < table->count; ++i)
        if (!strcasecmp(table->models[i].name, words))
            return &table->models[i];
    for (int i = 0; i < table->count; ++i)
        if (has_words(table->models[i].name, words))
            return &table->models[i];
    return NULL;
}

const DeviceModel *device_timed(const DeviceTable *table)
{
    for (int i = 0; i < table->count; ++i)
        if (table->models[i].times)
            return &table->models[i];
    return NULL;
}

DeviceTable device_table_with(Arena *arena, DeviceTable table, const DeviceModel *model, int *index)
{
    for (*index = 0; *index < table.count; ++*index)
        if (strcmp(table.models[*index].name, model->name) == 0)
            return table;
    DeviceModel *models = ARENA_ARRAY(arena, DeviceModel, table.count + 1);
    if (table.count)
        memcpy(models, table.models, sizeof *models * (size_t)table.count);
    models[table.count] = *model;
    return (DeviceTable){.models = models, .count = table.count + 1};
}

/* fp32 units of a multiprocessor of this compute capability, 0 if unknown. */
static int device_fp32_units(int major, int minor)
{
    switch (major) {
    case 2: return minor ? 48 : 32;
    case 3: return 192;
    case 5: return 128;
    case 6: return minor ? 128 : 64;
    case 7: return 64;
    case 8: return minor ? 128 : 64;
    case 9:
    case 10:
    case 11:
    case 12: return 128;
    default: return 0;
    }
}

double device_peak_gflops(int major, int minor, int sm_count, double clock_mhz)
{
    return 2.0 * device_fp32_units(major, minor) * sm_count * clock_mhz / 1000.0;
}

double device_bandwidth_gb_s(double memory_clock_mhz, int bus_bits)
{
    return 2.0 * memory_clock_mhz * 1e6 * bus_bits / 8.0 / 1e9;
}
