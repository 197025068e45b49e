package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/magneto-go/magneto/dynamo"
	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/torch/compiler"
	"github.com/magneto-go/magneto/torch/fx"
	"github.com/magneto-go/magneto/torch/jit"
	"github.com/magneto-go/magneto/vm/object"
)

type inspectCommand struct {
	Show   []string `default:"graphs,guards,breaks,recompiles" help:"What to show: graphs, guards, bytecode, breaks, recompiles, kernels, script."`
	Format string   `default:"text" enum:"text,json" help:"text or json."`
	Output string   `short:"o" help:"Write the report to a file (default: standard output, behind the script's own output)." placeholder:"FILE" type:"path"`

	Execution execution `embed:""`
}

// sections are the parts that --show selects.
var sections = map[string]bool{"graphs": true, "guards": true, "bytecode": true, "breaks": true, "recompiles": true, "kernels": true, "script": true}

// report is what happened, in order.
type report struct {
	Script  string   `json:"script"`
	Status  int      `json:"exit_status"`
	Graphs  int      `json:"graph_count"`
	Breaks  int      `json:"graph_break_count"`
	Again   int      `json:"recompile_count"`
	Entries []record `json:"events"`
}

// record is one step of compilation; fields that do not matter to its kind are empty.
type record struct {
	Kind     string   `json:"kind"`
	ID       string   `json:"compile_id,omitempty"`
	Function string   `json:"function,omitempty"`
	File     string   `json:"file,omitempty"`
	Line     int      `json:"line,omitempty"`
	Reason   string   `json:"reason,omitempty"`
	Reasons  []string `json:"reasons,omitempty"`
	Name     string   `json:"name,omitempty"`
	Code     string   `json:"code,omitempty"`
	Listing  string   `json:"listing,omitempty"`
	Guards   []string `json:"guards,omitempty"`
	Original string   `json:"original,omitempty"`
	Modified string   `json:"modified,omitempty"`
	Stack    []string `json:"stack,omitempty"`
	Plan     string   `json:"plan,omitempty"`
	Figures  string   `json:"figures,omitempty"`
	Machine  string   `json:"machine_code,omitempty"`

	Script *scripted `json:"script,omitempty"`

	kernels dynamo.Kernels // Plan, Figures and Machine when the program has ended
}

// measured is a compiled graph whose steps can be timed beside the limits of the machine.
type measured interface {
	Figures(ctx *ops.Context) (string, error)
}

func (c *inspectCommand) Run(ctx *kong.Context) error {
	th := newMachine(c.Execution.Seed)
	show := map[string]bool{}
	for _, s := range c.Show {
		if !sections[s] {
			return usageError{fmt.Sprintf("--show: unknown section %q (known: graphs, guards, bytecode, breaks, recompiles, kernels, script)", s)}
		}
		show[s] = true
	}
	start, err := c.Execution.prepare(th)
	if err != nil {
		return err
	}
	program := &c.Execution.Program
	if own := ownOptions(ctx.Selected(), program.Args); own != nil {
		fmt.Fprintf(os.Stderr, "magneto: %s behind the program's name is an argument of the program; options of inspect stand before it\n", strings.Join(own, ", "))
	}
	r := &report{Script: program.name(), Entries: []record{}}
	compiler.Listen(th, func(th *object.Thread, e dynamo.Event) { r.note(th, e, show) })
	if show["script"] {
		jit.Watch(th, mostSteps)
	}
	r.Status = start(th)
	if show["script"] {
		r.noteScripts(th)
	}
	r.Graphs = compiler.Graphs(th)
	for i := range r.Entries {
		if e := &r.Entries[i]; e.kernels != nil {
			e.Plan, e.Machine = e.kernels.String(), e.kernels.Listing()
			if p, ok := e.kernels.(measured); ok {
				if e.Figures, err = p.Figures(torch.Context(th)); err != nil {
					return err
				}
			}
		}
	}
	var b bytes.Buffer
	if c.Format == "json" {
		enc := json.NewEncoder(&b)
		enc.SetIndent("", "  ")
		enc.SetEscapeHTML(false)
		if err := enc.Encode(r); err != nil {
			return err
		}
	} else {
		r.write(&b)
	}
	text := program.shorten(b.Bytes())
	if c.Output != "" {
		if err := os.WriteFile(c.Output, text, 0o644); err != nil {
			return err
		}
	} else if _, err := os.Stdout.Write(text); err != nil {
		return err
	}
	if r.Status != exitOK {
		return exitError{r.Status}
	}
	return nil
}

func (r *report) note(th *object.Thread, e dynamo.Event, show map[string]bool) {
	switch e.Kind {
	case dynamo.GraphBreak:
		r.Breaks++
	case dynamo.Recompile:
		r.Again++
	}
	entry := record{ID: e.ID, Reason: e.Reason}
	if e.Code != nil {
		entry.Function, entry.File, entry.Line = e.Code.Name, e.Code.Filename, e.Code.FirstLine
	}
	for _, l := range e.Stack {
		entry.Stack = append(entry.Stack, fmt.Sprintf("%s:%d in %s: %s", l.Filename, l.Line, l.Function, l.Code))
	}
	switch e.Kind {
	case dynamo.GraphCompiled:
		if !show["graphs"] {
			return
		}
		entry.Kind, entry.Name, entry.Stack = "graph", e.Graph.Name, nil
		if m, ok := fx.AsModule(e.Graph.Module); ok {
			entry.Code, entry.Listing = m.Readable(true, true), m.Graph.String()
		}
	case dynamo.EntryMade:
		if show["guards"] {
			g := entry
			g.Kind = "guards"
			for _, guard := range e.Guards {
				if code := guard.Code(th); code != "" {
					g.Guards = append(g.Guards, guard.Leaf()+": "+compact(guard.Verbose(th)))
				}
			}
			for _, s := range e.Shapes {
				g.Guards = append(g.Guards, "LAMBDA_GUARD: "+compact(s.Verbose()))
			}
			r.Entries = append(r.Entries, g)
		}
		if !show["bytecode"] {
			return
		}
		entry.Kind, entry.Original, entry.Modified = "bytecode", bytecode.Dis(e.Code.Code), bytecode.Dis(e.New.Code)
	case dynamo.GraphBreak:
		if !show["breaks"] {
			return
		}
		entry.Kind, entry.Reason = "graph break", e.Break.Title
		if e.Break.Explanation != "" {
			entry.Reason += ": " + e.Break.Explanation
		}
		if n := len(e.Stack); n > 0 && entry.Function == "" {
			at := e.Stack[n-1]
			entry.Function, entry.File, entry.Line = at.Function, at.Filename, at.Line
		}
	case dynamo.FrameSkipped:
		if !show["breaks"] {
			return
		}
		entry.Kind = "skipped"
		if e.Break != nil && e.Break.Title != e.Reason {
			entry.Reason += " (" + e.Break.Title + ")"
		}
	case dynamo.KernelsMade:
		if !show["kernels"] {
			return
		}
		entry.Kind, entry.kernels = "kernels", e.Kernels
	case dynamo.GraphUncaptured, dynamo.BackendFault:
		if !show["kernels"] && !show["breaks"] {
			return
		}
		entry.Kind = "runs operator by operator"
	case dynamo.Recompile, dynamo.LimitHit:
		if !show["recompiles"] {
			return
		}
		entry.Kind = "recompile"
		for _, reason := range e.Reasons {
			entry.Reasons = append(entry.Reasons, compact(reason))
		}
		if e.Kind == dynamo.LimitHit {
			entry.Kind = "limit"
		}
	default:
		return
	}
	r.Entries = append(r.Entries, entry)
}

var (
	columns  = regexp.MustCompile(` {2,}# `)
	noSource = regexp.MustCompile(` # +# `)
)

// compact takes the padding out of a guard's text, which aligns comments in logs.
func compact(text string) string {
	return noSource.ReplaceAllString(columns.ReplaceAllString(text, "  # "), " # ")
}

// write is the report for reading.
func (r *report) write(w io.Writer) {
	fmt.Fprintf(w, "=== magneto inspect %s: %s, %s, %s ===\n", r.Script, count(r.Graphs, "graph"), count(r.Breaks, "graph break"), count(r.Again, "recompile"))
	for _, e := range r.Entries {
		title := e.Kind
		if e.ID != "" {
			title += " [" + e.ID + "]"
		}
		if e.Function != "" {
			title += fmt.Sprintf(" %s (%s:%d)", e.Function, e.File, e.Line)
		}
		fmt.Fprintf(w, "\n--- %s\n", title)
		if e.Reason != "" && e.Kind != "graph" {
			fmt.Fprintf(w, "%s\n", e.Reason)
		}
		for _, line := range e.Stack {
			fmt.Fprintf(w, "  at %s\n", line)
		}
		for _, reason := range e.Reasons {
			fmt.Fprintf(w, "  - %s\n", reason)
		}
		for _, g := range e.Guards {
			fmt.Fprintf(w, "  %s\n", g)
		}
		if e.Code != "" {
			fmt.Fprintf(w, "%s", e.Code)
		}
		if e.Plan != "" {
			fmt.Fprintf(w, "%s%s%s", e.Plan, e.Figures, e.Machine)
		}
		if e.Script != nil {
			fmt.Fprint(w, e.Script)
		}
		if e.Modified != "" {
			fmt.Fprintf(w, "original:\n%s\nmodified:\n%s", e.Original, e.Modified)
		}
	}
}
