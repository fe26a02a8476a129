// Launches of compiled kernels, and streams.
#include <dlfcn.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <ark/device/state/context.hpp>
#include <ark/host.hpp>
#include <ark/launch.hpp>
#include <array>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "../ark_shmem/kernel_entry.hpp"
#include "arrays.hpp"
#include "cuda_kernels.hpp"
#include "errors.hpp"
#include "groups.hpp"
#include "register.hpp"
#include "stream_objects.hpp"
#include "waits.hpp"

namespace ark::python {

namespace {

using slot = std::array<unsigned char, 8>;

/// What numba has made of a function of Python: reads a slot for each number, and for each array
/// one of its address and one of each size of its shape. Returns 0, or another number and *raised,
/// numba's record of an exception.
using jit_code = int (*)(const slot* slots, void** raised);

/// A kernel that no shared object describes. Never freed: kernels may run until the process ends.
struct made_kernel {
  std::string name;
  std::vector<std::string> types;
  std::vector<kernel_parameter> parameters;
  kernel_entry entry;
};

/// A kernel of ark.jit.
struct jit_kernel : made_kernel {
  jit_code code;
  nb::object exception_of;  ///< makes an exception of its record's address
};

struct kernel_object {
  const kernel_entry* entry;
  const jit_kernel* jit = nullptr;
  const gpu_kernel* gpu = nullptr;
  bool takes_structs = false;  ///< numba-cuda passes all fields of its arrays
};

struct jit_launch {
  const jit_kernel* kernel;
  std::vector<slot> slots;
  std::uint64_t runtime;
  stream_t stream;
};

/// An exception in a lane, for the wait for its stream.
struct jit_failure {
  const jit_kernel* kernel;
  std::uint64_t runtime;
  stream_t stream;
  int pe;
  std::string lane;
  void* raised;
};

/// Of each stream the first one.
class jit_failures {
 public:
  void add(jit_failure found) {
    const std::lock_guard lock(mutex_);
    for (const jit_failure& one : all_) {
      if (one.runtime == found.runtime && one.stream == found.stream) return;
    }
    all_.push_back(std::move(found));
  }
  /// Removes those of the streams of a runtime, and returns the first of them.
  std::optional<jit_failure> take(std::uint64_t runtime, const std::vector<any_stream>& streams) {
    const std::lock_guard lock(mutex_);
    std::optional<jit_failure> first;
    std::erase_if(all_, [&](jit_failure& one) {
      const bool is_one =
          one.runtime == runtime &&
          std::find(streams.begin(), streams.end(), any_stream{one.stream}) != streams.end();
      if (is_one && !first) first = one;
      return is_one;
    });
    return first;
  }

 private:
  std::mutex mutex_;
  std::vector<jit_failure> all_;
};

jit_failures& all_jit_failures() {
  static auto& failures = *new jit_failures;
  return failures;
}

std::string text_of_index(uint3 at) { return text_of("[", at.x, ",", at.y, ",", at.z, "]"); }

/// The executor ends the grid, and logs the text.
[[noreturn, gnu::cold, gnu::noinline]] void fail_jitted(const jit_launch& launched, void* raised) {
  const std::string& name = launched.kernel->name;
  const int pe = device::context().pe;
  const std::string lane =
      text_of("block ", text_of_index(blockIdx), ", thread ", text_of_index(threadIdx));
  all_jit_failures().add({launched.kernel, launched.runtime, launched.stream, pe, lane, raised});
  throw error(errc::aborted, text_of("PE ", pe, ": kernel ", name, " raised a Python exception"));
}

ARK_GLOBAL void run_jitted(const jit_launch* launched) {
  void* raised = nullptr;
  if (launched->kernel->code(launched->slots.data(), &raised) != 0) [[unlikely]]
    fail_jitted(*launched, raised);
}

/// Throws the exception of a kernel of these streams, if there is one.
void raise_jit_failure(const std::vector<any_stream>& streams) {
  const std::optional<jit_failure> found =
      all_jit_failures().take(detail::runtime_number(), streams);
  if (!found) return;
  const nb::object cause =
      found->kernel->exception_of(reinterpret_cast<std::uintptr_t>(found->raised));
  const std::string type = nb::cast<std::string>(cause.type().attr("__name__"));
  raise_caused(errc::aborted,
               text_of("PE ", found->pe, ": kernel ", found->kernel->name, ", ", found->lane, ": ",
                       type, ": ", nb::cast<std::string>(nb::str(cause))),
               found->pe, found->kernel->name, cause);
}

/// The arguments of a launch, whose arrays must live until its stream has no work.
struct kept_arguments {
  std::uint64_t runtime;
  any_stream stream;
  nb::object values;
};

/// Never freed: kernels may run until the process ends. With the GIL.
std::vector<kept_arguments>& all_kept() {
  static auto& kept = *new std::vector<kept_arguments>;
  return kept;
}

constexpr const char* a_stream = "a Stream of the calling PE, or None";

stream_object& stream_of(nb::handle given, const char* call, const char* argument) {
  return const_cast<stream_object&>(object_of<stream_object>(given, call, argument, a_stream));
}

void drop_kept(std::uint64_t runtime, const any_stream& stream) {
  std::vector<nb::object> dropped;  // whose destructors may call this module
  std::erase_if(all_kept(), [&](kept_arguments& one) {
    const bool is_over = one.runtime == runtime && one.stream == stream;
    if (is_over) dropped.push_back(std::move(one.values));
    return is_over;
  });
}

/// Not while kernels run, which another thread may have launched since a wait.
void drop_ended(const any_stream& stream) {
  if (stream.query()) drop_kept(detail::runtime_number(), stream);
}

// --- Arguments

std::string signature_of(const kernel_entry& entry) {
  std::string text = text_of(entry.name, "(");
  for (std::size_t i = 0; i < entry.count; ++i)
    text += text_of(i == 0 ? "" : ", ", entry.parameters[i].type);
  return text + ")";
}

template <class T>
slot slot_of(T value) {
  slot made{};
  std::memcpy(made.data(), &value, sizeof value);
  return made;
}

slot pointer_slot(const kernel_parameter& to, nb::handle given, bool is_for_gpu, const char* call,
                  const char* argument) {
  const access how = to.is_const ? access::reads : access::writes;
  const array_view view =
      is_for_gpu ? gpu_array(given, call, argument, how) : local_array(given, call, argument, how);
  if (to.kind != 'V' && (view.type.kind != to.kind || view.type.bytes != to.bytes))
    throw nb::type_error(text_of(call, ": ", argument, " has dtype ", name_of(view.type), ": ",
                                 name_of({to.kind, to.bytes}), ", for ", to.type)
                             .c_str());
  if (view.owner != nullptr) view.owner->require_live(call, argument);
  return slot_of(view.data);
}

slot float_slot(const kernel_parameter& to, nb::handle given, const char* call,
                const char* argument) {
  double value = -1;
  const bool is_one = !PyBool_Check(given.ptr()) && !nb::hasattr(given, "__len__");
  if (is_one) value = PyFloat_AsDouble(given.ptr());
  if (!is_one || (value == -1 && PyErr_Occurred() != nullptr)) {
    PyErr_Clear();
    throw nb::type_error(
        text_of(call, ": ", argument, " is ", repr_of(given), ": a number, for ", to.type).c_str());
  }
  return to.bytes == sizeof(float) ? slot_of(static_cast<float>(value)) : slot_of(value);
}

slot bool_slot(nb::handle given, const char* call, const char* argument) {
  const auto is = [type = given.type()](const char* attribute, const char* begin) {
    return nb::cast<std::string>(type.attr(attribute)).starts_with(begin);
  };
  if (!PyBool_Check(given.ptr()) && !(is("__module__", "numpy") && is("__name__", "bool")))
    throw nb::type_error(
        text_of(call, ": ", argument, " is ", repr_of(given), ": True or False, for bool").c_str());
  return slot_of(PyObject_IsTrue(given.ptr()) == 1);
}

slot slot_for(const kernel_parameter& to, nb::handle given, bool is_for_gpu, const char* call,
              const char* argument) {
  if (to.is_pointer) return pointer_slot(to, given, is_for_gpu, call, argument);
  if (to.kind == 'f') return float_slot(to, given, call, argument);
  if (to.kind == 'b') return bool_slot(given, call, argument);
  const bool is_wide = to.bytes == 8;
  if (to.kind == 'u' && is_wide) return slot_of(unsigned_of(given, call, argument));
  const std::int64_t beyond = std::int64_t{1}
                              << (is_wide ? 62 : 8 * to.bytes - 1);  // half the range
  const std::int64_t most = is_wide          ? beyond - 1 + beyond
                            : to.kind == 'u' ? 2 * beyond - 1
                                             : beyond - 1;
  const std::int64_t least = to.kind == 'u' ? 0 : -most - 1;
  // The first bytes of the number are the narrow one: hosts are little-endian.
  return slot_of(integer_of(given, least, most, call, argument));
}

/// The fields of numba-cuda's array: two objects of Python, elements, bytes of one, address, shape
/// and strides.
void add_array_struct(std::vector<slot>& slots, const kernel_parameter& to, nb::handle given,
                      const char* call, const char* argument) {
  const slot address = pointer_slot(to, given, true, call, argument);
  std::int64_t count = 1;
  std::vector<std::int64_t> shape, strides;
  for (const nb::handle size : nb::object(given.attr("shape"))) {
    shape.push_back(nb::cast<std::int64_t>(size));
    count *= shape.back();
  }
  for (const std::int64_t value : {std::int64_t{0}, std::int64_t{0}, count, std::int64_t{to.bytes}})
    slots.push_back(slot_of(value));
  slots.push_back(address);
  std::int64_t stride = to.bytes;
  for (std::size_t i = shape.size(); i-- > 0; stride *= shape[i])
    strides.insert(strides.begin(), stride);
  for (const auto* list : {&shape, &strides})
    for (const std::int64_t value : *list) slots.push_back(slot_of(value));
}

dim3 extent_of(nb::handle given, const char* call, const char* argument, std::int64_t most) {
  std::array<unsigned, 3> sizes{1, 1, 1};
  if (!PyTuple_Check(given.ptr()) && !PyList_Check(given.ptr())) {
    sizes[0] = static_cast<unsigned>(integer_of(given, 1, most, call, argument));
  } else {
    const std::size_t count = nb::len(given);
    if (count < 1 || count > sizes.size())
      throw nb::value_error(text_of(call, ": ", argument, " is ", repr_of(given),
                                    ": an integer, or a tuple of one to three")
                                .c_str());
    for (std::size_t i = 0; i < count; ++i)
      sizes[i] = static_cast<unsigned>(integer_of(given[i], 1, most, call, argument));
  }
  return {sizes[0], sizes[1], sizes[2]};
}

// --- Launch and wait

void launch_kernel_object(const kernel_object& self, nb::handle grid, nb::handle block,
                          nb::handle stream, const nb::args& given, nb::handle shared_bytes,
                          bool is_collective) {
  const kernel_entry& entry = *self.entry;
  const char* const call = entry.name;
  if (device::context(call).host_copier != nullptr && self.gpu == nullptr)
    throw error(
        errc::unsupported,
        text_of(call,
                ": the kernel is for the CPU executor, and the symmetric heap is in a GPU's "
                "memory (ARK_HEAP): target='cuda', or ARK_HEAP=host or cuda_host"));
  require(errc::ok);
  launch_config config;
  config.grid = extent_of(grid, call, "grid", std::numeric_limits<int>::max());
  config.block = extent_of(block, call, "block", 1024);
  config.shared_bytes = static_cast<std::size_t>(
      integer_of(shared_bytes, 0, std::numeric_limits<int>::max(), call, "shared_bytes"));
  const bool is_on_gpu = self.gpu != nullptr;
  any_stream on{nullptr, nullptr, is_on_gpu};
  if (!stream.is_none()) on = stream_of(stream, call, "stream").handle;
  if (on.is_gpu != is_on_gpu)
    throw nb::value_error(text_of(call,
                                  ": stream is of the GPU: None, for a kernel of the CPU "
                                  "executor")
                              .c_str());
  config.stream = on.cpu;
  config.collective = is_collective;
  if (given.size() != entry.count)
    throw nb::type_error(text_of(call, ": ", given.size(), " arguments: ", entry.count, ", for ",
                                 signature_of(entry))
                             .c_str());
  std::vector<slot> slots;
  for (std::size_t i = 0; i < entry.count; ++i) {
    const kernel_parameter& to = entry.parameters[i];
    const std::string argument = text_of("argument ", i);
    if (self.takes_structs && to.is_pointer) {
      add_array_struct(slots, to, given[i], call, argument.c_str());
      continue;
    }
    slots.push_back(slot_for(to, given[i], is_on_gpu, call, argument.c_str()));
    if (to.dimensions == 0) continue;
    for (const nb::handle size : given[i].attr("shape"))
      slots.push_back(slot_of(nb::cast<std::int64_t>(size)));
  }
  drop_ended(on);
  nb::object kept = given;
  if (self.jit != nullptr) {
    const std::uint64_t runtime = detail::runtime_number();
    auto made = std::make_unique<jit_launch>(
        jit_launch{self.jit, std::move(slots), runtime, config.stream});
    const jit_launch* const launched = made.get();
    kept = nb::make_tuple(given, nb::capsule(made.release(), [](void* of) noexcept {
                            delete static_cast<jit_launch*>(of);
                          }));
    ark::launch(config, run_jitted, launched);
  } else {
    std::vector<void*> values;
    for (slot& one : slots) values.push_back(one.data());
    if (is_on_gpu) {
      self.gpu->launch(config, on.gpu, values.data());
    } else {
      entry.launch(config, values.data());
    }
  }
  all_kept().push_back({detail::runtime_number(), on, std::move(kept)});
}

void wait_for_end(const std::vector<any_stream>& streams, const char* call) {
  // A wait inside a kernel that began after this one times out first.
  const std::uint64_t limit = 2 * device::context(call).timeout_ns;
  wait_slices(limit, [&] {
    for (const any_stream& one : streams) {
      if (!one.query()) return false;
    }
    return true;
  });
}

/// Waits for the kernels of `streams`, then calls `sync`, which has their failures.
template <class Sync>
void sync_streams(const std::vector<any_stream>& streams, const char* call, Sync&& sync) {
  wait_for_end(streams, call);
  try {
    const without_gil released;
    sync();
  } catch (const error& problem) {
    if (problem.code() == errc::aborted) raise_jit_failure(streams);
    throw;
  }
  for (const any_stream& one : streams) drop_ended(one);
  require(errc::ok);
}

void sync_device() {
  std::vector<any_stream> streams;
  for (const kept_arguments& one : all_kept()) {
    if (one.runtime == detail::runtime_number()) streams.push_back(one.stream);
  }
  sync_streams(streams, "device_sync", [] { device_sync(); });
}

void destroy_stream(nb::handle self) {
  stream_object& of = stream_of(self, "Stream.destroy", "self");
  wait_for_end({of.handle}, "Stream.destroy");
  (void)stream_of(self, "Stream.destroy",
                  "self");  // another thread may have destroyed it meanwhile
  of.is_destroyed = true;
  drop_ended(of.handle);
  {
    const without_gil released;
    of.handle.destroy();
  }
  require(errc::ok);
}

nb::dict load_kernels(const std::string& path) {
  void* const loaded = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);  // for ever: kernels may run
  const auto* entry = static_cast<const kernel_entry*>(
      loaded == nullptr ? nullptr : dlsym(loaded, "ark_python_kernels"));
  if (entry == nullptr)
    throw error(errc::system_error, text_of("Kernel: ", path, ": ", dlerror(),
                                            ": delete the file, and it is compiled anew"));
  nb::dict kernels;
  for (; entry->name != nullptr; ++entry) kernels[entry->name] = kernel_object{entry};
  return kernels;
}

/// (kind, bytes, dimensions or -1 for a number, is_const, type) of each.
using parameter_list = std::vector<std::tuple<char, int, int, bool, std::string>>;

void describe(made_kernel& made, const std::string& name, const parameter_list& parameters) {
  made.name = name;
  for (const auto& one : parameters) made.types.push_back(std::get<4>(one));
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const auto& [kind, bytes, dimensions, is_const, type] = parameters[i];
    made.parameters.push_back({kind, static_cast<unsigned char>(bytes), dimensions >= 0, is_const,
                               made.types[i], std::max(dimensions, 0)});
  }
  made.entry = {made.name.c_str(), made.parameters.data(), made.parameters.size(), nullptr};
}

kernel_object make_jit_kernel(const std::string& name, const parameter_list& parameters,
                              std::uintptr_t code, nb::object exception_of) {
  auto& made = *new jit_kernel{{}, reinterpret_cast<jit_code>(code), std::move(exception_of)};
  describe(made, name, parameters);
  return {&made.entry, &made};
}

/// `image`, `entry`, `contexts`: see gpu_kernel.
kernel_object make_gpu_kernel(const std::string& name, const parameter_list& parameters,
                              const nb::bytes& image, const std::string& entry,
                              const std::string& contexts, bool takes_structs) {
  auto& made = *new made_kernel;
  describe(made, name, parameters);
  use_gpu_kernels();
  const std::string content(image.c_str(), image.size());
  return {&made.entry, nullptr, new gpu_kernel(content, entry, contexts), takes_structs};
}

/// (dtype, dimensions, is_writeable, is_symmetric) of an array argument.
nb::tuple describe_array(nb::handle given, const char* call, const char* argument,
                         bool is_for_gpu) {
  (void)device::context(call);
  const array_view view = is_for_gpu ? gpu_array(given, call, argument, access::reads)
                                     : local_array(given, call, argument, access::reads);
  if (view.type.kind == 'w')
    throw nb::type_error(
        text_of(call, ": ", argument, " has dtype bfloat16: one of numpy's").c_str());
  if (view.owner != nullptr) view.owner->require_live(call, argument);
  bool is_writeable = true;
  if (nb::hasattr(given, "__cuda_array_interface__"))
    is_writeable = !nb::cast<bool>(given.attr("__cuda_array_interface__")["data"][1]);
  else if (nb::hasattr(given, "flags"))
    is_writeable = nb::cast<bool>(given.attr("flags").attr("writeable"));
  return nb::make_tuple(name_of(view.type), nb::len(nb::object(given.attr("shape"))), is_writeable,
                        view.owner != nullptr);
}

/// The path of libark, for the compiler.
std::string library_path() {
  Dl_info found;
  if (dladdr(reinterpret_cast<const void*>(&stream_create), &found) == 0)
    throw error(errc::system_error, "Kernel: dladdr does not find libark");
  return found.dli_fname;
}

}  // namespace

stream_t executor_stream(nb::handle given, const char* call) {
  const any_stream& stream = stream_of(given, call, "self").handle;
  if (stream.is_gpu)
    throw error(errc::unsupported,
                text_of(call, ": the stream is of a GPU: one of the CPU executor"));
  drop_ended(stream);
  return stream.cpu;
}

void keep_until_end(const any_stream& stream, nb::object values) {
  all_kept().push_back({detail::runtime_number(), stream, std::move(values)});
}

nb::object take_kernel_arguments() {
  nb::list taken;
  std::erase_if(all_kept(), [&](const kept_arguments& one) {
    const bool is_own = one.runtime == detail::runtime_number();
    if (is_own) taken.append(one.values);
    return is_own;
  });
  return taken;
}

void register_kernels(nb::module_& module) {
  using namespace nb::literals;
  nb::class_<stream_object> stream(
      module, "Stream",
      "A queue of kernels and calls of the calling PE, which run in their order: the third part of "
      "kernel[grid, block, stream].\n\nIts put, get and so on queue what the functions of ark with "
      "these names do, and return at once; arrays are kept until\nthe stream has no work. Bad "
      "arguments raise as there; a failure of what runs later is raised by sync. On the CPU "
      "executor.");
  stream
      .def("__init__",
           [](stream_object* self) {
             (void)device::context("Stream");
             new (self) stream_object{any_stream::create(), detail::runtime_number()};
           })
      .def(
          "sync",
          [](nb::handle self) {
            const any_stream handle = stream_of(self, "Stream.sync", "self").handle;
            sync_streams({handle}, "Stream.sync", [&] { handle.sync(); });
          },
          "Wait until the stream's kernels have ended and what they queued is delivered. Raises "
          "ark.Error for a kernel that\nfailed. Ctrl-C ends the wait, and leaves the kernels.")
      .def(
          "query",
          [](nb::handle self) { return stream_of(self, "Stream.query", "self").handle.query(); },
          "True if no kernel of the stream is queued or runs.")
      .def("destroy", destroy_stream,
           "Wait as sync does, and free the stream. Else finalize does.");
  register_stream_transfers(stream);
  register_stream_collectives(stream);
  module.def("device_sync", sync_device, "Stream.sync of all streams of the calling PE.");
  nb::class_<kernel_object>(module, "CompiledKernel", "The kernel of an ark.Kernel.")
      .def_prop_ro("name", [](const kernel_object& self) { return self.entry->name; })
      .def_prop_ro("signature", [](const kernel_object& self) { return signature_of(*self.entry); })
      .def("launch", launch_kernel_object, "grid"_a.none(), "block"_a.none(), "stream"_a.none(),
           "arguments"_a, nb::kw_only(), "shared_bytes"_a = 0, "collective"_a = false);
  module.def("load_kernels", load_kernels, "path"_a);
  module.def("library_path", library_path);
  module.def("make_gpu_kernel", make_gpu_kernel, "name"_a, "parameters"_a, "image"_a, "entry"_a,
             "contexts"_a, "takes_structs"_a = false);
  module.def("use_gpu_kernels", use_gpu_kernels);
  module.def("gpu_architecture", gpu_architecture);
  module.def("is_heap_on_gpu", [] { return device::context("Kernel").host_copier != nullptr; });
  module.def("make_jit_kernel", make_jit_kernel, "name"_a, "parameters"_a, "code"_a,
             "exception_of"_a);
  module.def("describe_array", describe_array, "array"_a.none(), "call"_a, "argument"_a,
             "is_for_gpu"_a = false);
}

}  // namespace ark::python
