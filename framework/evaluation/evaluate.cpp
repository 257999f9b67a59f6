#include "framework/evaluation/evaluate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "framework/data/npy_writer.h"
#include "framework/tensor/float_format.h"
#include "reference/parallel.h"

namespace touchstone::evaluation {
namespace {

using judge::ExpectedChunk;

constexpr uint64_t kChunkElements = 16384;  ///< fits a core's own cache
constexpr uint64_t kChunksPerRound = 16;    ///< computed at the same time, written one by one

/// One piece of the output as it goes into the files.
struct Piece {
  ExpectedChunk expected;
  std::vector<std::byte> rounded;
  uint64_t undecided = 0;
  uint64_t first_undecided = 0;
};

uint32_t RoundedMiddle(const tensor::FloatFormat& format, double lower, double upper) {
  return tensor::Round(format, lower == upper ? lower : lower / 2 + upper / 2);
}

void Fill(const operators::ReferenceEvaluation& reference, const tensor::FloatFormat& format,
          uint64_t first, uint64_t count, Piece& piece) {
  reference.Evaluate(first, count, piece.expected);
  piece.undecided = 0;
  const size_t bytes = static_cast<size_t>(format.storage_bits) / 8;
  piece.rounded.resize(count * bytes);
  for (size_t i = 0; i < count; ++i) {
    uint32_t bits = piece.expected.rounded_bits[i];
    if (piece.expected.decided[i] == 0) {
      bits = RoundedMiddle(format, piece.expected.lower[i], piece.expected.upper[i]);
      if (piece.undecided++ == 0) piece.first_undecided = first + i;
    }
    std::memcpy(&piece.rounded[i * bytes], &bits, bytes);  // little-endian, as .npy files here are
  }
}

Result<std::vector<data::NpyWriter>> OpenFiles(const Request& request,
                                               const EvaluateOptions& options,
                                               std::vector<std::string>& paths) {
  paths = {options.output};
  if (options.enclosure) {
    paths.push_back(EnclosurePath(options.output, "lower"));
    paths.push_back(EnclosurePath(options.output, "upper"));
  }
  std::vector<data::NpyWriter> files;
  for (const std::string& path : paths) {
    const tensor::DType dtype = files.empty() ? request.output.dtype : tensor::DType::kFp64;
    auto file = data::NpyWriter::Create(path, dtype, request.output.shape);
    if (!file) return file.errors();
    files.push_back(std::move(*file));
  }
  return files;
}

Status Append(std::vector<data::NpyWriter>& files, const Piece& piece) {
  const std::span<const std::byte> parts[] = {piece.rounded,
                                              std::as_bytes(std::span(piece.expected.lower)),
                                              std::as_bytes(std::span(piece.expected.upper))};
  for (size_t i = 0; i < files.size(); ++i) {
    if (auto written = files[i].Append(parts[i]); !written) return written;
  }
  return Done{};
}

}  // namespace

std::string EnclosurePath(const std::string& output, const std::string& end) {
  constexpr std::string_view kExtension = ".npy";
  const bool has_extension = output.ends_with(kExtension);
  return output.substr(0, output.size() - (has_extension ? kExtension.size() : 0)) + "." + end +
         std::string(kExtension);
}

Result<Evaluated> Evaluate(const Request& request, const EvaluateOptions& options) {
  const operators::MakeReference make = operators::FindReference(request.op->name);
  if (make != nullptr) return Evaluate(request, options, make);
  return InputError(fmt::format("there is no reference for {}", request.op->name));
}

Result<Evaluated> Evaluate(const Request& request, const EvaluateOptions& options,
                           operators::MakeReference make_reference) {
  operators::ReferenceRequest wanted;
  for (const auto& [name, tensor] : request.inputs) wanted.inputs[name] = &tensor;
  wanted.attributes = request.attributes;
  wanted.output_name = request.output_name;
  wanted.output = request.output;
  wanted.soc = options.soc;
  wanted.wants_benchmark = false;
  // The files first: nobody waits for a sum only to learn that it has no place to go.
  Evaluated result;
  auto files = OpenFiles(request, options, result.files);
  if (!files) return files.errors();
  const auto reference = make_reference(wanted);
  if (!reference) return reference.errors();

  const tensor::FloatFormat& format = tensor::FormatOf(request.output.dtype);
  result.elements = (*reference)->element_count();
  std::vector<Piece> pieces(kChunksPerRound);
  for (uint64_t first = 0; first < result.elements; first += kChunksPerRound * kChunkElements) {
    const uint64_t left = result.elements - first;
    const uint64_t chunks = std::min(kChunksPerRound, (left + kChunkElements - 1) / kChunkElements);
    reference::ParallelFor(chunks, [&](uint64_t i) {
      const uint64_t begin = i * kChunkElements;
      Fill(**reference, format, first + begin, std::min(kChunkElements, left - begin), pieces[i]);
    });
    for (uint64_t i = 0; i < chunks; ++i) {
      if (auto written = Append(*files, pieces[i]); !written) return written.errors();
      if (pieces[i].undecided == 0) continue;
      if (result.undecided == 0) result.first_undecided = pieces[i].first_undecided;
      result.undecided += pieces[i].undecided;
    }
  }
  for (data::NpyWriter& file : *files) {
    if (auto committed = file.Commit(); !committed) return committed.errors();
  }
  result.facts = (*reference)->Facts();
  return result;
}

}  // namespace touchstone::evaluation
