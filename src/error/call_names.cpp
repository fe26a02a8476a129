#include <algorithm>
#include <ark/detail/failure/call_names.hpp>
#include <atomic>
#include <cctype>

namespace ark::detail {
namespace {

constinit std::atomic<const char*> prefix{nullptr};
constinit std::atomic<std::uintptr_t (*)(std::uintptr_t)> of_program{nullptr};

std::string upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

}  // namespace

void call_prefix_set(const char* to) noexcept { prefix.store(to, std::memory_order_relaxed); }

std::string in_names_of_program(std::string_view text) {
  const char* const lower = prefix.load(std::memory_order_relaxed);
  if (lower == nullptr) return std::string(text);
  const std::string small = std::string(lower) + "_", large = upper(small);
  const struct {
    std::string_view from;
    std::string to;
  } rules[] = {{"ark_info", "ark_info"},
               {"ark_perf", "ark_perf"},
               {"ark::init", small + "init"},
               {"ark::finalize", small + "finalize"},
               {"ark_", small},
               {"ARK_TEAM_", large + "TEAM_"},
               {"ARK_CTX_", large + "CTX_"},
               {"ARK_CMP_", large + "CMP_"},
               {"ARK_SIGNAL_", large + "SIGNAL_"},
               {"ARK_THREAD_", large + "THREAD_"}};
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const bool begins = at == 0 || !in_word(text[at - 1]);
    const auto rule = std::find_if(std::begin(rules), std::end(rules), [&](const auto& each) {
      return begins && text.substr(at).starts_with(each.from);
    });
    if (rule == std::end(rules)) {
      result += text[at++];
    } else {
      result += rule->to;
      at += rule->from.size();
    }
  }
  return result;
}

void program_address_set(std::uintptr_t (*of)(std::uintptr_t)) noexcept { of_program.store(of); }

std::uintptr_t program_address(std::uintptr_t in_heap) noexcept {
  const auto of = of_program.load();
  return of == nullptr ? in_heap : of(in_heap);
}

}  // namespace ark::detail
