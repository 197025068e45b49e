package dynamo

import (
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/object"
)

// This file looks at values that the traced code has only passed on, where they come out of it. PyTorch asks of what it rebuilds whether that is
// a constant, which a container is if all of its items are, asked one after another; a number that is asked is looked at, and so guarded. Numbers
// behind the first item that is none stay as they are. Everything else that comes out is looked at in any case.

// look looks at x, which the new code pushes: as an item of something else, or alone.
func (g *generator) look(th *object.Thread, x variables.Tracker, alone bool) error {
	return g.lookWithin(th, x, alone, map[*variables.Container]bool{})
}

func (g *generator) lookWithin(th *object.Thread, x variables.Tracker, alone bool, within map[*variables.Container]bool) error {
	if _, late := x.(*variables.Formatted); late || !alone && g.x.trace.Unread(x) {
		return nil
	}
	x, err := g.x.trace.Realize(th, x)
	if err != nil {
		return err
	}
	c, ok := x.(*variables.Container)
	switch {
	case !ok || within[c]:
		return nil
	case c.Source() == nil:
		return g.probe(th, c)
	case alone:
		return nil
	}
	within[c] = true
	for _, item := range g.parts(th, c) {
		if err := g.lookWithin(th, item, false, within); err != nil {
			return err
		}
	}
	return nil
}

// probe asks whether a container that the new code fills is a constant.
func (g *generator) probe(th *object.Thread, c *variables.Container) error {
	if !g.looks {
		return nil
	}
	_, err := g.isConstant(th, c, map[*variables.Container]bool{})
	return err
}

// isConstant says whether x is the same whenever the graph is called, and looks at what it meets until that is known.
func (g *generator) isConstant(th *object.Thread, x variables.Tracker, within map[*variables.Container]bool) (bool, error) {
	if _, late := x.(*variables.Formatted); late {
		return false, nil
	}
	x, err := g.x.trace.Realize(th, x)
	if err != nil {
		return false, err
	}
	switch x := x.(type) {
	case *variables.Constant, *variables.Class, *variables.Builtin, *variables.PyModule:
		return true, nil
	case *variables.Function:
		return !x.New || x.Fn.Closure.Len() == 0, nil
	case *variables.Container:
		if within[x] || x.InstanceOf() != nil {
			return false, nil
		}
		within[x] = true
		defer delete(within, x)
		for _, item := range g.parts(th, x) {
			if ok, err := g.isConstant(th, item, within); err != nil || !ok {
				return false, err
			}
		}
		return true, nil
	}
	return false, nil
}

// parts are what the new code makes a container of, in order.
func (g *generator) parts(th *object.Thread, c *variables.Container) (list []variables.Tracker) {
	t := g.x.trace
	if d, ok := object.AsDict(c.V); ok {
		_ = d.Each(th, func(_ *object.Thread, _, v object.Value) error { // the keys of a dict are known
			list = append(list, t.FromValue(v))
			return nil
		})
		return list
	}
	if s, ok := object.AsSlice(c.V); ok {
		return []variables.Tracker{t.FromValue(s.Start), t.FromValue(s.Stop), t.FromValue(s.Step)}
	}
	switch c.V.Type().Layout() {
	case object.LayoutTuple, object.LayoutList, object.LayoutSet:
		return t.Items(th, c)
	}
	return nil
}

// lookInto looks at all that is in a value which tracing made.
func (x *translator) lookInto(th *object.Thread, v variables.Tracker, within map[*variables.Container]bool) error {
	if _, late := v.(*variables.Formatted); late {
		return nil
	}
	v, err := x.trace.Realize(th, v)
	c, ok := v.(*variables.Container)
	if err != nil || !ok || within[c] || c.Source() != nil {
		return err
	}
	within[c] = true
	g := &generator{x: x}
	for _, item := range g.parts(th, c) {
		if err := x.lookInto(th, item, within); err != nil {
			return err
		}
	}
	return nil
}
