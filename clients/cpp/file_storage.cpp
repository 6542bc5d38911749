#include "file_storage.h"

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <system_error>

#ifdef _WIN32
#include <windows.h>
#else
#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace player_support {
namespace {

namespace fs = std::filesystem;

const char* const kLock = "lock";
const char* const kUnfinished = ".new";

bool isUnfinished(const std::string& name) {
  const std::string end = kUnfinished;
  return name.size() > end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0;
}

#ifdef _WIN32

ReadResult readWhole(const fs::path& path, std::string& content, std::size_t maxBytes = SIZE_MAX) {
  HANDLE file = CreateFileW(path.c_str(), GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                            OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
  if (file == INVALID_HANDLE_VALUE) {
    const DWORD error = GetLastError();
    const bool isMissing = error == ERROR_FILE_NOT_FOUND || error == ERROR_PATH_NOT_FOUND;
    return isMissing ? ReadResult::missing : ReadResult::failed;
  }
  content.clear();
  char part[65536];
  DWORD count = 0;
  BOOL isRead = FALSE;
  while ((isRead = ReadFile(file, part, sizeof part, &count, nullptr)) != FALSE && count > 0) {
    content.append(part, count);
    if (content.size() >= maxBytes) break;
  }
  CloseHandle(file);
  return isRead != FALSE ? ReadResult::found : ReadResult::failed;
}

bool writeNew(const fs::path& path, const std::string& content) {
  HANDLE file = CreateFileW(path.c_str(), GENERIC_WRITE, 0, nullptr, CREATE_ALWAYS, FILE_ATTRIBUTE_NORMAL, nullptr);
  if (file == INVALID_HANDLE_VALUE) return false;
  bool isWritten = true;
  for (std::size_t at = 0; isWritten && at < content.size();) {
    const std::size_t left = content.size() - at;
    DWORD count = 0;
    const DWORD wanted = static_cast<DWORD>(left < 65536 ? left : 65536);
    isWritten = WriteFile(file, content.data() + at, wanted, &count, nullptr) != FALSE && count > 0;
    at += count;
  }
  isWritten = isWritten && FlushFileBuffers(file) != FALSE;
  return CloseHandle(file) != FALSE && isWritten;
}

bool replaceBy(const fs::path& from, const fs::path& to) {
  return MoveFileExW(from.c_str(), to.c_str(), MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) != FALSE;
}

#else

ReadResult readWhole(const fs::path& path, std::string& content, std::size_t maxBytes = SIZE_MAX) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return errno == ENOENT ? ReadResult::missing : ReadResult::failed;
  content.clear();
  char part[65536];
  ssize_t count = 0;
  while ((count = ::read(file, part, sizeof part)) > 0 || (count < 0 && errno == EINTR)) {
    if (count > 0) content.append(part, static_cast<std::size_t>(count));
    if (content.size() >= maxBytes) break;
  }
  ::close(file);
  return count >= 0 ? ReadResult::found : ReadResult::failed;
}

/** Only this user may read it. A link is not followed: it could lead out of the folder. */
bool writeNew(const fs::path& path, const std::string& content) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file < 0) return false;
  bool isWritten = true;
  for (std::size_t at = 0; isWritten && at < content.size();) {
    const ssize_t count = ::write(file, content.data() + at, content.size() - at);
    if (count > 0) at += static_cast<std::size_t>(count);
    else isWritten = count < 0 && errno == EINTR;
  }
  isWritten = isWritten && ::fsync(file) == 0;
  return ::close(file) == 0 && isWritten;
}

/** The new name is on the disk too, where folders can be synced. */
bool replaceBy(const fs::path& from, const fs::path& to) {
  if (::rename(from.c_str(), to.c_str()) != 0) return false;
  const int folder = ::open(to.parent_path().c_str(), O_RDONLY | O_CLOEXEC);
  if (folder < 0) return true;
  ::fsync(folder);
  ::close(folder);
  return true;
}

#endif

class FileStorage : public Storage {
 public:
  explicit FileStorage(const std::string& folder) : folder_(fs::u8path(folder)) {}
  ~FileStorage() override { FileStorage::unlock(); }

  ReadResult read(const std::string& name, std::string& content) override { return readWhole(folder_ / name, content); }

  bool write(const std::string& name, const std::string& content) override {
    makeFolder();
    const fs::path unfinished = folder_ / (name + kUnfinished);
    if (writeNew(unfinished, content) && replaceBy(unfinished, folder_ / name)) return true;
    std::error_code error;
    fs::remove(unfinished, error);
    return false;
  }

  bool remove(const std::string& name) override {
    std::error_code error;
    fs::remove(folder_ / name, error);
    return !error;
  }

  bool list(std::vector<std::string>& names) override {
    names.clear();
    for (const std::string& name : allNames()) {
      if (name != kLock && !isUnfinished(name)) names.push_back(name);
    }
    return isListed_;
  }

  bool tryLock() override {
    if (!isLocked_) isLocked_ = lockFile();
    if (!isLocked_) return false;
    // Of processes that were killed. One that writes just now tries again.
    for (const std::string& name : allNames()) {
      if (isUnfinished(name)) remove(name);
    }
    return true;
  }

  bool readPath(const std::string& path, std::size_t maxBytes, std::string& content) override {
    const fs::path file = fs::u8path(path);
    std::error_code error;
    // A pipe would block the game, and a device has no end.
    return fs::is_regular_file(file, error) && readWhole(file, content, maxBytes) == ReadResult::found;
  }

#ifdef _WIN32
  void unlock() override {
    if (lock_ != INVALID_HANDLE_VALUE) CloseHandle(lock_);
    lock_ = INVALID_HANDLE_VALUE;
    isLocked_ = false;
  }
#else
  void unlock() override {
    if (lock_ >= 0) ::close(lock_);
    lock_ = -1;
    isLocked_ = false;
  }
#endif

 private:
  void makeFolder() {
    std::error_code error;
    fs::create_directories(folder_, error);
  }

  std::vector<std::string> allNames() {
    std::vector<std::string> names;
    std::error_code error;
    makeFolder();
    fs::directory_iterator entry(folder_, error);
    while (!error && entry != fs::directory_iterator()) {
      const auto name = entry->path().filename().u8string();
      names.emplace_back(name.begin(), name.end());
      entry.increment(error);
    }
    isListed_ = !error;
    return names;
  }

#ifdef _WIN32
  /** The system frees it when the process ends. */
  bool lockFile() {
    makeFolder();
    lock_ = CreateFileW((folder_ / kLock).c_str(), GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE,
                        nullptr, OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL, nullptr);
    if (lock_ == INVALID_HANDLE_VALUE) return true;
    OVERLAPPED place = {};
    if (LockFileEx(lock_, LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &place)) return true;
    const bool isTaken = GetLastError() == ERROR_LOCK_VIOLATION;
    unlock();
    return !isTaken;
  }

  HANDLE lock_ = INVALID_HANDLE_VALUE;
#else
  /** The system frees it when the process ends. A disk without locks has only one process. */
  bool lockFile() {
    makeFolder();
    lock_ = ::open((folder_ / kLock).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (lock_ < 0 || ::flock(lock_, LOCK_EX | LOCK_NB) == 0) return true;
    const bool isTaken = errno == EWOULDBLOCK;
    unlock();
    return !isTaken;
  }

  int lock_ = -1;
#endif

  fs::path folder_;
  bool isLocked_ = false;
  bool isListed_ = false;
};

}  // namespace

std::unique_ptr<Storage> makeFileStorage(const std::string& folder) { return std::make_unique<FileStorage>(folder); }

}  // namespace player_support
