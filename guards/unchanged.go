package guards

import (
	"slices"

	"github.com/magneto-go/magneto/vm/object"
)

// A stamp says of a subtree of the guard tree that nothing has changed since all of it held: its first value is the same object, no dict that the
// subtree reads was changed (object.Watch), and the few classes and functions that it reads are in the same state. Then only its tensors
// are looked at. A tree of modules costs so a few comparisons, and one for each parameter.
type stamp struct {
	watch   object.Watch
	types   []typeState
	codes   []codeState
	tensors []tensorStep
	// values are those of all steps; others is set when the program has looked at other objects since.
	values []object.Value
	others bool
}

// tensorStep is a step with guards on a tensor.
type tensorStep struct {
	step *step
	v    object.Value
}

type typeState struct {
	t       *object.Type
	version uint64
}

type codeState struct {
	f    *object.Function
	code object.Value
}

// Stamps are made when a program has held so often, and twice as seldom after each that was made in vain.
const (
	firstStamp = 3
	lastStamp  = 1 << 20
	worthStamp = 6 // steps
)

// unchanged tells whether the subtree of a step whose value is v holds as it did.
func (st *stamp) unchanged(th *object.Thread, v object.Value, r *run) bool {
	if st.watch.Broken || st.values[0] != v {
		return false
	}
	for i := range st.types {
		if s := &st.types[i]; s.t.Version() != s.version {
			return false
		}
	}
	for i := range st.codes {
		if s := &st.codes[i]; s.f.Code.Ref() != s.code {
			return false
		}
	}
	for i := range st.tensors {
		if t := &st.tensors[i]; !t.step.holds(th, t.v, r) {
			return false
		}
	}
	return true
}

// skip passes over the subtree at step i, which is unchanged.
func (p *Program) skip(i int, st *stamp) {
	if st.others {
		copy(p.values[i:], st.values)
		st.others, p.differ = false, false
	}
}

// stampAll makes stamps for the largest subtrees that can have one. The program has just held.
func (p *Program) stampAll() {
	p.stamped = true
	for i := 0; i < len(p.steps); {
		s := &p.steps[i]
		if s.end-i < worthStamp {
			i = s.end
			continue
		}
		if s.stamp == nil {
			s.stamp = &stamp{}
		}
		if st := s.stamp; st.cover(p, i) {
			i = s.end
		} else {
			s.stamp = nil
			i++
		}
	}
}

// cover fills the stamp for the subtree at step first; false if something in it may change unseen.
func (st *stamp) cover(p *Program, first int) bool {
	st.watch.Broken, st.others = false, false
	st.types, st.codes, st.tensors = st.types[:0], st.codes[:0], st.tensors[:0]
	st.values = append(st.values[:0], p.values[first:p.steps[first].end]...)
	for i := first; i < p.steps[first].end; i++ {
		s := &p.steps[i]
		v := p.values[i]
		if v.IsNull() || i > first && !st.coverAccess(s, p.values[s.parent], v) {
			return false
		}
		if s.tensor != nil || s.marks != nil {
			st.tensors = append(st.tensors, tensorStep{s, v})
			if len(s.rest) > 0 || s.end != i+1 {
				return false
			}
			continue
		}
		for _, g := range s.rest {
			if !st.coverGuard(g, v) {
				return false
			}
		}
	}
	return true
}

// coverAccess tells whether the way from base to v changes only with what is watched.
func (st *stamp) coverAccess(s *step, base, v object.Value) bool {
	switch s.node.source.Access {
	case Dict:
		return st.coverObject(base)
	case DictItem:
		if d, ok := object.AsDict(base); ok && s.name != nil {
			d.Watch(&st.watch)
			return true
		}
	case Type:
		return st.coverObject(base)
	case TypeDict, TypeMRO:
		return st.coverType(base)
	case Attr:
		if t, ok := object.AsType(base); ok {
			return t.Ref().Type() == object.TypeType && st.coverType(base)
		}
		if m, ok := object.AsModule(base); ok {
			own, found := m.Dict().GetStr(s.name)
			if found && own == v {
				m.Dict().Watch(&st.watch)
				return true
			}
		}
	case Code:
		if f, ok := object.AsFunction(base); ok {
			return st.coverCode(f)
		}
	case ListItem:
		_, isTuple := object.AsTuple(base)
		return isTuple
	}
	return false
}

// coverGuard tells whether a guard on v holds as long as what is watched stays.
func (st *stamp) coverGuard(g *Guard, v object.Value) bool {
	switch g.Kind {
	case TypeMatch:
		return st.coverObject(v)
	case IDMatch, ClassMatch, FunctionMatch, BuiltinMatch, ModuleMatch:
		return true
	case ClosureMatch:
		f, ok := object.AsFunction(v)
		return ok && st.coverCode(f)
	case EqualsMatch, ConstantMatch:
		return immutable(v)
	case NotPresentInGenericDict:
		return v.Dict() != nil && st.coverObject(v)
	case DictContains, DictNotContains, DictKeysMatch:
		d, ok := object.AsDict(v)
		if ok {
			d.Watch(&st.watch)
		}
		return ok
	case SequenceLength, EmptyHooks:
		if d, ok := object.AsDict(v); ok {
			d.Watch(&st.watch)
			return true
		}
		_, isTuple := object.AsTuple(v)
		return isTuple
	}
	return false
}

// coverObject watches for another class or dict of an object.
func (st *stamp) coverObject(v object.Value) bool {
	if d := v.Dict(); d != nil {
		d.Watch(&st.watch)
		return true
	}
	return !v.Type().IsHeap() // these keep their class
}

func (st *stamp) coverType(v object.Value) bool {
	t, ok := object.AsType(v)
	if !ok {
		return false
	}
	if !slices.ContainsFunc(st.types, func(s typeState) bool { return s.t == t }) {
		st.types = append(st.types, typeState{t, t.Version()})
	}
	return true
}

func (st *stamp) coverCode(f *object.Function) bool {
	if !slices.ContainsFunc(st.codes, func(s codeState) bool { return s.f == f }) {
		st.codes = append(st.codes, codeState{f, f.Code.Ref()})
	}
	return true
}

// immutable tells of the constants that guards compare that they stay equal to themselves.
func immutable(v object.Value) bool {
	switch v.Type() {
	case object.NoneType, object.BoolType, object.IntType, object.FloatType, object.StrType, object.BytesType, object.ComplexType, object.EllipsisType:
		return true
	case object.TupleType:
		t, _ := object.AsTuple(v)
		return !slices.ContainsFunc(t.Items, func(e object.Value) bool { return !immutable(e) })
	}
	return false
}
