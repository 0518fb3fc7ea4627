// Prints what waits in a spool file: each line names a file, which is sent to the printer's command through a pipe; what was printed
// is noted in a journal.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LINE 16

// send copies a file to the printer.
static int send_file(FILE *printer, const char *name)
{
  char buffer[8];
  size_t n;
  int bad = 0;
  FILE *f = fopen(name, "r");
  if (!f)
    return -1;
  while ((n = fread(buffer, 1, sizeof buffer, f)) > 0)
    if (fwrite(buffer, 1, n, printer) != n) {
      bad = 1;
      break;
    }
  if (ferror(f))
    bad = 1;
  fclose(f);
  return bad ? -1 : 0;
}

static int print(const char *name)
{
  int result;
  FILE *printer = popen("lp", "w");
  if (!printer)
    return -1;
  result = send_file(printer, name);
  if (pclose(printer) != 0)
    result = -1;
  return result;
}

static void trim(char *line)
{
  size_t n = strlen(line);
  if (n > 0 && line[n - 1] == '\n')
    line[n - 1] = 0;
}

// note adds a line to the journal; it is on the disk when note returns 0.
static int note(const char *name)
{
  int bad = 0;
  size_t n = strlen(name);
  int journal = open("journal", O_WRONLY | O_APPEND | O_CREAT, 0600);
  if (journal < 0)
    return -1;
  if (write(journal, name, n) != (ssize_t)n || fsync(journal) != 0)
    bad = 1;
  if (close(journal) != 0)
    bad = 1;
  return bad ? -1 : 0;
}

// lock makes the lock file, or says that another spooler has it.
static int lock(void)
{
  int f = open("spool.lock", O_WRONLY | O_CREAT | O_EXCL, 0600);
  if (f < 0)
    return errno == EEXIST ? 1 : -1;
  close(f);
  return 0;
}

static int work(FILE *spool)
{
  char line[LINE];
  int failed = 0;
  while (fgets(line, sizeof line, spool)) {
    trim(line);
    if (line[0] == 0 || line[0] == '#')
      continue;
    if (print(line) != 0)
      failed++;
    else if (note(line) != 0)
      failed++;
  }
  if (ferror(spool))
    failed++;
  return failed;
}

int main(void)
{
  int failed;
  FILE *spool;
  if (lock() != 0)
    return 1;
  spool = fopen("spool", "r");
  if (!spool) {
    unlink("spool.lock");
    return 1;
  }
  failed = work(spool);
  fclose(spool);
  if (failed == 0 && unlink("spool") != 0)
    failed = 1;
  unlink("spool.lock");
  return failed != 0;
}
