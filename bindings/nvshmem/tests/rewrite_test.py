#!/usr/bin/env python3
"""rewrite_test.py CUDA_TO_CPU: what it writes for each form of CUDA, and which forms it refuses."""
import contextlib
import io
import pathlib
import subprocess
import sys
import tempfile
import unittest.mock

LAUNCH = "::ark::cuda_for_cpu::launch(::ark::cuda_for_cpu::shape"
COUNTED = "::ark::cuda_for_cpu::count_iteration()"
OUTSIDE = "{{ [[maybe_unused]] auto* const {1} = ::ark::cuda_for_cpu::dynamic_shared<{0}>(); "
FORMS = [
    # Launches.
    ("k<<<1, 2>>>(a);", LAUNCH + "(1, 2), k, a);"),
    ("k<<<1, 2>>>();", LAUNCH + "(1, 2), k);"),
    ("k <<< 1, 2 >>> (a);", LAUNCH + "( 1, 2 ), k, a);"),
    ("if (x) k<<<dim3(n, 2), block, 0, stream>>>(a, b[1]);", "if (x) " + LAUNCH + "(dim3(n, 2), block, 0, stream), k, a, b[1]);"),
    ("k<int, 4><<<grid, f<int, 3>()>>>(v);", LAUNCH + "(grid, f<int, 3>()), k<int, 4>, v);"),
    ("ns::k<<<1, min(a, b)>>>(x /* a, >>> */);", LAUNCH + "(1, min(a, b)), ns::k, x /* a, >>> */);"),
    ("kernels[i]<<<1, 1>>>(v);", LAUNCH + "(1, 1), kernels[i], v);"),
    ("(*pointer)<<<1, 1>>>(v);", LAUNCH + "(1, 1), (*pointer), v);"),
    ("k<<<1, 1>>>(f(g(1), \"(\"));", LAUNCH + "(1, 1), k, f(g(1), \"(\"));"),
    ("k<<<1, 1>>>(a); j<<<2, 2>>>(b);", LAUNCH + "(1, 1), k, a); " + LAUNCH + "(2, 2), j, b);"),
    ("#define RUN(kernel) kernel<<<1, 1>>>(a)", "#define RUN(kernel) " + LAUNCH + "(1, 1), kernel, a)"),
    # Any postfix expression gives the kernel, and nothing before it.
    ("s.k<<<1, 1>>>(v); return p->k<<<1, 1>>>(v); this->k<<<1, 1>>>(v);",
     f"{LAUNCH}(1, 1), s.k, v); return {LAUNCH}(1, 1), p->k, v); {LAUNCH}(1, 1), this->k, v);"),
    ("a[1].k<<<1, 1>>>(v); x = b, v.at(i + 1)<<<1, 1>>>(v); if (a) get(i)(j)<<<1, 1>>>(v);",
     f"{LAUNCH}(1, 1), a[1].k, v); x = b, {LAUNCH}(1, 1), v.at(i + 1), v); if (a) {LAUNCH}(1, 1), get(i)(j), v);"),
    ("std::get<0>(t)<<<1, 1>>>(v); m::n<int> :: k<(a > b), c<d>>\n<<<1, 1>>>\n(v); f<1 << 2>()->k<<<1, 1>>>();",
     f"{LAUNCH}(1, 1), std::get<0>(t), v); {LAUNCH}(1, 1), m::n<int> :: k<(a > b), c<d>>\n\n, v); {LAUNCH}(1, 1), f<1 << 2>()->k);"),
    ("if (a) (*p)<<<1, 1>>>(v); else ::k<<<1, 1>>>(v); return (*p)[2]<<<1, 1>>>(v);",
     f"if (a) {LAUNCH}(1, 1), (*p), v); else {LAUNCH}(1, 1), ::k, v); return {LAUNCH}(1, 1), (*p)[2], v);"),
    ("while (a) ::n::k<<<1, 1>>>(v); (void)k<<<1, 1>>>(v); (void)(*p)<<<1, 1>>>(v); case 1:k<<<1, 1>>>(v);",
     f"while (a) {{ {COUNTED}; {LAUNCH}(1, 1), ::n::k, v); }} (void){LAUNCH}(1, 1), k, v); (void){LAUNCH}(1, 1), (*p), v); case 1:{LAUNCH}(1, 1), k, v);"),
    ("o.template k<3><<<1, 1>>>(v); K{b}.k<<<1, 1>>>(v); if (a) { b; } (*p)<<<1, 1>>>(v); NAME(float)<<<1, 1>>>(v);",
     f"{LAUNCH}(1, 1), o.template k<3>, v); {LAUNCH}(1, 1), K{{b}}.k, v); if (a) {{ b; }} {LAUNCH}(1, 1), (*p), v); "
     f"{LAUNCH}(1, 1), NAME(float), v);"),
    # One value may be a macro that stands for all. The lines of a macro stay lines of the macro.
    ("#define CFG 1, 4\nk<<<CFG>>>(a); k<<<SHAPE(1, 2)>>>(a);", f"#define CFG 1, 4\n{LAUNCH}(CFG), k, a); {LAUNCH}(SHAPE(1, 2)), k, a);"),
    ("#define RUN(T) k<T> \\\n  <<<1, \\\n  1>>> \\\n  (a)", f"#define RUN(T) {LAUNCH}(1, \\\n  1), k<T> \\\n\\\n, a)"),
    ("#define CALL(k, a) k<<<1, 1>>>(a\nCALL(k, x), 1);", f"#define CALL(k, a) {LAUNCH}(1, 1), k, a\nCALL(k, x), 1);"),
    ("#define RUN(k, s, ...) k<<<1, 1, 0, s>>>(__VA_ARGS__)\n#define GO(k, v...) k<<<1, 1>>>( v ); k<<<2, 2>>>(1, v)",
     f"#define RUN(k, s, ...) {LAUNCH}(1, 1, 0, s), k __VA_OPT__(,) __VA_ARGS__)\n"
     f"#define GO(k, v...) {LAUNCH}(1, 1), k __VA_OPT__(,)  v ); {LAUNCH}(2, 2), k, 1, v)"),
    # Brackets that #if makes part of one branch, and text that #if 0 leaves out.
    ("#ifdef A\n k<<<2, 1>>>(x,\n#elif B\n k<<<3, 1>>>(x,\n#else\n k<<<1, 1>>>(x,\n#endif\n 1);",
     f"#ifdef A\n {LAUNCH}(2, 1), k, x,\n#elif B\n {LAUNCH}(3, 1), k, x,\n#else\n {LAUNCH}(1, 1), k, x,\n#endif\n 1);"),
    ("k\n#ifdef A\n<7>\n#endif\n<<<\n#ifdef A\n1, 2, 0\n#else\n3, 4\n#endif\n>>>(x);",
     f"{LAUNCH}(\n#ifdef A\n1, 2, 0\n#else\n3, 4\n#endif\n), k\n#ifdef A\n<7>\n#endif\n, x);"),
    ("#if 0\n__global__ void old(int* x { k<<<1>>>; isn't\n#if 1\n(\n#endif\n#else\n__shared__ int y;\n#endif\nk<<<1, 1>>>(x);",
     "#if 0\n__global__ void old(int* x { k<<<1>>>; isn't\n#if 1\n(\n#endif\n#else\nARK_SHARED(int, y);\n#endif\n"
     + LAUNCH + "(1, 1), k, x);"),
    ("#ifdef A\nvoid f() { if (a) {\n#else\nvoid f() { if (b) {\n#endif\nwhile (x\n#ifdef C\n|| y\n#endif\n); } }\n"
     "extern __shared__ int s[];\nvoid g() { s[0]; }",
     "#ifdef A\nvoid f() { if (a) {\n#else\nvoid f() { if (b) {\n#endif\nwhile (x\n#ifdef C\n|| y\n#endif\n) __nanosleep(100); } }\n"
     "\nvoid g() " + OUTSIDE.format("int", "s") + "{ s[0]; } }"),
    # The parameters of a template come from the arguments.
    ("template <class T> __global__ void t(T* v) {}\nvoid f() { t<<<1, 1>>>(a); }",
     "template <class T> __global__ void t(T* v) {}\nvoid f() { " + LAUNCH + "(1, 1), [](auto... ark_values) { t(ark_values...); }, a); }"),
    ("template <class T> __global__ void __launch_bounds__(64) t(T v) {}\nvoid f() { t<<<1, 1>>>(); }",
     "template <class T> __global__ void __launch_bounds__(64) t(T v) {}\nvoid f() { " + LAUNCH +
     "(1, 1), [](auto... ark_values) { t(ark_values...); }); }"),
    # Some of its arguments are given: enough of them, or the arguments select the others.
    ("template <int N, class T = int> __global__ void t(T* v) {}\nvoid f() { t<4><<<1, 1>>>(a); }",
     "template <int N, class T = int> __global__ void t(T* v) {}\nvoid f() { " + LAUNCH + "(1, 1), t<4>, a); }"),
    ("template <int N, class T> __global__ void t(T* v) {}\nvoid f() { n::t<g<1, 2>()><<<1, 1>>>(a); n::t<(1 > 0), int><<<1, 1>>>(a); }",
     "template <int N, class T> __global__ void t(T* v) {}\nvoid f() { " + LAUNCH +
     "(1, 1), [](auto... ark_values) { n::t<g<1, 2>()>(ark_values...); }, a); " + LAUNCH + "(1, 1), n::t<(1 > 0), int>, a); }"),
    ("template <class... T> __global__ void t(T... v) {}\nvoid f() { t<int><<<1, 1>>>(a, b); }",
     "template <class... T> __global__ void t(T... v) {}\nvoid f() { " + LAUNCH +
     "(1, 1), [](auto... ark_values) { t<int>(ark_values...); }, a, b); }"),
    # Members of the names of CUDA's variables.
    ("config.gridDim = p->blockDim; c = {.gridDim = gridDim};", "config.ark_gridDim = p->ark_blockDim; c = {.ark_gridDim = gridDim};"),
    # A kernel's name that a macro pastes together.
    ("#define RUN(X) my_##X ## _kernel<<<1, 1>>>(a)", "#define RUN(X) " + LAUNCH + "(1, 1), my_##X ## _kernel, a)"),
    # Overloaded kernels, and default arguments: the arguments select.
    ("__global__ void o(int) {}\n__global__ void o(float) {}\nvoid f() { o<<<1, 1>>>(a); }",
     "__global__ void o(int) {}\n__global__ void o(float) {}\nvoid f() { " + LAUNCH + "(1, 1), [](auto... ark_values) { o(ark_values...); }, a); }"),
    ("__global__ void d(int, int = 1);\nvoid f() { d<<<1, 1>>>(a); }",
     "__global__ void d(int, int = 1);\nvoid f() { " + LAUNCH + "(1, 1), [](auto... ark_values) { d(ark_values...); }, a); }"),
    ("template <class T> __global__ void t(T* v, T d = T()) {}\nvoid f() { t<float><<<1, 1>>>(a); }",
     "template <class T> __global__ void t(T* v, T d = T()) {}\nvoid f() { " + LAUNCH +
     "(1, 1), [](auto... ark_values) { t<float>(ark_values...); }, a); }"),
    ("__global__ void p(int);\n__global__ void p(int a) {}\nvoid f() { p<<<1, 1>>>(a); }",
     "__global__ void p(int);\n__global__ void p(int a) {}\nvoid f() { " + LAUNCH + "(1, 1), p, a); }"),
    # Shared memory.
    ("__shared__ float x;", "ARK_SHARED(float, x);"),
    ("__shared__ unsigned long x[32][N + 1], y, *z;",
     "ARK_SHARED(unsigned long[32][N+1], x); ARK_SHARED(unsigned long, y); ARK_SHARED(unsigned long *, z);"),
    ("__shared__ __align__(16) T x[4];", "ARK_SHARED(T[4], x);"),
    ("volatile __shared__ int x;", "ARK_SHARED(volatile int, x);"),
    ("static __shared__ int x;", "ARK_SHARED(int, x);"),
    ("__shared__ std::pair<int, long> x[2];", "using ark_shared_1 = std::pair<int, long>; ARK_SHARED(ark_shared_1[2], x);"),
    ("void f() { extern __shared__ double x[]; }", "void f() { ARK_DYNAMIC_SHARED(double, x); }"),
    ("void f() { extern __shared__ __align__(sizeof(T)) T x[]; }", "void f() { ARK_DYNAMIC_SHARED(T, x); }"),
    ("void f() { extern __align__(16) __shared__ char x[]; alignas(8) __shared__ int y; }",
     "void f() { ARK_DYNAMIC_SHARED(char, x); ARK_SHARED(int, y); }"),
    ("#define GIVE(n) \\\n  extern __shared__ char x[]; \\\n  f(x, n)", "#define GIVE(n) \\\n  ARK_DYNAMIC_SHARED(char, x); \\\n  f(x, n)"),
    ("__shared__ struct { int a; } x[2], y; __shared__ __align__(8) union u { int i;\n float f; } z;",
     "struct ark_shared_type_1 { int a; }; ARK_SHARED(ark_shared_type_1[2], x); ARK_SHARED(ark_shared_type_1, y); "
     "union u { int i;\n float f; }; ARK_SHARED(u, z);"),
    ("__shared__ int x[sizeof(unsigned long) > 2 ? 4 : 2][N - 1], y[f<1, 2>()];",
     "ARK_SHARED(int[(sizeof(unsigned long)>2?4:2)][N-1], x); ARK_SHARED(int[(f<1,2>())], y);"),
    ("unsigned __shared__ w; if (a) b; const n::t<int, 2> __shared__ v[4], *u; case 0: int __shared__ z;",
     "ARK_SHARED(unsigned, w); if (a) b; using ark_shared_2 = const n::t<int, 2>; ARK_SHARED(ark_shared_2[4], v); "
     "using ark_shared_2 = const n::t<int, 2> *; ARK_SHARED(ark_shared_2, u); case 0: ARK_SHARED(int, z);"),
    ("void f() { extern float __shared__ s[]; __align__(16) char __shared__ c[4]; }",
     "void f() { ARK_DYNAMIC_SHARED(float, s); ARK_SHARED(char[4], c); }"),
    ("__shared__ enum { A, B } e; static __shared__ enum class c : char { C } f;",
     "enum ark_shared_type_1 { A, B }; ARK_SHARED(ark_shared_type_1, e); enum class c : char { C }; ARK_SHARED(c, f);"),
    ("__shared__ int (*q)[4], (*f)(int), *p, (*g[2])(int);",
     "ARK_SHARED(int (*)[4], q); ARK_SHARED(int (*)(int), f); ARK_SHARED(int *, p); ARK_SHARED(int (*[2])(int), g);"),
    ("#ifdef SHM\n#define SHM __shared__\n#endif\nSHM int t; SHM_int u; SHM struct { int a; } v;",
     "#ifdef SHM\n#define SHM __shared__\n#endif\nARK_SHARED(int, t); SHM_int u; struct ark_shared_type_1 { int a; }; "
     "ARK_SHARED(ark_shared_type_1, v);"),
    ("#ifdef __CUDACC__\n#define S __shared__\n#else\n#define S\n#endif\n"
     "#if A\n#define V __shared__\n#else\n#define V\n#endif\nS int a; V int b;",
     "#ifdef ARK_CUDA_ON_CPU\n#define S __shared__\n#else\n#define S\n#endif\n#if A\n#define V __shared__\n#else\n#define V\n#endif\n"
     "ARK_SHARED(int, a); V int b;"),
    ("#define KERNEL(n) void n() { \\\n  __shared__ int \\\n x; }", "#define KERNEL(n) void n() { \\\n  ARK_SHARED(int, x);\\\n }"),
    # Outside of functions: a variable in each function that uses it, also by a macro, and not as a member's or a parameter's name.
    ("extern __shared__ float x[];\n__global__ void k() { x[0] = 1; }\nvoid f() { a.x = p->x; }",
     "\n__global__ void k() " + OUTSIDE.format("float", "x") + "{ x[0] = 1; } }\nvoid f() { a.x = p->x; }"),
    ("void f() { x; }\nnamespace n {\nextern __shared__ __align__(16)\n  std::pair<int, long> x[]; struct __align__(8) s {\n"
     "__device__ int f(int y = 2) const { return x[y]; }\n}; int a[] = {x}; void g(int x) { x; } }",
     "void f() { x; }\nnamespace n {\n\n struct __align__(8) s {\n__device__ int f(int y = 2) const " +
     OUTSIDE.format("std::pair<int, long>", "x") + "{ return x[y]; } }\n}; int a[] = {x}; void g(int x) { x; } }"),
    ("extern __shared__ int x[];\n#define X(i) { x[i] \\\n }\ntemplate <class T> __global__ void k() { X(1); }",
     "\n#define X(i) { x[i] \\\n }\ntemplate <class T> __global__ void k() " + OUTSIDE.format("int", "x") + "{ X(1); } }"),
    ("extern __shared__ int x[];\n__global__ void k() { extern __shared__ float x[]; }",
     "\n__global__ void k() " + OUTSIDE.format("int", "x") + "{ ARK_DYNAMIC_SHARED(float, x); } }"),
    # Variables of the host with the names of CUDA's own.
    ("void f() { { dim3 gridDim(4); use(gridDim, a.gridDim); } use(gridDim); }",
     "void f() { { dim3 ark_gridDim(4); use(ark_gridDim, a.ark_gridDim); } use(gridDim); }"),
    ("void f() { dim3 gridDim(4), blockDim(2); k<<<gridDim, blockDim>>>(a); }",
     "void f() { dim3 ark_gridDim(4), ark_blockDim(2); " + LAUNCH + "(ark_gridDim, ark_blockDim), k, a); }"),
    ("void f(dim3 gridDim, dim3 blockDim) { use(gridDim, blockDim); }\nint x = gridDim.x;",
     "void f(dim3 ark_gridDim, dim3 ark_blockDim) { use(ark_gridDim, ark_blockDim); }\nint x = gridDim.x;"),
    ("__global__ void k() { dim3 size(gridDim.x, 2); }", "__global__ void k() { dim3 size(gridDim.x, 2); }"),
    ("void f() { g(); } void h() { const dim3 gridDim((n + 127) / 128), &blockDim{n, 1, 1}; use(gridDim, blockDim); }",
     "void f() { g(); } void h() { const dim3 ark_gridDim((n + 127) / 128), &ark_blockDim{n, 1, 1}; use(ark_gridDim, ark_blockDim); }"),
    ("void f() { dim3 a{1}, gridDim = dim3(n[0]); std::array<int, 3> blockDim; use(gridDim, blockDim); }",
     "void f() { dim3 a{1}, ark_gridDim = dim3(n[0]); std::array<int, 3> ark_blockDim; use(ark_gridDim, ark_blockDim); }"),
    ("void f(int* p, int gridDim, const size_t& blockDim) { use(gridDim, blockDim); } int y = gridDim.x;",
     "void f(int* p, int ark_gridDim, const size_t& ark_blockDim) { use(ark_gridDim, ark_blockDim); } int y = gridDim.x;"),
    ("void f() { a: unsigned long int blockDim = 256, gridDim = (n + blockDim - 1) / blockDim; auto x = gridDim; } int y = gridDim.x;",
     "void f() { a: unsigned long int ark_blockDim = 256, ark_gridDim = (n + ark_blockDim - 1) / ark_blockDim; auto x = ark_gridDim; } "
     "int y = gridDim.x;"),
    ("for (int i = 0, blockDim = 32; blockDim < 99; blockDim *= 2) k(blockDim); k(blockDim);",
     "for (int i = 0, ark_blockDim = 32; ark_blockDim < 99; ark_blockDim *= 2) k(ark_blockDim); k(blockDim);"),
    ("__device__ dim3 f() { g(n * 2, gridDim); x = a ? b : blockDim; if (c and gridDim) use(blockDim); return gridDim; }",
     "__device__ dim3 f() { g(n * 2, gridDim); x = a ? b : blockDim; if (c and gridDim) use(blockDim); return gridDim; }"),
    # Loops without a body, which would never yield.
    ("while (*flag != 1);", "while (*flag != 1) __nanosleep(100);"),
    ("if (a) while (f(x) >= (y)) {} else b();", "if (a) while (f(x) >= (y)) { __nanosleep(100);} else b();"),
    ("{ b; } while (x)\n  ;\nwhile (y) { /* wait */ }", "{ b; } while (x) __nanosleep(100)\n  ;\nwhile (y) { __nanosleep(100); /* wait */ }"),
    ("while (x) { ; } while (y) continue; while (z) { continue; }",
     "while (x) { __nanosleep(100); ; } while (y) __nanosleep(100) ; while (z) { __nanosleep(100); continue; }"),
    ("do { a(); while (x); } while (y);", f"do {{ a(); while (x) __nanosleep(100); }} while ({COUNTED}, y);"),
    ("do a(); while (y); do if (b) { c(); } while (0); while (z);",
     f"do a(); while ({COUNTED}, y); do if (b) {{ c(); }} while (0); while (z) __nanosleep(100);"),
    ("while (1) { if (*x) break; } for (;;) { f(); } while ( true ) f(); for (int i = 0; i < 2;) {}",
     f"while (1) {{ {COUNTED}; if (*x) break; }} for (;;) {{ {COUNTED}; f(); }} while ( true ) {{ {COUNTED}; f(); }} "
     f"for (int i = 0; i < 2;) {{ {COUNTED};}}"),
    ("while ((v = *flag) != 1); while (*a++ = *b++) {} while (*p < 1 && ++n < 9) continue; while (int v = *p); while (x) y();",
     f"while ((v = *flag) != 1) {COUNTED}; while (*a++ = *b++) {{ {COUNTED};}} while (*p < 1 && ++n < 9) {COUNTED} ; "
     f"while (int v = *p) {COUNTED}; while (x) {{ {COUNTED}; y(); }}"),
    ("do { if (*f) break; } while (true); do g(); while (1); do { while (1) { h(); } } while (0);",
     f"do {{ {COUNTED}; if (*f) break; }} while (true); do g(); while ({COUNTED}, 1); do {{ while (1) {{ {COUNTED}; h(); }} }} while (0);"),
    # Loops without a condition, or of one statement. For loops over elements only if they read by a pointer, or end early.
    ("for (; *f == 0;) ; for (;;) if (*f) break; while (1) if (*f) break; else n++; for (;; n++) { a(); b(); }",
     f"for (; *f == 0;) {COUNTED} ; for (;;) {{ {COUNTED}; if (*f) break; }} while (1) {{ {COUNTED}; if (*f) break; else n++; }} "
     f"for (;; n++) {{ {COUNTED}; a(); b(); }}"),
    ("while (*f == 0) { n++; } while (!done) { if (*f) { done = true; } } for (; f[0] == 0;) n++; if (a) while (b) c(); else d();",
     f"while (*f == 0) {{ {COUNTED}; n++; }} while (!done) {{ {COUNTED}; if (*f) {{ done = true; }} }} for (; f[0] == 0;) {{ {COUNTED}; n++; }} "
     f"if (a) while (b) {{ {COUNTED}; c(); }} else d();"),
    ("for (int i = 0; *f == 0; i++) n++; for (int i = 0; i < n; i++) if (a[i]) break; for (i = 0; i < n; i++) { if (a[i]) [[unlikely]] { break; } }",
     f"for (int i = 0; *f == 0; i++) {{ {COUNTED}; n++; }} for (int i = 0; i < n; i++) {{ {COUNTED}; if (a[i]) break; }} "
     f"for (i = 0; i < n; i++) {{ {COUNTED}; if (a[i]) [[unlikely]] {{ break; }} }}"),
    ("while (f([&] { a(); return b; }) != 1) c();", f"while (f([&] {{ a(); return b; }}) != 1) {{ {COUNTED}; c(); }}"),
    # Several statements that read a volatile word. For loops over elements only if they end early.
    ("__global__ void k(volatile int *flag) { while (n < 3) { int f = *flag; if (f > n) { n = f; g(); } } }",
     f"__global__ void k(volatile int *flag) {{ while (n < 3) {{ {COUNTED}; int f = *flag; if (f > n) {{ n = f; g(); }} }} }}"),
    ("void f(int* p, unsigned long volatile const* const q) { if (a) while (n) { int v = *(volatile int*)p; n -= v; } "
     "for (;n;) { n -= q[0]; m++; } for (int i = 0; i < 9; i++) { if (q[i]) break; m++; } }",
     f"void f(int* p, unsigned long volatile const* const q) {{ if (a) while (n) {{ {COUNTED}; int v = *(volatile int*)p; n -= v; }} "
     f"for (;n;) {{ {COUNTED}; n -= q[0]; m++; }} for (int i = 0; i < 9; i++) {{ {COUNTED}; if (q[i]) break; m++; }} }}"),
    ("struct s { void f() { auto& w = *(volatile T<int>*)p; volatile T<int>& v = w; while (n) { n = v; m++; } } };",
     f"struct s {{ void f() {{ auto& w = *(volatile T<int>*)p; volatile T<int>& v = w; while (n) {{ {COUNTED}; n = v; m++; }} }} }};"),
    *[(text, text) for text in [
        "void f(volatile int* v) { for (int i = 0; i < n; i++) { a += v[i]; b++; } for (auto x : c) { a += *v; b++; } }",
        "void f(volatile int* v) { *v = 1; } void g(int* v) { (unsigned volatile int)x; while (n > 0) { int s = *v; n -= s; } }",
        "namespace a { volatile int* w; void g(int* v) { asm volatile(\"\"); while (n > 0) { s += o.v + *v; n--; } } }",
    ]],
    # Several statements, elements, a range, loops in loops, and what may be a macro for a statement.
    *[(text, text) for text in [
        "while (x) { a(); b(); } for (int i = 0; i < n; i++) s += a[i]; for (int i = 0; i < n; i++) if (a[i] > m) m = a[i];",
        "for (auto v : *w) v++; for (;;) switch (*f) { case 1: return; } while (x) BREAK_IF(y) z(); while (x) NEXT z();",
        "while (x)\n  f(a\n#ifdef A\n  , 1);\n#else\n  );\n#endif",
        "#define LOOP while (x) f()\n#define IF if (x\n",
    ]],
    ("#define LOOP while (\n#define BODY } while (x);", "#define LOOP while (\n#define BODY } while (x);"),
    # Conditions that test for nvcc, and a word that g++'s headers use in attributes.
    ("#ifdef __CUDACC__\nint a;\n#elif !defined(__NVCC__) && \\\n    defined(__CUDACC__)\n#endif",
     "#ifdef ARK_CUDA_ON_CPU\nint a;\n#elif !defined(ARK_CUDA_ON_CPU) && \\\n    defined(ARK_CUDA_ON_CPU)\n#endif"),
    ("#define __CUDACC__ 1\n// #if __NVCC__\n#if __CUDACC_VER_MAJOR__", "#define __CUDACC__ 1\n// #if __NVCC__\n#if __CUDACC_VER_MAJOR__"),
    ("__device__ __noinline__ int f(); __attribute__((__noinline__)) int g();",
     "__device__ __attribute__((noinline)) int f(); __attribute__((__noinline__)) int g();"),
    # PTX, and the host's assembler.
    ('asm volatile("mov.u64 %0, %globaltimer;" : "=l"(t[f(1)]));', "t[f(1)] = ::ark::global_timer_ns();"),
    ('__asm__("mov.u32 %0, %%laneid;"\n: "=r" (x) :: "memory"); asm("trap;");', "x = ::ark::lane_id()\n; __trap();"),
    ('asm volatile("fence.acq_rel.sys;\\n" ::: "memory"); asm("membar.gl;");', "__threadfence_system(); __threadfence_system();"),
    ('asm volatile("{\\n"\n ".reg .pred p; }" :: "r"(x)); asm("ld.acquire.sys.u32 %0, [%1];" : "=r"(x) : "l"(p));',
     "::ark::cuda_for_cpu::inline_ptx(x)\n; ::ark::cuda_for_cpu::inline_ptx(x, p);"),
    ('asm volatile("" ::: "memory"); asm("pause"); asm("lock; addl $0, (%rsp)"); int asm_(1);',
     'asm volatile("" ::: "memory"); asm("pause"); asm("lock; addl $0, (%rsp)"); int asm_(1);'),
    # Untouched: comments, strings, shifts, comparisons.
    ("// k<<<1, 1>>>(a); __shared__ int x;", "// k<<<1, 1>>>(a); __shared__ int x;"),
    ("/* k<<<1, 1>>>(a); */ x = 1 << 2 >> 3;", "/* k<<<1, 1>>>(a); */ x = 1 << 2 >> 3;"),
    ("puts(\"k<<<1, 1>>>(a)\"); c = '\"';", "puts(\"k<<<1, 1>>>(a)\"); c = '\"';"),
    ("puts(R\"(k<<<1, 1>>>(a))\"); n = 1'000'000;", "puts(R\"(k<<<1, 1>>>(a))\"); n = 1'000'000;"),
    ("vector<vector<vector<int>>> v(a);", "vector<vector<vector<int>>> v(a);"),
]
REFUSED = [
    ("k<<<1>>>(a);", "1: <<<1>>>: 2 to 4 values are needed, or a macro that stands for them"),
    ("\nk<<<1, 2, 3, 4, 5>>>(a);", "2: <<<1, 2, 3, 4, 5>>>: 2 to 4 values are needed, or a macro that stands for them"),
    ("k<<<1, 2;", "1: no >>> after <<<"),
    ("k<<<1, 2>>>;", "1: no arguments after >>>"),
    ("void f() { while (x) { asm(\"trap;\"; }", "1: ( is not closed"),
    ("= <<<1, 2>>>(a);", "1: no kernel before <<<"),
    ("__shared__ int;", "1: __shared__ int;: a type and a name are needed"),
    ("namespace a::b { struct s { int i; };\nextern __shared__ int x[4]; }",
     "2: extern __shared__ int x[4];: an array without a size is needed"),
    ("void f() { extern __shared__ int x[4]; }", "1: extern __shared__ int x[4];: an array without a size is needed"),
    ("x\nreturn <<<1, 2>>>(a);", "2: no kernel before <<<"),
    ("\n__shared__ int a\n#ifdef A\n[2];\n#else\n[4];\n#endif",
     "2: #if, #else or #endif within a declaration of shared memory: write one in each branch"),
    ("#if 0\n{\n#endif\nasm(\"trap;\"\n#ifdef A\n: : \"r\"(x)\n#endif\n);",
     "4: #if, #else or #endif within an asm statement: write one in each branch"),
]


# Headers by their paths below the source's folder; include/ is given by -I, kept/ by --keep.
HEADERS = {
    "near.cuh": '#pragma once\n#include "plain.hpp"\n#include <far.cuh>\n__device__ void f() { __shared__ int x; }\n',
    "shared.cuh": "#pragma once\nextern __shared__ int s[];\n",
    "uses.cuh": '#include "shared.cuh"\n#include "uses.cuh"\n__device__ int u() { return s[0]; }\n',
    "plain.hpp": "int plain() { while (x); return 1; }\n",
    "launches.hpp": "#include <far.cuh>\nvoid run() { t<<<1, 1>>>(2); }\n",
    "outer.hpp": '#include "launches.hpp"\n',
    "include/far.cuh": "template <class T> __global__ void t(T v) {}\n",
    "include/cuda.h": "__shared__ int not_this_one;\n",
    "host.hpp": "#ifdef __CUDACC__\nint with_nvcc();\n#endif\n",
    "cuda/cuda_runtime.h": "",
    "cuda/of_cuda.h": "#ifdef __CUDACC__\n__device__ int of_cuda();\n#endif\n",
    "kept/cuda.h": "",
}


def headers(folder):
    """Rewritten where that changes something, and included by path where an includer has moved. Returns 1 if not."""
    root = pathlib.Path(folder).resolve()
    for name, text in HEADERS.items():
        root.joinpath(name).parent.mkdir(exist_ok=True)
        root.joinpath(name).write_text(text)
    out = root / "out"
    out.mkdir()
    source = root / "source.cu"
    source.write_text('#include "outer.hpp"\n#include "near.cuh"\n#include "plain.hpp"\n#include "uses.cuh"\n#include <cuda.h>\n#include <none.h>\n'
                      '#include "host.hpp"\n#include <of_cuda.h>\nt<<<1, 1>>>(3);\n')
    result = subprocess.run([sys.executable, sys.argv[1], source, "--headers", out, "-I", root / "include", "-I", root / "cuda",
                             "--keep", root / "kept"],
                            capture_output=True, text=True, check=False)
    seen = {path.name.split("-", 1)[1]: path.read_text() for path in out.iterdir()}
    paths = {path.name.split("-", 1)[1]: path for path in out.iterdir()}
    called = LAUNCH + "(1, 1), [](auto... ark_values) { t(ark_values...); }, "
    try:
        expected = {
            "near.cuh": f'#line 1 "{root}/near.cuh"\n#pragma once\n#include "{root}/plain.hpp"\n#include <far.cuh>\n'
                        "__device__ void f() { ARK_SHARED(int, x); }\n",
            "launches.hpp": f'#line 1 "{root}/launches.hpp"\n#include <far.cuh>\nvoid run() {{ {called}2); }}\n',
            "outer.hpp": f'#line 1 "{root}/outer.hpp"\n#include "{paths["launches.hpp"]}"\n',
            "shared.cuh": f'#line 1 "{root}/shared.cuh"\n#pragma once\n\n',
            "uses.cuh": f'#line 1 "{root}/uses.cuh"\n#include "{paths["shared.cuh"]}"\n#include "{paths["uses.cuh"]}"\n'
                        f'__device__ int u() {OUTSIDE.format("int", "s")}{{ return s[0]; }} }}\n',
            "host.hpp": f'#line 1 "{root}/host.hpp"\n#ifdef ARK_CUDA_ON_CPU\nint with_nvcc();\n#endif\n',
        }
        text = (f'#include <cuda_runtime.h>\n#line 1 "{source}"\n#include "{paths["outer.hpp"]}"\n#include "{paths["near.cuh"]}"\n'
                f'#include "plain.hpp"\n#include "{paths["uses.cuh"]}"\n#include <cuda.h>\n#include <none.h>\n#include "{paths["host.hpp"]}"\n#include <of_cuda.h>\n{called}3);\n')
    except KeyError as missing:
        print(f"headers: {missing} was not rewritten\n{result.stderr}")
        return 1
    if seen == expected and result.stdout == text:
        return 0
    print(f"headers: {seen}\n{result.stdout}{result.stderr}\n  instead of {expected}\n{text}")
    return 1


def run(program, source):
    """What the program would do in a process of its own, whose start takes longer than all forms."""
    out, err, status = io.StringIO(), io.StringIO(), 0
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), unittest.mock.patch("sys.argv", ["cuda-to-cpu", str(source)]):
        try:
            exec(program, {"__name__": "__main__"})  # pylint: disable=exec-used
        except SystemExit as end:
            status = end.code
    if isinstance(status, str):  # a message
        return subprocess.CompletedProcess(source, 1, out.getvalue(), f"{err.getvalue()}{status}\n")
    return subprocess.CompletedProcess(source, status, out.getvalue(), err.getvalue())


def main():
    failed = 0
    program = compile(pathlib.Path(sys.argv[1]).read_text(), sys.argv[1], "exec")
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "source.cu")

        def rewrite(text):
            source.write_text(text)
            return run(program, source)

        for text, expected in FORMS:
            result = rewrite(text)
            if result.returncode != 0 or result.stdout != f'#include <cuda_runtime.h>\n#line 1 "{source}"\n{expected}':
                print(f"{text}\n  gives {result.stdout}{result.stderr}\n  instead of {expected}")
                failed += 1
        for text, expected in REFUSED:
            result = rewrite(text)
            if result.returncode != 1 or result.stderr != f"cuda-to-cpu: {source}:{expected}\n":
                print(f"{text}\n  gives {result.returncode}: {result.stdout}{result.stderr}\n  instead of {expected}")
                failed += 1
        # Lines keep their numbers.
        text = "a\nk<<<1,\n  2>>>(x,\n  y);\n__shared__ int\n  z;\nb\n"
        if rewrite(text).stdout.count("\n") != text.count("\n") + 2 or not rewrite(text).stdout.endswith("\nb\n"):
            print("lines have moved:\n" + rewrite(text).stdout)
            failed += 1
        failed += headers(folder)
    print(f"{len(FORMS) + len(REFUSED) + 1} forms, {failed} wrong")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
