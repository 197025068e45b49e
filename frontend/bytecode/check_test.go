package bytecode

import "testing"

func TestCheck(t *testing.T) {
	good := func() *Code {
		return &Code{Name: "f", NLocals: 1, ArgCount: 1, LocalsPlus: []string{"x"}, Consts: []any{nil}, Names: []string{"y"}, StackSize: 1,
			Instrs: []Instr{{Op: LOAD_FAST}, {Op: LOAD_ATTR}, {Op: POP_TOP}, {Op: LOAD_CONST}, {Op: RETURN_VALUE}}, Handlers: []Handler{{Start: 0, End: 3, Target: 4}}}
	}
	if err := good().Check(); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(c *Code){
		"no instructions":        func(c *Code) { c.Instrs = nil },
		"no end":                 func(c *Code) { c.Instrs = c.Instrs[:4] },
		"too little stack":       func(c *Code) { c.StackSize = 0 },
		"nothing to pop":         func(c *Code) { c.Instrs[0] = Instr{Op: POP_TOP} },
		"no such opcode":         func(c *Code) { c.Instrs[0].Op = OpcodeCount },
		"no such local":          func(c *Code) { c.Instrs[0].Arg = 1 },
		"no such constant":       func(c *Code) { c.Instrs[3].Arg = 1 },
		"negative":               func(c *Code) { c.Instrs[3].Arg = -1 },
		"no such name":           func(c *Code) { c.Instrs[1].Arg = 2 },
		"too many locals":        func(c *Code) { c.NLocals = 2 },
		"too many args":          func(c *Code) { c.KwOnlyArgCount = 1 },
		"handler behind the end": func(c *Code) { c.Handlers[0].Target = 5 },
		"handler turned":         func(c *Code) { c.Handlers[0].Start = 4 },
	} {
		c := good()
		if spoil(c); c.Check() == nil {
			t.Errorf("%s: nothing is wrong", name)
		}
	}
}
