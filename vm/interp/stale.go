package interp

import "github.com/magneto-go/magneto/vm/object"

// stackDepths are the depths of the operand stack before each instruction, by code object, for DropStale.
var stackDepths = map[*object.Code][]int32{}

const maxStackDepths = 4096

// DropStale clears the entries of the operand stacks of all active frames that lie above what their instructions use.
// Popping leaves values behind there, which nothing reads but which would keep objects alive for the garbage collector.
// What is in use follows from the code and the place in it, so the interpreter loop need not keep its stack pointer up to date.
func DropStale() {
	for f := current; f != nil; f = f.back {
		depths, ok := stackDepths[f.code]
		if !ok {
			var err error
			if depths, err = f.code.StackDepths(); err != nil {
				continue
			}
			if len(stackDepths) >= maxStackDepths {
				clear(stackDepths)
			}
			stackDepths[f.code] = depths
		}
		pc := f.pc - 1
		if pc < 0 || pc >= len(depths) || depths[pc] < 0 {
			continue
		}
		used := depths[pc]
		if pc+1 < len(depths) {
			used = max(used, depths[pc+1])
		}
		if n := f.nlocals + int(used); n < len(f.slots) {
			clear(f.slots[n:])
		}
	}
}
