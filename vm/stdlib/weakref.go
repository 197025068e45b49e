package stdlib

import (
	"fmt"
	"runtime"
	"strings"
	"time"
	"weak"

	"github.com/magneto-go/magneto/vm/builtins"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// Weak references. An object dies when Go's garbage collector finds that nothing refers to it; no counts are kept. So that
// a reference tells of the death soon, asking it runs the collector, within a budget of time (see collectWithinBudget);
// gc.collect() always does. Callbacks run after such a collection, in the code that asked.

// weakRef is weakref.ref and weakref.proxy.
type weakRef struct {
	object.Header
	target   object.Weak
	static   Value // the referent where it can never die
	callback Value
	hash     int64
	hashed   bool
}

// referent is the object referred to, absent when it has died.
func (w *weakRef) referent() Value {
	if !w.static.IsNull() {
		return w.static
	}
	return w.target.Value()
}

var (
	layoutWeak                = object.NewLayout()
	refType, proxyType, callT *object.Type
)

func wv(v Value) *weakRef { w, _ := object.As[weakRef](v, layoutWeak); return w }

// refsTo are the references to an object that still exist.
func refsTo(th *object.Thread, v Value) []*weakRef {
	var out []*weakRef
	for _, p := range stateOf.Of(th).weak.refs[object.MakeWeak(v)] {
		if w := p.Value(); w != nil {
			out = append(out, w)
		}
	}
	return out
}

// newWeakRef is a reference of class cls; a plain one, without callback, exists once for each object.
func newWeakRef(th *object.Thread, cls *object.Type, target, callback Value) (Value, error) {
	if !target.Type().TakesWeakRefs(th) {
		return object.Null, object.TypeErrorf("cannot create weak reference to '%s' object", target.Type().Name)
	}
	if !callback.IsNull() && callback.IsNone() {
		callback = object.Null
	}
	if callback.IsNull() && (cls == refType || cls == proxyType || cls == callT) {
		for _, w := range refsTo(th, target) {
			if w.Type() == cls && w.callback.IsNull() {
				return w.Ref(), nil
			}
		}
	}
	w := &weakRef{Header: object.NewHeader(cls), callback: callback}
	if object.StaticRef(target) {
		w.static = target
		return w.Ref(), nil
	}
	w.target = object.MakeWeak(target)
	if !callback.IsNull() && !inLibrary(th) {
		stateOf.Of(th).weak.scriptCallbacks++
	}
	if len(stateOf.Of(th).weak.refs) >= stateOf.Of(th).weak.purgeAt {
		purge(th)
		stateOf.Of(th).weak.purgeAt = 2*len(stateOf.Of(th).weak.refs) + 1024
	}
	stateOf.Of(th).weak.refs[w.target] = append(stateOf.Of(th).weak.refs[w.target], weak.Make(w))
	return w.Ref(), nil
}

// purge forgets the objects that have died and gives the callbacks that are due, the newest reference of an object first.
func purge(th *object.Thread) (due []*weakRef) {
	for target, refs := range stateOf.Of(th).weak.refs {
		if !target.Value().IsNull() {
			continue
		}
		delete(stateOf.Of(th).weak.refs, target)
		for i := len(refs) - 1; i >= 0; i-- {
			if w := refs[i].Value(); w != nil && !w.callback.IsNull() {
				due = append(due, w)
			}
		}
	}
	return due
}

// collect runs the collector and the callbacks of what died.
func collect(th *object.Thread) {
	interp.DropStale(th)
	for _, let := range interp.MachineOf(th).Letting {
		let(th)
	}
	was := stateOf.Of(th).weak.collecting
	stateOf.Of(th).weak.collecting = true // what the callbacks print shall not look for deaths again
	defer func() { stateOf.Of(th).weak.collecting = was }()
	runtime.GC()
	finalize(th, false)
	for _, w := range purge(th) {
		f := w.callback
		w.callback = object.Null
		stateOf.Of(th).weak.scriptCallbacks = max(stateOf.Of(th).weak.scriptCallbacks-1, 0)
		if _, err := object.Call(th, f, w.Ref()); err != nil {
			ignoreError(th, "calling weakref callback", f, err)
		}
	}
}

// finalize calls __del__ of the instances that have died, or of all that are left.
func finalize(th *object.Thread, all bool) {
	for _, v := range object.TakeDead(th, all) {
		m, err := object.GetAttr(th, v.Type().Ref(), "__del__")
		if err != nil {
			continue
		}
		if _, err := object.CallMethod(th, v, "__del__"); err != nil {
			ignoreError(th, "calling deallocator", m, err)
		}
	}
}

func inLibrary(th *object.Thread) bool {
	f := interp.CurrentFrame(th)
	return f != nil && strings.HasPrefix(f.Code().Filename, "<magneto>") && !strings.HasSuffix(f.Code().Filename, "/weakref.py")
}

// The collections that references ask for without a look at the time: so many whatever they take, and more of them while all together took less than so long. In the
// heap of a large package one takes a tenth of a second.
const (
	alwaysFree = 10
	freeTime   = time.Second
)

// collectWithinBudget runs a collection; after the first ones, unless such collections have taken more than a part of the
// run time, which is larger where the script has just let go of something. So a program that asks a few references sees
// what died, and one that asks millions is not slowed down.
func collectWithinBudget(th *object.Thread) {
	w := &stateOf.Of(th).weak
	if w.collecting {
		return
	}
	free, part := 40, time.Duration(20)
	if interp.MachineOf(th).Deletions != w.seenDeletions {
		free, part = 100, 8
	}
	if w.collectionTime > freeTime {
		free = alwaysFree
	}
	now := time.Now()
	if w.collections >= free && w.collectionTime > now.Sub(started)/part {
		return
	}
	w.seenDeletions = interp.MachineOf(th).Deletions
	w.collections++
	w.collecting = true
	defer func() { w.collecting = false }()
	collect(th)
	w.collectionTime += time.Since(now)
}

// tellDeaths calls what a script has for the deaths of objects, where it could see that it has not been called.
func tellDeaths(th *object.Thread) {
	if stateOf.Of(th).weak.scriptCallbacks > 0 || object.HasFinalizers(th) {
		collectWithinBudget(th)
	}
}

func refNew(th *object.Thread, cls *object.Type, args, kw []Value) (Value, error) {
	if len(kw) > 0 && cls == refType {
		return object.Null, object.TypeErrorf("ref() takes no keyword arguments")
	}
	args = args[:len(args)-len(kw)]
	switch {
	case len(args) == 0:
		return object.Null, object.TypeErrorf("__new__ expected at least 1 argument, got 0")
	case len(args) > 2:
		return object.Null, object.TypeErrorf("__new__ expected at most 2 arguments, got %d", len(args))
	case len(args) == 2:
		return newWeakRef(th, cls, args[0], args[1])
	}
	return newWeakRef(th, cls, args[0], object.Null)
}

func refRepr(th *object.Thread, v Value) (Value, error) {
	w := wv(v)
	target := w.referent()
	if target.IsNull() {
		return object.NewStr(fmt.Sprintf("<weakref at %#x; dead>", object.ID(v))), nil
	}
	name := ""
	if n, err := object.LookupAttr(th, target, object.Intern("__name__")); err == nil && !n.IsNull() {
		if s, ok := object.Text(n); ok {
			name = " (" + s + ")"
		}
	}
	return object.NewStr(fmt.Sprintf("<weakref at %#x; to '%s' at %#x%s>", object.ID(v), target.Type().FullName(), object.ID(target), name)), nil
}

func refHash(th *object.Thread, v Value) (int64, error) {
	w := wv(v)
	if w.hashed {
		return w.hash, nil
	}
	target := w.referent()
	if target.IsNull() {
		return 0, object.TypeErrorf("weak object has gone away")
	}
	h, err := object.Hash(th, target)
	if err == nil {
		w.hash, w.hashed = h, true
	}
	return h, err
}

func refCompare(th *object.Thread, a, b Value, op object.CompareOp) (Value, error) {
	y := wv(b)
	if y == nil || op != object.Eq && op != object.Ne {
		return object.NotImplemented, nil
	}
	v, u := wv(a).referent(), y.referent()
	if v.IsNull() || u.IsNull() {
		return object.Bool((a == b) == (op == object.Eq)), nil
	}
	return object.Compare(th, v, u, op)
}

func init() {
	object.CollectDead = collectWithinBudget
	builtins.BeforePrint = tellDeaths
	object.FirstWeakRef = func(th *object.Thread, v Value) Value {
		if refs := refsTo(th, v); len(refs) > 0 {
			return refs[0].Ref()
		}
		return object.None
	}
	interp.RegisterNative("_weakref", func(th *object.Thread) *object.Module {
		m := object.NewModule("_weakref")
		if refType == nil {
			refType = object.NewExtensionType("ReferenceType", "weakref", nil, object.Spec{Layout: layoutWeak,
				Slots: object.Slots{
					New: refNew,
					Init: func(th *object.Thread, v Value, args, kw []Value) error {
						if n := len(args) - len(kw); n > 2 {
							return object.TypeErrorf("__init__ expected at most 2 arguments, got %d", n)
						}
						return nil
					},
					Call: func(th *object.Thread, v Value, args, kw []Value) (Value, error) {
						if len(args) > 0 {
							return object.Null, object.TypeErrorf("weakref.__call__() takes no arguments (%d given)", len(args))
						}
						collectWithinBudget(th)
						if target := wv(v).referent(); !target.IsNull() {
							return target, nil
						}
						return object.None, nil
					},
					Hash: refHash, Compare: refCompare, Repr: refRepr,
				},
				Getset: []object.GetsetDef{{Name: "__callback__", Get: func(th *object.Thread, v Value) (Value, error) {
					w := wv(v)
					if w.callback.IsNull() || w.referent().IsNull() {
						return object.None, nil
					}
					return w.callback, nil
				}}},
				Methods: []object.Method{
					{Name: "__copy__", NoArgs: func(th *object.Thread, v Value) (Value, error) { return v, nil }},
					{Name: "__deepcopy__", OneArg: func(th *object.Thread, v, memo Value) (Value, error) { return v, nil }},
				},
				Class: []object.Method{object.ClassGetItem},
			})
		}
		if proxyType == nil {
			proxyType = object.NewExtensionType("ProxyType", "weakref", nil, object.Spec{Layout: layoutWeak, Slots: proxySlots(), Final: true, NoNew: true})
		}
		callable := proxySlots()
		callable.Call = func(th *object.Thread, v Value, args, kw []Value) (Value, error) {
			target, err := proxied(th, v)
			if err != nil {
				return object.Null, err
			}
			return object.CallArgs(th, target, args, kw)
		}
		if callT == nil {
			callT = object.NewExtensionType("CallableProxyType", "weakref", nil, object.Spec{Layout: layoutWeak, Slots: callable, Final: true, NoNew: true})
		}
		m.Set("ref", refType.Ref())
		m.Set("ReferenceType", refType.Ref())
		m.Set("ProxyType", proxyType.Ref())
		m.Set("CallableProxyType", callT.Ref())
		object.AddFuncs(m, []object.Method{
			{Name: "getweakrefcount", OneArg: func(th *object.Thread, _, v Value) (Value, error) {
				collectWithinBudget(th)
				return object.Int(int64(len(refsTo(th, v)))), nil
			}},
			{Name: "getweakrefs", OneArg: func(th *object.Thread, _, v Value) (Value, error) {
				collectWithinBudget(th)
				l := object.NewList()
				for _, w := range refsTo(th, v) {
					l.Items = append(l.Items, w.Ref())
				}
				return l.Ref(), nil
			}},
			{Name: "_collect", NoArgs: func(th *object.Thread, _ Value) (Value, error) { collectWithinBudget(th); return object.None, nil }},
			{Name: "_referent", OneArg: func(th *object.Thread, _, v Value) (Value, error) { // without a collection
				if w := wv(v); w != nil && !w.referent().IsNull() {
					return w.referent(), nil
				}
				return object.None, nil
			}},
			{Name: "proxy", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
				a, err := object.Args("proxy", args, kw, "object", "|", "callback", "/")
				if err != nil {
					return object.Null, err
				}
				t := proxyType
				if object.IsCallable(a[0]) {
					t = callT
				}
				return newWeakRef(th, t, a[0], a[1])
			}},
		})
		return m
	})
}
