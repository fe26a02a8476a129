#include "gpu/driver/green_contexts.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <ark/errc.hpp>
#include <numeric>

namespace ark {

green_contexts::~green_contexts() {
  const cuda_scope current(device_, std::nothrow);
  while (!parts_.empty()) forget(parts_.begin()->first);
}

void green_contexts::divide() {
  const cuda_driver& api = cuda_driver::get();
  const bool has_all = api.device_get_dev_resource && api.dev_sm_resource_split_by_count &&
                       api.dev_resource_generate_desc && api.green_ctx_create &&
                       api.green_ctx_destroy && api.green_ctx_stream_create;
  if (!has_all) {
    throw error(
        errc::unsupported,
        fmt::format("a stream on a part of device {}: the driver supports CUDA {}.{}; green "
                    "contexts need CUDA 12.5 or newer",
                    device_.number(), api.version() / 1000, api.version() % 1000 / 10));
  }
  CUdevResource whole{};
  cuda_check(api.device_get_dev_resource(device_.handle(), &whole, CU_DEV_RESOURCE_TYPE_SM),
             "cuDeviceGetDevResource", {device_.number()});
  // A count of 1 stands for the smallest group.
  unsigned count = 0;
  constexpr CUdevResource* nowhere = nullptr;
  cuda_check(api.dev_sm_resource_split_by_count(nowhere, &count, &whole, nowhere, 0u, 1u),
             "cuDevSmResourceSplitByCount", {device_.number()});
  std::vector<CUdevResource> groups(count);
  cuda_check(api.dev_sm_resource_split_by_count(groups.data(), &count, &whole, nowhere, 0u, 1u),
             "cuDevSmResourceSplitByCount", {device_.number()});
  groups.resize(count);
  users_.assign(count, 0);
  groups_ = std::move(groups);
}

CUstream green_contexts::create(unsigned multiprocessors) {
  const cuda_scope current(device_);
  const cuda_driver& api = cuda_driver::get();
  const std::lock_guard lock(mutex_);
  if (groups_.empty()) divide();
  std::vector<std::size_t> order(groups_.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return users_[a] < users_[b]; });
  part made;
  std::vector<CUdevResource> chosen;
  unsigned sum = 0;
  for (const std::size_t group : order) {
    if (sum >= multiprocessors) break;
    made.groups.push_back(group);
    chosen.push_back(groups_[group]);
    sum += groups_[group].sm.smCount;
  }
  if (multiprocessors == 0 || sum < multiprocessors) {
    unsigned most = 0;
    for (const CUdevResource& one : groups_) most += one.sm.smCount;
    throw error(errc::invalid_argument,
                fmt::format("a stream on {} multiprocessors of device {}: from 1 to {}",
                            multiprocessors, device_.number(), most));
  }
  CUdevResourceDesc desc = nullptr;
  cuda_check(
      api.dev_resource_generate_desc(&desc, chosen.data(), static_cast<unsigned>(chosen.size())),
      "cuDevResourceGenerateDesc", {device_.number()});
  cuda_check(api.green_ctx_create(&made.context, desc, device_.handle(),
                                  unsigned{CU_GREEN_CTX_DEFAULT_STREAM}),
             "cuGreenCtxCreate", {device_.number()});
  CUstream stream = nullptr;
  const CUresult code =
      api.green_ctx_stream_create(&stream, made.context, unsigned{CU_STREAM_NON_BLOCKING}, 0);
  if (code != CUDA_SUCCESS) {
    cuda_warn(api.green_ctx_destroy(made.context), "cuGreenCtxDestroy", {device_.number()});
    cuda_check(code, "cuGreenCtxStreamCreate", {device_.number()});
  }
  for (const std::size_t group : made.groups) ++users_[group];
  parts_.emplace(stream, std::move(made));
  return stream;
}

void green_contexts::forget(CUstream stream) noexcept {
  const std::lock_guard lock(mutex_);
  const auto found = parts_.find(stream);
  if (found == parts_.end()) return;
  for (const std::size_t group : found->second.groups) --users_[group];
  cuda_warn(cuda_driver::get().green_ctx_destroy(found->second.context), "cuGreenCtxDestroy",
            {device_.number()});
  parts_.erase(found);
}

}  // namespace ark
