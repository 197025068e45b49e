package variables

import (
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/vm/object"
)

// This file gives the meaning of the functions of the builtins module to trackers.

func builtinIter(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
	if len(args) == 2 {
		if called, err := builtinCallable(th, t, args[:1], nil); err != nil {
			return nil, err
		} else if c, ok := called.(*Constant); ok && c.V == object.False {
			return nil, object.TypeErrorf("iter(v, w): v must be a callable")
		}
		v, err := t.callNative(th, t.builtin(th, "iter"), args, nil)
		if err != nil {
			return nil, err
		}
		return t.FromValue(v), nil
	}
	return one(func(th *object.Thread, a *Trace, b Tracker) (Tracker, error) { return a.Iter(th, b) })(th, t, args, kwargs)
}

// builtin is a builtin function of Python.
func (t *Trace) builtin(th *object.Thread, name string) object.Value {
	return t.Host.Attribute(th, "builtins."+name)
}

func builtinNext(th *object.Thread, t *Trace, args []Tracker, _ []KW) (Tracker, error) {
	if len(args) == 0 || len(args) > 2 {
		return nil, object.TypeErrorf("next expected at least 1 argument, got %d", len(args))
	}
	it, err := t.Realize(th, args[0])
	if err != nil {
		return nil, err
	}
	if g, ok := it.(*Generator); ok && len(args) == 1 {
		return t.callGenerator(th, g, "__next__", nil)
	}
	v, more, err := t.Next(th, it)
	if err != nil {
		return nil, err
	}
	if more {
		return v, nil
	}
	if len(args) == 2 {
		return args[1], nil
	}
	return nil, object.StopIterationOf(object.None)
}

// GuardType guards the type of a lazy string or bool, of which only that is looked at; false for other values.
func (t *Trace) GuardType(th *object.Thread, l *Lazy) bool {
	if l.real != nil || l.V.Type() != object.StrType && l.V.Type() != object.BoolType {
		return false
	}
	t.guardTypeOf(th, l)
	return true
}

// guardTypeOf guards the type of a value that nothing has looked at.
func (t *Trace) guardTypeOf(th *object.Thread, l *Lazy) {
	t.guard(th, &guards.Guard{Source: l.src, Kind: guards.TypeMatch, Value: l.V.Type().Ref(), Hint: "type " + l.V.Type().ShortName()})
}

// builtinIsInstance guards only the type of a lazy string or bool.
func builtinIsInstance(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
	if len(kwargs) > 0 {
		return nil, object.TypeErrorf("isinstance() takes no keyword arguments")
	}
	if len(args) != 2 {
		return nil, object.TypeErrorf("isinstance expected 2 arguments, got %d", len(args))
	}
	x := args[0]
	if l, ok := x.(*Lazy); !ok || !t.GuardType(th, l) {
		var err error
		if x, err = t.Realize(th, x); err != nil {
			return nil, err
		}
	}
	class, err := t.deep(th, args[1])
	if err != nil {
		return nil, err
	}
	sample, err := t.sample(th, x)
	if err != nil {
		return nil, err
	}
	ok, err := object.IsInstance(th, sample, t.ToValue(class))
	return NewConstant(object.Bool(ok)), err
}

// sample is an object of the type of x, for type tests.
func (t *Trace) sample(th *object.Thread, x Tracker) (object.Value, error) {
	switch x := x.(type) {
	case *Lazy:
		return x.V, nil
	case *Constant:
		return x.V, nil
	case *Object:
		return x.V, nil
	case *Tensor:
		if !x.Real.IsNull() {
			return x.Real, nil
		}
		return t.Host.Sample(th, x.Type), nil
	case *SymInt:
		return object.Int(0), nil
	case *SymFloat:
		return object.Float(0), nil
	case *SymBool:
		return object.True, nil
	case *Method:
		return object.NewBoundMethod(object.None, object.None), nil
	case *Generator:
		return t.Host.Attribute(th, "torch._dynamo.external_utils._ended_generator"), nil
	}
	return t.ToValue(x), nil
}

func builtinIsSubclass(th *object.Thread, t *Trace, args []Tracker, _ []KW) (Tracker, error) {
	for i := range args {
		x, err := t.deep(th, args[i])
		if err != nil {
			return nil, err
		}
		args[i] = x
	}
	values := t.values(args)
	v, err := object.Call(th, t.builtin(th, "issubclass"), values...)
	if err != nil {
		return nil, err
	}
	return t.FromValue(v), nil
}

// constantString reads an attribute name.
func (t *Trace) constantString(th *object.Thread, x Tracker) (string, error) {
	x, err := t.Realize(th, x)
	if err != nil {
		return "", err
	}
	if c, ok := x.(*Constant); ok {
		if s, ok := object.AsStr(c.V); ok {
			return s.S, nil
		}
	}
	return "", object.TypeErrorf("attribute name must be string, not '%s'", t.TypeOf(x).Name)
}

func builtinGetAttr(th *object.Thread, t *Trace, args []Tracker, _ []KW) (Tracker, error) {
	if len(args) < 2 {
		return nil, object.TypeErrorf("getattr expected at least 2 arguments, got %d", len(args))
	}
	name, err := t.constantString(th, args[1])
	if err != nil {
		return nil, err
	}
	if len(args) == 3 {
		value, has, err := t.LookupAttr(th, args[0], name)
		if err != nil || has {
			return value, err
		}
		return args[2], nil
	}
	return t.GetAttr(th, args[0], name)
}

func builtinHasAttr(th *object.Thread, t *Trace, args []Tracker, _ []KW) (Tracker, error) {
	name, err := t.constantString(th, args[1])
	if err != nil {
		return nil, err
	}
	has, err := t.HasAttr(th, args[0], name)
	return NewConstant(object.Bool(has)), err
}

func builtinSetAttr(th *object.Thread, t *Trace, args []Tracker, _ []KW) (Tracker, error) {
	name, err := t.constantString(th, args[1])
	if err != nil {
		return nil, err
	}
	return None(), t.SetAttr(th, args[0], name, args[2])
}

func builtinDelAttr(th *object.Thread, t *Trace, args []Tracker, _ []KW) (Tracker, error) {
	name, err := t.constantString(th, args[1])
	if err != nil {
		return nil, err
	}
	return None(), t.DelAttr(th, args[0], name)
}

func builtinCallable(th *object.Thread, t *Trace, args []Tracker, _ []KW) (Tracker, error) {
	x, err := t.Realize(th, args[0])
	if err != nil {
		return nil, err
	}
	switch x := x.(type) {
	case *Function, *Method, *Class, *Builtin, *Attribute, *Reference:
		return NewConstant(object.True), nil
	case *Object:
		return NewConstant(object.Bool(!x.T.Lookup(th, object.Intern("__call__")).IsNull())), nil
	}
	s, err := t.sample(th, x)
	if err != nil {
		return nil, err
	}
	return NewConstant(object.Bool(object.IsCallable(s))), nil
}

// builtinSum adds in order; the accumulator and the items have the names that they have in PyTorch's polyfill.
func builtinSum(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
	if len(args) == 0 {
		return nil, object.TypeErrorf("sum() takes at least 1 positional argument (0 given)")
	}
	var total Tracker = NewConstant(object.Int(0))
	if len(args) > 1 {
		total = args[1]
	}
	for _, kw := range kwargs {
		if kw.Name == "start" {
			total = kw.Value
		}
	}
	if t.allConstant(th, args[:1], nil) && t.allConstant(th, []Tracker{total}, nil) {
		return t.callPure(th, t.builtin(th, "sum"), "sum", args, kwargs)
	}
	if len(args)+len(kwargs) == 1 {
		if total, ok, err := t.sumOfSizes(th, args[0]); ok {
			return total, err
		}
	}
	return t.fold(th, args[0], total, func(a, b Tracker) (Tracker, error) { return t.Binary(th, object.OpAdd, a, b, false) })
}

// sumOfSizes adds the ints of a list or tuple in one node, where more than one is there and some are symbolic.
func (t *Trace) sumOfSizes(th *object.Thread, x Tracker) (total Tracker, ok bool, err error) {
	x, err = t.Realize(th, x)
	if err != nil {
		return nil, false, nil
	}
	c, ok := x.(*Container)
	if !ok || c.V.Type() != object.ListType && c.V.Type() != object.TupleType && c.V.Type().FullName() != "torch.Size" {
		return nil, false, nil
	}
	return t.symSum(th, t.Items(th, c), false)
}

// symSum is torch.sym_sum of the ints of a list or a tuple. It is not ok where one is no int or none is symbolic.
func (t *Trace) symSum(th *object.Thread, items []Tracker, list bool) (total Tracker, ok bool, err error) {
	sum, symbolicItems := symbolic.IntOf(0), false
	nodes := make([]any, len(items))
	for i, item := range items {
		item, err := t.Realize(th, item)
		if err != nil {
			return nil, false, nil
		}
		n, ok := symbolicOf(item)
		if !ok {
			return nil, false, nil
		}
		sum, symbolicItems = sum.Add(n), symbolicItems || n.IsSymbolic()
		if nodes[i], err = t.FX(th, item); err != nil {
			return nil, true, err
		}
	}
	if !symbolicItems {
		return nil, false, nil
	}
	var sequence any = fxgraph.Tuple(nodes)
	if list {
		sequence = fxgraph.List(nodes)
	}
	n := t.Graph.Create(fxgraph.CallFunction, t.torchSym(th, "sym_sum"), []any{sequence}, nil, "")
	n.Meta.Stack, n.Meta.Example = t.stack(th), sum
	return &SymInt{Expr: sum, Node: n}, true, nil
}

// torchSymSum is torch.sym_sum of a list, which without sizes adds as sum does.
func torchSymSum(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
	if len(args) == 1 && len(kwargs) == 0 {
		if items, err := t.Unpack(th, args[0]); err == nil {
			c, _ := t.Peek(args[0]).(*Container)
			if total, ok, err := t.symSum(th, items, c == nil || c.V.Type() == object.ListType); ok {
				return total, err
			}
		}
	}
	return builtinSum(th, t, args, kwargs)
}

func (t *Trace) fold(th *object.Thread, items, value Tracker, f func(a, b Tracker) (Tracker, error)) (Tracker, error) {
	it, err := t.Iter(th, items)
	if err != nil {
		return nil, err
	}
	for {
		e, more, err := t.Next(th, it)
		if err != nil {
			return nil, err
		}
		if !more {
			if value == nil {
				return nil, object.TypeErrorf("reduce() of empty iterable with no initial value")
			}
			return value, nil
		}
		if value == nil {
			value = e
			t.NameNode(t.Peek(value), "value")
			continue
		}
		t.NameNode(t.Peek(e), "element")
		if value, err = f(value, e); err != nil {
			return nil, err
		}
		t.NameNode(value, "value")
	}
}

func builtinReduce(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
	var start Tracker
	if len(kwargs) == 1 && kwargs[0].Name == "initial" && len(args) == 2 {
		start = kwargs[0].Value
	} else if len(args) < 2 || len(args) > 3 || len(kwargs) > 0 {
		return t.callPure(th, t.Host.Attribute(th, "functools.reduce"), "reduce", args, kwargs) // which raises
	}
	if len(args) > 2 {
		start = args[2]
	}
	result, err := t.fold(th, args[1], start, func(a, b Tracker) (Tracker, error) { return t.Call(th, args[0], []Tracker{a, b}, nil) })
	if err != nil && t.NotIterable(args[1], err) {
		err = object.TypeErrorf("reduce() arg 2 must support iteration")
	}
	return result, err
}

// extremum is max or min; two tensors give a graph node, symbolic ints a comparison.
func extremum(op object.CompareOp) handler {
	name := "max"
	if op == object.Lt {
		name = "min"
	}
	return func(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
		items := args
		if len(args) == 1 {
			var err error
			if items, err = t.Unpack(th, args[0]); err != nil {
				return nil, err
			}
		}
		plain := true
		for i := range items {
			x, err := t.deep(th, items[i])
			if err != nil {
				return nil, err
			}
			items[i] = x
			switch x.(type) {
			case *Constant, *Container:
			default:
				plain = false
			}
		}
		if len(items) == 0 && len(args) == 1 {
			for _, kw := range kwargs {
				if kw.Name == "default" {
					return kw.Value, nil
				}
			}
		}
		if plain || len(kwargs) > 0 || len(items) == 0 {
			if len(args) == 1 {
				args = []Tracker{t.NewList(items)}
			} else {
				args = items
			}
			return t.callPure(th, t.builtin(th, name), name, args, kwargs)
		}
		best := items[0]
		for _, x := range items[1:] {
			_, a := best.(*Tensor)
			_, b := x.(*Tensor)
			if a && b {
				packet := map[object.CompareOp]string{object.Gt: "maximum", object.Lt: "minimum"}[op]
				target := t.torchFunction(th, packet)
				r, err := t.callOperator(th, target, packet, []Tracker{best, x})
				if err != nil {
					return nil, err
				}
				best = r
				continue
			}
			if r, ok, err := t.clampExtremum(th, op, best, x); ok {
				if err != nil {
					return nil, err
				}
				best = r
				continue
			}
			if r, ok, err := t.symbolicExtremum(th, op, best, x); ok {
				if err != nil {
					return nil, err
				}
				best = r
				continue
			}
			r, err := t.Compare(th, op, x, best)
			if err != nil {
				return nil, err
			}
			better, err := t.Truth(th, r)
			if err != nil {
				return nil, err
			}
			if better {
				best = x
			}
		}
		return best, nil
	}
}

// clampExtremum is max or min of a tensor and a number.
func (t *Trace) clampExtremum(th *object.Thread, op object.CompareOp, a, b Tracker) (Tracker, bool, error) {
	x, ok := a.(*Tensor)
	if !ok {
		x, ok = b.(*Tensor)
		b = a
	}
	bound, number := b.(*Constant)
	if !ok || !number || !isOperand(bound) {
		return nil, false, nil
	}
	name := map[object.CompareOp]string{object.Gt: "min", object.Lt: "max"}[op]
	r, err := t.record(th, fxgraph.CallFunction, t.torchFunction(th, "clamp"), ops.Function("clamp"), []Tracker{x}, []KW{{Name: name, Value: bound}})
	return r, true, err
}

// symbolicExtremum is max or min of symbolic ints, without a decision.
func (t *Trace) symbolicExtremum(th *object.Thread, op object.CompareOp, a, b Tracker) (Tracker, bool, error) {
	_, symA := a.(*SymInt)
	_, symB := b.(*SymInt)
	_, realA := a.(*SymFloat)
	_, realB := b.(*SymFloat)
	if realA || realB {
		return t.floatExtremum(th, op, a, b)
	}
	x, okA := symbolicOf(a)
	y, okB := symbolicOf(b)
	if !symA && !symB || !okA || !okB {
		return nil, false, nil
	}
	name, z := "sym_max", x.Max(y)
	if op == object.Lt {
		name, z = "sym_min", x.Min(y)
	}
	node, err := t.node(th, t.torchSym(th, name), []Tracker{a, b}, nil)
	if err != nil {
		return nil, true, err
	}
	node.Meta.Example = z
	return &SymInt{Expr: z, Node: node}, true, nil
}

func builtinDivmod(th *object.Thread, t *Trace, args []Tracker, _ []KW) (Tracker, error) {
	traced := false
	for i, a := range args {
		x, err := t.Realize(th, a)
		if err != nil {
			return nil, err
		}
		_, array := x.(*NdArray)
		args[i], traced = x, traced || array || isGraphValue(x)
	}
	if !traced {
		return t.callPure(th, t.builtin(th, "divmod"), "divmod", args, nil)
	}
	q, err := t.Binary(th, object.OpFloorDiv, args[0], args[1], false)
	if err != nil {
		return nil, err
	}
	r, err := t.Binary(th, object.OpMod, args[0], args[1], false)
	if err != nil {
		return nil, err
	}
	return t.NewTuple([]Tracker{q, r}), nil
}

func builtinPow(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
	if len(args) == 2 {
		return t.Binary(th, object.OpPow, args[0], args[1], false)
	}
	return t.callPure(th, t.builtin(th, "pow"), "pow", args, kwargs)
}

// quantifier is any (stop on true) or all (stop on false).
func quantifier(stop bool) handler {
	return func(th *object.Thread, t *Trace, args []Tracker, _ []KW) (Tracker, error) {
		if x, err := t.Realize(th, args[0]); err != nil {
			return nil, err
		} else if err := t.ProbeTruth(th, x, false); err != nil { // constants are folded
			return nil, err
		}
		it, err := t.Iter(th, args[0])
		if err != nil {
			return nil, err
		}
		for {
			e, more, err := t.Next(th, it)
			if err != nil {
				return nil, err
			}
			if !more {
				return NewConstant(object.Bool(!stop)), nil
			}
			b, err := t.Truth(th, e)
			if err != nil {
				return nil, err
			}
			if b == stop {
				return NewConstant(object.Bool(stop)), nil
			}
		}
	}
}

func (t *Trace) textTracker(th *object.Thread, x Tracker, how string) (Tracker, error) {
	c, err := t.Text(th, x, how)
	if err != nil {
		return nil, err
	}
	return c, nil
}
