#include "driver.h"
PIRP IoBuildDeviceIoControlRequest(ULONG, PDEVICE_OBJECT, PVOID, ULONG, PVOID, ULONG, BOOLEAN, PKEVENT, PVOID);
void KeInitializeEvent(PKEVENT, int, BOOLEAN);
static KEVENT event;
static IO_STATUS_BLOCK result;
static KEVENT other;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  PIRP built;
  KeInitializeEvent(&event, 0, 0);
  built = IoBuildDeviceIoControlRequest(4, &lower_device, 0, 0, 0, 0, 0, &event, &result);
  if (!built)
    return STATUS_UNSUCCESSFUL;
  KeSetEvent(&other, 0, 0);
  if (IoCallDriver(&lower_device, built) == STATUS_PENDING)
    KeWaitForSingleObject(&event, 0, 0, 0, 0);
  return result.Status;
}
