/* The buttons in the heading of the source pane. */
#ifndef TILESTEP_VIEW_SOURCE_TOOLS_H
#define TILESTEP_VIEW_SOURCE_TOOLS_H

#include "view/source/heat.h"

/* The controls, the way back from what was changed, what the strip counts; beside the title of the
 * panel outer, whose room is inside. */
void source_tools_build(View *view, Rect outer, Rect inside, const char *title, const Heat *heat);

#endif
