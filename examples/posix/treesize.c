// Adds up the sizes of the files of a folder and of the folders in it, and writes a list of the large ones.
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define LARGE 1000000
#define DEEPEST 2
#define PATH_SIZE 64

struct sums {
  long files, folders, bytes;
  int failed;
};

// join makes "folder/name"; it returns -1 where that is too long.
static int join(char *to, const char *folder, const char *name)
{
  size_t n = strlen(folder), m = strlen(name);
  if (n + m + 2 > PATH_SIZE)
    return -1;
  memcpy(to, folder, n);
  to[n] = '/';
  memcpy(to + n + 1, name, m + 1);
  return 0;
}

static int is_special(const char *name)
{
  return name[0] == '.' && (name[1] == 0 || name[1] == '.' && name[2] == 0);
}

static void add_file(struct sums *sums, const char *path, FILE *list)
{
  struct stat s;
  if (lstat(path, &s) != 0) {
    sums->failed = 1;
    return;
  }
  sums->files++;
  sums->bytes += s.st_size;
  if (s.st_size >= LARGE && fputs(path, list) == EOF)
    sums->failed = 1;
}

static int add_folder(struct sums *sums, const char *path, int depth, FILE *list)
{
  struct dirent *entry;
  char inner[PATH_SIZE];
  DIR *folder = opendir(path);
  if (!folder)
    return errno == ENOENT ? 0 : -1;
  sums->folders++;
  while ((entry = readdir(folder)) != NULL) {
    if (is_special(entry->d_name))
      continue;
    if (join(inner, path, entry->d_name) != 0) {
      sums->failed = 1;
      continue;
    }
    if (entry->d_type != DT_DIR) {
      add_file(sums, inner, list);
    } else if (depth < DEEPEST && add_folder(sums, inner, depth + 1, list) != 0) {
      closedir(folder);
      return -1;
    }
  }
  closedir(folder);
  return 0;
}

static int report(const struct sums *sums, const char *name)
{
  FILE *out = fopen(name, "w");
  int bad;
  if (!out)
    return -1;
  bad = fprintf(out, "%ld files, %ld folders, %ld bytes\n", sums->files, sums->folders, sums->bytes) < 0;
  if (sums->failed)
    bad |= fputs("some files could not be looked at\n", out) == EOF;
  if (fclose(out) == EOF)
    bad = 1;
  return bad ? -1 : 0;
}

int main(int argc, char **argv)
{
  struct sums sums = { 0 };
  FILE *list = fopen("large.txt", "w");
  int status = 0;
  if (!list) {
    fprintf(stderr, "the list cannot be written\n");
    return 1;
  }
  if (add_folder(&sums, ".", 0, list) != 0)
    status = 1;
  if (fclose(list) == EOF)
    status = 1;
  if (report(&sums, "sizes.txt") != 0)
    status = 1;
  return status;
}
