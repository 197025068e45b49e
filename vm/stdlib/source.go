package stdlib

import (
	"strings"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// literalOps are the instructions that the evaluation of a literal consists of.
var literalOps = map[bytecode.Opcode]bool{
	bytecode.RESUME: true, bytecode.RETURN_VALUE: true, bytecode.LOAD_CONST: true, bytecode.LOAD_SMALL_INT: true, bytecode.UNARY_NEGATIVE: true, bytecode.BINARY_OP: true,
	bytecode.BUILD_LIST: true, bytecode.BUILD_TUPLE: true, bytecode.BUILD_SET: true, bytecode.BUILD_MAP: true,
	bytecode.LIST_EXTEND: true, bytecode.LIST_APPEND: true, bytecode.SET_UPDATE: true, bytecode.SET_ADD: true, bytecode.MAP_ADD: true,
}

// The module _source: what traceback, linecache and ast ask of the sources.
func init() {
	interp.RegisterNative("_source", func() *object.Module {
		m := object.NewModule("_source")
		m.SetFunc("lines", func(args, kw []Value) (Value, error) {
			name, _ := object.Text(args[0])
			text, ok := interp.SourceText(name)
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
		})
		m.SetFunc("literal", func(args, kw []Value) (Value, error) {
			text, _ := object.Text(args[0])
			code, err := interp.CompileSource("<unknown>", []byte(text), interp.ModeEval)
			if err != nil {
				return object.Null, err
			}
			for _, in := range code.Instrs {
				if !literalOps[in.Op] || in.Op == bytecode.BINARY_OP && in.Arg != bytecode.BinaryAdd && in.Arg != bytecode.BinarySubtract {
					return object.Null, object.ValueErrorf("malformed node or string: %s", object.ReprStr(text))
				}
			}
			return interp.RunCode(code, object.NewDict(), object.Null)
		})
		m.SetFunc("find_module", func(args, kw []Value) (Value, error) {
			name, _ := object.Text(args[0])
			origin, ok := interp.FindModule(name)
			if !ok {
				return object.None, nil
			}
			return object.NewStr(origin), nil
		})
		m.SetFunc("format_exception", func(args, kw []Value) (Value, error) {
			e, ok := object.AsException(args[0])
			if !ok {
				return object.NewStr("NoneType: None\n"), nil
			}
			return object.NewStr(interp.FormatException(e)), nil
		})
		m.SetFunc("format_exception_only", func(args, kw []Value) (Value, error) {
			e, ok := object.AsException(args[0])
			if !ok {
				return object.NewStr("NoneType: None\n"), nil
			}
			return object.NewStr(interp.FormatExceptionOnly(e, nil)), nil
		})
		m.SetFunc("format_tb", func(args, kw []Value) (Value, error) {
			tb, ok := object.AsTraceback(args[0])
			if !ok {
				return object.NewList().Ref(), nil
			}
			limit := 0
			if len(args) > 1 && !args[1].IsNone() {
				limit, _ = object.ToInt(args[1])
			}
			l := object.NewList()
			for ; tb != nil; tb = tb.Next {
				l.Items = append(l.Items, object.NewStr(interp.FormatFrameLine(tb.Code, tb.Lasti, tb.Line)))
				if limit > 0 && len(l.Items) == limit {
					break
				}
			}
			return l.Ref(), nil
		})
		return m
	})
}
