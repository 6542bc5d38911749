#pragma once

#include <memory>
#include <string>

#include "player_support.h"

namespace player_support {

/**
 * Keeps everything in this folder, which is created if it is missing. The path is UTF-8. Processes
 * may share it: one sends, the others store. The folder holds the player's secret: keep it like a
 * save game, but out of cloud saves.
 */
std::unique_ptr<Storage> makeFileStorage(const std::string& folder);

}  // namespace player_support
