#include "arrays.hpp"

#define NPY_NO_DEPRECATED_API NPY_1_7_API_VERSION
#include <Python.h>
// The layout of an array, without numpy's functions.
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>
#include <numpy/ndarraytypes.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <ark/collective.hpp>
#include <ark/host.hpp>
#include <cerrno>
#include <cstring>
#include <vector>

#include "cuda_kernels.hpp"
#include "errors.hpp"
#include "waits.hpp"

namespace ark::python {

namespace {

PyTypeObject* ndarray_type = nullptr;
PyTypeObject* memory_type = nullptr;
PyTypeObject* gpu_array_type = nullptr;  ///< ark.GpuArray
std::vector<memory*> all_memory;

/// The other PEs are awaited here, where signals are handled; libark then finds them all there.
char* allocate(std::size_t bytes, bool is_zeroed) {
  (void)device::context("empty");
  require(detail::sync_all<device::thread_scope>());
  void* address = nullptr;
  {
    const without_gil released;
    address = is_zeroed ? ark_calloc(1, bytes) : ark_malloc(bytes);
  }
  if (address != nullptr) return static_cast<char*>(address);
  require(errc::ok);
  throw error(detail::last_error_code(),
              text_of(bytes, " bytes of symmetric memory: ", last_error()));
}

int get_buffer(PyObject* self, Py_buffer* view, int flags) {
  const memory& of = *nb::inst_ptr<memory>(self);
  if (of.is_on_gpu) {
    view->obj = nullptr;
    PyErr_SetString(PyExc_BufferError, "the memory is a GPU's, and the host cannot access it");
    return -1;
  }
  return PyBuffer_FillInfo(view, self, of.data, static_cast<Py_ssize_t>(of.bytes), 0, flags);
}
PyType_Slot memory_slots[] = {{Py_bf_getbuffer, reinterpret_cast<void*>(get_buffer)}, {0, nullptr}};

element_type type_of(PyArrayObject* array) {
  switch (PyArray_DESCR(array)->type_num) {
    case NPY_BOOL:
      return {'b', 1};
    case NPY_BYTE:
      return {'i', 1};
    case NPY_SHORT:
      return {'i', 2};
    case NPY_INT:
      return {'i', 4};
    case NPY_LONG:
      return {'i', sizeof(long)};
    case NPY_LONGLONG:
      return {'i', 8};
    case NPY_UBYTE:
      return {'u', 1};
    case NPY_USHORT:
      return {'u', 2};
    case NPY_UINT:
      return {'u', 4};
    case NPY_ULONG:
      return {'u', sizeof(long)};
    case NPY_ULONGLONG:
      return {'u', 8};
    case NPY_HALF:
      return {'f', 2};
    case NPY_FLOAT:
      return {'f', 4};
    case NPY_DOUBLE:
      return {'f', 8};
    case NPY_CFLOAT:
      return {'c', 8};
    case NPY_CDOUBLE:
      return {'c', 16};
    default:
      return {};
  }
}

/// The memory that the array is a view of; null if it is private.
const memory* owner_of(PyArrayObject* array) {
  PyObject* base = PyArray_BASE(array);
  while (base != nullptr && PyObject_TypeCheck(base, ndarray_type))
    base = PyArray_BASE(reinterpret_cast<PyArrayObject*>(base));
  if (base == nullptr || Py_TYPE(base) != memory_type) return nullptr;
  return nb::inst_ptr<memory>(base);
}

/// The memory that holds an address; of several, which were freed before it was allocated again,
/// the live one.
const memory* owner_at(const char* address) {
  const memory* found = nullptr;
  for (const memory* one : all_memory) {
    if (address < one->data || address >= one->data + one->bytes) continue;
    found = one;
    if (one->is_live()) break;
  }
  return found;
}

[[noreturn]] void refuse_array(nb::handle given, const char* call, const char* argument,
                               const char* accepted) {
  throw nb::type_error(
      text_of(call, ": ", argument, " is ", repr_of(given.type()), ": ", accepted).c_str());
}

bool is_tensor(nb::handle given) {
  PyObject* const torch = PyDict_GetItemString(PyImport_GetModuleDict(), "torch");
  if (torch == nullptr) return false;
  const nb::object type = nb::getattr(nb::handle(torch), "Tensor", nb::none());
  return PyType_Check(type.ptr()) && nb::isinstance(given, type);
}

std::string str_of(nb::handle given) { return nb::cast<std::string>(nb::str(given)); }

/// The view of a tensor's memory, whose base numpy does not know: it is found by its address.
array_view view_of_tensor(nb::handle tensor, const char* call, const char* argument, access how) {
  const auto refuse = [&](const std::string& what, const char* accepted) {
    throw nb::value_error(text_of(call, ": ", argument, what, ": ", accepted).c_str());
  };
  if (nb::cast<std::string>(tensor.attr("device").attr("type")) != "cpu")
    refuse(text_of(" is a tensor on ", str_of(tensor.attr("device"))), "a CPU tensor");
  if (nb::cast<bool>(tensor.attr("requires_grad")))
    refuse(" is a tensor that requires_grad", "one that does not, as tensor.detach()");
  const std::string layout = str_of(tensor.attr("layout"));
  if (layout != "torch.strided") refuse(" is a tensor of layout " + layout, "torch.strided");
  if (!nb::cast<bool>(tensor.attr("is_contiguous")()))
    refuse(text_of(" is a tensor with strides ", repr_of(tensor.attr("stride")()), " for shape ",
                   repr_of(tensor.attr("shape"))),
           "a contiguous one, as tensor.contiguous()");
  const std::string dtype = str_of(tensor.attr("dtype"));
  const bool is_bfloat16 = dtype == "torch.bfloat16";
  nb::object array = nb::borrow(tensor);
  try {
    if (is_bfloat16) array = tensor.attr("view")(nb::module_::import_("torch").attr("int16"));
    array = array.attr("numpy")();
  } catch (nb::python_error& problem) {
    throw nb::type_error(text_of(call, ": ", argument, " is a tensor of dtype ", dtype, " (",
                                 str_of(problem.value()),
                                 "): one that tensor.numpy() accepts, or of torch.bfloat16")
                             .c_str());
  }
  array_view view = local_array(array, call, argument, how);
  if (is_bfloat16) view.type.kind = 'w';
  view.owner = owner_at(view.data);
  return view;
}

/// The attribute of a GpuArray whose memory has ended raises.
bool is_cuda_array(nb::handle given) {
  return Py_TYPE(given.ptr()) == gpu_array_type || nb::hasattr(given, "__cuda_array_interface__");
}

/// Of one that is_cuda_array().
array_view view_on_gpu(nb::handle given, const char* call, const char* argument, access how) {
  const memory* owner = nullptr;
  if (Py_TYPE(given.ptr()) == gpu_array_type) {
    owner = nb::inst_ptr<memory>(given.attr("memory"));
    owner->require_live(call, argument);
  }
  const nb::dict of = nb::cast<nb::dict>(given.attr("__cuda_array_interface__"));
  const auto type = nb::cast<std::string>(of["typestr"]);  // as <f8
  const nb::tuple data = nb::cast<nb::tuple>(of["data"]);
  const bool is_strided = of.contains("strides") && !nb::object(of["strides"]).is_none();
  if (is_strided)
    throw nb::value_error(text_of(call, ": ", argument, " has strides ", repr_of(of["strides"]),
                                  ": a C-contiguous array")
                              .c_str());
  if (how == access::writes && nb::cast<bool>(data[1]))
    throw nb::value_error(
        text_of(call, ": ", argument, " is read-only: a writeable array").c_str());
  if (type.size() < 3 || type[0] == '>' || std::strchr("biufc", type[1]) == nullptr)
    throw nb::type_error(
        text_of(call, ": ", argument, " has typestr ", type, ": as '<f8'").c_str());
  std::size_t count = 1;
  for (const nb::handle size : of["shape"]) count *= nb::cast<std::size_t>(size);
  auto* const at = reinterpret_cast<char*>(nb::cast<std::uintptr_t>(data[0]));
  const int bytes = std::stoi(type.substr(2));
  array_view view{at, count, {type[1], static_cast<unsigned char>(bytes)}, owner};
  if (owner == nullptr) owner = owner_at(at);
  if (owner != nullptr && at + view.bytes() <= owner->data + owner->bytes) view.owner = owner;
  return view;
}

/// For DLPack: strides in elements.
nb::object dlpack_of(nb::handle owner, std::uintptr_t address,
                     const std::vector<std::size_t>& shape,
                     const std::vector<std::int64_t>& strides, char kind, int bytes) {
  using code = nb::dlpack::dtype_code;
  const code type = kind == 'b'   ? code::Bool
                    : kind == 'i' ? code::Int
                    : kind == 'u' ? code::UInt
                    : kind == 'f' ? code::Float
                                  : code::Complex;
  auto* const at = reinterpret_cast<void*>(address);
  const nb::ndarray<> made(
      at, shape.size(), shape.data(), owner, strides.data(),
      {static_cast<std::uint8_t>(type), static_cast<std::uint8_t>(8 * bytes), 1},
      nb::device::cuda::value, gpu_at(at));
  return nb::cast(made);
}

}  // namespace

void require_host_heap(const char* call) {
  if (device::context(call).host_copier == nullptr) return;
  throw error(errc::unsupported,
              text_of(call,
                      ": the symmetric heap is in a GPU's memory (ARK_HEAP), and this needs "
                      "one in the host's: ARK_HEAP=host or cuda_host"));
}

std::string repr_of(nb::handle given) {
  constexpr std::size_t longest = 100;
  std::string text = nb::cast<std::string>(nb::repr(given));
  if (text.size() > longest) text.replace(longest, text.size(), "...");
  return text;
}

stand_in::stand_in(std::uintptr_t begin, std::uintptr_t end) : begin_(begin), end_(end) {
  void* const at = mmap(reinterpret_cast<void*>(begin), end - begin, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (at == MAP_FAILED)
    throw error(errc::system_error,
                text_of("finalize: arrays of the ended heap are still in use, and mmap of ",
                        end - begin, " bytes for them failed: ", std::strerror(errno)));
}
stand_in::~stand_in() { munmap(reinterpret_cast<void*>(begin_), end_ - begin_); }

memory::memory(std::size_t size, bool is_zeroed)
    : data(allocate(size, is_zeroed)),
      bytes(size),
      is_on_gpu(device::context("empty").host_copier != nullptr),
      runtime_(detail::runtime_number()) {
  all_memory.push_back(this);
}
memory::~memory() { std::erase(all_memory, this); }

void memory::release() {
  require_live("free", "array");
  require(detail::sync_all<device::thread_scope>());
  is_freed_ = true;
  {
    const without_gil released;
    ark_free(data);
  }
  require(errc::ok);
}

bool memory::is_live() const noexcept { return runtime_ == detail::runtime_number() && !is_freed_; }

void memory::require_live(const char* call, const char* argument) const {
  if (is_live()) [[likely]]
    return;
  (void)device::context(call);
  throw nb::value_error(
      text_of(call, ": ", argument,
              is_freed_ ? " has been freed"
                        : " is of another PE of local_run, or of a runtime that has ended",
              ": an array that the calling PE has made by empty, zeros or full, and not freed")
          .c_str());
}

void ending_heaps::save_own() {
  const std::uint64_t runtime = detail::runtime_number();
  for (const memory* one : all_memory) {
    if (one->runtime_ != runtime || one->pages_ || one->is_on_gpu) continue;
    saved_.push_back({runtime, reinterpret_cast<std::uintptr_t>(one->data),
                      one->is_freed_ ? std::string() : std::string(one->data, one->bytes)});
  }
}

void ending_heaps::restore() {
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  std::vector<memory*> ended;
  for (memory* one : all_memory) {
    const auto is_saved = [&](const saved& of) {
      return of.address == reinterpret_cast<std::uintptr_t>(one->data) &&
             of.runtime == one->runtime_;
    };
    if (std::any_of(saved_.begin(), saved_.end(), is_saved)) ended.push_back(one);
  }
  std::sort(ended.begin(), ended.end(),
            [](const memory* a, const memory* b) { return a->data < b->data; });
  for (std::size_t first = 0; first < ended.size();) {  // runs of arrays that share pages
    const auto begin = reinterpret_cast<std::uintptr_t>(ended[first]->data) / page * page;
    std::uintptr_t end = begin;
    std::size_t last = first;
    for (; last < ended.size(); ++last) {
      const auto at = reinterpret_cast<std::uintptr_t>(ended[last]->data);
      if (last > first && at / page * page >= end) break;
      end = std::max(end, (at + ended[last]->bytes + page - 1) / page * page);
    }
    const auto pages = std::make_shared<stand_in>(begin, end);
    for (; first < last; ++first) ended[first]->pages_ = pages;
  }
  for (const saved& of : saved_) {
    const auto is_there = [&](const memory* one) {
      return of.address == reinterpret_cast<std::uintptr_t>(one->data);
    };
    if (std::any_of(ended.begin(), ended.end(), is_there))
      std::memcpy(reinterpret_cast<void*>(of.address), of.content.data(), of.content.size());
  }
  saved_.clear();
}

std::string name_of(element_type type) {
  if (type.kind == 'w') return "bfloat16";
  const char* const base = type.kind == 'b'   ? "bool"
                           : type.kind == 'i' ? "int"
                           : type.kind == 'u' ? "uint"
                           : type.kind == 'f' ? "float"
                                              : "complex";
  return type.kind == 'b' ? base : text_of(base, 8 * type.bytes);
}

array_view local_array(nb::handle given, const char* call, const char* argument, access how) {
  if (!PyObject_TypeCheck(given.ptr(), ndarray_type)) [[unlikely]] {
    if (is_cuda_array(given)) {
      if (device::context(call).host_copier != nullptr)
        return view_on_gpu(given, call, argument, how);
      throw nb::value_error(text_of(call, ": ", argument, " is ", repr_of(given.type()),
                                    " in a GPU's memory, and the symmetric heap is in the host's: "
                                    "a numpy array or a CPU tensor")
                                .c_str());
    }
    if (is_tensor(given)) return view_of_tensor(given, call, argument, how);
    refuse_array(given, call, argument,
                 "a numpy array or a CPU tensor; numpy.asarray makes one of a buffer, without a "
                 "copy");
  }
  auto* const array = reinterpret_cast<PyArrayObject*>(given.ptr());
  const element_type type = type_of(array);
  const int flags = PyArray_FLAGS(array);
  const char order = PyArray_DESCR(array)->byteorder;
  if (type.kind == 0 || order == NPY_OPPBYTE) [[unlikely]]
    throw nb::type_error(text_of(call, ": ", argument, " has dtype ", repr_of(given.attr("dtype")),
                                 ": bool, int8 to int64, uint8 to uint64, float16 to float64, "
                                 "complex64 or complex128, in native byte order")
                             .c_str());
  constexpr int needed = NPY_ARRAY_C_CONTIGUOUS | NPY_ARRAY_ALIGNED;
  if ((flags & needed) != needed) [[unlikely]]
    throw nb::value_error(text_of(call, ": ", argument, " has strides ",
                                  repr_of(given.attr("strides")), " for shape ",
                                  repr_of(given.attr("shape")),
                                  ": a C-contiguous, aligned array; numpy.ascontiguousarray makes "
                                  "one")
                              .c_str());
  if (how == access::writes && (flags & NPY_ARRAY_WRITEABLE) == 0) [[unlikely]]
    throw nb::value_error(
        text_of(call, ": ", argument, " is read-only: a writeable array").c_str());
  std::size_t count = 1;
  for (int i = 0; i < PyArray_NDIM(array); ++i)
    count *= static_cast<std::size_t>(PyArray_DIMS(array)[i]);
  return {PyArray_BYTES(array), count, type, owner_of(array)};
}

array_view gpu_array(nb::handle given, const char* call, const char* argument, access how) {
  constexpr const char* accepted =
      "an array of empty, zeros or full, or an object with __cuda_array_interface__";
  if (!is_cuda_array(given)) {
    const array_view view = local_array(given, call, argument, how);
    if (view.owner == nullptr)
      throw nb::value_error(
          text_of(call, ": ", argument, " is in private memory of the host: ", accepted).c_str());
    return view;
  }
  return view_on_gpu(given, call, argument, how);
}

array_view symmetric_array(nb::handle given, const char* call, const char* argument) {
  const array_view view = local_array(given, call, argument, access::reads);
  if (view.owner == nullptr) [[unlikely]] {
    (void)device::context(call);
    throw nb::value_error(text_of(call, ": ", argument,
                                  " is in private memory: an array that "
                                  "empty, zeros or full has made, or a view of one")
                              .c_str());
  }
  view.owner->require_live(call, argument);
  return view;
}

array_view symmetric_element(nb::handle given, nb::handle index, const char* call,
                             const char* argument) {
  array_view view = symmetric_array(given, call, argument);
  std::int64_t at = 0;
  if (!index.is_none()) {
    const auto count = static_cast<std::int64_t>(view.count);
    at = integer_of(index, -count, count - 1, call, "index");
    if (at < 0) at += count;
  } else if (view.count != 1) {
    throw nb::value_error(text_of(call, ": ", argument, " has ", view.count,
                                  " elements: give index, or an array of one element")
                              .c_str());
  }
  view.data += static_cast<std::size_t>(at) * view.type.bytes;
  view.count = 1;
  return view;
}

void require_same(const array_view& dest, const array_view& source, const char* call) {
  if (dest.type.kind != source.type.kind || dest.type.bytes != source.type.bytes) [[unlikely]]
    throw nb::type_error(text_of(call, ": dest has dtype ", name_of(dest.type), " and source ",
                                 name_of(source.type), ": the same dtype")
                             .c_str());
  if (dest.count != source.count) [[unlikely]]
    throw nb::value_error(text_of(call, ": dest has ", dest.count, " elements and source ",
                                  source.count, ": the same number")
                              .c_str());
}

void require_apart(const array_view& dest, const array_view& source, const char* call,
                   bool may_be_same) {
  if (may_be_same && dest.data == source.data) return;
  if (dest.data >= source.data + source.bytes() || source.data >= dest.data + dest.bytes()) return;
  throw nb::value_error(text_of(call, ": dest and source overlap: separate arrays",
                                may_be_same ? ", or the same one" : "")
                            .c_str());
}

std::int64_t integer_of(nb::handle given, std::int64_t least, std::int64_t most, const char* call,
                        const char* argument) {
  const auto accepted = [&] { return text_of(": an integer from ", least, " to ", most); };
  long long value = 0;
  if (PyLong_CheckExact(given.ptr())) [[likely]] {
    value = PyLong_AsLongLong(given.ptr());
  } else {
    PyObject* const number = PyBool_Check(given.ptr()) ? nullptr : PyNumber_Index(given.ptr());
    if (number == nullptr) {
      PyErr_Clear();
      throw nb::type_error(
          text_of(call, ": ", argument, " is ", repr_of(given), accepted()).c_str());
    }
    value = PyLong_AsLongLong(number);
    Py_DECREF(number);
  }
  const bool is_beyond = value == -1 && PyErr_Occurred() != nullptr;
  if (is_beyond) PyErr_Clear();
  if (is_beyond || value < least || value > most) [[unlikely]]
    throw nb::value_error(
        text_of(call, ": ", argument, " is ", repr_of(given), accepted()).c_str());
  return value;
}

std::uint64_t unsigned_of(nb::handle given, const char* call, const char* argument) {
  const nb::object number =
      nb::steal<nb::object>(PyBool_Check(given.ptr()) ? nullptr : PyNumber_Index(given.ptr()));
  const bool is_integer = number.is_valid();
  const unsigned long long value = is_integer ? PyLong_AsUnsignedLongLong(number.ptr()) : 0;
  if (is_integer && PyErr_Occurred() == nullptr) [[likely]]
    return value;
  PyErr_Clear();
  const std::string text = text_of(call, ": ", argument, " is ", repr_of(given),
                                   ": an integer from 0 to 18446744073709551615");
  if (is_integer) throw nb::value_error(text.c_str());
  throw nb::type_error(text.c_str());
}

void register_arrays(nb::module_& module) {
  ndarray_type = reinterpret_cast<PyTypeObject*>(
      nb::module_::import_("numpy").attr("ndarray").inc_ref().ptr());
  auto made = nb::class_<memory>(module, "Memory", nb::type_slots(memory_slots),
                                 "An allocation in the symmetric heap: the base of arrays.");
  memory_type = reinterpret_cast<PyTypeObject*>(made.ptr());
  made.def_prop_ro("is_on_gpu", [](const memory& of) { return of.is_on_gpu; })
      .def("address", [](const memory& of, const std::string& call) {
        of.require_live(call.c_str(), "the array");
        return reinterpret_cast<std::uintptr_t>(of.data);
      });
  module.def("set_gpu_array_type", [](nb::handle type) {
    gpu_array_type = reinterpret_cast<PyTypeObject*>(type.inc_ref().ptr());
  });
  module.def("dlpack", dlpack_of);
  module.def("gpu_at", [](std::uintptr_t at) { return gpu_at(reinterpret_cast<void*>(at)); });
  module.def("require_host_heap", [](const std::string& call) { require_host_heap(call.c_str()); });
  module.def(
      "allocate", [](std::size_t bytes, bool is_zeroed) { return new memory(bytes, is_zeroed); },
      nb::arg("bytes").none(), nb::arg("is_zeroed").none());
  module.def(
      "free",
      [](nb::handle array) {
        const array_view view = symmetric_array(array, "free", "array");
        const_cast<memory*>(view.owner)->release();
      },
      nb::arg("array").none(), nb::sig("def free(array: numpy.ndarray) -> None"),
      "Free the symmetric memory of `array`, and of all views of it.\n\n"
      "Collective: every PE calls it, with its own array of the same allocation. The arrays stay "
      "readable; calls of\nark refuse them. Arrays that are not freed last until finalize, also if "
      "no name refers to them.\n\n"
      "Raises ValueError for an array that is not symmetric or is freed already.");
  module.def(
      "is_symmetric",
      [](nb::handle array) {
        const memory* of = nullptr;
        if (Py_TYPE(array.ptr()) == gpu_array_type)
          of = nb::inst_ptr<memory>(array.attr("memory"));
        else if (PyObject_TypeCheck(array.ptr(), ndarray_type))
          of = owner_of(reinterpret_cast<PyArrayObject*>(array.ptr()));
        else if (nb::hasattr(array, "__cuda_array_interface__"))
          of = owner_at(reinterpret_cast<const char*>(
              nb::cast<std::uintptr_t>(array.attr("__cuda_array_interface__")["data"][0])));
        else if (is_tensor(array) &&
                 nb::cast<std::string>(array.attr("device").attr("type")) == "cpu")
          of = owner_at(
              reinterpret_cast<const char*>(nb::cast<std::uintptr_t>(array.attr("data_ptr")())));
        return of != nullptr && of->is_live();
      },
      nb::arg("array").none(), nb::sig("def is_symmetric(array: object) -> bool"),
      "True for an array of the calling PE's symmetric heap, and for views of one.");
}

}  // namespace ark::python
