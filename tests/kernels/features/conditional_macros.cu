// #if, #ifdef and #elif choose a type or a constant; #define and #undef inside a kernel.
// run: -D USE_DOUBLE
// expect: out[0] == 0.1
// expect: out[1] == 300
// expect: out[2] == 1

#ifdef USE_DOUBLE
typedef double real;
#else
typedef float real;
#endif

#define LEVEL 2
#if defined(LEVEL) && LEVEL >= 3
#define SCALE 1000
#elif LEVEL == 2
#define SCALE 100
#else
#error "no level"
#endif

__global__ void conditional(real *out)
{
#define SIZE 3
    out[0] = 0.1;
    out[1] = SIZE * SCALE;
#undef SIZE
#ifndef SIZE
    out[2] = 1;
#endif
}

int main()
{
    real *out;
    cudaMalloc(&out, 3 * sizeof(real));
    conditional<<<1, 1>>>(out);
    cudaDeviceSynchronize();
}
