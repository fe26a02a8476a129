/* Start and end, of the process: the program calls these itself. */
#define NAME untyped
#define FORM host

/* Nested: the library is initialised once on return. */
static void start(struct bed bed) {
  int initialized = -1, provided = -1, level = -1;
  NAMED(query_initialized, &initialized);
  EXPECT(initialized == 0);
  EXPECT(NAMED(init_thread, CONSTANT(THREAD_SERIALIZED), &provided) == 0);
  EXPECT(provided >= CONSTANT(THREAD_SERIALIZED));
  NAMED(query_initialized, &initialized);
  EXPECT(initialized != 0);
  NAMED(query_thread, &level);
  EXPECT(level == provided);
  NAMED(init);
  NAMED(finalize);
  EXPECT(API(my_pe)() >= 0 && API(my_pe)() < API(n_pes)());
  barrier();
}
static const struct check_entry start_entry = {"start",  TEXT(NAME), TEXT(FORM),
                                               __FILE__, on_host,    start};

/* The job ends with a status of its own, which bindings/openshmem/conformance/run looks for. */
enum { global_exit_status = 41 };
static void leave(struct bed bed) {
  static const struct check_entry end = {"end", TEXT(NAME), TEXT(FORM), __FILE__, on_host, leave};
  API(init)();
  called(&bed, "global_exit");
  report(&end, bed.outcome, API(my_pe)());
  if (API(my_pe)() == 0) API(global_exit)(global_exit_status);
  barrier();
}
#undef FORM
#undef NAME
