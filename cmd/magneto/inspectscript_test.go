package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const scripting = `import torch

@torch.jit.script
def f(x, n: int):
    for i in range(n):
        x = x + 2 * 3
    return x

f(torch.ones(2), 1)
f(torch.ones(2), 1)
`

func TestInspectScript(t *testing.T) {
	dir := write(t, "p.py", scripting)
	got := magneto(t, dir, nil, "", "inspect", "--show", "script", "p.py")
	want, err := os.ReadFile("testdata/inspect_script.txt")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.stdout); diff != "" {
		t.Error(diff)
	}
}

func TestInspectScriptJSON(t *testing.T) {
	dir := write(t, "p.py", scripting)
	magneto(t, dir, nil, "", "inspect", "--show", "script", "--format", "json", "-o", "out.json", "p.py")
	data, err := os.ReadFile(filepath.Join(dir, "out.json"))
	if err != nil {
		t.Fatal(err)
	}
	var r report
	if err := json.Unmarshal(data, &r); err != nil {
		t.Fatal(err)
	}
	if len(r.Entries) != 1 || r.Entries[0].Script == nil {
		t.Fatalf("%s", data)
	}
	s := r.Entries[0].Script
	if diff := cmp.Diff([]scriptPlan{{"Float(*, requires_grad=0, device=cpu), int", 2}}, s.Plans); diff != "" {
		t.Error(diff)
	}
	if last := s.Passes[len(s.Passes)-1]; last.Name != "CanonicalizeOutputs" || last.Diff != "" {
		t.Errorf("the last pass is %+v", last)
	}
}
