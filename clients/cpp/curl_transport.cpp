#include "curl_transport.h"

#include <curl/curl.h>

#include <algorithm>
#include <map>
#include <utility>

namespace player_support {
namespace {

struct Exchange {
  std::uint64_t id = 0;
  CURL* easy = nullptr;
  curl_slist* headers = nullptr;
  std::string body;
  std::size_t maxResponseBytes = 0;
  HttpResponse response;
  Transport::Done done;

  ~Exchange() {
    curl_easy_cleanup(easy);
    curl_slist_free_all(headers);
  }
};

std::string lowerCase(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char one) { return one >= 'A' && one <= 'Z' ? static_cast<char>(one - 'A' + 'a') : one; });
  return text;
}

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

std::size_t onHeader(char* data, std::size_t size, std::size_t count, void* user) {
  Exchange& exchange = *static_cast<Exchange*>(user);
  const std::string line(data, size * count);
  const std::size_t colon = line.find(':');
  // The headers of a 100 Continue do not count.
  if (line.compare(0, 5, "HTTP/") == 0) exchange.response.headers.clear();
  else if (colon != std::string::npos && exchange.response.headers.size() < 100) {
    exchange.response.headers[lowerCase(line.substr(0, colon))] = trimmed(line.substr(colon + 1));
  }
  return size * count;
}

std::size_t onBody(char* data, std::size_t size, std::size_t count, void* user) {
  Exchange& exchange = *static_cast<Exchange*>(user);
  const std::size_t bytes = size * count;
  // A smaller number ends the request.
  if (exchange.response.body.size() + bytes > exchange.maxResponseBytes) return 0;
  exchange.response.body.append(data, bytes);
  return bytes;
}

class CurlTransport : public Transport {
 public:
  CurlTransport() {
    curl_global_init(CURL_GLOBAL_DEFAULT);
    multi_ = curl_multi_init();
  }

  ~CurlTransport() override {
    while (!exchanges_.empty()) cancel(exchanges_.begin()->first);
    curl_multi_cleanup(multi_);
    curl_global_cleanup();
  }

  std::uint64_t send(const HttpRequest& request, Done done) override {
    auto exchange = std::make_unique<Exchange>();
    exchange->id = ++lastId_;
    exchange->easy = curl_easy_init();
    exchange->body = request.body;
    exchange->maxResponseBytes = request.maxResponseBytes;
    exchange->done = std::move(done);
    for (const auto& header : request.headers) addHeader(*exchange, header.first + ": " + header.second);
    // Without it, curl waits for a 100 Continue before a longer body.
    addHeader(*exchange, "Expect:");
    setUp(exchange->easy, request, *exchange);
    curl_multi_add_handle(multi_, exchange->easy);
    const std::uint64_t id = exchange->id;
    exchanges_[id] = std::move(exchange);
    return id;
  }

  void cancel(std::uint64_t id) override {
    const auto found = exchanges_.find(id);
    if (found == exchanges_.end()) return;
    curl_multi_remove_handle(multi_, found->second->easy);
    exchanges_.erase(found);
  }

  void update() override {
    int running = 0;
    curl_multi_perform(multi_, &running);
    std::vector<std::unique_ptr<Exchange>> ended;
    int left = 0;
    while (CURLMsg* message = curl_multi_info_read(multi_, &left)) {
      if (message->msg != CURLMSG_DONE) continue;
      const CURLcode result = message->data.result;
      Exchange* exchange = nullptr;
      curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &exchange);
      if (exchange == nullptr) continue;
      if (result == CURLE_OK) {
        long status = 0;
        curl_easy_getinfo(exchange->easy, CURLINFO_RESPONSE_CODE, &status);
        exchange->response.status = static_cast<int>(status);
      } else {
        exchange->response.failure = curl_easy_strerror(result);
      }
      curl_multi_remove_handle(multi_, exchange->easy);
      const auto found = exchanges_.find(exchange->id);
      ended.push_back(std::move(found->second));
      exchanges_.erase(found);
    }
    // Last: they may begin and cancel requests.
    for (auto& exchange : ended) exchange->done(std::move(exchange->response));
  }

 private:
  static void addHeader(Exchange& exchange, const std::string& line) {
    curl_slist* longer = curl_slist_append(exchange.headers, line.c_str());
    if (longer != nullptr) exchange.headers = longer;
  }

  static void setUp(CURL* easy, const HttpRequest& request, Exchange& exchange) {
    curl_easy_setopt(easy, CURLOPT_URL, request.url.c_str());
    curl_easy_setopt(easy, CURLOPT_PRIVATE, &exchange);
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 1L);
    curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 2L);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, static_cast<long>(request.timeoutSeconds * 1000));
#if LIBCURL_VERSION_NUM >= 0x075700
    // Otherwise the end of a request waits for its look-up of the name, in a frame of the game.
    curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
#endif
    // On a connection that it kept, curl would send again by itself, without a wait.
    curl_easy_setopt(easy, CURLOPT_FRESH_CONNECT, 1L);
    curl_easy_setopt(easy, CURLOPT_FORBID_REUSE, 1L);
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, exchange.headers);
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, onHeader);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, &exchange);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, onBody);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, &exchange);
    if (request.method == "GET") return;
    curl_easy_setopt(easy, CURLOPT_POST, 1L);
    curl_easy_setopt(easy, CURLOPT_POSTFIELDS, exchange.body.c_str());
    curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(exchange.body.size()));
    if (request.method != "POST") curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, request.method.c_str());
  }

  CURLM* multi_ = nullptr;
  std::map<std::uint64_t, std::unique_ptr<Exchange>> exchanges_;
  std::uint64_t lastId_ = 0;
};

}  // namespace

std::unique_ptr<Transport> makeCurlTransport() { return std::make_unique<CurlTransport>(); }

}  // namespace player_support
