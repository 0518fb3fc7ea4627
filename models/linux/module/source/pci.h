// Drivers of PCI devices, and devices that a module looks for by itself.
#include <linux/pci.h>
void __yogi_others_pci_error_handlers(const struct pci_error_handlers *, struct pci_dev *);
void __yogi_others_pci_driver(struct pci_driver *, struct pci_dev *);

static struct pci_driver *yogi_pci;

int MODEL(__pci_register_driver)(struct pci_driver *driver, struct module *owner, const char *name)
{
  int error = yogi_error();
  if (!error) {
    CHOOSE(yogi_pci, driver);
    driver->driver.groups = driver->groups;
    yogi_add_driver(&driver->driver);
  }
  return error;
}
void MODEL(pci_unregister_driver)(struct pci_driver *driver)
{
  WITHDRAW(yogi_pci, driver);
  yogi_remove_driver(&driver->driver);
}

static struct pci_dev *yogi_pci_device(void)
{
  struct pci_dev *device = GIVEN(struct pci_dev);
  yogi_accompany(&device->dev);
  return device;
}

// What a device has behind an address of its own, as much of it as is asked for.
void __iomem *MODEL(pci_iomap)(struct pci_dev *device, int which, unsigned long most) { return yogi_map(most); }
void __iomem *MODEL(pci_iomap_wc)(struct pci_dev *device, int which, unsigned long most) { return yogi_map(most); }
void __iomem *MODEL(pcim_iomap)(struct pci_dev *device, int which, unsigned long most) { return yogi_map(most); }
void __iomem *MODEL(pci_ioremap_bar)(struct pci_dev *device, int which) { return yogi_map(0); }
void __iomem *MODEL(pci_ioremap_wc_bar)(struct pci_dev *device, int which) { return yogi_map(0); }

// Who looks for a device finds one that was found before, another one, or none.
static struct pci_dev *yogi_found_pci;
static struct pci_dev *yogi_find_pci(struct pci_dev *from)
{
  struct pci_dev *found = yogi_found_pci;
  if (__VERIFIER_nondet_int())
    return NULL;
  if (!found || found == from || __VERIFIER_nondet_int())
    found = yogi_pci_device();
  CHOOSE(yogi_found_pci, found);
  return found;
}
struct pci_dev *MODEL(pci_get_device)(unsigned vendor, unsigned number, struct pci_dev *from)
{
  struct pci_dev *found = yogi_find_pci(from);
  __VERIFIER_assume(!found || (vendor == PCI_ANY_ID || found->vendor == vendor) && (number == PCI_ANY_ID || found->device == number));
  return found;
}
struct pci_dev *MODEL(pci_get_class)(unsigned class, struct pci_dev *from)
{
  struct pci_dev *found = yogi_find_pci(from);
  __VERIFIER_assume(!found || found->class == class);
  return found;
}

// What is read of a device's configuration is anything, also where reading fails.
#define READ_CONFIGURATION(size, type) \
  int MODEL(pci_read_config_##size)(const struct pci_dev *device, int at, type *value) \
  { \
    *value = (type)__VERIFIER_nondet_uint(); \
    return yogi_error(); \
  }
READ_CONFIGURATION(byte, u8)
READ_CONFIGURATION(word, u16)
READ_CONFIGURATION(dword, u32)

// An error of the device: the driver hears of it, and as far as it says that it can go on, is led back to its work.
static void yogi_fail_pci(struct pci_dev *device, const struct pci_error_handlers *ops)
{
  pci_ers_result_t answer;
  if (__VERIFIER_nondet_int()) { // no error: somebody resets the device
    if (ops->reset_prepare)
      ops->reset_prepare(device);
    if (ops->reset_done)
      ops->reset_done(device);
    return;
  }
  if (!ops->error_detected) {
    __yogi_others_pci_error_handlers(ops, device);
    return;
  }
  switch (__VERIFIER_nondet_uint()) {
  case 0: answer = ops->error_detected(device, pci_channel_io_normal); break;
  case 1: answer = ops->error_detected(device, pci_channel_io_frozen); break;
  default: ops->error_detected(device, pci_channel_io_perm_failure); return;
  }
  if (answer == PCI_ERS_RESULT_CAN_RECOVER && ops->mmio_enabled)
    answer = ops->mmio_enabled(device);
  if ((answer == PCI_ERS_RESULT_NEED_RESET || __VERIFIER_nondet_int()) && ops->slot_reset)
    answer = ops->slot_reset(device);
  if (answer != PCI_ERS_RESULT_DISCONNECT && ops->resume && __VERIFIER_nondet_int())
    ops->resume(device);
  __yogi_others_pci_error_handlers(ops, device);
}

static void yogi_use_pci(void)
{
  struct pci_driver *driver = yogi_pci;
  struct pci_dev *device = yogi_pci_device();
  const struct pci_device_id *id;
  if (!driver || !driver->probe)
    return;
  if (driver->id_table) {
    for (id = driver->id_table; MORE; id++)
      __VERIFIER_assume(id->vendor || id->subvendor || id->class_mask);
    __VERIFIER_assume(id->vendor || id->subvendor || id->class_mask);
  } else // the file new_id of the driver names one
    id = GIVEN(struct pci_device_id);
  if (driver->probe(device, id))
    return;
  yogi_show_driver(&device->dev, &driver->driver);
  yogi_show_groups(&device->dev, driver->dev_groups);
  while (MORE) {
    yogi_use_registered();
    MAY_SLEEP(driver, device);
    MAY_SHUT_DOWN(driver, device);
    if (driver->err_handler && __VERIFIER_nondet_int())
      yogi_fail_pci(device, driver->err_handler);
    if (driver->sriov_configure && __VERIFIER_nondet_int())
      driver->sriov_configure(device, (int)(__VERIFIER_nondet_uint() & 0xffff));
    __yogi_others_pci_driver(driver, device);
  }
  if (driver->remove)
    driver->remove(device);
}
