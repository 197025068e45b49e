package native

import (
	"fmt"
	"strings"
)

// String shows a program: what runs in which order, with the text of the kernels.
func (p *Program) String() string {
	var b strings.Builder
	for n, s := range p.steps {
		fmt.Fprintf(&b, "step %d: %s", n, s.name)
		if s.kernel == nil {
			names := func(list []*value) string {
				var out []string
				for _, v := range list {
					if v != nil {
						out = append(out, v.name)
					}
				}
				return strings.Join(out, ", ")
			}
			outs := s.item.outs
			if s.item.out != nil {
				outs = []*value{s.item.out}
			}
			fmt.Fprintf(&b, " (%s) → %s\n", names(s.item.in), names(outs))
			continue
		}
		k := s.kernel
		fmt.Fprintf(&b, " over %v, rows of %v\n", k.keep, k.reduce)
		for i, a := range k.bufs {
			fmt.Fprintf(&b, "  %s: %s + %s bytes, strides %v\n", k.ir.Bufs[i].Name, a.root.name, a.offset, a.strides)
		}
		for _, line := range strings.Split(strings.TrimSpace(k.ir.String()), "\n") {
			b.WriteString("  " + line + "\n")
		}
	}
	for _, line := range p.plan.log {
		b.WriteString("# " + line + "\n")
	}
	return b.String()
}
