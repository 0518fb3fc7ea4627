// A thread runs as a whole, at any time from its creation on.
static int (*yogi_thread_routine)(void *);
static void *yogi_thread_data;
static bool yogi_thread_runs;

struct task_struct *MODEL(kthread_create_on_node)(int (*routine)(void *), void *data, int node, const char *name, ...)
{
  if (__VERIFIER_nondet_int())
    return ERR_PTR(-ENOMEM);
  if (!yogi_thread_routine || __VERIFIER_nondet_int()) {
    yogi_thread_routine = routine;
    yogi_thread_data = data;
  }
  return &yogi_task;
}
bool MODEL(kthread_should_stop)(void) { return __VERIFIER_nondet_int() != 0; }
int MODEL(kthread_stop)(struct task_struct *task)
{
  yogi_meanwhile();
  return __VERIFIER_nondet_int();
}
static void yogi_run_thread(void)
{
  if (!yogi_thread_routine || yogi_thread_runs)
    return;
  yogi_thread_runs = true;
  yogi_thread_routine(yogi_thread_data);
  yogi_thread_runs = false;
}
