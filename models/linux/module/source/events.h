// Interrupts, work and timers: what the module asked to be called for. Each may come as soon as it was asked for, or never.
static bool yogi_requested;
static irq_handler_t yogi_handler, yogi_thread; // either may be null
static unsigned yogi_irq;
static void *yogi_irq_data;
static struct work_struct *yogi_work;
static bool yogi_work_runs;
static struct timer_list *yogi_timer;

static void yogi_interrupt(void)
{
  irq_handler_t thread = yogi_thread;
  irqreturn_t result = IRQ_WAKE_THREAD;
  if (!yogi_requested)
    return;
  if (yogi_handler) {
    yogi_enter_atomic();
    result = yogi_handler((int)yogi_irq, yogi_irq_data);
    yogi_leave_atomic();
  }
  if (result == IRQ_WAKE_THREAD && thread)
    thread((int)yogi_irq, yogi_irq_data);
}

static int yogi_request(unsigned irq, irq_handler_t handler, irq_handler_t thread, void *data)
{
  int error = yogi_error();
  if (!error && (!yogi_requested || __VERIFIER_nondet_int())) {
    yogi_requested = true;
    yogi_irq = irq;
    yogi_handler = handler;
    yogi_thread = thread;
    yogi_irq_data = data;
  }
  return error;
}
int MODEL(request_irq)(unsigned irq, irq_handler_t handler, unsigned long flags, const char *name, void *data)
{
  return yogi_request(irq, handler, NULL, data);
}
int MODEL(request_threaded_irq)(unsigned irq, irq_handler_t handler, irq_handler_t thread, unsigned long flags, const char *name, void *data)
{
  return yogi_request(irq, handler, thread, data);
}
// An interrupt of a device's driver is given back behind the end of the driver, where nothing of it is called any more.
int MODEL(devm_request_threaded_irq)(struct device *device, unsigned irq, irq_handler_t handler, irq_handler_t thread, unsigned long flags, const char *name,
  void *data)
{
  return yogi_request(irq, handler, thread, data);
}
int MODEL(devm_request_irq)(struct device *device, unsigned irq, irq_handler_t handler, unsigned long flags, const char *name, void *data)
{
  return yogi_request(irq, handler, NULL, data);
}
const void *MODEL(free_irq)(unsigned irq, void *data)
{
  if (yogi_requested && yogi_irq == irq && yogi_irq_data == data)
    yogi_requested = false;
  return NULL;
}

// A work item that is queued runs once; it never runs twice at a time.
static void yogi_run_work(void)
{
  struct work_struct *work = yogi_work;
  if (!work || yogi_work_runs)
    return;
  yogi_work = NULL;
  yogi_work_runs = true;
  work->func(work);
  yogi_work_runs = false;
}
static bool yogi_queue(struct work_struct *work)
{
  if (yogi_work == work)
    return false;
  CHOOSE(yogi_work, work);
  return __VERIFIER_nondet_int() != 0;
}
static bool yogi_cancel(struct work_struct *work)
{
  bool was = yogi_work == work;
  WITHDRAW(yogi_work, work);
  return was || __VERIFIER_nondet_int() != 0;
}
bool MODEL(queue_work_on)(int cpu, struct workqueue_struct *queue, struct work_struct *work) { return yogi_queue(work); }
bool MODEL(queue_work)(struct workqueue_struct *queue, struct work_struct *work) { return yogi_queue(work); }
bool MODEL(schedule_work)(struct work_struct *work) { return yogi_queue(work); }
bool MODEL(queue_delayed_work_on)(int cpu, struct workqueue_struct *queue, struct delayed_work *work, unsigned long delay) { return yogi_queue(&work->work); }
bool MODEL(mod_delayed_work_on)(int cpu, struct workqueue_struct *queue, struct delayed_work *work, unsigned long delay) { return yogi_queue(&work->work); }
bool MODEL(cancel_delayed_work)(struct delayed_work *work) { return yogi_cancel(&work->work); }
bool MODEL(cancel_work_sync)(struct work_struct *work)
{
  yogi_wait_if(yogi_work_runs);
  return yogi_cancel(work);
}
bool MODEL(cancel_delayed_work_sync)(struct delayed_work *work)
{
  yogi_wait_if(yogi_work_runs);
  return yogi_cancel(&work->work);
}
bool MODEL(flush_work)(struct work_struct *work)
{
  yogi_wait_if(yogi_work_runs);
  if (yogi_work == work)
    yogi_run_work();
  return __VERIFIER_nondet_int() != 0;
}
static void yogi_flush(void)
{
  yogi_wait_if(yogi_work_runs);
  yogi_run_work();
}
void MODEL(__flush_workqueue)(struct workqueue_struct *queue) { yogi_flush(); }
void MODEL(destroy_workqueue)(struct workqueue_struct *queue) { yogi_flush(); }

static void yogi_run_timer(void)
{
  struct timer_list *timer = yogi_timer;
  if (!timer)
    return;
  yogi_timer = NULL;
  yogi_enter_atomic();
  timer->function(timer);
  yogi_leave_atomic();
}
void MODEL(init_timer_key)(struct timer_list *timer, void (*function)(struct timer_list *), unsigned flags, const char *name, struct lock_class_key *key)
{
  timer->function = function;
  timer->flags = flags;
}
static int yogi_start_timer(struct timer_list *timer)
{
  int was = yogi_timer == timer;
  CHOOSE(yogi_timer, timer);
  return was || __VERIFIER_nondet_int();
}
static int yogi_stop_timer(struct timer_list *timer)
{
  int was = yogi_timer == timer;
  WITHDRAW(yogi_timer, timer);
  return was || __VERIFIER_nondet_int();
}
int MODEL(mod_timer)(struct timer_list *timer, unsigned long expires) { return yogi_start_timer(timer); }
int MODEL(mod_timer_pending)(struct timer_list *timer, unsigned long expires) { return yogi_timer == timer || __VERIFIER_nondet_int(); }
int MODEL(timer_reduce)(struct timer_list *timer, unsigned long expires) { return yogi_start_timer(timer); }
void MODEL(add_timer)(struct timer_list *timer) { yogi_start_timer(timer); }
void MODEL(add_timer_on)(struct timer_list *timer, int cpu) { yogi_start_timer(timer); }
int MODEL(timer_delete)(struct timer_list *timer) { return yogi_stop_timer(timer); }
int MODEL(timer_delete_sync)(struct timer_list *timer) { return yogi_stop_timer(timer); }

// What an interrupt puts off, and timers of high resolution.
static struct tasklet_struct *yogi_tasklet;
static struct hrtimer *yogi_hrtimer;

void MODEL(tasklet_setup)(struct tasklet_struct *tasklet, void (*callback)(struct tasklet_struct *))
{
  tasklet->callback = callback;
  tasklet->use_callback = true;
  tasklet->data = 0;
}
void MODEL(tasklet_init)(struct tasklet_struct *tasklet, void (*function)(unsigned long), unsigned long data)
{
  tasklet->func = function;
  tasklet->use_callback = false;
  tasklet->data = data;
}
void MODEL(tasklet_schedule)(struct tasklet_struct *tasklet) { CHOOSE(yogi_tasklet, tasklet); }
void MODEL(tasklet_hi_schedule)(struct tasklet_struct *tasklet) { CHOOSE(yogi_tasklet, tasklet); }
static void yogi_run_tasklet(void)
{
  struct tasklet_struct *tasklet = yogi_tasklet;
  if (!tasklet)
    return;
  yogi_tasklet = NULL;
  yogi_enter_atomic();
  if (tasklet->use_callback)
    tasklet->callback(tasklet);
  else
    tasklet->func(tasklet->data);
  yogi_leave_atomic();
}
void MODEL(tasklet_kill)(struct tasklet_struct *tasklet) // waits until it has run
{
  if (yogi_tasklet == tasklet)
    yogi_run_tasklet();
}

static ktime_t yogi_time(void) { return (ktime_t)__VERIFIER_nondet_ulong(); }
void MODEL(hrtimer_init)(struct hrtimer *timer, clockid_t clock, enum hrtimer_mode mode)
{
  timer->function = NULL;
  timer->base = GIVEN(struct hrtimer_clock_base);
  timer->base->get_time = yogi_time;
}
void MODEL(hrtimer_start_range_ns)(struct hrtimer *timer, ktime_t at, u64 slack, const enum hrtimer_mode mode) { CHOOSE(yogi_hrtimer, timer); }
static int yogi_stop_hrtimer(struct hrtimer *timer)
{
  int was = yogi_hrtimer == timer;
  WITHDRAW(yogi_hrtimer, timer);
  return was || __VERIFIER_nondet_int();
}
int MODEL(hrtimer_cancel)(struct hrtimer *timer) { return yogi_stop_hrtimer(timer) != 0; }
int MODEL(hrtimer_try_to_cancel)(struct hrtimer *timer) { return yogi_stop_hrtimer(timer) != 0; }
static void yogi_run_hrtimer(void)
{
  struct hrtimer *timer = yogi_hrtimer;
  if (!timer || !timer->function)
    return;
  yogi_hrtimer = NULL;
  yogi_enter_atomic();
  if (timer->function(timer) == HRTIMER_RESTART)
    CHOOSE(yogi_hrtimer, timer);
  yogi_leave_atomic();
}

#ifdef YOGI_USB
static void yogi_complete_urb(void);
#endif
#ifdef YOGI_NET
static void yogi_poll_net(void);
#endif

#ifdef YOGI_MAPPER
static void yogi_complete_io(void);
#endif

static void yogi_happen(void)
{
  switch (__VERIFIER_nondet_uint()) {
  case 0: yogi_interrupt(); break;
  case 1: yogi_run_work(); break;
  case 2: yogi_run_timer(); break;
  case 3: yogi_run_thread(); break;
  case 4: yogi_run_tasklet(); break;
  case 5: yogi_run_hrtimer(); break;
  case 8: if (yogi_loaded) __yogi_each___param(); break;
#ifdef YOGI_USB
  case 6: yogi_complete_urb(); break;
#endif
#ifdef YOGI_NET
  case 7: yogi_poll_net(); break;
#endif
#ifdef YOGI_MAPPER
  case 9: yogi_complete_io(); break;
#endif
  }
}
