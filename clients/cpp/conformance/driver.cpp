// The driver of the conformance suite: reads commands and writes events, one JSON object per line.
#include <poll.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <thread>

#include "../curl_transport.h"
#include "../file_storage.h"
#include "../player_support.h"

namespace {

using namespace player_support;

const std::size_t kPartBytes = 256 * 1024;
/** Time-outs wait for the server, which is not faster. */
const double kSlowerTimeouts = 10;

class FastSystem : public System {
 public:
  FastSystem(double speed, double offset) : speed_(speed), offset_(offset), began_(System::monotonicMs()) {}
  double monotonicMs() override { return began_ + (System::monotonicMs() - began_) * speed_; }
  double wallMs() override { return System::wallMs() + offset_; }

 private:
  double speed_;
  double offset_;
  double began_;
};

class FastTransport : public Transport {
 public:
  explicit FastTransport(double speed) : factor_(speed > kSlowerTimeouts ? speed / kSlowerTimeouts : 1) {}
  std::uint64_t send(const HttpRequest& request, Done done) override {
    HttpRequest faster = request;
    faster.timeoutSeconds /= factor_;
    return curl_->send(faster, std::move(done));
  }
  void cancel(std::uint64_t id) override { curl_->cancel(id); }
  void update() override { curl_->update(); }

 private:
  double factor_;
  std::unique_ptr<Transport> curl_ = makeCurlTransport();
};

class SlowStorage : public Storage {
 public:
  SlowStorage(const std::string& folder, int delay) : files_(makeFileStorage(folder)), delay_(delay) {}
  ReadResult read(const std::string& name, std::string& content) override { return files_->read(name, content); }
  bool write(const std::string& name, const std::string& content) override {
    std::this_thread::sleep_for(std::chrono::milliseconds(delay_));
    return files_->write(name, content);
  }
  bool remove(const std::string& name) override { return files_->remove(name); }
  bool list(std::vector<std::string>& names) override { return files_->list(names); }
  bool tryLock() override { return files_->tryLock(); }
  void unlock() override { files_->unlock(); }
  bool readPath(const std::string& path, std::size_t maxBytes, std::string& content) override {
    return files_->readPath(path, maxBytes, content);
  }

 private:
  std::unique_ptr<Storage> files_;
  int delay_;
};

std::unique_ptr<PlayerSupport> support;

void writeLine(const Json& json) {
  const std::string line = json.dump() + "\n";
  std::fwrite(line.data(), 1, line.size(), stdout);
  std::fflush(stdout);
}

Json event(const char* name) {
  Json json = Json::makeObject();
  json.set("event", name);
  return json;
}

Json messageEvent(const char* name, const OutboxEntry& entry) {
  Json json = event(name);
  json.set("message", entry.message);
  return json;
}

void answer(const std::string& id, const Json& result) {
  Json json = event("done");
  json.set("id", id);
  json.set("result", result);
  writeLine(json);
}

void answerError(const std::string& id, const std::string& slug) {
  Json json = event("done");
  json.set("id", id);
  json.set("slug", slug);
  writeLine(json);
}

void tellEntry(const OutboxEntry& entry) {
  for (const OutboxFile& file : entry.files) {
    Json json = messageEvent(file.error ? "fileMissing" : "fileStored", entry);
    json.set("name", file.name);
    if (file.error) json.set("slug", file.error.slug);
    if (file.error || file.isStored) writeLine(json);
  }
  if (entry.state == EntryState::sent) {
    Json json = messageEvent("sent", entry);
    json.set("ticketId", entry.ticketId);
    writeLine(json);
  } else if (entry.state == EntryState::failed) {
    Json json = messageEvent("failed", entry);
    json.set("slug", entry.error.slug);
    writeLine(json);
  } else if (entry.isStored) {
    Json json = messageEvent("stored", entry);
    json.set("entry", entry.id);
    writeLine(json);
  }
}

Json toJson(const OutboxEntry& entry) {
  Json json = Json::makeObject();
  json.set("message", entry.message);
  const bool isSent = entry.state == EntryState::sent;
  const bool isFailed = entry.state == EntryState::failed;
  json.set("state", isSent ? "sent" : isFailed ? "failed" : "pending");
  if (isFailed) json.set("slug", entry.error.slug);
  Json missing = Json::makeList();
  for (const OutboxFile& file : entry.files) {
    if (!file.error) continue;
    Json one = Json::makeObject();
    one.set("name", file.name);
    one.set("slug", file.error.slug);
    missing.add(one);
  }
  json.set("missing", missing);
  return json;
}

std::string fromBase64(const std::string& text) {
  std::string bytes;
  unsigned bits = 0;
  int count = 0;
  for (const char one : text) {
    unsigned value = 0;
    if (one >= 'A' && one <= 'Z') value = static_cast<unsigned>(one - 'A');
    else if (one >= 'a' && one <= 'z') value = static_cast<unsigned>(one - 'a') + 26;
    else if (one >= '0' && one <= '9') value = static_cast<unsigned>(one - '0') + 52;
    else if (one == '+') value = 62;
    else if (one == '/') value = 63;
    else continue;
    bits = (bits << 6 | value) & 0xffffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(static_cast<unsigned char>(bits >> count & 0xff));
  }
  return bytes;
}

std::vector<NewFile> readFiles(const Json& list) {
  std::vector<NewFile> files;
  for (const Json& one : list.items()) {
    NewFile file;
    file.name = one["name"].text();
    file.type = one["type"].text();
    file.bytes = fromBase64(one["content"].text());
    files.push_back(std::move(file));
  }
  return files;
}

void start(const std::string& id, const Json& command) {
  support.reset();
  const double speed = command["speed"].number(1);
  Options options;
  options.baseUrl = command["baseUrl"].text();
  options.projectPublicKey = command["projectPublicKey"].text();
  options.userId = command["userId"].text();
  for (const auto& field : command["context"].fields()) options.context[field.first] = field.second.text();
  options.partBytes = static_cast<std::size_t>(command["partBytes"].number(kPartBytes));
  options.system = std::make_unique<FastSystem>(speed, command["clockOffset"].number());
  options.transport = std::make_unique<FastTransport>(speed);
  const int delay = static_cast<int>(command["storageDelay"].number());
  options.storage = std::make_unique<SlowStorage>(command["storage"].text(), delay);
  std::string problem;
  support = PlayerSupport::open(std::move(options), &problem);
  if (support == nullptr) return answerError(id, problem);
  support->onOutbox(tellEntry);
  support->onMessage([](const InboxMessage& message) {
    Json json = event("message");
    json.set("id", message.id);
    json.set("body", message.body);
    writeLine(json);
  });
  support->onUnread([](int count) {
    Json json = event("unread");
    json.set("count", count);
    writeLine(json);
  });
  support->onError([](const Error& error) {
    Json json = event("error");
    json.set("slug", error.slug);
    writeLine(json);
  });
  support->start();
  answer(id, Json());
}

std::string entryOf(const std::string& message) {
  for (const OutboxEntry& entry : support->outboxEntries()) {
    if (entry.message == message) return entry.id;
  }
  return "";
}

void listTickets(const std::string& id) {
  support->listTickets([id](const Error& error, const std::vector<TicketSummary>& tickets) {
    if (error) return answerError(id, error.slug);
    Json list = Json::makeList();
    for (const TicketSummary& ticket : tickets) {
      Json one = Json::makeObject();
      one.set("id", ticket.id);
      one.set("subject", ticket.subject);
      list.add(one);
    }
    answer(id, list);
  });
}

void getTicket(const std::string& id, const std::string& ticketId) {
  support->getTicket(ticketId, [id](const Error& error, const Ticket& ticket) {
    if (error) return answerError(id, error.slug);
    Json messages = Json::makeList();
    for (const TicketMessage& message : ticket.messages) {
      Json one = Json::makeObject();
      one.set("authorType", message.authorType);
      one.set("message", message.message);
      messages.add(one);
    }
    Json json = Json::makeObject();
    json.set("id", ticket.id);
    json.set("messages", messages);
    answer(id, json);
  });
}

void inbox(const std::string& id) {
  support->inboxMessages([id](const Error& error, const std::vector<InboxMessage>& messages) {
    if (error) return answerError(id, error.slug);
    Json list = Json::makeList();
    for (const InboxMessage& message : messages) {
      Json one = Json::makeObject();
      one.set("id", message.id);
      one.set("body", message.body);
      one.set("read", !message.readAt.empty());
      list.add(one);
    }
    answer(id, list);
  });
}

void run(const Json& command) {
  const std::string& name = command["command"].text();
  const std::string& id = command["id"].text();
  if (name == "start") return start(id, command);
  if (support == nullptr) return answerError(id, "not-started");
  if (name == "create") {
    NewTicket ticket;
    ticket.type = command["type"].text();
    ticket.subject = command["subject"].text();
    ticket.message = command["message"].text();
    ticket.files = readFiles(command["files"]);
    support->createTicket(ticket);
    return;
  }
  if (name == "reply") {
    support->reply(command["ticket"].text(), command["message"].text(), readFiles(command["files"]));
    return;
  }
  if (name == "list") return listTickets(id);
  if (name == "get") return getTicket(id, command["ticketId"].text());
  if (name == "inbox") return inbox(id);
  if (name == "markRead") {
    return support->markRead(command["messageId"].text(), [id](const Error& error, const std::string&) {
      if (error) answerError(id, error.slug);
      else answer(id, Json());
    });
  }
  Json result;
  if (name == "stop") support.reset();
  else if (name == "setUser") support->setUser(command["userId"].text());
  else if (name == "signOut") support->signOut(command["erase"].boolean());
  else if (name == "sendNow") support->sendNow();
  else if (name == "retry") support->retry(entryOf(command["message"].text()));
  else if (name == "discard") support->discard(entryOf(command["message"].text()));
  else if (name == "entries") {
    result = Json::makeList();
    for (const OutboxEntry& entry : support->outboxEntries()) result.add(toJson(entry));
  } else {
    return answerError(id, "unknown-command");
  }
  answer(id, result);
}

/** False at the end of the input. */
bool readCommands(std::string& input) {
  char part[65536];
  const ssize_t count = read(STDIN_FILENO, part, sizeof part);
  if (count <= 0) return false;
  std::size_t searched = input.size();
  input.append(part, static_cast<std::size_t>(count));
  for (std::size_t end = 0; (end = input.find('\n', searched)) != std::string::npos; searched = 0) {
    Json command;
    if (Json::parse(input.substr(0, end), command)) run(command);
    input.erase(0, end + 1);
  }
  return true;
}

}  // namespace

int main() {
  Json hello = event("hello");
  hello.set("protocol", 1);
  hello.set("client", "C++ client");
  Json capabilities = Json::makeList();
  for (const char* one : {"fastTime", "clock", "slowStorage", "sharedStorage", "replyBeforeSent", "users", "sendNow",
                          "retry", "files", "fileParts"}) {
    capabilities.add(one);
  }
  hello.set("capabilities", capabilities);
  writeLine(hello);
  std::string input;
  for (;;) {
    pollfd waiting = {STDIN_FILENO, POLLIN, 0};
    const int ready = poll(&waiting, 1, support == nullptr ? -1 : 1);
    if (ready > 0 && !readCommands(input)) break;
    if (support != nullptr) support->update();
  }
  support.reset();
  return 0;
}
