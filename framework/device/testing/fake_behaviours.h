// What the fake device does, chosen by the first extent of self: an extent names a misbehaviour.
//
// The fake is a set of device libraries with the smallest runtime that the framework can drive and
// one operator that computes honestly for any other extent. It exists to prove that each kind of
// misbehaviour is noticed.
#pragma once

#include <cstdint>

namespace touchstone::device::testing {

enum FakeBehaviour : int64_t {
  kCrash = 101,             ///< SIGSEGV in phase 2
  kHang = 102,              ///< phase 2 never returns and ignores SIGTERM
  kWriteNothing = 103,      ///< success without output
  kWriteOutside = 104,      ///< one element past the end of out
  kChangeInput = 105,       ///< overwrites the first element of self
  kNondeterministic = 106,  ///< the last bit of element 17 differs in every second call
  kDeviceFault = 107,       ///< synchronisation gives 507015
  kStrictReport = 108,      ///< reports kind "fake_kind"
  kIgnoreStrides = 109,     ///< writes out as if it were contiguous
  kTouchOnFailure = 110,    ///< 161002 from phase 1, which sets workspaceSize nevertheless
  kReadOutside = 111,       ///< the result depends on the element after self
  kAbort = 112,             ///< abort() with a line on stderr
  kExit = 113,              ///< exit(0) in phase 2
  kHangWithChild = 114,     ///< hangs, and a child in a session of its own keeps all files open
  kCrashUnlessFirst = 115,  ///< SIGSEGV if the process has called the operator before
  kWorkspaceOverrun = 116,  ///< writes one byte behind its workspace
  kChangeShape = 117,       ///< phase 1 gives out another view shape
  kWrongStatus = 118,       ///< 561103 from phase 2, with a text
  kHugeWorkspace = 119,     ///< asks for more workspace than there is memory
  kFailEveryOther = 124,    ///< as kWrongStatus, but only the first of every two calls
  kWriteOnce = 123,         ///< no output from a repeatable executor's second run
  kKeepAddresses = 122,     ///< success from the setter of the output's address, which does nothing
  kLeak = 121,              ///< device memory that is never freed
  kWrongValue = 120,        ///< element 3 is wrong by a tenth
};

}  // namespace touchstone::device::testing
