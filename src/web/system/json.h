/* A JSON value, as json.c makes it and json_text.c reads and prints it. */
#pragma once

#include <jansson.h>
#include <stddef.h>

struct json_t {
    json_type type;
    int holders;
    size_t count, capacity; /* OBJECT, ARRAY: of items; STRING: bytes */
    json_t **items;
    char **keys; /* OBJECT */
    char *text;  /* STRING */
    json_int_t integer;
    double real;
};

/* A text of that many bytes; NULL if they are not UTF-8. */
json_t *json_text_new(const char *text, size_t length);
