/* Little's law and the banks of a channel, with figures worked out by hand. */
#include "probe/models/latency.h"
#include "test.h"

#include <math.h>

/* 500 cycles of 1 GHz are 500 ns; 500 ns of 1000 GB/s are 500 000 bytes, for each of 100
 * multiprocessors 5000. */
static const DeviceModel round_chip = {.name = "round",
                                       .sm_count = 100,
                                       .clock_mhz = 1000,
                                       .latency_cycles = 500,
                                       .bandwidth_gb_s = 1000};

static bool is_close(double a, double b)
{
    return fabs(a - b) < 1e-9 * fmax(1, fabs(b));
}

TEST(bytes_in_flight)
{
    const LatencyDemand demand = {.requests = 10, .sectors = 40, .warps = 6400, .warps_per_sm = 64};
    Latency l = latency_compute(&round_chip, &demand);
    assert_true(l.is_known);
    assert_true(is_close(l.ns, 500));
    assert_true(is_close(l.bytes, 500000));
    assert_true(is_close(l.bytes_per_sm, 5000));
    assert_true(is_close(l.request_bytes, 128));
    assert_int_equal(l.warps_needed, 40); /* 39 bring 4992 bytes */
    assert_int_equal(l.warps_held, 64);
    assert_true(is_close(l.busy, 1));
}

/* 10 warps bring 1280 of 5000 bytes; of 16 that would fit, a small grid has 3 a multiprocessor. */
TEST(too_few_warps)
{
    LatencyDemand demand = {.requests = 1, .sectors = 4, .warps = 6400, .warps_per_sm = 10};
    Latency l = latency_compute(&round_chip, &demand);
    assert_int_equal(l.warps_held, 10);
    assert_true(is_close(l.busy, 1280.0 / 5000));
    demand.warps_per_sm = 16;
    demand.warps = 201;
    l = latency_compute(&round_chip, &demand);
    assert_int_equal(l.warps_held, 3);
    assert_true(is_close(l.busy, 384.0 / 5000));
}

/* A request of 32 sectors brings 1024 bytes, so 5 warps are enough; one of a single sector 32. */
TEST(larger_requests_need_fewer_warps)
{
    LatencyDemand demand = {.requests = 7, .sectors = 7 * 32, .warps = 6400, .warps_per_sm = 64};
    assert_int_equal(latency_compute(&round_chip, &demand).warps_needed, 5);
    demand.sectors = 7;
    assert_int_equal(latency_compute(&round_chip, &demand).warps_needed, 157);
}

TEST(what_is_not_known)
{
    DeviceModel chip = round_chip;
    LatencyDemand demand = {.warps = 6400, .warps_per_sm = 64};
    Latency l = latency_compute(&chip, &demand); /* nothing is loaded */
    assert_true(l.is_known && is_close(l.bytes, 500000));
    assert_int_equal(l.warps_needed, 0);
    assert_true(l.request_bytes == 0 && l.busy == 0);
    chip.latency_cycles = 0;
    assert_false(latency_compute(&chip, &demand).is_known);
    chip.latency_cycles = 500;
    chip.clock_mhz = 0;
    assert_false(latency_compute(&chip, &demand).is_known);
}

/* Finding a row takes 20 transfers: a bank is busy for 21 and transfers in one of them. */
TEST(banks_of_a_channel)
{
    assert_int_equal(latency_banks(20), 21);
    assert_int_equal(latency_banks(0), 1);
    assert_true(is_close(latency_channel_busy(20, 1), 1.0 / 21));
    assert_true(is_close(latency_channel_busy(20, 7), 1.0 / 3));
    assert_true(is_close(latency_channel_busy(20, 21), 1));
    assert_true(is_close(latency_channel_busy(20, 40), 1));
}

/* Pieces of 64 bytes over 4 channels: 256 bytes are one round, which the next bank goes on with. */
TEST(interleaving)
{
    static const struct {
        uint64_t address;
        uint32_t channel, bank;
    } rows[] = {{0, 0, 0},   {63, 0, 0},  {64, 1, 0},   {255, 3, 0},
                {256, 0, 1}, {320, 1, 1}, {1024, 0, 4}, {256 * 21, 0, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        LatencyPlace place = latency_place(rows[i].address, 4, 21);
        assert_int_equal(place.channel, rows[i].channel);
        assert_int_equal(place.bank, rows[i].bank);
    }
}
