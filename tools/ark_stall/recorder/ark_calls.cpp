// Replaces the functions of libark that wait for other PEs or for kernels, and the program's marks.
// The declarations are those of ark's headers, so the names are those that programs call.
#include <ark/stall.h>
#include <dlfcn.h>

#include <ark/detail/simt/lane.hpp>

#include "event_record.hpp"

namespace {

using namespace ark::stall;

/// `entry` is the function's symbol.
template <class Function>
Function* replaced(const char* symbol) {
  return reinterpret_cast<Function*>(next_function(symbol));
}

/// True on the stack of a kernel's lane, which may continue on another thread after a wait.
[[gnu::noinline]] bool on_lane() noexcept {
  // libark's variable of this thread: a symbol of the dynamic linker, because processes without ark
  // have none.
  thread_local const auto* const lane = static_cast<ark::detail::lane_view* const*>(
      ::dlsym(RTLD_DEFAULT, "_ZN3ark6detail12current_laneE"));
  return lane != nullptr && *lane != nullptr;
}

std::uint16_t name_of(ark::detail::op_kind op) noexcept {
  using name_function = const char*(ark::detail::op_kind);
  static auto* const name = replaced<name_function>("_ZN3ark6detail12op_kind_nameENS0_7op_kindE");
  static std::uint16_t indices[256] = {};
  std::uint16_t& index = indices[static_cast<std::uint8_t>(op)];
  if (index == 0) index = name_index(name(op));
  return index;
}

template <class Sync>
void synchronised(const char* what, Sync&& sync) {
  const std::uint64_t began = now_ns();
  sync();
  static const std::uint16_t index = name_index(what);
  add(event_kind::sync, began, now_ns(), index);
}

}  // namespace

namespace ark::detail {

[[gnu::visibility("default")]] errc wait(predicate ready, void* argument,
                                         wait_info& info) noexcept {
  static auto* const next =
      replaced<errc(predicate, void*, wait_info&)>("_ZN3ark6detail4waitEPFbPvES1_RNS0_9wait_infoE");
  const bool lane = on_lane();
  const auto word = reinterpret_cast<std::uint64_t>(info.address);
  if (lane) {
    const std::uint64_t began = now_ns();
    const errc code = next(ready, argument, info);
    add(event_kind::lane_wait, began, now_ns(), name_of(info.op), info.pe, word, info.expected);
    return code;
  }
  const std::uint64_t began = enter();
  const errc code = next(ready, argument, info);
  const std::uint64_t ended = leave();
  if (began != 0)
    add(event_kind::host_wait, began, ended, name_of(info.op), info.pe, word, info.expected);
  return code;
}

ARK_API void launch_on_executor(const launch_config& request, const kernel_call& call);
void launch_on_executor(const launch_config& request, const kernel_call& call) {
  static auto* const next = replaced<void(const launch_config&, const kernel_call&)>(
      "_ZN3ark6detail18launch_on_executorERKNS0_13launch_configERKNS0_11kernel_callE");
  const std::uint64_t began = now_ns();
  next(request, call);
  static const std::uint16_t index = name_index("launch");
  add(event_kind::launch, began, now_ns(), index, -1,
      reinterpret_cast<std::uint64_t>(
          call.kernel != nullptr ? call.kernel : reinterpret_cast<const void*>(call.entry)));
}

}  // namespace ark::detail

namespace ark {

ARK_API void stream_sync(detail::cpu_stream* stream);
ARK_API void device_sync();

void stream_sync(detail::cpu_stream* stream) {
  static auto* const next =
      replaced<void(detail::cpu_stream*)>("_ZN3ark11stream_syncEPNS_6detail10cpu_streamE");
  synchronised("stream_sync", [&] { next(stream); });
}

void device_sync() {
  static auto* const next = replaced<void()>("_ZN3ark11device_syncEv");
  synchronised("device_sync", [&] { next(); });
}

}  // namespace ark

namespace ark::gradients {

/// Its wait() sleeps, and does not wait by ark::detail::wait. Only this function's symbol counts:
/// libark may be built without it, so its header is not included.
class ARK_API exchange {
 public:
  void wait(std::size_t tensor);
};

void exchange::wait(std::size_t tensor) {
  static auto* const next =
      replaced<void(exchange*, std::size_t)>("_ZN3ark9gradients8exchange4waitEm");
  static const std::uint16_t index = name_index("gradients::exchange::wait");
  struct interval {
    const std::uint64_t began = enter();
    ~interval() {
      const std::uint64_t ended = leave();
      if (began != 0) add(event_kind::host_wait, began, ended, index);
    }
  } const until_it_returns_or_throws;
  next(this, tensor);
}

}  // namespace ark::gradients

extern "C" {

[[gnu::visibility("default")]] void ark_stall_iteration(void) {
  const std::uint64_t now = now_ns();
  add(event_kind::iteration, now, now);
}

// The marks of programs of <shmem.h> and of <ark/ark.h> in C that do not include <ark/stall.h>.
[[gnu::visibility("default")]] void shmem_pcontrol(int level, ...) {
  if (level > 0) ark_stall_iteration();
}
[[gnu::visibility("default")]] void ark_pcontrol(int level, ...) {
  if (level > 0) ark_stall_iteration();
}

[[gnu::visibility("default")]] void ark_stall_phase(const char* name) {
  const std::uint64_t now = now_ns();
  add(event_kind::phase, now, now, name_index(name));
}
}
