#include "player_support.h"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
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

}  // namespace player_support
