// Arguments that are structs, and a variable of the file that every launch must find as it was.
struct Part {
    int n;
    float *a;
    float factor;
};

struct Side {
    char kind;
    const float *a;
    short n;
};

struct Pair {
    Side left, right;
    double weight;
};

__device__ int launches_seen;

__global__ void scale_part(Part part)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < part.n)
        part.a[i] = part.a[i] * part.factor;
}

__global__ void nested(Pair pair, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < pair.left.n)
        out[i] = pair.left.a[i] + (i < pair.right.n ? pair.right.a[i] : (float)pair.weight);
}

__global__ void counting(int *a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = a[i] + 1;
    if (i == 0)
        launches_seen = launches_seen + 1;
}
