// Checks what the conformance suite does not reach: a damaged or full storage, JSON, and limits.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "../player_support.h"

namespace {

using namespace player_support;

int failures = 0;

void check(bool holds, const std::string& what) {
  if (holds) return;
  failures++;
  std::printf("FAILED %s\n", what.c_str());
}

class MemoryStorage : public Storage {
 public:
  explicit MemoryStorage(std::map<std::string, std::string>& files) : files_(files) {}
  ReadResult read(const std::string& name, std::string& content) override {
    if (isBroken) return ReadResult::failed;
    const auto found = files_.find(name);
    if (found == files_.end()) return ReadResult::missing;
    content = found->second;
    return ReadResult::found;
  }
  bool write(const std::string& name, const std::string& content) override {
    if (isFull) return false;
    files_[name] = content;
    return true;
  }
  bool remove(const std::string& name) override { return files_.erase(name) > 0 || true; }
  bool list(std::vector<std::string>& names) override {
    names.clear();
    for (const auto& file : files_) names.push_back(file.first);
    return !isBroken;
  }
  ~MemoryStorage() override { MemoryStorage::unlock(); }
  bool tryLock() override {
    if (isTaken || (owner != nullptr && owner != this)) return false;
    owner = this;
    return true;
  }
  void unlock() override { owner = owner == this ? nullptr : owner; }
  bool readPath(const std::string& path, std::size_t maxBytes, std::string& content) override {
    if (path == "/not/there") return false;
    content.assign(maxBytes, 'x');
    return true;
  }

  bool isFull = false;
  bool isBroken = false;
  bool isTaken = false;

 private:
  /** One folder has one lock. */
  static MemoryStorage* owner;
  std::map<std::string, std::string>& files_;
};

MemoryStorage* MemoryStorage::owner = nullptr;

class ScriptedTransport : public Transport {
 public:
  std::uint64_t send(const HttpRequest& request, Done done) override {
    sent.push_back(request);
    waiting_[++lastId_] = {request, std::move(done)};
    return lastId_;
  }
  void cancel(std::uint64_t id) override { waiting_.erase(id); }
  /** Of requests that wait at the same time. */
  std::size_t count(const std::string& path) const { return most_.count(path) != 0 ? most_.at(path) : 0; }
  void update() override {
    std::map<std::string, std::size_t> counts;
    for (const auto& one : waiting_) counts[one.second.first.url.substr(one.second.first.url.rfind('/'))]++;
    for (const auto& one : counts) most_[one.first] = std::max(most_[one.first], one.second);
    auto now = std::move(waiting_);
    waiting_.clear();
    for (auto& one : now) one.second.second(answer(one.second.first));
  }

  std::function<HttpResponse(const HttpRequest&)> answer = [](const HttpRequest&) { return HttpResponse(); };
  std::vector<HttpRequest> sent;

 private:
  std::map<std::uint64_t, std::pair<HttpRequest, Done>> waiting_;
  std::map<std::string, std::size_t> most_;
  std::uint64_t lastId_ = 0;
};

class TestSystem : public System {
 public:
  double monotonicMs() override { return time; }
  double wallMs() override { return 1.7e12 + time; }
  double time = 1000;
};

/** A client with a storage that outlives it. */
struct Game {
  MemoryStorage* storage = nullptr;
  ScriptedTransport* transport = nullptr;
  TestSystem* system = nullptr;
  std::unique_ptr<PlayerSupport> support;
  std::vector<std::string> errors;

  explicit Game(std::map<std::string, std::string>& files, const std::string& user = "", bool isFull = false) {
    Options options;
    options.baseUrl = "https://support.example.com";
    options.projectPublicKey = "ppk_test";
    options.userId = user;
    storage = new MemoryStorage(files);
    storage->isFull = isFull;
    transport = new ScriptedTransport();
    system = new TestSystem();
    options.storage.reset(storage);
    options.transport.reset(transport);
    options.system.reset(system);
    support = PlayerSupport::open(std::move(options));
    support->onError([this](const Error& error) { errors.push_back(error.slug); });
    support->start();
  }

  std::string write(const std::string& message) {
    NewTicket ticket;
    ticket.type = "bug";
    ticket.subject = "Stuck";
    ticket.message = message;
    return support->createTicket(ticket);
  }

  void run(double milliseconds) {
    for (double end = system->time + milliseconds; system->time < end; system->time += 100) support->update();
  }

  std::size_t count(const std::string& path) const {
    std::size_t times = 0;
    for (const HttpRequest& request : transport->sent) times += request.url.find(path) != std::string::npos ? 1 : 0;
    return times;
  }
};

std::string date = "Sun, 06 Nov 2033 08:49:37 GMT";

HttpResponse json(int status, const std::string& body) {
  HttpResponse response;
  response.status = status;
  response.headers["date"] = date;
  response.body = body;
  return response;
}

HttpResponse service(const HttpRequest& request) {
  if (request.url.find("identify") != std::string::npos) return json(200, "{\"playerAccessToken\":\"pat_1\"}");
  const std::string inbox = "{\"messages\":[],\"nextPollAfterSeconds\":\"60\"}";
  if (request.url.find("inbox") != std::string::npos) return json(200, inbox);
  if (request.url.find("messages") != std::string::npos) return json(200, "{\"messageId\":\"msg_1\"}");
  return json(201, "{\"ticketId\":\"tkt_1\"}");
}

void checkJson() {
  Json value;
  for (const char* wrong :
       {"", "{", "[1,]", "{\"a\":}", "01", "1.", "-", "\"\\x\"", "\"\x01\"", "\"\xff\"", "\"\xed\xa0\x80\"",
        "\"\xc0\xaf\"", "\"\xf5\x80\x80\x80\"", "nul", "1 2", "{\"a\" 1}", "\"\\u12\"", "+1", "'a'"}) {
    check(!Json::parse(wrong, value), std::string("is no JSON: ") + wrong);
  }
  check(!Json::parse(std::string(100, '['), value), "too deep");
  check(!Json::parse("[" + std::string(300000, '0') + "]", value), "a number with zeros before it");
  std::string many = "[0";
  for (int item = 0; item < 300000; item++) many += ",0";
  check(!Json::parse(many + "]", value), "too many values");
  check(Json::parse("{\"a\":[1,-2.5e1,\"\\ud83d\\ude00\\n\",true,null],\"a\":7}", value), "is JSON");
  check(value["a"].number() == 7, "the last of two names counts");
  check(Json::parse("[\"\\ud83d\\ude00\",\"\\ud800\",1e400,12345678]", value), "is JSON too");
  check(value.dump() == "[\"\xf0\x9f\x98\x80\",\"\xef\xbf\xbd\",0,12345678]", "written: " + value.dump());
  check(Json(std::string("a\xff\"\\\n")).dump() == "\"a\xef\xbf\xbd\\\"\\\\\\u000a\"", "text is written as UTF-8");
  check(Json("-15").number() == -15 && Json("15s").number(3) == 3, "digits as a text");
}

/** Changes bytes of JSON texts. What is read must be written and read again alike. */
void fuzzJson(int rounds) {
  const std::vector<std::string> seeds = {
      "{\"messages\":[{\"id\":\"msg_1\",\"readAt\":null,\"body\":\"\\u00fc\\ud83d\\ude00\"}],\"seconds\":\"1\"}",
      "[[[[{\"a\":{\"b\":[1,2,3,-4.5e-7,true,false,null]}}]]]]",
      "\"\xf0\x9f\x98\x80 \xc3\xbc \\\"\\\\\\/\\b\\f\\n\\r\\t\"",
      "{\"type\":\"/problems/validation\",\"errors\":{\"subject\":[\"is empty\"]},\"status\":400}"};
  const std::string letters = "{}[]\",:\\u0123dDeE+-.tfn \x80\xc3\xf0\xff";
  std::mt19937 random(59);
  int read = 0;
  for (int round = 0; round < rounds; round++) {
    std::string text = seeds[random() % seeds.size()];
    for (auto change = random() % 6; change > 0 && !text.empty(); change--) {
      const std::size_t at = random() % text.size();
      switch (random() % 4) {
        case 0: text[at] = letters[random() % letters.size()]; break;
        case 1: text.erase(at, 1 + random() % 3); break;
        case 2: text.insert(at, 1, letters[random() % letters.size()]); break;
        default: text += text.substr(at, random() % 40);
      }
    }
    Json value, again;
    if (!Json::parse(text, value)) continue;
    read++;
    const std::string written = value.dump();
    check(Json::parse(written, again) && again.dump() == written, "written and read again: " + text);
  }
  std::printf("%d of %d changed texts were JSON\n", read, rounds);
}

void checkDamage() {
  std::map<std::string, std::string> files;
  {
    Game game(files);
    for (const char* text : {"one", "two", "three", "four"}) game.write(text);
  }
  int number = 0;
  for (auto& file : files) {
    if (file.first.find(".e-") == std::string::npos) continue;
    number++;
    if (number == 1) file.second = file.second.substr(0, file.second.size() / 2);
    if (number == 2) file.second = "{\"hello\":[1,2,3]}";
    if (number == 3) file.second = "{\"id\":7,\"ticketId\":null,\"body\":[],\"files\":\"x\"}";
  }
  files["ppk_test.x.player"] = "[]";
  files["ppk_test.y.player"] = "\xff\xfe";
  files["ppk_test.e-"] = "";
  Game game(files);
  for (auto& file : files) {
    for (const char* name : {"told", "session"}) {
      if (file.first.find(name) != std::string::npos) file.second = "{";
    }
  }
  game.transport->answer = service;
  game.run(20000);
  const auto entries = game.support->outboxEntries();
  const bool isOne = entries.size() == 1 && entries[0].message == "four";
  check(isOne && entries[0].state == EntryState::sent, "one entry is whole");
  check(game.count("identify") == 1, "one identify");
}

void checkFullDisk() {
  std::map<std::string, std::string> files;
  Game game(files, "", true);
  game.transport->answer = service;
  const std::string id = game.write("not stored");
  check(!id.empty(), "a full disk takes entries in memory");
  check(!game.support->outboxEntries()[0].isStored, "isStored is false");
  game.run(500);
  check(!game.errors.empty() && game.errors[0] == "storage", "the error is told");
  game.storage->isFull = false;
  game.run(10000);
  check(game.support->outboxEntries()[0].isStored, "stored later");
  check(files.size() == 3, "all files are stored later: " + std::to_string(files.size()));
}

void checkLimits() {
  std::map<std::string, std::string> files;
  Game game(files);
  const std::string ticket = game.write("first");
  check(game.support->outboxEntries()[0].kind == EntryKind::create, "a ticket");
  for (int number = 1; number < 200; number++) check(!game.support->reply(ticket, "more").empty(), "200 entries");
  check(game.support->outboxEntries()[1].kind == EntryKind::reply, "a reply");
  Error error;
  check(game.support->reply("tkt_1", "one more", {}, &error).empty() && error.slug == "outbox-full", "outbox-full");
  check(error.message == "200 entries are pending or failed.", "outbox-full: " + error.message);
  game.run(60000);
  const std::size_t tries = game.count("identify");
  check(tries >= 3 && tries < 15, "offline it tries rarely: " + std::to_string(tries));
}

void checkExpiry() {
  std::map<std::string, std::string> files;
  Game game(files);
  game.transport->answer = [](const HttpRequest& request) {
    const bool isTicket = request.method == "POST" && request.url.find("/tickets") != std::string::npos;
    return isTicket ? HttpResponse() : service(request);
  };
  game.write("late");
  game.run(5000);
  check(game.count("/tickets") >= 2, "tried");
  for (int day = 0; day < 7; day++) {
    game.system->time += 86400000;
    date = "Sun, 1" + std::to_string(day) + " Nov 2033 08:49:37 GMT";
    game.support->sendNow();
    game.run(2000);
  }
  const auto entries = game.support->outboxEntries();
  check(entries[0].state == EntryState::failed && entries[0].error.slug == "outbox-expired", "expired");
  check(game.support->discard(entries[0].id) && game.support->outboxEntries().empty(), "discarded");
}

void checkErase() {
  std::map<std::string, std::string> files;
  Game game(files, "user");
  NewTicket ticket;
  ticket.message = "secret";
  ticket.files = {{"a.log", "text/plain", "secret file", ""}};
  game.support->createTicket(ticket);
  game.run(300);
  check(game.support->signOut(true), "erased");
  for (const auto& file : files) check(file.second.find("secret") == std::string::npos, "left: " + file.first);
  check(files.size() == 1, "only the new player is left");
  game.storage->isTaken = true;
  game.support->stop();
  check(!game.support->signOut(true), "not erased while another process uses the storage");
}

void checkTwoProcesses() {
  std::map<std::string, std::string> files;
  Game first(files);
  Game second(files);
  first.transport->answer = second.transport->answer = service;
  const std::string ticket = second.write("of the second");
  check(!ticket.empty() && second.support->outboxEntries()[0].isStored, "the second one stores");
  second.run(3000);
  check(second.transport->sent.empty(), "the second one sends nothing");
  check(!second.support->retry(ticket), "the second one changes nothing");
  first.run(5000);
  check(first.count("/tickets") == 1, "the first one sends it");
  second.run(3000);
  const auto entries = second.support->outboxEntries();
  check(entries.size() == 1 && entries[0].state == EntryState::sent, "the second one sees that it is sent");
  first.support->stop();
  first.support->reply("tkt_1", "of the first, which stopped");
  second.run(5000);
  check(second.count("messages") == 1 && second.count("identify") == 0, "the second one goes on as the same player");
  first.support->start();
  first.run(5000);
  check(first.count("messages") == 0, "the first one sends nothing now");
}

void checkLostFiles() {
  std::map<std::string, std::string> files;
  Game game(files);
  game.transport->answer = [](const HttpRequest& request) {
    if (request.url.find("attachments") != std::string::npos) return json(201, "{\"attachmentId\":\"att_1\"}");
    const bool isTicket = request.method == "POST" && request.url.find("/tickets") != std::string::npos;
    return isTicket ? json(201, "{\"ticketId\":\"tkt_1\",\"refusedAttachments\":[\"att_1\"]}") : service(request);
  };
  NewTicket ticket;
  ticket.message = "with files";
  ticket.files = {{"a.log", "text/plain", "text", ""}, {"b.log", "text/plain", "", "/not/there"}};
  check(!game.support->createTicket(ticket).empty(), "taken without a file that cannot be read");
  const auto isLost = [&game](std::size_t index) {
    const auto entries = game.support->outboxEntries();
    if (entries.size() != 1 || entries[0].files.size() != 2) return false;
    return entries[0].files[index].error.slug == "file-lost" && !entries[0].files[index].isStored;
  };
  check(!isLost(0) && isLost(1), "the file that cannot be read is told");
  check(files.size() == 3, "it is not stored: " + std::to_string(files.size()));
  game.run(5000);
  const auto entries = game.support->outboxEntries();
  check(entries.size() == 1 && entries[0].state == EntryState::sent, "sent without it");
  check(game.count("attachments") == 1, "only the other file goes up");
  check(isLost(0), "a file that the server has lost");
}

void checkRequest() {
  std::map<std::string, std::string> files;
  Game game(files);
  HttpResponse response = json(200, "{\"code\":\"7K3M\"}");
  game.transport->answer = [&response](const HttpRequest& request) {
    for (const char* other : {"identify", "inbox"}) {
      if (request.url.find(other) != std::string::npos) return service(request);
    }
    return response;
  };
  std::string slug, body;
  const auto ask = [&](const std::string& method, const std::string& path, const Json& sent) {
    slug = body = "not called";
    game.support->request(method, path, sent, [&slug, &body](const Error& error, const Json& value) {
      slug = error.slug;
      body = value.dump();
    });
    check(slug == "not called", "the callback comes in update()");
    game.run(500);
  };
  Json link = Json::makeObject();
  link.set("identityToken", "eyJ");
  ask("POST", "/api/v1/player/link", link);
  check(slug.empty() && body == "{\"code\":\"7K3M\"}", "a request has its body: " + slug + body);
  HttpRequest sent;
  for (const HttpRequest& one : game.transport->sent) {
    if (one.url.find("link") != std::string::npos) sent = one;
  }
  check(sent.method == "POST" && sent.url == "https://support.example.com/api/v1/player/link", "it is sent");
  check(sent.body == "{\"identityToken\":\"eyJ\"}", "with a JSON body");
  bool isOfPlayer = false;
  for (const auto& header : sent.headers) isOfPlayer = isOfPlayer || header.second == "Bearer pat_1";
  check(isOfPlayer, "as the player");
  response = json(204, "");
  ask("DELETE", "/api/v1/player/link", Json());
  check(slug.empty() && body == "null", "204 is a success: " + slug);
  response = json(200, "{\"offset\":7}");
  ask("PATCH", "/api/v1/player/other", Json::makeObject());
  check(body == "{\"offset\":7}", "PATCH has its body");
  for (const char* other : {"<html>Login</html>", "", "[]"}) {
    response = json(200, other);
    ask("POST", "/api/v1/player/support-code", Json());
    check(slug == "foreign-response", std::string("another server: ") + other);
  }
  response = json(403, "{\"type\":\"/problems/identity-token-refused\"}");
  ask("POST", "/api/v1/player/link", link);
  check(slug == "identity-token-refused" && body == "null", "refused");
  const std::size_t before = game.transport->sent.size();
  ask("POST", "/api/v1/team/tickets", Json());
  check(slug == "validation", "a path of others");
  ask("HEAD", "/api/v1/player/link", Json());
  check(slug == "validation", "an unknown method");
  ask("GET", "/api/v1/player/link", link);
  check(slug == "validation", "GET with a body");
  ask("POST", "/api/v1/player/link", Json("text"));
  check(slug == "validation", "a body that is no object");
  check(game.transport->sent.size() == before, "wrong requests are not sent");
  game.support->stop();
  ask("POST", "/api/v1/player/link", link);
  check(slug == "aborted" && game.transport->sent.size() == before, "a stopped client asks nothing: " + slug);
}

void checkAnswers() {
  std::map<std::string, std::string> files;
  Game game(files);
  NewTicket ticket;
  ticket.message = "with answers";
  ticket.answers = {{"level", 3}};
  Error error;
  check(game.support->createTicket(ticket, &error).empty() && error.slug == "validation", "answers without a version");
  check(error.message == "answers need the formVersion of ticketTypes().", error.message);
  ticket.formVersion = 2;
  check(!game.support->createTicket(ticket, &error).empty(), "answers with a version");
}

void checkContext() {
  std::map<std::string, std::string> files;
  Game game(files);
  const std::string wide = "\xf0\x9f\x98\x80";
  std::string devices, cut;
  for (int count = 0; count < 300; count++) devices += wide;
  for (int count = 0; count < 200; count++) cut += wide;
  game.support->setContext({{"appVersion", std::string(60, 'v')},
                            {"locale", std::string(31, 'l')},
                            {"osVersion", std::string("a\0b", 3) + std::string(200, 'o')},
                            {"deviceModel", devices}});
  game.transport->answer = service;
  game.run(5000);
  Json sent;
  Json::parse(game.transport->sent.at(0).body, sent);
  const Json& context = sent["context"];
  check(context["appVersion"].text() == std::string(50, 'v'), "appVersion is cut");
  check(context["locale"].text() == std::string(30, 'l'), "locale is cut");
  check(context["osVersion"].text() == "a b" + std::string(97, 'o'), "osVersion is cut, without NUL");
  check(context["deviceModel"].text() == cut, "deviceModel is cut by characters");
}

void checkInbox() {
  std::map<std::string, std::string> files;
  Game game(files);
  std::string messages = "{\"id\":\"msg_1\"},{\"id\":\"msg_1\"}";
  for (int number = 0; number < 30000; number++) messages += ",{\"id\":\"m" + std::to_string(number) + "\"}";
  game.transport->answer = [&messages](const HttpRequest& request) {
    const bool isInbox = request.url.find("inbox") != std::string::npos;
    return isInbox ? json(200, "{\"messages\":[" + messages + "]}") : service(request);
  };
  std::map<std::string, int> told;
  game.support->onMessage([&told](const InboxMessage& message) { told[message.id]++; });
  game.run(500);
  check(told.size() == 100 && told["msg_1"] == 1, "a message is told once, and not thousands");
}

void checkLongTexts() {
  std::map<std::string, std::string> files;
  Game game(files);
  const std::string text = std::string(999, 'x') + std::string(500000, '\xc3');
  std::string problem = "{\"type\":\"/problems/validation\",\"detail\":\"" + Json(text).text() + "\",\"errors\":{";
  const std::string messages = "[\"" + std::string(2000, 'y') + "\"],";
  for (int field = 0; field < 1000; field++) problem += "\"f" + std::to_string(field) + "\":" + messages;
  problem += "\"z\":[]}}";
  game.transport->answer = [&problem](const HttpRequest& request) {
    const bool isReply = request.url.find("/messages") != std::string::npos;
    if (isReply) return json(201, "{\"messageId\":\"" + std::string(5000, 'm') + "\"}");
    const bool isTicket = request.method == "POST" && request.url.find("/tickets") != std::string::npos;
    return isTicket ? json(400, problem) : service(request);
  };
  game.write("refused");
  game.support->reply("tkt_1", "answered with a long id");
  game.run(5000);
  const auto entries = game.support->outboxEntries();
  check(entries[0].error.slug == "validation" && entries[0].error.message.size() == 999, "a long detail is cut");
  check(entries[1].lastError.slug == "foreign-response", "a long id is none");
  std::size_t size = 0;
  for (const auto& file : files) size += file.second.size();
  check(size < 30000, "no long texts are stored: " + std::to_string(size));
}

void checkUsers() {
  std::map<std::string, std::string> files;
  Game game(files, "user");
  game.transport->answer = service;
  std::string longModel;
  for (int number = 0; number < 300; number++) longModel += "\xc3\xbc";
  game.support->setContext({{"deviceModel", longModel}, {"appVersion", std::string("1\0\xff", 3)}});
  game.run(500);
  Json identify;
  Json::parse(game.transport->sent[0].body, identify);
  check(identify["context"]["deviceModel"].text().size() == 400, "a long context is cut");
  check(identify["context"]["appVersion"].text() == "1 \xef\xbf\xbd", "a context is UTF-8");
  game.write("secret");
  // In Latin-1, two users.
  for (const std::string& user : {std::string("M\xfcller"), std::string(201, 'x'), std::string("a\0b", 3)}) {
    check(!game.support->setUser(user), "no id of a user");
    check(game.support->outboxEntries().empty(), "there is no user");
    check(game.support->setUser("user") && game.support->outboxEntries().size() == 1, "the user is back");
  }
  check(game.support->setUser(longModel.substr(0, 400)), "200 characters");
}

void checkHugeFile() {
  std::map<std::string, std::string> files;
  Game game(files);
  game.transport->answer = service;
  NewTicket ticket;
  ticket.message = "with a huge file";
  ticket.files = {{"a.log", "text/plain", "", "huge.log"}};
  game.support->createTicket(ticket);
  game.run(500);
  const auto entries = game.support->outboxEntries();
  check(entries[0].state == EntryState::sent, "sent without a huge file");
  check(entries[0].files[0].error.slug == "payload-too-large", "the huge file is told");
  check(game.count("/attachments") == 0, "the huge file is not sent");
}

void checkUploads() {
  std::map<std::string, std::string> files;
  Game game(files);
  bool isSilent = true;
  game.transport->answer = [&isSilent](const HttpRequest& request) {
    if (request.url.find("/attachments") == std::string::npos) return service(request);
    return isSilent ? HttpResponse() : json(201, "{\"attachmentId\":\"att_1\"}");
  };
  NewTicket ticket;
  ticket.files = {{"a.log", "text/plain", "log", ""}};
  for (int number = 0; number < 20; number++) {
    ticket.message = "with a file " + std::to_string(number);
    game.support->createTicket(ticket);
  }
  game.write("without a file");
  game.run(5000);
  check(game.transport->count("/attachments") == 3, "three uploads at once");
  check(game.support->outboxEntries().back().state == EntryState::sent, "a text without a file goes first");
  isSilent = false;
  game.run(60000);
  for (const auto& entry : game.support->outboxEntries()) check(entry.state == EntryState::sent, entry.message);
}

void checkForeignEntries() {
  std::map<std::string, std::string> files;
  std::string prefix;
  {
    Game game(files);
    for (const auto& file : files) prefix = file.first.substr(0, file.first.size() - 6);
  }
  const std::string body = "\"state\":\"queued\",\"body\":{\"message\":\"x\"}";
  const std::string end = "\",\"kind\":\"reply\",\"ticketId\":\"tkt_1\"," + body;
  std::string many = "{}";
  for (int file = 0; file < 20000; file++) many += ",{}";
  files[prefix + "e-000000000001-a\r\nX: y"] = "{\"id\":\"a\\r\\nX: y" + end + "}";
  files[prefix + "e-000000000002-b"] = "{\"id\":\"b" + end + ",\"files\":[" + many + "]}";
  for (const char* order : {"inf", "nan", "1e308", "9007199254740992999", "000000000003", "000000000004"}) {
    files[prefix + "e-" + order + "-c"] = "{\"id\":\"c" + end + "}";
  }
  Game game(files);
  game.transport->answer = service;
  for (int number = 0; number < 9; number++) game.support->reply("tkt_2", std::to_string(number));
  game.run(5000);
  std::string sent;
  for (const HttpRequest& request : game.transport->sent) {
    Json message;
    if (request.url.find("tkt_2/messages") == std::string::npos) continue;
    Json::parse(request.body, message);
    sent += message["message"].text();
  }
  check(sent == "012345678", "the order is kept: " + sent);
  check(game.support->outboxEntries().size() == 10, "one of the foreign files is an entry");
  check(game.count("tkt_1/messages") == 1, "it is sent once");
}

void checkPieces() {
  std::map<std::string, std::string> files;
  Game game(files);
  int piece = 0;
  game.transport->answer = [&piece](const HttpRequest& request) {
    if (request.url.find("/attachments") == std::string::npos) return service(request);
    HttpResponse response = json(201, "{\"attachmentId\":\"att_1\",\"offset\":" + std::to_string(piece) + "}");
    if (request.method == "PATCH") response.headers["upload-offset"] = std::to_string(++piece);
    return response;
  };
  NewTicket ticket;
  ticket.message = "in pieces";
  ticket.files = {{"a.log", "text/plain", std::string(2000000, 'x'), ""}};
  game.support->createTicket(ticket);
  game.run(60000);
  check(piece > 6 && piece < 60, "parts of which the server takes a piece wait: " + std::to_string(piece));
}

void checkWrongUse() {
  std::string problem;
  Options options;
  options.baseUrl = "support.example.com";
  check(PlayerSupport::open(std::move(options), &problem) == nullptr && !problem.empty(), "a wrong address");
  for (const char* url : {"https://", "https:///x", "ftp://a", "https://a?b", "https://u@a", "https://a b"}) {
    Options other;
    other.baseUrl = url;
    check(PlayerSupport::open(std::move(other), &problem) == nullptr && problem.find("baseUrl") == 0, url);
  }
}

}  // namespace

int main(int count, char** arguments) {
  checkJson();
  checkDamage();
  checkFullDisk();
  checkLimits();
  checkExpiry();
  checkErase();
  checkTwoProcesses();
  checkLostFiles();
  checkRequest();
  checkAnswers();
  checkContext();
  checkInbox();
  checkLongTexts();
  checkUsers();
  checkHugeFile();
  checkUploads();
  checkForeignEntries();
  checkPieces();
  checkWrongUse();
  fuzzJson(count > 1 ? std::atoi(arguments[1]) : 20000);
  std::printf("%d checks failed\n", failures);
  return failures == 0 ? 0 : 1;
}
