package variables

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/vm/object"
)

// snapshot is the content of a shadow when it was made; what differs at the
// end is a side effect.
type snapshot struct {
	items []object.Value // list, tuple, set, deque
	keys  []object.Value // dict
}

// describe is a container as it was, in the words of logs.
func (s snapshot) describe(c *Container) string {
	return c.described(len(s.items))
}

// contents reads the elements of a container natively.
func contents(th *object.Thread, v object.Value) snapshot {
	if d, ok := object.AsDict(v); ok {
		return snapshot{items: d.Values(), keys: d.Keys()}
	}
	if l, ok := object.AsList(v); ok {
		return snapshot{items: append([]object.Value{}, l.Items...)}
	}
	if tup, ok := object.AsTuple(v); ok {
		return snapshot{items: tup.Items}
	}
	if s, ok := object.AsSet(v); ok {
		return snapshot{items: s.Items()}
	}
	var items []object.Value
	if isDeque(v) {
		_ = nativeItems(th, v, func(e object.Value) { items = append(items, e) })
	}
	return snapshot{items: items}
}

func (s snapshot) equal(o snapshot) bool {
	return sameValues(s.items, o.items) && sameValues(s.keys, o.keys)
}

func sameValues(a, b []object.Value) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func isDeque(v object.Value) bool {
	for _, c := range v.Type().MRO {
		if c.ShortName() == "deque" && c.ModuleName() == "collections" {
			return true
		}
	}
	return false
}

// Changed tells whether the content of a caller's container differs from what it was, or may: a key that was stored and deleted again is
// in the dict of another call if nothing guards its keys.
func (c *Container) Changed(th *object.Thread) bool {
	return c.src != nil && (!c.before.equal(contents(th, c.V)) || !c.keys && len(c.removed) > 0)
}

// Before lists the elements that the caller's container had.
func (c *Container) Before() (keys, items []object.Value) { return c.before.keys, c.before.items }

// opaque are the methods that move items without looking into them.
var opaque = map[string]bool{
	"append": true, "appendleft": true, "extend": true, "extendleft": true, "insert": true, "pop": true, "popleft": true, "popitem": true, "clear": true, "reverse": true,
	"rotate": true, "copy": true, "__len__": true, "__iter__": true, "__getitem__": true, "__setitem__": true, "__delitem__": true, "get": true,
	"setdefault": true, "update": true, "keys": true, "values": true, "items": true, "move_to_end": true, "__reversed__": true, "__add__": true,
	"__mul__": true, "__iadd__": true, "__next__": true, "send": true, "fromkeys": true, "elements": true, "most_common": false,
}

// takesItems are the methods among them that take the items of an argument.
var takesItems = map[string]bool{"extend": true, "extendleft": true, "update": true, "fromkeys": true, "__iadd__": true, "__add__": true}

// deep realizes the lazy constants inside containers, so that native code can
// look at them. Items that turn out to be constants take the place of their
// proxies.
func (t *Trace) deep(th *object.Thread, x Tracker) (Tracker, error) {
	x, err := t.Realize(th, x)
	if err != nil {
		return nil, err
	}
	c, ok := x.(*Container)
	if !ok {
		return x, nil
	}
	return c, t.deepValue(th, c.V, map[object.Value]bool{})
}

// Deep is deep for the executor.
func (t *Trace) Deep(th *object.Thread, x Tracker) (Tracker, error) { return t.deep(th, x) }

func (t *Trace) deepValue(th *object.Thread, v object.Value, seen map[object.Value]bool) error {
	if seen[v] {
		return nil
	}
	seen[v] = true
	known, _ := t.tracked[v].(*Container)
	if known != nil && known.src != nil && v.Type().FullName() == "functools.partial" {
		return t.deepPartial(th, known)
	}
	replace := func(e object.Value) (object.Value, error) {
		if p, ok := AsProxy(e); ok {
			x, err := t.Realize(th, p.T)
			if err != nil {
				return e, err
			}
			e = t.ToValue(x)
		}
		if !IsConstant(e) {
			if _, isProxy := AsProxy(e); !isProxy {
				return e, t.deepValue(th, e, seen)
			}
		}
		return e, nil
	}
	swapBefore := func(old, now object.Value) {
		if known != nil && old != now {
			for i, b := range known.before.items {
				if b == old {
					known.before.items[i] = now
				}
			}
		}
	}
	each := func(into []object.Value) error {
		for i, e := range into {
			now, err := replace(e)
			if err != nil {
				return err
			}
			swapBefore(e, now)
			into[i] = now
		}
		return nil
	}
	if l, ok := object.AsList(v); ok {
		return each(l.Items)
	}
	if tup, ok := object.AsTuple(v); ok {
		return each(tup.Items)
	}
	if e, ok := object.AsException(v); ok {
		return each(e.Args.Items)
	}
	if isDeque(v) {
		items := contents(th, v).items
		was := slices.Clone(items)
		if err := each(items); err != nil {
			return err
		}
		for i, now := range items {
			if now == was[i] {
				continue
			}
			if err := v.Type().Native().SetItem(th, v, object.Int(int64(i)), now); err != nil {
				return err
			}
		}
		return nil
	}
	if d, ok := object.AsDict(v); ok {
		if known != nil {
			t.observeKeysOf(th, known)
		}
		for _, k := range d.Keys() {
			e, _, err := d.Get(th, k)
			if err != nil {
				return err
			}
			now, err := replace(e)
			if err != nil {
				return err
			}
			swapBefore(e, now)
			if now != e {
				if err := d.Set(th, k, now); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// isPrimitive tells whether instances of a class are strings, bytes or numbers, which nothing changes: their built-in methods look at their value alone.
func isPrimitive(typ *object.Type) bool {
	for _, base := range []*object.Type{object.StrType, object.BytesType, object.IntType, object.FloatType, object.ComplexType} {
		if typ.IsSubtype(base) {
			return true
		}
	}
	return false
}

// readThrough is descriptor.__get__(obj) of a descriptor that native code has made for a class; done is false for any other call.
func (t *Trace) readThrough(th *object.Thread, c *Container, name string, args []Tracker, kwargs []KW) (x Tracker, done bool, err error) {
	if name != "__get__" || len(args) == 0 || len(args) > 2 || len(kwargs) > 0 {
		return nil, false, nil
	}
	if obj, ok := t.Peek(args[0]).(*Constant); ok && obj.V.IsNone() {
		return nil, false, nil
	}
	if p, ok := object.AsProperty(c.V); ok && !p.Get.IsNone() && !p.Get.IsNull() {
		x, err = t.Call(th, t.part(c.src, "fget", p.Get), args[:1], nil)
		return x, true, err
	}
	if kind := c.V.Type().ShortName(); kind != "getset_descriptor" && kind != "member_descriptor" {
		return nil, false, nil
	}
	attr, err := object.GetAttr(th, c.V, "__name__")
	if err != nil {
		return nil, true, err
	}
	s, ok := object.AsStr(attr)
	if !ok {
		return nil, false, nil
	}
	obj, err := t.Realize(th, args[0])
	if err != nil {
		return nil, true, err
	}
	class, err := object.GetAttr(th, c.V, "__objclass__")
	if owner, ok := object.AsType(class); err != nil || !ok || !t.TypeOf(obj).IsSubtype(owner) {
		return nil, false, nil
	}
	x, err = t.GetAttr(th, obj, s.S)
	return x, true, err
}

// callContainer calls a native method of a shadow.
func (t *Trace) callContainer(th *object.Thread, c *Container, name string, args []Tracker, kwargs []KW) (Tracker, error) {
	if constantLike[c.V.Type().FullName()] {
		return t.callConstantLike(th, c, name, args, kwargs)
	}
	if c.foreign() {
		if isIterator(c.V.Type()) && strings.HasPrefix(name, "__") {
			return nil, withoutModel(c.V.Type(), name)
		}
		if x, done, err := t.readThrough(th, c, name, args, kwargs); done {
			return x, err
		}
		class := c.V.Type().ShortName()
		if c.V.Type().FullName() == "torch._C.Generator" {
			return nil, &Unsupported{Title: "torch.Generator method", Context: "torch.Generator." + name, Hints: []string{Fundamental},
				Explanation: "torch.Generator." + name + "() is a stateful RNG operation that cannot be soundly traced in the FX graph."}
		}
		return nil, &Unsupported{Title: "Unsupported method call", Explanation: fmt.Sprintf("Dynamo does not know how to trace method `%s` of class `%s`", name, class),
			Context: fmt.Sprintf("call_method UserDefinedObjectVariable(%s) %s %s %s", class, name, t.DescribeAll(th, args), t.DescribeKeywords(th, kwargs)),
			Hints:   []string{fmt.Sprintf("Avoid calling `%s.%s` in your code.", class, name), "Please report an issue to PyTorch."}}
	}
	if name == "numel" && c.V.Type().FullName() == "torch.Size" {
		var total Tracker = NewConstant(object.Int(1))
		for i, e := range t.Items(th, c) {
			if i == 0 {
				total = e
				continue
			}
			product, err := t.Binary(th, object.OpMul, total, e, false)
			if err != nil {
				return nil, err
			}
			total = product
		}
		return total, nil
	}
	t.observe(th, c, name, args)
	if _, isDict := object.AsDict(c.V); !opaque[name] && !(isDict && dictReads[name]) {
		if _, err := t.deep(th, c); err != nil {
			return nil, err
		}
		for _, a := range args {
			if _, err := t.deep(th, a); err != nil {
				return nil, err
			}
		}
	}
	if _, isDict := object.AsDict(c.V); isDict && name == "update" && len(args) == 1 {
		x, err := t.pairs(th, args[0], c.V.Type())
		if err != nil {
			return nil, err
		}
		args = []Tracker{x}
	}
	if takesItems[name] {
		for _, a := range args {
			x, err := t.Realize(th, a)
			if err != nil {
				return nil, err
			}
			if x, ok := x.(*Container); ok {
				t.observe(th, x, "__iter__", nil)
			}
		}
	}
	for i, a := range args {
		if needsIndex(c, name, i) {
			k, err := t.indexArgument(th, a)
			if err != nil {
				return nil, err
			}
			args = append([]Tracker{}, args...)
			args[i] = k
		}
	}
	r, err := t.native(th, c.V, name, args, kwargs, c)
	if l, lazy := r.(*Lazy); lazy && err == nil && (name == "get" || name == "pop") {
		if _, isDict := object.AsDict(c.V); isDict && !IsConstant(l.V) {
			return t.Realize(th, l) // what these give is looked at, which decides the order of the graph's inputs
		}
	}
	return r, err
}

// needsIndex tells whether an argument is a position or key that native code
// must see as it is.
func needsIndex(c *Container, name string, i int) bool {
	switch name {
	case "__getitem__", "__setitem__", "__delitem__", "pop", "get", "setdefault", "__contains__", "insert", "__mul__", "rotate", "move_to_end":
		return i == 0
	}
	return false
}

// indexArgument pins symbolic numbers: a container cannot be indexed by an expression.
func (t *Trace) indexArgument(th *object.Thread, x Tracker) (Tracker, error) {
	x, err := t.Realize(th, x)
	if err != nil {
		return nil, err
	}
	switch x.(type) {
	case *SymInt, *SymBool:
		n, err := t.AsInt(th, x)
		return NewConstant(object.Int(n)), err
	case *Container:
		return t.deep(th, x)
	}
	return x, nil
}

// native calls a method of an object with trackers as arguments.
func (t *Trace) native(th *object.Thread, v object.Value, name string, args []Tracker, kwargs []KW, c *Container) (Tracker, error) {
	if strings.HasPrefix(name, "__") && v.Type().IsHeap() && v.Type().Lookup(th, object.Intern(name)).IsNull() { // __getattr__ has no say in operators
		return nil, object.AttributeErrorf(v, object.Intern(name), "'%s' object has no attribute '%s'", v.Type().Name, name)
	}
	fn, err := object.GetAttr(th, v, name)
	if err != nil {
		return nil, err
	}
	var before snapshot
	if c != nil && (c.attrsOf != nil || t.watches(c)) {
		before = contents(th, c.V)
	}
	result, err := t.callNative(th, fn, args, kwargs)
	if c != nil {
		if noted := t.noteChange(th, c, before); err == nil {
			err = noted
		}
	}
	if err != nil {
		return nil, err
	}
	return t.FromValue(result), nil
}

// noteChange holds back what native code has done to a container; before is
// the content that the dict of an object had.
func (t *Trace) noteChange(th *object.Thread, c *Container, before snapshot) error {
	if c.attrsOf != nil {
		return t.storesOfDict(th, c, before)
	}
	if c.src != nil && c.Changed(th) {
		t.mutated(c)
	}
	if t.watches(c) && !before.equal(contents(th, c.V)) {
		t.effects++
		t.noticed(before.describe(c))
		if t.body != nil && t.body.affected == "" && t.body.touched == nil {
			t.body.affected, t.body.touchedAt = before.describe(c), t.Frames()
		}
	}
	return nil
}

// watches tells whether changes of c count as effects although tracing made it.
func (t *Trace) watches(c *Container) bool {
	return t.watched > 0 && c.born < t.watched || t.exhausting != nil
}

// Watch counts, until the returned function is called, changes of all containers that are there now as effects.
func (t *Trace) Watch() func() {
	outer := t.watched
	t.born++
	t.watched = t.born
	return func() { t.watched = outer }
}

// callNative calls a native function on the objects behind trackers.
func (t *Trace) callNative(th *object.Thread, fn object.Value, args []Tracker, kwargs []KW) (object.Value, error) {
	values := make([]object.Value, 0, len(args)+len(kwargs))
	for _, a := range args {
		values = append(values, t.ToCallable(a))
	}
	var names []object.Value
	for _, kw := range kwargs {
		values = append(values, t.ToCallable(kw.Value))
		names = append(names, object.StrValue(kw.Name))
	}
	v, err := object.CallArgs(th, fn, values, names)
	return v, sortingTensors(fn, err)
}

// sortingTensors is the error of a call; that of a sort which asked how tensors compare says so.
func sortingTensors(fn object.Value, err error) error {
	var u *Unsupported
	b, ok := object.AsBuiltin(fn)
	if !ok || b.Name != "sorted" && b.Name != "sort" || !errors.As(err, &u) || u.Title != BranchOnData {
		return err
	}
	return &Unsupported{Title: "sort with non-constant keys", Context: "TensorVariable()",
		Explanation: "Cannot perform sort whose key comparison is not a compile-time constant. Key type: <class 'torch.Tensor'>. Most notably, we cannot sort with Tensor or SymInt keys, but we can sort ints.",
		Hints:       []string{"Use something else as the key.", Supportable}}
}

// Items lists the elements of a list, tuple, set or similar without running Python code.
func (t *Trace) Items(th *object.Thread, c *Container) []Tracker {
	values := contents(th, c.V).items
	out := make([]Tracker, len(values))
	for i, v := range values {
		out[i] = t.FromValue(v)
	}
	return out
}

// NewTuple is a tuple that tracing made.
func (t *Trace) NewTuple(items []Tracker) *Container {
	return t.newContainer((&object.Tuple{Header: object.NewHeader(object.TupleType), Items: t.values(items)}).Ref())
}

// NewList is a list that tracing made.
func (t *Trace) NewList(items []Tracker) *Container {
	return t.newContainer((&object.List{Header: object.NewHeader(object.ListType), Items: t.values(items)}).Ref())
}

// NewDict is a dict that tracing made.
func (t *Trace) NewDict() *Container { return t.newContainer(object.NewDict().Ref()) }

func (t *Trace) newContainer(v object.Value) *Container {
	c := &Container{V: v, born: t.born}
	t.tracked[v] = c
	return c
}

func (t *Trace) values(items []Tracker) []object.Value {
	out := make([]object.Value, len(items))
	for i, x := range items {
		out[i] = t.ToValue(x)
	}
	return out
}
