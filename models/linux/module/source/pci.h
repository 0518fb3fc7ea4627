// Drivers of PCI devices.
#include <linux/pci.h>

static struct pci_driver *yogi_pci;

int MODEL(__pci_register_driver)(struct pci_driver *driver, struct module *owner, const char *name)
{
  int error = yogi_error();
  if (!error)
    CHOOSE(yogi_pci, driver);
  return error;
}
void MODEL(pci_unregister_driver)(struct pci_driver *driver) { WITHDRAW(yogi_pci, driver); }

static void yogi_use_pci(void)
{
  struct pci_driver *driver = yogi_pci;
  struct pci_dev *device = GIVEN(struct pci_dev);
  const struct pci_device_id *id;
  if (!driver || !driver->probe || !driver->id_table)
    return;
  for (id = driver->id_table; MORE; id++)
    __VERIFIER_assume(id->vendor || id->subvendor || id->class_mask);
  __VERIFIER_assume(id->vendor || id->subvendor || id->class_mask);
  if (driver->probe(device, id))
    return;
  yogi_show_driver(&device->dev, &driver->driver);
  while (MORE) {
    yogi_use_attribute();
    yogi_happen();
    MAY_SLEEP(driver, device);
    MAY_SHUT_DOWN(driver, device);
  }
  if (driver->remove)
    driver->remove(device);
}
