// Can a program with armed slots leave in order? Every gate is opened, the copies drain, and
// nothing but the slots may have been written; then the same for a process that ends with all gates
// shut. Control: a guard that was written is found.
#include <unistd.h>

#include <memory>

#include "armed_slots.hpp"
#include "child_process.hpp"

namespace ark_probe {

namespace {

constexpr std::size_t streams = 4;
constexpr const char* role = "leaves_armed";

__host__ __device__ unsigned char guard_byte(std::size_t at) {
  return static_cast<unsigned char>(at * 31 + 7);
}
__host__ __device__ unsigned char data_byte(std::size_t at) {
  return static_cast<unsigned char>(at * 13 + 101);
}

/// What should have become of slots.
struct findings {
  std::size_t wrong_guards = 0, unwritten = 0;
};

/// The host's copy of the destination, with a guard's bytes everywhere, as it is before the slots
/// run.
std::vector<unsigned char> untouched(std::size_t bytes) {
  std::vector<unsigned char> image(bytes);
  for (std::size_t i = 0; i < bytes; ++i) image[i] = guard_byte(i);
  return image;
}

void upload(const device_memory& to, const std::vector<unsigned char>& image) {
  check(cudaMemcpy(to.as<void>(), image.data(), image.size(), cudaMemcpyHostToDevice),
        "cudaMemcpy to the slots");
}

findings inspect(const device_memory& slots) {
  std::vector<unsigned char> seen(slots.bytes());
  check(cudaMemcpy(seen.data(), slots.as<void>(), seen.size(), cudaMemcpyDeviceToHost),
        "cudaMemcpy from the slots");
  findings found;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const std::size_t within = i % slot_layout::stride;
    const bool data =
        within >= slot_layout::guard && within < slot_layout::guard + slot_layout::data;
    if (!data && seen[i] != guard_byte(i)) ++found.wrong_guards;
    if (data && seen[i] != data_byte(i)) ++found.unwritten;
  }
  return found;
}

std::vector<unsigned char> source_image(std::size_t bytes) {
  std::vector<unsigned char> image(bytes);
  for (std::size_t i = 0; i < bytes; ++i) image[i] = data_byte(i);
  return image;
}

void prepare_slots(armed_slots& slots) {
  upload(slots.to(), untouched(slots.to().bytes()));
  upload(slots.from(), source_image(slots.from().bytes()));
  check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
}

void report_findings(record& into, const findings& found) {
  into.integer("guard_bytes_written", static_cast<std::int64_t>(found.wrong_guards));
  into.integer("data_bytes_missing", static_cast<std::int64_t>(found.unwritten));
}

/// Armed, opened, drained, looked at.
void leave_in_order(session& in, armed_slots& slots, std::size_t depth, record& into) {
  prepare_slots(slots);
  std::atomic<unsigned> armed{0};
  slots.arm(copy_call::memcpy_async, streams, depth, armed);
  const clock::time_point begin = clock::now();
  slots.open_all();
  slots.drain();
  into.number("drain_us", us_since(begin));
  const findings found = inspect(slots.to());
  report_findings(into, found);
  if (in.aborted()) throw std::runtime_error("the slots did not drain");
  into.verdict(found.wrong_guards == 0 && found.unwritten == 0 ? "clean" : "failed");
}

/// A guard byte changed by hand must be found.
void written_guard_is_found(armed_slots& slots, record& into) {
  std::vector<unsigned char> image = untouched(slots.to().bytes());
  image[slot_layout::stride - 1] ^= 1;
  upload(slots.to(), image);
  const findings found = inspect(slots.to());
  report_findings(into, found);
  into.verdict(found.wrong_guards == 1 ? "seen" : "not_seen", "control");
}

/// Another process ends with armed slots: the driver must clean up, and this one must go on.
void other_process_leaves(session& in, armed_slots& slots, record& into) {
  prepare_slots(slots);
  const clock::time_point begin = clock::now();
  child_process other({"--role", role, "--device", std::to_string(in.how().device)});
  const auto line = other.read_line(std::chrono::seconds(15));
  const auto status = other.wait(std::chrono::seconds(15));
  into.number("process_us", us_since(begin));
  into.text("it_said", line.value_or("nothing within 15 s"));
  if (!status) {
    into.verdict("failed", "the process with armed slots did not end within 15 s");
    return;
  }
  into.integer("status", *status);
  const findings found = inspect(slots.to());
  into.integer("guard_bytes_written", static_cast<std::int64_t>(found.wrong_guards));
  const bool armed = line == std::optional<std::string>("armed");
  into.verdict(armed && *status == 0 && found.wrong_guards == 0 ? "clean" : "failed");
}

void run(session& in) {
  for (const std::size_t depth : {1, 16, 128}) {
    const auto slots = in.prepare<armed_slots>("slots", in, streams, depth);
    if (!slots) return;
    const auto head = [&](const char* name) {
      return in.result(name)
          .integer("streams", streams)
          .integer("depth", static_cast<std::int64_t>(depth));
    };
    in.attempt(
        head("leave with armed slots"), milliseconds(5000),
        [&](record& into) { leave_in_order(in, *slots, depth, into); }, [&] { slots->open_all(); });
    if (depth != 1) continue;
    in.attempt(head("a guard is written"), milliseconds(5000),
               [&](record& into) { written_guard_is_found(*slots, into); });
    in.attempt(head("process ends with armed slots"), milliseconds(40000),
               [&](record& into) { other_process_leaves(in, *slots, into); });
  }
}

/// Ends as a crash does: no gate opened, nothing destroyed.
int child(const options& how) {
  session in(how, role, true);
  armed_slots slots(in, streams, 16);
  std::atomic<unsigned> armed{0};
  slots.arm(copy_call::memcpy_async, streams, 16, armed);
  std::printf("armed\n");
  std::fflush(stdout);
  _exit(0);
}

}  // namespace

}  // namespace ark_probe

int main(int argc, char** argv) {
  return ark_probe::probe_main(argc, argv, "teardown", ark_probe::run, ark_probe::child);
}
