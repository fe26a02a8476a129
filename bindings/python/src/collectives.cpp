// Collectives over the members of a team.
#include <ark/collective.hpp>
#include <ark/on_stream.hpp>
#include <ark/rma.hpp>
#include <ark/team.hpp>
#include <complex>
#include <vector>

#include "arrays.hpp"
#include "errors.hpp"
#include "groups.hpp"
#include "register.hpp"
#include "stream_objects.hpp"
#include "waits.hpp"

namespace ark::python {

namespace {

namespace operators = device::collective;
using scope = device::thread_scope;

struct arguments {
  ark_team_t team;
  int n_pes;
  array_view dest, source;
  bool is_on_stream;
  stream_t stream;
};

/// `on`: a Stream, or None for a call of the host.
arguments read_arguments(const char* call, nb::handle dest, nb::handle source, nb::handle team,
                         nb::handle on) {
  arguments of{};
  of.is_on_stream = !on.is_none();
  if (of.is_on_stream) of.stream = executor_stream(on, call);
  of.team = team_of(team, call, &of.n_pes);
  of.dest = symmetric_array(dest, call, "dest");
  of.source = symmetric_array(source, call, "source");
  return of;
}

/// Raises a failure of the call; keeps the arrays of one that is queued.
void require_done(const arguments& of, errc code, nb::handle dest, nb::handle source) {
  require(code);
  if (of.is_on_stream) keep_until_end({of.stream}, nb::make_tuple(dest, source));
}

// --- With a heap in a GPU's memory, whose host calls libark leaves to kernels: each member reads
// from all others by the driver's copies.

bool is_on_gpu(const arguments& of) { return of.dest.owner->is_on_gpu; }

errc read_from(const arguments& of, int member, void* into, const char* from, std::size_t bytes) {
  if (into == from && member == ark_team_my_pe(of.team)) return errc::ok;
  return get(static_cast<char*>(into), from, bytes,
             ark_team_translate_pe(of.team, member, ARK_TEAM_WORLD));
}

/// read(member) for each member, while no member changes its source.
template <class Read>
errc read_members(const arguments& of, Read&& read) {
  const without_gil released;
  errc code = team_sync<scope>(of.team);
  for (int member = 0; member < of.n_pes && code == errc::ok; ++member) code = read(member);
  return code == errc::ok ? team_sync<scope>(of.team) : code;
}

/// Block i of dest is from member i: at `from` there.
errc read_blocks(const arguments& of, const char* from, std::size_t bytes) {
  return read_members(of, [&](int member) {
    return read_from(of, member, of.dest.data + static_cast<std::size_t>(member) * bytes, from,
                     bytes);
  });
}

/// In the order of the members, on the host.
template <class T, class Op>
errc reduce_by_reading(const arguments& of, Op op) {
  std::vector<T> total(of.dest.count), next(of.dest.count);
  const errc code = read_members(of, [&](int member) {
    std::vector<T>& into = member == 0 ? total : next;
    const errc read = read_from(of, member, into.data(), of.source.data, of.source.bytes());
    for (std::size_t i = 0; member != 0 && i < total.size(); ++i) total[i] = op(total[i], next[i]);
    return read;
  });
  if (code != errc::ok) return code;
  const errc written = put(of.dest.data, reinterpret_cast<const char*>(total.data()),
                           of.dest.bytes(), device::context().pe);
  return written == errc::ok ? quiet() : written;  // by the proxy too it is in dest on return
}

void broadcast_array(nb::handle dest, nb::handle source, nb::handle root, nb::handle team,
                     nb::handle on) {
  const char* const call = on.is_none() ? "broadcast" : "Stream.broadcast";
  const arguments of = read_arguments(call, dest, source, team, on);
  require_same(of.dest, of.source, call);
  require_apart(of.dest, of.source, call, true);
  const auto from = static_cast<int>(integer_of(root, 0, of.n_pes - 1, call, "root"));
  const auto read = [&](int member) {
    return member == from ? read_from(of, from, of.dest.data, of.source.data, of.dest.bytes())
                          : errc::ok;
  };
  require_done(of,
               of.is_on_stream ? broadcast_on_stream(of.team, of.dest.data, of.source.data,
                                                     of.dest.bytes(), from, of.stream)
               : is_on_gpu(of)
                   ? read_members(of, read)
                   : broadcast<scope>(of.team, of.dest.data, of.source.data, of.dest.bytes(), from),
               dest, source);
}

void fcollect_array(nb::handle dest, nb::handle source, nb::handle team, nb::handle on) {
  const char* const call = on.is_none() ? "fcollect" : "Stream.fcollect";
  const arguments of = read_arguments(call, dest, source, team, on);
  array_view block = of.dest;
  const auto members = static_cast<std::size_t>(of.n_pes);
  if (of.dest.count != of.source.count * members)
    throw nb::value_error(text_of(call, ": dest has ", of.dest.count, " elements and source ",
                                  of.source.count, ": dest of source's number times ", members,
                                  " members")
                              .c_str());
  block.count = of.source.count;
  require_same(block, of.source, call);
  const auto own = static_cast<std::size_t>(ark_team_my_pe(of.team)) * of.source.bytes();
  if (of.source.data != of.dest.data + own) require_apart(of.dest, of.source, call, false);
  require_done(
      of,
      of.is_on_stream
          ? fcollect_on_stream(of.team, of.dest.data, of.source.data, of.source.bytes(), of.stream)
      : is_on_gpu(of) ? read_blocks(of, of.source.data, of.source.bytes())
                      : fcollect<scope>(of.team, of.dest.data, of.source.data, of.source.bytes()),
      dest, source);
}

void alltoall_array(nb::handle dest, nb::handle source, nb::handle team, nb::handle on) {
  const char* const call = on.is_none() ? "alltoall" : "Stream.alltoall";
  const arguments of = read_arguments(call, dest, source, team, on);
  require_same(of.dest, of.source, call);
  require_apart(of.dest, of.source, call, false);
  const auto members = static_cast<std::size_t>(of.n_pes);
  if (of.dest.count % members != 0)
    throw nb::value_error(text_of(call, ": dest and source have ", of.dest.count,
                                  " elements: a multiple of the team's ", members, " members")
                              .c_str());
  const std::size_t block = of.dest.bytes() / members;
  const auto mine = static_cast<std::size_t>(ark_team_my_pe(of.team)) * block;
  require_done(of,
               of.is_on_stream
                   ? alltoall_on_stream(of.team, of.dest.data, of.source.data, block, of.stream)
               : is_on_gpu(of) ? read_blocks(of, of.source.data + mine, block)
                               : alltoall<scope>(of.team, of.dest.data, of.source.data, block),
               dest, source);
}

template <class T, class Op>
errc reduce_as(const arguments& of, Op op) {
  if (of.is_on_stream)
    return reduce_on_stream(of.team, reinterpret_cast<T*>(of.dest.data),
                            reinterpret_cast<const T*>(of.source.data), of.dest.count, op,
                            of.stream);
  if (is_on_gpu(of)) return reduce_by_reading<T>(of, op);
  return reduce<scope>(of.team, reinterpret_cast<T*>(of.dest.data),
                       reinterpret_cast<const T*>(of.source.data), of.dest.count, op);
}

template <class Op>
bool reduce_integers(const arguments& of, Op op, errc& code) {
  const bool has_sign = of.dest.type.kind == 'i';
  if (!has_sign && of.dest.type.kind != 'u') return false;
  switch (of.dest.type.bytes) {
    case 1:
      code = has_sign ? reduce_as<std::int8_t>(of, op) : reduce_as<std::uint8_t>(of, op);
      return true;
    case 2:
      code = has_sign ? reduce_as<std::int16_t>(of, op) : reduce_as<std::uint16_t>(of, op);
      return true;
    case 4:
      code = has_sign ? reduce_as<std::int32_t>(of, op) : reduce_as<std::uint32_t>(of, op);
      return true;
    default:
      code = has_sign ? reduce_as<std::int64_t>(of, op) : reduce_as<std::uint64_t>(of, op);
      return true;
  }
}

template <class Op>
bool reduce_numbers(const arguments& of, Op op, errc& code) {
  if (reduce_integers(of, op, code)) return true;
  if (of.dest.type.kind != 'f' || of.dest.type.bytes == 2) return false;
  code = of.dest.type.bytes == 4 ? reduce_as<float>(of, op) : reduce_as<double>(of, op);
  return true;
}

template <class Op>
bool reduce_all(const arguments& of, Op op, errc& code) {
  if (reduce_numbers(of, op, code)) return true;
  if (of.dest.type.kind != 'c') return false;
  code = of.dest.type.bytes == 8 ? reduce_as<std::complex<float>>(of, op)
                                 : reduce_as<std::complex<double>>(of, op);
  return true;
}

void reduce_array(nb::handle dest, nb::handle source, nb::handle op, nb::handle team,
                  nb::handle on) {
  const char* const call = on.is_none() ? "reduce" : "Stream.reduce";
  constexpr const char* accepted = "'sum', 'prod', 'min', 'max', 'and', 'or' or 'xor'";
  const arguments of = read_arguments(call, dest, source, team, on);
  require_same(of.dest, of.source, call);
  require_apart(of.dest, of.source, call, true);
  if (!PyUnicode_Check(op.ptr()))
    throw nb::type_error(text_of(call, ": op is ", repr_of(op), ": ", accepted).c_str());
  const auto name = nb::cast<std::string>(op);
  errc code = errc::ok;
  const char* types = "int8 to int64 and uint8 to uint64";
  bool is_done = false;
  if (name == "and") {
    is_done = reduce_integers(of, operators::and_op{}, code);
  } else if (name == "or") {
    is_done = reduce_integers(of, operators::or_op{}, code);
  } else if (name == "xor") {
    is_done = reduce_integers(of, operators::xor_op{}, code);
  } else if (name == "min" || name == "max") {
    types = "int8 to int64, uint8 to uint64, float32 and float64";
    is_done = name == "min" ? reduce_numbers(of, operators::min_op{}, code)
                            : reduce_numbers(of, operators::max_op{}, code);
  } else if (name == "sum" || name == "prod") {
    types = "int8 to int64, uint8 to uint64, float32, float64, complex64 and complex128";
    is_done = name == "sum" ? reduce_all(of, operators::sum_op{}, code)
                            : reduce_all(of, operators::prod_op{}, code);
  } else {
    throw nb::value_error(text_of(call, ": op is '", name, "': ", accepted).c_str());
  }
  if (!is_done)
    throw nb::type_error(
        text_of(call, ": op '", name, "' of dtype ", name_of(of.dest.type), ": ", types).c_str());
  require_done(of, code, dest, source);
}

}  // namespace

void register_stream_collectives(nb::class_<stream_object>& of) {
  of.def(
      "barrier_all",
      [](nb::handle self) {
        require(barrier_all_on_stream(executor_stream(self, "Stream.barrier_all")));
      },
      "ark.barrier_all in the stream's order. A PE runs one collective at a time: sync before one "
      "on another stream or by\nthe host.");
  of.def(
      "sync_all",
      [](nb::handle self) {
        require(sync_all_on_stream(executor_stream(self, "Stream.sync_all")));
      },
      "ark.sync_all in the stream's order.");
  of.def(
      "broadcast",
      [](nb::handle self, nb::handle dest, nb::handle source, nb::handle root, nb::handle team) {
        broadcast_array(dest, source, root, team, self);
      },
      nb::arg("dest").none(), nb::arg("source").none(), nb::arg("root").none(),
      nb::arg("team").none() = nb::none(),
      nb::sig("def broadcast(self, dest: numpy.ndarray, source: numpy.ndarray, root: int, "
              "team: Team | None = None) -> None"),
      "ark.broadcast in the stream's order.");
  const auto moves = [&](const char* name, auto function, const char* signature, const char* text) {
    of.def(
        name,
        [function](nb::handle self, nb::handle dest, nb::handle source, nb::handle team) {
          function(dest, source, team, self);
        },
        nb::arg("dest").none(), nb::arg("source").none(), nb::arg("team").none() = nb::none(),
        nb::sig(signature), text);
  };
  moves("fcollect", fcollect_array,
        "def fcollect(self, dest: numpy.ndarray, source: numpy.ndarray, "
        "team: Team | None = None) -> None",
        "ark.fcollect in the stream's order.");
  moves("alltoall", alltoall_array,
        "def alltoall(self, dest: numpy.ndarray, source: numpy.ndarray, "
        "team: Team | None = None) -> None",
        "ark.alltoall in the stream's order.");
  of.def(
      "reduce",
      [](nb::handle self, nb::handle dest, nb::handle source, nb::handle op, nb::handle team) {
        reduce_array(dest, source, op, team, self);
      },
      nb::arg("dest").none(), nb::arg("source").none(), nb::arg("op").none() = "sum",
      nb::arg("team").none() = nb::none(),
      nb::sig("def reduce(self, dest: numpy.ndarray, source: numpy.ndarray, op: str = 'sum', "
              "team: Team | None = None) -> None"),
      "ark.reduce in the stream's order.");
}

void register_collectives(nb::module_& module) {
  module.def(
      "barrier_all", [] { require(detail::barrier_all<scope>()); },
      "Wait until every PE has arrived and all operations before it are delivered.\n\n"
      "Other threads run meanwhile. KeyboardInterrupt ends the wait, and the PE has then "
      "failed (aborted), as its barrier\nis left behind; that holds for all collectives. "
      "Raises ark.TimeoutError after ARK_TIMEOUT, ark.PeerFailedError.");
  module.def(
      "sync_all", [] { require(detail::sync_all<scope>()); },
      "Wait until every PE has arrived. Does not complete puts.");
  module.def(
      "broadcast",
      [](nb::handle dest, nb::handle source, nb::handle root, nb::handle team) {
        broadcast_array(dest, source, root, team, nb::none());
      },
      nb::arg("dest").none(), nb::arg("source").none(), nb::arg("root").none(),
      nb::arg("team").none() = nb::none(),
      nb::sig("def broadcast(dest: numpy.ndarray, source: numpy.ndarray, root: int, "
              "team: Team | None = None) -> None"),
      "Copy source of member `root` to dest of every member.\n\n"
      "Collective over `team` (None: all PEs), in the same order on each member. dest, "
      "source: symmetric, of the same\nnumber of elements and dtype on every member; they "
      "may be the same array.\nRaises as put, and ark.Error if a member is missing.");
  module.def(
      "fcollect",
      [](nb::handle dest, nb::handle source, nb::handle team) {
        fcollect_array(dest, source, team, nb::none());
      },
      nb::arg("dest").none(), nb::arg("source").none(), nb::arg("team").none() = nb::none(),
      nb::sig("def fcollect(dest: numpy.ndarray, source: numpy.ndarray, "
              "team: Team | None = None) -> None"),
      "Concatenate the sources of all members in their order: dest has n_pes times as many "
      "elements as source.\n\nCollective; source may be the caller's own block of dest.");
  module.def(
      "alltoall",
      [](nb::handle dest, nb::handle source, nb::handle team) {
        alltoall_array(dest, source, team, nb::none());
      },
      nb::arg("dest").none(), nb::arg("source").none(), nb::arg("team").none() = nb::none(),
      nb::sig("def alltoall(dest: numpy.ndarray, source: numpy.ndarray, "
              "team: Team | None = None) -> None"),
      "Exchange a block between each pair of members: block i of dest on member j is block j "
      "of source on member i.\n\nCollective; the number of elements is a multiple of the "
      "number of members.");
  module.def(
      "reduce",
      [](nb::handle dest, nb::handle source, nb::handle op, nb::handle team) {
        reduce_array(dest, source, op, team, nb::none());
      },
      nb::arg("dest").none(), nb::arg("source").none(), nb::arg("op").none() = "sum",
      nb::arg("team").none() = nb::none(),
      nb::sig("def reduce(dest: numpy.ndarray, source: numpy.ndarray, op: str = 'sum', "
              "team: Team | None = None) -> None"),
      "Combine source of all members element by element into dest of every member.\n\n"
      "op: 'sum', 'prod' (integers, float32, float64, complex), 'min', 'max' (not complex), "
      "'and', 'or', 'xor'\n(integers). The result has the same bits on every member. "
      "Collective; dest and source may be the same array.");
}

}  // namespace ark::python
