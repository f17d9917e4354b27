// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_sample_pkg: the jobs of twd_sampler.
//
// Model  twiddle.model.sample.Job

package twd_sample_pkg;

  // Polynomials that are made of a byte string. Of hashes without an end (NTT, BOUNDED, ball), one polynomial.
  typedef struct packed {
    logic [7:0] first;  // SampleInBall: 256 - tau
    logic [2:0] count;  // number of polynomials - 1
    logic       ball;   // SampleInBall; kind and d do not matter
    logic [4:0] d;      // bits of a field
    logic [3:0] kind;   // twd_codec_pkg::load_e
  } job_t;

endpackage
