package attack

import (
	"fmt"
	"strings"
)

// Programs that look at what main is given. The world starts them with up to three texts, or with none at all.

const argumentWorld = `#include <stdlib.h>
unsigned yogi_choose(unsigned); int program(int, char **);
int yogi_start(void) {
  static const char *const texts[] = { "", "a", "-b", "abcdefgh" };
  static char places[4][12]; static char *list[5];
  int n = (int)yogi_choose(4);
  for (int k = 0; k < n; k++) {
    const char *from = texts[yogi_choose(4)];
    int i = 0;
    do places[k][i] = from[i]; while (from[i++]);
    list[k] = places[k];
  }
  return program(n, list);
}
`

func arguments(w *writer) Program {
	w.line("int n = 0, m = 0; char *p = argc > 0 ? argv[0] : 0; char b[4] = \"xyz\"; (void)n; (void)m; (void)p; (void)b;")
	for range 1 + w.IntN(3) {
		w.line("%s", w.pick("if (argc > 1) p = argv[1];", "while (argv[n]) n++;", "for (int k = 1; k < argc; k++) m += argv[k][0] == '-';", "if (argc > 2) argv[1] = argv[2];",
			"if (argc > 0) argv[0][0] = 'q';", "if (argc > 1) strncpy(b, argv[1], 3);", "if (argc > 1) n = atoi(argv[1]);", "if (p) n = strlen(p);", "if (argc > 1) m = strcmp(argv[0], argv[1]);",
			"if (p && *p) p++;", "argc--;", "argv++;", "if (argc > 0 && argv[argc - 1]) m = 5;", "if (p) m = p[strlen(p)];", "if (p) p = strchr(p, 'a');"))
	}
	// There may be more texts, and longer ones, than the world's: what none of its starts does another may.
	atoms := []atom{
		loose("argc == %d", w.IntN(3)), fixed("argc < -1"), loose("n == argc"), loose("n > argc"), loose("argc > 0 && argv[0][0] == '%s'", w.pick("a", "q", "-")),
		loose("argc > 1 && argv[1][0] == 0"), loose("argc > 1 && argv[0] == argv[1]"), loose("m == %d", w.IntN(3)), loose("m == 5"), loose("p == 0"), loose("p && *p == 'b'"),
		loose("b[0] == 'x'"), loose("b[3] != 0"), loose("n == %s", w.pick("0", "1", "8")), loose("argc > 1 && argv[1] == 0"), loose("argc > 1 && strlen(argv[1]) > 4"),
	}
	if body := w.body.String(); !changesArguments(body) {
		atoms = append(atoms, fixed("argv[argc] != 0"), fixed("argc > 0 && !argv[argc - 1]"))
	}
	w.errorIf(atoms[w.IntN(len(atoms))], atoms[w.IntN(len(atoms))])
	text := basics + w.heads.String() + fmt.Sprintf("int main(int argc, char **argv) {\n  u8 x = in(), y = in(); (void)y;\n%s  return 0;\n}\n", w.body.String())
	return Program{Text: text, World: argumentWorld}
}

// changesArguments says that a program changes argc, argv or the texts, or where they lie.
func changesArguments(body string) bool {
	for _, change := range []string{"argc--", "argv++", "argv[1] ="} {
		if strings.Contains(body, change) {
			return true
		}
	}
	return false
}
