// The kernel around a module: it loads the module, uses what the module registered, any number of times and in any order, and
// unloads the module. Interrupts, timers, work and threads come between these, and where the module sleeps.
#include "model.h"
#include "locks.h"
#include "memory.h"
#include "text.h"
#include "parameters.h"
#include "bits.h"
#include "lists.h"
#include "threads.h"
#include "events.h"
#include "files.h"
#include "sysfs.h"
#include "devices.h"
#ifdef YOGI_CACHES
#include "caches.h"
#endif
#ifdef YOGI_CLASSES
#include "classes.h"
#endif
#ifdef YOGI_PCI
#include "pci.h"
#endif
#ifdef YOGI_HID
#include "hid.h"
#endif
#ifdef YOGI_MAPPER
#include "mapper.h"
#endif
#ifdef YOGI_SERIAL
#include "serial.h"
#endif
#ifdef YOGI_I2C
#include "i2c.h"
#endif
#ifdef YOGI_BLOCK
#include "block.h"
#endif
#ifdef YOGI_INPUT
#include "input.h"
#endif
#ifdef YOGI_VIDEO
#include "video.h"
#endif
#ifdef YOGI_NET
#include "net.h"
#endif
#ifdef YOGI_CONNTRACK
#include "conntrack.h"
#endif
#ifdef YOGI_PPS
#include "pps.h"
#endif
#ifdef YOGI_CRYPTO
#include "crypto.h"
#endif
#ifdef YOGI_USB
#include "usb.h"
#endif
#ifdef YOGI_ACPI
#include "acpi.h"
#endif
#ifdef YOGI_UIO
#include "uio.h"
#endif
#ifdef YOGI_BUS
#include "bus.h"
#endif

__attribute__((weak)) void cleanup_module(void) { }
__attribute__((weak)) int init_module(void) { yogi_unchecked("a module without module_init or init_module"); return 0; }

// What is there beside the devices of drivers, whoever registered it: a driver may when it is given a device.
static void yogi_use_registered(void)
{
  switch (__VERIFIER_nondet_uint()) {
  case 0: yogi_use_file(); break;
  case 1: yogi_use_proc(); break;
  case 2: yogi_use_attribute(); break;
#ifdef YOGI_MAPPER
  case 3: yogi_use_mapper(); break;
#endif
#ifdef YOGI_SERIAL
  case 4: yogi_use_serial(); break;
#endif
#ifdef YOGI_BLOCK
  case 5: yogi_use_block(); break;
#endif
#ifdef YOGI_INPUT
  case 6: yogi_use_input(); break;
#endif
#ifdef YOGI_VIDEO
  case 7: yogi_use_video(); break;
#endif
#ifdef YOGI_NET
  case 8: yogi_use_network(); break;
#endif
#ifdef YOGI_CLASSES
  case 9: yogi_use_class(); break;
#endif
#ifdef YOGI_CONNTRACK
  case 10: yogi_use_helper(); break;
#endif
  case 11: yogi_change_power(); break;
#ifdef YOGI_UIO
  case 12: yogi_use_uio(); break;
#endif
#ifdef YOGI_BUS
  case 13: yogi_use_bus(); break;
#endif
  default: yogi_happen();
  }
}

static void yogi_use(void)
{
  switch (__VERIFIER_nondet_uint()) {
  case 0: if (!yogi_off) yogi_use_platform(); break;
#ifdef YOGI_PCI
  case 1: if (!yogi_off) yogi_use_pci(); break;
#endif
#ifdef YOGI_HID
  case 2: if (!yogi_off) yogi_use_hid(); break;
#endif
#ifdef YOGI_I2C
  case 3: if (!yogi_off) yogi_use_i2c(); break;
#endif
#ifdef YOGI_USB
  case 4: if (!yogi_off) yogi_use_usb(); break;
#endif
#ifdef YOGI_ACPI
  case 5: if (!yogi_off) yogi_use_acpi(); break;
#endif
  default: yogi_use_registered();
  }
}

int main(void)
{
  int error;
  yogi_task_object = GIVEN(struct task_struct);
  yogi_inode_object = GIVEN(struct inode);
  yogi_file_object = GIVEN(struct file);
  yogi_dentry_object = GIVEN(struct dentry);
  yogi_seq_object = GIVEN(struct seq_file);
#ifdef YOGI_NET
  yogi_namespace_object = GIVEN(struct net);
#endif
  __yogi_each___param();
  error = yogi_refused ? -EINVAL : init_module();
  if (!error) {
    yogi_loaded = true;
    while (MORE)
      yogi_use();
    __VERIFIER_assume(!yogi_off);
    cleanup_module();
  }
  yogi_unloaded = true;
  __yogi_each___param();
  return error;
}
