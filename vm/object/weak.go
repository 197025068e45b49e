package object

import "weak"

// Weak refers to an object without keeping it alive.
type Weak struct{ p weak.Pointer[Header] }

// MakeWeak is a weak reference to v, which must lie on the heap.
func MakeWeak(v Value) Weak { return Weak{weak.Make(v.p)} }

// Value is the object, absent when the garbage collector has found it dead.
func (w Weak) Value() Value { return Value{p: w.p.Value()} }

// FirstWeakRef is the first weak reference to an object, or None; the library sets it.
var FirstWeakRef = func(th *Thread, v Value) Value { return None }

// TakesWeakRefs tells whether objects of the type can be referred to weakly.
func (t *Type) TakesWeakRefs(th *Thread) bool {
	if t.heap {
		for _, c := range t.MRO {
			if !c.heap {
				return c != ObjectType && c.nativeTakesWeakRefs() || !t.Lookup(th, sWeakRef).IsNull()
			}
		}
	}
	return t.nativeTakesWeakRefs()
}

func (t *Type) nativeTakesWeakRefs() bool {
	switch t.layout {
	case LayoutSet, LayoutType, LayoutFunction, LayoutCode, LayoutBoundMethod, LayoutBuiltin, LayoutModule, LayoutNative, LayoutGenericAlias, LayoutUnion:
		return true
	}
	return t.layout >= layoutDynamic && t.layout != layoutIterator && t.layout != layoutLazy
}

// StaticRef tells whether v lives as long as the program: a value held in place, or a built-in type.
func StaticRef(v Value) bool {
	switch v.p {
	case &intHeader, &floatHeader, &boolHeader, &noneHeader, &notImplementedHeader, &ellipsisHeader:
		return true
	}
	t, ok := AsType(v)
	return ok && !t.heap
}
