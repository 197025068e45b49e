package tensor

import "testing"

func fromFloats(dtype DType, values []float64, sizes ...int) *Tensor {
	t := New(dtype, sizes...)
	StoreFloats(t, values)
	return t
}

func seeded(seed uint64) *Generator {
	g := NewGenerator()
	g.ManualSeed(seed)
	return g
}

// The expected texts are what PyTorch prints for the same seed and call.
func TestRandomStreams(t *testing.T) {
	fill := func(dtype DType, n int, f func(g *Generator, t *Tensor)) string {
		x := New(dtype, n)
		f(seeded(0), x)
		return x.String()
	}
	uniform := func(g *Generator, t *Tensor) { g.UniformFill(t, 0, 1) }
	normal := func(g *Generator, t *Tensor) { g.NormalFill(t, 0, 1, nil) }
	tests := []struct{ name, got, want string }{
		{"rand", fill(Float32, 5, uniform), "tensor([0.4963, 0.7682, 0.0885, 0.1320, 0.3074])"},
		{"rand double", fill(Float64, 3, uniform), "tensor([0.9701, 0.7078, 0.4594], dtype=torch.float64)"},
		{"randn serial", fill(Float32, 4, normal), "tensor([ 1.5410, -0.2934, -2.1788,  0.5684])"},
		{"randn blocks", fill(Float32, 16, normal), "tensor([-1.1258, -1.1524, -0.2506, -0.4339,  0.8487,  0.6920, -0.3160, -2.1152,\n         0.3223, -1.2633,  0.3500,  0.3081,  0.1198,  1.2377,  1.1168, -0.2473])"},
	}
	for _, test := range tests {
		if test.got != test.want {
			t.Errorf("%s: got %s want %s", test.name, test.got, test.want)
		}
	}
}

func TestStateRoundTrip(t *testing.T) {
	g := seeded(7)
	g.Normal()
	saved := g.State()
	a, b := g.Normal(), g.Uint32()
	if err := g.SetState(saved); err != nil {
		t.Fatal(err)
	}
	if g.Normal() != a || g.Uint32() != b {
		t.Error("the stream differs after SetState")
	}
}

func TestPrinting(t *testing.T) {
	ones := New(Int64, 3)
	ones.Fill(int64(1))
	big := New(Float32, 1200)
	tests := []struct {
		tensor *Tensor
		want   string
	}{
		{fromFloats(Float32, []float64{1, 2.5}, 2), "tensor([1.0000, 2.5000])"},
		{fromFloats(Float32, []float64{1, 1001}, 2), "tensor([1.0000e+00, 1.0010e+03])"},
		{fromFloats(Float64, []float64{1, 2}, 2), "tensor([1., 2.], dtype=torch.float64)"},
		{ones, "tensor([1, 1, 1])"},
		{New(Float32, 0, 3), "tensor([], size=(0, 3))"},
		{New(Float32, 2, 2), "tensor([[0., 0.],\n        [0., 0.]])"},
		{big, "tensor([0., 0., 0.,  ..., 0., 0., 0.])"},
		{Scalar(Complex64, complex(1, -2)), "tensor(1.-2.j)"},
		{Scalar(Bool, true), "tensor(True)"},
	}
	for _, test := range tests {
		if got := test.tensor.String(); got != test.want {
			t.Errorf("got %s want %s", got, test.want)
		}
	}
}

func TestHalfRounds(t *testing.T) {
	for bits := range 1 << 16 {
		h := uint16(bits)
		if f := HalfToFloat(h); f == f && FloatToHalf(f) != h {
			t.Fatalf("half %#04x does not round-trip: %v", h, f)
		}
		if f := BFloatToFloat(h); f == f && FloatToBFloat(f) != h {
			t.Fatalf("bfloat16 %#04x does not round-trip", h)
		}
	}
}

func TestPromotion(t *testing.T) {
	tests := []struct{ a, b, want DType }{
		{Uint8, Int8, Int16}, {Float16, BFloat16, Float32}, {Bool, Int64, Int64}, {Float64, Complex64, Complex128},
		{Int64, Float16, Float16}, {BFloat16, Complex64, Complex64}, {Uint8, Int64, Int64}, {Float16, Complex32, Complex32},
	}
	for _, test := range tests {
		if got := PromoteTypes(test.a, test.b); got != test.want || PromoteTypes(test.b, test.a) != got {
			t.Errorf("promote(%v, %v) = %v, want %v", test.a, test.b, got, test.want)
		}
	}
}

// Numbers drawn many at once are those drawn one by one, wherever the generator stands.
func TestUniformsAtOnce(t *testing.T) {
	a, b := NewGenerator(), NewGenerator()
	for _, n := range []int{1, 3, 600, 623, 624, 625, 2000, 5} {
		d := make([]float32, n)
		a.float32s(d)
		for i, v := range d {
			if w := b.Float32(); v != w {
				t.Fatalf("%d: number %d is %g, not %g", n, i, v, w)
			}
		}
		words := make([]uint64, n)
		a.uint64s(words)
		for i, v := range words {
			if w := b.Uint64(); v != w {
				t.Fatalf("%d: word %d is %x, not %x", n, i, v, w)
			}
		}
		for _, p := range []float64{0, 0.1, 0.5, 1} {
			d := make([]float32, n)
			a.bernoulli32(d, p)
			for i, v := range d {
				if (b.Float64() < p) != (v == 1) {
					t.Fatalf("%d: number %d of probability %g is %g", n, i, p, v)
				}
			}
		}
		if a.Uint32() != b.Uint32() {
			t.Fatalf("%d: the next word differs", n)
		}
	}
}
