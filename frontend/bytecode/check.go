package bytecode

import "fmt"

// Check tells what is wrong with code that comes from a file: instructions, or arguments of them, that there are not, handlers
// outside of the code, or a stack that does not fit, see CheckStack.
func (c *Code) Check() error {
	if c.ArgCount < 0 || c.PosOnlyArgCount < 0 || c.KwOnlyArgCount < 0 || c.StackSize < 0 || c.NLocals < 0 || c.NLocals > len(c.LocalsPlus) || c.ArgCount+c.KwOnlyArgCount > c.NLocals {
		return fmt.Errorf("%s: the counts of the code do not fit", c.Name)
	}
	if len(c.Instrs) == 0 {
		return fmt.Errorf("%s: there are no instructions", c.Name)
	}
	for at, in := range c.Instrs {
		if in.Op >= OpcodeCount {
			return fmt.Errorf("%s: instruction %d: there is no opcode %d", c.Name, at, in.Op)
		}
		if n, limited := c.limit(Table[in.Op].Operand); limited && (in.Arg < 0 || int(in.Arg) >= n) {
			return fmt.Errorf("%s: instruction %d: the argument of %s is %d of %d", c.Name, at, in.Op, in.Arg, n)
		}
	}
	for _, h := range c.Handlers {
		if n := int32(len(c.Instrs)); h.Start < 0 || h.End < h.Start || h.End > n || h.Target < 0 || h.Target >= n || h.Depth < 0 {
			return fmt.Errorf("%s: a handler is outside of the code", c.Name)
		}
	}
	size, err := c.CheckStack()
	if err == nil && size > c.StackSize {
		err = fmt.Errorf("%s: the stack has %d places, and %d are needed", c.Name, c.StackSize, size)
	}
	return err
}

// limit is how many arguments an operand has.
func (c *Code) limit(o Operand) (n int, limited bool) {
	switch o {
	case OperandConst:
		return len(c.Consts), true
	case OperandName:
		return len(c.Names), true
	case OperandGlobal, OperandAttr:
		return len(c.Names) << 1, true
	case OperandSuper:
		return len(c.Names) << 2, true
	case OperandLocal, OperandDeref:
		return len(c.LocalsPlus), true
	case OperandJump:
		return len(c.Instrs), true
	case OperandBinary:
		return len(BinaryOperators), true
	case OperandCompare:
		return len(CompareOperators) << CompareShift, true
	case OperandConvert:
		return len(ConversionNames), true
	case OperandCommon:
		return len(CommonConstants), true
	case OperandSpecial:
		return len(SpecialMethods), true
	case OperandIntrinsic1:
		return len(Intrinsics1), true
	case OperandIntrinsic2:
		return len(Intrinsics2), true
	}
	return 0, false
}
