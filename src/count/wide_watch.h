/* What is not set: reads of watched registers and of buffers that nobody has filled. */
#ifndef TILESTEP_COUNT_WIDE_WATCH_H
#define TILESTEP_COUNT_WIDE_WATCH_H

#include "count/wide_access.h"

/* Does a watched instruction if no lane reads a register that is not set; gives up if one does. */
WideOperation wide_look;

/* A declaration without a value: its registers are not set from here on. */
WideOperation wide_declare;

void wide_watch_begin_block(Wide *wide);

/* Gives up if an active lane's access, of the bytes from base on, reads what nobody has filled. */
void wide_check_filled(Wide *wide, const Access *access, const uint8_t *base);

#endif
