package maths

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"

	"github.com/magneto-go/magneto/loop"
	"github.com/magneto-go/magneto/loop/exec"
	"github.com/magneto-go/magneto/loop/ir"
)

// reference gives the function in float64, and the largest error in ulp that is let pass, for float32 and float64. The float64 errors include those
// of Go's math.
var references = map[string]struct {
	f       func(x float64) float64
	lo, hi  float64 // where it is sampled densely, beside all bit patterns
	ulp     float64
	ulp64   float64
	limit   float64 // largest |x| for which the error is claimed
	limit64 float64
}{
	"exp":       {math.Exp, -105, 90, 1.1, 2, 0, 0},
	"exp2":      {math.Exp2, -152, 130, 1.3, 1.6, 0, 0},
	"expm1":     {math.Expm1, -20, 90, 2.1, 3, 0, 0},
	"log":       {math.Log, 0, 4, 1.1, 1.6, 0, 0},
	"log2":      {func(x float64) float64 { return math.Log(x) / math.Ln2 }, 0, 4, 2.1, 3, 0, 0},
	"log10":     {math.Log10, 0, 4, 2.1, 3, 0, 0},
	"log1p":     {math.Log1p, -1, 4, 2.1, 2.6, 0, 0},
	"sin":       {math.Sin, -10, 10, 2.1, 2, 1 << 24, 1 << 26},
	"cos":       {math.Cos, -10, 10, 2.6, 2, 1 << 24, 1 << 26},
	"tan":       {func(x float64) float64 { return math.Sin(x) / math.Cos(x) }, -10, 10, 3.6, 4, 1 << 24, 1 << 26},
	"sinh":      {math.Sinh, -20, 20, 3, 4, 88, 709},
	"cosh":      {math.Cosh, -20, 20, 2, 3, 88, 709},
	"tanh":      {math.Tanh, -10, 10, 1.6, 4, 0, 0},
	"sigmoid":   {func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }, -20, 20, 2.6, 3, 87, 700},
	"silu":      {func(x float64) float64 { return x / (1 + math.Exp(-x)) }, -20, 20, 3, 3, 80, 700},
	"rsqrt":     {func(x float64) float64 { return 1 / math.Sqrt(x) }, 0, 10, 1.6, 1.6, 0, 0},
	"erf":       {nil, 0, 0, 0, 0, 0, 0},
	"gelu":      {nil, 0, 0, 0, 0, 0, 0},
	"gelu_tanh": {nil, 0, 0, 0, 0, 0, 0},
}

// apply runs a function over x.
func apply[T float32 | float64](t testing.TB, c *loop.Compiler, f func(k *ir.Kernel, x ir.ID) ir.ID, x []T) []T {
	elem := ir.Float32
	if unsafe.Sizeof(x[0]) == 8 {
		elem = ir.Float64
	}
	k := ir.New("function")
	in, out := k.In("x", elem), k.Out("y", elem)
	k.Store(out, f(k, k.Load(in)))
	kernel, err := c.Compile(k)
	if err != nil {
		t.Fatal(err)
	}
	y := make([]T, len(x))
	err = kernel.Run(ir.Space{Keep: []int{len(x)}}, []ir.Buffer{
		{Ptr: unsafe.Pointer(&x[0]), Strides: []int{1}}, {Ptr: unsafe.Pointer(&y[0]), Strides: []int{1}},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return y
}

// ulp32 is the distance of got from want, in units of want's last place as a float32.
func ulp32(got float32, want float64) float64 {
	rounded := float32(want)
	switch {
	case want != want:
		if got != got {
			return 0
		}
		return math.Inf(1)
	case got == rounded:
		return math.Abs(float64(got)-want) / unit32(want)
	case math.IsInf(float64(got), 0) || math.IsInf(float64(rounded), 0):
		if math.Abs(want) > math.MaxFloat32*(1-1e-6) && math.Abs(float64(got)) > math.MaxFloat32*(1-1e-6) {
			return 1 // on the edge of overflow
		}
		return math.Inf(1)
	}
	return math.Abs(float64(got)-want) / unit32(want)
}

func unit32(want float64) float64 {
	if math.IsInf(want, 0) || math.Abs(want) > math.MaxFloat32 {
		return math.Inf(1)
	}
	_, e := math.Frexp(want)
	return math.Ldexp(1, max(e-24, -149))
}

func ulp64(got, want float64) float64 {
	switch {
	case want != want || got != got:
		if got != got && want != want {
			return 0
		}
		return math.Inf(1)
	case got == want:
		return 0
	case math.IsInf(got, 0) || math.IsInf(want, 0):
		return math.Inf(1)
	}
	_, e := math.Frexp(want)
	return math.Abs(got-want) / math.Ldexp(1, max(e-53, -1074))
}

// TestErrors measures the error of each function over its interesting range, all bit patterns, and special values.
func TestErrors(t *testing.T) {
	c := loop.NewCompiler(exec.Best(), 100, nil)
	rnd := rand.New(rand.NewPCG(1, 1))
	special := []float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), 1, -1, 1e-45, -1e-45, 1e-310, math.MaxFloat32, -math.MaxFloat32, 0.5, 2, 8}
	for _, f := range Functions() {
		r, ok := references[f.Name]
		if !ok {
			t.Errorf("%s is not tested", f.Name)
		}
		if r.f == nil {
			continue
		}
		x := make([]float32, 0, 1<<20)
		for _, s := range special {
			x = append(x, float32(s))
		}
		for len(x) < cap(x) {
			if len(x)%2 == 0 {
				x = append(x, float32(r.lo+(r.hi-r.lo)*rnd.Float64()))
			} else {
				x = append(x, math.Float32frombits(rnd.Uint32()))
			}
		}
		worst, at := 0.0, float32(0)
		for i, y := range apply(t, c, f.Apply, x) {
			if r.limit != 0 && !(math.Abs(float64(x[i])) <= r.limit) {
				continue
			}
			if e := ulp32(y, r.f(float64(x[i]))); e > worst {
				worst, at = e, x[i]
			}
		}
		if worst > r.ulp {
			y := apply(t, c, f.Apply, []float32{at})[0]
			t.Errorf("%s of float32: %.2f ulp at %g: %g, not %g", f.Name, worst, at, y, r.f(float64(at)))
		}
		line := fmt.Sprintf("%-8s float32 %.2f ulp", f.Name, worst)
		if f.Float64 {
			x := append(make([]float64, 0, 1<<18), special...)
			for len(x) < cap(x) {
				if len(x)%2 == 0 {
					x = append(x, r.lo+(r.hi-r.lo)*rnd.Float64())
				} else {
					x = append(x, math.Float64frombits(rnd.Uint64()))
				}
			}
			worst, at := 0.0, 0.0
			for i, y := range apply(t, c, f.Apply, x) {
				if r.limit64 != 0 && !(math.Abs(x[i]) <= r.limit64) || math.Abs(x[i]) < 0x1p-1022 && strings.HasPrefix(f.Name, "log") { // Go's own are wrong there
					continue
				}
				if e := ulp64(y, r.f(x[i])); e > worst {
					worst, at = e, x[i]
				}
			}
			if worst > r.ulp64 {
				y := apply(t, c, f.Apply, []float64{at})[0]
				t.Errorf("%s of float64: %.2f ulp at %g: %g, not %g", f.Name, worst, at, y, r.f(at))
			}
			line += fmt.Sprintf(", float64 %.2f ulp", worst)
		}
		t.Log(line)
	}
}

// TestSameBits compares instruction sets over all kinds of bit patterns.
func TestSameBits(t *testing.T) {
	rnd := rand.New(rand.NewPCG(2, 2))
	x := make([]float32, 1<<14)
	z := make([]float64, 1<<13)
	for i := range x {
		x[i] = math.Float32frombits(rnd.Uint32())
		if i%2 == 0 {
			x[i] = float32(rnd.NormFloat64() * 10)
		}
	}
	for i := range z {
		z[i] = math.Float64frombits(rnd.Uint64())
		if i%2 == 0 {
			z[i] = rnd.NormFloat64() * 10
		}
	}
	for _, f := range Functions() {
		want := apply(t, loop.NewCompiler(exec.Portable, 1, nil), f.Apply, x)
		for isa := exec.AVX2; isa <= exec.Best(); isa++ {
			for i, y := range apply(t, loop.NewCompiler(isa, 1, nil), f.Apply, x) {
				if math.Float32bits(y) != math.Float32bits(want[i]) && (y == y || want[i] == want[i]) {
					t.Errorf("%s(%g) is %g by %s, %g by the interpreter", f.Name, x[i], y, isa, want[i])
					break
				}
			}
		}
		if !f.Float64 {
			continue
		}
		wide := apply(t, loop.NewCompiler(exec.Portable, 1, nil), f.Apply, z)
		for isa := exec.AVX2; isa <= exec.Best(); isa++ {
			for i, y := range apply(t, loop.NewCompiler(isa, 1, nil), f.Apply, z) {
				if math.Float64bits(y) != math.Float64bits(wide[i]) && (y == y || wide[i] == wide[i]) {
					t.Errorf("%s(%g) is %g by %s, %g by the interpreter", f.Name, z[i], y, isa, wide[i])
					break
				}
			}
		}
	}
}

func TestPow(t *testing.T) {
	c := loop.NewCompiler(exec.Best(), 10, nil)
	rnd := rand.New(rand.NewPCG(3, 3))
	values := []float32{0, float32(math.Copysign(0, -1)), 1, -1, 2, -2, 3, -3, 0.5, -0.5, float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.NaN()), 1e-40, 1e30, -1e30}
	for range 2000 {
		values = append(values, float32(rnd.NormFloat64()*5), float32(rnd.IntN(21)-10))
	}
	for _, y := range values[:60] {
		got := apply(t, c, func(k *ir.Kernel, x ir.ID) ir.ID { return Pow(k, x, k.Const(ir.F32, float64(y))) }, values)
		for i, x := range values {
			if want := math.Pow(float64(x), float64(y)); ulp32(got[i], want) > 1 {
				t.Errorf("pow(%g, %g) = %g, not %g", x, y, got[i], want)
			}
		}
	}
}

// TestErf has an absolute error: that of the formula, and some of float32.
func TestErf(t *testing.T) {
	c := loop.NewCompiler(exec.Best(), 10, nil)
	var x []float32
	for v := float32(-8); v < 8; v += 0x1p-10 {
		x = append(x, v)
	}
	for i, got := range apply(t, c, Erf, x) {
		if want := math.Erf(float64(x[i])); math.Abs(float64(got)-want) > 4e-7 {
			t.Errorf("erf(%g) = %g, not %g", x[i], got, want)
		}
	}
}

func TestGELU(t *testing.T) {
	c := loop.NewCompiler(exec.Best(), 10, nil)
	x := make([]float32, 2001)
	for i := range x {
		x[i] = float32(i-1000) / 100
	}
	for name, want := range map[string]func(x float64) float64{
		"gelu":      func(x float64) float64 { return x * 0.5 * (1 + math.Erf(x/math.Sqrt2)) },
		"gelu_tanh": func(x float64) float64 { return x * 0.5 * (1 + math.Tanh(math.Sqrt(2/math.Pi)*(x+0.044715*x*x*x))) },
	} {
		y := apply(t, c, func(k *ir.Kernel, x ir.ID) ir.ID { id, _ := Named(k, name, x); return id }, x)
		for i := range x {
			if e := math.Abs(float64(y[i]) - want(float64(x[i]))); e > 5e-7*max(1, math.Abs(float64(x[i]))) {
				t.Errorf("%s(%g) = %g, off by %g", name, x[i], y[i], e)
			}
		}
	}
}

func BenchmarkFunctions(b *testing.B) {
	x := make([]float32, 4096)
	for i := range x {
		x[i] = float32(i)/4096*6 - 3
	}
	y := make([]float32, len(x))
	for isa := exec.AVX2; isa <= exec.Best(); isa++ {
		for _, f := range Functions() {
			k := ir.New("function")
			in, out := k.In("x", ir.Float32), k.Out("y", ir.Float32)
			k.Store(out, f.Apply(k, k.Load(in)))
			kernel, err := loop.NewCompiler(isa, 1, nil).Compile(k)
			if err != nil {
				b.Fatal(err)
			}
			b.Run(isa.String()+"/"+f.Name, func(b *testing.B) {
				for b.Loop() {
					kernel.Run(ir.Space{Keep: []int{len(x)}}, []ir.Buffer{
						{Ptr: unsafe.Pointer(&x[0]), Strides: []int{1}}, {Ptr: unsafe.Pointer(&y[0]), Strides: []int{1}},
					}, nil)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(x)), "ns/element")
			})
		}
	}
}
