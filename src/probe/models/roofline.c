/* Roofline arithmetic and the sentence that keeps the model point and the measured one apart. */
#include "probe/models/roofline.h"

static double lesser(double a, double b)
{
    return a < b ? a : b;
}

Roofline roofline_compute(const DeviceModel *device, double flops, double bytes, double seconds)
{
    Roofline r = {.useful_share = 1};
    r.intensity = bytes > 0 ? flops / bytes : 0;
    r.bandwidth_gflops = r.intensity * device->bandwidth_gb_s;
    r.attainable_gflops =
        bytes > 0 ? lesser(device->peak_gflops, r.bandwidth_gflops) : device->peak_gflops;
    r.ridge_flop_per_byte = device->peak_gflops / device->bandwidth_gb_s;
    r.peak_fraction = r.attainable_gflops / device->peak_gflops;
    r.is_memory_bound = bytes > 0 && r.intensity < r.ridge_flop_per_byte;
    if (seconds > 0) {
        r.measured_gflops = flops / seconds / 1e9;
        r.is_above_memory_roof = r.is_memory_bound && r.measured_gflops > r.bandwidth_gflops;
    }
    return r;
}

void roofline_set_useful(Roofline *roofline, double flops, double useful_flops)
{
    roofline->useful_share = flops > 0 && useful_flops > 0 ? useful_flops / flops : 1;
}

double roofline_bytes_in_flight(double latency_ns, double bandwidth_gb_s)
{
    return latency_ns * bandwidth_gb_s;
}

static const char *model_sentence(Arena *arena, Language language, const DeviceModel *device,
                                  const Roofline *r)
{
    const char *bound =
        r->is_memory_bound
            ? language_pick(language, "it is memory bound: memory is the limit", "受限于内存")
            : language_pick(language, "it is compute bound: the arithmetic units are the limit",
                            "受限于运算单元");
    return language_printf(
        arena, language,
        "Model: %.3g FLOP per byte loaded lets %s do at most %.0f GFLOP/s, %.1f %% of its peak, if "
        "every load went to DRAM; %s (the ridge is at %.3g FLOP per byte).",
        "模型：每读一字节 %.3g 次浮点运算，若每次读取都到 DRAM，%s 最多 %.0f GFLOP/s，为峰值的 "
        "%.1f "
        "%%；%s（脊点为每字节 %.3g 次）。",
        r->intensity, device->name, r->attainable_gflops, 100 * r->peak_fraction, bound,
        r->ridge_flop_per_byte);
}

/* "" where none are spent on padding. */
static const char *useful_sentence(Arena *arena, Language language, const Roofline *r)
{
    if (r->useful_share >= 1)
        return "";
    return language_printf(
        arena, language,
        " %.3g %% of the operations are useful, the others go into padding: %.3g useful FLOP per "
        "byte, %.0f useful GFLOP/s.",
        "其中 %.3g %% 为有效运算，其余花在补零上：每字节 %.3g 次有效运算，有效 %.0f GFLOP/s。",
        100 * r->useful_share, r->intensity * r->useful_share,
        r->attainable_gflops * r->useful_share);
}

const char *roofline_sentence(Arena *arena, Language language, const DeviceModel *device,
                              const Roofline *r)
{
    const char *model = arena_printf(arena, "%s%s", model_sentence(arena, language, device, r),
                                     useful_sentence(arena, language, r));
    if (r->measured_gflops <= 0)
        return model;
    const char *above = language_pick(
        language,
        ", above the roof of DRAM, because the caches answer loads that the model charges to DRAM",
        "，高于 DRAM 的 Roofline，因为模型算在 DRAM 上的一部分读取由缓存完成");
    return language_printf(arena, language, "%s Measured: %.4g GFLOP/s%s.",
                           "%s实测：%.4g GFLOP/s%s。", model, r->measured_gflops,
                           r->is_above_memory_roof ? above : "");
}
