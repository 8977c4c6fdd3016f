// Bits of numbers: __float_as_int, __popc, __ffs, __clz, __mul24, __dp4a.
// expect: out[0] == 1065353216
// expect: out[1] == 8
// expect: out[2] == 4
// expect: out[3] == 28
// expect: out[4] == 12
// expect: out[5] == 70
// expect: out[6] == 2
// expect: out[7] == -1
// expect: out[8] == 500

__global__ void bits(int *out)
{
    out[0] = __float_as_int(1.0f);
    out[1] = __popc(0xff00);
    out[2] = __ffs(8);
    out[3] = __clz(8);
    out[4] = __mul24(3, 4);
    out[5] = __dp4a(0x01020304, 0x05060708, 0);
    out[6] = (int)__int_as_float(0x40000000);
    out[7] = __dp4a(make_char4(1, -2, 3, -4), make_char4(5, 6, 7, 4), 1);
    out[8] = __dp4a(make_uchar4(200, 0, 100, 0), make_uchar4(2, 9, 1, 9), 0u);
}

int main()
{
    int *out;
    cudaMalloc(&out, 9 * sizeof(int));
    bits<<<1, 1>>>(out);
    cudaDeviceSynchronize();
}
