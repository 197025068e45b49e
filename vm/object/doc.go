// Package object holds the values of the virtual machine: their representation, the built-in types, and the
// protocols (attribute access, calls, arithmetic, iteration, ...) that work on every value.
//
// A Value is two words: a pointer to a Header, whose first word is the type, and a payload word. Machine ints,
// floats and bools live in the payload and share one static header per type, so arithmetic on them allocates
// nothing; every other value is a heap struct that begins with its own Header. The zero Value is "absent" (NULL):
// an unbound local, a deleted slot, the end of an iteration. `==` on Values is Python's `is`.
//
// Protocols are found through the slots of a Type, which are Go functions. Built-in types fill them directly and
// show them to Python as dunder methods; for a class written in Python each slot is a wrapper that calls the dunder
// method, refreshed when the class is changed. So a Python class can derive from any built-in type: its instances
// are the same Go struct (the type's Layout) under another Type.
//
// A raised Python exception travels as a Go error of type *Exception.
//
// Calls are in vectorcall style: args holds the positional values followed by the keyword values, and kwNames the
// names of the latter. The callee must not keep or change args: it may lie on the interpreter's value stack.
//
// It is a part of this module; package magneto is for use from outside.
package object
