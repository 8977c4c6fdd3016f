// stmatrix: lane 8 m + r has the address of row r of matrix m; with .trans of column r.
// expect: out[0] == 0
// expect: out[37] == 105
// expect: out[127] == 331
// expect: out[128] == 262144
// expect: out[131] == 1835032
// expect: out[132] == 262144
// expect: out[136] == 327681
// expect: out[163] == 8388732
// counts: shared_store accesses 56
// counts: shared_store requests 3
// counts: shared_store wavefronts 14
// counts: shared_store bank_conflicts 7
__global__ void store(unsigned *out)
{
    __shared__ __align__(16) unsigned s[256];
    unsigned lane = threadIdx.x, at = (unsigned)__cvta_generic_to_shared(&s[4 * lane]);
    unsigned words[] = {lane, 100 + lane, 200 + lane, 300 + lane};
    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(at),
                 "r"(words[0]), "r"(words[1]), "r"(words[2]), "r"(words[3])
                 : "memory");
    __syncwarp();
    for (int i = lane; i < 128; i += 32)
        out[i] = s[i];
    __syncwarp();
    asm volatile("stmatrix.sync.aligned.m8n8.x2.trans.shared::cta.b16 [%0], {%1, %2};" ::"r"(at),
                 "r"(lane * 65537), "r"(words[1])
                 : "memory");
    __syncwarp();
    for (int i = lane; i < 64; i += 32)
        out[128 + i] = s[i];
    __syncwarp();
    at = (unsigned)__cvta_generic_to_shared(&s[lane % 8 * 32]); // all rows in the same banks
    asm volatile("stmatrix.sync.aligned.x1.m8n8.shared.b16 [%0], {%1};" ::"r"(at), "r"(words[0])
                 : "memory");
}

void sketch()
{
    unsigned *out;
    cudaMalloc(&out, 192 * sizeof(unsigned));
    store<<<1, 32>>>(out);
}
