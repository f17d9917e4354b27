// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// The bus of the driver on the host, module axil_top of twiddle.wrap.top.Wrapper. tests/driver_cases.py calls these
// functions, those of bench.h and those of the driver.

#include "bench.h"
#include "twiddle.h"

EXPORT void host_open(uint32_t seed, uint32_t pauses) { start(new Bench(seed), pauses); }

uint32_t twd_bus_read(const twd_dev* dev, uint32_t offset) {
  uint32_t value = 0;
  bench->access(false, static_cast<uint32_t>(dev->base) + offset, 0, 0, &value);
  return value;
}

void twd_bus_write(const twd_dev* dev, uint32_t offset, uint32_t value) {
  bench->access(true, static_cast<uint32_t>(dev->base) + offset, value, 15, nullptr);
}
