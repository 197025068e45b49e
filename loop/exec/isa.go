package exec

import "fmt"

// ISA is the instruction set that generated code may use.
type ISA uint8

const (
	Portable ISA = iota // none: kernels are interpreted
	AVX2                // AVX2, FMA, F16C, BMI2: x86-64-v3 of the psABI
	AVX512              // and AVX-512 F, BW, DQ, VL: x86-64-v4
)

var isaNames = [...]string{"portable", "avx2", "avx512"}

func (i ISA) String() string { return isaNames[i] }

// ParseISA reads a name as MAGNETO_ISA has it. The empty name is the best that this machine has. A machine that lacks what
// is named is an error: code for it would end the process.
func ParseISA(name string) (ISA, error) {
	best := Best()
	if name == "" {
		return best, nil
	}
	for i, n := range isaNames {
		if n == name {
			if ISA(i) > best {
				return best, fmt.Errorf("this machine has no %s", name)
			}
			return ISA(i), nil
		}
	}
	return best, fmt.Errorf("unknown instruction set %q: avx512, avx2 or portable", name)
}
