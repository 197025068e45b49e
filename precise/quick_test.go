package precise

import (
	"math"
	"math/rand"
	"testing"
)

// TestQuickForms compares the quick forms with the long way: the error must stay far enough below the bound that roundings
// are settled by, and most roundings must be settled.
func TestQuickForms(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	exact := func(m dd, k int) dd { return m.scale(math.Ldexp(1, k)) }
	forms := []struct {
		name        string
		lo, hi      float64
		quick, slow func(x float64) dd
	}{
		{"exp", -600, 600, func(x float64) dd { return exact(quickExp(dd{x, 0})) }, func(x float64) dd { return exact(expDD(dd{x, 0})) }},
		{"exp near 0", -0.01, 0.01, func(x float64) dd { return exact(quickExp(dd{x, 0})) }, func(x float64) dd { return exact(expDD(dd{x, 0})) }},
		{"log", 0, 1e6, quickLog, logDD},
		{"log near 1", 0.98, 1.02, quickLog, logDD},
		{"log nearer 1", 1 - 1e-6, 1 + 1e-6, quickLog, logDD},
		{"sin", -8, 8, func(x float64) dd { s, _ := quickSinCos(x); return s }, func(x float64) dd { s, _ := sinCos(x); return s }},
		{"cos", -8, 8, func(x float64) dd { _, c := quickSinCos(x); return c }, func(x float64) dd { _, c := sinCos(x); return c }},
		{"sin of large", -quickTrigLimit, quickTrigLimit, func(x float64) dd { s, _ := quickSinCos(x); return s }, func(x float64) dd { s, _ := sinCos(x); return s }},
		{"sin near 0", -1e-3, 1e-3, func(x float64) dd { s, _ := quickSinCos(x); return s }, func(x float64) dd { s, _ := sinCos(x); return s }},
		{"cos near pi/2", math.Pi/2 - 1e-3, math.Pi/2 + 1e-3, func(x float64) dd { _, c := quickSinCos(x); return c }, func(x float64) dd { _, c := sinCos(x); return c }},
	}
	for _, f := range forms {
		worst, open := 0.0, 0
		const n = 20000
		for range n {
			x := f.lo + r.Float64()*(f.hi-f.lo)
			got, want := f.quick(x), f.slow(x)
			d := got.sub(want)
			worst = math.Max(worst, math.Abs(d.hi/want.hi))
			if _, ok := settled(got, quickError); !ok {
				open++
			}
		}
		if worst > quickError/4 {
			t.Errorf("%s: relative error %.3g, bound %.3g", f.name, worst, quickError)
		}
		if open > n/100 {
			t.Errorf("%s: %d of %d roundings are open", f.name, open, n)
		}
		t.Logf("%s: error 2**%.1f, %d open", f.name, math.Log2(worst), open)
	}
}

// TestQuickPow checks the error that quickPow tells.
func TestQuickPow(t *testing.T) {
	r := rand.New(rand.NewSource(4))
	for range 20000 {
		x, y := math.Exp(r.NormFloat64()*20), r.NormFloat64()*10
		m, k, relative, ok := quickPow(x, y)
		if !ok {
			continue
		}
		w, j := expDD(logDD(x).mul(dd{y, 0}))
		d := m.sub(w.scale(math.Ldexp(1, j-k)))
		if e := math.Abs(d.hi / m.hi); e > relative/4 {
			t.Fatalf("%v**%v: relative error %.3g, told %.3g", x, y, e, relative)
		}
	}
}

func BenchmarkExp(b *testing.B) { benchmark(b, Exp) }
func BenchmarkLog(b *testing.B) { benchmark(b, Log) }
func BenchmarkSin(b *testing.B) { benchmark(b, Sin) }
func BenchmarkTan(b *testing.B) { benchmark(b, Tan) }
func BenchmarkPow(b *testing.B) { benchmark(b, func(x float64) float64 { return Pow(x, 2.5) }) }

func benchmark(b *testing.B, f func(float64) float64) {
	sum, x := 0.0, 0.1
	for b.Loop() {
		sum += f(x)
		if x += 0.37; x > 100 {
			x -= 99.9
		}
	}
	_ = sum
}
