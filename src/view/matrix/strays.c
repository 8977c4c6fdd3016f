/* Such accesses are findings of the report, which tell whether they lie before the buffer or behind
 * it. */
#include "view/matrix/strays.h"

static bool is_stray(const Finding *finding)
{
    return finding->space == SPACE_GLOBAL && (finding->kind == FINDING_OUT_OF_BOUNDS_READ ||
                                              finding->kind == FINDING_OUT_OF_BOUNDS_WRITE);
}

bool strays_before(const View *view, int buffer)
{
    const Report *total = view->slot->total;
    for (int i = 0; total && i < total->finding_count; ++i) {
        const Finding *finding = &report_findings(total)[i];
        if (is_stray(finding) && finding->is_before && finding->buffer == buffer)
            return true;
    }
    return false;
}

bool strays_behind(const View *view, int buffer)
{
    const Report *total = view->slot->total;
    for (int i = 0; total && i < total->finding_count; ++i) {
        const Finding *finding = &report_findings(total)[i];
        if (is_stray(finding) && finding->is_behind && (buffer < 0 || finding->buffer == buffer))
            return true;
    }
    return false;
}
