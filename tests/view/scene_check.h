/* What must hold for every picture, whatever it shows: it can be painted (scene_is_sound), nothing
 * stands on or outside anything else (scene_find_clash), no line runs through a text
 * (scene_find_crossed), and every text can be read (scene_find_pale). All four look at the shapes
 * alone, in the order they are painted. */
#pragma once

#include "scene/scene.h"

#include <stddef.h>

/* Coordinates are finite and near the picture, clips are balanced, texts have a size and, with
 * is_utf8, are UTF-8 (a line of somebody's file need not be). What is wrong first is written into
 * reason. */
bool scene_is_sound(const Scene *scene, bool is_utf8, char *reason, size_t size);

/* The first text, from shape from on, that reaches out of its clip or out of the picture, or that
 * lies over another one with nothing opaque between; its index, or -1. */
int scene_find_clash(const Scene *scene, int from, char *reason, size_t size);

/* The first text, from shape from on, that a line painted later runs through; strokes that lie
 * level, as those through a switched line, are meant. */
int scene_find_crossed(const Scene *scene, int from, char *reason, size_t size);

/* The first text, from shape from on, with less contrast than least on what is painted under it;
 * its index, or -1. */
int scene_find_pale(const Scene *scene, int from, double least, char *reason, size_t size);

/* The contrast of two colours as WCAG 2 defines it, 1 to 21. */
double colour_contrast(Colour a, Colour b);
