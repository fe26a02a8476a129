// Data that is exchanged while it is read: two buffers, of which one serves and the other one, the
// shadow, takes the next version. docs/serve.md.
//
//   ark::serve::replica<float> weights(count);         // on every PE
//   weights.load_file("weights-1.bin");
//   {
//     const ark::serve::pin<float> now = weights.read();  // a version, whole until the pin ends
//     infer(now.data(), now.size());
//   }
//   weights.load_file("weights-2.bin");                // while others read version 1
#pragma once

#include <ark/amo.hpp>
#include <ark/host.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

namespace ark::serve {

namespace replica_detail {
/// The words of a replica in the heap of its PE. Readers add to `serving`, which names the buffer
/// and counts its pins in one atomic step, and to `left` of that buffer: a buffer that no longer
/// serves is free once as many have left as have come.
struct replica_words {
  struct alignas(ark::detail::cache_line) own_line {
    std::uint64_t word = 0;
  };
  own_line serving;  ///< pins of the serving version << 1, and the index of its buffer
  own_line left[2];  ///< pins of each buffer that have ended, of all its versions
  alignas(ark::detail::cache_line) std::uint64_t come[2] = {};  ///< pins of its earlier versions
  std::uint64_t versions[2] = {};
  std::uint64_t loader = 0;       ///< the PE that loads, plus 1; 0: none
  std::uint64_t is_read[2] = {};  ///< of close(): not 0 if pins have not ended, here and anywhere
};
}  // namespace replica_detail

/// A version that stays unchanged until the pin ends. Movable.
///
/// Callable: kernels and host threads of the PE. In a kernel one thread pins for its block, which
///   shares data() across a barrier, and ends the pin after the last barrier of its readers.
/// Progress: never waits: two additions to words of the PE's heap.
template <class T>
class [[nodiscard]] pin {
 public:
  ARK_HOST_DEVICE pin(replica_detail::replica_words* words, const T* buffers, std::size_t stride,
                      std::size_t size)
      : words_(words), size_(size) {
    // Acquire: pairs with the release of the redirect, before which the buffer was written.
    index_ = static_cast<unsigned>(
        ark::detail::fetch_add_acquire(&words->serving.word, std::uint64_t{2}) & 1);
    data_ = buffers + index_ * stride;
  }
  /// Release: pairs with the acquire of the loader, which writes to the buffer afterwards.
  ARK_HOST_DEVICE ~pin() {
    if (words_ != nullptr) ark::detail::add_release(&words_->left[index_].word, 1);
  }
  ARK_HOST_DEVICE pin(pin&& other) noexcept
      : words_(other.words_), data_(other.data_), size_(other.size_), index_(other.index_) {
    other.words_ = nullptr;
  }
  pin& operator=(pin&&) = delete;

  [[nodiscard]] ARK_HOST_DEVICE const T* data() const { return data_; }
  [[nodiscard]] ARK_HOST_DEVICE std::size_t size() const { return size_; }
  [[nodiscard]] ARK_HOST_DEVICE const T& operator[](std::size_t i) const { return data_[i]; }
  /// 0: nothing was published yet, and all bytes are 0.
  [[nodiscard]] ARK_HOST_DEVICE std::uint64_t version() const {
    return ark::detail::load_relaxed(&words_->versions[index_]);
  }

 private:
  replica_detail::replica_words* words_;
  const T* data_;
  std::size_t size_;
  unsigned index_;
};

/// For kernels, by value. Valid until the replica is destroyed.
template <class T>
struct replica_view {
  replica_detail::replica_words* words;
  const T* buffers;
  std::size_t stride;  ///< elements from one buffer to the other
  std::size_t size;

  [[nodiscard]] ARK_HOST_DEVICE pin<T> read() const { return {words, buffers, stride, size}; }
};

namespace replica_detail {

/// The part of a replica that does not depend on the type.
class ARK_API replica_core {
 public:
  replica_core(std::size_t count, std::size_t element_bytes);
  ~replica_core();
  replica_core(const replica_core&) = delete;
  replica_core& operator=(const replica_core&) = delete;

  /// The shadow of this PE, claimed for the caller and free of readers.
  [[nodiscard]] std::byte* begin(const char* call);
  std::uint64_t publish();
  void abandon() noexcept;

  std::uint64_t load(const void* source);
  std::uint64_t load_file(const std::string& path, std::uint64_t offset);
  std::uint64_t load_fd(int fd);
  std::uint64_t load_pe(int pe);
  std::uint64_t push(int pe);
  void close();

  [[nodiscard]] replica_words* words() const noexcept { return words_; }
  [[nodiscard]] std::byte* buffers() const noexcept { return buffers_; }
  [[nodiscard]] std::size_t stride_bytes() const noexcept { return stride_bytes_; }

 private:
  class words_of;
  class claim;

  struct next_version {
    unsigned buffer;            ///< the shadow
    std::uint64_t number;       ///< of the version
    std::uint64_t come_to_old;  ///< replica_words::come of the buffer that serves
  };
  static next_version next_of(const words_of& of);
  [[nodiscard]] next_version await_shadow(const char* call, const words_of& of) const;
  static void redirect(const words_of& of, const next_version& to);
  void check_pe(const char* call, int pe) const;

  std::size_t bytes_, stride_bytes_;
  std::byte* buffers_ = nullptr;
  replica_words* words_ = nullptr;
  int me_;
  std::uint64_t runtime_, timeout_ns_;
};

}  // namespace replica_detail

/// A version that is being loaded: the memory of the shadow, for this thread and those that write
/// for it. Ends by publish(), or without it: then the old version serves on, and the shadow may
/// hold anything.
template <class T>
class [[nodiscard]] loading {
 public:
  loading(replica_detail::replica_core& of, std::byte* data, std::size_t size)
      : of_(&of), data_(reinterpret_cast<T*>(data)), size_(size) {}
  ~loading() {
    if (of_ != nullptr) of_->abandon();
  }
  loading(loading&& other) noexcept
      : of_(std::exchange(other.of_, nullptr)), data_(other.data_), size_(other.size_) {}
  loading& operator=(loading&&) = delete;

  /// A symmetric address: other PEs may put to it, which have to have delivered before publish().
  [[nodiscard]] T* data() const noexcept { return data_; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  /// Redirect readers to what the shadow holds. Returns its version. Once.
  std::uint64_t publish() { return std::exchange(of_, nullptr)->publish(); }

 private:
  replica_detail::replica_core* of_;
  T* data_;
  std::size_t size_;
};

/// Two buffers of `count` elements in the symmetric heap of every PE. Readers pin the version that
/// serves; a load writes the next one into the shadow and redirects readers to it in one atomic
/// step. The shadow is free once the last reader of its old version has left: a load waits for that
/// first, at most ARK_TIMEOUT. Each PE has versions of its own.
///
/// Callable: host; a PE whose heap is in host memory. Constructor and destructor are collective,
/// with
///   the same count. read() and view(): any thread, at any time. Loads: any thread, one at a time
///   for each PE's replica.
/// Progress: a read never waits. A load waits for readers of the version before last, for its file,
///   socket or PE, each at most ARK_TIMEOUT without progress.
/// Errors: throw ark::error; the serving version goes on to serve, complete and unchanged, and the
///   next load may follow, also after a failure of the PE where the load needs no other PE:
///   invalid_argument (no such PE, a file of another size, no elements), system_error (file or
///   socket: the name and the system's text; an end before the last byte), wrong_state (a load of
///   the replica is running: by which PE), timeout (readers that have not left: how many; a socket
///   without data), peer_failed and other failures of the PE, out_of_memory, unsupported (a heap in
///   GPU memory), asymmetric (another count on another PE), not_initialized.
template <class T>
requires(std::is_trivially_copyable_v<T>) class replica {
 public:
  explicit replica(std::size_t count) : core_(count, sizeof(T)), size_(count) {}

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  /// Of the version that serves; 0 before the first.
  [[nodiscard]] std::uint64_t version() const { return read().version(); }
  [[nodiscard]] pin<T> read() const { return view().read(); }
  [[nodiscard]] replica_view<T> view() const {
    return {core_.words(), reinterpret_cast<const T*>(core_.buffers()),
            core_.stride_bytes() / sizeof(T), size_};
  }

  /// The loads return the new version.
  /// From memory of this process.
  std::uint64_t load(const T* source) { return core_.load(source); }
  /// From a file that ends with the elements, from byte `offset` on; read straight into the heap.
  std::uint64_t load_file(const std::string& path, std::uint64_t offset = 0) {
    return core_.load_file(path, offset);
  }
  /// From a socket or pipe, blocking or not, which stays open behind the last element.
  std::uint64_t load_fd(int fd) { return core_.load_fd(fd); }
  /// The serving version of `pe`, which may load and redirect meanwhile.
  std::uint64_t load_pe(int pe) { return core_.load_pe(pe); }
  /// The serving version of this PE to `pe`, whose readers are redirected; `pe` takes no part.
  std::uint64_t push(int pe) { return core_.push(pe); }
  /// By parts: the program fills data() itself.
  loading<T> begin() { return {core_, core_.begin("begin"), size_}; }
  /// The destructor, which otherwise logs what close() throws: timeout if pins have not ended; the
  /// memory then stays allocated. Collective, once. Nothing may follow.
  void close() { core_.close(); }

 private:
  replica_detail::replica_core core_;
  std::size_t size_;
};

}  // namespace ark::serve
