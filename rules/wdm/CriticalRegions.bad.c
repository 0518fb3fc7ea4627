#include "driver.h"
void KeEnterCriticalRegion(void);
void KeLeaveCriticalRegion(void);
static int count;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KeEnterCriticalRegion();
  if (irp->Stack->MinorFunction > 5)
    return STATUS_NOT_SUPPORTED;
  count++;
  KeLeaveCriticalRegion();
  return STATUS_SUCCESS;
}
