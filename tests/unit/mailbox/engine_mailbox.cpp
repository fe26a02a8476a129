#include "../queue/any_engine.hpp"
#include "mailbox/mailbox_engine.hpp"

namespace ark::testing {

engine_maker engine_under_test() {
  return {"mailbox",
          [](detail::device_state& state, std::span<const detail::ring_view> rings,
             const engine_wish& wish) -> std::unique_ptr<engine> {
            mailbox_engine_options options;
            options.slots = 16;
            options.line_bytes = wish.piece_bytes;
            // Every address but null: the tests' own vectors and stacks are sources and results.
            options.local = {channel_region::identity(4096, (std::uint64_t{1} << 57) - 4096)};
            options.channel.order = wish.reorders ? channel_order::random : channel_order::fifo;
            options.channel.seed = wish.seed;
            return std::make_unique<mailbox_engine>(state, rings, options);
          }};
}

}  // namespace ark::testing
