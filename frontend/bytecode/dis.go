package bytecode

import (
	"fmt"
	"strconv"
	"strings"
)

// Dis lists code and the code objects inside it, in the format of CPython 3.14's
// dis module.
func Dis(code *Code) string {
	var b strings.Builder
	disCode(&b, code)
	return b.String()
}

func disCode(b *strings.Builder, code *Code) {
	b.WriteString(List(code))
	for _, k := range code.Consts {
		if inner, ok := k.(*Code); ok {
			fmt.Fprintf(b, "\nDisassembly of %s:\n", ConstRepr(inner))
			disCode(b, inner)
		}
	}
}

// List lists the instructions of one code object.
func List(code *Code) string { return ListAt(code, -1) }

// ListAt is List with an arrow at an instruction.
func ListAt(code *Code, current int) string {
	labels := Labels(code)
	lineWidth := lineColumnWidth(code)
	labelWidth := 0
	if len(labels) > 0 {
		labelWidth = 4 + len(strconv.Itoa(len(labels)))
	}
	var b strings.Builder
	previous := int32(-2)
	for i, in := range code.Instrs {
		line := code.Positions[i].Line
		starts := line != previous
		previous = line
		if starts && i > 0 {
			b.WriteByte('\n')
		}
		fields := make([]string, 0, 6)
		switch {
		case !starts:
			fields = append(fields, strings.Repeat(" ", lineWidth))
		case line == 0 && i > 0 || line == 0 && code.Name != "<module>" || line < 0:
			fields = append(fields, pad("--", lineWidth))
		default:
			fields = append(fields, pad(strconv.Itoa(int(line)), lineWidth))
		}
		label := ""
		if n, ok := labels[int32(i)]; ok {
			label = fmt.Sprintf("L%d:", n)
		}
		arrow := "   "
		if i == current {
			arrow = "-->"
		}
		fields = append(fields, pad(label, labelWidth), arrow, fmt.Sprintf("%-20s", in.Op.String()))
		if in.Op.HasArg() {
			width := 5 - max(0, len(in.Op.String())-20)
			fields = append(fields, pad(strconv.Itoa(int(in.Arg)), width))
			if repr := ArgRepr(code, i, labels); repr != "" {
				fields = append(fields, "("+repr+")")
			}
		}
		b.WriteString(strings.TrimRight(strings.Join(fields, " "), " "))
		b.WriteByte('\n')
	}
	if len(code.Handlers) > 0 {
		b.WriteString("ExceptionTable:\n")
		for _, h := range code.Handlers {
			lasti := ""
			if h.Lasti {
				lasti = " lasti"
			}
			fmt.Fprintf(&b, "  L%d to L%d -> L%d [%d]%s\n", labels[h.Start], labels[h.End], labels[h.Target], h.Depth, lasti)
		}
	}
	return b.String()
}

func pad(s string, width int) string {
	return strings.Repeat(" ", max(0, width-len(s))) + s
}

// Labels numbers the instructions that jumps and exception handlers refer to, from 1.
func Labels(code *Code) map[int32]int {
	refs := make([]bool, len(code.Instrs)+1)
	for _, in := range code.Instrs {
		if in.Op.Jumps() {
			refs[in.Arg] = true
		}
	}
	for _, h := range code.Handlers {
		refs[h.Start], refs[h.End], refs[h.Target] = true, true, true
	}
	labels := map[int32]int{}
	for i, referred := range refs {
		if referred {
			labels[int32(i)] = len(labels) + 1
		}
	}
	return labels
}

func lineColumnWidth(code *Code) int {
	last := int32(0)
	for _, p := range code.Positions {
		last = max(last, p.Line)
	}
	return max(3, len(strconv.Itoa(int(last))))
}

// ArgRepr explains the argument of the instruction at index i, as dis does. The
// labels may be nil.
func ArgRepr(code *Code, i int, labels map[int32]int) string {
	in := code.Instrs[i]
	arg := int(in.Arg)
	name := func(names []string, i int) string {
		if i < len(names) {
			return names[i]
		}
		return "?"
	}
	switch Table[in.Op].Operand {
	case OperandConst:
		if arg < len(code.Consts) {
			return ConstRepr(code.Consts[arg])
		}
	case OperandName:
		return name(code.Names, arg)
	case OperandGlobal:
		s := name(code.Names, arg>>1)
		if arg&1 != 0 {
			s += " + NULL"
		}
		return s
	case OperandAttr:
		s := name(code.Names, arg>>1)
		if arg&1 != 0 {
			s += " + NULL|self"
		}
		return s
	case OperandSuper:
		s := name(code.Names, arg>>2)
		if arg&1 != 0 {
			s += " + NULL|self"
		}
		return s
	case OperandLocal, OperandDeref:
		return name(code.LocalsPlus, arg)
	case OperandJump:
		if n, ok := labels[in.Arg]; ok {
			return fmt.Sprintf("to L%d", n)
		}
		return fmt.Sprintf("to %d", arg)
	case OperandBinary:
		return name(BinaryOperators[:], arg)
	case OperandCompare:
		s := name(CompareOperators[:], arg>>CompareShift)
		if arg&CompareToBool != 0 {
			return "bool(" + s + ")"
		}
		return s
	case OperandInvert:
		word := "is"
		if in.Op == CONTAINS_OP {
			word = "in"
		}
		if arg == 0 {
			return word
		}
		if word == "in" {
			return "not in"
		}
		return "is not"
	case OperandConvert:
		return name(ConversionNames[:], arg)
	case OperandCommon:
		return commonReprs[min(arg, len(commonReprs)-1)]
	case OperandSpecial:
		return name(SpecialMethods[:], arg)
	case OperandIntrinsic1:
		return name(Intrinsics1[:], arg)
	case OperandIntrinsic2:
		return name(Intrinsics2[:], arg)
	case OperandFuncAttr:
		return funcAttrNames[in.Arg]
	}
	return ""
}

var commonReprs = [...]string{"AssertionError", "NotImplementedError", "tuple", "<built-in function all>", "<built-in function any>"}

var funcAttrNames = map[int32]string{
	FuncAttrDefaults: "defaults", FuncAttrKwDefaults: "kwdefaults", FuncAttrAnnotations: "annotations",
	FuncAttrClosure: "closure", FuncAttrAnnotate: "annotate",
}
