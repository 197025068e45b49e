//go:build vmcheck

package interp

import (
	"fmt"

	"github.com/magneto-go/magneto/vm/object"
)

// checked is what the step before left: its frame, and how deep it was.
type checked struct {
	frame *Frame
	depth int
}

// maxCounted is the recursion depth up to which checkStep counts the frames at each change of the frame.
const maxCounted = 300

// checkStep panics unless the interpreter stands where instruction in may begin: in, sp and fp belong to the current
// frame, its operand stack is as high as the code says, its entries end where the value stack does, and depth counts the
// frames. Entries above the operand stack are spoilt, so that a step that reads one, or a slice of them that is kept, shows.
func checkStep(th *object.Thread, in *instr, sp, fp *Value) {
	f := of(th).current
	fail := func(format string, args ...any) {
		panic(fmt.Sprintf("%s: instruction %d (%s): ", f.code.QualName, in.at, f.code.Instrs[in.at].Op) + fmt.Sprintf(format, args...))
	}
	if f == nil {
		panic("a step goes on without a frame")
	}
	if in.at < 0 || int(in.at) >= len(f.exec.instrs) || in != &f.exec.instrs[in.at] {
		panic(fmt.Sprintf("%s: the instruction belongs to another frame", f.code.QualName))
	}
	if fp != &f.slots[0] {
		fail("the frame pointer is not that of the frame")
	}
	height := object.Distance(fp, sp) - f.nlocals
	if want := int(depthsOf(f)[in.at]); height != want {
		fail("the operand stack has %d entries and should have %d", height, want)
	}
	for i := f.nlocals + height; i < len(f.slots); i++ {
		f.slots[i] = object.Poison
	}
	if !f.exec.counts {
		for _, v := range f.slots[:f.nlocals+height] {
			if object.IsCounted(v) {
				fail("a frame that does not count has a counted object")
			}
		}
	}
	if f.gen == nil {
		if end := &f.slots[:cap(f.slots)][len(f.slots)-1]; end != &of(th).vstack.cur[of(th).vstack.top-1] {
			fail("the frame does not end where the value stack does")
		}
	}
	if f != of(th).checked.frame || of(th).depth != of(th).checked.depth {
		of(th).checked.frame, of(th).checked.depth = f, of(th).depth
		if of(th).depth < maxCounted {
			n := 0
			for g := f; g != nil; g = g.back {
				n++
			}
			if n != of(th).depth {
				fail("depth is %d with %d frames", of(th).depth, n)
			}
		}
	}
}

// depthsOf is the height of the operand stack before each instruction.
func depthsOf(f *Frame) []int32 {
	x := f.exec
	if x.depths == nil {
		var err error
		if x.depths, err = f.code.StackDepths(); err != nil {
			panic(err)
		}
	}
	return x.depths
}
