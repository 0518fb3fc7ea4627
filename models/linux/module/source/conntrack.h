// Helpers of connections: the filter of packets shows them the packets of a kind, where nothing may sleep.
#include <net/netfilter/nf_conntrack.h>
#include <net/netfilter/nf_conntrack_helper.h>

static struct nf_conntrack_helper *yogi_helper;

void MODEL(nf_ct_helper_init)(struct nf_conntrack_helper *helper, u16 l3num, u16 protonum, const char *name, u16 default_port, u16 spec_port, u32 id,
  const struct nf_conntrack_expect_policy *policy, u32 classes,
  int (*help)(struct sk_buff *, unsigned, struct nf_conn *, enum ip_conntrack_info), int (*from_nlattr)(struct nlattr *, struct nf_conn *),
  struct module *module)
{
  helper->tuple.src.l3num = l3num;
  helper->tuple.dst.protonum = (u8)protonum;
  helper->tuple.src.u.all = htons(spec_port);
  helper->expect_policy = policy;
  helper->expect_class_max = classes;
  helper->help = help;
  helper->from_nlattr = from_nlattr;
  helper->me = module;
  snprintf(helper->name, sizeof helper->name, spec_port == default_port ? "%s" : "%s-%u", name, id);
}
int MODEL(nf_conntrack_helper_register)(struct nf_conntrack_helper *helper)
{
  int error = yogi_error();
  if (!error)
    CHOOSE(yogi_helper, helper);
  return error;
}
void MODEL(nf_conntrack_helper_unregister)(struct nf_conntrack_helper *helper) { WITHDRAW(yogi_helper, helper); }
int MODEL(nf_conntrack_helpers_register)(struct nf_conntrack_helper *helpers, unsigned n)
{
  unsigned which = __VERIFIER_nondet_uint();
  if (n == 0)
    return 0;
  __VERIFIER_assume(which < n);
  return MODEL(nf_conntrack_helper_register)(helpers + which);
}
void MODEL(nf_conntrack_helpers_unregister)(struct nf_conntrack_helper *helpers, unsigned n)
{
  if (yogi_helper >= helpers && yogi_helper < helpers + n)
    yogi_helper = NULL;
}

void __yogi_others_nf_conntrack_helper(const struct nf_conntrack_helper *, struct nf_conn *);

static void yogi_use_helper(void)
{
  const struct nf_conntrack_helper *helper = yogi_helper;
  enum ip_conntrack_info direction = __VERIFIER_nondet_uint() % IP_CT_NUMBER;
  if (!helper)
    return;
  yogi_enter_atomic();
  if (helper->help && __VERIFIER_nondet_int())
    helper->help(GIVEN(struct sk_buff), __VERIFIER_nondet_uint(), GIVEN(struct nf_conn), direction);
  else
    __yogi_others_nf_conntrack_helper(helper, GIVEN(struct nf_conn));
  yogi_leave_atomic();
}
