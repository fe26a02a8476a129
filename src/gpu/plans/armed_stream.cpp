#include "gpu/plans/armed_stream.hpp"

#include <fmt/core.h>

#include <cstddef>

namespace ark {

bool armed_stream::arm() {
  bool any = false;
  while (armed_ - done() < depth_) {
    arm_one();
    any = true;
  }
  return any;
}

/// One more transfer behind those that stand. The write of a word comes with a fence for everything
/// before it on its stream: a thread that sees the signal sees the data, and one that sees `done`
/// sees both.
void armed_stream::arm_one() {
  const plan_copy& what = place_.what;
  const cuda_driver& api = cuda_driver::get();
  const std::uint64_t number = armed_ + 1;
  cuda_check(api.stream_wait_value_64(stream_.get(), device_pointer(&what.words->started),
                                      cuuint64_t{place_.base + number},
                                      unsigned{CU_STREAM_WAIT_VALUE_GEQ}),
             "cuStreamWaitValue64", {device_.number()});
  armed_ = number;  // from here on something waits
  cuda_check(api.memcpy_async(device_pointer(what.dest), device_pointer(what.source), what.bytes,
                              stream_.get()),
             "cuMemcpyAsync", {device_.number(), what.bytes});
  if (what.signal != nullptr) stream_.write_word(device_pointer(what.signal), number);
  stream_.write_word(place_.words_of_device + offsetof(armed_words, done), number);
  stream_.write_word(device_pointer(&what.words->done), last());
}

/// Opens the gate of everything that stands.
void armed_stream::let_go(const cuda_stream& control) {
  control.write_word(device_pointer(&place_.what.words->started), last());
}

std::string armed_stream::overdue() const {
  return fmt::format("{} of {} transfers that stood ready have ended", done(), armed_);
}

}  // namespace ark
