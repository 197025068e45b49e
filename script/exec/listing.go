package exec

import (
	"fmt"
	"strings"

	"github.com/magneto-go/magneto/vm/object"
)

// String lists the code: inputs, constants, instructions with their registers (rN), and the registers that it returns.
func (c *Code) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "inputs %s\n", registers(c.inputs))
	for i := range c.consts {
		if k := &c.consts[i]; k.c.V != nil || k.v.IsNull() {
			fmt.Fprintf(&b, "LOADC r%d = %s\n", k.reg, k.c.Text())
		}
	}
	for i := range c.instrs {
		if x := &c.instrs[i]; x.op != opStep {
			fmt.Fprintf(&b, "%3d %s\n", i, x)
			if x.code != nil {
				b.WriteString("    | " + strings.ReplaceAll(strings.TrimSuffix(x.code.String(), "\n"), "\n", "\n    | ") + "\n")
			}
		}
	}
	fmt.Fprintf(&b, "%3d RET %s\n", len(c.instrs), registers(c.outputs))
	return b.String()
}

func registers(list []int32) string {
	parts := make([]string, len(list))
	for i, r := range list {
		parts[i] = fmt.Sprintf("r%d", r)
	}
	return strings.Join(parts, " ")
}

// reads are the registers that an instruction takes its operands from.
func (x *instr) reads() []int32 {
	switch x.op {
	case opJump, opLoopStart, opNop, opStep:
		return nil
	case opMove, opJumpFalse, opGetAttr, opNot, opUnpack:
		return []int32{x.a}
	case opLess:
		return []int32{x.out, x.a, x.b}
	}
	if x.args != nil || x.op == opCall || x.op == opCallN || x.op == opCallGraph || x.op == opPrint || x.op == opRaise || x.op == opFork || x.op >= opTuple && x.op <= opDict {
		return x.args
	}
	if x.b < 0 { // the operand is the number 1
		return []int32{x.a}
	}
	return []int32{x.a, x.b}
}

// String is "r5 = OP aten::add(r1, r2)", with the target of a jump at its end.
func (x *instr) String() string {
	var b strings.Builder
	switch {
	case x.outs != nil:
		b.WriteString(registers(x.outs) + " = ")
	case x.op != opJump && x.op != opJumpFalse && x.op != opSetAttr && x.op != opPrint && x.op != opRaise && x.op != opLess && x.out >= 0:
		fmt.Fprintf(&b, "r%d = ", x.out)
	}
	b.WriteString(opcodeNames[x.op])
	switch {
	case x.fn != nil:
		b.WriteString(" " + x.fn.Qualified)
	case x.op == opCall || x.op == opCallN:
		b.WriteString(" " + x.node.Kind)
		if x.node.Kind == "aten::wait" || x.node.Kind == "prim::awaitable_wait" {
			b.WriteString(" (WAIT)")
		}
	case x.op == opGetAttr || x.op == opSetAttr:
		b.WriteString(" " + x.node.StrAttr("name"))
	}
	if list := x.reads(); len(list) > 0 {
		b.WriteString(" " + registers(list))
	}
	if x.op == opJump || x.op == opJumpFalse || x.op == opLess {
		fmt.Fprintf(&b, " -> %d", x.c)
	}
	return b.String()
}

// step tells the watcher what comes next, with the values of its operands. Every instruction has one that tells of it in front, so numbers are half of
// what they are in the code.
func (c *Code) step(th *object.Thread, at int32, regs []Value) {
	x := c.instrs[at]
	c.steps(x.node, func() string { return c.stepText(th, at, x, regs) })
}

func (c *Code) stepText(th *object.Thread, at int32, x instr, regs []Value) string {
	x.c /= 2
	var vals []string
	for _, r := range x.reads() {
		text := "Tensor"
		if !c.host.IsTensor(regs[r]) {
			text = Text(th, c.host, regs[r], nil)
		}
		vals = append(vals, fmt.Sprintf("r%d=%s", r, text))
	}
	return strings.TrimRight(fmt.Sprintf("%s %d %s  # %s", c.Name, at/2, &x, strings.Join(vals, " ")), " #")
}
