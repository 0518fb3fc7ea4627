// Video devices.
#include <media/v4l2-dev.h>
#include <media/v4l2-device.h>
#include <media/v4l2-fh.h>
#include <media/v4l2-ioctl.h>
#ifdef YOGI_CONTROLS
#include "controls.h"
#endif

static struct video_device *yogi_video;

int MODEL(__video_register_device)(struct video_device *device, enum vfl_devnode_type type, int number, int warn, struct module *owner)
{
  int error = yogi_error();
  if (!device->ctrl_handler && device->v4l2_dev)
    device->ctrl_handler = device->v4l2_dev->ctrl_handler;
  if (!error)
    CHOOSE(yogi_video, device);
  return error;
}
void MODEL(video_unregister_device)(struct video_device *device) { WITHDRAW(yogi_video, device); }
struct video_device *MODEL(video_devdata)(struct file *file) { return yogi_video; }

// What a driver has for all devices of one piece of hardware. Nothing of a sub-device is modelled, which alone would notify it.
int MODEL(v4l2_device_register)(struct device *device, struct v4l2_device *all)
{
  INIT_LIST_HEAD(&all->subdevs);
  spin_lock_init(&all->lock);
  v4l2_prio_init(&all->prio);
  kref_init(&all->ref);
  all->dev = device;
  if (!device)
    return all->name[0] ? 0 : -EINVAL;
  if (!dev_get_drvdata(device))
    dev_set_drvdata(device, all);
  return 0;
}
void MODEL(v4l2_device_unregister)(struct v4l2_device *all)
{
  if (all && all->release && __VERIFIER_nondet_int())
    all->release(all);
}

// What is kept for each file that is open.
void MODEL(v4l2_fh_init)(struct v4l2_fh *handle, struct video_device *device)
{
  handle->vdev = device;
  handle->ctrl_handler = device->ctrl_handler;
  INIT_LIST_HEAD(&handle->list);
  INIT_LIST_HEAD(&handle->available);
  INIT_LIST_HEAD(&handle->subscribed);
}
int MODEL(v4l2_fh_open)(struct file *file)
{
  struct v4l2_fh *handle = yogi_cleared(sizeof *handle);
  file->private_data = handle;
  if (!handle)
    return -ENOMEM;
  MODEL(v4l2_fh_init)(handle, yogi_video);
  return 0;
}
int MODEL(v4l2_fh_release)(struct file *file)
{
  file->private_data = NULL;
  return 0;
}

void __yogi_others_v4l2_ioctl_ops(const struct v4l2_ioctl_ops *, struct file *);
void __yogi_others_v4l2_file_operations(const struct v4l2_file_operations *, struct file *);

// A request is taken apart by the core, which calls the routine for it. Where the device has controls, those are asked.
static void yogi_control_video(struct video_device *device, const struct v4l2_ioctl_ops *ops, void *handle)
{
  unsigned number = __VERIFIER_nondet_uint();
  bool controls = device->ctrl_handler != NULL;
  switch (__VERIFIER_nondet_uint()) {
  case 0: if (ops->vidioc_querycap) ops->vidioc_querycap(&yogi_file, handle, GIVEN(struct v4l2_capability)); break;
  case 1: if (ops->vidioc_enum_framesizes) ops->vidioc_enum_framesizes(&yogi_file, handle, GIVEN(struct v4l2_frmsizeenum)); break;
  case 2: if (ops->vidioc_enum_frameintervals) ops->vidioc_enum_frameintervals(&yogi_file, handle, GIVEN(struct v4l2_frmivalenum)); break;
  case 3: if (!controls && ops->vidioc_queryctrl) ops->vidioc_queryctrl(&yogi_file, handle, GIVEN(struct v4l2_queryctrl)); break;
  case 4: if (!controls && ops->vidioc_g_ctrl) ops->vidioc_g_ctrl(&yogi_file, handle, GIVEN(struct v4l2_control)); break;
  case 5: if (!controls && ops->vidioc_s_ctrl) ops->vidioc_s_ctrl(&yogi_file, handle, GIVEN(struct v4l2_control)); break;
  case 6: if (ops->vidioc_enum_output) ops->vidioc_enum_output(&yogi_file, handle, GIVEN(struct v4l2_output)); break;
  case 7: if (ops->vidioc_enum_input) ops->vidioc_enum_input(&yogi_file, handle, GIVEN(struct v4l2_input)); break;
  case 8: if (ops->vidioc_enum_fmt_vid_cap) ops->vidioc_enum_fmt_vid_cap(&yogi_file, handle, GIVEN(struct v4l2_fmtdesc)); break;
  case 9: if (ops->vidioc_g_fmt_vid_cap) ops->vidioc_g_fmt_vid_cap(&yogi_file, handle, GIVEN(struct v4l2_format)); break;
  case 10: if (ops->vidioc_s_fmt_vid_cap) ops->vidioc_s_fmt_vid_cap(&yogi_file, handle, GIVEN(struct v4l2_format)); break;
  case 11: if (ops->vidioc_try_fmt_vid_cap) ops->vidioc_try_fmt_vid_cap(&yogi_file, handle, GIVEN(struct v4l2_format)); break;
  case 12: if (ops->vidioc_enum_fmt_vid_out) ops->vidioc_enum_fmt_vid_out(&yogi_file, handle, GIVEN(struct v4l2_fmtdesc)); break;
  case 13: if (ops->vidioc_g_fmt_vid_out) ops->vidioc_g_fmt_vid_out(&yogi_file, handle, GIVEN(struct v4l2_format)); break;
  case 14: if (ops->vidioc_s_fmt_vid_out) ops->vidioc_s_fmt_vid_out(&yogi_file, handle, GIVEN(struct v4l2_format)); break;
  case 15: if (ops->vidioc_try_fmt_vid_out) ops->vidioc_try_fmt_vid_out(&yogi_file, handle, GIVEN(struct v4l2_format)); break;
  case 16: if (ops->vidioc_g_parm) ops->vidioc_g_parm(&yogi_file, handle, GIVEN(struct v4l2_streamparm)); break;
  case 17: if (ops->vidioc_s_parm) ops->vidioc_s_parm(&yogi_file, handle, GIVEN(struct v4l2_streamparm)); break;
  case 18: if (ops->vidioc_reqbufs) ops->vidioc_reqbufs(&yogi_file, handle, GIVEN(struct v4l2_requestbuffers)); break;
  case 19: if (ops->vidioc_querybuf) ops->vidioc_querybuf(&yogi_file, handle, GIVEN(struct v4l2_buffer)); break;
  case 20: if (ops->vidioc_qbuf) ops->vidioc_qbuf(&yogi_file, handle, GIVEN(struct v4l2_buffer)); break;
  case 21: if (ops->vidioc_dqbuf) ops->vidioc_dqbuf(&yogi_file, handle, GIVEN(struct v4l2_buffer)); break;
  case 22: if (ops->vidioc_prepare_buf) ops->vidioc_prepare_buf(&yogi_file, handle, GIVEN(struct v4l2_buffer)); break;
  case 23: if (ops->vidioc_g_output) ops->vidioc_g_output(&yogi_file, handle, &number); break;
  case 24: if (ops->vidioc_g_input) ops->vidioc_g_input(&yogi_file, handle, &number); break;
  case 25: if (ops->vidioc_s_output) ops->vidioc_s_output(&yogi_file, handle, number); break;
  case 26: if (ops->vidioc_s_input) ops->vidioc_s_input(&yogi_file, handle, number); break;
  case 27: if (ops->vidioc_streamon) ops->vidioc_streamon(&yogi_file, handle, __VERIFIER_nondet_uint()); break;
  case 29: __yogi_others_v4l2_ioctl_ops(ops, &yogi_file); break;
  case 28: if (ops->vidioc_streamoff) ops->vidioc_streamoff(&yogi_file, handle, __VERIFIER_nondet_uint()); break;
  }
}

static void yogi_use_open_video(struct video_device *device, const struct v4l2_file_operations *ops)
{
  loff_t at = (loff_t)__VERIFIER_nondet_ulong();
  size_t n = __VERIFIER_nondet_ulong();
  __VERIFIER_assume(at >= 0 && n <= sizeof yogi_user_memory);
  switch (__VERIFIER_nondet_uint()) {
  case 0: if (ops->read) ops->read(&yogi_file, yogi_user_memory, n, &at); break;
  case 1: if (ops->write) ops->write(&yogi_file, yogi_user_memory, n, &at); break;
  case 2: if (ops->poll) ops->poll(&yogi_file, NULL); break;
  case 3: if (ops->mmap) ops->mmap(&yogi_file, GIVEN(struct vm_area_struct)); break;
  case 4: if (device->ioctl_ops) yogi_control_video(device, device->ioctl_ops, yogi_file.private_data); break;
  case 5: __yogi_others_v4l2_file_operations(ops, &yogi_file); break;
#ifdef YOGI_CONTROLS
  case 6: if (device->ctrl_handler) yogi_use_control(); break;
#endif
  default: yogi_happen();
  }
}

static void yogi_use_video(void)
{
  struct video_device *device = yogi_video;
  const struct v4l2_file_operations *ops;
  if (!device || !device->fops)
    return;
  ops = device->fops;
  yogi_prepare();
  if (ops->open && ops->open(&yogi_file))
    return;
  while (MORE)
    yogi_use_open_video(device, ops);
  if (ops->release)
    ops->release(&yogi_file);
}
