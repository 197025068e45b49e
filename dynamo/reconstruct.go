package dynamo

import (
	"strings"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/object"
	"github.com/magneto-go/magneto/vm/stdlib"
)

// This file writes the code that makes the value of a tracker again: from its
// source if it has one, else from the outputs of the graph, else piece by piece.

// value pushes the value of x.
func (g *generator) value(th *object.Thread, x variables.Tracker) error {
	if g.looks {
		if err := g.look(th, x, false); err != nil {
			return err
		}
	}
	return g.unlooked(th, x)
}

// alone is value for what is no item of a container.
func (g *generator) alone(th *object.Thread, x variables.Tracker) error {
	if g.looks {
		if err := g.look(th, x, true); err != nil {
			return err
		}
	}
	return g.unlooked(th, x)
}

// unlooked is value for what has been looked at, or need not be.
func (g *generator) unlooked(th *object.Thread, x variables.Tracker) error {
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
	case *variables.Container:
		if v.From != nil {
			return g.load(v.From)
		}
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
		if v.Type == theHost.TensorType(th) || v.ComesAsIs() {
			return g.graphOutput(v.Node)
		}
		g.callValue(theHost.Attribute(th, "torch._dynamo.utils._as_subclass"))
		if err := g.graphOutput(v.Node); err != nil {
			return err
		}
		g.constant(v.Type.Ref())
		g.emit(bytecode.CALL, 2)
		g.save(x)
		return nil
	case *variables.SymInt:
		n, err := g.x.trace.FX(th, v)
		if err != nil {
			return err
		}
		if node, ok := n.(*fxgraph.Node); ok {
			return g.computed(node)
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
	case *variables.RandomState:
		g.emit(bytecode.LOAD_FAST, g.drawn[v.Call])
	case *variables.Container:
		return g.container(th, v)
	case *variables.Function:
		return g.function(th, v)
	case *variables.Method:
		if o, made := v.Self.(*variables.Object); made && o.Source() == nil && !v.IsExit() { // refused as PyTorch does
			return variables.Unsupportedf("Reconstruction failure", x.Kind(), "Dynamo has no bytecode reconstruction implemented for sourceless variable %s.", x.Kind())
		}
		g.callValue(object.MethodType.Ref())
		if err := g.value(th, v.Func); err != nil {
			return err
		}
		if err := g.value(th, v.Self); err != nil {
			return err
		}
		g.emit(bytecode.CALL, 2)
	case *variables.Reference:
		return g.reference(th, v.Class, v.Of)
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
	case *variables.DataPointer:
		if err := g.value(th, v.Of); err != nil {
			return err
		}
		g.emit(bytecode.LOAD_ATTR, g.name("data_ptr")<<1|1)
		g.emit(bytecode.CALL, 0)
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
	return g.computed(node)
}

// computed pushes an output of the graph.
func (g *generator) computed(node *fxgraph.Node) error {
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
	if err := g.x.trace.Escapes(c.V.Type()); err != nil {
		return err
	}
	if c.FilledLater(th) {
		return g.instance(th, c)
	}
	if c.V.Type().Layout() == object.LayoutException {
		return g.exception(th, c)
	}
	if c.V.Type().FullName() == "weakref.ReferenceType" && c.Source() == nil {
		v, err := object.Call(th, c.V)
		if err != nil {
			return err
		}
		return g.reference(th, c.V.Type(), g.x.trace.FromValue(v))
	}
	if c.V.Type() == object.TracebackType && c.Source() == nil {
		if tb, ok := object.AsTraceback(c.V); ok && !tb.Frame.IsNull() {
			g.constant(c.V)
			return nil
		}
		return variables.Unsupportedf("Reconstruction failure", "TracebackVariable()", "Dynamo has no bytecode reconstruction implemented for sourceless variable TracebackVariable().")
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

// reference pushes a weak reference.
func (g *generator) reference(th *object.Thread, class *object.Type, of variables.Tracker) error {
	g.callValue(class.Ref())
	if err := g.value(th, of); err != nil {
		return err
	}
	g.emit(bytecode.CALL, 1)
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
	case typ.IsHeap() && object.Plain(c.V) != c.V:
		g.callValue(object.NewFuncValue("___make_"+typ.ShortName(), func(th *object.Thread, _, _ []object.Value) (object.Value, error) {
			return variables.MadeNatively(th, typ, []object.Value{object.Plain(c.V)})
		}))
		g.emit(bytecode.CALL, 0)
		return nil
	case typ.IsSubtype(object.TupleType), typ.IsSubtype(object.ListType), typ.IsSubtype(object.SetType), typ.IsSubtype(object.FrozenSetType):
		g.callValue(makeLike(c.V))
		items := t.Items(th, c)
		if err := each(items); err != nil {
			return err
		}
		g.emit(bytecode.BUILD_LIST, len(items))
		g.emit(bytecode.CALL, 1)
		return nil
	}
	return g.buildOther(th, c)
}

// makeLike makes an instance of the class of a sequence or set from a list of its items, past the class's own __new__.
func makeLike(shadow object.Value) object.Value {
	typ := shadow.Type()
	return object.NewFuncValue("___make_"+typ.ShortName(), func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
		items, _ := object.AsList(args[0])
		switch typ.Layout() {
		case object.LayoutTuple:
			return (&object.Tuple{Header: object.NewHeader(typ), Items: append([]object.Value{}, items.Items...)}).Ref(), nil
		case object.LayoutList:
			return (&object.List{Header: object.NewHeader(typ), Items: append([]object.Value{}, items.Items...)}).Ref(), nil
		}
		return variables.Remade(th, shadow, args[0])
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

// emptyDictLike is a dict of the same class with the same slots, without entries.
func emptyDictLike(th *object.Thread, shadow object.Value) (object.Value, error) {
	if !shadow.Type().IsHeap() {
		return object.Call(th, shadow.Type().Ref())
	}
	d := object.NewDict()
	d.SetType(shadow.Type())
	var err error
	object.EachSlot(shadow, func(name *object.Str, x object.Value) {
		if p, ok := variables.AsProxy(x); ok {
			f, ok := p.T.(*variables.Function)
			if !ok {
				return // one that is stored later
			}
			x = f.Fn.Ref()
		}
		if err == nil {
			err = object.GenericSetAttr(th, d.Ref(), name, x)
		}
	})
	return d.Ref(), err
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
	if typ.ShortName() == "dict_keyiterator" || typ.ShortName() == "generator" {
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
	if fn, its, strict, ok := object.Draws(c.V); ok {
		return g.drawing(th, typ, fn, its, strict)
	}
	if typ.ShortName() == "cycle" {
		return variables.Unsupportedf("Reconstruction failure", "cycle", "Dynamo cannot rebuild an endless iterator.")
	}
	if typ == object.ListIterType && g.live == nil {
		return g.listIterator(th, c)
	}
	return g.iterator(th, c)
}
