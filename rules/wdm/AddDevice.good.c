#include "driver.h"
static DEVICE_OBJECT *made, *below;

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  NTSTATUS status = IoCreateDevice(0, 8, 0, 0, 0, 0, &made);
  if (!NT_SUCCESS(status))
    return status;
  below = IoAttachDeviceToDeviceStack(made, device);
  return STATUS_SUCCESS;
}
