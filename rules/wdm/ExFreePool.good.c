#include "driver.h"

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  PVOID a = ExAllocatePoolWithTag(NonPagedPool, 16, 1), b;
  if (!a)
    return STATUS_UNSUCCESSFUL;
  b = ExAllocatePoolWithTag(NonPagedPool, irp->Stack->MinorFunction, 1);
  if (b)
    ExFreePoolWithTag(b, 1);
  ExFreePoolWithTag(a, 1);
  return STATUS_SUCCESS;
}
