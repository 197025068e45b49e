package stdlib

import (
	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/vm/builtins"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

func init() {
	interp.RegisterNative("dis", func(th *object.Thread) *object.Module {
		m := object.NewModule("dis")
		m.SetFunc("dis", func(th *object.Thread, args, kw []Value) (Value, error) {
			a, err := object.Args("dis", args, kw, "|", "x", "*", "file")
			if err != nil {
				return object.Null, err
			}
			code, err := codeOf(th, a[0])
			if err != nil {
				return object.Null, err
			}
			pargs := []Value{object.NewStr(bytecode.Dis(code.Code)), object.NewStr("")}
			names := []Value{object.StrValue("end")}
			if !a[1].IsNull() {
				pargs = append(pargs, a[1])
				names = append(names, object.StrValue("file"))
			}
			return builtins.Print(th, pargs, names)
		})
		names := make([]Value, bytecode.OpcodeCount)
		numbers := object.NewDict()
		for op := range bytecode.OpcodeCount {
			names[op] = object.NewStr(op.String())
			numbers.Put(op.String(), object.Int(int64(op)))
		}
		m.Set("opname", object.NewList(names...).Ref())
		m.Set("opmap", numbers.Ref())
		if positions, err := positionsType(th); err == nil { // collections cannot be missing
			m.Set("Positions", positions)
			if err := addInstructions(th, m, positions); err != nil {
				panic(err) // the fields of Instruction are names
			}
		}
		return m
	})
}

// positionsType is dis.Positions, a named tuple whose fields are None where they are not given.
func positionsType(th *object.Thread) (Value, error) {
	collections, err := interp.ImportModule(th, "collections")
	if err != nil {
		return object.Null, err
	}
	make, err := object.GetAttr(th, collections, "namedtuple")
	if err != nil {
		return object.Null, err
	}
	defaults := object.NewTuple(object.None, object.None, object.None, object.None).Ref()
	return object.CallKw(th, make, []Value{object.NewStr("Positions"), object.NewStr("lineno end_lineno col_offset end_col_offset")}, object.Kw{Name: "defaults", V: defaults})
}

// codeOf is the code object of a function, method or code object.
func codeOf(th *object.Thread, v Value) (*object.Code, error) {
	if v.IsNull() {
		return nil, object.Raisef(object.RuntimeError, "no last traceback to disassemble")
	}
	if m, ok := object.AsMethod(v); ok {
		v = m.Func
	}
	if f, ok := object.AsFunction(v); ok {
		return f.Code, nil
	}
	if c, ok := object.AsCode(v); ok {
		return c, nil
	}
	if s, ok := object.Text(v); ok {
		return interp.CompileSource(th, "<dis>", []byte(s), interp.ModeExec)
	}
	return nil, object.TypeErrorf("don't know how to disassemble %s objects", v.Type().Name)
}
