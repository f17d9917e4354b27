// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// soc: PicoRV32 with memory, a console, and a core on AXI4-Lite with a DMA for its streams.
//
//   Core = 0       none
//   Core = 1       the polynomial unit
//   Core = 2       ML-KEM and ML-DSA whole
//
//   address        what
//   0x0000_0000    memory, 4 Words bytes, loaded from Firmware; the processor starts here
//   0x1000_0000    write: a character for the console; read: bit 8, one has come, in bits 7:0, and is taken
//   0x1000_0004    write: the LEDs; read: Divider
//   0x1000_0008    write: the program ends with this code
//   0x1000_000c    write: cycles from now on belong to this phase, 0 to 15; 0: to none
//   0x4000_0000    the core's registers (docs/unit/axi.md, docs/schemes/axi.md)
//   0x5000_0000    the DMA's registers (soc_dma.sv, soc_frames.sv)
//
// Memory         an access of the processor takes two cycles; the DMA has a port of its own. What one of them reads
//                of a word that the other one writes is not defined.
// Console        a serial port of Divider cycles a bit, which takes a character when it is free; Divider = 0: none,
//                it takes each at once.

module soc #(
  parameter Firmware = "firmware.hex",
  parameter integer Words = 262144,
  parameter integer Core = 1,
  parameter integer Divider = 0
) (
  input  wire        clk,
  input  wire        rst_n,
  input  wire        uart_rx,
  output wire        uart_tx,
  output reg  [ 7:0] leds,
  // what the simulation looks at
  output wire        console_valid,
  output wire [ 7:0] console_data,
  output wire        exit_valid,
  output wire [ 7:0] exit_code,
  output wire        phase_valid,
  output wire [ 3:0] phase,
  output wire        fetch_valid,   // an instruction comes from fetch_addr
  output wire [31:0] fetch_addr,
  output wire        trap
);

  localparam integer AddrWidth = $clog2(Words);

  // ---- processor ----
  wire mem_valid, mem_instr;
  wire [31:0] mem_addr, mem_wdata;
  wire [3:0] mem_wstrb;
  wire ram_ready, core_ready, dma_ready;
  wire [31:0] ram_rdata, core_rdata;
  wire dma_busy;

  wire ram_sel  = mem_valid && mem_addr[31:28] == 4'h0;
  wire io_sel   = mem_valid && mem_addr[31:28] == 4'h1;
  wire core_sel = mem_valid && mem_addr[31:28] == 4'h4;
  wire dma_sel  = mem_valid && mem_addr[31:28] == 4'h5;
  wire console_sel = io_sel && mem_addr[3:2] == 2'd0;
  wire console_ready;
  wire [8:0] received;
  wire io_ready  = io_sel && (console_ready || !console_sel || mem_wstrb == 4'd0);
  wire [31:0] io_rdata = mem_addr[2] ? Divider : {23'd0, received};
  wire mem_ready = ram_ready || io_ready || core_ready || (dma_sel && dma_ready);

  picorv32 #(
    .ENABLE_COUNTERS64(0),
    .BARREL_SHIFTER   (1),
    .ENABLE_FAST_MUL  (1),
    .ENABLE_DIV       (1),
    .STACKADDR        (4 * Words)
  ) u_cpu (
    .clk       (clk),
    .resetn    (rst_n),
    .trap      (trap),
    .mem_valid (mem_valid),
    .mem_instr (mem_instr),
    .mem_ready (mem_ready),
    .mem_addr  (mem_addr),
    .mem_wdata (mem_wdata),
    .mem_wstrb (mem_wstrb),
    .mem_rdata (core_sel ? core_rdata : dma_sel ? {31'd0, dma_busy} : io_sel ? io_rdata : ram_rdata),
    .pcpi_wr   (1'b0),
    .pcpi_rd   (32'd0),
    .pcpi_wait (1'b0),
    .pcpi_ready(1'b0),
    .irq       (32'd0)
  );

  assign fetch_valid   = mem_valid && mem_instr && mem_ready;
  assign fetch_addr    = mem_addr;
  wire io_write        = io_sel && mem_wstrb[0];
  assign console_valid = io_write && console_sel && console_ready;
  assign console_data  = mem_wdata[7:0];
  assign exit_valid    = io_write && mem_addr[3:2] == 2'd2;
  assign exit_code     = mem_wdata[7:0];
  assign phase_valid   = io_write && mem_addr[3:2] == 2'd3;
  assign phase         = mem_wdata[3:0];

  always @(posedge clk) begin
    if (!rst_n) leds <= 8'd0;
    else if (io_write && mem_addr[3:2] == 2'd1) leds <= mem_wdata[7:0];
  end

  if (Divider == 0) begin : gen_console
    assign console_ready = 1'b1;
    assign received      = 9'd0;
    assign uart_tx       = 1'b1;
  end else begin : gen_uart
    soc_uart #(
      .Divider(Divider)
    ) u_uart (
      .clk_i     (clk),
      .rst_ni    (rst_n),
      .write_i   (console_valid),
      .ready_o   (console_ready),
      .data_i    (console_data),
      .take_i    (console_sel && mem_wstrb == 4'd0),
      .received_o(received),
      .rx_i      (uart_rx),
      .tx_o      (uart_tx)
    );
  end

  // ---- memory ----
  (* no_rw_check *)
  reg [31:0] memory[0:Words-1];
  reg [31:0] read_q, dma_read_q;
  reg ram_ready_q;
  wire [AddrWidth-1:0] word = mem_addr[AddrWidth+1:2];
  wire [3:0] ram_write = ram_sel && !ram_ready_q ? mem_wstrb : 4'd0;
  wire [3:0] dma_write;
  wire [31:2] dma_addr;
  wire [31:0] dma_wdata;
  wire [AddrWidth-1:0] dma_word = dma_addr[AddrWidth+1:2];

  initial $readmemh(Firmware, memory);

  always @(posedge clk) begin
    if (ram_write[0]) memory[word][7:0] <= mem_wdata[7:0];
    if (ram_write[1]) memory[word][15:8] <= mem_wdata[15:8];
    if (ram_write[2]) memory[word][23:16] <= mem_wdata[23:16];
    if (ram_write[3]) memory[word][31:24] <= mem_wdata[31:24];
    if (dma_write[0]) memory[dma_word][7:0] <= dma_wdata[7:0];
    if (dma_write[1]) memory[dma_word][15:8] <= dma_wdata[15:8];
    if (dma_write[2]) memory[dma_word][23:16] <= dma_wdata[23:16];
    if (dma_write[3]) memory[dma_word][31:24] <= dma_wdata[31:24];
    read_q <= memory[word];
    dma_read_q <= memory[dma_word];
    ram_ready_q <= rst_n && ram_sel && !ram_ready_q;
  end

  assign ram_ready = ram_ready_q;
  assign ram_rdata = read_q;

  // ---- AXI4-Lite ----
  wire awvalid, awready, wvalid, wready, bvalid, bready, arvalid, arready, rvalid, rready;
  wire [31:0] awaddr, wdata, araddr, rdata;
  wire [2:0] awprot, arprot;
  wire [3:0] wstrb;
  wire [1:0] bresp, rresp;
  wire irq, zeroize_busy;

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
    .mem_axi_rdata  (rdata),
    .mem_valid      (core_sel),
    .mem_instr      (mem_instr),
    .mem_ready      (core_ready),
    .mem_addr       (mem_addr),
    .mem_wdata      (mem_wdata),
    .mem_wstrb      (mem_wstrb),
    .mem_rdata      (core_rdata)
  );

  // ---- core and DMA ----
  wire dma_start = dma_sel && mem_wstrb == 4'hf;

  if (Core == 1) begin : gen_unit
    wire [1:0] in_tvalid, in_tready, in_tlast;
    wire [255:0] in_tdata;
    wire store_tvalid, store_tready, store_tlast;
    wire [127:0] store_tdata;
    wire [15:0] store_tkeep;
    wire unit_write;

    assign dma_write = {4{unit_write}};

    soc_dma u_dma (
      .clk_i       (clk),
      .rst_ni      (rst_n),
      .write_i     (dma_start),
      .ready_o     (dma_ready),
      .addr_i      (mem_addr[3:2]),
      .wdata_i     (mem_wdata),
      .busy_o      (dma_busy),
      .mem_write_o (unit_write),
      .mem_addr_o  (dma_addr),
      .mem_wdata_o (dma_wdata),
      .mem_rdata_i (dma_read_q),
      .in_tvalid_o (in_tvalid),
      .in_tready_i (in_tready),
      .in_tlast_o  (in_tlast),
      .in_tdata_o  (in_tdata),
      .out_tvalid_i(store_tvalid),
      .out_tready_o(store_tready),
      .out_tdata_i (store_tdata)
    );

    poly_unit u_unit (
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
      .s_axil_rdata  (rdata),
      .s_axil_rresp  (rresp),
      .irq           (irq),
      .zeroize       (1'b0),
      .zeroize_busy  (zeroize_busy),
      .load_axis_tvalid   (in_tvalid[0]),
      .load_axis_tready   (in_tready[0]),
      .load_axis_tdata    (in_tdata[127:0]),
      .load_axis_tkeep    (16'hffff),
      .load_axis_tlast    (in_tlast[0]),
      .operand_axis_tvalid(in_tvalid[1]),
      .operand_axis_tready(in_tready[1]),
      .operand_axis_tdata(in_tdata[255:128]),
      .operand_axis_tkeep(16'hffff),
      .operand_axis_tlast(in_tlast[1]),
      .store_axis_tvalid(store_tvalid),
      .store_axis_tready(store_tready),
      .store_axis_tdata(store_tdata),
      .store_axis_tkeep(store_tkeep),
      .store_axis_tlast(store_tlast)
    );
  end else if (Core == 2) begin : gen_lattice
    wire in_tvalid, in_tready, in_tlast, out_tvalid, out_tready, out_tlast;
    wire [63:0] in_tdata, out_tdata;
    wire [7:0] in_tkeep, out_tkeep;
    wire aborted, unused_key, unused_random;

    soc_frames u_dma (
      .clk_i       (clk),
      .rst_ni      (rst_n),
      .write_i     (dma_start),
      .ready_o     (dma_ready),
      .addr_i      (mem_addr[3:2]),
      .wdata_i     (mem_wdata),
      .busy_o      (dma_busy),
      .mem_write_o (dma_write),
      .mem_addr_o  (dma_addr),
      .mem_wdata_o (dma_wdata),
      .mem_rdata_i (dma_read_q),
      .in_tvalid_o (in_tvalid),
      .in_tready_i (in_tready),
      .in_tdata_o  (in_tdata),
      .in_tkeep_o  (in_tkeep),
      .in_tlast_o  (in_tlast),
      .out_tvalid_i(out_tvalid),
      .out_tready_o(out_tready),
      .out_tdata_i (out_tdata),
      .out_tkeep_i (out_tkeep),
      .out_tlast_i (out_tlast)
    );

    lattice u_lattice (
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
      .s_axil_rdata  (rdata),
      .s_axil_rresp  (rresp),
      .irq           (irq),
      .zeroize       (1'b0),
      .zeroize_busy  (zeroize_busy),
      .in_axis_tvalid (in_tvalid),
      .in_axis_tready (in_tready),
      .in_axis_tdata  (in_tdata),
      .in_axis_tkeep  (in_tkeep),
      .in_axis_tlast  (in_tlast),
      .key_axis_tvalid(1'b0),  // neither a key store nor a source of random bytes
      .key_axis_tready(unused_key),
      .key_axis_tdata (64'd0),
      .key_axis_tkeep (8'd0),
      .key_axis_tlast (1'b0),
      .random_axis_tvalid(1'b0),
      .random_axis_tready(unused_random),
      .random_axis_tdata (64'd0),
      .out_axis_tvalid(out_tvalid),
      .out_axis_tready(out_tready),
      .out_axis_tdata (out_tdata),
      .out_axis_tkeep (out_tkeep),
      .out_axis_tlast (out_tlast),
      .out_axis_tuser (aborted)
    );
  end else begin : gen_software
    assign {awready, wready, arready} = 3'b111;
    assign {bvalid, rvalid} = {bready, rready};
    assign rdata      = 32'd0;
    assign dma_ready  = 1'b1;
    assign dma_busy   = 1'b0;
    assign dma_write  = 4'd0;
    assign dma_addr   = 30'd0;
    assign dma_wdata  = 32'd0;
  end

endmodule
