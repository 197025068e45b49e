package ops

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/magneto-go/magneto/tensor"
)

// firstPrinted is the first line of a tensor of two dimensions or more as C++ streams show it, which some errors quote.
func firstPrinted(v Value) string {
	t, ok := readable(v)
	switch {
	case !ok:
		return "tensor"
	case t.Numel() == 0:
		sizes := make([]string, t.Dim())
		for i, n := range t.Sizes() {
			sizes[i] = strconv.Itoa(n)
		}
		return fmt.Sprintf("[ torch.%sTensor{%s} ]", t.DType().ScalarName(), strings.Join(sizes, ","))
	case t.Dim() > 2:
		return "(" + strings.Repeat("1,", t.Dim()-2) + ".,.) = "
	}
	scale, format := streamFormat(t)
	if scale != 1 {
		return fmt.Sprintf("%g *", scale)
	}
	row := make([]string, t.Size(1))
	for i, x := range realParts(t)[:t.Size(1)] {
		row[i] = fmt.Sprintf(format, x)
	}
	return strings.Join(row, " ")
}

// realParts are the elements as floats.
func realParts(t *tensor.Tensor) []float64 {
	if !t.DType().IsComplex() {
		return t.Floats()
	}
	out := make([]float64, 0, t.Numel())
	for _, c := range t.Complexes() {
		out = append(out, real(c))
	}
	return out
}

// streamFormat is the number that all elements are printed as multiples of, and how one of them is written.
func streamFormat(t *tensor.Tensor) (scale float64, format string) {
	least, most, whole := math.Inf(1), 0.0, true
	for _, x := range realParts(t) {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			continue
		}
		whole = whole && x == math.Trunc(x)
		least, most = math.Min(least, math.Abs(x)), math.Max(most, math.Abs(x))
	}
	digits := func(x float64) int {
		if x == 0 || math.IsInf(x, 1) {
			return 1
		}
		return int(math.Floor(math.Log10(x))) + 1
	}
	low, high := digits(least), digits(most)
	switch {
	case whole && high > 9:
		return 1, "%11.4e"
	case whole:
		return 1, fmt.Sprintf("%%%d.0f", high+1)
	case high-low > 4:
		return 1, pick(low > 99 || high > 99, "%12.4e", "%11.4e")
	case high > 5 || high < 0:
		return math.Pow(10, float64(high-1)), "%7.4f"
	case high == 0:
		return 1, "%7.4f"
	}
	return 1, fmt.Sprintf("%%%d.4f", high+6)
}
