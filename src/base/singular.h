/* "1 thread", not "1 threads": English counts, made right after they were formatted. Formats say
 * the plural always; Chinese has none and passes through unchanged. */
#pragma once

/* Takes the plural s, in place, off what is counted wherever the count is 1, as in
 * "1 threads, 1 bytes each". Counted things are those of the list in singular.c; a 1 that ends
 * another number or a name ("21", "0.1", "x1") counts nothing. The text can only become shorter. */
void singular_mend(char *text);
