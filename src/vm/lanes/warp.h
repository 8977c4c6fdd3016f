/* The width of a warp, on every device there is. */
#ifndef TILESTEP_VM_LANES_WARP_H
#define TILESTEP_VM_LANES_WARP_H

enum { WARP_LANES = 32 };

#endif
