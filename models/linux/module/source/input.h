// Devices that give input.
#include <linux/input.h>

static struct input_dev *yogi_input;

struct input_dev *MODEL(input_allocate_device)(void) { return yogi_cleared(sizeof(struct input_dev)); }
int MODEL(input_register_device)(struct input_dev *device)
{
  int error = yogi_error();
  if (!error)
    CHOOSE(yogi_input, device);
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
    __yogi_others_input_dev(device);
    yogi_happen();
  }
  if (device->close)
    device->close(device);
}
