/* All checks of the size NAME, whose elements have BYTES; `mem` is no size of STRIDED transfers. */
#define FORM plain
#include "sized.h"
#undef FORM
#if OTHER_FORMS
#define FORM ctx
#include "sized.h"
#undef FORM
#endif
#if STREAM_TYPES
#define FORM on_stream
#include "sized.h"
#undef FORM
#endif
#if SCOPE_TYPES
#define FORM warp
#include "sized.h"
#undef FORM
#define FORM block
#include "sized.h"
#undef FORM
#endif
#undef NAME
#undef BYTES
