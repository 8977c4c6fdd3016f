// A macro has the name of a parameter, so that a number stands where the name should.
// remedy: the macro stands in line 3
#define F 0.060f

__global__ void step(float *u, float F, float dt) // error: a macro of this file puts '0.060f' in its place
{
    u[threadIdx.x] += F * dt;
}

int main()
{
    float *u;
    cudaMalloc(&u, 32 * sizeof(float));
    step<<<1, 32>>>(u, F, 1.0f);
    cudaDeviceSynchronize();
}
