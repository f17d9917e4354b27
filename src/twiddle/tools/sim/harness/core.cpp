// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// Drives any polynomial core through its port contract: sources on a and b, a sink on c, random stalls, protocol
// checks, time stamps, watchdog, reset in the middle. Inputs change while the clock is low, outputs are sampled
// before the rising edge; cycle 0 is the first one out of reset.

#include "common.hpp"
#include "twd_build.hpp"

namespace twd {

// One sequence of operations; mirrored by simulator.py. Arrays of `ops` entries unless said otherwise.
struct Stream {
  uint64_t ops;
  const uint8_t* op;
  const uint8_t* ring;
  const uint8_t* k;
  const uint32_t* a_beats;  // beats of each operation on a, on b (0: takes none), on c
  const uint32_t* b_beats;
  const uint32_t* c_beats;
  const uint32_t* a;  // coefficients, kLanes a beat, operation after operation
  const uint32_t* b;
  uint32_t* c;
  uint8_t* err;
  int64_t* times;  // 6 rows of `ops` cycles: first and last accepted beat on a, b, c
};

struct Job {
  Stream main;
  Stream before;          // streamed before the reset in the middle; not used without one
  uint64_t stall[3];      // probability of a stall on a, b, c, times 2^32
  uint64_t burst;         // longest stall in cycles
  int64_t pause_beat[2];  // the source of a, of b offers nothing before this beat of its stream; -1: never
  uint64_t pause[2];      // for so many cycles
  uint64_t seed;
  uint64_t idle_limit;    // cycles without a transfer or a pause of the bench that end the run
  int64_t reset_at;       // cycle of the reset in the middle; -1: none
  uint64_t random_state;  // 1: registers and memories start with random contents
  uint64_t record;        // 1: sample every probe in every cycle
  uint64_t assertions;    // 0: those of the model are off
  const char* waveform;   // file name or null
  // Results.
  int64_t cycle;       // the last one simulated
  int64_t read_first;  // first cycle of the probe `read`, -1: never
  int64_t write_last;  // last cycle of the probe `write`, -1: never
  uint64_t* samples;   // row after row, one a cycle; owned by the library until twd_free
  uint64_t sample_count;
  char message[kMessageSize];
};

constexpr unsigned kWords = (kLanes * kBits + 31) / 32 + 1;
constexpr int kMostResetEdges = 4;
constexpr int kDrainCycles = 32;
enum Status { kOk = 0, kCheckFailed = 1, kBadProbe = 2 };

template <class Port>
void pack(Port& port, const uint32_t* coefficients) {
  uint32_t words[kWords];
  uint64_t acc = 0;
  unsigned fill = 0;
  unsigned word = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    acc |= static_cast<uint64_t>(coefficients[lane]) << fill;
    fill += kBits;
    if (fill >= 32) {
      words[word++] = static_cast<uint32_t>(acc);
      acc >>= 32;
      fill -= 32;
    }
  }
  words[word] = static_cast<uint32_t>(acc);
  store(port, words);
}

template <class Port>
void unpack(const Port& port, uint32_t* coefficients) {
  uint32_t words[kWords];
  load(port, words);
  uint64_t acc = 0;
  unsigned fill = 0;
  unsigned word = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (fill < kBits) {
      acc |= static_cast<uint64_t>(words[word++]) << fill;
      fill += 32;
    }
    coefficients[lane] = static_cast<uint32_t>(acc & ((uint64_t{1} << kBits) - 1));
    acc >>= kBits;
    fill -= kBits;
  }
}

template <class Port>
void scramble(Port& port, Rng& rng) {
  uint32_t coefficients[kLanes];
  for (uint32_t& value : coefficients) value = static_cast<uint32_t>(rng.next() & ((uint64_t{1} << kBits) - 1));
  pack(port, coefficients);
}

// Decides cycle by cycle whether one side of a stream pauses.
struct Staller {
  uint64_t threshold;
  uint64_t burst;
  uint64_t left = 0;
  bool pause(Rng& rng) {
    if (left != 0) {
      --left;
      return true;
    }
    if (!rng.chance(threshold)) return false;
    if (burst > 1) left = rng.next() % burst;
    return true;
  }
};

// Position in one direction of a stream: operation, beat, data, time stamps.
struct Cursor {
  Cursor(uint64_t operations, const uint32_t* beats_of, int64_t* first_of, int64_t* last_of)
      : ops(operations), beats(beats_of), first(first_of), last(last_of) {
    skip();
  }
  uint64_t ops;
  const uint32_t* beats;
  int64_t* first;
  int64_t* last;
  uint64_t op = 0;
  uint32_t beat = 0;
  uint64_t total = 0;

  bool done() const { return op == ops; }
  bool on_first() const { return beat == 0; }
  bool on_last() const { return beat + 1 == beats[op]; }
  void advance(int64_t cycle) {
    if (on_first()) first[op] = cycle;
    if (on_last()) last[op] = cycle;
    ++total;
    if (++beat == beats[op]) {
      beat = 0;
      ++op;
      skip();
    }
  }

 private:
  void skip() {
    while (op < ops && beats[op] == 0) ++op;
  }
};

class Bench {
 public:
  explicit Bench(Job& job)
      : job_(job),
        model_(job.seed, job.random_state != 0, job.waveform),
        top_(model_.top()),
        rng_(job.seed),
        reset_rng_(~job.seed),
        stalling_((job.stall[0] | job.stall[1] | job.stall[2]) != 0) {}

  Status run() {
    job_.read_first = job_.write_last = -1;
    top_.a_valid_i = top_.b_valid_i = top_.c_ready_i = 0;
    model_.context().assertOn(job_.assertions != 0);
    if (!find_probes()) return kBadProbe;
    if (!reset()) return kCheckFailed;
    if (job_.reset_at >= 0) {
      if (!stream(job_.before, job_.reset_at)) return kCheckFailed;
      if (!reset()) return kCheckFailed;
      job_.read_first = job_.write_last = -1;
      samples_.clear();
    }
    const bool good = stream(job_.main, -1);
    job_.sample_count = samples_.size();
    job_.samples = new uint64_t[samples_.size() + 1];
    std::copy(samples_.begin(), samples_.end(), job_.samples);
    return good ? kOk : kCheckFailed;
  }

 private:
  Job& job_;
  Model model_;
  Vtop& top_;
  Rng rng_;
  Rng reset_rng_;  // its own, so that the pauses do not depend on the resets
  const bool stalling_;
  uint8_t err_ = 0;  // c_err_o before the edge
  Probe probes_[kProbes + 1];
  std::vector<uint64_t> samples_;

  bool fail(const char* format, ...) __attribute__((format(printf, 2, 3))) {
    va_list args;
    va_start(args, format);
    std::vsnprintf(job_.message, kMessageSize, format, args);
    va_end(args);
    return false;
  }

  bool find_probes() {
    for (size_t i = 0; i < kProbes; ++i) {
      if (!probes_[i].find(model_.context(), kProbeScope[i], kProbeName[i])) {
        return fail("%s.%s", kProbeScope[i], kProbeName[i]);
      }
    }
    return true;
  }

  bool edge() {
    top_.clk_i = 1;
    model_.step();
    return !model_.stopped() || fail("%s", monitor().log.c_str());
  }

  // Holds reset for 1 to kMostResetEdges rising edges; nothing may be ready or valid in it. It is asserted and
  // released while the clock is high or while it is low, at random.
  bool reset() {
    const uint64_t choice = reset_rng_.next();
    const int edges = 1 + static_cast<int>(choice % kMostResetEdges);
    const bool assert_in_low_phase = choice >> 32 & 1;
    const bool release_in_low_phase = choice >> 33 & 1;
    if (assert_in_low_phase) {
      top_.clk_i = 0;
      model_.step();
    }
    if (!hold_reset()) return false;
    for (int i = 0; i < edges; ++i) {
      top_.clk_i = 0;
      if (!hold_reset() || !edge()) return false;
    }
    if (release_in_low_phase) {
      top_.clk_i = 0;
      if (!hold_reset()) return false;
    }
    top_.rst_ni = 1;
    top_.a_valid_i = top_.b_valid_i = 0;
    return true;
  }

  bool hold_reset() {
    top_.rst_ni = 0;
    model_.step();
    const char* const high = top_.a_ready_o   ? "a_ready_o"
                             : top_.b_ready_o ? "b_ready_o"
                             : top_.c_valid_o ? "c_valid_o"
                                              : nullptr;
    return !high || fail("%s is high in reset", high);
  }

  // Streams the operations and collects their results; `until`, unless negative, is the cycle to break off at.
  bool stream(const Stream& s, int64_t until) {
    Cursor a(s.ops, s.a_beats, s.times, s.times + s.ops);
    Cursor b(s.ops, s.b_beats, s.times + 2 * s.ops, s.times + 3 * s.ops);
    Cursor c(s.ops, s.c_beats, s.times + 4 * s.ops, s.times + 5 * s.ops);
    Staller a_stall{job_.stall[0], job_.burst};
    Staller b_stall{job_.stall[1], job_.burst};
    Staller c_stall{job_.stall[2], job_.burst};
    uint64_t paused_for[2] = {0, 0};
    uint32_t held[kLanes];
    uint32_t got[kLanes];
    bool c_held = false;
    bool last_held = false;
    bool err_held = false;
    uint64_t idle = 0;
    int drain = kDrainCycles;

    for (int64_t cycle = 0;; ++cycle) {
      job_.cycle = cycle;
      if (until >= 0 ? cycle == until : c.done() && drain-- == 0) return true;

      top_.clk_i = 0;
      if (!top_.a_valid_i && !a.done()) offer_a(s, a, on_hold(0, a, paused_for[0]) || a_stall.pause(rng_));
      if (!top_.b_valid_i && !b.done()) offer_b(s, b, on_hold(1, b, paused_for[1]) || b_stall.pause(rng_));
      top_.c_ready_i = !c_stall.pause(rng_);
      model_.step();

      const bool paused = (!top_.a_valid_i && !a.done()) || (!top_.b_valid_i && !b.done()) || !top_.c_ready_i;
      const bool a_taken = top_.a_valid_i && top_.a_ready_o;
      const bool b_taken = top_.b_valid_i && top_.b_ready_o;
      const bool c_valid = top_.c_valid_o;
      const bool c_taken = c_valid && top_.c_ready_i;
      if (c_held && !c_valid) return fail("c_valid_o dropped while stalled");
      if (c_valid) {
        if (c.done()) return fail("c_valid_o is high after the last result");
        if (c.op > a.op || (c.op == a.op && a.on_first())) {
          return fail("c_valid_o before the operation was accepted");
        }
        uint32_t* const now = c_taken ? s.c + c.total * kLanes : got;
        unpack(top_.c_data_o, now);
        const bool err = top_.c_last_o && top_.c_err_o;
        if (c_held) {
          if (__builtin_memcmp(held, now, sizeof held) != 0) return fail("c_data_o changed while stalled");
          if (last_held != top_.c_last_o) return fail("c_last_o changed while stalled");
          if (err_held != err) return fail("c_err_o changed while stalled");
        }
        if (top_.c_last_o != c.on_last()) {
          return fail("c_last_o is %d on beat %u of %u of operation %llu", top_.c_last_o, c.beat, c.beats[c.op],
                      static_cast<unsigned long long>(c.op));
        }
        if (c_taken && c.on_last() && (a.op <= c.op || b.op <= c.op)) {
          return fail("the result of operation %llu ended before its operands were taken",
                      static_cast<unsigned long long>(c.op));
        }
        if (!c_taken) {
          __builtin_memcpy(held, got, sizeof held);
          last_held = top_.c_last_o;
          err_held = err;
        }
      }
      c_held = c_valid && !c_taken;
      if (stalling_ && (rng_.next() & 15) == 0 && !independent()) return false;
      sample(cycle);

      if (!edge()) return false;

      if (c_taken) {
        if (c.on_last()) s.err[c.op] = err_;
        c.advance(cycle);
      }
      if (a_taken) {
        a.advance(cycle);
        top_.a_valid_i = 0;
      }
      if (b_taken) {
        b.advance(cycle);
        top_.b_valid_i = 0;
      }
      idle = a_taken || b_taken || c_taken ? 0 : idle + !paused;
      if (idle > job_.idle_limit && !c.done()) {
        return fail("no transfer for %llu cycles; %llu of %llu results came; %llu beats taken on a, %llu on b",
                    static_cast<unsigned long long>(idle - 1), static_cast<unsigned long long>(c.op),
                    static_cast<unsigned long long>(s.ops), static_cast<unsigned long long>(a.total),
                    static_cast<unsigned long long>(b.total));
      }
    }
  }

  // The pause of a source before one beat, `done` cycles of which are over.
  bool on_hold(int source, const Cursor& cursor, uint64_t& done) const {
    if (static_cast<int64_t>(cursor.total) != job_.pause_beat[source] || done == job_.pause[source]) return false;
    ++done;
    return true;
  }

  // The selectors are payload of the first beat alone: later beats carry their complement.
  void offer_a(const Stream& s, const Cursor& a, bool stalled) {
    if (stalled) {
      scramble(top_.a_data_i, rng_);
      top_.op_i = rng_.next() & 7;
      return;
    }
    const unsigned flip = a.on_first() ? 0 : 15;
    top_.a_valid_i = 1;
    top_.op_i = (s.op[a.op] ^ flip) & 7;
#if TWD_HAS_RING
    top_.ring_i = (s.ring[a.op] ^ flip) & 3;
#endif
#if TWD_HAS_K
    top_.k_i = (s.k[a.op] ^ flip) & 15;
#endif
    pack(top_.a_data_i, s.a + a.total * kLanes);
  }

  void offer_b(const Stream& s, const Cursor& b, bool stalled) {
    if (stalled) {
      scramble(top_.b_data_i, rng_);
      return;
    }
    top_.b_valid_i = 1;
    pack(top_.b_data_i, s.b + b.total * kLanes);
  }

  // In the same cycle, with other inputs: no ready follows a valid, and nothing on c follows c_ready_i.
  bool independent() {
    const bool a_ready = top_.a_ready_o;
    const bool b_ready = top_.b_ready_o;
    const bool c_valid = top_.c_valid_o;
    const char* broken = nullptr;
    for (int which = 0; which < 2; ++which) {
      CData& valid = which == 0 ? top_.a_valid_i : top_.b_valid_i;
      valid = !valid;
      model_.eval();
      if (a_ready != top_.a_ready_o) broken = which ? "a_ready_o depends on b_valid_i" : "a_ready_o depends on a_valid_i";
      if (b_ready != top_.b_ready_o) broken = which ? "b_ready_o depends on b_valid_i" : "b_ready_o depends on a_valid_i";
      valid = !valid;
    }
    top_.c_ready_i = !top_.c_ready_i;
    model_.eval();
    if (c_valid != top_.c_valid_o) broken = "c_valid_o depends on c_ready_i";
    top_.c_ready_i = !top_.c_ready_i;
    model_.eval();
    return !broken || fail("%s in the same cycle", broken);
  }

  void sample(int64_t cycle) {
    err_ = top_.c_err_o;
    if (kBusyProbes) {
      if (probes_[0].high() && job_.read_first < 0) job_.read_first = cycle;
      if (probes_[1].high()) job_.write_last = cycle;
    }
    if (job_.record) {
      for (size_t i = 0; i < kProbes; ++i) probes_[i].sample(samples_);
    }
  }
};

}  // namespace twd

TWD_EXPORT int twd_run(twd::Job* job) {
  try {
    twd::Bench bench(*job);
    return bench.run();
  } catch (const twd::Fatal&) {
    std::snprintf(job->message, twd::kMessageSize, "%s", twd::monitor().log.c_str());
    return twd::kCheckFailed;
  }
}

TWD_EXPORT void twd_free(uint64_t* samples) { delete[] samples; }

// Words that each probe adds to a row of samples; -1 when the model has no such signal.
TWD_EXPORT int64_t twd_probe_words(uint64_t index) {
  twd::Model model(0, false, nullptr);
  twd::Probe probe;
  if (!probe.find(model.context(), twd::kProbeScope[index], twd::kProbeName[index])) return -1;
  return static_cast<int64_t>(probe.words());
}
