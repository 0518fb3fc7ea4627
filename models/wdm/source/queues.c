// Models of cancel-safe queues, of requests that the system builds, and of transfers of direct memory access.
#include "model.h"

NTSTATUS IoCsqInitialize(PIO_CSQ queue, PIO_CSQ_INSERT_IRP insert, PIO_CSQ_REMOVE_IRP remove, PIO_CSQ_PEEK_NEXT_IRP peek, PIO_CSQ_ACQUIRE_LOCK acquire,
  PIO_CSQ_RELEASE_LOCK release, PIO_CSQ_COMPLETE_CANCELED_IRP complete)
{
  queue->Type = IO_TYPE_CSQ;
  queue->CsqInsertIrp = insert;
  queue->CsqRemoveIrp = remove;
  queue->CsqPeekNextIrp = peek;
  queue->CsqAcquireLock = acquire;
  queue->CsqReleaseLock = release;
  queue->CsqCompleteCanceledIrp = complete;
  return STATUS_SUCCESS;
}

// The field for the routine of either kind. It is no cast, after which a call through a pointer of the one type might be
// one of any function of the other.
union insertion {
  PIO_CSQ_INSERT_IRP plain;
  PIO_CSQ_INSERT_IRP_EX extended;
};

NTSTATUS IoCsqInitializeEx(PIO_CSQ queue, PIO_CSQ_INSERT_IRP_EX insert, PIO_CSQ_REMOVE_IRP remove, PIO_CSQ_PEEK_NEXT_IRP peek,
  PIO_CSQ_ACQUIRE_LOCK acquire, PIO_CSQ_RELEASE_LOCK release, PIO_CSQ_COMPLETE_CANCELED_IRP complete)
{
  union insertion to;
  to.extended = insert;
  IoCsqInitialize(queue, to.plain, remove, peek, acquire, release, complete);
  queue->Type = IO_TYPE_CSQ_EX;
  return STATUS_SUCCESS;
}

// DriverContext[3] leads from a request in a queue to the queue, or to its context there.
static PIO_CSQ queue_of(PIRP irp)
{
  PIO_CSQ_IRP_CONTEXT context = irp->Tail.Overlay.DriverContext[3];
  return context->Type == IO_TYPE_CSQ_IRP_CONTEXT ? context->Csq : (PIO_CSQ)context;
}

static void forget_context(PIRP irp)
{
  PIO_CSQ_IRP_CONTEXT context = irp->Tail.Overlay.DriverContext[3];
  if (context->Type == IO_TYPE_CSQ_IRP_CONTEXT)
    context->Irp = NULL;
  irp->Tail.Overlay.DriverContext[3] = NULL;
}

static void cancel_queued(PDEVICE_OBJECT device, PIRP irp)
{
  PIO_CSQ queue = queue_of(irp);
  KIRQL old;
  IoReleaseCancelSpinLock(irp->CancelIrql);
  queue->CsqAcquireLock(queue, &old);
  queue->CsqRemoveIrp(queue, irp);
  forget_context(irp);
  queue->CsqReleaseLock(queue, old);
  queue->CsqCompleteCanceledIrp(queue, irp);
}

NTSTATUS IoCsqInsertIrpEx(PIO_CSQ queue, PIRP irp, PIO_CSQ_IRP_CONTEXT context, PVOID insertion)
{
  NTSTATUS status = STATUS_SUCCESS;
  KIRQL old;
  union insertion insert;
  insert.plain = queue->CsqInsertIrp;
  if (context) {
    context->Type = IO_TYPE_CSQ_IRP_CONTEXT;
    context->Irp = irp;
    context->Csq = queue;
    irp->Tail.Overlay.DriverContext[3] = context;
  } else
    irp->Tail.Overlay.DriverContext[3] = queue;
  queue->CsqAcquireLock(queue, &old);
  if (queue->Type == IO_TYPE_CSQ_EX)
    status = insert.extended(queue, irp, insertion);
  else
    insert.plain(queue, irp);
  if (!NT_SUCCESS(status)) {
    queue->CsqReleaseLock(queue, old);
    return status;
  }
  IoMarkIrpPending(irp);
  IoSetCancelRoutine(irp, cancel_queued);
  if (irp->Cancel && IoSetCancelRoutine(irp, NULL)) {
    queue->CsqRemoveIrp(queue, irp);
    forget_context(irp);
    queue->CsqReleaseLock(queue, old);
    queue->CsqCompleteCanceledIrp(queue, irp);
    return status;
  }
  queue->CsqReleaseLock(queue, old);
  return status;
}

void IoCsqInsertIrp(PIO_CSQ queue, PIRP irp, PIO_CSQ_IRP_CONTEXT context) { IoCsqInsertIrpEx(queue, irp, context, NULL); }

PIRP IoCsqRemoveNextIrp(PIO_CSQ queue, PVOID context)
{
  PIRP irp;
  KIRQL old;
  queue->CsqAcquireLock(queue, &old);
  irp = queue->CsqPeekNextIrp(queue, NULL, context);
  while (irp) {
    if (IoSetCancelRoutine(irp, NULL)) {
      queue->CsqRemoveIrp(queue, irp);
      forget_context(irp);
      break;
    }
    irp = queue->CsqPeekNextIrp(queue, irp, context); // this one is being cancelled
  }
  queue->CsqReleaseLock(queue, old);
  return irp;
}

PIRP IoCsqRemoveIrp(PIO_CSQ queue, PIO_CSQ_IRP_CONTEXT context)
{
  PIRP irp;
  KIRQL old;
  queue->CsqAcquireLock(queue, &old);
  irp = context->Irp;
  if (irp && IoSetCancelRoutine(irp, NULL)) {
    queue->CsqRemoveIrp(queue, irp);
    forget_context(irp);
  } else
    irp = NULL;
  queue->CsqReleaseLock(queue, old);
  return irp;
}

// The system makes a request for a driver that waits for it, and takes it back when it is completed. There is one at a time.
static IRP built;
static IO_STACK_LOCATION built_stack[YOGI_STACK + 1];
static BOOLEAN is_out;

static PIRP build(UCHAR major, PKEVENT event, PIO_STATUS_BLOCK result)
{
  if (__VERIFIER_nondet_int())
    return NULL;
  if (is_out)
    yogi_unsupported("a driver builds a request while it has one");
  is_out = TRUE;
  built.StackCount = YOGI_STACK;
  built.CurrentLocation = YOGI_STACK + 1;
  built.Tail.Overlay.CurrentStackLocation = &built_stack[YOGI_STACK];
  built.UserEvent = event;
  built.UserIosb = result;
  built.IoStatus.Status = STATUS_SUCCESS;
  built_stack[YOGI_STACK - 1].MajorFunction = major;
  built_stack[YOGI_STACK - 1].Control = 0;
  built_stack[YOGI_STACK - 1].CompletionRoutine = NULL;
  return &built;
}

void yogi_finish_built(PIRP irp)
{
  if (irp != &built || !is_out)
    return;
  is_out = FALSE;
  if (irp->UserIosb) {
    irp->UserIosb->Status = irp->IoStatus.Status;
    irp->UserIosb->Information = irp->IoStatus.Information;
  }
  if (irp->UserEvent)
    yogi_signal(irp->UserEvent);
}

PIRP IoBuildDeviceIoControlRequest(ULONG code, PDEVICE_OBJECT device, PVOID in, ULONG size_in, PVOID out, ULONG size_out, BOOLEAN internal,
  PKEVENT event, PIO_STATUS_BLOCK result)
{
  PIRP irp = build(internal ? IRP_MJ_INTERNAL_DEVICE_CONTROL : IRP_MJ_DEVICE_CONTROL, event, result);
  if (!irp)
    return NULL;
  built_stack[YOGI_STACK - 1].Parameters.DeviceIoControl.IoControlCode = code;
  built_stack[YOGI_STACK - 1].Parameters.DeviceIoControl.InputBufferLength = size_in;
  built_stack[YOGI_STACK - 1].Parameters.DeviceIoControl.OutputBufferLength = size_out;
  irp->AssociatedIrp.SystemBuffer = in;
  irp->UserBuffer = out;
  yogi_fill(out, size_out); // which the driver below writes before it completes the request
  return irp;
}

PIRP IoBuildSynchronousFsdRequest(ULONG major, PDEVICE_OBJECT device, PVOID buffer, ULONG length, PLARGE_INTEGER offset, PKEVENT event,
  PIO_STATUS_BLOCK result)
{
  PIRP irp = build((UCHAR)major, event, result);
  if (!irp)
    return NULL;
  if (major == IRP_MJ_READ) {
    built_stack[YOGI_STACK - 1].Parameters.Read.Length = length;
    yogi_fill(buffer, length);
  } else
    built_stack[YOGI_STACK - 1].Parameters.Write.Length = length;
  irp->AssociatedIrp.SystemBuffer = buffer;
  return irp;
}

// One adapter, of which the driver has one channel. What it asked for comes at once, or when it waits.
static DMA_ADAPTER adapter;
static DMA_OPERATIONS operations;
static void (*transfer_done)(PDMA_ADAPTER, PDEVICE_OBJECT, PVOID, DMA_COMPLETION_STATUS);
static PVOID transfer_context;
static PDEVICE_OBJECT transfer_device;

static DMA_COMPLETION_STATUS any_completion(void)
{
  switch (__VERIFIER_nondet_uint()) {
  case 0: return DmaComplete;
  case 1: return DmaAborted;
  case 2: return DmaError;
  default: return DmaCancelled;
  }
}

void yogi_run_transfer(void)
{
  KIRQL old;
  void (*done)(PDMA_ADAPTER, PDEVICE_OBJECT, PVOID, DMA_COMPLETION_STATUS) = transfer_done;
  if (!done)
    return;
  transfer_done = NULL;
  KeRaiseIrql(DISPATCH_LEVEL, &old);
  done(&adapter, transfer_device, transfer_context, any_completion());
  KeLowerIrql(old);
}

static NTSTATUS initialize_context(PDMA_ADAPTER adapter, PVOID context) { return STATUS_SUCCESS; }

static NTSTATUS allocate_channel(PDMA_ADAPTER adapter, PDEVICE_OBJECT device, PVOID context, ULONG registers, ULONG flags, PDRIVER_CONTROL control,
  PVOID argument, PVOID *base)
{
  static int map_registers;
  if (__VERIFIER_nondet_int())
    return STATUS_INSUFFICIENT_RESOURCES;
  transfer_device = device;
  if (base)
    *base = &map_registers;
  if (control)
    control(device, device ? device->CurrentIrp : NULL, &map_registers, argument);
  return STATUS_SUCCESS;
}

static NTSTATUS map_transfer(PDMA_ADAPTER adapter, PMDL mdl, PVOID base, ULONGLONG offset, ULONG device_offset, PULONG length, BOOLEAN write,
  PSCATTER_GATHER_LIST list, ULONG list_length, void (*done)(PDMA_ADAPTER, PDEVICE_OBJECT, PVOID, DMA_COMPLETION_STATUS), PVOID context)
{
  if (__VERIFIER_nondet_int())
    return STATUS_INSUFFICIENT_RESOURCES;
  transfer_done = done;
  transfer_context = context;
  if (__VERIFIER_nondet_int())
    yogi_run_transfer();
  return STATUS_SUCCESS;
}

static NTSTATUS flush(PDMA_ADAPTER adapter, PMDL mdl, PVOID base, ULONGLONG offset, ULONG length, BOOLEAN write) { return STATUS_SUCCESS; }

static void free_channel(PDMA_ADAPTER adapter) { }

static void put_adapter(PDMA_ADAPTER adapter) { }

PDMA_ADAPTER IoGetDmaAdapter(PDEVICE_OBJECT device, PDEVICE_DESCRIPTION description, PULONG registers)
{
  if (__VERIFIER_nondet_int())
    return NULL;
  operations.PutDmaAdapter = put_adapter;
  operations.FreeAdapterChannel = free_channel;
  operations.InitializeDmaTransferContext = initialize_context;
  operations.AllocateAdapterChannelEx = allocate_channel;
  operations.MapTransferEx = map_transfer;
  operations.FlushAdapterBuffersEx = flush;
  adapter.DmaOperations = &operations;
  *registers = __VERIFIER_nondet_uint();
  return &adapter;
}
