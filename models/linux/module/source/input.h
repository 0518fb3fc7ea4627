// Devices that give input.
#include <linux/input.h>

static struct input_dev *yogi_input;

struct input_dev *MODEL(input_allocate_device)(void) { return yogi_cleared(sizeof(struct input_dev)); }
struct input_dev *MODEL(devm_input_allocate_device)(struct device *parent)
{
  struct input_dev *device = MODEL(input_allocate_device)();
  if (device)
    device->dev.parent = parent;
  return device;
}
static void yogi_give_axes(struct input_dev *device)
{
  if (!device->absinfo && __VERIFIER_nondet_int())
    device->absinfo = (struct input_absinfo *)malloc(ABS_CNT * sizeof *device->absinfo);
}
void MODEL(input_alloc_absinfo)(struct input_dev *device) { yogi_give_axes(device); }
void MODEL(input_set_abs_params)(struct input_dev *device, unsigned axis, int min, int max, int fuzz, int flat)
{
  yogi_give_axes(device);
  __set_bit(EV_ABS, device->evbit);
  __set_bit(axis, device->absbit);
}
int MODEL(input_register_device)(struct input_dev *device)
{
  int error = yogi_error();
  if (!error) {
    device->dev.kobj.parent = yogi_somewhere();
    CHOOSE(yogi_input, device);
  }
  return error;
}
void MODEL(input_unregister_device)(struct input_dev *device) { WITHDRAW(yogi_input, device); }

void __yogi_others_input_dev(struct input_dev *);

static void yogi_use_input(void)
{
  struct input_dev *device = yogi_input;
  if (!device || device->open && device->open(device))
    return;
  while (MORE) {
    // What is switched on or held down at the time.
    device->led[0] = __VERIFIER_nondet_ulong();
    device->snd[0] = __VERIFIER_nondet_ulong();
    device->sw[0] = __VERIFIER_nondet_ulong();
    device->key[__VERIFIER_nondet_uint() % BITS_TO_LONGS(KEY_CNT)] = __VERIFIER_nondet_ulong();
    __yogi_others_input_dev(device);
    yogi_happen();
  }
  if (device->close)
    device->close(device);
}
