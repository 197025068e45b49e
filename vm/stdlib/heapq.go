package stdlib

import (
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// heap is a list whose item k comes before its items 2k+1 and 2k+2 (Williams, "Algorithm 232: Heapsort", 1964).
type heap struct {
	list *object.List
	max  bool // the largest item comes first
}

// before compares two items; what the comparison runs may not change the length of the list.
func (h heap) before(th *object.Thread, a, b Value) (bool, error) {
	if h.max {
		a, b = b, a
	}
	n := len(h.list.Items)
	r, err := object.CompareBool(th, a, b, object.Lt)
	if err == nil && len(h.list.Items) != n {
		err = object.RuntimeErrorf("list changed size during iteration")
	}
	return r, err
}

// rise moves the item at pos towards start until its parent comes before it.
func (h heap) rise(th *object.Thread, start, pos int) error {
	for pos > start {
		parent := (pos - 1) / 2
		up, err := h.before(th, h.list.Items[pos], h.list.Items[parent])
		if err != nil || !up {
			return err
		}
		items := h.list.Items
		items[pos], items[parent] = items[parent], items[pos]
		pos = parent
	}
	return nil
}

// sink moves the item at pos down to a leaf, past the first of two children each time, and lets it rise from there: an
// item that comes from the end mostly belongs near the leaves.
func (h heap) sink(th *object.Thread, pos int) error {
	start, end := pos, len(h.list.Items)
	for 2*pos+1 < end {
		child := 2*pos + 1
		if child+1 < end {
			left, err := h.before(th, h.list.Items[child], h.list.Items[child+1])
			if err != nil {
				return err
			}
			if !left {
				child++
			}
		}
		items := h.list.Items
		items[pos], items[child] = items[child], items[pos]
		pos = child
	}
	return h.rise(th, start, pos)
}

func (h heap) push(th *object.Thread, v Value) error {
	h.list.Items = append(h.list.Items, v)
	return h.rise(th, 0, len(h.list.Items)-1)
}

func (h heap) pop(th *object.Thread) (Value, error) {
	n := len(h.list.Items) - 1
	if n < 0 {
		return object.Null, object.IndexErrorf("index out of range")
	}
	last := h.list.Items[n]
	h.list.Items[n] = object.Null
	h.list.Items = h.list.Items[:n]
	if n == 0 {
		return last, nil
	}
	first := h.list.Items[0]
	h.list.Items[0] = last
	return first, h.sink(th, 0)
}

// replace pops the first item, then pushes v.
func (h heap) replace(th *object.Thread, v Value) (Value, error) {
	if len(h.list.Items) == 0 {
		return object.Null, object.IndexErrorf("index out of range")
	}
	first := h.list.Items[0]
	h.list.Items[0] = v
	return first, h.sink(th, 0)
}

// pushpop pushes v, then pops the first item.
func (h heap) pushpop(th *object.Thread, v Value) (Value, error) {
	if len(h.list.Items) == 0 {
		return v, nil
	}
	first, err := h.before(th, h.list.Items[0], v)
	if err != nil || !first {
		return v, err
	}
	if len(h.list.Items) == 0 {
		return object.Null, object.IndexErrorf("index out of range")
	}
	return h.replace(th, v)
}

func (h heap) order(th *object.Thread) error {
	for i := len(h.list.Items)/2 - 1; i >= 0; i-- {
		if err := h.sink(th, i); err != nil {
			return err
		}
	}
	return nil
}

// heapFuncs are the functions of _heapq for one order.
func heapFuncs(suffix string, max bool) []object.Method {
	two := func(name string, f func(th *object.Thread, h heap, v Value) (Value, error)) object.Method {
		name += suffix
		return object.Method{Name: name, Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
			if err := object.NoKw(name, kw); err != nil {
				return object.Null, err
			}
			if len(args) != 2 {
				return object.Null, object.TypeErrorf("%s expected 2 arguments, got %d", name, len(args))
			}
			l, ok := object.AsList(args[0])
			if !ok {
				return object.Null, object.TypeErrorf("%s() argument 1 must be list, not %s", name, args[0].Type().Name)
			}
			return f(th, heap{l, max}, args[1])
		}}
	}
	one := func(name string, f func(th *object.Thread, h heap) (Value, error)) object.Method {
		name += suffix
		return object.Method{Name: name, OneArg: func(th *object.Thread, _, v Value) (Value, error) {
			l, ok := object.AsList(v)
			if !ok {
				return object.Null, object.TypeErrorf("%s() argument must be list, not %s", name, v.Type().Name)
			}
			return f(th, heap{l, max})
		}}
	}
	return []object.Method{
		two("heappush", func(th *object.Thread, h heap, v Value) (Value, error) { return object.None, h.push(th, v) }),
		two("heapreplace", func(th *object.Thread, a heap, b Value) (Value, error) { return a.replace(th, b) }),
		two("heappushpop", func(th *object.Thread, a heap, b Value) (Value, error) { return a.pushpop(th, b) }),
		one("heappop", func(th *object.Thread, a heap) (Value, error) { return a.pop(th) }),
		one("heapify", func(th *object.Thread, h heap) (Value, error) { return object.None, h.order(th) }),
	}
}

func init() {
	interp.RegisterNative("_heapq", func(th *object.Thread) *object.Module {
		m := object.NewModule("_heapq")
		object.AddFuncs(m, heapFuncs("", false))
		object.AddFuncs(m, heapFuncs("_max", true))
		return m
	})
}
