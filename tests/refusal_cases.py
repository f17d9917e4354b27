# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""Illegal parameters of every module of the RTL and of every core in Python, and what each says of them."""

from itertools import product

from arith_units import BUTTERFLIES
from core_cases import user_ring

from twiddle.base.rings import Ring, ring
from twiddle.catalog.cores import CORES
from twiddle.model.methods import Form, Method

Parameters = dict[str, int | str]
Refusal = tuple[str, Parameters, str]
"""A module, its parameters, and the rule that they break."""


def refused(rule: str, tops: str, *wrong: Parameters) -> list[Refusal]:
    """Each of several modules with each of several choices that break a rule."""
    return [(top, parameters, rule) for top, parameters in product(tops.split(), wrong)]


def each(name: str, *values: int | str) -> list[Parameters]:
    """The values of one parameter."""
    return [{name: value} for value in values]


def method(chosen: Method, of: Ring | None = None, **more: int | str) -> Parameters:
    """A method, with the numbers of a ring where there is one."""
    return {**(of.parameters if of else {}), "Method": chosen.parameter, **more}


KEM, DSA, FALCON, V1 = (ring(name) for name in ("ml-kem", "ml-dsa", "falcon-512", "kyber-v1"))
PLAIN, SMALL = user_ring(8, 233, False), user_ring(8, 577, False)
"""The q of the first is 29 * 2^3 + 1, no modulus for K-RED."""

LENGTH = "N is not a power of two from 8 to 4096"
PRIME = "Q is not an odd prime below 2^24"
ORDER = "RootOrder is neither N nor 2 N"
ROOT = "Root is not an element of [2, Q) of order RootOrder modulo Q"
BROKEN_RING = {LENGTH: {"N": 192}, PRIME: {"Q": 3327}, ORDER: {"RootOrder": 128}, ROOT: {"Root": 18}}
"""What every core says of ml-kem with one number changed."""

MODULUS = "Q is not odd, from 3 to below 2^24"
MEMORY = "Memory is not BLOCK (0), LUT (1) or LUT16 (2)"
OTHERS = "take FOLD, BARRETT, MONTGOMERY or PLANTARD"
WORK = "FOLD, BARRETT, MONTGOMERY, PLANTARD work"
SHIFT_ADD = f"its sums are those of 3329 and 12289; {OTHERS}"
MUL_METHOD = "Method does not work modulo Q, or not with Form or Halvings (see twd_method_pkg)"
REDUCE_METHOD = "Method does not reduce modulo Q; FOLD, BARRETT, MONTGOMERY, PLANTARD do"
CONSTANTS = "Cycles is less than constants_latency(Q), and one with Unit"
SLOT = "Slot is not 0, 16 or 32, or less than a coefficient has bits"
RNS_PRIME = "Q is not prime: no logarithms"
RNS_MODULI = "Moduli are not coprime with product Q - 1 or from 2 Q - 3 on, in 16 bits"
WITH_METHOD = " ".join(BUTTERFLIES)

METHOD = "Method does not work modulo Q; FOLD, BARRETT, MONTGOMERY, PLANTARD do"
RNS_TABLES = "Q has more than 13 bits, too many for the tables of Method RNS"
PUBLISHED = "Published is 1 or 2 for Method RNS and q = 3329, without Registers, otherwise 0"
PWMM_METHOD = "Method does not work modulo Q; TILES, FOLD and BARRETT do, with Scaled = 1 LDSP"
QUAD_METHOD = "Method is not FOLD, TILES, KRED, KRED2X or LDSP"

UNITS = [
    *refused(
        MODULUS,
        "twd_mod_mul twd_mod_reduce twd_mod_fold twd_mod_add twd_pwmm_reduce twd_mod_correct_registered "
        "twd_pwmm_karatsuba "
        "twd_mod_mul_constants",
        {"Q": 3330},
    ),
    *refused(
        MODULUS,
        f"twd_const_reduce twd_mod_mul_ldsp twd_ldsp_reduce twd_mod_correct twd_mod_halve twd_butterfly {WITH_METHOD}",
        *each("Q", 2, 3330, 2**24 + 1),
    ),
    *refused("Karatsuba is for Method LDSP", "twd_butterfly_unified", {"Karatsuba": 1}),
    *refused(SHIFT_ADD, "twd_mod_shift_add", *each("Q", 17, 3331, 7681, 8380417)),
    *refused(MUL_METHOD, f"twd_mod_mul {WITH_METHOD}", method(Method.SHIFT_ADD, Q=7681)),
    *refused(
        MUL_METHOD,
        "twd_mod_mul",
        *(method(each, Q=3331) for each in (Method.KRED, Method.KRED2X, Method.LDSP)),
        method(Method.KRED, Q=3329, Halvings=9),
        method(Method.LDSP, Q=18433),
        method(Method.LDSP, Halvings=9),
        method(Method.TILES, Q=131073),
        method(Method.RNS, Q=61 * 67),
        method(Method.RNS, Q=8380417),
        *({"Method": other, "Halvings": 7} for other in (0, 5, 6)),
        {"Method": "4'd15"},
        *(method(each, Form=Form.WIDE.parameter) for each in (Method.BARRETT, Method.SHIFT_ADD)),
        method(Method.SHIFT_ADD, Q=3329, Form=Form.SIGNED.parameter),
        method(Method.FOLD, Q=8380417, Form=Form.SIGNED.parameter),
        method(Method.KRED, Form=Form.WIDE.parameter, Halvings=1),
    ),
    *refused(REDUCE_METHOD, "twd_mod_reduce", *(method(each, Q=3331) for each in (Method.KRED, Method.KRED2X))),
    *refused(REDUCE_METHOD, "twd_mod_reduce", *each("Method", 6, 15), {"Method": 0, "Halvings": 7}),
    *refused(
        "Q is not k 2^m + 1 with odd k < 2^m, of up to 14 bits, or Halvings is more than m",
        "twd_ldsp_reduce",
        *each("Q", 3331, 18433),
    ),
    *refused("Largest has fewer bits than Q", "twd_mod_fold", *each("Largest", "64'd100", "64'd2047")),
    *refused("Halvings is over 32, or 0 with OnlyLow", "twd_mod_fold", {"Halvings": 33}, {"OnlyLow": 1}),
    *refused("Width is not 2 to 24", "twd_tile_product", *each("Width", 1, 25)),
    *refused("Width is not 2 to 14", "twd_karatsuba_product", *each("Width", 1, 15)),
    *refused(
        "Modulus is not of Width bits, from 12 on, or goes with Negate", "twd_karatsuba_product", {"Modulus": 4099}
    ),
    *refused("Bits is not 6, 7 or 8", "twd_vedic_product", {"Bits": 5}),
    *refused(f"Q has more than 13 bits; {WORK}", "twd_mod_mul_rns twd_mod_mul_rns_dual", {"Q": 8380417}),
    *refused("tables for 14 bits of Q are too large", "twd_butterfly_rns", {"Q": 8380417}),
    *refused(f"{RNS_PRIME}; {WORK}", "twd_mod_mul_rns twd_mod_mul_rns_dual", {"Q": 61 * 67}),
    *refused(RNS_PRIME, "twd_butterfly_rns", {"Q": 61 * 67}),
    *refused(
        RNS_MODULI,
        "twd_mod_mul_rns twd_mod_mul_rns_dual twd_butterfly_rns",
        *each("Moduli", "48'h0006001f0020", "48'h0007001e001f"),
    ),
    *refused(
        "Feed goes without Registers: a product would come too late", "twd_butterfly_rns", {"Feed": 1, "Registers": 1}
    ),
    *refused("Tables needs two long residues of 2 to 6 bits", "twd_rns_sum", {"Tables": 1}),
    *refused("Depth is less than 2", "twd_rom_2r twd_ram_1r1w twd_rom", {"Depth": 1}),
    *refused("Cycles is less than 3", "twd_delay_ram", {"Cycles": 2}),
    *refused("Stages is not 1 to 4", "twd_dsp_product", *each("Stages", 0, 5)),
    *refused("Lag is less than the latency of the butterfly", "twd_base_feed", {"Lag": 2}),
    *refused("a factor of less than two bits, or a sum of more than 56", "twd_row_mul_add", {"BLargest": "64'd1"}),
    *refused("Depth is not a power of two from 4 on", "twd_fifo", {"Depth": 24}),
    *refused("Reserve is not from 2 to Depth - 1", "twd_fifo", {"Reserve": 32}),
    *refused(
        "neither Kem nor Dsa", "twd_unpack twd_load_map twd_sampler twd_store_map twd_lattice", {"Kem": 0, "Dsa": 0}
    ),
    *refused("Width is not 1 to 24", "twd_compact", *each("Width", 0, 25)),
    *refused("Q_2 is not 0, or odd, from 3 to below Q", "twd_twiddle_mul", {"Q_2": 12289}),
    *refused(
        "Q has more bits than a DSP block, or Method not one latency for Q and Q_2",
        "twd_twiddle_mul",
        {"Q": 8380417, "Q_2": 3329},
    ),
    *refused(
        "Q is not k 2^m + 1, k = 2^s + 1 or 2^s - 1, 4 (k + 1)^2 < Q, of more than 17 bits",
        "twd_mod_kred_twice",
        {"Q": 3329},
    ),
    *refused("Q has one digit", "twd_mod_mul_constants", {"Q": 15, "Cycles": 2}),
    *refused("Numbers is not 1, 2 or 4", "twd_mod_mul_constants", *each("Numbers", 3, 5)),
    *refused("Unit is not 0, 1 or Q - 1", "twd_mod_mul_constants", {"Unit": 2, "Cycles": 5}),
    *refused(CONSTANTS, "twd_mod_mul_constants", {"Cycles": 3}, {"Unit": 1}),
    *refused("Depth is less than 1", "twd_butterfly_feedback", {"Depth": 0}),
    *refused("Numbers is not for Configurable", "twd_butterfly_feedback", {"Numbers": 1, "Configurable": 1}),
    *refused(
        "Direction is not FORWARD, INVERSE or BOTH", "twd_butterfly_parallel twd_mdc_engine", {"Direction": "2'd3"}
    ),
    *refused("Numbers is not for Direction BOTH", "twd_butterfly_parallel", {"Numbers": 1, "Direction": "2'd2"}),
    *refused("Numbers is not for Q_2", "twd_twiddle_mul", {"Numbers": 1, "Q_2": 257}),
    *refused("Direction is not FORWARD or BOTH", "twd_mdf_engine", {"Direction": "2'd1"}),
    *refused("Pass is not for Direction BOTH", "twd_mdc_engine", {"Pass": 1}),
    *refused("Mixed is for Direction BOTH alone", "twd_mdc_engine", {"Mixed": 1, "Direction": "2'd0"}),
    *refused("Streams is not positive, or not 1 with Mixed", "twd_mdc_engine", {"Mixed": 1, "Streams": 2}),
    *refused("Beats is not a power of two from 4 on", "twd_stream_buffer twd_stream_egress", *each("Beats", 2, 6)),
    *refused(
        "Words is not a multiple of the shortest polynomial that holds two of the longest",
        "twd_stream_egress",
        {"Words": 100},
    ),
    *refused("Bus is not 8, 16, 32, 64 or 128", "twd_axis", {"Bus": 24}),
    *refused(SLOT, "twd_axis", {"Slot": 8}, {"Q": 8380417}),
    *refused("a frame is not whole beats of Bus bits", "twd_axis", {"N": 8, "Slot": 0, "Bus": 128}),
    *refused("N coefficients are fewer than the gearboxes hold", "twd_axis", {"N": 16}),
    *refused("Inputs is not 1 or 2", "twd_axis", {"Inputs": 3}),
    *refused("N coefficients are more than a window holds", "twd_axil", {"N": 16384}),
    *refused("Words is less than 4", "twd_zeroize", {"Words": 2}),
    *refused("Rounds is less than 1", "twd_zeroize", {"Rounds": 0}),
    *refused("Q and Q_2 are not 0 or odd, from 3 to below 2^24, one of them not 0", "twd_lane", {"Q": 8380416}),
    *refused(
        "Q has more than twice the bits of Q_2, or Q_2 more than 12", "twd_lane", {"Q_2": 1031}, {"Q": 0, "Q_2": 7681}
    ),
    *refused("Rounds is not 1 or 2", "twd_keccak", {"Rounds": 3}),
    *refused("Lanes is not 1, 2, 4 or 8", "twd_poly_unit twd_lattice", {"Lanes": 3}),
    *refused("Slices is not 4, 8 or 16", "twd_keccak_slices", {"Slices": 32}),
    *refused("KeccakSlices is not 4, 8, 16 or 64", "twd_lattice", {"KeccakSlices": 32}),
    *refused("Rounds without all KeccakSlices", "twd_lattice", {"KeccakSlices": 8, "Rounds": 2}),
    *refused("Slots is not 8 to 64", "twd_poly_unit", {"Slots": 4}),
    *refused("no ring, or one whose N, Q and Root are not those of a ring", "twd_poly_unit", {"Root": 2}),
    *refused(
        "a polynomial has fewer than 8 words of Lanes coefficients or pairs",
        "twd_poly_unit",
        {"Q": 0, "N_2": 32, "Root_2": pow(17, 8, 3329)},
    ),
    *refused("N and N_2 are not equal", "twd_poly_unit", {"N_2": 128, "Root_2": pow(17, 2, 3329)}),
]

TOPS = " ".join(dict.fromkeys(kind.top for kind in CORES if not kind.generated))

CORE_RTL = [
    *(row for rule, wrong in BROKEN_RING.items() for row in refused(rule, TOPS, {**KEM.parameters, **wrong})),
    *refused(LENGTH, "twd_iterative", *each("N", 4, 8192)),
    *refused(PRIME, "twd_iterative", *each("Q", 3330, 16777729)),
    *refused(ROOT, "twd_iterative", {"RootOrder": 512}, {"Root": 289}),
    *refused(MEMORY, "twd_iterative twd_quad twd_mdf twd_mdc", {**KEM.parameters, "Memory": 3}),
    *refused("Butterflies is not 1, 2 or 4", "twd_iterative", *each("Butterflies", 3, 8)),
    *refused("N is less than 4 Butterflies", "twd_iterative", {**SMALL.parameters, "Butterflies": 4}),
    *refused(
        METHOD,
        "twd_iterative",
        method(Method.KRED, PLAIN, Butterflies=2),
        method(Method.KRED2X, PLAIN, Butterflies=2),
        method(Method.SHIFT_ADD, V1),
        method(Method.LDSP, DSA),
        method(Method.TILES, DSA),
    ),
    *refused(METHOD, "twd_mdf twd_mdc", method(Method.SHIFT_ADD, user_ring(16, 97, True), Form="2'd0")),
    *refused(RNS_TABLES, "twd_iterative", *(method(Method.RNS, of) for of in (FALCON, DSA))),
    *refused(
        PUBLISHED,
        "twd_iterative",
        method(Method.RNS, V1, Published=1),
        method(Method.RNS, KEM, Published=1, Registers=1),
        method(Method.FOLD, KEM, Published=2),
        method(Method.RNS, KEM, Published=3),
    ),
    *refused("Registers is for Method RNS", "twd_iterative", method(Method.FOLD, KEM, Registers=1)),
    *refused("Units is not 1 or 2", "twd_pwmm twd_pwmm_karatsuba", {"Units": 3}),
    *refused("N is not a multiple of 4 from 8", "twd_pwmm_karatsuba", {"N": 4}, {"N": 10}),
    *refused(
        "Q is not k 2^m + 1 with odd k < 2^m, of 12 to 14 bits, or Halvings is not 1 to m",
        "twd_pwmm_karatsuba",
        {"Q": 257},
        {"Halvings": 0},
        {"Halvings": 9},
    ),
    *refused(
        "Method leaves a factor in the product; with Scaled = 0: FOLD, SHIFT_ADD, TILES, RNS, BARRETT",
        "twd_pwmm",
        method(Method.LDSP, Scaled=0),
    ),
    *refused(
        "Method cannot leave 2^-layers in the product; with Scaled = 1: KRED, LDSP",
        "twd_pwmm",
        method(Method.FOLD, Scaled=1),
    ),
    *refused(
        PWMM_METHOD,
        "twd_pwmm",
        method(Method.SHIFT_ADD, V1, Scaled=0),
        method(Method.RNS, user_ring(64, 8380417, True), Scaled=0),
        method(Method.KRED, user_ring(64, 18049, True), Scaled=1),
        {**KEM.parameters, "Method": 20, "Scaled": 1},
        {**KEM.parameters, "Method": 21},
    ),
    *refused(
        "N / (2 Units) beats are fewer than the pipe is long",
        "twd_pwmm",
        *(method(Method.TILES, user_ring(n, q, True)) for n, q in ((8, 7681), (16, 97))),
    ),
    *refused("N is less than 64", "twd_quad", method(Method.KRED, user_ring(32, 257, False))),
    *refused("Published is for complete transforms", "twd_quad", method(Method.KRED, KEM, Published=1)),
    *refused(QUAD_METHOD, "twd_quad", method(Method.BARRETT, KEM)),
    *refused(
        "Q is not k 2^m + 1, odd k < 2^m; take FOLD or TILES",
        "twd_quad",
        method(Method.KRED, user_ring(64, 4289, False)),
    ),
    *refused(
        "Form is not FORWARD (0), TRANSFORM (1) or PRODUCT (2)", "twd_mdf twd_mdc", {**KEM.parameters, "Form": "2'd3"}
    ),
    *refused("Mult is for Form PRODUCT", "twd_mdf", {**KEM.parameters, "Mult": 1, "Form": "2'd1"}),
    *refused("N is less than 16", "twd_mdf", user_ring(8, 17, False).parameters),
    *refused("Select is for Ring falcon-1024", "twd_mdf", {**KEM.parameters, "Select": 1, "Form": "2'd1"}),
    *refused("N is less than 4 Lanes", "twd_mdc", {**user_ring(16, 17, False).parameters, "Lanes": 8}),
    *refused("Lanes is not 2, 4 or 8", "twd_mdc", {**KEM.parameters, "Lanes": 3}),
    *refused("Mixed is for Form TRANSFORM or PRODUCT", "twd_mdc", {**KEM.parameters, "Mixed": 1, "Form": "2'd0"}),
]
"""Of the top modules of the cores; the numbers that break a ring go to every core of the catalogue."""

REFUSED = UNITS + CORE_RTL

PWM_SCALED = "it cannot leave 2^-layers in the product, which Scaled = 1 needs; methods that work: kred, ldsp"
CORE_PYTHON: dict[str, list[tuple[Ring, Parameters, str]]] = {
    "iterative": [
        (KEM, {"Butterflies": 3}, "Butterflies = 3 is not one of 1, 2, 4"),
        (SMALL, {"Butterflies": 4}, "Butterflies = 4 needs n >= 16; ring n8-q577-pairs has n = 8"),
        (PLAIN, {"Method": "kred", "Butterflies": 2}, "Method = kred, q = 233: 233 = 29 * 2^3 + 1 is not k"),
        (V1, {"Method": "shift_add"}, "Method = shift_add, q = 7681: its sums of shifts are derived"),
        (DSA, {"Method": "ldsp"}, "Method = ldsp, q = 8380417: it has 23 bits, and the 8 x 8 Vedic"),
        (DSA, {"Method": "tiles"}, "Method = tiles, q = 8380417: it has 23 bits, and tiles support 17, "),
        (KEM, {"Registers": 1}, "no parameter 'Registers'; it has Butterflies, DoubleBuffer, Method"),
        (KEM, {"Memory": 3}, "Memory = 3 is not one of block, lut, lut16"),
    ],
    "rns": [
        (FALCON, {}, "Method = rns, q = 12289: its tables are 14 block RAMs of 36 Kbit a multiplier"),
        (V1, {"Published": 1}, "Published = 1 is for q = 3329; ring kyber-v1 has q = 7681"),
        (
            KEM,
            {"Published": 1, "Registers": 1},
            "Published = 1 needs Registers = 0: a product is multiplied again three cycles later",
        ),
    ],
    "quad": [
        (user_ring(32, 7681, True), {}, "2x2 butterflies need n >= 64; ring n32-q7681-complete has n = 32"),
        (user_ring(64, 4289, False), {}, "Method = kred, q = 4289: 4289 = 67 * 2^6 + 1"),
        (KEM, {"Method": "barrett"}, "Method = 'barrett' is not one of fold, kred, kred2x"),
    ],
    "pwmm": [
        (
            KEM,
            {"Method": "ldsp"},
            "Method = ldsp, q = 3329: it leaves a factor in the product, and Scaled = 0 needs the exact row",
        ),
        (KEM, {"Method": "fold", "Scaled": 1}, f"Method = fold, q = 3329: {PWM_SCALED}"),
        (KEM, {"Method": "montgomery"}, "Method = 'montgomery' is not one of fold, shift_add, kred, "),
        (KEM, {"Method": 4}, "Method = 4 is not one of fold, "),
        (KEM, {"Methd": "tiles"}, "no parameter 'Methd' (did you mean Method?); it has Units"),
        (KEM, {"Units": True}, "Units = True is not one of 1, 2"),
        (user_ring(8, 7681, True), {}, "Units = 1, Method = tiles needs n >= "),
    ],
    "mdf": [
        (KEM, {"Form": "inverse"}, "Form = 'inverse' is not one of forward, transform, product"),
        (user_ring(8, 17, False), {}, "four lanes need n >= 16; ring n8-q17-pairs has n = 8"),
    ],
    "mdc": [
        (KEM, {"Lanes": 16}, "Lanes = 16 is not one of 2, 4, 8"),
        (KEM, {"Form": "forward", "Mixed": 1}, "Mixed = 1 needs Form = transform or product; "),
        (user_ring(8, 17, False), {}, "Lanes = 4 needs n >= 16; ring n8-q17-pairs has n = 8"),
    ],
}
"""By core: a ring, parameters, and how what Python says of them begins, after the name of the core."""
