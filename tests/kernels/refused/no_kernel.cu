// A file without a kernel.
// error: kernel

__device__ int twice(int x) { return 2 * x; }
