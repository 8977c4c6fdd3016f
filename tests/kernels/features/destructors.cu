// Objects whose destructor does something: at the end of their block, before return, break and
// continue, the last made first; with a base class and members that have one, too.
// expect: out[0] == 35
// expect: out[1] == 4
// expect: out[2] == 2131
// expect: out[3] == 21
// expect: out[4] == 321
// expect: out[5] == 5
// expect: out[6] == 2

struct Note {
    float *to;
    int id;
    __device__ Note(float *to, int id) : to(to), id(id) {}
    __device__ ~Note()
    {
        *to = *to * 10 + id;
    }
};

struct Base {
    Note first;
    __device__ Base(float *to) : first(to, 1) {}
};

struct Whole : Base {
    Note second;
    __device__ Whole(float *to) : Base(to), second(to, 2) {}
    __device__ ~Whole() { *second.to = 3; }
};

__device__ int early(float *to, int n)
{
    Note a(to, 5);
    if (n > 3)
        return n; // the object ends before the caller goes on
    Note b(to, 3);
    return n + 1;
}

__device__ float value_before(float *to)
{
    Note note(to, 7);
    *to = 5;
    return *to;
}

__global__ void objects(float *out)
{
    for (int i = threadIdx.x; i < 7; i += blockDim.x)
        out[i] = 0;
    __syncthreads();
    if (threadIdx.x > 0)
        return;
    out[1] = early(out, 3);
    float loops = 0;
    for (int i = 1; i < 5; ++i) {
        Note a(&loops, 1);
        Note b(&loops, i);
        if (i == 1) {
            loops = 0;
            b.id = 2;
            a.id = 1;
            continue;
        }
        b.id = 3;
        if (i == 2)
            break;
    }
    out[2] = loops;
    {
        Note a(out + 3, 1);
        const Note b(out + 3, 2);
    }
    {
        Whole whole(out + 4);
    }
    out[5] = value_before(out + 6);
    out[6] = out[6] == 57 ? 2 : 0;
}

int main()
{
    float *out;
    cudaMalloc(&out, 7 * sizeof(float));
    objects<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
