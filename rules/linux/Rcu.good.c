void rcu_read_lock(void);
void rcu_read_unlock(void);
void synchronize_rcu(void);
int nondet_int(void);

static int *current_config;
static int a, b;

static int read_config(void)
{
  int value = 0;
  rcu_read_lock();
  if (current_config)
    value = *current_config;
  rcu_read_unlock();
  return value;
}

static void replace(int *next)
{
  current_config = next;
  synchronize_rcu();
}

int main(void)
{
  while (nondet_int()) {
    rcu_read_lock();
    if (read_config() == 3) {
      rcu_read_unlock();
      continue;
    }
    rcu_read_unlock();
    replace(nondet_int() ? &a : &b);
  }
  return 0;
}
