#include "driver.h"

NTSTATUS Dispatch(PDEVICE_OBJECT device, PIRP irp)
{
  PDEVICE_OBJECT below = IoAttachDeviceToDeviceStack(device, &lower_device);
  if (!below || irp->Stack->MinorFunction == 2) {
    IoDeleteDevice(device); /* also when it is attached */
    return STATUS_UNSUCCESSFUL;
  }
  return STATUS_SUCCESS;
}
