/* The part of jansson's interface that tilestep calls, for machines that jansson is not packaged
 * for. Texts come out byte for byte as jansson prints them. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef long long json_int_t;
typedef enum json_type {
    JSON_OBJECT,
    JSON_ARRAY,
    JSON_STRING,
    JSON_INTEGER,
    JSON_REAL,
    JSON_TRUE,
    JSON_FALSE,
    JSON_NULL
} json_type;

typedef struct json_t json_t;

typedef struct json_error_t {
    int position;
    char text[160];
} json_error_t;

#define JSON_INDENT(n)         ((size_t)(n)&0x1f)
#define JSON_COMPACT           ((size_t)0x20)
#define JSON_PRESERVE_ORDER    ((size_t)0x100)
#define JSON_REAL_PRECISION(n) (((size_t)(n)&0x1f) << 11)
#define JSON_ALLOW_NUL         ((size_t)0x10)

json_type json_typeof(const json_t *value);
json_t *json_object(void);
json_t *json_array(void);
json_t *json_string(const char *text); /* NULL if it is not UTF-8 */
json_t *json_sprintf(const char *format, ...) __attribute__((format(printf, 1, 2)));
json_t *json_integer(json_int_t value);
json_t *json_real(double value);
json_t *json_true(void);
json_t *json_false(void);
json_t *json_null(void);
json_t *json_incref(json_t *value);
void json_decref(json_t *value);
json_t *json_pack(const char *format, ...);
int json_unpack(json_t *root, const char *format, ...); /* of objects in objects, and numbers */

json_t *json_object_get(const json_t *object, const char *key);
int json_object_set_new(json_t *object, const char *key, json_t *value);
int json_object_update(json_t *object, json_t *other);
size_t json_array_size(const json_t *array);
json_t *json_array_get(const json_t *array, size_t index);
int json_array_append_new(json_t *array, json_t *value);
const char *json_string_value(const json_t *value);
size_t json_string_length(const json_t *value);
json_int_t json_integer_value(const json_t *value);
double json_number_value(const json_t *value);

char *json_dumps(const json_t *value, size_t flags);
int json_dumpf(const json_t *value, FILE *out, size_t flags);
json_t *json_loadb(const char *text, size_t length, size_t flags, json_error_t *error);

/* The member of an object with that index; NULL behind the last one. */
const char *json_key_at(const json_t *object, size_t index, json_t **value);

static inline json_t *json_boolean(bool value)
{
    return value ? json_true() : json_false();
}

#define json_is_object(value)  ((value) && json_typeof(value) == JSON_OBJECT)
#define json_is_array(value)   ((value) && json_typeof(value) == JSON_ARRAY)
#define json_is_string(value)  ((value) && json_typeof(value) == JSON_STRING)
#define json_is_integer(value) ((value) && json_typeof(value) == JSON_INTEGER)
#define json_is_real(value)    ((value) && json_typeof(value) == JSON_REAL)
#define json_is_number(value)  (json_is_integer(value) || json_is_real(value))
#define json_is_true(value)    ((value) && json_typeof(value) == JSON_TRUE)
#define json_is_false(value)   ((value) && json_typeof(value) == JSON_FALSE)
#define json_is_boolean(value) (json_is_true(value) || json_is_false(value))
#define json_is_null(value)    ((value) && json_typeof(value) == JSON_NULL)
#define json_array_foreach(array, index, value)                                                    \
    for (index = 0;                                                                                \
         index < json_array_size(array) && ((value) = json_array_get(array, index), true);         \
         ++index)
#define json_object_foreach(object, key, value)                                                    \
    for (size_t json_at_ = 0; ((key) = json_key_at(object, json_at_, &(value))) != NULL; ++json_at_)
