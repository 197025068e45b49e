package fx

import (
	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// unpackCount is how many variables the instruction sets that asked for an iterator, in the frame so many frames above the caller;
// None if it is no unpacking. A traced value has as many items.
func unpackCount(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	up, _ := args[0].AsInt()
	f := interp.CurrentFrame(th)
	for ; up > 0 && f != nil; up-- {
		f = f.Back()
	}
	if f == nil {
		return object.None, nil
	}
	at := f.Lasti()
	if code := f.Code(); at >= 0 && at < len(code.Instrs) && code.Instrs[at].Op == bytecode.UNPACK_SEQUENCE {
		return object.Int(int64(code.Instrs[at].Arg)), nil
	}
	return object.None, nil
}
