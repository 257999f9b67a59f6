#include "framework/suite/key_meanings.h"

namespace touchstone::suite {

const std::vector<KeyMeaning>& AllKeyMeanings() {
  static const std::vector<KeyMeaning> kMeanings = {
      {"suite", "a suite", "its name, the first part of every case id"},
      {"description", "a suite", "what it is for, in words"},
      {"include", "a suite", "suite files whose cases belong to it too; paths from its own folder"},
      {"operator", "a suite", "the operator that its cases call"},
      {"tags", "a suite", "words on all of its cases"},
      {"own_standards", "a suite", "standards beside the shipped ones, under names of its own"},
      {"defaults", "a suite", "keys of a case that hold wherever a case does not say otherwise"},
      {"cases", "a suite", "the list of cases"},
      {"name", "a case", "its name; with the suite's and the values of its axes it is the case id"},
      {"description", "a case", "what it shows, in words"},
      {"operator", "a case", "the operator that it calls, in the place of the suite's"},
      {"inputs", "a case", "the tensors that are read, by argument name"},
      {"outputs", "a case",
       "the tensors that are written; left out, the operator's rule for shape and dtype holds"},
      {"attrs", "a case", "the arguments that are no tensors"},
      {"matrix", "a case", "axes, each a list of values: one case for every combination"},
      {"zip", "a case", "axes of equal length, walked together"},
      {"pairwise", "a case", "axes: every two values of different axes meet in some case"},
      {"exclude", "a case", "maps from axis to value: combinations that are left out"},
      {"where", "a case",
       "keeps the combinations for which it holds: ==, !=, <, <=, >, >=, in [...], not in [...], "
       "and, or, not, rank(axis), count(axis), as in: n > 1 or label == soft_labels"},
      {"sample", "a case", "{count, seed}: so many combinations, drawn at random from all"},
      {"seed", "a case", "seed of its data, 1 by default; --seed sets that of all cases"},
      {"data_key", "a case",
       "the word that keys its random numbers, its id by default; cases with one data_key and "
       "seed draw the same data"},
      {"standards", "a case", "the standards that judge its output, all of which must pass"},
      {"special_values", "a case",
       "which class is right where infinite or NaN arguments, or overflow, make it a convention: "
       "arithmetic (what the chip's order of operations yields; default), limit (the mathematical "
       "limit) or either"},
      {"soc", "a case", "the chip that it runs on, in the place of --soc"},
      {"contract", "a case",
       "the text that the device is held to where the published page and the published source "
       "disagree: documented or source, in the place of --contract"},
      {"repeat", "a case", "runs whose outputs must be the same bits, 2 by default"},
      {"determinism", "a case",
       "true: the runs also differ in addresses, streams, workspace content and core timing; or "
       "the preset of a published standard, such as commercial-L0"},
      {"timeout_s", "a case", "seconds that it may take, in the place of --timeout"},
      {"tags", "a case", "words for filters and reports"},
      {"protocol", "a case",
       "a deviation from the plain two-phase call, or a list of them, such as null_workspace or "
       "two_streams"},
      {"expect", "a case",
       "what must happen: ok (default), any_error, a status name or number, or a map; a list of "
       "maps with soc or contract: the first that fits holds"},
      {"dtype", "a tensor", "type of its elements, such as fp16, bf16, fp32"},
      {"shape", "a tensor", "its dims, such as [4, 5]; [] is one element of rank 0"},
      {"format", "a tensor", "storage format that the device is told, ND by default"},
      {"strides", "a tensor", "elements from one index of each axis to the next; may be 0 or less"},
      {"offset", "a tensor", "where element [0, 0, ...] lies in the storage, in elements"},
      {"storage_shape", "a tensor", "dims of the memory that it is a view of"},
      {"view", "a tensor", "a layout by name, in the place of strides, offset and storage_shape"},
      {"data", "a tensor", "how its elements are drawn; inputs only"},
      {"status", "expect", "ok, any_error, a status name or a status number"},
      {"message", "expect", "text that aclGetRecentErrMsg must hold"},
      {"strict", "expect", "the kind of report that the simulated device must make of the call"},
      {"known_issue", "expect", "why the case fails: it must fail, and a pass is reported"},
      {"output_bits", "expect", "the output's bits, one for all elements or one for each"},
      {"output_values", "expect", "the output's values, one for all elements or one for each"},
      {"output_digest", "expect", "the output's digest as run.json shows it"},
  };
  return kMeanings;
}

}  // namespace touchstone::suite
