package stdlib

import (
	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// instructionFields are those of dis.Instruction.
const instructionFields = "opname opcode arg argval argrepr offset start_offset starts_line line_number label positions cache_info"

// addInstructions puts dis.Instruction and dis.get_instructions into the module. Offsets are twice the index, as in co_code.
func addInstructions(th *object.Thread, m *object.Module, positions Value) error {
	collections, err := interp.ImportModule(th, "collections")
	if err != nil {
		return err
	}
	class, err := object.CallMethod(th, collections, "namedtuple", object.NewStr("Instruction"), object.NewStr(instructionFields))
	if err != nil {
		return err
	}
	m.Set("Instruction", class)
	m.SetFunc("get_instructions", func(th *object.Thread, args, kw []Value) (Value, error) {
		a, err := object.Args("get_instructions", args, kw, "x")
		if err != nil {
			return object.Null, err
		}
		code, err := codeOf(th, a[0])
		if err != nil {
			return object.Null, err
		}
		labels := bytecode.Labels(code.Code)
		list := make([]Value, len(code.Instrs))
		for i := range code.Instrs {
			fields, err := instruction(th, code, i, labels, positions)
			if err != nil {
				return object.Null, err
			}
			if list[i], err = object.Call(th, class, fields...); err != nil {
				return object.Null, err
			}
		}
		return object.Iter(th, object.NewList(list...).Ref())
	})
	return nil
}

// instruction is the fields of the i-th instruction.
func instruction(th *object.Thread, code *object.Code, i int, labels map[int32]int, positions Value) ([]Value, error) {
	in, p := code.Instrs[i], code.Positions[i]
	arg, value, repr := object.None, object.None, ""
	if in.Op.HasArg() {
		arg, repr = object.Int(int64(in.Arg)), bytecode.ArgRepr(code.Code, i, labels)
		value = argumentValue(code, in, arg, repr)
	}
	label := object.None
	if n, ok := labels[int32(i)]; ok {
		label = object.Int(int64(n))
	}
	place, err := object.Call(th, positions, lineOrNone(p.Line, 1), lineOrNone(p.EndLine, 1), lineOrNone(p.Col, 0), lineOrNone(p.EndCol, 0))
	if err != nil {
		return nil, err
	}
	offset := object.Int(int64(2 * i))
	starts := p.Line > 0 && (i == 0 || code.Positions[i-1].Line != p.Line)
	return []Value{object.NewStr(in.Op.String()), object.Int(int64(in.Op)), arg, value, object.NewStr(repr), offset, offset,
		object.Bool(starts), lineOrNone(p.Line, 1), label, place, object.None}, nil
}

// argumentValue is what an operand stands for: a constant, a name, the offset of a jump's target, else the operand.
func argumentValue(code *object.Code, in bytecode.Instr, arg Value, repr string) Value {
	n := int(in.Arg)
	switch bytecode.Table[in.Op].Operand {
	case bytecode.OperandConst:
		if n < len(code.ConstValues) {
			return code.ConstValues[n]
		}
	case bytecode.OperandJump:
		return object.Int(int64(2 * n))
	case bytecode.OperandName:
		return object.NewStr(code.Names[n])
	case bytecode.OperandGlobal, bytecode.OperandAttr:
		return object.NewStr(code.Names[n>>1])
	case bytecode.OperandSuper:
		return object.NewStr(code.Names[n>>2])
	case bytecode.OperandLocal, bytecode.OperandDeref, bytecode.OperandCompare:
		return object.NewStr(repr)
	}
	return arg
}

// lineOrNone is a number of a position, None where it is not known.
func lineOrNone(n, least int32) Value {
	if n < least {
		return object.None
	}
	return object.Int(int64(n))
}
