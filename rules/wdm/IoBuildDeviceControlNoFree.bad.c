#include "driver.h"
PIRP IoBuildDeviceIoControlRequest(ULONG, PDEVICE_OBJECT, PVOID, ULONG, PVOID, ULONG, BOOLEAN, PKEVENT, PVOID);
void KeInitializeEvent(PKEVENT, int, BOOLEAN);
static KEVENT event;
static IO_STATUS_BLOCK result;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  PIRP built;
  NTSTATUS status;
  KeInitializeEvent(&event, 0, 0);
  built = IoBuildDeviceIoControlRequest(4, &lower_device, 0, 0, 0, 0, 0, &event, &result);
  if (!built)
    return STATUS_UNSUCCESSFUL;
  status = IoCallDriver(&lower_device, built);
  if (status != STATUS_PENDING)
    IoFreeIrp(built);
  return status;
}
