#include "overlap_bench.hpp"

#include <ark/overlap/calibrate.hpp>

namespace ark_perf {

namespace {

namespace overlap = ark::overlap;

class bench final : public overlap_bench {
 public:
  explicit bench(const overlap::testbench_options& options) : bed_(options) {}

  [[nodiscard]] overlap::engine lanes() const override {
    return overlap::candidate_engines.front();
  }
  unsigned tiles_for(overlap::load_class kind, double us) override {
    return bed_.tiles_for(kind, us);
  }
  overlap::apart_times apart_us(overlap::load_class kind, unsigned tiles, overlap::collective what,
                                const overlap::engine& by, std::size_t bytes) override {
    return bed_.apart_us(kind, tiles, what, by, bytes);
  }
  double collective_us(overlap::collective what, const overlap::engine& by,
                       std::size_t bytes) override {
    return bed_.collective_us(what, by, bytes);
  }
  double together_us(overlap::load_class kind, unsigned tiles, overlap::collective what,
                     std::size_t bytes, const overlap::strategy& how, unsigned blocks) override {
    return bed_.together_us(kind, tiles, what, bytes, how, blocks);
  }
  overlap::calibration calibrate(const std::vector<std::size_t>& bytes,
                                 const std::vector<overlap::collective>& collectives) override {
    overlap::calibrate_options options;
    options.bytes = bytes;
    options.collectives = collectives;
    options.path = "";
    return overlap::calibrate(options);
  }

 private:
  overlap::testbench bed_;
};

}  // namespace

std::unique_ptr<overlap_bench> make_overlap_bench(std::size_t most_bytes) {
  overlap::testbench_options options;
  options.most_bytes = most_bytes;
  return std::make_unique<bench>(options);
}

}  // namespace ark_perf
