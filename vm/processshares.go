package vm

import (
	"maps"
	"slices"
	"sync"

	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// What processes share: each program has objects of its own for it, which it leaves for others by a number.

// sharedTypes are the types of these objects, of one machine.
type sharedTypes struct{ channel, semaphore, memory, board *object.Type }

func newSharedTypes() *sharedTypes {
	return &sharedTypes{newChannelType(), newSemaphoreType(), newMemoryType(), newBoardType()}
}

func (t *sharedTypes) shares(v any) bool {
	switch v.(type) {
	case *channel, *semaphore, *memory, *board:
		return true
	}
	return false
}

// wrap makes an object of what was left.
func (t *sharedTypes) wrap(v any) (value, error) {
	switch v := v.(type) {
	case *channel:
		return object.NewNative(t.channel, v), nil
	case *semaphore:
		return object.NewNative(t.semaphore, v), nil
	case *memory:
		return object.NewNative(t.memory, v), nil
	case *board:
		return object.NewNative(t.board, v), nil
	}
	return object.Null, object.ValueErrorf("nothing was left under this key")
}

// channel is messages on their way, first in, first out, without a bound.
type channel struct {
	mu       sync.Mutex
	messages [][]byte
	writers  int // ends that are open, of those who count them
	closed   bool
	family   *interp.Family
}

func (c *channel) put(message []byte) bool {
	c.mu.Lock()
	open := !c.closed
	if open {
		c.messages = append(c.messages, message)
	}
	c.mu.Unlock()
	c.family.Nudge()
	return open
}

func (c *channel) get() ([]byte, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.messages) == 0 {
		return nil, false
	}
	m := c.messages[0]
	c.messages[0] = nil
	c.messages = c.messages[1:]
	return m, true
}

// size is the number of messages, and whether more can come.
func (c *channel) size() (n int, open bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.messages), !c.closed
}

// hold counts n more writers. With the last one the channel closes.
func (c *channel) hold(n int) {
	c.mu.Lock()
	c.writers += n
	c.closed = c.writers <= 0
	c.mu.Unlock()
	c.family.Nudge()
}

func newChannelType() *object.Type {
	self := func(v value) *channel { n, _ := object.AsNative(v); return n.V.(*channel) }
	return object.NewType("channel", "_processes", nil, object.Spec{
		Layout: object.LayoutNative, Final: true,
		Slots: object.Slots{New: func(th *object.Thread, cls *object.Type, args, kw []value) (value, error) {
			_, err := object.Args("channel", args, kw)
			return object.NewNative(cls, &channel{family: interp.MachineOf(th).Family()}), err
		}},
		Methods: []object.Method{
			{Name: "put", Fn: func(th *object.Thread, args, kw []value) (value, error) {
				a, err := object.Args("put", args, kw, "self", "message", "/")
				if err != nil {
					return object.Null, err
				}
				message, err := object.BytesOf(a[1])
				if err != nil {
					return object.Null, err
				}
				return object.Bool(self(a[0]).put(append([]byte(nil), message...))), nil
			}},
			{Name: "get", Fn: func(th *object.Thread, args, kw []value) (value, error) { // None where the time is over, EOFError where nothing will come
				a, err := object.Args("get", args, kw, "self", "timeout", "/")
				if err != nil {
					return object.Null, err
				}
				deadline, err := deadlineOf(th, a[1])
				if err != nil {
					return object.Null, err
				}
				var message []byte
				got := false
				came, err := interp.Await(th, func() bool {
					if message, got = self(a[0]).get(); got {
						return true
					}
					_, open := self(a[0]).size()
					return !open
				}, deadline)
				switch {
				case err != nil:
					return object.Null, err
				case got:
					return object.NewBytes(message), nil
				case came:
					return object.Null, object.NewException(object.EOFError, "")
				}
				return object.None, nil
			}},
			{Name: "poll", Fn: func(th *object.Thread, args, kw []value) (value, error) {
				a, err := object.Args("poll", args, kw, "self", "timeout", "/")
				if err != nil {
					return object.Null, err
				}
				deadline, err := deadlineOf(th, a[1])
				if err != nil {
					return object.Null, err
				}
				ready, err := interp.Await(th, func() bool { n, open := self(a[0]).size(); return n > 0 || !open }, deadline)
				return object.Bool(ready), err
			}},
			{Name: "size", NoArgs: func(th *object.Thread, v value) (value, error) {
				n, _ := self(v).size()
				return object.Int(int64(n)), nil
			}},
			{Name: "hold", Fn: func(th *object.Thread, args, kw []value) (value, error) {
				a, err := object.Args("hold", args, kw, "self", "writers", "/")
				if err != nil {
					return object.Null, err
				}
				n, err := object.ToInt(th, a[1])
				if err == nil {
					self(a[0]).hold(n)
				}
				return object.None, err
			}},
		},
	})
}

// semaphore is a number that may not fall below 0.
type semaphore struct {
	mu     sync.Mutex
	value  int
	family *interp.Family
}

func (s *semaphore) acquire() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.value > 0 {
		s.value--
		return true
	}
	return false
}

func (s *semaphore) release(n int) {
	s.mu.Lock()
	s.value += n
	s.mu.Unlock()
	s.family.Nudge()
}

func newSemaphoreType() *object.Type {
	self := func(v value) *semaphore { n, _ := object.AsNative(v); return n.V.(*semaphore) }
	number := func(name string, f func(s *semaphore, n int)) object.Method {
		return object.Method{Name: name, Fn: func(th *object.Thread, args, kw []value) (value, error) {
			a, err := object.Args(name, args, kw, "self", "n", "/")
			if err != nil {
				return object.Null, err
			}
			n, err := object.ToInt(th, a[1])
			if err == nil {
				f(self(a[0]), n)
			}
			return object.None, err
		}}
	}
	return object.NewType("semaphore", "_processes", nil, object.Spec{
		Layout: object.LayoutNative, Final: true,
		Slots: object.Slots{New: func(th *object.Thread, cls *object.Type, args, kw []value) (value, error) {
			a, err := object.Args("semaphore", args, kw, "value", "/")
			if err != nil {
				return object.Null, err
			}
			n, err := object.ToInt(th, a[0])
			return object.NewNative(cls, &semaphore{value: n, family: interp.MachineOf(th).Family()}), err
		}},
		Methods: []object.Method{
			{Name: "acquire", Fn: func(th *object.Thread, args, kw []value) (value, error) {
				a, err := object.Args("acquire", args, kw, "self", "timeout", "/")
				if err != nil {
					return object.Null, err
				}
				deadline, err := deadlineOf(th, a[1])
				if err != nil {
					return object.Null, err
				}
				got, err := interp.Await(th, self(a[0]).acquire, deadline)
				return object.Bool(got), err
			}},
			number("release", (*semaphore).release),
			{Name: "value", NoArgs: func(th *object.Thread, v value) (value, error) {
				s := self(v)
				s.mu.Lock()
				defer s.mu.Unlock()
				return object.Int(int64(s.value)), nil
			}},
		},
	})
}

// memory is bytes that several processes read and write.
type memory struct{ bytes []byte }

func (m *memory) Export() object.Buffer {
	return object.Buffer{Data: m.bytes, Format: "B", ItemSize: 1}
}

func newMemoryType() *object.Type {
	return object.NewType("memory", "_processes", nil, object.Spec{
		Layout: object.LayoutNative, Final: true,
		Slots: object.Slots{New: func(th *object.Thread, cls *object.Type, args, kw []value) (value, error) {
			a, err := object.Args("memory", args, kw, "size", "/")
			if err != nil {
				return object.Null, err
			}
			n, err := object.ToInt(th, a[0])
			if err != nil || n < 0 {
				return object.Null, object.ValueErrorf("a size is not negative")
			}
			return object.NewNative(cls, &memory{make([]byte, n)}), nil
		}},
	})
}

// board is notes under names, which all see: what processes that begin apart find each other by.
type board struct {
	mu     sync.Mutex
	notes  map[string][]byte
	family *interp.Family
}

func newBoard(f *interp.Family) *board { return &board{notes: map[string][]byte{}, family: f} }

func (b *board) change(f func(notes map[string][]byte)) {
	b.mu.Lock()
	f(b.notes)
	b.mu.Unlock()
	b.family.Nudge()
}

func (b *board) look(f func(notes map[string][]byte)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	f(b.notes)
}

func newBoardType() *object.Type {
	self := func(v value) *board { n, _ := object.AsNative(v); return n.V.(*board) }
	return object.NewType("board", "_processes", nil, object.Spec{
		Layout: object.LayoutNative, Final: true,
		Methods: []object.Method{
			{Name: "set", Fn: func(th *object.Thread, args, kw []value) (value, error) {
				a, err := object.Args("set", args, kw, "self", "name", "note", "/")
				if err != nil {
					return object.Null, err
				}
				name, err := textOf(a[1])
				if err != nil {
					return object.Null, err
				}
				note, err := object.BytesOf(a[2])
				if err == nil {
					self(a[0]).change(func(notes map[string][]byte) { notes[name] = append([]byte(nil), note...) })
				}
				return object.None, err
			}},
			{Name: "get", Fn: func(th *object.Thread, args, kw []value) (value, error) { // waits for the note; None where the time is over
				a, err := object.Args("get", args, kw, "self", "name", "timeout", "/")
				if err != nil {
					return object.Null, err
				}
				name, err := textOf(a[1])
				if err != nil {
					return object.Null, err
				}
				deadline, err := deadlineOf(th, a[2])
				if err != nil {
					return object.Null, err
				}
				b := self(a[0])
				var note []byte
				there, err := interp.Await(th, func() (ok bool) {
					b.look(func(notes map[string][]byte) { note, ok = notes[name] })
					return ok
				}, deadline)
				if !there || err != nil {
					return object.None, err
				}
				return object.NewBytes(append([]byte(nil), note...)), nil
			}},
			{Name: "remove", Fn: func(th *object.Thread, args, kw []value) (value, error) {
				a, err := object.Args("remove", args, kw, "self", "name", "/")
				if err != nil {
					return object.Null, err
				}
				name, err := textOf(a[1])
				was := false
				if err == nil {
					self(a[0]).change(func(notes map[string][]byte) { _, was = notes[name]; delete(notes, name) })
				}
				return object.Bool(was), err
			}},
			{Name: "swap", Fn: func(th *object.Thread, args, kw []value) (value, error) { // sets a note if the old one is as expected, None for missing
				a, err := object.Args("swap", args, kw, "self", "name", "expected", "note", "/")
				if err != nil {
					return object.Null, err
				}
				name, err := textOf(a[1])
				if err != nil {
					return object.Null, err
				}
				note, err := object.BytesOf(a[3])
				if err != nil {
					return object.Null, err
				}
				var expected []byte
				if !a[2].IsNone() {
					if expected, err = object.BytesOf(a[2]); err != nil {
						return object.Null, err
					}
				}
				done := false
				self(a[0]).change(func(notes map[string][]byte) {
					old, there := notes[name]
					if done = there != a[2].IsNone() && string(old) == string(expected); done {
						notes[name] = append([]byte(nil), note...)
					}
				})
				return object.Bool(done), nil
			}},
			{Name: "size", NoArgs: func(th *object.Thread, v value) (value, error) {
				n := 0
				self(v).look(func(notes map[string][]byte) { n = len(notes) })
				return object.Int(int64(n)), nil
			}},
			{Name: "names", NoArgs: func(th *object.Thread, v value) (value, error) {
				var names []value
				self(v).look(func(notes map[string][]byte) {
					for _, name := range slices.Sorted(maps.Keys(notes)) {
						names = append(names, object.NewStr(name))
					}
				})
				return object.NewList(names...).Ref(), nil
			}},
		},
	})
}
