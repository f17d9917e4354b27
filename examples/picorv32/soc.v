// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// soc: PicoRV32 with memory, a console and a Twiddle core on AXI4-Lite.
//
//   address        what
//   0x0000_0000    memory, 4 Words bytes, loaded from Firmware; the processor starts here
//   0x1000_0000    write: a character for the console; it is taken when the transmitter is free
//   0x1000_0004    write: the LEDs
//   0x1000_0008    write: the program ends with this code (for simulation)
//   0x4000_0000    the core: registers and windows, 64 KiB
//
// Interrupt      irq of the core is line 3 of the processor, by level. The firmware leaves it masked and waits for it
//                with the instruction waitirq.
// Bus errors     PicoRV32 knows none: an access that the core refuses shows in its register ERRORS.

module soc #(
  parameter Firmware = "firmware.hex",
  parameter integer Words = 4096,
  parameter integer Divider = 217  // cycles of a bit of the console: 115,200 baud at 25 MHz
) (
  input  wire       clk,
  input  wire       rst_n,
  output wire       uart_tx,
  output reg  [7:0] leds,
  // what a simulation looks at
  output wire       console_valid,
  output wire [7:0] console_data,
  output wire       exit_valid,
  output wire [7:0] exit_code,
  output wire       trap
);

  localparam integer AddrWidth = $clog2(Words);

  // ---- processor ----
  wire mem_valid, mem_instr;
  wire [31:0] mem_addr, mem_wdata;
  wire [3:0] mem_wstrb;
  wire ram_ready, io_ready, core_ready;
  wire [31:0] ram_rdata, core_rdata;
  wire irq;

  wire ram_sel  = mem_valid && mem_addr[31:28] == 4'h0;
  wire io_sel   = mem_valid && mem_addr[31:28] == 4'h1;
  wire core_sel = mem_valid && mem_addr[31:28] == 4'h4;

  picorv32 #(
    .ENABLE_COUNTERS64(0),
    .BARREL_SHIFTER   (1),
    .ENABLE_FAST_MUL  (1),
    .ENABLE_DIV       (1),
    .ENABLE_IRQ       (1),
    .ENABLE_IRQ_QREGS (0),
    .ENABLE_IRQ_TIMER (0),
    .LATCHED_IRQ      (32'hffff_fff7),
    .STACKADDR        (4 * Words)
  ) u_cpu (
    .clk      (clk),
    .resetn   (rst_n),
    .trap     (trap),
    .mem_valid(mem_valid),
    .mem_instr(mem_instr),
    .mem_ready(ram_ready || io_ready || core_ready),
    .mem_addr (mem_addr),
    .mem_wdata(mem_wdata),
    .mem_wstrb(mem_wstrb),
    .mem_rdata(core_sel ? core_rdata : ram_rdata),
    .pcpi_wr  (1'b0),
    .pcpi_rd  (32'd0),
    .pcpi_wait(1'b0),
    .pcpi_ready(1'b0),
    .irq      ({28'd0, irq, 3'd0})
  );

  // ---- memory: one access in two cycles ----
  reg [31:0] memory[0:Words-1];
  reg [31:0] read_q;
  reg ram_ready_q;
  wire [AddrWidth-1:0] word = mem_addr[AddrWidth+1:2];
  wire [3:0] ram_write = ram_sel && !ram_ready_q ? mem_wstrb : 4'd0;

  initial $readmemh(Firmware, memory);

  always @(posedge clk) begin
    if (ram_write[0]) memory[word][7:0] <= mem_wdata[7:0];
    if (ram_write[1]) memory[word][15:8] <= mem_wdata[15:8];
    if (ram_write[2]) memory[word][23:16] <= mem_wdata[23:16];
    if (ram_write[3]) memory[word][31:24] <= mem_wdata[31:24];
    read_q <= memory[word];
    ram_ready_q <= rst_n && ram_sel && !ram_ready_q;
  end

  assign ram_ready = ram_ready_q;
  assign ram_rdata = read_q;

  // ---- console, LEDs, end ----
  wire io_write = io_sel && mem_wstrb[0];
  reg [9:0] shift;  // stop bit, character, start bit; all ones when idle
  reg [3:0] bits;   // that are left
  reg [15:0] count;
  wire idle = bits == 4'd0;

  assign console_valid = io_write && mem_addr[3:2] == 2'd0 && idle;
  assign console_data  = mem_wdata[7:0];
  assign exit_valid    = io_write && mem_addr[3:2] == 2'd2;
  assign exit_code     = mem_wdata[7:0];
  assign io_ready      = io_sel && (idle || mem_addr[3:2] != 2'd0 || !io_write);
  assign uart_tx       = shift[0];

  always @(posedge clk) begin
    if (!rst_n) begin
      shift <= 10'h3ff;
      bits  <= 4'd0;
      leds  <= 8'd0;
    end else begin
      if (io_write && mem_addr[3:2] == 2'd1) leds <= mem_wdata[7:0];
      if (console_valid) begin
        shift <= {1'b1, mem_wdata[7:0], 1'b0};
        bits  <= 4'd10;
        count <= Divider - 1;
      end else if (!idle) begin
        count <= count == 16'd0 ? Divider - 1 : count - 16'd1;
        if (count == 16'd0) begin
          shift <= {1'b1, shift[9:1]};
          bits  <= bits - 4'd1;
        end
      end
    end
  end

  // ---- the core ----
  wire awvalid, awready, wvalid, wready, bvalid, bready, arvalid, arready, rvalid, rready;
  wire [31:0] awaddr, wdata, araddr;
  wire [2:0] awprot, arprot;
  wire [3:0] wstrb;
  wire [1:0] bresp, rresp;
  wire zeroize_busy;

  picorv32_axi_adapter u_adapter (
    .clk            (clk),
    .resetn         (rst_n),
    .mem_axi_awvalid(awvalid),
    .mem_axi_awready(awready),
    .mem_axi_awaddr (awaddr),
    .mem_axi_awprot (awprot),
    .mem_axi_wvalid (wvalid),
    .mem_axi_wready (wready),
    .mem_axi_wdata  (wdata),
    .mem_axi_wstrb  (wstrb),
    .mem_axi_bvalid (bvalid),
    .mem_axi_bready (bready),
    .mem_axi_arvalid(arvalid),
    .mem_axi_arready(arready),
    .mem_axi_araddr (araddr),
    .mem_axi_arprot (arprot),
    .mem_axi_rvalid (rvalid),
    .mem_axi_rready (rready),
    .mem_axi_rdata  (core_rdata),
    .mem_valid      (core_sel),
    .mem_instr      (mem_instr),
    .mem_ready      (core_ready),
    .mem_addr       (mem_addr),
    .mem_wdata      (mem_wdata),
    .mem_wstrb      (mem_wstrb),
    .mem_rdata      ()
  );

  twiddle_core u_core (
    .clk           (clk),
    .rst_n         (rst_n),
    .s_axil_awvalid(awvalid),
    .s_axil_awready(awready),
    .s_axil_awaddr (awaddr[15:0]),
    .s_axil_awprot (awprot),
    .s_axil_wvalid (wvalid),
    .s_axil_wready (wready),
    .s_axil_wdata  (wdata),
    .s_axil_wstrb  (wstrb),
    .s_axil_bvalid (bvalid),
    .s_axil_bready (bready),
    .s_axil_bresp  (bresp),
    .s_axil_arvalid(arvalid),
    .s_axil_arready(arready),
    .s_axil_araddr (araddr[15:0]),
    .s_axil_arprot (arprot),
    .s_axil_rvalid (rvalid),
    .s_axil_rready (rready),
    .s_axil_rdata  (core_rdata),
    .s_axil_rresp  (rresp),
    .irq           (irq),
    .zeroize       (1'b0),
    .zeroize_busy  (zeroize_busy)
  );

endmodule
