package main

import (
	"fmt"
	"strings"

	"github.com/magneto-go/magneto/torch/jit"
	"github.com/magneto-go/magneto/vm/object"
)

// mostSteps is how many executed instructions a report tells of one scripted function.
const mostSteps = 40

// scripted is what became of a function that torch.jit compiled.
type scripted struct {
	Tokens       string       `json:"tokens,omitempty"`
	Tree         string       `json:"tree,omitempty"`
	Passes       []scriptPass `json:"passes"`
	Plans        []scriptPlan `json:"plans"`
	Instructions string       `json:"instructions"`
	Steps        []string     `json:"steps"`
}

// scriptPass is a step of the compiler with the lines of the graph that it changed, all of them for the first step.
type scriptPass struct {
	Name string `json:"name"`
	Diff string `json:"diff"`
}

// scriptPlan is a kind of arguments that a function was called with.
type scriptPlan struct {
	Arguments string `json:"arguments"`
	Calls     int    `json:"calls"`
}

// noteScripts appends a record for each scripted function.
func (r *report) noteScripts(th *object.Thread) {
	for _, c := range jit.Compilations(th) {
		if c.Function.Graph == nil {
			continue
		}
		s := &scripted{Tokens: c.Tokens(), Tree: c.Tree(th), Instructions: c.Instructions(th), Steps: c.Steps}
		before := ""
		for i, p := range c.Passes {
			diff := p.Graph
			switch {
			case p.Graph == before:
				diff = ""
			case i > 0:
				diff = lineDiff(before, p.Graph) + "\n"
			}
			before = p.Graph
			s.Passes = append(s.Passes, scriptPass{p.Name, diff})
		}
		for _, p := range c.Plans {
			s.Plans = append(s.Plans, scriptPlan{p.Arguments, p.Calls})
		}
		entry := record{Kind: "script", Function: c.Function.Qualified, Script: s}
		if src := c.Source(); src != nil {
			entry.File, entry.Line = src.File, src.FirstLine
		}
		r.Entries = append(r.Entries, entry)
	}
}

// String is the record for reading.
func (s *scripted) String() string {
	var b strings.Builder
	part := func(title, text string) {
		if text != "" {
			fmt.Fprintf(&b, "%s:\n", title)
			for line := range strings.Lines(text) {
				b.WriteString("  " + line)
			}
		}
	}
	part("tokens", s.Tokens)
	part("tree", s.Tree)
	for _, p := range s.Passes {
		if p.Diff == "" {
			fmt.Fprintf(&b, "graph after %s: no change\n", p.Name)
			continue
		}
		part("graph after "+p.Name, p.Diff)
	}
	for _, p := range s.Plans {
		fmt.Fprintf(&b, "plan for (%s): %s\n", p.Arguments, count(p.Calls, "call"))
	}
	part("instructions", s.Instructions)
	if len(s.Steps) > 0 {
		part("steps", strings.Join(s.Steps, "\n")+"\n")
	}
	return b.String()
}
