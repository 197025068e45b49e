//go:build vmcheck

package object

import (
	"fmt"
	"reflect"
	"slices"
)

// Checking is true in builds with the tag vmcheck, which check what natives and the interpreter do with the value stack.
const Checking = true

// loan is the argument list of one native call: a copy, so that it can be spoilt behind the call whoever owns the list,
// and a second one that tells whether the function wrote into what it only borrowed.
type loan struct{ args, asGiven []Value }

func lend(args []Value) loan { return loan{slices.Clone(args), slices.Clone(args)} }

func (l loan) end() {
	for i, v := range l.args {
		if v != l.asGiven[i] {
			panic(fmt.Sprintf("a native function wrote into its argument %d", i))
		}
		l.args[i] = Poison
	}
}

// Poison is what stands in argument lists behind their call, and above the operand stacks: each operation on it panics.
var Poison = Value{p: &Header{typ: &Type{Header: Header{typ: TypeType}, Name: "argument kept behind its call",
	Slots: panicking(), layout: NewLayout(), final: true, ready: true, NS: NewDict()}}}

// panicking has a function that panics in each slot.
func panicking() (s Slots) {
	var fill func(v reflect.Value, name string)
	fill = func(v reflect.Value, name string) {
		switch v.Kind() {
		case reflect.Array:
			for i := range v.Len() {
				fill(v.Index(i), name)
			}
		case reflect.Func:
			v.Set(reflect.MakeFunc(v.Type(), func([]reflect.Value) []reflect.Value {
				panic(name + " of an argument that was kept behind its call, or of an entry above the stack")
			}))
		}
	}
	all := reflect.ValueOf(&s).Elem()
	for i := range all.NumField() {
		fill(all.Field(i), all.Type().Field(i).Name)
	}
	return s
}
