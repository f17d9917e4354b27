// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// own_ntt: the forward transform of ML-KEM (n = 256, q = 3329), one butterfly, one coefficient a beat.
//
// Method   Cooley-Tukey in place, natural to bit-reversed order; Barrett with floor(2^24 / q) = 5039.
// Memory   two banks of 128 words by the parity of the index: the indices of a butterfly differ in one bit,
//          so each bank serves one of them.
// Timing   256 beats in, 7 x 128 butterflies of one cycle, 256 beats out: 1408 cycles, no overlap.
module own_ntt (
    input  wire        clk_i,
    input  wire        rst_ni,
    input  wire        a_valid_i,
    output wire        a_ready_o,
    input  wire [11:0] a_data_i,
    output wire        c_valid_o,
    input  wire        c_ready_i,
    output wire [11:0] c_data_o,
    output wire        c_last_o
);
    localparam [11:0] Q = 12'd3329;
    localparam [1:0] StLoad = 2'd0, StRun = 2'd1, StSend = 2'd2;

    // Entry k is 17^bitrev(k) mod q, with 7 bits.
    function [128*12-1:0] zetas(input integer root);
        integer e, k, b, power;
        begin
            power = 1;
            for (e = 0; e < 128; e = e + 1) begin
                k = 0;
                for (b = 0; b < 7; b = b + 1) k = k | (((e >> b) & 1) << (6 - b));
                zetas[k*12+:12] = power[11:0];
                power = (power * root) % 3329;
            end
        end
    endfunction
    localparam [128*12-1:0] Zetas = zetas(17);
    reg [11:0] zeta[0:127];
    integer entry;
    initial for (entry = 0; entry < 128; entry = entry + 1) zeta[entry] = Zetas[entry*12+:12];

    reg [1:0] state_q;
    reg [2:0] layer_q;
    reg [7:0] index_q;

    wire [2:0] position = 3'd7 - layer_q;  // the bit in which the indices of a butterfly differ
    wire [7:0] below = (8'd1 << position) - 8'd1;
    wire [7:0] upper = ((index_q & ~below) << 1) | (index_q & below);
    wire [7:0] lower = upper | (8'd1 << position);
    wire [6:0] group = (7'd1 << layer_q) + (index_q[6:0] >> position);
    wire [7:0] first = state_q == StRun ? upper : index_q;
    wire       odd = ^first;

    reg [11:0] even_bank[0:127];
    reg [11:0] odd_bank[0:127];
    wire [6:0] even_address = odd && state_q == StRun ? lower[7:1] : first[7:1];
    wire [6:0] odd_address = !odd && state_q == StRun ? lower[7:1] : first[7:1];
    wire [11:0] even_word = even_bank[even_address];
    wire [11:0] odd_word = odd_bank[odd_address];

    wire [11:0] u = odd ? odd_word : even_word;
    wire [11:0] v = odd ? even_word : odd_word;
    wire [23:0] product = v * zeta[group];
    wire [36:0] scaled = product * 13'd5039;
    wire [12:0] rest = product - scaled[36:24] * Q;  // [0, 2q)
    wire [11:0] t = rest >= Q ? rest - Q : rest;
    wire [12:0] sum = u + t;
    wire [12:0] difference = u - t + Q;
    wire [11:0] plus = sum >= Q ? sum - Q : sum;
    wire [11:0] minus = difference >= Q ? difference - Q : difference;

    wire loading = state_q == StLoad && a_valid_i;
    wire [11:0] even_next = state_q == StRun ? (odd ? minus : plus) : a_data_i;
    wire [11:0] odd_next = state_q == StRun ? (odd ? plus : minus) : a_data_i;
    always @(posedge clk_i) begin
        if (state_q == StRun || (loading && !odd)) even_bank[even_address] <= even_next;
        if (state_q == StRun || (loading && odd)) odd_bank[odd_address] <= odd_next;
    end

    wire step = loading || state_q == StRun || (state_q == StSend && c_ready_i);
    wire last = index_q == (state_q == StRun ? 8'd127 : 8'd255);
    always @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
            state_q <= StLoad;
            layer_q <= 3'd0;
            index_q <= 8'd0;
        end else if (step) begin
            index_q <= last ? 8'd0 : index_q + 8'd1;
            if (last && state_q == StLoad) state_q <= StRun;
            if (last && state_q == StRun) begin
                layer_q <= layer_q == 3'd6 ? 3'd0 : layer_q + 3'd1;
                if (layer_q == 3'd6) state_q <= StSend;
            end
            if (last && state_q == StSend) state_q <= StLoad;
        end
    end

    assign a_ready_o = state_q == StLoad;
    assign c_valid_o = state_q == StSend;
    assign c_data_o = u;
    assign c_last_o = state_q == StSend && index_q == 8'd255;
endmodule
