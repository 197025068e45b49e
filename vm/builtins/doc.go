// Package builtins fills the builtins namespace: the functions and types that every program sees, and the standard
// streams they write to.
//
// It is a part of this module; package magneto is for use from outside.
package builtins

import (
	"io"

	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

type Value = object.Value

// state is what a machine has of the builtins.
type state struct {
	module       *object.Module
	in, out, err *File
	open         map[*channel]bool // to be flushed at exit
}

var stateOf = object.NewState(newState)

// Stdin, Stdout and Stderr are the standard streams of a machine.
func Stdin(th *object.Thread) *File  { return stateOf.Of(th).in }
func Stdout(th *object.Thread) *File { return stateOf.Of(th).out }
func Stderr(th *object.Thread) *File { return stateOf.Of(th).err }

// Diagnostics is the machine's standard error for what is said to its user, not by the script.
func Diagnostics(th *object.Thread) io.Writer { return diagnostics{th} }

type diagnostics struct{ th *object.Thread }

func (d diagnostics) Write(p []byte) (int, error) {
	if _, err := Stderr(d.th).WriteText(d.th, string(p)); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Module is the builtins module.
func Module(th *object.Thread) *object.Module { return stateOf.Of(th).module }

func init() {
	object.ImportModule = interp.ImportModule
	interp.OnNewMachine(setUp)
}

// setUp makes the builtins module of a machine.
func setUp(th *object.Thread) {
	builtins := object.NewModule("builtins")
	for _, t := range []*object.Type{object.ObjectType, object.TypeType, object.IntType, object.BoolType, object.FloatType, object.ComplexType,
		object.StrType, object.BytesType, object.ByteArrayType, object.MemoryViewType, object.TupleType, object.ListType, object.DictType, object.SetType, object.FrozenSetType,
		object.SliceType, object.RangeType, object.PropertyType, object.StaticMethodType, object.ClassMethodType, object.SuperType,
		object.EnumerateType, object.ZipType, object.MapType, object.FilterType, object.ReversedType} {
		builtins.SetType(t)
	}
	for _, t := range object.ExceptionTypes {
		builtins.SetType(t)
	}
	builtins.Set("EnvironmentError", object.OSError.Ref())
	builtins.Set("IOError", object.OSError.Ref())
	builtins.Set("None", object.None)
	builtins.Set("True", object.True)
	builtins.Set("False", object.False)
	builtins.Set("Ellipsis", object.Ellipsis)
	builtins.Set("NotImplemented", object.NotImplemented)
	builtins.Set("__debug__", object.True)
	for name, fn := range functions {
		builtins.SetFunc(name, fn)
	}
	imp, _ := builtins.Dict().Lookup("__import__")
	machine := interp.MachineOf(th)
	machine.StockImport, machine.Builtins, machine.FlushFiles = imp, builtins.Dict(), FlushFiles
	stateOf.Of(th).module = builtins
	machine.Modules.Put("builtins", builtins.Ref())
}
