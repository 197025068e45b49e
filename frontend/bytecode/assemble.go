package bytecode

import "fmt"

// AsmInstr is an instruction in a form that is easy to edit: jumps and handlers
// point to instructions, so that inserting and removing never renumbers.
// Identity is the pointer.
type AsmInstr struct {
	Op      Opcode
	Arg     int32     // ignored where Target is set
	Target  *AsmInstr // for jumps
	Pos     Pos
	Handler *AsmHandler // where an exception raised here continues; nil: leaves the frame
}

// AsmHandler is an exception handler. The instructions it protects are those
// that point to it.
type AsmHandler struct {
	Target *AsmInstr
	Depth  int32 // stack entries that remain
	Lasti  bool  // push the index of the raising instruction below the exception
}

// Assemble puts instructions into code: it resolves jumps and sets Instrs,
// Positions, Handlers and StackSize. The rest of code is left as it is.
func Assemble(code *Code, list []*AsmInstr) error {
	index := make(map[*AsmInstr]int32, len(list))
	for i, in := range list {
		if _, twice := index[in]; twice {
			return fmt.Errorf("assemble %s: instruction %d (%s) is in the list twice", code.QualName, i, in.Op)
		}
		index[in] = int32(i)
	}
	code.Instrs = make([]Instr, len(list))
	code.Positions = make([]Pos, len(list))
	for i, in := range list {
		if in.Op >= OpcodeCount {
			return fmt.Errorf("assemble %s: instruction %d has invalid opcode %d", code.QualName, i, in.Op)
		}
		arg := in.Arg
		if in.Op.Jumps() {
			target, ok := index[in.Target]
			if !ok {
				return fmt.Errorf("assemble %s: instruction %d (%s) jumps to an instruction that is not in the list", code.QualName, i, in.Op)
			}
			arg = target
		}
		code.Instrs[i] = Instr{in.Op, arg}
		code.Positions[i] = in.Pos
	}
	code.Handlers = nil
	for i, in := range list {
		if in.Handler == nil {
			continue
		}
		target, ok := index[in.Handler.Target]
		if !ok {
			return fmt.Errorf("assemble %s: the handler of instruction %d (%s) is not in the list", code.QualName, i, in.Op)
		}
		entry := Handler{int32(i), int32(i) + 1, target, in.Handler.Depth, in.Handler.Lasti}
		if n := len(code.Handlers); n > 0 {
			last := &code.Handlers[n-1]
			if last.End == entry.Start && last.Target == entry.Target && last.Depth == entry.Depth && last.Lasti == entry.Lasti {
				last.End = entry.End
				continue
			}
		}
		code.Handlers = append(code.Handlers, entry)
	}
	size, err := code.CheckStack()
	if err != nil {
		return fmt.Errorf("assemble %s: %w", code.QualName, err)
	}
	code.StackSize = size
	return nil
}

// Disassemble returns the instructions of code in editable form. Assembling
// them gives the same instructions, positions and handlers.
func Disassemble(code *Code) []*AsmInstr {
	slab := make([]AsmInstr, len(code.Instrs))
	list := make([]*AsmInstr, len(code.Instrs))
	for i, in := range code.Instrs {
		list[i] = &slab[i]
		slab[i] = AsmInstr{Op: in.Op, Arg: in.Arg, Pos: code.Positions[i]}
		if in.Op.Jumps() {
			slab[i].Target = &slab[in.Arg]
		}
	}
	for _, h := range code.Handlers {
		handler := &AsmHandler{Target: &slab[h.Target], Depth: h.Depth, Lasti: h.Lasti}
		for i := h.Start; i < h.End; i++ {
			slab[i].Handler = handler
		}
	}
	return list
}

// CheckStack follows every path through code and returns the stack size that it
// needs. It reports an instruction that is reached with two different depths,
// takes more than there is, or runs off the end.
func (c *Code) CheckStack() (size int, err error) {
	depths, err := c.StackDepths()
	if err != nil {
		return 0, err
	}
	for i, d := range depths {
		if d < 0 {
			continue
		}
		pops, pushes := c.Instrs[i].Op.Effect(c.Instrs[i].Arg)
		size = max(size, int(d), int(d)-pops+pushes)
	}
	return size, nil
}

// StackDepths returns the number of stack entries before each instruction, -1
// for instructions that are never reached.
func (c *Code) StackDepths() ([]int32, error) {
	depths := make([]int32, len(c.Instrs))
	for i := range depths {
		depths[i] = -1
	}
	if len(c.Instrs) == 0 {
		return depths, nil
	}
	var work []int32
	reach := func(from, to int, depth int32) error {
		if to >= len(c.Instrs) || to < 0 {
			return fmt.Errorf("instruction %d (%s) continues at %d, outside of the code", from, c.Instrs[from].Op, to)
		}
		if depths[to] == depth {
			return nil
		}
		if depths[to] >= 0 {
			return fmt.Errorf("instruction %d (%s) is reached with stack depth %d and from %d (%s) with %d",
				to, c.Instrs[to].Op, depths[to], from, c.Instrs[from].Op, depth)
		}
		depths[to] = depth
		work = append(work, int32(to))
		return nil
	}
	depths[0] = 0
	work = append(work, 0)
	for len(work) > 0 {
		i := int(work[len(work)-1])
		work = work[:len(work)-1]
		in := c.Instrs[i]
		pops, pushes := in.Op.Effect(in.Arg)
		need := int32(pops)
		switch in.Op {
		case COPY, SWAP:
			need = in.Arg
		case LIST_APPEND, SET_ADD, MAP_ADD, LIST_EXTEND, SET_UPDATE, DICT_UPDATE, DICT_MERGE:
			need += in.Arg
		}
		if depths[i] < need {
			return nil, fmt.Errorf("instruction %d (%s %d) needs %d stack entries and finds %d", i, in.Op, in.Arg, need, depths[i])
		}
		after := depths[i] - int32(pops) + int32(pushes)
		if in.Op.Jumps() {
			if err := reach(i, int(in.Arg), after); err != nil {
				return nil, err
			}
		}
		if !in.Op.Ends() {
			if err := reach(i, i+1, after); err != nil {
				return nil, err
			}
		}
		if h := c.HandlerAt(i); h != nil {
			if depths[i] < h.Depth {
				return nil, fmt.Errorf("instruction %d (%s) has stack depth %d and a handler that keeps %d", i, in.Op, depths[i], h.Depth)
			}
			depth := h.Depth + 1
			if h.Lasti {
				depth++
			}
			if err := reach(i, int(h.Target), depth); err != nil {
				return nil, err
			}
		}
	}
	return depths, nil
}
