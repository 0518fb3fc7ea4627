// Drivers that a module registers, and the devices that they are given.
#ifdef YOGI_ACPI
#include <linux/acpi.h>
#endif

// A device may have a companion: what ACPI knows of it.
static void yogi_accompany(struct device *device)
{
#ifdef YOGI_ACPI
  if (__VERIFIER_nondet_int()) {
    struct acpi_device *companion = GIVEN(struct acpi_device);
    companion->fwnode.ops = &acpi_device_fwnode_ops;
    device->fwnode = &companion->fwnode;
  } else {
    device->fwnode = __VERIFIER_nondet_int() ? GIVEN(struct fwnode_handle) : NULL;
  }
#endif
}
#ifdef YOGI_ACPI
bool MODEL(is_acpi_device_node)(const struct fwnode_handle *node) { return !IS_ERR_OR_NULL(node) && node->ops == &acpi_device_fwnode_ops; }
#endif

// A device below which others stand.
struct device *MODEL(__root_device_register)(const char *name, struct module *owner)
{
  int error = yogi_error();
  return error ? ERR_PTR(error) : GIVEN(struct device);
}
void MODEL(root_device_unregister)(struct device *root) { }

static struct platform_driver *yogi_platform;
static struct notifier_block *yogi_power;

int MODEL(__platform_driver_register)(struct platform_driver *driver, struct module *owner)
{
  int error = yogi_error();
  if (!error) {
    CHOOSE(yogi_platform, driver);
    yogi_add_driver(&driver->driver);
  }
  return error;
}
void MODEL(platform_driver_unregister)(struct platform_driver *driver)
{
  WITHDRAW(yogi_platform, driver);
  yogi_remove_driver(&driver->driver);
}

int MODEL(register_pm_notifier)(struct notifier_block *block)
{
  CHOOSE(yogi_power, block);
  return 0;
}
int MODEL(unregister_pm_notifier)(struct notifier_block *block)
{
  WITHDRAW(yogi_power, block);
  return 0;
}

// A device goes to sleep by one of these, and wakes by the other.
static void yogi_sleep(struct device *device, int (*down)(struct device *), int (*up)(struct device *))
{
  if ((!down || !down(device)) && up)
    up(device);
}
// The system goes to sleep in three steps, of which each may fail, and wakes by the reverse of those that were done.
#define SLEEP(down, up, down_late, up_early, down_noirq, up_noirq) do { \
  if (ops->down && ops->down(device)) \
    break; \
  if (__VERIFIER_nondet_int() && (!ops->down_late || !ops->down_late(device))) { \
    if (__VERIFIER_nondet_int()) \
      yogi_sleep(device, ops->down_noirq, ops->up_noirq); \
    if (ops->up_early) \
      ops->up_early(device); \
  } \
  if (ops->up) \
    ops->up(device); \
} while (0)
static void yogi_sleep_as(struct device *device, const struct dev_pm_ops *ops)
{
  if (!ops)
    return;
  if (__VERIFIER_nondet_int()) {
    if (ops->runtime_idle && __VERIFIER_nondet_int())
      ops->runtime_idle(device);
    else
      yogi_sleep(device, ops->runtime_suspend, ops->runtime_resume);
    return;
  }
  if (ops->prepare && ops->prepare(device) < 0)
    return;
  switch (__VERIFIER_nondet_uint()) {
  case 0: SLEEP(suspend, resume, suspend_late, resume_early, suspend_noirq, resume_noirq); break;
  case 1: SLEEP(freeze, thaw, freeze_late, thaw_early, freeze_noirq, thaw_noirq); break;
  case 2: SLEEP(poweroff, restore, poweroff_late, restore_early, poweroff_noirq, restore_noirq); break;
  }
  if (ops->complete)
    ops->complete(device);
}

// What the system may do with a device that a driver has: let it sleep and wake it, or switch the machine off. Files
// are used, and what comes by itself goes on, until the machine stops: no device is probed or removed any more.
#define MAY_SLEEP(driver, device) do { \
  switch (__VERIFIER_nondet_uint()) { \
  case 0: \
    if ((!(driver)->suspend || !(driver)->suspend(device, PMSG_SUSPEND)) && (driver)->resume) \
      (driver)->resume(device); \
    break; \
  case 1: yogi_sleep_as(&(device)->dev, (driver)->driver.pm); break; \
  } \
} while (0)
#define MAY_SHUT_DOWN(driver, device) do { \
  if ((driver)->shutdown && __VERIFIER_nondet_int()) { \
    (driver)->shutdown(device); \
    yogi_off = true; \
    return; \
  } \
} while (0)
static bool yogi_off; // the machine is being switched off

void __yogi_call_remove_new(struct platform_driver *, struct platform_device *);
void __yogi_others_platform_driver(struct platform_driver *, struct platform_device *);

static void yogi_use_platform(void)
{
  struct platform_driver *driver = yogi_platform;
  struct platform_device *device;
  if (!driver)
    return;
  device = GIVEN(struct platform_device);
  yogi_accompany(&device->dev);
  if (driver->probe && driver->probe(device))
    return;
  yogi_show_driver(&device->dev, &driver->driver);
  while (MORE) {
    yogi_use_registered();
    MAY_SLEEP(driver, device);
    MAY_SHUT_DOWN(driver, device);
    __yogi_others_platform_driver(driver, device);
  }
  if (driver->remove)
    driver->remove(device);
  __yogi_call_remove_new(driver, device);
}

static void yogi_change_power(void)
{
  struct notifier_block *block = yogi_power;
  if (!block)
    return;
  switch (__VERIFIER_nondet_uint()) {
  case 0: block->notifier_call(block, PM_HIBERNATION_PREPARE, NULL); break;
  case 1: block->notifier_call(block, PM_POST_HIBERNATION, NULL); break;
  case 2: block->notifier_call(block, PM_SUSPEND_PREPARE, NULL); break;
  case 3: block->notifier_call(block, PM_POST_SUSPEND, NULL); break;
  case 4: block->notifier_call(block, PM_RESTORE_PREPARE, NULL); break;
  case 5: block->notifier_call(block, PM_POST_RESTORE, NULL); break;
  }
}
