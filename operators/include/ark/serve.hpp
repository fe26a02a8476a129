// Parts of a server of inference: completion without polling, and data that is exchanged while it
// is read. docs/serve.md.
#pragma once

#include <ark/serve/completion_queue.hpp>
#include <ark/serve/replica.hpp>
