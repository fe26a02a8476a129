// Collectives on any ordered set of PEs.
//
// Every pair of PEs has a counter per slot, a token count: PE a adds one to tokens[slot][a] on PE b
// for each message that b has to wait for. b knows how many it has consumed. Members call the
// collectives of one team in the same order, so the n-th token of a pair means the same on both
// sides. A fence before each token keeps the tokens of a pair, and the data before them, in order
// on every route. No collective ends with a token on its way: a slot may pass to another team.
#pragma once

#include "teams.hpp"

namespace ark::openshmem {

/// The counters and the exchange areas of all slots, in symmetric memory.
class workspace {
 public:
  void allocate();
  void release();

  static constexpr std::size_t exchange_bytes = 64;
  /// Whether loads and stores reach the memory of `pe`.
  bool maps(int pe) const { return ark_ptr(tokens_, pe) != nullptr; }

  /// Add a token of the calling PE on `pe`, after all that it has sent there.
  void send_token(const ark_shmem_team& team, int pe);
  /// Write `size` bytes to `dest` on `pe`, then the token.
  void send(const ark_shmem_team& team, void* dest, const void* source, std::size_t size, int pe);
  /// Wait for the next token of `pe`.
  void take_token(const ark_shmem_team& team, int pe);
  /// Every member gives `size` <= exchange_bytes bytes. Returns those of all members, in order.
  std::vector<char> exchange(const ark_shmem_team& team, const void* mine, std::size_t size);

 private:
  std::size_t index(int slot, int pe) const {
    return static_cast<std::size_t>(slot) * static_cast<std::size_t>(pes_) +
           static_cast<std::size_t>(pe);
  }

  int pes_ = 0;
  std::uint64_t* tokens_ = nullptr;      ///< [slot][pe], symmetric
  std::vector<std::uint64_t> consumed_;  ///< [slot][pe]
  char* areas_ = nullptr;                ///< [slot][pe][2] of exchange_bytes, symmetric
  /// [slot][pe]: which of a pair's two areas is next. Two suffice: a PE that begins the exchange
  /// after the next has a token that its partner sent after it had read the first.
  std::vector<unsigned char> turn_;
};

workspace& space();

void sync(const ark_shmem_team& team);
/// Completes the calling PE's operations first.
void barrier(const ark_shmem_team& team);
/// Sizes in bytes. `to_root`: write dest of the root as well.
void broadcast(const ark_shmem_team& team, void* dest, const void* source, std::size_t size,
               int root, bool to_root);
/// Blocks of different sizes.
void collect(const ark_shmem_team& team, void* dest, const void* source, std::size_t size);
void fcollect(const ark_shmem_team& team, void* dest, const void* source, std::size_t size);
void alltoall(const ark_shmem_team& team, void* dest, const void* source, std::size_t size);
/// `count` elements of `element` bytes for each member; strides in elements.
void alltoalls(const ark_shmem_team& team, void* dest, const void* source, std::ptrdiff_t dst,
               std::ptrdiff_t sst, std::size_t count, std::size_t element);

/// dest[i] = fold(dest[i], source[i]) for `count` elements.
using fold_function = void (*)(void* dest, const void* source, std::size_t count);
/// The same result, bit by bit, on every member: elements are folded in the members' order.
void reduce(const ark_shmem_team& team, void* dest, const void* source, std::size_t count,
            std::size_t element, fold_function fold);
/// Without `own`, the calling member's elements are left out of its result: an exclusive scan. That
/// of the first member is zero.
void scan(const ark_shmem_team& team, void* dest, const void* source, std::size_t count,
          std::size_t element, fold_function fold, bool own);

}  // namespace ark::openshmem
