// The exchange of gradients.
#include <algorithm>
#include <ark/collective.hpp>
#include <ark/gradients.hpp>
#include <ark/host.hpp>
#include <ark/order.hpp>
#include <memory>
#include <string>
#include <vector>

#include "arrays.hpp"
#include "errors.hpp"
#include "register.hpp"
#include "waits.hpp"

namespace ark::python {

namespace {

/// With the arrays, which its thread writes.
struct running_exchange {
  std::unique_ptr<gradients::exchange> exchange;
  nb::object arrays;
  std::vector<std::uint64_t> ready_in;  ///< of each array: the iteration of its last ready()
  std::uint64_t runtime = detail::runtime_number();

  /// The other PEs are awaited where signals are handled; libark then finds them all there.
  void end() {
    if (status() == errc::ok) (void)detail::sync_all<device::thread_scope>();
    const without_gil released;
    exchange.reset();
  }
};

/// What Python's object refers to.
struct exchange_object {
  std::shared_ptr<running_exchange> running;
};

/// They end by destroy() or with the runtime: PEs would collect the objects in different orders.
/// Never freed: the interpreter may end while an exchange runs.
std::vector<std::shared_ptr<running_exchange>>& all_exchanges() {
  static auto& all = *new std::vector<std::shared_ptr<running_exchange>>;
  return all;
}

gradients::policy policy_of(nb::handle given, const char* call) {
  constexpr const char* accepted = "'fifo', 'p3', 'prophet' or 'bytescheduler'";
  if (!PyUnicode_Check(given.ptr()))
    throw nb::type_error(text_of(call, ": policy is ", repr_of(given), ": ", accepted).c_str());
  const auto name = nb::cast<std::string>(given);
  if (name == "fifo") return gradients::policy::fifo;
  if (name == "p3") return gradients::policy::p3;
  if (name == "prophet") return gradients::policy::prophet;
  if (name == "bytescheduler") return gradients::policy::bytescheduler;
  throw nb::value_error(text_of(call, ": policy is '", name, "': ", accepted).c_str());
}

gradients::tensor tensor_of(nb::handle array, const char* call, const std::string& argument) {
  const array_view view = local_array(array, call, argument.c_str(), access::writes);
  if (view.owner != nullptr) view.owner->require_live(call, argument.c_str());
  using gradients::element;
  if (view.type.kind == 'w') return {view.data, view.count, element::bfloat16};
  if (view.type.kind == 'f') {
    const element type = view.type.bytes == 2   ? element::float16
                         : view.type.bytes == 4 ? element::float32
                                                : element::float64;
    return {view.data, view.count, type};
  }
  throw nb::type_error(text_of(call, ": ", argument, " has dtype ", name_of(view.type),
                               ": float16 to float64, or torch.bfloat16")
                           .c_str());
}

constexpr const char* constructor = "Exchange";

gradients::options options_of(nb::handle policy, nb::handle mean, nb::handle chunk_bytes,
                              nb::handle credit_bytes) {
  constexpr const char* call = constructor;
  if (!PyBool_Check(mean.ptr()))
    throw nb::type_error(text_of(call, ": mean is ", repr_of(mean), ": True or False").c_str());
  constexpr std::int64_t most = std::int64_t{1} << 40;
  gradients::options how;
  how.order = policy_of(policy, call);
  how.result = nb::cast<bool>(mean) ? gradients::reduction::mean : gradients::reduction::sum;
  how.chunk_bytes = static_cast<std::size_t>(integer_of(chunk_bytes, 0, most, call, "chunk_bytes"));
  if (how.chunk_bytes % 64 != 0)
    throw nb::value_error(
        text_of(call, ": chunk_bytes is ", how.chunk_bytes, ": a multiple of 64").c_str());
  how.credit_bytes =
      static_cast<std::size_t>(integer_of(credit_bytes, 0, most, call, "credit_bytes"));
  if (how.credit_bytes != 0 && how.credit_bytes < how.chunk_bytes)
    throw nb::value_error(text_of(call, ": credit_bytes is ", how.credit_bytes,
                                  ": 0, or at least chunk_bytes, ", how.chunk_bytes)
                              .c_str());
  return how;
}

exchange_object make_exchange(nb::handle arrays, const gradients::options& how) {
  constexpr const char* call = constructor;
  (void)device::context(call);
  if (!PyList_Check(arrays.ptr()) && !PyTuple_Check(arrays.ptr()))
    throw nb::type_error(
        text_of(call, ": arrays is ", repr_of(arrays), ": a list of arrays").c_str());
  const nb::list kept(nb::borrow(arrays));
  std::vector<gradients::tensor> tensors;
  for (std::size_t t = 0; t < kept.size(); ++t)
    tensors.push_back(tensor_of(kept[t], call, text_of("arrays[", t, "]")));
  require(detail::sync_all<device::thread_scope>());
  auto made = std::make_shared<running_exchange>();
  made->arrays = kept;
  made->ready_in.resize(tensors.size());
  {
    const without_gil released;
    made->exchange = std::make_unique<gradients::exchange>(std::move(tensors), how);
  }
  all_exchanges().push_back(made);
  return {std::move(made)};
}

running_exchange& running(nb::handle self, const char* call) {
  running_exchange& of = *nb::inst_ptr<exchange_object>(self)->running;
  (void)device::context(call);
  if (of.exchange && of.runtime == detail::runtime_number()) [[likely]]
    return of;
  throw nb::value_error(
      text_of(call, ": self ",
              of.exchange ? "is of another PE" : "has been destroyed, or its runtime has ended",
              ": an Exchange that the calling PE has made")
          .c_str());
}

std::size_t index_of(const running_exchange& of, nb::handle given, const char* call) {
  const auto most = static_cast<std::int64_t>(of.ready_in.size()) - 1;
  return static_cast<std::size_t>(integer_of(given, 0, most, call, "index"));
}

void ready(nb::handle self, nb::handle index) {
  running_exchange& of = running(self, "Exchange.ready");
  const std::size_t t = index_of(of, index, "Exchange.ready");
  of.exchange->ready(t);
  of.ready_in[t] = of.exchange->view().iteration;
}

/// Sleeps in slices, between which signals are handled. A result that takes more than a second may
/// be one that never comes: wait_word has the deadline, and the record of its failure.
void wait(nb::handle self, nb::handle index) {
  constexpr const char* call = "Exchange.wait";
  constexpr std::uint64_t slice_us = 20'000;
  constexpr int slices = 50;
  running_exchange& of = running(self, call);
  const std::size_t t = index_of(of, index, call);
  for (int k = 0; k < slices; ++k) {
    {
      const without_gil released;
      if (of.exchange->wait_for(t, slice_us)) return;
    }
    if (is_interrupted()) throw nb::python_error();
  }
  const gradients::kernel_view view = of.exchange->view();
  std::uint64_t last = 0;
  require(wait_word(call, view.done_words + t, ARK_CMP_GE, std::max(view.awaited, of.ready_in[t]),
                    0, &last));
}

void destroy(nb::handle self) {
  const std::shared_ptr<running_exchange> of = nb::inst_ptr<exchange_object>(self)->running;
  (void)running(self, "Exchange.destroy");
  of->end();
  std::erase(all_exchanges(), of);
  of->arrays.reset();
  require(errc::ok);
}

nb::dict statistics(nb::handle self) {
  const gradients::statistics now = running(self, "Exchange.statistics").exchange->so_far();
  nb::dict fields;
  fields["iterations"] = now.iterations;
  fields["messages"] = now.messages;
  fields["bytes"] = now.bytes;
  fields["cpu_seconds"] = now.cpu_seconds;
  return fields;
}

}  // namespace

void end_exchanges() {
  const auto own = [](const std::shared_ptr<running_exchange>& of) {
    return of->runtime == detail::runtime_number();
  };
  for (auto& all = all_exchanges();;) {
    const auto first = std::find_if(all.begin(), all.end(), own);
    if (first == all.end()) return;
    const std::shared_ptr<running_exchange> of = *first;
    all.erase(first);
    of->end();
  }
}

void register_gradients(nb::module_& module) {
  module.def(
      "check_exchange_options",
      [](nb::handle policy, nb::handle mean, nb::handle chunk_bytes, nb::handle credit_bytes) {
        (void)options_of(policy, mean, chunk_bytes, credit_bytes);
      },
      nb::arg("policy").none(), nb::arg("mean").none(), nb::arg("chunk_bytes").none(),
      nb::arg("credit_bytes").none());
  nb::class_<exchange_object>(
      module, "Exchange",
      "The sums or means over all PEs of a list of arrays, in their place, iteration by "
      "iteration.\n\n"
      "A thread of libark sends what is ready in the order of `policy`, and adds; "
      "docs/gradients.md "
      "has the policies. arrays:\ncontiguous numpy arrays, CPU tensors or, of a heap in a GPU's "
      "memory, this GPU's arrays, of float16, float32, "
      "float64 or torch.bfloat16, in the order in which the forward\npass needs them; symmetric "
      "ones are not copied. chunk_bytes, credit_bytes: 0 for measured ones.\nCollective, with the "
      "same shapes, dtypes and options on every PE; it lasts until destroy or finalize, and is "
      "used "
      "by one\nthread. Raises TypeError and ValueError for wrong arguments, and ark.Error: "
      "asymmetric, out_of_memory, wrong_state for\ncalls in another order.")
      .def(
          "__init__",
          [](exchange_object* self, nb::handle arrays, nb::handle policy, nb::handle mean,
             nb::handle chunk_bytes, nb::handle credit_bytes) {
            const gradients::options how = options_of(policy, mean, chunk_bytes, credit_bytes);
            new (self) exchange_object(make_exchange(arrays, how));
          },
          nb::arg("arrays").none(), nb::arg("policy").none() = "p3", nb::arg("mean").none() = true,
          nb::arg("chunk_bytes").none() = 0, nb::arg("credit_bytes").none() = 0,
          nb::sig("def __init__(self, arrays: list | tuple, policy: str = 'p3', mean: bool = True, "
                  "chunk_bytes: int = 0, credit_bytes: int = 0) -> None"))
      .def(
          "begin_iteration",
          [](nb::handle self) {
            running(self, "Exchange.begin_iteration").exchange->begin_iteration();
          },
          "Begin the next iteration. Results of the last one may still be awaited.")
      .def("ready", ready, nb::arg("index").none(), nb::sig("def ready(self, index: int) -> None"),
           "The array holds the PE's own gradient, and belongs to the exchange until wait() "
           "returns. Once for each array in each\niteration, in any order.")
      .def(
          "end_iteration",
          [](nb::handle self) {
            running(self, "Exchange.end_iteration").exchange->end_iteration();
          },
          "Every array was made ready. Does not wait.")
      .def(
          "wait", wait, nb::arg("index").none(), nb::sig("def wait(self, index: int) -> None"),
          "Wait until the array holds the result of its last ready(). Other threads run meanwhile; "
          "KeyboardInterrupt ends the\nwait, which can be repeated. Raises ark.TimeoutError after "
          "ARK_TIMEOUT, ark.PeerFailedError.")
      .def("destroy", destroy, "Wait until nothing is in flight, and end. Collective.")
      .def("statistics", statistics, nb::sig("def statistics(self) -> dict[str, float]"),
           "Of this PE since the constructor: iterations, messages and bytes sent, cpu_seconds of "
           "the exchange's thread.");
}

}  // namespace ark::python
