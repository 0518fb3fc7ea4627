#include "driver.h"
BOOLEAN ExAcquireResourceExclusiveLite(PVOID resource, BOOLEAN wait);
void ExReleaseResourceLite(PVOID resource);
static long long names;
static int count;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  BOOLEAN wait = irp->Stack->MinorFunction == 1;
  if (ExAcquireResourceExclusiveLite(&names, wait))
    count++;
  ExReleaseResourceLite(&names); /* also where it was not acquired */
  return STATUS_SUCCESS;
}
