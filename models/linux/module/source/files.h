// What a module shows as files: devices, entries below /proc and attributes.
static const struct file_operations *yogi_fops;
static const struct proc_ops *yogi_proc;
static void *yogi_proc_data; // what the module says belongs to the entry
static struct cdev *yogi_cdev;
static struct miscdevice *yogi_misc;
KERNEL_OBJECT(struct inode, yogi_inode);
#define yogi_inode (*yogi_inode_object)
KERNEL_OBJECT(struct file, yogi_file);
#define yogi_file (*yogi_file_object)
KERNEL_OBJECT(struct dentry, yogi_dentry);
#define yogi_dentry (*yogi_dentry_object)
KERNEL_OBJECT(struct seq_file, yogi_seq);
#define yogi_seq (*yogi_seq_object)
static int (*yogi_show)(struct seq_file *, void *);
static const struct seq_operations *yogi_sequence;
static char yogi_user_memory[64]; // stands for as much as is asked for: nothing but the models looks there
static int yogi_proc_entry;
#define YOGI_ENTRY ((struct proc_dir_entry *)&yogi_proc_entry)

struct proc_dir_entry *MODEL(proc_create_data)(const char *name, umode_t mode, struct proc_dir_entry *parent, const struct proc_ops *ops, void *data)
{
  if (__VERIFIER_nondet_int())
    return NULL;
  if (!yogi_proc || __VERIFIER_nondet_int()) {
    yogi_proc = ops;
    yogi_proc_data = data;
  }
  return YOGI_ENTRY;
}
struct proc_dir_entry *MODEL(proc_create)(const char *name, umode_t mode, struct proc_dir_entry *parent, const struct proc_ops *ops)
{
  return MODEL(proc_create_data)(name, mode, parent, ops, NULL);
}
// Which entry a name means is not known, so all of them are gone: what is left open is used no more.
void MODEL(remove_proc_entry)(const char *name, struct proc_dir_entry *parent) { yogi_proc = NULL; }
void MODEL(proc_remove)(struct proc_dir_entry *entry) { yogi_proc = NULL; }

int MODEL(single_open)(struct file *file, int (*show)(struct seq_file *, void *), void *data)
{
  if (__VERIFIER_nondet_int())
    return -ENOMEM;
  yogi_show = show;
  yogi_sequence = NULL;
  yogi_seq.private = data;
  yogi_seq.file = file;
  file->private_data = &yogi_seq;
  return 0;
}
static int yogi_open_sequence(struct file *file, const struct seq_operations *ops)
{
  if (__VERIFIER_nondet_int())
    return -ENOMEM;
  yogi_show = NULL;
  yogi_sequence = ops;
  yogi_seq.private = NULL;
  yogi_seq.file = file;
  file->private_data = &yogi_seq;
  return 0;
}
int MODEL(seq_open)(struct file *file, const struct seq_operations *ops) { return yogi_open_sequence(file, ops); }
void *MODEL(__seq_open_private)(struct file *file, const struct seq_operations *ops, int size)
{
  if (yogi_open_sequence(file, ops))
    return NULL;
  yogi_seq.private = yogi_cleared((size_t)size);
  return yogi_seq.private;
}
int MODEL(seq_open_private)(struct file *file, const struct seq_operations *ops, int size)
{
  return MODEL(__seq_open_private)(file, ops, size) ? 0 : -ENOMEM;
}
// From an entry on, some are shown; where it stops it says so, also if there was none.
static void yogi_show_sequence(const struct seq_operations *ops)
{
  loff_t at = (loff_t)__VERIFIER_nondet_ulong();
  void *entry;
  __VERIFIER_assume(at >= 0);
  entry = ops->start(&yogi_seq, &at);
  while (entry && !IS_ERR(entry) && ops->show(&yogi_seq, entry) >= 0 && __VERIFIER_nondet_int())
    entry = ops->next(&yogi_seq, entry, &at);
  ops->stop(&yogi_seq, entry);
}
static ssize_t yogi_read_sequence(void)
{
  if (yogi_show)
    yogi_show(&yogi_seq, NULL);
  else if (yogi_sequence)
    yogi_show_sequence(yogi_sequence);
  return (ssize_t)__VERIFIER_nondet_ulong();
}
ssize_t MODEL(seq_read)(struct file *file, char __user *to, size_t n, loff_t *at) { return yogi_read_sequence(); }
ssize_t MODEL(seq_read_iter)(struct kiocb *request, struct iov_iter *to) { return yogi_read_sequence(); }
int MODEL(single_release)(struct inode *inode, struct file *file) { return 0; }

// The place in a file moves, or there is an error. A sequence may be gone through up to the new one.
static loff_t yogi_seek(struct file *file)
{
  loff_t at = (loff_t)__VERIFIER_nondet_ulong();
  if (at >= 0)
    file->f_pos = at;
  return at;
}
loff_t MODEL(default_llseek)(struct file *file, loff_t offset, int whence) { return yogi_seek(file); }
loff_t MODEL(generic_file_llseek)(struct file *file, loff_t offset, int whence) { return yogi_seek(file); }
loff_t MODEL(noop_llseek)(struct file *file, loff_t offset, int whence) { return file->f_pos; }
loff_t MODEL(no_seek_end_llseek)(struct file *file, loff_t offset, int whence) { return yogi_seek(file); }
loff_t MODEL(no_seek_end_llseek_size)(struct file *file, loff_t offset, int whence, loff_t size) { return yogi_seek(file); }
loff_t MODEL(fixed_size_llseek)(struct file *file, loff_t offset, int whence, loff_t size) { return yogi_seek(file); }
loff_t MODEL(generic_file_llseek_size)(struct file *file, loff_t offset, int whence, loff_t most, loff_t end) { return yogi_seek(file); }
loff_t MODEL(seq_lseek)(struct file *file, loff_t offset, int whence)
{
  yogi_read_sequence();
  return yogi_seek(file);
}

// What a module leaves of opening to the kernel. It looks into none of the file's operations.
int MODEL(nonseekable_open)(struct inode *inode, struct file *file)
{
  file->f_mode &= ~(FMODE_LSEEK | FMODE_PREAD | FMODE_PWRITE);
  return 0;
}
int MODEL(stream_open)(struct inode *inode, struct file *file)
{
  file->f_mode &= ~(FMODE_LSEEK | FMODE_PREAD | FMODE_PWRITE | FMODE_ATOMIC_POS);
  file->f_mode |= FMODE_STREAM;
  return 0;
}
int MODEL(generic_file_open)(struct inode *inode, struct file *file) { return __VERIFIER_nondet_int() ? -EOVERFLOW : 0; }
int MODEL(simple_open)(struct inode *inode, struct file *file)
{
  if (inode->i_private)
    file->private_data = inode->i_private;
  return 0;
}

// Who wants a signal is kept by the kernel, in a list that begins where the module says.
int MODEL(fasync_helper)(int descriptor, struct file *file, int on, struct fasync_struct **list)
{
  int changed = __VERIFIER_nondet_int();
  __VERIFIER_assume(changed <= 1 && changed >= -MAX_ERRNO);
  if (changed > 0)
    *list = yogi_somewhere();
  return changed;
}


// Entries below /proc whose file the kernel makes.
static const struct seq_operations *yogi_proc_sequence;
static int (*yogi_proc_show)(struct seq_file *, void *);
static size_t yogi_proc_state;
static void *yogi_proc_of; // what the file's own data begin with: the network namespace of an entry of one
static int yogi_open_proc_sequence(struct inode *inode, struct file *file)
{
  int error;
  if (yogi_proc_show)
    return MODEL(single_open)(file, yogi_proc_show, yogi_proc_of ? yogi_proc_of : yogi_proc_data);
  if (!yogi_proc_state)
    return MODEL(seq_open)(file, yogi_proc_sequence);
  error = MODEL(seq_open_private)(file, yogi_proc_sequence, (int)yogi_proc_state);
  if (!error && yogi_proc_of)
    *(void **)yogi_seq.private = yogi_proc_of;
  return error;
}
static const struct proc_ops yogi_proc_sequence_ops = { .proc_open = yogi_open_proc_sequence, .proc_read = MODEL(seq_read) };
static struct proc_dir_entry *yogi_create_sequence(const struct seq_operations *ops, int (*show)(struct seq_file *, void *), size_t state,
  void *of, void *data)
{
  if (__VERIFIER_nondet_int())
    return NULL;
  if (!yogi_proc || __VERIFIER_nondet_int()) {
    yogi_proc = &yogi_proc_sequence_ops;
    yogi_proc_sequence = ops;
    yogi_proc_show = show;
    yogi_proc_state = state;
    yogi_proc_of = of;
    yogi_proc_data = data;
  }
  return YOGI_ENTRY;
}
struct proc_dir_entry *MODEL(proc_create_seq_private)(const char *name, umode_t mode, struct proc_dir_entry *parent, const struct seq_operations *ops,
  unsigned state, void *data)
{
  return yogi_create_sequence(ops, NULL, state, NULL, data);
}
struct proc_dir_entry *MODEL(proc_create_single_data)(const char *name, umode_t mode, struct proc_dir_entry *parent,
  int (*show)(struct seq_file *, void *), void *data)
{
  return yogi_create_sequence(NULL, show, 0, NULL, data);
}

static void yogi_show_groups(struct device *device, const struct attribute_group **groups);

int MODEL(misc_register)(struct miscdevice *device)
{
  int error = yogi_error();
  if (error)
    return error;
  if (!yogi_fops || __VERIFIER_nondet_int()) {
    yogi_misc = device;
    yogi_fops = device->fops;
  }
  device->this_device = GIVEN(struct device);
  yogi_show_groups(device->this_device, device->groups);
  return 0;
}
void MODEL(misc_deregister)(struct miscdevice *device) { WITHDRAW(yogi_fops, device->fops); }

void MODEL(cdev_init)(struct cdev *device, const struct file_operations *ops) { device->ops = ops; }
int MODEL(cdev_add)(struct cdev *device, dev_t first, unsigned count)
{
  int error = yogi_error();
  if (!error && (!yogi_cdev || __VERIFIER_nondet_int())) {
    yogi_cdev = device;
    yogi_fops = device->ops;
    yogi_inode.i_cdev = device;
  }
  return error;
}
void MODEL(cdev_del)(struct cdev *device)
{
  if (yogi_cdev == device) {
    yogi_cdev = NULL;
    yogi_fops = NULL;
  }
}
// A character device together with its device below /sys.
#ifdef YOGI_BUS
int MODEL(device_add)(struct device *device);
void MODEL(device_del)(struct device *device);
#define DEVICE_ADD(device) MODEL(device_add)(device)
#define DEVICE_DEL(device) MODEL(device_del)(device)
#else
#define DEVICE_ADD(device) 0
#define DEVICE_DEL(device) ((void)(device))
#endif
int MODEL(cdev_device_add)(struct cdev *device, struct device *below)
{
  int error = MODEL(cdev_add)(device, 0, 1);
  if (error)
    return error;
  error = DEVICE_ADD(below);
  if (error)
    MODEL(cdev_del)(device);
  return error;
}
void MODEL(cdev_device_del)(struct cdev *device, struct device *below)
{
  DEVICE_DEL(below);
  MODEL(cdev_del)(device);
}
int MODEL(__register_chrdev)(unsigned major, unsigned first, unsigned count, const char *name, const struct file_operations *ops)
{
  int error = yogi_error();
  if (!error)
    CHOOSE(yogi_fops, ops);
  return error;
}
void MODEL(__unregister_chrdev)(unsigned major, unsigned first, unsigned count, const char *name) { yogi_fops = NULL; }

// A file at its opening. One of a miscellaneous device leads to that, which is left out for modules that do not look there.
static void yogi_prepare(void)
{
  yogi_inode.i_rdev = __VERIFIER_nondet_uint();
  yogi_file.f_inode = &yogi_inode;
  yogi_file.f_path.dentry = &yogi_dentry;
  yogi_file.f_flags = __VERIFIER_nondet_uint();
  yogi_file.private_data = NULL;
  yogi_dentry.d_inode = &yogi_inode;
}

// One thing that is done with an open file.
#define USE(read_, write_, ioctl_, poll_, lseek_) do { \
  loff_t at = (loff_t)__VERIFIER_nondet_ulong(); \
  size_t n = __VERIFIER_nondet_ulong(); \
  __VERIFIER_assume(at >= 0 && n <= MAX_RW_COUNT); \
  switch (__VERIFIER_nondet_uint()) { \
  case 0: if (read_) (read_)(&yogi_file, yogi_user_memory, n, &at); break; \
  case 1: if (write_) (write_)(&yogi_file, yogi_user_memory, n, &at); break; \
  case 2: if (ioctl_) (ioctl_)(&yogi_file, __VERIFIER_nondet_uint(), __VERIFIER_nondet_ulong()); break; \
  case 3: if (poll_) (poll_)(&yogi_file, NULL); break; \
  case 4: if (lseek_) (lseek_)(&yogi_file, at, (int)(__VERIFIER_nondet_uint() % 3)); break; \
  } \
} while (0)

// What else may be done with a file.
static void yogi_use_otherwise(const struct file_operations *ops)
{
  struct kiocb *request;
  switch (__VERIFIER_nondet_uint()) {
  case 0:
  case 1:
    request = GIVEN(struct kiocb);
    request->ki_filp = &yogi_file;
    if (__VERIFIER_nondet_int()) {
      if (ops->read_iter)
        ops->read_iter(request, GIVEN(struct iov_iter));
    } else if (ops->write_iter)
      ops->write_iter(request, GIVEN(struct iov_iter));
    break;
  case 2: if (ops->compat_ioctl) ops->compat_ioctl(&yogi_file, __VERIFIER_nondet_uint(), __VERIFIER_nondet_ulong()); break;
  case 3: if (ops->mmap) ops->mmap(&yogi_file, GIVEN(struct vm_area_struct)); break;
  case 4: if (ops->flush) ops->flush(&yogi_file, NULL); break;
  case 5: if (ops->fsync) ops->fsync(&yogi_file, 0, LLONG_MAX, __VERIFIER_nondet_int()); break;
  case 6: if (ops->fasync) ops->fasync(__VERIFIER_nondet_int(), &yogi_file, __VERIFIER_nondet_int()); break;
  }
}

void __yogi_others_file_operations(const struct file_operations *, struct file *, struct inode *);
void __yogi_others_proc_ops(const struct proc_ops *, struct file *, struct inode *);

static void yogi_use_file(void)
{
  const struct file_operations *ops = yogi_fops;
  if (!ops)
    return;
  yogi_prepare();
  yogi_file.f_op = ops;
#ifdef YOGI_FILE_LEADS_TO_DEVICE
  if (yogi_misc && yogi_misc->fops == ops)
    yogi_file.private_data = yogi_misc;
#endif
  if (ops->open && ops->open(&yogi_inode, &yogi_file))
    return;
  if (yogi_file.f_op != ops)
    yogi_unsupported("a file whose operations are replaced where it is opened");
  while (__VERIFIER_nondet_int()) {
    USE(ops->read, ops->write, ops->unlocked_ioctl, ops->poll, ops->llseek);
    yogi_use_otherwise(ops);
    __yogi_others_file_operations(ops, &yogi_file, &yogi_inode);
    yogi_happen();
  }
  if (ops->release)
    ops->release(&yogi_inode, &yogi_file);
}

static void yogi_use_proc(void)
{
  const struct proc_ops *ops = yogi_proc;
  if (!ops)
    return;
  yogi_prepare();
  yogi_inode.i_private = yogi_proc_data;
  if (ops->proc_open && ops->proc_open(&yogi_inode, &yogi_file))
    return;
  while (__VERIFIER_nondet_int()) {
    USE(ops->proc_read, ops->proc_write, ops->proc_ioctl, ops->proc_poll, ops->proc_lseek);
    __yogi_others_proc_ops(ops, &yogi_file, &yogi_inode);
    yogi_happen();
  }
  if (ops->proc_release)
    ops->proc_release(&yogi_inode, &yogi_file);
}
