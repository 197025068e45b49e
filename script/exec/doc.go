// Package exec runs graphs: it compiles them to instructions over registers and interprets those in one loop.
//
// Values are those of the virtual machine: numbers unboxed, strings, lists, dicts and tuples its objects, tensors the objects that scripts
// see, so that a call from Python and back converts nothing but types. Operators on tensors are the host's.
package exec
