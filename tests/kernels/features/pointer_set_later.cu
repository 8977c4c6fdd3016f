// The struct is on the device already when its pointer is copied into it.
// expect: out[2] == 9

struct Line {
    int length;
    int *values;
};

__global__ void squares(const Line *line, int *out)
{
    int i = threadIdx.x;
    if (i < line->length)
        out[i] = line->values[i] * line->values[i];
}

int main()
{
    int values[3] = {1, 2, 3}, *d_values, *d_out;
    Line line = {3, nullptr}, *d_line;
    cudaMalloc(&d_line, sizeof(Line));
    cudaMalloc(&d_values, sizeof values);
    cudaMalloc(&d_out, sizeof values);
    cudaMemcpy(d_values, values, sizeof values, cudaMemcpyHostToDevice);
    cudaMemcpy(d_line, &line, sizeof(Line), cudaMemcpyHostToDevice);
    cudaMemcpy(&d_line->values, &d_values, sizeof(int *), cudaMemcpyHostToDevice);
    squares<<<1, 32>>>(d_line, d_out);
}
