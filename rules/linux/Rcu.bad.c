void rcu_read_lock(void);
void rcu_read_unlock(void);
void synchronize_rcu(void);
int nondet_int(void);

static int *current_config;
static int a;

static void replace(int *next)
{
  current_config = next;
  synchronize_rcu();
}

int main(void)
{
  rcu_read_lock();
  if (!current_config && nondet_int() == 5)
    replace(&a); /* inside the section */
  rcu_read_unlock();
  return 0;
}
