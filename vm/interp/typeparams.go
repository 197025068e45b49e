package interp

import (
	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/vm/object"
)

// typingMakers names the function of the module typing that does the work of an
// intrinsic about type parameters and aliases.
var typingMakers = map[int32]string{
	bytecode.IntrinsicTypeVar:      "_make_typevar",
	bytecode.IntrinsicParamSpec:    "_make_paramspec",
	bytecode.IntrinsicTypeVarTuple: "_make_typevartuple",
	bytecode.IntrinsicGeneric:      "_make_generic",
	bytecode.IntrinsicTypeAlias:    "_make_alias",
}

var typingMakers2 = map[int32]string{
	bytecode.IntrinsicTypeVarBound:       "_make_typevar",
	bytecode.IntrinsicTypeVarConstraints: "_make_constrained",
	bytecode.IntrinsicTypeParamDefault:   "_set_default",
}

func callTyping(th *object.Thread, name string, args ...Value) (Value, error) {
	m, err := ImportModule(th, "typing")
	if err != nil {
		return object.Null, err
	}
	fn, err := object.GetAttr(th, m, name)
	if err != nil {
		return object.Null, err
	}
	return object.Call(th, fn, args...)
}

// typeIntrinsic1 performs a unary intrinsic about types.
func typeIntrinsic1(th *object.Thread, f *Frame, arg int32) error {
	name, ok := typingMakers[arg]
	if !ok {
		return object.Raisef(object.SystemError, "unknown intrinsic %d", arg)
	}
	r, err := callTyping(th, name, f.top())
	f.set(r)
	return err
}

// typeIntrinsic2 performs a binary intrinsic about types.
func typeIntrinsic2(th *object.Thread, f *Frame, arg int32) error {
	second := f.popValue()
	first := f.top()
	if arg == bytecode.IntrinsicSetTypeParams {
		return object.SetAttr(th, first, "__type_params__", second)
	}
	name, ok := typingMakers2[arg]
	if !ok {
		return object.Raisef(object.SystemError, "unknown intrinsic %d", arg)
	}
	r, err := callTyping(th, name, first, second)
	f.set(r)
	return err
}
