// A literal without f is a double, and so is what it meets; the result is rounded when it is
// stored.
// expect: out[0] == 1
// expect: out[1] == 0
// expect: out[2] == 1

__global__ void literals(float *out, float third)
{
    double exact = third * 3.0;
    float rounded = third * 3.0f;
    out[0] = exact != 1.0;
    out[1] = rounded != 1.0f;
    out[2] = third + 0.1 != third + 0.1f;
}

int main()
{
    float *out;
    cudaMalloc(&out, 3 * sizeof(float));
    literals<<<1, 1>>>(out, 1.0f / 3.0f);
    cudaDeviceSynchronize();
}
