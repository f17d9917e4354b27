// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// ulx3s: the system on a ULX3S board (ECP5-85F), at the 25 MHz of its oscillator; console at 115,200 baud on USB.

module ulx3s (
  input  wire       clk_25mhz,
  input  wire       btn_n,      // PWR button: reset
  output wire       ftdi_rxd,
  output wire [7:0] led
);

  // In reset until 15 edges after the configuration, or after the button.
  reg [3:0] up = 4'd0;
  reg [1:0] button = 2'd0;
  reg rst_n = 1'b0;

  always @(posedge clk_25mhz) begin
    button <= {button[0], btn_n};
    if (!button[1]) up <= 4'd0;
    else if (up != 4'd15) up <= up + 4'd1;
    rst_n <= up == 4'd15;
  end

  soc u_soc (
    .clk          (clk_25mhz),
    .rst_n        (rst_n),
    .uart_tx      (ftdi_rxd),
    .leds         (led),
    .console_valid(),
    .console_data (),
    .exit_valid   (),
    .exit_code    (),
    .trap         ()
  );

endmodule
