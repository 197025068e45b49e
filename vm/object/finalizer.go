package object

// Finalizers: __del__ of instances. No references are counted, so an instance's death is found by the garbage collector
// only. To call __del__ of a dead instance, its parts are kept here and an instance is made of them anew.

// finalizable is an instance whose class defines __del__.
type finalizable struct {
	obj   Weak
	typ   *Type
	dict  *Dict
	slots []Value
}

var sDel = Intern("__del__")

// watch notes a new instance for its __del__.
func (o *Instance) watch(th *Thread) {
	if o.typ.hasDict {
		o.dict = NewDictSize(4)
	}
	th.Machine.finalizables = append(th.Machine.finalizables, finalizable{MakeWeak(o.Ref()), o.typ, o.dict, o.Slots})
}

// HasFinalizers tells whether there are instances whose __del__ is still to be called.
func HasFinalizers(th *Thread) bool { return len(th.Machine.finalizables) > 0 }

// TakeDead gives the instances that have died since, or all of them, in the order of their creation, to have __del__ called.
func TakeDead(th *Thread, all bool) []Value {
	var due []Value
	left := th.Machine.finalizables[:0]
	for _, f := range th.Machine.finalizables {
		v := f.obj.Value()
		switch {
		case v.IsNull():
			due = append(due, (&Instance{Header: Header{typ: f.typ, dict: f.dict}, Slots: f.slots}).Ref())
		case all:
			due = append(due, v)
		default:
			left = append(left, f)
		}
	}
	clear(th.Machine.finalizables[len(left):])
	th.Machine.finalizables = left
	return due
}
