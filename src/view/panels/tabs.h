/* The tabs below the source, and the panel behind the one that is picked. */
#ifndef TILESTEP_VIEW_PANELS_TABS_H
#define TILESTEP_VIEW_PANELS_TABS_H

#include "view/draw/context.h"

void tabs_build(View *view);
void panel_build(View *view);

#endif
