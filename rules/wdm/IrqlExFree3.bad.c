#include "driver.h"
#define DEVICE_LEVEL 5
static PVOID buffer;
static int waiting;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old = KfRaiseIrql(DEVICE_LEVEL);
  if (irp->Stack->MinorFunction != 3 && !waiting++)
    ExFreePoolWithTag(buffer, 1);
  KeLowerIrql(old);
  return STATUS_SUCCESS;
}
