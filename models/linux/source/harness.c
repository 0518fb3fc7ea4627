// The kernel around a module: it loads the module, lets happen what the module asked for, and unloads it. A device is there and
// goes, a file is opened, used and closed; interrupts, timers, work and completed requests come between these, and each may not
// come at all.
#include "kernel.h"

int yogi_module_init(void);
__attribute__((weak)) void yogi_module_exit(void) { }

static struct inode the_inode;
static struct file the_file;
static struct usb_device the_usb_device;
static struct usb_interface the_interface;
static struct usb_device_id the_id;
static struct platform_device the_device;
static char the_user_memory[64];

static void use_file(void)
{
  loff_t at = 0;
  size_t n = __VERIFIER_nondet_uint() % sizeof the_user_memory;
  switch (__VERIFIER_nondet_uint()) {
  case 0:
    if (yogi_misc->fops->read)
      yogi_misc->fops->read(&the_file, the_user_memory, n, &at);
    break;
  case 1:
    if (yogi_misc->fops->write)
      yogi_misc->fops->write(&the_file, the_user_memory, n, &at);
    break;
  case 2:
    if (yogi_misc->fops->unlocked_ioctl)
      yogi_misc->fops->unlocked_ioctl(&the_file, __VERIFIER_nondet_uint(), (unsigned long)the_user_memory);
    break;
  case 3:
    if (yogi_misc->fops->unlocked_ioctl)
      yogi_misc->fops->unlocked_ioctl(&the_file, __VERIFIER_nondet_uint(), __VERIFIER_nondet_uint());
    break;
  }
}

static void file(void)
{
  if (yogi_misc->fops->open && yogi_misc->fops->open(&the_inode, &the_file) != 0)
    return;
  use_file();
  yogi_happen();
  use_file();
  if (yogi_misc->fops->release)
    yogi_misc->fops->release(&the_inode, &the_file);
}

static void usb_device(void)
{
  the_interface.yogi_device = &the_usb_device;
  if (yogi_usb->probe(&the_interface, &the_id) != 0)
    return;
  yogi_happen();
  yogi_happen();
  yogi_usb->disconnect(&the_interface);
}

static void platform_device(void)
{
  if (yogi_platform->probe(&the_device) != 0)
    return;
  yogi_happen();
  if (yogi_platform->suspend && yogi_platform->resume && __VERIFIER_nondet_int())
    if (yogi_platform->suspend(&the_device) == 0)
      yogi_platform->resume(&the_device);
  yogi_happen();
  if (yogi_platform->remove)
    yogi_platform->remove(&the_device);
}

int main(void)
{
  if (yogi_module_init() != 0)
    return 1;
  yogi_happen();
  if (yogi_platform && __VERIFIER_nondet_int())
    platform_device();
  if (yogi_usb && __VERIFIER_nondet_int())
    usb_device();
  if (yogi_has_misc && __VERIFIER_nondet_int())
    file();
  yogi_happen();
  yogi_module_exit();
  return 0;
}
