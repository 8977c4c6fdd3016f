/* The vector types of CUDA C++ for the host part of a program: layout and alignment as CUDA has
 * them. */
#pragma once

#define TILESTEP_BOTH static inline __attribute__((host)) __attribute__((device))

/* name1 to name4 of a scalar and their make_ functions; two and four are the alignments in bytes of
 * those with 2 and 4 members. */
#define TILESTEP_VECTORS(name, scalar, two, four) \
    struct name##1 { scalar x; }; \
    struct __attribute__((aligned(two))) name##2 { scalar x, y; }; \
    struct name##3 { scalar x, y, z; }; \
    struct __attribute__((aligned(four))) name##4 { scalar x, y, z, w; }; \
    TILESTEP_BOTH name##1 make_##name##1(scalar x) { return name##1{x}; } \
    TILESTEP_BOTH name##2 make_##name##2(scalar x, scalar y) { return name##2{x, y}; } \
    TILESTEP_BOTH name##3 make_##name##3(scalar x, scalar y, scalar z) { return name##3{x, y, z}; } \
    TILESTEP_BOTH name##4 make_##name##4(scalar x, scalar y, scalar z, scalar w) \
    { \
        return name##4{x, y, z, w}; \
    }

TILESTEP_VECTORS(char, signed char, 2, 4)
TILESTEP_VECTORS(uchar, unsigned char, 2, 4)
TILESTEP_VECTORS(short, short, 4, 8)
TILESTEP_VECTORS(ushort, unsigned short, 4, 8)
TILESTEP_VECTORS(int, int, 8, 16)
TILESTEP_VECTORS(uint, unsigned int, 8, 16)
TILESTEP_VECTORS(long, long, 16, 16)
TILESTEP_VECTORS(ulong, unsigned long, 16, 16)
TILESTEP_VECTORS(longlong, long long, 16, 16)
TILESTEP_VECTORS(ulonglong, unsigned long long, 16, 16)
TILESTEP_VECTORS(float, float, 8, 16)
TILESTEP_VECTORS(double, double, 16, 16)

struct dim3 {
    unsigned int x, y, z;
    constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
        : x(vx), y(vy), z(vz) {}
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    constexpr operator uint3() const { return uint3{x, y, z}; }
};
