package ops

import "github.com/magneto-go/magneto/tensor"

// levelSum adds up losses as PyTorch's nll_loss does: in the type of the elements, in levels of partial sums, each of which goes to the next one every sixteen times.
type levelSum struct {
	round    func(float64) float64
	partials [sumLevels]float64
}

const (
	sumLevels  = 8
	levelPower = 4
)

// newLevelSum is for elements of type d; those of half precision are added in float32.
func newLevelSum(d tensor.DType) *levelSum {
	if isHalf(d) {
		d = tensor.Float32
	}
	return &levelSum{round: roundingTo(d)}
}

// add adds term i.
func (s *levelSum) add(i int, term float64) {
	s.partials[0] = s.round(s.partials[0] + s.round(term))
	for level := range sumLevels - 1 {
		if mask := (1<<levelPower - 1) << (level * levelPower); i&mask != 0 {
			break
		}
		s.partials[level+1] = s.round(s.partials[level+1] + s.partials[level])
		s.partials[level] = 0
	}
}

func (s *levelSum) result() float64 {
	total := 0.0
	for _, p := range s.partials {
		total = s.round(total + p)
	}
	return total
}
