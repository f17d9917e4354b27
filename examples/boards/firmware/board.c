/* SPDX-FileCopyrightText: 2026 Twiddle contributors
 * SPDX-License-Identifier: Apache-2.0
 *
 * board.c: at boot, known answers of ML-KEM and ML-DSA; then requests on the serial port, each answered at once.
 *
 * Words are little-endian. A request: "TWq1"; 6 words: in bits 7:0 the command of twd_lattice (docs/schemes/frames.md), or
 * ASK, and above them any number; bytes of the three frames in, 0 for one that the operation lacks; bytes of the two
 * frames out; then the frames in; last the CRC-32 of everything after the first 4 bytes. An answer: "TWa1"; 6 words:
 * the first one of its request; its state; the rules that the operation broke; its cycles; bytes of the two frames
 * out; then these frames and the CRC-32, as of a request. ASK is answered by the name of the board as first frame, and
 * in place of rules by the known answers that were wrong: 1 ML-KEM, 2 ML-DSA. Text may precede an answer. A request
 * that stops for PATIENCE bits is forgotten.
 */
#include "lattice.h"
#include "system.h"

#include <string.h>

#ifndef BOARD
#define BOARD "no board"
#endif

enum { ASK = 0xff, INS = 3, OUTS = 2, MESSAGE = 16384, PATIENCE = 100000, POLL = 25 /* cycles, about */ };

/* Of an answer. */
enum { EXECUTED, WRONG_SUM, TOO_LONG, NO_OPERATION, NO_RESULT };

enum { KEM_LED = 1, DSA_LED = 2, WRONG_LED = 4, BUSY_LED = 8 };

int kem_answers(void), dsa_answers(void);

/* The longest of each: sk or dk, signature or c, message; signature or pk, sk or dk. */
static uint8_t in_0[4896] ALIGNED, in_1[4632] ALIGNED, in_2[MESSAGE] ALIGNED;
static uint8_t out_0[4632] ALIGNED, out_1[4896] ALIGNED;
static uint8_t *const ins[INS] = {in_0, in_1, in_2}, *const outs[OUTS] = {out_0, out_1};
static const uint32_t in_sizes[INS] = {sizeof(in_0), sizeof(in_1), MESSAGE};
static const uint32_t out_sizes[OUTS] = {sizeof(out_0), sizeof(out_1)};

/* Frames of an operation. */
static const uint8_t in_counts[] = {1, 2, 2, 1, 3, 3}, out_counts[] = {2, 2, 1, 2, 1, 0};

/* The CRC-32 of IEEE 802.3, half a byte at a time. */
static uint32_t sum(uint32_t crc, const void *bytes, uint32_t count) {
  static const uint32_t table[16] = {0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4,
                                     0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
                                     0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};
  const uint8_t *at = bytes, *const end = at + count;
  for (crc = ~crc; at < end; ++at) {
    crc ^= *at;
    crc = crc >> 4 ^ table[crc & 15];
    crc = crc >> 4 ^ table[crc & 15];
  }
  return ~crc;
}

/* Bytes from the serial port; those past `room` are dropped. Returns whether all have come. */
static int receive(uint8_t *to, uint32_t count, uint32_t room) {
  const uint32_t patience = PATIENCE / POLL * bit_cycles();
  for (uint32_t i = 0; i < count; ++i) {
    uint32_t byte, polls = patience;
    while (!((byte = got()) & 256))
      if (--polls == 0) return 0;
    if (i < room) to[i] = (uint8_t)byte;
  }
  return 1;
}

static void send(const void *bytes, uint32_t count) {
  for (const uint8_t *at = bytes; count; --count) put(*at++);
}

static void find_request(void) {
  const char *const magic = "TWq1";
  for (int found = 0; found < 4;) {
    const uint32_t byte = got();
    if (byte & 256) found = (uint8_t)byte == (uint8_t)magic[found] ? found + 1 : (uint8_t)byte == 'T';
  }
}

static void answer(uint32_t of, uint32_t state, uint32_t rules, uint32_t cycles, const uint32_t counts[OUTS]) {
  const uint32_t head[6] = {of, state, rules, cycles, counts[0], counts[1]};
  uint32_t crc = sum(0, head, sizeof(head));
  print("TWa1");
  send(head, sizeof(head));
  for (int i = 0; i < OUTS; ++i) {
    send(outs[i], counts[i]);
    crc = sum(crc, outs[i], counts[i]);
  }
  send(&crc, sizeof(crc));
}

/* Executes the operation of a request; the state of its answer. */
static uint32_t execute(uint32_t command, const uint32_t counts[INS]) {
  const uint32_t op = command & 7, options = command >> 5, lacks = (options & TWD_LATTICE_DETERMINISTIC) != 0;
  lattice_frame frames[INS];
  if (command > 127 || op > TWD_DSA_VERIFY) return NO_OPERATION;
  for (int i = 0; i < INS; ++i) frames[i] = (lattice_frame){ins[i], counts[i]};
  if (lacks) frames[1] = frames[2]; /* rnd */
  switch (lattice_run((twd_lattice_op)op, command >> 3 & 3, options, frames,
                      in_counts[op] - lacks, (void *const *)outs, out_counts[op])) {
    case TWD_LATTICE_OK:
    case TWD_LATTICE_ERR_RULE:
      return EXECUTED;
    case TWD_LATTICE_ERR_OPERATION:
      return NO_OPERATION;
    default:
      return NO_RESULT;
  }
}

static void serve(uint32_t wrong, uint32_t shown) {
  static const uint32_t none[OUTS], name[OUTS] = {sizeof(BOARD) - 1};
  uint32_t head[6], crc, state = EXECUTED, cycles;
  const uint32_t *const in = head + 1, *const out = head + 4;
  find_request();
  if (!receive((uint8_t *)head, sizeof(head), sizeof(head))) return;
  for (int i = 0; i < INS; ++i) {
    if (in[i] > 1 << 20) return;
    if (in[i] > in_sizes[i]) state = TOO_LONG;
  }
  for (int i = 0; i < OUTS; ++i)
    if (out[i] > out_sizes[i]) state = TOO_LONG;
  for (int i = 0; i < INS; ++i)
    if (!receive(ins[i], in[i], in_sizes[i])) return;
  if (!receive((uint8_t *)&crc, sizeof(crc), sizeof(crc))) return;
  if (state != EXECUTED) return answer(head[0], state, 0, 0, none);
  crc ^= sum(sum(sum(sum(0, head, sizeof(head)), ins[0], in[0]), ins[1], in[1]), ins[2], in[2]);
  if (crc) return answer(head[0], WRONG_SUM, 0, 0, none);
  if ((head[0] & 255) == ASK) {
    memcpy(outs[0], BOARD, sizeof(BOARD));
    return answer(head[0], EXECUTED, wrong, 0, name);
  }
  leds(shown | BUSY_LED);
  cycles = lattice_cycles();
  state = execute(head[0] & 255, in);
  cycles = lattice_cycles() - cycles;
  leds(shown);
  answer(head[0], state, lattice_rules(), cycles, state == EXECUTED ? out : none);
}

int main(void) {
  const uint32_t kem = kem_answers() != 0, dsa = dsa_answers() != 0;
  const uint32_t shown = (kem ? 0 : KEM_LED) | (dsa ? 0 : DSA_LED) | (kem | dsa ? WRONG_LED : 0);
  leds(shown);
  print(BOARD ": known answers of ML-KEM ");
  print(kem ? "WRONG" : "right");
  print(", of ML-DSA ");
  print(dsa ? "WRONG\n" : "right\n");
  for (;;) serve(kem | dsa << 1, shown);
}
