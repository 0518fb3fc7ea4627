// Sources of pulses. A source that echoes its pulses does so where it tells of one.
#include <linux/pps_kernel.h>

struct pps_device *MODEL(pps_register_source)(struct pps_source_info *info, int parameters)
{
  int error = yogi_error();
  struct pps_device *source;
  if (error)
    return ERR_PTR(error);
  source = GIVEN(struct pps_device);
  source->info = *info;
  source->params.mode = parameters;
  return source;
}
void MODEL(pps_unregister_source)(struct pps_device *source) { }
void MODEL(pps_event)(struct pps_device *source, struct pps_event_time *time, int event, void *data)
{
  if (!source->info.echo || !__VERIFIER_nondet_int())
    return;
  yogi_enter_atomic();
  source->info.echo(source, event, data);
  yogi_leave_atomic();
}
