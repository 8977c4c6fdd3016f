/* The source pane. */
#ifndef TILESTEP_VIEW_SOURCE_SOURCE_H
#define TILESTEP_VIEW_SOURCE_SOURCE_H

#include "view/draw/context.h"

void source_build(View *view);

#endif
