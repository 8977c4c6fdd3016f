// Padding with vectors of zeros: a store of a vector is one zero fill if all its elements are
// literal zeros. Here 3 in the else, none of the mixed ones, 3 of the changed ones, and 8 scalars.
// counts: shared_store zero_fills 14
// expect: out[0] == 0

__global__ void padding(const float4 *in, float4 *out, int n)
{
    __shared__ float4 s[8];
    __shared__ float f[8];
    int t = threadIdx.x;
    if (t < n)
        s[t] = in[t];
    else
        s[t] = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    __syncthreads();
    out[t] = s[7 - t];
    __syncthreads();
    float4 mixed = t < 3 ? in[t] : make_float4(0.0f, 1.0f, 0.0f, 0.0f);
    s[t] = mixed;
    __syncthreads();
    float4 changed = {0.0f, 0.0f, 0.0f, 0.0f};
    if (t < 5)
        changed.w = 1.0f;
    s[t] = changed;
    f[t] = 0.0f;
    __syncthreads();
    out[t].x += s[t].x + f[7 - t];
}

void sketch()
{
    float4 *in, *out;
    cudaMalloc(&in, 8 * sizeof(float4));
    cudaMalloc(&out, 8 * sizeof(float4));
    padding<<<1, 8>>>(in, out, 5);
}
