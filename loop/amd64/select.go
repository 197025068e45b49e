package amd64

import (
	"encoding/binary"

	"github.com/magneto-go/magneto/loop/asm"
	"github.com/magneto-go/magneto/loop/ir"
)

// Bools are mask registers under AVX-512, and under AVX2 vectors of 32-bit lanes that are 0 or -1; in the frame they are the latter
// under both.

// selector turns values into instructions of one block.
type selector struct {
	*gen
	*block
	values []operand // by ir.ID, of what this block has computed
}

// length is the vector length of values of type t.
func (g *gen) length(t ir.Type) asm.Len {
	if g.narrowed != 0 {
		return g.narrowed
	}
	if t.Wide() {
		return g.l64
	}
	return g.l32
}

// Instructions by type (i32, i64, f32, f64) of the operations that are one instruction.
type byType [4]*asm.Inst

func (b *byType) of(t ir.Type) *asm.Inst { return b[t-ir.I32] }

var (
	binaries = map[ir.Op]*byType{
		ir.Add: {asm.VPADDD, asm.VPADDQ, asm.VADDPS, asm.VADDPD},
		ir.Sub: {asm.VPSUBD, asm.VPSUBQ, asm.VSUBPS, asm.VSUBPD},
		ir.Mul: {asm.VPMULLD, asm.VPMULLQ, asm.VMULPS, asm.VMULPD},
		ir.Div: {nil, nil, asm.VDIVPS, asm.VDIVPD},
		ir.And: {asm.VANDPS, asm.VANDPD, nil, nil},
		ir.Or:  {asm.VORPS, asm.VORPD, nil, nil},
		ir.Xor: {asm.VXORPS, asm.VXORPD, nil, nil},
	}
	commutes  = map[ir.Op]bool{ir.Add: true, ir.Mul: true, ir.And: true, ir.Or: true, ir.Xor: true}
	smallest  = byType{asm.VPMINSD, asm.VPMINSQ, asm.VMINPS, asm.VMINPD}
	largest   = byType{asm.VPMAXSD, asm.VPMAXSQ, asm.VMAXPS, asm.VMAXPD}
	blends    = byType{asm.VBLENDMPS, asm.VBLENDMPD, asm.VBLENDMPS, asm.VBLENDMPD}
	blendvs   = byType{asm.VBLENDVPS, asm.VBLENDVPD, asm.VBLENDVPS, asm.VBLENDVPD}
	moves     = byType{asm.VMOVAPS, asm.VMOVAPD, asm.VMOVAPS, asm.VMOVAPD}
	compareK  = byType{asm.VPCMPDK, asm.VPCMPQK, asm.VCMPPSK, asm.VCMPPDK}
	shifts    = map[ir.Op]*byType{ir.Shl: {asm.VPSLLD, asm.VPSLLQ}, ir.Shr: {asm.VPSRLD, asm.VPSRLQ}, ir.Sar: {asm.VPSRAD, asm.VPSRAQ}}
	roundings = map[ir.Op]byte{ir.Round: 8, ir.Floor: 9, ir.Ceil: 10, ir.Trunc: 11} // imm8: suppress the precision exception, mode
)

// Predicates of comparisons: of floats (quiet; Ne is true of NaNs), and of integers under AVX-512.
var (
	floatPredicate = map[ir.Op]byte{ir.Lt: 0x11, ir.Le: 0x12, ir.Eq: 0, ir.Ne: 4}
	intPredicate   = map[ir.Op]byte{ir.Lt: 1, ir.Le: 2, ir.Eq: 0, ir.Ne: 4}
)

const unordered = 3

// constant is a constant operand of type t: one element broadcast under AVX-512, a whole vector otherwise.
func (g *gen) constant(t ir.Type, word uint64) operand {
	if t == ir.Bool {
		word = -(word & 1)
	}
	var one [8]byte
	binary.LittleEndian.PutUint64(one[:], word)
	size := 4
	if t.Wide() {
		size = 8
	}
	if g.avx512 {
		return operand{mem: g.asm.Const(one[:size]), broadcast: true}
	}
	key := constKey{word, t.Wide()}
	if m, ok := g.consts[key]; ok {
		return operand{mem: m}
	}
	var whole []byte
	for len(whole) < int(g.length(t)) {
		whole = append(whole, one[:size]...)
	}
	m := g.asm.Const(whole)
	g.consts[key] = m
	return operand{mem: m}
}

type constKey struct {
	word uint64
	wide bool
}

// value is where id is.
func (s *selector) value(id ir.ID) operand {
	if o := s.values[id]; o != (operand{}) {
		return o
	}
	v := &s.k.Values[id]
	if v.Op == ir.Const {
		return s.constant(v.Type, v.Imm)
	}
	return operand{mem: asm.At(asm.RDI, s.slotOf(id))}
}

// reg is id in a register; a bool, in a mask register or vector as the machine has them.
func (s *selector) reg(id ir.ID) vreg { return s.inRegister(s.k.TypeOf(id), s.value(id)) }

func (s *selector) inRegister(t ir.Type, o operand) vreg {
	if !o.isMem() {
		return o.reg
	}
	if t == ir.Bool && s.avx512 {
		return s.maskOf(operand{reg: s.loaded(ir.I32, o)})
	}
	return s.loaded(t, o)
}

// loaded is an operand of the frame or the pool in a vector register.
func (s *selector) loaded(t ir.Type, o operand) vreg {
	if !o.isMem() {
		return o.reg
	}
	in := asm.VMOVUPS
	if o.broadcast {
		in = asm.VBROADCASTSS
		if t.Wide() {
			in = asm.VBROADCASTSD
		}
	}
	return s.op(instr{in: in, l: s.length(t), rm: operand{mem: o.mem}})
}

// op adds an instruction with a fresh vector as its result.
func (s *selector) op(i instr) vreg {
	i.dst = s.vector(i.l)
	s.add(i)
	return i.dst
}

// opMask adds an instruction with a fresh mask as its result.
func (s *selector) opMask(i instr) vreg {
	i.dst = s.mask()
	s.add(i)
	return i.dst
}

func (s *selector) two(in *asm.Inst, l asm.Len, a vreg, b operand) vreg {
	return s.op(instr{in: in, l: l, src: a, rm: b})
}

func (s *selector) twoImm(in *asm.Inst, l asm.Len, a vreg, b operand, imm byte) vreg {
	return s.op(instr{in: in, l: l, src: a, rm: b, imm: imm})
}

func (s *selector) one(in *asm.Inst, l asm.Len, a operand) vreg {
	return s.op(instr{in: in, l: l, rm: a})
}

func (s *selector) oneImm(in *asm.Inst, l asm.Len, a operand, imm byte) vreg {
	return s.op(instr{in: in, l: l, rm: a, imm: imm})
}

func of(v vreg) operand { return operand{reg: v} }

// maskOf makes a mask of 32-bit lanes 0 and -1.
func (s *selector) maskOf(o operand) vreg {
	return s.opMask(instr{in: asm.VPTESTMD, l: s.l32, src: o.reg, rm: o})
}

// compute selects instructions for id, whose operands have been computed.
func (s *selector) compute(id ir.ID) {
	v := &s.k.Values[id]
	s.values[id] = of(s.expression(v))
}

func (s *selector) expression(v *ir.Value) vreg {
	a, b, c := v.Args[0], v.Args[1], v.Args[2]
	t := v.Type
	l := s.length(t)
	switch v.Op {
	case ir.Add, ir.Sub, ir.Mul, ir.Div, ir.And, ir.Or, ir.Xor:
		return s.binary(v.Op, t, a, b)
	case ir.Rem:
		return s.divide(t, s.reg(a), s.reg(b), true)
	case ir.Min, ir.Max:
		return s.extreme(v.Op, t, s.reg(a), s.value(b), s.neverNaN(b))
	case ir.PMin:
		return s.two(smallest.of(t), l, s.reg(b), s.value(a))
	case ir.PMax:
		return s.two(largest.of(t), l, s.reg(b), s.value(a))
	case ir.FMA, ir.FNMA:
		return s.multiplyAdd(t, v.Op == ir.FNMA, s.value(a), s.value(b), s.value(c))
	case ir.Neg:
		return s.negate(t, a)
	case ir.Abs:
		switch t {
		case ir.F32:
			return s.two(asm.VANDPS, l, s.reg(a), s.constant(t, 1<<31-1))
		case ir.F64:
			return s.two(asm.VANDPD, l, s.reg(a), s.constant(t, 1<<63-1))
		}
		return s.extreme(ir.Max, t, s.negate(t, a), of(s.reg(a)), true)
	case ir.Sqrt:
		return s.one((&byType{nil, nil, asm.VSQRTPS, asm.VSQRTPD}).of(t), l, s.value(a))
	case ir.Floor, ir.Ceil, ir.Trunc, ir.Round:
		in := &byType{nil, nil, asm.VROUNDPS, asm.VROUNDPD}
		if s.avx512 {
			in = &byType{nil, nil, asm.VRNDSCALEPS, asm.VRNDSCALEPD}
		}
		return s.oneImm(in.of(t), l, s.value(a), roundings[v.Op])
	case ir.Scale2:
		return s.scale2(t, a, b)
	case ir.Not:
		x := s.reg(a)
		if s.avx512 {
			ones := s.opMask(instr{in: asm.KXNORQ, src: x, rm: of(x)})
			return s.opMask(instr{in: asm.KXORQ, src: x, rm: of(ones)})
		}
		return s.two(asm.VXORPS, l, x, s.constant(ir.Bool, 1))
	case ir.Shl, ir.Shr, ir.Sar:
		return s.shift(v.Op, t, s.reg(a), byte(v.Imm))
	case ir.Lt, ir.Le, ir.Eq, ir.Ne:
		return s.compare(v.Op, s.k.TypeOf(a), a, b)
	case ir.Select:
		return s.choose(t, s.reg(a), s.value(b), s.value(c))
	case ir.Reject:
		s.note(s.reg(b))
		return s.reg(a)
	case ir.To:
		return s.convert(t, s.k.TypeOf(a), a)
	case ir.Bits:
		return s.reg(a)
	case ir.Half:
		half := s.op(instr{in: asm.VCVTPS2PH, l: l, rm: of(s.reg(a))})
		return s.one(asm.VCVTPH2PS, l, of(half))
	}
	panic("amd64: no selection for " + v.Op.String())
}

func (s *selector) binary(o ir.Op, t ir.Type, a, b ir.ID) vreg {
	if t == ir.Bool {
		if s.avx512 {
			in := map[ir.Op]*asm.Inst{ir.And: asm.KANDQ, ir.Or: asm.KORQ, ir.Xor: asm.KXORQ}[o]
			return s.opMask(instr{in: in, src: s.reg(a), rm: of(s.reg(b))})
		}
		in := map[ir.Op]*asm.Inst{ir.And: asm.VANDPS, ir.Or: asm.VORPS, ir.Xor: asm.VXORPS}[o]
		return s.two(in, s.l32, s.reg(a), s.value(b))
	}
	if o == ir.Div && !t.Float() {
		return s.divide(t, s.reg(a), s.reg(b), false)
	}
	if commutes[o] && s.value(a).isMem() {
		a, b = b, a
	}
	return s.arithmetic(o, t, s.reg(a), s.value(b))
}

// arithmetic is one instruction, but for the product of 64-bit integers under AVX2.
func (s *selector) arithmetic(o ir.Op, t ir.Type, a vreg, b operand) vreg {
	l := s.length(t)
	if o == ir.Mul && t == ir.I64 && !s.avx512 {
		// (ah·2³² + al)(bh·2³² + bl) ≡ al·bl + 2³²(ah·bl + al·bh)
		br := s.loaded(t, b)
		ah, bh := s.oneImm(asm.VPSRLQ, l, of(a), 32), s.oneImm(asm.VPSRLQ, l, of(br), 32)
		cross := s.two(asm.VPADDQ, l, s.two(asm.VPMULUDQ, l, ah, of(br)), of(s.two(asm.VPMULUDQ, l, a, of(bh))))
		return s.two(asm.VPADDQ, l, s.two(asm.VPMULUDQ, l, a, of(br)), of(s.oneImm(asm.VPSLLQ, l, of(cross), 32)))
	}
	return s.two(binaries[o].of(t), l, a, b)
}

// neverNaN tells of a constant that it is a number.
func (s *selector) neverNaN(id ir.ID) bool {
	v := &s.k.Values[id]
	switch {
	case v.Op != ir.Const:
		return false
	case v.Type == ir.F32:
		return uint32(v.Imm)&0x7fffffff <= 0x7f800000
	}
	return v.Imm&(1<<63-1) <= 0x7ff<<52
}

// extreme is ir.Min or ir.Max: (b < a or b is NaN) ? b : a. The instruction min(b, a) gives a unless b < a, so what is left
// is to put NaNs of b back; those of a come by themselves.
func (s *selector) extreme(o ir.Op, t ir.Type, a vreg, b operand, number bool) vreg {
	table := &largest
	if o == ir.Min {
		table = &smallest
	}
	l := s.length(t)
	if t == ir.I64 && !s.avx512 {
		br := s.loaded(t, b)
		x, y := a, br // the mask chooses b
		if o == ir.Max {
			x, y = br, a
		}
		m := s.two(asm.VPCMPGTQ, l, x, of(y))
		return s.op(instr{in: asm.VBLENDVPD, l: l, src: a, rm: of(br), data: m})
	}
	if !t.Float() {
		return s.two(table.of(t), l, a, b)
	}
	br := s.loaded(t, b)
	r := s.two(table.of(t), l, br, of(a))
	if number {
		return r
	}
	if s.avx512 {
		nan := s.opMask(instr{in: compareK.of(t), l: l, src: br, rm: of(br), imm: unordered})
		return s.op(instr{in: moves.of(t), l: l, rm: of(br), mask: nan, tied: r})
	}
	nan := s.twoImm((&byType{nil, nil, asm.VCMPPS, asm.VCMPPD}).of(t), l, br, of(br), unordered)
	return s.op(instr{in: blendvs.of(t), l: l, src: r, rm: of(br), data: nan})
}

func (s *selector) negate(t ir.Type, a ir.ID) vreg {
	l := s.length(t)
	switch t {
	case ir.F32:
		return s.two(asm.VXORPS, l, s.reg(a), s.constant(t, 1<<31))
	case ir.F64:
		return s.two(asm.VXORPD, l, s.reg(a), s.constant(t, 1<<63))
	}
	return s.two(binaries[ir.Sub].of(t), l, s.loaded(t, s.constant(t, 0)), s.value(a))
}

func (s *selector) multiplyAdd(t ir.Type, minus bool, a, b, c operand) vreg {
	if a.isMem() && !b.isMem() {
		a, b = b, a
	}
	if a.isMem() {
		a = of(s.loaded(t, a))
	}
	if b.isMem() && c.isMem() {
		c = of(s.loaded(t, c))
	}
	dst := s.vector(s.length(t))
	s.add(instr{l: s.length(t), dst: dst, fma: &multiplyAdd{a, b, c, t.Wide(), minus}})
	return dst
}

func (s *selector) shift(o ir.Op, t ir.Type, a vreg, count byte) vreg {
	l := s.length(t)
	if o == ir.Sar && t == ir.I64 && !s.avx512 {
		if count == 0 {
			return a
		}
		sign := s.two(asm.VPCMPGTQ, l, s.loaded(t, s.constant(t, 0)), of(a))
		low := s.oneImm(asm.VPSRLQ, l, of(a), count)
		return s.two(asm.VORPD, l, low, of(s.oneImm(asm.VPSLLQ, l, of(sign), 64-count)))
	}
	return s.oneImm(shifts[o].of(t), l, of(a), count)
}

// scale2 is a·2^b. Without vscalef it is two products with 2^⌊b/2⌋ and 2^(b−⌊b/2⌋); the first is exact on the domain
// of ir.Scale2, so the result is rounded once as well.
func (s *selector) scale2(t ir.Type, a, b ir.ID) vreg {
	l := s.length(t)
	if s.avx512 {
		return s.two((&byType{nil, nil, asm.VSCALEFPS, asm.VSCALEFPD}).of(t), l, s.reg(a), s.value(b))
	}
	power := func(n vreg) vreg { // 2^n by its exponent bits
		if t == ir.F32 {
			biased := s.two(asm.VPADDD, l, n, s.constant(ir.I32, 127))
			return s.oneImm(asm.VPSLLD, l, of(biased), 23)
		}
		biased := s.one(asm.VPMOVSXDQ, l, of(s.two(asm.VPADDD, s.l32, n, s.constant(ir.I32, 1023))))
		return s.oneImm(asm.VPSLLQ, l, of(biased), 52)
	}
	in, mul := asm.VCVTPS2DQ, asm.VMULPS
	if t == ir.F64 {
		in, mul = asm.VCVTPD2DQ, asm.VMULPD
	}
	n := s.one(in, l, of(s.reg(b)))
	half := s.oneImm(asm.VPSRAD, s.l32, of(n), 1)
	rest := s.two(asm.VPSUBD, s.l32, n, of(half))
	return s.two(mul, l, s.two(mul, l, s.reg(a), of(power(half))), of(power(rest)))
}

func (s *selector) compare(o ir.Op, t ir.Type, a, b ir.ID) vreg {
	l := s.length(t)
	if s.avx512 {
		imm := intPredicate[o]
		if t.Float() {
			imm = floatPredicate[o]
		}
		return s.opMask(instr{in: compareK.of(t), l: l, src: s.reg(a), rm: s.value(b), imm: imm})
	}
	var m vreg
	if t.Float() {
		m = s.twoImm((&byType{nil, nil, asm.VCMPPS, asm.VCMPPD}).of(t), l, s.reg(a), s.value(b), floatPredicate[o])
	} else {
		equal, greater := (&byType{asm.VPCMPEQD, asm.VPCMPEQQ}).of(t), (&byType{asm.VPCMPGTD, asm.VPCMPGTQ}).of(t)
		switch o {
		case ir.Eq, ir.Ne:
			m = s.two(equal, l, s.reg(a), s.value(b))
		case ir.Lt:
			m = s.two(greater, l, s.reg(b), s.value(a))
		case ir.Le:
			m = s.two(greater, l, s.reg(a), s.value(b))
		}
	}
	m = s.narrowMask(t, m)
	if !t.Float() && (o == ir.Ne || o == ir.Le) {
		m = s.two(asm.VXORPS, s.l32, m, s.constant(ir.Bool, 1))
	}
	return m
}

// narrowMask takes every other 32-bit lane of a vector of 64-bit lanes; widenMask is its inverse for masks. AVX2 only.
func (s *selector) narrowMask(t ir.Type, m vreg) vreg {
	if !t.Wide() {
		return m
	}
	return s.evenLanes(m)
}

func (s *selector) evenLanes(v vreg) vreg {
	high := s.oneImm(asm.VEXTRACTF128, asm.Y, of(v), 1)
	return s.twoImm(asm.VSHUFPS, asm.X, v, of(high), 0x88)
}

func (s *selector) widenMask(t ir.Type, m vreg) vreg {
	if !t.Wide() {
		return m
	}
	return s.one(asm.VPMOVSXDQ, s.l64, of(m))
}

// choose is m ? yes : no.
func (s *selector) choose(t ir.Type, m vreg, yes, no operand) vreg {
	if t == ir.Bool {
		y, n := s.inRegister(t, yes), s.inRegister(t, no)
		if s.avx512 {
			y = s.opMask(instr{in: asm.KANDQ, src: m, rm: of(y)})
			n = s.opMask(instr{in: asm.KANDNQ, src: m, rm: of(n)})
			return s.opMask(instr{in: asm.KORQ, src: y, rm: of(n)})
		}
		return s.op(instr{in: asm.VBLENDVPS, l: s.l32, src: n, rm: of(y), data: m})
	}
	l := s.length(t)
	if s.avx512 {
		return s.op(instr{in: blends.of(t), l: l, src: s.loaded(t, no), rm: yes, mask: m})
	}
	return s.op(instr{in: blendvs.of(t), l: l, src: s.loaded(t, no), rm: yes, data: s.widenMask(t, m)})
}

// note marks the call as outside if the bool is true for an element: of the tail, if it is that which is computed.
func (s *selector) note(bad vreg) {
	i := instr{in: asm.VPTEST, l: s.l32, rm: operand{mem: s.frame.outside()}, notes: true}
	switch {
	case s.avx512:
		i.in, i.l = asm.KORTESTQ, 0
		if s.masked {
			bad = s.opMask(instr{in: asm.KANDQ, src: bad, rm: of(s.tailMask)})
		}
	case s.masked:
		bad = s.two(asm.VANDPS, s.l32, bad, s.tail(ir.Bool))
	}
	i.data = bad
	s.add(i)
}
