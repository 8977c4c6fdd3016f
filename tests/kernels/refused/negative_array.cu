// A negative length, once for all the brackets of a variable.
#define T -1

__global__ void k(float *out)
{
    __shared__ float s[T][T]; // error: an array of -1 elements
    out[0] = s[0][0];
}
