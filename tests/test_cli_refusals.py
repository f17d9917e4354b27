# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What each command refuses: in one line that names the option or the file, and nothing is written."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from command import Run

REFUSED = """
compare
  alhasani-2024 => paper 'alhasani-2024': unknown (did you mean alhassani-2024?); the papers are
  zzz | --json zzz => paper 'zzz': unknown; the papers are alhassani-2024, duong-ngoc-2022, nguyen-2019, n
   => PAPER: missing; give one of alhassani-2024, duong-ngoc-2022, nguyen-2019, nguyen-2023, or --like
  alhassani-2024 --like-for-like => PAPER and --like-for-like: give one of them
  alhassani-2024 --peers => PAPER and --peers: give one of them
  --peers --like-for-like => --like-for-like and --peers: give one of them
  --peers --butterflies 2 | alhassani-2024 --butterflies 2 => --butterflies: goes with --like-for-like
  --peers --table kyber => --table 'kyber': not in peers, which has ml-kem, ml-dsa, falcon
  --like-for-like --butterflies 3 => core rns: Butterflies = 3 is not one of 1, 2, 4
  --like-for-like --butterflies two => Invalid value for '--butterflies': 'two' is not a valid integer
  alhassani-2024 --table table-1 => --table 'table-1': not in alhassani-2024 (did you mean table-I?), which
  --json --like-for-like | --json --butterflies 2 => --json: lists what papers published; the
  --json --recipe a.toml => --recipe: goes with --peers, whose document is that of --format json
  --json --measure a => --measure: goes with --peers, whose document
  --json --peers => --json: lists what papers published; the other comparisons have --format json
  --json --table table-I | --json --format csv => --json: lists all figures; it does not go with --table and
  alhassani-2024 --format xml => Invalid value for '--format': 'xml' is not one of 'terminal',
  --like-for-like --recipe a.toml | --like-for-like --recipe a.toml --measure b => --recipe: goes with --peers
  --peers --measure b => --measure: goes with --recipe
arith
  --method kerd => method 'kerd': unknown (did you mean kred?); the methods are fold,
  --method nonsense => method 'nonsense': unknown; the methods are fold,
  --q 97 => q = 97: not measured; the moduli are 3329, 7681, 12289, 8380417, 8404993
  --q 1 --method kred => method kred, q = 1: q is not odd, from 3 to below 2^24
  --q 0 --method fold => method fold, q = 0: q is not odd, from 3 to below 2^24
  --q 4 --method fold => method fold, q = 4: q is not odd, from 3 to below 2^24
  --q -3 --method barrett => method barrett, q = -3: q is not odd, from 3 to below 2^24
  --q 999999999999999989 --method rns => method rns, q = 999999999999999989: q is not odd, from 3 to below
  --q 3329 --ring ml-kem => --q and --ring: give one of them
  --ring ml-kam => ring 'ml-kam': unknown (did you mean ml-kem?)
  --q 3329 --form nope => q 3329, form nope: no such unit
  --unit nope => Invalid value for '--unit': 'nope' is not one of 'reduction',
  --again => --again: goes with --measure
  --json --format csv => --json and --format: give one of them
plan
  --scheme ml-kem-768 => Missing option '--rate'.
  --rate 5 | --scheme ml-kem-768 --ring ml-kem --rate 5 => --scheme: give one, or a ring in its place
  --scheme ml-kem-769 --rate 5 => scheme 'ml-kem-769': unknown (did you mean ml-kem-768?)
  --ring ml-kem --operation encaps --rate 5 => --operation encaps: a core offers ntt, intt, pwm
plan --scheme ml-kem-768
  --rate 0 => Invalid value for '--rate': 0.0 is not in the range 0<x<=
  --rate nan => Invalid value for '--rate': nan is no finite number.
  --rate 1e300 => Invalid value for '--rate': 1e+300 is not in the range
  --rate 1e12 => no record carries this load: it takes more than 10,000 devices
  --rate 5e4 --burst onoff:4:9999 => --jobs 200000: 1,999,800 come in one burst
plan --scheme ml-kem-768 --rate 5
  --bus -1 => Invalid value for '--bus': -1.0 is not in the range 0<x<=
  --mhz inf => Invalid value for '--mhz': inf is not in the range 0<x<=
  --mhz 1001 => --mhz 1001: not from 0.001 to 1000
  --utilisation 100 => --utilisation 100: not from 0.001 to 99.999
  --jobs 10 => --jobs 10: not from 1000 to 5000000
  --seed -1 => --seed -1: not from 0 to
  --cores 0 => --cores 0: not from 1 to 10000
  --devices -3 => --devices -3: not from 1 to 10000
  --burst often => --burst often: not of the form poisson, even, batch:JOBS
  --burst batch:x => --burst batch:x: not of the form
  --burst batch:0 => --burst batch:0: not of the form
  --burst onoff:1:5 => --burst onoff:1:5: not of the form
  --burst batch:50000 => --jobs 200000: 50,000 come in one burst, a percentile needs 20 bursts; take 1000000
  --device spartan => device 'spartan': unknown
  --core fast => core 'fast': unknown; the cores are iterative
  --set x => --set x: not of the form NAME=VALUE
  --set Speed=9 => --set Speed: no core has 'Speed'
  --set Butterflies=3 => no record of any core Butterflies=3 for ml-kem-768 h
  --device ecp5-25k --utilisation 0.01 => no record carries this load: no core fits on ecp5-25k below 0.01%:
  --on lattice => --on and --system lattice: give --core lattice
  --core lattice --operation add => operation 'add': ml-kem-768 has handshake, client, keygen, encaps, decaps
  --core lattice --set Kem=0 => no record of lattice Kem=0 for ml-kem-768 handshake on
plan --core lattice --rate 5
  --ring ml-kem => --core lattice: executes operations of a scheme; give one
  --scheme falcon-512 => scheme 'falcon-512': unknown; the schemes are {schemes}
plan --scheme ml-kem-768 --rate 5 --core mdc
  --device ecp5-25k --cores 1 => no record carries this load: no core fits on ecp5-25k below 80%: it needs 50
  --device ecp5-85k --cores 9 => no record carries this load: no more than 2 cores fit on ecp5-85k below 80%
explore --ring ml-kem
  --ring kem => ring 'kem': unknown
  --core mdg => --core 'mdg': unknown (did you mean mdf?); known are iterative, rns
  --target xc9 => --target 'xc9': unknown (did you mean xc7?); known are xc7, ecp5
  --operation add => --operation 'add': unknown; known are ntt, intt, pwm, mul, mult
  --operation mul --core pwmm => no design of pwmm for ring ml-kem offers mul
  --core quad-hls => --core quad-hls: a tool generates its sources; measure it with twiddle hls
  --set Lanes => --set Lanes: not of the form NAME=VALUE
  --set Lane=4 => Lane=4: no such parameter (did you mean Lanes?); iterative, rns
  --set Lanes=5 => Lanes=5: not one of 2, 4, 8
  --set Lanes=4 --set Units=1 => no design of
  --max-lut -1 => Invalid value for '--max-lut': -1.0 is not in the range 0<=x<=
  --max-latency nan => Invalid value for '--max-latency': nan is no finite number.
  --mhz 0 => Invalid value for '--mhz': 0.0 is not in the range 0<x<=
  --timeout -5 => Invalid value for '--timeout': -5.0 is not in the range 0<x<=
  --measure 0 => Invalid value for '--measure': 0 is not in the range x>=1.
  --scheduler tcp://127.0.0.1:9 => --scheduler: goes with --measure
  --retry => --retry: goes with --measure
  --mhz 200 => --mhz: goes with a target without place and route; ecp5 has a clock rate
  --seeds 1,1 => --seeds 1,1: a seed is repeated
  --no-dsp --max-dsp 4 => --no-dsp and --max-dsp: give one of them
  --json --csv => --json and --csv: give one of them
  --dry-run --csv => --dry-run and --csv: give one of them
  --dry-run -o all.json => --dry-run and -o: give one of them
  -o front.txt => -o front.txt: ends in none of .json, .csv, .tex
  -o nowhere/front.csv => nowhere/front.csv: the folder nowhere does not exist
  --recipe a.toml => a.toml: No such file or directory
explore --scheme ml-kem-768
  --ring ml-kem => --ring and --scheme: give one of them
  --operation sign => operation 'sign': ml-kem-768 has handshake, client, keygen, encaps, decaps
  --target xc9 => --target 'xc9': unknown (did you mean xc7?); known are xc7, ecp5
  --core mdc => --core: not with --scheme; twiddle bench --system measures a build
  --measure 3 => --measure: not with --scheme; twiddle bench --system measures a build
  --dry-run => --dry-run: not with --scheme; twiddle bench --system measures a build
  --seeds 9 => --seeds: not with --scheme; twiddle bench --system measures a build
  --target xc7 --max-latency 5 => --max-latency: xc7 without place and route has no clock rate; give one
explore
   => --ring and --scheme: give one of them
  --scheme ml-kem-769 => scheme 'ml-kem-769': unknown (did you mean ml-kem-768?); the schemes are ml-kem-512
bench --tables-only
  --core mdc => --tables-only and --core: give one of them
  --retry => --tables-only and --retry: give one of them
bench
  --core mdg => --core 'mdg': unknown (did you mean mdf?); known are iterative, rns
  --target xc9 => --target 'xc9': unknown (did you mean xc7?); known are xc7, ecp5
  --target asic => --target 'asic': unknown
  --ring kem => ring 'kem': unknown
verify
  --core rns | --core iterative => --core: goes with --ring
  --set Butterflies=1 => --set: goes with --ring
  --seed 0 | --run exhaust --seed 7 => --seed: goes with --ring
  --polynomials 1000 | --run formal --polynomials 10 => --polynomials: goes with --ring
  --workers 1 | --ring ml-kem --workers 1 => --workers: goes with --run
  --run formal --workers 1 => --workers: not for formal
  --run soc --workers 1 => --workers: not for soc
  --run exhaust --ring ml-kem => --run: covers all the hardware; it does not go with --ring
  --files . => --files: goes with --run
  --only fold => --only: goes with --run
  --run exhaust --only= => --only: empty; leave it out to run every point
  --run exhaust --files . => --files: not for exhaust
  --run matrix --only fold => --only: not for matrix
  --run acvp => --files: missing, the folder of the ACVP files
  --ring ml-kem --polynomials 0 => Invalid value for '--polynomials': 0 is not in the range 1<=x<=
  --ring ml-ken => ring 'ml-ken': unknown
synth
  --target xc7 => Missing option '--ring'.
  --target xc7 --recipe a.toml --ring ml-kem => --recipe and --ring: give one of them
  --target xc7 --recipe a.toml --set N=1 => --recipe and --set: give one of them
  --target xc7 --recipe a.toml => a.toml: No such file or directory
synth --ring ml-kem
  --target xc9 => target 'xc9': unknown (did you mean xc7?); the targets are xc7, ecp5
  --target ecp5 --seeds 1,two => --seeds 1,two: not a list of integers
  --target ecp5 --seeds {digits} => --seeds {digits}: not a list of integers below 2^31
  --target ecp5 --seeds 1,1 => --seeds 1,1: a seed is repeated
  --target xc7 --set Butterflies={digits} => --set Butterflies={digits}: '1111
  --target xc7 --timeout nan => Invalid value for '--timeout': nan is no finite number
  --target xc7 --seeds 1 => --seeds: goes with a target that is placed and routed by seeds; xc7 is not
  --target ecp5 --part xc9 => --part xc9: only for the targets vivado, quartus, openxc7, not ecp5
  --target asic => target asic: needs --liberty FILE, the liberty file of your cell library
  --target xc7 --liberty no.lib => --liberty no.lib: only for the target asic, not xc7
  --target ecp5 --liberty-sha256 00 => --liberty-sha256 00: only for the target asic, not ecp5
  --target asic --liberty none.lib => none.lib: No such file or directory
  --target asic --liberty . => .: Is a directory
  --target asic --liberty no.lib => no.lib: not a liberty file: line 1 is not a statement of a library
  --target asic --liberty no.lib --liberty-sha256 00 => no.lib: its sha256 is
  --target asic --liberty no.lib --part x => --part x: only for the targets vivado
hls --no-measure
  --ring ml-kem => core quad-hls: ring ml-kem stops at pairs
hls --no-measure --ring ml-dsa
  --latency mul => --latency mul: not of the form TYPE=CYCLES
  --latency div=1 => hls: operator type 'div': unknown; the types are add, short, mul
  --latency mul=2 --latency mul=3 => --latency mul=3: mul is set twice
  --latency mul=0 => hls: latency of mul = 0: not from 1 to 4
report
  --recipe a.toml => a.toml: No such file or directory
  --recipe n.toml => n.toml: not a recipe: Object contains unknown field `n`
  --recipe no.lib => no.lib: not TOML: Expected '='
  --recipe a.npy => a.npy: not TOML: 'utf-8' codec
  -o . => .: is a folder
  -o no/x.html => no/x.html: the folder no does not exist
export --ring ml-kem -o new
  --core itrative => core 'itrative': unknown
  -o gone/away => gone/away: the folder
  -o file => file: not an empty folder
  -o full => full: not an empty folder
  -o file/new => file/new: the folder
  -o {name} => {name}: cannot be read: File name too long
  --bus 64 => --bus goes with --wrap axis
  --wrap axis --bus 24 => --bus 24: not one of 8, 16, 32, 64, 128
  --wrap axis --slot 7 => --slot 7: not one of 0, 16, 32, or less than the 12 bits
  --wrap axis --inputs 3 => --inputs 3: not 1 or 2
  --core pwmm --wrap axis --inputs 1 => core pwmm: takes a and b in lock step, which needs inputs = 2
  --ring tiny.toml --wrap axil => ring tiny: 16 coefficients are fewer than the wrapper buffers
  --wrap axi => --wrap axi goes with --core lattice; cores of a ring have axil and axis
  --core latice => core 'latice': unknown (did you mean lattice?); the cores are iterative, rns
  --core lattice => --ring: does not go with --core lattice, which has the rings of its schemes
export -o new
   => Missing option '--ring'.
export --core lattice -o new
  --wrap axil => --wrap axil: goes with a core of a ring; --core lattice has axi
  --wrap axis => --wrap axis: goes with a core of a ring; --core lattice has axi
  --wrap axi --bus 64 => --bus: does not go with --core lattice
  --set Kem=0 --set Dsa=0 => core lattice: neither Kem nor Dsa
  --set Lanes=3 => core lattice: Lanes = 3 is not one of 1, 2, 4
  --set Lanes=two => --set Lanes=two: 'two' is not an integer
  --set Lanes=1 --set Lanes=2 => --set Lanes=2: Lanes is set twice
  --set Lane=2 => core lattice: no parameter 'Lane' (did you mean Lanes?); it has Kem, Dsa, Lanes, Dsp
  -o full => full: not an empty folder
multiply --ring ml-kem
  a.txt one.txt => one.txt: one polynomial needed for each of a.txt: a.txt holds 3 and one.txt holds 1
ntt
  a.txt => Missing option '--ring'.
  --ring ml-kam a.txt => ring 'ml-kam': unknown (did you mean ml-kem?)
  --ring wrong.toml a.txt => wrong.toml: ring 'wrong': root = 18 has order
  --ring n.toml a.txt => n.toml: key 'q' is missing
  --ring none.toml a.txt => none.toml: cannot be read: No such file or directory
  --rign ml-kem a.txt => No such option
ntt --ring ml-kem
   => Missing argument 'A'.
  a.txt b.txt => Got unexpected extra argument
  none.txt => none.txt: cannot be read: No such file or directory
  . => .: unknown kind of file ''
  folder.txt => folder.txt: cannot be read: Is a directory
  a.doc => a.doc: unknown kind of file '.doc'; the endings are .txt,
  a.npy --core pwmm => core pwmm: does not offer ntt; it offers pwm
  a.npy --core mdc --set Form=2 => core mdc: Form = '2' is not one of forward, transform, product
ntt --ring ml-kem a.txt
  -o c.doc => c.doc: unknown kind of file '.doc'
  -o no/c.txt => no/c.txt: the folder no does not exist
  -o folder.txt => folder.txt: is a folder
  -o gone.txt => gone.txt: the folder {gone} does not exist
  -o full.txt => full.txt: cannot be written: No space left on device
  -o - => -o -: leave -o out to write to standard output
  --waveform a.png => a.png: a waveform file ends in .vcd or .fst
  --waveform folder.vcd => folder.vcd: not a regular file
  --waveform full.vcd => full.vcd: not a regular file
  --waveform /proc/a.vcd => /proc/a.vcd: cannot be written: No such file or directory
  --core iterativ => core 'iterativ': unknown (did you mean iterative?)
  --core zzz => core 'zzz': unknown; the cores are iterative
  --set Lanes=4 => core iterative: no parameter 'Lanes'; it has Butterflies
  --set Butterflies=3 => core iterative: Butterflies = 3 is not one of 1, 2, 4
  --set Butterflies => --set Butterflies: not of the form NAME=VALUE
  --set =4 => --set =4: not of the form NAME=VALUE
  --set Method=FOLD => core iterative: Method = 'FOLD' is not one of fold, {methods} (did you mean fold?)
  --set Butterflies=x => --set Butterflies=x: 'x' is not an integer
  --set Butterflies=1 --set Butterflies=2 => --set Butterflies=2: Butterflies is set twice
  --set butterflies=1 --set Butterflies=2 => --set Butterflies=2: Butterflies is set twice
intt --ring ml-kem a.npy
  --core mdf --set Form=forward => core mdf: does not offer intt; it offers ntt
pwm --ring ml-kem a.npy b.npy
  --core pwmm --rank 4 => a.npy: 6 polynomials are not rows of --rank 4
  --core pwmm --rank 0 => --rank 0: core pwmm takes 1 to 8 products an operation
  --core pwmm --rank 9 => --rank 9: core pwmm takes 1 to 8 products an operation
  --core iterative --rank 3 => --rank 3: core iterative takes one product an operation
  --core pwmm --set Methd=tiles => core pwmm: no parameter 'Methd' (did you mean Method?); it has Units
  --core pwmm --set Units=two => --set Units=two: 'two' is not an integer
cores
  --core rns --ring ml-dsa => rns with default parameters supports none of ml-dsa
  --core rsn => core 'rsn': unknown
kem encaps --c c --key k
  --ek short => short: the encapsulation key has 3 bytes, not 1184
  --ek large => large: a coefficient of the encapsulation key is not
  --ek none => none: cannot be read: No such file
  --ek large --c large => large: an input and an output have this name
  --ek large --m {seed} => Invalid value for '--m': 128 hexadecimal digits, not 64.
kem decaps
  --dk short --c short --key k => short: the decapsulation key has 3 bytes, not 2400 as ML-KEM-768 has
  --dk dk --c short --key k => short: the ciphertext has 3 bytes, not 1088 as ML-KEM-768 has
  --dk short --c large --key short => short: an input and an output have this name
kem keygen --ek a
  --dk a => a: two outputs have this name
  --dk no/b => no/b: cannot be written: No such file
  --dk . => .: is a folder
  --dk b --seed abc => Invalid value for '--seed': 3 hexadecimal digits, not 128.
  --dk b --seed 0xab => Invalid value for '--seed': character 2 is no hexadecimal digit.
  --dk b --set ML-KEM-640 => Invalid value for '--set': 'ML-KEM-640' is not one of
  --dk b --on core => Invalid value for '--on': 'core' is not one of 'unit', 'lattice'.
dsa keygen
  --pk a --sk b --seed {seed} => Invalid value for '--seed': 128 hexadecimal digits, not 64.
dsa sign --sk short --message short --signature s
   => short: the private key has 3 bytes, not 4032 as ML-DSA-65 has
  --signature short => short: an input and an output have this name
  --context abc => Invalid value for '--context': 3 hexadecimal digits, not two a byte.
  --context {context} => Invalid value for '--context': 512 hexadecimal digits, at most 510.
dsa verify
  --pk short --message short --signature short => short: the public key has 3 bytes, not 1952 as ML-DSA-65
falcon verify
  --pk short --message short --signature short => short: the public key has 3 bytes
  --pk short --message short --signature short --on lattice => Invalid value for '--on': 'lattice' is not
acvp
  none => Invalid value for 'FOLDER': Directory 'none' does not exist
  . => .: no ACVP file of ML-KEM keyGen
frobnicate
   => No such command 'frobnicate'
"""
"""Below a command, what is added to it, alternatives apart by |, and how the line begins."""

WORDS = {
    "digits": "1" * 5000,
    "name": "n" * 300,
    "seed": "5a" * 64,
    "context": "ab" * 256,
    "methods": "shift_add, kred, kred2x, ldsp, tiles, barrett, montgomery, plantard, tiles_shift",
    "gone": "/nowhere/folder",
    "schemes": "ml-kem-512, ml-kem-768, ml-kem-1024, ml-dsa-44, ml-dsa-65, ml-dsa-87",
}


def cases() -> Iterator[tuple[str, str]]:
    command = ""
    for line in REFUSED.strip().splitlines():
        if line.startswith(" "):
            added, _, message = line.partition("=>")
            for each in added.split("|"):
                yield f"{command} {each.strip()}".strip(), message.strip()
        else:
            command = line


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files and folders, good ones and others."""
    found = tmp_path_factory.mktemp("refused")
    for name in ("folder.txt", "folder.vcd", "full"):
        (found / name).mkdir()
    for name, text in {
        "a.txt": "7 " * 3 * 256,
        "one.txt": "7 " * 256,
        "tiny.toml": f"n = 16\nq = 3329\nroot = {pow(17, 8, 3329)}\nroot_order = 32\n",
        "wrong.toml": "n = 256\nq = 3329\nroot = 18\nroot_order = 256\n",
        "n.toml": "n = 256\n",
        "no.lib": "module twd_test;\n",
        **dict.fromkeys(("file", "full/file", "short"), "abc"),
    }.items():
        (found / name).write_text(text)
    for name in ("full.vcd", "full.txt"):
        (found / name).symlink_to("/dev/full")
    (found / "gone.txt").symlink_to("/nowhere/folder/a")
    (found / "large").write_bytes(b"\xff" * 1184)
    (found / "dk").write_bytes(bytes(2400))
    for name in "ab":
        np.save(found / f"{name}.npy", np.zeros((6, 256), int))
    return found


@pytest.mark.parametrize(("line", "message"), [*cases()])
def test_refused(line: str, message: str, folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    before = sorted(folder.rglob("*"))
    assert run.refused(line.format(**WORDS)).startswith(message.format(**WORDS))
    assert sorted(folder.rglob("*")) == before
