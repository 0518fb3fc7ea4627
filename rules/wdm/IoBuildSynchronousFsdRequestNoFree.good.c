#include "driver.h"
PIRP IoBuildSynchronousFsdRequest(ULONG, PDEVICE_OBJECT, PVOID, ULONG, PLARGE_INTEGER, PKEVENT, PVOID);
void KeInitializeEvent(PKEVENT, int, BOOLEAN);
static KEVENT event;
static IO_STATUS_BLOCK result;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  PIRP built, own = IoAllocateIrp(1, 0);
  if (own)
    IoFreeIrp(own);
  KeInitializeEvent(&event, 0, 0);
  built = IoBuildSynchronousFsdRequest(9, &lower_device, 0, 0, 0, &event, &result);
  return built ? IoCallDriver(&lower_device, built) : STATUS_UNSUCCESSFUL;
}
