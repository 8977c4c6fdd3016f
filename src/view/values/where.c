/* The block in view and its phase, for whichever panel has room to say so. */
#include "view/values/where.h"

const char *where_block(View *view)
{
    return view_format(view, STRING_BLOCK_AT, view_block_at(view, view->machine->block));
}

const char *where_phase(View *view)
{
    uint32_t count = view->slot->footprints->phase_count;
    if (!view->program->has_phases || !count)
        return view_text(view, STRING_NO_PHASES);
    if (!view->phase)
        return view_text(view, STRING_PHASE_NONE);
    return view_format(view, STRING_PHASE_OF, view->phase - 1, count);
}
