// A driver for a client in C++17, with nlohmann/json. Replace each TODO. ../README.md has the protocol.
#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

using Json = nlohmann::json;

// The message is the slug.
struct Failed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The client's events call it. If they come from other threads, lock it.
void tell(const Json& event) { std::cout << event.dump() << std::endl; }

// Writes a ticket or a reply. The client's events tell what becomes of it.
void write(const Json& command) {
  (void)command;  // TODO: tell({{"event", "stored"}, {"message", ...}, {"entry", ...}});
}

// Returns the result of a command. Throws Failed.
Json answer(const Json& command) {
  const std::string name = command.at("command");
  if (name == "start") {
    // TODO: create the client with baseUrl, projectPublicKey and storage of the command.
    throw Failed("not-implemented");
  }
  if (name == "stop" || name == "entries" || name == "list" || name == "get" || name == "inbox" || name == "markRead")
    throw Failed("not-implemented");  // TODO
  throw Failed("unknown-command");
}

int main() {
  tell({{"event", "hello"}, {"protocol", 1}, {"client", "My client 1.0"}, {"capabilities", Json::array()}});
  // If the client must be updated in each frame, read the lines in a thread.
  for (std::string line; std::getline(std::cin, line);) {
    const Json command = Json::parse(line);
    if (command.at("command") == "create" || command.at("command") == "reply") {
      write(command);
      continue;
    }
    Json done = {{"event", "done"}, {"id", command.at("id")}};
    try {
      done["result"] = answer(command);
    } catch (const Failed& error) {
      done["slug"] = error.what();
    }
    tell(done);
  }
}
