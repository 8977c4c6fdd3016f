/* "1 thread", not "1 threads": English counts, made right after they were formatted. */
#ifndef TILESTEP_BASE_SINGULAR_H
#define TILESTEP_BASE_SINGULAR_H

/* Takes the plural s off what is counted wherever the count is 1, as in "1 threads · 1 bytes each".
 * The text can only become shorter. */
void singular_mend(char *text);

#endif
