package tensor

import "testing"

// Numbers of PyTorch 2.14: manual_seed(3), then empty(2, dtype).random_(5, None).
func TestRandomFromFillEndsWhereTheTypeDoes(t *testing.T) {
	for _, c := range []struct {
		dtype DType
		want  [2]float64
	}{
		{Float64, [2]float64{307219314448445, 2582726356434224}},
		{Float32, [2]float64{72099, 1771237}},
		{Float16, [2]float64{843, 169}},
		{BFloat16, [2]float64{171, 253}},
		{Int32, [2]float64{338030840, 1810016397}},
		{Int16, [2]float64{6576, 15280}},
		{Int8, [2]float64{114, 7}},
		{Uint8, [2]float64{55, 100}},
	} {
		a, g := New(c.dtype, 2), NewGenerator()
		g.ManualSeed(3)
		g.RandomFromFill(a, 5)
		for i, got := range a.Floats() {
			if got != c.want[i] {
				t.Errorf("%v: number %d is %v, want %v", c.dtype, i, got, c.want[i])
			}
		}
	}
}
