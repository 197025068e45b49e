package native

import (
	"fmt"
	"math"
	"slices"

	"github.com/magneto-go/magneto/tensor"
)

// differ says where a tensor differs from what is wanted by more than a relative error, "" if nowhere.
func differ(got, want *tensor.Tensor, bound float64) string {
	if got.DType() != want.DType() || !slices.Equal(got.Sizes(), want.Sizes()) {
		return fmt.Sprintf("%s%v, want %s%v", got.DType().Name(), got.Sizes(), want.DType().Name(), want.Sizes())
	}
	x, y := got.Floats(), want.Floats()
	scale := 1.0
	for i := range y {
		if !math.IsInf(y[i], 0) && !math.IsNaN(y[i]) {
			scale = max(scale, math.Abs(y[i])*1e-2)
		}
	}
	for i := range y {
		if x[i] == y[i] || math.IsNaN(x[i]) && math.IsNaN(y[i]) {
			continue
		}
		if d := math.Abs(x[i] - y[i]); !(d <= bound*(math.Abs(y[i])+scale)) {
			return fmt.Sprintf("element %d of %v is %v, want %v", i, got.Sizes(), x[i], y[i])
		}
	}
	return ""
}
