# SPDX-FileCopyrightText: 2026 Twiddle contributors
# SPDX-License-Identifier: Apache-2.0
"""What each command refuses: in one line that names the option or the file, and nothing is written."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from command import Run

from twiddle.catalog.cores.iterative import METHODS
from twiddle.model.methods import Method
from twiddle.study.papers import PAPERS

REFUSED = """
rings
  --json --format csv => --json and --format: give one of them
  -o rings.doc => -o rings.doc: ends in none of .json, .csv, .md, .tex, .txt; give --format
  -o nowhere/rings.csv => nowhere/rings.csv: the folder nowhere does not exist
  -o folder.txt => folder.txt: is a folder
cores
  --core rns --ring ml-dsa => rns with default parameters supports none of ml-dsa
compare
  alhasani-2024 => paper 'alhasani-2024': unknown (did you mean alhassani-2024?); the papers are
   => PAPER: missing; give one of {papers}, or --like
  schemes => paper 'schemes': no paper but an option, --schemes
  alhassani-2024 --like-for-like => PAPER and --like-for-like: give one of them
  --peers --butterflies 2 | --json --butterflies 2 => --butterflies: goes with --like-for-like
  --peers --table kyber => --table 'kyber': not in peers, which has ml-kem, ml-dsa, falcon
  alhassani-2024 --table table-1 => --table 'table-1': not in alhassani-2024 (did you mean table-I?), which
  --json --table table-I => --table: the JSON document of a paper lists all its figures
  --like-for-like --recipe a.toml --measure b => --recipe: goes with --peers
  --peers --measure b => --measure: goes with --recipe
arith
  --method kerd => method 'kerd': unknown (did you mean kred?); the methods are fold,
  --q 97 => q = 97: not measured; the moduli are 3329, 7681, 12289, 8380417, 8404993
  --q 3329 --ring ml-kem => --q and --ring: give one of them
  --q 3329 --form nope => q 3329, form nope: no such unit
plan
  --scheme ml-kem-768 => Missing option '--rate'.
  --core ml-kem --rate 5 => core 'ml-kem': a ring; the core's name comes first
  --rate 5 | --scheme ml-kem-768 --ring ml-kem --rate 5 => --scheme: give one, or a ring in its place
  --ring ml-kem --operation encaps --rate 5 => --operation encaps: a core offers ntt, intt, pwm
plan --scheme ml-kem-768
  --rate 0 => Invalid value for '--rate': 0 is not above 0 and at most 1e12.
  --rate nan => Invalid value for '--rate': nan is no finite number.
  --rate 1e12 => no record carries this load: it takes more than 10,000 devices
  --rate 5e4 --burst onoff:4:9999 => --jobs 200000: 1,999,800 come in one burst
plan --scheme ml-kem-768 --rate 5
  --mhz 1001 => --mhz 1001: not from 0.001 to 1000
  --jobs 10 => --jobs 10: not from 1000 to 5000000
  --burst often => --burst often: not of the form poisson, even, batch:JOBS
  --burst onoff:1:5 => --burst onoff:1:5: not of the form
  --core fast => core 'fast': unknown; the cores are iterative
  --core unit => --core unit: executes no job; lattice and the cores of a ring do
  --set Speed=9 => --set Speed: no core has 'Speed'
  --set Butterflies=3 => no record of any core Butterflies=3 for ml-kem-768 h
  --on lattice => --on: its name is --core lattice now
plan --scheme ml-kem-768 --rate 5 --core mdc
  --device ecp5-85k --cores 9 => no record carries this load: no more than 2 cores fit on ecp5-85k below 80%
explore --ring ml-kem
  --target xc9 => --target 'xc9': unknown (did you mean xc7?); known are xc7, ecp5
  --core twd_lattice => --core lattice: its builds are explored with --scheme ml-kem-768
  --core unit => --core unit: has no design space; twiddle synth --core unit measures it
  --operation mul --core pwmm => no design of pwmm for ring ml-kem offers mul
  --core quad-hls => --core quad-hls: a tool generates its sources; measure it with twiddle hls
  --set Lane=4 => Lane=4: no such parameter (did you mean Lanes?); iterative, rns
  --set Lanes=4 --set Units=1 => no design of
  --max-lut -1 => Invalid value for '--max-lut': -1 is not from 0 on, at most 1e12.
  --measure 0 => Invalid value for '--measure': 0 is not in the range x>=1.
  --retry => --retry: goes with --measure
  --mhz 200 => --mhz: goes with a target without place and route; ecp5 has a clock rate
  --no-dsp --max-dsp 4 => --no-dsp and --max-dsp: give one of them
  --csv => --csv: its name is --format csv now
explore --scheme ml-kem-768
  --ring ml-kem => --ring and --scheme: give one of them
  --core mdc => --core: not with --scheme; twiddle bench --core lattice measures the builds
  --seeds 9 => --seeds: not with --scheme; twiddle bench --core lattice measures the builds
bench
  --tables-only --core mdc => --tables-only and --core: give one of them
  --system lattice => --system: its name is --core now
  --scheme ml-kem-768 => --scheme: the records of whole schemes are those of --core lattice
verify
  --core iterative => Missing option '--ring'. Core iterative is built for a ring: --ring ml-kem
  --core ml-kem => core 'ml-kem': a ring; the core's name comes first, then the ring; ML-KEM whole: --core lattice --set
  --core ML-KEM-768 => core 'ML-KEM-768': a scheme, not a core; whole: --core lattice --set Dsa=0; its
  --ring ML-KEM-768 => ring 'ML-KEM-768': a scheme, not a ring; whole: --scheme ml-kem-768; its products: --ring ml-kem
  --scheme falcon-512 => scheme 'falcon-512': unknown; the schemes are ml-kem, ml-dsa, ml-kem-512,
  --scheme ml-kem-768 --core unit => --scheme and --core: give one of them
  --core twd_lattice --ring ml-kem => core lattice: takes no ring; its parameters: Kem, Dsa, Lanes, Dsp, KeccakSlices
  --core keccak => core keccak: has no comparison on request; `make test` runs its tests
  --core lattice --set Dsp=0 => core lattice: Dsp = 0 computes in the same cycles; leave it out
  --set Butterflies=1 | --run exhaust --set N=1 => --set: goes with --core
  --workers 1 | --ring ml-kem --workers 1 => --workers: goes with --run
  --run soc --workers 1 => --workers: not for soc
  --run exhaust --ring ml-kem => --run: covers all the hardware; it does not go with --ring
  --run exhaust --only= => --only: empty; leave it out to run every point
  --run exhaust --files . => --files: not for exhaust
  --run soc --only fold => --only: not for soc
  --run acvp => verify --run acvp: its name is vectors now
  --run vectors => --files: missing, the folder of the files of others
  --ring ml-kem --polynomials 0 => Invalid value for '--polynomials': 0 is not in the range x>=1.
synth
  --core mod-mul => Missing option '--target'.
  --core nope => core 'nope': unknown; the cores are iterative
  --target xc7 => Missing option '--ring'. Core iterative is built for a ring: --ring ml-kem
  --target xc7 --recipe a.toml --ring ml-kem => --recipe and --ring: give one of them
  --target xc7 --recipe a.toml --scheme ml-kem => --recipe and --scheme: give one of them
  --target xc7 --core mod-mul --set Q=97 => core mod-mul: Q = 97 is not one of 3329, 7681, 12289, 8380417
synth --ring ml-kem
  --target xc9 => target 'xc9': unknown (did you mean xc7?); the targets are xc7, ecp5
  --target ecp5 --seeds {digits} => --seeds {digits}: not a list of integers below 2^31
  --target xc7 --seeds 1 => --seeds: goes with a target that is placed and routed by seeds; xc7 is not
  --target ecp5 --part xc9 => --part xc9: only for the targets vivado, quartus, openxc7, not ecp5
  --target asic => target asic: needs --liberty FILE, the liberty file of your cell library
  --target xc7 --liberty no.lib => --liberty no.lib: only for the target asic, not xc7
  --target asic --liberty . => .: Is a directory
  --target asic --liberty no.lib --liberty-sha256 00 => no.lib: its sha256 is
hls --no-measure
  --ring n8.toml => core quad-hls: ring n8 has n = 8; at least 16 is needed
hls --no-measure --ring ml-dsa
  --latency mul => --latency mul: not of the form TYPE=CYCLES
  --latency mul=x => --latency mul=x: 'x' is no number of cycles, such as mul=2
  --latency div=1 => hls: operator type 'div': unknown; the types are add, short, mul
  --latency mul=2 --latency mul=3 => --latency mul=3: mul is set twice
report
  --recipe n.toml => n.toml: not a recipe: Object contains unknown field `n`
  -o no/x.html => no/x.html: the folder no does not exist
  -o /proc/x.html => /proc/x.html: cannot be written: No such file or directory
  --scheme ml-kem-768 | --core lattice => --
export --ring ml-kem -o new
  -o gone/away => gone/away: the folder
  -o {name} => {name}: cannot be read: File name too long
  --bus 64 => --bus: goes with --wrap axis
  --wrap axis --bus 24 => --bus 24: not one of 8, 16, 32, 64, 128
  --core pwmm --wrap axis --inputs 1 => core pwmm: takes a and b in lock step, which needs inputs = 2
  --ring tiny.toml --wrap axil => ring tiny: 16 coefficients are fewer than the wrapper buffers
  --wrap axi => --wrap axi: a core of a ring has axil and axis, lattice and unit have axi
export -o new
  --core keccak => core keccak: has no bundle; the polynomial cores, lattice and unit have one, also with --wrap axi
  --core lattice --wrap axil => --wrap axil: a core of a ring has axil and axis, lattice and unit have axi
  --core lattice --wrap axi --bus 64 => --bus: goes with --wrap axis
  --core lattice --set Kem=0 --set Dsa=0 => core lattice: neither Kem nor Dsa
multiply
  --ring ml-kem a.txt one.txt => one.txt: one polynomial needed for each of a.txt: a.txt holds 3 and one.txt holds 1
  --core lattice a.txt a.txt => core lattice: does not offer mul; it offers whole operations: twiddle kem, twiddle dsa
ntt
  --ring wrong.toml a.txt => wrong.toml: ring 'wrong': root = 18 has order
  --rign ml-kem a.txt => No such option
ntt --ring ml-kem
   => Missing argument 'A'.
  a.txt b.txt => Got unexpected extra argument
  none.txt => none.txt: cannot be read: No such file or directory
  a.doc => a.doc: unknown kind of file '.doc'; the endings are .txt,
  a.npy --core pwmm => core pwmm: does not offer ntt; it offers pwm
ntt --ring ml-kem a.txt
  -o c.doc => c.doc: unknown kind of file '.doc'
  -o gone.txt => gone.txt: the folder {gone} does not exist
  -o - => -o -: leave -o out to write to standard output
  --waveform a.png => a.png: a waveform file ends in .vcd or .fst
  --waveform /proc/a.vcd => /proc/a.vcd: cannot be written: No such file or directory
  --set Butterflies => --set Butterflies: not of the form NAME=VALUE
  --set Method=FOLD => core iterative: Method = 'FOLD' is not one of fold, {methods} (did you mean fold?)
  --set Butterflies={digits} => core iterative: Butterflies = '1111
  --set Butterflies=1 --set Butterflies=2 => --set Butterflies=2: Butterflies is set twice
pwm --ring ml-kem a.npy b.npy
  --core pwmm --rank 4 => a.npy: 6 polynomials are not rows of --rank 4
  --core pwmm --rank 9 => --rank 9: core pwmm takes 1 to 8 products an operation
  --core iterative --rank 3 => --rank 3: core iterative takes one product an operation
  --rows 2 => a.npy: 6 polynomials are no matrix of --rows 2 by the 6 of b.npy
  --rows 0 => a.npy: 6 polynomials are no matrix of --rows 0 by the 6 of b.npy
  --rows 1 --core iterative => b.npy: a vector of 6: core iterative takes one product an operation
  --rows 1 --rank 6 => --rank and --rows: give one of them
  --rows two => Invalid value for '--rows': 'two' is not a valid integer
  --transpose => --transpose: goes with --rows
kem encaps --c c --key k
  --ek large => large: a coefficient of the encapsulation key is not
  --ek large --c large => large: an input and an output have this name
kem decaps
  --dk dk --c short --key k => short: the ciphertext has 3 bytes, not 1088 as ML-KEM-768 has
kem keygen --ek a
  --dk a => a: two outputs have this name
  --dk b.json -o b.json => b.json: two outputs have this name
  --dk no/b => no/b: the folder no does not exist
  --dk . => .: is a folder
  --dk b --seed abc => Invalid value for '--seed': 3 hexadecimal digits, not 128.
  --dk b --seed 0xab => Invalid value for '--seed': character 2 is no hexadecimal digit.
  --dk b --params ML-KEM-640 => Invalid value for '--params': 'ML-KEM-640' is not one of
  --dk b --set ml-kem-768 => --set: its name is --params now
dsa sign --sk short --message short --signature s
   => short: the private key has 3 bytes, not 4032 as ML-DSA-65 has
  --context abc => Invalid value for '--context': 3 hexadecimal digits, not two a byte.
  --context {context} => Invalid value for '--context': 512 hexadecimal digits, at most 510.
falcon verify --pk short --message short --signature short
   => short: the public key has 3 bytes
  -o short --format json => short: an input and an output have this name
  --on lattice => Invalid value for '--on': 'lattice' is not
vectors
  none => Invalid value for 'FOLDER': Directory 'none' does not exist
  . => .: no case of ACVP, Wycheproof or CCTV for ML-KEM or ML-DSA; other files
acvp
  . => twiddle acvp: its name is twiddle vectors now
frobnicate
   => No such command 'frobnicate'
"""
"""Below a command, what is added to it, alternatives apart by |, and how the line begins."""

WORDS = {
    "digits": "1" * 5000,
    "name": "n" * 300,
    "context": "ab" * 256,
    "methods": ", ".join(method.label for method in METHODS if method is not Method.FOLD),
    "papers": ", ".join(PAPERS),
    "gone": "/nowhere/folder",
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
    (found / "folder.txt").mkdir()
    for name, text in {
        "a.txt": "7 " * 3 * 256,
        "one.txt": "7 " * 256,
        "tiny.toml": f"n = 16\nq = 3329\nroot = {pow(17, 8, 3329)}\nroot_order = 32\n",
        "n8.toml": f"n = 8\nq = 3329\nroot = {pow(17, 32, 3329)}\nroot_order = 8\n",
        "wrong.toml": "n = 256\nq = 3329\nroot = 18\nroot_order = 256\n",
        "n.toml": "n = 256\n",
        "no.lib": "module twd_test;\n",
        "short": "abc",
    }.items():
        (found / name).write_text(text)
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
