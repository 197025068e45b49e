package stdlib

import (
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// iterType makes an itertools class: calling it gives an iterator over the Go function that start returns.
func iterType(m *object.Module, name string, start func(th *object.Thread, args, kw []Value) (func(*object.Thread) (Value, error), error), class ...object.Method) {
	var t *object.Type
	t = object.NewGoIterType(name, "itertools", func(th *object.Thread, args, kw []Value) (Value, error) {
		next, err := start(th, args, kw)
		if err != nil {
			return object.Null, err
		}
		return object.NewGoIter(t, next), nil
	}, class...)
	m.SetType(t)
}

func iters(th *object.Thread, vs []Value) ([]Value, error) {
	out := make([]Value, len(vs))
	for i, v := range vs {
		it, err := object.Iter(th, v)
		if err != nil {
			return nil, err
		}
		out[i] = it
	}
	return out, nil
}

func chainOver(next func(*object.Thread) (Value, error)) func(*object.Thread) (Value, error) {
	cur := object.Null
	return func(th *object.Thread) (Value, error) {
		for {
			if cur.IsNull() {
				it, err := next(th)
				if err != nil || it.IsNull() {
					return object.Null, err
				}
				if cur, err = object.Iter(th, it); err != nil {
					return object.Null, err
				}
			}
			v, err := object.Next(th, cur)
			if err != nil || !v.IsNull() {
				return v, err
			}
			cur = object.Null
		}
	}
}

// overSlice steps through items, which it keeps.
func overSlice(items []Value) func(*object.Thread) (Value, error) {
	i := 0
	return func(th *object.Thread) (Value, error) {
		if i == len(items) {
			return object.Null, nil
		}
		i++
		return items[i-1], nil
	}
}

// picks steps through index tuples of pool, which it keeps: advance moves to the next one and tells whether there was one.
func picks(pool []Value, indices []int, advance func() bool) func(*object.Thread) (Value, error) {
	first, done := true, false
	return func(th *object.Thread) (Value, error) {
		if done {
			return object.Null, nil
		}
		if first {
			first = false
		} else if !advance() {
			done = true
			return object.Null, nil
		}
		if len(indices) > 4 {
			out := make([]Value, len(indices))
			for i, j := range indices {
				out[i] = pool[j]
			}
			return object.NewTuple(out...).Ref(), nil
		}
		var few [4]Value
		for i, j := range indices {
			few[i] = pool[j]
		}
		return object.NewTupleCopy(few[:len(indices)]...).Ref(), nil
	}
}

func poolAndR(th *object.Thread, name string, args, kw []Value) ([]Value, int, error) {
	a, err := object.Args(name, args, kw, "iterable", "|", "r")
	if err != nil {
		return nil, 0, err
	}
	pool, err := object.ToSlice(th, a[0])
	if err != nil {
		return nil, 0, err
	}
	r := len(pool)
	if !a[1].IsNull() && !a[1].IsNone() {
		if r, err = object.ToInt(th, a[1]); err != nil {
			return nil, 0, err
		}
		if r < 0 {
			return nil, 0, object.ValueErrorf("r must be non-negative")
		}
	} else if name != "permutations" {
		return nil, 0, object.TypeErrorf("%s() missing required argument 'r' (pos 2)", name)
	}
	return pool, r, nil
}

func empty(th *object.Thread) (Value, error) { return object.Null, nil }

func init() { interp.RegisterNative("itertools", newItertools) }

func newItertools(th *object.Thread) *object.Module {
	m := object.NewModule("itertools")
	iterType(m, "chain", chainIter, object.Method{Name: "from_iterable", OneArg: func(th *object.Thread, cls, iterables Value) (Value, error) {
		it, err := object.Iter(th, iterables)
		if err != nil {
			return object.Null, err
		}
		t, _ := object.AsType(cls)
		return object.NewGoIter(t, chainOver(func(th *object.Thread) (Value, error) { return object.Next(th, it) })), nil
	}})
	countType := object.NewExtensionType("count", "itertools", nil, countSpec())
	m.SetType(countType)
	iterType(m, "cycle", cycleIter)
	repeatType := object.NewExtensionType("repeat", "itertools", nil, repeatSpec())
	m.SetType(repeatType)
	iterType(m, "accumulate", accumulateIter)
	iterType(m, "islice", isliceIter)
	filterType(m, "takewhile", func(th *object.Thread, f, x Value) (bool, bool, error) { t, err := holds(th, f, x); return t, !t, err })
	filterType(m, "dropwhile", func(th *object.Thread, f, x Value) (bool, bool, error) {
		t, err := holds(th, f, x)
		return !t, false, err
	})
	filterType(m, "filterfalse", func(th *object.Thread, f, x Value) (bool, bool, error) {
		t, err := holds(th, f, x)
		return !t, false, err
	})
	iterType(m, "starmap", starmapIter)
	iterType(m, "compress", compressIter)
	iterType(m, "pairwise", pairwiseIter)
	iterType(m, "batched", batchedIter)
	iterType(m, "zip_longest", zipLongestIter)
	iterType(m, "product", productIter)
	iterType(m, "combinations", combinationsIter)
	iterType(m, "combinations_with_replacement", combinationsWithReplacementIter)
	iterType(m, "permutations", permutationsIter)
	iterType(m, "groupby", groupbyIter(object.NewIterType("_grouper", "itertools")))
	m.SetFunc("tee", teeFunc(object.NewIterType("_tee", "itertools")))
	return m
}

// filterType makes a type whose iterators go over what keep says to use, until it says to stop.
func filterType(m *object.Module, name string, keep func(th *object.Thread, f, x Value) (use, stop bool, err error)) {
	iterType(m, name, func(th *object.Thread, args, kw []Value) (func(*object.Thread) (Value, error), error) {
		if len(args) != 2 {
			return nil, object.TypeErrorf("%s expected 2 arguments, got %d", name, len(args))
		}
		f := args[0]
		it, err := object.Iter(th, args[1])
		if err != nil {
			return nil, err
		}
		dropping, done := true, false
		return func(th *object.Thread) (Value, error) {
			for !done {
				v, err := object.Next(th, it)
				if err != nil || v.IsNull() {
					return object.Null, err
				}
				if name == "dropwhile" && !dropping {
					return v, nil
				}
				use, stop, err := keep(th, f, v)
				if err != nil {
					return object.Null, err
				}
				if stop {
					done = true
					return object.Null, nil
				}
				if use {
					dropping = false
					return v, nil
				}
			}
			return object.Null, nil
		}, nil
	})
}

// holds tells what a predicate says of x; None is the truth of x itself.
func holds(th *object.Thread, f, x Value) (bool, error) {
	if f.IsNone() {
		return object.IsTrue(th, x)
	}
	r, err := object.Call(th, f, x)
	if err != nil {
		return false, err
	}
	return object.IsTrue(th, r)
}

func chainIter(th *object.Thread, args, kw []Value) (func(*object.Thread) (Value, error), error) {
	return chainOver(overSlice(object.Keep(args))), nil
}

func cycleIter(th *object.Thread, args, kw []Value) (func(*object.Thread) (Value, error), error) {
	if len(args) != 1 {
		return nil, object.TypeErrorf("cycle expected 1 argument, got %d", len(args))
	}
	it, err := object.Iter(th, args[0])
	if err != nil {
		return nil, err
	}
	var saved []Value
	i, first := 0, true
	return func(th *object.Thread) (Value, error) {
		if first {
			v, err := object.Next(th, it)
			if err != nil {
				return object.Null, err
			}
			if !v.IsNull() {
				saved = append(saved, v)
				return v, nil
			}
			first = false
		}
		if len(saved) == 0 {
			return object.Null, nil
		}
		v := saved[i]
		i = (i + 1) % len(saved)
		return v, nil
	}, nil
}

func accumulateIter(th *object.Thread, args, kw []Value) (func(*object.Thread) (Value, error), error) {
	a, err := object.Args("accumulate", args, kw, "iterable", "|", "func", "*", "initial")
	if err != nil {
		return nil, err
	}
	it, err := object.Iter(th, a[0])
	if err != nil {
		return nil, err
	}
	total := object.Null
	started := false
	return func(th *object.Thread) (Value, error) {
		if !started && !a[2].IsNull() && !a[2].IsNone() {
			started, total = true, a[2]
			return total, nil
		}
		started = true
		v, err := object.Next(th, it)
		if err != nil || v.IsNull() {
			return object.Null, err
		}
		if total.IsNull() {
			total = v
		} else if a[1].IsNull() || a[1].IsNone() {
			total, err = object.BinaryOp(th, object.OpAdd, total, v)
		} else {
			total, err = object.Call(th, a[1], total, v)
		}
		return total, err
	}, nil
}

func isliceIter(th *object.Thread, args, kw []Value) (func(*object.Thread) (Value, error), error) {
	if len(args) < 2 || len(args) > 4 {
		return nil, object.TypeErrorf("islice expected at least 2 arguments, got %d", len(args))
	}
	it, err := object.Iter(th, args[0])
	if err != nil {
		return nil, err
	}
	start, stop, step := 0, -1, 1
	get := func(v Value, to *int, what string) error {
		if v.IsNone() {
			return nil
		}
		n, err := object.ToInt(th, v)
		if err != nil || n < 0 {
			return object.ValueErrorf("%s", what)
		}
		*to = n
		return nil
	}
	const indices = "Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize."
	if len(args) == 2 {
		err = get(args[1], &stop, "Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
	} else {
		if err = get(args[1], &start, indices); err == nil {
			err = get(args[2], &stop, indices)
		}
		if err == nil && len(args) == 4 {
			if err = get(args[3], &step, "Step for islice() must be a positive integer or None."); err == nil && step == 0 {
				err = object.ValueErrorf("Step for islice() must be a positive integer or None.")
			}
		}
	}
	if err != nil {
		return nil, err
	}
	pos, want := 0, start
	return func(th *object.Thread) (Value, error) {
		if stop >= 0 && want >= stop {
			for pos < stop { // consume what the slice covers
				if v, err := object.Next(th, it); err != nil || v.IsNull() {
					pos = stop
					return object.Null, err
				}
				pos++
			}
			return object.Null, nil
		}
		for {
			v, err := object.Next(th, it)
			if err != nil || v.IsNull() {
				stop, want = 0, 0
				return object.Null, err
			}
			pos++
			if pos > want {
				want += step
				return v, nil
			}
		}
	}, nil
}

func starmapIter(th *object.Thread, args, kw []Value) (func(*object.Thread) (Value, error), error) {
	if len(args) != 2 {
		return nil, object.TypeErrorf("starmap expected 2 arguments, got %d", len(args))
	}
	f := args[0]
	it, err := object.Iter(th, args[1])
	return func(th *object.Thread) (Value, error) {
		v, err := object.Next(th, it)
		if err != nil || v.IsNull() {
			return object.Null, err
		}
		a, err := object.ToSlice(th, v)
		if err != nil {
			return object.Null, err
		}
		return object.CallArgs(th, f, a, nil)
	}, err
}

func compressIter(th *object.Thread, args, kw []Value) (func(*object.Thread) (Value, error), error) {
	a, err := object.Args("compress", args, kw, "data", "selectors")
	if err != nil {
		return nil, err
	}
	its, err := iters(th, a)
	return func(th *object.Thread) (Value, error) {
		for {
			v, err := object.Next(th, its[0])
			if err != nil || v.IsNull() {
				return object.Null, err
			}
			s, err := object.Next(th, its[1])
			if err != nil || s.IsNull() {
				return object.Null, err
			}
			if t, err := object.IsTrue(th, s); err != nil || t {
				return v, err
			}
		}
	}, err
}

func pairwiseIter(th *object.Thread, args, kw []Value) (func(*object.Thread) (Value, error), error) {
	if len(args) != 1 {
		return nil, object.TypeErrorf("pairwise expected 1 argument, got %d", len(args))
	}
	it, err := object.Iter(th, args[0])
	prev := object.Null
	return func(th *object.Thread) (Value, error) {
		if prev.IsNull() {
			v, err := object.Next(th, it)
			if err != nil || v.IsNull() {
				return object.Null, err
			}
			prev = v
		}
		v, err := object.Next(th, it)
		if err != nil || v.IsNull() {
			return object.Null, err
		}
		t := object.NewTuple(prev, v)
		prev = v
		return t.Ref(), nil
	}, err
}

func batchedIter(th *object.Thread, args, kw []Value) (func(*object.Thread) (Value, error), error) {
	a, err := object.Args("batched", args, kw, "iterable", "n", "|", "*", "strict")
	if err != nil {
		return nil, err
	}
	n, err := object.ToInt(th, a[1])
	if err != nil {
		return nil, err
	}
	if n < 1 {
		return nil, object.ValueErrorf("n must be at least one")
	}
	strict := !a[2].IsNull() && a[2] == object.True
	it, err := object.Iter(th, a[0])
	return func(th *object.Thread) (Value, error) {
		var out []Value
		for len(out) < n {
			v, err := object.Next(th, it)
			if err != nil {
				return object.Null, err
			}
			if v.IsNull() {
				break
			}
			out = append(out, v)
		}
		if len(out) == 0 {
			return object.Null, nil
		}
		if strict && len(out) < n {
			return object.Null, object.ValueErrorf("batched(): incomplete batch")
		}
		return object.NewTuple(out...).Ref(), nil
	}, err
}

func zipLongestIter(th *object.Thread, args, kw []Value) (func(*object.Thread) (Value, error), error) {
	n := len(args) - len(kw)
	fill := object.None
	for i, k := range kw {
		if s, _ := object.Text(k); s != "fillvalue" {
			return nil, object.TypeErrorf("zip_longest() got an unexpected keyword argument")
		}
		fill = args[n+i]
	}
	its, err := iters(th, args[:n])
	active := n
	return func(th *object.Thread) (Value, error) {
		if active == 0 {
			return object.Null, nil
		}
		out := make([]Value, len(its))
		for i, it := range its {
			if it.IsNull() {
				out[i] = fill
				continue
			}
			v, err := object.Next(th, it)
			if err != nil {
				return object.Null, err
			}
			if v.IsNull() {
				if active--; active == 0 {
					return object.Null, nil
				}
				its[i] = object.Null
				v = fill
			}
			out[i] = v
		}
		return object.NewTuple(out...).Ref(), nil
	}, err
}

func groupbyIter(groupType *object.Type) func(th *object.Thread, args, kw []Value) (func(*object.Thread) (Value, error), error) {
	return func(th *object.Thread, args, kw []Value) (func(*object.Thread) (Value, error), error) {
		a, err := object.Args("groupby", args, kw, "iterable", "|", "key")
		if err != nil {
			return nil, err
		}
		it, err := object.Iter(th, a[0])
		if err != nil {
			return nil, err
		}
		var curVal, curKey, groupKey Value
		done := false
		step := func(th *object.Thread) error {
			v, err := object.Next(th, it)
			if err != nil {
				return err
			}
			if v.IsNull() {
				done = true
				curVal = object.Null
				return nil
			}
			curVal, curKey = v, v
			if !a[1].IsNull() && !a[1].IsNone() {
				curKey, err = object.Call(th, a[1], v)
			}
			return err
		}
		serial := 0
		return func(th *object.Thread) (Value, error) {
			serial++
			for {
				if curVal.IsNull() {
					if done {
						return object.Null, nil
					}
					if err := step(th); err != nil {
						return object.Null, err
					}
					if done {
						return object.Null, nil
					}
				}
				if groupKey.IsNull() {
					break
				}
				same, err := object.Equal(th, groupKey, curKey)
				if err != nil {
					return object.Null, err
				}
				if !same {
					break
				}
				curVal = object.Null
			}
			groupKey = curKey
			mine, key := serial, groupKey
			group := object.NewGoIter(groupType, func(th *object.Thread) (Value, error) {
				if mine != serial {
					return object.Null, nil
				}
				if curVal.IsNull() {
					if done {
						return object.Null, nil
					}
					if err := step(th); err != nil {
						return object.Null, err
					}
					if done {
						return object.Null, nil
					}
				}
				same, err := object.Equal(th, key, curKey)
				if err != nil || !same {
					return object.Null, err
				}
				v := curVal
				curVal = object.Null
				return v, nil
			})
			return object.NewTuple(key, group).Ref(), nil
		}, nil
	}
}

func teeFunc(teeType *object.Type) func(th *object.Thread, args, kw []Value) (Value, error) {
	return func(th *object.Thread, args, kw []Value) (Value, error) {
		a, err := object.Args("tee", args, kw, "iterable", "|", "n", "/")
		if err != nil {
			return object.Null, err
		}
		n := 2
		if !a[1].IsNull() {
			if n, err = object.ToInt(th, a[1]); err != nil {
				return object.Null, err
			}
		}
		if n < 0 {
			return object.Null, object.ValueErrorf("n must be >= 0")
		}
		it, err := object.Iter(th, a[0])
		if err != nil {
			return object.Null, err
		}
		type link struct {
			v    Value
			next *link
		}
		head := &link{}
		out := make([]Value, n)
		for i := range out {
			at := head
			out[i] = object.NewGoIter(teeType, func(th *object.Thread) (Value, error) {
				if at.next == nil {
					v, err := object.Next(th, it)
					if err != nil || v.IsNull() {
						return object.Null, err
					}
					at.next = &link{v: v}
				}
				at = at.next
				return at.v, nil
			})
		}
		return object.NewTuple(out...).Ref(), nil
	}
}
