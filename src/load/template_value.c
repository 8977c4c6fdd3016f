/* The arguments between the template's < and > are kept as text: "16, float". */
#include "load/template_value.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* From the start of an argument to the comma behind it, or to the end. */
static const char *argument_end(const char *at)
{
    for (int depth = 0; *at && (depth > 0 || *at != ','); ++at)
        depth += (*at == '(' || *at == '<') - (*at == ')' || *at == '>');
    return at;
}

static const char *argument(const char *list, int index)
{
    while (list && index-- > 0) {
        list = argument_end(list);
        list = *list ? list + 1 : NULL;
    }
    while (list && isspace((unsigned char)*list))
        ++list;
    return list;
}

static bool read_whole(const char *text, int64_t *value)
{
    const char *behind = argument_end(text);
    while (behind > text && isspace((unsigned char)behind[-1]))
        --behind;
    char *end;
    *value = strtoll(text, &end, 0);
    return end == behind && end != text;
}

bool template_value(const Run *run, const TemplateParameter *parameters, int parameter_count,
                    uint32_t place, const char *name, int length, int64_t *value)
{
    Span kernel = run->program->span;
    if (kernel.file != 0 || place < kernel.start || place >= kernel.start + kernel.length)
        return false;
    for (int i = 0; i < parameter_count; ++i) {
        const TemplateParameter *parameter = &parameters[i];
        if ((int)strlen(parameter->name) != length || memcmp(parameter->name, name, (size_t)length))
            continue;
        const char *text = argument(run->compile.template_args, i);
        return text && !parameter->is_type && read_whole(text, value);
    }
    return false;
}
