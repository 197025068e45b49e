package compile

import "github.com/magneto-go/magneto/frontend/bytecode"

// checkUnbound turns LOAD_FAST into LOAD_FAST_CHECK where the local may be
// unbound: a forward data-flow analysis whose state is the set of locals that
// some path leaves unbound.
func checkUnbound(u *unit, blocks []*block) {
	n := len(u.varnames)
	if n == 0 {
		return
	}
	words := (n + 63) / 64
	for _, b := range blocks {
		b.unbound = nil
		b.visited = false
	}
	params := 0
	if u.scope.isFunction() {
		params = len(u.scope.params)
	}
	start := make([]uint64, words)
	for i := params; i < n; i++ {
		start[i/64] |= 1 << (i % 64)
	}
	work := []*block{}
	merge := func(b *block, state []uint64) {
		if b == nil {
			return
		}
		changed := b.unbound == nil
		if changed {
			b.unbound = make([]uint64, words)
		}
		for i, w := range state {
			if b.unbound[i]|w != b.unbound[i] {
				b.unbound[i] |= w
				changed = true
			}
		}
		if changed && !b.visited {
			b.visited = true
			work = append(work, b)
		}
	}
	walk := func(b *block, rewrite bool) {
		state := append([]uint64(nil), b.unbound...)
		for i := range b.instrs {
			in := &b.instrs[i]
			if in.region != nil && in.op < bytecode.OpcodeCount && !rewrite {
				merge(in.region.handler.target(), state)
			}
			if in.arg < 0 || in.op >= bytecode.OpcodeCount || bytecode.Table[in.op].Operand != bytecode.OperandLocal || in.deref != "" {
				if in.target != nil && !rewrite {
					merge(in.target.target(), state)
				}
				continue
			}
			word, bit := in.arg/64, uint64(1)<<(in.arg%64)
			switch in.op {
			case bytecode.LOAD_FAST:
				if state[word]&bit != 0 {
					if rewrite {
						in.op = bytecode.LOAD_FAST_CHECK
					}
					state[word] &^= bit
				}
			case bytecode.LOAD_FAST_CHECK:
				state[word] &^= bit
			case bytecode.STORE_FAST:
				if in.maybeNull {
					state[word] |= bit
					break
				}
				state[word] &^= bit
			case bytecode.DELETE_FAST, bytecode.LOAD_FAST_AND_CLEAR:
				state[word] |= bit
			}
		}
		if b.falls() && !rewrite {
			merge(b.next, state)
		}
	}
	merge(blocks[0], start)
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		b.visited = false
		walk(b, false)
	}
	for _, b := range blocks {
		if b.unbound != nil {
			walk(b, true)
		}
	}
}
