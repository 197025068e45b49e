package stdlib

import (
	"fmt"

	"github.com/magneto-go/magneto/vm/object"
)

// lru is a cached function: the results of calls by their keys and, where the number is bounded, the order of their use.
type lru struct {
	object.Header
	fn           Value
	max          int // -1 unbounded
	typed        bool
	infoType     Value
	entries      map[int64]*lruEntry // by the hash of the key
	n            int
	ring         lruEntry // of the entries; the next one was used longest ago
	hits, misses int64
}

type lruEntry struct {
	key, result Value
	hash        int64
	same        *lruEntry // another entry with this hash
	prev, next  *lruEntry
}

var layoutLRU = object.NewLayout()

func lv(v Value) *lru { l, _ := object.As[lru](v, layoutLRU); return l }

func (l *lru) clear() {
	l.entries, l.n = map[int64]*lruEntry{}, 0
	l.ring.prev, l.ring.next = &l.ring, &l.ring
	l.hits, l.misses = 0, 0
}

// key is the call as a key: a single int or str argument itself, else a tuple.
func (l *lru) key(args, kw []Value) Value {
	if len(kw) == 0 && len(args) == 1 && !l.typed && (args[0].IsSmallInt() || args[0].Type() == object.StrType) {
		return args[0]
	}
	n := len(args) - len(kw)
	items := make([]Value, 0, 2*len(args)+len(kw)+1)
	items = append(items, args[:n]...)
	if len(kw) > 0 {
		items = append(items, kwdMark)
		for i, k := range kw {
			items = append(items, k, args[n+i])
		}
	}
	if l.typed {
		for _, a := range args {
			items = append(items, a.Type().Ref())
		}
	}
	return object.NewTuple(items...).Ref()
}

var kwdMark = object.NewInstance(object.StartUp(), object.ObjectType)

// find is the entry of a key, nil for none, also where the comparison of keys has taken it out of the cache.
func (l *lru) find(th *object.Thread, key Value, hash int64) (*lruEntry, error) {
	for e := l.entries[hash]; e != nil; e = e.same {
		eq, err := object.Equal(th, e.key, key)
		if err != nil {
			return nil, err
		}
		if eq {
			if !l.has(e) {
				return nil, nil
			}
			return e, nil
		}
	}
	return nil, nil
}

func (l *lru) has(e *lruEntry) bool {
	for at := l.entries[e.hash]; at != nil; at = at.same {
		if at == e {
			return true
		}
	}
	return false
}

func (l *lru) add(e *lruEntry) {
	if first := l.entries[e.hash]; first == nil {
		l.entries[e.hash] = e
	} else {
		for first.same != nil {
			first = first.same
		}
		first.same = e
	}
	l.n++
	l.touch(e)
}

// touch makes an entry the one that was used last.
func (l *lru) touch(e *lruEntry) {
	if e.prev != nil {
		e.prev.next, e.next.prev = e.next, e.prev
	}
	e.prev, e.next = l.ring.prev, &l.ring
	e.prev.next, l.ring.prev = e, e
}

func (l *lru) remove(e *lruEntry) {
	e.prev.next, e.next.prev = e.next, e.prev
	at := l.entries[e.hash]
	if at == e {
		if e.same == nil {
			delete(l.entries, e.hash)
		} else {
			l.entries[e.hash] = e.same
		}
	}
	for ; at != nil; at = at.same {
		if at.same == e {
			at.same = e.same
		}
	}
	l.n--
}

// callLRU hashes the key once, and compares it only with keys of the same hash: a program may rely on either being rare.
func callLRU(th *object.Thread, v Value, args, kw []Value) (Value, error) {
	l := lv(v)
	if l.max == 0 {
		l.misses++
		return object.CallArgs(th, l.fn, args, kw)
	}
	key := l.key(args, kw)
	hash, err := object.Hash(th, key)
	if err != nil {
		return object.Null, err
	}
	e, err := l.find(th, key, hash)
	if err != nil {
		return object.Null, err
	}
	if e != nil {
		l.hits++
		if l.max > 0 {
			l.touch(e)
		}
		return e.result, nil
	}
	l.misses++
	r, err := object.CallArgs(th, l.fn, args, kw)
	if err != nil {
		return object.Null, err
	}
	if e, err = l.find(th, key, hash); err != nil || e != nil { // the function has called itself with the same arguments
		return r, err
	}
	l.add(&lruEntry{key: key, result: r, hash: hash})
	if l.max > 0 && l.n > l.max {
		l.remove(l.ring.next)
	}
	return r, nil
}

func newLRUType() *object.Type {
	return object.NewExtensionType("_lru_cache_wrapper", "functools", nil, object.Spec{Layout: layoutLRU, HasDict: true,
		Slots: object.Slots{
			New: func(th *object.Thread, cls *object.Type, args, kw []Value) (Value, error) {
				a, err := object.Args("lru_cache", args, kw, "user_function", "maxsize", "typed", "cache_info_type")
				if err != nil {
					return object.Null, err
				}
				l := &lru{Header: object.NewHeader(cls), fn: a[0], max: -1, infoType: a[3]}
				l.clear()
				if !a[1].IsNone() {
					if l.max, err = object.ToInt(th, a[1]); err != nil {
						return object.Null, err
					}
					l.max = max(l.max, 0)
				}
				l.typed, err = object.IsTrue(th, a[2])
				return l.Ref(), err
			},
			Call: callLRU,
			DescrGet: func(th *object.Thread, self, obj, owner Value) (Value, error) {
				if obj.IsNull() {
					return self, nil
				}
				return object.NewBoundMethod(self, obj), nil
			},
			Repr: func(th *object.Thread, v Value) (Value, error) {
				return object.NewStr(fmt.Sprintf("<functools._lru_cache_wrapper object at %#x>", object.ID(v))), nil
			},
		},
		Getset: []object.GetsetDef{object.DictAttr},
		Methods: []object.Method{
			{Name: "cache_info", NoArgs: func(th *object.Thread, v Value) (Value, error) {
				l := lv(v)
				size := object.None
				if l.max >= 0 {
					size = object.Int(int64(l.max))
				}
				return object.Call(th, l.infoType, object.Int(l.hits), object.Int(l.misses), size, object.Int(int64(l.n)))
			}},
			{Name: "__reduce__", NoArgs: func(th *object.Thread, v Value) (Value, error) { return object.GetAttr(th, v, "__qualname__") }},
			{Name: "__copy__", NoArgs: func(th *object.Thread, v Value) (Value, error) { return v, nil }},
			{Name: "__deepcopy__", OneArg: func(th *object.Thread, v, _ Value) (Value, error) { return v, nil }},
			{Name: "cache_clear", NoArgs: func(th *object.Thread, v Value) (Value, error) { lv(v).clear(); return object.None, nil }},
		},
	})
}
