package confirm_test

import (
	"testing"
	"time"

	"yogi/internal/pipeline"
	"yogi/internal/verdict"
)

// What the world decides is a result that the machine's function may give to the arguments of its
// call, or the fail is none.
func TestResultsOfTheWorld(t *testing.T) {
	const head = "#include <fcntl.h>\n#include <stdio.h>\n#include <unistd.h>\n#include <dirent.h>\n#include <signal.h>\n#include <stdlib.h>\n#include <sys/resource.h>\n#include <sys/wait.h>\n#include <time.h>\nvoid reach_error(void);\nint main(void) { char b[4]; "
	for text, want := range map[string]verdict.Kind{
		`if (remove("") == 0) reach_error();`:                                                        verdict.Unknown,
		`if (read(-1, b, 4) >= 0) reach_error();`:                                                    verdict.Pass,
		`int f = open("a", O_RDONLY), g = open("b", O_RDONLY); if (f >= 0 && f == g) reach_error();`: verdict.Unknown,
		`int f = open("a", O_RDONLY); if (f >= 0 && read(f, b, 4) == 2) reach_error();`:              verdict.Fail,
		`if (remove("a") == 0) reach_error();`:                                                       verdict.Fail,
		`if (alarm(0) != 0) reach_error();`:                                                          verdict.Unknown,
		`if (setpriority(0, 0, 5) == 7) reach_error();`:                                              verdict.Pass,
		`if (getpriority(0, 0) == 5) reach_error();`:                                                 verdict.Fail,
		`if (fcntl(1, F_SETFL, 0) == 5) reach_error();`:                                              verdict.Unknown,
		`if (fcntl(1, F_SETFL, 0) == -1) reach_error();`:                                             verdict.Fail,
		`if (kill(getpid(), SIGKILL) == 0) reach_error();`:                                           verdict.Unknown,
		`if (getpid() == getppid()) reach_error();`:                                                  verdict.Unknown,
		`if (setuid(5) == 0 && geteuid() != 5) reach_error();`:                                       verdict.Pass,
		`if (getuid() == 4 && seteuid(3) == 0 && getuid() != 4) reach_error();`:                      verdict.Pass,
		`if (getuid() == 4 && setuid(3) == 0 && getuid() != 4) reach_error();`:                       verdict.Fail,
		`if (getuid() == 4 && setuid(3) == 0 && getuid() > 4) reach_error();`:                        verdict.Pass,
		`if (setreuid(-1, 7) == 0 && geteuid() != 7) reach_error();`:                                 verdict.Pass,
		`if (setpgid(0, 0) == 0 && getpgrp() != getpid()) reach_error();`:                            verdict.Unknown,
		`if (access("a", 99) == 0) reach_error();`:                                                   verdict.Unknown,
		`if (access("a", 4) == 0) reach_error();`:                                                    verdict.Fail,
		`if (truncate("a", -1) == 0) reach_error();`:                                                 verdict.Unknown,
		`if (truncate("a", 1) == 0) reach_error();`:                                                  verdict.Fail,
		`if (fopen("a", "z") != 0) reach_error();`:                                                   verdict.Unknown,
		`if (open("a", O_WRONLY | O_CREAT | O_TRUNC, 0600) > 4) reach_error();`:                      verdict.Fail,
		`if (fcntl(1, 9999) == 0) reach_error();`:                                                    verdict.Unknown,
		`if (wait(0) == 0) reach_error();`:                                                           verdict.Unknown,
		`if (time(0) < -1) reach_error();`:                                                           verdict.Pass,
		`if (time(0) == 1000000) reach_error();`:                                                     verdict.Fail,
		`if (system("a") == 0x180) reach_error();`:                                                   verdict.Unknown,
		`if (pause() == 0) reach_error();`:                                                           verdict.Pass,
		`if (opendir("") != 0) reach_error();`:                                                       verdict.Unknown,
		`if (opendir("a") != 0) reach_error();`:                                                      verdict.Fail,
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
