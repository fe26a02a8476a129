#include "gpu_simulator.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

#include "event_wheel.hpp"

namespace ark::cache_model {

namespace {

constexpr unsigned interleave = 4;                      // neighbouring lines of one channel
constexpr std::size_t latest_rows = 2, most_rows = 32;  // with dirty lines, of a slice that rinses

std::uint32_t folded(std::uint32_t high, unsigned channels) {
  const auto bits = static_cast<unsigned>(std::countr_zero(channels));
  return bits == 0 ? 0 : (high ^ high >> bits ^ high >> 2 * bits) & (channels - 1);
}

/// A miss that waits for its data: the line that will hold it, if any, and what waits for it.
struct miss {
  cache_line* way = nullptr;
  std::uint32_t first = nobody;     // of what waits: waves, or misses of L1
  std::vector<std::uint32_t> more;  // seldom any

  template <class Wake>
  void fill(Wake wake) const {
    wake(first);
    for (const std::uint32_t one : more) wake(one);
  }
};

/// The accesses of a cache that takes one a cycle, in order.
template <class Item>
struct port {
  std::deque<Item> queue;
  cycle taken = never, blocked_since = never;
  bool turn_added = false;
};

/// The misses of a cache. They are few: a search looks at all, but only if one of them has the low
/// bits of the line.
class miss_table {
 public:
  explicit miss_table(unsigned size) : misses_(size), lines_(size, nobody) {
    for (std::uint32_t i = 0; i < size; ++i) free_.push_back(i);
  }
  std::uint32_t find(std::uint32_t line) const {
    if (with_low_bits_[line % low] == 0) return nobody;
    const std::uint32_t* const lines = lines_.data();
    const auto count = static_cast<std::uint32_t>(lines_.size());
    std::uint32_t found =
        0;  // its index + 1. One at most has it, so that the compiler may use vectors
    for (std::uint32_t i = 0; i < count; ++i) found |= lines[i] == line ? i + 1 : 0;
    return found > 0 ? found - 1 : nobody;
  }
  bool full() const { return free_.empty(); }
  std::uint32_t take(std::uint32_t line, cache_line* way, std::uint32_t first) {
    const std::uint32_t index = free_.back();
    free_.pop_back();
    lines_[index] = line;
    ++with_low_bits_[line % low];
    misses_[index].way = way;
    misses_[index].first = first;
    return index;
  }
  void release(std::uint32_t index) {
    --with_low_bits_[lines_[index] % low];
    lines_[index] = nobody;
    misses_[index].more.clear();
    free_.push_back(index);
  }
  miss& operator[](std::uint32_t index) { return misses_[index]; }

 private:
  std::vector<miss> misses_;
  static constexpr std::uint32_t low = 256;
  std::vector<std::uint32_t> lines_, free_;
  std::array<std::uint16_t, low> with_low_bits_{};  // how many
};

/// Which call sites bring in lines that are used again: hits against evictions. Sampled rows of
/// DRAM always allocate, so that a site can come back.
class site_predictor {
 public:
  [[nodiscard]] bool live(std::uint8_t site) const { return score_[site] > certain; }
  [[nodiscard]] bool dead(std::uint8_t site, std::uint32_t row) const {
    return score_[site] < -certain && (row ^ row / sampled) % sampled != 0;
  }
  void hit(const cache_line& one) { add(score_[one.site], hit_gain); }
  void evicted(const cache_line& one) { add(score_[one.site], -1); }

 private:
  static constexpr unsigned sampled = 32;
  static constexpr int certain = 1024, limit = 4 * certain, hit_gain = 4;
  static void add(int& score, int by) { score = std::clamp(score + by, -limit, limit); }
  std::array<int, site_count> score_{};
};

}  // namespace

gpu_simulator::place gpu_simulator::place_of(const gpu_shape& shape, std::uint32_t line) {
  const std::uint32_t block = line / interleave, high = block / shape.channels;
  return {(block ^ folded(high, shape.channels)) & (shape.channels - 1),
          high * interleave + line % interleave};
}

std::uint32_t gpu_simulator::line_at(const gpu_shape& shape, place where) {
  const std::uint32_t high = where.line / interleave;
  const std::uint32_t block =
      high * shape.channels + (where.channel ^ folded(high, shape.channels));
  return block * interleave + where.line % interleave;
}

struct gpu_simulator::parts {
  struct wave {
    std::vector<access> accesses;
    std::size_t next = 0;
    unsigned loads = 0, stores = 0;  // without an answer
    bool waits = false, thought = false;
  };
  struct l1_item {
    std::uint32_t wave;
    access what;
  };
  struct unit {
    unit(const gpu_shape& shape)
        : lines(shape.l1_sets, shape.l1_ways, false), misses(shape.l1_misses) {}
    cache_array lines;
    miss_table misses;
    port<l1_item> in;
  };
  struct request {
    access what;
    std::uint32_t line;  // of the channel
    std::uint32_t from;  // store: the wave; load: unit * l1_misses + miss
  };
  struct slice {
    slice(const gpu_shape& shape)
        : lines(shape.l2_sets, shape.l2_ways, true), misses(shape.l2_misses), dram(shape.dram) {}
    cache_array lines;  // by the number in the channel
    miss_table misses;
    std::deque<request> coming;  // to_l2 cycles each: they arrive in their order
    port<request> in;
    dram_channel dram;
    std::deque<std::uint32_t> dirty_rows;  // in the order of their first store
    cycle serve_at = never;
  };

  parts(const gpu_shape& of, const policy& rule)
      : shape(of),
        how(rule),
        units(of.units, unit(of)),
        slices(of.channels, slice(of)),
        waves(std::size_t{of.units} * of.waves) {}

  gpu_shape shape;
  policy how;
  event_wheel events;
  std::vector<unit> units;
  std::vector<slice> slices;
  std::vector<wave> waves;
  site_predictor sites;
  const launch* kernel = nullptr;
  unsigned started = 0, ended = 0;
  counts sum;

  void add(cycle at, event_kind kind, std::uint32_t who, std::uint32_t what = 0) {
    events.add(at, {kind, who, what});
  }
  cycle now() const { return events.now(); }
  std::uint32_t unit_of(std::uint32_t index) const { return index / shape.waves; }

  // Waves.
  void start_wave(std::uint32_t index) {
    if (started == kernel->waves) return;
    wave& one = waves[index];
    one.accesses.clear();
    kernel->accesses(started++, one.accesses);
    one.next = 0;
    one.thought = false;
    sum.accesses += one.accesses.size();
    add(now(), event_kind::issue, index);
  }
  void issue(std::uint32_t index) {
    wave& one = waves[index];
    one.waits = false;
    for (; one.next < one.accesses.size(); ++one.next) {
      const access& what = one.accesses[one.next];
      const bool answers = what.wait && one.loads > 0;
      if (one.loads + one.stores >= shape.in_flight || (answers && !what.ahead)) {
        one.waits = true;
        return;
      }
      if (what.think > 0 && !one.thought) {
        one.thought = true;
        add(now() + what.think, event_kind::issue, index);
        return;
      }
      if (answers) {
        one.waits = true;
        return;
      }
      one.thought = false;
      ++(what.store ? one.stores : one.loads);
      units[unit_of(index)].in.queue.push_back({index, what});
      l1_wake(unit_of(index));
    }
    if (one.loads > 0) {
      one.waits = true;
      return;
    }
    ++ended;
    start_wave(index);
  }
  void answered(std::uint32_t index, unsigned wave::*which) {
    wave& one = waves[index];
    --(one.*which);
    if (one.waits && (one.next < one.accesses.size() || one.loads == 0)) issue(index);
  }

  // The order of a port: `take` says whether the first access could be taken.
  template <class Item, class Take>
  void turn(port<Item>& in, std::uint64_t& stalled, event_kind again, std::uint32_t who,
            Take take) {
    in.turn_added = false;
    if (in.queue.empty()) return;
    if (!take(in.queue.front())) {
      if (in.blocked_since == never) in.blocked_since = now();
      return;
    }
    if (in.blocked_since != never) stalled += now() - std::exchange(in.blocked_since, never);
    in.queue.pop_front();
    in.taken = now();
    if (!in.queue.empty()) wake(in, again, who);
  }
  template <class Item>
  void wake(port<Item>& in, event_kind again, std::uint32_t who) {
    if (std::exchange(in.turn_added, true)) return;
    add(in.taken == now() ? now() + 1 : now(), again, who);
  }
  void l1_wake(std::uint32_t who) {
    if (units[who].in.blocked_since == never) wake(units[who].in, event_kind::l1_turn, who);
  }
  void l2_wake(std::uint32_t who) {
    if (slices[who].in.blocked_since == never) wake(slices[who].in, event_kind::l2_turn, who);
  }

  // L1: loads; stores pass through it.
  bool l1_take(std::uint32_t who, const l1_item& item) {
    unit& at = units[who];
    if (item.what.store) {
      send(item.what, item.wave);
      return true;
    }
    const unsigned set = at.lines.set_of(item.what.line);
    cache_line* way = how.reads ? at.lines.find(set, item.what.line) : nullptr;
    if (way != nullptr && !way->pending) {
      at.lines.touch(*way, set);
      ++sum.l1_hits;
      add(now() + shape.l1_latency, event_kind::load_done, item.wave);
      return true;
    }
    if (const std::uint32_t open = at.misses.find(item.what.line); open != nobody) {
      at.misses[open].more.push_back(item.wave);
      ++sum.merged;
      return true;
    }
    if (at.misses.full()) return false;
    if (how.reads) {
      way = at.lines.victim(set);
      if (way == nullptr && !how.bypass) return false;
      if (way != nullptr) {
        at.lines.rename(*way, {.line = item.what.line, .pending = true});
        at.lines.touch(*way, set);
      } else {
        ++sum.bypassed;
      }
    }
    const std::uint32_t taken = at.misses.take(item.what.line, way, item.wave);
    access whole = item.what;
    whole.words = all_words;
    send(whole, who * shape.l1_misses + taken);
    return true;
  }
  void send(const access& what, std::uint32_t from) {
    const place where = place_of(shape, what.line);
    slices[where.channel].coming.push_back({what, where.line, from});
    add(now() + shape.to_l2, event_kind::l2_arrival, where.channel);
  }
  void l1_fill(std::uint32_t from) {
    const std::uint32_t who = from / shape.l1_misses, index = from % shape.l1_misses;
    unit& at = units[who];
    miss& filled = at.misses[index];
    if (filled.way != nullptr) at.lines.set_pending(*filled.way, false);
    filled.fill([&](std::uint32_t one) { answered(one, &wave::loads); });
    at.misses.release(index);
    unblock(at.in, event_kind::l1_turn, who);
  }
  template <class Item>
  void unblock(port<Item>& in, event_kind again, std::uint32_t who) {
    if (in.blocked_since != never) wake(in, again, who);
  }

  // L2.
  void answer(const request& one) {
    if (one.what.store) {
      add(now() + shape.from_l2, event_kind::store_done, one.from);
    } else {
      add(now() + shape.from_l2, event_kind::l1_fill, one.from);
    }
  }
  bool l2_take(std::uint32_t who, const request& one) {
    slice& at = slices[who];
    if (!(one.what.store ? l2_store(at, one) : l2_load(at, one))) return false;
    schedule(who);
    return true;
  }
  /// By its call site, the access does not allocate in L2.
  [[nodiscard]] bool passes(const request& one) const {
    return how.by_site && sites.dead(one.what.site, one.line / shape.dram.row_lines);
  }
  bool l2_store(slice& at, const request& one) {
    const unsigned set = at.lines.set_of(one.line);
    cache_line* way = how.reads || how.writes ? at.lines.find(set, one.line) : nullptr;
    if (way != nullptr) {
      sites.hit(*way);
    } else if (how.writes && !(one.what.words == all_words && passes(one))) {
      way = at.lines.victim(set);
      if (way == nullptr && !how.bypass) return false;
      if (way != nullptr) {
        replace(at, *way, one);
      } else {
        ++sum.bypassed;
      }
    }
    if (way != nullptr) {
      way->valid |= one.what.words;
      at.lines.touch(*way, set);
    }
    if (way == nullptr || !how.writes) {
      at.dram.write(one.line, one.from, now());
    } else {
      const std::uint32_t row = one.line / shape.dram.row_lines;
      if (way->dirty == 0 && (at.dirty_rows.empty() || at.dirty_rows.back() != row))
        at.dirty_rows.push_back(row);
      way->dirty |= one.what.words;
      const bool keep = how.by_site && sites.live(way->site);
      if (how.rinse && !keep && at.dirty_rows.size() > most_rows) rinse_oldest(at);
      answer(one);
    }
    return true;
  }
  bool l2_load(slice& at, const request& one) {
    const unsigned set = at.lines.set_of(one.line);
    cache_line* way = how.reads ? at.lines.find(set, one.line) : nullptr;
    if (way != nullptr) {
      sites.hit(*way);
      at.lines.touch(*way, set);
      if (!way->pending && way->valid == all_words) {
        ++sum.l2_hits;
        answer(one);
        return true;
      }
    }
    if (const std::uint32_t open = at.misses.find(one.line); open != nobody) {
      at.misses[open].more.push_back(one.from);
      ++sum.merged;
      return true;
    }
    if (at.misses.full()) return false;
    if (way == nullptr && how.reads && !passes(one)) {
      way = at.lines.victim(set);
      if (way == nullptr && !how.bypass) return false;
      if (way != nullptr) {
        replace(at, *way, one);
      } else {
        ++sum.bypassed;
      }
    }
    if (way != nullptr) at.lines.set_pending(*way, true);
    const std::uint32_t taken = at.misses.take(one.line, way, one.from);
    at.dram.read(one.line, taken, now());
    return true;
  }
  void replace(slice& at, cache_line& way, const request& by) {
    if (way.line != nobody) {
      sites.evicted(way);
      if (way.dirty != 0) write_back(at, way);
    }
    at.lines.rename(way, {.line = by.line, .site = by.what.site});
    at.lines.touch(way, at.lines.set_of(by.line));
  }
  void write_back(slice& at, cache_line& way) {
    at.dram.write(way.line, nobody, now());
    way.dirty = 0;
    if (how.rinse) rinse(at, way.line / shape.dram.row_lines);
  }
  void rinse(slice& at, std::uint32_t row) {
    const std::uint32_t first = row * shape.dram.row_lines;
    for (std::uint32_t i = first; i < first + shape.dram.row_lines; ++i) {
      cache_line* const other = at.lines.find(at.lines.set_of(i), i);
      if (other == nullptr || other->dirty == 0) continue;
      at.dram.write(i, nobody, now());
      other->dirty = 0;
    }
  }
  void rinse_oldest(slice& at) {
    rinse(at, at.dirty_rows.front());
    at.dirty_rows.pop_front();
  }
  void l2_fill(std::uint32_t who, std::uint32_t index) {
    slice& at = slices[who];
    miss& filled = at.misses[index];
    if (filled.way != nullptr) {
      at.lines.set_pending(*filled.way, false);
      filled.way->valid = all_words;
    }
    filled.fill([&](std::uint32_t from) { add(now() + shape.from_l2, event_kind::l1_fill, from); });
    at.misses.release(index);
    unblock(at.in, event_kind::l2_turn, who);
  }

  // DRAM.
  void schedule(std::uint32_t who) {
    slice& at = slices[who];
    deliver(who);
    const cycle at_least = std::max(now(), at.dram.bus_free());
    if (at.dram.idle() || at.serve_at <= at_least) return;
    at.serve_at = at_least;
    add(at_least, event_kind::channel, who);
  }
  void serve(std::uint32_t who) {
    slice& at = slices[who];
    if (at.serve_at != now()) return;  // an earlier call has made this one needless
    // DRAM has nothing to do: a row, but none of the latest, which stores may still complete.
    while (how.rinse && at.dram.idle() && at.dirty_rows.size() > latest_rows) rinse_oldest(at);
    at.serve_at = at.dram.serve(now());
    if (at.serve_at != never) add(at.serve_at, event_kind::channel, who);
    deliver(who);
  }
  void deliver(std::uint32_t who) {
    for (const dram_reply& reply : slices[who].dram.replies()) {
      if (reply.read) {
        add(reply.at, event_kind::l2_fill, who, reply.tag);
      } else {
        add(reply.at + shape.from_l2, event_kind::store_done, reply.tag);
      }
    }
    slices[who].dram.replies().clear();
  }

  void handle(const event& one) {
    switch (one.kind) {
      case event_kind::issue:
        return issue(one.who);
      case event_kind::l1_turn:
        return turn(units[one.who].in, sum.l1_stalled, event_kind::l1_turn, one.who,
                    [&](const l1_item& item) { return l1_take(one.who, item); });
      case event_kind::l2_arrival:
        slices[one.who].in.queue.push_back(slices[one.who].coming.front());
        slices[one.who].coming.pop_front();
        return l2_wake(one.who);
      case event_kind::l2_turn:
        return turn(slices[one.who].in, sum.l2_stalled, event_kind::l2_turn, one.who,
                    [&](const request& item) { return l2_take(one.who, item); });
      case event_kind::channel:
        return serve(one.who);
      case event_kind::l2_fill:
        return l2_fill(one.who, one.what);
      case event_kind::l1_fill:
        return l1_fill(one.who);
      case event_kind::load_done:
        return answered(one.who, &wave::loads);
      case event_kind::store_done:
        return answered(one.who, &wave::stores);
    }
  }
  /// The end of a kernel: L2 writes its dirty lines, set by set or row by row.
  void flush() {
    for (std::uint32_t who = 0; who < slices.size(); ++who) {
      for (cache_line& one : slices[who].lines.lines()) {
        if (one.dirty != 0) write_back(slices[who], one);
      }
      schedule(who);
    }
    events.run([this](const event& one) { handle(one); });
  }
};

gpu_simulator::gpu_simulator(const gpu_shape& shape, const policy& how)
    : parts_(std::make_unique<parts>(shape, how)) {}
gpu_simulator::~gpu_simulator() = default;

counts gpu_simulator::run(const launch& kernel) {
  parts& all = *parts_;
  all.kernel = &kernel;
  all.started = all.ended = 0;
  const unsigned resident = std::min(kernel.per_unit, all.shape.waves);
  for (unsigned slot = 0; slot < resident; ++slot) {
    for (unsigned unit = 0; unit < all.shape.units; ++unit)
      all.start_wave(unit * all.shape.waves + slot);
  }
  all.events.run([&all](const event& one) { all.handle(one); });
  if (all.ended != kernel.waves)
    throw std::runtime_error("cache model: " + std::to_string(kernel.waves - all.ended) +
                             " waves have not ended");
  all.flush();
  all.sum.cycles = all.now();
  for (const parts::slice& one : all.slices) {
    all.sum.dram.reads += one.dram.counts().reads;
    all.sum.dram.writes += one.dram.counts().writes;
    all.sum.dram.activates += one.dram.counts().activates;
  }
  return all.sum;
}

}  // namespace ark::cache_model
