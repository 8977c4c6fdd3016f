// memcpy and memset in a kernel: as many bytes as are asked for, in accesses as wide as the types
// of the pointers allow.
// expect: out[0] == 0
// expect: out[1] == 7
// expect: out[2] == 8
// expect: out[3] == 9
// expect: out[4] == 258
// expect: out[5] == 16843009
// expect: out[6] == 3
// expect: out[7] == 0
// counts: global_load accesses 8

struct alignas(16) Quad {
    int values[4];
};

__global__ void memory(int *out, const int *in, const Quad *quads)
{
    int own[4];
    memset(own, 0, sizeof own);
    out[0] = own[3];
    memcpy(own, in, sizeof own); // 4 loads
    out[1] = own[0];
    Quad quad;
    memcpy(&quad, quads, sizeof quad); // 1 load
    out[2] = quad.values[1];
    int4 packed;
    memcpy(&packed, &quad, sizeof packed); // both are the thread's own
    out[3] = packed.z;
    unsigned char bytes[6] = {0, 2, 1, 0, 0, 5};
    int word;
    memcpy(&word, bytes + 1, 4);
    out[4] = word;
    memset(&word, 1, 4);
    out[5] = word;
    __shared__ char text[8];
    memset(text, 0, 8);
    memcpy(text, in + 4, 3); // of an int, and 3 bytes of it
    out[6] = text[0];
    out[7] = text[3];
}

int main()
{
    int host[5] = {7, 8, 9, 10, 3}, *out, *in;
    Quad *quads;
    cudaMalloc(&out, 8 * sizeof(int));
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&quads, sizeof(Quad));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpy(quads, host, sizeof(Quad), cudaMemcpyHostToDevice);
    memory<<<1, 1>>>(out, in, quads);
    cudaDeviceSynchronize();
}
