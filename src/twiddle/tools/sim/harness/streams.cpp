// SPDX-FileCopyrightText: 2026 Twiddle contributors
// SPDX-License-Identifier: Apache-2.0
//
// Drives a module whose ports are streams, valid and ready, and plain signals. Compiled once for all builds.

#include <sys/wait.h>
#include <unistd.h>

#include "unit.hpp"

namespace twd {

constexpr uint64_t kNone = ~uint64_t{0};

// Places are numbers of 64-bit words: among those of all data inputs, or of all data outputs, in the order of ports.
struct Stream {
  uint64_t valid;   // an output of the harness for streams into the module, whose other two are vice versa
  uint64_t ready;
  uint64_t data;
  uint64_t words;
  uint64_t last;    // kNone: there is none; otherwise a word more of values
  uint64_t stall;   // probability of a pause before a word, times 2^32
  uint64_t dropped;  // words to send before the drop
  uint64_t count;   // all words to send, or those to expect after it
  uint64_t* values;
  uint64_t* cycles;  // in which each was taken
  uint64_t done;     // result: words taken
};

// A bit of a variable that changes after the rising edge that ends a cycle.
struct Flip {
  uint64_t cycle;
  uint64_t member;
  uint64_t byte;
  uint64_t mask;
};

// Flips of a run of its own, which is the same as the other one up to the first of them.
struct Trial {
  const Flip* flips;
  uint64_t count;
};

enum : uint64_t { kTried = 1, kSame = 2 };  // how a trial ended: in its own way, or in the state of the run without flips

struct StreamsJob {
  uint64_t seed;
  uint64_t random_state;
  uint64_t patience;      // cycles without a transfer before the run is given up
  uint64_t tail;          // cycles after the last transfer, in which nothing more may come
  uint64_t inputs;        // data input ports
  const uint64_t* input_words;
  uint64_t* row;          // all data inputs, with the values of plain ones
  uint64_t streams_in;
  Stream* in;
  uint64_t streams_out;
  Stream* out;
  uint64_t watched;       // place of an output word that is given at the end; kNone: none
  uint64_t drop;          // place of an input that is 1 for a cycle: what was sent or came until then does not count
  uint64_t drop_at;       // that cycle; kNone: none
  uint64_t trial_count;   // in the order of their first flips
  const Trial* trials;
  uint64_t* shared;       // of each trial: how it ended; of each stream out the words taken, values, cycles
  uint64_t shared_words;
  uint64_t until;         // kNone, or number of a stream out: the run ends with its last word, or at the limit, and
  uint64_t limit;         // what comes out is not checked
  uint64_t kept;          // members that are copied at the end, their sizes, and where to
  const uint64_t* members;
  const uint64_t* bytes;
  uint8_t* state;
  const char* waveform;
  // Results.
  uint64_t last;          // value of the watched word at the end
  uint64_t cycle;
  char message[kMessageSize];
};

uint64_t stride(const Stream& stream) { return stream.words + (stream.last != kNone); }

uint64_t place(const Stream& stream, uint64_t word) { return word < stream.words ? stream.data + word : stream.last; }

constexpr uint64_t kStep = 64;  // cycles between two states that are compared

// The states of a run, of registers, memories and streams, each as a number.
class Trail {
 public:
  void add(const StreamsJob& job, Unit& unit) { states_.push_back(state(job, unit)); }
  bool has(const StreamsJob& job, Unit& unit) const {
    const uint64_t at = job.cycle / kStep;
    return at < states_.size() && states_[at] == state(job, unit);
  }

 private:
  static uint64_t state(const StreamsJob& job, Unit& unit) {
    uint64_t found = 0;
    const auto mix = [&found](uint64_t word) {
      found = (found ^ word) * 0x9E3779B97F4A7C15u;
      found ^= found >> 32;
    };
    for (uint64_t i = 0; i < job.kept; ++i) {
      const uint8_t* const data = unit.member(job.members[i]);
      for (uint64_t at = 0; at < job.bytes[i]; at += 8) {
        uint64_t word = 0;
        __builtin_memcpy(&word, data + at, job.bytes[i] - at < 8 ? job.bytes[i] - at : 8);
        mix(word);
      }
    }
    for (uint64_t i = 0; i < job.streams_in; ++i) mix(job.in[i].done);
    for (uint64_t i = 0; i < job.streams_out; ++i) mix(job.out[i].done);
    return found;
  }

  std::vector<uint64_t> states_;
};

// A process of its own for a trial: what came so far, and what will, is kept in its part of the shared memory.
class InTrial {
 public:
  const Flip* flips() const { return trial_ ? trial_->flips : nullptr; }
  uint64_t count() const { return trial_ ? trial_->count : 0; }
  uint64_t last() const { return trial_->flips[trial_->count - 1].cycle; }
  explicit operator bool() const { return trial_ != nullptr; }

  void enter(StreamsJob* job, uint64_t number) {
    trial_ = job->trials + number;
    head_ = job->shared + number * job->shared_words;
    uint64_t* at = head_ + 1;
    for (uint64_t i = 0; i < job->streams_out; ++i) {
      Stream& stream = job->out[i];
      uint64_t* const values = at + 1;
      uint64_t* const cycles = values + stream.count * stride(stream);
      std::copy(stream.values, stream.values + stream.done * stride(stream), values);
      std::copy(stream.cycles, stream.cycles + stream.done, cycles);
      stream.values = values;
      stream.cycles = cycles;
      at = cycles + stream.count;
    }
  }

  [[noreturn]] void leave(const StreamsJob& job, uint64_t how) const {
    uint64_t* at = head_ + 1;
    for (uint64_t i = 0; i < job.streams_out; ++i) {
      *at = job.out[i].done;
      at += 1 + job.out[i].count * (stride(job.out[i]) + 1);
    }
    *head_ = how;
    _exit(0);
  }

 private:
  const Trial* trial_ = nullptr;
  uint64_t* head_ = nullptr;
};

// With a trail, that of a run without flips, its trials begin; without, that trail is found.
int run_streams(StreamsJob* job, Unit& unit, Trail* found, const Trail* trail) {
  InTrial trial;
  uint64_t tried = 0;
  Rng rng(job->seed);
  std::vector<const uint64_t*> inputs(job->inputs);
  for (uint64_t i = 0, place = 0; i < job->inputs; place += job->input_words[i], ++i) inputs[i] = job->row + place;
  std::vector<uint64_t> outputs(unit.output_words());
  std::vector<std::vector<uint64_t>> held(job->streams_out);

  const auto fail = [job](const char* message) {
    std::snprintf(job->message, kMessageSize, "%s", message);
    return 1;
  };

  unit.context().assertOn(false);
  unit.reset(false);
  for (int i = 0; i < 4; ++i) {
    unit.low(inputs.data(), 0, true);
    unit.high();
  }
  unit.reset(true);
  unit.low(inputs.data(), 0, true);
  unit.context().assertOn(true);

  const bool checks = job->until == kNone;
  std::vector<bool> offered(job->streams_in);
  uint64_t quiet = 0;
  for (job->cycle = 0;; ++job->cycle) {
    const bool before = job->drop_at != kNone && job->cycle <= job->drop_at;
    bool over = !before;
    if (job->drop_at != kNone) job->row[job->drop] = job->cycle == job->drop_at;
    for (uint64_t i = 0; i < job->streams_in; ++i) {
      Stream& stream = job->in[i];
      const uint64_t count = before ? stream.dropped : stream.count;
      if (stream.done < count) over = false;
      if (!offered[i]) offered[i] = stream.done < count && !rng.chance(stream.stall);
      job->row[stream.valid] = offered[i];
      const uint64_t* const word = stream.values + stream.done * stride(stream);
      for (uint64_t w = 0; w < stride(stream); ++w) {
        job->row[place(stream, w)] = offered[i] ? word[w] : rng.next();
      }
    }
    for (uint64_t i = 0; i < job->streams_out; ++i) {
      Stream& stream = job->out[i];
      if (stream.done < stream.count) over = false;
      job->row[stream.ready] = !rng.chance(stream.stall);
    }
    unit.low(inputs.data(), 0, true);
    unit.collect_row(outputs.data());
    if (monitor().stopped) return fail(monitor().log.c_str());
    bool moved = false;
    for (uint64_t i = 0; i < job->streams_in; ++i) {
      Stream& stream = job->in[i];
      if (!offered[i] || !(outputs[stream.ready] & 1)) continue;
      stream.cycles[stream.done++] = job->cycle;
      offered[i] = false;
      moved = true;
    }
    for (uint64_t i = 0; i < job->streams_out; ++i) {
      Stream& stream = job->out[i];
      const bool valid = outputs[stream.valid] & 1;
      std::vector<uint64_t> word;
      for (uint64_t w = 0; w < stride(stream); ++w) word.push_back(outputs[place(stream, w)]);
      if (checks && !held[i].empty() && (!valid || held[i] != word)) return fail("a word that was offered changed");
      held[i].clear();
      if (!valid) continue;
      if (before) {
        if (!job->row[stream.ready]) held[i] = word;
        continue;
      }
      if (stream.done == stream.count && !checks) continue;
      if (stream.done == stream.count) return fail("more words came than are expected");
      if (!job->row[stream.ready]) {
        held[i] = word;
        continue;
      }
      std::copy(word.begin(), word.end(), stream.values + stream.done * stride(stream));
      stream.cycles[stream.done++] = job->cycle;
      moved = true;
    }
    unit.high();
    if (monitor().stopped) return fail(monitor().log.c_str());
    for (; trail && !trial && tried < job->trial_count && job->trials[tried].flips->cycle == job->cycle; ++tried) {
      const pid_t child = fork();
      if (child == 0) {
        trial.enter(job, tried);
        break;
      }
      int status = 1;
      if (child < 0 || waitpid(child, &status, 0) < 0 || status != 0) return fail("a trial of flips failed");
    }
    for (const Flip* flip = trial.flips(); flip != trial.flips() + trial.count(); ++flip) {
      if (flip->cycle != job->cycle) continue;
      unit.member(flip->member)[flip->byte] ^= static_cast<uint8_t>(flip->mask);
      unit.settle();
    }
    if (job->cycle % kStep == 0) {
      if (found) found->add(*job, unit);
      if (trial && job->cycle > trial.last() && trail->has(*job, unit)) trial.leave(*job, kSame);
    }
    if (!checks) {
      const Stream& stream = job->out[job->until];
      quiet = stream.done == stream.count ? quiet + 1 : 0;
      if (quiet > job->tail || job->cycle == job->limit) break;
      continue;
    }
    if (before && job->cycle == job->drop_at) {
      for (uint64_t i = 0; i < job->streams_in; ++i) job->in[i].done = job->in[i].dropped;
      offered.assign(job->streams_in, false);
      held.assign(job->streams_out, {});
    }
    quiet = moved || before ? 0 : quiet + 1;
    if (over && quiet > job->tail) break;
    if (!over && quiet > job->patience) return fail("no transfer for too long");
  }
  if (trial) trial.leave(*job, kTried);
  job->last = job->watched < outputs.size() ? outputs[job->watched] : 0;
  for (uint64_t i = 0, at = 0; i < job->kept; at += job->bytes[i++]) {
    const uint8_t* const data = unit.member(job->members[i]);
    std::copy(data, data + job->bytes[i], job->state + at);
  }
  return 0;
}

// Sets kept[i] if member i of a model keeps a value that is forced on it: a register or a memory, and not a net.
void find_state(Unit& unit, const uint64_t* bytes, uint64_t count, uint8_t* kept) {
  for (uint64_t i = 0; i < count; ++i) {
    uint8_t* const data = unit.member(i);
    const std::vector<uint8_t> before(data, data + bytes[i]);
    data[0] ^= 1;
    unit.settle();
    kept[i] = data[0] == (before[0] ^ 1);
    std::copy(before.begin(), before.end(), data);
    unit.settle();
  }
}

}  // namespace twd

TWD_EXPORT int twd_find_state(uint64_t index, const uint64_t* bytes, uint64_t count, uint8_t* kept) {
  const auto unit = twd::make_unit(index, 0, true, nullptr);
  twd::find_state(*unit, bytes, count, kept);
  return 0;
}

TWD_EXPORT int twd_run_streams(twd::StreamsJob* job, uint64_t index) {
  try {
    const auto run = [job, index](twd::Trail* found, const twd::Trail* trail) {
      const auto unit = twd::make_unit(index, job->seed, job->random_state != 0, job->waveform);
      return twd::run_streams(job, *unit, found, trail);
    };
    if (job->trial_count == 0) return run(nullptr, nullptr);
    twd::Trail trail;
    if (run(&trail, nullptr) != 0) return 1;
    for (uint64_t i = 0; i < job->streams_in; ++i) job->in[i].done = 0;
    for (uint64_t i = 0; i < job->streams_out; ++i) job->out[i].done = 0;
    return run(nullptr, &trail);
  } catch (const twd::Fatal&) {
    std::snprintf(job->message, twd::kMessageSize, "%s", twd::monitor().log.c_str());
    return 1;
  }
}
