#include <algorithm>

#include "any_engine.hpp"
#include "engine/cpu_engine.hpp"

namespace ark::testing {

engine_maker engine_under_test() {
  return {"cpu",
          [](detail::device_state& state, std::span<const detail::ring_view> rings,
             const engine_wish& wish) -> std::unique_ptr<engine> {
            cpu_engine_options options;
            options.chunk_bytes = wish.piece_bytes;
            options.small_bytes = std::min(options.small_bytes, wish.piece_bytes);
            options.order = wish.reorders ? engine_order::random : engine_order::fifo;
            options.seed = wish.seed;
            return std::make_unique<cpu_engine>(state, rings, options);
          }};
}

}  // namespace ark::testing
