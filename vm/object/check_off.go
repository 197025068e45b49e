//go:build !vmcheck

package object

// Checking is true in builds with the tag vmcheck, which check what natives and the interpreter do with the value stack.
const Checking = false

type loan struct{ args []Value }

// lend gives args on; it is still borrowed.
func lend(args []Value) loan { return loan{args} } // borrowed: Checking is false

func (loan) end() {}
