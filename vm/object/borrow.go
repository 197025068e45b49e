package object

import "slices"

// Keep is a copy of borrowed arguments that a native function may hold on to: see CallFunc.
func Keep(args []Value) []Value { return slices.Clone(args) }

// lentRoom is how many arguments of calls from Go that are in progress lie in a thread's own room.
const lentRoom = 256

// lend copies the arguments of a call to where they can be lent from: the room of the thread, which is a stack, or the heap where
// that is full. So the caller's list need not be on the heap, though the function that is called is not known.
func (th *Thread) lend(args []Value) []Value {
	used := len(th.lent)
	if used+len(args) > cap(th.lent) {
		if th.lent != nil {
			return slices.Clone(args)
		}
		th.lent = make([]Value, 0, max(lentRoom, len(args)))
	}
	th.lent = append(th.lent, args...)
	return th.lent[used:len(th.lent):len(th.lent)]
}

// takeBack ends the loan that was made last of those that have not ended.
func (th *Thread) takeBack(own []Value) {
	clear(own)
	if n := len(th.lent) - len(own); n >= 0 && len(own) > 0 && &th.lent[n] == &own[0] {
		th.lent = th.lent[:n]
	}
}
