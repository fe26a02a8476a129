// A GPU for PTX as the compiler writes it: threads that are interpreted one at a time, in an order
// drawn by chance, and a copy unit that does what it is asked for as late as it may.
//
// It finds what a program does wrong with addresses, state spaces, barriers, the copy unit and the
// order of its own instructions. A store is seen by all threads at once, except by loads of a
// block that hits its first cache (machine::caches).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "ptx_text.hpp"

namespace ptx {

struct lane;
class machine;
using step = std::function<void(lane&)>;

/// What a program must not do. The text names kernel, thread and instruction.
struct fault : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A function ready to run.
struct code {
  std::string name;
  std::vector<step> steps;
  std::vector<const statement*> texts;  ///< of each step
  std::size_t registers = 0;
  std::size_t local_bytes = 0;  ///< of a frame: variables, parameters, and those of its calls
  std::map<std::string, std::size_t> offset;  ///< there, of its own parameters and results
  std::vector<variable> results, parameters;
};

struct dims {
  unsigned x = 1, y = 1, z = 1;
  [[nodiscard]] unsigned count() const { return x * y * z; }
};

/// A barrier in shared memory.
struct mbarrier {
  unsigned expected = 0, pending = 0;
  std::int64_t bytes = 0;  ///< asked for and not there yet
  unsigned phase = 0;
  void turn();
};

struct block {
  dims index;
  std::vector<std::byte> shared;
  std::vector<lane*> lanes;
  std::map<std::uint64_t, mbarrier> barriers;  ///< by their place in shared memory
  std::map<const std::byte*, std::byte> kept;  ///< bytes of global memory in its first cache
  /// Bytes of shared memory as the copy unit may read them: from before the stores that no proxy
  /// fence of the block has followed.
  std::map<const std::byte*, std::byte> unfenced;
};

/// What the copy unit has been asked for.
struct bulk_copy {
  block* of;
  bool to_shared;
  std::uint64_t global;
  std::size_t shared, bytes;
  std::uint64_t barrier = 0;  ///< of a load
  std::vector<std::byte> read = {};
  std::size_t moved = 0;
  bool all_read = false, all_written = false;
};
struct bulk_group {
  std::vector<std::shared_ptr<bulk_copy>> copies;
  [[nodiscard]] bool read() const;
  [[nodiscard]] bool written() const;
};

struct frame {
  const code* of;
  std::size_t next = 0;
  std::vector<std::uint64_t> registers;
  std::size_t local;          ///< where its local memory begins
  std::size_t result_at = 0;  ///< in the caller's
};

struct lane {
  machine* gpu;
  block* at;
  dims thread;
  unsigned number;  ///< in the block
  std::vector<frame> frames;
  std::vector<std::byte> local;
  bulk_group open;
  std::vector<bulk_group> groups;
  /// What it waits for; empty: nothing.
  std::function<bool()> waits_for;
  bool ended = false;

  // As the instruction of the block or warp that it has come to: others find it so.
  std::string meets;          ///< which; empty: none
  std::uint32_t mask = 0;     ///< of a warp's
  std::uint64_t brought = 0;  ///< its operand
  std::uint64_t brought_2 = 0;
  std::uint64_t taken = 0;                ///< its result, once all have come
  std::function<void(lane&)> afterwards;  ///< what is done with it

  [[nodiscard]] frame& top() { return frames.back(); }
  [[nodiscard]] unsigned place_in_warp() const { return number % 32; }
  /// The host's address of `bytes` at `address` of `space` ("" is generic). Throws fault.
  std::byte* reach(const std::string& space, std::uint64_t address, std::size_t bytes);
  [[noreturn]] void refuse(const std::string& why) const;
};

class machine {
 public:
  /// `seed`: of the order in which threads run and copies are made.
  explicit machine(const std::string& source, std::uint64_t seed = 1);
  ~machine();

  /// Threads may touch [at, at + bytes), an address of the host, as global memory.
  void allow(const void* at, std::size_t bytes);
  /// The host's address of a variable in global or constant memory.
  [[nodiscard]] std::byte* symbol(const std::string& name);

  /// Run one grid to its end. `arguments`: each as large as its parameter. Throws fault.
  void launch(const std::string& kernel, dims blocks, dims threads,
              const std::vector<std::vector<std::byte>>& arguments, std::size_t dynamic = 0);
  template <class... Arguments>
  void run(const std::string& kernel, dims blocks, dims threads, const Arguments&... arguments) {
    launch(kernel, blocks, threads, {bytes_of(arguments)...});
  }
  /// The same with `dynamic` bytes of dynamic shared memory.
  template <class... Arguments>
  void run_with(std::size_t dynamic, const std::string& kernel, dims blocks, dims threads,
                const Arguments&... arguments) {
    launch(kernel, blocks, threads, {bytes_of(arguments)...}, dynamic);
  }

  /// Called whenever some thread has run, and whenever the copy unit has moved something.
  std::function<void()> watch = [] {};
  /// The copy unit does something in one of so many turns; in any if nobody else can go on.
  unsigned laziness = 4;

  /// Each block has a first cache, which keeps what its threads have loaded until one of them
  /// acquires beyond the block: the longest that a GPU may. Off: all loads see memory.
  bool caches = false;

  /// What the clocks show.
  [[nodiscard]] std::uint64_t now() const { return now_ * clock_step; }
  std::uint64_t clock_step = 1;  ///< of an instruction
  /// A grid that takes more is refused.
  std::uint64_t most_instructions = 40'000'000;
  [[nodiscard]] std::uint64_t draw(std::uint64_t below) { return random_() % below; }
  void ask(std::shared_ptr<bulk_copy> copy) { asked_.push_back(std::move(copy)); }

  // For instructions.
  [[nodiscard]] const code& function_named(const std::string& name) const;
  [[nodiscard]] bool is_global(std::uint64_t address, std::size_t bytes) const;
  /// Of a module's variable: in shared memory its offset, else the host's address.
  [[nodiscard]] std::uint64_t address_of(const std::string& name);
  dims grid, block_shape;
  std::size_t dynamic_shared = 0;

 private:
  template <class T>
  static std::vector<std::byte> bytes_of(const T& value) {
    const auto* first = reinterpret_cast<const std::byte*>(&value);
    return {first, first + sizeof value};
  }
  void compile(const function& from);
  void place_shared(const variable& what);
  void start(const code& kernel, const std::vector<std::vector<std::byte>>& arguments);
  bool run_some();
  void step_of(lane& one);
  void meet();
  bool finish_block(block& all);
  bool finish_warp(block& all, unsigned first);
  bool copy_some();

  module_text text_;
  std::mt19937_64 random_;
  std::map<std::string, std::unique_ptr<code>> codes_;
  std::map<std::string, std::vector<std::byte>> variables_;
  std::map<std::string, std::size_t> shared_;
  std::size_t static_shared_ = 0;
  std::vector<std::pair<std::uint64_t, std::size_t>> allowed_;
  std::vector<std::unique_ptr<block>> blocks_;
  std::vector<std::unique_ptr<lane>> lanes_;
  std::vector<std::shared_ptr<bulk_copy>> asked_;
  std::uint64_t now_ = 0, begun_ = 0;
};

/// Names of registers and of a frame's variables, by the braces that they stand in.
class scope {
 public:
  void open() { levels_.emplace_back(); }
  void close() { levels_.pop_back(); }
  void declare_registers(const std::string& text);
  /// Also of parameters: they are in local memory. Returns where.
  std::size_t declare_local(const variable& what);

  struct name {
    enum class kind : std::uint8_t { reg, local } is;
    std::size_t where;
    std::size_t bytes = 0;  ///< of what is in local memory
  };
  /// Null if it is none of these.
  [[nodiscard]] const name* find(const std::string& text) const;

  std::size_t registers = 0, local_bytes = 0;
  std::map<std::string, std::size_t> labels;

 private:
  std::vector<std::map<std::string, name>> levels_{1};
};

/// The step of `it`; of an instruction that is not known one that refuses, with its text.
step compile_instruction(const statement& it, scope& names, machine& gpu);

}  // namespace ptx
