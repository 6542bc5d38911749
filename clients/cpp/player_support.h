// Player support inside a game: tickets, replies and an inbox. What a player writes arrives exactly
// once, also offline and after a crash. C++17, no threads, no exceptions, no RTTI. See README.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace player_support {

/** A JSON value. Its texts are valid UTF-8. */
class Json {
 public:
  enum class Type { null, boolean, number, text, list, object };

  Json() = default;
  Json(bool value) : type_(Type::boolean), boolean_(value) {}
  Json(int value) : type_(Type::number), number_(value) {}
  Json(double value) : type_(Type::number), number_(value) {}
  /** Invalid UTF-8 becomes U+FFFD. */
  Json(const std::string& value);
  Json(const char* value) : Json(std::string(value)) {}
  static Json makeList();
  static Json makeObject();

  /**
   * Reads one JSON text. False if it is no JSON, not UTF-8, deeper than 64 levels, longer than
   * 16 MiB, or has more than 200,000 values. Then `value` is null.
   */
  static bool parse(const std::string& text, Json& value);
  /** Writes it in one line. */
  std::string dump() const;

  Type type() const { return type_; }
  bool isNull() const { return type_ == Type::null; }
  bool isText() const { return type_ == Type::text; }
  bool isList() const { return type_ == Type::list; }
  bool isObject() const { return type_ == Type::object; }
  /** The value, or an empty one if this has another type. */
  bool boolean() const { return type_ == Type::boolean && boolean_; }
  /** `fallback` if this is no number and no text of digits with an optional minus sign. */
  double number(double fallback = 0) const;
  const std::string& text() const { return text_; }
  const std::vector<Json>& items() const { return items_; }
  const std::vector<std::pair<std::string, Json>>& fields() const { return fields_; }
  /** A field of an object, or null. */
  const Json& operator[](const std::string& name) const;

  /** Adds an item to a list. */
  void add(Json item) { items_.push_back(std::move(item)); }
  /** Adds a field of an object, without a look for one of this name. */
  void append(const std::string& name, Json value);
  /** Adds or replaces a field of an object. */
  void set(const std::string& name, Json value);

 private:
  Type type_ = Type::null;
  bool boolean_ = false;
  double number_ = 0;
  std::string text_;
  std::vector<Json> items_;
  std::vector<std::pair<std::string, Json>> fields_;
};

/**
 * Why something failed. The slugs are those of the server, such as `validation` or
 * `ticket-closed`, and of this client: `network`, `redirect`, `foreign-response`, `aborted`,
 * `signed-out`, `storage`, `storage-in-use`, `outbox-full`, `outbox-expired`,
 * `installation-in-use`, `file-lost`, `payload-too-large`, `too-many-files`.
 */
struct Error {
  /** Compare it: it never changes. Empty: no error. */
  std::string slug;
  /** The HTTP status; 0 without a response of the server. */
  int status = 0;
  /** For developers. From the server it can be any text. */
  std::string message;
  /** Messages by the JSON name of the field. */
  std::map<std::string, std::vector<std::string>> errors;
  /** Seconds to wait before a retry; 0: not told. */
  double retryAfter = 0;
  /** Of the refused request. */
  std::string path;

  explicit operator bool() const { return !slug.empty(); }
};

struct HttpRequest {
  std::string method;
  std::string url;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
  double timeoutSeconds = 20;
  /** A longer response is a failure. */
  std::size_t maxResponseBytes = 4 * 1024 * 1024;
};

struct HttpResponse {
  /** 0: there was no whole response. */
  int status = 0;
  /** Why not, for developers. */
  std::string failure;
  /** With names in lower case. */
  std::map<std::string, std::string> headers;
  std::string body;
};

/** Sends requests. It never follows redirects, verifies TLS, and never waits. */
class Transport {
 public:
  using Done = std::function<void(HttpResponse)>;
  virtual ~Transport() = default;
  /**
   * Begins a request, and returns its id. update() calls `done` once, unless it is cancelled.
   */
  virtual std::uint64_t send(const HttpRequest& request, Done done) = 0;
  virtual void cancel(std::uint64_t id) = 0;
  /** Continues all requests without waiting. */
  virtual void update() = 0;
};

enum class ReadResult { found, missing, failed };

/** The files of one folder. Names have only ASCII letters, digits, `.`, `-` and `_`. */
class Storage {
 public:
  virtual ~Storage() = default;
  virtual ReadResult read(const std::string& name, std::string& content) = 0;
  /** Writes all or nothing, also if the process ends meanwhile. True: it is on the disk. */
  virtual bool write(const std::string& name, const std::string& content) = 0;
  /** True: it is not there any more. */
  virtual bool remove(const std::string& name) = 0;
  virtual bool list(std::vector<std::string>& names) = 0;
  /** Takes the lock of the folder for this process, without waiting. False: another one has it. */
  virtual bool tryLock() = 0;
  virtual void unlock() = 0;
  /** Reads a file of the game, for an attachment: not more than `maxBytes` of it. */
  virtual bool readPath(const std::string& path, std::size_t maxBytes, std::string& content) = 0;
};

/** Time and random bits. Override it where the standard library has no good ones. */
class System {
 public:
  virtual ~System() = default;
  /** Milliseconds of a clock that never goes back. */
  virtual double monotonicMs();
  /** Milliseconds since 1970. It may be wrong. */
  virtual double wallMs();
  /** 32 random bits of the system, good enough for secrets. */
  virtual std::uint32_t randomBits();
};

/**
 * `appVersion`, `buildNumber`, `platform`, `locale`, `deviceModel`, `osVersion`. All are optional.
 * Longer texts are cut: the first three at 50 characters, then at 30, 200 and 100.
 */
using Context = std::map<std::string, std::string>;

struct Options {
  /** Such as `https://support.example.com`, without query and fragment. */
  std::string baseUrl;
  std::string projectPublicKey;
  std::unique_ptr<Transport> transport;
  std::unique_ptr<Storage> storage;
  /** Default: the standard library's. */
  std::unique_ptr<System> system;
  /** The game's own id of the user. Empty: no user. */
  std::string userId;
  Context context;
  /** Larger files go up in parts of this size, at least 256 KiB. */
  std::size_t partBytes = 1024 * 1024;
};

/** Either `bytes` or the `path` of a file, which is copied at once. At most 64 MiB. */
struct NewFile {
  std::string name;
  /** A media type, such as `image/png`. */
  std::string type;
  std::string bytes;
  std::string path;
};

struct NewTicket {
  /** What it is about, such as `bug`; at most 30 characters. */
  std::string type;
  /** 1 to 120 characters. */
  std::string subject;
  /** 1 to 4,000 characters. */
  std::string message;
  /** At most five. */
  std::vector<NewFile> files;
  /** Of ticketTypes(). Answers need it. */
  int formVersion = 0;
  /** By the names of the fields: texts, numbers and booleans. */
  std::map<std::string, Json> answers;
};

struct OutboxFile {
  std::string name;
  std::string type;
  /** In bytes. */
  std::size_t size = 0;
  /** The device keeps it when the game ends. */
  bool isStored = false;
  /** Of its upload in parts. */
  std::string uploadId;
  /** From the server, once uploaded. */
  std::string attachmentId;
  /** Of the upload, in milliseconds of the server's clock. */
  double uploadedAt = 0;
  /** Why the message is sent without it. */
  Error error;
};

enum class EntryKind { create, reply };
enum class EntryState { queued, sending, sent, failed };

/** A ticket or reply on its way to the server. */
struct OutboxEntry {
  /** Also its Idempotency-Key. */
  std::string id;
  EntryKind kind = EntryKind::create;
  /** The ticket, or the id of the entry that will create it. */
  std::string ticketId;
  std::string subject;
  std::string message;
  EntryState state = EntryState::queued;
  /** Until it is true, the entry is lost if the game ends. */
  bool isStored = false;
  std::vector<OutboxFile> files;
  /** Why the last try failed, even if another follows. */
  Error lastError;
  /** Why it failed. */
  Error error;
  /** First sent, in milliseconds of the server's clock; 0: not yet. */
  double triedAt = 0;
  /** In milliseconds of the device's clock. */
  double writtenAt = 0;
};

struct InboxMessage {
  std::string id;
  /** `ticket_reply`, `ticket_status`, `announcement`, `direct`, or a newer one. */
  std::string type;
  /** Empty: there is no ticket. */
  std::string ticketId;
  std::string title;
  std::string body;
  std::string createdAt;
  /** Empty while unread. */
  std::string readAt;
};

struct TicketSummary {
  std::string id;
  std::string type;
  /** `open`, `pending`, `resolved` or `closed`. Only a closed ticket takes no replies. */
  std::string status;
  std::string subject;
  std::string lastMessagePreview;
  std::string lastMessageAt;
  int unreadCount = 0;
};

struct Attachment {
  std::string id;
  std::string name;
  std::string contentType;
  /** In bytes. */
  double size = 0;
  /** A path of the server, valid for half an hour. Empty: it cannot be read now. */
  std::string url;
};

struct TicketMessage {
  std::string id;
  /** `player`, `admin` (the team) or `system`. */
  std::string authorType;
  std::string message;
  std::string createdAt;
  std::vector<Attachment> attachments;
};

struct Ticket {
  std::string id;
  std::string type;
  std::string status;
  std::string subject;
  /** Oldest first. */
  std::vector<TicketMessage> messages;
};

/** Of an entry's files, in bytes. */
struct UploadProgress {
  std::string entryId;
  std::size_t sent = 0;
  std::size_t total = 0;
};

/** Gets either an error, or a value. */
template <typename Value>
using Callback = std::function<void(const Error& error, const Value& value)>;

/** Removes a listener. */
using ListenerId = std::uint64_t;

/**
 * The player support of one installation of a game. Use it on one thread, and call update() in each
 * frame: listeners and callbacks are called only there. Do not delete it in one of them.
 */
class PlayerSupport {
 public:
  /**
   * Null if an option is missing or cannot be right. Then `problem` has a sentence that says which.
   */
  static std::unique_ptr<PlayerSupport> open(Options options, std::string* problem = nullptr);
  ~PlayerSupport();

  /** Sends what waits, and polls the inbox. Call it again when the network is back. */
  void start();
  /**
   * Ends all requests, and frees the storage for other processes. What waits is sent after start().
   * Until then, calls that ask the server fail with `aborted`.
   */
  void stop();
  /** Does what is due, never waits for the network, and calls listeners and callbacks. */
  void update();

  /**
   * Stores a ticket, and sends it exactly once, even after a restart. Returns the id of its entry.
   * Empty if it could not be taken: `outbox-full`, `too-many-files`, `storage`, `storage-in-use`,
   * or `validation`: answers without `formVersion`. A file that cannot be read is left out, with
   * the error `file-lost`.
   */
  std::string createTicket(const NewTicket& ticket, Error* error = nullptr);
  /**
   * The same for a reply, after earlier ones in its ticket. `ticketId` can be the id of the entry
   * that creates the ticket.
   */
  std::string reply(const std::string& ticketId, const std::string& message, const std::vector<NewFile>& files = {},
                    Error* error = nullptr);
  /** The tickets, latest activity first, at most 100. */
  void listTickets(Callback<std::vector<TicketSummary>> done);
  /** A ticket with its messages. Marks the team's replies as read. */
  void getTicket(const std::string& ticketId, Callback<Ticket> done);
  /**
   * The questions of each ticket type, as the server has them. `locale`: such as `de`, or empty.
   */
  void ticketTypes(const std::string& locale, Callback<Json> done);
  /**
   * Sends a request as the player, for operations without a function here, such as `POST` to
   * `/api/v1/player/link`. `body`: an object, or null for none. Gives the object that the server
   * answers, or null if it has none. It is not repeated, so it can fail offline.
   */
  void request(const std::string& method, const std::string& path, const Json& body, Callback<Json> done);

  /** The newest 50 messages of the inbox, newest first. */
  void inboxMessages(Callback<std::vector<InboxMessage>> done);
  /** Marks a message as read. Gives the time of the first reading. */
  void markRead(const std::string& messageId, Callback<std::string> done);
  /** The unread messages that the client knows. 0 before the first poll. */
  int unreadCount() const;

  /** Pending and failed entries, and the newest 20 sent ones, oldest first. */
  std::vector<OutboxEntry> outboxEntries();
  /**
   * Sends a failed entry again; for a ticket, its failed replies too. False: there is none, or
   * another process has the storage.
   */
  bool retry(const std::string& entryId);
  /** Removes a failed entry. False: there is none, or another process has the storage. */
  bool discard(const std::string& entryId);
  /** Tries pending entries now, except those that the server told to wait. */
  void sendNow();

  /** What the team sees about the game and the device. Sent with the next request. */
  void setContext(const Context& context);
  /**
   * Each user has a player of its own. The first user takes over the player without a user. Empty:
   * no user. Open calls fail with `signed-out`. Give the user at the next start too. False: the id
   * is no UTF-8, or longer than 200 characters. Then there is no user.
   */
  bool setUser(const std::string& userId);
  /**
   * Continues without a user. `erase` removes everything of the player from the device, also unsent
   * texts. False if it could not be erased, such as when another process uses the storage.
   */
  bool signOut(bool erase = false);

  /** A new unread message. Told once for each, also over restarts. */
  ListenerId onMessage(std::function<void(const InboxMessage&)> listener);
  /** The number of unread messages changed. */
  ListenerId onUnread(std::function<void(int)> listener);
  /** An entry changed: queued, sending, sent, failed, or stored. */
  ListenerId onOutbox(std::function<void(const OutboxEntry&)> listener);
  /** More of an entry's files was uploaded. */
  ListenerId onUpload(std::function<void(const UploadProgress&)> listener);
  /**
   * Something failed, and the client recovers by itself. A wrong key or URL needs the developer.
   */
  ListenerId onError(std::function<void(const Error&)> listener);
  /** This ticket changed. */
  ListenerId onTicket(std::function<void(const std::string& ticketId)> listener);
  void removeListener(ListenerId id);

 private:
  class Core;
  explicit PlayerSupport(std::unique_ptr<Core> core);
  std::unique_ptr<Core> core_;
};

}  // namespace player_support
