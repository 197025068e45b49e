package loop

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/arch/x86/x86asm"
)

// Listing is the machine code that has been made for a kernel so far, one part for each layout of its buffers; "" where it is
// interpreted or has not run yet.
func (c *Kernel) Listing() string {
	var b strings.Builder
	variants := *c.variants.Load()
	for _, layout := range slices.Sorted(maps.Keys(variants)) {
		v := variants[layout]
		code := v.code.Bytes()
		fmt.Fprintf(&b, "%s, %s: %d bytes of code, a frame of %d bytes, %d spills\n", c.name, c.isa, len(code), v.size, v.spills)
		disassemble(&b, code)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, key := range slices.Sorted(maps.Keys(c.pairs)) {
		b.WriteString(c.pairs[key].kernel.Listing())
	}
	return b.String()
}

// disassemble writes Intel syntax; bytes that are no instruction, such as constants behind the code, are left out.
func disassemble(b *strings.Builder, code []byte) {
	for at := 0; at < len(code); {
		inst, err := x86asm.Decode(code[at:], 64)
		if err != nil {
			fmt.Fprintf(b, "  %4x  (%d bytes of constants)\n", at, len(code)-at)
			return
		}
		text := x86asm.IntelSyntax(inst, uint64(at), nil)
		if text == "int3" {
			return
		}
		fmt.Fprintf(b, "  %4x  %s\n", at, text)
		at += inst.Len
	}
}
