package object

import "slices"

// Keep is a copy of borrowed arguments that a native function may hold on to: see CallFunc.
func Keep(args []Value) []Value { return slices.Clone(args) }
