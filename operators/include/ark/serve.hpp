// Parts of a server of inference: completion without polling, data that is exchanged while it is
// read, and tenants. docs/serve.md.
#pragma once

#include <ark/serve/completion_queue.hpp>
#include <ark/serve/control_loop.hpp>
#include <ark/serve/replica.hpp>
#include <ark/serve/tenants.hpp>
