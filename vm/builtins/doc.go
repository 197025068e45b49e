// Package builtins fills the builtins namespace: the functions and types that every program sees, and the standard
// streams they write to.
package builtins

import (
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

type Value = object.Value

// Module is the builtins module.
var Module *object.Module

func init() {
	th := object.StartUp()
	Module = object.NewModule("builtins")
	for _, t := range []*object.Type{object.ObjectType, object.TypeType, object.IntType, object.BoolType, object.FloatType, object.ComplexType,
		object.StrType, object.BytesType, object.ByteArrayType, object.MemoryViewType, object.TupleType, object.ListType, object.DictType, object.SetType, object.FrozenSetType,
		object.SliceType, object.RangeType, object.PropertyType, object.StaticMethodType, object.ClassMethodType, object.SuperType,
		object.EnumerateType, object.ZipType, object.MapType, object.FilterType, object.ReversedType} {
		Module.SetType(t)
	}
	for _, t := range object.ExceptionTypes {
		Module.SetType(t)
	}
	Module.Set("EnvironmentError", object.OSError.Ref())
	Module.Set("IOError", object.OSError.Ref())
	Module.Set("None", object.None)
	Module.Set("True", object.True)
	Module.Set("False", object.False)
	Module.Set("Ellipsis", object.Ellipsis)
	Module.Set("NotImplemented", object.NotImplemented)
	Module.Set("__debug__", object.True)
	for name, fn := range functions {
		Module.SetFunc(name, fn)
	}
	imp, _ := Module.Dict().Lookup("__import__")
	interp.SetStockImport(th, imp)
	interp.Builtins = Module.Dict()
	object.ImportModule = interp.ImportModule
	interp.Modules.Put("builtins", Module.Ref())
}
