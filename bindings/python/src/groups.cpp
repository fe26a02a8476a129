#include "groups.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>

#include <ark/collective.hpp>
#include <ark/ctx.hpp>
#include <ark/team.hpp>
#include <ark/unique_id.hpp>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "arrays.hpp"
#include "errors.hpp"
#include "waits.hpp"

namespace ark::python {

namespace {

constexpr int most = std::numeric_limits<int>::max();

constexpr const char* a_team = "a Team of the calling PE, or None for all PEs";
constexpr const char* a_context = "a Context of the calling PE, or None";

std::optional<team> made_team(ark_team_t handle) {
  if (handle == ARK_TEAM_INVALID) return std::nullopt;
  return team{handle, detail::runtime_number()};
}

/// Runs the creation of teams from `parent`, which returns 0 on success. As in allocate(), the
/// other members are awaited first.
template <class Create>
void create(const char* call, ark_team_t parent, Create&& made) {
  require(team_sync<device::thread_scope>(parent));
  int problem = 0;
  {
    const without_gil released;
    problem = made();
  }
  if (problem == 0) return;
  require(errc::ok);
  throw error(detail::last_error_code(), text_of(call, ": ", last_error()));
}

std::optional<team> split_strided(nb::handle self, nb::handle start, nb::handle stride,
                                  nb::handle size) {
  const char* const call = "Team.split_strided";
  int n = 0;
  const ark_team_t parent = team_of(self, call, &n);
  const auto first = static_cast<int>(integer_of(start, 0, n - 1, call, "start"));
  const auto step = static_cast<int>(integer_of(stride, -n, n, call, "stride"));
  const auto members = static_cast<int>(integer_of(size, 1, n, call, "size"));
  const int last = first + (members - 1) * step;
  if (last < 0 || last >= n || (step == 0 && members > 1))
    throw nb::value_error(text_of(call, ": the last member is ", last, " and the stride ", step,
                                  ": members from 0 to ", n - 1, " of the parent, each once")
                              .c_str());
  ark_team_t handle = ARK_TEAM_INVALID;
  create(call, parent,
         [&] { return ark_team_split_strided(parent, first, step, members, nullptr, 0, &handle); });
  return made_team(handle);
}

std::pair<team, team> split_2d(nb::handle self, nb::handle xrange) {
  const char* const call = "Team.split_2d";
  int n = 0;
  const ark_team_t parent = team_of(self, call, &n);
  const auto row = static_cast<int>(integer_of(xrange, 1, most, call, "xrange"));
  ark_team_t x = ARK_TEAM_INVALID, y = ARK_TEAM_INVALID;
  create(call, parent,
         [&] { return ark_team_split_2d(parent, row, nullptr, 0, &x, nullptr, 0, &y); });
  return {made_team(x).value(), made_team(y).value()};
}

/// The team of the members whose bytes `gather` returns, in its order.
team team_by(nb::handle gather) {
  const auto joined = [&](std::span<const std::byte> own) {
    std::vector<std::byte> bytes;
    for (const nb::handle one : nb::list(gather(nb::bytes(own.data(), own.size())))) {
      const auto part = nb::cast<nb::bytes>(one);
      const auto* const begin = static_cast<const std::byte*>(part.data());
      bytes.insert(bytes.end(), begin, begin + part.size());
    }
    return bytes;
  };
  const ark_team_t handle = ark::team_by(joined, "Team");
  return {handle, detail::runtime_number()};
}

void destroy_team(nb::handle self) {
  auto& of = const_cast<team&>(object_of<team>(self, "Team.destroy", "self", a_team));
  if (of.runtime == 0)
    throw nb::value_error("Team.destroy: self is a predefined team: a team made by a split");
  require(team_sync<device::thread_scope>(of.handle));
  of.is_destroyed = true;
  {
    const without_gil released;
    ark_team_destroy(of.handle);
  }
  require(errc::ok);
}

nb::object translate(nb::handle self, nb::handle pe, nb::handle other) {
  const char* const call = "Team.translate_pe";
  int n = 0, other_n = 0;
  const ark_team_t from = team_of(self, call, &n);
  const ark_team_t to = team_of(other, call, &other_n);
  const auto number = static_cast<int>(integer_of(pe, 0, n - 1, call, "pe"));
  const int there = ark_team_translate_pe(from, number, to);
  return there < 0 ? nb::object(nb::none()) : nb::object(nb::int_(there));
}

context_object make_context(nb::handle of) {
  int n = 0;
  const ark_team_t handle = team_of(of, "Context", &n);
  ark_ctx_t made = ARK_CTX_INVALID;
  if (ark_team_create_ctx(handle, 0, &made) != 0)
    throw error(errc::out_of_memory, "Context: 255 contexts exist, the most that a PE can have");
  return {made, n, detail::runtime_number()};
}

void destroy_context(nb::handle self) {
  auto& of = const_cast<context_object&>(
      object_of<context_object>(self, "Context.destroy", "self", a_context));
  of.is_destroyed = true;
  ark_ctx_destroy(of.handle);
  require(errc::ok);
}

}  // namespace

ark_team_t team_of(nb::handle given, const char* call, int* n_pes) {
  (void)device::context(call);
  const ark_team_t handle =
      given.is_none() ? ARK_TEAM_WORLD : object_of<team>(given, call, "team", a_team).handle;
  *n_pes = ark_team_n_pes(handle);
  if (*n_pes < 0)
    throw nb::value_error(text_of(call, ": team does not have the calling PE: ", a_team).c_str());
  return handle;
}

ark_ctx_t context_of(nb::handle given, const char* call) {
  return object_of<context_object>(given, call, "ctx", a_context).handle;
}

target_pe target_of(nb::handle pe, nb::handle ctx, const char* call) {
  if (ctx.is_none()) [[likely]]
    return static_cast<int>(integer_of(pe, 0, device::context(call).n_pes - 1, call, "pe"));
  const auto& of = object_of<context_object>(ctx, call, "ctx", a_context);
  return in(of.handle, static_cast<int>(integer_of(pe, 0, of.n_pes - 1, call, "pe")));
}

void register_groups(nb::module_& module) {
  nb::class_<team>(module, "Team",
                   "An ordered set of PEs for collectives. ark.WORLD has all PEs, ark.SHARED those "
                   "whose memory is mapped.\nOther teams are made by the splits; they last until "
                   "destroy or finalize. Methods raise ValueError for a team\nthat is destroyed or "
                   "of an ended runtime.")
      .def_prop_ro(
          "my_pe",
          [](nb::handle self) {
            int n = 0;
            return ark_team_my_pe(team_of(self, "Team.my_pe", &n));
          },
          "The calling PE's number in the team.")
      .def_prop_ro(
          "n_pes",
          [](nb::handle self) {
            int n = 0;
            (void)team_of(self, "Team.n_pes", &n);
            return n;
          },
          "The number of members.")
      .def("translate_pe", translate, nb::arg("pe").none(), nb::arg("other").none() = nb::none(),
           nb::sig("def translate_pe(self, pe: int, other: Team | None = None) -> int | None"),
           "The number in `other` (None: all PEs) of the member `pe`; None if it is not a member "
           "there.")
      .def("split_strided", split_strided, nb::arg("start").none(), nb::arg("stride").none(),
           nb::arg("size").none(),
           nb::sig("def split_strided(self, start: int, stride: int, size: int) -> Team | None"),
           "The team of the members start, start + stride, ... (`size` of them); None on the other "
           "PEs.\n\nCollective over this team, with the same arguments on each member.\nRaises "
           "ark.Error if the arguments differ between PEs, or a PE is missing (timeout, "
           "peer_failed).")
      .def("split_2d", split_2d, nb::arg("xrange").none(),
           nb::sig("def split_2d(self, xrange: int) -> tuple[Team, Team]"),
           "The teams of the caller's row and column, if the members lie in rows of `xrange`.\n\n"
           "Collective over this team.")
      .def(
          "sync",
          [](nb::handle self) {
            int n = 0;
            require(team_sync<device::thread_scope>(team_of(self, "Team.sync", &n)));
          },
          "Wait until every member has arrived. Does not complete puts.")
      .def("destroy", destroy_team, "Destroy the team. Collective over its members.");
  module.def("team_by", team_by, nb::arg("gather").none());
  module.def("timeout",
             [] { return static_cast<double>(device::context("timeout").timeout_ns) / 1e9; });
  module.attr("WORLD") = nb::cast(team{ARK_TEAM_WORLD, 0});
  module.attr("SHARED") = nb::cast(team{ARK_TEAM_SHARED, 0});

  nb::class_<context_object>(
      module, "Context",
      "A subset of the PE's operations, ordered and completed by itself: the ctx argument of puts, "
      "gets, signals and\natomics, whose pe is then a number in `team` (None: all PEs).")
      .def(
          "__init__",
          [](context_object* self, nb::handle of) { new (self) context_object(make_context(of)); },
          nb::arg("team").none() = nb::none(),
          nb::sig("def __init__(self, team: Team | None = None) -> None"))
      .def(
          "quiet", [](nb::handle self) { require(quiet(context_of(self, "Context.quiet"))); },
          "Wait until the context's operations are delivered.")
      .def(
          "fence", [](nb::handle self) { require(fence(context_of(self, "Context.fence"))); },
          "Order the context's earlier operations ahead of its later ones.")
      .def("destroy", destroy_context, "Complete the operations, and destroy the context.");
}

}  // namespace ark::python
