// Addresses are those of the flat array: a float4 may reach over the end of a padded row.
// expect: out[0] == 3
// expect: out[1] == 4
// expect: out[3] == 5

__global__ void flat(float *out)
{
    __shared__ float rows[4][6];
    rows[0][threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) {
        float4 four = reinterpret_cast<float4 *>(&rows[0][4])[0]; // rows[0][4] to rows[1][1]
        out[0] = four.x - 1;
        out[1] = (&rows[0][0])[4];
        out[2] = four.w;
        out[3] = rows[0][1 + (int)four.x];
    }
}

int main()
{
    float *out;
    cudaMalloc(&out, 4 * sizeof(float));
    flat<<<1, 24>>>(out);
    cudaDeviceSynchronize();
}
