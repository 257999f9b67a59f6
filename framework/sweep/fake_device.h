// A device that computes by the reference itself, and errs where a test wants it to. For tests.
#pragma once

#include <cstring>
#include <deque>
#include <functional>
#include <utility>
#include <vector>

#include "framework/sweep/expectation.h"
#include "framework/sweep/sweep.h"

namespace touchstone::sweep {

/// What a test makes of an honest chunk; `output` is the chunk's own, element by element.
using Doctor = std::function<void(ChunkResult& chunk, std::vector<uint16_t>& output,
                                  std::vector<uint8_t>& unwritten)>;

/// Half types only.
class FakeDevice final : public Device {
 public:
  FakeDevice(const SweepPlan& plan, Doctor doctor)
      : plan_(plan), expectation_(plan), doctor_(std::move(doctor)) {}

  Status Begin(uint64_t first, uint64_t count) override {
    begun_.emplace_back(first, count);
    return begun_.size() <= kDepth ? Status(Done{}) : InfrastructureError("too many at a time");
  }

  Result<ChunkResult> Await() override {
    const auto [first, count] = begun_.front();
    begun_.pop_front();
    judge::ExpectedChunk expected;
    if (auto evaluated = expectation_.Evaluate(first, count, expected); !evaluated) {
      return evaluated.errors();
    }
    output_.resize(count);
    unwritten_.assign(count, 0);
    for (size_t i = 0; i < count; ++i) {
      // Where the chip's own order gives a class of its own, an honest chip gives that.
      const bool is_nan = expected.stated_class[i] == tensor::ElementClass::kNan;
      output_[i] = static_cast<uint16_t>(is_nan ? plan_.patterns.format().quiet_nan
                                                : expected.rounded_bits[i]);
    }
    ChunkResult chunk;
    chunk.first = first;
    chunk.count = count;
    if (doctor_) doctor_(chunk, output_, unwritten_);
    chunk.output = std::as_bytes(std::span(output_));
    for (const uint8_t flag : unwritten_) {
      if (flag != 0) chunk.unwritten = unwritten_;
    }
    return chunk;
  }

  Result<std::vector<std::string>> Close() override { return closing_problems; }

  std::vector<std::string> closing_problems;

 private:
  const SweepPlan& plan_;
  Expectation expectation_;
  Doctor doctor_;
  std::deque<std::pair<uint64_t, uint64_t>> begun_;
  std::vector<uint16_t> output_;
  std::vector<uint8_t> unwritten_;
};

/// A plan of halves with label 0.75 for tests.
inline SweepPlan TestPlan(const std::string& dtype = "fp16", uint64_t stride = 1) {
  SweepWords words;
  words.operator_name = "BinaryCrossEntropyWithLogits";
  words.dtype = dtype;
  words.constants = {{"target", "0.75"}};
  words.stride = stride;
  return *MakePlan(words);
}

inline Result<SweepResult> SweepFake(const SweepPlan& plan, const SweepOptions& options,
                                     const Doctor& doctor) {
  return RunSweep(plan, options,
                  [&](const std::function<bool()>&) -> Result<std::unique_ptr<Device>> {
                    return std::unique_ptr<Device>(std::make_unique<FakeDevice>(plan, doctor));
                  });
}

}  // namespace touchstone::sweep
