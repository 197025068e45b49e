package amd64

import "github.com/magneto-go/magneto/loop/asm"

// Heavy bodies, exponentials and error functions among them, are chains in which most instructions wait for the one before. A processor looks ahead
// only as far as its scheduler has room, which such a body fills alone; so the instructions of two vectors alternate, and each finds work while the other waits.

// heavyCopies is how many vectors of a heavy body are computed side by side: AVX2 has half as many registers.
func (g *gen) heavyCopies() int {
	if g.avx512 {
		return 2
	}
	return 1
}

// spare is the number of vector registers that side by side computation leaves free, for operands that the instructions need for a moment.
const spare = 2

// eachAbreast generates straight-line code for copies of a body, as f selects it with g.copy set: in turn, or if they are heavy with their instructions
// alternating, where registers suffice.
func (g *gen) eachAbreast(copies int, heavy bool, vectors []asm.Reg, f func(s *selector)) {
	if !heavy || copies == 1 {
		g.eachCopy(copies, func() { g.blockWith(vectors, f) })
		return
	}
	var ends []int
	g.blockWith(vectors, func(s *selector) {
		g.eachCopy(copies, func() {
			clear(s.values)
			f(s)
			ends = append(ends, len(s.code))
		})
		if mixed := alternate(s.code, ends); mixed != nil && s.fits(mixed, len(vectors)-spare) {
			s.code = mixed
		}
	})
}

// alternate takes instructions from the pieces of code that end at ends in turn; nil if the pieces are not alike, or hold general instructions, which share
// their registers.
func alternate(code []instr, ends []int) []instr {
	n := ends[0]
	for i, end := range ends {
		if end != n*(i+1) {
			return nil
		}
	}
	mixed := make([]instr, 0, len(code))
	for i := range n {
		for piece := range ends {
			next := code[piece*n+i]
			if next.raw != nil {
				return nil
			}
			mixed = append(mixed, next)
		}
	}
	return mixed
}

// fits tells whether no more values live at once than there are registers for.
func (b *block) fits(code []instr, vectors int) bool {
	last := make([]int, len(b.masks))
	for i := range code {
		for _, v := range code[i].operands() {
			last[v] = i
		}
	}
	var live [2]int
	ends := make([][2]int, len(code)+1) // how many values die with an instruction
	for i := range code {
		if v := code[i].dst; v != 0 && b.fixed[v] < 0 {
			c := class(b.masks[v])
			if live[c]++; live[c] > [2]int{vectors, len(kmaskRegs)}[c] {
				return false
			}
			ends[max(last[v], i)][c]++
		}
		for c := range live {
			live[c] -= ends[i][c]
		}
	}
	return true
}
