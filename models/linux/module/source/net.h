// Network devices, the hooks and extensions of the packet filter, and what is done for each network namespace.
#include <linux/netdevice.h>
#include <linux/ethtool.h>
#include <linux/etherdevice.h>
#include <linux/if_arp.h>
#include <linux/skbuff.h>
#include <linux/netfilter.h>
#include <linux/netfilter/x_tables.h>
#include <net/net_namespace.h>
#include <net/netns/generic.h>
#include <net/rtnetlink.h>
#include <net/genetlink.h>

static struct net_device *yogi_net;
static struct napi_struct *yogi_napi;
static const struct nf_hook_ops *yogi_hook;
static const struct xt_target *yogi_xt_target;
static const struct xt_match *yogi_xt_match;
static const struct genl_family *yogi_family;
KERNEL_OBJECT(struct net, yogi_namespace);
#define yogi_namespace (*yogi_namespace_object)

// The lists of addresses that the stack keeps for a device lead to anything, also back to their heads.
static void yogi_give_addresses(struct net_device *device)
{
  const struct net_device *any = GIVEN(struct net_device);
  device->uc.list.next = any->uc.list.next;
  device->uc.count = any->uc.count;
  device->mc.list.next = any->mc.list.next;
  device->mc.count = any->mc.count;
}

// What the stack makes beside a device: its address, its queues and its lists. Of the queues the first are told; what is
// in the others may be anything.
static void yogi_give_net(struct net_device *device, unsigned tx, unsigned rx)
{
  device->dev_addr = (unsigned char *)calloc(1, MAX_ADDR_LEN);
  device->num_tx_queues = device->real_num_tx_queues = tx;
  device->num_rx_queues = device->real_num_rx_queues = rx;
  device->_tx = (struct netdev_queue *)malloc(tx * sizeof *device->_tx);
  device->_tx->dev = device;
  device->_tx->state = 0;
  device->_rx = (struct netdev_rx_queue *)malloc(rx * sizeof *device->_rx);
  device->_rx->dev = device;
  write_pnet(&device->nd_net, &yogi_namespace);
  yogi_give_addresses(device);
}
// What other parts of the kernel know of a device that is registered.
static void yogi_know_net(struct net_device *device)
{
  const struct net_device *any = GIVEN(struct net_device);
  device->ip_ptr = any->ip_ptr;
  device->ip6_ptr = any->ip6_ptr;
  device->qdisc = any->qdisc;
  device->dev.kobj.parent = any->dev.kobj.parent;
  device->napi_list.next = any->napi_list.next;
  device->dev_addrs.list.next = any->dev_addrs.list.next;
  device->ifindex = any->ifindex;
  __VERIFIER_assume(device->ifindex > 0);
}
void MODEL(ether_setup)(struct net_device *device)
{
  device->type = ARPHRD_ETHER;
  device->hard_header_len = device->min_header_len = ETH_HLEN;
  device->mtu = device->max_mtu = ETH_DATA_LEN;
  device->min_mtu = ETH_MIN_MTU;
  device->addr_len = ETH_ALEN;
  device->tx_queue_len = 1000;
  device->flags = IFF_BROADCAST | IFF_MULTICAST;
  device->priv_flags |= IFF_TX_SKB_SHARING;
  device->broadcast[0] = device->broadcast[1] = device->broadcast[2] = 0xff;
  device->broadcast[3] = device->broadcast[4] = device->broadcast[5] = 0xff;
}
void MODEL(dev_addr_mod)(struct net_device *device, unsigned at, const void *from, size_t n) { memcpy((u8 *)device->dev_addr + at, from, n); }
void MODEL(eth_commit_mac_addr_change)(struct net_device *device, void *address)
{
  MODEL(dev_addr_mod)(device, 0, ((struct sockaddr *)address)->sa_data, ETH_ALEN);
}
int MODEL(eth_mac_addr)(struct net_device *device, void *address)
{
  if (__VERIFIER_nondet_int())
    return __VERIFIER_nondet_int() ? -EBUSY : -EADDRNOTAVAIL;
  MODEL(eth_commit_mac_addr_change)(device, address);
  return 0;
}

// A device and, behind it, what the driver keeps for it.
struct net_device *MODEL(alloc_netdev_mqs)(int size, const char *name, unsigned char from, void (*setup)(struct net_device *), unsigned tx, unsigned rx)
{
  struct net_device *device = yogi_cleared(ALIGN(sizeof *device, NETDEV_ALIGN) + (size_t)size);
  if (!device)
    return NULL;
  yogi_give_net(device, tx, rx);
  if (setup)
    setup(device);
  return device;
}
struct net_device *MODEL(alloc_etherdev_mqs)(int size, unsigned tx, unsigned rx)
{
  return MODEL(alloc_netdev_mqs)(size, "eth%d", NET_NAME_UNKNOWN, MODEL(ether_setup), tx, rx);
}
struct net_device *MODEL(devm_alloc_etherdev_mqs)(struct device *of, int size, unsigned tx, unsigned rx)
{
  return MODEL(alloc_etherdev_mqs)(size, tx, rx);
}
void MODEL(free_netdev)(struct net_device *device) { }

// A bit of what the stack knows of a device's link.
#define LINK(state) (1ul << __LINK_STATE_##state)

static int yogi_register_net(struct net_device *device)
{
  int error = yogi_error();
  const struct net_device_ops *ops = device->netdev_ops;
  if (!error && ops && ops->ndo_init)
    error = ops->ndo_init(device);
  if (!error) {
    yogi_know_net(device);
    device->reg_state = NETREG_REGISTERED;
    device->state |= LINK(PRESENT);
    CHOOSE(yogi_net, device);
    for (unsigned i = 0; i < ARRAY_SIZE(device->sysfs_groups) && device->sysfs_groups[i]; i++)
      yogi_show_group(&device->dev.kobj, device->sysfs_groups[i]);
  }
  return error;
}
static void yogi_unregister_net(struct net_device *device)
{
  const struct net_device_ops *ops = device->netdev_ops;
  WITHDRAW(yogi_net, device);
  device->reg_state = NETREG_UNREGISTERED;
  if (ops && ops->ndo_uninit)
    ops->ndo_uninit(device);
  if (device->priv_destructor)
    device->priv_destructor(device);
}
int MODEL(register_netdev)(struct net_device *device) { return yogi_register_net(device); }
int MODEL(register_netdevice)(struct net_device *device) { return yogi_register_net(device); }
void MODEL(unregister_netdev)(struct net_device *device) { yogi_unregister_net(device); }
void MODEL(unregister_netdevice_queue)(struct net_device *device, struct list_head *head) { yogi_unregister_net(device); }

// It would be stopped and given back behind the end of the driver of the other device, of which the harness knows nothing.
int MODEL(devm_register_netdev)(struct device *of, struct net_device *device)
{
  yogi_unsupported("a network device is registered with devm_register_netdev");
  return 0;
}

// Whether a device has a carrier, is there and takes packets, its driver says.
void MODEL(netif_carrier_on)(struct net_device *device) { device->state &= ~LINK(NOCARRIER); }
void MODEL(netif_carrier_off)(struct net_device *device) { device->state |= LINK(NOCARRIER); }
void MODEL(netif_tx_wake_queue)(struct netdev_queue *queue) { queue->state &= ~QUEUE_STATE_DRV_XOFF; }
void MODEL(netif_tx_stop_all_queues)(struct net_device *device)
{
  for (unsigned i = 0; i < device->num_tx_queues; i++)
    device->_tx[i].state |= QUEUE_STATE_DRV_XOFF;
}
void MODEL(netif_device_detach)(struct net_device *device)
{
  bool was = netif_device_present(device);
  device->state &= ~LINK(PRESENT);
  if (was && netif_running(device))
    MODEL(netif_tx_stop_all_queues)(device);
}
void MODEL(netif_device_attach)(struct net_device *device)
{
  bool was = netif_device_present(device);
  device->state |= LINK(PRESENT);
  if (!was && netif_running(device))
    netif_tx_wake_all_queues(device);
}

// A device that polls is asked for packets after it said that it has some.
void MODEL(netif_napi_add_weight)(struct net_device *device, struct napi_struct *napi, int (*poll)(struct napi_struct *, int), int weight)
{
  napi->dev = device;
  napi->poll = poll;
  napi->weight = weight;
}
bool MODEL(napi_schedule_prep)(struct napi_struct *napi) { return yogi_napi != napi; }
void MODEL(__napi_schedule)(struct napi_struct *napi) { CHOOSE(yogi_napi, napi); }
void MODEL(__napi_schedule_irqoff)(struct napi_struct *napi) { CHOOSE(yogi_napi, napi); }
bool MODEL(napi_complete_done)(struct napi_struct *napi, int done)
{
  WITHDRAW(yogi_napi, napi);
  return true;
}
void MODEL(napi_disable)(struct napi_struct *napi) { WITHDRAW(yogi_napi, napi); }
void MODEL(napi_enable)(struct napi_struct *napi) { }

static void yogi_poll_net(void)
{
  struct napi_struct *napi = yogi_napi;
  if (!napi || !napi->poll)
    return;
  yogi_enter_atomic();
  napi->poll(napi, napi->weight);
  yogi_leave_atomic();
}

// A packet that the device shall send by one of its queues, which is not stopped.
static void yogi_send(struct net_device *device, const struct net_device_ops *ops)
{
  struct sk_buff *packet;
  unsigned queue = __VERIFIER_nondet_uint();
  if (!ops->ndo_start_xmit)
    return;
  __VERIFIER_assume(queue < device->real_num_tx_queues);
  if (netif_xmit_stopped(netdev_get_tx_queue(device, queue)))
    return;
  packet = GIVEN(struct sk_buff);
  packet->dev = device;
  packet->queue_mapping = (u16)queue;
  ops->ndo_start_xmit(packet, device);
}
// What the device shall receive beside what is for it.
static void yogi_set_filter(struct net_device *device, const struct net_device_ops *ops)
{
  if (!ops->ndo_set_rx_mode)
    return;
  device->flags ^= __VERIFIER_nondet_uint() & (IFF_PROMISC | IFF_ALLMULTI);
  yogi_give_addresses(device);
  ops->ndo_set_rx_mode(device);
}
void __yogi_call_ndo_poll_controller(const struct net_device_ops *, struct net_device *);
static void yogi_use_atomically(struct net_device *device, const struct net_device_ops *ops)
{
  switch (__VERIFIER_nondet_uint()) {
  case 0: yogi_send(device, ops); break;
  case 1: yogi_set_filter(device, ops); break;
  case 2: if (ops->ndo_tx_timeout) ops->ndo_tx_timeout(device, __VERIFIER_nondet_uint() % device->num_tx_queues); break;
  case 3: if (ops->ndo_get_stats64) ops->ndo_get_stats64(device, GIVEN(struct rtnl_link_stats64)); break;
  case 4: if (ops->ndo_get_stats) ops->ndo_get_stats(device); break;
  case 5: if (ops->ndo_select_queue) ops->ndo_select_queue(device, GIVEN(struct sk_buff), NULL); break;
  case 6: if (ops->ndo_features_check) ops->ndo_features_check(GIVEN(struct sk_buff), device, __VERIFIER_nondet_ulong()); break;
  case 7: __yogi_call_ndo_poll_controller(ops, device); break;
  }
}

// The stack sends, asks for statistics and sets filters where nothing may sleep, and opens, closes and changes a device where it may.
static void yogi_use_open_net(struct net_device *device, const struct net_device_ops *ops)
{
  switch (__VERIFIER_nondet_uint()) {
  case 0:
    yogi_enter_atomic();
    yogi_use_atomically(device, ops);
    yogi_leave_atomic();
    break;
  case 1: if (ops->ndo_set_mac_address) ops->ndo_set_mac_address(device, GIVEN(struct sockaddr_storage)); break;
  case 2: if (ops->ndo_change_mtu) ops->ndo_change_mtu(device, __VERIFIER_nondet_int()); break;
  case 3: if (ops->ndo_eth_ioctl) ops->ndo_eth_ioctl(device, GIVEN(struct ifreq), __VERIFIER_nondet_int()); break;
  case 4: if (ops->ndo_siocdevprivate) ops->ndo_siocdevprivate(device, GIVEN(struct ifreq), yogi_user_memory, __VERIFIER_nondet_int()); break;
  case 5: if (ops->ndo_do_ioctl) ops->ndo_do_ioctl(device, GIVEN(struct ifreq), __VERIFIER_nondet_int()); break;
  case 6: yogi_poll_net(); break;
  default: yogi_happen();
  }
}

void __yogi_others_net_device_ops(const struct net_device_ops *, struct net_device *);
void __yogi_others_ethtool_ops(const struct ethtool_ops *, struct net_device *);

// Each question of ethtool stands between these two.
static void yogi_use_ethtool(struct net_device *device, const struct ethtool_ops *ops)
{
  if (!ops || ops->begin && ops->begin(device) < 0)
    return;
  __yogi_others_ethtool_ops(ops, device);
  if (ops->complete)
    ops->complete(device);
}

// What a device is asked and told whether or not it is open.
static void yogi_ask_net(struct net_device *device, const struct net_device_ops *ops)
{
  if (__VERIFIER_nondet_int())
    __yogi_others_net_device_ops(ops, device);
  if (__VERIFIER_nondet_int())
    yogi_use_ethtool(device, device->ethtool_ops);
}

static void yogi_use_net(void)
{
  struct net_device *device = yogi_net;
  const struct net_device_ops *ops;
  if (!device || !device->netdev_ops)
    return;
  ops = device->netdev_ops;
  yogi_ask_net(device, ops);
  if (!netif_device_present(device))
    return;
  device->state |= LINK(START);
  if (ops->ndo_open && ops->ndo_open(device)) {
    device->state &= ~LINK(START);
    return;
  }
  device->flags |= IFF_UP;
  while (MORE) {
    yogi_use_open_net(device, ops);
    yogi_ask_net(device, ops);
  }
  device->state &= ~LINK(START);
  if (ops->ndo_stop)
    ops->ndo_stop(device);
  device->flags &= ~IFF_UP;
}

void __yogi_others_pernet_operations(struct pernet_operations *, struct net *);

// What a module keeps for each namespace has a number, by which net_generic finds it behind what the table begins with.
static void *yogi_kept[32];
static unsigned yogi_kept_end = DIV_ROUND_UP(sizeof(struct net_generic), sizeof(void *));
static int yogi_keep(struct pernet_operations *ops)
{
  void *kept;
  if (!ops->id || !ops->size)
    return 0;
  if (yogi_kept_end == ARRAY_SIZE(yogi_kept))
    yogi_unsupported("a module keeps too much for each namespace");
  kept = yogi_cleared(ops->size);
  if (!kept)
    return -ENOMEM;
  *ops->id = yogi_kept_end;
  yogi_kept[yogi_kept_end++] = kept;
  yogi_namespace.gen = (struct net_generic *)yogi_kept;
  return 0;
}

// What is done for a namespace is done when it is registered, and undone in the end.
static int yogi_begin_namespace(struct pernet_operations *ops)
{
  int error = yogi_error();
  if (!error)
    error = yogi_keep(ops);
  if (!error && ops->init)
    error = ops->init(&yogi_namespace);
  return error;
}
static void yogi_end_namespace(struct pernet_operations *ops)
{
  if (ops->pre_exit)
    ops->pre_exit(&yogi_namespace);
  if (ops->exit)
    ops->exit(&yogi_namespace);
  if (ops->exit_batch) {
    LIST_HEAD(ended);
    list_add(&yogi_namespace.exit_list, &ended);
    ops->exit_batch(&ended);
  }
  __yogi_others_pernet_operations(ops, &yogi_namespace);
}
int MODEL(register_pernet_subsys)(struct pernet_operations *ops) { return yogi_begin_namespace(ops); }
void MODEL(unregister_pernet_subsys)(struct pernet_operations *ops) { yogi_end_namespace(ops); }
int MODEL(register_pernet_device)(struct pernet_operations *ops) { return yogi_begin_namespace(ops); }
void MODEL(unregister_pernet_device)(struct pernet_operations *ops) { yogi_end_namespace(ops); }

// Entries below /proc of a namespace.
struct proc_dir_entry *MODEL(proc_create_net_data)(const char *name, umode_t mode, struct proc_dir_entry *parent, const struct seq_operations *ops,
  unsigned state, void *data)
{
  return yogi_create_sequence(ops, NULL, state, &yogi_namespace, data);
}
struct proc_dir_entry *MODEL(proc_create_net_single)(const char *name, umode_t mode, struct proc_dir_entry *parent,
  int (*show)(struct seq_file *, void *), void *data)
{
  return yogi_create_sequence(NULL, show, 0, &yogi_namespace, data);
}

// Hooks see packets where nothing may sleep.
int MODEL(nf_register_net_hook)(struct net *net, const struct nf_hook_ops *ops)
{
  int error = yogi_error();
  if (!error)
    CHOOSE(yogi_hook, ops);
  return error;
}
void MODEL(nf_unregister_net_hook)(struct net *net, const struct nf_hook_ops *ops) { WITHDRAW(yogi_hook, ops); }
int MODEL(nf_register_net_hooks)(struct net *net, const struct nf_hook_ops *ops, unsigned n)
{
  int error = yogi_error();
  unsigned which = __VERIFIER_nondet_uint();
  __VERIFIER_assume(which < n);
  if (!error)
    CHOOSE(yogi_hook, ops + which);
  return error;
}
void MODEL(nf_unregister_net_hooks)(struct net *net, const struct nf_hook_ops *ops, unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    WITHDRAW(yogi_hook, ops + i);
}

void __yogi_others_nf_hook_ops(const struct nf_hook_ops *, struct net *);

static struct nf_hook_state *yogi_packet_state(void)
{
  struct nf_hook_state *state = GIVEN(struct nf_hook_state);
  state->net = &yogi_namespace;
  return state;
}

static void yogi_filter(void)
{
  const struct nf_hook_ops *ops = yogi_hook;
  if (!ops)
    return;
  yogi_enter_atomic();
  ops->hook(ops->priv, GIVEN(struct sk_buff), yogi_packet_state());
  yogi_leave_atomic();
  __yogi_others_nf_hook_ops(ops, &yogi_namespace);
}

// Targets and matches of rules: a rule is checked and destroyed where one may sleep, and used where not.
int MODEL(xt_register_targets)(struct xt_target *targets, unsigned n)
{
  int error = yogi_error();
  unsigned which = __VERIFIER_nondet_uint();
  __VERIFIER_assume(which < n);
  if (!error)
    CHOOSE(yogi_xt_target, targets + which);
  return error;
}
int MODEL(xt_register_target)(struct xt_target *target) { return MODEL(xt_register_targets)(target, 1); }
void MODEL(xt_unregister_target)(struct xt_target *target) { yogi_xt_target = NULL; }
void MODEL(xt_unregister_targets)(struct xt_target *targets, unsigned n) { yogi_xt_target = NULL; }
int MODEL(xt_register_matches)(struct xt_match *matches, unsigned n)
{
  int error = yogi_error();
  unsigned which = __VERIFIER_nondet_uint();
  __VERIFIER_assume(which < n);
  if (!error)
    CHOOSE(yogi_xt_match, matches + which);
  return error;
}
int MODEL(xt_register_match)(struct xt_match *match) { return MODEL(xt_register_matches)(match, 1); }
void MODEL(xt_unregister_match)(struct xt_match *match) { yogi_xt_match = NULL; }
void MODEL(xt_unregister_matches)(struct xt_match *matches, unsigned n) { yogi_xt_match = NULL; }

static struct xt_action_param *yogi_packet(void *information)
{
  struct xt_action_param *packet = GIVEN(struct xt_action_param);
  packet->targinfo = information;
  packet->state = yogi_packet_state();
  return packet;
}

void __yogi_others_xt_target(const struct xt_target *);

static void yogi_use_target(void)
{
  const struct xt_target *target = yogi_xt_target;
  struct xt_tgchk_param *check = GIVEN(struct xt_tgchk_param);
  struct xt_tgdtor_param *destroy = GIVEN(struct xt_tgdtor_param);
  void *information;
  if (!target)
    return;
  information = malloc(target->targetsize);
  check->net = destroy->net = &yogi_namespace;
  check->target = destroy->target = target;
  check->targinfo = destroy->targinfo = information;
  if (target->checkentry && target->checkentry(check))
    return;
  while (MORE) {
    if (target->target) {
      yogi_enter_atomic();
      target->target(GIVEN(struct sk_buff), yogi_packet(information));
      yogi_leave_atomic();
    }
    __yogi_others_xt_target(target);
    yogi_happen();
  }
  if (target->destroy)
    target->destroy(destroy);
}

void __yogi_others_xt_match(const struct xt_match *);

static void yogi_use_match(void)
{
  const struct xt_match *match = yogi_xt_match;
  struct xt_mtchk_param *check = GIVEN(struct xt_mtchk_param);
  struct xt_mtdtor_param *destroy = GIVEN(struct xt_mtdtor_param);
  void *information;
  if (!match)
    return;
  information = malloc(match->matchsize);
  check->net = destroy->net = &yogi_namespace;
  check->match = destroy->match = match;
  check->matchinfo = destroy->matchinfo = information;
  if (match->checkentry && match->checkentry(check))
    return;
  while (MORE) {
    if (match->match) {
      yogi_enter_atomic();
      match->match(GIVEN(struct sk_buff), yogi_packet(information));
      yogi_leave_atomic();
    }
    __yogi_others_xt_match(match);
    yogi_happen();
  }
  if (match->destroy)
    match->destroy(destroy);
}

// Commands that come through a socket.
int MODEL(genl_register_family)(struct genl_family *family)
{
  int error = yogi_error();
  if (!error)
    CHOOSE(yogi_family, family);
  return error;
}
int MODEL(genl_unregister_family)(const struct genl_family *family)
{
  WITHDRAW(yogi_family, family);
  return 0;
}

static struct genl_info *yogi_command(const struct genl_family *family)
{
  struct genl_info *info = GIVEN(struct genl_info);
  info->attrs = (struct nlattr **)malloc((family->maxattr + 1) * sizeof *info->attrs);
  write_pnet(&info->_net, &yogi_namespace);
  return info;
}

// An answer in parts, of which the routine says when it has given the last.
static void yogi_dump(const struct genl_ops *op)
{
  struct netlink_callback *answer = GIVEN(struct netlink_callback);
  if (!op->dumpit || op->start && op->start(answer))
    return;
  while (MORE && op->dumpit(GIVEN(struct sk_buff), answer) > 0)
    yogi_happen();
  if (op->done)
    op->done(answer);
}
static void yogi_execute(const struct genl_family *family, const struct genl_ops *op)
{
  struct genl_info *info;
  if (__VERIFIER_nondet_int()) {
    yogi_dump(op);
    return;
  }
  info = yogi_command(family);
  if (!op->doit || family->pre_doit && family->pre_doit(op, GIVEN(struct sk_buff), info))
    return;
  op->doit(GIVEN(struct sk_buff), info);
  if (family->post_doit)
    family->post_doit(op, GIVEN(struct sk_buff), info);
}

void __yogi_others_genl_family(const struct genl_family *, struct net *);

static void yogi_use_family(void)
{
  const struct genl_family *family = yogi_family;
  unsigned which = __VERIFIER_nondet_uint();
  if (!family)
    return;
  if (family->ops && which < family->n_ops)
    yogi_execute(family, family->ops + which);
  else if (family->small_ops && which < family->n_small_ops) {
    const struct genl_small_ops *small = family->small_ops + which;
    struct genl_ops op = {
      .doit = small->doit, .dumpit = small->dumpit, .cmd = small->cmd, .internal_flags = small->internal_flags, .flags = small->flags,
    };
    yogi_execute(family, &op);
  }
  __yogi_others_genl_family(family, &yogi_namespace);
}

static void yogi_use_network(void)
{
  switch (__VERIFIER_nondet_uint()) {
  case 0: yogi_use_net(); break;
  case 1: yogi_filter(); break;
  case 2: yogi_use_target(); break;
  case 3: yogi_use_match(); break;
  default: yogi_use_family();
  }
}
