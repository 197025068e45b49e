package front

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-python/gpython/ast"
	"github.com/magneto-go/magneto/script/ir"
)

// Lists, dicts and comprehensions: their element types come from a hint, or from what they hold.

// elementHint is the type of elements that a wanted list type names.
func elementHint(hint *ir.Type, kind ir.Kind) *ir.Type {
	if hint == nil {
		return nil
	}
	for _, m := range hint.Members() {
		if m.Kind == kind {
			return m
		}
	}
	return nil
}

// membersOf are the types of a kind that a union may be.
func membersOf(t *ir.Type, kind ir.Kind) (out []*ir.Type) {
	if t == nil || t.Kind != ir.UnionKind {
		return nil
	}
	for _, m := range t.Elem {
		if m.Kind == kind {
			out = append(out, m)
		}
	}
	return out
}

// member is the type among several of an annotation that what was found fits.
func (e *Emitter) member(several []*ir.Type, hint *ir.Type, r ir.Range, what string, found string, fits func(t *ir.Type) bool) *ir.Type {
	names := make([]string, len(several))
	for i, t := range several {
		if fits(t) {
			return t
		}
		names[i] = t.Repr()
	}
	slices.Sort(names)
	last := len(names) - 1
	choice := strings.Join(names, " or ")
	if last > 1 {
		choice = strings.Join(names[:last], ", ") + ",  or " + names[last]
	}
	Fail(r, "Union type annotation `%s` can hold %s, but none of those %s, which were unified to %s", sortedUnion(hint), choice, what, found)
	return nil
}

// sortedUnion is the text of a union with its members in the order of their texts.
func sortedUnion(t *ir.Type) string {
	names := make([]string, len(t.Elem))
	for i, m := range t.Elem {
		names[i] = m.Repr()
	}
	slices.Sort(names)
	return "Union[" + strings.Join(names, ", ") + "]"
}

// refuseMembers refuses an empty literal of a kind for a union of several members of it, and any for a union of none.
func refuseMembers(several []*ir.Type, hint *ir.Type, r ir.Range, kind, word string, empty bool) {
	switch {
	case len(several) > 1 && empty:
		Fail(r, "Cannot assign an empty %s to a variable annotated to be type %s because there are multiple possible %s type candidates in the Union annotation", word, sortedUnion(hint), kind)
	case hint != nil && hint.Kind == ir.UnionKind && len(several) == 0 && !slices.ContainsFunc(hint.Elem, func(t *ir.Type) bool { return t.Kind == ir.AnyKind || t.Kind == ir.OptionalKind }):
		Fail(r, "Expected a Union type annotation with an inner %s type, but got %s", kind, sortedUnion(hint))
	}
}

func (e *Emitter) list(elts []ast.Expr, r ir.Range, hint *ir.Type) *ir.Value {
	want := elementHint(hint, ir.ListKind)
	several := membersOf(hint, ir.ListKind)
	refuseMembers(several, hint, r, "List", "list", len(elts) == 0)
	switch len(several) {
	case 0:
	case 1:
		hint = several[0]
	default:
		want = nil
	}
	var inner *ir.Type
	if want != nil {
		inner = want.Elem[0]
	}
	var list []*ir.Value
	for _, x := range elts {
		if _, star := x.(*ast.Starred); star {
			list = append(list, e.values([]ast.Expr{x}, nil)...)
			continue
		}
		list = append(list, e.expr(x, inner))
	}
	elem := ir.Tensor
	if want != nil {
		elem = inner
	}
	if len(list) > 0 {
		var unified *ir.Type
		for _, v := range list {
			t := v.Type
			if unified == nil {
				unified = t
			} else {
				unified = ir.Unify(unified, t, true)
			}
		}
		if unified.Inferred {
			unified = ir.Tensor
		}
		if want == nil {
			elem = unified
			if len(several) > 1 {
				elem = e.member(several, hint, r, "types match the types of the given list elements", unified.Repr(), func(t *ir.Type) bool { return unified.IsSubtype(t.Elem[0]) }).Elem[0]
			}
		} else if !unified.IsSubtype(elem) {
			ok := true
			for i, v := range list {
				list[i] = e.implicitly(elem, r, v, false)
				ok = ok && list[i].Type.IsSubtype(elem)
			}
			if !ok {
				Fail(r, "List type annotation `%s` did not match the types of the given list elements, which were unified to %s", hint.Repr(), unified.Repr())
			}
		}
	}
	kind := "prim::ListConstruct"
	if len(list) == 0 && want == nil {
		kind = "prim::EmptyListLiteral" // of tensors; it becomes a list when the function is whole
	}
	return e.insert(kind, ir.Range{}, ir.ListOf(elem), list...)
}

func (e *Emitter) dict(x *ast.Dict, r ir.Range, hint *ir.Type) *ir.Value {
	want := elementHint(hint, ir.DictKind)
	several := membersOf(hint, ir.DictKind)
	refuseMembers(several, hint, r, "Dict", "dict", len(x.Keys) == 0)
	if len(several) > 1 {
		want = nil
	}
	var kh, vh *ir.Type
	if want != nil {
		kh, vh = want.Elem[0], want.Elem[1]
	}
	var all, keys, vals []*ir.Value
	for i := range x.Keys {
		if x.Keys[i] == nil {
			unsupported("NotSupportedError", first(r), "Dict expansion (e.g. `{**dict}`) is not supported")
		}
		keys = append(keys, e.expr(x.Keys[i], kh))
		vals = append(vals, e.expr(x.Values[i], vh))
	}
	for i := range keys {
		all = append(all, keys[i], vals[i])
	}
	t := want
	if t == nil {
		if len(keys) == 0 {
			t = ir.DictOf(ir.Str, ir.Tensor)
		} else {
			k, v := keys[0].Type, vals[0].Type.Unshaped()
			for i := 1; i < len(keys); i++ {
				if !keys[i].Type.Equal(k) {
					Fail(e.rng(x.Keys[i]), "Dict keys must contain only a single type. Expected: %s but found %s instead", k.Repr(), keys[i].Type.Repr())
				}
				v = ir.Unify(v, vals[i].Type, true)
			}
			if v.Inferred {
				v = ir.Tensor
			}
			t = e.dictType(k, v)
			if len(several) > 1 {
				found := fmt.Sprintf("Dict[%s, %s", k.Repr(), v.Repr()) // the bracket is missing in PyTorch's message, too
				t = e.member(several, hint, r, "dict types can hold the types of the given keys and values", found, func(t *ir.Type) bool { return k.IsSubtype(t.Elem[0]) && v.IsSubtype(t.Elem[1]) })
			}
		}
	} else {
		for i := range keys {
			if !keys[i].Type.IsSubtype(t.Elem[0]) {
				Fail(r, "Type annotation was inferred to be `%s`but the type of keys given by the dict literal is `%s`", t.Repr(), keys[i].Type.Repr())
			}
			if !vals[i].Type.IsSubtype(t.Elem[1]) {
				Fail(r, "Type annotation was inferred to be `%s`, but the type of values given by the dict literal is %s", t.Repr(), vals[i].Type.Repr())
			}
		}
	}
	return e.insert("prim::DictConstruct", ir.Range{}, t, all...)
}

func (e *Emitter) dictType(k, v *ir.Type) *ir.Type {
	if k.Inferred {
		k = ir.Tensor
	}
	switch k.Kind {
	case ir.IntKind, ir.StrKind, ir.FloatKind, ir.ComplexKind, ir.TensorKind, ir.DeviceKind, ir.BoolKind:
	default:
		Fail(ir.Range{}, badKey+"%s', only int, float, complex, Tensor, device and string keys are supported", k.String())
	}
	return ir.DictOf(k, v)
}

func (e *Emitter) listComp(elt ast.Expr, gens []ast.Comprehension, r ir.Range, hint *ir.Type) *ir.Value {
	if len(gens) != 1 {
		unsupported("NotSupportedError", ir.Range{Source: r.Source, From: r.From, To: r.From}, "Only a single generator is currently supported")
	}
	if len(gens[0].Ifs) != 0 {
		unsupported("NotSupportedError", ir.Range{Source: r.Source, From: r.From, To: r.From}, "Comprehension ifs are not supported yet")
	}
	if item := e.rng(elt); r.Source.Script && item.From > r.From && item.From < r.To {
		r.From = item.From
	}
	t, several := elementHint(hint, ir.ListKind), membersOf(hint, ir.ListKind)
	if len(several) > 1 {
		t = nil
	}
	list := e.insert("prim::ListConstruct", ir.Range{}, ir.ListOf(ir.Tensor))
	var inner *ir.Type
	if t != nil {
		list.Type = t
		inner = t.Elem[0]
	}
	saved := e.shadow(gens[0].Target)
	e.forLoop(r, gens[0].Target, gens[0].Iter, func() {
		v := e.expr(elt, inner)
		if inner != nil && !v.Type.IsSubtype(inner) {
			Fail(r, "List type annotation `%s` did not match the types of the given list elements, which were unified to %s", t.Repr(), v.Type.Repr())
		}
		if t == nil {
			et := v.Type
			if et.Inferred {
				et = ir.Tensor
			}
			t = ir.ListOf(et)
			if len(several) > 1 {
				t = e.member(several, hint, r, "types match the types of the given list elements", et.Repr(), func(t *ir.Type) bool { return et.IsSubtype(t.Elem[0]) })
			}
			list.Type = t
		} else if !v.Type.IsSubtype(t.Elem[0]) {
			Fail(r, "List type annotation `%s` did not match the types of the given list elements, which were unified to %s", t.Repr(), ir.Unify(t.Elem[0], v.Type, true).Repr())
		}
		e.builtin("aten::append", r, []Named{{Value: v, Range: r}}, nil, &Named{Name: "self", Value: list, Range: r})
	})
	saved()
	return list
}

// shadow gives back a function that forgets the variable of a comprehension where it was written out in the frame around.
func (e *Emitter) shadow(ast.Expr) func() {
	return func() {}
}

func (e *Emitter) dictComp(x *ast.DictComp, r ir.Range, hint *ir.Type) *ir.Value {
	if len(x.Generators) != 1 {
		unsupported("NotSupportedError", ir.Range{Source: r.Source, From: r.From, To: r.From}, "Only a single generator is currently supported")
	}
	if len(x.Generators[0].Ifs) != 0 {
		unsupported("NotSupportedError", ir.Range{Source: r.Source, From: r.From, To: r.From}, "Comprehension ifs are not supported yet")
	}
	d, set := e.growingDict(r, hint, membersOf(hint, ir.DictKind))
	e.forLoop(r, x.Generators[0].Target, x.Generators[0].Iter, func() {
		k := e.expr(x.Key, nil)
		set(k, e.expr(x.Value, nil))
	})
	return d
}

// dictOf is a dict of the pairs that an iterable gives.
func (e *Emitter) dictOf(r ir.Range, it Iterable, hint *ir.Type) *ir.Value {
	d, set := e.growingDict(r, hint, nil)
	e.each(r, it, func(item Sugared) {
		parts := item.Tuple(e, r, 2)
		if len(parts) != 2 {
			Fail(r, "Provided a tuple of length %d where a key and a value are expected", len(parts))
		}
		set(parts[0].Value(e, r), parts[1].Value(e, r))
	}, func() {})
	return d
}

// growingDict is a new dict with what sets an item of it. Without a hint, or with several, the first item says of what type it is.
func (e *Emitter) growingDict(r ir.Range, hint *ir.Type, several []*ir.Type) (*ir.Value, func(k, v *ir.Value)) {
	t := elementHint(hint, ir.DictKind)
	if len(several) > 1 {
		t = nil
	}
	d := e.insert("prim::DictConstruct", ir.Range{}, ir.DictOf(ir.Str, ir.Tensor))
	if t != nil {
		d.Type = t
	}
	return d, func(k, v *ir.Value) {
		if t != nil && hint != nil {
			if !k.Type.IsSubtype(t.Elem[0]) {
				Fail(r, "Dict type annotation `%s` did not match the type of an actual key type `%s`\n", t.Repr(), k.Type.Repr())
			}
			if !v.Type.IsSubtype(t.Elem[1]) {
				Fail(r, "Dict type annotation `%s` did not match the type of an actual value type `%s`\n", t.Repr(), v.Type.Repr())
			}
		}
		if t == nil {
			vt := v.Type
			if vt.Inferred {
				vt = ir.Tensor
			}
			t = e.dictType(k.Type, vt)
			if len(several) > 1 {
				made, found := t, fmt.Sprintf("Dict[%s, %s", k.Type.Repr(), vt.Repr())
				t = e.member(several, hint, r, "dict types can hold the types of the given keys and values", found, func(t *ir.Type) bool { return made.Elem[0].IsSubtype(t.Elem[0]) && made.Elem[1].IsSubtype(t.Elem[1]) })
			}
			d.Type = t
		}
		e.insertOp("aten::_set_item", r, d, k, v)
	}
}
