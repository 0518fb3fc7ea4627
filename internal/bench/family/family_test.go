package family

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// driver gives inputs by the seed in the first argument: small ones, so that branches go both ways.
const driver = `
#include <stdio.h>
#include <stdlib.h>
static unsigned state = 1;
void reach_error(void) { puts("error"); exit(0); }
int nondet_int(void) { return (state = state * 1103515245 + 12345) >> 16 & 15; }
__attribute__((constructor)) static void begin(int argc, char **argv) { state = atoi(argv[1]); }
`

// TestRuns runs programs of each family, compiled by gcc: with no inputs does a safe one reach the error, and with
// some a broken one does.
func TestRuns(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("no gcc")
	}
	for _, name := range Names() {
		for _, broken := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s broken %v", name, broken), func(t *testing.T) {
				write := Text
				if broken {
					write = Broken
				}
				text, err := write(name, 5)
				if err != nil {
					t.Fatal(err)
				}
				folder := t.TempDir()
				file, program := filepath.Join(folder, "p.c"), filepath.Join(folder, "p")
				if err := os.WriteFile(file, append(text, driver...), 0o600); err != nil {
					t.Fatal(err)
				}
				if out, err := exec.Command("gcc", "-w", "-fsanitize=undefined", "-fno-sanitize-recover", "-o", program, file).CombinedOutput(); err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
				reached := 0
				for seed := range 30 {
					var exit *exec.ExitError // its status is what main returns
					out, err := exec.Command(program, fmt.Sprint(seed)).Output()
					if err != nil && (!errors.As(err, &exit) || !exit.Exited() || len(exit.Stderr) > 0) {
						t.Fatal(err)
					}
					if string(out) == "error\n" {
						reached++
					}
				}
				if broken != (reached > 0) {
					t.Errorf("%d of 30 runs reach the error", reached)
				}
			})
		}
	}
}

func TestRefused(t *testing.T) {
	for _, test := range []struct {
		name string
		size int
		want string
	}{
		{"none", 10, `no family "none": there are apart, chained, depth, locks, structs, switch, table`},
		{"apart", 2, "a program of size 2: the smallest is 3"},
	} {
		if _, err := Text(test.name, test.size); err == nil || err.Error() != test.want {
			t.Errorf("%v, want %s", err, test.want)
		}
	}
}
