package front

import (
	"strings"

	"github.com/go-python/gpython/ast"

	"github.com/magneto-go/magneto/frontend/syntax"
	"github.com/magneto-go/magneto/script/ir"
)

// augOp is what an augmented assignment calls: changing is the operator for tensors and lists, plain the one for other types. sign is what errors say where a
// class cannot have a method for it, "" where it can.
type augOp struct{ changing, plain, sign string }

// augOps are the operators that TorchScript knows in augmented assignments. Its operators for bits and powers of tensors do not work in place, though Python's do.
var augOps = map[ast.OperatorNumber]augOp{
	ast.Add:    {"aten::add_", "aten::add", ""},
	ast.Sub:    {"aten::sub_", "aten::sub", ""},
	ast.Mult:   {"aten::mul_", "aten::mul", ""},
	ast.Div:    {"aten::div_", "aten::div", ""},
	ast.Modulo: {"aten::fmod_", "aten::fmod", ""},
	ast.BitOr:  {"aten::bitwise_or", "aten::__or__", "|"},
	ast.BitAnd: {"aten::bitwise_and", "aten::__and__", "&"},
	ast.BitXor: {"aten::bitwise_xor", "aten::__xor__", "^"},
	ast.LShift: {"aten::__ilshift__", "aten::__lshift__", "<<"},
	ast.RShift: {"aten::__irshift__", "aten::__rshift__", ">>"},
	ast.Pow:    {"aten::pow", "aten::pow", "pow operator"},
}

func (e *Emitter) augmented(s *ast.AugAssign, r ir.Range) {
	if _, known := augOps[s.Op]; !known {
		e.refuseAugOp(s)
	}
	switch x := s.Target.(type) {
	case *ast.Name:
		e.set(string(x.Id), Simple{e.augment(s, r, e.expr(x, nil))}, e.rng(x), nil)
	case *ast.Attribute:
		object := e.sugar(x.Value, nil, 1)
		v := object.Attr(e, e.rng(x), string(x.Attr)).Value(e, r)
		object.SetAttr(e, r, string(x.Attr), e.augment(s, r, v))
	case *ast.Subscript:
		e.augmentSubscript(s, x, r)
	default:
		Fail(e.rng(s.Target), "unexpected expression on left-hand side of augmented assignment")
	}
}

// refuseAugOp refuses an operator and marks the end of its sign.
func (e *Emitter) refuseAugOp(s *ast.AugAssign) {
	r := e.rng(s.Value)
	sign := strings.LastIndexByte(r.Source.Text[:r.From], '=')
	r.From, r.To = sign-1, sign+1
	name := map[ast.OperatorNumber]string{ast.FloorDiv: "FloorDiv", syntax.MatMult: "MatMult"}[s.Op]
	unsupported("NotSupportedError", r, "unsupported kind of augmented assignment: %s", name)
}

// augment emits the right side of an augmented assignment and what comes of it and the value of the left side.
func (e *Emitter) augment(s *ast.AugAssign, r ir.Range, v *ir.Value) *ir.Value {
	return e.augmentBy(s, r, v, e.expr(s.Value, nil))
}

// augmentBy is augment with a right side that is emitted already.
func (e *Emitter) augmentBy(s *ast.AugAssign, r ir.Range, v, rhs *ir.Value) *ir.Value {
	op := augOps[s.Op]
	if v.Type.IsSubtype(ir.Tensor) {
		return e.builtin(op.changing, r, []Named{{Value: rhs, Range: r}}, nil, &Named{Name: "self", Value: v, Range: r})
	}
	switch v.Type.Kind {
	case ir.ClassKind:
		if op.sign != "" {
			Fail(r, "Unknown augmented assignment: %s", op.sign)
		}
		return e.magic(r, e.augMagic(v, s.Op, r), v, rhs)
	case ir.ListKind:
		return e.insertOp(op.changing, r, v, rhs)
	}
	return e.insertOp(op.plain, r, v, rhs)
}

// augMagic is the method of a class for an operator: the one in place, or else that of the plain operator.
func (e *Emitter) augMagic(v *ir.Value, op ast.OperatorNumber, r ir.Range) string {
	plain := magicOps[op]
	inPlace := "__i" + strings.TrimPrefix(plain, "__")
	switch {
	case v.Type.Class.Method(inPlace) != nil:
		return inPlace
	case v.Type.Class.Method(plain) == nil:
		Fail(r, "Cannot emit inplace op on %s since it does not define an %s or %s method", v.Type.Repr(), inPlace, plain)
	}
	return plain
}

func (e *Emitter) augmentSubscript(s *ast.AugAssign, x *ast.Subscript, r ir.Range) {
	object := e.expr(x.Value, nil)
	where := e.rng(x)
	if object.Type.IsSubtype(ir.Tensor) {
		sliced, indices := e.indexTensor(where, object, slicers(x.Slice))
		if len(indices) == 0 {
			e.augment(s, r, sliced)
			return
		}
		list := e.insert("prim::ListConstruct", ir.Range{}, ir.ListOf(ir.OptionalOf(ir.Tensor)), indices...)
		picked := e.insertOp("aten::index", r, sliced, list)
		e.insertOp("aten::index_put_", r, sliced, list, e.augment(s, r, picked))
		return
	}
	index, ok := x.Slice.(*ast.Index)
	if object.Type.Kind == ir.TupleKind {
		Fail(where, "%s does not support augmented assignment.", object.Type.Repr())
	}
	if !ok {
		Fail(where, "augmented assignment via subscript is not supported for slices of '%s'", object.Type.Repr())
	}
	key := e.expr(index.Value, nil)
	rhs := e.expr(s.Value, nil)
	item := (Simple{object}).Item(e, where, key).Value(e, where)
	e.insertOp("aten::_set_item", r, object, key, e.augmentBy(s, r, item, rhs))
}
