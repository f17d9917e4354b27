// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// What every translation unit of a build includes first; compiled once for all builds.

#ifndef TWD_PREFIX_HPP
#define TWD_PREFIX_HPP

#include "hooks.hpp"

#include <memory>
#include <string>
#include <vector>

#include "verilated.h"
#include "verilated_dpi.h"
#include "verilated_syms.h"

#endif
