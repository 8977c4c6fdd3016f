/* The map of large insets: where these show a part of their tiles, all of the tiles stands beside
 * them, small and in colours, with frames around the parts; so that a part is never taken for the
 * whole. */
#pragma once

#include "view/stage/inset_place.h"

/* Whether some row or column of the tile that an inset shows is not seen in it. */
bool inset_is_part(const View *view, const Inset *inset);

/* Draws into room the map of count insets, which have their place: one, or three that stand as on
 * the blackboard. Nothing if all are whole. */
void inset_map_build(View *view, const Inset *insets, int count, Rect room);
