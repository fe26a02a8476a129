// The functions that kernels of ark.jit call, for numba: names, addresses and types of C.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <ark/amo.hpp>
#include <ark/collective.hpp>
#include <ark/order.hpp>
#include <ark/rma.hpp>
#include <ark/signal.hpp>
#include <ark/simt.hpp>
#include <complex>
#include <limits>

#include "register.hpp"

namespace ark::python {

namespace {

namespace nb = nanobind;
using nb::dict;

/// A type as numba names it.
template <class T>
std::string numba_name() {
  if constexpr (std::is_void_v<T>) return "void";
  if constexpr (std::is_pointer_v<T>) return "intp";
  if constexpr (std::is_floating_point_v<T>) return "float" + std::to_string(8 * sizeof(T));
  if constexpr (std::is_integral_v<T>)
    return (std::is_signed_v<T> ? "int" : "uint") + std::to_string(8 * sizeof(T));
}

template <class Result, class... Parameters>
void add(dict& to, const std::string& name, Result (*function)(Parameters...)) {
  to[name.c_str()] =
      nb::make_tuple(reinterpret_cast<std::uintptr_t>(function), numba_name<Result>(),
                     std::vector<std::string>{numba_name<Parameters>()...});
}

/// A PE of numba's integers; beyond int it is none, which the calls refuse.
target_pe pe_of(std::int64_t pe) {
  constexpr std::int64_t most = std::numeric_limits<int>::max();
  return pe >= 0 && pe <= most ? static_cast<int>(pe) : -1;
}

/// put and get copy elements of a size, whatever their type is.
template <class T>
void add_transfers(dict& to) {
  using count = std::size_t;
  using word = std::uint64_t;
  const std::string size = "_" + std::to_string(sizeof(T));
  add(
      to, "put" + size,
      +[](T* dest, const T* source, count n, std::int64_t pe) { put(dest, source, n, pe_of(pe)); });
  add(
      to, "put_nbi" + size, +[](T* dest, const T* source, count n, std::int64_t pe) {
        put_nbi(dest, source, n, pe_of(pe));
      });
  add(
      to, "get" + size,
      +[](T* dest, const T* source, count n, std::int64_t pe) { get(dest, source, n, pe_of(pe)); });
  add(
      to, "get_nbi" + size, +[](T* dest, const T* source, count n, std::int64_t pe) {
        get_nbi(dest, source, n, pe_of(pe));
      });
  add(
      to, "put_signal" + size,
      +[](T* dest, const T* source, count n, word* signal, word value, int op, std::int64_t pe) {
        put_signal(dest, source, n, signal, value, op, pe_of(pe));
      });
  add(
      to, "put_signal_nbi" + size,
      +[](T* dest, const T* source, count n, word* signal, word value, int op, std::int64_t pe) {
        put_signal_nbi(dest, source, n, signal, value, op, pe_of(pe));
      });
}

template <class T>
void add_elements(dict& to) {
  const std::string type = "_" + numba_name<T>();
  add(
      to, "p" + type, +[](T* dest, T value, std::int64_t pe) { p(dest, value, pe_of(pe)); });
  add(
      to, "g" + type, +[](const T* source, std::int64_t pe) { return g(source, pe_of(pe)); });
}

template <class T>
void add_atomics(dict& to) {
  const std::string type = "_" + numba_name<T>();
  add(
      to, "atomic_add" + type,
      +[](T* dest, T value, std::int64_t pe) { atomic_add(dest, value, pe_of(pe)); });
  add(
      to, "atomic_fetch_add" + type,
      +[](T* dest, T value, std::int64_t pe) { return atomic_fetch_add(dest, value, pe_of(pe)); });
  add(
      to, "atomic_set" + type,
      +[](T* dest, T value, std::int64_t pe) { atomic_set(dest, value, pe_of(pe)); });
  add(
      to, "atomic_swap" + type,
      +[](T* dest, T value, std::int64_t pe) { return atomic_swap(dest, value, pe_of(pe)); });
  add(
      to, "atomic_compare_swap" + type, +[](T* dest, T condition, T value, std::int64_t pe) {
        return atomic_compare_swap(dest, condition, value, pe_of(pe));
      });
  add(
      to, "atomic_fetch" + type,
      +[](const T* source, std::int64_t pe) { return atomic_fetch(source, pe_of(pe)); });
  add(
      to, "atomic_inc" + type, +[](T* dest, std::int64_t pe) { atomic_inc(dest, pe_of(pe)); });
  add(
      to, "atomic_fetch_inc" + type,
      +[](T* dest, std::int64_t pe) { return atomic_fetch_inc(dest, pe_of(pe)); });
}

/// x, y, z of threadIdx, blockIdx, blockDim and gridDim, in this order.
std::int64_t position(int component) {
  const detail::lane_view& lane = *detail::self();
  const detail::extent3* const all[] = {&lane.thread_index, &lane.block->block_index,
                                        &lane.block->block_extent, &lane.block->grid_extent};
  const detail::extent3& one = *all[component / 3];
  return component % 3 == 0 ? one.x : component % 3 == 1 ? one.y : one.z;
}

bool is_in_kernel() { return detail::self() != nullptr; }

/// 0 if a kernel may not access `n` elements of arrays with so many.
std::int64_t has_elements(std::int64_t n, std::int64_t dest, std::int64_t source) {
  return is_in_kernel() && n >= 0 && n <= dest && n <= source;
}

/// The address of an element; 0 if there is none. The least index stands for the only element.
std::int64_t element_at(std::int64_t array, std::int64_t bytes, std::int64_t count,
                        std::int64_t index) {
  if (index == std::numeric_limits<std::int64_t>::min()) index = count == 1 ? 0 : count;
  if (index < 0) index += count;
  return is_in_kernel() && index >= 0 && index < count ? array + index * bytes : 0;
}

/// {name: (address, result, parameters)}
dict device_functions() {
  dict made;
  (add_transfers<std::uint8_t>(made), add_transfers<std::uint16_t>(made),
   add_transfers<std::uint32_t>(made), add_transfers<std::uint64_t>(made),
   add_transfers<std::complex<double>>(made));
  (add_elements<std::int8_t>(made), add_elements<std::int16_t>(made),
   add_elements<std::uint8_t>(made), add_elements<std::uint16_t>(made), add_elements<float>(made),
   add_elements<double>(made));
  const auto add_words = [&]<class... T>(T...) {
    (add_elements<T>(made), ...);
    (add_atomics<T>(made), ...);
  };
  add_words(std::int32_t(), std::int64_t(), std::uint32_t(), std::uint64_t());
  add(
      made, "signal_update",
      +[](std::uint64_t* signal, std::uint64_t value, int op, std::int64_t pe) {
        device::signal_word(signal, value, op, pe_of(pe),
                            device::call_of<std::uint64_t>("signal_update"));
      });
  add(made, "signal_wait_until", &ark_signal_wait_until);
  add(made, "signal_fetch", &ark_signal_fetch);
  add(
      made, "my_pe", +[] { return std::int64_t{ark_my_pe()}; });
  add(
      made, "n_pes", +[] { return std::int64_t{ark_n_pes()}; });
  add(made, "fence", &ark_fence);
  add(made, "quiet", &ark_quiet);
  add(made, "barrier_all", &ark_barrier_all);
  add(made, "sync_threads", &__syncthreads);
  add(made, "position", &position);
  add(
      made, "in_kernel", +[] { return std::int64_t{is_in_kernel()}; });
  add(made, "has_elements", &has_elements);
  add(made, "element_at", &element_at);
  return made;
}

}  // namespace

void register_device(nb::module_& module) { module.def("device_functions", device_functions); }

}  // namespace ark::python
