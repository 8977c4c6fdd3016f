// A variable that is a template.
template <typename T> constexpr T zero = T(0);

__global__ void k(float *out)
{
    out[threadIdx.x] = zero<float>; // error: is a template of a variable
}
