package witness

import (
	"reflect"
	"strings"
	"testing"
	"time"
)

func sample() Entry {
	hash := strings.Repeat("0a", 32)
	e := New(Producer{"yogi", "1"},
		Task{[]string{"a.c"}, map[string]string{"a.c": hash}, "CHECK( init(main()), LTL(G ! call(reach_error())) )", "LP64", "C"},
		time.Unix(0, 0), []Waypoint{
			{FunctionReturn, "follow", Location{"a.c", 3, 7}, &Constraint{`\result == -5`, "acsl_expression"}},
			{Assumption, "follow", Location{"a.c", 4, 1}, &Constraint{"x == 1", "c_expression"}},
			{Target, "follow", Location{"a.c", 9, 3}, nil},
		})
	e.Metadata.UUID = "c4462dfc-d757-58e9-a76d-e4f7168c920e"
	return e
}

func TestReadsWhatItWrites(t *testing.T) {
	text, err := sample().Encode()
	if err != nil {
		t.Fatal(err)
	}
	back, err := Read(text)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(back, sample()) {
		t.Errorf("read back as %+v", back)
	}
	if n := len(back.Waypoints()); n != 3 {
		t.Errorf("%d waypoints", n)
	}
}

// TestRefuses changes one word of a witness each time.
func TestRefuses(t *testing.T) {
	text, err := sample().Encode()
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range [][2]string{
		{"violation_sequence", "violation_witness"}, {`"2.0"`, `"1.0"`}, {"c4462dfc", "c4462df"}, {"1970-01-01T", "1970-01-01 "},
		{"name: yogi", "name: ''"}, {"data_model: LP64", "data_model: LLP64"}, {"language: C", "language: Java"}, {"0a0a", "0a0"},
		{"type: target", "type: assumption"}, {"action: follow", "action: avoid"}, {"line: 9", "line: 0"}, {"file_name: a.c", "file_name: b.c"},
		{"c_expression", "acsl_expression"}, {"type: function_return", "type: function_exit"}, {"column: 7", "columns: 7"}, {"content:", "contents:"},
	} {
		changed := strings.Replace(string(text), change[0], change[1], 1)
		if changed == string(text) {
			t.Errorf("%s does not occur", change[0])
		}
		if _, err := Read([]byte(changed)); err == nil {
			t.Errorf("%s instead of %s is accepted", change[1], change[0])
		}
	}
}
