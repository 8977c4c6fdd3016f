// C's arithmetic: the kernels check themselves.
__global__ void integers(int *p)
{
    int t = threadIdx.x;
    unsigned int u = t;
    signed char c = (char)(t * 37);
    unsigned char uc = t * 37;
    short s = 32767;
    s += t;
    assert(s == (t == 0 ? 32767 : -32769 + t));
    assert(c == (t * 37 + 128) % 256 - 128 && uc == t * 37 % 256);
    assert(u - 40 > 0 && !(t - 40 > 0)); // unsigned wraps around
    assert(-7 / 2 == -3 && -7 % 2 == -1 && (t - 7) / 2 == (t > 7 ? (t - 7) / 2 : -(7 - t) / 2));
    assert((t - 40 < 1u) == false && (long long)t - 40 < 1u);
    assert(1 << t == (int)(1u << t) && (-8 >> 1) == -4 && (0x80000000u >> 31) == 1);
    assert(~t == -t - 1 && (t ^ 21 ^ 21) == t && (t | 1) % 2 == 1);
    assert(sizeof(int) + sizeof(p) + sizeof(long) == 20 && 'a' + 1 == 98 && 010 + 0x10 + 0b11 == 27);
    assert(2147483647 + 1u == 2147483648u && 4294967295 + 1 == 4294967296ll);
    uc = 250;
    uc += t + 6;
    assert(uc == t);
    int post = t++, pre = ++t;
    assert(post == threadIdx.x && pre == post + 2 && t-- == pre && --t == post);
    int divided = threadIdx.x - 5; // unsigned, stored in an int
    assert(divided == t - 5 && (threadIdx.x - 5) / 2 == (unsigned int)(t - 5) / 2);
    t = t << 3, t >>= 3, t *= 2, t /= 2, t |= 0, t &= ~0, t ^= 0, t %= 100;
    assert(t == post && (post, 7) == 7);
    long long wide = 1ll << 40;
    wide += t;
    assert(wide >> 40 == 1 && wide % 1024 == t && (int)wide == t);
    bool b = t;
    b += 5;
    assert(b == 1 && b + b == 2 && !b == 0);
}

__global__ void floats(float *p)
{
    int t = threadIdx.x;
    float f = t / 4.0f;
    double d = 0.1f;
    assert(0.1f != 0.1 && d == 0.1f && (float)0.1 == 0.1f); // an unsuffixed literal is a double
    f += 0.1;
    assert(f == (float)(t / 4.0f + 0.1));
    assert((int)3.99f == 3 && (int)-3.99f == -3 && (unsigned int)-1.0f == 0 && (int)1e20f == 2147483647);
    int i = 5;
    i *= 1.5f;
    assert(i == 7);
    i += 0.7;
    assert(i == 7 && 7 / 2 == 3 && 7 / 2.0f == 3.5f && 1 / 3.0 * 3 == 1);
    assert(ceil(t / (float)4) == (t + 3) / 4 && floorf(-0.5f) == -1 && fabsf(-2.5f) == 2.5f);
    assert(min(t, 7) == (t < 7 ? t : 7) && max(2.5f, 3) == 3 && min(3u, 5) == 3);
    assert(sqrtf(16) == 4 && pow(2, 10) == 1024 && fmaf(2, 3, 4) == 10 && rintf(2.5f) == 2);
    assert(isnan(sqrtf(-1.0f)) && isinf(1.0f / 0.0f) && !isnan(f) && FLT_MAX < INFINITY);
    assert(__float2int_rn(2.5f) == 2 && __float2int_ru(2.1f) == 3 && __int2float_rn(3) == 3.0f);
    assert(__float_as_int(1.0f) == 0x3f800000 && __int_as_float(0x40000000) == 2);
    float q{}, r(2), s = {3};
    assert(q + r + s == 5 && int(2.9f) == 2 && static_cast<int>(2.9) == 2);
}

__global__ void flow(int *p)
{
    int t = threadIdx.x, sum = 0;
    for (int j = 0; j < t; ++j) {
        if (j == 5)
            continue;
        if (j > 10)
            break;
        sum += j;
    }
    assert(sum == (t <= 5 ? t * (t - 1) / 2 : t <= 11 ? t * (t - 1) / 2 - 5 : 50));
    int n = 0;
    do {
        n += 3;
        if (n == 9)
            continue;
    } while (n < t);
    assert(n == (t < 3 ? 3 : (t + 2) / 3 * 3));
    while (true) {
        if (--n < 0)
            break;
    }
    assert(n == -1);
    switch (t % 6) {
    case 0: n = 1; break;
    case 1: n = 2; // falls
    case 2:
    case 3: n += 10; break;
    default: n = 99; break;
    case 5: n = 7;
    }
    const int wanted[6] = {1, 12, 9, 9, 99, 7};
    assert(n == wanted[t % 6]);
    for (;;) {
        switch (t) {
        case 3: n = 3; break;
        case 4: if (n > 0) break; n = 5;
        case 7: n = 4;
        }
        if (t < 100)
            return;
    }
}

__global__ void no_touch(int *p, int n)
{
    bool a = n > 0 && threadIdx.x < 4; // instr: and.bool
    bool b = n > 0 && p[0] > 4; // instr: load.global.i32
    int c = a ? n : 3; // instr: select.i32
    int d = b ? p[1] : 3; // instr: if
    p[0] = c + d + (a || b); // instr: or.bool
}
