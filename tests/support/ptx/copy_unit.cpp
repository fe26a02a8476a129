// An SM's copy unit, and the barriers in shared memory that it tells of its loads.
#include <algorithm>
#include <cstring>

#include "operands.hpp"

namespace ptx {

namespace {

using u64 = std::uint64_t;

mbarrier& barrier_at(lane& one, u64 address) {
  one.reach("shared", address, 8);
  const auto found = one.at->barriers.find(address);
  if (found == one.at->barriers.end()) one.refuse("no barrier has been made there");
  return found->second;
}

step make_barrier(instruction& it) {
  return [at = it.address(0), count = it.value(1)](lane& one) {
    const auto expected = static_cast<unsigned>(count(one));
    one.reach("shared", at(one), 8);
    if (!one.at->barriers.emplace(at(one), mbarrier{expected, expected}).second)
      one.refuse("there is a barrier already");
  };
}

step end_barrier(instruction& it) {
  return [at = it.address(0)](lane& one) {
    if (barrier_at(one, at(one)).bytes != 0) one.refuse("a load is still under way");
    one.at->barriers.erase(at(one));
  };
}

step arrive(instruction& it) {
  const bool expects = it.has("expect_tx");
  return [at = it.address(1), bytes = expects ? it.value(2) : source(), expects](lane& one) {
    mbarrier& it_is = barrier_at(one, at(one));
    if (it_is.pending == 0) one.refuse("more arrive than the barrier expects");
    if (expects) it_is.bytes += static_cast<std::int64_t>(bytes(one));
    --it_is.pending;
    it_is.turn();
  };
}

step try_wait(instruction& it) {
  if (!it.has("parity")) it.unknown();
  return [p = it.into(0), at = it.address(1), parity = it.value(2)](lane& one) {
    p(one, (barrier_at(one, at(one)).phase & 1) != (parity(one) & 1) ? 1 : 0);
  };
}

void check_bulk(lane& one, const bulk_copy& copy) {
  if (copy.bytes == 0 || copy.bytes % 16 != 0) one.refuse("not a multiple of 16 bytes");
  if (copy.shared % 16 != 0 || copy.global % 16 != 0) one.refuse("not at a multiple of 16");
  one.reach("shared", copy.shared, 16);
  one.reach("shared", copy.shared + copy.bytes - 16, 16);
  one.reach("global", copy.global, 16);
  one.reach("global", copy.global + copy.bytes - 16, 16);
}

/// cp.async.bulk.shared::cta.global... [to], [from], bytes, [barrier]
step bulk_load(instruction& it) {
  return [to = it.address(0), from = it.address(1), bytes = it.value(2),
          barrier = it.address(3)](lane& one) {
    barrier_at(one, barrier(one));
    auto copy = std::make_shared<bulk_copy>(
        bulk_copy{one.at, true, from(one), to(one), low(bytes(one), 32), barrier(one)});
    check_bulk(one, *copy);
    one.gpu->ask(copy);
  };
}

/// cp.async.bulk.global.shared::cta... [to], [from], bytes.
step bulk_store(instruction& it) {
  if (it.has("reduce")) it.unknown();
  return [to = it.address(0), from = it.address(1), bytes = it.value(2)](lane& one) {
    auto copy = std::make_shared<bulk_copy>(
        bulk_copy{one.at, false, to(one), from(one), low(bytes(one), 32)});
    check_bulk(one, *copy);
    one.open.copies.push_back(copy);
    one.gpu->ask(copy);
  };
}

step commit(instruction&) {
  return [](lane& one) {
    one.groups.push_back(std::move(one.open));
    one.open = {};
  };
}

/// All groups but the `most` youngest are through, or their sources have been read.
step wait_group(instruction& it) {
  const bool reads = it.has("read");
  return [most = it.value(0), reads](lane& one) {
    const auto left = static_cast<std::size_t>(most(one));
    one.waits_for = [&one, left, reads] {
      if (one.groups.size() <= left) return true;
      return std::all_of(one.groups.begin(), one.groups.end() - static_cast<std::ptrdiff_t>(left),
                         [&](const bulk_group& all) { return reads ? all.read() : all.written(); });
    };
  };
}

/// The bytes of `old` that are in the range at `first` take their places in `bytes`.
void lay_over(const std::map<const std::byte*, std::byte>& old, const std::byte* first,
              std::vector<std::byte>& bytes) {
  const std::byte* const end = first + bytes.size();
  for (auto at = old.lower_bound(first); at != old.end() && at->first < end; ++at)
    bytes[static_cast<std::size_t>(at->first - first)] = at->second;
}

}  // namespace

/// One step of one copy that has been asked for, in any order.
bool machine::copy_some() {
  if (asked_.empty()) return false;
  const auto which = asked_.begin() + static_cast<std::ptrdiff_t>(draw(asked_.size()));
  const std::shared_ptr<bulk_copy> it = *which;
  std::byte* const shared = it->of->shared.data() + it->shared;
  if (it->to_shared) {
    const auto* from = reinterpret_cast<const std::byte*>(it->global);
    const std::size_t some = std::min(it->bytes - it->moved, 16 * (1 + draw(64)));
    std::memcpy(shared + it->moved, from + it->moved, some);
    for (std::size_t i = 0; i < some; ++i) it->of->unfenced.erase(shared + it->moved + i);
    it->moved += some;
    it->all_written = it->moved == it->bytes;
    if (it->all_written) {
      mbarrier& tells = it->of->barriers.at(it->barrier);
      tells.bytes -= static_cast<std::int64_t>(it->bytes);
      tells.turn();
    }
  } else if (!it->all_read) {
    it->read.assign(shared, shared + it->bytes);
    if (draw(2) == 0) lay_over(it->of->unfenced, shared, it->read);
    it->all_read = true;
  } else {
    std::memcpy(reinterpret_cast<std::byte*>(it->global), it->read.data(), it->bytes);
    it->all_written = true;
  }
  if (it->all_written) asked_.erase(which);
  watch();
  return true;
}

step copy_unit(instruction& it) {
  const std::string& name = it.part(0);
  if (name == "mbarrier") {
    if (it.has("init")) return make_barrier(it);
    if (it.has("inval")) return end_barrier(it);
    if (it.has("arrive")) return arrive(it);
    if (it.has("try_wait") || it.has("test_wait")) return try_wait(it);
  }
  if (name != "cp" || !it.has("bulk")) return nullptr;
  if (it.has("commit_group")) return commit(it);
  if (it.has("wait_group")) return wait_group(it);
  return it.has("complete_tx::bytes") || it.has("mbarrier::complete_tx::bytes") ? bulk_load(it)
                                                                                : bulk_store(it);
}

}  // namespace ptx
