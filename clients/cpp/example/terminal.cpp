// Player support in a terminal: the first line is a ticket, each further line a reply in it.
#include <chrono>
#include <cstdio>
#include <iostream>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "../curl_transport.h"
#include "../file_storage.h"
#include "../player_support.h"

namespace {

using namespace player_support;

std::mutex mutex;
std::vector<std::string> typed;
bool isEnded = false;

void readLines() {
  std::string line;
  while (std::getline(std::cin, line)) {
    const std::lock_guard<std::mutex> lock(mutex);
    if (!line.empty()) typed.push_back(line);
  }
  const std::lock_guard<std::mutex> lock(mutex);
  isEnded = true;
}

/** A server text can hold anything: control characters would reach the terminal. */
std::string shown(std::string text) {
  for (char& one : text) {
    const unsigned char byte = static_cast<unsigned char>(one);
    if (byte < 0x20 || byte == 0x7f) one = ' ';
  }
  return text;
}

const char* nameOf(EntryState state) {
  switch (state) {
    case EntryState::queued: return "waits";
    case EntryState::sending: return "on its way";
    case EntryState::sent: return "sent";
    case EntryState::failed: return "failed";
  }
  return "";
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 3) {
    std::fprintf(stderr, "usage: terminal URL PROJECT_KEY [FOLDER]\n");
    return 2;
  }
  Options options;
  options.baseUrl = arguments[1];
  options.projectPublicKey = arguments[2];
  options.transport = makeCurlTransport();
  options.storage = makeFileStorage(count > 3 ? arguments[3] : "player-support");
  options.context = {{"appVersion", "1.0.0"}, {"platform", "Terminal"}};
  std::string problem;
  const auto support = PlayerSupport::open(std::move(options), &problem);
  if (support == nullptr) {
    std::fprintf(stderr, "%s\n", problem.c_str());
    return 1;
  }
  support->onMessage([](const InboxMessage& message) {
    std::printf("< %s: %s\n", shown(message.title).c_str(), shown(message.body).c_str());
  });
  support->onUnread([](int unread) { std::printf("(%d unread)\n", unread); });
  support->onOutbox([](const OutboxEntry& entry) {
    const std::string why = entry.lastError ? " (" + shown(entry.lastError.message) + ")" : "";
    std::printf("  %s: %s%s\n", nameOf(entry.state), shown(entry.message).c_str(), why.c_str());
  });
  support->onError([](const Error& error) {
    std::fprintf(stderr, "! %s: %s\n", shown(error.slug).c_str(), shown(error.message).c_str());
  });
  support->start();
  std::puts("Write a line, and press Enter. Ctrl-C ends; what waits is sent the next time.");

  std::thread(readLines).detach();
  std::string ticket;
  for (bool isRunning = true; isRunning;) {
    std::vector<std::string> lines;
    {
      const std::lock_guard<std::mutex> lock(mutex);
      lines.swap(typed);
      isRunning = !isEnded;
    }
    for (const std::string& line : lines) {
      if (!ticket.empty()) {
        support->reply(ticket, line);
        continue;
      }
      NewTicket created;
      created.type = "bug";
      created.subject = "From the terminal";
      created.message = line;
      ticket = support->createTicket(created);
    }
    support->update();
    std::fflush(stdout);
    std::this_thread::sleep_for(std::chrono::milliseconds(16));
  }
  // Without a terminal, such as in a pipe, what was written is sent first.
  for (int frame = 0; frame < 600; frame++) {
    bool isPending = false;
    for (const OutboxEntry& entry : support->outboxEntries()) {
      isPending = isPending || entry.state == EntryState::queued || entry.state == EntryState::sending;
    }
    if (!isPending) break;
    support->update();
    std::this_thread::sleep_for(std::chrono::milliseconds(16));
  }
  support->update();
  return 0;
}
