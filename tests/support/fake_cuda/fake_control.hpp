// A test's hold on the fake driver that the loader has found.
#pragma once

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

#include "fake_cuda.h"

namespace fake {

/// Loads the driver by the name ark uses. Throws if it is not the fake one. A call that would never
/// have returned fails the test when this ends, unless the test has asked for it: in a fixture it
/// comes before what uses the driver.
class control {
 public:
  control() : library_(dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL)) {
    settings_ = find<decltype(&fake_cuda_settings)>("fake_cuda_settings");
    fail_ = find<decltype(&fake_cuda_fail)>("fake_cuda_fail");
    calls_ = find<decltype(&fake_cuda_calls)>("fake_cuda_calls");
    view_ = find<decltype(&fake_cuda_view)>("fake_cuda_view");
    run_kernel_ = find<decltype(&fake_cuda_run_kernel)>("fake_cuda_run_kernel");
    end_kernel_ = find<decltype(&fake_cuda_end_kernel)>("fake_cuda_end_kernel");
    take_hang_ = find<decltype(&fake_cuda_take_hang)>("fake_cuda_take_hang");
    network_write_ = find<decltype(&fake_cuda_network_write)>("fake_cuda_network_write");
    alive_ = find<decltype(&fake_cuda_alive)>("fake_cuda_alive");
  }

  ~control() {
    for (const std::string& text : hangs()) ADD_FAILURE() << text;
  }
  control(const control&) = delete;
  control& operator=(const control&) = delete;

  [[nodiscard]] fake_cuda_values& settings() const { return *settings_(); }
  /// The n-th call of `name` from now on fails with `code`.
  void fail(const char* name, int nth, int code) const { fail_(name, nth, code); }
  [[nodiscard]] std::uint64_t calls(const char* name) const { return calls_(name); }
  /// Device memory as only a test sees it.
  template <class T = std::byte>
  [[nodiscard]] T* view(const void* at, std::size_t bytes = sizeof(T)) const {
    return static_cast<T*>(view_(reinterpret_cast<std::uint64_t>(at), bytes));
  }
  template <class T>
  [[nodiscard]] T* object(T* at) const {
    return view<T>(static_cast<const void*>(at));
  }
  /// Streams do nothing while this is on.
  void stick(bool on) const { std::atomic_ref<int>(settings().stuck).store(on ? 1 : 0); }
  /// Copies are not made while this is on; what stands behind them goes on.
  void delay_copies(bool on) const {
    std::atomic_ref<int>(settings().late_copies).store(on ? 1 : 0);
  }
  /// On `stream`, until end_kernel(); null: on one of its own.
  [[nodiscard]] void* run_kernel(void* stream = nullptr) const { return run_kernel_(stream); }
  void end_kernel(void* kernel) const { end_kernel_(kernel); }
  /// Calls that would never have returned, each by name and with what it waited for. The next one
  /// to ask is not told of them.
  [[nodiscard]] std::vector<std::string> hangs() const {
    std::vector<std::string> all;
    char text[4096];
    while (take_hang_(text, sizeof text) != 0) all.emplace_back(text);
    return all;
  }
  /// A network card writes to device memory: seen once somebody has flushed. False if it does not
  /// reach that.
  [[nodiscard]] bool network_write(const void* at, const void* from, std::size_t bytes) const {
    return network_write_(reinterpret_cast<std::uint64_t>(at), from, bytes) != 0;
  }
  [[nodiscard]] int alive() const { return alive_(); }

 private:
  template <class Function>
  Function find(const char* name) const {
    void* found = library_ == nullptr ? nullptr : dlsym(library_, name);
    if (found == nullptr) {
      throw std::runtime_error(std::string("no ") + name +
                               " in libcuda.so.1: is the fake driver's "
                               "folder in LD_LIBRARY_PATH?");
    }
    return reinterpret_cast<Function>(found);
  }

  void* library_;
  decltype(&fake_cuda_settings) settings_;
  decltype(&fake_cuda_fail) fail_;
  decltype(&fake_cuda_calls) calls_;
  decltype(&fake_cuda_view) view_;
  decltype(&fake_cuda_run_kernel) run_kernel_;
  decltype(&fake_cuda_end_kernel) end_kernel_;
  decltype(&fake_cuda_take_hang) take_hang_;
  decltype(&fake_cuda_network_write) network_write_;
  decltype(&fake_cuda_alive) alive_;
};

}  // namespace fake
