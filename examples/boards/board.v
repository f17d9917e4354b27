// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// board: the system of examples/soc with twd_lattice_axi on an ECP5 board; the pins are those of BOARD.lpf.
//
// Clock          clk_in ClkiDiv / ClkfbDiv from the PLL, whose VCO is OpDiv times as fast: 400 to 800 MHz.
// Reset          until the PLL locks and 15 edges on, and while button_n is low. It goes to 19,000 flip-flops by a
//                global net, active high as they take it.
// LEDs           on: 0 the known answers of ML-KEM are right, 1 those of ML-DSA, 2 one is wrong, 3 an operation runs.

module board #(
  parameter Firmware = "firmware.hex",
  parameter integer Words = 32768,
  parameter integer ClkiDiv = 1,
  parameter integer ClkfbDiv = 2,
  parameter integer OpDiv = 12,
  parameter integer Divider = 434,  // cycles of a bit of the console
  parameter [0:0] LedOn = 1'b1      // level at which a LED is on
) (
  input  wire       clk_in,
  input  wire       button_n,
  input  wire       uart_rx,        // the board receives
  output wire       uart_tx,        // the board sends
  output wire [3:0] led
);

  wire clk, locked;

  (* ICP_CURRENT = "12" *) (* LPF_RESISTOR = "8" *) (* MFG_ENABLE_FILTEROPAMP = "1" *) (* MFG_GMCREF_SEL = "2" *)
  EHXPLLL #(
    .CLKI_DIV    (ClkiDiv),
    .CLKFB_DIV   (ClkfbDiv),
    .CLKOP_DIV   (OpDiv),
    .CLKOP_CPHASE(OpDiv - 1),
    .CLKOP_ENABLE("ENABLED"),
    .FEEDBK_PATH ("CLKOP")
  ) u_pll (
    .CLKI        (clk_in),
    .CLKFB       (clk),
    .CLKOP       (clk),
    .LOCK        (locked),
    .RST         (1'b0),
    .STDBY       (1'b0),
    .PHASESEL0   (1'b0),
    .PHASESEL1   (1'b0),
    .PHASEDIR    (1'b1),
    .PHASESTEP   (1'b1),
    .PHASELOADREG(1'b1),
    .PLLWAKESYNC (1'b0),
    .ENCLKOP     (1'b0)
  );

  reg [3:0] up_q = 4'd0;
  reg [1:0] run_q = 2'd0;
  reg rst_q = 1'b1;
  wire rst;
  wire [7:0] leds;

  always @(posedge clk) begin
    run_q <= {run_q[0], locked && button_n};
    if (!run_q[1]) up_q <= 4'd0;
    else if (up_q != 4'd15) up_q <= up_q + 4'd1;
    rst_q <= up_q != 4'd15;
  end

  DCCA u_reset (
    .CLKI(rst_q),
    .CE  (1'b1),
    .CLKO(rst)
  );

  assign led = LedOn ? leds[3:0] : ~leds[3:0];

  soc #(
    .Firmware(Firmware),
    .Words   (Words),
    .Core    (2),
    .Divider (Divider)
  ) u_soc (
    .clk          (clk),
    .rst_n        (!rst),
    .uart_rx      (uart_rx),
    .uart_tx      (uart_tx),
    .leds         (leds),
    .console_valid(),
    .console_data (),
    .exit_valid   (),
    .exit_code    (),
    .phase_valid  (),
    .phase        (),
    .fetch_valid  (),
    .fetch_addr   (),
    .trap         ()
  );

endmodule
