/* Initialisation by a unique id, for C; in C++ this is <ark/unique_id.hpp>, which has the
 * contracts. An error that is thrown there ends the process with a message. Link with ark::c. */
#pragma once

#ifdef __cplusplus
#include <ark/unique_id.hpp>
#else

#include <ark/ark.h>

/* As ark::unique_id. */
typedef struct {
  unsigned char bytes[128];
} ark_unique_id_t;

/* As ark::get_unique_id. */
void ark_get_unique_id(ark_unique_id_t* id);
/* As ark::init_with_unique_id. */
void ark_init_with_unique_id(int rank, int n_pes, const ark_unique_id_t* id);

#endif
