#include "driver.h"
static PIRP queue;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  if (irp->Stack->MajorFunction == 3) {
    queue = irp;
    return STATUS_PENDING; /* nobody marked it */
  }
  IoCompleteRequest(irp, 0);
  return STATUS_SUCCESS;
}
