package stdlib

import (
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// _source is what linecache, traceback, getpass and importlib need of the interpreter.
func init() {
	interp.RegisterNative("_source", func(th *object.Thread) *object.Module {
		m := object.NewModule("_source")
		m.SetFunc("lines", required("lines", 1, func(th *object.Thread, args, kw []Value) (Value, error) {
			name, _ := object.Text(args[0])
			text, ok := interp.SourceText(th, name)
			if !ok {
				return object.NewList().Ref(), nil
			}
			lines := strings.SplitAfter(text, "\n")
			if n := len(lines); n > 0 && lines[n-1] == "" {
				lines = lines[:n-1]
			} else if n > 0 {
				lines[n-1] += "\n"
			}
			return object.StrList(lines), nil
		}))
		m.SetFunc("read_hidden", func(th *object.Thread, args, kw []Value) (Value, error) {
			tty, err := os.Open("/dev/tty")
			if err != nil {
				return object.None, nil
			}
			defer tty.Close()
			line, err := term.ReadPassword(int(tty.Fd()))
			if err != nil {
				return object.None, nil
			}
			return object.NewStr(string(line)), nil
		})
		m.SetFunc("find_module", required("find_module", 1, func(th *object.Thread, args, kw []Value) (Value, error) {
			name, _ := object.Text(args[0])
			origin, ok := interp.FindModule(th, name)
			if !ok {
				return object.None, nil
			}
			return object.NewStr(origin), nil
		}))
		m.SetFunc("positions", required("positions", 2, func(th *object.Thread, args, kw []Value) (Value, error) {
			code, ok := object.AsCode(args[0])
			lasti, ok2 := args[1].AsInt()
			pos := bytecode.NoPos
			if i := int(lasti) / 2; ok && ok2 && i >= 0 && i < len(code.Positions) {
				pos = code.Positions[i]
			}
			out := make([]Value, 0, 4)
			for _, n := range []int32{pos.Line, pos.EndLine, pos.Col, pos.EndCol} {
				v := object.None
				if pos.Line > 0 && n >= 0 {
					v = object.Int(int64(n))
				}
				out = append(out, v)
			}
			return object.NewTuple(out...).Ref(), nil
		}))
		m.SetFunc("excerpt", required("excerpt", 3, func(th *object.Thread, args, kw []Value) (Value, error) {
			text, _ := object.Text(args[0])
			start, err := object.ToInt(th, args[1])
			if err != nil {
				return object.Null, err
			}
			end, err := object.ToInt(th, args[2])
			if err != nil {
				return object.Null, err
			}
			return object.NewStr(interp.Excerpt(strings.Split(text, "\n"), max(start, 0), max(end, 0))), nil
		}))
		m.SetFunc("suggestion", required("suggestion", 2, func(th *object.Thread, args, kw []Value) (Value, error) {
			e, ok := object.AsException(args[0])
			if !ok {
				return object.NewStr(""), nil
			}
			tb, _ := object.AsTraceback(args[1])
			return object.NewStr(interp.Suggestion(th, e, tb)), nil
		}))
		m.SetFunc("keyword_typo", required("keyword_typo", 1, func(th *object.Thread, args, kw []Value) (Value, error) {
			e, ok := object.AsException(args[0])
			if !ok {
				return object.None, nil
			}
			msg, text, line, offset, end, ok := interp.KeywordTypo(th, e)
			if !ok {
				return object.None, nil
			}
			return object.NewTuple(object.NewStr(msg), object.NewStr(text), object.Int(int64(line)), object.Int(int64(offset)), object.Int(int64(end))).Ref(), nil
		}))
		return m
	})
}
