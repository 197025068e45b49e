package compile

import "github.com/magneto-go/magneto/frontend/bytecode"

// reduceSwaps replaces runs of SWAP instructions by the shortest run with the
// same effect: one per element of each cycle of the permutation.
func reduceSwaps(b *block) {
	for i := 0; i < len(b.instrs); i++ {
		if b.instrs[i].op != bytecode.SWAP {
			continue
		}
		end, depth := i, 0
		for end < len(b.instrs) && (b.instrs[end].op == bytecode.SWAP || b.instrs[end].op == bytecode.NOP) {
			if b.instrs[end].op == bytecode.SWAP {
				depth = max(depth, int(b.instrs[end].arg))
			}
			end++
		}
		last := end - 1
		for b.instrs[last].op == bytecode.NOP {
			last-- // what follows may lie in another region
		}
		if last > i {
			rewriteSwaps(b.instrs[i:last+1], depth)
		}
		i = end
	}
}

func rewriteSwaps(run []instr, depth int) {
	// stack[k] is which entry ends up k below the top.
	stack := make([]int, depth)
	for k := range stack {
		stack[k] = k
	}
	for _, in := range run {
		if in.op == bytecode.SWAP {
			n := in.arg - 1
			stack[0], stack[n] = stack[n], stack[0]
		}
	}
	current := len(run) - 1
	const visited = -1
	for k := range stack {
		if stack[k] == visited || stack[k] == k {
			continue
		}
		j := k
		for {
			if j != 0 {
				run[current].op, run[current].arg = bytecode.SWAP, int32(j+1)
				current--
			}
			if stack[j] == visited {
				break
			}
			next := stack[j]
			stack[j] = visited
			j = next
		}
	}
	for ; current >= 0; current-- {
		run[current].op, run[current].arg = bytecode.NOP, 0
	}
}

// swapStores drops the SWAP at index i if the instructions that take the two
// values can be exchanged instead: a, b = b, a needs no SWAP.
func swapStores(b *block, i int) {
	first := nextStore(b, i, -1)
	if first < 0 {
		return
	}
	last := first
	line := b.instrs[first].pos.Line
	for range b.instrs[i].arg - 1 {
		if last = nextStore(b, last, line); last < 0 {
			return
		}
	}
	target := func(k int) int32 {
		if b.instrs[k].op == bytecode.STORE_FAST {
			return b.instrs[k].arg
		}
		return -1
	}
	x, y := target(first), target(last)
	if x >= 0 && x == y {
		return
	}
	for k := first + 1; k < last; k++ {
		if t := target(k); t >= 0 && (t == x || t == y) {
			return
		}
	}
	b.instrs[i].op, b.instrs[i].arg = bytecode.NOP, 0
	b.instrs[first], b.instrs[last] = b.instrs[last], b.instrs[first]
}

// nextStore returns the index behind i of an instruction that takes one value
// and does nothing that can be seen but storing it; -1 if another one is next, or
// a line other than line (-1: any).
func nextStore(b *block, i int, line int32) int {
	for i++; i < len(b.instrs); i++ {
		in := &b.instrs[i]
		if line >= 0 && in.pos.Line != line {
			return -1
		}
		switch in.op {
		case bytecode.NOP:
		case bytecode.STORE_FAST, bytecode.POP_TOP:
			return i
		default:
			return -1
		}
	}
	return -1
}
