/* Little's law for a device, and the channel of DRAM. The one hard idea: what has to be in flight
 * is a property of the device alone; the kernel only decides how many bytes a waiting warp stands
 * for. */
#include "probe/models/latency.h"

#include "probe/models/roofline.h"

#include <math.h>

enum { SECTOR_BYTES_EACH = 32 };

static int held(const DeviceModel *device, const LatencyDemand *demand)
{
    uint64_t sms = (uint64_t)device->sm_count;
    uint64_t of_grid = (demand->warps + sms - 1) / sms;
    return of_grid < (uint64_t)demand->warps_per_sm ? (int)of_grid : demand->warps_per_sm;
}

Latency latency_compute(const DeviceModel *device, const LatencyDemand *demand)
{
    if (device->latency_cycles <= 0 || device->clock_mhz <= 0)
        return (Latency){.is_known = false};
    Latency l = {.is_known = true, .warps_held = held(device, demand)};
    l.ns = device->latency_cycles / device->clock_mhz * 1e3;
    l.bytes = roofline_bytes_in_flight(l.ns, device->bandwidth_gb_s);
    l.bytes_per_sm = l.bytes / device->sm_count;
    if (!demand->requests)
        return l;
    l.request_bytes = (double)demand->sectors * SECTOR_BYTES_EACH / (double)demand->requests;
    l.warps_needed = (int)ceil(l.bytes_per_sm / l.request_bytes);
    l.busy = fmin(1, l.warps_held * l.request_bytes / l.bytes_per_sm);
    return l;
}

int latency_banks(int ratio)
{
    return ratio + 1;
}

double latency_channel_busy(int ratio, int banks)
{
    return fmin(1, (double)banks / latency_banks(ratio));
}

LatencyPlace latency_place(uint64_t address, int channels, int banks)
{
    uint64_t piece = address / LATENCY_PIECE_BYTES;
    return (LatencyPlace){(uint32_t)(piece % (uint64_t)channels),
                          (uint32_t)(piece / (uint64_t)channels % (uint64_t)banks)};
}
