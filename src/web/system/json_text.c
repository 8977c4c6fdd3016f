/* JSON as text. */
#include "web/system/json.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- printing ---- */

typedef struct Out {
    char *text;
    size_t length, capacity, flags;
} Out;

static void put(Out *out, const char *text, size_t length)
{
    if (out->length + length + 1 > out->capacity) {
        out->capacity = 2 * (out->length + length) + 1024;
        out->text = realloc(out->text, out->capacity);
        if (!out->text)
            abort();
    }
    memcpy(out->text + out->length, text, length);
    out->length += length;
    out->text[out->length] = '\0';
}

static void put_text(Out *out, const char *text)
{
    put(out, text, strlen(text));
}

static void put_quoted(Out *out, const char *text, size_t length)
{
    static const char named[] = "\"\\\b\f\n\r\t", names[] = "\"\\bfnrt";
    char escape[8];
    put_text(out, "\"");
    for (size_t i = 0; i < length; ++i) {
        const char *found = text[i] ? strchr(named, text[i]) : NULL;
        if (found)
            snprintf(escape, sizeof escape, "\\%c", names[found - named]);
        else if ((unsigned char)text[i] < 0x20)
            snprintf(escape, sizeof escape, "\\u%04X", text[i]);
        else
            snprintf(escape, sizeof escape, "%c", text[i]);
        put_text(out, escape);
    }
    put_text(out, "\"");
}

/* Its exponent has neither a plus nor leading zeros; what looks whole gets a fraction. */
static void put_real(Out *out, double value)
{
    char text[40];
    int precision = (int)(out->flags >> 11 & 0x1f);
    snprintf(text, sizeof text, "%.*g", precision ? precision : 17, value);
    char *exponent = strchr(text, 'e');
    if (!exponent) {
        put_text(out, text);
        put_text(out, strchr(text, '.') ? "" : ".0");
        return;
    }
    put(out, text, (size_t)(exponent - text) + 1);
    put_text(out, exponent[1] == '-' ? "-" : "");
    exponent += 2;
    put_text(out, exponent + strspn(exponent, "0"));
}

static void put_line(Out *out, int depth, bool is_separator)
{
    int indent = (int)(out->flags & 0x1f);
    if (indent) {
        put_text(out, "\n");
        for (int i = 0; i < indent * depth; ++i)
            put_text(out, " ");
    } else if (is_separator && !(out->flags & JSON_COMPACT)) {
        put_text(out, " ");
    }
}

static void put_value(Out *out, const json_t *value, int depth);

static void put_items(Out *out, const json_t *value, int depth)
{
    bool is_object = value->type == JSON_OBJECT;
    put_text(out, is_object ? "{" : "[");
    for (size_t i = 0; i < value->count; ++i) {
        put_line(out, depth + 1, i > 0);
        if (is_object) {
            put_quoted(out, value->keys[i], strlen(value->keys[i]));
            put_text(out, out->flags & JSON_COMPACT ? ":" : ": ");
        }
        put_value(out, value->items[i], depth + 1);
        put_text(out, i + 1 < value->count ? "," : "");
    }
    if (value->count)
        put_line(out, depth, false);
    put_text(out, is_object ? "}" : "]");
}

static void put_value(Out *out, const json_t *value, int depth)
{
    char number[32];
    switch (value->type) {
    case JSON_OBJECT:
    case JSON_ARRAY: put_items(out, value, depth); break;
    case JSON_STRING: put_quoted(out, value->text, value->count); break;
    case JSON_INTEGER:
        snprintf(number, sizeof number, "%lld", value->integer);
        put_text(out, number);
        break;
    case JSON_REAL: put_real(out, value->real); break;
    case JSON_TRUE: put_text(out, "true"); break;
    case JSON_FALSE: put_text(out, "false"); break;
    case JSON_NULL: put_text(out, "null"); break;
    }
}

char *json_dumps(const json_t *value, size_t flags)
{
    Out out = {.flags = flags};
    if (value)
        put_value(&out, value, 0);
    return out.text;
}

int json_dumpf(const json_t *value, FILE *file, size_t flags)
{
    char *text = json_dumps(value, flags);
    int status = text && fputs(text, file) >= 0 ? 0 : -1;
    free(text);
    return status;
}

/* ---- reading ---- */

enum { DEPTH_MOST = 512 };

typedef struct In {
    const char *text, *problem;
    size_t at, length;
    int depth;
} In;

static json_t *read_value(In *in);

static char peek(In *in)
{
    while (in->at < in->length && memchr(" \t\r\n", in->text[in->at], 4))
        ++in->at;
    return in->at < in->length ? in->text[in->at] : '\0';
}

static void *fail(In *in, const char *problem)
{
    in->problem = in->problem ? in->problem : problem;
    return NULL;
}

static bool take(In *in, char letter)
{
    bool is_there = peek(in) == letter;
    in->at += is_there;
    return is_there;
}

static unsigned read_code(In *in)
{
    unsigned code = 0;
    for (int i = 0; i < 4; ++i) {
        char digit = in->at < in->length ? in->text[in->at] : '\0';
        if (!isxdigit((unsigned char)digit)) {
            fail(in, "invalid escape");
            return 0;
        }
        code = code * 16 +
               (unsigned)(isdigit((unsigned char)digit) ? digit - '0' : (digit | 32) - 'a' + 10);
        ++in->at;
    }
    return code;
}

static size_t put_character(char *to, unsigned code)
{
    if (code < 0x80)
        return to[0] = (char)code, 1;
    if (code < 0x800)
        return to[0] = (char)(0xc0 | code >> 6), to[1] = (char)(0x80 | (code & 63)), 2;
    size_t length = code < 0x10000 ? 3 : 4;
    to[0] = (char)(length == 3 ? 0xe0 | code >> 12 : 0xf0 | code >> 18);
    for (size_t i = 1; i < length; ++i)
        to[i] = (char)(0x80 | (code >> 6 * (length - 1 - i) & 63));
    return length;
}

static size_t read_escape(In *in, char *to)
{
    static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    char letter = in->at < in->length ? in->text[in->at++] : '\0';
    const char *found = letter ? strchr(names, letter) : NULL;
    if (found)
        return *to = values[found - names], 1;
    if (letter != 'u')
        return fail(in, "invalid escape"), 0;
    unsigned code = read_code(in);
    if (code >> 10 == 0x36 && in->at + 1 < in->length && in->text[in->at] == '\\' &&
        in->text[in->at + 1] == 'u') {
        in->at += 2;
        code = 0x10000 + ((code & 0x3ff) << 10 | (read_code(in) & 0x3ff));
    }
    return put_character(to, code);
}

/* A text, in memory of its own; NULL if there is none. */
static char *read_text(In *in, size_t *length)
{
    if (!take(in, '"'))
        return fail(in, "string expected");
    char *text = malloc(in->length - in->at + 1);
    *length = 0;
    while (text && !in->problem) {
        if (in->at >= in->length || (unsigned char)in->text[in->at] < 0x20) {
            fail(in, "premature end of input");
        } else if (in->text[in->at] == '"') {
            ++in->at;
            text[*length] = '\0';
            return text;
        } else if (in->text[in->at] == '\\') {
            ++in->at;
            *length += read_escape(in, text + *length);
        } else {
            text[(*length)++] = in->text[in->at++];
        }
    }
    free(text);
    return NULL;
}

static json_t *read_string(In *in)
{
    size_t length;
    char *text = read_text(in, &length);
    json_t *value = text ? json_text_new(text, length) : NULL;
    free(text);
    return value ? value : fail(in, "unable to decode byte");
}

static void read_member(In *in, json_t *object)
{
    size_t length;
    char *key = read_text(in, &length);
    if (key && !take(in, ':'))
        fail(in, "':' expected");
    json_t *value = in->problem ? NULL : read_value(in);
    if (value)
        json_object_set_new(object, key, value);
    free(key);
}

static json_t *read_items(In *in, char end)
{
    json_t *list = end == '}' ? json_object() : json_array();
    ++in->at;
    if (++in->depth > DEPTH_MOST)
        fail(in, "maximum parsing depth reached");
    bool is_over = take(in, end);
    while (!is_over && !in->problem) {
        if (end == '}')
            read_member(in, list);
        else
            json_array_append_new(list, read_value(in));
        is_over = take(in, end);
        if (!is_over && !in->problem && !take(in, ','))
            fail(in, end == '}' ? "'}' expected" : "']' expected");
    }
    --in->depth;
    if (!in->problem)
        return list;
    json_decref(list);
    return NULL;
}

static json_t *read_number(In *in)
{
    char text[64];
    size_t length = 0;
    while (length + 1 < sizeof text && in->at < in->length && in->text[in->at] &&
           strchr("0123456789+-.eE", in->text[in->at]))
        text[length++] = in->text[in->at++];
    text[length] = '\0';
    if (!length)
        return fail(in, "invalid token");
    return strpbrk(text, ".eE") ? json_real(strtod(text, NULL))
                                : json_integer(strtoll(text, NULL, 10));
}

static bool take_word(In *in, const char *word)
{
    size_t length = strlen(word);
    bool is_there = in->length - in->at >= length && memcmp(in->text + in->at, word, length) == 0;
    in->at += is_there ? length : 0;
    return is_there;
}

static json_t *read_value(In *in)
{
    switch (peek(in)) {
    case '{': return read_items(in, '}');
    case '[': return read_items(in, ']');
    case '"': return read_string(in);
    case 't': return take_word(in, "true") ? json_true() : fail(in, "invalid token");
    case 'f': return take_word(in, "false") ? json_false() : fail(in, "invalid token");
    case 'n': return take_word(in, "null") ? json_null() : fail(in, "invalid token");
    case '\0': return fail(in, "premature end of input");
    default: return read_number(in);
    }
}

json_t *json_loadb(const char *text, size_t length, size_t flags, json_error_t *error)
{
    In in = {.text = text, .length = length};
    json_t *value = read_value(&in);
    (void)flags;
    if (value && peek(&in))
        fail(&in, "end of file expected");
    error->position = (int)in.at;
    snprintf(error->text, sizeof error->text, "%s", in.problem ? in.problem : "");
    if (!in.problem)
        return value;
    json_decref(value);
    return NULL;
}
