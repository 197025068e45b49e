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
func kindOf(v Value) collectionKind {
	t := v.Type()
	if !t.IsHeap() {
		return nativeKind(t)
	}
	m, ok := Modules.Lookup("collections.abc")
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
		if is, err := object.IsInstance(v, k.class); err == nil && is {
			return k.kind
		}
	}
	return noCollection
}

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
