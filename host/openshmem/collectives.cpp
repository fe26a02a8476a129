#include "collectives.hpp"

#include <algorithm>
#include <cstring>

namespace ark::openshmem {

namespace {

void check(errc code, const char* what) {
  if (code != errc::ok) throw error(code, std::string(what) + ": " + failure_text(last_failure()));
}

/// Elements of the size that a strided put moves.
template <class T>
void put_strided(char* dest, const char* source, std::ptrdiff_t dst, std::ptrdiff_t sst,
                 std::size_t count, int pe) {
  iput(reinterpret_cast<T*>(dest), reinterpret_cast<const T*>(source), dst, sst, count, pe);
}

void put_elements(char* dest, const char* source, std::ptrdiff_t dst, std::ptrdiff_t sst,
                  std::size_t count, std::size_t element, int pe) {
  if (element == 4) return put_strided<std::uint32_t>(dest, source, dst, sst, count, pe);
  if (element == 8) return put_strided<std::uint64_t>(dest, source, dst, sst, count, pe);
  const auto size = static_cast<std::ptrdiff_t>(element);
  for (std::size_t i = 0; i < count; ++i) {
    const auto at = static_cast<std::ptrdiff_t>(i) * size;
    put(dest + at * dst, source + at * sst, element, pe);
  }
}

/// Part `part` of `count` elements that are divided among `parts`.
struct share {
  std::size_t begin, count;
};
share share_of(std::size_t count, int part, int parts) {
  const auto n = static_cast<std::size_t>(parts);
  const auto i = static_cast<std::size_t>(part);
  const std::size_t begin = count / n * i + std::min(i, count % n);
  return {begin, count / n + (i < count % n ? 1 : 0)};
}

/// The bytes at `source` of member `rank`: in place where the PE is mapped, else a copy in
/// `buffer`.
const char* bytes_at(const ark_shmem_team& team, int rank, const char* source, std::size_t size,
                     std::vector<char>& buffer) {
  const int pe = team.pes[static_cast<std::size_t>(rank)];
  if (const void* mapped = ark_ptr(source, pe)) return bytes(mapped);
  buffer.resize(size);
  check(get(buffer.data(), source, size, pe), "get");
  return buffer.data();
}

/// Bytes that a fold handles at a time: the result stays in the cache.
constexpr std::size_t piece_bytes = 64 << 10;

/// Fold the elements [begin, begin + count) of members [0, members) into `result`.
void fold_members(const ark_shmem_team& team, int members, const char* source, share part,
                  std::size_t element, fold_function fold, char* result) {
  std::vector<char> buffer;
  const std::size_t step = std::max<std::size_t>(1, piece_bytes / element);
  for (std::size_t done = 0; done < part.count; done += step) {
    const std::size_t count = std::min(step, part.count - done);
    const char* const at = source + (part.begin + done) * element;
    char* const to = result + done * element;
    for (int rank = 0; rank < members; ++rank) {
      const char* const theirs = bytes_at(team, rank, at, count * element, buffer);
      if (rank == 0) {
        std::memcpy(to, theirs, count * element);
      } else {
        fold(to, theirs, count);
      }
    }
  }
}

}  // namespace

void workspace::allocate() {
  pes_ = ark_n_pes();
  const std::size_t pairs = index(slot_count, 0);
  tokens_ = static_cast<std::uint64_t*>(ark_calloc(pairs, sizeof(std::uint64_t)));
  areas_ = static_cast<char*>(ark_malloc(pairs * 2 * exchange_bytes));
  if (tokens_ == nullptr || areas_ == nullptr) throw error(errc::out_of_memory, last_error());
  consumed_.assign(pairs, 0);
  turn_.assign(pairs, 0);
}

void workspace::release() {
  ark_free(areas_);
  ark_free(tokens_);
  *this = {};
}

void workspace::send_token(const ark_shmem_team& team, int pe) {
  check(fence(), "fence");
  ark_signal_add(tokens_ + index(team.slot, ark_my_pe()), 1, pe);
}

void workspace::send(const ark_shmem_team& team, void* dest, const void* source, std::size_t size,
                     int pe) {
  check(fence(), "fence");
  check(put_signal(bytes(symmetric(dest)), bytes(source), size,
                   tokens_ + index(team.slot, ark_my_pe()), 1, ARK_SIGNAL_ADD, pe),
        "put_signal");
}

void workspace::take_token(const ark_shmem_team& team, int pe) {
  const std::size_t at = index(team.slot, pe);
  check(signal_wait_until(tokens_ + at, ARK_CMP_GE, ++consumed_[at]), "wait for a member");
}

std::vector<char> workspace::exchange(const ark_shmem_team& team, const void* mine,
                                      std::size_t size) {
  const int me = ark_my_pe();
  std::vector<char> all(team.pes.size() * size);
  for (const int pe : team.pes) {
    if (pe == me) continue;
    const std::size_t turn = turn_[index(team.slot, pe)];
    char* const area = areas_ + (index(team.slot, me) * 2 + turn) * exchange_bytes;
    send(team, area, mine, size, pe);
  }
  for (std::size_t i = 0; i < team.pes.size(); ++i) {
    const std::size_t pair = index(team.slot, team.pes[i]);
    const void* theirs = mine;
    if (team.pes[i] != me) {
      take_token(team, team.pes[i]);
      theirs = areas_ + (pair * 2 + turn_[pair]) * exchange_bytes;
      turn_[pair] ^= 1;
    }
    std::memcpy(all.data() + i * size, theirs, size);
  }
  return all;
}

workspace& space() {
  static workspace one;
  return one;
}

/// Dissemination: after round k a member knows of 2^(k+1) members.
void sync(const ark_shmem_team& team) {
  if (team.slot == world_slot) {
    ark_sync_all();
    return;
  }
  for (int distance = 1; distance < team.size(); distance *= 2) {
    const auto at = [&](int rank) {
      return team.pes[static_cast<std::size_t>((rank + team.size()) % team.size())];
    };
    space().send_token(team, at(team.rank + distance));
    space().take_token(team, at(team.rank - distance));
  }
}

void barrier(const ark_shmem_team& team) {
  check(quiet(), "quiet");
  sync(team);
}

void broadcast(const ark_shmem_team& team, void* dest, const void* source, std::size_t size,
               int root, bool to_root) {
  if (root < 0 || root >= team.size()) {
    throw error(errc::invalid_argument, "PE_root " + std::to_string(root) + ": 0 to " +
                                            std::to_string(team.size() - 1) + " is needed");
  }
  const int root_pe = team.pes[static_cast<std::size_t>(root)];
  if (team.rank != root) return space().take_token(team, root_pe);
  for (const int pe : team.pes) {
    if (pe != root_pe) space().send(team, dest, source, size, pe);
  }
  if (to_root && size != 0) std::memmove(dest, source, size);
}

namespace {
/// Write the caller's block at `offset` of dest on every member, and wait for theirs.
void gather(const ark_shmem_team& team, char* dest, const void* source, std::size_t offset,
            std::size_t size) {
  const int me = ark_my_pe();
  for (int i = 1; i < team.size(); ++i) {  // not all to the same member at once
    const int pe = team.pes[static_cast<std::size_t>((team.rank + i) % team.size())];
    space().send(team, dest + offset, source, size, pe);
  }
  if (size != 0) std::memmove(dest + offset, source, size);
  for (const int pe : team.pes) {
    if (pe != me) space().take_token(team, pe);
  }
}
}  // namespace

void collect(const ark_shmem_team& team, void* dest, const void* source, std::size_t size) {
  const std::vector<char> sizes = space().exchange(team, &size, sizeof size);
  std::size_t offset = 0;
  for (int i = 0; i < team.rank; ++i) {
    std::size_t theirs = 0;
    std::memcpy(&theirs, sizes.data() + static_cast<std::size_t>(i) * sizeof size, sizeof size);
    offset += theirs;
  }
  gather(team, bytes(dest), source, offset, size);
}

void fcollect(const ark_shmem_team& team, void* dest, const void* source, std::size_t size) {
  gather(team, bytes(dest), source, static_cast<std::size_t>(team.rank) * size, size);
}

void alltoall(const ark_shmem_team& team, void* dest, const void* source, std::size_t size) {
  const auto rank = static_cast<std::size_t>(team.rank);
  const auto members = static_cast<std::size_t>(team.size());
  for (std::size_t i = 1; i < members; ++i) {
    const std::size_t to = (rank + i) % members;
    space().send(team, bytes(dest) + rank * size, bytes(source) + to * size, size, team.pes[to]);
  }
  if (size != 0) std::memmove(bytes(dest) + rank * size, bytes(source) + rank * size, size);
  for (std::size_t i = 1; i < members; ++i) {
    space().take_token(team, team.pes[(rank + i) % members]);
  }
}

void alltoalls(const ark_shmem_team& team, void* dest, const void* source, std::ptrdiff_t dst,
               std::ptrdiff_t sst, std::size_t count, std::size_t element) {
  const auto block = static_cast<std::ptrdiff_t>(bytes_of(count, element));
  const auto rank = static_cast<std::size_t>(team.rank);
  const auto members = static_cast<std::size_t>(team.size());
  char* const mine = bytes(dest) + static_cast<std::ptrdiff_t>(rank) * block * dst;
  for (std::size_t i = 1; i < members; ++i) {
    const std::size_t to = (rank + i) % members;
    const char* const from = bytes(source) + static_cast<std::ptrdiff_t>(to) * block * sst;
    put_elements(symmetric(mine), from, dst, sst, count, element, team.pes[to]);
    space().send_token(team, team.pes[to]);
  }
  // Not by a put, which another engine may deliver after the call.
  const char* const own = bytes(source) + static_cast<std::ptrdiff_t>(rank) * block * sst;
  for (std::size_t i = 0; i < count; ++i) {
    const auto at = static_cast<std::ptrdiff_t>(i * element);
    std::memcpy(mine + at * dst, own + at * sst, element);
  }
  for (std::size_t i = 1; i < members; ++i) {
    space().take_token(team, team.pes[(rank + i) % members]);
  }
}

void reduce(const ark_shmem_team& team, void* dest, const void* source, std::size_t count,
            std::size_t element, fold_function fold) {
  const std::size_t size = bytes_of(count, element);
  if (size <= workspace::exchange_bytes) {  // one synchronisation: everybody folds
    const std::vector<char> all = space().exchange(team, source, size);
    if (size == 0) return;
    std::memcpy(dest, all.data(), size);
    for (std::size_t i = 1; i < team.pes.size(); ++i) fold(dest, all.data() + i * size, count);
    return;
  }
  // Each member folds its share of the elements and writes the result to all. Shares do not
  // overlap, so that dest may be source.
  sync(team);
  const share mine = share_of(count, team.rank, team.size());
  std::vector<char> result(mine.count * element);
  fold_members(team, team.size(), bytes(symmetric(source)), mine, element, fold, result.data());
  gather(team, bytes(dest), result.data(), mine.begin * element, result.size());
}

void scan(const ark_shmem_team& team, void* dest, const void* source, std::size_t count,
          std::size_t element, fold_function fold, bool own) {
  const std::size_t size = bytes_of(count, element);
  const int members = team.rank + (own ? 1 : 0);
  std::vector<char> result;
  if (size <= workspace::exchange_bytes) {
    const std::vector<char> all = space().exchange(team, source, size);
    result.assign(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(size));
    for (int i = 1; i < members; ++i) {
      fold(result.data(), all.data() + static_cast<std::size_t>(i) * size, count);
    }
  } else {
    sync(team);
    result.resize(size);
    fold_members(team, members, bytes(symmetric(source)), {0, count}, element, fold, result.data());
    sync(team);  // nobody reads source any more: it may be dest
  }
  if (members == 0) std::fill(result.begin(), result.end(), 0);
  if (size != 0) std::memcpy(dest, result.data(), size);
}

}  // namespace ark::openshmem
