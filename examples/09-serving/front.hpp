// PE 0: sockets, batches, the first half. One thread runs asio; it begins batches and sends
// replies.
#pragma once

#include <array>

#include "halves.hpp"
#include "server_settings.hpp"

class front {
 public:
  front(exchange_memory& memory, const std::string& folder)
      : memory_(memory),
        acceptor_(io_, asio::ip::tcp::endpoint(asio::ip::address_v4::loopback(), 0)),
        due_(io_, ::dup(queue_.fd())),
        period_(io_) {
    for (int t = 0; t < tenants; ++t) {
      tenant& of = tenants_[t];
      for (unsigned s = 0; s < request_slots; ++s) of.free.push_back(s);
      for (unsigned p = 0; p < depth; ++p) of.free_places.push_back(p);
      weights_.push_back(std::make_unique<half_weights>(folder, t, 0));
      weights_[t]->load(0);
      weights_[t]->redirect();
      staging_[t].resize(most_batch * models[t].halves[0].in() * sizeof(float));
    }
    accept();
    watch_events();
  }

  [[nodiscard]] unsigned short port() const { return acceptor_.local_endpoint().port(); }

  /// Until a control connection sends stop.
  void run() {
    while (!(stopping_ && idle())) {
      // Whatever the sockets hold comes before the next batch, up to what a batch takes.
      if (may_begin() >= 0) {
        io_.poll_one();
      } else {
        io_.run_one();
      }
      while (waiting() < enough() && io_.poll_one() > 0) {
      }
      begin_batches();
      if (ark_status() != 0) throw std::runtime_error(ark::failure_text(ark::last_failure()));
    }
    send(0, message_head::stop, 0);
    settle(0);
    streams_.sync();
  }

 private:
  /// Of the control loop, and the part of a request's latency between its arrival and its reply.
  static constexpr std::chrono::milliseconds period{100};
  static constexpr double in_server = 0.8;

  struct session {
    explicit session(asio::ip::tcp::socket from) : socket(std::move(from)) {}
    asio::ip::tcp::socket socket;
    greeting hello;
    unsigned slot = 0;
    std::vector<char> out, sending;
    std::string line;
  };
  using session_ptr = std::shared_ptr<session>;
  struct request {
    session_ptr from;
    unsigned slot;
    std::uint64_t number;  ///< by arrival
    std::chrono::steady_clock::time_point arrived;
  };
  struct batch {
    message_head::kind what;
    std::vector<request> members;
    std::optional<ark::serve::pin<float>> weights;
    unsigned place = 0;                             ///< of its inputs
    std::function<void(const message_head&)> then;  ///< with the answer to another message
  };
  struct tenant {
    std::vector<unsigned> free, free_places;
    std::deque<session_ptr> paused;  ///< without a slot to read into
    std::deque<request> waiting;
    std::deque<batch> running;
    std::uint64_t begun = 0, ended = 0, gathers = 0, launched = 0, version = 0;
    std::vector<double> latencies;  ///< seconds, of a period of the control loop
    std::size_t arrived = 0;        ///< in that period
    bool watched = false, watched_half = false;
  };

  // --- Connections

  void accept() {
    acceptor_.async_accept([this](asio::error_code code, asio::ip::tcp::socket socket) {
      if (code) return;
      asio::error_code ignored;
      socket.set_option(asio::ip::tcp::no_delay(true), ignored);
      greet(std::make_shared<session>(std::move(socket)));
      accept();
    });
  }

  void greet(const session_ptr& of) {
    asio::async_read(of->socket, asio::buffer(&of->hello, sizeof(of->hello)),
                     [this, of](asio::error_code code, std::size_t) {
                       if (code || of->hello.magic != greeting_magic) return;
                       if (of->hello.tenant == control_tenant) {
                         read_command(of);
                       } else if (of->hello.tenant < tenants) {
                         read_request(of);
                       }
                     });
  }

  void read_request(const session_ptr& of) {
    const int t = static_cast<int>(of->hello.tenant);
    tenant& to = tenants_[t];
    if (to.free.empty()) {
      to.paused.push_back(of);
      return;
    }
    of->slot = to.free.back();
    to.free.pop_back();
    asio::async_read(
        of->socket,
        asio::buffer(memory_.request_at(t, of->slot), exchange_memory::request_bytes(t)),
        [this, of, t](asio::error_code code, std::size_t) {
          if (code) return release(t, of->slot);
          tenants_[t].waiting.push_back(
              {of, of->slot, arrivals_++, std::chrono::steady_clock::now()});
          ++tenants_[t].arrived;
          read_request(of);
        });
  }

  void release(int t, unsigned slot) {
    tenant& of = tenants_[t];
    of.free.push_back(slot);
    if (of.paused.empty()) return;
    const session_ptr next = std::move(of.paused.front());
    of.paused.pop_front();
    read_request(next);
  }

  void flush(const session_ptr& to) {
    if (!to->sending.empty() || to->out.empty()) return;
    std::swap(to->sending, to->out);
    asio::async_write(to->socket, asio::buffer(to->sending),
                      [this, to](asio::error_code code, std::size_t) {
                        to->sending.clear();
                        if (!code) flush(to);
                      });
  }

  // --- Batches

  [[nodiscard]] bool idle() const {
    for (const tenant& one : tenants_)
      if (!one.running.empty() || !one.waiting.empty()) return false;
    return true;
  }
  [[nodiscard]] std::size_t waiting() const {
    std::size_t sum = 0;
    for (const tenant& one : tenants_) sum += one.waiting.size();
    return sum;
  }
  [[nodiscard]] std::size_t enough() const { return settings_.batch[0] + settings_.batch[1]; }

  /// A batch that began now would wait for the one before it: later it has more requests.
  [[nodiscard]] bool computes(int t) const {
    return ark_signal_fetch(memory_.half_done.data() + t) < tenants_[t].launched;
  }

  /// The tenant whose batch begins next, or -1.
  [[nodiscard]] int may_begin() const {
    int found = -1;
    std::size_t running = 0;
    for (const tenant& one : tenants_) running += one.running.size();
    for (int t = 0; t < tenants; ++t) {
      const tenant& one = tenants_[t];
      if (one.waiting.empty() || one.running.size() >= depth) continue;
      if (settings_.sleeps && computes(t) && one.waiting.size() < settings_.batch[t]) continue;
      if (settings_.order == server_settings::fifo && running >= depth) continue;
      if (settings_.order == server_settings::sliced && (t != slice_ || slice_over_)) continue;
      if (found < 0 || (settings_.order == server_settings::fifo
                            ? one.waiting.front().number < tenants_[found].waiting.front().number
                            : one.running.size() < tenants_[found].running.size()))
        found = t;
    }
    return found;
  }

  void begin_batches() {
    next_slice();
    for (int t = may_begin(); t >= 0; t = may_begin()) {
      begin(t);
      if (settings_.sleeps) continue;
      settle(t);
      break;  // the sockets have waited
    }
  }

  ark::stream_t stream_of(int t) const {
    return streams_.of(t, settings_.order == server_settings::shares);
  }

  /// The requests' inputs behind each other, where the first layer reads them: moved there, but for
  /// a request alone, whose slot is kept until the reply.
  const float* inputs_of(int t, const batch& one) {
    float* const to = memory_.batch(t, one.place);
    const std::size_t bytes = models[t].halves[0].in() * sizeof(float);
    if (settings_.gather && one.members.size() == 1)
      return reinterpret_cast<const float*>(memory_.request_at(t, one.members[0].slot) +
                                            sizeof(std::uint64_t));
    if (settings_.gather) {
      // The list stays as it is until the gather has ended: it is the place's.
      ark_piece* const pieces = pieces_[t][one.place].data();
      for (std::size_t i = 0; i < one.members.size(); ++i)
        pieces[i] = {memory_.request_at(t, one.members[i].slot) + sizeof(std::uint64_t), bytes, 0};
      ark::gather_nbi(to, pieces, one.members.size(), memory_.gathered.data() + t, 1,
                      ARK_SIGNAL_ADD, 0);
      ++tenants_[t].gathers;
      return to;
    }
    char* next = staging_[t].data();
    for (const request& from : one.members) {
      std::memcpy(next, memory_.request_at(t, from.slot) + sizeof(std::uint64_t), bytes);
      next += bytes;
    }
    ark_putmem(to, staging_[t].data(), one.members.size() * bytes, 0);
    return to;
  }

  void begin(int t) {
    tenant& of = tenants_[t];
    const half& first = models[t].halves[0];
    const std::size_t count = std::min<std::size_t>(of.waiting.size(), settings_.batch[t]);
    batch one{message_head::batch, {}, weights_[t]->pin(), 0, {}};
    for (std::size_t i = 0; i < count; ++i) {
      one.members.push_back(std::move(of.waiting.front()));
      of.waiting.pop_front();
    }
    one.place = of.free_places.back();  // the last one that was read: it is in the cache
    of.free_places.pop_back();
    // The first reading of the clock in a while takes longer. The cost of one, which is subtracted,
    // is measured behind it.
    thread_cpu_us();
    const double empty = thread_cpu_us(), before = thread_cpu_us();
    const float* const input = inputs_of(t, one);
    data_us_ += thread_cpu_us() - before - (before - empty);
    if (ark_signal_fetch(memory_.gathered.data() + t) < of.gathers)
      ark::signal_wait_until_on_stream(memory_.gathered.data() + t, ARK_CMP_GE, of.gathers,
                                       stream_of(t));
    launch_half(first, one.weights->data(), input,
                exchange_memory::behind(memory_.sent_at(t, of.begun)), memory_.between[t].data(),
                static_cast<unsigned>(count), stream_of(t));
    ark_signal_set_on_stream(memory_.half_done.data() + t, ++of.launched, 0, stream_of(t));
    if (settings_.sleeps) watch_half(t);
    requests_ += count;
    ++batches_;
    post(t, std::move(one), static_cast<unsigned>(count), of.version);
  }

  /// Sends PE 1 another message; `then` gets the answer.
  void send(int t, message_head::kind what, std::uint64_t version,
            std::function<void(const message_head&)> then = {}) {
    post(t, {what, {}, {}, 0, std::move(then)}, 0, version);
  }

  void post(int t, batch one, unsigned samples, std::uint64_t version) {
    tenant& of = tenants_[t];
    message_head* const message = memory_.sent_at(t, of.begun);
    *message = {.what = one.what,
                .samples = samples,
                .version = static_cast<std::uint32_t>(version),
                .sleeps = settings_.sleeps,
                .own_stream = settings_.order == server_settings::shares,
                .priority = settings_.priority[t],
                .share = settings_.share[t],
                .ended = of.ended};
    float* const to = reinterpret_cast<float*>(memory_.received_at(t, of.begun));
    of.running.push_back(std::move(one));
    ++of.begun;
    ark::put_signal_on_stream(
        to, reinterpret_cast<const float*>(message),
        sizeof(message_head) / sizeof(float) + std::size_t{samples} * models[t].halves[0].out(),
        memory_.arrived.data() + t, of.begun, ARK_SIGNAL_SET, 1, stream_of(t));
    if (settings_.sleeps) watch_answer(t);
  }

  // --- Answers of PE 1

  /// The event queue's callbacks run in the thread of asio.
  void watch_events() {
    due_.async_wait(asio::posix::stream_descriptor::wait_read, [this](asio::error_code code) {
      if (code) return;
      queue_.poll();
      watch_events();
    });
  }

  void watch_answer(int t) {
    if (std::exchange(tenants_[t].watched, true)) return;
    queue_.on_signal(memory_.finished.data() + t, ARK_CMP_GT, tenants_[t].ended,
                     [this, t](const ark::serve::completion& seen) {
                       tenants_[t].watched = false;
                       if (seen.code != ark::errc::ok) throw std::runtime_error(seen.text);
                       take_answers(t);
                       if (!tenants_[t].running.empty()) watch_answer(t);
                     });
  }

  /// The end of PE 0's half wakes run(), which begins the next batch.
  void watch_half(int t) {
    if (std::exchange(tenants_[t].watched_half, true)) return;
    queue_.on_signal(memory_.half_done.data() + t, ARK_CMP_GE, tenants_[t].launched,
                     [this, t](const ark::serve::completion& seen) {
                       tenants_[t].watched_half = false;
                       if (seen.code != ark::errc::ok) throw std::runtime_error(seen.text);
                       if (computes(t)) watch_half(t);
                     });
  }

  /// Waits until all messages of the tenant have answers.
  void settle(int t) {
    while (!tenants_[t].running.empty()) {
      if (ark::signal_wait_until(memory_.finished.data() + t, ARK_CMP_GE, tenants_[t].begun) !=
          ark::errc::ok)
        throw std::runtime_error(ark::failure_text(ark::last_failure()));
      take_answers(t);
    }
  }

  void take_answers(int t) {
    tenant& of = tenants_[t];
    const std::uint64_t finished = ark_signal_fetch(memory_.finished.data() + t);
    while (of.ended < finished) {
      message_head* const answer = memory_.reply_at(t, of.ended);
      const batch one = std::move(of.running.front());
      of.running.pop_front();
      ++of.ended;
      if (one.what == message_head::batch) of.free_places.push_back(one.place);
      if (one.then) one.then(*answer);
      if (one.what == message_head::batch)
        reply_to(one, *answer, exchange_memory::behind(answer), t);
    }
  }

  void reply_to(const batch& done, const message_head& answer, const float* values, int t) {
    for (std::size_t i = 0; i < done.members.size(); ++i) {
      const request& one = done.members[i];
      reply text{0, answer.version, answer.samples, {}};
      std::memcpy(&text.id, memory_.request_at(t, one.slot), sizeof(text.id));
      std::memcpy(text.values, values + i * classes, sizeof(text.values));
      const char* const bytes = reinterpret_cast<const char*>(&text);
      one.from->out.insert(one.from->out.end(), bytes, bytes + sizeof(text));
    }
    const auto now = std::chrono::steady_clock::now();
    for (const request& one : done.members) {
      if (control_)
        tenants_[t].latencies.push_back(std::chrono::duration<double>(now - one.arrived).count());
      flush(one.from);
      release(t, one.slot);
    }
  }

  // --- Tenants in turns

  void next_slice() {
    if (settings_.order != server_settings::sliced) return;
    const int other = 1 - slice_;
    const tenant &mine = tenants_[slice_], &next = tenants_[other];
    const auto now = std::chrono::steady_clock::now();
    if (next.waiting.empty()) {
      slice_over_ = false;
      return;
    }
    slice_over_ = now >= slice_end_ || mine.waiting.empty();
    if (!slice_over_ || !mine.running.empty()) return;
    slice_ = other;
    slice_over_ = false;
    slice_end_ = now + std::chrono::microseconds(static_cast<long>(settings_.slice_ms * 1e3));
  }

  void hold_goals() {
    control_.reset();
    period_.cancel();
    if (settings_.goal_ms[0] == 0 || settings_.goal_ms[1] == 0) return;
    std::vector<ark::serve::tenant_goal> goals;
    std::vector<ark::serve::tenant_setting> first;
    for (int t = 0; t < tenants; ++t) {
      goals.push_back(
          {.latency_s = settings_.goal_ms[t] * 1e-3 * in_server, .most_batch = most_batch});
      first.push_back({settings_.batch[t], settings_.share[t]});
      tenants_[t].latencies.clear();
      tenants_[t].arrived = 0;
    }
    control_.emplace(std::move(goals), std::move(first));
    next_period();
  }

  void next_period() {
    period_.expires_after(period);
    period_.async_wait([this](asio::error_code code) {
      if (code || !control_) return;
      const double seconds = std::chrono::duration<double>(period).count();
      std::vector<ark::serve::tenant_measured> last;
      for (tenant& one : tenants_) {
        std::sort(one.latencies.begin(), one.latencies.end());
        last.push_back({quantile(one.latencies, 0.99),
                        static_cast<double>(one.latencies.size()) / seconds,
                        static_cast<double>(std::exchange(one.arrived, 0)) / seconds});
        one.latencies.clear();
      }
      const auto next = control_->step(last);
      for (std::size_t t = 0; t < tenants; ++t) {
        settings_.batch[t] = next[t].batch;
        settings_.share[t] = next[t].share;
        streams_.set(static_cast<int>(t), next[t].share, settings_.priority[t]);
      }
      next_period();
    });
  }

  // --- Commands

  void read_command(const session_ptr& of) {
    asio::async_read_until(of->socket, asio::dynamic_buffer(of->line), '\n',
                           [this, of](asio::error_code code, std::size_t length) {
                             if (code) {
                               stopping_ = true;
                               return;
                             }
                             const std::string line = of->line.substr(0, length - 1);
                             of->line.erase(0, length);
                             try {
                               execute(of, line);
                             } catch (const std::exception& problem) {
                               answer(of, std::string("error ") + problem.what());
                             }
                           });
  }

  void answer(const session_ptr& of, const std::string& text) {
    of->out.insert(of->out.end(), text.begin(), text.end());
    of->out.push_back('\n');
    flush(of);
    read_command(of);
  }

  void execute(const session_ptr& of, const std::string& line) {
    std::istringstream words(line);
    std::string name;
    words >> name;
    if (name == "use") {
      settings_ = read_settings(line.substr(name.size()));
      for (int t = 0; t < tenants; ++t) streams_.set(t, settings_.share[t], settings_.priority[t]);
      hold_goals();
      count_from(of);
    } else if (name == "stats") {
      send_report([this, of](double cpu) {
        std::ostringstream text;
        text << "ok " << requests_ << ' ' << batches_ << ' ' << cpu - cpu_before_ << ' '
             << data_us_;
        answer(of, text.str());
      });
    } else if (name == "exchange") {
      int t = -1;
      std::uint64_t version = 0;
      if (!(words >> t >> version) || t < 0 || t >= tenants || version != tenants_[t].version + 1)
        throw std::runtime_error("'" + line + "'; accepted: exchange TENANT, and the next version");
      exchange(of, t, version);
    } else if (name == "stop") {
      stopping_ = true;
      answer(of, "ok");
    } else {
      throw std::runtime_error("'" + name + "'; accepted: use, stats, exchange or stop");
    }
  }

  /// `then` gets the processor time of both PEs.
  void send_report(std::function<void(double)> then) {
    send(0, message_head::report, 0, [then = std::move(then)](const message_head& answer) {
      then(answer.cpu_us + process_cpu_us());
    });
    if (!settings_.sleeps) settle(0);
  }

  void count_from(const session_ptr& of) {
    send_report([this, of](double cpu) {
      cpu_before_ = cpu;
      requests_ = batches_ = 0;
      data_us_ = 0;
      answer(of, "ok");
    });
  }

  // --- Exchange of weights

  void exchange(const session_ptr& of, int t, std::uint64_t version) {
    const auto begin = std::chrono::steady_clock::now();
    tenant& to = tenants_[t];
    if (settings_.load == server_settings::live) {
      loader_.post([this, of, t, version] {
        weights_[t]->load(version);
        asio::post(io_, [this, of, t, version] { redirect_after_other(of, t, version); });
      });
      send(t, message_head::prepare, version);
      if (!settings_.sleeps) settle(t);
      return;
    }
    if (settings_.load == server_settings::stop) {
      settle(t);
      weights_[t]->load(version);
      weights_[t]->redirect();
      send(t, message_head::load, version);
    } else {
      weights_[t]->load_in_place(version);
      send(t, message_head::in_place, version);
    }
    settle(t);
    to.version = version;
    changed(of, begin);
  }

  /// PE 0 has loaded its half; PE 1 sets `loaded`.
  void redirect_after_other(const session_ptr& of, int t, std::uint64_t version) {
    queue_.on_signal(memory_.loaded.data() + t, ARK_CMP_GE, version,
                     [this, of, t, version](const ark::serve::completion& seen) {
                       if (seen.code != ark::errc::ok) throw std::runtime_error(seen.text);
                       // Messages arrive in order: PE 1 redirects between the same two batches.
                       const auto begin = std::chrono::steady_clock::now();
                       weights_[t]->redirect();
                       tenants_[t].version = version;
                       send(t, message_head::redirect, version);
                       if (!settings_.sleeps) settle(t);
                       changed(of, begin);
                     });
  }

  void changed(const session_ptr& of, std::chrono::steady_clock::time_point begin) {
    const std::chrono::duration<double, std::micro> gap = std::chrono::steady_clock::now() - begin;
    answer(of, "ok " + std::to_string(gap.count()));
  }

  exchange_memory& memory_;
  ark::serve::completion_queue queue_;
  asio::io_context io_{1};
  asio::ip::tcp::acceptor acceptor_;
  asio::posix::stream_descriptor due_;
  tenant_streams streams_;
  asio::steady_timer period_;  ///< of the control loop
  std::optional<ark::serve::control_loop> control_;
  std::array<ark_piece, most_batch> pieces_[tenants][depth];
  std::vector<char> staging_[tenants];
  tenant tenants_[tenants];
  std::vector<std::unique_ptr<half_weights>> weights_;
  server_settings settings_;
  std::uint64_t arrivals_ = 0, requests_ = 0, batches_ = 0;
  double data_us_ = 0, cpu_before_ = 0;
  int slice_ = 0;
  bool slice_over_ = false, stopping_ = false;
  std::chrono::steady_clock::time_point slice_end_;
  loader loader_;
};
