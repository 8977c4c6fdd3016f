// Plain structs: members, by value and by pointer, returned by helpers, arrays of them, in shared
// memory.
// expect: out[0] == 11
// expect: out[1] == 7
// expect: out[2] == 24
// expect: out[3] == 12

struct Point {
    float x, y;
    int tag;
};

typedef struct {
    int width, height;
    float *elements;
} Matrix;

__device__ Point mirrored(Point p)
{
    Point q = {p.y, p.x, p.tag};
    return q;
}

__device__ void move(Point *p, float by) { p->x += by; }
__device__ float at(const Matrix A, int row, int col) { return A.elements[row * A.width + col]; }

__global__ void structs(float *out)
{
    __shared__ Point points[4];
    int t = threadIdx.x;
    points[t].x = t;
    points[t].y = 10;
    points[t].tag = 0;
    __syncthreads();
    if (t == 0) {
        Point p = mirrored(points[1]);
        Matrix matrix = {2, 1, out};
        out[0] = p.x + p.y;
        Point *q = &points[2];
        move(q, 5.0f);
        matrix.elements[1] = points[2].x;
        out[2] = (float)(sizeof(Point) * matrix.width);
        out[3] = at(matrix, 0, 1) + matrix.height + 4;
    }
}

int main()
{
    float *out;
    cudaMalloc(&out, 4 * sizeof(float));
    structs<<<1, 4>>>(out);
    cudaDeviceSynchronize();
}
