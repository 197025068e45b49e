package stdlib

import (
	"github.com/magneto-go/magneto/vm/object"
)

// The module gc. Go's collector has no generations and no thresholds: what a script sets is kept for it to read, and
// callbacks are called by gc.collect.

var gcFlags = map[string]int64{"DEBUG_STATS": 1, "DEBUG_COLLECTABLE": 2, "DEBUG_UNCOLLECTABLE": 4, "DEBUG_SAVEALL": 32, "DEBUG_LEAK": 38}

func gcModule(th *object.Thread) *object.Module {
	m := object.NewModule("gc")
	for name, flag := range gcFlags {
		m.Set(name, object.Int(flag))
	}
	callbacks := object.NewList()
	m.Set("callbacks", callbacks.Ref())
	m.Set("garbage", object.NewList().Ref())
	enabled, debug := true, object.Int(0)
	thresholds := []Value{object.Int(2000), object.Int(10)}
	collections := 0
	tell := func(th *object.Thread, phase string, generation int) {
		for _, f := range append([]Value(nil), callbacks.Items...) {
			info := object.NewDict()
			info.Put("generation", object.Int(int64(generation)))
			info.Put("collected", object.Int(0))
			info.Put("uncollectable", object.Int(0))
			if _, err := object.Call(th, f, object.NewStr(phase), info.Ref()); err != nil {
				ignoreError(th, "calling GC callback", f, err)
			}
		}
	}
	object.AddFuncs(m, []object.Method{
		{Name: "collect", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
			a, err := object.Args("collect", args, kw, "|", "generation")
			if err != nil {
				return object.Null, err
			}
			generation := 2
			if !a[0].IsNull() {
				if generation, err = object.ToInt(th, a[0]); err != nil {
					return object.Null, err
				}
			}
			if generation < 0 || generation > 2 {
				return object.Null, object.ValueErrorf("invalid generation")
			}
			tell(th, "start", generation)
			collect(th)
			collections++
			tell(th, "stop", generation)
			return object.Int(0), nil
		}},
		{Name: "enable", NoArgs: func(*object.Thread, Value) (Value, error) { enabled = true; return object.None, nil }},
		{Name: "disable", NoArgs: func(*object.Thread, Value) (Value, error) { enabled = false; return object.None, nil }},
		{Name: "isenabled", NoArgs: func(*object.Thread, Value) (Value, error) { return object.Bool(enabled), nil }},
		{Name: "freeze", NoArgs: func(*object.Thread, Value) (Value, error) { return object.None, nil }},
		{Name: "unfreeze", NoArgs: func(*object.Thread, Value) (Value, error) { return object.None, nil }},
		{Name: "get_freeze_count", NoArgs: func(*object.Thread, Value) (Value, error) { return object.Int(0), nil }},
		{Name: "get_threshold", NoArgs: func(*object.Thread, Value) (Value, error) {
			return object.NewTuple(thresholds[0], thresholds[1], object.Int(10)).Ref(), nil
		}},
		{Name: "set_threshold", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
			if len(args) < 1 || len(args) > 3 {
				return object.Null, object.TypeErrorf("gc.set_threshold requires 1 to 3 arguments")
			}
			for i, x := range args {
				n, err := object.ToInt(th, x)
				if err != nil {
					return object.Null, err
				}
				if i < len(thresholds) {
					thresholds[i] = object.Int(int64(n))
				}
			}
			return object.None, nil
		}},
		{Name: "get_debug", NoArgs: func(*object.Thread, Value) (Value, error) { return debug, nil }},
		{Name: "set_debug", OneArg: func(th *object.Thread, _, flags Value) (Value, error) {
			n, err := object.ToInt(th, flags)
			debug = object.Int(int64(n))
			return object.None, err
		}},
		{Name: "get_objects", Fn: func(th *object.Thread, args, kw []Value) (Value, error) { return object.NewList().Ref(), nil }},
		{Name: "get_referrers", Fn: func(th *object.Thread, args, kw []Value) (Value, error) { return object.NewList().Ref(), nil }},
		{Name: "get_referents", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
			out := object.NewList()
			for _, x := range args {
				out.Items = append(out.Items, referents(th, x)...)
			}
			return out.Ref(), nil
		}},
		{Name: "get_count", NoArgs: func(*object.Thread, Value) (Value, error) {
			return object.NewTuple(object.Int(0), object.Int(0), object.Int(0)).Ref(), nil
		}},
		{Name: "get_stats", NoArgs: func(*object.Thread, Value) (Value, error) {
			out := object.NewList()
			for generation := range 3 {
				d := object.NewDict()
				n := 0
				if generation == 2 {
					n = collections
				}
				d.Put("collections", object.Int(int64(n)))
				d.Put("collected", object.Int(0))
				d.Put("uncollectable", object.Int(0))
				out.Items = append(out.Items, d.Ref())
			}
			return out.Ref(), nil
		}},
		{Name: "is_tracked", OneArg: func(th *object.Thread, _, v Value) (Value, error) { return object.True, nil }},
		{Name: "is_finalized", OneArg: func(th *object.Thread, _, v Value) (Value, error) { return object.False, nil }},
	})
	return m
}

// referents are the objects that a container holds directly, the last first in a list or tuple as CPython visits them.
func referents(th *object.Thread, v Value) []Value {
	var items []Value
	if l, ok := object.AsList(v); ok {
		items = l.Items
	} else if t, ok := object.AsTuple(v); ok {
		items = t.Items
	}
	var out []Value
	for i := len(items) - 1; i >= 0; i-- {
		out = append(out, items[i])
	}
	if d, ok := object.AsDict(v); ok {
		d.Each(th, func(th *object.Thread, k, x Value) error {
			if _, isStr := object.AsStr(k); !isStr {
				out = append(out, k)
			}
			out = append(out, x)
			return nil
		})
	}
	if d := v.Dict(); d != nil {
		out = append(out, d.Ref())
	}
	if v.Type().IsHeap() {
		out = append(out, v.Type().Ref())
	}
	return out
}
