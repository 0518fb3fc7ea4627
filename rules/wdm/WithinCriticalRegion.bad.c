#include "driver.h"
void KeEnterCriticalRegion(void);
void KeLeaveCriticalRegion(void);
BOOLEAN ExAcquireResourceSharedLite(PVOID resource, BOOLEAN wait);
void ExReleaseResourceLite(PVOID resource);
static long long names;
static int count;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KeEnterCriticalRegion();
  if (!ExAcquireResourceSharedLite(&names, 1)) {
    KeLeaveCriticalRegion();
    return STATUS_UNSUCCESSFUL;
  }
  count += irp->Stack->MinorFunction;
  KeLeaveCriticalRegion(); /* too early */
  ExReleaseResourceLite(&names);
  return STATUS_SUCCESS;
}
