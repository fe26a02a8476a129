#include "team_set.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <ark/detail/state/context_table.hpp>
#include <ark/device/collective/collective.hpp>
#include <bit>

#include "error/failure_report.hpp"

namespace ark {

namespace {

/// Throws if a step of a split has failed. The step has recorded the reason.
void check(const pe_core& core, errc code) {
  if (code == errc::ok) return;
  throw error(code, failure_text(core.state.failure));
}

/// The PEs of `range` of a team.
std::vector<std::int32_t> pick(const device::team_members& parent, team_set::strided range) {
  std::vector<std::int32_t> pes;
  for (int i = 0; i < range.size; ++i) pes.push_back(parent.pe(range.start + i * range.stride));
  return pes;
}

bool fits(team_set::strided range, int parent_size) {
  const auto last = range.start + std::int64_t{range.stride} * (std::int64_t{range.size} - 1);
  return range.size >= 1 && range.start >= 0 && range.start < parent_size && last >= 0 &&
         last < parent_size && (range.stride != 0 || range.size == 1);
}

}  // namespace

void team_set::build() {
  const auto pes = static_cast<std::size_t>(core_.state.n_pes);
  const int slots = detail::team_slots(pes, core_.values.symmetric_size);
  views_.reserve(static_cast<std::size_t>(slots));
  for (int slot = 0; slot < slots; ++slot) views_.push_back({-1, 0, ~slot});
  configs_.assign(views_.size(), {});
  taken_.assign(views_.size(), false);
  std::fill_n(taken_.begin(), detail::first_free_team, true);
  const std::size_t pairs = views_.size() * pes;
  const char* tables = "tables of teams";
  members_ = {pairs, tables};
  sent_ = {pairs, tables};
  received_ = {pairs, tables};
  exchanges_ = {pairs, tables};
  unseen_ = {views_.size(), tables};
  if (core_.layout.several_hosts() && !gpu_.device) places_ = {pairs, tables};
  state_ = {0,
            slots,
            views_.data(),
            members_.data(),
            sent_.data(),
            received_.data(),
            exchanges_.data(),
            places_.data(),
            0,
            unseen_.data()};
  core_.state.collectives = &state_;
  std::vector<std::int32_t> world, shared;
  for (std::int32_t pe = 0; pe < core_.state.n_pes; ++pe) {
    world.push_back(pe);
    if (core_.state.peers[pe].route == detail::peer_route::mapped) shared.push_back(pe);
  }
  set(ARK_TEAM_WORLD, world, {});
  set(ARK_TEAM_SHARED, shared, {});
}

void team_set::set(int handle, const std::vector<std::int32_t>& pes,
                   const ark_team_config_t& config) {
  const int slot = detail::team_slot(handle);
  const std::size_t first = device::pair_index(core_.state, slot, 0);
  std::copy(pes.begin(), pes.end(), members_.data() + first);
  const auto size = static_cast<int>(pes.size());
  if (slot != ARK_TEAM_WORLD) {
    device::find_places(core_.state, slot, size);
  } else if (!places_.empty()) {
    device::find_places(places_.data(), pes.data(), size, [&](std::int32_t pe) {
      return core_.layout.members[static_cast<std::size_t>(pe)].host;
    });
  }
  const auto me = std::find(pes.begin(), pes.end(), core_.state.pe);
  const auto index = static_cast<std::size_t>(slot);
  views_[index] = {static_cast<std::int32_t>(me - pes.begin()),
                   static_cast<std::int32_t>(pes.size()), handle};
  configs_[index] = config;
}

void team_set::update_gpu(int slot) {
  if (!gpu_.device) return;
  const std::size_t first = device::pair_index(core_.state, slot, 0);
  gpu_.device->set_team(slot, views_[static_cast<std::size_t>(slot)],
                        {members_.data() + first, static_cast<std::size_t>(core_.state.n_pes)});
}

device::team_members team_set::parent_of(ark_team_t parent) const {
  if (!device::team_exists(core_.state, parent)) {
    const bool before = device::team_destroyed_before(core_.state, parent) >= 0;
    throw error(errc::invalid_argument,
                fmt::format("parent team {}: {}accepted ARK_TEAM_WORLD, ARK_TEAM_SHARED, or a "
                            "team that this PE has created",
                            parent, before ? "this team was destroyed; " : ""));
  }
  return device::members_of(core_.state, parent);
}

void team_set::synchronise(const device::team_members& parent) {
  check(core_, device::collective::sync_by_leader(core_.state, parent));
}

int team_set::agree(const device::team_members& parent, turn& now, claim& mine, bool member,
                    int from, std::array<int, 3> arguments) {
  for (bool first = true;; first = false) {
    const int handle = member ? propose(now, mine, from, first) : any_slot;
    const proposal all = exchange(parent, {handle, arguments[0], arguments[1], arguments[2]});
    if (all.handle == no_slot || all.same) return all.handle;
    from = std::max(from, proposal::slot_of(all.handle));
  }
}

int team_set::propose(turn& now, claim& mine, int from, bool first) {
  if (!first && !now.take()) return not_yet;
  mine.move_up(from);
  return mine.handle();
}

bool team_set::turn::take() {
  const std::lock_guard lock(set_.mutex_);
  const bool gives_way = set_.waits_ != nobody && set_.waits_ < parent_;
  if ((set_.has_turn_ == nobody || set_.has_turn_ == parent_) && !gives_way) {
    set_.has_turn_ = parent_;
    if (set_.waits_ == parent_) set_.waits_ = nobody;
    return true;
  }
  if (set_.has_turn_ == parent_) set_.has_turn_ = nobody;
  if (!gives_way) set_.waits_ = parent_;
  return false;
}

team_set::turn::~turn() {
  const std::lock_guard lock(set_.mutex_);
  if (set_.has_turn_ == parent_) set_.has_turn_ = nobody;
  if (set_.waits_ == parent_) set_.waits_ = nobody;
}

team_set::proposal team_set::exchange(const device::team_members& parent, const request& mine) {
  detail::device_state& state = core_.state;
  constexpr std::size_t count = sizeof(request) / sizeof(std::uint64_t);
  using words = std::array<std::uint64_t, count>;
  const auto sent = std::bit_cast<words>(mine);
  std::uint64_t* const numbers =
      state.collectives->exchanges + device::pair_index(state, parent.slot, 0);
  const auto area = [&](int from, std::uint64_t number) {
    return reinterpret_cast<const std::uint64_t*>(
        device::collective::exchange_area(state, parent, from, number));
  };
  for (int step = 1; step < parent.size; ++step) {
    const int pe = parent.pe_at(step);
    const auto offset =
        reinterpret_cast<std::uint64_t>(area(state.pe, ++numbers[pe])) - state.heap_base;
    for (std::size_t word = 0; word < count; ++word) {
      check(core_, device::collective::store_remote_word(
                       state, offset + word * sizeof(std::uint64_t), sent[word], pe));
    }
  }
  check(core_, device::quiet());
  synchronise(parent);  // all words have arrived
  proposal all;
  std::string differs;
  for (int member = 0; member < parent.size; ++member) {
    const int pe = parent.pe(member);
    words seen = sent;
    for (std::size_t word = 0; word < count && pe != state.pe; ++word)
      seen[word] = device::read_word(state, area(pe, numbers[pe]) + word);
    const auto theirs = std::bit_cast<request>(seen);
    all.add(static_cast<int>(theirs.handle));
    if (!differs.empty() || std::equal(seen.begin() + 1, seen.end(), sent.begin() + 1)) continue;
    differs =
        fmt::format("PE {} called with {}, {}, {} and PE {} with {}, {}, {}", state.pe, mine.first,
                    mine.second, mine.third, pe, theirs.first, theirs.second, theirs.third);
  }
  if (differs.empty()) return all;
  throw error(
      errc::asymmetric,
      fmt::format("{}; every member of the parent must call with the same arguments", differs));
}

ark_team_t team_set::split_strided(ark_team_t parent_team, strided range,
                                   const ark_team_config_t& config) {
  const device::team_members parent = parent_of(parent_team);
  const bool possible = fits(range, parent.size);
  const std::vector<std::int32_t> pes =
      possible ? pick(parent, range) : std::vector<std::int32_t>();
  const bool member = std::find(pes.begin(), pes.end(), core_.state.pe) != pes.end();
  turn now(*this, parent_team);
  claim mine(*this);
  const int handle = agree(parent, now, mine, member, detail::first_free_team,
                           {range.start, range.stride, range.size});
  if (!possible) {
    throw error(errc::invalid_argument,
                fmt::format("start {}, stride {}, size {}: accepted 1 or more different members "
                            "of the parent, which has {} PEs",
                            range.start, range.stride, range.size, parent.size));
  }
  if (handle == no_slot) refuse_without_slot();
  return member ? mine.create(handle, pes, config) : ARK_TEAM_INVALID;
}

team_set::axes team_set::split_2d(ark_team_t parent_team, int xrange,
                                  const ark_team_config_t& x_config,
                                  const ark_team_config_t& y_config) {
  const device::team_members parent = parent_of(parent_team);
  const bool possible = xrange >= 1;
  turn now(*this, parent_team);
  claim x(*this), y(*this);
  const std::array<int, 3> arguments{xrange, 0, 0};
  const int row_team = agree(parent, now, x, possible, detail::first_free_team, arguments);
  if (!possible) {
    throw error(errc::invalid_argument, fmt::format("xrange {}: accepted 1 or more", xrange));
  }
  if (row_team == no_slot) refuse_without_slot();
  const int column_team = agree(parent, now, y, true, x.slot() + 1, arguments);
  if (column_team == no_slot) refuse_without_slot();
  const int width = std::min(xrange, parent.size);
  const int row = parent.rank / width, column = parent.rank % width;
  const int row_size = std::min(width, parent.size - row * width);
  const int column_size = (parent.size - column + width - 1) / width;
  return {x.create(row_team, pick(parent, {row * width, 1, row_size}), x_config),
          y.create(column_team, pick(parent, {column, width, column_size}), y_config)};
}

void team_set::claim::move_up(int from) {
  const std::lock_guard lock(set_.mutex_);
  if (slot_ >= from) return;
  release();
  const auto first = set_.taken_.begin() + from;
  const auto found = std::find(first, set_.taken_.end(), false);
  if (found == set_.taken_.end()) return;
  *found = true;
  slot_ = static_cast<int>(found - set_.taken_.begin());
}

void team_set::claim::release() {
  if (slot_ != no_slot) set_.taken_[static_cast<std::size_t>(slot_)] = false;
  slot_ = no_slot;
}

team_set::claim::~claim() {
  const std::lock_guard lock(set_.mutex_);
  release();
}

int team_set::claim::handle() const {
  return slot_ == no_slot ? no_slot : ~set_.views_[static_cast<std::size_t>(slot_)].handle;
}

ark_team_t team_set::claim::create(int handle, const std::vector<std::int32_t>& pes,
                                   const ark_team_config_t& config) {
  set_.set(handle, pes, config);
  set_.update_gpu(slot_);
  slot_ = no_slot;
  return handle;
}

void team_set::refuse_without_slot() const {
  throw error(
      errc::out_of_memory,
      fmt::format("no team slot is free on every member; a PE may be a member of {} created teams "
                  "at a time with an ARK_SYMMETRIC_SIZE of {} bytes and {} PEs",
                  core_.state.collectives->slots - detail::first_free_team,
                  core_.values.symmetric_size, core_.state.n_pes));
}

void team_set::destroy(ark_team_t team) {
  const int slot = detail::team_slot(team);
  if (slot < detail::first_free_team || !device::team_exists(core_.state, team)) {
    const bool before = device::team_destroyed_before(core_.state, team) >= 0;
    throw error(errc::invalid_argument,
                fmt::format("team {}: {}accepted ARK_TEAM_INVALID, or a team that this PE has "
                            "created and not destroyed",
                            team, before ? "this team was destroyed; " : ""));
  }
  views_[static_cast<std::size_t>(slot)] = {-1, 0, ~detail::team_handle_after(team)};
  update_gpu(slot);
  for (std::uint64_t& word : core_.state.contexts->entries) {
    const detail::context_entry entry{detail::load_relaxed(&word)};
    if (entry.team() != team) continue;
    detail::store_relaxed(core_.state.contexts->tenants + (&word - core_.state.contexts->entries),
                          0u);
    detail::store_release(&word, detail::context_entry::free_after(entry.generation()).word);
  }
  const std::lock_guard lock(mutex_);
  taken_[static_cast<std::size_t>(slot)] = false;
}

}  // namespace ark
