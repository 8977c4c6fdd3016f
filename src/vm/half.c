/* Half precision by hand, so that results do not depend on what the host CPU offers. The rounding
 * is done by the double unit: adding and subtracting the right power of two cuts the fraction at
 * the half's last place, subnormals included. */
#include "vm/half.h"

#include <math.h>

double half_to_double(uint32_t bits)
{
    uint32_t exponent = bits >> 10 & 31, fraction = bits & 1023;
    double magnitude;
    if (exponent == 31)
        magnitude = fraction ? NAN : INFINITY;
    else if (exponent == 0)
        magnitude = ldexp(fraction, -24);
    else
        magnitude = ldexp(1024 + fraction, (int)exponent - 25);
    return bits & 0x8000 ? -magnitude : magnitude;
}

uint32_t half_from_double(double value)
{
    uint32_t sign = signbit(value) ? 0x8000 : 0;
    double magnitude = fabs(value);
    if (isnan(value))
        return 0x7fff;
    if (magnitude >= 65520)
        return sign | 0x7c00;
    int exponent;
    frexp(magnitude, &exponent); /* magnitude < 2^exponent */
    int last_place = exponent - 11 < -24 ? -24 : exponent - 11;
    uint32_t places = (uint32_t)nearbyint(ldexp(magnitude, -last_place));
    if (places == 0)
        return sign;
    /* places carries the hidden bit, which adds one to the exponent field, as does an overflow. */
    return sign | (uint32_t)((((last_place + 24) << 10) + (int)places));
}
