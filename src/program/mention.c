/* The table of mentions is in the order of files and of their text, so that the first one from a
 * place on is found by bisection. */
#include "program/mention.h"

#include "program/program.h"

static int first_from(const Program *program, uint32_t file, uint32_t place)
{
    int low = 0, high = program->mention_count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        Span name = program->mentions[middle].name;
        if (name.file < file || (name.file == file && name.start < place))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const Mention *mentions_within(const Program *program, Span span, int *count)
{
    int begin = first_from(program, span.file, span.start);
    *count = first_from(program, span.file, span.start + span.length) - begin;
    return *count > 0 ? &program->mentions[begin] : NULL;
}

const Mention *mention_of_copy(const Mention *copies, int count, uint32_t pc)
{
    for (int i = count - 1; i >= 0; --i)
        if (pc >= copies[i].first_pc && pc < copies[i].end_pc)
            return &copies[i];
    return NULL;
}
