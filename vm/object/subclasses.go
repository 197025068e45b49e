package object

import (
	"slices"
	"weak"
)

// typeList lists the direct subclasses of a type in the order of their definition, as long as somebody else refers to them: a class
// that a script is done with goes away though its base stays.
type typeList struct {
	types []weak.Pointer[Type]
	limit int // the length at which those that are gone are dropped
}

func (l *typeList) add(t *Type) {
	if len(l.types) >= l.limit {
		l.types = slices.DeleteFunc(l.types, func(p weak.Pointer[Type]) bool { return p.Value() == nil })
		l.limit = max(16, 2*len(l.types))
	}
	l.types = append(l.types, weak.Make(t))
}

func (l *typeList) remove(t *Type) {
	p := weak.Make(t)
	l.types = slices.DeleteFunc(l.types, func(q weak.Pointer[Type]) bool { return q == p })
}

// all are the types that are there still.
func (l *typeList) all() []*Type {
	var list []*Type
	for _, p := range l.types {
		if t := p.Value(); t != nil {
			list = append(list, t)
		}
	}
	return list
}
