package compiler_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/magneto-go/magneto/dynamo"
	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/torch/compiler"
	"github.com/magneto-go/magneto/torch/fx"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

var update = flag.Bool("update", false, "write what traces give into testdata/trace")

// An archive of testdata/trace has two parts: a program behind sourceMark, and behind traceMark what tracing made of it.
const (
	sourceMark = "-- source.py --\n"
	traceMark  = "-- trace --\n"
)

// TestTraces runs the programs of testdata/trace and compares each step of compilation, graphs, guards and new bytecode, with the text
// behind it. Those texts are magneto's own; what they have in common with PyTorch's is compared by the programs of testdata/capture.
func TestTraces(t *testing.T) {
	files, err := filepath.Glob("../../testdata/trace/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatal("no archives")
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			comment, rest, found := strings.Cut(string(text), sourceMark)
			source, want, _ := strings.Cut(rest, traceMark)
			if !found {
				t.Fatal("no program")
			}
			got := traceOf(t, source)
			if *update {
				if err := os.WriteFile(file, []byte(comment+sourceMark+source+traceMark+got), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// traceOf runs a program in a machine of its own and tells the events of its compiler.
func traceOf(t *testing.T, source string) string {
	t.Helper()
	t.Setenv("OMP_NUM_THREADS", "1") // guards tell the number
	compiler.Register()
	th := object.NewThread()
	var b strings.Builder
	compiler.Listen(th, func(th *object.Thread, e dynamo.Event) { writeEvent(th, &b, e) })
	if err := interp.RunMain(th, "<source>", []byte(source)); err != nil {
		t.Fatal(err)
	}
	return unaddressed.ReplaceAllString(b.String(), "ADDRESS")
}

// unaddressed are the numbers of a trace that differ from run to run.
var unaddressed = regexp.MustCompile(`0x[0-9a-f]+|___object_\d+|\d{7,}`)

func writeEvent(th *object.Thread, b *strings.Builder, e dynamo.Event) {
	switch e.Kind {
	case dynamo.FrameStart:
		fmt.Fprintf(b, "frame %s %s\n", e.ID, e.Code.Name)
	case dynamo.FrameSkipped:
		fmt.Fprintf(b, "skipped %s: %s\n", e.Code.Name, e.Reason)
	case dynamo.GraphBreak:
		fmt.Fprintf(b, "break: %s\n", e.Break.Title)
	case dynamo.Recompile:
		for _, reason := range e.Reasons {
			fmt.Fprintf(b, "recompile: %s\n", strings.TrimSpace(reason))
		}
	case dynamo.GraphCompiled:
		b.WriteString("graph\n")
		if m, ok := fx.AsModule(e.Graph.Module); ok {
			indent(b, m.Readable(false, false))
		}
	case dynamo.EntryMade:
		b.WriteString("guards\n")
		for _, g := range e.Guards {
			indent(b, strings.TrimSpace(g.Kind.Name()+" "+g.Code(th)))
		}
		for _, s := range e.Shapes {
			indent(b, "shape "+s.Code())
		}
		b.WriteString("bytecode\n")
		indent(b, bytecode.Dis(e.New.Code))
	}
}

// indent writes the lines of a text that are not empty.
func indent(b *strings.Builder, text string) {
	for line := range strings.Lines(text) {
		if line = strings.TrimRight(line, " \n"); line != "" {
			b.WriteString("    " + line + "\n")
		}
	}
}
