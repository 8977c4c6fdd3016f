/* The width of a warp, on every device there is. */
#pragma once

enum { WARP_LANES = 32 };
