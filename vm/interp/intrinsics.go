package interp

import (
	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/vm/object"
)

// The instructions that call functions of the interpreter.

func intrinsic1(th *object.Thread, f *Frame, arg int32) error {
	v := f.top()
	switch arg {
	case bytecode.IntrinsicPrint:
		hook, err := displayHook(th)
		if err != nil {
			return err
		}
		_, err = object.Call(th, hook, v)
		f.set(object.None)
		return err
	case bytecode.IntrinsicImportStar:
		f.set(object.None)
		return importStar(th, f, v)
	case bytecode.IntrinsicStopIteration:
		e, _ := object.AsException(v)
		async := f.code.Flags&bytecode.FlagAsyncGenerator != 0
		if e.Matches(object.StopIteration) || async && e.Matches(object.StopAsyncIteration) {
			r := object.NewException(object.RuntimeError, f.gen.noun()+" raised "+e.Type().Name)
			r.Cause, r.Context = e.Ref(), e.Ref()
			r.SuppressContext = true
			f.set(r.Ref())
		}
		return nil
	case bytecode.IntrinsicAsyncGenWrap:
		f.set(wrapYielded(v))
		return nil
	case bytecode.IntrinsicUnaryPositive:
		r, err := object.Pos(th, v)
		f.set(r)
		return err
	case bytecode.IntrinsicListToTuple:
		l, _ := object.AsList(v)
		f.set(object.NewTuple(append([]Value(nil), l.Items...)...).Ref())
		return nil
	}
	return typeIntrinsic1(th, f, arg)
}

func intrinsic2(th *object.Thread, f *Frame, arg int32) error {
	if arg != bytecode.IntrinsicPrepReraiseStar {
		return typeIntrinsic2(th, f, arg)
	}
	list := f.popValue()
	orig, _ := object.AsException(f.top())
	items, _ := object.Items(list)
	r, err := object.ReraiseStar(th, orig, items)
	f.set(r)
	return err
}
