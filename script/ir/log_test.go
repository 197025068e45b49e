package ir

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLogOptions(t *testing.T) {
	for option, want := range map[string]map[string]LogLevel{
		"":                         {},
		"peephole":                 {"peephole": LogDump},
		"peephole.cpp:>inliner":    {"peephole": LogDump, "inliner": LogUpdate},
		">>lower_tuples.h:inliner": {"lower_tuples": LogDebug, "inliner": LogDump},
		"inliner:>inliner::":       {"inliner": LogDump},
	} {
		if got := NewLog(option, nil).Levels; !cmp.Equal(got, want) {
			t.Errorf("%q chooses %v, want %v", option, got, want)
		}
	}
}

func TestLogOfDeadCode(t *testing.T) {
	const text = `graph(%x : Tensor):
  %1 : Tensor = aten::neg(%x)
  %2 : Tensor = aten::abs(%x)
  return (%2)
`
	for option, want := range map[string]string{
		"inliner": "",
		"dead_code_elimination": `[DUMP dead_code_elimination.cpp:487] After EliminateDeadCode: 
[DUMP dead_code_elimination.cpp:487] graph(%x : Tensor):
[DUMP dead_code_elimination.cpp:487]   %2 : Tensor = aten::abs(%x)
[DUMP dead_code_elimination.cpp:487]   return (%2)
`,
		">dead_code_elimination": `[UPDATE dead_code_elimination.cpp:281] Node aten::neg which outputs 1 will be removed
[DUMP dead_code_elimination.cpp:487] After EliminateDeadCode: 
[DUMP dead_code_elimination.cpp:487] graph(%x : Tensor):
[DUMP dead_code_elimination.cpp:487]   %2 : Tensor = aten::abs(%x)
[DUMP dead_code_elimination.cpp:487]   return (%2)
`,
	} {
		g, err := Parse(text, false, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		g.Log = NewLog(option, func(s string) { b.WriteString(s) })
		EliminateDead(g, true)
		if diff := cmp.Diff(want, b.String()); diff != "" {
			t.Errorf("%s: %s", option, diff)
		}
	}
}
