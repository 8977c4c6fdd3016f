/* JSON values, counted by their holders. Where memory runs out the program ends. */
#include "web/system/json.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static void *must_have(void *bytes)
{
    if (!bytes) {
        fputs("tilestep: out of memory\n", stderr);
        exit(2);
    }
    return bytes;
}

static json_t *value_new(json_type type)
{
    json_t *value = must_have(calloc(1, sizeof *value));
    value->type = type;
    value->holders = 1;
    return value;
}

json_type json_typeof(const json_t *value)
{
    return value->type;
}

json_t *json_object(void)
{
    return value_new(JSON_OBJECT);
}

json_t *json_array(void)
{
    return value_new(JSON_ARRAY);
}

json_t *json_true(void)
{
    return value_new(JSON_TRUE);
}

json_t *json_false(void)
{
    return value_new(JSON_FALSE);
}

json_t *json_null(void)
{
    return value_new(JSON_NULL);
}

json_t *json_integer(json_int_t number)
{
    json_t *value = value_new(JSON_INTEGER);
    value->integer = number;
    return value;
}

json_t *json_real(double number)
{
    json_t *value = value_new(JSON_REAL);
    value->real = number;
    return value;
}

static char *copy_of(const char *text, size_t length)
{
    char *copy = must_have(malloc(length + 1));
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

/* Bytes of the character that begins here; 0: it is none. */
static size_t character_bytes(const unsigned char *at, size_t left)
{
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t bytes = at[0] < 0x80 ? 1 : at[0] >> 5 == 6 ? 2 : at[0] >> 4 == 14 ? 3 : 4;
    if (bytes == 1)
        return 1;
    if ((bytes == 4 && at[0] >> 3 != 30) || bytes > left)
        return 0;
    unsigned code = at[0] & (0x7fu >> bytes);
    for (size_t i = 1; i < bytes; ++i) {
        if (at[i] >> 6 != 2)
            return 0;
        code = code << 6 | (at[i] & 0x3f);
    }
    bool is_one = code >= least[bytes] && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    return is_one ? bytes : 0;
}

json_t *json_text_new(const char *text, size_t length)
{
    for (size_t at = 0, bytes; at < length; at += bytes)
        if (!(bytes = character_bytes((const unsigned char *)text + at, length - at)))
            return NULL;
    json_t *value = value_new(JSON_STRING);
    value->text = copy_of(text, length);
    value->count = length;
    return value;
}

json_t *json_string(const char *text)
{
    return text ? json_text_new(text, strlen(text)) : NULL;
}

json_t *json_sprintf(const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return json_string(text);
}

json_t *json_incref(json_t *value)
{
    if (value)
        value->holders++;
    return value;
}

void json_decref(json_t *value)
{
    if (!value || --value->holders > 0)
        return;
    for (size_t i = 0; value->items && i < value->count; ++i) {
        json_decref(value->items[i]);
        free(value->keys ? value->keys[i] : NULL);
    }
    free(value->items);
    free(value->keys);
    free(value->text);
    free(value);
}

static void make_room(json_t *value)
{
    if (value->count < value->capacity)
        return;
    value->capacity = value->capacity ? 2 * value->capacity : 8;
    value->items = must_have(realloc(value->items, value->capacity * sizeof *value->items));
    if (value->type == JSON_OBJECT)
        value->keys = must_have(realloc(value->keys, value->capacity * sizeof *value->keys));
}

static json_t **member(const json_t *object, const char *key)
{
    for (size_t i = 0; json_is_object(object) && i < object->count; ++i)
        if (strcmp(object->keys[i], key) == 0)
            return &object->items[i];
    return NULL;
}

json_t *json_object_get(const json_t *object, const char *key)
{
    json_t **found = member(object, key);
    return found ? *found : NULL;
}

int json_object_set_new(json_t *object, const char *key, json_t *value)
{
    json_t **found = member(object, key);
    if (!value || !json_is_object(object))
        return -1;
    if (found) {
        json_decref(*found);
        *found = value;
        return 0;
    }
    make_room(object);
    object->keys[object->count] = copy_of(key, strlen(key));
    object->items[object->count++] = value;
    return 0;
}

int json_object_update(json_t *object, json_t *other)
{
    for (size_t i = 0; i < other->count; ++i)
        json_object_set_new(object, other->keys[i], json_incref(other->items[i]));
    return 0;
}

const char *json_key_at(const json_t *object, size_t index, json_t **value)
{
    if (!json_is_object(object) || index >= object->count)
        return NULL;
    *value = object->items[index];
    return object->keys[index];
}

size_t json_array_size(const json_t *array)
{
    return json_is_array(array) ? array->count : 0;
}

json_t *json_array_get(const json_t *array, size_t index)
{
    return index < json_array_size(array) ? array->items[index] : NULL;
}

int json_array_append_new(json_t *array, json_t *value)
{
    if (!value || !json_is_array(array))
        return -1;
    make_room(array);
    array->items[array->count++] = value;
    return 0;
}

const char *json_string_value(const json_t *value)
{
    return json_is_string(value) ? value->text : NULL;
}

size_t json_string_length(const json_t *value)
{
    return json_is_string(value) ? value->count : 0;
}

json_int_t json_integer_value(const json_t *value)
{
    return json_is_integer(value) ? value->integer : 0;
}

double json_number_value(const json_t *value)
{
    return json_is_integer(value) ? (double)value->integer : json_is_real(value) ? value->real : 0;
}

/* ---- packing: one letter a value, "{" and "[" with what stands in them ---- */

typedef struct Packing {
    const char *at;
    va_list arguments;
} Packing;

static json_t *pack(Packing *packing);

static char next_letter(Packing *packing)
{
    packing->at += strspn(packing->at, " ,:");
    return *packing->at ? *packing->at++ : '\0';
}

static bool may_be_absent(Packing *packing)
{
    bool may = *packing->at == '?' || *packing->at == '*';
    packing->at += may;
    return may;
}

static json_t *pack_members(Packing *packing)
{
    json_t *object = json_object();
    while (next_letter(packing) == 's') {
        const char *key = va_arg(packing->arguments, const char *);
        json_t *value = pack(packing);
        if (json_object_set_new(object, key, value) != 0) {
            json_decref(object);
            return NULL;
        }
    }
    return object;
}

static json_t *pack_items(Packing *packing)
{
    json_t *array = json_array();
    while (packing->at += strspn(packing->at, " ,:"), *packing->at && *packing->at != ']')
        json_array_append_new(array, pack(packing));
    packing->at += *packing->at == ']';
    return array;
}

static json_t *pack_held(Packing *packing, bool is_new)
{
    json_t *value = va_arg(packing->arguments, json_t *);
    if (may_be_absent(packing) && !value)
        return json_null();
    return is_new ? value : json_incref(value);
}

static json_t *pack_text(Packing *packing)
{
    const char *text = va_arg(packing->arguments, const char *);
    return may_be_absent(packing) && !text ? json_null() : json_string(text);
}

static json_t *pack(Packing *packing)
{
    switch (next_letter(packing)) {
    case '{': return pack_members(packing);
    case '[': return pack_items(packing);
    case 's': return pack_text(packing);
    case 'o': return pack_held(packing, true);
    case 'O': return pack_held(packing, false);
    case 'b': return json_boolean(va_arg(packing->arguments, int));
    case 'i': return json_integer(va_arg(packing->arguments, int));
    case 'I': return json_integer(va_arg(packing->arguments, json_int_t));
    case 'f': return json_real(va_arg(packing->arguments, double));
    default: return json_null();
    }
}

json_t *json_pack(const char *format, ...)
{
    Packing packing = {.at = format};
    va_start(packing.arguments, format);
    json_t *value = pack(&packing);
    va_end(packing.arguments);
    return value;
}

int json_unpack(json_t *root, const char *format, ...)
{
    va_list arguments;
    const json_t *value = root;
    int status = 0;
    va_start(arguments, format);
    for (; *format && status == 0; ++format)
        if (*format == 's')
            status = (value = json_object_get(value, va_arg(arguments, const char *))) ? 0 : -1;
        else if (*format == 'f' || *format == 'F')
            status = json_is_number(value)
                         ? (*va_arg(arguments, double *) = json_number_value(value), 0)
                         : -1;
    va_end(arguments);
    return status;
}
