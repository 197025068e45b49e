package ops

import (
	"slices"

	"github.com/magneto-go/magneto/symbolic"
)

// WrittenForm is the form that a recording gives a call of a script's operator that writes to arguments.
type WrittenForm uint8

const (
	WrittenAsCopies   WrittenForm = iota // copies, and the call on them
	WrittenToValues                      // one functional call with the tensors that are written to (auto_functionalized)
	WrittenThroughAll                    // one with the memory that these show, and how they show it (auto_functionalized_v2)
)

// WrittenCall is what a functional call stands for. Its arguments are those of the operator with the places of what is written to, one Value or a list:
// nil for None, else a list of the number of the base and of how the tensor shows it: nothing, "alias", "slice" with dimension, start and end, or "strided"
// with sizes, strides and offset. Behind them is the list of the bases. It gives what the operator gives, and then what each base becomes.
type WrittenCall struct {
	Op    *Op
	Form  WrittenForm
	lists map[int]int
}

// listsWritten are these lists, behind the results of op itself.
func listsWritten(op *Op, args []Value) map[int]int {
	n, lists := givenBy(op), map[int]int{}
	for i, p := range op.Schema().Params {
		if !p.Mutable() {
			continue
		}
		list, ok := args[i].([]Value)
		switch {
		case ok && p.Type.List:
			lists[n] = len(list)
			n += len(list)
		case isTensor(args[i]):
			n++
		}
	}
	return lists
}

// Written is the call that the operator stands for, nil if it is no functional call of this kind.
func (op *Op) Written() *WrittenCall { return op.written }

// ListsOfResults are the lengths of lists among the results of a functional call, by the number of their first item: what becomes of lists that are written to.
func (op *Op) ListsOfResults() map[int]int {
	if op.written == nil {
		return nil
	}
	return op.written.lists
}

// functionalCall is the operator for calls of op with a number of bases.
func functionalCall(op *Op, form WrittenForm, bases int) *Op {
	name := map[WrittenForm]string{WrittenToValues: "auto_functionalized", WrittenThroughAll: "auto_functionalized_v2"}[form]
	of := op.Schema()
	s := &Schema{Name: name, Overload: op.String(), Params: slices.Clone(of.Params), Returns: slices.Clone(of.Returns)}
	for i := range s.Params {
		s.Params[i].Alias = ""
	}
	tensors := Type{Base: "Tensor", List: true}
	s.Params = append(s.Params, Param{Name: "_all_bases", Type: tensors})
	if len(s.Returns) == 0 {
		s.Returns = append(s.Returns, Return{Type: Type{Base: "Tensor", Optional: true}})
	}
	for range bases {
		s.Returns = append(s.Returns, Return{Type: Type{Base: "Tensor"}})
	}
	run := func(ctx *Context, a Args) []Value { return runWritten(ctx, op, a) }
	made := &Op{Name: name, Overload: op.String(), e: &entry{S: name, Eager: run, FakeAnswer: run}, written: &WrittenCall{Op: op, Form: form}}
	made.schema.Store(s)
	return made
}

// runWritten makes the call on copies of the bases.
func runWritten(ctx *Context, op *Op, a Args) []Value {
	last := len(a) - 1
	bases := slices.Clone(a[last].([]Value))
	for i, b := range bases {
		bases[i] = ctx.clone(b)
	}
	args := slices.Clone([]Value(a[:last]))
	for i, p := range op.Schema().Params {
		if !p.Mutable() {
			continue
		}
		places, ok := args[i].([]Value)
		switch {
		case ok && p.Type.List:
			list := make([]Value, len(places))
			for k, place := range places {
				list[k] = shownAt(ctx, bases, place)
			}
			args[i] = list
		default:
			args[i] = shownAt(ctx, bases, args[i])
		}
	}
	outs := ctx.dispatch(op, args)
	results := make([]Value, givenBy(op), givenBy(op)+len(bases))
	copy(results, outs)
	return append(results, bases...)
}

// givenBy is how many results a functional call has before the bases: those of the operator, None where it has none.
func givenBy(op *Op) int { return max(1, len(op.Schema().Returns)) }

// shownAt is the tensor of a place.
func shownAt(ctx *Context, bases []Value, place Value) Value {
	list, ok := place.([]Value)
	if !ok {
		return nil
	}
	base := bases[list[0].(int64)]
	if len(list) == 1 || list[1] == "alias" {
		return base
	}
	if list[1] == "slice" {
		return ctx.call1("slice.Tensor", base, list[2], list[3], list[4], int64(1))
	}
	return ctx.call1("as_strided", base, list[2], list[3], intValue(toSym(list[4]).Add(metaOf(base).Offset)))
}

// writtenCall records a call of an operator that writes to arguments as one functional call. It gives false where the call has no such form: the memory has a
// history, or a result shows an argument.
func (f *functionalize) writtenCall(ctx *Context, op *Op, args []Value) ([]Value, bool) {
	for _, r := range op.Schema().Returns {
		if r.Alias != "" || r.Type.List {
			return nil, false
		}
	}
	var order []*handle // tensors, or one for each memory
	index := map[any]int64{}
	recorded := false
	indexOf := func(h *handle) int64 {
		var key any = h.alias.set
		base := &handle{level: f, value: h.alias.set.base, alias: &aliasing{set: h.alias.set, value: h.alias.set.base, seen: h.alias.set.version}}
		if f.written == WrittenToValues {
			key, base = h, h
		}
		if n, ok := index[key]; ok && f.written != WrittenToValues {
			return n
		}
		index[key] = int64(len(order))
		order = append(order, base)
		recorded = recorded || RequiresGrad(h.alias.set.base)
		return index[key]
	}
	values := slices.Clone(args)
	for i, p := range op.Schema().Params {
		switch list, ok := args[i].([]Value); {
		case !p.Mutable():
			values[i] = f.values(ctx, args[i:i+1])[0]
		case ok:
			values[i] = slices.Clone(list)
		default:
			values[i] = nil
		}
	}
	eachWritten(op, args, func(i, k int, arg Value) {
		h := f.own(arg)
		place := []Value{indexOf(h)}
		if f.written == WrittenThroughAll {
			place = append(place, placeIn(metaOf(h.alias.set.base), metaOf(h.value), len(h.alias.chain))...)
		}
		if k < 0 {
			values[i] = place
		} else {
			values[i].([]Value)[k] = place
		}
	})
	if recorded {
		return nil, false
	}
	bases := make([]Value, len(order))
	for i, h := range order {
		bases[i] = f.presentOf(ctx, h)
	}
	call := functionalCall(op, f.written, len(bases))
	if f.written == WrittenToValues {
		call.written.lists = listsWritten(op, args)
	}
	outs := ctx.dispatch(call, append(values, bases))
	n := givenBy(op)
	for i, h := range order {
		f.store(ctx, h, outs[n+i])
	}
	return mapTensors(outs[:len(op.Schema().Returns)], f.fresh), true
}

// placeIn says how a tensor shows its base.
func placeIn(base, m *Fake, steps int) []Value {
	same := equalSyms(base.Strides, m.Strides)
	if steps == 0 {
		return nil
	}
	offset := m.Offset.Sub(base.Offset)
	if same && equalSyms(base.Sizes, m.Sizes) && offset == symbolic.IntOf(0) {
		return []Value{"alias"}
	}
	if same {
		if d := differing(base.Sizes, m.Sizes); d >= 0 {
			start := offset
			if offset != symbolic.IntOf(0) {
				start = offset.FloorDiv(base.Strides[d])
			}
			if offset == start.Mul(base.Strides[d]) {
				return []Value{"slice", int64(d), intValue(start), intValue(start.Add(m.Sizes[d]))}
			}
		}
	}
	return []Value{"strided", sizeList(m.Sizes), sizeList(m.Strides), intValue(offset)}
}

// differing is the only dimension in which sizes differ, or -1.
func differing(a, b []symbolic.Int) int {
	at := -1
	for d := range a {
		if a[d] == b[d] {
			continue
		}
		if at >= 0 {
			return -1
		}
		at = d
	}
	return at
}
