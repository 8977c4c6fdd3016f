// Of two files of one program: a function of the other one, which has a kernel of its own.
#pragma once
int twice(int *data);
