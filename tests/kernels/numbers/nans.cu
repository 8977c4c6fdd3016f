// Which NaN comes of an operation on doubles of which one is, or that has no result. Of two that are,
// either stays: compilers turn operands round.
__global__ void nans(const double *a, const double *b, const double *c, double *out, int op, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double x = a[i], y = b[i], z = c[i], r;
    switch (op) {
    case 0: r = x + y; break;
    case 1: r = x - y; break;
    case 2: r = x * y; break;
    case 3: r = x / y; break;
    case 4: r = fma(x, y, z); break;
    case 5: r = fmin(x, y); break;
    case 6: r = fmax(x, y); break;
    case 7: r = fmod(x, y); break;
    case 8: r = sqrt(x); break;
    case 9: r = -x; break;
    case 10: r = fabs(x); break;
    case 11: r = (float)x; break;
    case 12: r = log(x); break;
    case 13: r = exp(x); break;
    case 14: r = pow(x, y); break;
    default: r = floor(x);
    }
    out[i] = r;
}
