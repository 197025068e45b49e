package dynamo

import (
	"strings"

	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// AlwaysTrace has frames of a code object traced, whatever they hold and whatever was said of it: it is of a function that is given to torch.compile.
func AlwaysTrace(th *object.Thread, code *object.Code) {
	s := stateOf(th, code)
	s.always = true
	if s.neverTrace { // but not inlined
		s.skip = false
	}
}

// worthTracing tells whether a frame has to do with tensors: a module of torch is among the globals that its code names, or a tensor, a module of
// torch.nn or a class of such is what a variable holds when the frame starts, or in lists, tuples and dicts of it. Others run as they are.
func worthTracing(th *object.Thread, f *interp.Frame) bool {
	for _, name := range f.Code().Names {
		if v, ok := f.Globals().Lookup(name); ok && tensorModule(v, theHost.Config(th).TraceNumpy) {
			return true
		}
	}
	h := holder{th: th}
	for _, v := range f.Args() {
		if h.holds(v) {
			return true
		}
	}
	for _, cell := range f.Func().Closure.All() {
		if h.holds(cell.V) {
			return true
		}
	}
	return false
}

// tensorModule tells whether a value is torch, a module in it, or numpy where that is traced.
func tensorModule(v object.Value, traceNumpy bool) bool {
	m, ok := object.AsModule(v)
	if !ok {
		return false
	}
	name, _ := m.Dict().Lookup("__name__")
	s, _ := object.Text(name)
	root, _, _ := strings.Cut(s, ".")
	return root == "torch" || root == "numpy" && traceNumpy
}

// holder looks for tensors in values.
type holder struct {
	th   *object.Thread
	seen map[object.Value]bool // containers: they may hold themselves
}

func (h *holder) holds(v object.Value) bool {
	if v.IsNull() || theHost.Tensorial(h.th, v) {
		return !v.IsNull()
	}
	var items []object.Value
	switch t := v.Type(); {
	case t == object.ListType:
		l, _ := object.AsList(v)
		items = l.Items
	case t == object.TupleType || variables.NamedTuple(h.th, t):
		l, _ := object.AsTuple(v)
		items = l.Items
	case t == object.DictType:
		d, _ := object.AsDict(v)
		_ = d.Each(h.th, func(_ *object.Thread, _, item object.Value) error {
			items = append(items, item)
			return nil
		})
	}
	if len(items) == 0 || h.seen[v] {
		return false
	}
	if h.seen == nil {
		h.seen = map[object.Value]bool{}
	}
	h.seen[v] = true
	for _, item := range items {
		if h.holds(item) {
			return true
		}
	}
	return false
}
