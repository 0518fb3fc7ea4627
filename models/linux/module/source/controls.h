// Controls of video devices: values that are read and set by who has a device open. Of those that a module makes one is chosen.
#include <media/v4l2-ctrls.h>

static struct v4l2_ctrl *yogi_control;
// The first one that is made, of which more is known than of what is allocated.
static struct v4l2_ctrl yogi_first_control, *yogi_first_cluster;
static bool yogi_made_control;

int MODEL(v4l2_ctrl_handler_init_class)(struct v4l2_ctrl_handler *handler, unsigned hint, struct lock_class_key *key, const char *name)
{
  mutex_init(&handler->_lock);
  handler->lock = &handler->_lock;
  INIT_LIST_HEAD(&handler->ctrls);
  INIT_LIST_HEAD(&handler->ctrl_refs);
  handler->buckets = __VERIFIER_nondet_int() ? GIVEN(struct v4l2_ctrl_ref *) : NULL;
  handler->error = handler->buckets ? 0 : -ENOMEM;
  return handler->error;
}
void MODEL(v4l2_ctrl_handler_free)(struct v4l2_ctrl_handler *handler)
{
  if (!handler || !handler->buckets)
    return;
  mutex_lock(handler->lock);
  if (yogi_control && yogi_control->handler == handler)
    yogi_control = NULL;
  handler->buckets = NULL;
  handler->error = 0;
  mutex_unlock(handler->lock);
}

// Its handler keeps the first error.
static struct v4l2_ctrl *yogi_new_control(struct v4l2_ctrl_handler *handler, const struct v4l2_ctrl_ops *ops, u32 id, void *private)
{
  struct v4l2_ctrl *control;
  if (handler->error)
    return NULL;
  handler->error = yogi_error();
  if (handler->error)
    return NULL;
  control = yogi_made_control ? GIVEN(struct v4l2_ctrl) : &yogi_first_control;
  control->handler = handler;
  control->cluster = yogi_made_control ? GIVEN(struct v4l2_ctrl *) : &yogi_first_cluster;
  control->cluster[0] = control;
  yogi_made_control = true;
  control->ncontrols = 1;
  control->ops = ops;
  control->type_ops = NULL;
  control->id = id;
  control->priv = private;
  control->call_notify = 0;
  control->p_cur.p = &control->cur;
  control->p_new.p = &control->val;
  CHOOSE(yogi_control, control);
  return control;
}
struct v4l2_ctrl *MODEL(v4l2_ctrl_new_custom)(struct v4l2_ctrl_handler *handler, const struct v4l2_ctrl_config *config, void *private)
{
  struct v4l2_ctrl *control = yogi_new_control(handler, config->ops, config->id, private);
  if (config->type_ops)
    yogi_unsupported("a control of a video device has a type of its own");
  if (control && config->name) {
    control->name = config->name;
    control->type = config->type;
    control->minimum = config->min;
    control->maximum = config->max;
    control->default_value = config->def;
    control->flags = config->flags;
    control->val = control->cur.val = config->def;
  }
  return control;
}
#define NEW_CONTROL(name, ...) struct v4l2_ctrl *MODEL(name)(struct v4l2_ctrl_handler *handler, const struct v4l2_ctrl_ops *ops, u32 id, __VA_ARGS__) \
{ \
  return yogi_new_control(handler, ops, id, NULL); \
}
NEW_CONTROL(v4l2_ctrl_new_std, s64 min, s64 max, u64 step, s64 def)
NEW_CONTROL(v4l2_ctrl_new_std_menu, u8 max, u64 mask, u8 def)
NEW_CONTROL(v4l2_ctrl_new_std_menu_items, u8 max, u64 mask, u8 def, const char *const *items)
NEW_CONTROL(v4l2_ctrl_new_int_menu, u8 max, u8 def, const s64 *items)

// Those of a cluster are set together, by what the first of them has for it.
void MODEL(v4l2_ctrl_cluster)(unsigned n, struct v4l2_ctrl **controls)
{
  unsigned i;
  for (i = 0; i < n; i++)
    if (controls[i]) {
      controls[i]->cluster = controls;
      controls[i]->ncontrols = n;
    }
}
void MODEL(v4l2_ctrl_auto_cluster)(unsigned n, struct v4l2_ctrl **controls, u8 manual, bool volatiles)
{
  MODEL(v4l2_ctrl_cluster)(n, controls);
  controls[0]->is_auto = 1;
  controls[0]->manual_mode_value = manual;
}

static int yogi_set_control(struct v4l2_ctrl *control)
{
  struct v4l2_ctrl *first = control->cluster[0];
  int error = 0;
  if (!first || !first->ops)
    return 0;
  if (first->ops->try_ctrl)
    error = first->ops->try_ctrl(first);
  if (!error && first->ops->s_ctrl)
    error = first->ops->s_ctrl(first);
  if (!error)
    control->cur.val = control->val;
  return error;
}
int MODEL(__v4l2_ctrl_s_ctrl)(struct v4l2_ctrl *control, s32 value)
{
  control->val = value;
  return __VERIFIER_nondet_int() ? yogi_set_control(control) : 0;
}

// Those that are not the chosen one are set, too, which may fail.
int MODEL(__v4l2_ctrl_handler_setup)(struct v4l2_ctrl_handler *handler)
{
  int error = 0;
  if (handler && yogi_control && yogi_control->handler == handler && yogi_control->cluster[0]) {
    struct v4l2_ctrl *first = yogi_control->cluster[0];
    if (first->ops && first->ops->s_ctrl && !(yogi_control->flags & V4L2_CTRL_FLAG_READ_ONLY))
      error = first->ops->s_ctrl(first);
  }
  return error ? error : handler ? yogi_error() : 0;
}
int MODEL(v4l2_ctrl_handler_setup)(struct v4l2_ctrl_handler *handler)
{
  int error;
  if (!handler)
    return 0;
  mutex_lock(handler->lock);
  error = MODEL(__v4l2_ctrl_handler_setup)(handler);
  mutex_unlock(handler->lock);
  return error;
}

// Who has a device open reads a control that changes by itself, or sets one to a value of its range.
static void yogi_use_control(void)
{
  struct v4l2_ctrl *control = yogi_control, *first;
  struct mutex *lock;
  if (!control || !control->cluster[0])
    return;
  first = control->cluster[0];
  lock = control->handler->lock;
  mutex_lock(lock);
  if (control->flags & V4L2_CTRL_FLAG_VOLATILE && __VERIFIER_nondet_int()) {
    if (first->ops && first->ops->g_volatile_ctrl)
      first->ops->g_volatile_ctrl(first);
  } else if (!(control->flags & V4L2_CTRL_FLAG_READ_ONLY)) {
    control->val = __VERIFIER_nondet_int();
    switch (control->type) {
    case V4L2_CTRL_TYPE_INTEGER:
    case V4L2_CTRL_TYPE_BOOLEAN:
    case V4L2_CTRL_TYPE_MENU:
    case V4L2_CTRL_TYPE_INTEGER_MENU:
      __VERIFIER_assume(control->val >= control->minimum && control->val <= control->maximum);
      break;
    default:
      break;
    }
    yogi_set_control(control);
  }
  mutex_unlock(lock);
}
