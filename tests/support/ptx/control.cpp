// Where a thread goes on: branches, calls, and meeting other threads.
#include <algorithm>

#include "operands.hpp"

namespace ptx {

namespace {

step branch(instruction& it) {
  const auto& labels = it.names().labels;
  const auto found = labels.find(it.operand(0));
  if (found == labels.end()) it.unknown();
  return [to = found->second](lane& one) { one.top().next = to; };
}

std::string without_parentheses(const std::string& text) {
  return text[0] == '(' ? text.substr(1, text.size() - 2) : text;
}

/// Where it is in the caller's local memory, and how large.
struct passed {
  std::size_t where, bytes;
};
std::vector<passed> passed_by(instruction& it, const std::string& list) {
  std::vector<passed> all;
  for (const std::string& one : split(without_parentheses(list))) {
    const scope::name* known = it.names().find(one);
    if (known == nullptr || known->is != scope::name::kind::local) it.unknown();
    all.push_back({known->where, known->bytes});
  }
  return all;
}

void enter(lane& one, const code& callee, const std::vector<passed>& arguments,
           const std::vector<passed>& results) {
  const frame& caller = one.top();
  frame made{&callee, 0, std::vector<std::uint64_t>(callee.registers),
             caller.local + caller.of->local_bytes, 0};
  if (made.local + callee.local_bytes > one.local.size()) one.refuse("no local memory is left");
  if (arguments.size() != callee.parameters.size()) one.refuse("another number of parameters");
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const variable& parameter = callee.parameters[i];
    if (parameter.bytes != arguments[i].bytes) one.refuse("a parameter of another size");
    std::copy_n(one.local.data() + caller.local + arguments[i].where, parameter.bytes,
                one.local.data() + made.local + callee.offset.at(parameter.name));
  }
  if (!results.empty()) made.result_at = results.front().where;
  one.frames.push_back(std::move(made));
}

step call(instruction& it) {
  std::size_t next = 0;
  std::vector<passed> results;
  if (it.operand(0)[0] == '(') results = passed_by(it, it.operand(next++));
  const std::string callee = it.operand(next++);
  std::vector<passed> arguments;
  if (next < it.count()) arguments = passed_by(it, it.operand(next));
  return [=](lane& one) { enter(one, one.gpu->function_named(callee), arguments, results); };
}

/// Its block's shared memory may be another's afterwards.
void end(lane& one) {
  const auto read = [](const bulk_group& all) { return all.read(); };
  if (!one.open.read() || !std::all_of(one.groups.begin(), one.groups.end(), read))
    one.refuse("ends before the copy unit has read what it was asked to store");
  one.ended = true;
}

void leave(lane& one) {
  if (one.frames.size() == 1) return end(one);
  const frame left = std::move(one.frames.back());
  one.frames.pop_back();
  if (left.of->results.empty()) return;
  const variable& result = left.of->results.front();
  std::copy_n(one.local.data() + left.local + left.of->offset.at(result.name), result.bytes,
              one.local.data() + one.top().local + left.result_at);
}

void come(lane& one, const std::string& to, std::uint32_t mask = 0, std::uint64_t with = 0,
          std::uint64_t with_2 = 0) {
  one.meets = to;
  one.mask = mask;
  one.brought = with;
  one.brought_2 = with_2;
}

/// bar.sync, barrier.sync, bar.red.or.pred, bar.warp.sync.
step barrier(instruction& it) {
  if (it.has("warp")) {
    return [mask = it.value(0)](lane& one) {
      come(one, "warp bar", static_cast<std::uint32_t>(mask(one)));
    };
  }
  if (!it.has("red")) {
    if (it.count() != 1) it.unknown();  // of a part of the block
    return [id = it.value(0)](lane& one) { come(one, "block " + std::to_string(id(one))); };
  }
  const std::string how = it.has("and") ? " .and" : it.has("popc") ? " .popc" : " .or";
  if (it.count() != 3) it.unknown();
  const bool negated = it.operand(2)[0] == '!';
  const source p = it.value_of(it.operand(2).substr(negated ? 1 : 0));
  return [d = it.into(0), id = it.value(1), p, how, negated](lane& one) {
    come(one, "block " + std::to_string(id(one)) + how, 0, (p(one) != 0) != negated ? 1 : 0);
    one.afterwards = [d](lane& now) { d(now, now.taken); };
  };
}

/// What lanes of a warp meet at.
std::string meeting(const instruction& it) {
  std::string name = "warp";
  for (const std::string& part : it.text().opcode) name += "." + part;
  return name;
}

step vote(instruction& it) {
  const std::string name = meeting(it);
  const bool negated = it.operand(1)[0] == '!';
  const source p = it.value_of(it.operand(1).substr(negated ? 1 : 0));
  return [d = it.into(0), p, negated, mask = it.value(2), name](lane& one) {
    come(one, name, static_cast<std::uint32_t>(mask(one)), (p(one) != 0) != negated ? 1 : 0);
    one.afterwards = [d](lane& now) { d(now, now.taken); };
  };
}

step reduce(instruction& it) {
  const std::string name = meeting(it);
  if (!it.has("min") || !it.has("u32")) it.unknown();
  return [d = it.into(0), a = it.value(1), mask = it.value(2), name](lane& one) {
    come(one, name, static_cast<std::uint32_t>(mask(one)), low(a(one), 32));
    one.afterwards = [d](lane& now) { d(now, now.taken); };
  };
}

step shuffle(instruction& it) {
  const std::string name = meeting(it);
  const std::string to = it.operand(0);
  const auto bar = to.find('|');
  const target d = it.into_register(to.substr(0, bar));
  // What stands behind the bar says whether the other lane is in range: nothing of ours asks.
  return
      [d, a = it.value(1), b = it.value(2), c = it.value(3), mask = it.value(4), name](lane& one) {
        const std::uint64_t how = low(b(one), 32) | (c(one) & 31) << 32 | (c(one) >> 8 & 31) << 40;
        come(one, name, static_cast<std::uint32_t>(mask(one)), low(a(one), 32), how);
        one.afterwards = [d](lane& now) { d(now, now.taken); };
      };
}

}  // namespace

step control(instruction& it) {
  const std::string& name = it.part(0);
  if (name == "bra") return branch(it);
  if (name == "call") return call(it);
  if (name == "ret") return leave;
  if (name == "exit") return end;
  if (name == "trap") return [](lane& one) { one.refuse("trap"); };
  if (name == "bar" || name == "barrier") return barrier(it);
  if (name == "vote") return vote(it);
  if (name == "shfl") return shuffle(it);
  if (name == "redux") return reduce(it);
  if (name == "activemask") {  // the others may be anywhere
    return [d = it.into(0)](lane& one) { d(one, std::uint64_t{1} << one.place_in_warp()); };
  }
  if (name == "fence" || name == "membar" || name == "nanosleep") return [](lane&) {};
  return nullptr;
}

}  // namespace ptx
