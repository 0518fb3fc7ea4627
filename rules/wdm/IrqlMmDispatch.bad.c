#include "driver.h"
#define DEVICE_LEVEL 5
void MmFreeContiguousMemory(PVOID memory);
static PVOID buffer;
static int waiting;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KIRQL old = KfRaiseIrql(DEVICE_LEVEL);
  if (irp->Stack->MinorFunction != 3 && !waiting++)
    MmFreeContiguousMemory(buffer);
  KeLowerIrql(old);
  return STATUS_SUCCESS;
}
