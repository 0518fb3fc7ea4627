#include "driver.h"

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  PVOID a = ExAllocatePoolWithTag(NonPagedPool, 16, 1);
  PVOID b = ExAllocatePoolWithTag(NonPagedPool, 16, 1);
  if (a && b)
    irp->IoStatus.Information = 1;
  ExFreePoolWithTag(a, 1);
  ExFreePoolWithTag(b, 1);
  return STATUS_SUCCESS;
}
