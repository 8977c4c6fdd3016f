// Structs: members of two types, in global and in shared memory.
struct Particle { float x, y, z; float mass; int cell; };
__global__ void move_all(Particle *particles, float3 *forces, int n, float dt)
{
    __shared__ Particle mine[8];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        mine[threadIdx.x] = particles[i];
        float3 force = forces[i];
        mine[threadIdx.x].x += force.x * dt / mine[threadIdx.x].mass;
        mine[threadIdx.x].y += force.y * dt / mine[threadIdx.x].mass;
        mine[threadIdx.x].z += force.z * dt / mine[threadIdx.x].mass;
        mine[threadIdx.x].cell = i / 4;
        particles[i] = mine[threadIdx.x];
    }
}
void sketch()
{
    const int n = 14;
    Particle *particles;
    float3 *forces;
    cudaMalloc(&particles, n * sizeof(Particle));
    cudaMalloc(&forces, n * sizeof(float3));
    move_all<<<2, 8>>>(particles, forces, n, 0.5f);
}
