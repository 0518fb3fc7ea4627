package confirm_test

import (
	"os"
	"testing"
	"time"

	"yogi/internal/pipeline"
	"yogi/internal/property/slic"
	"yogi/internal/verdict"
)

// What the world decides, or C leaves to the compiler, is a result that the machine gives in some run to the arguments
// of its call, or the fail is none.
func TestResultsOfTheWorld(t *testing.T) {
	const head = "#include <fcntl.h>\n#include <stdio.h>\n#include <unistd.h>\n#include <dirent.h>\n#include <errno.h>\n#include <sys/socket.h>\n#include <signal.h>\n#include <stdlib.h>\n#include <sys/resource.h>\n#include <sys/stat.h>\n#include <sched.h>\n#include <sys/wait.h>\n#include <time.h>\nvoid reach_error(void);\nint main(void) { char b[4]; "
	for text, want := range map[string]verdict.Kind{
		`if (remove("") == 0) reach_error();`:                                                            verdict.Unknown,
		`if (read(-1, b, 4) >= 0) reach_error();`:                                                        verdict.Pass,
		`int f = open("a", O_RDONLY), g = open("b", O_RDONLY); if (f >= 0 && f == g) reach_error();`:     verdict.Unknown,
		`int f = open("a", O_RDONLY); if (f >= 0 && read(f, b, 4) == 2) reach_error();`:                  verdict.Fail,
		`if (remove("a") == 0) reach_error();`:                                                           verdict.Fail,
		`if (alarm(0) != 0) reach_error();`:                                                              verdict.Unknown,
		`if (setpriority(0, 0, 5) == 7) reach_error();`:                                                  verdict.Pass,
		`if (getpriority(0, 0) == 5) reach_error();`:                                                     verdict.Fail,
		`if (fcntl(1, F_SETFL, 0) == 5) reach_error();`:                                                  verdict.Unknown,
		`if (fcntl(1, F_SETFL, 0) == -1) reach_error();`:                                                 verdict.Fail,
		`if (kill(getpid(), SIGKILL) == 0) reach_error();`:                                               verdict.Pass,
		`if (getpid() == getppid()) reach_error();`:                                                      verdict.Unknown,
		`if (setuid(5) == 0 && geteuid() != 5) reach_error();`:                                           verdict.Pass,
		`if (getuid() == 4 && seteuid(3) == 0 && getuid() != 4) reach_error();`:                          verdict.Pass,
		`if (getuid() == 4 && setuid(3) == 0 && getuid() != 4) reach_error();`:                           verdict.Fail,
		`if (getuid() == 4 && setuid(3) == 0 && getuid() > 4) reach_error();`:                            verdict.Pass,
		`if (setreuid(-1, 7) == 0 && geteuid() != 7) reach_error();`:                                     verdict.Pass,
		`if (setpgid(0, 0) == 0 && getpgrp() != getpid()) reach_error();`:                                verdict.Unknown,
		`if (access("a", 99) == 0) reach_error();`:                                                       verdict.Unknown,
		`if (access("a", 4) == 0) reach_error();`:                                                        verdict.Fail,
		`if (truncate("a", -1) == 0) reach_error();`:                                                     verdict.Unknown,
		`if (truncate("a", 1) == 0) reach_error();`:                                                      verdict.Fail,
		`if (fopen("a", "z") != 0) reach_error();`:                                                       verdict.Unknown,
		`if (open("a", O_WRONLY | O_CREAT | O_TRUNC, 0600) > 4) reach_error();`:                          verdict.Fail,
		`if (fcntl(1, 9999) == 0) reach_error();`:                                                        verdict.Unknown,
		`if (wait(0) == 0) reach_error();`:                                                               verdict.Unknown,
		`if (time(0) < -1) reach_error();`:                                                               verdict.Pass,
		`if (time(0) == 1000000) reach_error();`:                                                         verdict.Fail,
		`if (system("a") == 0x180) reach_error();`:                                                       verdict.Unknown,
		`if (pause() == 0) reach_error();`:                                                               verdict.Pass,
		`if (getchar() == EOF && !feof(stdin) && !ferror(stdin)) reach_error();`:                         verdict.Unknown,
		`if (getchar() == EOF && feof(stdin)) reach_error();`:                                            verdict.Fail,
		`if (getchar() == EOF && feof(stdin) && getchar() != EOF) reach_error();`:                        verdict.Unknown,
		`if (!fgets(b, 4, stdin) && !feof(stdin) && !ferror(stdin)) reach_error();`:                      verdict.Unknown,
		`if (fread(b, 1, 4, stdin) < 4 && !feof(stdin) && !ferror(stdin)) reach_error();`:                verdict.Unknown,
		`if (getchar() == 'a') reach_error(); ungetc('b', stdin);`:                                       verdict.Fail,
		`ungetc('b', stdin); if (getchar() == 'c') reach_error();`:                                       verdict.Unknown,
		`if (getchar() == 'a') { ungetc('b', stdin); if (getchar() == 'c') reach_error(); }`:             verdict.Unknown,
		`rewind(stdin); if (fgets(b, 4, stdin) && b[0] == 'a') reach_error();`:                           verdict.Unknown,
		`if (fgets(b, 4, stdin) && b[0] == 'a') reach_error(); rewind(stdin);`:                           verdict.Fail,
		`if (scanf("%3s", b) == EOF && !feof(stdin) && !ferror(stdin)) reach_error();`:                   verdict.Unknown,
		`if (scanf("%3[0-9]", b) == 1 && b[0] == 'a') reach_error();`:                                    verdict.Pass,
		`if (scanf("%3[0-9]", b) == 1 && b[0] == '7') reach_error();`:                                    verdict.Fail,
		`int n, m; if (scanf("%d", &n) == 0 && scanf("%d", &m) == 1) reach_error();`:                     verdict.Unknown,
		`int n, m; if (scanf("%d", &n) == 1 && scanf("%d", &m) == 0) reach_error();`:                     verdict.Fail,
		`int n; if (scanf("%d", &n) == 1 && getchar() == '5') reach_error();`:                            verdict.Unknown,
		`int n; if (scanf("%d", &n) == 1 && getchar() == 'x') reach_error();`:                            verdict.Fail,
		`int n; if (scanf("%d", &n) == 0 && getchar() == '-') reach_error();`:                            verdict.Unknown,
		`int n; char c; if (scanf("%d%c", &n, &c) == 2 && c == '5') reach_error();`:                      verdict.Unknown,
		`int n; char c; if (scanf("%d %c", &n, &c) == 2 && c == ' ') reach_error();`:                     verdict.Unknown,
		`int n; char c; if (scanf("%d %c", &n, &c) == 2 && n == -4 && c == 'q') reach_error();`:          verdict.Fail,
		`unsigned n; if (scanf("%2x", &n) == 1 && n == 0xFFFFFFFF) reach_error();`:                       verdict.Fail,
		`float x; double y; if (scanf("%f;%lf", &x, &y) == 2 && x == 1.5f && y > 1e10) reach_error();`:   verdict.Fail,
		`int n, m; scanf("%d", &n); rewind(stdin); if (scanf("%d", &m) == 1 && n != m) reach_error();`:   verdict.Unknown,
		`int n; ungetc('5', stdin); if (scanf("%d", &n) == 0) reach_error();`:                            verdict.Unknown,
		`char c[70]; if (scanf("%64s", c) == 1 && c[9] == 'q') reach_error();`:                           verdict.Fail,
		`char c[70]; if (scanf("%65s", c) == 1 && c[9] == 'q') reach_error();`:                           verdict.Fail,
		`if (scanf("%s", b) == 1 && b[0] == ' ') reach_error();`:                                         verdict.Pass,
		`FILE *f = fopen("a", "w"); if (f && fgetc(f) != EOF) reach_error();`:                            verdict.Unknown,
		`FILE *f = fopen("a", "r"); if (f && fgetc(f) == 'a') reach_error();`:                            verdict.Fail,
		`FILE *f = fopen("a", "r"); if (f && fputc('a', f) != EOF) reach_error();`:                       verdict.Unknown,
		`FILE *f = fopen("a", "r"); if (f && fileno(f) < 0) reach_error();`:                              verdict.Unknown,
		`FILE *f = fopen("/dev/null", "r"); if (f && fgetc(f) != EOF) reach_error();`:                    verdict.Unknown,
		`if (fwrite(b, 0, 4, stdout) != 0) reach_error();`:                                               verdict.Unknown,
		`if (fwrite(b, 1, 2, stdin) == 2) reach_error();`:                                                verdict.Unknown,
		`if (fwrite("ab", 1, 2, stdout) == 1) reach_error();`:                                            verdict.Fail,
		`int f = open("a", O_RDONLY); if (f >= 0 && close(f) == 0 && read(f, b, 1) == 1) reach_error();`: verdict.Unknown,
		`int f = open("a", O_RDONLY); if (f >= 0 && write(f, "a", 1) == 1) reach_error();`:               verdict.Unknown,
		`int f = open("a", O_WRONLY); if (f >= 0 && read(f, b, 1) == 1) reach_error();`:                  verdict.Unknown,
		`int f = open("a", O_WRONLY); if (f >= 0 && write(f, "a", 1) == 1) reach_error();`:               verdict.Fail,
		`int f = open("a", O_RDONLY); if (f >= 0 && close(f) == 0 && close(f) == 0) reach_error();`:      verdict.Unknown,
		`int f = open("a", O_RDONLY); if (f >= 0 && close(f) == 0) reach_error();`:                       verdict.Fail,
		`if (close(0) == 0 && open("a", O_RDONLY) > 0) reach_error();`:                                   verdict.Unknown,
		`int s = socket(AF_INET, SOCK_DGRAM, 0); if (s >= 0 && listen(s, 1) == 0) reach_error();`:        verdict.Unknown,
		`int s = socket(AF_INET, SOCK_STREAM, 0); if (s >= 0 && listen(s, 1) == 0) reach_error();`:       verdict.Fail,
		`int s = socket(AF_INET, SOCK_STREAM, 0); if (s >= 0 && accept(s, 0, 0) >= 0) reach_error();`:    verdict.Unknown,
		`if (setenv("A=B", "x", 1) == 0) reach_error();`:                                                 verdict.Pass,
		`if (setenv("A", "x", 1) == 0) reach_error();`:                                                   verdict.Fail,
		`if (remove("") == 0 || rename("a", "") == 0) reach_error();`:                                    verdict.Unknown,
		`if (rmdir(".") == 0) reach_error();`:                                                            verdict.Unknown,
		`errno = 0; if (open("a", O_RDONLY) < 0 && errno == 0) reach_error();`:                           verdict.Pass,
		`errno = 0; if (open("a", O_RDONLY) < 0 && errno == ENOENT) reach_error();`:                      verdict.Fail,
		`errno = 0; if (open("a", O_RDONLY) < 0 && errno < 0) reach_error();`:                            verdict.Pass,
		`errno = 0; if (!fopen("a", "r") && errno == 0) reach_error();`:                                  verdict.Pass,
		`errno = 0; if (read(0, b, 1) < 0 && errno == 0) reach_error();`:                                 verdict.Pass,
		`errno = 0; if (read(0, b, 1) < 0 && errno == EIO) reach_error();`:                               verdict.Fail,
		`errno = 0; if (rmdir("a") == 0 && errno == 99999) reach_error();`:                               verdict.Pass,
		`if (getenv("") != 0) reach_error();`:                                                            verdict.Pass,
		`if (close(0) == 0 && getchar() != EOF) reach_error();`:                                          verdict.Unknown,
		`if (getchar() != EOF && close(0) == 0 && getchar() != EOF) reach_error();`:                      verdict.Fail,
		`umask(022); if (umask(0) != 022) reach_error();`:                                                verdict.Unknown,
		`if (getpid() == fork()) reach_error();`:                                                         verdict.Pass,
		`pid_t p = getpid(); if (fork() > 0 && getpid() != p) reach_error();`:                            verdict.Pass,
		`pid_t p = getpid(); if (fork() == 0 && getpid() == p) reach_error();`:                           verdict.Pass,
		`pid_t p = getpid(); if (fork() == 0 && getpid() != p) reach_error();`:                           verdict.Fail,
		`pid_t p = fork(); if (p > 0 && getpid() == p) reach_error();`:                                   verdict.Pass,
		`pause(); reach_error();`:                                                                        verdict.Unknown,
		`if (sched_get_priority_max(1) < 0) reach_error();`:                                              verdict.Unknown,
		`if (opendir("") != 0) reach_error();`:                                                           verdict.Unknown,
		`double d = 1e300 * (1 + getpid()); if ((int)d != -2147483647 - 1) reach_error();`:               verdict.Unknown,
		`double d = 1e300 * (1 + getpid()); if ((int)d == -2147483647 - 1) reach_error();`:               verdict.Fail,
		`if (opendir("a") != 0) reach_error();`:                                                          verdict.Fail,
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			outcome, err := pipeline.Run(t.Context(), pipeline.Job{Files: []string{write(t, "p.c", head+text+" return 0; }\n")}, Timeout: time.Minute})
			if err != nil || outcome.Kind != want {
				t.Errorf("%v %s %s, %v", outcome.Kind, outcome.Reason, outcome.Detail, err)
			}
		})
	}
}

// Under a rule streams are the machine's, too: what is noted of one is what happened to it.
func TestResultsOfStreamsUnderRules(t *testing.T) {
	t.Parallel()
	rule, err := slic.Parse(write(t, "Once.slic", "state { int closed = 0; }\nfclose.call [watch $1] { if (closed) abort \"closed twice\"; closed = 1; }\n"), os.ReadFile)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]verdict.Kind{
		`if (fileno(f) == -1) fclose(f);`:                                                                  verdict.Unknown,
		`if (fgetc(f) == 'a') fclose(f);`:                                                                  verdict.Fail,
		`if (fgetc(f) == EOF && !feof(f) && !ferror(f)) fclose(f);`:                                        verdict.Unknown,
		`if (fgetc(f) == EOF && feof(f)) fclose(f);`:                                                       verdict.Fail,
		`if (fgetc(f) == EOF && feof(f) && fgetc(f) > 0) fclose(f);`:                                       verdict.Unknown,
		`if (fputs("a", f) >= 0) fclose(f);`:                                                               verdict.Unknown,
		`if (fputs("a", out) >= 0) fclose(f);`:                                                             verdict.Fail,
		`if (fputs("a", out) < 0) fclose(f);`:                                                              verdict.Fail,
		`if (fputs("a", out) < 0 && ferror(out)) fclose(f);`:                                               verdict.Fail,
		`if (fputs("a", out) < 0 && !ferror(out)) fclose(f);`:                                              verdict.Unknown,
		`if (fprintf(out, "%d", 5) < 0 && !ferror(out)) fclose(f);`:                                        verdict.Unknown,
		`if (getchar() == EOF && !feof(stdin) && !ferror(stdin)) fclose(f);`:                               verdict.Unknown,
		`FILE *t = tmpfile(); if (t && fputs("a", t) >= 0) { rewind(t); if (fgetc(t) == 'b') fclose(f); }`: verdict.Unknown,
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			job := pipeline.Job{Files: []string{write(t, "p.c", "#include <stdio.h>\nint main(void) { FILE *f = fopen(\"a\", \"r\"), *out = fopen(\"b\", \"w\"); if (!f || !out) return 1; "+text+" fclose(f); fclose(out); return 0; }\n")}, Timeout: time.Minute}
			job.SetRule(rule)
			outcome, err := pipeline.Run(t.Context(), job)
			if err != nil || outcome.Kind != want {
				t.Errorf("%v %s %s, %v", outcome.Kind, outcome.Reason, outcome.Detail, err)
			}
		})
	}
}
