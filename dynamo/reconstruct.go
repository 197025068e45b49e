package dynamo

import (
	"slices"
	"strings"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/object"
	"github.com/magneto-go/magneto/vm/stdlib"
)

// This file writes the code that makes the value of a tracker again: from its
// source if it has one, else from the outputs of the graph, else piece by piece.

// value pushes the value of x.
func (g *generator) value(th *object.Thread, x variables.Tracker) error {
	x = g.x.trace.Peek(x)
	if tmp, ok := g.saved[x]; ok {
		g.emit(bytecode.LOAD_FAST, tmp)
		return nil
	}
	switch v := x.(type) {
	case *variables.Constant:
		if v.V.Type() == object.FloatType || v.Source() == nil || variables.IsConstant(v.V) {
			g.constant(v.V)
			return nil
		}
	case *variables.Computed:
		if err := g.value(th, v.A); err != nil {
			return err
		}
		if err := g.value(th, v.B); err != nil {
			return err
		}
		g.emit(bytecode.BINARY_OP, int(v.Op))
		return nil
	case *variables.Null:
		g.emit(bytecode.PUSH_NULL, 0)
		return nil
	case *variables.Cell:
		return g.cell(v.C)
	}
	if a, ok := x.(*variables.NdArray); ok && a.Source() == nil {
		g.callValue(theHost.Attribute(th, "torch._dynamo.utils.to_numpy_helper"))
		if err := g.graphOutput(a.T.Node); err != nil {
			return err
		}
		g.emit(bytecode.CALL, 1)
		return nil
	}
	if s := x.Source(); s != nil {
		if _, unread := x.(*variables.Lazy); unread {
			g.x.trace.GuardPresent(th, s)
		}
		return g.load(s)
	}
	switch v := x.(type) {
	case *variables.Constant:
		g.constant(v.V)
	case *variables.Tensor:
		if v.Type == theHost.TensorType(th) {
			return g.graphOutput(v.Node)
		}
		g.callValue(theHost.Attribute(th, "torch._dynamo.utils._as_subclass"))
		if err := g.graphOutput(v.Node); err != nil {
			return err
		}
		g.constant(v.Type.Ref())
		g.emit(bytecode.CALL, 2)
		return nil
	case *variables.SymInt:
		n, err := g.x.trace.FX(th, v)
		if err != nil {
			return err
		}
		return g.graphOutput(n)
	case *variables.SymFloat:
		if err := g.graphOutput(g.x.trace.ScalarTensor(th, v)); err != nil {
			return err
		}
		g.emit(bytecode.LOAD_ATTR, g.name("item")<<1|1)
		g.emit(bytecode.CALL, 0)
	case *variables.SymBool:
		return g.graphOutput(v.Node)
	case *variables.HookHandle:
		return g.hook(th, v)
	case *variables.Container:
		return g.container(th, v)
	case *variables.Function:
		return g.function(th, v)
	case *variables.Method:
		g.callValue(object.MethodType.Ref())
		if err := g.value(th, v.Func); err != nil {
			return err
		}
		if err := g.value(th, v.Self); err != nil {
			return err
		}
		g.emit(bytecode.CALL, 2)
	case *variables.Attribute:
		if err := g.value(th, v.Obj); err != nil {
			return err
		}
		g.emit(bytecode.LOAD_ATTR, g.name(v.Name)<<1)
	case *variables.Class:
		g.constant(v.T.Ref())
	case *variables.Builtin:
		g.constant(v.Fn)
	case *variables.PyModule:
		g.constant(v.M.Ref())
	case *variables.Object:
		return g.object(v)
	case *variables.Context:
		if err := v.Escapes(); err != nil {
			return err
		}
		g.callValue(v.Class)
		for _, a := range v.Args {
			if err := g.value(th, a); err != nil {
				return err
			}
		}
		g.emit(bytecode.CALL, len(v.Args))
	case *variables.Generator:
		return g.iterator(th, v)
	case *variables.Formatted:
		return g.formatted(th, v)
	default:
		return variables.Unsupportedf("Reconstruction failure", x.Kind(), "Dynamo has no bytecode reconstruction implemented for sourceless variable %s.", x.Kind())
	}
	return nil
}

// formatted pushes format.format(*args, **kwargs).
func (g *generator) formatted(th *object.Thread, s *variables.Formatted) error {
	if !s.Current(g.x.trace) {
		return variables.Unsupportedf("Reconstruction failure", s.Kind(), "A tensor was changed in place after the string was made of it.")
	}
	g.constant(object.NewStr(s.Format))
	g.emit(bytecode.LOAD_ATTR, g.name("format")<<1)
	g.emit(bytecode.PUSH_NULL, 0)
	for _, a := range s.Args {
		if err := g.value(th, a); err != nil {
			return err
		}
	}
	if len(s.Kwargs) == 0 {
		g.emit(bytecode.CALL, len(s.Args))
		return nil
	}
	var names []object.Value
	for _, kw := range s.Kwargs {
		if err := g.value(th, kw.Value); err != nil {
			return err
		}
		names = append(names, object.NewStr(kw.Name))
	}
	g.constant(object.NewTuple(names...).Ref())
	g.emit(bytecode.CALL_KW, len(s.Args)+len(s.Kwargs))
	return nil
}

// graphOutput pushes what a node of the graph computed.
func (g *generator) graphOutput(n any) error {
	node, ok := n.(*fxgraph.Node)
	if !ok { // a constant
		i, _ := n.(int64)
		g.constant(object.Int(i))
		return nil
	}
	if node.Op == fxgraph.Placeholder {
		for _, in := range g.x.trace.Inputs {
			if in.Node == node && in.Place == nil && in.Source != nil {
				return g.load(in.Source)
			}
		}
	}
	if g.collect != nil {
		g.collect(node)
		g.constant(object.None)
		return nil
	}
	i, ok := g.outs[node]
	if !ok {
		return variables.Unsupportedf("Reconstruction failure", node.Name, "The value %s is not an output of the graph.", node.Name)
	}
	g.loads[i]++
	g.emit(bytecode.LOAD_FAST, g.result)
	g.constant(object.Int(int64(i)))
	g.emit(bytecode.BINARY_OP, bytecode.BinarySubscript)
	return nil
}

// save keeps the value on top of the stack for later uses of x.
func (g *generator) save(x variables.Tracker) {
	tmp := g.temp()
	g.saved[x] = tmp
	g.emit(bytecode.COPY, 1)
	g.emit(bytecode.STORE_FAST, tmp)
}

// container builds a container that tracing made.
func (g *generator) container(th *object.Thread, c *variables.Container) error {
	if o := c.InstanceOf(); o != nil {
		if err := g.value(th, o); err != nil {
			return err
		}
		g.emit(bytecode.LOAD_ATTR, g.name("__dict__")<<1)
		return nil
	}
	if c.FilledLater(th) {
		return g.instance(th, c)
	}
	if g.open[c] {
		return g.shell(c)
	}
	g.open[c] = true
	defer delete(g.open, c)
	if err := g.build(th, c); err != nil {
		return err
	}
	if tmp, cyclic := g.saved[c]; cyclic { // its shell was made on the way: that is the object
		g.emit(bytecode.POP_TOP, 0)
		g.emit(bytecode.LOAD_FAST, tmp)
		return nil
	}
	g.save(c)
	g.attributes(c, &c.Attrs)
	return nil
}

// shell makes an empty container for one that contains itself; it is filled later.
func (g *generator) shell(c *variables.Container) error {
	op := map[*object.Type]bytecode.Opcode{object.ListType: bytecode.BUILD_LIST, object.DictType: bytecode.BUILD_MAP}[c.V.Type()]
	if op == 0 {
		return variables.Unsupportedf("Reconstruction failure", c.V.Type().ShortName(), "Dynamo cannot rebuild a `%s` that contains itself.", c.V.Type().ShortName())
	}
	g.emit(op, 0)
	g.save(c)
	tmp := g.saved[c]
	g.queue = append(g.queue, later{do: func(th *object.Thread) error {
		fill := bytecode.LIST_EXTEND
		if op == bytecode.BUILD_MAP {
			fill = bytecode.DICT_UPDATE
		}
		g.emit(bytecode.LOAD_FAST, tmp)
		if err := g.build(th, c); err != nil {
			return err
		}
		g.emit(fill, 1)
		g.emit(bytecode.POP_TOP, 0)
		return nil
	}})
	return nil
}

// instance makes an empty list or dict of a class of the program; its content and attributes are stored later, since they may refer back to it.
func (g *generator) instance(th *object.Thread, c *variables.Container) error {
	shadow := c.V
	g.callValue(object.NewFuncValue("___new_"+shadow.Type().ShortName(), func(th *object.Thread, _, _ []object.Value) (object.Value, error) {
		if _, dict := object.AsDict(shadow); dict {
			return emptyDictLike(th, shadow)
		}
		return (&object.List{Header: object.NewHeader(shadow.Type())}).Ref(), nil
	}))
	g.emit(bytecode.CALL, 0)
	g.save(c)
	tmp := g.saved[c]
	g.queue = append(g.queue, later{of: c, do: func(th *object.Thread) error {
		g.callValue(fill)
		g.emit(bytecode.LOAD_FAST, tmp)
		if err := g.content(th, c); err != nil {
			return err
		}
		g.emit(bytecode.CALL, 2)
		g.emit(bytecode.POP_TOP, 0)
		return nil
	}})
	g.attributes(c, &c.Attrs)
	return nil
}

// fill gives an empty list or dict its content, whatever its class overrides.
var fill = object.NewFuncValue("___fill", func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	if target, ok := object.AsDict(args[0]); ok {
		content, _ := object.AsDict(args[1])
		return object.None, target.Update(th, content)
	}
	_, err := object.Call(th, method(th, object.ListType, "extend"), args[0], args[1])
	return object.None, err
})

// build pushes a new container with the content of c.
func (g *generator) build(th *object.Thread, c *variables.Container) error {
	t := g.x.trace
	typ := c.V.Type()
	each := func(items []variables.Tracker) error {
		for _, e := range items {
			if err := g.value(th, e); err != nil {
				return err
			}
		}
		return nil
	}
	switch typ {
	case object.ListType, object.TupleType, object.SetType:
		items := t.Items(th, c)
		op := map[*object.Type]bytecode.Opcode{object.ListType: bytecode.BUILD_LIST, object.TupleType: bytecode.BUILD_TUPLE, object.SetType: bytecode.BUILD_SET}[typ]
		if err := each(items); err != nil {
			return err
		}
		g.emit(op, len(items))
		return nil
	case object.DictType:
		return g.buildDict(th, c)
	case object.SliceType:
		s, _ := object.AsSlice(c.V)
		if err := each([]variables.Tracker{t.FromValue(s.Start), t.FromValue(s.Stop), t.FromValue(s.Step)}); err != nil {
			return err
		}
		g.emit(bytecode.BUILD_SLICE, 3)
		return nil
	case object.RangeType:
		g.constant(c.V)
		return nil
	}
	switch {
	case typ.IsSubtype(object.DictType):
		return g.buildDictSubclass(th, c)
	case typ.IsSubtype(object.TupleType), typ.IsSubtype(object.ListType), typ.IsSubtype(object.SetType), typ.IsSubtype(object.FrozenSetType):
		g.callValue(makeLike(typ))
		items := t.Items(th, c)
		if err := each(items); err != nil {
			return err
		}
		g.emit(bytecode.BUILD_LIST, len(items))
		g.emit(bytecode.CALL, 1)
		return nil
	case typ.Layout() == object.LayoutException:
		e, _ := object.AsException(c.V)
		g.callValue(typ.Ref())
		for _, a := range e.Args.Items {
			if err := g.value(th, t.FromValue(a)); err != nil {
				return err
			}
		}
		g.emit(bytecode.CALL, len(e.Args.Items))
		return nil
	}
	return g.buildOther(th, c)
}

// makeLike makes an instance of a sequence or set class from a list of its items, past the class's own __new__.
func makeLike(typ *object.Type) object.Value {
	return object.NewFuncValue("___make_"+typ.ShortName(), func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
		items, _ := object.AsList(args[0])
		switch typ.Layout() {
		case object.LayoutTuple:
			return (&object.Tuple{Header: object.NewHeader(typ), Items: append([]object.Value{}, items.Items...)}).Ref(), nil
		case object.LayoutList:
			return (&object.List{Header: object.NewHeader(typ), Items: append([]object.Value{}, items.Items...)}).Ref(), nil
		}
		base := typ
		for base.IsHeap() {
			base = base.Base
		}
		v, err := base.New(th, typ, args, nil)
		if err != nil || base.Init == nil {
			return v, err
		}
		return v, base.Init(th, v, args, nil)
	})
}

func (g *generator) buildDict(th *object.Thread, c *variables.Container) error {
	t := g.x.trace
	d, _ := object.AsDict(c.V)
	n := 0
	err := d.Each(th, func(th *object.Thread, k, v object.Value) error {
		n++
		if err := g.value(th, t.FromValue(k)); err != nil {
			return err
		}
		return g.value(th, t.FromValue(v))
	})
	g.emit(bytecode.BUILD_MAP, n)
	return err
}

// buildDictSubclass makes an empty copy of the same kind and fills it.
func (g *generator) buildDictSubclass(th *object.Thread, c *variables.Container) error {
	shadow := c.V
	g.callValue(object.NewFuncValue("___make_"+shadow.Type().ShortName(), func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
		v, err := emptyDictLike(th, shadow)
		if err != nil {
			return v, err
		}
		d, _ := object.AsDict(v)
		from, _ := object.AsDict(args[0])
		return v, d.Update(th, from)
	}))
	if err := g.buildDict(th, c); err != nil {
		return err
	}
	g.emit(bytecode.CALL, 1)
	return nil
}

// emptyDictLike is a dict of the same class and extras, without entries.
func emptyDictLike(th *object.Thread, shadow object.Value) (object.Value, error) {
	if factory, err := object.GetAttr(th, shadow, "default_factory"); err == nil {
		if p, ok := variables.AsProxy(factory); ok {
			if f, ok := p.T.(*variables.Function); ok {
				factory = f.Fn.Ref()
			}
		}
		return object.Call(th, shadow.Type().Ref(), factory)
	}
	if !shadow.Type().IsHeap() {
		return object.Call(th, shadow.Type().Ref())
	}
	d := object.NewDict()
	d.SetType(shadow.Type())
	return d.Ref(), nil
}

// buildOther rebuilds deques and iterators from what is left in them.
func (g *generator) buildOther(th *object.Thread, c *variables.Container) error {
	t := g.x.trace
	typ := c.V.Type()
	if typ.ShortName() == "deque" {
		maxlen, err := object.GetAttr(th, c.V, "maxlen")
		if err != nil {
			return err
		}
		g.callValue(typ.Ref())
		items := t.Items(th, c)
		for _, e := range items {
			if err := g.value(th, e); err != nil {
				return err
			}
		}
		g.emit(bytecode.BUILD_LIST, len(items))
		g.constant(maxlen)
		g.emit(bytecode.CALL, 2)
		return nil
	}
	if d, ok := object.AsDictView(c.V); ok {
		if err := g.value(th, t.FromValue(d.D.Ref())); err != nil {
			return err
		}
		g.emit(bytecode.LOAD_ATTR, g.name(strings.TrimPrefix(strings.TrimPrefix(typ.ShortName(), "o"), "dict_"))<<1)
		g.emit(bytecode.PUSH_NULL, 0)
		g.emit(bytecode.CALL, 0)
		return nil
	}
	if m, ok := object.AsMappingProxy(c.V); ok {
		g.callValue(typ.Ref())
		if err := g.value(th, t.FromValue(m.D)); err != nil {
			return err
		}
		g.emit(bytecode.CALL, 1)
		return nil
	}
	if fn, args, kwargs, ok := t.Partial(th, c); ok {
		return g.partial(th, typ, fn, args, kwargs)
	}
	if typ.Slots.Next == nil {
		if t.PlainNative(c.V) {
			g.constant(c.V)
			return nil
		}
		return variables.Unsupportedf("Reconstruction failure", typ.ShortName(), "Dynamo has no bytecode reconstruction implemented for `%s`.", typ.ShortName())
	}
	if typ.ShortName() == "enumerate" || typ.ShortName() == "dict_keyiterator" || typ.ShortName() == "generator" {
		return variables.Unsupportedf("Generator reconstruction with mutations", typ.ShortName(), "Dynamo cannot reconstruct a `%s`.", typ.ShortName())
	}
	if next, step, ok := stdlib.Counter(c.V); ok {
		return g.remake(th, c, next, step)
	}
	if item, left, ok := stdlib.Repeater(c.V); ok {
		if left < 0 {
			return g.remake(th, c, item)
		}
		return g.remake(th, c, item, object.Int(int64(left)))
	}
	if typ.ShortName() == "cycle" {
		return variables.Unsupportedf("Reconstruction failure", "cycle", "Dynamo cannot rebuild an endless iterator.")
	}
	if typ == object.ListIterType && g.live == nil {
		return g.listIterator(th, c)
	}
	return g.iterator(th, c)
}

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
		fn.Builtins, fn.Name, fn.QualName, fn.Doc, fn.Module = template.Builtins, template.Name, template.QualName, template.Doc, template.Module
		fn.Annotate = template.Annotate
		fn.Defaults, _ = object.AsTuple(args[0])
		fn.KwDefaults, _ = object.AsDict(args[1])
		cells, _ := object.AsTuple(args[2])
		for _, c := range cells.Items {
			cell, _ := object.AsCell(c)
			fn.Closure = append(fn.Closure, cell)
		}
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
	for _, c := range template.Closure {
		if err := g.cell(c); err != nil {
			return err
		}
	}
	g.emit(bytecode.BUILD_TUPLE, len(template.Closure))
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
			if err := g.value(th, v); err != nil {
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
	_, custom := object.AsFunction(typ.Lookup(th, object.Intern("__setattr__")))
	_, descriptor := object.AsProperty(typ.Lookup(th, object.Intern(name)))
	if !custom && !descriptor {
		g.emit(bytecode.STORE_ATTR, g.name(name))
		return nil
	}
	value, owner := g.temp(), g.temp()
	g.emit(bytecode.STORE_FAST, owner)
	g.emit(bytecode.STORE_FAST, value)
	g.callValue(object.NewFuncValue("___setattr", func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
		return object.None, object.GenericSetAttr(th, args[0], object.Intern(name), args[1])
	}))
	g.emit(bytecode.LOAD_FAST, owner)
	g.emit(bytecode.LOAD_FAST, value)
	g.emit(bytecode.CALL, 2)
	g.emit(bytecode.POP_TOP, 0)
	return nil
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

// longestRest is how many values of an iterator are made when it is rebuilt from them.
const longestRest = 10_000

// remaining lists what an iterator or generator that tracing made has not given out yet.
func (x *translator) remaining(th *object.Thread, c variables.Tracker) ([]variables.Tracker, error) {
	if rest, ok := x.drained[c]; ok {
		return rest, nil
	}
	refused := func(why string) error {
		return variables.Unsupportedf("Generator reconstruction with mutations", c.Kind(), "Dynamo cannot rebuild a generator %s.", why)
	}
	var rest []variables.Tracker
	defer x.trace.Watch()()
	effects := x.trace.Effects()
	for {
		v, more, err := x.trace.Next(th, c)
		if err != nil {
			if _, raised := err.(*object.Exception); raised {
				err = refused("that raises an exception")
			}
			return nil, err
		}
		if x.trace.Effects() != effects {
			return nil, refused("whose values have side effects")
		}
		if !more {
			break
		}
		if len(rest) == longestRest {
			return nil, refused("without an end")
		}
		rest = append(rest, v)
	}
	if x.drained == nil {
		x.drained = map[variables.Tracker][]variables.Tracker{}
	}
	x.drained[c] = rest
	return rest, nil
}
