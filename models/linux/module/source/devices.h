// Drivers that a module registers, and the devices that they are given.
static struct platform_driver *yogi_platform;
static struct platform_device yogi_platform_device;
static struct pci_driver *yogi_pci;
static struct pci_dev yogi_pci_device;
static struct notifier_block *yogi_power;

int MODEL(__platform_driver_register)(struct platform_driver *driver, struct module *owner)
{
  int error = yogi_error();
  if (!error)
    CHOOSE(yogi_platform, driver);
  return error;
}
void MODEL(platform_driver_unregister)(struct platform_driver *driver) { WITHDRAW(yogi_platform, driver); }

int MODEL(__pci_register_driver)(struct pci_driver *driver, struct module *owner, const char *name)
{
  int error = yogi_error();
  if (!error)
    CHOOSE(yogi_pci, driver);
  return error;
}
void MODEL(pci_unregister_driver)(struct pci_driver *driver) { WITHDRAW(yogi_pci, driver); }

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

static void yogi_use_platform(void)
{
  struct platform_driver *driver = yogi_platform;
  if (!driver || !driver->probe || driver->probe(&yogi_platform_device))
    return;
  while (__VERIFIER_nondet_int()) {
    yogi_happen();
    if (driver->suspend && driver->resume && __VERIFIER_nondet_int() && !driver->suspend(&yogi_platform_device, PMSG_SUSPEND))
      driver->resume(&yogi_platform_device);
  }
  if (driver->remove)
    driver->remove(&yogi_platform_device);
}

static void yogi_use_pci(void)
{
  struct pci_driver *driver = yogi_pci;
  const struct pci_device_id *id;
  if (!driver || !driver->probe)
    return;
  id = driver->id_table;
  if (!id)
    return;
  while (__VERIFIER_nondet_int())
    id++;
  __VERIFIER_assume(id->vendor || id->subvendor || id->class_mask);
  yogi_pci_device.vendor = __VERIFIER_nondet_uint();
  yogi_pci_device.device = __VERIFIER_nondet_uint();
  if (driver->probe(&yogi_pci_device, id))
    return;
  while (__VERIFIER_nondet_int()) {
    yogi_happen();
    if (driver->suspend && driver->resume && __VERIFIER_nondet_int() && !driver->suspend(&yogi_pci_device, PMSG_SUSPEND))
      driver->resume(&yogi_pci_device);
  }
  if (driver->remove)
    driver->remove(&yogi_pci_device);
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
