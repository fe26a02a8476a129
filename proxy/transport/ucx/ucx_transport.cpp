#include "transport/ucx/ucx_transport.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <ark/detail/platform/clock.hpp>
#include <ark/errc.hpp>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <thread>
#include <utility>

#include "error/log.hpp"

namespace ark::proxy {

/// A rendezvous: its sender holds the data until this PE receives or discards it.
struct ucx_message_transport::waiting_data : rendezvous {
  waiting_data(void* from_ucx, std::uint64_t how_many, int from)
      : descriptor(from_ucx), bytes(how_many), pe(from) {}
  void* descriptor;
  std::uint64_t bytes;
  int pe;
  bool in_handler = true;  ///< still inside the callback that announced it
  bool taken = false;      ///< received or discarded within that callback
  bool dropped = false;
};

namespace {

constexpr unsigned handler_id = 0;
/// Above this a rendezvous is faster than a copy at the target (docs/performance/peers.md).
constexpr std::size_t eager_bytes = 128 * 1024;
/// With the headers this fits into a segment of tcp as settle_tcp_options() sets it.
constexpr std::uint64_t tcp_part_bytes = 124 * 1024;

/// Set options that UCX's interface does not offer through environment variables; values of the
/// user take precedence.
///
/// Over tcp UCX divides data into segments, each with system calls at both ends: with the default
/// of 8 KiB bandwidth is a third (docs/performance/peers.md). And UCX waits in connect(), which
/// for a host that has been cut off takes the kernel minutes.
void settle_tcp_options() {
  static const bool once = [] {
    setenv("UCX_TCP_CONN_NB", "y", 0);
    setenv("UCX_TCP_TX_SEG_SIZE", "128k", 0);
    setenv("UCX_TCP_RX_SEG_SIZE", "128k", 0);
    return true;
  }();
  (void)once;
}

/// UCX records which memory is a GPU's when that is allocated, and takes other memory for the
/// host's: memory that was mapped before UCX was loaded, or in pieces.
void name_kind(ucp_request_param_t& how, memory_kind kind) {
  if (kind == memory_kind::host) return;
  how.op_attr_mask |= UCP_OP_ATTR_FIELD_MEMORY_TYPE;
  how.memory_type = UCS_MEMORY_TYPE_CUDA;
}

}  // namespace

bool ucx_available() noexcept { return true; }

std::string ucx_version() { return ucp_get_version_string(); }

std::unique_ptr<transport> ucx_transport(const ucx_options& options) {
  settle_tcp_options();
  return std::make_unique<ucx_message_transport>(options);
}

ucx_message_transport::ucx_message_transport(const ucx_options& options)
    : one_sided_use_(options.one_sided),
      part_bytes_(options.part_bytes),
      context_(options.n_pes, options.devices, options.one_sided != one_sided_use::never),
      worker_(context_) {
  ucp_worker_attr_t attributes{};
  attributes.field_mask = UCP_WORKER_ATTR_FIELD_MAX_AM_HEADER;
  ucx_check(ucp_worker_query(worker_.get(), &attributes), "ucp_worker_query");
  if (attributes.max_am_header < sizeof(message)) {
    throw error(errc::unsupported, fmt::format("ucx: headers of {} bytes at most; {} are needed",
                                               attributes.max_am_header, sizeof(message)));
  }
  ucx_check(ucp_worker_get_efd(worker_.get(), &event_fd_), "ucp_worker_get_efd");
}

ucx_message_transport::~ucx_message_transport() {
  receiver_ = nullptr;
  for (waiting_data* left : waiting_) {
    ucp_am_data_release(worker_.get(), left->descriptor);
    delete left;
  }
  if (!leave_open_) {
    close_endpoints();
  } else {
    for (auto& memory : attached_) memory->key = nullptr;
    for (auto& memory : exposed_) memory->release();
    static auto* const open = new std::vector<std::pair<ucp_worker_h, ucp_context_h>>;
    open->emplace_back(worker_.release(), context_.release());
  }
}

/// UCX before 1.14 aborts the process when it closes an endpoint whose connection was requested and
/// is not yet established (openucx/ucx#8175). Such a worker is left open; no thread drives it, so
/// it has no further effect.
void ucx_message_transport::abandon() {
  unsigned major = 0, minor = 0, release = 0;
  ucp_get_version(&major, &minor, &release);
  leave_open_ = major == 1 && minor < 14;
}

void ucx_message_transport::close_endpoints() {
  constexpr std::uint64_t close_timeout_ns = 1'000'000'000;
  std::vector<ucs_status_ptr_t> closing;
  for (const auto& one : endpoints_) {
    if (!one || one->handle == nullptr) continue;
    ucp_request_param_t how{};
    how.op_attr_mask = UCP_OP_ATTR_FIELD_FLAGS;
    how.flags = UCP_EP_CLOSE_FLAG_FORCE;
    closing.push_back(ucp_ep_close_nbx(one->handle, &how));
  }
  const std::uint64_t until = detail::clock_ns() + close_timeout_ns;
  for (const ucs_status_ptr_t request : closing) wait_for(request, until, [] { return false; });
}

/// Progress until the request is complete, enough(), or `until_ns`; false only in the last case.
bool ucx_message_transport::wait_for(ucs_status_ptr_t request, std::uint64_t until_ns,
                                     const std::function<bool()>& enough) {
  if (!UCS_PTR_IS_PTR(request)) return true;
  bool done = true;
  while (ucp_request_check_status(request) == UCS_INPROGRESS && !enough()) {
    done = detail::clock_ns() <= until_ns;
    if (!done) break;
    if (ucp_worker_progress(worker_.get()) == 0) std::this_thread::yield();
  }
  ucp_request_free(request);
  return done;
}

std::string ucx_message_transport::name() const { return "ucx " + ucx_version(); }

/// The connection's lanes and their uses, parsed from UCX's printed description: there is no other
/// interface.
std::string ucx_message_transport::lanes(const endpoint& to) const {
  std::string found;
  char* text = nullptr;
  std::size_t bytes = 0;
  std::FILE* out = open_memstream(&text, &bytes);
  if (out == nullptr) return fmt::format("lanes unknown: open_memstream: {}", std::strerror(errno));
  ucp_ep_print_info(to.handle, out);
  std::fclose(out);
  for (std::string_view remaining(text, bytes); !remaining.empty();) {
    const std::string_view line = remaining.substr(0, remaining.find('\n'));
    remaining.remove_prefix(std::min(remaining.size(), line.size() + 1));
    const std::size_t at = line.find("lane[");
    if (at == std::string_view::npos) continue;
    found += (found.empty() ? "" : "; ") + std::string(line.substr(at));
  }
  std::free(text);
  return found;
}

std::string ucx_message_transport::describe(int pe) const {
  const auto& to = endpoints_[static_cast<std::size_t>(pe)];
  const auto messages =
      fmt::format("active messages, eager up to {} bytes, rendezvous above; ", eager_bytes);
  if (!to) {
    return messages + "not connected yet: its network decides about parts and one-sided transfers";
  }
  if (to->lost) return messages + "lost";
  const std::uint64_t part = part_bytes(*to);
  const char* const own_writes = one_sided_use_ == one_sided_use::never
                                     ? "no, because of ARK_ONE_SIDED"
                                 : native(*to) ? "yes"
                                 : one_sided_use_ == one_sided_use::always
                                     ? "yes, by messages of UCX's own"
                                     : "no, this network leaves them to the target's CPU";
  return fmt::format("{}{}; one-sided: {}; {}", messages,
                     part == 0 ? "nothing in parts" : fmt::format("in parts of {} bytes", part),
                     own_writes, lanes(*to));
}

/// A lane for one-sided transfers means that a network executes them: where UCX emulates them it
/// uses the message lane.
bool ucx_message_transport::native(endpoint& to) const {
  if (!to.native) to.native = lanes(to).find(" rma") != std::string::npos;
  return *to.native;
}

/// If data is copied anyway, at either end, a rendezvous only adds its round trip; data that fits
/// into one segment is not gathered in a buffer of UCX first.
std::uint64_t ucx_message_transport::part_bytes(endpoint& to) const {
  return part_bytes_ ? *part_bytes_ : native(to) ? 0 : tcp_part_bytes;
}

std::uint64_t ucx_message_transport::part_bytes(int pe) const {
  endpoint* to = known(pe);
  return to == nullptr ? 0 : part_bytes(*to);
}

/// Eager data is copied, and UCX would block in that copy.
std::uint64_t ucx_message_transport::gpu_bytes() const {
  return context_.takes(UCS_MEMORY_TYPE_CUDA) ? eager_bytes + 1 : 0;
}

bool ucx_message_transport::one_sided(int pe) const {
  if (one_sided_use_ == one_sided_use::never) return false;
  endpoint* to = known(pe);
  return to != nullptr && (one_sided_use_ == one_sided_use::always || native(*to));
}

std::vector<std::byte> ucx_message_transport::expose(std::span<std::byte> memory) {
  if (one_sided_use_ == one_sided_use::never) return {};
  try {
    auto registered = std::make_unique<ucp_memory_owner>(context_.get(), memory);
    const std::vector<std::byte> packed = registered->packed_key();
    exposed_.push_back(std::move(registered));
    const auto base = reinterpret_cast<std::uint64_t>(memory.data());
    std::vector<std::byte> key(sizeof base + packed.size());
    std::memcpy(key.data(), &base, sizeof base);
    std::memcpy(key.data() + sizeof base, packed.data(), packed.size());
    return key;
  } catch (const error& problem) {
    logger().warn("ucx: peers reach {} bytes of this PE by messages only: {}", memory.size(),
                  problem.what());
    return {};
  }
}

remote_memory* ucx_message_transport::attach(int pe, std::span<const std::byte> key) {
  endpoint* to = connected(pe);
  std::uint64_t base = 0;
  if (to == nullptr || key.size() <= sizeof base) return nullptr;
  std::memcpy(&base, key.data(), sizeof base);
  auto memory = std::make_unique<peer_memory>(*to, base);
  const ucs_status_t status =
      ucp_ep_rkey_unpack(to->handle, key.data() + sizeof base, &memory->key);
  if (status != UCS_OK) {
    memory->key = nullptr;
    logger().warn("ucx: memory of PE {} stays out of reach: ucp_ep_rkey_unpack: {}", pe,
                  ucs_status_string(status));
    return nullptr;
  }
  attached_.push_back(std::move(memory));
  return attached_.back().get();
}

/// UCX completes a put once its source may be reused; a flush after it completes when the data is
/// in place.
transfer ucx_message_transport::write(remote_memory& there, std::uint64_t at,
                                      std::span<const std::byte> data, std::uint64_t cookie) {
  auto& memory = static_cast<peer_memory&>(there);
  if (memory.to.lost) return transfer::lost;
  const ucp_request_param_t plain{};
  const ucs_status_ptr_t put =
      ucp_put_nbx(memory.to.handle, data.data(), data.size(), memory.base + at, memory.key, &plain);
  if (UCS_PTR_IS_ERR(put)) {
    lose(memory.to, "ucp_put_nbx", UCS_PTR_STATUS(put));
    return transfer::lost;
  }
  if (UCS_PTR_IS_PTR(put)) ucp_request_free(put);
  pending_send* one = acquire_send();
  *one = {{}, cookie, &memory.to, this, false};
  ucp_request_param_t how{};
  how.op_attr_mask = UCP_OP_ATTR_FIELD_CALLBACK | UCP_OP_ATTR_FIELD_USER_DATA;
  how.cb.send = send_done;
  how.user_data = one;
  return begun(one, "ucp_ep_flush_nbx", ucp_ep_flush_nbx(memory.to.handle, &how));
}

transfer ucx_message_transport::read(remote_memory& there, std::uint64_t at,
                                     std::span<std::byte> into, std::uint64_t cookie) {
  auto& memory = static_cast<peer_memory&>(there);
  if (memory.to.lost) return transfer::lost;
  pending_send* one = acquire_send();
  *one = {{}, cookie, &memory.to, this, true};
  ucp_request_param_t how{};
  how.op_attr_mask = UCP_OP_ATTR_FIELD_CALLBACK | UCP_OP_ATTR_FIELD_USER_DATA;
  how.cb.send = send_done;
  how.user_data = one;
  return begun(
      one, "ucp_get_nbx",
      ucp_get_nbx(memory.to.handle, into.data(), into.size(), memory.base + at, memory.key, &how));
}

std::vector<std::byte> ucx_message_transport::address() const {
  ucp_address_t* address = nullptr;
  std::size_t bytes = 0;
  ucx_check(ucp_worker_get_address(worker_.get(), &address, &bytes), "ucp_worker_get_address");
  const auto* first = reinterpret_cast<const std::byte*>(address);
  std::vector<std::byte> copy(first, first + bytes);
  ucp_worker_release_address(worker_.get(), address);
  return copy;
}

void ucx_message_transport::connect(std::vector<std::vector<std::byte>> addresses, receiver& to) {
  addresses_ = std::move(addresses);
  endpoints_.resize(addresses_.size());
  receiver_ = &to;
  ucp_am_handler_param_t handler{};
  handler.field_mask = UCP_AM_HANDLER_PARAM_FIELD_ID | UCP_AM_HANDLER_PARAM_FIELD_CB |
                       UCP_AM_HANDLER_PARAM_FIELD_ARG;
  handler.id = handler_id;
  handler.cb = arrived;
  handler.arg = this;
  ucx_check(ucp_worker_set_am_recv_handler(worker_.get(), &handler),
            "ucp_worker_set_am_recv_handler");
}

/// Null for a peer to which nothing has been sent, and for a lost one: a query makes no connection.
ucx_message_transport::endpoint* ucx_message_transport::known(int pe) const {
  endpoint* to = endpoints_[static_cast<std::size_t>(pe)].get();
  return to == nullptr || to->lost ? nullptr : to;
}

ucx_message_transport::endpoint* ucx_message_transport::connected(int pe) {
  auto& slot = endpoints_[static_cast<std::size_t>(pe)];
  if (slot) return slot->lost ? nullptr : slot.get();
  slot = std::make_unique<endpoint>();
  slot->owner = this;
  slot->pe = pe;
  ucp_ep_params_t params{};
  params.field_mask = UCP_EP_PARAM_FIELD_REMOTE_ADDRESS | UCP_EP_PARAM_FIELD_ERR_HANDLING_MODE |
                      UCP_EP_PARAM_FIELD_ERR_HANDLER;
  params.address =
      reinterpret_cast<const ucp_address_t*>(addresses_[static_cast<std::size_t>(pe)].data());
  params.err_mode = UCP_ERR_HANDLING_MODE_PEER;
  params.err_handler = {peer_failed, slot.get()};
  const ucs_status_t status = ucp_ep_create(worker_.get(), &params, &slot->handle);
  if (status == UCS_OK) return slot.get();
  slot->handle = nullptr;
  lose(*slot, "ucp_ep_create", status);
  return nullptr;
}

void ucx_message_transport::lose(endpoint& to, const char* what, ucs_status_t status) {
  if (to.lost) return;
  to.lost = true;
  if (receiver_ != nullptr) {
    receiver_->peer_lost(to.pe, fmt::format("{}: {}", what, ucs_status_string(status)));
  }
}

void ucx_message_transport::peer_failed(void* which, ucp_ep_h, ucs_status_t status) {
  auto& to = *static_cast<endpoint*>(which);
  to.owner->lose(to, "connection", status);
}

ucx_message_transport::pending_send* ucx_message_transport::acquire_send() {
  if (free_sends_.empty()) {
    sends_.push_back(std::make_unique<pending_send>());
    free_sends_.push_back(sends_.back().get());
  }
  pending_send* one = free_sends_.back();
  free_sends_.pop_back();
  return one;
}

transfer ucx_message_transport::send(int pe, const message& header, std::span<const std::byte> data,
                                     std::uint64_t cookie, memory_kind kind) {
  endpoint* to = connected(pe);
  if (to == nullptr) return transfer::lost;
  pending_send* one = acquire_send();
  *one = {header, cookie, to, this, false};
  ucp_request_param_t how{};
  how.op_attr_mask =
      UCP_OP_ATTR_FIELD_CALLBACK | UCP_OP_ATTR_FIELD_USER_DATA | UCP_OP_ATTR_FIELD_FLAGS;
  name_kind(how, kind);
  how.flags = data.size() > eager_bytes ? UCP_AM_SEND_FLAG_RNDV : UCP_AM_SEND_FLAG_EAGER;
  how.cb.send = send_done;
  how.user_data = one;
  return begun(one, "ucp_am_send_nbx",
               ucp_am_send_nbx(to->handle, handler_id, &one->header, sizeof one->header,
                               data.data(), data.size(), &how));
}

/// The result of `one`, for which `call` has returned `request`.
transfer ucx_message_transport::begun(pending_send* one, const char* call,
                                      ucs_status_ptr_t request) {
  if (UCS_PTR_IS_PTR(request)) return transfer::pending;
  endpoint& to = *one->to;
  release_send(one);
  if (request == nullptr) return transfer::complete;
  lose(to, call, UCS_PTR_STATUS(request));
  return transfer::lost;
}

void ucx_message_transport::send_done(void* request, ucs_status_t status, void* which) {
  auto* one = static_cast<pending_send*>(which);
  ucx_message_transport& self = *one->owner;
  const std::uint64_t cookie = one->cookie;
  endpoint& to = *one->to;
  const bool reads = one->reads;
  self.release_send(one);
  ucp_request_free(request);
  if (status != UCS_OK) {
    self.lose(to, "send", status);
  } else if (self.receiver_ != nullptr && !to.lost) {
    reads ? self.receiver_->received(cookie) : self.receiver_->sent(cookie);
  }
}

ucs_status_t ucx_message_transport::arrived(void* which, const void* header,
                                            std::size_t header_bytes, void* data, std::size_t bytes,
                                            const ucp_am_recv_param_t* how) {
  auto& self = *static_cast<ucx_message_transport*>(which);
  if (header_bytes != sizeof(message) || self.receiver_ == nullptr) {
    if (self.receiver_ != nullptr) {
      logger().warn("ucx: refused a message with a header of {} bytes; {} are ours", header_bytes,
                    sizeof(message));
    }
    return UCS_OK;
  }
  message head;
  std::memcpy(&head, header, sizeof head);
  if ((how->recv_attr & UCP_AM_RECV_ATTR_FLAG_RNDV) == 0) {
    self.receiver_->message_arrived(head, {static_cast<const std::byte*>(data), nullptr, bytes});
    return UCS_OK;
  }
  auto* waiting = new waiting_data(data, bytes, static_cast<int>(head.from));
  self.waiting_.insert(waiting);
  self.receiver_->message_arrived(head, {nullptr, waiting, bytes});
  const bool dropped = waiting->dropped;
  waiting->in_handler = false;
  if (waiting->taken) delete waiting;
  return dropped ? UCS_OK : UCS_INPROGRESS;
}

transfer ucx_message_transport::receive(rendezvous* which, std::byte* into, std::uint64_t cookie,
                                        memory_kind kind) {
  auto* waiting = static_cast<waiting_data*>(which);
  waiting_.erase(waiting);
  endpoint* from = connected(waiting->pe);
  auto* pending = new pending_receive{cookie, from, this};
  ucp_request_param_t how{};
  how.op_attr_mask = UCP_OP_ATTR_FIELD_CALLBACK | UCP_OP_ATTR_FIELD_USER_DATA;
  how.cb.recv_am = receive_done;
  how.user_data = pending;
  name_kind(how, kind);
  const ucs_status_ptr_t request =
      ucp_am_recv_data_nbx(worker_.get(), waiting->descriptor, into, waiting->bytes, &how);
  waiting->taken = true;
  if (!waiting->in_handler) delete waiting;
  if (UCS_PTR_IS_PTR(request)) return transfer::pending;
  delete pending;
  if (request == nullptr) return transfer::complete;
  if (from != nullptr) lose(*from, "ucp_am_recv_data_nbx", UCS_PTR_STATUS(request));
  return transfer::lost;
}

void ucx_message_transport::receive_done(void* request, ucs_status_t status, std::size_t,
                                         void* which) {
  const std::unique_ptr<pending_receive> one(static_cast<pending_receive*>(which));
  ucp_request_free(request);
  if (status != UCS_OK) {
    if (one->from != nullptr) one->owner->lose(*one->from, "receive", status);
  } else if (one->owner->receiver_ != nullptr && one->from != nullptr && !one->from->lost) {
    one->owner->receiver_->received(one->cookie);
  }
}

void ucx_message_transport::discard(rendezvous* which) {
  auto* waiting = static_cast<waiting_data*>(which);
  waiting_.erase(waiting);
  if (waiting->in_handler) {
    waiting->taken = waiting->dropped = true;
    return;
  }
  ucp_am_data_release(worker_.get(), waiting->descriptor);
  delete waiting;
}

void ucx_message_transport::flush(std::uint64_t until_ns, const std::function<bool()>& enough) {
  ucp_request_param_t how{};
  if (!wait_for(ucp_worker_flush_nbx(worker_.get(), &how), until_ns, enough)) {
    logger().warn("ucx: not all messages had left when the time for it was over");
  }
}

bool ucx_message_transport::progress() { return ucp_worker_progress(worker_.get()) != 0; }

bool ucx_message_transport::arm() { return ucp_worker_arm(worker_.get()) == UCS_OK; }

}  // namespace ark::proxy
