/* One small scene with every kind of shape, for the tests of the back ends. */
#pragma once

#include "scene/paint/canvas.h"

static inline Scene *picture(Arena *arena, const TextMetrics *metrics)
{
    Scene *scene = scene_new(arena, 160, 120, 0xff16181c, metrics);
    scene_rect(scene, (Rect){4.4f, 4, 30, 20.6f}, 0xff0072b2, (PickTag){1, 0, 0, 0});
    scene_box(scene, (Rect){40, 4, 36, 22}, 6, 0xffd55e00, 0xffffffff, 2, (PickTag){0});
    scene_box(scene, (Rect){80, 4, 36, 22}, 0, 0x80cc79a7, 0xc0ffffff, 1, (PickTag){0});
    scene_circle(scene, (Point){134.3f, 15.2f}, 10.5f, 0xffe69f00, 0xff000000, 1.5f, (PickTag){0});
    scene_line(scene, (Point){4, 34}, (Point){60, 47}, 0xffe8e8e8, 1.3f);
    scene_line(scene, (Point){4, 50}, (Point){60, 50}, 0xffe8e8e8, 1);
    scene_dashed_line(scene, (Point){66, 34}, (Point){110, 50}, 0xfff0e442, 2);
    scene_arrow(scene, (Point){116, 56}, (Point){150, 32}, 0xa056b4e9, 2);
    scene_hatch(scene, (Rect){4, 56, 30, 24}, 0xff8a9099, 5);
    scene_clip(scene, (Rect){40, 56, 40, 24});
    scene_circle(scene, (Point){40, 60}, 26, 0xff009e73, 0, 0, (PickTag){0});
    scene_clip(scene, (Rect){60, 50, 60, 60});
    scene_rect(scene, (Rect){0, 70, 160, 5}, 0x80ffffff, (PickTag){0});
    scene_unclip(scene);
    scene_unclip(scene);
    scene_text(scene, FONT_CODE, 12, (Point){4, 95}, 0xffe8e8e8, "P[row*l + col] <3 & \xe4");
    scene_label(scene, FONT_UI, 14, (Rect){4, 98, 100, 20}, -1, 0xc0f0e442,
                "M·N ≤ 64 and more text");
    return scene;
}
