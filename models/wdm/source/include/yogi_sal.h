// Annotations of Microsoft's source code analysis that mingw's sal.h and driverspecs.h lack. They say nothing to a compiler.
#ifndef YOGI_SAL_H
#define YOGI_SAL_H
#include <driverspecs.h>
#define _Dispatch_type_(x)
#define _IRQL_always_function_min_(x)
#define _IRQL_always_function_max_(x)
#define _IRQL_saves_global_(kind, param)
#define _IRQL_restores_global_(kind, param)
#define _IRQL_uses_cancel_
#define _IRQL_is_cancel_
#define _Kernel_float_saved_
#define _Kernel_float_restored_
#define _Kernel_float_used_
#define _Kernel_clear_do_init_(x)
#define _Kernel_requires_resource_held_(x)
#define _Kernel_requires_resource_not_held_(x)
#define _Kernel_acquires_resource_(x)
#define _Kernel_releases_resource_(x)
#endif
