package stdlib

import (
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// The module _codecs: what the module codecs, which is written in Python, asks of the encodings that are built in.

// unicodeHandlers are the built-in error handlers.
var unicodeHandlers = []string{"strict", "ignore", "replace", "backslashreplace", "xmlcharrefreplace", "namereplace", "surrogateescape", "surrogatepass"}

func init() {
	object.FindCodec = func(th *object.Thread, enc, which string) (Value, error) {
		m, err := interp.ImportModule(th, "codecs")
		if err != nil {
			return object.Null, err
		}
		find, err := object.GetAttr(th, m, "_text_function")
		if err != nil {
			return object.Null, err
		}
		return object.Call(th, find, object.NewStr(enc), object.NewStr(which))
	}
	interp.RegisterNative("_codecs", func(th *object.Thread) *object.Module {
		m := object.NewModule("_codecs")
		handlers := map[string]Value{}
		for _, name := range unicodeHandlers {
			m.SetFunc(name+"_errors", func(th *object.Thread, args, kw []Value) (Value, error) {
				if len(args) != 1 {
					return object.Null, object.TypeErrorf("%s_errors() takes exactly one argument (%d given)", name, len(args))
				}
				return object.HandleUnicodeError(th, name, args[0])
			})
			handlers[name], _ = object.GetAttr(th, m.Ref(), name+"_errors")
		}
		object.AddFuncs(m, []object.Method{
			{Name: "builtin_name", OneArg: func(th *object.Thread, _, v Value) (Value, error) {
				enc, _ := object.Text(v)
				name, ok := object.EncodingName(enc)
				if !ok {
					return object.None, nil
				}
				return object.NewStr(name), nil
			}},
			{Name: "register_error", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
				a, err := object.Args("register_error", args, kw, "errors", "handler", "/")
				if err != nil {
					return object.Null, err
				}
				name, ok := object.Text(a[0])
				if !ok {
					return object.Null, object.TypeErrorf("register_error() argument 1 must be str, not %s", a[0].Type().Name)
				}
				if a[1].Type().Call == nil {
					return object.Null, object.TypeErrorf("handler must be callable")
				}
				object.RegisterErrorHandler(th, name, a[1])
				return object.None, nil
			}},
			{Name: "lookup_error", OneArg: func(th *object.Thread, _, v Value) (Value, error) {
				name, ok := object.Text(v)
				if !ok {
					return object.Null, object.TypeErrorf("lookup_error() argument must be str, not %s", v.Type().Name)
				}
				if h := object.ErrorHandler(th, name); !h.IsNull() {
					return h, nil
				}
				if h, ok := handlers[name]; ok {
					return h, nil
				}
				return object.Null, object.Raisef(object.LookupError, "unknown error handler name '%s'", name)
			}},
			{Name: "encode", Fn: converted("encode")},
			{Name: "decode", Fn: converted("decode")},
		})
		return m
	})
}

// converted calls a codec by its name: `_codecs.encode(obj, encoding, errors)`.
func converted(which string) object.CallFunc {
	return func(th *object.Thread, args, kw []Value) (Value, error) {
		a, err := object.Args(which, args, kw, "obj", "|", "encoding", "errors")
		if err != nil {
			return object.Null, err
		}
		encoding, errors := object.NewStr("utf-8"), object.NewStr("strict")
		if !a[1].IsNull() {
			encoding = a[1]
		}
		if !a[2].IsNull() {
			errors = a[2]
		}
		codecs, err := interp.ImportModule(th, "codecs")
		if err != nil {
			return object.Null, err
		}
		convert, err := object.GetAttr(th, codecs, "_converted")
		if err != nil {
			return object.Null, err
		}
		return object.Call(th, convert, object.NewStr(which), a[0], encoding, errors)
	}
}
