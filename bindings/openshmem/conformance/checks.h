/* The checks of all beds. BED: the bed's own calls. */
#include BED

#define CHECKS "of_type.h"
#include "types.h"

#define STRIDED 1
#define NAME 8
#define BYTES 1
#include "of_size.h"
#define NAME 16
#define BYTES 2
#include "of_size.h"
#define NAME 32
#define BYTES 4
#include "of_size.h"
#define NAME 64
#define BYTES 8
#include "of_size.h"
#define NAME 128
#define BYTES 16
#include "of_size.h"
#undef STRIDED
#define STRIDED 0
#define NAME mem
#define BYTES 1
#include "of_size.h"

#define NAME untyped
#define FORM plain
#include "bytes.h"
#include "order.h"
#include "signals.h"
#include "teams.h"
#undef FORM
#if OTHER_FORMS
#define FORM ctx
#include "order.h"
#include "signals.h"
#undef FORM
#endif
#ifdef FORMED_generic_ctx
#define FORM generic_ctx
#include "signals.h"
#undef FORM
#endif
#if STREAM_TYPES
#define FORM on_stream
#include "bytes.h"
#include "signals.h"
#include "stream.h"
#undef FORM
#endif
#if SCOPE_TYPES
#define FORM warp
#include "bytes.h"
#undef FORM
#define FORM block
#include "bytes.h"
#undef FORM
#endif
#undef NAME
