package native

import "strings"

// Listing is the machine code that has been made for the kernels so far: one part for each layout that they were called with.
func (p *Program) Listing() string {
	var b strings.Builder
	for _, s := range p.steps {
		if s.kernel != nil && s.kernel.compiled != nil {
			b.WriteString(s.kernel.compiled.Listing())
		}
	}
	return b.String()
}
