package object

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// TestFormatPlain compares the short way of formatting with the general one.
func TestFormatPlain(t *testing.T) {
	th := NewThread()
	values := []Value{Int(0), Int(7), Int(-42), Int(math.MaxInt64), Int(math.MinInt64), Float(0), Float(math.Copysign(0, -1)),
		Float(1.005), Float(-2.5), Float(1e14), Float(-123456.789), Float(5e-324), Float(1e300), Float(math.Inf(-1)), Float(math.NaN())}
	taken := 0
	for _, zero := range []string{"", "0"} {
		for _, width := range []string{"", "1", "5", "9", "12", "40", "100"} {
			for _, precision := range []string{"", ".0", ".1", ".2", ".17", ".99", ".100"} {
				for _, kind := range []string{"", "d", "f", "x", "e"} {
					spec := zero + width + precision + kind
					for _, v := range values {
						got, ok := FormatPlain(v, spec)
						if !ok {
							continue
						}
						taken++
						want, err := Format(th, v, spec)
						if s, _ := Text(got); err != nil || s != want {
							r, _ := Repr(th, v)
							t.Errorf("format(%s, %q) is %q, want %q (%v)", r, spec, s, want, err)
						}
					}
				}
			}
		}
	}
	if taken < 500 {
		t.Errorf("the short way took only %d formats", taken)
	}
}

// TestSortNumbers compares the sort by digits with the one by comparisons.
func TestSortNumbers(t *testing.T) {
	th := NewThread()
	r := rand.New(rand.NewPCG(1, 2))
	kinds := map[string]func() Value{
		"narrow":  func() Value { return Int(r.Int64N(1000) - 500) },
		"wide":    func() Value { return Int(int64(r.Uint64())) },
		"floats":  func() Value { return Float(r.NormFloat64() + 0.1) },
		"bits":    func() Value { return Float(math.Float64frombits(r.Uint64()&^(0x7ff<<52) | 0x400<<52)) },
		"zeros":   func() Value { return Float(float64(r.IntN(3)-1) * 0.5) },
		"mixed":   func() Value { return []Value{Int(r.Int64N(9)), Float(r.Float64())}[r.IntN(2)] },
		"bounds":  func() Value { return Int([]int64{math.MinInt64, math.MaxInt64, 0, -1}[r.IntN(4)]) },
		"infinit": func() Value { return Float([]float64{math.Inf(1), math.Inf(-1), 1.5, -1.5}[r.IntN(4)]) },
	}
	for name, random := range kinds {
		for _, n := range []int{2, 3, 100, 300, 5000} {
			for _, reverse := range []bool{false, true} {
				items := make([]Value, n)
				for i := range items {
					items[i] = random()
				}
				identity := NewFuncValue("identity", func(th *Thread, args, _ []Value) (Value, error) { return args[0], nil })
				a, b := NewList(append([]Value(nil), items...)...), NewList(append([]Value(nil), items...)...)
				if err := a.Sort(th, Null, reverse); err != nil {
					t.Fatal(err)
				}
				if err := b.Sort(th, identity, reverse); err != nil {
					t.Fatal(err)
				}
				if fmt.Sprint(a.Items) != fmt.Sprint(b.Items) {
					t.Errorf("%s, %d elements, reverse %v: the orders differ", name, n, reverse)
				}
			}
		}
	}
}
