#pragma once

#include <memory>

#include "player_support.h"

namespace player_support {

/** Sends requests with libcurl, 7.85 or newer. Nothing waits: update() continues them. */
std::unique_ptr<Transport> makeCurlTransport();

}  // namespace player_support
