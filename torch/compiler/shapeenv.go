package compiler

import (
	"maps"
	"slices"

	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/vm/object"
)

// This file is the ShapeEnv that scripts make (torch.fx.experimental.symbolic_shapes). Numbers do not know the environment that they are of, so
// the one that was made last, or used last to make a number, decides conditions outside of traces.

// scriptEnv is such an environment: that of a recording without a graph.
type scriptEnv struct{ recordEnv }

// Computed sees no graph.
func (scriptEnv) Computed(string, []ops.Value, ops.Value) {}

// Shown is a size as scripts read it.
func (e scriptEnv) Shown(n symbolic.Int) symbolic.Int { return e.r.shapes.Simplify(n) }

// ShownBool is a condition as scripts read it.
func (e scriptEnv) ShownBool(b symbolic.Bool) symbolic.Bool { return e.r.shapes.SimplifyBool(b) }

// anyDim marks a place that is a number of its own, treated as a size.
const anyDim = -1

// newShapeEnv makes an environment and gives the function that scripts ask: (what, arguments...).
func newShapeEnv(th *object.Thread, _, _ []object.Value) (object.Value, error) {
	shapes := guards.NewShapeEnv()
	shapes.Apart = sizesApart(th)
	shapes.Where = func() guards.UserLine { return guards.UserLine{} }
	shapes.Naming = func(p guards.Place) string {
		if p.Dim == anyDim {
			return p.Source.Text()
		}
		return p.Text()
	}
	e := traceEnv(th, shapes)
	torch.Context(th).SetOuterEnv(e)
	return e.asked(), nil
}

// withinSizes is (function, arguments...): what the function gives. What it makes of environments does not stay the one that is asked about sizes.
func withinSizes(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	ctx := torch.Context(th)
	before := ctx.SetOuterEnv(nil)
	ctx.SetOuterEnv(before)
	defer func() { ctx.SetOuterEnv(before) }()
	return object.CallArgs(th, args[0], args[1:], nil)
}

// traceEnv is the environment of a trace as scripts see it.
func traceEnv(th *object.Thread, shapes *guards.ShapeEnv) scriptEnv {
	return scriptEnv{recordEnv{&recorder{machine: th.Machine, recordFrame: newRecordFrame(nil), shapes: shapes}, th}}
}

// asked is the function that scripts ask.
func (e scriptEnv) asked() object.Value {
	return object.NewFuncValue("shape_env", func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
		torch.Context(th).SetOuterEnv(e)
		what, _ := object.Text(args[0])
		question, ok := shapeQuestions[what]
		if !ok {
			return object.Null, object.ValueErrorf("shape_env: %s", what)
		}
		return question(th, e, args[1:])
	})
}

var shapeQuestions = map[string]func(th *object.Thread, e scriptEnv, args []object.Value) (object.Value, error){
	"symbol": func(th *object.Thread, e scriptEnv, args []object.Value) (object.Value, error) { // (source, dim or -1, value, policy)
		return shapeSymbol(th, e, guards.Size, args)
	},
	"stride": func(th *object.Thread, e scriptEnv, args []object.Value) (object.Value, error) {
		return shapeSymbol(th, e, guards.Stride, args)
	},
	"use":    func(*object.Thread, scriptEnv, []object.Value) (object.Value, error) { return object.None, nil },
	"tensor": shapedTensor,
	"call":   callShaped,
	"float": func(th *object.Thread, e scriptEnv, args []object.Value) (object.Value, error) { // (source, value)
		text, _ := object.Text(args[0])
		hint, err := object.ToFloat(th, args[1])
		if err != nil {
			return object.Null, err
		}
		return torch.NumberObject(symbolic.FloatOf(e.r.shapes.CreateFloat(guards.NewConstant(text, object.None), hint, guards.UserLine{}))), nil
	},
	"unbacked": func(th *object.Thread, e scriptEnv, args []object.Value) (object.Value, error) { // (kind)
		switch kind, _ := object.Text(args[0]); kind {
		case "float":
			return torch.NumberObject(e.FreshFloat()), nil
		case "bool":
			return torch.NumberObject(e.FreshBool()), nil
		}
		return torch.NumberObject(e.FreshUnbacked("item")), nil
	},
	"guards": func(th *object.Thread, e scriptEnv, _ []object.Value) (object.Value, error) {
		var out []object.Value
		for _, c := range e.r.shapes.Conditions() {
			out = append(out, torch.NumberObject(c))
		}
		return object.NewList(out...).Ref(), nil
	},
	"decided": func(th *object.Thread, e scriptEnv, _ []object.Value) (object.Value, error) { // each condition with its text
		var out []object.Value
		texts := e.r.shapes.DecidedGiven()
		for i, c := range e.r.shapes.Decided() {
			out = append(out, object.NewTuple(torch.NumberObject(c), object.NewStr(texts[i])).Ref())
		}
		return object.NewList(out...).Ref(), nil
	},
	"written": func(th *object.Thread, _ scriptEnv, args []object.Value) (object.Value, error) { // a condition as it was asked
		x, err := torch.ToOps(th, args[0])
		if b, ok := x.(symbolic.Bool); ok && err == nil {
			return object.NewStr(b.Given(nil)), nil
		}
		s, err := object.Repr(th, args[0])
		return object.NewStr(s), err
	},
	"asserted": func(th *object.Thread, e scriptEnv, _ []object.Value) (object.Value, error) {
		var out []object.Value
		for _, c := range e.r.shapes.Asserted() {
			out = append(out, torch.NumberObject(symbolic.FromRelation(c)))
		}
		return object.NewList(out...).Ref(), nil
	},
	"python": func(th *object.Thread, _ scriptEnv, args []object.Value) (object.Value, error) { // (a condition, the texts of symbols), as Python source
		texts, _ := object.AsDict(args[1])
		style := symbolic.PythonStyle(func(name string) string {
			if v, ok := texts.Lookup(name); ok {
				name, _ = object.Text(v)
			}
			return name
		})
		x, err := torch.ToOps(th, args[0])
		if e := expressionOf(x); e != nil && err == nil {
			return object.NewStr(symbolic.Print(e, style)), nil
		}
		s, err := object.Repr(th, args[0])
		return object.NewStr(s), err
	},
	"replacements": func(th *object.Thread, e scriptEnv, _ []object.Value) (object.Value, error) {
		d, replacements := object.NewDict(), e.r.shapes.Replacements()
		for _, name := range slices.Sorted(maps.Keys(replacements)) {
			d.Put(name, torch.NumberObject(symbolic.FromExpr(replacements[name])))
		}
		return d.Ref(), nil
	},
	"assert": func(th *object.Thread, e scriptEnv, args []object.Value) (object.Value, error) { // (condition), checked later
		return overCondition(th, args[0], e.r.shapes.Assert)
	},
	"narrow": func(th *object.Thread, e scriptEnv, args []object.Value) (object.Value, error) { // (condition), which nobody checks
		return overCondition(th, args[0], e.r.shapes.Narrow)
	},
	"suppress": func(_ *object.Thread, e scriptEnv, args []object.Value) (object.Value, error) { // (whether) gives what was
		was := e.r.shapes.Suppressed
		e.r.shapes.Suppressed = args[0] == object.True
		return object.Bool(was), nil
	},
	"hints": func(th *object.Thread, e scriptEnv, _ []object.Value) (object.Value, error) {
		d := object.NewDict()
		for _, s := range e.r.shapes.Symbols() {
			if n := symbolic.FromExpr(symbolic.NewSymbol(s.Name)); e.r.shapes.HasHint(n) {
				d.Put(s.Name, object.NewTuple(torch.NumberObject(n), object.Int(s.Hint)).Ref())
			}
		}
		return d.Ref(), nil
	},
	"simplify": func(th *object.Thread, e scriptEnv, args []object.Value) (object.Value, error) {
		x, err := torch.ToOps(th, args[0])
		if n, ok := x.(symbolic.Int); ok && err == nil {
			return torch.NumberObject(e.r.shapes.Simplify(n)), nil
		}
		if b, ok := x.(symbolic.Bool); ok && err == nil {
			return torch.NumberObject(e.r.shapes.SimplifyBool(b)), nil
		}
		return args[0], err
	},
	"bounds": func(th *object.Thread, e scriptEnv, args []object.Value) (object.Value, error) { // None is without bound
		x, err := torch.ToOps(th, args[0])
		n, ok := x.(symbolic.Int)
		if err != nil || !ok {
			return object.NewTuple(args[0], args[0]).Ref(), err
		}
		lo, hi := e.r.shapes.Bounds(n)
		end := func(v, infinite int64) object.Value {
			if v == infinite {
				return object.None
			}
			return object.Int(v)
		}
		return object.NewTuple(end(lo, guards.MinusInfinity), end(hi, guards.Infinity)).Ref(), nil
	},
	"hint": func(th *object.Thread, e scriptEnv, args []object.Value) (object.Value, error) { // None where there is none
		x, err := torch.ToOps(th, args[0])
		if err != nil {
			return object.Null, err
		}
		switch n := x.(type) {
		case symbolic.Int:
			if e.r.shapes.HasHint(n) {
				return object.Int(e.r.shapes.Hint(n)), nil
			}
		case symbolic.Bool:
			if v, known := e.r.shapes.StaticallyKnown(n); known {
				return object.Bool(v), nil
			}
			if c := symbolic.FromExpr(n.Expr()); e.r.shapes.HasHint(c) {
				return object.Bool(e.r.shapes.Hint(c) != 0), nil
			}
		case symbolic.Float:
			if v, ok := e.r.shapes.FloatHint(n.Expr()); ok {
				return object.Float(v), nil
			}
		default:
			return args[0], nil
		}
		return object.None, nil
	},
}

// overCondition gives take a condition; one that is known already says nothing.
func overCondition(th *object.Thread, v object.Value, take func(symbolic.Bool)) (object.Value, error) {
	x, err := torch.ToOps(th, v)
	if b, ok := x.(symbolic.Bool); ok && err == nil {
		take(b)
	}
	return object.None, err
}

func shapeSymbol(th *object.Thread, e scriptEnv, property guards.Property, args []object.Value) (object.Value, error) {
	text, _ := object.Text(args[0])
	dim, _ := args[1].AsInt()
	value, err := object.ToInt(th, args[2])
	if err != nil {
		return object.Null, err
	}
	name, _ := object.Text(args[3])
	policy, ok := map[string]guards.Policy{"STATIC": guards.Static, "DUCK": guards.Duck, "DYNAMIC": guards.Dynamic, "UNBACKED": guards.Unbacked}[name]
	if !ok {
		return object.Null, object.ValueErrorf("unknown policy %s", name)
	}
	place := guards.Place{Source: guards.NewConstant(text, object.None), Property: property, Dim: int(dim)}
	return torch.NumberObject(e.r.shapes.Create(place, int64(value), policy, guards.UserLine{})), nil
}

// shapedTensor is (class, sizes, strides, offset, dtype, device): a tensor without data, whose sizes may be symbolic.
func shapedTensor(th *object.Thread, e scriptEnv, args []object.Value) (object.Value, error) {
	class, ok := object.AsType(args[0])
	if !ok {
		return object.Null, object.TypeErrorf("shape_env: a class is needed, not %s", args[0].Type().Name)
	}
	sizes, err := symbolicInts(th, args[1])
	if err != nil {
		return object.Null, err
	}
	strides, err := symbolicInts(th, args[2])
	if err != nil {
		return object.Null, err
	}
	offset, err := symbolicInts(th, object.NewTuple(args[3]).Ref())
	if err != nil {
		return object.Null, err
	}
	dtype, err := torch.ToOps(th, args[4])
	if err != nil {
		return object.Null, err
	}
	device, err := torch.ToOps(th, args[5])
	if err != nil {
		return object.Null, err
	}
	f := ops.NewFake(dtype.(tensor.DType), sizes)
	f.Strides, f.Offset, f.Device = strides, offset[0], device.(tensor.Device)
	return ofClass(th, f, class), nil
}

func symbolicInts(th *object.Thread, v object.Value) ([]symbolic.Int, error) {
	items, err := object.ToSlice(th, v)
	if err != nil {
		return nil, err
	}
	out := make([]symbolic.Int, len(items))
	for i, item := range items {
		n, err := torch.ToOps(th, item)
		if err != nil {
			return nil, err
		}
		switch n := n.(type) {
		case symbolic.Int:
			out[i] = n
		case int64:
			out[i] = symbolic.IntOf(n)
		default:
			return nil, object.TypeErrorf("a size is an int, not %s", item.Type().Name)
		}
	}
	return out, nil
}

// ofClass is the object of a value that an operator gives; tensors without data that are new are of a class.
func ofClass(th *object.Thread, x ops.Value, class *object.Type) object.Value {
	if list, ok := x.([]ops.Value); ok {
		out := make([]object.Value, len(list))
		for i, item := range list {
			out[i] = ofClass(th, item, class)
		}
		return object.NewList(out...).Ref()
	}
	v := torch.FromOps(th, x)
	if v.Type() == torch.TensorType(th) {
		v.Head().SetType(class)
	}
	return v
}

// callShaped is (class, overload, args, kwargs): what an operator gives for tensors without data.
func callShaped(th *object.Thread, e scriptEnv, args []object.Value) (object.Value, error) {
	class, ok := object.AsType(args[0])
	if !ok {
		return object.Null, object.TypeErrorf("shape_env: a class is needed, not %s", args[0].Type().Name)
	}
	out, err := torch.CallFake(th, e, args[1], args[2], args[3])
	if err != nil {
		return object.Null, err
	}
	results := make([]object.Value, len(out))
	for i, x := range out {
		results[i] = ofClass(th, x, class)
	}
	if len(results) == 1 {
		return results[0], nil
	}
	return object.NewTuple(results...).Ref(), nil
}

// staticallyKnown is (SymBool): its truth where it follows from ranges, without a guard, else None.
func staticallyKnown(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	x, err := torch.ToOps(th, args[0])
	if err != nil {
		return object.Null, err
	}
	b, ok := x.(symbolic.Bool)
	if !ok {
		return object.Null, object.TypeErrorf("statically_known takes a SymBool, not %s", args[0].Type().Name)
	}
	var shapes *guards.ShapeEnv
	switch env := torch.Context(th).Numbers().(type) {
	case scriptEnv:
		shapes = env.r.shapes
	case recordEnv:
		shapes = env.r.shapes
	default:
		return object.None, nil
	}
	if v, known := shapes.StaticallyKnown(b); known {
		return object.Bool(v), nil
	}
	return object.None, nil
}

// symbolsIn are the names of the symbols in a number.
func symbolsIn(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	x, err := torch.ToOps(th, args[0])
	if err != nil {
		return object.Null, err
	}
	var names []object.Value
	if e := expressionOf(x); e != nil {
		for _, name := range symbolic.Symbols(e) {
			names = append(names, object.NewStr(name))
		}
	}
	return object.NewList(names...).Ref(), nil
}
