#include "player_support.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <limits>
#include <random>
#include <set>
#include <utility>

namespace player_support {
namespace {

// ---------------------------------------------------------------------------------------- texts

bool startsWith(const std::string& text, const std::string& start) {
  return text.compare(0, start.size(), start) == 0;
}

bool isDigit(char one) { return one >= '0' && one <= '9'; }

unsigned byteAt(const std::string& text, std::size_t at) { return static_cast<unsigned char>(text[at]); }

/** The length of the valid UTF-8 character at this place, or 0. */
std::size_t utf8Length(const std::string& text, std::size_t at) {
  const unsigned first = byteAt(text, at);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || at + length > text.size()) return 0;
  const unsigned second = byteAt(text, at + 1);
  // No longer form than needed, no surrogates, nothing above U+10FFFF.
  if (first == 0xe0 && second < 0xa0) return 0;
  if (first == 0xed && second > 0x9f) return 0;
  if (first == 0xf0 && second < 0x90) return 0;
  if (first == 0xf4 && second > 0x8f) return 0;
  for (std::size_t next = 1; next < length; next++) {
    if ((byteAt(text, at + next) & 0xc0) != 0x80) return 0;
  }
  return length;
}

std::string validUtf8(const std::string& text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8Length(text, at);
    if (length == 0) {
      result += "\xef\xbf\xbd";
      at++;
    } else {
      result.append(text, at, length);
      at += length;
    }
  }
  return result;
}

/** At most so many characters of a valid text. NUL becomes a space. */
std::string cutText(const std::string& text, std::size_t characters) {
  std::string result;
  for (std::size_t at = 0; at < text.size() && characters > 0; characters--) {
    const std::size_t length = std::max<std::size_t>(utf8Length(text, at), 1);
    result += text[at] == '\0' ? " " : text.substr(at, length);
    at += length;
  }
  return result;
}

/** The text, or its beginning. */
std::string beginning(const std::string& text, std::size_t maxBytes) {
  std::size_t end = std::min(text.size(), maxBytes);
  // Not inside a character.
  while (end > 0 && end < text.size() && (byteAt(text, end) & 0xc0) == 0x80) end--;
  return text.substr(0, end);
}

/** At most so many characters of valid UTF-8, without zero bytes. */
std::string firstCharacters(const std::string& text, std::size_t count) {
  std::string result;
  for (std::size_t at = 0; at < text.size() && count > 0; count--) {
    const std::size_t length = std::max<std::size_t>(utf8Length(text, at), 1);
    result += text[at] == '\0' ? std::string(" ") : text.substr(at, length);
    at += length;
  }
  return result;
}

void appendUtf8(std::string& text, unsigned code) {
  const auto add = [&text](unsigned byte) { text += static_cast<char>(static_cast<unsigned char>(byte)); };
  if (code < 0x80) return add(code);
  if (code < 0x800) {
    add(0xc0 | code >> 6);
  } else {
    if (code < 0x10000) {
      add(0xe0 | code >> 12);
    } else {
      add(0xf0 | code >> 18);
      add(0x80 | (code >> 12 & 0x3f));
    }
    add(0x80 | (code >> 6 & 0x3f));
  }
  add(0x80 | (code & 0x3f));
}

// ----------------------------------------------------------------------------------------- JSON

const int kMaxDepth = 64;
const std::size_t kMaxJsonBytes = 16 * 1024 * 1024;
const int kMaxValues = 200000;

class JsonReader {
 public:
  explicit JsonReader(const std::string& text) : text_(text) {}

  bool read(Json& value) {
    if (text_.size() > kMaxJsonBytes || !readValue(value, 0)) return false;
    skipSpace();
    return at_ == text_.size();
  }

 private:
  void skipSpace() {
    static const std::string space = " \t\n\r";
    while (at_ < text_.size() && space.find(text_[at_]) != std::string::npos) at_++;
  }

  bool take(char wanted) {
    if (at_ >= text_.size() || text_[at_] != wanted) return false;
    at_++;
    return true;
  }

  bool takeWord(const char* word) {
    const std::string wanted = word;
    if (text_.compare(at_, wanted.size(), wanted) != 0) return false;
    at_ += wanted.size();
    return true;
  }

  bool readValue(Json& value, int depth) {
    if (depth > kMaxDepth || ++values_ > kMaxValues) return false;
    skipSpace();
    if (at_ >= text_.size()) return false;
    switch (text_[at_]) {
      case '{': return readObject(value, depth);
      case '[': return readList(value, depth);
      case 't': value = Json(true); return takeWord("true");
      case 'f': value = Json(false); return takeWord("false");
      case 'n': value = Json(); return takeWord("null");
      case '"': {
        std::string text;
        if (!readText(text)) return false;
        value = Json(text);
        return true;
      }
      default: return readNumber(value);
    }
  }

  bool readObject(Json& value, int depth) {
    value = Json::makeObject();
    at_++;
    skipSpace();
    if (take('}')) return true;
    for (;;) {
      std::string name;
      Json field;
      skipSpace();
      if (!readText(name)) return false;
      skipSpace();
      if (!take(':') || !readValue(field, depth + 1)) return false;
      value.append(name, std::move(field));
      skipSpace();
      if (take('}')) return true;
      if (!take(',')) return false;
    }
  }

  bool readList(Json& value, int depth) {
    value = Json::makeList();
    at_++;
    skipSpace();
    if (take(']')) return true;
    for (;;) {
      Json item;
      if (!readValue(item, depth + 1)) return false;
      value.add(std::move(item));
      skipSpace();
      if (take(']')) return true;
      if (!take(',')) return false;
    }
  }

  bool readHex(unsigned& code) {
    if (at_ + 4 > text_.size()) return false;
    code = 0;
    for (int digit = 0; digit < 4; digit++) {
      const char one = text_[at_++];
      unsigned value = 0;
      if (isDigit(one)) value = static_cast<unsigned>(one - '0');
      else if (one >= 'a' && one <= 'f') value = static_cast<unsigned>(one - 'a') + 10;
      else if (one >= 'A' && one <= 'F') value = static_cast<unsigned>(one - 'A') + 10;
      else return false;
      code = code << 4 | value;
    }
    return true;
  }

  /** After `\u`. Half a character becomes U+FFFD. */
  bool readCode(std::string& text) {
    unsigned code = 0;
    if (!readHex(code)) return false;
    if (code >= 0xd800 && code <= 0xdbff && text_.compare(at_, 2, "\\u") == 0) {
      const std::size_t before = at_;
      unsigned low = 0;
      at_ += 2;
      if (!readHex(low)) return false;
      if (low >= 0xdc00 && low <= 0xdfff) code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
      else at_ = before;
    }
    appendUtf8(text, code >= 0xd800 && code <= 0xdfff ? 0xfffd : code);
    return true;
  }

  bool readText(std::string& text) {
    if (!take('"')) return false;
    while (at_ < text_.size()) {
      const char one = text_[at_];
      if (one == '"') {
        at_++;
        return true;
      }
      if (one == '\\') {
        if (++at_ >= text_.size()) return false;
        const char escaped = text_[at_++];
        static const std::string names = "\"\\/bfnrt";
        static const std::string values = "\"\\/\b\f\n\r\t";
        const std::size_t known = names.find(escaped);
        if (known != std::string::npos) text += values[known];
        else if (escaped != 'u' || !readCode(text)) return false;
        continue;
      }
      const std::size_t length = utf8Length(text_, at_);
      if (length == 0 || byteAt(text_, at_) < 0x20) return false;
      text.append(text_, at_, length);
      at_ += length;
    }
    return false;
  }

  bool readDigits(double& value, int& count) {
    for (count = 0; at_ < text_.size() && isDigit(text_[at_]); at_++, count++) value = value * 10 + (text_[at_] - '0');
    return count > 0;
  }

  /** Not by strtod, which depends on the language of the game. */
  bool readNumber(Json& value) {
    double number = 0, exponent = 0, fraction = 0;
    int count = 0;
    const bool isNegative = take('-');
    const bool beginsWithZero = at_ < text_.size() && text_[at_] == '0';
    if (!readDigits(number, count) || (beginsWithZero && count > 1)) return false;
    if (take('.')) {
      if (!readDigits(fraction, count)) return false;
      number += fraction / std::pow(10.0, count);
    }
    if (take('e') || take('E')) {
      const bool isSmall = take('-');
      if (!isSmall) take('+');
      if (!readDigits(exponent, count)) return false;
      number *= std::pow(10.0, isSmall ? -exponent : exponent);
    }
    // A fraction or exponent of thousands of digits.
    if (!std::isfinite(number)) number = 0;
    value = Json(isNegative ? -number : number);
    return true;
  }

  const std::string& text_;
  std::size_t at_ = 0;
  int values_ = 0;
};

void writeText(const std::string& text, std::string& result) {
  result += '"';
  for (const char one : text) {
    const unsigned byte = static_cast<unsigned char>(one);
    if (one == '"' || one == '\\') {
      result += '\\';
      result += one;
    } else if (byte < 0x20) {
      char escaped[8];
      std::snprintf(escaped, sizeof escaped, "\\u%04x", byte);
      result += escaped;
    } else {
      result += one;
    }
  }
  result += '"';
}

void writeNumber(double number, std::string& result) {
  char text[40];
  const bool isWhole = std::floor(number) == number && std::fabs(number) < 9007199254740992.0;
  std::snprintf(text, sizeof text, isWhole ? "%.0f" : "%.15g", std::isfinite(number) ? number : 0.0);
  // Some languages write a comma.
  for (char* at = text; *at != '\0'; at++) result += *at == ',' ? '.' : *at;
}

void writeJson(const Json& value, std::string& result) {
  const char* separator = "";
  switch (value.type()) {
    case Json::Type::null: result += "null"; break;
    case Json::Type::boolean: result += value.boolean() ? "true" : "false"; break;
    case Json::Type::number: writeNumber(value.number(), result); break;
    case Json::Type::text: writeText(value.text(), result); break;
    case Json::Type::list:
      result += '[';
      for (const Json& item : value.items()) {
        result += separator;
        separator = ",";
        writeJson(item, result);
      }
      result += ']';
      break;
    case Json::Type::object:
      result += '{';
      for (const auto& field : value.fields()) {
        result += separator;
        separator = ",";
        writeText(field.first, result);
        result += ':';
        writeJson(field.second, result);
      }
      result += '}';
      break;
  }
}

}  // namespace

Json::Json(const std::string& value) : type_(Type::text), text_(validUtf8(value)) {}

Json Json::makeList() {
  Json value;
  value.type_ = Type::list;
  return value;
}

Json Json::makeObject() {
  Json value;
  value.type_ = Type::object;
  return value;
}

bool Json::parse(const std::string& text, Json& value) {
  if (JsonReader(text).read(value)) return true;
  value = Json();
  return false;
}

std::string Json::dump() const {
  std::string result;
  writeJson(*this, result);
  return result;
}

double Json::number(double fallback) const {
  if (type_ == Type::number) return number_;
  const std::size_t start = startsWith(text_, "-") ? 1 : 0;
  if (type_ != Type::text || text_.size() == start || text_.size() > 18) return fallback;
  double value = 0;
  for (std::size_t at = start; at < text_.size(); at++) {
    if (!isDigit(text_[at])) return fallback;
    value = value * 10 + (text_[at] - '0');
  }
  return start == 1 ? -value : value;
}

const Json& Json::operator[](const std::string& name) const {
  static const Json nothing;
  // Of a name that comes twice, the last one counts.
  for (auto field = fields_.rbegin(); field != fields_.rend(); ++field) {
    if (field->first == name) return field->second;
  }
  return nothing;
}

void Json::set(const std::string& name, Json value) {
  for (auto& field : fields_) {
    if (field.first != name) continue;
    field.second = std::move(value);
    return;
  }
  append(name, std::move(value));
}

void Json::append(const std::string& name, Json value) { fields_.emplace_back(validUtf8(name), std::move(value)); }

double System::monotonicMs() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double System::wallMs() {
  return std::chrono::duration<double, std::milli>(std::chrono::system_clock::now().time_since_epoch()).count();
}

std::uint32_t System::randomBits() {
  static std::random_device device;
  return static_cast<std::uint32_t>(device());
}

// ------------------------------------------------------------------------------- codes and dates

namespace {

const double kNever = std::numeric_limits<double>::infinity();
const double kSecond = 1000;
const double kDay = 86400 * kSecond;

bool endsWith(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

bool isAsciiWord(char one) {
  return isDigit(one) || (one >= 'a' && one <= 'z') || (one >= 'A' && one <= 'Z') || one == '_' || one == '-';
}

/** Percent-encodes all but letters, digits, `-` and `_`. */
std::string encodeUrl(const std::string& text) {
  static const char digits[] = "0123456789ABCDEF";
  std::string result;
  for (std::size_t at = 0; at < text.size(); at++) {
    const unsigned byte = byteAt(text, at);
    if (isAsciiWord(text[at])) result += text[at];
    else result += std::string("%") + digits[byte >> 4] + digits[byte & 15];
  }
  return result;
}

std::string base64(const std::string& bytes) {
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string result;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - at);
    unsigned bits = 0;
    for (std::size_t next = 0; next < 3; next++) bits = bits << 8 | (next < count ? byteAt(bytes, at + next) : 0);
    for (std::size_t next = 0; next < 4; next++) {
      result += next <= count ? letters[bits >> (18 - 6 * next) & 63] : '=';
    }
  }
  return result;
}

/** Days since 1970 of a date of the Gregorian calendar. */
double daysSince1970(int year, int month, int day) {
  const int y = month <= 2 ? year - 1 : year;
  const int era = (y >= 0 ? y : y - 399) / 400;
  const int yearOfEra = y - era * 400;
  const int dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return static_cast<double>(era) * 146097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719468;
}

/** Milliseconds since 1970; 0 if it is no date such as `2026-01-31T12:00:00.000Z`. */
double parseIsoDate(const std::string& text) {
  int year = 0, month = 0, day = 0, hour = 0, minute = 0;
  double second = 0;
  int milliseconds = 0, whole = 0;
  const int count = std::sscanf(text.c_str(), "%4d-%2d-%2dT%2d:%2d:%2d.%3d", &year, &month, &day, &hour, &minute,
                                &whole, &milliseconds);
  if (count < 6 || !endsWith(text, "Z") || month < 1 || month > 12) return 0;
  second = whole;
  return (daysSince1970(year, month, day) * 86400 + hour * 3600 + minute * 60 + second) * kSecond + milliseconds;
}

std::string isoDate(double milliseconds) {
  const double days = std::floor(milliseconds / kDay);
  const int ofDay = static_cast<int>(milliseconds - days * kDay);
  // Counts from the first of March, so that the leap day is the last one.
  const int z = static_cast<int>(days) + 719468;
  const int era = z / 146097;
  const int dayOfEra = z - era * 146097;
  const int yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146096) / 365;
  const int dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
  const int shifted = (5 * dayOfYear + 2) / 153;
  const int month = shifted < 10 ? shifted + 3 : shifted - 9;
  const int year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  char text[64];
  std::snprintf(text, sizeof text, "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", year, month,
                dayOfYear - (153 * shifted + 2) / 5 + 1, ofDay / 3600000, ofDay / 60000 % 60, ofDay / 1000 % 60,
                ofDay % 1000);
  return text;
}

/** Milliseconds since 1970; 0 if it is no date such as `Sun, 06 Nov 1994 08:49:37 GMT`. */
double parseHttpDate(const std::string& text) {
  static const std::string months = "JanFebMarAprMayJunJulAugSepOctNovDec";
  int day = 0, year = 0, hour = 0, minute = 0, second = 0;
  char month[4] = "";
  const std::size_t comma = text.find(", ");
  if (comma == std::string::npos) return 0;
  const char* rest = text.c_str() + comma + 2;
  if (std::sscanf(rest, "%2d %3s %4d %2d:%2d:%2d", &day, month, &year, &hour, &minute, &second) != 6) return 0;
  const std::size_t at = months.find(month);
  if (at == std::string::npos || at % 3 != 0) return 0;
  return (daysSince1970(year, static_cast<int>(at / 3) + 1, day) * 86400 + hour * 3600 + minute * 60 + second) *
         kSecond;
}

}  // namespace

// ----------------------------------------------------------------------------------------- core

namespace {

const double kTimeoutSeconds = 20;
const double kMaxRetryAfterSeconds = 3600;
/** The server forgets keys and uploads after seven days. */
const double kMaxRetryMs = 6 * kDay;
/** A larger drift of the clocks means that the device slept, or that its clock was set. */
const double kMaxDriftMs = kDay / 2;

const std::size_t kMaxUnsent = 200;
const std::size_t kMaxSent = 20;
const std::size_t kMaxFiles = 5;
/** Tickets whose files go up at the same time: each file is in memory. */
const int kMaxUploading = 3;
/** The service takes 10 MB by default. This only bounds the memory. */
const std::size_t kMaxFileBytes = 64 * 1024 * 1024;
const std::size_t kMinPartBytes = 256 * 1024;
const std::size_t kMaxMessages = 100;
const std::size_t kMaxTold = 200;
/** Characters that the service takes. */
const std::size_t kMaxUserId = 200;
/** Longer ones of a response would fill the disk: ids count as none, and explanations are cut. */
const std::size_t kMaxText = 1000;
const std::size_t kMaxSlug = 100;
const std::size_t kMaxFieldErrors = 20;

/** In characters. The server would refuse to identify the player with longer texts. */
const std::size_t kContextLength = 50;
const std::map<std::string, std::size_t> kContextLengths = {{"locale", 30}, {"deviceModel", 200}, {"osVersion", 100}};

/** Then the client stores again what the storage refused. */
const double kStoreRetryMs = 5 * kSecond;
/** Looks for what other processes wrote, and for their lock. */
const double kScanMs = 2 * kSecond;

const double kFirstWaitMs = 2 * kSecond;
const double kMaxWaitMs = 900 * kSecond;
/** A refused token that is younger was replaced by another device with a copy of this storage. */
const double kSoonMs = 600 * kSecond;
const double kFirstIdentifyWaitMs = 500;
const double kMaxIdentifyWaitMs = 300 * kSecond;

/** Polls overlap by this time: a message may have been saved late. */
const double kOverlapMs = 30 * kSecond;
const double kAfterWritingMs = 15 * kSecond;
const double kDefaultPollSeconds = 60;
const double kMaxPollSeconds = 86400;
/** Devices whose network returns together poll within this time. */
const double kWakeSpreadMs = 2 * kSecond;

const double kUploadTimeoutSeconds = 30;
const double kUploadBytesPerSecond = 8000;
/** For a longer wait, such as the daily limit, the file is left out. */
const double kMaxUploadWaitSeconds = 120;
const int kMaxConflicts = 5;

const char* const kTickets = "/api/v1/tickets";
const char* const kUploads = "/api/v1/player/attachments";
const char* const kParts = "/api/v1/player/attachments/resumable";

/** A number of a server or a file can be too large for any type. */
int toInt(const Json& json) { return static_cast<int>(std::min(std::max(json.number(), -2e9), 2e9)); }

std::size_t toSize(const Json& json) { return static_cast<std::size_t>(std::min(std::max(json.number(), 0.0), 2e9)); }

/** It fits into a header. */
bool isToken(const std::string& text) {
  return !text.empty() && text.size() <= kMaxText &&
         std::all_of(text.begin(), text.end(), [](char one) { return one > ' ' && one < 127; });
}

Error makeError(const std::string& slug, const std::string& message = "") {
  Error error;
  error.slug = slug;
  error.message = message.empty() ? slug : message;
  return error;
}

Json toJson(const Error& error) {
  if (!error) return Json();
  Json json = Json::makeObject();
  json.set("slug", error.slug);
  json.set("status", error.status);
  json.set("message", error.message);
  Json fields = Json::makeObject();
  for (const auto& field : error.errors) {
    Json messages = Json::makeList();
    for (const auto& message : field.second) messages.add(message);
    fields.append(field.first, std::move(messages));
  }
  json.set("errors", std::move(fields));
  return json;
}

std::map<std::string, std::vector<std::string>> readFieldErrors(const Json& json) {
  std::map<std::string, std::vector<std::string>> errors;
  for (const auto& field : json.fields()) {
    if (errors.size() >= kMaxFieldErrors) break;
    auto& messages = errors[beginning(field.first, kMaxText)];
    for (const auto& message : field.second.items()) {
      if (messages.size() < kMaxFieldErrors) messages.push_back(beginning(message.text(), kMaxText));
    }
  }
  return errors;
}

Error readError(const Json& json) {
  Error error;
  error.slug = json["slug"].text();
  error.status = toInt(json["status"]);
  error.message = json["message"].text();
  error.errors = readFieldErrors(json["errors"]);
  return error;
}

/**
 * The service would refuse such a request again. A refusal of another one, such as identify, does
 * not count.
 */
bool isFinal(const Error& error, const std::string& path) {
  const int status = error.status;
  return status >= 400 && status < 500 && status != 401 && status != 408 && status != 429 &&
         startsWith(error.path, path);
}

/** A problem's slug, or the code of identify's 404. Otherwise another server answered. */
std::string slugOf(const Json& body) {
  static const std::string start = "/problems/";
  const std::string& type = body["type"].text();
  const std::string& code = body["error"]["code"].text();
  const bool isProblem = startsWith(type, start) && type.size() > start.size() &&
                         std::all_of(type.begin() + static_cast<std::ptrdiff_t>(start.size()), type.end(), isAsciiWord);
  if (type.size() > start.size() + kMaxSlug || code.size() > kMaxSlug) return "";
  if (isProblem) return type.substr(start.size());
  const bool isProject = startsWith(code, "project_") && std::all_of(code.begin(), code.end(), isAsciiWord);
  return type.empty() && isProject ? code : "";
}

std::string headerOf(const HttpResponse& response, const char* name) {
  const auto found = response.headers.find(name);
  return found == response.headers.end() ? "" : found->second;
}

/** A request of the API. */
struct Request {
  std::string method = "POST";
  std::string path;
  Json body;
  /** The bytes of a file, instead of a JSON body. */
  std::string bytes;
  std::vector<std::pair<std::string, std::string>> headers;
  double timeoutSeconds = kTimeoutSeconds;
  /**
   * Fields without which another server answered: texts, or lists if the name ends with `[]`.
   * Empty: any object, or 204.
   */
  std::vector<std::string> expects;
};

struct Response {
  Error error;
  int status = 0;
  std::string etag;
  Json body;
};

bool isId(const Json& json) { return json.isText() && json.text().size() <= kMaxText; }

/** Of the name of a stored entry, after `e-`. 0: the name is another one. */
double orderOf(const std::string& name, std::size_t at) {
  if (name.size() <= at + 12 || name[at + 12] != '-') return 0;
  return std::max(Json(name.substr(at, 12)).number(), 0.0);
}

bool hasFields(const Json& body, const std::vector<std::string>& expects) {
  return std::all_of(expects.begin(), expects.end(), [&body](const std::string& name) {
    return endsWith(name, "[]") ? body[name.substr(0, name.size() - 2)].isList() : isId(body[name]);
  });
}

Request get(const std::string& path, std::vector<std::string> expects) {
  Request request;
  request.method = "GET";
  request.path = path;
  request.expects = std::move(expects);
  return request;
}

/** An entry, and what only the client knows of it. */
struct Entry : OutboxEntry {
  /** Of the storage. */
  std::string file;
  /** Entries go in this order. */
  double order = 0;
  Json body;
  /** The ids of the files are fixed: a retry must be the same request. */
  bool hasUploads = false;
  bool isUploading = false;
  /** As last told. */
  bool wasStored = false;

  bool isReply() const { return kind == EntryKind::reply; }
  bool isPending() const { return state == EntryState::queued || state == EntryState::sending; }
  std::string fileOf(const std::string& prefix, std::size_t index) const {
    return prefix + "f-" + id + "-" + std::to_string(index);
  }
};

Json toJson(const Entry& entry) {
  static const char* const states[] = {"queued", "queued", "sent", "failed"};
  Json json = Json::makeObject();
  json.set("id", entry.id);
  json.set("kind", entry.isReply() ? "reply" : "create");
  json.set("ticketId", entry.ticketId);
  json.set("body", entry.body);
  json.set("state", states[static_cast<int>(entry.state)]);
  json.set("triedAt", entry.triedAt);
  json.set("writtenAt", entry.writtenAt);
  json.set("hasUploads", entry.hasUploads);
  json.set("error", toJson(entry.error));
  Json files = Json::makeList();
  for (const OutboxFile& file : entry.files) {
    Json one = Json::makeObject();
    one.set("name", file.name);
    one.set("type", file.type);
    one.set("size", static_cast<double>(file.size));
    one.set("uploadId", file.uploadId);
    one.set("attachmentId", file.attachmentId);
    one.set("uploadedAt", file.uploadedAt);
    one.set("error", toJson(file.error));
    files.add(std::move(one));
  }
  json.set("files", std::move(files));
  return json;
}

/** False if it is no entry. */
bool readEntry(const std::string& text, Entry& entry) {
  Json json;
  if (!Json::parse(text, json)) return false;
  const std::string& kind = json["kind"].text();
  const std::string& state = json["state"].text();
  const Json& body = json["body"];
  entry.id = json["id"].text();
  entry.ticketId = json["ticketId"].text();
  // It goes into a header, and into names of files.
  const bool isEntryId = !entry.id.empty() && std::all_of(entry.id.begin(), entry.id.end(), isAsciiWord);
  if (!isEntryId || entry.ticketId.empty() || !body["message"].isText()) return false;
  if (json["files"].items().size() > kMaxFiles) return false;
  if (kind != "create" && kind != "reply") return false;
  if (state != "queued" && state != "sent" && state != "failed") return false;
  entry.kind = kind == "reply" ? EntryKind::reply : EntryKind::create;
  entry.body = body;
  entry.subject = body["subject"].text();
  entry.message = body["message"].text();
  entry.state = state == "sent" ? EntryState::sent : state == "failed" ? EntryState::failed : EntryState::queued;
  entry.triedAt = json["triedAt"].number();
  entry.writtenAt = json["writtenAt"].number();
  entry.hasUploads = json["hasUploads"].boolean();
  entry.error = readError(json["error"]);
  entry.lastError = entry.error;
  for (const Json& one : json["files"].items()) {
    OutboxFile file;
    file.name = one["name"].text();
    file.type = one["type"].text();
    file.size = toSize(one["size"]);
    file.uploadId = one["uploadId"].text();
    file.attachmentId = one["attachmentId"].text();
    file.uploadedAt = one["uploadedAt"].number();
    file.error = readError(one["error"]);
    entry.files.push_back(std::move(file));
  }
  return true;
}

InboxMessage readInboxMessage(const Json& json) {
  InboxMessage message;
  message.id = json["id"].text();
  message.type = json["type"].text();
  message.ticketId = json["ticketId"].text();
  message.title = json["title"].text();
  message.body = json["body"].text();
  message.createdAt = json["createdAt"].text();
  message.readAt = json["readAt"].text();
  return message;
}

TicketSummary readSummary(const Json& json) {
  TicketSummary ticket;
  ticket.id = json["id"].text();
  ticket.type = json["type"].text();
  ticket.status = json["status"].text();
  ticket.subject = json["subject"].text();
  ticket.lastMessagePreview = json["lastMessagePreview"].text();
  ticket.lastMessageAt = json["lastMessageAt"].text();
  ticket.unreadCount = toInt(json["unreadCount"]);
  return ticket;
}

Ticket readTicket(const Json& json) {
  Ticket ticket;
  ticket.id = json["id"].text();
  ticket.type = json["type"].text();
  ticket.status = json["status"].text();
  ticket.subject = json["subject"].text();
  for (const Json& one : json["messages"].items()) {
    TicketMessage message;
    message.id = one["id"].text();
    message.authorType = one["authorType"].text();
    message.message = one["message"].text();
    message.createdAt = one["createdAt"].text();
    for (const Json& file : one["attachments"].items()) {
      message.attachments.push_back({file["id"].text(), file["name"].text(), file["contentType"].text(),
                                     file["size"].number(), file["url"].text()});
    }
    ticket.messages.push_back(std::move(message));
  }
  return ticket;
}

/** The items with an id. */
template <typename Item>
std::vector<Item> readItems(const Json& list, Item (*read)(const Json&)) {
  std::vector<Item> items;
  for (const Json& one : list.items()) {
    if (isId(one["id"])) items.push_back(read(one));
  }
  return items;
}

/** Each id once, and not thousands: a wrong server must not tell one twice, or block a frame. */
std::vector<InboxMessage> readInbox(const Json& body) {
  std::vector<InboxMessage> messages;
  std::set<std::string> ids;
  for (InboxMessage& message : readItems(body["messages"], readInboxMessage)) {
    if (ids.size() >= kMaxMessages) break;
    if (ids.insert(message.id).second) messages.push_back(std::move(message));
  }
  return messages;
}

/** `http://` or `https://` with a host, without query, fragment and credentials. */
bool isBaseUrl(const std::string& url) {
  const std::size_t host = startsWith(url, "https://") ? 8 : startsWith(url, "http://") ? 7 : url.size();
  const bool isClean = std::all_of(url.begin(), url.end(), [](char one) {
    return one > ' ' && one != '?' && one != '#' && one != '@' && one != '\\' && one != '\x7f';
  });
  return isClean && host < url.size() && url[host] != '/';
}

/** Texts that are no UTF-8 would become equal, and a longer one refuses each identify. */
bool isUserId(const std::string& id) { return validUtf8(id) == id && firstCharacters(id, kMaxUserId) == id; }

/** A longer text would refuse each identify, so that nothing is sent. */
Context checkedContext(const Context& given) {
  static const std::map<std::string, std::size_t> lengths = {{"locale", 30}, {"deviceModel", 200}, {"osVersion", 100}};
  Context context;
  for (const auto& field : given) {
    const auto length = lengths.find(field.first);
    context[field.first] = firstCharacters(validUtf8(field.second), length == lengths.end() ? 50 : length->second);
  }
  return context;
}

template <typename Value>
class Listeners {
 public:
  ListenerId add(ListenerId id, std::function<void(const Value&)> listener) {
    all_[id] = std::move(listener);
    return id;
  }
  void remove(ListenerId id) { all_.erase(id); }
  void tell(const Value& value) const {
    // A listener may add or remove one.
    const auto all = all_;
    for (const auto& one : all) {
      if (all_.count(one.first) != 0) one.second(value);
    }
  }

 private:
  std::map<ListenerId, std::function<void(const Value&)>> all_;
};

/** Of a ticket's entries. Times are of the monotonic clock. */
struct Retry {
  int failures = 0;
  double dueAt = 0;
  /** The server told to wait. */
  double blockedUntil = 0;
};

/** Of one file. */
struct Upload {
  std::string entryId;
  std::size_t index = 0;
  std::string name;
  std::string bytes;
  std::string uploadId;
  int conflicts = 0;
};

using Reply = std::function<void(const Response&)>;
using TokenReply = std::function<void(const Error&, const std::string& token)>;

/** What a player has in memory. Each user has a player of its own. */
struct Player {
  /** Begins the names of its files. Empty: it could not be opened. */
  std::string prefix;
  std::string installationId;

  std::vector<Entry> entries;
  /** Files that are no entries. */
  std::set<std::string> damaged;
  /** Tickets by the entries that created them. */
  std::map<std::string, std::string> created;
  /** By ticket. */
  std::map<std::string, Retry> retries;
  /** The entry on its way. One at a time. */
  std::string sending;

  std::string token;
  /**
   * That the server has, as JSON. Sent once, or two devices would overwrite each other without end.
   */
  std::string sentIdentity;
  bool isIdentifying = false;
  std::vector<TokenReply> waiters;
  double issuedAt = -kNever;
  /** If the token is refused, identify waits until it has this age. */
  double identifyWait = 0;

  std::map<std::string, InboxMessage> messages;
  std::vector<std::string> told;
  bool isToldRead = false;
  int unread = 0;
  std::string etag;
  double since = 0;
  double pollSeconds = kDefaultPollSeconds;
  int pollFailures = 0;
  double pollDueAt = 0;
  bool isPolling = false;
  /** The last poll got no response. */
  bool isOffline = false;
  /** The longest time from the current poll to the next one. */
  double pollWithin = kNever;
};

}  // namespace

class PlayerSupport::Core {
 public:
  explicit Core(Options options);
  ~Core();

  void start();
  void stop();
  void update();

  std::string add(Entry entry, const std::vector<NewFile>& files, Error* error);
  std::string refuse(const Error& why, Error* error);
  std::vector<OutboxEntry> entries();
  bool retry(const std::string& id);
  bool discard(const std::string& id);
  void sendNow();
  bool setUser(const std::string& user);
  bool signOut(bool erase);

  /** Sends a request of the game. */
  void ask(Request request, Reply done);
  /** Answers a request of the game that was not sent. */
  void refuse(const Error& why, Reply done);
  Request inboxRequest(const std::string& since) const;
  bool receive(const std::vector<InboxMessage>& received);
  void remember(const std::vector<InboxMessage>& received);

  Options options;
  Player player;
  ListenerId lastListener = 0;
  Listeners<InboxMessage> onMessage;
  Listeners<int> onUnread;
  Listeners<OutboxEntry> onOutbox;
  Listeners<UploadProgress> onUpload;
  Listeners<Error> onError;
  Listeners<std::string> onTicket;

 private:
  double now() { return options.system->monotonicMs(); }
  double random();
  std::string randomId();
  double backOff(int failures, double retryAfterSeconds);
  double serverTime() { return serverOffset_ + now(); }
  bool isServerTimeKnown();

  /** Runs in update(), if the user is still the same. */
  void later(std::function<void()> work);
  void tell(const Error& error);
  void tell(Entry& entry);
  void tellTicket(const std::string& ticketId);

  // Storage.
  bool store(const std::string& file, const std::string& content);
  ReadResult load(const std::string& file, std::string& content);
  void removeFile(const std::string& file);
  bool isStored(const std::string& file) const { return unsaved_.count(file) == 0; }
  void retryStoring();
  bool takeLock();
  std::string keyPrefix() const;

  // Players.
  bool openPlayer();
  bool findPlayer();
  bool storePlayer(const std::string& file);
  void closePlayer();
  bool erasePlayer();
  void cancelRequests(const Error& reason);

  // Requests.
  void exchange(const Request& request, Reply done);
  Response judge(const Request& request, const HttpResponse& http);
  void learnTime(const HttpResponse& http);
  double timeOf(const HttpResponse& http);
  std::string identity() const;
  void withToken(const std::string& refused, TokenReply done);
  void identify(const std::string& identity, double nextWait);
  void call(std::shared_ptr<const Request> request, Reply done, const std::string& refused = "");
  void call(Request request, Reply done) { call(std::make_shared<const Request>(std::move(request)), std::move(done)); }

  // Outbox.
  Entry* find(const std::string& id);
  std::string ticketOf(const Entry& entry) const;
  OutboxEntry view(const Entry& entry) const;
  bool storeEntry(Entry& entry);
  bool loadEntries(bool isAll);
  void removeLeftFiles();
  void removeFilesOf(const Entry& entry);
  void prune();
  void sendDue();
  void send(Entry& entry);
  void sendPrepared(Entry& entry);
  void onSent(const std::string& id, const Response& response);
  void fail(Entry& entry, const Error& error);
  void retryLater(Entry& entry, const Error& error);
  void makeDue();

  // Uploads.
  void uploadNext(const std::string& id);
  void uploadFile(Entry& entry, std::size_t index);
  void uploadWhole(std::shared_ptr<Upload> upload);
  void beginParts(std::shared_ptr<Upload> upload);
  void askOffset(std::shared_ptr<Upload> upload);
  void sendPart(std::shared_ptr<Upload> upload, std::size_t offset);
  void callForFile(Request request, std::shared_ptr<Upload> upload, Reply done);
  OutboxFile* fileOf(const Upload& upload);
  void keepUploadId(Upload& upload, const std::string& id);
  void uploaded(const Upload& upload, const std::string& attachmentId);
  void uploadFailed(const Upload& upload, const Error& error);
  void tellProgress(const Upload& upload, std::size_t sentOfFile);

  // Inbox.
  void poll();
  bool readTold();
  void pollSoon(double milliseconds);

  bool isStarted_ = false;
  bool isLocked_ = false;
  double scanAt_ = 0;
  /** The next entry is due. */
  double sendAt_ = 0;
  double serverOffset_ = 0;
  double deviceOffset_ = std::numeric_limits<double>::quiet_NaN();
  /** Changes with the user. */
  std::uint64_t userEpoch_ = 0;
  /** Changes when all requests end. */
  std::uint64_t requestEpoch_ = 0;
  std::set<std::uint64_t> requests_;
  std::map<std::uint64_t, Reply> asked_;
  std::uint64_t lastAsked_ = 0;
  std::deque<std::function<void()>> events_;
  /** What the storage refused, by file. */
  std::map<std::string, std::string> unsaved_;
  double storeAt_ = kNever;
};

PlayerSupport::Core::Core(Options given) : options(std::move(given)) {
  options.context = checkedContext(options.context);
  openPlayer();
}

PlayerSupport::Core::~Core() {
  cancelRequests(makeError("aborted"));
  if (isLocked_) options.storage->unlock();
}

double PlayerSupport::Core::random() { return options.system->randomBits() / 4294967296.0; }

std::string PlayerSupport::Core::randomId() {
  std::string id;
  for (int word = 0; word < 4; word++) {
    char text[16];
    std::snprintf(text, sizeof text, "%08x", static_cast<unsigned>(options.system->randomBits()));
    id += text;
  }
  return id;
}

/**
 * Doubles up to 15 minutes, at least what the server asks for. With chance, so that devices do not
 * retry together.
 */
double PlayerSupport::Core::backOff(int failures, double retryAfterSeconds) {
  const double longest = std::min(kMaxWaitMs, kFirstWaitMs * std::pow(2.0, failures));
  const double shortest = std::max(longest / 2, retryAfterSeconds * kSecond);
  return shortest + random() * std::max(longest, shortest) * 0.5;
}

bool PlayerSupport::Core::isServerTimeKnown() {
  return std::fabs(options.system->wallMs() - now() - deviceOffset_) < kMaxDriftMs;
}

// --------------------------------------------------------------------------------------- events

void PlayerSupport::Core::later(std::function<void()> work) {
  events_.push_back([this, epoch = userEpoch_, work = std::move(work)] {
    if (epoch == userEpoch_) work();
  });
}

void PlayerSupport::Core::tell(const Error& error) {
  later([this, error] { onError.tell(error); });
}

void PlayerSupport::Core::tell(Entry& entry) {
  entry.wasStored = isStored(entry.file);
  later([this, shown = view(entry)] { onOutbox.tell(shown); });
}

void PlayerSupport::Core::tellTicket(const std::string& ticketId) {
  later([this, ticketId] { onTicket.tell(ticketId); });
}

void PlayerSupport::Core::start() {
  const bool wasStarted = isStarted_;
  isStarted_ = true;
  scanAt_ = 0;
  makeDue();
  // A resumed game still waits as long as the server asked.
  const bool isLate = player.pollDueAt <= now() || player.isOffline;
  if (wasStarted && !player.isPolling && isLate) player.pollDueAt = now() + random() * kWakeSpreadMs;
}

void PlayerSupport::Core::stop() {
  isStarted_ = false;
  cancelRequests(makeError("aborted"));
  if (isLocked_) options.storage->unlock();
  isLocked_ = false;
}

void PlayerSupport::Core::update() {
  options.transport->update();
  const double time = now();
  if (time >= storeAt_) retryStoring();
  if (isStarted_ && time >= scanAt_) {
    scanAt_ = time + kScanMs;
    sendAt_ = 0;
    if (player.prefix.empty()) openPlayer();
    else if (!takeLock()) loadEntries(false);
  }
  if (isStarted_ && isLocked_ && !player.prefix.empty()) {
    if (time >= sendAt_) {
      // Another process may have stored an entry that goes first.
      loadEntries(false);
      sendDue();
    }
    if (time >= player.pollDueAt && !player.isPolling) poll();
  }
  // What listeners cause is told in the next call.
  for (std::size_t count = events_.size(); count > 0 && !events_.empty(); count--) {
    const auto work = std::move(events_.front());
    events_.pop_front();
    work();
  }
}

// -------------------------------------------------------------------------------------- storage

bool PlayerSupport::Core::store(const std::string& file, const std::string& content) {
  if (options.storage->write(file, content)) {
    unsaved_.erase(file);
    return true;
  }
  if (unsaved_.empty()) storeAt_ = now() + kStoreRetryMs;
  unsaved_[file] = content;
  tell(makeError("storage", "The storage refused " + file));
  return false;
}

ReadResult PlayerSupport::Core::load(const std::string& file, std::string& content) {
  const auto found = unsaved_.find(file);
  if (found == unsaved_.end()) return options.storage->read(file, content);
  content = found->second;
  return ReadResult::found;
}

void PlayerSupport::Core::removeFile(const std::string& file) {
  unsaved_.erase(file);
  options.storage->remove(file);
}

void PlayerSupport::Core::retryStoring() {
  const auto left = unsaved_;
  for (const auto& one : left) {
    if (!store(one.first, one.second)) break;
  }
  storeAt_ = unsaved_.empty() ? kNever : now() + kStoreRetryMs;
  for (Entry& entry : player.entries) {
    if (!entry.wasStored && isStored(entry.file)) tell(entry);
  }
}

/** Returns whether this process may send. Reads again what others have changed. */
bool PlayerSupport::Core::takeLock() {
  if (isLocked_) return true;
  if (!options.storage->tryLock()) return false;
  isLocked_ = true;
  player.token.clear();
  player.isToldRead = false;
  loadEntries(true);
  removeLeftFiles();
  return true;
}

std::string PlayerSupport::Core::keyPrefix() const {
  std::string prefix;
  for (const char one : options.projectPublicKey) prefix += isAsciiWord(one) ? one : '_';
  return prefix + ".";
}

// -------------------------------------------------------------------------------------- players

bool PlayerSupport::Core::openPlayer() {
  if (!isLocked_ && options.storage->tryLock()) isLocked_ = true;
  if (!findPlayer()) return false;
  loadEntries(true);
  removeLeftFiles();
  return true;
}

/** Finds the user's player, or adds one. The first user takes over the player without a user. */
bool PlayerSupport::Core::findPlayer() {
  std::vector<std::string> listed;
  if (!options.storage->list(listed)) {
    tell(makeError("storage", "The storage cannot be read."));
    return false;
  }
  std::set<std::string> names(listed.begin(), listed.end());
  for (const auto& one : unsaved_) names.insert(one.first);
  const std::string key = keyPrefix();
  int count = 0;
  std::string free;
  for (const std::string& name : names) {
    std::string text;
    Json json;
    if (!startsWith(name, key) || !endsWith(name, ".player")) continue;
    count++;
    const ReadResult result = load(name, text);
    if (result == ReadResult::failed) {
      tell(makeError("storage", "The storage cannot read " + name));
      return false;
    }
    Json::parse(text, json);
    if (json["installationId"].text().size() != 32) continue;
    if (json["userId"].text() == options.userId) {
      player.prefix = name.substr(0, name.size() - 6);
      player.installationId = json["installationId"].text();
      return true;
    }
    if (json["userId"].text().empty()) {
      free = name;
      player.installationId = json["installationId"].text();
    }
  }
  if (!isLocked_) return false;
  const bool isTakenOver = count == 1 && !free.empty();
  if (!isTakenOver) player.installationId = randomId();
  const std::string name = isTakenOver ? free : key + randomId() + ".player";
  player.prefix = name.substr(0, name.size() - 6);
  Json json = Json::makeObject();
  json.set("userId", options.userId);
  json.set("installationId", player.installationId);
  store(name, json.dump());
  return true;
}

/** Ends all of the player in memory. Late answers have no effect. */
void PlayerSupport::Core::closePlayer() {
  cancelRequests(makeError("signed-out"));
  userEpoch_++;
  player = Player();
  sendAt_ = 0;
}

bool PlayerSupport::Core::erasePlayer() {
  std::vector<std::string> names;
  const std::string prefix = player.prefix;
  if (!takeLock() || prefix.empty() || !options.storage->list(names)) return false;
  closePlayer();
  bool isErased = true;
  for (auto one = unsaved_.begin(); one != unsaved_.end();) {
    if (startsWith(one->first, prefix)) one = unsaved_.erase(one);
    else ++one;
  }
  // Its own file last: until then the player exists.
  for (const std::string& name : names) {
    if (startsWith(name, prefix) && name != prefix + "player") isErased = options.storage->remove(name) && isErased;
  }
  return isErased && options.storage->remove(prefix + "player");
}

bool PlayerSupport::Core::setUser(const std::string& given) {
  const bool isTaken = isUserId(given);
  const std::string user = isTaken ? given : "";
  if (user == options.userId) return isTaken;
  closePlayer();
  options.userId = user;
  openPlayer();
  later([this] { onUnread.tell(0); });
  return isTaken;
}

bool PlayerSupport::Core::signOut(bool erase) {
  if (!erase) {
    setUser("");
    return true;
  }
  const bool isErased = erasePlayer();
  if (options.userId.empty() && !isErased && !player.prefix.empty()) return false;
  closePlayer();
  options.userId.clear();
  openPlayer();
  later([this] { onUnread.tell(0); });
  return isErased;
}

void PlayerSupport::Core::cancelRequests(const Error& reason) {
  requestEpoch_++;
  for (const std::uint64_t id : requests_) options.transport->cancel(id);
  requests_.clear();
  player.isIdentifying = false;
  player.waiters.clear();
  player.isPolling = false;
  player.sending.clear();
  for (Entry& entry : player.entries) {
    entry.isUploading = false;
    if (entry.state == EntryState::sending) entry.state = EntryState::queued;
  }
  sendAt_ = 0;
  auto asked = std::move(asked_);
  asked_.clear();
  for (auto& one : asked) refuse(reason, std::move(one.second));
}

// ------------------------------------------------------------------------------------- requests

/** Sends one request, and reads the whole response. */
void PlayerSupport::Core::exchange(const Request& request, Reply done) {
  HttpRequest http;
  http.method = request.method;
  http.url = options.baseUrl + request.path;
  http.headers = request.headers;
  http.timeoutSeconds = request.timeoutSeconds;
  http.body = request.bytes;
  if (!request.body.isNull()) {
    http.body = request.body.dump();
    http.headers.emplace_back("Content-Type", "application/json");
  }
  // Of the request, judge() needs all but the body.
  Request kept = request;
  kept.bytes.clear();
  kept.body = Json();
  auto id = std::make_shared<std::uint64_t>(0);
  *id = options.transport->send(
      http, [this, id, epoch = requestEpoch_, kept = std::move(kept), done = std::move(done)](HttpResponse response) {
        if (epoch != requestEpoch_) return;
        requests_.erase(*id);
        done(judge(kept, response));
      });
  requests_.insert(*id);
}

double PlayerSupport::Core::timeOf(const HttpResponse& http) {
  const double date = parseHttpDate(headerOf(http, "date"));
  return date > 0 ? date : options.system->wallMs();
}

void PlayerSupport::Core::learnTime(const HttpResponse& http) {
  deviceOffset_ = options.system->wallMs() - now();
  serverOffset_ = timeOf(http) - now();
}

/** Only the service answers: anything else is an error after which the client tries again. */
Response PlayerSupport::Core::judge(const Request& request, const HttpResponse& http) {
  Response response;
  response.status = http.status;
  const int status = http.status;
  if (status == 0) {
    response.error = makeError("network", "No response: " + http.failure);
    return response;
  }
  if (status < 200 || (status > 299 && status < 400 && status != 304)) {
    response.error = makeError("redirect", "The baseUrl redirects.");
    return response;
  }
  Json::parse(http.body, response.body);
  // The response to a part has no body.
  if (request.method == "PATCH" && startsWith(request.path, kParts) && status < 300) {
    const std::string offset = headerOf(http, "upload-offset");
    response.body = Json::makeObject();
    if (!offset.empty()) response.body.set("offset", offset);
  }
  const std::string slug = slugOf(response.body);
  const bool isConditional = std::any_of(request.headers.begin(), request.headers.end(),
                                         [](const auto& header) { return header.first == "If-None-Match"; });
  const bool isOfService = status == 304  ? isConditional
                           : status > 299 ? !slug.empty()
                           : request.expects.empty() ? status == 204 || response.body.isObject()
                                                     : hasFields(response.body, request.expects);
  if (isOfService) learnTime(http);
  if (!isOfService && status < 500 && status != 429) {
    response.error = makeError("foreign-response", "Another server answered " + std::to_string(status) + ".");
    return response;
  }
  // Sent back with each poll: a longer one would be refused each time.
  if (isToken(headerOf(http, "etag"))) response.etag = headerOf(http, "etag");
  if (status < 400) return response;
  Error& error = response.error;
  error.status = status;
  error.path = request.path;
  error.slug = !slug.empty() ? slug : status == 429 ? "rate-limited" : "unavailable";
  for (const Json* text : {&response.body["detail"], &response.body["title"], &response.body["error"]["message"]}) {
    if (error.message.empty()) error.message = beginning(text->text(), kMaxText);
  }
  if (error.message.empty()) error.message = "The server answered " + std::to_string(status) + ".";
  error.errors = readFieldErrors(response.body["errors"]);
  // A date is compared with the server's: the device's clock can be wrong.
  const std::string wait = headerOf(http, "retry-after");
  const double seconds = Json(wait).number(-1);
  const double date = parseHttpDate(wait);
  error.retryAfter = seconds >= 0 ? seconds : date > 0 ? (date - timeOf(http)) / kSecond : 0;
  error.retryAfter = std::min(std::max(error.retryAfter, 0.0), kMaxRetryAfterSeconds);
  return response;
}

/** What the server should know of the player. */
std::string PlayerSupport::Core::identity() const {
  Json json = Json::makeObject();
  if (!options.userId.empty()) json.set("userId", options.userId);
  Json context = Json::makeObject();
  for (const auto& field : options.context) {
    const auto longer = kContextLengths.find(field.first);
    const std::size_t length = longer == kContextLengths.end() ? kContextLength : longer->second;
    context.set(field.first, cutText(validUtf8(field.second), length));
  }
  if (!options.context.empty()) json.set("context", std::move(context));
  return json.dump();
}

/** Gives a token that is not the refused one. Calls at the same time share one identify. */
void PlayerSupport::Core::withToken(const std::string& refused, TokenReply done) {
  const std::string identity = this->identity();
  if (!player.token.empty() && player.token != refused && player.sentIdentity == identity) {
    return done(Error(), player.token);
  }
  if (player.isIdentifying) return player.waiters.push_back(std::move(done));
  std::string text;
  Json stored;
  if (player.prefix.empty()) return done(makeError(isLocked_ ? "storage" : "storage-in-use"), "");
  load(player.prefix + "session", text);
  Json::parse(text, stored);
  const std::string& token = stored["token"].text();
  const bool isCurrent = player.sentIdentity == identity || stored["identity"].text() == identity;
  if (isToken(token) && token != refused && isCurrent) {
    player.token = token;
    player.sentIdentity = identity;
    return done(Error(), token);
  }
  if (!takeLock()) return done(makeError("storage-in-use", "Another process uses the storage."), "");
  // Two devices with a copy of one storage would replace each other's tokens with each request.
  const double age = now() - player.issuedAt;
  const bool isSoon = !refused.empty() && age <= kSoonMs;
  if (isSoon && age < player.identifyWait) {
    Error error = makeError("installation-in-use", "Another device has a copy of this storage.");
    error.retryAfter = (player.identifyWait - age) / kSecond;
    return done(error, "");
  }
  player.waiters.push_back(std::move(done));
  identify(identity, isSoon ? std::min(2 * player.identifyWait + kFirstIdentifyWaitMs, kMaxIdentifyWaitMs) : 0);
}

void PlayerSupport::Core::identify(const std::string& identity, double nextWait) {
  Request request;
  request.path = "/api/v1/player/identify";
  request.expects = {"playerAccessToken"};
  Json::parse(identity, request.body);
  request.body.set("projectPublicKey", options.projectPublicKey);
  request.body.set("installationId", player.installationId);
  player.isIdentifying = true;
  exchange(request, [this, identity, nextWait](const Response& response) {
    player.isIdentifying = false;
    Error error = response.error;
    const std::string token = response.body["playerAccessToken"].text();
    if (!error && !isToken(token)) error = makeError("foreign-response", "This is no token.");
    if (!error) {
      player.token = token;
      player.sentIdentity = identity;
      player.issuedAt = now();
      player.identifyWait = nextWait;
      Json json = Json::makeObject();
      json.set("token", player.token);
      json.set("identity", identity);
      store(player.prefix + "session", json.dump());
    }
    const auto waiters = std::move(player.waiters);
    player.waiters.clear();
    for (const auto& done : waiters) done(error, token);
  });
}

/** Sends a request as the player. Identifies again if the server refuses the token, once. */
void PlayerSupport::Core::call(std::shared_ptr<const Request> request, Reply done, const std::string& refused) {
  withToken(refused, [this, request, done = std::move(done), refused](const Error& error, const std::string& token) {
    if (error) {
      Response response;
      response.error = error;
      return done(response);
    }
    Request sent = *request;
    sent.headers.emplace_back("Authorization", "Bearer " + token);
    exchange(sent, [this, request, done, refused, token](const Response& response) {
      const bool isRefused = response.error.status == 401 && refused.empty();
      if (isRefused) call(request, done, token);
      else done(response);
    });
  });
}

void PlayerSupport::Core::refuse(const Error& why, Reply done) {
  Response response;
  response.error = why;
  events_.push_back([done = std::move(done), response] { done(response); });
}

void PlayerSupport::Core::ask(Request request, Reply done) {
  // It would take the storage from other processes.
  if (!isStarted_) return refuse(makeError("aborted", "Call start() first."), std::move(done));
  const std::uint64_t id = ++lastAsked_;
  asked_[id] = std::move(done);
  call(std::move(request), [this, id](const Response& response) {
    const auto found = asked_.find(id);
    if (found == asked_.end()) return;
    events_.push_back([this, epoch = userEpoch_, done = std::move(found->second), response] {
      if (epoch == userEpoch_) return done(response);
      Response late;
      late.error = makeError("signed-out");
      done(late);
    });
    asked_.erase(found);
  });
}

// --------------------------------------------------------------------------------------- outbox

Entry* PlayerSupport::Core::find(const std::string& id) {
  for (Entry& entry : player.entries) {
    if (entry.id == id) return &entry;
  }
  return nullptr;
}

std::string PlayerSupport::Core::ticketOf(const Entry& entry) const {
  const auto found = player.created.find(entry.ticketId);
  return found == player.created.end() ? entry.ticketId : found->second;
}

OutboxEntry PlayerSupport::Core::view(const Entry& entry) const {
  OutboxEntry shown = entry;
  shown.ticketId = ticketOf(entry);
  shown.isStored = isStored(entry.file);
  for (std::size_t index = 0; index < shown.files.size(); index++) {
    OutboxFile& file = shown.files[index];
    file.isStored = file.error.slug != "file-lost" && isStored(entry.fileOf(player.prefix, index));
  }
  return shown;
}

bool PlayerSupport::Core::storeEntry(Entry& entry) { return store(entry.file, toJson(entry).dump()); }

/**
 * Reads new entries, and those that other processes may have changed. `isAll`: reads everything
 * again. False if the storage failed.
 */
bool PlayerSupport::Core::loadEntries(bool isAll) {
  std::vector<std::string> names;
  const std::string start = player.prefix + "e-";
  if (player.prefix.empty() || !options.storage->list(names)) return false;
  std::set<std::string> listed(names.begin(), names.end());
  for (const auto& one : unsaved_) listed.insert(one.first);
  std::vector<Entry> kept;
  std::map<std::string, std::size_t> known;
  for (Entry& entry : player.entries) {
    // Another process has removed it.
    if (listed.count(entry.file) == 0 && (isAll || !isLocked_)) continue;
    known[entry.file] = kept.size();
    kept.push_back(std::move(entry));
  }
  player.entries = std::move(kept);
  for (const std::string& name : listed) {
    if (!startsWith(name, start) || player.damaged.count(name) != 0) continue;
    const auto found = known.find(name);
    Entry* old = found == known.end() ? nullptr : &player.entries[found->second];
    if (old != nullptr && !isAll && (isLocked_ || !old->isPending())) continue;
    Entry entry;
    std::string text;
    const ReadResult result = load(name, text);
    if (result != ReadResult::found) continue;
    entry.order = orderOf(name, start.size());
    const bool isEntry = readEntry(text, entry) && entry.order > 0 && name.substr(start.size() + 13) == entry.id;
    // The answer to one would be taken for the other, which would be sent without end.
    const Entry* other = find(entry.id);
    if (!isEntry || (old == nullptr && other != nullptr)) {
      player.damaged.insert(name);
      tell(makeError("storage", "An entry of the outbox is damaged."));
      continue;
    }
    entry.file = name;
    entry.wasStored = isStored(name);
    if (!entry.isReply() && entry.state == EntryState::sent) player.created[entry.id] = entry.ticketId;
    const bool isChanged = old == nullptr ? !isAll : old->state != entry.state && !entry.isPending();
    if (old != nullptr) *old = std::move(entry);
    else player.entries.push_back(std::move(entry));
    if (isChanged) tell(old != nullptr ? *old : player.entries.back());
  }
  std::sort(player.entries.begin(), player.entries.end(), [](const Entry& one, const Entry& other) {
    return one.order != other.order ? one.order < other.order : one.id < other.id;
  });
  sendAt_ = 0;
  return true;
}

/** Removes files that a process left behind when it was killed. */
void PlayerSupport::Core::removeLeftFiles() {
  std::vector<std::string> names;
  if (!isLocked_ || player.prefix.empty() || !options.storage->list(names)) return;
  std::set<std::string> used;
  for (const std::string& name : names) {
    // An entry that cannot be read keeps its files.
    if (startsWith(name, player.prefix + "e-") && name.size() > 32) used.insert(name.substr(name.size() - 32));
  }
  for (const Entry& entry : player.entries) {
    if (entry.state == EntryState::sent) used.erase(entry.id);
    else used.insert(entry.id);
  }
  const std::string start = player.prefix + "f-";
  for (const std::string& name : names) {
    if (startsWith(name, start) && used.count(name.substr(start.size(), 32)) == 0) options.storage->remove(name);
  }
}

void PlayerSupport::Core::removeFilesOf(const Entry& entry) {
  for (std::size_t index = 0; index < entry.files.size(); index++) removeFile(entry.fileOf(player.prefix, index));
}

/** Tells why a text cannot be taken. It has no id. */
std::string PlayerSupport::Core::refuse(const Error& why, Error* error) {
  if (error != nullptr) *error = why;
  tell(why);
  return "";
}

std::string PlayerSupport::Core::add(Entry entry, const std::vector<NewFile>& files, Error* error) {
  if (player.prefix.empty() && !openPlayer()) {
    return refuse(makeError(isLocked_ ? "storage" : "storage-in-use"), error);
  }
  if (!isLocked_) loadEntries(false);
  const auto unsent = std::count_if(player.entries.begin(), player.entries.end(),
                                    [](const Entry& one) { return one.state != EntryState::sent; });
  if (static_cast<std::size_t>(unsent) >= kMaxUnsent) {
    return refuse(makeError("outbox-full", "200 entries are pending or failed."), error);
  }
  if (files.size() > kMaxFiles) return refuse(makeError("too-many-files", "A message has at most five files."), error);
  std::vector<std::string> contents;
  for (const NewFile& file : files) {
    std::string bytes = file.bytes;
    OutboxFile kept;
    // The text goes without it.
    if (!file.path.empty() && !options.storage->readPath(file.path, kMaxFileBytes + 1, bytes)) {
      bytes.clear();
      kept.error = makeError("file-lost", "The file cannot be read: " + file.path);
    }
    kept.name = validUtf8(file.name.empty() ? "file" : file.name);
    kept.type = file.type;
    if (bytes.size() > kMaxFileBytes) {
      // The text is sent without it.
      kept.error = makeError("payload-too-large", "The file is too large.");
      std::string().swap(bytes);
    }
    kept.size = bytes.size();
    entry.files.push_back(std::move(kept));
    contents.push_back(std::move(bytes));
  }
  entry.id = randomId();
  if (entry.ticketId.empty()) entry.ticketId = entry.id;
  entry.writtenAt = options.system->wallMs();
  double order = 0;
  std::vector<std::string> names;
  const std::string start = player.prefix + "e-";
  options.storage->list(names);
  for (const std::string& name : names) {
    if (startsWith(name, start)) order = std::max(order, orderOf(name, start.size()));
  }
  for (const Entry& one : player.entries) order = std::max(order, one.order);
  entry.order = order + 1;
  char text[32];
  std::snprintf(text, sizeof text, "%012.0f", entry.order);
  entry.file = start + text + "-" + entry.id;
  // The entry last: it is stored when its files are.
  for (std::size_t index = 0; index < contents.size(); index++) {
    if (!entry.files[index].error) store(entry.fileOf(player.prefix, index), contents[index]);
  }
  storeEntry(entry);
  if (!isLocked_ && !contents.empty() && options.storage->list(names)) {
    // A process that has just taken the lock may have taken them for left ones.
    for (std::size_t index = 0; index < contents.size(); index++) {
      const std::string file = entry.fileOf(player.prefix, index);
      const bool isLeft = std::find(names.begin(), names.end(), file) != names.end();
      if (!isLeft && !entry.files[index].error) store(file, contents[index]);
    }
  }
  const std::string id = entry.id;
  player.entries.push_back(std::move(entry));
  tell(player.entries.back());
  sendAt_ = 0;
  return id;
}

std::vector<OutboxEntry> PlayerSupport::Core::entries() {
  if (!isLocked_) loadEntries(false);
  std::vector<OutboxEntry> shown;
  for (const Entry& entry : player.entries) shown.push_back(view(entry));
  return shown;
}

bool PlayerSupport::Core::retry(const std::string& id) {
  bool isFound = false;
  if (!takeLock()) return false;
  for (Entry& entry : player.entries) {
    if (entry.state != EntryState::failed || (entry.id != id && entry.ticketId != id)) continue;
    isFound = true;
    entry.state = EntryState::queued;
    entry.error = entry.lastError = Error();
    entry.triedAt = 0;
    player.retries.erase(ticketOf(entry));
    storeEntry(entry);
    tell(entry);
  }
  sendAt_ = 0;
  return isFound;
}

bool PlayerSupport::Core::discard(const std::string& id) {
  if (!takeLock()) return false;
  const auto found = std::find_if(player.entries.begin(), player.entries.end(), [&id](const Entry& one) {
    return one.id == id && one.state == EntryState::failed;
  });
  if (found == player.entries.end()) return false;
  removeFilesOf(*found);
  removeFile(found->file);
  player.entries.erase(found);
  return true;
}

/** Makes due what waits, except what the server told to wait. */
void PlayerSupport::Core::makeDue() {
  for (auto& one : player.retries) one.second.dueAt = std::min(one.second.dueAt, one.second.blockedUntil);
  sendAt_ = 0;
}

void PlayerSupport::Core::sendNow() { makeDue(); }

/** Keeps the newest sent entries, and those whose replies still name them. */
void PlayerSupport::Core::prune() {
  std::set<std::string> named;
  std::size_t sent = 0;
  for (const Entry& entry : player.entries) {
    if (entry.state == EntryState::sent) sent++;
    else named.insert(entry.ticketId);
  }
  for (auto entry = player.entries.begin(); entry != player.entries.end() && sent > kMaxSent;) {
    const bool isKept = entry->state != EntryState::sent || named.count(entry->id) != 0;
    if (isKept) {
      ++entry;
      continue;
    }
    removeFile(entry->file);
    entry = player.entries.erase(entry);
    sent--;
  }
}

/**
 * Sends the first due entry, and begins uploads beside it. Of each ticket only the oldest entry can
 * be due.
 */
void PlayerSupport::Core::sendDue() {
  const double time = now();
  sendAt_ = kNever;
  std::set<std::string> seen;
  const auto isUploading = [](const Entry& entry) { return entry.isUploading; };
  auto uploading = std::count_if(player.entries.begin(), player.entries.end(), isUploading);
  for (Entry& entry : player.entries) {
    const std::string ticket = ticketOf(entry);
    if (!entry.isPending() || !seen.insert(ticket).second || entry.isUploading) continue;
    const auto retry = player.retries.find(ticket);
    if (retry != player.retries.end() && retry->second.dueAt > time) {
      sendAt_ = std::min(sendAt_, retry->second.dueAt);
      continue;
    }
    const Entry* creation = entry.isReply() ? find(entry.ticketId) : nullptr;
    // Without its ticket a reply cannot be sent.
    if (creation != nullptr && creation->state == EntryState::failed) {
      fail(entry, Error(creation->error));
      seen.erase(ticket);
    } else if (!entry.files.empty() && !entry.hasUploads) {
      // The end of an upload looks again.
      if (uploading >= kMaxUploading) continue;
      uploading++;
      entry.isUploading = true;
      uploadNext(entry.id);
    } else if (player.sending.empty()) {
      player.sending = entry.id;
      send(entry);
    }
  }
}

/** Ages need the server's time, which any response tells. */
void PlayerSupport::Core::send(Entry& entry) {
  if (isServerTimeKnown()) return sendPrepared(entry);
  call(inboxRequest(""), [this, id = entry.id](const Response& response) {
    Entry* found = find(id);
    if (found == nullptr) player.sending.clear();
    else if (response.error) retryLater(*found, response.error);
    else sendPrepared(*found);
  });
}

void PlayerSupport::Core::sendPrepared(Entry& entry) {
  if (entry.triedAt > 0 && serverTime() - entry.triedAt > kMaxRetryMs) {
    return fail(entry, makeError("outbox-expired", "The server did not confirm it for six days."));
  }
  // Uploads are forgotten too, while nothing of the message was sent.
  for (OutboxFile& file : entry.files) {
    if (entry.triedAt > 0 || file.attachmentId.empty() || serverTime() - file.uploadedAt < kMaxRetryMs) continue;
    file.attachmentId.clear();
    file.uploadId.clear();
    entry.hasUploads = false;
  }
  if (!entry.files.empty() && !entry.hasUploads) {
    player.sending.clear();
    sendAt_ = 0;
    return;
  }
  entry.state = EntryState::sending;
  if (entry.triedAt <= 0) {
    // Stored first: the server may have it from now on.
    entry.triedAt = serverTime();
    storeEntry(entry);
  }
  tell(entry);
  Request request;
  request.path = entry.isReply() ? std::string(kTickets) + "/" + encodeUrl(ticketOf(entry)) + "/messages" : kTickets;
  request.headers.emplace_back("Idempotency-Key", entry.id);
  request.expects = {entry.isReply() ? "messageId" : "ticketId"};
  request.body = entry.body;
  if (!entry.isReply()) request.body.set("projectPublicKey", options.projectPublicKey);
  Json attachments = Json::makeList();
  for (const OutboxFile& file : entry.files) {
    if (!file.attachmentId.empty()) attachments.add(file.attachmentId);
  }
  if (!entry.files.empty()) request.body.set("attachments", std::move(attachments));
  call(request, [this, id = entry.id, path = request.path](const Response& response) {
    Entry* found = find(id);
    player.sending.clear();
    sendAt_ = 0;
    if (found == nullptr) return;
    if (!response.error) onSent(id, response);
    else if (isFinal(response.error, path)) fail(*found, response.error);
    else retryLater(*found, response.error);
  });
}

void PlayerSupport::Core::onSent(const std::string& id, const Response& response) {
  Entry& entry = *find(id);
  player.retries.erase(ticketOf(entry));
  if (entry.isReply()) {
    entry.ticketId = ticketOf(entry);
  } else {
    entry.ticketId = response.body["ticketId"].text();
    player.created[id] = entry.ticketId;
  }
  for (const Json& refused : response.body["refusedAttachments"].items()) {
    for (OutboxFile& file : entry.files) {
      if (file.attachmentId.empty() || file.attachmentId != refused.text()) continue;
      file.error = makeError("file-lost", "The server has lost the file.");
    }
  }
  entry.state = EntryState::sent;
  entry.lastError = Error();
  storeEntry(entry);
  removeFilesOf(entry);
  tell(entry);
  tellTicket(entry.ticketId);
  pollSoon(kAfterWritingMs);
  prune();
}

void PlayerSupport::Core::fail(Entry& entry, const Error& error) {
  if (player.sending == entry.id) player.sending.clear();
  player.retries.erase(ticketOf(entry));
  entry.state = EntryState::failed;
  entry.isUploading = false;
  entry.error = entry.lastError = error;
  storeEntry(entry);
  tell(entry);
  sendAt_ = 0;
}

void PlayerSupport::Core::retryLater(Entry& entry, const Error& error) {
  if (player.sending == entry.id) player.sending.clear();
  Retry& retry = player.retries[ticketOf(entry)];
  retry.dueAt = now() + backOff(retry.failures, error.retryAfter);
  retry.blockedUntil = now() + error.retryAfter * kSecond;
  retry.failures = std::min(retry.failures + 1, 30);
  entry.state = EntryState::queued;
  entry.isUploading = false;
  entry.lastError = error;
  tell(entry);
  tell(error);
  sendAt_ = 0;
}

// -------------------------------------------------------------------------------------- uploads

/** Uploads the next file of an entry. After the last one, the message can be sent. */
void PlayerSupport::Core::uploadNext(const std::string& id) {
  Entry* entry = find(id);
  if (entry == nullptr) return;
  for (std::size_t index = 0; index < entry->files.size(); index++) {
    const OutboxFile& file = entry->files[index];
    if (file.attachmentId.empty() && !file.error) return uploadFile(*entry, index);
  }
  entry->hasUploads = true;
  entry->isUploading = false;
  player.retries.erase(ticketOf(*entry));
  storeEntry(*entry);
  sendAt_ = 0;
}

void PlayerSupport::Core::uploadFile(Entry& entry, std::size_t index) {
  const OutboxFile& file = entry.files[index];
  auto upload = std::make_shared<Upload>();
  upload->entryId = entry.id;
  upload->index = index;
  upload->name = file.name;
  upload->uploadId = file.uploadId;
  const ReadResult result = load(entry.fileOf(player.prefix, index), upload->bytes);
  if (result == ReadResult::failed) return retryLater(entry, makeError("storage", "A file cannot be read."));
  if (result == ReadResult::missing || upload->bytes.size() != file.size) {
    entry.files[index].error = makeError("file-lost", "The device has lost the file.");
    storeEntry(entry);
    tell(entry);
    return uploadNext(std::string(entry.id));
  }
  tellProgress(*upload, 0);
  if (upload->bytes.size() <= options.partBytes) uploadWhole(upload);
  else if (upload->uploadId.empty()) beginParts(upload);
  else askOffset(upload);
}

OutboxFile* PlayerSupport::Core::fileOf(const Upload& upload) {
  Entry* entry = find(upload.entryId);
  return entry != nullptr && upload.index < entry->files.size() ? &entry->files[upload.index] : nullptr;
}

void PlayerSupport::Core::callForFile(Request request, std::shared_ptr<Upload> upload, Reply done) {
  request.timeoutSeconds = kUploadTimeoutSeconds + static_cast<double>(request.bytes.size()) / kUploadBytesPerSecond;
  call(std::move(request), [this, upload, done = std::move(done)](const Response& response) {
    if (fileOf(*upload) != nullptr) done(response);
  });
}

void PlayerSupport::Core::uploadWhole(std::shared_ptr<Upload> upload) {
  Request request;
  request.path = kUploads;
  // The server looks at the bytes: systems declare unknown types.
  request.headers = {{"Content-Type", "application/octet-stream"}, {"X-File-Name", encodeUrl(upload->name)}};
  request.bytes = upload->bytes;
  request.expects = {"attachmentId"};
  callForFile(std::move(request), upload, [this, upload](const Response& response) {
    if (response.error) uploadFailed(*upload, response.error);
    else uploaded(*upload, response.body["attachmentId"].text());
  });
}

/** The server does not know the path. */
static bool isUnknown(const Error& error) {
  return isFinal(error, kParts) && (error.status == 404 || error.status == 405 || error.status == 410);
}

void PlayerSupport::Core::beginParts(std::shared_ptr<Upload> upload) {
  Request request;
  request.path = kParts;
  request.headers = {{"Tus-Resumable", "1.0.0"},
                     {"Upload-Length", std::to_string(upload->bytes.size())},
                     {"Upload-Metadata", "filename " + base64(upload->name)}};
  request.expects = {"attachmentId"};
  callForFile(std::move(request), upload, [this, upload](const Response& response) {
    // An older server takes files only in one request.
    if (isUnknown(response.error)) return uploadWhole(upload);
    if (response.error) return uploadFailed(*upload, response.error);
    keepUploadId(*upload, response.body["attachmentId"].text());
    sendPart(upload, 0);
  });
}

/** A restart goes on with it. */
void PlayerSupport::Core::keepUploadId(Upload& upload, const std::string& id) {
  upload.uploadId = id;
  fileOf(upload)->uploadId = id;
  storeEntry(*find(upload.entryId));
}

void PlayerSupport::Core::askOffset(std::shared_ptr<Upload> upload) {
  Request request = get(std::string(kParts) + "/" + encodeUrl(upload->uploadId), {"attachmentId"});
  request.headers = {{"Tus-Resumable", "1.0.0"}};
  callForFile(std::move(request), upload, [this, upload](const Response& response) {
    if (isUnknown(response.error)) {
      keepUploadId(*upload, "");
      beginParts(upload);
    } else if (response.error) {
      uploadFailed(*upload, response.error);
    } else {
      sendPart(upload, toSize(response.body["offset"]));
    }
  });
}

void PlayerSupport::Core::sendPart(std::shared_ptr<Upload> upload, std::size_t offset) {
  if (offset >= upload->bytes.size()) return uploaded(*upload, upload->uploadId);
  tellProgress(*upload, offset);
  Request request;
  request.method = "PATCH";
  request.path = std::string(kParts) + "/" + encodeUrl(upload->uploadId);
  request.headers = {{"Tus-Resumable", "1.0.0"},
                     {"Content-Type", "application/offset+octet-stream"},
                     {"Upload-Offset", std::to_string(offset)}};
  request.bytes = upload->bytes.substr(offset, options.partBytes);
  request.expects = {"offset"};
  callForFile(std::move(request), upload, [this, upload, offset](const Response& response) {
    if (isUnknown(response.error)) {
      // Not final: the next try begins anew.
      keepUploadId(*upload, "");
      return uploadFailed(*upload, makeError("network", "The server does not know the upload any more."));
    }
    const bool isConflict = isFinal(response.error, kParts) && response.error.status == 409;
    if (isConflict && upload->conflicts++ < kMaxConflicts) return askOffset(upload);
    if (response.error) return uploadFailed(*upload, response.error);
    const std::size_t next = toSize(response.body["offset"]);
    const bool isPiece = next < std::min(offset + options.partBytes, upload->bytes.size());
    if (isPiece && upload->conflicts++ >= kMaxConflicts) {
      return uploadFailed(*upload, makeError("network", "The server takes too little of each part."));
    }
    if (next > offset) sendPart(upload, next);
    else uploadFailed(*upload, makeError("foreign-response", "The upload does not advance."));
  });
}

void PlayerSupport::Core::uploaded(const Upload& upload, const std::string& attachmentId) {
  OutboxFile& file = *fileOf(upload);
  file.attachmentId = attachmentId;
  file.uploadedAt = serverTime();
  // A restart must not upload it again.
  storeEntry(*find(upload.entryId));
  tellProgress(upload, file.size);
  uploadNext(upload.entryId);
}

void PlayerSupport::Core::uploadFailed(const Upload& upload, const Error& error) {
  Entry& entry = *find(upload.entryId);
  if (!isFinal(error, kUploads) && error.retryAfter <= kMaxUploadWaitSeconds) return retryLater(entry, error);
  fileOf(upload)->error = error;
  storeEntry(entry);
  tell(entry);
  uploadNext(upload.entryId);
}

void PlayerSupport::Core::tellProgress(const Upload& upload, std::size_t sentOfFile) {
  UploadProgress progress;
  progress.entryId = upload.entryId;
  const Entry& entry = *find(upload.entryId);
  for (std::size_t index = 0; index < entry.files.size(); index++) {
    if (index < upload.index) progress.sent += entry.files[index].size;
    progress.total += entry.files[index].size;
  }
  progress.sent += sentOfFile;
  later([this, progress] { onUpload.tell(progress); });
}

// ---------------------------------------------------------------------------------------- inbox

Request PlayerSupport::Core::inboxRequest(const std::string& since) const {
  return get("/api/v1/player/inbox?projectPublicKey=" + encodeUrl(options.projectPublicKey) + since, {"messages[]"});
}

void PlayerSupport::Core::poll() {
  player.isPolling = true;
  // After a stop() during the poll, the next one is not at once.
  player.pollDueAt = now() + kAfterWritingMs;
  Request request = inboxRequest(player.since > 0 ? "&since=" + isoDate(player.since) : "");
  if (!player.etag.empty()) request.headers.emplace_back("If-None-Match", player.etag);
  call(std::move(request), [this](const Response& response) {
    player.isPolling = false;
    Error error = response.error;
    if (!error && response.status != 304) {
      if (receive(readInbox(response.body))) player.etag = response.etag;
      else error = makeError("storage", "The told messages cannot be read.");
      const double seconds = response.body["nextPollAfterSeconds"].number();
      player.pollSeconds = seconds == 0 ? kDefaultPollSeconds : std::min(std::max(seconds, 1.0), kMaxPollSeconds);
    }
    if (error) {
      player.pollDueAt = now() + backOff(player.pollFailures, error.retryAfter);
      player.pollFailures = std::min(player.pollFailures + 1, 30);
      player.isOffline = error.status == 0;
      return tell(error);
    }
    // Spread, more so after a failure: many devices recover in the same minute.
    const double spread = player.pollFailures > 0 ? 1 : 0.1;
    player.pollDueAt = now() + std::min(player.pollSeconds * kSecond * (1 + random() * spread), player.pollWithin);
    player.pollFailures = 0;
    player.isOffline = false;
    player.pollWithin = kNever;
  });
}

void PlayerSupport::Core::pollSoon(double milliseconds) {
  if (player.isPolling) player.pollWithin = milliseconds;
  else if (player.pollFailures == 0) player.pollDueAt = std::min(player.pollDueAt, now() + milliseconds);
}

bool PlayerSupport::Core::readTold() {
  std::string text;
  Json json;
  if (player.isToldRead) return true;
  if (load(player.prefix + "told", text) == ReadResult::failed) return false;
  Json::parse(text, json);
  player.told.clear();
  for (const Json& id : json.items()) {
    if (id.isText()) player.told.push_back(id.text());
  }
  player.isToldRead = true;
  return true;
}

/** Tells each new message once, over restarts too: its id is stored first. */
bool PlayerSupport::Core::receive(const std::vector<InboxMessage>& received) {
  if (!readTold()) return false;
  std::vector<InboxMessage> fresh;
  for (const InboxMessage& message : received) {
    const bool isTold = std::find(player.told.begin(), player.told.end(), message.id) != player.told.end();
    if (!isTold) fresh.push_back(message);
    const double time = parseIsoDate(message.readAt.empty() ? message.createdAt : message.readAt);
    player.since = std::max(player.since, time - kOverlapMs);
  }
  remember(received);
  // Another process tells them.
  if (fresh.empty() || !isLocked_) return true;
  Json json = Json::makeList();
  for (const InboxMessage& message : fresh) player.told.push_back(message.id);
  if (player.told.size() > kMaxTold) player.told.erase(player.told.begin(), player.told.end() - kMaxTold);
  for (const std::string& id : player.told) json.add(id);
  store(player.prefix + "told", json.dump());
  for (auto message = fresh.rbegin(); message != fresh.rend(); ++message) {
    if (!message->readAt.empty()) continue;
    later([this, one = *message] { onMessage.tell(one); });
    if (!message->ticketId.empty()) tellTicket(message->ticketId);
  }
  return true;
}

void PlayerSupport::Core::remember(const std::vector<InboxMessage>& received) {
  for (const InboxMessage& message : received) {
    InboxMessage& known = player.messages[message.id];
    // A late response must not make a read message unread.
    const std::string readAt = message.readAt.empty() ? known.readAt : message.readAt;
    known = message;
    known.readAt = readAt;
  }
  while (player.messages.size() > kMaxMessages) {
    player.messages.erase(std::min_element(
        player.messages.begin(), player.messages.end(),
        [](const auto& one, const auto& other) { return one.second.createdAt < other.second.createdAt; }));
  }
  const auto count = std::count_if(player.messages.begin(), player.messages.end(),
                                   [](const auto& one) { return one.second.readAt.empty(); });
  if (static_cast<int>(count) == player.unread) return;
  player.unread = static_cast<int>(count);
  later([this, unread = player.unread] { onUnread.tell(unread); });
}

// ------------------------------------------------------------------------------------------ API

std::unique_ptr<PlayerSupport> PlayerSupport::open(Options options, std::string* problem) {
  const char* wrong = nullptr;
  if (!isBaseUrl(options.baseUrl)) wrong = "baseUrl must be such as https://support.example.com, without query.";
  else if (options.projectPublicKey.empty()) wrong = "projectPublicKey is empty: see Settings > Projects.";
  else if (options.transport == nullptr) wrong = "transport is missing: such as makeCurlTransport().";
  else if (options.storage == nullptr) wrong = "storage is missing: such as makeFileStorage(folder).";
  else if (!isUserId(options.userId)) wrong = "userId must be UTF-8 of at most 200 characters.";
  else if (options.partBytes < kMinPartBytes) wrong = "partBytes must be at least 256 KiB.";
  if (problem != nullptr) *problem = wrong == nullptr ? "" : wrong;
  if (wrong != nullptr) return nullptr;
  while (endsWith(options.baseUrl, "/")) options.baseUrl.pop_back();
  if (options.system == nullptr) options.system.reset(new System());
  return std::unique_ptr<PlayerSupport>(new PlayerSupport(std::unique_ptr<Core>(new Core(std::move(options)))));
}

PlayerSupport::PlayerSupport(std::unique_ptr<Core> core) : core_(std::move(core)) {}
PlayerSupport::~PlayerSupport() = default;

void PlayerSupport::start() { core_->start(); }
void PlayerSupport::stop() { core_->stop(); }
void PlayerSupport::update() { core_->update(); }

std::string PlayerSupport::createTicket(const NewTicket& ticket, Error* error) {
  Entry entry;
  entry.subject = validUtf8(ticket.subject);
  entry.message = validUtf8(ticket.message);
  entry.body = Json::makeObject();
  entry.body.set("type", ticket.type);
  entry.body.set("subject", ticket.subject);
  entry.body.set("message", ticket.message);
  if (ticket.formVersion > 0) {
    Json answers = Json::makeObject();
    for (const auto& answer : ticket.answers) answers.append(answer.first, answer.second);
    entry.body.set("formVersion", ticket.formVersion);
    entry.body.set("fields", std::move(answers));
  }
  if (ticket.formVersion <= 0 && !ticket.answers.empty()) {
    return core_->refuse(makeError("validation", "answers need the formVersion of ticketTypes()."), error);
  }
  return core_->add(std::move(entry), ticket.files, error);
}

std::string PlayerSupport::reply(const std::string& ticketId, const std::string& message,
                                 const std::vector<NewFile>& files, Error* error) {
  Entry entry;
  entry.kind = EntryKind::reply;
  entry.ticketId = ticketId.empty() ? "-" : validUtf8(ticketId);
  entry.message = validUtf8(message);
  entry.body = Json::makeObject();
  entry.body.set("message", message);
  return core_->add(std::move(entry), files, error);
}

void PlayerSupport::listTickets(Callback<std::vector<TicketSummary>> done) {
  const std::string key = encodeUrl(core_->options.projectPublicKey);
  core_->ask(get("/api/v1/player/tickets?projectPublicKey=" + key, {"tickets[]"}), [done](const Response& response) {
    done(response.error, readItems(response.body["tickets"], readSummary));
  });
}

void PlayerSupport::getTicket(const std::string& ticketId, Callback<Ticket> done) {
  const std::string path = std::string(kTickets) + "/" + encodeUrl(ticketId);
  core_->ask(get(path, {"id", "messages[]"}),
             [done](const Response& response) { done(response.error, readTicket(response.body)); });
}

void PlayerSupport::ticketTypes(const std::string& locale, Callback<Json> done) {
  const std::string query = locale.empty() ? "" : "?locale=" + encodeUrl(locale);
  core_->ask(get("/api/v1/player/ticket-types" + query, {"types[]"}),
             [done](const Response& response) { done(response.error, response.body); });
}

void PlayerSupport::request(const std::string& method, const std::string& path, const Json& body, Callback<Json> done) {
  static const std::set<std::string> methods = {"GET", "POST", "PUT", "PATCH", "DELETE"};
  const auto answer = [done](const Response& response) {
    done(response.error, response.error ? Json() : response.body);
  };
  std::string wrong;
  if (methods.count(method) == 0) wrong = "method must be GET, POST, PUT, PATCH or DELETE.";
  else if (!startsWith(path, "/api/v1/player/") || !isToken(path)) wrong = "path must begin with /api/v1/player/.";
  else if (!body.isNull() && (method == "GET" || !body.isObject())) wrong = "body must be an object; GET has none.";
  if (!wrong.empty()) return core_->refuse(makeError("validation", wrong), answer);
  Request request;
  request.method = method;
  request.path = path;
  request.body = body;
  core_->ask(std::move(request), answer);
}

void PlayerSupport::inboxMessages(Callback<std::vector<InboxMessage>> done) {
  core_->ask(core_->inboxRequest(""), [core = core_.get(), done](const Response& response) {
    const auto messages = readInbox(response.body);
    if (!response.error) core->receive(messages);
    done(response.error, messages);
  });
}

void PlayerSupport::markRead(const std::string& messageId, Callback<std::string> done) {
  Request request;
  request.path = "/api/v1/player/inbox/" + encodeUrl(messageId) + "/read";
  request.expects = {"readAt"};
  core_->ask(std::move(request), [core = core_.get(), messageId, done](const Response& response) {
    const std::string readAt = response.body["readAt"].text();
    const auto known = core->player.messages.find(messageId);
    if (!response.error && known != core->player.messages.end()) {
      InboxMessage message = known->second;
      message.readAt = readAt;
      core->remember({message});
    }
    done(response.error, readAt);
  });
}

int PlayerSupport::unreadCount() const { return core_->player.unread; }
std::vector<OutboxEntry> PlayerSupport::outboxEntries() { return core_->entries(); }
bool PlayerSupport::retry(const std::string& entryId) { return core_->retry(entryId); }
bool PlayerSupport::discard(const std::string& entryId) { return core_->discard(entryId); }
void PlayerSupport::sendNow() { core_->sendNow(); }
void PlayerSupport::setContext(const Context& context) { core_->options.context = checkedContext(context); }
bool PlayerSupport::setUser(const std::string& userId) { return core_->setUser(userId); }
bool PlayerSupport::signOut(bool erase) { return core_->signOut(erase); }

ListenerId PlayerSupport::onMessage(std::function<void(const InboxMessage&)> listener) {
  return core_->onMessage.add(++core_->lastListener, std::move(listener));
}

ListenerId PlayerSupport::onUnread(std::function<void(int)> listener) {
  return core_->onUnread.add(++core_->lastListener, std::move(listener));
}

ListenerId PlayerSupport::onOutbox(std::function<void(const OutboxEntry&)> listener) {
  return core_->onOutbox.add(++core_->lastListener, std::move(listener));
}

ListenerId PlayerSupport::onUpload(std::function<void(const UploadProgress&)> listener) {
  return core_->onUpload.add(++core_->lastListener, std::move(listener));
}

ListenerId PlayerSupport::onError(std::function<void(const Error&)> listener) {
  return core_->onError.add(++core_->lastListener, std::move(listener));
}

ListenerId PlayerSupport::onTicket(std::function<void(const std::string&)> listener) {
  return core_->onTicket.add(++core_->lastListener, std::move(listener));
}

void PlayerSupport::removeListener(ListenerId id) {
  core_->onMessage.remove(id);
  core_->onUnread.remove(id);
  core_->onOutbox.remove(id);
  core_->onUpload.remove(id);
  core_->onError.remove(id);
  core_->onTicket.remove(id);
}

}  // namespace player_support
