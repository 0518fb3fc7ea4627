// Devices whose driver is in user space (uio): the module opens the device's file, and is told to switch interrupts. Whoever has the file
// open may have it open when the device goes: then the module hears nothing of its closing.
#include <linux/uio_driver.h>

static struct uio_info *yogi_uio;
static unsigned long yogi_uio_files; // how many are open

static irqreturn_t yogi_interrupt_uio(int irq, void *data)
{
  struct uio_info *info = data;
  return info->handler ? info->handler(irq, info) : IRQ_NONE;
}
int MODEL(__uio_register_device)(struct module *owner, struct device *parent, struct uio_info *info)
{
  int error = 0;
  if (!parent || !info || !info->name || !info->version)
    return -EINVAL;
  info->uio_dev = NULL;
  error = yogi_error();
  if (error)
    return error;
  info->uio_dev = GIVEN(struct uio_device);
  info->uio_dev->info = info;
  if (info->irq && info->irq != UIO_IRQ_CUSTOM)
    error = yogi_request((unsigned)info->irq, yogi_interrupt_uio, NULL, info);
  if (!error && (!yogi_uio || __VERIFIER_nondet_int())) {
    yogi_uio = info;
    yogi_uio_files = 0;
  }
  return error;
}
int MODEL(__devm_uio_register_device)(struct module *owner, struct device *parent, struct uio_info *info)
{
  yogi_unsupported("a device of uio that goes with its driver");
  return 0;
}
void MODEL(uio_unregister_device)(struct uio_info *info)
{
  if (!info || !info->uio_dev)
    return;
  if (yogi_requested && yogi_handler == yogi_interrupt_uio && yogi_irq_data == info)
    yogi_requested = false;
  WITHDRAW(yogi_uio, info);
}

void __yogi_others_uio_info(struct uio_info *, struct inode *);

static void yogi_use_uio(void)
{
  struct uio_info *info = yogi_uio;
  if (!info)
    return;
  yogi_prepare();
  if (!yogi_uio_files || !__VERIFIER_nondet_int()) {
    if (!info->open || !info->open(info, &yogi_inode))
      yogi_uio_files++;
    return;
  }
  switch (__VERIFIER_nondet_uint()) {
  case 0:
    yogi_uio_files--;
    if (info->release)
      info->release(info, &yogi_inode);
    break;
  case 1: if (info->mmap) info->mmap(info, GIVEN(struct vm_area_struct)); break;
  case 2: if (info->irq && info->irqcontrol) info->irqcontrol(info, __VERIFIER_nondet_int()); break;
  case 3: __yogi_others_uio_info(info, &yogi_inode); break;
  }
}
