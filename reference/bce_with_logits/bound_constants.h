// The constants of the bounds on the reference's own errors and on a device's, for the kernels and
// for the code around them. enclosure.md and rounding_bound.md derive them.
#pragma once

namespace touchstone::reference::bce_with_logits {

// Of the enclosure: coefficients of |P| tau, |Q| tau and |C a|, u = 2^-53.
inline constexpr double kTailTerm = 11 * 0x1p-53;
inline constexpr double kTargetTerm = 1.5 * 0x1p-53;
inline constexpr double kLinearTerm = 5.5 * 0x1p-53;
/// Added to tau in the first two terms: beyond kLargestArgument the computed tau only bounds the
/// true one, and kTailTerm times this is more than it.
inline constexpr double kUnknownTail = 0x1p-380;

/// Enclosures of decided losses are at most this wide, in units of the output format's last place.
inline constexpr double kSharpnessUlp = 0x1p-4;

// Of a device, u = 2^-24.
inline constexpr double kDeviceUnit = 0x1p-24;
/// Second-order terms: every product of two errors is below 100 u of an error that is counted.
inline constexpr double kWideUnit = kDeviceUnit * (1 + 0x1p-16);
/// The same and the roundings of an evaluation in fp32, fewer than 60.
inline constexpr double kQuickUnit = kDeviceUnit * (1 + 0x1p-15);
inline constexpr double kLn2Up = 0.6931471805599454;
/// Intermediates may exceed their exact value by a few u; this leaves room for all of it.
inline constexpr double kLargestSafe = 0x1.fffffep127 * (1 - 0x1p-18);
/// Below this |x| the rounded sum 1 + e^-|x| may lie above 2, where its ulp is twice as large.
inline constexpr float kSumNearTwo = 0x1p-19f;

}  // namespace touchstone::reference::bce_with_logits
