// Lines of databases that are read from streams and written to them: users, groups, and what is mounted. The structures are
// declared here and not by <mntent.h>, <shadow.h> and <gshadow.h>, which not every system has.
#include "system.h"
#include <grp.h>
#include <pwd.h>

typedef struct _IO_FILE FILE;
extern FILE *stdin, *stderr;
const char *__VERIFIER_nondet_pchar(void);

struct mntent {
  char *mnt_fsname, *mnt_dir, *mnt_type, *mnt_opts;
  int mnt_freq, mnt_passno;
};

struct spwd {
  char *sp_namp, *sp_pwdp;
  long sp_lstchg, sp_min, sp_max, sp_warn, sp_inact, sp_expire;
  unsigned long sp_flag;
};

struct sgrp {
  char *sg_namp, *sg_passwd, **sg_adm, **sg_mem;
};

// A text has a place of its own in what was read.
static char *yogi_text(void)
{
  char *text = (char *)__VERIFIER_nondet_pchar();
  __VERIFIER_assume(text != NULL);
  return text;
}

// Names, with a null pointer behind the last.
static char **yogi_texts(void)
{
  size_t n = (size_t)__VERIFIER_nondet_long();
  char **texts;
  __VERIFIER_assume(n < 0x7fffffff / sizeof *texts);
  texts = malloc((n + 1) * sizeof *texts);
  __VERIFIER_assume(texts != NULL);
  for (size_t i = 0; i < n; i++)
    texts[i] = yogi_text();
  texts[n] = NULL;
  return texts;
}

static void yogi_mount(struct mntent *m)
{
  m->mnt_fsname = yogi_text();
  m->mnt_dir = yogi_text();
  m->mnt_type = yogi_text();
  m->mnt_opts = yogi_text();
  m->mnt_freq = __VERIFIER_nondet_int();
  m->mnt_passno = __VERIFIER_nondet_int();
}

static void yogi_user(struct passwd *p)
{
  p->pw_name = yogi_text();
  p->pw_passwd = yogi_text();
  p->pw_uid = __VERIFIER_nondet_uint();
  p->pw_gid = __VERIFIER_nondet_uint();
  p->pw_gecos = yogi_text();
  p->pw_dir = yogi_text();
  p->pw_shell = yogi_text();
}

static void yogi_group(struct group *g)
{
  g->gr_name = yogi_text();
  g->gr_passwd = yogi_text();
  g->gr_gid = __VERIFIER_nondet_uint();
  g->gr_mem = yogi_texts();
}

static void yogi_shadow(struct spwd *s)
{
  s->sp_namp = yogi_text();
  s->sp_pwdp = yogi_text();
  s->sp_lstchg = __VERIFIER_nondet_long();
  s->sp_min = __VERIFIER_nondet_long();
  s->sp_max = __VERIFIER_nondet_long();
  s->sp_warn = __VERIFIER_nondet_long();
  s->sp_inact = __VERIFIER_nondet_long();
  s->sp_expire = __VERIFIER_nondet_long();
  s->sp_flag = (unsigned long)__VERIFIER_nondet_long();
}

static void yogi_group_shadow(struct sgrp *g)
{
  g->sg_namp = yogi_text();
  g->sg_passwd = yogi_text();
  g->sg_adm = yogi_texts();
  g->sg_mem = yogi_texts();
}

// Lines that are none are skipped, so the end may have been seen, and reading may have failed, in any case. Whether there is
// an entry is an input of its own.
static int yogi_finds(FILE *f)
{
  int c = yogi_get(f);
  if (c == -1 || yogi_fails())
    return 0;
  if (__VERIFIER_nondet_int())
    yogi_get(f);
  return 1;
}

// The result is the same object each time, or the caller's, where the texts may find too little room.
#define YOGI_DATABASE(structure, get, get_into, fill) \
  YOGI_WEAK struct structure *get(FILE *f) \
  { \
    static struct structure entry; \
    if (!yogi_finds(f)) \
      return NULL; \
    fill(&entry); \
    return &entry; \
  } \
  YOGI_WEAK int get_into(FILE *f, struct structure *to, char *texts, size_t size, struct structure **result) \
  { \
    *result = NULL; \
    if (!yogi_finds(f)) { \
      int error = __VERIFIER_nondet_int(); \
      __VERIFIER_assume(error >= 1 && error <= 140); \
      return error; \
    } \
    fill(to); \
    *result = to; \
    return 0; \
  }

YOGI_DATABASE(passwd, fgetpwent, fgetpwent_r, yogi_user)
YOGI_DATABASE(group, fgetgrent, fgetgrent_r, yogi_group)
YOGI_DATABASE(spwd, fgetspent, fgetspent_r, yogi_shadow)
YOGI_DATABASE(sgrp, fgetsgent, fgetsgent_r, yogi_group_shadow)

YOGI_WEAK struct mntent *getmntent(FILE *f)
{
  static struct mntent entry;
  if (!yogi_finds(f))
    return NULL;
  yogi_mount(&entry);
  return &entry;
}

YOGI_WEAK struct mntent *getmntent_r(FILE *f, struct mntent *to, char *texts, int size)
{
  if (!yogi_finds(f))
    return NULL;
  yogi_mount(to);
  return to;
}

static int yogi_add(FILE *f) { return yogi_put(f) || yogi_fails() ? -1 : 0; }
YOGI_WEAK int putpwent(const struct passwd *p, FILE *f) { return yogi_add(f); }
YOGI_WEAK int putgrent(const struct group *g, FILE *f) { return yogi_add(f); }
YOGI_WEAK int putspent(const struct spwd *s, FILE *f) { return yogi_add(f); }
YOGI_WEAK int putsgent(const struct sgrp *g, FILE *f) { return yogi_add(f); }
YOGI_WEAK int addmntent(FILE *f, const struct mntent *m) { return yogi_add(f) ? 1 : 0; }

// A terminal is read and written, or else the standard streams.
YOGI_WEAK char *getpass(const char *prompt)
{
  if (yogi_fails())
    return NULL;
  if (__VERIFIER_nondet_int()) {
    yogi_put(stderr);
    yogi_get(stdin);
  }
  return yogi_text();
}
