// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// twd_pass_pkg: the steps of an operation in a memory-based core, and the bubble between two passes.
//
// Model     twiddle.model.passes.bubble

package twd_pass_pkg;

  typedef enum logic [2:0] {
    STEP_NTT_A  = 3'd0,  // forward transform of the first operand
    STEP_NTT_B  = 3'd1,  // forward transform of the second operand
    STEP_PWM    = 3'd2,  // product of the two transforms
    STEP_INTT   = 3'd3,  // inverse transform of the product, or of the first operand
    STEP_UNLOAD = 3'd4,  // the result is read in natural order
    STEP_SCALE  = 3'd5,  // every coefficient of the product is multiplied by a constant
    STEP_FLUSH  = 3'd6   // after a reset: the pipe runs empty
  } step_e;

  // Idle cycles between a pass of `slots` slots and the next one, which reads a word up to `early` slots earlier than
  // this one did. The word must have been written, `delay` cycles after its slot, in the cycle before.
  function automatic int unsigned bubble(input int unsigned delay, input int unsigned slots, input int unsigned early);
    bubble = delay + 1 + early > slots ? delay + 1 + early - slots : 32'd0;
  endfunction

  // Every pass has eight slots or more, so that what holds through a pass may pass registers before its end.
  function automatic bit long_passes(
    input int unsigned layer_slots, input int unsigned product_slots, input int unsigned scale_slots
  );
    long_passes = layer_slots >= 8 && product_slots >= 8 && (scale_slots == 0 || scale_slots >= 8);
  endfunction

endpackage
