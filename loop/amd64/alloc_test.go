package amd64

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/magneto-go/magneto/loop/asm"
	"golang.org/x/arch/x86/x86asm"
)

// listing disassembles code up to its padding.
func listing(t *testing.T, code []byte) string {
	t.Helper()
	var lines []string
	for at := 0; at < len(code) && code[at] != 0xcc; {
		in, err := x86asm.Decode(code[at:], 64)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, x86asm.IntelSyntax(in, uint64(at), nil))
		at += in.Len
	}
	return strings.Join(lines, "\n") + "\n"
}

// allocate emits what f builds with a few vector registers, and spill slots from offset 64 on.
func allocate(t *testing.T, registers int, f func(b *block)) (string, int) {
	var a asm.Asm
	b := newBlock()
	f(b)
	var free []asm.Reg
	for r := registers - 1; r >= 0; r-- {
		free = append(free, asm.Reg(r))
	}
	s := &slots{frame: &frame{size: 64}}
	spills := emit(&a, b, free, kmaskRegs, s)
	return listing(t, a.Finish()), spills
}

func load(b *block, at int32) vreg {
	v := b.vector(asm.Y)
	b.add(instr{in: asm.VMOVUPS, l: asm.Y, dst: v, rm: operand{mem: asm.At(asm.RSI, at)}})
	return v
}

func plus(b *block, x, y vreg) vreg {
	v := b.vector(asm.Y)
	b.add(instr{in: asm.VADDPS, l: asm.Y, dst: v, src: x, rm: of(y)})
	return v
}

func save(b *block, v vreg) {
	b.add(instr{in: asm.VMOVUPSSt, l: asm.Y, rm: operand{mem: asm.At(asm.RSI, 0)}, data: v})
}

// TestRegistersAreReused: an operand that dies gives its register to the result.
func TestRegistersAreReused(t *testing.T) {
	got, spills := allocate(t, 2, func(b *block) {
		x, y := load(b, 0), load(b, 32)
		save(b, plus(b, plus(b, x, y), y))
	})
	want := `vmovups ymm0, ymmword ptr [rsi]
vmovups ymm1, ymmword ptr [rsi+0x20]
vaddps ymm0, ymm0, ymm1
vaddps ymm1, ymm0, ymm1
vmovups ymmword ptr [rsi], ymm1
`
	if diff := cmp.Diff(want, got); diff != "" || spills != 0 {
		t.Errorf("%d spills\n%s", spills, diff)
	}
}

// TestSpill: with two registers and three values the one that is needed last goes to the frame.
func TestSpill(t *testing.T) {
	got, spills := allocate(t, 2, func(b *block) {
		last, x, y := load(b, 0), load(b, 32), load(b, 64)
		save(b, plus(b, plus(b, x, y), last))
	})
	want := `vmovups ymm0, ymmword ptr [rsi]
vmovups ymm1, ymmword ptr [rsi+0x20]
vmovups ymmword ptr [rdi+0x40], ymm0
vmovups ymm0, ymmword ptr [rsi+0x40]
vaddps ymm0, ymm1, ymm0
vmovups ymm1, ymmword ptr [rdi+0x40]
vaddps ymm1, ymm0, ymm1
vmovups ymmword ptr [rsi], ymm1
`
	if diff := cmp.Diff(want, got); diff != "" || spills != 1 {
		t.Errorf("%d spills\n%s", spills, diff)
	}
}

// TestMultiplyAddForms: the form destroys the operand that dies, and copies only when none does.
func TestMultiplyAddForms(t *testing.T) {
	for _, c := range []struct {
		name  string
		reuse func(b *block, x, y, z vreg) // keeps operands alive
		want  string
	}{
		{"the addend dies", func(b *block, x, y, z vreg) { save(b, plus(b, x, y)) }, "vfmadd231ps ymm2, ymm0, ymm1"},
		{"a factor dies", func(b *block, x, y, z vreg) { save(b, plus(b, y, z)) }, "vfmadd213ps ymm0, ymm1, ymm2"},
		{"none dies", func(b *block, x, y, z vreg) { save(b, plus(b, plus(b, x, y), z)) }, "vmovaps ymm3, ymm2\nvfmadd231ps ymm3, ymm0, ymm1"},
	} {
		got, _ := allocate(t, 8, func(b *block) {
			x, y, z := load(b, 0), load(b, 32), load(b, 64)
			r := b.vector(asm.Y)
			b.add(instr{l: asm.Y, dst: r, fma: &multiplyAdd{a: of(x), b: of(y), c: of(z)}})
			save(b, r)
			c.reuse(b, x, y, z)
		})
		if !strings.Contains(got, c.want+"\n") {
			t.Errorf("%s:\n%s", c.name, got)
		}
	}
}
