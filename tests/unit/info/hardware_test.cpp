// What is read from the machine's files, in a tree that the test makes.
#include "info/hardware.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "launcher.hpp"

namespace ark {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;

class machine {
 public:
  machine() {
    std::string name = (fs::temp_directory_path() / "ark-machine-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp");
    root_ = name;
  }
  ~machine() { fs::remove_all(root_); }
  machine(const machine&) = delete;
  machine& operator=(const machine&) = delete;
  void file(const std::string& path, const std::string& text) const {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
  }
  [[nodiscard]] hardware_facts read() const { return hardware_read(root_.string()); }

 private:
  fs::path root_;
};

TEST(Hardware, ReadsModelMemoryNodesAndGpus) {
  const machine made;
  made.file("proc/cpuinfo", "processor\t: 0\nmodel name\t: Fast One\nmodel name\t: Other\n");
  made.file("proc/meminfo", "MemTotal:       2048 kB\nMemAvailable:   1024 kB\n");
  made.file("sys/devices/system/node/node0/cpulist", "");
  made.file("sys/devices/system/node/node1/cpulist", "");
  made.file("sys/devices/system/node/possible", "0-1");
  made.file("proc/driver/nvidia/gpus/0000:01:00.0/information", "Model: \t NVIDIA X\nIRQ: 3\n");
  made.file("sys/class/infiniband/mlx5_0/ports/1/state", "4: ACTIVE\n");
  const hardware_facts seen = made.read();
  EXPECT_EQ(seen.cpu_model, "Fast One");
  EXPECT_EQ(seen.memory_bytes, 2048u * 1024);
  EXPECT_EQ(seen.memory_available_bytes, 1024u * 1024);
  EXPECT_EQ(seen.numa_nodes, 2u);
  EXPECT_THAT(seen.gpus, ElementsAre("NVIDIA X"));
  bool port = false;
  for (const auto& one : seen.network) {
    port = port || (one.name == "mlx5_0:1" && one.kind == "infiniband" && one.up);
  }
  EXPECT_TRUE(port);
}

TEST(Hardware, DeviceFilesAloneShowGpusAndControlFilesDoNot) {
  const machine made;
  for (const char* name : {"nvidia1", "nvidia0", "nvidiactl", "nvidia-uvm", "null"}) {
    made.file(std::string("dev/") + name, "");
  }
  EXPECT_THAT(made.read().gpus, ElementsAre("nvidia0", "nvidia1"));
}

TEST(Hardware, MissingFilesLeaveFieldsEmpty) {
  const hardware_facts seen = machine().read();
  EXPECT_FALSE(seen.cpu_model.empty()) << "the system's name of the machine";
  EXPECT_EQ(seen.memory_bytes, 0u);
  EXPECT_EQ(seen.numa_nodes, 0u);
  EXPECT_TRUE(seen.gpus.empty());
}

TEST(Hardware, ThisMachineHasCpusAndMemory) {
  const hardware_facts seen = hardware_read();
  EXPECT_GE(seen.cpus_online, 1u);
  EXPECT_GE(seen.cpus_allowed, 1u);
  EXPECT_LE(seen.memory_available_bytes, seen.memory_bytes);
  EXPECT_GT(seen.memory_bytes, 0u);
}

TEST(Launcher, IsDetectedByItsRankVariable) {
  const char* const plain[] = {"HOME=/", "SLURM_PROCID=3", "OMPI_COMM_WORLD_RANKS=1", nullptr};
  EXPECT_FALSE(launcher_of(plain).found);
  EXPECT_FALSE(launcher_of(nullptr).found);
  for (const char* rank : {"OMPI_COMM_WORLD_RANK=3", "PMIX_RANK=3", "PMI_RANK=3"}) {
    const char* const job[] = {"HOME=/", rank, nullptr};
    EXPECT_TRUE(launcher_of(job).found) << rank;
    EXPECT_EQ(launcher_of(job).rank, 3) << rank;
  }
}

}  // namespace
}  // namespace ark
