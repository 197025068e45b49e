package dynamo

import (
	"fmt"
	"slices"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/object"
)

// The reconstruction of objects of particular kinds: partials, iterators, cells, functions, instances.

// partial pushes a functools.partial of what it holds.
func (g *generator) partial(th *object.Thread, typ *object.Type, fn variables.Tracker, args []variables.Tracker, kwargs []variables.KW) error {
	g.callValue(typ.Ref())
	if err := g.value(th, fn); err != nil {
		return err
	}
	for _, a := range args {
		if err := g.value(th, a); err != nil {
			return err
		}
	}
	if len(kwargs) == 0 {
		g.emit(bytecode.CALL, 1+len(args))
		return nil
	}
	var names []object.Value
	for _, kw := range kwargs {
		if err := g.value(th, kw.Value); err != nil {
			return err
		}
		names = append(names, object.NewStr(kw.Name))
	}
	g.constant(object.NewTuple(names...).Ref())
	g.emit(bytecode.CALL_KW, 1+len(args)+len(kwargs))
	return nil
}

// listIterator pushes an iterator of the list itself, which code behind a graph break may change.
func (g *generator) listIterator(th *object.Thread, c *variables.Container) error {
	list, at, _ := object.ListIterator(c.V)
	if list.IsNull() { // exhausted
		return g.iterator(th, c)
	}
	if err := g.value(th, g.x.trace.FromValue(list)); err != nil {
		return err
	}
	g.emit(bytecode.GET_ITER, 0)
	g.save(c)
	tmp := g.saved[c]
	g.queue = append(g.queue, later{do: func(th *object.Thread) error {
		g.emit(bytecode.LOAD_FAST, tmp)
		g.emit(bytecode.LOAD_ATTR, g.name("__setstate__")<<1|1)
		g.constant(object.Int(int64(at)))
		g.emit(bytecode.CALL, 1)
		g.emit(bytecode.POP_TOP, 0)
		return nil
	}})
	return nil
}

// remake pushes the type of c called with arguments that tell its state.
func (g *generator) remake(th *object.Thread, c *variables.Container, state ...object.Value) error {
	g.callValue(c.V.Type().Ref())
	for _, v := range state {
		if err := g.value(th, g.x.trace.FromValue(v)); err != nil {
			return err
		}
	}
	g.emit(bytecode.CALL, len(state))
	return nil
}

// drawing pushes a zip, map or filter, which calls and draws as it is asked, in code that is not compiled.
func (g *generator) drawing(th *object.Thread, typ *object.Type, fn object.Value, its []object.Value, strict bool) error {
	var parts []variables.Tracker
	if !fn.IsNull() {
		parts = append(parts, g.x.trace.FromValue(fn))
	}
	for _, it := range its {
		parts = append(parts, g.x.trace.FromValue(it))
	}
	g.callValue(typ.Ref())
	for _, p := range parts {
		if err := g.value(th, p); err != nil {
			return err
		}
	}
	if !strict {
		g.emit(bytecode.CALL, len(parts))
		return nil
	}
	g.constant(object.True)
	g.constant(object.NewTuple(object.NewStr("strict")).Ref())
	g.emit(bytecode.CALL_KW, len(parts)+1)
	return nil
}

// iterator pushes an iterator over what c has not given out yet.
func (g *generator) iterator(th *object.Thread, c variables.Tracker) error {
	rest, err := g.x.remaining(th, c)
	if err != nil {
		return err
	}
	for _, e := range rest {
		if err := g.value(th, e); err != nil {
			return err
		}
	}
	g.emit(bytecode.BUILD_TUPLE, len(rest))
	g.emit(bytecode.GET_ITER, 0)
	g.save(c)
	return nil
}

// cell pushes a closure cell itself.
func (g *generator) cell(c *object.Cell) error {
	state := g.x.trace.Cells[c]
	for i, x := range g.x.root.locals {
		if k, ok := x.(*variables.Cell); ok && k.C == c && g.isCell(i) {
			if g.live != nil {
				g.live[c] = true
			}
			g.emit(bytecode.LOAD_FAST, i)
			return nil
		}
	}
	if tmp, ok := g.cells[c]; ok {
		g.emit(bytecode.LOAD_FAST, tmp)
		return nil
	}
	if state == nil || !state.New {
		if state != nil && state.Source != nil && state.Source.Access == guards.Closure { // of a function, guarded by its code alone
			return g.closureCell(state.Source)
		}
		if state != nil && state.Source != nil && state.Source.Access == guards.CellValue {
			return g.load(state.Source.Base)
		}
		g.constant(c.Ref())
		return nil
	}
	tmp := g.temp()
	g.cells[c] = tmp
	g.callValue(object.NewFuncValue("___make_cell", func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
		return object.NewCell(object.Null).Ref(), nil
	}))
	g.emit(bytecode.CALL, 0)
	g.emit(bytecode.COPY, 1)
	g.emit(bytecode.STORE_FAST, tmp)
	if state.Value != nil {
		value := state.Value
		g.queue = append(g.queue, later{do: func(th *object.Thread) error {
			if err := g.value(th, value); err != nil {
				return err
			}
			g.emit(bytecode.LOAD_FAST, tmp)
			g.emit(bytecode.STORE_ATTR, g.name("cell_contents"))
			return nil
		}})
	}
	return nil
}

// closureCell pushes the cell of a function whose content lies at a source.
func (g *generator) closureCell(s *guards.Source) error {
	if err := g.load(s.Base); err != nil {
		return err
	}
	g.emit(bytecode.LOAD_ATTR, g.name("__closure__")<<1)
	g.constant(object.Int(int64(s.Index)))
	g.emit(bytecode.BINARY_OP, bytecode.BinarySubscript)
	return nil
}

// function makes a nested function again: same code, with cells of this call.
func (g *generator) function(th *object.Thread, f *variables.Function) error {
	if !f.New {
		g.constant(f.Fn.Ref())
		return nil
	}
	template := f.Fn
	g.callValue(object.NewFuncValue("___make_function", func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
		fn := object.NewFunction(template.Code, template.Globals)
		fn.Describe(template)
		fn.Defaults, _ = object.AsTuple(args[0])
		fn.KwDefaults, _ = object.AsDict(args[1])
		cells, _ := object.AsTuple(args[2])
		fn.Closure = object.NewClosure(cells)
		return fn.Ref(), nil
	}))
	t := g.x.trace
	parts := []variables.Tracker{variables.None(), variables.None()}
	if template.Defaults != nil {
		parts[0] = t.FromValue(template.Defaults.Ref())
	}
	if template.KwDefaults != nil {
		parts[1] = t.FromValue(template.KwDefaults.Ref())
	}
	for _, p := range parts {
		if err := g.value(th, p); err != nil {
			return err
		}
	}
	for _, c := range template.Closure.All() {
		if state := t.Cells[c]; g.looks && state != nil && state.Value != nil {
			if err := g.look(th, state.Value, true); err != nil {
				return err
			}
		}
		if err := g.cell(c); err != nil {
			return err
		}
	}
	g.emit(bytecode.BUILD_TUPLE, template.Closure.Len())
	g.emit(bytecode.CALL, 3)
	g.save(f)
	g.attributes(f, &f.Attrs)
	return nil
}

// object makes an instance that tracing made; its attributes are stored later,
// since they may refer back to it.
func (g *generator) object(o *variables.Object) error {
	if !o.New {
		g.constant(o.V)
		return nil
	}
	if gen, ok := o.Pending("gen"); ok && o.T.FullName() == "contextlib._GeneratorContextManager" {
		if made, ok := gen.(*variables.Generator); ok { // an iterator over what it has left to give does not stand for it
			return &variables.Unsupported{Title: "reconstructing @contextmanager object", Hints: []string{variables.Supportable},
				Context:     fmt.Sprintf("object: ContextlibContextManagerLocalGeneratorObjectVariable(%s)", made.Fn.Fn.Code.Name),
				Explanation: "Returning a @contextmanager object from a compiled function is not supported."}
		}
	}
	if err := g.x.trace.Escapes(o.T); err != nil {
		return err
	}
	typ := o.T
	g.callValue(object.NewFuncValue("___new_"+typ.ShortName(), func(th *object.Thread, _, _ []object.Value) (object.Value, error) {
		return object.NewInstance(th, typ), nil
	}))
	g.emit(bytecode.CALL, 0)
	g.save(o)
	g.attributes(o, &o.Attrs)
	return nil
}

// attributes queues the stores of held-back attributes on an object made anew. The values are computed from the last to the first, as PyTorch does, which
// decides on the order of the graph's outputs, and stored from the first to the last.
func (g *generator) attributes(x variables.Tracker, a *variables.Attrs) {
	var names []string
	var values []variables.Tracker
	for _, name := range a.Names() {
		if v, _ := a.Pending(name); v != nil {
			names, values = append(names, name), append(values, v)
		}
	}
	if len(names) == 0 {
		return
	}
	g.queue = append(g.queue, later{of: x, do: func(th *object.Thread) error {
		for _, v := range slices.Backward(values) {
			if err := g.alone(th, v); err != nil {
				return err
			}
		}
		for _, name := range names {
			if err := g.value(th, x); err != nil {
				return err
			}
			if err := g.storeAttr(th, g.x.trace.TypeOf(x), name); err != nil {
				return err
			}
		}
		return nil
	}})
}

// storeAttr stores value (below) into object (top), past a __setattr__ written in Python.
func (g *generator) storeAttr(th *object.Thread, typ *object.Type, name string) error {
	custom := isCustom(th, typ, "__setattr__")
	_, descriptor := object.AsProperty(typ.Lookup(th, object.Intern(name)))
	if !custom && !descriptor {
		g.emit(bytecode.STORE_ATTR, g.name(name))
		return nil
	}
	value, owner := g.temp(), g.temp()
	g.emit(bytecode.STORE_FAST, owner)
	g.emit(bytecode.STORE_FAST, value)
	g.callValue(object.NewFuncValue("___setattr", func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
		set := args[0].Type().Native().SetAttr
		if set == nil {
			set = object.GenericSetAttr
		}
		return object.None, set(th, args[0], object.Intern(name), args[1])
	}))
	g.emit(bytecode.LOAD_FAST, owner)
	g.emit(bytecode.LOAD_FAST, value)
	g.emit(bytecode.CALL, 2)
	g.emit(bytecode.POP_TOP, 0)
	return nil
}

// isCustom tells whether a class has a special method of the program's: a function, or anything else that is no method of a built-in type.
func isCustom(th *object.Thread, typ *object.Type, name string) bool {
	v := typ.Lookup(th, object.Intern(name))
	return !v.IsNull() && v.Type().Layout() != object.LayoutBuiltin
}

// deleteAttr deletes an attribute of the object in a local, past a __delattr__ written in Python, which has been traced.
func (g *generator) deleteAttr(th *object.Thread, typ *object.Type, name string, owner int) {
	if !isCustom(th, typ, "__delattr__") {
		g.emit(bytecode.LOAD_FAST, owner)
		g.emit(bytecode.DELETE_ATTR, g.name(name))
		return
	}
	g.callValue(object.NewFuncValue("___delattr", func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
		return object.None, object.GenericSetAttr(th, args[0], object.Intern(name), object.Null)
	}))
	g.emit(bytecode.LOAD_FAST, owner)
	g.emit(bytecode.CALL, 1)
	g.emit(bytecode.POP_TOP, 0)
}

// later is what is done when all objects that it refers to are there.
type later struct {
	of variables.Tracker // the object whose attributes are stored, nil for other things
	do func(*object.Thread) error
}

// drain writes the queued stores, which may queue more: those on objects in the order in which tracing changed these first.
func (g *generator) drain(th *object.Thread) error {
	turns := map[variables.Tracker]int{}
	for i, m := range g.x.trace.Mutated {
		turns[m] = i
	}
	turn := func(l later) int {
		if n, ok := turns[l.of]; ok {
			return n
		}
		return -1
	}
	for len(g.queue) > 0 {
		next := 0
		for i, l := range g.queue {
			if turn(l) < turn(g.queue[next]) {
				next = i
			}
		}
		do := g.queue[next].do
		g.queue = slices.Delete(g.queue, next, next+1)
		if err := do(th); err != nil {
			return err
		}
	}
	return nil
}
