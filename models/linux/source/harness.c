// The kernel around a module: it loads the module, lets happen what the module asked for, and unloads it. A device is there and
// goes, a file is opened, used and closed; interrupts, timers, work and completed requests come between these, and each may not
// come at all.
#include "kernel.h"

// A module without module_init and module_exit may define the functions by the names that the kernel looks for.
__attribute__((weak)) int init_module(void) { yogi_unchecked("a module without module_init or init_module"); return 0; }
__attribute__((weak)) void cleanup_module(void) { }
__attribute__((weak)) int yogi_module_init(void) { return init_module(); }
__attribute__((weak)) void yogi_module_exit(void) { cleanup_module(); }

static struct inode the_inode;
static struct file the_file;
static struct usb_device the_usb_device;
static struct usb_interface the_interface;
static struct usb_device_id the_id;
static struct platform_device the_device;
static char the_user_memory[64]; // stands for as much as is asked for: nothing but the models looks there

// A use moves at most as much as the kernel lets one move, at any place of the file.
static void use_file(void)
{
  loff_t at = (loff_t)__VERIFIER_nondet_ulong();
  size_t n = __VERIFIER_nondet_uint();
  __VERIFIER_assume(at >= 0 && n <= MAX_RW_COUNT);
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

// The file leads to its miscellaneous device until the module puts something else there, which is left out for modules that do
// so before they look.
static void file(void)
{
  the_inode.i_rdev = __VERIFIER_nondet_uint();
  the_file.f_flags = __VERIFIER_nondet_uint();
#ifdef YOGI_FILE_LEADS_TO_DEVICE
  the_file.private_data = yogi_misc;
#endif
  if (yogi_misc->fops->open && yogi_misc->fops->open(&the_inode, &the_file) != 0)
    return;
  use_file();
  yogi_happen();
  use_file();
  if (yogi_misc->fops->release)
    yogi_misc->fops->release(&the_inode, &the_file);
}

// The device is one of those that the driver names, or any if it names none.
static void usb_device(void)
{
  const struct usb_device_id *id = yogi_usb->id_table;
  if (!id) {
    the_id.idVendor = (u16)__VERIFIER_nondet_uint();
    the_id.idProduct = (u16)__VERIFIER_nondet_uint();
    id = &the_id;
  } else {
    while (__VERIFIER_nondet_int() && (id->idVendor || id->idProduct))
      id++;
    if (!id->idVendor && !id->idProduct)
      return;
  }
  the_interface.yogi_device = &the_usb_device;
  if (yogi_usb->probe(&the_interface, id) != 0)
    return;
  yogi_happen();
  yogi_happen();
  yogi_usb->disconnect(&the_interface);
}

static void platform_device(void)
{
  if (yogi_platform->probe && yogi_platform->probe(&the_device) != 0)
    return;
  yogi_happen();
  if (__VERIFIER_nondet_int() && (!yogi_platform->suspend || yogi_platform->suspend(&the_device) == 0) && yogi_platform->resume)
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
