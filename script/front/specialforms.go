package front

import (
	"math"

	"github.com/go-python/gpython/ast"
	"github.com/magneto-go/magneto/script/ir"
)

// Builtin functions of scripts that are not operators: print, range, enumerate, zip, the constructors of containers, getattr.

// Exactly refuses a form that is written without its arguments.
func Exactly(r ir.Range, c *callExpr, name string, n int) {
	if len(c.Args) != n || len(c.Keywords) > 0 {
		Fail(r, "%s expected exactly %d arguments but found %d", name, n, len(c.Args))
	}
}

func emitUninitialized(e *Emitter, r ir.Range, c *callExpr, _ *ir.Type) Sugared {
	Exactly(r, c, "uninitialized", 1)
	return Simple{e.insert("prim::Uninitialized", r, e.typeExpr(c.Args[0]))}
}

func emitUncheckedCast(e *Emitter, r ir.Range, c *callExpr, _ *ir.Type) Sugared {
	Exactly(r, c, "unchecked_cast", 2)
	v := e.expr(c.Args[1], nil)
	return Simple{e.insert("prim::unchecked_cast", r, e.typeExpr(c.Args[0]), v)}
}

func emitPrint(e *Emitter, r ir.Range, c *callExpr, _ *ir.Type) Sugared {
	if len(c.Keywords) > 0 {
		Fail(e.rng(c.Func), "print doesn't accept any keyword arguments")
	}
	args, _ := e.arguments(c)
	var list []*ir.Value
	for i := range args {
		list = append(list, args[i].Value)
	}
	e.insertVoid("prim::Print", r, list...)
	return NoneValue{Base{"None"}}
}

// NoneValue is the result of a call that gives none.
type NoneValue struct{ Base }

func emitRange(e *Emitter, r ir.Range, c *callExpr, _ *ir.Type) Sugared {
	args, _ := e.arguments(c)
	for i := range args {
		if args[i].Value.Type.Kind != ir.IntKind {
			Fail(r, "all inputs of range must be ints, found %s in argument %d", shownType(args[i].Value.Type), i)
		}
	}
	switch len(args) {
	case 0:
		Fail(r, "range expected at least 1 arguments, got 0")
	case 1:
		zero := e.constant(ir.Constant{V: int64(0)}, nil, r)
		one := e.constant(ir.Constant{V: int64(1)}, nil, r)
		return rangeValue{Base{"range"}, zero, args[0].Value, one, true}
	case 2:
		one := e.constant(ir.Constant{V: int64(1)}, nil, r)
		return rangeValue{Base{"range"}, args[0].Value, args[1].Value, one, false}
	case 3:
		return rangeValue{Base{"range"}, args[0].Value, args[1].Value, args[2].Value, false}
	}
	Fail(r, "range expected at most 3 arguments, got %d", len(args))
	return nil
}

func emitEnumerate(e *Emitter, r ir.Range, c *callExpr, _ *ir.Type) Sugared {
	if len(c.Args) == 0 {
		Fail(r, "enumerate expected at least 1 arguments, got 0")
	}
	start := e.startOfEnumerate(r, c)
	n := countFrom{Base: Base{"range"}, start: start}
	n.end = e.literal(int64(math.MaxInt64), r)
	it := e.sugar(c.Args[0], nil, 1).Iter(e, r)
	if start == nil {
		e.constant(ir.Constant{V: int64(0)}, nil, r)
	}
	n.one = e.constant(ir.Constant{V: int64(1)}, nil, r)
	if start != nil {
		n.end = e.insertOp("aten::__range_length", r, start, n.end, n.one)
	}
	return tree{Base{"iterabletree"}, []Iterable{n, it}}
}

func (e *Emitter) startOfEnumerate(r ir.Range, c *callExpr) *ir.Value {
	var x ast.Expr
	switch {
	case len(c.Args) > 2:
		Fail(r, "enumerate expected at most 2 arguments, got %d", len(c.Args))
	case len(c.Args) == 2:
		x = c.Args[1]
	case len(c.Keywords) == 1 && c.Keywords[0].Arg == "start":
		x = c.Keywords[0].Value
	case len(c.Keywords) > 0:
		Fail(r, "enumerate() got an unexpected keyword argument")
	default:
		return nil
	}
	v := e.expr(x, nil)
	if v.Type.Kind != ir.IntKind {
		Fail(r, "enumerate's start must be an int, found %s", v.Type.Repr())
	}
	return v
}

// countFrom is the numbers of enumerate.
type countFrom struct {
	Base
	start    *ir.Value // nil for 0
	end, one *ir.Value
}

func (x countFrom) Iter(e *Emitter, r ir.Range) Iterable { return x }

func (x countFrom) Unroll() (int, bool) { return 0, false }

func (x countFrom) Len(e *Emitter, r ir.Range) *ir.Value {
	return x.end
}

func (x countFrom) Item(e *Emitter, r ir.Range, index *ir.Value) Sugared {
	if x.start == nil {
		return Simple{index}
	}
	if i, ok := constInt(index); ok {
		if s, ok := constInt(x.start); ok {
			return Simple{e.literal(i+s, r)}
		}
	}
	return Simple{e.insertOp("aten::__derive_index", r, index, x.start, x.one)}
}

func emitZip(e *Emitter, r ir.Range, c *callExpr, _ *ir.Type) Sugared {
	if len(c.Args) == 0 {
		Fail(r, "zip expected at least 1 arguments, got 0")
	}
	t := tree{Base: Base{"iterabletree"}}
	for _, a := range c.Args {
		part := e.sugar(a, nil, 1).Iter(e, r)
		if len(t.parts) > 0 {
			_, before := t.Unroll()
			if _, unrolls := part.Unroll(); unrolls != before {
				Fail(r, "Can not iterate over a module list or tuple with a value that does not have a statically determinable length\n")
			}
		}
		t.parts = append(t.parts, part)
	}
	return t
}

func emitTupleCall(e *Emitter, r ir.Range, c *callExpr, _ *ir.Type) Sugared {
	Exactly(r, c, "tuple", 1)
	x := e.sugar(c.Args[0], nil, 1)
	var parts []Sugared
	if s, ok := x.(Simple); ok && s.V.Type.Kind == ir.TupleKind {
		parts = s.Tuple(e, r, -1)
	} else {
		parts = x.Tuple(e, r, -1)
	}
	return Simple{TupleValue{Base{"tuple"}, parts}.Value(e, r)}
}

func emitListCall(e *Emitter, r ir.Range, c *callExpr, hint *ir.Type) Sugared {
	if len(c.Args) == 0 {
		t := elementHint(hint, ir.ListKind)
		if t == nil {
			t = ir.ListOf(ir.Tensor)
		}
		return Simple{e.insert("prim::ListConstruct", ir.Range{}, t)}
	}
	s := e.sugar(c.Args[0], nil, 1)
	if simple, ok := s.(Simple); ok && (simple.V.Type.Kind == ir.ListKind || simple.V.Type.Kind == ir.StrKind) {
		return Simple{e.insertOp("aten::list", r, simple.V)}
	}
	item := &ast.Name{Id: "$list_item"}
	return Simple{e.listComp(item, []ast.Comprehension{{Target: item, Iter: &emitted{c.Args[0], s, true}}}, r, nil)}
}

func emitDictCall(e *Emitter, r ir.Range, c *callExpr, hint *ir.Type) Sugared {
	t := elementHint(hint, ir.DictKind)
	if len(c.Args) == 0 && len(c.Keywords) == 0 {
		if t == nil {
			t = ir.DictOf(ir.Str, ir.Tensor)
		}
		return Simple{e.insert("prim::DictConstruct", ir.Range{}, t)}
	}
	var all []*ir.Value
	if len(c.Args) == 1 {
		if len(c.Keywords) == 0 {
			if d, ok := c.Args[0].(*ast.Dict); ok {
				return Simple{e.dict(d, r, hint)}
			}
			if several := membersOf(hint, ir.DictKind); len(several) > 1 {
				refuseDictCall(hint, r)
			}
			if list, ok := c.Args[0].(*ast.List); ok && len(list.Elts) == 0 {
				if t == nil {
					t = ir.DictOf(ir.Str, ir.Tensor)
				}
				return Simple{e.insert("prim::DictConstruct", ir.Range{}, t)}
			}
			given := e.sugar(c.Args[0], nil, 1)
			if s, ok := given.(Simple); ok && s.V.Type.Kind == ir.DictKind {
				return Simple{e.insertOp("aten::dict", r, s.V)}
			}
			return Simple{e.dictOf(r, given.Iter(e, r), hint)}
		}
		d := e.insertOp("aten::dict", r, e.expr(c.Args[0], nil))
		for _, k := range c.Keywords {
			if key := d.Type.Elem[0]; key.Kind != ir.StrKind {
				Fail(r, "Generated key type str did not match the annotated key type, which was %s\n", key.Repr())
			}
			e.callVoid("aten::_set_item", r, d, e.constant(ir.Constant{V: string(k.Arg)}, nil, r), e.expr(k.Value, nil))
		}
		return Simple{d}
	}
	if several := membersOf(hint, ir.DictKind); len(several) > 1 {
		refuseDictCall(hint, r)
	}
	for _, k := range c.Keywords {
		all = append(all, e.constant(ir.Constant{V: string(k.Arg)}, nil, r))
		v := e.expr(k.Value, nil)
		all = append(all, v)
		if t == nil {
			t = ir.DictOf(ir.Str, v.Type.Unshaped())
		}
	}
	return Simple{e.insert("prim::DictConstruct", ir.Range{}, t, all...)}
}

// refuseDictCall refuses a call of dict() where an annotation leaves open what it gives.
func refuseDictCall(hint *ir.Type, r ir.Range) {
	Fail(r, "There are multiple candidate Dict types in the Union type annotation `%s`, and full type inference is not yet supported for the `dict()` constructor.", hint.Repr())
}

func emitGetattr(e *Emitter, r ir.Range, c *callExpr, _ *ir.Type) Sugared {
	if len(c.Args) < 2 || len(c.Args) > 3 {
		Fail(r, "getattr expected to have number of arguments between 2 and 3 but found %d", len(c.Args))
	}
	object := e.sugar(c.Args[0], nil, 1)
	name, ok := stringLiteral(c.Args[1])
	if !ok {
		Fail(r, "getattr's second argument must be a string literal")
	}
	if len(c.Args) == 2 || object.HasAttr(e, r, name) {
		return object.Attr(e, r, name)
	}
	return e.sugar(c.Args[2], nil, 1)
}

// Lifter is a sugared value that refers to values of the graph around a fork.
type Lifter interface {
	Lift(outside func(*ir.Value) *ir.Value) Sugared
}

// Packed is an operator on a list of tensors that may also be called with the tensors themselves, behind Lead other arguments.
type Packed struct {
	Base
	Operator Sugared
	Lead     int
}

func (p Packed) Call(e *Emitter, r ir.Range, args, kwargs []Named, binders int) Sugared {
	if len(args) > p.Lead {
		if first := e.argValue(&args[p.Lead]); first.Type.Kind == ir.TensorKind {
			list := make([]*ir.Value, len(args)-p.Lead)
			for i := range list {
				list[i] = e.argValue(&args[p.Lead+i])
			}
			v := e.insert("prim::ListConstruct", r, ir.ListOf(ir.Tensor), list...)
			args = append(append([]Named(nil), args[:p.Lead]...), Named{Value: v, Range: r})
		}
	}
	return p.Operator.Call(e, r, args, kwargs, binders)
}
