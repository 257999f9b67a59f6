// A session on the fake device, for tests.
#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "framework/device/session.h"

namespace touchstone::device::testing {

inline std::unique_ptr<Session> OpenFakeSession() {
  auto libraries = Libraries::Load(TOUCHSTONE_FAKE_DEVICE);
  if (!libraries) {
    ADD_FAILURE() << libraries.error().ToString();
    return nullptr;
  }
  auto session = Session::Open(*libraries, {"Ascend910B1", "documented", 0});
  if (!session) {
    ADD_FAILURE() << session.error().ToString();
    return nullptr;
  }
  return std::move(session).value();
}

}  // namespace touchstone::device::testing
