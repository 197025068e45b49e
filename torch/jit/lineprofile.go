package jit

import (
	"slices"
	"strings"
	"time"

	"github.com/magneto-go/magneto/script/exec"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/vm/object"
)

// profileLines counts lines into a dict from now on, or no more: args are the dict and whether it counts. Its keys are tuples of file, first line,
// text and line of a source; its values tuples of how many instructions ran and how many nanoseconds they took.
func profileLines(th *object.Thread, args, _ []Value) (Value, error) {
	s := states.Of(th)
	d, ok := object.AsDict(args[0])
	if !ok {
		return object.Null, object.TypeErrorf("a dict is expected")
	}
	s.profiles = slices.DeleteFunc(s.profiles, func(x *object.Dict) bool { return x == d })
	if args[1] == object.True {
		s.profiles = append(s.profiles, d)
	}
	return object.None, nil
}

// lineCount is what ran of one line.
type lineCount struct{ hits, time int64 }

// lineOf is a line of a source, counted from 0.
type lineOf struct {
	source *ir.Source
	line   int
}

// countLines runs a function and counts its lines, and those of what it calls.
func (s *state) countLines(th *object.Thread, f *ir.Function, vals []Value) (Value, error) {
	counts := map[lineOf]*lineCount{}
	var order []lineOf
	var current *lineCount
	start := time.Now()
	end := func() {
		now := time.Now()
		if current != nil {
			current.time += now.Sub(start).Nanoseconds()
		}
		start = now
	}
	code, err := exec.CompileSteps(f.Name, f.Graph, runtimeOf(th), func(n *ir.Node, _ func() string) {
		end()
		current = nil
		if n == nil || n.Range.Source == nil {
			return
		}
		at := lineOf{n.Range.Source, strings.Count(n.Range.Source.Text[:min(n.Range.From, len(n.Range.Source.Text))], "\n")}
		if current = counts[at]; current == nil {
			current = &lineCount{}
			counts[at] = current
			order = append(order, at)
		}
		current.hits++
	})
	if err != nil {
		return object.Null, err
	}
	v, err := exec.RunCode(th, code, runtimeOf(th), vals)
	end()
	for _, d := range s.profiles {
		for _, at := range order {
			first := int64(at.source.FirstLine)
			key := object.NewTuple(object.NewStr(at.source.File), object.Int(first), object.NewStr(at.source.Text), object.Int(first+int64(at.line))).Ref()
			sum := *counts[at]
			if old, found, err := d.Get(th, key); err == nil && found {
				if t, ok := object.AsTuple(old); ok {
					sum.hits += t.Items[0].SmallInt()
					sum.time += t.Items[1].SmallInt()
				}
			}
			if err := d.Set(th, key, object.NewTuple(object.Int(sum.hits), object.Int(sum.time)).Ref()); err != nil {
				return object.Null, err
			}
		}
	}
	return v, err
}
