/* Values to jansson. Absent things are null, never a magic number. */
#include "record/json.h"

#include "probe/sentences/sentence.h"
#include "vm/lanes/half.h"

#include <math.h>
#include <string.h>

json_t *json_number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

json_t *json_dim3(Dim3 d)
{
    return json_pack("[III]", (json_int_t)d.x, (json_int_t)d.y, (json_int_t)d.z);
}

static double float_value(ScalarType type, uint64_t bits)
{
    if (type == SCALAR_F16)
        return half_to_double((uint32_t)bits);
    if (type == SCALAR_BF16)
        return bfloat_to_double((uint32_t)bits);
    float f;
    double d;
    memcpy(&f, &bits, sizeof f);
    memcpy(&d, &bits, sizeof d);
    return type == SCALAR_F32 ? (double)f : d;
}

json_t *json_value(ScalarType type, uint64_t bits)
{
    if (scalar_is_float(type))
        return json_number(float_value(type, bits));
    if (type == SCALAR_BOOL)
        return json_boolean(bits & 1);
    if (type == SCALAR_U64 && bits > INT64_MAX) /* more than an integer of the library holds */
        return json_sprintf("%llu", (unsigned long long)bits);
    if (scalar_size_bytes(type) == 8)
        return json_integer((json_int_t)bits);
    return json_integer(scalar_is_signed(type) ? (int32_t)bits : (json_int_t)(uint32_t)bits);
}

json_t *json_line(const Run *run, uint32_t number)
{
    uint32_t file;
    return number ? json_integer(sentence_line_of(run->program, number, &file)) : json_null();
}

void json_put_file(json_t *object, const char *key, const Run *run, uint32_t number)
{
    uint32_t file;
    sentence_line_of(run->program, number, &file);
    const SourceFile *source = &run->sources->files[file];
    if (file)
        json_object_set_new(object, key, json_string(source->name));
    if (file && source->cell)
        json_object_set_new(object, "cell", json_integer(source->cell));
}
