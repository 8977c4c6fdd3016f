/* Roofline arithmetic with the figures of the course. */
#include "probe/models/roofline.h"
#include "test.h"

#include <math.h>
#include <string.h>

static const DeviceModel a100 = {.name = "A100", .peak_gflops = 19500, .bandwidth_gb_s = 1555};
static const DeviceModel h200 = {.name = "H200", .peak_gflops = 66900, .bandwidth_gb_s = 4800};

TEST(naive_is_a_quarter)
{
    Roofline r = roofline_compute(&a100, 128, 512, 0);
    assert_true(r.intensity == 0.25);
    assert_int_equal((int)r.attainable_gflops, 388);
    assert_int_equal((int)(100 * r.peak_fraction + 0.5), 2);
    assert_true(r.is_memory_bound);
    assert_false(r.is_above_memory_roof);
    assert_true(fabs(r.ridge_flop_per_byte - 12.54) < 0.01);
}

TEST(tile_of_sixteen)
{
    Roofline r = roofline_compute(&a100, 8192, 512 * 4, 0);
    assert_true(r.intensity == 4);
    assert_int_equal((int)r.attainable_gflops, 6220);
    assert_int_equal((int)(100 * r.peak_fraction + 0.5), 32);
}

TEST(the_flat_roof)
{
    Roofline r = roofline_compute(&a100, 1e6, 1e3, 0);
    assert_false(r.is_memory_bound);
    assert_int_equal((int)r.attainable_gflops, 19500);
    assert_int_equal((int)r.bandwidth_gflops, 1555000);
    assert_int_equal((int)roofline_compute(&a100, 5, 0, 0).attainable_gflops, 19500);
}

TEST(caches_lift_the_measured_point)
{
    Arena *arena = arena_new();
    double flops = 2.0 * 4096 * 4096 * 4096;
    Roofline r = roofline_compute(&h200, flops, 4 * flops, 0.0275);
    assert_true(r.measured_gflops > 4900 && r.measured_gflops < 5100);
    assert_true(r.is_above_memory_roof);
    assert_non_null(strstr(roofline_sentence(arena, LANGUAGE_EN, &h200, &r), "caches"));
    r = roofline_compute(&h200, flops, 4 * flops, 1);
    assert_false(r.is_above_memory_roof);
    assert_null(strstr(roofline_sentence(arena, LANGUAGE_EN, &h200, &r), "caches"));
    assert_non_null(strstr(roofline_sentence(arena, LANGUAGE_ZH, &h200, &r), "H200"));
    arena_free(arena);
}

/* Tiles of 16 over a product of 17: most operations go into padding. */
TEST(padding_is_not_useful)
{
    Arena *arena = arena_new();
    Roofline r = roofline_compute(&h200, 65536, 4624, 0);
    assert_null(strstr(roofline_sentence(arena, LANGUAGE_EN, &h200, &r), "useful"));
    roofline_set_useful(&r, 65536, 2 * 17 * 17 * 17);
    assert_true(fabs(r.useful_share - 0.15) < 0.001);
    const char *text = roofline_sentence(arena, LANGUAGE_EN, &h200, &r);
    assert_non_null(strstr(text, "compute bound"));
    assert_non_null(strstr(text, "ridge is at 13.9"));
    assert_non_null(strstr(text, "2.12 useful FLOP per byte, 10031 useful GFLOP/s"));
    roofline_set_useful(&r, 65536, 0); /* not known */
    assert_true(r.useful_share == 1);
    arena_free(arena);
}

TEST(little_s_law)
{
    assert_true(roofline_bytes_in_flight(500, 1555) == 777500);
}
