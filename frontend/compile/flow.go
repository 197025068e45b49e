package compile

import (
	"sort"

	"github.com/magneto-go/magneto/frontend/bytecode"
)

// block is a basic block: only its last instruction may jump.
type block struct {
	instrs  []instr
	next    *block // in the order of the code: where control falls through to
	cold    bool   // reached only through exceptions
	warm    bool
	reached bool
	index   int // among all blocks, see reachable
	from    int // in unit.all, of the first instruction
	depth   int32
	start   int32 // index of the first instruction, once laid out
	handler bool  // starts an exception handler
	preds   int
	visited bool
	unbound []uint64 // locals that may be unbound at the start
}

func (b *block) last() *instr {
	if len(b.instrs) == 0 {
		return nil
	}
	return &b.instrs[len(b.instrs)-1]
}

// falls reports whether control continues behind the block.
func (b *block) falls() bool {
	l := b.last()
	return l == nil || !ends(l.op)
}

func ends(op bytecode.Opcode) bool {
	if op >= bytecode.OpcodeCount {
		return op == opJump || op == opJumpNoInterrupt
	}
	return op.Ends()
}

func isConditional(op bytecode.Opcode) bool {
	return op >= bytecode.POP_JUMP_IF_TRUE && op <= bytecode.POP_JUMP_IF_NOT_NONE
}

// opposite of the conditional jumps.
var opposite = map[bytecode.Opcode]bytecode.Opcode{
	bytecode.POP_JUMP_IF_TRUE: bytecode.POP_JUMP_IF_FALSE, bytecode.POP_JUMP_IF_FALSE: bytecode.POP_JUMP_IF_TRUE,
	bytecode.POP_JUMP_IF_NONE: bytecode.POP_JUMP_IF_NOT_NONE, bytecode.POP_JUMP_IF_NOT_NONE: bytecode.POP_JUMP_IF_NONE,
}

// finish turns the blocks of the current unit into a code object.
func (c *compiler) finish() *bytecode.Code {
	u := c.u
	blocks := u.blocks
	for i, b := range blocks {
		end := len(u.all)
		if i+1 < len(blocks) {
			end = blocks[i+1].from
		}
		b.instrs = u.all[b.from:end:end]
	}
	linkBlocks(blocks)
	blocks = mergeBlocks(reachable(blocks))
	blocks = inlineExits(blocks)
	blocks = duplicateExits(blocks)
	propagatePositions(blocks)
	for _, b := range blocks {
		peephole(u, b)
	}
	threadJumps(blocks)
	blocks = inlineExits(reachable(blocks))
	blocks = pushColdToEnd(blocks)
	blocks = duplicateExits(blocks)
	propagatePositions(blocks)
	blocks = removeNops(blocks)
	blocks = reachable(blocks)
	normalizeJumps(&blocks)
	checkUnbound(u, blocks)
	computeDepths(blocks)
	code := c.assemble(blocks)
	c.spare.put(u.all)
	return code
}

func linkBlocks(blocks []*block) {
	for i := range blocks {
		blocks[i].next = nil
		if i+1 < len(blocks) {
			blocks[i].next = blocks[i+1]
		}
	}
}

// target resolves a label through empty blocks.
func (l *label) target() *block {
	b := l.block
	for len(b.instrs) == 0 && b.next != nil {
		b = b.next
	}
	return b
}

// peephole simplifies sequences inside a block.
func peephole(u *unit, b *block) {
	out := b.instrs[:0]
	for _, in := range b.instrs {
		if n := len(out); n > 0 {
			prev := &out[n-1]
			switch in.op {
			case bytecode.TO_BOOL:
				// These give a bool already.
				switch prev.op {
				case bytecode.IS_OP, bytecode.CONTAINS_OP, bytecode.UNARY_NOT, bytecode.TO_BOOL:
					continue
				case bytecode.COMPARE_OP:
					prev.arg |= bytecode.CompareToBool
					continue
				}
			case bytecode.UNARY_NOT:
				if n >= 2 && prev.op == bytecode.TO_BOOL {
					// not (a is b), not (a in b)
					if p := &out[n-2]; p.op == bytecode.IS_OP || p.op == bytecode.CONTAINS_OP {
						p.arg ^= 1
						out = out[:n-1]
						continue
					}
				}
				if prev.op == bytecode.IS_OP || prev.op == bytecode.CONTAINS_OP {
					prev.arg ^= 1
					continue
				}
			case bytecode.POP_JUMP_IF_TRUE, bytecode.POP_JUMP_IF_FALSE:
				// x is None as a condition
				if n >= 2 && prev.op == bytecode.IS_OP {
					if k := out[n-2]; k.op == bytecode.LOAD_CONST && u.code.Consts[k.arg] == nil {
						isNone := (in.op == bytecode.POP_JUMP_IF_TRUE) == (prev.arg == 0)
						in.op = bytecode.POP_JUMP_IF_NOT_NONE
						if isNone {
							in.op = bytecode.POP_JUMP_IF_NONE
						}
						out = out[:n-2]
					}
				}
			case bytecode.GET_ITER:
				if prev.op == bytecode.CALL_INTRINSIC_1 && prev.arg == bytecode.IntrinsicListToTuple {
					out[n-1] = in
					continue
				}
			case bytecode.PUSH_NULL:
				if prev.op == bytecode.LOAD_GLOBAL && prev.arg&1 == 0 {
					prev.arg |= 1
					continue
				}
			case bytecode.UNPACK_SEQUENCE:
				if prev.op == bytecode.BUILD_TUPLE && prev.arg == in.arg && in.arg >= 1 && in.arg <= 3 {
					switch in.arg {
					case 1:
						out = out[:n-1]
					default:
						*prev = instr{op: bytecode.SWAP, arg: in.arg, region: in.region, pos: in.pos}
					}
					continue
				}
			}
		}
		out = append(out, in)
	}
	b.instrs = out
	reduceSwaps(b)
	for i := len(b.instrs) - 1; i >= 0; i-- {
		if b.instrs[i].op == bytecode.SWAP {
			swapStores(b, i)
		}
	}
}

// reachable removes the blocks that control never reaches, and empty ones.
func reachable(blocks []*block) []*block {
	for i, b := range blocks {
		b.reached, b.index = false, i
	}
	work := []*block{blocks[0]}
	visit := func(b *block) {
		if b != nil && !b.reached {
			b.reached = true
			work = append(work, b)
		}
	}
	blocks[0].reached = true
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for i := range b.instrs {
			in := &b.instrs[i]
			if in.target != nil {
				visit(in.target.target())
			}
			// Jumps back may be interrupted.
			if in.region != nil && (in.op < bytecode.OpcodeCount || in.op == opJump && in.target.target().index <= b.index) {
				visit(in.region.handler.target())
			}
		}
		if b.falls() {
			visit(b.next)
		}
	}
	out := blocks[:0]
	for _, b := range blocks {
		if b.reached && len(b.instrs) > 0 {
			out = append(out, b)
		}
	}
	// Empty blocks stay reachable through labels: target skips them by next.
	for i := range out {
		if i+1 < len(out) {
			out[i].next = out[i+1]
		} else {
			out[i].next = nil
		}
	}
	return out
}

// mergeBlocks joins blocks that only follow one another.
func mergeBlocks(blocks []*block) []*block {
	targets := map[*block]bool{}
	for _, b := range blocks {
		for i := range b.instrs {
			in := &b.instrs[i]
			if in.target != nil {
				targets[in.target.target()] = true
			}
			if in.region != nil {
				targets[in.region.handler.target()] = true
			}
		}
	}
	out := blocks[:1]
	for _, b := range blocks[1:] {
		prev := out[len(out)-1]
		if l := prev.last(); !targets[b] && prev.falls() && (l == nil || l.target == nil) {
			prev.instrs = append(prev.instrs, b.instrs...)
			continue
		}
		out = append(out, b)
	}
	linkBlocks(out)
	return out
}

// duplicateExits gives every jump to an exit block without a line its own copy,
// with the line of the jump.
func duplicateExits(blocks []*block) []*block {
	countPreds(blocks)
	var out []*block
	copies := map[*block][]*block{}
	for _, b := range blocks {
		l := b.last()
		if l == nil || l.target == nil || l.op == bytecode.FOR_ITER || l.op == bytecode.SEND {
			continue
		}
		t := l.target.target()
		if e := t.last(); t.preds < 2 || e == nil || e.target != nil || !ends(e.op) || !hasNoLine(t) {
			continue
		}
		c := &block{instrs: append([]instr(nil), t.instrs...)}
		c.instrs[0].pos = l.pos
		l.target = &label{c}
		t.preds--
		copies[t] = append(copies[t], c)
	}
	if len(copies) == 0 {
		return blocks
	}
	for _, b := range blocks {
		out = append(out, b)
		for i := len(copies[b]) - 1; i >= 0; i-- {
			out = append(out, copies[b][i])
		}
	}
	linkBlocks(out)
	return out
}

// isExit reports a short block that ends the code and belongs to no line or to
// few instructions: it is cheaper to copy than to jump to.
func isExit(b *block) bool {
	l := b.last()
	return l != nil && (l.op == bytecode.RETURN_VALUE || l.op == bytecode.RAISE_VARARGS || l.op == bytecode.RERAISE) && len(b.instrs) <= 4
}

func hasNoLine(b *block) bool {
	for i := range b.instrs {
		if b.instrs[i].pos.Line != 0 {
			return false
		}
	}
	return true
}

// inlineExits copies short exit blocks to the jumps that lead there. Blocks
// without a line then take the line of the jump.
func inlineExits(blocks []*block) []*block {
	copies := 0
	for changed := true; changed; {
		changed = false
		for _, b := range blocks {
			l := b.last()
			if l == nil || l.op != opJump {
				continue
			}
			t := l.target.target()
			if t == b || t == b.next || !isExit(t) && (t.falls() || !hasNoLine(t)) {
				continue
			}
			if copies++; copies > 4*len(blocks) {
				break // jumps in a circle
			}
			l.op = bytecode.NOP
			l.target = nil
			b.instrs = append(b.instrs, t.instrs...)
			b.last().threaded = true
			changed = true
		}
	}
	return reachable(blocks)
}

// threadJumps makes jumps to jumps go to the end of the chain.
func threadJumps(blocks []*block) {
	for _, b := range blocks {
		l := b.last()
		if l == nil || l.target == nil || l.op == bytecode.FOR_ITER || l.op == bytecode.SEND {
			continue
		}
		for range 10 {
			t := l.target.target()
			if t == b {
				break
			}
			first := firstReal(t)
			if first == nil || first.op != opJump || first.target.target() == t {
				break
			}
			if l.op == opJumpNoInterrupt {
				break
			}
			// A NOP or jump with a line of its own keeps it.
			if first.pos.Line != 0 && first.pos.Line != l.pos.Line {
				break
			}
			l.target = first.target
			l.threaded = true
		}
	}
}

// firstReal returns the first instruction of a block that is not a removable NOP.
func firstReal(b *block) *instr {
	for i := range b.instrs {
		in := &b.instrs[i]
		if in.op == bytecode.NOP && in.pos.Line == 0 {
			continue
		}
		return in
	}
	return nil
}

// pushColdToEnd moves the blocks that only exceptions reach behind the others.
func pushColdToEnd(blocks []*block) []*block {
	for _, b := range blocks {
		b.warm, b.cold = false, false
	}
	work := []*block{blocks[0]}
	blocks[0].warm = true
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		visit := func(t *block) {
			if t != nil && !t.warm {
				t.warm = true
				work = append(work, t)
			}
		}
		for i := range b.instrs {
			if in := &b.instrs[i]; in.target != nil {
				visit(in.target.target())
			}
		}
		if b.falls() {
			visit(b.next)
		}
	}
	anyCold := false
	for _, b := range blocks {
		b.cold = !b.warm
		anyCold = anyCold || b.cold
	}
	if !anyCold {
		return blocks
	}
	var warm, cold []*block
	for _, b := range blocks {
		if b.falls() && b.next != nil && b.next.cold != b.cold {
			// Control can no longer fall through.
			jump := &block{cold: b.cold, warm: b.warm}
			jump.instrs = []instr{{op: opJumpNoInterrupt, target: &label{b.next}, pos: bytecode.NoPos}}
			if b.cold {
				cold = append(cold, b, jump)
			} else {
				warm = append(warm, b, jump)
			}
			continue
		}
		if b.cold {
			// From a handler back to the normal code there is nothing to poll for.
			if l := b.last(); l.op == opJump && !l.threaded && l.target.target().warm {
				l.op = opJumpNoInterrupt
			}
			cold = append(cold, b)
		} else {
			warm = append(warm, b)
		}
	}
	all := append(warm, cold...)
	linkBlocks(all)
	return all
}

// propagatePositions gives instructions without a line that of the one before,
// also over a jump or fall through that is the only way to a block.
func propagatePositions(blocks []*block) {
	countPreds(blocks)
	for _, b := range blocks {
		prev := bytecode.NoPos
		for i := range b.instrs {
			if in := &b.instrs[i]; in.pos.Line == 0 {
				if in.op != opSetup {
					in.pos = prev
				}
			} else {
				prev = in.pos
			}
		}
		give := func(t *block) {
			if t == nil || t.preds != 1 || t.handler || len(t.instrs) == 0 || prev.Line == 0 {
				return
			}
			for i := range t.instrs {
				if t.instrs[i].pos.Line != 0 && t.instrs[i].op != opSetup {
					break
				}
				if t.instrs[i].op != opSetup {
					t.instrs[i].pos = prev
					break
				}
			}
		}
		if b.falls() {
			give(b.next)
		}
		if l := b.last(); l != nil && l.target != nil {
			give(l.target.target())
		}
	}
}

// countPreds counts the ways to each block and marks handlers.
func countPreds(blocks []*block) {
	for _, b := range blocks {
		b.preds = 0
		b.handler = false
	}
	for _, b := range blocks {
		for i := range b.instrs {
			in := &b.instrs[i]
			if in.target != nil {
				in.target.target().preds++
			}
			if in.region != nil && in.op < bytecode.OpcodeCount {
				in.region.handler.target().handler = true
			}
		}
		if b.falls() && b.next != nil {
			b.next.preds++
		}
	}
	blocks[0].preds++
}

// removeNops removes NOPs, and jumps to the next instruction, unless they are all
// that is left of their line.
func removeNops(blocks []*block) []*block {
	for bi, b := range blocks {
		// A jump to the block that follows anyway.
		if l := b.last(); l != nil && (l.op == opJump || l.op == opJumpNoInterrupt) && bi+1 < len(blocks) && l.target.target() == blocks[bi+1] {
			l.op, l.target = bytecode.NOP, nil
		}
	}
	for bi, b := range blocks {
		out := b.instrs[:0]
		prevLine := int32(-1)
		for i, in := range b.instrs {
			if in.op == bytecode.NOP {
				line := in.pos.Line
				if line == 0 || line == prevLine {
					continue
				}
				// The next instruction has the same line or none: it takes this one's.
				var next *instr
				for j := i + 1; j < len(b.instrs); j++ {
					if b.instrs[j].op != opSetup {
						next = &b.instrs[j]
						break
					}
				}
				if next == nil && b.falls() {
					next = lineOfNext(blocks, bi)
				}
				if next != nil && next.pos.Line == line && next.op != bytecode.NOP {
					continue
				}
				if next != nil && next.pos.Line == line && next.op == bytecode.NOP && i+1 < len(b.instrs) {
					continue
				}
				if next != nil && next.pos.Line == 0 && i+1 < len(b.instrs) {
					next.pos = in.pos
					continue
				}
			}
			if in.op != opSetup {
				prevLine = in.pos.Line
			}
			out = append(out, in)
		}
		b.instrs = out
	}
	return blocks
}

func lineOfNext(blocks []*block, bi int) *instr {
	for _, b := range blocks[bi+1:] {
		for i := range b.instrs {
			if b.instrs[i].op != opSetup {
				return &b.instrs[i]
			}
		}
	}
	return nil
}

// normalizeJumps makes conditional jumps go forward: one that goes backward
// becomes its opposite over an unconditional jump.
func normalizeJumps(blocks *[]*block) {
	index := map[*block]int{}
	for i, b := range *blocks {
		index[b] = i
	}
	var out []*block
	for i, b := range *blocks {
		out = append(out, b)
		l := b.last()
		if l == nil || !isConditional(l.op) || index[l.target.target()] > i {
			continue
		}
		back := &block{cold: b.cold, instrs: []instr{{op: opJump, target: l.target, pos: l.pos, region: l.region}}}
		out = append(out, back)
		back.instrs[0].region, l.region = nil, nil
		l.op = opposite[l.op]
		l.target = &label{b.next}
	}
	linkBlocks(out)
	*blocks = out
}

// computeDepths follows the stack depth through the blocks and tells every region
// how much of the stack its handler keeps.
func computeDepths(blocks []*block) {
	for _, b := range blocks {
		b.depth = -1
	}
	work := []*block{blocks[0]}
	blocks[0].depth = 0
	reach := func(b *block, depth int32) {
		if b != nil && b.depth < 0 {
			b.depth = depth
			work = append(work, b)
		}
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		depth := b.depth
		for i := range b.instrs {
			in := &b.instrs[i]
			switch {
			case in.op == opSetup:
				r := in.setup
				r.depth, r.known = depth-in.arg, true
				kept := r.depth + 1
				if r.lasti {
					kept++
				}
				reach(r.handler.target(), kept)
				continue
			case in.op >= bytecode.OpcodeCount:
				if in.op == opLoadClosure {
					depth++
				}
			default:
				pops, pushes := in.op.Effect(in.arg)
				depth += int32(pushes - pops)
			}
			if in.target != nil {
				reach(in.target.target(), depth)
			}
		}
		if b.falls() {
			reach(b.next, depth)
		}
	}
}

// assemble lays out the blocks as bytecode.
func (c *compiler) assemble(blocks []*block) *bytecode.Code {
	u := c.u
	code := u.code
	code.NLocals = len(u.varnames)
	cells := c.cellsOf(u)
	frees := freeNames(u.scope)
	slots := map[string]int32{}
	code.CellVars = cells
	code.FreeVars = frees
	for _, name := range cells {
		if i, ok := u.varnames[name]; ok {
			slots[name] = i
			continue
		}
		slots[name] = int32(len(code.LocalsPlus))
		code.LocalsPlus = append(code.LocalsPlus, name)
	}
	for _, name := range frees {
		slots[name] = int32(len(code.LocalsPlus))
		code.LocalsPlus = append(code.LocalsPlus, name)
	}

	order := make([]int32, len(cells))
	for i, name := range cells {
		order[i] = slots[name]
	}
	sort.Slice(order, func(i, j int) bool { return order[i] < order[j] })

	// Where each block begins.
	at := int32(len(cells))
	if len(frees) > 0 {
		at++
	}
	for _, b := range blocks {
		b.start = at
		for k := range b.instrs {
			if b.instrs[k].op != opSetup {
				at++
			}
		}
	}
	code.Instrs = make([]bytecode.Instr, 0, at)
	code.Positions = make([]bytecode.Pos, 0, at)
	emit := func(op bytecode.Opcode, arg int32, pos bytecode.Pos) {
		code.Instrs = append(code.Instrs, bytecode.Instr{Op: op, Arg: arg})
		code.Positions = append(code.Positions, pos)
	}
	if len(frees) > 0 {
		emit(bytecode.COPY_FREE_VARS, int32(len(frees)), bytecode.NoPos)
	}
	for _, slot := range order {
		emit(bytecode.MAKE_CELL, slot, bytecode.NoPos)
	}
	for _, b := range blocks {
		for k := range b.instrs {
			in := &b.instrs[k]
			if in.op == opSetup {
				continue
			}
			op, arg := in.op, in.arg
			if in.deref != "" {
				arg = slots[in.deref]
				if op == opLoadClosure {
					op = bytecode.LOAD_FAST
				}
			}
			if in.target != nil {
				arg = in.target.target().start
				op = jumpDirection(op, arg <= int32(len(code.Instrs)))
			}
			if r := in.region; r != nil && in.op != bytecode.NOP && r.handler.target().reached {
				c.protect(int32(len(code.Instrs)), r)
			}
			emit(op, arg, in.pos)
		}
	}
	size, err := code.CheckStack()
	if err != nil {
		panic(err) // a bug in this package
	}
	code.StackSize = size
	return code
}

// protect adds the instruction at index i to the handler table.
func (c *compiler) protect(i int32, r *region) {
	code := c.u.code
	h := bytecode.Handler{Start: i, End: i + 1, Target: r.handler.target().start, Depth: r.depth, Lasti: r.lasti}
	if n := len(code.Handlers); n > 0 {
		last := &code.Handlers[n-1]
		if last.End == i && last.Target == h.Target && last.Depth == h.Depth && last.Lasti == h.Lasti {
			last.End++
			return
		}
	}
	code.Handlers = append(code.Handlers, h)
}

// jumpDirection chooses the instruction for an unconditional jump.
func jumpDirection(op bytecode.Opcode, backward bool) bytecode.Opcode {
	switch {
	case op != opJump && op != opJumpNoInterrupt:
		return op
	case !backward:
		return bytecode.JUMP_FORWARD
	case op == opJump:
		return bytecode.JUMP_BACKWARD
	}
	return bytecode.JUMP_BACKWARD_NO_INTERRUPT
}

// cellsOf returns the cells of a unit: those of its scope, and of comprehensions
// that were compiled into it.
func (c *compiler) cellsOf(u *unit) []string {
	cells := cellNames(u.scope)
	seen := map[string]bool{}
	for _, name := range cells {
		seen[name] = true
	}
	for _, name := range u.extraCells {
		if !seen[name] {
			seen[name] = true
			cells = append(cells, name)
		}
	}
	if u.scope.kind != classScope {
		sort.Strings(cells)
	}
	return cells
}
