#include "tools/repro/cpp_program.h"

#include <fmt/format.h>

#include <cctype>
#include <cstring>
#include <map>
#include <span>
#include <string_view>

#include "framework/record/safe_text.h"
#include "framework/soc/soc.h"
#include "framework/suite/expectation_fields.h"
#include "framework/tensor/float_format.h"
#include "tools/repro/expected_bits.h"
#include "tools/repro/program_template.h"

namespace touchstone::repro {
namespace {

using operators::ArgumentKind;
using suite::Case;
using suite::Presence;

constexpr int64_t kMostElements = int64_t{1} << 20;

// The name in the ACL headers; acl_name is what CANN's error texts say: DT_FLOAT, DT_BF16, ...
std::string AclTypeName(tensor::DType dtype) {
  return fmt::format("static_cast<aclDataType>({}) /* {} */", tensor::Info(dtype).acl_code,
                     tensor::Name(dtype));
}

// "aclnnBinaryCrossEntropyWithLogits" -> "aclnn_binary_cross_entropy_with_logits.h", the toolkit's
// rule for the names of its headers.
std::string HeaderName(const std::string& operator_name) {
  std::string name;
  for (const char c : operator_name) {
    if (std::isupper(static_cast<unsigned char>(c)) != 0) name += '_';
    name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return name + ".h";
}

std::string Quoted(const std::string& text) {
  std::string quoted = "\"";
  for (const unsigned char c : text) {
    if (c == '"' || c == '\\') {
      quoted += fmt::format("\\{}", static_cast<char>(c));
    } else if (c < 0x20 || c > 0x7E) {
      quoted += fmt::format("\\{:03o}", c);
    } else {
      quoted += static_cast<char>(c);
    }
  }
  return quoted + "\"";
}

// As a line of a comment: no way out of it.
std::string Commented(std::string text) {
  text = record::VisibleText(text);
  std::string comment = "// ";
  for (const char c : text) comment += c == '\n' || c == '\r' ? ' ' : c;
  if (comment.back() == '\\') comment += '.';
  return comment + "\n";
}

std::string List(const tensor::Dims& dims) {
  std::string text = "{";
  for (size_t i = 0; i < dims.size(); ++i) text += fmt::format("{}{}", i > 0 ? ", " : "", dims[i]);
  return text + "}";
}

// The bytes as numbers of the element's width, ten to a line.
std::string Words(tensor::DType dtype, std::span<const std::byte> storage) {
  const size_t width = static_cast<size_t>(std::min(8, tensor::SizeBytes(dtype)));
  std::string text = fmt::format("Bytes(std::vector<uint{}_t>{{", 8 * width);
  for (size_t i = 0; i * width < storage.size(); ++i) {
    uint64_t word = 0;
    std::memcpy(&word, storage.data() + i * width, width);
    text += fmt::format("{}0x{:0{}X}",
                        i == 0       ? ""
                        : i % 8 == 0 ? ",\n    "
                                     : ", ",
                        word, 2 * width);
  }
  return text + "})";
}

std::string TensorText(const std::string& name, const tensor::TensorLayout& layout,
                       const std::string& storage) {
  return fmt::format("Tensor {} = {{{}, {}, {}, {}, {}, {}, {},\n    {}}};\n", name,
                     List(layout.shape), List(layout.strides), List(layout.storage_shape),
                     layout.offset, AclTypeName(layout.dtype), static_cast<int>(layout.format),
                     tensor::SizeBytes(layout.dtype), storage);
}

std::string AttributeText(const Case& one, const operators::Argument& argument) {
  const auto found = one.attributes.find(argument.name);
  const operators::AttributeValue value =
      found == one.attributes.end() ? operators::AttributeValue(int64_t{0}) : found->second;
  const std::string text = std::visit([](auto plain) { return fmt::format("{}", plain); }, value);
  switch (argument.kind) {
    case ArgumentKind::kInt64:
      return fmt::format("int64_t{{{}}}", text);
    case ArgumentKind::kBool:
      return text == "0" ? "false" : text == "1" ? "true" : text;
    default:
      return fmt::format("static_cast<{}>({})",
                         argument.kind == ArgumentKind::kFloat ? "float" : "double", text);
  }
}

using Slots = std::map<std::string_view, std::string>;

// The template with each @NAME@ replaced; what is put in is not looked at again.
std::string Filled(std::string_view text, const Slots& slots) {
  std::string filled;
  while (!text.empty()) {
    const size_t start = text.find('@');
    filled += text.substr(0, start);
    if (start == std::string_view::npos) break;
    const size_t end = text.find('@', start + 1);
    filled += slots.at(text.substr(start + 1, end - start - 1));
    text.remove_prefix(end + 1);
  }
  return filled;
}

std::string Header(const Case& one, const record::CaseRecord& recorded, const std::string& soc) {
  std::string text = Commented(one.id);
  if (!recorded.reason.empty()) {
    text += Commented(fmt::format("{}: {}", record::Name(recorded.status), recorded.reason));
  }
  text +=
      "//\n"
      "// Needs nothing but the ACL C API. With a toolkit (newer ones: -lopapi_nn for -lopapi):\n"
      "//   c++ -std=c++17 repro.cpp -I $CANN/include -L $CANN/lib64 -Wl,-rpath,$CANN/lib64\n"
      "//       -lascendcl -lnnopbase -lopapi -o repro && ./repro\n"
      "// With the simulator: -I op_under_test/include -L build/release/lib/npusim, and run as\n";
  text += Commented(fmt::format("  NPUSIM_SOC={} NPUSIM_CONTRACT={} ./repro", soc,
                                one.contract.empty() ? "documented" : one.contract));
  return text +
         "//\n"
         "// Exit code: 0 as expected, 1 not as expected, 3 no usable device. Results are "
         "compared\n"
         "// with the correctly rounded ones; ./repro N takes N ulp as right.";
}

// The template makes one plain call on one stream; "" when the case's protocol asks for no more.
std::string DeviationBeyondTemplate(const suite::Protocol& protocol) {
  suite::Protocol rest = protocol;
  rest.null_workspace_size = rest.null_executor = rest.null_executor_in_phase2 = false;
  rest.null_workspace = rest.small_workspace = rest.reuse_executor = false;
  for (const suite::ProtocolDeviation& deviation : suite::ProtocolDeviations()) {
    if (rest.*deviation.member) return deviation.name;
  }
  return "";
}

}  // namespace

Result<std::string> WriteCppProgram(const Case& one, const record::CaseRecord& recorded) {
  const auto soc = soc::FindSoc(one.soc.empty() ? recorded.soc : one.soc);
  if (!soc.ok()) return soc.errors();
  if (const std::string beyond = DeviationBeyondTemplate(one.protocol); !beyond.empty()) {
    return InputError(
        fmt::format("a case with 'protocol: {}' cannot be written as a program", beyond));
  }
  const auto prepared = run::PrepareCase(one);
  if (!prepared.ok()) return prepared.errors();
  if (one.outputs.size() != 1) return InputError("only operators with one output can be written");
  const auto& [output_name, output_argument] = *one.outputs.begin();

  std::string tensors, pointers, arguments;
  int64_t elements = 0;
  for (const auto& [name, input] : prepared->inputs) {
    const tensor::HostTensor& made = input.tensor;
    elements += tensor::StorageElements(made.layout).value();
    if (elements > kMostElements) {
      return InputError(
          fmt::format("the inputs have more than {} elements, too many to embed", kMostElements));
    }
    tensors += TensorText(name, made.layout, Words(made.layout.dtype, made.storage));
    pointers += (pointers.empty() ? "&" : ", &") + name;
  }
  const bool has_output = output_argument.presence == Presence::kGiven;
  tensor::TensorLayout layout = tensor::ContiguousLayout(tensor::DType::kFp32, {1});
  if (has_output) layout = output_argument.layout;
  const int64_t bytes = tensor::StorageBytes(layout).value();
  tensors += TensorText("out", layout, fmt::format("std::vector<unsigned char>({})", bytes));

  for (const operators::Argument& argument : one.op->arguments) {
    std::string text = "nullptr";
    if (prepared->inputs.contains(argument.name)) {
      text = argument.name + ".handle";
    } else if (argument.kind == ArgumentKind::kOutputTensor) {
      if (has_output) text = "out.handle";
    } else if (argument.kind != ArgumentKind::kTensor &&
               argument.kind != ArgumentKind::kOptionalTensor) {
      text = AttributeText(one, argument);
    }
    arguments += text + ", ";
  }
  const suite::Protocol& protocol = one.protocol;
  arguments += protocol.null_workspace_size ? "nullptr, " : "&workspace_bytes, ";
  arguments += protocol.null_executor ? "nullptr" : "&executor";

  std::string expected;
  if (one.expect.ok && has_output) {
    const auto wanted = ExpectedBits(*prepared, output_name, **soc);
    if (!wanted.ok()) return wanted.errors();
    constexpr const char* kKinds[] = {"kBits", "kAnyNan", "kOpen"};
    for (const ExpectedElement& element : *wanted) {
      expected += fmt::format("    {{{}, 0x{:X}}},\n", kKinds[static_cast<int>(element.kind)],
                              element.bits);
    }
  }
  const bool half = tensor::SizeBytes(layout.dtype) == 2;
  const bool bf16 = layout.dtype == tensor::DType::kBf16;
  return Filled(
      ProgramTemplate(),
      {{"HEADER", Header(one, recorded, std::string((*soc)->name))},
       {"INCLUDE", HeaderName(one.op->name)},
       {"OPERATOR", one.op->name},
       {"EXPECT_SUCCESS", one.expect.ok ? "true" : "false"},
       {"EXPECTED_STATUS", std::to_string(one.expect.status.value_or(one.expect.ok ? 0 : -1))},
       {"EXPECTED_TEXT", Quoted(one.expect.message)},
       {"REUSE_EXECUTOR", protocol.reuse_executor ? "true" : "false"},
       {"TENSORS", tensors},
       {"INPUT_POINTERS", pointers},
       {"EXPECTED", expected},
       {"ARGUMENTS", arguments},
       {"PHASE2", fmt::format("{}, workspace_bytes{}, {}, stream",
                              protocol.null_workspace ? "nullptr" : "workspace",
                              protocol.small_workspace ? " - 1" : "",
                              protocol.null_executor_in_phase2 ? "nullptr" : "executor")},
       {"SIGN_BIT", half ? "0x8000" : "0x80000000"},
       {"INFINITY_BITS", !half  ? "0x7F800000"
                         : bf16 ? "0x7F80"
                                : "0x7C00"},
       {"DIGITS", half ? "4" : "8"}});
}

}  // namespace touchstone::repro
