/* Types: sizes, equality and how they are written. */
#include "program/type.h"
#include "test.h"

TEST(test_text)
{
    Arena *arena = arena_new();
    const Type *floats = type_scalar(SCALAR_F32);
    assert_string_equal(type_text(arena, floats), "float");
    assert_string_equal(type_text(arena, type_pointer(arena, type_const_scalar(SCALAR_F32))),
                        "const float *");
    const Type *row = type_array(arena, floats, 17);
    assert_string_equal(type_text(arena, type_array(arena, row, 16)), "float [16][17]");
    assert_string_equal(type_text(arena, type_pointer(arena, row)), "float (*)[17]");
    const Type *pointers = type_array(arena, type_pointer(arena, floats), 4);
    assert_string_equal(type_text(arena, pointers), "float *[4]");
    const Type *fixed = type_with_const(arena, type_pointer(arena, floats), true);
    assert_string_equal(type_text(arena, fixed), "float *const");
    arena_free(arena);
}

TEST(test_layout)
{
    Arena *arena = arena_new();
    const Type *array = type_array(arena, type_scalar(SCALAR_F64), 3);
    assert_int_equal(array->size_bytes, 24);
    assert_int_equal(array->align_bytes, 8);
    assert_int_equal(type_pointer(arena, array)->size_bytes, 8);
    assert_int_equal(scalar_size_bytes(SCALAR_F16), 2);
    arena_free(arena);
}

TEST(test_equal)
{
    Arena *arena = arena_new();
    const Type *a = type_pointer(arena, type_const_scalar(SCALAR_I32));
    const Type *b = type_pointer(arena, type_scalar(SCALAR_I32));
    assert_true(type_equal(a, b));
    assert_false(type_equal(a, type_pointer(arena, type_scalar(SCALAR_U32))));
    assert_false(type_equal(type_array(arena, a, 2), type_array(arena, a, 3)));
    assert_false(type_equal(a, type_void()));
    arena_free(arena);
}
