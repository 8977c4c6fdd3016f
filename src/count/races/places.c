/* Words of one buffer lie side by side, so one way through the words is enough. */
#include "count/races/places.h"

static void tell(const Launch *launch, int index, uint64_t words, Report *report)
{
    const Buffer *buffer = &launch->buffers[index];
    Finding note = {.kind = NOTE_ASSUMED_PLACES,
                    .scope = SCOPE_GRID,
                    .space = SPACE_GLOBAL,
                    .buffer = index,
                    .line = buffer->places_line,
                    .count = words,
                    .other_thread = FINDING_NO_THREAD,
                    .landed = -1};
    report_find(report, &note);
}

void places_tell(const Launch *launch, const Crossing *crossing, Report *report)
{
    int last = -1;
    uint64_t words = 0;
    for (uint64_t word = 0; crossing_next(crossing, &word); ++word) {
        int buffer = launch_buffer_at(launch, word * 4);
        if (buffer < 0 || launch->buffers[buffer].places == PLACES_KNOWN)
            continue;
        if (buffer != last && words) {
            tell(launch, last, words, report);
            words = 0;
        }
        last = buffer;
        ++words;
    }
    if (words)
        tell(launch, last, words, report);
}
