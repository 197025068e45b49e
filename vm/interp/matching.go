package interp

import "github.com/magneto-go/magneto/vm/object"

// collectionKind says what an object is for the patterns of match.
type collectionKind int

const (
	noCollection collectionKind = iota
	sequenceKind
	mappingKind
)

// kindOf tells what sequence and mapping patterns take an object for. For a class written in Python the first class of its
// method resolution order that is either decides, where the abstract classes of collections.abc count too.
func kindOf(th *object.Thread, t *object.Type) collectionKind {
	if !t.IsHeap() {
		return nativeKind(t)
	}
	m, ok := MachineOf(th).Modules.Lookup("collections.abc")
	abstract := func(name string) Value {
		if !ok || m.Dict() == nil {
			return object.Null
		}
		c, _ := m.Dict().Lookup(name)
		return c
	}
	sequence, mapping := abstract("Sequence"), abstract("Mapping")
	for _, c := range t.MRO {
		switch {
		case !c.IsHeap() && nativeKind(c) != noCollection:
			return nativeKind(c)
		case c == object.StrType || c == object.BytesType || c == object.ByteArrayType:
			return noCollection // sequences, but no patterns match their items
		case !sequence.IsNull() && c.Ref() == sequence:
			return sequenceKind
		case !mapping.IsNull() && c.Ref() == mapping:
			return mappingKind
		}
	}
	for _, k := range []struct {
		class Value
		kind  collectionKind
	}{{sequence, sequenceKind}, {mapping, mappingKind}} { // registered ones
		if k.class.IsNull() {
			continue
		}
		if is, err := object.IsSubclass(th, t.Ref(), k.class); err == nil && is {
			return k.kind
		}
	}
	return noCollection
}

// MatchesMapping and MatchesSequence tell what the instances of a class are for the patterns of match.
func MatchesMapping(th *object.Thread, t *object.Type) bool  { return kindOf(th, t) == mappingKind }
func MatchesSequence(th *object.Thread, t *object.Type) bool { return kindOf(th, t) == sequenceKind }

// nativeKind is kindOf for the instances of a built-in type.
func nativeKind(t *object.Type) collectionKind {
	switch {
	case t.IsSequence():
		return sequenceKind
	case t.IsMapping():
		return mappingKind
	}
	return noCollection
}

func matchKeys(th *object.Thread, f *Frame, _ int32) error {
	keys, _ := object.AsTuple(f.peek(1))
	subject := f.peek(2)
	get, err := object.GetAttr(th, subject, "get")
	if err != nil {
		return err
	}
	missing := object.NewInstance(th, object.ObjectType)
	var out []Value
	for i, k := range keys.Items {
		for _, o := range keys.Items[:i] {
			if eq, _ := object.Equal(th, o, k); eq {
				r, _ := object.Repr(th, k)
				return object.ValueErrorf("mapping pattern checks duplicate key (%s)", r)
			}
		}
		v, err := object.Call(th, get, k, missing)
		if err != nil {
			return err
		}
		if v == missing {
			f.pushValue(object.None)
			return nil
		}
		out = append(out, v)
	}
	f.pushValue(object.NewTuple(out...).Ref())
	return nil
}

// selfMatching are the built-in types whose single positional pattern is the subject itself.
var selfMatching = []*object.Type{object.BoolType, object.ByteArrayType, object.BytesType, object.DictType, object.FloatType,
	object.FrozenSetType, object.IntType, object.ListType, object.SetType, object.StrType, object.TupleType}

func matchClass(th *object.Thread, f *Frame, npos int32) error {
	names, _ := object.AsTuple(f.popValue())
	class := f.popValue()
	subject := f.top()
	t, ok := object.AsType(class)
	if !ok {
		return object.TypeErrorf("called match pattern must be a class")
	}
	is, err := object.IsInstance(th, subject, class)
	if err != nil {
		return err
	}
	if !is {
		f.set(object.None)
		return nil
	}
	var out []Value
	seen := map[string]bool{}
	attr := func(name string) (bool, error) {
		if seen[name] {
			return false, object.TypeErrorf("%s() got multiple sub-patterns for attribute '%s'", t.Name, name)
		}
		seen[name] = true
		v, err := object.LookupAttr(th, subject, object.Intern(name))
		if err != nil || v.IsNull() {
			return false, err
		}
		out = append(out, v)
		return true, nil
	}
	if npos > 0 {
		args, err := object.LookupAttr(th, class, object.Intern("__match_args__"))
		if err != nil {
			return err
		}
		if args.IsNull() {
			self := false
			for _, s := range selfMatching {
				self = self || t.IsSubtype(s)
			}
			allowed := int32(0)
			if self {
				allowed = 1
			}
			if npos > allowed {
				return patternCount(t, allowed, npos)
			}
			out = append(out, subject)
		} else {
			list, ok := object.AsTuple(args)
			if !ok {
				return object.TypeErrorf("%s.__match_args__ must be a tuple (got %s)", t.Name, args.Type().Name)
			}
			if int(npos) > len(list.Items) {
				return patternCount(t, int32(len(list.Items)), npos)
			}
			for _, n := range list.Items[:npos] {
				s, ok := object.Text(n)
				if !ok {
					return object.TypeErrorf("__match_args__ elements must be strings (got %s)", n.Type().Name)
				}
				ok, err := attr(s)
				if err != nil {
					return err
				}
				if !ok {
					f.set(object.None)
					return nil
				}
			}
		}
	}
	for _, n := range names.Items {
		s, _ := object.Text(n)
		ok, err := attr(s)
		if err != nil {
			return err
		}
		if !ok {
			f.set(object.None)
			return nil
		}
	}
	f.set(object.NewTuple(out...).Ref())
	return nil
}

func patternCount(t *object.Type, allowed, given int32) error {
	s := "s"
	if allowed == 1 {
		s = ""
	}
	return object.TypeErrorf("%s() accepts %d positional sub-pattern%s (%d given)", t.Name, allowed, s, given)
}
