#include "machine.hpp"

#include <algorithm>
#include <cstring>
#include <sstream>
#include <utility>

namespace ptx {

namespace {

constexpr std::size_t local_memory = 64 * 1024;
constexpr std::size_t dynamic_place = ~std::size_t{0};  ///< behind all that is static

std::size_t aligned(std::size_t value, std::size_t unit) {
  return (value + unit - 1) / unit * unit;
}

bool inside(std::uint64_t address, std::size_t bytes, std::uint64_t base, std::size_t size) {
  return address >= base && address - base <= size && bytes <= size - (address - base);
}
bool inside(std::uint64_t address, std::size_t bytes, const std::vector<std::byte>& memory) {
  return inside(address, bytes, reinterpret_cast<std::uint64_t>(memory.data()), memory.size());
}

}  // namespace

void mbarrier::turn() {
  if (pending != 0 || bytes != 0) return;
  ++phase;
  pending = expected;
}

bool bulk_group::read() const {
  return std::all_of(copies.begin(), copies.end(), [](const auto& one) { return one->all_read; });
}
bool bulk_group::written() const {
  return std::all_of(copies.begin(), copies.end(),
                     [](const auto& one) { return one->all_written; });
}

// --- Threads

void lane::refuse(const std::string& why) const {
  std::ostringstream text;
  if (!frames.empty()) {
    const frame& now = frames.back();
    text << now.of->name << ": " << now.of->texts[now.next - 1]->text << ": ";
  }
  text << why << " (block " << at->index.x << ", thread " << number << ")";
  throw fault(text.str());
}

std::byte* lane::reach(const std::string& space, std::uint64_t address, std::size_t bytes) {
  const auto wrong = [&](const char* why) {
    std::ostringstream text;
    text << why << ": " << bytes << " bytes at " << std::hex << address;
    refuse(text.str());
  };
  if (bytes != 0 && address % bytes != 0) wrong("not aligned");
  if (space == "shared") {
    if (!inside(address, bytes, 0, at->shared.size())) wrong("not in shared memory");
    return at->shared.data() + address;
  }
  if (space == "local" || space == "param") {
    if (!inside(address, bytes, 0, local.size())) wrong("not in local memory");
    return local.data() + address;
  }
  const bool own = inside(address, bytes, at->shared) || inside(address, bytes, local);
  bool good = gpu->is_global(address, bytes);
  if (space.empty()) good |= own;
  if (!good) wrong(space.empty() ? "not in any memory" : ("not in " + space + " memory").c_str());
  return reinterpret_cast<std::byte*>(address);
}

// --- Modules

machine::machine(const std::string& source, std::uint64_t seed)
    : text_(parse(source)), random_(seed) {
  for (const variable& one : text_.variables) {
    if (one.space == "shared") {
      place_shared(one);
    } else {
      std::vector<std::byte>& memory = variables_[one.name];
      memory.resize(std::max<std::size_t>(one.bytes, 1));
      std::copy(one.initial.begin(), one.initial.end(), memory.begin());
    }
  }
  for (const function& one : text_.functions) compile(one);
}
machine::~machine() = default;

void machine::allow(const void* at, std::size_t bytes) {
  allowed_.emplace_back(reinterpret_cast<std::uint64_t>(at), bytes);
}

std::byte* machine::symbol(const std::string& name) {
  const auto found = variables_.find(name);
  if (found == variables_.end()) throw std::runtime_error("no variable " + name);
  return found->second.data();
}

std::uint64_t machine::address_of(const std::string& name) {
  if (const auto found = shared_.find(name); found != shared_.end())
    return found->second == dynamic_place ? aligned(static_shared_, 128) : found->second;
  return reinterpret_cast<std::uint64_t>(symbol(name));
}

bool machine::is_global(std::uint64_t address, std::size_t bytes) const {
  for (const auto& [base, size] : allowed_)
    if (inside(address, bytes, base, size)) return true;
  return std::any_of(variables_.begin(), variables_.end(),
                     [&](const auto& one) { return inside(address, bytes, one.second); });
}

/// What has no size begins where all others end: dynamic shared memory.
void machine::place_shared(const variable& what) {
  if (shared_.count(what.name) != 0) return;
  if (what.bytes == 0) {
    shared_[what.name] = dynamic_place;
    return;
  }
  static_shared_ = aligned(static_shared_, std::max<std::size_t>(what.align, 16));
  shared_[what.name] = static_shared_;
  static_shared_ += what.bytes;
}

const code& machine::function_named(const std::string& name) const {
  const auto found = codes_.find(name);
  if (found == codes_.end()) throw std::runtime_error("no function " + name);
  return *found->second;
}

void machine::compile(const function& from) {
  auto made = std::make_unique<code>();
  scope names;
  made->name = from.name;
  made->results = from.results;
  made->parameters = from.parameters;
  for (const auto* list : {&from.results, &from.parameters})
    for (const variable& one : *list) made->offset[one.name] = names.declare_local(one);
  std::size_t steps = 0;
  for (const statement& one : from.body) {
    if (one.is == statement::kind::label) names.labels[one.text] = steps;
    if (one.is == statement::kind::instruction) ++steps;
  }
  for (const statement& one : from.body) {
    if (one.is == statement::kind::open) names.open();
    if (one.is == statement::kind::close) names.close();
    if (one.is == statement::kind::registers) names.declare_registers(one.text);
    if (one.is == statement::kind::variable) {
      if (one.declared.space == "shared") {
        place_shared(one.declared);
      } else {
        names.declare_local(one.declared);
      }
    }
    if (one.is != statement::kind::instruction) continue;
    made->steps.push_back(compile_instruction(one, names, *this));
    made->texts.push_back(&one);
  }
  made->registers = names.registers;
  made->local_bytes = aligned(names.local_bytes, 16);
  codes_[from.name] = std::move(made);
}

// --- Grids

void machine::start(const code& kernel, const std::vector<std::vector<std::byte>>& arguments) {
  if (arguments.size() != kernel.parameters.size())
    throw std::runtime_error(kernel.name + ": another number of parameters");
  std::vector<std::byte> local(local_memory, std::byte{0xcd});
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const variable& parameter = kernel.parameters[i];
    if (arguments[i].size() != parameter.bytes)
      throw std::runtime_error(parameter.name + ": another size");
    std::copy(arguments[i].begin(), arguments[i].end(),
              local.begin() + static_cast<std::ptrdiff_t>(kernel.offset.at(parameter.name)));
  }
  for (unsigned number = 0; number < grid.count(); ++number) {
    block& all = *blocks_.emplace_back(std::make_unique<block>());
    all.index = {number % grid.x, number / grid.x % grid.y, number / grid.x / grid.y};
    all.shared.assign(aligned(static_shared_, 128) + dynamic_shared, std::byte{0xcd});
    for (unsigned i = 0; i < block_shape.count(); ++i) {
      lane& one = *lanes_.emplace_back(std::make_unique<lane>());
      one.gpu = this;
      one.at = &all;
      one.number = i;
      one.thread = {i % block_shape.x, i / block_shape.x % block_shape.y,
                    i / block_shape.x / block_shape.y};
      one.local = local;
      one.frames.push_back({&kernel, 0, std::vector<std::uint64_t>(kernel.registers), 0, 0});
      all.lanes.push_back(&one);
    }
  }
}

void machine::launch(const std::string& kernel, dims blocks, dims threads,
                     const std::vector<std::vector<std::byte>>& arguments, std::size_t dynamic) {
  grid = blocks;
  block_shape = threads;
  dynamic_shared = dynamic;
  blocks_.clear();
  lanes_.clear();
  begun_ = now_;
  start(function_named(kernel), arguments);
  // What nobody has waited for takes place when all threads have ended.
  while (run_some() || copy_some()) {
  }
}

/// Some steps of one thread; false if all have ended.
bool machine::run_some() {
  std::vector<lane*> ready;
  bool alive = false;
  for (const auto& one : lanes_) {
    if (one->ended) continue;
    alive = true;
    if (one->waits_for && one->waits_for()) one->waits_for = nullptr;
    if (!one->waits_for && one->meets.empty()) ready.push_back(one.get());
  }
  if (!alive) return false;
  const bool copied = (ready.empty() || draw(laziness) == 0) && copy_some();
  if (ready.empty()) {
    if (copied) return true;
    lanes_.front()->refuse("nobody goes on");
  }
  lane& one = *ready[draw(ready.size())];
  for (std::uint64_t steps = 1 + draw(draw(8) == 0 ? 2000 : 40); steps > 0; --steps) {
    if (one.ended || one.waits_for || !one.meets.empty()) break;
    step_of(one);
  }
  meet();
  watch();
  return true;
}

void machine::step_of(lane& one) {
  if (++now_ - begun_ > most_instructions) one.refuse("does not end");
  if (const auto afterwards = std::exchange(one.afterwards, nullptr)) afterwards(one);
  frame& now = one.top();
  const std::size_t next = now.next++;
  if (next >= now.of->steps.size()) one.refuse("runs off the end");
  now.of->steps[next](one);
}

}  // namespace ptx
