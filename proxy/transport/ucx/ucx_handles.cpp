#include "transport/ucx/ucx_handles.hpp"

#include <fmt/core.h>

#include <ark/errc.hpp>

namespace ark::proxy {

void ucx_check(ucs_status_t status, const char* call, const std::source_location& where) {
  if (status == UCS_OK) return;
  throw error(errc::system_error, fmt::format("{}: {} ({}:{})", call, ucs_status_string(status),
                                              where.file_name(), where.line()));
}

ucp_context_owner::ucp_context_owner(int n_pes, const std::string& devices, bool one_sided) {
  ucp_config_t* config = nullptr;
  ucx_check(ucp_config_read(nullptr, nullptr, &config), "ucp_config_read");
  if (!devices.empty()) {
    const ucs_status_t set = ucp_config_modify(config, "NET_DEVICES", devices.c_str());
    if (set != UCS_OK) {
      ucp_config_release(config);
      ucx_check(set, "ucp_config_modify(NET_DEVICES)");
    }
  }
  ucp_params_t params{};
  params.field_mask = UCP_PARAM_FIELD_FEATURES | UCP_PARAM_FIELD_ESTIMATED_NUM_EPS;
  params.features = UCP_FEATURE_AM | UCP_FEATURE_WAKEUP | (one_sided ? UCP_FEATURE_RMA : 0);
  params.estimated_num_eps = static_cast<std::size_t>(n_pes);
  const ucs_status_t status = ucp_init(&params, config, &context_);
  ucp_config_release(config);
  ucx_check(status, "ucp_init");
}

bool ucp_context_owner::takes(ucs_memory_type_t kind) const {
  ucp_context_attr_t attributes{};
  attributes.field_mask = UCP_ATTR_FIELD_MEMORY_TYPES;
  ucx_check(ucp_context_query(context_, &attributes), "ucp_context_query");
  return (attributes.memory_types & UCS_BIT(kind)) != 0;
}

ucp_memory_owner::ucp_memory_owner(ucp_context_h context, std::span<std::byte> memory)
    : context_(context) {
  ucp_mem_map_params_t params{};
  params.field_mask = UCP_MEM_MAP_PARAM_FIELD_ADDRESS | UCP_MEM_MAP_PARAM_FIELD_LENGTH;
  params.address = memory.data();
  params.length = memory.size();
  ucx_check(ucp_mem_map(context, &params, &memory_), "ucp_mem_map");
}

std::vector<std::byte> ucp_memory_owner::packed_key() const {
  void* packed = nullptr;
  std::size_t bytes = 0;
  ucx_check(ucp_rkey_pack(context_, memory_, &packed, &bytes), "ucp_rkey_pack");
  const auto* first = static_cast<const std::byte*>(packed);
  std::vector<std::byte> copy(first, first + bytes);
  ucp_rkey_buffer_release(packed);
  return copy;
}

ucp_worker_owner::ucp_worker_owner(const ucp_context_owner& context) {
  ucp_worker_params_t params{};
  params.field_mask = UCP_WORKER_PARAM_FIELD_THREAD_MODE;
  params.thread_mode = UCS_THREAD_MODE_SERIALIZED;
  ucx_check(ucp_worker_create(context.get(), &params, &worker_), "ucp_worker_create");
}

}  // namespace ark::proxy
