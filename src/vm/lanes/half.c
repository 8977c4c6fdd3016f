/* Half precision by hand, so that results do not depend on what the host CPU offers. The rounding
 * is done by the double unit: adding and subtracting the right power of two cuts the fraction at
 * the half's last place, subnormals included. A bfloat16 is cut out of a float that was rounded to
 * odd: its last bit tells whether anything was lost, so that rounding twice cannot go wrong
 * (Boldo and Melquiond, "When double rounding is odd"). */
#include "vm/lanes/half.h"
#include "vm/lanes/lanes.h"

#include <math.h>
#include <string.h>

double half_to_double(uint32_t bits)
{
    uint32_t exponent = bits >> 10 & 31, fraction = bits & 1023;
    double magnitude;
    if (exponent == 31)
        magnitude = fraction ? (double)lane_float(NAN) : INFINITY;
    else if (exponent == 0)
        magnitude = fraction * 0x1p-24;
    else
        magnitude = (1024 + fraction) * ((double)(1u << exponent) * 0x1p-25);
    return bits & 0x8000 && magnitude == magnitude ? -magnitude : magnitude;
}

static double power_of_two(int exponent) /* of a normal double */
{
    uint64_t bits = (uint64_t)(exponent + 1023) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

uint32_t half_from_double(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint32_t sign = bits >> 63 ? 0x8000 : 0;
    if (isnan(value))
        return 0x7fff;
    if (isinf(value))
        return sign | 0x7c00;
    if (fabs(value) > 65535) { /* half way past the largest half, 65504: rounded as 1e9 is */
        value = copysign(65535, value);
        memcpy(&bits, &value, sizeof bits);
    }
    int exponent = (int)(bits >> 52 & 2047) - 1022; /* its magnitude < 2^exponent */
    int last_place = exponent - 11 < -24 ? -24 : exponent - 11;
    double whole = copysign(0x1p52, value); /* whose last place is 1 */
    double places = fabs(value * power_of_two(-last_place) + whole - whole);
    if (places == 0)
        return sign;
    /* places carries the hidden bit, which adds one to the exponent field, as does an overflow. */
    return sign | (uint32_t)((((last_place + 24) << 10) + (int)places));
}

double bfloat_to_double(uint32_t bits)
{
    float value;
    bits <<= 16;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

uint32_t bfloat_from_double(double value)
{
    float single = (float)value;
    uint32_t bits;
    if (isnan(value))
        return 0x7fff;
    memcpy(&bits, &single, sizeof bits);
    if (fabs((double)single) > fabs(value))
        --bits; /* toward zero; the largest float where it was infinity */
    if ((double)single != value)
        bits |= 1;
    return (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
}

double bfloat_fma(double a, double b, double c)
{
    double product = a * b, sum = product + c; /* the product of 8 by 8 digits is exact */
    double of_c = sum - product, lost = (product - (sum - of_c)) + (c - of_c);
    uint64_t bits;
    memcpy(&bits, &sum, sizeof bits);
    if (!isfinite(sum) || lost == 0 || (bits & 1))
        return sum;
    return nextafter(sum, lost > 0 ? (double)INFINITY : -(double)INFINITY);
}
