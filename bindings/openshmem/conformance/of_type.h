/* All checks of the type NAME. */
#define FORM plain
#include "atomics.h"
#include "collectives.h"
#if SETS & RMA
#include "moves.h"
#endif
#if SETS & AMO
#include "waits.h"
#endif
#undef FORM
#if OTHER_FORMS
#define FORM ctx
#include "atomics.h"
#if SETS & RMA
#include "moves.h"
#endif
#undef FORM
#endif
#if STREAM_TYPES >= 2 - ONE_OF_KIND
#define FORM on_stream
#include "of_stream.h"
#undef FORM
#if OTHER_FORMS
#define FORM generic_on_stream
#include "of_stream.h"
#undef FORM
#endif
#endif
#if SCOPE_TYPES >= 2 - ONE_OF_KIND
#define OF_SCOPE 1
#define FORM warp
#include "of_stream.h"
#undef FORM
#define FORM block
#include "of_stream.h"
#undef FORM
#undef OF_SCOPE
#endif

/* Once more by the type-generic names of C11; and by deprecated names. */
#ifdef CALL_generic
#define FORM generic
#include "atomics.h"
#include "collectives.h"
#if SETS & RMA
#include "moves.h"
#endif
#if SETS & AMO
#include "waits.h"
#endif
#if OLD_NAMES
#include "old_atomics.h"
#endif
#undef FORM
#define FORM generic_ctx
#include "atomics.h"
#if SETS & RMA
#include "moves.h"
#endif
#undef FORM
#endif
#if OLD_NAMES
#define FORM generic_volatile
#if SETS & AMO
#include "waits.h"
#endif
#undef FORM
#define FORM plain
#include "old_atomics.h"
#undef FORM
#endif

#undef NAME
#undef TYPE
#undef SETS
#undef PART
