// An array of structs in global memory, against arrays for each member.
// expect: out[3] == 10
// expect: y[3] == 4

struct Body {
    float mass;
    float position[2];
};

__global__ void layouts(Body *bodies, float *x, float *y, float *out)
{
    int i = threadIdx.x;
    bodies[i].mass = i;
    bodies[i].position[0] = 3;
    bodies[i].position[1] = bodies[i].position[0] + 1;
    x[i] = bodies[i].position[0];
    y[i] = bodies[i].position[1];
    Body copy = bodies[i];
    out[i] = copy.mass + copy.position[0] + y[i];
}

int main()
{
    Body *bodies;
    float *x, *y, *out;
    cudaMalloc(&bodies, 4 * sizeof(Body));
    cudaMalloc(&x, 4 * sizeof(float));
    cudaMalloc(&y, 4 * sizeof(float));
    cudaMalloc(&out, 4 * sizeof(float));
    layouts<<<1, 4>>>(bodies, x, y, out);
    cudaDeviceSynchronize();
}
