// The load generator: a process of its own. Open loop: a request's latency begins when the plan
// wants it sent, whether or not the server, the socket or this process is late. Every reply is
// compared, bit by bit, with the results of a serial program by the version of weights it names.
#pragma once

#include <asio.hpp>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <deque>
#include <memory>

#include "load_plan.hpp"
#include "statistics.hpp"
#include "weights_file.hpp"
#include "wire.hpp"

constexpr unsigned file_versions = 4;  ///< version V of the weights is in file V % 4
constexpr unsigned inputs = 16;        ///< different ones of a tenant
constexpr unsigned connections = 4;    ///< of a tenant
constexpr int patience_s = 20;         ///< for replies after the last request of a segment

inline std::string file_of(const std::string& folder, int tenant, std::uint64_t version) {
  return folder + "/" + models[tenant].name + "-" + std::to_string(version % file_versions) +
         ".safetensors";
}

class load_generator {
 public:
  load_generator(unsigned short port, const std::string& folder) : control_(io_), timer_(io_) {
    for (int t = 0; t < tenants; ++t) expect(folder, t);
    const asio::ip::tcp::endpoint server(asio::ip::address_v4::loopback(), port);
    for (int t = 0; t < tenants; ++t)
      for (unsigned c = 0; c < connections; ++c)
        links_[t].push_back(std::make_unique<link>(io_, server, static_cast<std::uint32_t>(t)));
    control_.connect(server);
    const greeting hello;
    asio::write(control_, asio::buffer(&hello, sizeof(hello)));
    for (auto& of_tenant : links_)
      for (auto& one : of_tenant) receive(*one);
  }

  /// Runs the segments and prints a line of CSV for each tenant of each. True if no reply is lost
  /// or wrong. Throws std::runtime_error if the server refuses a setting, asio's errors if it ends.
  bool run(const std::vector<segment>& plan) {
    std::puts(
        "segment,tenant,offered,sent,lost,wrong,replies_per_s,mean_us,p50_us,p90_us,p99_us,p999_us,"
        "max_us,late_p99_us,requests,samples_per_batch,cpu_us,data_us,exchanges,gap_us,"
        "largest_gap_us,generator_cpu");
    bool right = true;
    for (const segment& one : plan) right = run(one) && right;
    command("stop");
    return right;
  }

 private:
  using clock = std::chrono::steady_clock;
  struct request {
    double at;  ///< seconds from the segment's begin
    int tenant;
    std::uint64_t confirmed = 0;  ///< version that the server had confirmed when this was sent
    double late = 0, latency = -1;
  };
  struct link {
    link(asio::io_context& io, const asio::ip::tcp::endpoint& server, std::uint32_t tenant)
        : socket(io) {
      socket.connect(server);
      socket.set_option(asio::ip::tcp::no_delay(true));
      const greeting hello{greeting_magic, tenant};
      asio::write(socket, asio::buffer(&hello, sizeof(hello)));
      socket.non_blocking(true);
    }
    asio::ip::tcp::socket socket;
    std::deque<std::uint64_t> unsent;  ///< requests; of the first `written` bytes are sent
    std::size_t written = 0, received = 0;
    bool waits = false;
    char replies[sizeof(reply) * 64];
  };

  void expect(const std::string& folder, int t) {
    for (unsigned i = 0; i < inputs; ++i) input_[t].push_back(input_of(t, i));
    for (unsigned v = 0; v < file_versions; ++v) {
      const weights_file file(file_of(folder, t, v));
      const std::vector<float> weights[2] = {file.half_of(models[t], 0),
                                             file.half_of(models[t], 1)};
      for (unsigned i = 0; i < inputs; ++i)
        expected_[t].push_back(serial_results(models[t], weights, input_[t][i]));
    }
  }

  /// Which of the inputs a request has.
  static unsigned input_of_request(std::uint64_t id) {
    return static_cast<unsigned>(id * 0x9e3779b97f4a7c15u >> 60) % inputs;
  }

  double now() const { return std::chrono::duration<double>(clock::now() - begin_).count(); }

  std::string command(const std::string& line) {
    asio::write(control_, asio::buffer(line + "\n"));
    asio::read_until(control_, asio::dynamic_buffer(answer_), '\n');
    return take_answer();
  }
  std::string take_answer() {
    const std::size_t end = answer_.find('\n');
    const std::string text = answer_.substr(0, end);
    answer_.erase(0, end + 1);
    if (text.rfind("ok", 0) != 0) throw std::runtime_error("the server answers: " + text);
    return text.size() > 3 ? text.substr(3) : "";
  }

  // --- Requests

  void send_rest(link& to) {
    while (!to.unsent.empty()) {
      const std::uint64_t id = to.unsent.front();
      const request& one = requests_[id - first_id_];
      const std::vector<float>& input = input_[one.tenant][input_of_request(id)];
      const std::size_t bytes = input.size() * sizeof(float), all = sizeof(id) + bytes;
      const char* const head = reinterpret_cast<const char*>(&id);
      const char* const body = reinterpret_cast<const char*>(input.data());
      const std::size_t of_head = std::min(to.written, sizeof(id)), of_body = to.written - of_head;
      const std::array<asio::const_buffer, 2> parts = {
          asio::buffer(head + of_head, sizeof(id) - of_head),
          asio::buffer(body + of_body, bytes - of_body)};
      asio::error_code code;
      to.written += to.socket.write_some(parts, code);
      if (code == asio::error::would_block) {
        if (to.waits) return;
        to.waits = true;
        to.socket.async_wait(asio::ip::tcp::socket::wait_write, [this, &to](asio::error_code) {
          to.waits = false;
          send_rest(to);
        });
        return;
      }
      if (code) throw std::system_error(code, "a request cannot be sent");
      if (to.written < all) continue;
      to.unsent.pop_front();
      to.written = 0;
    }
  }

  void send(std::uint64_t id) {
    request& one = requests_[id - first_id_];
    one.late = now() - one.at;
    one.confirmed = confirmed_[one.tenant];
    link& to = *links_[one.tenant][id % connections];
    to.unsent.push_back(id);
    if (!to.waits) send_rest(to);
  }

  // --- Replies

  void receive(link& from) {
    from.socket.async_read_some(
        asio::buffer(from.replies + from.received, sizeof(from.replies) - from.received),
        [this, &from](asio::error_code code, std::size_t bytes) {
          if (code == asio::error::operation_aborted) return;
          if (code) throw std::system_error(code, "the server has closed a connection");
          from.received += bytes;
          std::size_t used = 0;
          for (; from.received - used >= sizeof(reply); used += sizeof(reply)) {
            reply one;
            std::memcpy(&one, from.replies + used, sizeof(one));
            check(one);
          }
          from.received -= used;
          std::memmove(from.replies, from.replies + used, from.received);
          receive(from);
        });
  }

  void check(const reply& got) {
    if (got.id < first_id_ || got.id - first_id_ >= requests_.size() ||
        requests_[got.id - first_id_].latency >= 0) {
      if (++stray_ <= 3) std::fprintf(stderr, "serving: a reply to no request, id %lu\n", got.id);
      return;
    }
    request& one = requests_[got.id - first_id_];
    one.latency = now() - one.at;
    --outstanding_;
    const std::vector<float>& expected =
        expected_[one.tenant][got.version % file_versions * inputs + input_of_request(got.id)];
    const bool current = got.version >= one.confirmed && got.version <= asked_[one.tenant];
    if (current && std::memcmp(expected.data(), got.values, sizeof(got.values)) == 0) return;
    if (++wrong_[one.tenant] <= 3)
      std::fprintf(stderr,
                   "serving: request %lu of %s: version %u (accepted %lu to %lu), first value %g, "
                   "expected %g\n",
                   got.id, models[one.tenant].name, got.version, one.confirmed, asked_[one.tenant],
                   got.values[0], expected[0]);
  }

  // --- Exchanges of weights, one at a time, on the control connection

  void exchange() {
    const int t = turn_++ % tenants;
    changing_ = true;
    const std::uint64_t version = ++asked_[t];
    const std::string line = "exchange " + std::to_string(t) + " " + std::to_string(version) + "\n";
    asio::write(control_, asio::buffer(line));
    asio::async_read_until(control_, asio::dynamic_buffer(answer_), '\n',
                           [this, t, version](asio::error_code code, std::size_t) {
                             if (code) throw std::system_error(code, "control connection");
                             const double gap = std::stod(take_answer());
                             gaps_.push_back(gap);
                             confirmed_[t] = version;
                             changing_ = false;
                           });
  }

  // --- A segment

  void plan_requests(const segment& s) {
    first_id_ += requests_.size();
    requests_.clear();
    for (int t = 0; t < tenants; ++t)
      for (const double at : arrivals(s.rate[t], static_cast<unsigned>(s.burst[t]), s.seconds,
                                      first_id_ * tenants + static_cast<unsigned>(t)))
        requests_.push_back({at, t});
    std::stable_sort(requests_.begin(), requests_.end(),
                     [](const request& a, const request& b) { return a.at < b.at; });
    std::fill_n(wrong_, tenants, 0);
    stray_ = 0;
    outstanding_ = requests_.size();
    gaps_.clear();
  }

  /// At most until then; events of sockets end it. By a timer: run_one_until() waits whole
  /// milliseconds.
  void sleep_until(double seconds) {
    const clock::time_point then = begin_ + std::chrono::duration_cast<clock::duration>(
                                                std::chrono::duration<double>(seconds));
    if (timer_.expiry() != then || !timed_) {
      timer_.expires_at(then);
      timed_ = true;
      timer_.async_wait([this](asio::error_code code) {
        if (!code) timed_ = false;
      });
    }
    io_.run_one();
  }

  bool run(const segment& s) {
    plan_requests(s);
    command("use" + s.use);
    begin_ = clock::now();
    const std::clock_t cpu = std::clock();
    double next_exchange = s.exchange_ms > 0 ? s.exchange_ms * 1e-3 : s.seconds;
    for (std::size_t next = 0;
         next < requests_.size() || outstanding_ > 0 || changing_ || now() < s.seconds;) {
      for (; next < requests_.size() && requests_[next].at <= now(); ++next) send(first_id_ + next);
      if (!changing_ && next_exchange < s.seconds && next_exchange <= now()) {
        exchange();
        next_exchange = std::max(next_exchange + s.exchange_ms * 1e-3, now());
      }
      double until =
          next < requests_.size() ? requests_[next].at : std::max(s.seconds, now() + 0.1);
      if (!changing_) until = std::min(until, std::max(next_exchange, now()));
      sleep_until(until);
      io_.poll();
      if (now() > s.seconds + patience_s) break;
    }
    return report(s, static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC / now());
  }

  bool report(const segment& s, double generator_cpu) {
    double all = 0, batches = 0, cpu = 0, data = 0;
    std::istringstream(command("stats")) >> all >> batches >> cpu >> data;
    double gap = 0, largest = 0;
    for (const double one : gaps_) {
      gap += one / static_cast<double>(gaps_.size());
      largest = std::max(largest, one);
    }
    bool right = stray_ == 0 && !changing_;
    for (int t = 0; t < tenants; ++t) {
      std::vector<double> latency, late;
      std::size_t sent = 0, lost = 0, in_time = 0;
      double sum = 0;
      for (const request& one : requests_) {
        if (one.tenant != t) continue;
        ++sent;
        lost += one.latency < 0 ? 1 : 0;
        if (one.at < s.warm || one.latency < 0) continue;
        latency.push_back(one.latency * 1e6);
        late.push_back(one.late * 1e6);
        sum += latency.back();
        in_time += one.at + one.latency <= s.seconds ? 1 : 0;
      }
      std::sort(latency.begin(), latency.end());
      std::sort(late.begin(), late.end());
      const double count = static_cast<double>(latency.size());
      std::printf(
          "%s,%s,%g,%zu,%zu,%zu,%.1f,%.1f,%.1f,%.1f,%.1f,%.1f,%.1f,%.1f,%.0f,%.2f,%.2f,%.3f,%zu,"
          "%.1f,%.1f,%.2f\n",
          s.name.c_str(), models[t].name, s.rate[t], sent, lost, wrong_[t] + (t == 0 ? stray_ : 0),
          static_cast<double>(in_time) / (s.seconds - s.warm), count > 0 ? sum / count : 0,
          quantile(latency, 0.5), quantile(latency, 0.9), quantile(latency, 0.99),
          quantile(latency, 0.999), quantile(latency, 1), quantile(late, 0.99), all,
          batches > 0 ? all / batches : 0, all > 0 ? cpu / all : 0, all > 0 ? data / all : 0,
          gaps_.size(), gap, largest, generator_cpu);
      right = right && lost == 0 && wrong_[t] == 0;
    }
    std::fflush(stdout);
    if (changing_ || outstanding_ > 0)
      throw std::runtime_error(s.name + ": no answer within " + std::to_string(patience_s) +
                               " s: " + (changing_ ? "an exchange of weights, " : "") +
                               std::to_string(outstanding_) + " requests");
    return right;
  }

  asio::io_context io_{1};
  asio::ip::tcp::socket control_;
  asio::steady_timer timer_;
  bool timed_ = false;
  std::string answer_;
  std::vector<std::unique_ptr<link>> links_[tenants];
  std::vector<std::vector<float>> input_[tenants], expected_[tenants];
  std::vector<request> requests_;
  std::uint64_t first_id_ = 1;
  std::size_t outstanding_ = 0, wrong_[tenants] = {}, stray_ = 0;
  std::uint64_t asked_[tenants] = {}, confirmed_[tenants] = {};
  unsigned turn_ = 0;
  bool changing_ = false;
  std::vector<double> gaps_;
  clock::time_point begin_;
};
