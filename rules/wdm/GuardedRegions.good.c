#include "driver.h"
void KeEnterGuardedRegion(void);
void KeLeaveGuardedRegion(void);
static int count;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  KeEnterGuardedRegion();
  count += irp->Stack->MinorFunction;
  KeLeaveGuardedRegion();
  if (count > 5) {
    KeEnterGuardedRegion();
    count = 0;
    KeLeaveGuardedRegion();
  }
  return STATUS_SUCCESS;
}
