package variables

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/guards"
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
	if _, list := object.AsList(c.V); list {
		return fmt.Sprintf("%s(length=%d)", c.Kind(), len(s.items))
	}
	return c.Kind() + "()"
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

// buildContainer copies a container of the caller into a shadow of lazy items.
func (t *Trace) buildContainer(th *object.Thread, v object.Value, src *guards.Source) (Tracker, bool, error) {
	typ := v.Type()
	switch {
	case typ.IsSubtype(object.ListType), typ.IsSubtype(object.TupleType), isDeque(v):
		n, err := object.ContentLen(th, v)
		if err != nil {
			return nil, true, err
		}
		t.guard(th, &guards.Guard{Source: src, Kind: guards.SequenceLength, Length: n, Value: typ.Ref()})
		if literalTuple(v) && src.ModuleMember() {
			t.guard(th, &guards.Guard{Source: src, Kind: guards.ConstantMatch, Value: v})
			return &Container{sourced: sourced{src}, V: v, Orig: v, wrapped: true, before: contents(th, v)}, true, nil
		}
		x, err := t.shadowSequence(th, v, src)
		return x, true, err
	case typ.IsSubtype(object.DictType):
		t.guard(th, &guards.Guard{Source: src, Kind: guards.TypeMatch, Value: typ.Ref(), Hint: "type " + typ.ShortName()})
		x, err := t.shadowDict(th, v, src)
		return x, true, err
	case typ.IsSubtype(object.SetType), typ.IsSubtype(object.FrozenSetType):
		return t.shadowSet(th, v, src)
	case typ == object.TupleIterType || typ == object.RangeIterType:
		x, err := t.shadowIterator(th, v, src)
		return x, true, err
	case typ == object.ListIterType && t.Resumed:
		x, err := t.shadowListIterator(th, v, src)
		return x, true, err
	case typ == object.SliceType:
		t.guard(th, &guards.Guard{Source: src, Kind: guards.TypeMatch, Value: typ.Ref(), Hint: "type " + typ.ShortName()})
		s, _ := object.AsSlice(v)
		parts := []object.Value{s.Start, s.Stop, s.Step}
		for i, name := range []string{"start", "stop", "step"} {
			part := t.Wrap(parts[i], src.Attr(name))
			if parts[i].IsNone() { // native code must see that there is no bound
				var err error
				if part, err = t.Realize(th, part); err != nil {
					return nil, true, err
				}
			}
			parts[i] = t.ToValue(part)
		}
		return t.shown(&Container{sourced: sourced{src}, V: object.NewSlice(parts[0], parts[1], parts[2]), Orig: v, wrapped: true}), true, nil
	case typ == object.RangeType:
		t.guard(th, &guards.Guard{Source: src, Kind: guards.TypeMatch, Value: typ.Ref(), Hint: "type " + typ.ShortName()})
		for _, name := range []string{"step", "stop", "start"} {
			part, err := object.GetAttr(th, v, name)
			if err != nil {
				return nil, true, err
			}
			t.guard(th, &guards.Guard{Source: src.Attr(name), Kind: guards.EqualsMatch, Value: part})
		}
		return &Container{sourced: sourced{src}, V: v, Orig: v, wrapped: true}, true, nil
	case typ.Layout() == object.LayoutException:
		x, err := t.shadowException(th, v, src)
		return x, true, err
	}
	return nil, false, nil
}

// shown makes a container known by its shadow.
func (t *Trace) shown(c *Container) *Container {
	t.tracked[c.V] = c
	return c
}

// literalTuple tells whether v is a tuple of constants.
func literalTuple(v object.Value) bool {
	tup, ok := object.AsTuple(v)
	if !ok || v.Type() != object.TupleType {
		return false
	}
	for _, e := range tup.Items {
		if !IsConstant(e) && !literalTuple(e) {
			return false
		}
	}
	return true
}

func (t *Trace) shadowSequence(th *object.Thread, v object.Value, src *guards.Source) (Tracker, error) {
	var items []object.Value
	index := 0
	_, own := object.AsFunction(v.Type().Lookup(th, object.Intern("__getitem__")))
	collect := func(e object.Value) {
		item := src.Item(index)
		if own {
			item = item.Directly()
		}
		items = append(items, t.proxy(t.Wrap(e, item)))
		index++
	}
	// Elements are read through the built-in type, whatever the class overrides.
	if l, ok := object.AsList(v); ok {
		for _, e := range l.Items {
			collect(e)
		}
	} else if tup, ok := object.AsTuple(v); ok {
		for _, e := range tup.Items {
			collect(e)
		}
	} else if err := nativeItems(th, v, collect); err != nil {
		return nil, err
	}
	shadow, err := emptyLike(th, v, items)
	if err != nil {
		return nil, err
	}
	c := &Container{sourced: sourced{src}, V: shadow, Orig: v, wrapped: true}
	c.before = contents(th, shadow)
	t.tracked[shadow] = c
	return c, nil
}

// emptyLike makes a container of v's type with other items, which it keeps.
func emptyLike(th *object.Thread, v object.Value, items []object.Value) (object.Value, error) {
	typ := v.Type()
	switch v.Type().Layout() {
	case object.LayoutList:
		l := &object.List{Header: object.NewHeader(typ), Items: items}
		return l.Ref(), nil
	case object.LayoutTuple:
		tup := &object.Tuple{Header: object.NewHeader(typ), Items: items}
		return tup.Ref(), nil
	}
	return Remade(th, v, (&object.List{Header: object.NewHeader(object.ListType), Items: items}).Ref())
}

func (t *Trace) shadowDict(th *object.Thread, v object.Value, src *guards.Source) (Tracker, error) {
	d, _ := object.AsDict(v)
	shadow, err := copyDict(th, v)
	if err != nil {
		return nil, err
	}
	sd, _ := object.AsDict(shadow)
	sd.Clear()
	_, own := object.AsFunction(v.Type().Lookup(th, object.Intern("__getitem__")))
	index := 0
	err = d.Each(th, func(th *object.Thread, key, val object.Value) error {
		item := src.DictKey(index)
		if IsConstant(key) {
			text, err := object.Repr(th, key)
			if err != nil {
				return err
			}
			item = src.DictItem(key, text)
		} else {
			s := src.DictItem(key, item.Text())
			item = s
		}
		if guards.TensorOf(key) != nil { // found by what stands for it while tracing
			x, err := t.Realize(th, t.Wrap(key, src.DictKey(index)))
			if err != nil {
				return err
			}
			key = t.proxy(x)
		}
		if own {
			item = item.Directly()
		}
		index++
		return sd.Set(th, key, t.proxy(t.Wrap(val, item)))
	})
	if err != nil {
		return nil, err
	}
	object.EachSlot(v, func(name *object.Str, x object.Value) { // which native code reads on the shadow
		if err == nil {
			err = object.GenericSetAttr(th, shadow, name, x)
		}
	})
	if err != nil {
		return nil, err
	}
	c := &Container{sourced: sourced{src}, V: shadow, Orig: v, wrapped: true}
	c.before = contents(th, shadow)
	t.tracked[shadow] = c
	return c, nil
}

// copyDict makes a dict of v's type with v's content; but for what is in the slots of its class.
func copyDict(th *object.Thread, v object.Value) (object.Value, error) {
	if v.Type() == object.DictType || v.Type().IsHeap() {
		d := object.NewDict()
		d.SetType(v.Type())
		return d.Ref(), nil
	}
	return object.CallMethod(th, v, "copy")
}

func (t *Trace) shadowSet(th *object.Thread, v object.Value, src *guards.Source) (Tracker, bool, error) {
	s, _ := object.AsSet(v)
	items := s.Items()
	for _, e := range items {
		if !IsConstant(e) && !isEnumMember(e) && e.Type().Layout() != object.LayoutType {
			if guards.TensorOf(e) != nil {
				return nil, true, Unsupportedf("Attempted to wrap a set with tensors", "Python set containing torch.Tensor elements", "Dynamo cannot trace sets of tensors. To get a stable ordering, Dynamo needs to convert the set into a list and the order might not be stable if the set contains tensors.")
			}
		}
	}
	copied, err := emptyLike(th, v, items)
	if err != nil {
		return nil, true, err
	}
	expected, err := emptyLike(th, v, items)
	if err != nil {
		return nil, true, err
	}
	t.guard(th, &guards.Guard{Source: src, Kind: guards.ConstantMatch, Value: expected})
	c := &Container{sourced: sourced{src}, V: copied, Orig: v, wrapped: true}
	c.before = contents(th, copied)
	t.tracked[copied] = c
	return c, true, nil
}

// observe puts the guards on a caller's container that a native operation
// relies on, named by the method.
func (t *Trace) observe(th *object.Thread, c *Container, method string, args []Tracker) {
	if c.src == nil || !c.wrapped {
		return
	}
	d, isDict := object.AsDict(c.V)
	if isDict {
		t.observeDict(th, c, d, method, args)
		return
	}
	if _, isSet := object.AsSet(c.V); isSet && method == "__contains__" && len(args) == 1 {
		if k, ok := t.Peek(args[0]).(*Constant); ok {
			present, err := object.Contains(th, c.V, k.V)
			if err == nil {
				kind := guards.SetContains
				if !present {
					kind = guards.SetNotContains
				}
				t.guard(th, &guards.Guard{Source: c.src, Kind: kind, Value: k.V, Not: !present})
			}
		}
	}
}

// dictReads are the methods whose result depends on single keys only.
var dictReads = map[string]bool{"get": true, "__getitem__": true, "__contains__": true, "setdefault": true, "pop": true, "__setitem__": true, "__delitem__": true}

func (t *Trace) observeDict(th *object.Thread, c *Container, d *object.Dict, method string, args []Tracker) {
	if dictReads[method] && len(args) > 0 {
		key := t.ToValue(args[0])
		if !IsConstant(key) {
			t.observeKeys(th, c)
			return
		}
		if method == "__setitem__" {
			return
		}
		item, present, err := d.Get(th, key)
		if p, ok := AsProxy(item); ok {
			t.fetched(p.T)
		}
		removes := method == "pop" || method == "__delitem__"
		if err == nil && (!present || removes || method == "__contains__" || method == "setdefault") && !c.keys {
			kind := guards.DictContains
			if !present {
				kind = guards.DictNotContains
			}
			if _, was := find(th, c.before.keys, key); was == present {
				t.guard(th, &guards.Guard{Source: c.src, Kind: kind, Value: key, Not: !present})
			}
		}
		if removes && present {
			c.removed = append(c.removed, key)
		}
		return
	}
	if method == "__len__" {
		t.countKeys(th, c)
		return
	}
	t.observeKeys(th, c)
}

// DictStores lists what replaces the content of a caller's dict whose keys are not all guarded: the keys to delete, then
// the entries to store. whole tells that the keys are guarded, so that all of the content is known.
func (c *Container) DictStores(th *object.Thread) (removed, stored []object.Value, whole bool) {
	if c.keys {
		return nil, nil, true
	}
	d, _ := object.AsDict(c.V)
	_ = d.Each(th, func(th *object.Thread, k, v object.Value) error {
		i, was := find(th, c.before.keys, k)
		_, again := find(th, c.removed, k)
		if !was || again || c.before.items[i] != v {
			stored = append(stored, k)
		}
		return nil
	})
	return c.removed, stored, false
}

func find(th *object.Thread, keys []object.Value, key object.Value) (int, bool) {
	for i, k := range keys {
		if same, err := object.Equal(th, k, key); err == nil && same {
			return i, true
		}
	}
	return 0, false
}

func (t *Trace) observeKeys(th *object.Thread, c *Container) {
	if c.keys {
		return
	}
	c.keys = true
	if c.counted != nil {
		c.counted.Unordered = false
		return
	}
	t.guard(th, &guards.Guard{Source: c.src, Kind: guards.DictKeysMatch, Values: t.guardedKeys(c)})
}

// countKeys guards which keys there are, whatever their order.
func (t *Trace) countKeys(th *object.Thread, c *Container) {
	if c.keys || c.counted != nil {
		return
	}
	c.counted = &guards.Guard{Source: c.src, Kind: guards.DictKeysMatch, Values: t.guardedKeys(c), Unordered: true}
	t.guard(th, c.counted)
}

func (t *Trace) guardedKeys(c *Container) []object.Value {
	keys := slices.Clone(c.before.keys)
	for i, k := range keys {
		if p, ok := AsProxy(k); ok {
			if x, ok := p.T.(*Tensor); ok {
				keys[i] = x.Real
			}
		}
	}
	return keys
}

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

func (t *Trace) observeKeysOf(th *object.Thread, c *Container) {
	if c.src != nil && c.wrapped {
		t.observeKeys(th, c)
	}
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

// callContainer calls a native method of a shadow.
func (t *Trace) callContainer(th *object.Thread, c *Container, name string, args []Tracker, kwargs []KW) (Tracker, error) {
	if c.src != nil && !c.wrapped && !isPrimitive(c.V.Type()) {
		return nil, Unsupportedf("C-implemented special method without VariableTracker model", c.V.Type().ShortName()+"."+name, "Dynamo has no model of this object.")
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
		x, err := t.pairs(th, args[0])
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
		if t.body != nil && t.body.affected == "" && t.body.touched == nil {
			t.body.affected, t.body.touchedAt = before.describe(c), t.Frames()
		}
	}
	return nil
}

// watches tells whether changes of c count as effects although tracing made it.
func (t *Trace) watches(c *Container) bool { return t.watched > 0 && c.born < t.watched }

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
		Hints:       []string{"Use something else as the key.", supportable}}
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

// shadowListIterator continues an iterator of a list over the shadow of that list. Only what a graph break has left is
// continued so: PyTorch does not step iterators of lists that come from outside.
func (t *Trace) shadowListIterator(th *object.Thread, v object.Value, src *guards.Source) (Tracker, error) {
	rest, err := guards.IteratorRest(th, v)
	if err != nil {
		return nil, err
	}
	list, at, _ := object.ListIterator(v)
	shadow, err := object.Iter(th, object.NewList().Ref())
	if err != nil {
		return nil, err
	}
	left := len(rest)
	if list.IsNull() {
		left = guards.IteratorExhausted
		object.MoveListIterator(shadow, at, true)
	}
	t.guard(th, &guards.Guard{Source: src, Kind: guards.TupleIteratorLen, Length: left, Value: v.Type().Ref()})
	if !list.IsNull() {
		x, err := t.build(th, list, src.IteratorList())
		if err != nil {
			return nil, err
		}
		items, ok := x.(*Container)
		if !ok {
			return nil, Unsupportedf("Unsupported iterator", v.Type().ShortName(), "Dynamo cannot continue this iterator.")
		}
		if shadow, err = object.Iter(th, items.V); err != nil {
			return nil, err
		}
		object.MoveListIterator(shadow, at, false)
	}
	return t.newIterator(shadow, v, src), nil
}

// newIterator is the tracker of a caller's iterator that tracing steps by its shadow, itself or by native code.
func (t *Trace) newIterator(shadow, v object.Value, src *guards.Source) *Container {
	c := &Container{sourced: sourced{src}, V: shadow, Orig: v, wrapped: true, iterator: true, place: object.IteratorPlace(shadow)}
	t.tracked[shadow] = c
	t.Iterators = append(t.Iterators, c)
	return c
}

// Steps is how far tracing has taken a caller's iterator; the end of a list counts as one.
func (c *Container) Steps() int { return object.IteratorPlace(c.V) - c.place }

// shadowIterator continues an iterator of a range, or a tuple iterator of the caller over lazy items; how
// far tracing takes it is a side effect.
func (t *Trace) shadowIterator(th *object.Thread, v object.Value, src *guards.Source) (Tracker, error) {
	rest, err := guards.IteratorRest(th, v)
	if err != nil {
		return nil, err
	}
	items := make([]object.Value, len(rest))
	if v.Type() == object.RangeIterType {
		ends := object.NewTuple()
		if n := len(rest); n > 0 {
			ends = object.NewTuple(rest[0], rest[n-1])
		}
		t.guard(th, &guards.Guard{Source: src, Kind: guards.RangeIteratorMatch, Length: len(rest), Value: ends.Ref()})
		copy(items, rest)
	} else {
		t.guard(th, &guards.Guard{Source: src, Kind: guards.TupleIteratorLen, Length: len(rest), Value: v.Type().Ref()})
		for i, e := range rest {
			items[i] = t.proxy(t.Wrap(e, src.IteratorItem(i)))
		}
	}
	shadow, err := object.Iter(th, object.NewTuple(items...).Ref())
	if err != nil {
		return nil, err
	}
	return t.newIterator(shadow, v, src), nil
}
