struct Particle { float x, y; int id; };
__device__ float norm2(const Particle &p) { return p.x * p.x + p.y * p.y; }
__global__ void move(Particle *p, float *energy, float dt, int n)
{
    extern __shared__ float part[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float e = 0;
    if (i < n) {
        Particle q = p[i];
        q.x += dt * q.y;
        q.id = q.id * 2 + 1;
        p[i] = q;
        e = norm2(q);
    }
    part[threadIdx.x] = e;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(energy, part[0]);
}
void sketch() {
    int n = 13; Particle *p; float *energy;
    cudaMalloc(&p, n * sizeof(Particle)); cudaMalloc(&energy, sizeof(float));
    cudaMemset(energy, 0, sizeof(float));
    move<<<2, 8, 8 * sizeof(float)>>>(p, energy, 0.5f, n);
}
