package stdlib

import (
	"github.com/magneto-go/magneto/frontend/syntax"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// _lexemes splits programs for module tokenize: lexemes(text) is a list of (type, text, line, col, end line, end col) and what
// is wrong behind the last of them, None or (kind, message, line, col).
func init() {
	interp.RegisterNative("_lexemes", func(th *object.Thread) *object.Module {
		m := object.NewModule("_lexemes")
		m.SetFunc("lexemes", required("lexemes", 1, func(th *object.Thread, args, kw []Value) (Value, error) {
			text, ok := object.Text(args[0])
			if !ok {
				return object.Null, object.TypeErrorf("program text must be str, not %s", args[0].Type().Name)
			}
			list, failure := syntax.Lexemes(text)
			out := object.NewList()
			number := func(n int) Value { return object.Int(int64(n)) }
			for _, l := range list {
				out.Items = append(out.Items, object.NewTuple(object.StrValue(l.Type), object.NewStr(l.Text), number(l.Line), number(l.Col), number(l.EndLine), number(l.EndCol)).Ref())
			}
			wrong := object.None
			if failure != nil {
				wrong = object.NewTuple(object.NewStr(failure.Kind), object.NewStr(failure.Msg), number(failure.Line), number(failure.Col)).Ref()
			}
			return object.NewTuple(out.Ref(), wrong).Ref(), nil
		}))
		return m
	})
}
