package front

import (
	"slices"

	"github.com/go-python/gpython/ast"

	"github.com/magneto-go/magneto/script/ir"
)

// refinement is what a condition says of the type of a variable.
type refinement struct {
	name string
	t    *ir.Type
}

// refinements are those of a condition, in the order of its parts.
type refinements []refinement

// condition is an emitted condition: its value, what is known where it holds and where not, and whether it is decided while compiling.
type condition struct {
	v       *ir.Value
	yes, no refinements
	static  *bool
}

// refine casts variables to the types that are known here.
func (e *Emitter) refine(ref refinements, r ir.Range) {
	for _, known := range ref {
		s := e.find(e.env, known.name, r)
		simple, ok := s.(Simple)
		if !ok {
			continue
		}
		v := e.insert("prim::unchecked_cast", r, known.t, simple.V)
		e.setRefined(known.name, v, r)
	}
}

// setRefined stores a variable under a narrower type, in this frame alone.
func (e *Emitter) setRefined(name string, v *ir.Value, r ir.Range) { e.set(name, Simple{v}, r, nil) }

// both is what two conditions say together; the second has the last word of a variable.
func both(a, b refinements) refinements {
	var out refinements
	for _, known := range a {
		if b.of(known.name) == nil {
			out = append(out, known)
		}
	}
	return append(out, b...)
}

// either keeps what both sides say, as the type that holds both.
func either(a, b refinements) refinements {
	var out refinements
	for _, known := range a {
		if u := b.of(known.name); u != nil {
			out = append(out, refinement{known.name, ir.Unify(known.t, u, true)})
		}
	}
	return out
}

// of is the type of a variable, nil if nothing is said of it.
func (ref refinements) of(name string) *ir.Type {
	for _, known := range ref {
		if known.name == name {
			return known.t
		}
	}
	return nil
}

func (e *Emitter) staticCondition(b bool, r ir.Range) condition {
	return condition{v: e.constant(ir.Constant{V: b}, nil, r), static: &b}
}

// cond emits a condition.
func (e *Emitter) cond(x ast.Expr) condition {
	r := e.rng(x)
	switch x := x.(type) {
	case *ast.BoolOp:
		return e.shortCircuit(x.Op == ast.And, x.Values, r)
	case *ast.UnaryOp:
		if x.Op == ast.Not {
			c := e.cond(x.Operand)
			out := condition{v: e.insertOp("aten::__not__", r, c.v), yes: c.no, no: c.yes}
			if c.static != nil {
				flipped := !*c.static
				out.static = &flipped
			}
			return out
		}
	case *ast.Compare:
		if len(x.Ops) > 1 {
			var parts []ast.Expr
			left := x.Left
			for i, op := range x.Ops {
				c := &ast.Compare{ExprBase: x.ExprBase, Left: left, Ops: []ast.CmpOp{op}, Comparators: []ast.Expr{x.Comparators[i]}}
				parts = append(parts, c)
				left = x.Comparators[i]
			}
			return e.shortCircuit(true, parts, r)
		}
		if x.Ops[0] == ast.Is || x.Ops[0] == ast.IsNot {
			return e.isNone(x, r)
		}
	case *ast.Call:
		if name, ok := x.Func.(*ast.Name); ok && len(x.Keywords) == 0 {
			switch string(name.Id) {
			case "isinstance":
				return e.isInstance(x, r)
			case "hasattr":
				return e.hasAttr(x, r)
			}
		}
		if a, ok := x.Func.(*ast.Attribute); ok && string(a.Attr) == "isinstance" && dotted(a) == "torch.jit.isinstance" {
			return e.isInstance(x, r)
		}
	}
	s := e.sugar(x, nil, 1)
	if b, ok := s.(StaticBool); ok {
		return e.staticCondition(b.B, r)
	}
	v := e.toBool(s.Value(e, r), r)
	out := condition{v: v}
	if c, ok := v.ConstantOf(); ok {
		if b, ok := c.V.(bool); ok {
			out.static = &b
		}
	}
	return out
}

// StaticBool is a truth that is known while compiling.
type StaticBool struct {
	Base
	B bool
}

// Value is it as a constant.
func (b StaticBool) Value(e *Emitter, r ir.Range) *ir.Value {
	return e.constant(ir.Constant{V: b.B}, nil, r)
}

// toBool is the truth of a value.
func (e *Emitter) toBool(v *ir.Value, r ir.Range) *ir.Value {
	return e.castBool(v, r, true)
}

func (e *Emitter) castBool(v *ir.Value, r ir.Range, condition bool) *ir.Value {
	zero := e.g.Constant(ir.Constant{V: int64(0)}, nil)
	switch v.Type.Kind {
	case ir.BoolKind:
		return v
	case ir.StrKind, ir.ListKind, ir.DictKind:
		return e.insertOp("aten::gt", r, e.insertOp("aten::len", r, v), zero)
	case ir.TensorKind, ir.IntKind, ir.FloatKind, ir.NumberKind:
		return e.insertOp("aten::Bool", r, v)
	case ir.ClassKind:
		for _, name := range []string{"__bool__", "__len__"} {
			if v.Type.Class.Method(name) != nil {
				b := e.magic(r, name, v)
				if condition && name == "__bool__" && b.Type.Kind != ir.BoolKind {
					Fail(r, "expected a bool expression for condition but found %s", b.Type.Repr())
				}
				return b
			}
		}
	}
	if condition {
		Fail(r, "Could not cast value of type %s to bool", v.Type.Repr())
	}
	return e.insertOp("aten::Bool", r, v)
}

// shortCircuit is `and` or `or`.
func (e *Emitter) shortCircuit(and bool, parts []ast.Expr, r ir.Range) condition {
	if len(parts) == 1 {
		return e.cond(parts[0])
	}
	// several parts nest to the left
	return e.combine(and, func() condition { return e.shortCircuit(and, parts[:len(parts)-1], r) }, parts[len(parts)-1], r)
}

func (e *Emitter) combine(and bool, left func() condition, right ast.Expr, r ir.Range) condition {
	a := left()
	if a.static != nil {
		if *a.static != and { // decided without the other
			return a
		}
		ref := a.yes
		if !and {
			ref = a.no
		}
		e.refine(ref, r)
		b := e.cond(right)
		if and {
			return condition{v: b.v, yes: both(a.yes, b.yes), no: b.no, static: b.static}
		}
		return condition{v: b.v, yes: b.yes, no: both(a.no, b.no), static: b.static}
	}
	var b condition
	rest := func() *ir.Value {
		b = e.cond(right)
		return b.v
	}
	fixed := func() *ir.Value { return e.constant(ir.Constant{V: !and}, nil, r) }
	out := condition{}
	if and {
		out.v = e.choose(a, r, nil, rest, fixed)
		out.yes, out.no = both(a.yes, b.yes), either(a.no, b.no)
	} else {
		out.v = e.choose(a, r, nil, fixed, rest)
		out.yes, out.no = either(a.yes, b.yes), both(a.no, b.no)
	}
	if b.static != nil && *b.static != and {
		out.static = b.static
	}
	return out
}

// isNone is `a is b` and `a is not b`.
func (e *Emitter) isNone(x *ast.Compare, r ir.Range) condition {
	a := e.expr(x.Left, nil)
	b := e.expr(x.Comparators[0], nil)
	is := x.Ops[0] == ast.Is
	never := func(v *ir.Value) bool {
		return v.Type.Kind == ir.AnyKind || !v.Type.MayBeNone() && v.Type.Kind != ir.VarKind
	}
	switch {
	case a.Type.IsNone() && b.Type.IsNone():
		return e.staticCondition(is, r)
	case a.Type.IsNone() && never(b), b.Type.IsNone() && never(a):
		return e.staticCondition(!is, r)
	}
	kind := "aten::__is__"
	if !is {
		kind = "aten::__isnot__"
	}
	out := condition{v: e.insertOp(kind, r, a, b)}
	var some, none refinements
	note := func(x ast.Expr, v, other *ir.Value) {
		name, ok := x.(*ast.Name)
		if !ok || !other.Type.IsNone() {
			return
		}
		if v.Type.Kind == ir.OptionalKind {
			some = refinements{{string(name.Id), v.Type.Elem[0]}}
		} else if v.Type.Kind == ir.UnionKind {
			some = refinements{{string(name.Id), withoutTypes(v.Type, []*ir.Type{ir.None})}}
			none = refinements{{string(name.Id), ir.None}}
		}
	}
	note(x.Left, a, b)
	note(x.Comparators[0], b, a)
	out.yes, out.no = none, some
	if !is {
		out.yes, out.no = some, none
	}
	return out
}

// withoutTypes are the members of a union that are none of the given types, nil if none is left.
func withoutTypes(t *ir.Type, list []*ir.Type) *ir.Type {
	var rest []*ir.Type
	for _, m := range t.Members() {
		if !slices.ContainsFunc(list, func(u *ir.Type) bool { return m.IsSubtype(u) }) {
			rest = append(rest, m)
		}
	}
	if len(rest) == 0 {
		return nil
	}
	return ir.UnionOf(rest...)
}

func (e *Emitter) hasAttr(x *ast.Call, r ir.Range) condition {
	if len(x.Args) != 2 {
		Fail(r, "hasattr expected exactly 2 arguments but found %d", len(x.Args))
	}
	object := e.sugar(x.Args[0], nil, 1)
	name, ok := stringLiteral(x.Args[1])
	if !ok {
		Fail(r, "hasattr's second argument must be a string literal")
	}
	return e.staticCondition(object.HasAttr(e, e.rng(x.Args[0]), name), r)
}

// isInstance is isinstance(x, T).
func (e *Emitter) isInstance(x *ast.Call, r ir.Range) condition {
	if len(x.Args) != 2 {
		Fail(r, "isinstance expected exactly 2 arguments but found %d", len(x.Args))
	}
	r = e.rng(x.Args[0]) // what comes of it stands where its first argument does
	s := e.sugar(x.Args[0], nil, 1)
	v := s.Value(e, r)
	types := e.instanceTypes(x.Args[1])
	name, isName := x.Args[0].(*ast.Name)
	var in, out []*ir.Type
	for _, m := range v.Type.Members() {
		if slices.ContainsFunc(types, func(t *ir.Type) bool { return m.IsSubtype(t) }) {
			in = append(in, m)
		} else {
			out = append(out, m)
		}
	}
	maybe := v.Type.Kind == ir.AnyKind || v.Type.Kind == ir.NumberKind
	if !maybe {
		for _, m := range out {
			for _, t := range types {
				if t.IsSubtype(m) {
					maybe = true
				}
			}
		}
	}
	c := condition{}
	if isName {
		if len(in) > 0 && v.Type.Kind != ir.AnyKind {
			c.yes = refinements{{string(name.Id), ir.UnionOf(in...)}}
		} else if len(types) == 1 {
			c.yes = refinements{{string(name.Id), types[0]}}
		} else if len(types) > 1 && v.Type.Kind != ir.AnyKind {
			c.yes = refinements{{string(name.Id), ir.UnionOf(types...)}}
		} else if len(types) > 1 {
			c.yes = refinements{{string(name.Id), ir.UnionOf(types...)}}
		}
		switch v.Type.Kind {
		case ir.UnionKind, ir.OptionalKind, ir.AnyKind:
			if len(out) > 0 {
				c.no = refinements{{string(name.Id), ir.UnionOf(out...)}}
			}
		}
	}
	switch {
	case !maybe && len(out) == 0:
		yes := e.staticCondition(true, r)
		yes.yes, yes.no = c.yes, c.no
		return yes
	case !maybe && len(in) == 0:
		no := e.staticCondition(false, r)
		no.no = nil
		return no
	}
	n := e.g.CreateTyped("prim::isinstance", ir.Bool, v)
	list := TypeList(ir.SortTypes(types))
	n.SetAttr("types", ir.Constant{V: list})
	n.Range = r
	c.v = e.g.Insert(n).Outputs[0]
	return c
}

// TypeList is the attribute of prim::isinstance.
type TypeList = ir.TypeList

// instanceTypes are the types that the second argument of isinstance names; list, tuple, int and float stand for kinds of types.
func (e *Emitter) instanceTypes(x ast.Expr) []*ir.Type {
	if t, ok := x.(*ast.Tuple); ok {
		var out []*ir.Type
		for _, part := range t.Elts {
			out = append(out, e.instanceTypes(part)...)
		}
		return out
	}
	if name, ok := x.(*ast.Name); ok {
		switch string(name.Id) {
		case "list":
			return []*ir.Type{ir.AnyList}
		case "tuple":
			return []*ir.Type{ir.AnyTuple}
		}
		if s, ok := e.find(e.env, string(name.Id), e.rng(x)).(TypeClass); ok {
			return []*ir.Type{s.T}
		}
	}
	return []*ir.Type{e.typeExpr(x)}
}
