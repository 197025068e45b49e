package asm

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/arch/x86/x86asm"
)

// instance is one instruction with operands: its Intel text and how it is emitted.
type instance struct {
	in   *Inst
	text string
	code []byte
	mem  bool
	bc   bool
}

var (
	names8 = []string{"rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15"}
	names4 = []string{"eax", "ecx", "edx", "ebx", "esp", "ebp", "esi", "edi", "r8d", "r9d", "r10d", "r11d", "r12d", "r13d", "r14d", "r15d"}
	sizes  = map[int]string{1: "byte", 2: "word", 4: "dword", 8: "qword", 16: "xmmword", 32: "ymmword", 64: "zmmword"}
)

// bytes is the size of an operand of kind k in an instruction of length l.
func (k kind) bytes(l Len, elem byte) int {
	switch k {
	case vec:
		return int(l)
	case vecH:
		return int(l) / 2
	case vecQ:
		return int(l) / 4
	case xmm:
		return 16
	case ymm:
		return 32
	}
	return 8
}

func regText(k kind, r Reg, l Len, elem byte) string {
	switch k {
	case msk:
		return fmt.Sprintf("k%d", r)
	case gp8:
		return names8[r]
	}
	return map[int]string{16: "xmm", 32: "ymm", 64: "zmm"}[max(16, k.bytes(l, elem))] + fmt.Sprint(r)
}

// lengths lists the vector lengths that the row has.
func lengths(in *Inst) []Len {
	switch {
	case in.dst == msk && in.src != vec || in.src == msk && in.dst != vec || in.dst == xmm && in.src != vec && in.src != ymm || in.src == xmm && in.dst == mem_:
		return []Len{X}
	case in.dst == xmm && in.src == ymm, in.dst == ymm && in.src == xmm, in.Name == "vperm2f128":
		return []Len{Y}
	case in.Name == "vbroadcastsd", in.Name == "vpermpd", in.Name == "vpermps", in.Name == "vshuff32x4", in.Name == "vshuff64x2", in.dst == xmm && in.src == vec:
		if in.evex == none {
			return []Len{Y}
		}
		return []Len{Y, Z}
	case in.dst == ymm && in.src == vec:
		return []Len{Z}
	case in.evex == none:
		return []Len{X, Y}
	}
	return []Len{X, Y, Z}
}

// random makes an instance of in.
func random(rnd *rand.Rand, in *Inst) instance {
	ls := lengths(in)
	l := ls[rnd.IntN(len(ls))]
	regs := 16
	if in.evex != none && rnd.IntN(2) == 0 {
		regs = 32
	}
	pick := func(k kind) Reg {
		switch k {
		case msk:
			return Reg(rnd.IntN(8))
		case gp8:
			return Reg(rnd.IntN(16))
		}
		return Reg(rnd.IntN(regs))
	}
	var o Opt
	// The operand in the reg field is the destination, but in stores the source.
	store := in.form == mr || in.form == mvr
	regKind, rmKind := in.dst, in.src
	if store {
		regKind, rmKind = in.src, in.dst
	}
	vvvvKind := vec
	if regKind == msk && rmKind == msk {
		vvvvKind = msk
	}
	if rmKind == xmm && in.dst == ymm {
		vvvvKind = ymm
	}
	dst, src := pick(regKind), pick(vvvvKind)
	if in.form == rm || in.form == mr {
		src = 0
	}
	noMem := in.form == vm && in.evex == none || in == KMOVQG || rmKind == msk
	// Moves between registers have two encodings of equal length, and the choice is free.
	noReg := strings.HasPrefix(in.Name, "vmov") && in.dst == in.src
	useMem := noReg || rmKind == mem_ || !noMem && rnd.IntN(2) == 0
	var a Asm
	var rmText string
	if useMem {
		m := At(Reg(rnd.IntN(16)), 0)
		size := rmKind.bytes(l, in.elem)
		if rmKind == mem_ || in.tuple == scalar {
			size = int(in.elem)
			if in.tuple == mem {
				size = int(l)
			}
		}
		if rnd.IntN(2) == 0 {
			m.Index, m.Scale = Reg(rnd.IntN(16)), []uint8{1, 2, 4, 8}[rnd.IntN(4)]
			if m.Index == RSP {
				m.Index = R9
			}
		}
		index := ""
		if m.Index != NoReg {
			index = names8[m.Index]
		}
		switch rnd.IntN(4) {
		case 1:
			m.Disp = int32(rnd.IntN(256)-128) * int32(size)
		case 2:
			m.Disp = int32(rnd.IntN(100000) - 50000)
		case 3:
			m.Disp = int32(rnd.IntN(256) - 128)
		}
		suffix := ""
		if (in.tuple == full || in.tuple == halfBc) && in.evex != none && in.elem >= 4 && rnd.IntN(3) == 0 {
			o.Broadcast = true
			suffix = fmt.Sprintf("{1to%d}", size/int(in.elem))
			size = int(in.elem)
		}
		rmText = sizes[size] + " ptr ["
		rmText += names8[m.Base]
		if index != "" {
			rmText += fmt.Sprintf(" + %d*%s", m.Scale, index)
		}
		if m.Disp != 0 {
			rmText += fmt.Sprintf(" + %d", m.Disp)
		}
		rmText += "]" + suffix
		randomOpt(rnd, in, &o, store)
		a.M(in, l, dst, src, m, o)
	} else {
		r := pick(rmKind)
		rmText = regText(rmKind, r, l, in.elem)
		randomOpt(rnd, in, &o, false)
		a.R(in, l, dst, src, r, o)
	}
	first := regText(regKind, dst, l, in.elem)
	second := regText(vvvvKind, src, l, in.elem)
	mask := ""
	if o.Mask != 0 {
		mask = fmt.Sprintf(" {k%d}", o.Mask)
		if o.Zero {
			mask += " {z}"
		}
	}
	var ops []string
	switch in.form {
	case rvm:
		ops = []string{first + mask, second, rmText}
	case rm:
		ops = []string{first + mask, rmText}
	case mr:
		ops = []string{rmText + mask, first}
	case mvr:
		ops = []string{rmText, second, first}
	case vm:
		// The destination was passed as dst; it sits in vvvv.
		ops = []string{regText(vec, dst, l, in.elem) + mask, rmText}
	case rvmr:
		ops = []string{first, second, rmText, regText(vec, o.Fourth, l, in.elem)}
	}
	if in.imm {
		ops = append(ops, fmt.Sprint(o.Imm))
	}
	return instance{in, in.Name + " " + strings.Join(ops, ", "), a.Code, useMem, o.Broadcast}
}

func randomOpt(rnd *rand.Rand, in *Inst, o *Opt, store bool) {
	if in.imm {
		o.Imm = byte(rnd.IntN(2))
	}
	if in.form == rvmr {
		o.Fourth = Reg(rnd.IntN(16))
	}
	maskable := in.evex != none && o.Mask == 0 && in.src != msk && in.tuple != scalar || in.evex != none && strings.Contains(in.Name, "broadcast")
	if maskable && in != VMOVNTPS && rnd.IntN(3) == 0 {
		o.Mask = Reg(1 + rnd.IntN(7))
		o.Zero = !store && in.dst != msk && rnd.IntN(2) == 0
	}
}

func instances(perRow int) []instance {
	rnd := rand.New(rand.NewPCG(1, 2))
	var list []instance
	for _, in := range all {
		for range perRow {
			list = append(list, random(rnd, in))
		}
	}
	return list
}

// TestDecodes reads every row back with golang.org/x/arch's disassembler: length, mnemonic, operands.
func TestDecodes(t *testing.T) {
	different := map[string]int{}
	for _, i := range instances(100) {
		got, err := x86asm.Decode(i.code, 64)
		if err != nil {
			t.Errorf("%s: % x: %v", i.text, i.code, err)
			continue
		}
		if got.Len != len(i.code) {
			t.Errorf("%s: % x: %d bytes decoded of %d", i.text, i.code, got.Len, len(i.code))
		}
		text := x86asm.IntelSyntax(got, 0, nil)
		name, _, _ := strings.Cut(text, " ")
		want, _, _ := strings.Cut(i.text, " ")
		if !strings.HasPrefix(name, "vcmp") && !strings.HasPrefix(name, "vpcmp") && name != want { // comparisons are printed by their aliases
			if different[want]++; different[want] == 1 {
				t.Errorf("%s: % x: decoded as %s", i.text, i.code, text)
			}
		}
	}
}

// TestAgainstLLVM compares bytes with llvm-mc's, where that is installed.
func TestAgainstLLVM(t *testing.T) {
	tool, err := exec.LookPath("llvm-mc")
	if err != nil {
		t.Skip("llvm-mc is not installed")
	}
	list := append(instances(100), generalInstances()...)
	var text strings.Builder
	for _, i := range list {
		fmt.Fprintln(&text, i.text)
	}
	file := filepath.Join(t.TempDir(), "forms.s")
	if err := os.WriteFile(file, []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(tool, "-triple=x86_64", "-x86-asm-syntax=intel", "-show-encoding",
		"-mattr=+avx512f,+avx512vl,+avx512bw,+avx512dq,+avx512bf16,+f16c,+fma,+bmi2", file)
	var complaints strings.Builder
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, complaints.String()[:min(2000, complaints.Len())])
	}
	encodings := regexp.MustCompile(`encoding: \[(.*)\]`).FindAllStringSubmatch(string(out), -1)
	if len(encodings) != len(list) {
		t.Fatalf("%d encodings of %d instructions", len(encodings), len(list))
	}
	reported := map[string]bool{}
	for n, i := range list {
		var mine []string
		for _, b := range i.code {
			mine = append(mine, fmt.Sprintf("0x%02x", b))
		}
		name, _, _ := strings.Cut(i.text, " ")
		if got := strings.Join(mine, ","); got != encodings[n][1] && !reported[name] {
			reported[name] = true
			t.Errorf("%s\n  is %s\nllvm %s", i.text, got, encodings[n][1])
		}
	}
}

// generalInstances lists the general instructions over several registers and addresses.
func generalInstances() []instance {
	var list []instance
	add := func(text string, emit func(a *Asm)) {
		var a Asm
		emit(&a)
		list = append(list, instance{nil, text, a.Code, false, false})
	}
	regs := []Reg{RAX, RSP, RBP, RDI, R8, R12, R13, R15}
	for _, x := range regs {
		for _, y := range regs {
			dst, src := names8[x], names8[y]
			m, text := At(y, 24), fmt.Sprintf("[%s + 24]", src)
			add("mov "+dst+", qword ptr "+text, func(a *Asm) { a.Load(x, m) })
			add("mov qword ptr "+text+", "+dst, func(a *Asm) { a.Store(m, x) })
			add("add qword ptr "+text+", "+dst, func(a *Asm) { a.AddToMem(m, x) })
			add("imul "+dst+", qword ptr "+text, func(a *Asm) { a.ImulMem(x, m) })
			add("cmp "+dst+", qword ptr "+text, func(a *Asm) { a.CmpMem(x, m) })
			add("lea "+dst+", "+text, func(a *Asm) { a.Lea(x, m) })
			add("movzx "+names4[x]+", byte ptr "+text, func(a *Asm) { a.LoadZero(x, m, 1) })
			add("movsx "+dst+", word ptr "+text, func(a *Asm) { a.LoadSign(x, m, 2) })
			add("movsxd "+dst+", dword ptr "+text, func(a *Asm) { a.LoadSign(x, m, 4) })
			add("mov word ptr "+text+", "+strings.NewReplacer("ax", "ax").Replace(word(x)), func(a *Asm) { a.StoreLow(m, x, 2) })
			add("add "+names4[x]+", dword ptr "+text, func(a *Asm) { a.AddMemLow(x, m, 4) })
			add("mov dword ptr "+text+", "+names4[x], func(a *Asm) { a.StoreLow(m, x, 4) })
			add("imul "+dst+", "+src, func(a *Asm) { a.Imul(x, y) })
			add("bzhi "+dst+", "+src+", r9", func(a *Asm) { a.Bzhi(x, y, R9) })
			add("cmovl "+dst+", "+src, func(a *Asm) { a.Cmov(Less, x, y) })
		}
		dst := names8[x]
		add("sub "+dst+", 100", func(a *Asm) { a.SubImm(x, 100) })
		if x != RAX { // which has a shorter form of its own
			add("cmp "+dst+", 1000", func(a *Asm) { a.CmpImm(x, 1000) })
		}
		add("neg "+dst, func(a *Asm) { a.Neg(x) })
		add("idiv "+dst, func(a *Asm) { a.Idiv(x) })
		add("mov "+dst+", -7", func(a *Asm) { a.MovImm(x, -7) })
		add("sub qword ptr ["+dst+" + 8], 1", func(a *Asm) { a.SubMemImm(At(x, 8), 1) })
		add("mov qword ptr ["+dst+" + 8], -2", func(a *Asm) { a.StoreImm(At(x, 8), -2) })
		add("prefetcht0 ["+dst+" + 8]", func(a *Asm) { a.Prefetch(At(x, 8)) })
		add("prefetcht1 ["+dst+" + 8]", func(a *Asm) { a.PrefetchL2(At(x, 8)) })
		add("vcvttsd2si "+dst+", xmm9", func(a *Asm) { a.Cvttsd2si(x, 9) })
		add("vcvtsi2ss xmm9, xmm9, "+dst, func(a *Asm) { a.Cvtsi2ss(9, x) })
	}
	add("cqo", func(a *Asm) { a.Cqo() })
	add("sfence", func(a *Asm) { a.Sfence() })
	return list
}

func word(r Reg) string {
	n := names8[r]
	if r >= R8 {
		return n + "w"
	}
	return n[1:]
}

// TestLabelsAndConstants runs the fix-ups of one small piece of code.
func TestLabelsAndConstants(t *testing.T) {
	var a Asm
	top := a.Here()
	c := a.Const([]byte{1, 2, 3, 4})
	again := a.Const([]byte{1, 2, 3, 4})
	if c != again {
		t.Errorf("an equal constant was entered twice")
	}
	a.M(VROUNDPS, X, 1, 0, c, Opt{Imm: 8}) // the immediate lies between displacement and next instruction
	end := a.Label()
	a.Jump(Equal, end)
	a.Goto(top)
	a.Bind(end)
	a.Ret()
	code := a.Finish()
	if len(code) != 68 {
		t.Fatalf("%d bytes", len(code))
	}
	var listing []string
	for at := 0; at < 22; {
		in, err := x86asm.Decode(code[at:], 64)
		if err != nil {
			t.Fatal(err)
		}
		listing = append(listing, x86asm.IntelSyntax(in, uint64(at), nil))
		at += in.Len
	}
	want := "vroundps xmm1, xmmword ptr [0x36], 0x8\njz 0x15\njmp 0x0\nret"
	if got := strings.Join(listing, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func BenchmarkEncode(b *testing.B) {
	var a Asm
	for b.Loop() {
		a.Code = a.Code[:0]
		for range 100 {
			a.M(VFMADD231PS, Z, 17, 3, Indexed(RSI, RCX, 4, 256), Opt{})
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/100, "ns/instruction")
}
