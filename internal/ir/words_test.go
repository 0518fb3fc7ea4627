package ir_test

import (
	"testing"

	"yogi/internal/ir"
	"yogi/internal/term"
)

func TestWords(t *testing.T) {
	p := &ir.Program{Language: "c", Objects: []*ir.Object{
		{Name: "buf", Address: 0x1000, Size: 16, Type: "int[4]"}, {Name: "main:port", Address: 0x2000, Size: 8, Type: "struct port"},
		{Name: "inc", Address: 0x9000, Size: 1, Kind: ir.FunctionObject},
	}}
	p.AddScalar("enum mode", ir.Scalar{Signed: true, Names: map[string]string{"5": "WRITE", "-1": "NONE"}})
	bits := func(width int, x uint64) term.Value { return term.BVValue(width, x) }
	for _, c := range []struct {
		typ  string
		v    term.Value
		want string
	}{
		{"int", bits(32, 0xfffffff9), "-7"},
		{"unsigned int", bits(32, 0xfffffff9), "4294967289"},
		{"const unsigned char", bits(8, 0xf9), "249"},
		{"char", bits(8, 'x'), "'x'"},
		{"char", bits(8, 10), "10"},
		{"signed char", bits(8, 0xf9), "-7"},
		{"char", bits(8, '\''), `'\''`},
		{"enum mode", bits(32, 5), "WRITE"},
		{"int (*)(int)", bits(64, 0x9000), "inc"},
		{"void (*const)(void)", bits(64, 0), "NULL"},
		{"enum mode", bits(32, 0xffffffff), "NONE"},
		{"enum mode", bits(32, 9), "9"},
		{"char *", bits(64, 0), "NULL"},
		{"int *", bits(64, 0x1004), "buf + 1"},
		{"int *", bits(64, 0x1010), "buf + 4"},
		{"char *", bits(64, 0x1006), "buf + 6 bytes"},
		{"struct port *", bits(64, 0x2000), "&port"},
		{"int *", bits(64, 0x2004), "&port + 4 bytes"},
		{"void *", bits(64, 0x3000), "0x3000"},
		{"_Bool", term.BoolValue(true), "true"},
	} {
		if got := p.Words(c.typ, c.v); got != c.want {
			t.Errorf("%s %s: %s, want %s", c.typ, c.v, got, c.want)
		}
	}
}
