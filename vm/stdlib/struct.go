package stdlib

import (
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// A compiled format is a struct.Struct.
type compiledStruct struct {
	*structFormat
	text string
}

var structType *object.Type

func asStruct(v Value) *compiledStruct {
	n, _ := object.AsNative(v)
	return n.V.(*compiledStruct)
}

// unpackFrom unpacks what lies at an offset of a buffer.
func (f *structFormat) unpackFrom(th *object.Thread, buffer, offset Value) (Value, error) {
	b, err := object.BytesOf(buffer)
	if err != nil {
		return object.Null, err
	}
	at, err := intOr(th, offset, 0)
	if err != nil {
		return object.Null, err
	}
	if at, err = f.place(b, at, "unpack"); err != nil {
		return object.Null, err
	}
	return f.unpackTuple(b[at : at+f.size])
}

// place checks an offset, which counts from the end where it is negative.
func (f *structFormat) place(b []byte, at int, verb string) (int, error) {
	if at < 0 {
		if at+f.size > 0 && at+len(b) >= 0 {
			lack := map[string]string{"pack": "no space", "unpack": "not enough data"}[verb]
			return 0, object.Raisef(structError, "%s to %s %d bytes at offset %d", lack, verb, f.size, at)
		}
		if at+len(b) < 0 {
			return 0, object.Raisef(structError, "offset %d out of range for %d-byte buffer", at, len(b))
		}
		at += len(b)
	}
	if at > len(b)-f.size {
		return 0, object.Raisef(structError, "%s requires a buffer of at least %d bytes for %sing %d bytes at offset %d (actual buffer size is %d)",
			map[string]string{"pack": "pack_into", "unpack": "unpack_from"}[verb], uint64(at)+uint64(f.size), verb, f.size, at, len(b))
	}
	return at, nil
}

func (f *structFormat) packInto(th *object.Thread, args []Value) (Value, error) {
	if len(args) < 1 {
		return object.Null, object.TypeErrorf("pack_into expected buffer argument")
	}
	if len(args) < 2 {
		return object.Null, object.TypeErrorf("pack_into expected offset argument")
	}
	b, ok := object.WritableBytes(args[0])
	if !ok {
		return object.Null, object.TypeErrorf("argument must be read-write bytes-like object, not %s", args[0].Type().Name)
	}
	at, err := object.ToInt(th, args[1])
	if err != nil {
		return object.Null, err
	}
	if at, err = f.place(b, at, "pack"); err != nil {
		return object.Null, err
	}
	packed, err := f.pack(th, args[2:])
	copy(b[at:], packed)
	return object.None, err
}

func (f *structFormat) iterate(buffer Value) (Value, error) {
	b, err := object.BytesOf(buffer)
	if err != nil {
		return object.Null, err
	}
	if f.size == 0 {
		return object.Null, object.Raisef(structError, "cannot iteratively unpack with a struct of length 0")
	}
	if len(b)%f.size != 0 {
		return object.Null, object.Raisef(structError, "iterative unpacking requires a buffer of a multiple of %d bytes", f.size)
	}
	return object.NewGoIter(unpackIterType, func(th *object.Thread) (Value, error) {
		if len(b) == 0 {
			return object.Null, nil
		}
		record := b[:f.size]
		b = b[f.size:]
		return f.unpackTuple(record)
	}), nil
}

var unpackIterType = object.NewIterType("unpack_iterator", "_struct")

func init() {
	interp.RegisterNative("struct", func(th *object.Thread) *object.Module {
		m := object.NewModule("struct")
		if structError == nil {
			structError = object.NewType("error", "struct", object.ExceptionType, object.Spec{})
		}
		m.SetType(structError)
		if structType == nil {
			structType = newStructType()
		}
		m.SetType(structType)
		// Functions of a format and more: those of Struct with the format in front.
		with := func(name string, f func(th *object.Thread, s *structFormat, args, kw []Value) (Value, error)) {
			m.SetFunc(name, func(th *object.Thread, args, kw []Value) (Value, error) {
				if len(args) == len(kw) {
					return object.Null, object.TypeErrorf("missing format argument")
				}
				s, err := structOf(th, args[0])
				if err != nil {
					return object.Null, err
				}
				return f(th, s, args[1:], kw)
			})
		}
		with("pack", func(th *object.Thread, s *structFormat, args, kw []Value) (Value, error) {
			b, err := s.pack(th, args)
			return object.NewBytes(b), err
		})
		with("pack_into", func(th *object.Thread, s *structFormat, args, kw []Value) (Value, error) { return s.packInto(th, args) })
		with("unpack_from", unpackFromArgs)
		exact := func(name string, f func(s *structFormat, args []Value) (Value, error), arity int) {
			m.SetFunc(name, func(th *object.Thread, args, kw []Value) (Value, error) {
				if len(args) != arity {
					if arity == 1 {
						return object.Null, object.TypeErrorf("_struct.%s() takes exactly one argument (%d given)", name, len(args))
					}
					return object.Null, object.TypeErrorf("%s expected %d arguments, got %d", name, arity, len(args))
				}
				s, err := structOf(th, args[0])
				if err != nil {
					return object.Null, err
				}
				return f(s, args[1:])
			})
		}
		exact("calcsize", func(s *structFormat, args []Value) (Value, error) { return object.Int(int64(s.size)), nil }, 1)
		exact("unpack", func(s *structFormat, args []Value) (Value, error) { return unpackAll(s, args[0]) }, 2)
		exact("iter_unpack", func(s *structFormat, args []Value) (Value, error) { return s.iterate(args[0]) }, 2)
		return m
	})
}

func unpackAll(s *structFormat, buffer Value) (Value, error) {
	b, err := object.BytesOf(buffer)
	if err != nil {
		return object.Null, err
	}
	return s.unpackTuple(b)
}

func unpackFromArgs(th *object.Thread, s *structFormat, args, kw []Value) (Value, error) {
	a, err := object.Args("unpack_from", args, kw, "buffer", "|", "offset")
	if err != nil {
		return object.Null, err
	}
	return s.unpackFrom(th, a[0], a[1])
}

func newStructType() *object.Type {
	return object.NewExtensionType("Struct", "_struct", nil, object.Spec{Layout: object.LayoutNative,
		Slots: object.Slots{
			New: func(th *object.Thread, cls *object.Type, args, kw []Value) (Value, error) {
				a, err := object.Args("Struct", args, kw, "format")
				if err != nil {
					return object.Null, err
				}
				f, err := structOf(th, a[0])
				if err != nil {
					return object.Null, err
				}
				text, ok := object.Text(a[0])
				if !ok {
					b, _ := object.BytesOf(a[0])
					text = string(b)
				}
				return object.NewNative(cls, &compiledStruct{f, text}), nil
			},
			Repr: func(th *object.Thread, v Value) (Value, error) {
				return object.NewStr(v.Type().ShortName() + "(" + object.ReprStr(asStruct(v).text) + ")"), nil
			},
		},
		Getset: []object.GetsetDef{
			{Name: "size", Get: func(th *object.Thread, v Value) (Value, error) { return object.Int(int64(asStruct(v).size)), nil }},
			{Name: "format", Get: func(th *object.Thread, v Value) (Value, error) { return object.NewStr(asStruct(v).text), nil }},
		},
		Methods: []object.Method{
			{Name: "pack", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
				b, err := asStruct(args[0]).pack(th, args[1:])
				return object.NewBytes(b), err
			}},
			{Name: "pack_into", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
				return asStruct(args[0]).packInto(th, args[1:])
			}},
			{Name: "unpack", OneArg: func(th *object.Thread, v, b Value) (Value, error) { return unpackAll(asStruct(v).structFormat, b) }},
			{Name: "unpack_from", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
				return unpackFromArgs(th, asStruct(args[0]).structFormat, args[1:], kw)
			}},
			{Name: "iter_unpack", OneArg: func(th *object.Thread, v, b Value) (Value, error) { return asStruct(v).iterate(b) }},
		}})
}
