package object

import (
	"fmt"
	"math/big"

	"github.com/magneto-go/magneto/frontend/bytecode"
)

// ConstValue is the value of a constant of compiled code.
func ConstValue(th *Thread, k any) Value {
	switch c := k.(type) {
	case nil:
		return None
	case bool:
		return Bool(c)
	case int64:
		return Int(c)
	case int:
		return Int(int64(c))
	case *big.Int:
		return BigInt(c)
	case float64:
		return Float(c)
	case complex128:
		return NewComplex(c)
	case string:
		if len(c) <= 40 {
			return Intern(c).Ref()
		}
		return NewStr(c)
	case bytecode.Bytes:
		return NewBytes([]byte(c))
	case bytecode.EllipsisType:
		return Ellipsis
	case bytecode.Tuple:
		items := make([]Value, len(c))
		for i, x := range c {
			items[i] = ConstValue(th, x)
		}
		return NewTuple(items...).Ref()
	case bytecode.FrozenSet:
		s := NewFrozenSet()
		for _, x := range c {
			s.Add(th, ConstValue(th, x))
		}
		return s.Ref()
	case bytecode.Slice:
		return NewSlice(ConstValue(th, c.Start), ConstValue(th, c.Stop), ConstValue(th, c.Step))
	case *bytecode.Code:
		return NewCode(th, c).Ref()
	case Value:
		return c
	}
	panic(fmt.Sprintf("object: unknown constant type %T", k))
}
