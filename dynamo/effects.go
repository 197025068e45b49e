package dynamo

import (
	"fmt"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/object"
)

// This file writes the code that repeats the side effects of the trace on the
// caller's objects. All new values are computed first, into temporaries, since
// they may be read from objects that are about to change; then the stores
// follow in the order in which the objects were first changed.

// unknownSource stands for where an object came from that has no path.
const unknownSource = "<unknown source>"

// effects computes the new values and returns the stores, and the sources of what they change.
func (g *generator) effects(th *object.Thread) (stores []func(*object.Thread) error, changed []string, err error) {
	t := g.x.trace
	note := func(source *guards.Source, s []func(*object.Thread) error) {
		stores = append(stores, s...)
		name := unknownSource
		if source != nil {
			name = source.Text()
		}
		if len(s) > 0 && !slices.Contains(changed, name) {
			changed = append(changed, name)
		}
	}
	for _, h := range t.Hooks {
		if _, done := g.saved[h]; !done {
			if err := g.hook(th, h); err != nil {
				return nil, nil, err
			}
			g.emit(bytecode.POP_TOP, 0)
		}
	}
	for _, call := range t.Logged {
		if err := g.logged(th, call); err != nil {
			return nil, nil, err
		}
	}
	for _, m := range t.Mutated {
		var s []func(*object.Thread) error
		switch m := m.(type) {
		case *variables.Container:
			s, err = g.containerEffects(th, m)
		case *variables.Object:
			if !m.New {
				s, err = g.attributeEffects(th, m, &m.Attrs)
			}
		case *variables.Tensor:
			s, err = g.attributeEffects(th, m, &m.Attrs)
		case *variables.Function:
			if !m.New {
				s, err = g.attributeEffects(th, m, &m.Attrs)
			}
		case *variables.Class:
			s, err = g.attributeEffects(th, m, &m.Attrs)
		}
		if err != nil {
			return nil, nil, err
		}
		note(m.Source(), s)
	}
	for _, it := range t.Iterators {
		if it.Steps() > 0 {
			stores = append(stores, func(th *object.Thread) error { return g.advance(th, it) })
		}
	}
	for _, c := range t.CellOrder {
		s, err := g.cellEffects(th, c, t.Cells[c])
		if err != nil {
			return nil, nil, err
		}
		note(nil, s)
	}
	for _, store := range t.Globals {
		s, err := g.globalEffect(th, store)
		if err != nil {
			return nil, nil, err
		}
		stores = append(stores, s)
		changed = append(changed, fmt.Sprintf("G['%s']", store.Name))
	}
	modes, err := g.modeEffects(th)
	return append(stores, modes...), changed, err
}

// toldEffects does what the settings want where a trace changes objects of its caller: a warning or an error.
func toldEffects(th *object.Thread, changed []string) error {
	policy := theHost.Config(th).EffectPolicy
	if len(changed) == 0 || policy != "warn" && policy != "error" {
		return nil
	}
	list := make([]object.Value, len(changed))
	for i, name := range changed {
		list[i] = object.NewStr(name)
	}
	text := "While compiling, we found certain side effects happened in the model.forward. Here are the list of potential sources you can double check: " + guards.ReprOf(th, object.NewList(list...).Ref())
	if policy == "error" {
		return &internalError{text: "RuntimeError: " + text, asked: true}
	}
	return object.Warn(th, object.UserWarning, "%s", text)
}

// modeEffects takes modes from the stack of torch function modes and puts others there, as the code did.
func (g *generator) modeEffects(th *object.Thread) (stores []func(*object.Thread) error, err error) {
	gone, pushed, err := g.x.trace.ModeChanges()
	if err != nil {
		return nil, err
	}
	call := func(name string, args ...int) {
		g.callValue(theHost.Attribute(th, "torch._C."+name))
		for _, arg := range args {
			g.emit(bytecode.LOAD_FAST, arg)
		}
		g.emit(bytecode.CALL, len(args))
		g.emit(bytecode.POP_TOP, 0)
	}
	for range gone {
		stores = append(stores, func(*object.Thread) error { call("_pop_torch_function_stack"); return nil })
	}
	for _, mode := range pushed {
		value, err := g.stash(func() error { return g.value(th, mode) })
		if err != nil {
			return nil, err
		}
		stores = append(stores, func(*object.Thread) error { call("_push_on_torch_function_stack", value); return nil })
	}
	return stores, nil
}

// hook registers a hook on a tensor of the caller and pushes its handle; that of one that the code took away is taken away at once.
func (g *generator) hook(th *object.Thread, h *variables.HookHandle) error {
	if h.Tensor == nil {
		return variables.Unsupportedf("Reconstruction failure", h.Kind(), "Dynamo has no bytecode reconstruction implemented for sourceless variable %s().", h.Kind())
	}
	if err := g.load(h.Tensor.Source()); err != nil {
		return err
	}
	g.emit(bytecode.LOAD_ATTR, g.name(h.Method)<<1|1)
	if err := g.value(th, h.Fn); err != nil {
		return err
	}
	g.emit(bytecode.CALL, 1)
	g.save(h)
	if h.Removed {
		g.emit(bytecode.COPY, 1)
		g.emit(bytecode.LOAD_ATTR, g.name("remove")<<1|1)
		g.emit(bytecode.CALL, 0)
		g.emit(bytecode.POP_TOP, 0)
	}
	return nil
}

// logged calls a logging function.
func (g *generator) logged(th *object.Thread, call *variables.LoggedCall) error {
	_, native := call.Fn.(*variables.Builtin)
	fn, written := call.Fn.(*variables.Function)
	if native || written && !g.x.trace.Config.OneGraph && !strings.HasPrefix(fn.Fn.Code.Filename, "<magneto>") {
		if err := g.value(th, call.Fn); err != nil {
			return err
		}
	} else { // functions of the library are not compiled, and in one graph nothing that follows it
		g.constant(theHost.Attribute(th, "torch._dynamo.disable"))
		g.emit(bytecode.PUSH_NULL, 0)
		if err := g.value(th, call.Fn); err != nil {
			return err
		}
		g.emit(bytecode.CALL, 1)
	}
	g.emit(bytecode.PUSH_NULL, 0)
	queued := len(g.queue)
	for _, a := range call.Args {
		if err := g.value(th, a); err != nil {
			return err
		}
	}
	if len(g.queue) > queued { // what is logged is complete
		if err := g.drain(th); err != nil {
			return err
		}
	}
	g.emit(bytecode.CALL, len(call.Args))
	g.emit(bytecode.POP_TOP, 0)
	return nil
}

// stash computes a value into a temporary.
func (g *generator) stash(push func() error) (int, error) {
	if err := push(); err != nil {
		return 0, err
	}
	tmp := g.temp()
	g.emit(bytecode.STORE_FAST, tmp)
	return tmp, nil
}

func (g *generator) containerEffects(th *object.Thread, c *variables.Container) ([]func(*object.Thread) error, error) {
	if c.Source() == nil || c.InstanceOf() != nil {
		return nil, nil
	}
	attrs, err := g.attributeEffects(th, c, &c.Attrs)
	if err != nil || !c.Changed(th) {
		return attrs, err
	}
	target, err := g.stash(func() error { return g.load(c.Source()) })
	if err != nil {
		return nil, err
	}
	fill := func(method object.Value, with int) {
		g.callValue(method)
		g.emit(bytecode.LOAD_FAST, target)
		n := 1
		if with >= 0 {
			g.emit(bytecode.LOAD_FAST, with)
			n = 2
		}
		g.emit(bytecode.CALL, n)
		g.emit(bytecode.POP_TOP, 0)
	}
	typ := c.V.Type()
	if typ.IsSubtype(object.DictType) {
		if removed, stored, whole := c.DictStores(th); !whole {
			stores, err := g.dictStores(th, c, target, removed, stored)
			return append(stores, attrs...), err
		}
	}
	content, err := g.stash(func() error { return g.content(th, c) })
	if err != nil {
		return nil, err
	}
	store := func(th *object.Thread) error {
		switch {
		case typ.IsSubtype(object.ListType) && typ.IsHeap():
			fill(replaceList, content)
		case typ.IsSubtype(object.ListType):
			g.emit(bytecode.LOAD_FAST, content)
			g.emit(bytecode.LOAD_FAST, target)
			g.constant(object.None)
			g.constant(object.None)
			g.emit(bytecode.STORE_SLICE, 0)
		case typ.IsSubtype(object.DictType):
			fill(replaceDict, content)
		case typ.IsSubtype(object.SetType):
			fill(method(th, object.SetType, "clear"), -1)
			fill(method(th, object.SetType, "update"), content)
		default:
			fill(refill, content)
		}
		return nil
	}
	return append([]func(*object.Thread) error{store}, attrs...), nil
}

// dictStores deletes and stores single entries of a dict, past what its class overrides.
func (g *generator) dictStores(th *object.Thread, c *variables.Container, target int, removed, stored []object.Value) ([]func(*object.Thread) error, error) {
	if err := g.probe(th, c); err != nil {
		return nil, err
	}
	d, _ := object.AsDict(c.V)
	var stores []func(*object.Thread) error
	call := func(th *object.Thread, name string, key int, operand func()) {
		g.callValue(method(th, object.DictType, name))
		g.emit(bytecode.LOAD_FAST, target)
		g.emit(bytecode.LOAD_FAST, key)
		operand()
		g.emit(bytecode.CALL, 3)
		g.emit(bytecode.POP_TOP, 0)
	}
	for _, k := range removed {
		key, err := g.stash(func() error { return g.value(th, g.x.trace.FromValue(k)) })
		if err != nil {
			return nil, err
		}
		// What tracing stored before may be there or not.
		stores = append(stores, func(th *object.Thread) error { call(th, "pop", key, func() { g.constant(object.None) }); return nil })
	}
	for _, k := range stored {
		v, _, err := d.Get(th, k)
		if err != nil {
			return nil, err
		}
		key, err := g.stash(func() error { return g.value(th, g.x.trace.FromValue(k)) })
		if err != nil {
			return nil, err
		}
		value, err := g.stash(func() error { return g.value(th, g.x.trace.FromValue(v)) })
		if err != nil {
			return nil, err
		}
		stores = append(stores, func(th *object.Thread) error {
			call(th, "__setitem__", key, func() { g.emit(bytecode.LOAD_FAST, value) })
			return nil
		})
	}
	return stores, nil
}

// advance steps a caller's iterator as far as tracing did. That of a list is taken to its place, since the list may have changed on the way.
func (g *generator) advance(th *object.Thread, c *variables.Container) error {
	if list, at, ok := object.ListIterator(c.V); ok {
		g.callValue(moveIterator)
		if err := g.load(c.Source()); err != nil {
			return err
		}
		g.constant(object.Int(int64(at)))
		g.constant(object.Bool(list.IsNull()))
		g.emit(bytecode.CALL, 3)
		g.emit(bytecode.POP_TOP, 0)
		return nil
	}
	for range c.Steps() {
		g.callValue(builtin(th, "next"))
		if err := g.load(c.Source()); err != nil {
			return err
		}
		g.constant(object.None)
		g.emit(bytecode.CALL, 2)
		g.emit(bytecode.POP_TOP, 0)
	}
	return nil
}

// moveIterator takes the iterator of a list to a place, or to its end for good.
var moveIterator = object.NewFuncValue("___move_list_iterator", func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	at, _ := args[1].AsInt()
	object.MoveListIterator(args[0], int(at), args[2] == object.True)
	return object.None, nil
})

func method(th *object.Thread, t *object.Type, name string) object.Value {
	return t.Lookup(th, object.Intern(name))
}

// replaceDict gives a dict new content with as few changes as possible.
var replaceDict = object.NewFuncValue("___update_dict", func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	target, _ := object.AsDict(args[0])
	content, _ := object.AsDict(args[1])
	prefix := true // the old keys are the first new keys, in order
	keys := content.Keys()
	for i, k := range target.Keys() {
		if i >= len(keys) {
			prefix = false
			break
		}
		same := k == keys[i]
		if !same && guards.TensorOf(k) == nil {
			var err error
			if same, err = object.Equal(th, k, keys[i]); err != nil {
				return object.Null, err
			}
		}
		prefix = prefix && same
	}
	if !prefix {
		if _, err := object.CallMethod(th, object.DictType.Ref(), "clear", args[0]); err != nil {
			return object.Null, err
		}
	}
	return object.None, target.Update(th, content)
})

// replaceList gives a list new items, whatever its class overrides.
var replaceList = object.NewFuncValue("___replace_list", func(_ *object.Thread, args, _ []object.Value) (object.Value, error) {
	target, _ := object.AsList(args[0])
	items, _ := object.Items(args[1])
	target.Items = append(target.Items[:0:0], items...)
	return object.None, nil
})

// refill empties a container and adds the items of another, whatever its class overrides.
var refill = object.NewFuncValue("___refill", func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	native := args[0].Type().Native()
	if _, err := object.Call(th, method(th, native, "clear"), args[0]); err != nil {
		return object.Null, err
	}
	return object.Call(th, method(th, native, "extend"), args[0], args[1])
})

// content pushes the new content of a caller's container as a plain list, dict or set.
func (g *generator) content(th *object.Thread, c *variables.Container) error {
	if err := g.probe(th, c); err != nil {
		return err
	}
	t := g.x.trace
	if _, ok := object.AsDict(c.V); ok {
		return g.buildDict(th, c)
	}
	items := t.Items(th, c)
	for _, e := range items {
		if err := g.value(th, e); err != nil {
			return err
		}
	}
	g.emit(bytecode.BUILD_LIST, len(items))
	return nil
}

// attributeEffects stores and deletes attributes of a caller's object.
func (g *generator) attributeEffects(th *object.Thread, x variables.Tracker, a *variables.Attrs) ([]func(*object.Thread) error, error) {
	if len(a.Names()) == 0 {
		return nil, nil
	}
	if x.Source() == nil {
		if _, ok := x.(*variables.Tensor); !ok {
			if _, ok := x.(*variables.Class); !ok {
				return nil, nil
			}
		}
	}
	target, err := g.stash(func() error { return g.value(th, x) })
	if err != nil {
		return nil, err
	}
	// From the last to the first, as PyTorch does, which decides on the order of the graph's outputs; the stores are from the first to the last.
	var stores []func(*object.Thread) error
	for _, name := range slices.Backward(a.Names()) {
		v, _ := a.Pending(name)
		if variables.Undone(th, x, name) {
			continue
		}
		if v == nil {
			typ := g.x.trace.TypeOf(x)
			stores = append(stores, func(th *object.Thread) error {
				g.deleteAttr(th, typ, name, target)
				return nil
			})
			continue
		}
		value, err := g.stash(func() error { return g.alone(th, v) })
		if err != nil {
			return nil, err
		}
		typ := g.x.trace.TypeOf(x)
		stores = append(stores, func(th *object.Thread) error {
			g.emit(bytecode.LOAD_FAST, value)
			g.emit(bytecode.LOAD_FAST, target)
			return g.storeAttr(th, typ, name)
		})
	}
	slices.Reverse(stores)
	return stores, nil
}

// cellEffects stores into cells of the frame and of the caller's closures.
func (g *generator) cellEffects(th *object.Thread, c *object.Cell, state *variables.CellState) ([]func(*object.Thread) error, error) {
	if !state.Written {
		return nil, nil
	}
	slot := -1
	for i, x := range g.x.root.locals {
		if k, ok := x.(*variables.Cell); ok && k.C == c && g.isCell(i) {
			slot = i
		}
	}
	if slot < 0 && state.New {
		return nil, nil // made by an inlined call: filled when it is made again
	}
	if slot >= 0 && state.New && !g.cellLive(c, slot, state) {
		return nil, nil
	}
	if state.Value == nil {
		if slot < 0 {
			return nil, nil
		}
		return []func(*object.Thread) error{func(th *object.Thread) error { g.emit(bytecode.DELETE_DEREF, slot); return nil }}, nil
	}
	value, err := g.stash(func() error { return g.value(th, state.Value) })
	if err != nil {
		return nil, err
	}
	return []func(*object.Thread) error{func(th *object.Thread) error {
		g.emit(bytecode.LOAD_FAST, value)
		if slot >= 0 {
			g.emit(bytecode.STORE_DEREF, slot)
			return nil
		}
		if err := g.cell(c); err != nil {
			return err
		}
		g.emit(bytecode.STORE_ATTR, g.name("cell_contents"))
		return nil
	}}, nil
}

// cellLive tells whether a cell of the frame itself may still be read: by code
// behind a graph break or by a function that escapes.
func (g *generator) cellLive(c *object.Cell, slot int, state *variables.CellState) bool {
	if g.live != nil && !g.live[c] {
		return false
	}
	if in, ok := state.Value.(*variables.Lazy); ok && slot < g.x.code.ParamCount() && in.Source() != nil && in.Source().Index == slot && in.Source().Base == nil {
		return false // still the argument that MAKE_CELL puts in
	}
	return true
}

func (g *generator) globalEffect(th *object.Thread, s *variables.GlobalStore) (func(*object.Thread) error, error) {
	own := s.Dict == g.x.trace.FrameGlobals
	if s.Value == nil {
		return func(th *object.Thread) error {
			if own {
				g.emit(bytecode.DELETE_GLOBAL, g.name(s.Name))
				return nil
			}
			g.constant(s.Dict.Ref())
			g.constant(object.NewStr(s.Name))
			g.emit(bytecode.DELETE_SUBSCR, 0)
			return nil
		}, nil
	}
	value, err := g.stash(func() error { return g.value(th, s.Value) })
	if err != nil {
		return nil, err
	}
	return func(th *object.Thread) error {
		g.emit(bytecode.LOAD_FAST, value)
		if own {
			g.emit(bytecode.STORE_GLOBAL, g.name(s.Name))
			return nil
		}
		g.constant(s.Dict.Ref())
		g.constant(object.NewStr(s.Name))
		g.emit(bytecode.STORE_SUBSCR, 0)
		return nil
	}, nil
}
